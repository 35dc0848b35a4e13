"""Component data of Survive Until Daylight that cannot be played with are refused by name; the template names what is assumed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from daybreak_games.survive_until_daylight import game
from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.state import Phase
from verifier.errors import BadInput
from verifier.ledger.editions import default_edition, editions_of, load_edition
from verifier.program.program import load
from verifier.run.reference import Reference
from verifier.run.setting import Setting

HEAD = """schema = 1
game = "survive-until-daylight"
name = "mine"
title = "Mine"
inherits = "printed-and-assumed"
"""
TABLE = 'values.{}]\nstatus = "assumed"\nwhy = "Tried."\n'


def told(folder: Path, name: str, value: str) -> list[str]:
    """The problems of an edition that changes one value; none when it loads."""
    text = HEAD + "[" + TABLE.format(name) + value + "\n"
    (folder / "mine.toml").write_text(text)
    try:
        load_edition(game, "mine.toml", folder)
    except BadInput as error:
        return [str(problem).replace("mine.toml:$.values.", "") for problem in error.problems]
    return []


REFUSED = {
    "no players": ("players", "value = 0", "players"),
    "seven players": ("players", "value = 7", "players"),
    "a First Player who does not play": ("first", 'value = "player-5"', "the First Player is player-5, and 3 play"),
    "a character twice": ("characters", 'change.player-2 = "pillar"', "two players have the same character"),
    "an unknown character": ("characters", 'change.player-2 = "ghost"', "ghost"),
    "too few Assault cards": ("assaults", "change.sixth = false", "there are 5 Assault cards for 6 Rounds"),
    "an Assault table with a hole": ("waves", "change.brutal = { wanderer = [1, 0, 1, 1, 2] }", "waves.change.brutal.wanderer"),
    "an Assault card with nobody": (
        "waves", "change.brutal = { wanderer = [0, 0, 0, 0, 0, 0], raider = [0, 0, 0, 0, 0, 0], brute = [0, 0, 0, 0, 0, 0], "
        "survivor = [0, 0, 0, 0, 0, 0] }", "nobody comes with 3 players"),
    "more enemies than the line holds": ("waves", "change.brutal = { wanderer = [8, 8, 8, 8, 8, 8], raider = [8, 8, 8, 8, 8, 8], "
                                         "brute = [8, 8, 8, 8, 8, 8] }", "the line has room for 48"),
    "a horde short of a type": ("horde", "change = { monster-a = 0, monster-b = 0 }",
                                "an Assault card asks for a type that no Horde card is of"),
    "a unique weapon in the Rubble": ("rubble", "value = [{ hipster-bow = 1 }, { }, { }, { }, { }, { }]",
                                      "take hipster-bow out: its owner begins with it"),
    "an ordinary card as a common weapon": ("common", "value = { planks = 1 }", "this is no common weapon @ common.value.planks"),
    "two Backpacks": ("rubble", "value = [{ backpack = 2 }, { }, { }, { }, { }, { }]", "there are 2 Backpacks"),
    "more of a card than one player may hold": ("rubble", "value = [{ junk = 20 }, { junk = 1 }, { }, { }, { }, { }]",
                                                "there are 21 of junk"),
    "more weapons than slots": ("slots", "value = 1", "players begin with 2 weapons and have 1 slots"),
    "an unknown enemy": ("thresholds", "change.zombie = 3", "zombie"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_played_with_is_refused_by_name(case: str, tmp_path: Path) -> None:
    name, value, words = REFUSED[case]
    problems = told(tmp_path, name, value)
    assert len(problems) == 1 or name in ("waves", "horde"), problems
    assert any(words in problem for problem in problems), problems


@pytest.mark.parametrize(("name", "value"), [("rounds", "value = 3"), ("slots", "value = 2"), ("combat", "change.spray = 4"),
                                             ("thresholds", "change.monster = 3"), ("first", 'value = "player-3"')])
def test_other_values_are_played_with(name: str, value: str, tmp_path: Path) -> None:
    assert told(tmp_path, name, value) == []


def test_the_default_edition_is_the_one_for_three_players() -> None:
    assert default_edition(game) == "printed-and-assumed"
    assert load_edition(game, "printed-and-assumed", Path()).record.players == 3


@pytest.mark.parametrize("players", [1, 2, 4, 5, 6])
def test_there_is_an_edition_for_each_number_of_players(players: int) -> None:
    box = load_edition(game, f"printed-and-assumed-{players}", Path()).record
    assert box.players == players
    reference = Reference(load(game), Setting(load(game).default_rulings, box))
    table = reference.set_up().state
    assert [table.people[seat].health > 0 for seat in Seat] == [seat < players for seat in Seat]
    assert table.phase == Phase.CHOOSE


def test_rubble_and_cards_are_as_many_as_the_box_has() -> None:
    box = load_edition(game, "printed-and-assumed-6", Path()).record
    assert sum(numbered.total for numbered in box.rubble) + box.common.total + 6 == 138
    assert (box.combat.total, box.horde.total, sum(box.assaults)) == (35, 58, 6)
    needed = [6 * fill for fill in box.fill]
    there = [sum(box.rubble[number].total for number in range(players)) for players in range(1, 7)]
    assert all(cards >= fill for cards, fill in zip(there, needed, strict=True)), (there, needed)


def test_the_template_names_every_value_that_is_assumed() -> None:
    template = tomllib.loads((game.folder / "template.toml").read_text())
    edition = load_edition(game, "printed-and-assumed", Path())
    assumed = {name for name, value in edition.values.items() if value.status == "assumed"}
    assert set(template["values"]) == assumed
    mine = load_edition(game, "template.toml", game.folder)
    assert mine.record == edition.record
    assert "template" not in editions_of(game)
