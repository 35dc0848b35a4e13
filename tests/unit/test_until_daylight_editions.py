"""Component data of Until Daylight that cannot be played with are refused by name; the template names what is assumed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from daybreak_games.until_daylight import game
from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.state import Phase
from verifier.errors import BadInput
from verifier.instance import load_instance
from verifier.ledger.editions import default_edition, editions_of, load_edition
from verifier.program.program import load
from verifier.run.reference import Reference
from verifier.run.setting import Setting

HEAD = """schema = 1
game = "until-daylight"
name = "mine"
title = "Mine"
inherits = "printed-and-assumed"
"""
SCENARIO = """schema = 1
game = "until-daylight"
title = "Tried"
"""


def told(folder: Path, name: str, value: str) -> list[str]:
    """The problems of an edition that changes one value; none when it loads."""
    (folder / "mine.toml").write_text(f'{HEAD}[values.{name}]\nstatus = "assumed"\nwhy = "Tried."\n{value}\n')
    try:
        load_edition(game, "mine.toml", folder)
    except BadInput as error:
        return [str(problem).replace("mine.toml:$.values.", "") for problem in error.problems]
    return []


REFUSED = {
    "two players": ("players", "value = 2", "players"),
    "seven players": ("players", "value = 7", "players"),
    "a character twice": ("characters", 'change.player-2 = "psycho"', "two players have the same character"),
    "an unknown character": ("characters", 'change.player-2 = "ghost"', "ghost"),
    "a weapon that is not basic": ("boards", 'change.psycho = { weapon = "gun" }', "gun is no basic weapon"),
    "a weapon of two owners": ("boards", 'change.psycho = { weapon = "pistol" }', "there is no pistol left for its owner"),
    "a weapon that is not in the box": ("rubble", "change.chainsaw = 0", "there is no chainsaw left for its owner"),
    "an Attack die of seven sides": ("sides", "change.head = 2", "the Attack die has 7 sides"),
    "an Attack die without sides": ("sides", "value = { miss = 0, body = 0, head = 0 }", "the Attack die has 0 sides"),
    "a Die of Fate of seven sides": ("fate", "change.heal = 2", "the Die of Fate has 7 sides"),
    "a sign that no die has": ("sides", "change.skull = 1", "skull"),
    "a Horde without Survivors": ("horde", "change.survivor = 0", "no Horde card is a Survivor"),
    "a Horde without enemies": ("horde", "value = { survivor = 10 }", "no Horde card is an enemy"),
    "a Horde without Raiders": ("horde", "change.raider = 0", "an Objective asks for 3 raiders, and the Horde has 0"),
    "a Horde without Wanderers": ("horde", "change.wanderer = 0", "an Objective asks for 5 wanderers, and the Horde has 0"),
    "a Horde without Brutes": ("horde", "change.brute = 0", "an Objective asks for 3 brutes, and the Horde has 0"),
    "a Horde without Monsters": ("horde", "change.monster = 0", "an Objective asks for 2 monsters, and the Horde has 0"),
    "a Horde short of Survivors": ("horde", "change.survivor = 1", "an Objective asks for 2 survivors, and the Horde has 1"),
    "an unknown enemy": ("horde", "change.ghoul = 1", "ghoul"),
    "more enemies than the areas hold": ("horde", "change.wanderer = 59", "there are 96 Horde cards"),
    "a weapon that does not strike": ("weapons", 'change.axe = { dice = 0 }', "a weapon has neither dice nor Ammo"),
    "a recipe with an Event": ("recipes", 'change.trap = ["wires", "rats"]', "rats is an Event"),
    "a gong that never comes": ("gong", f"value = {[0] * 72}", "the gong never comes"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_played_with_is_refused_by_name(case: str, tmp_path: Path) -> None:
    name, value, words = REFUSED[case]
    problems = told(tmp_path, name, value)
    assert len(problems) == 1 or name == "horde", problems
    assert any(words in problem for problem in problems), problems


@pytest.mark.parametrize(("name", "value"), [("rounds", "value = 3"), ("places", "value = 6"), ("sides", "change.body = 2"),
                                             ("players", "value = 6"), ("fate", "change.hurt = 0"),
                                             ("secondary", "value = { }")])
def test_other_values_are_played_with(name: str, value: str, tmp_path: Path) -> None:
    assert told(tmp_path, name, value) == []


START = """
[start]
phase = "{phase}"
round = 2
{fields}
line = ["{line}"]
[start.people.player-1]
health = 5
items = {{ chainsaw = 1 }}
[start.people.player-2]
health = 5
items = {{ pistol = 1 }}
[start.people.player-3]
health = 5
items = {{ crowbar = 1 }}
"""
ROLL = START.format(phase="roll", fields='weapon = "chainsaw"\npool = 2', line="raider player-1")
UNSEATED = {
    "an area that nobody has": (START.format(phase="act", fields="", line="raider player-4"), "seats_are_taken"),
    "a player in turn who is not there": (START.format(phase="act", fields='turn = "player-4"', line="raider player-1"),
                                          "seats_are_taken"),
    "a leader who is not there": (START.format(phase="act", fields='leader = "player-5"', line="raider player-1"),
                                  "seats_are_taken"),
    "an area that no edition has": (START.format(phase="act", fields="", line="raider player-7"), "raider player-7"),
    "a sign that the die does not have": ('[deal]\ndice = ["2 skull"]\n' + ROLL, "2 skull"),
    "more dice than are rolled": ('[deal]\ndice = ["3 body"]\n' + ROLL, "3 body"),
}


@pytest.mark.parametrize("case", UNSEATED)
def test_areas_and_dice_that_do_not_match_the_edition_are_refused(case: str, tmp_path: Path) -> None:
    text, words = UNSEATED[case]
    (tmp_path / "tried.toml").write_text(f'{SCENARIO}edition = "printed-and-assumed-3"\n{text}')
    with pytest.raises(BadInput) as refused:
        load_instance(tmp_path / "tried.toml")
    assert any(words in str(problem) for problem in refused.value.problems), refused.value.problems


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_there_is_an_edition_for_each_number_of_players(players: int) -> None:
    name = default_edition(game) if players == 4 else f"printed-and-assumed-{players}"
    box = load_edition(game, name, Path()).record
    assert box.players == players
    table = Reference(load(game), Setting(load(game).default_rulings, box)).set_up().state
    assert [table.people[seat].health > 0 for seat in Seat] == [seat < players for seat in Seat]
    assert table.phase == Phase.DEAL


def test_cards_are_as_many_as_the_box_has() -> None:
    box = load_edition(game, "printed-and-assumed", Path()).record
    assert (box.rubble.total, box.horde.total, box.secondary.total, sum(box.sides), sum(box.fate)) == (185, 95, 29, 6, 6)


def test_the_template_names_every_value_that_is_assumed() -> None:
    template = tomllib.loads((game.folder / "template.toml").read_text())
    edition = load_edition(game, "printed-and-assumed", Path())
    assumed = {name for name, value in edition.values.items() if value.status == "assumed"}
    assert set(template["values"]) == assumed
    mine = load_edition(game, "template.toml", game.folder)
    assert mine.record == edition.record
    assert "template" not in editions_of(game)
