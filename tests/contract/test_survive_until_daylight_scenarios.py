"""The scenarios that ship with Survive Until Daylight: each loads, and shows what its comment says."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import Horde, Rubble
from daybreak_games.survive_until_daylight.inventory import slots
from daybreak_games.survive_until_daylight.state import Phase, Table
from tests.contract.survive_until_daylight_tables import told
from verifier.instance import Instance, load_instance
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import words_of
from verifier.registry import Games
from verifier.run.reference import Position

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "survive-until-daylight"
GAMES = Games([EntryPoint("survive-until-daylight", "daybreak_games.survive_until_daylight:game", "daybreak.games")])  # read once


@pytest.fixture(autouse=True)
def this_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.registry._found", lambda: GAMES)


def begun(name: str) -> Instance:
    """A scenario that ships."""
    return load_instance(SCENARIOS / f"{name}.toml")


def after(start: Instance, *decisions: str) -> Position:
    """The position after some decisions and all that follows from them, as dealt: the next decision, or the end."""
    position, left = start.start, list(decisions)
    while True:
        kind = start.reference.kind(position)
        if kind == END or kind == DECISION and not left:
            return position
        event = start.program.event_by_text[left.pop(0)] if kind == DECISION else \
            start.reference.dealt(position) if kind == CHANCE else start.reference.events(position)[0]
        position = start.reference.apply(position, event).after


def played(name: str, *decisions: str) -> Table:
    """The table of a scenario that ships at that position."""
    state: Table = after(begun(name), *decisions).state
    return state


def legal(name: str, *decisions: str) -> set[str]:
    """What is legal there."""
    start = begun(name)
    return {event.text for event in start.reference.legal(after(start, *decisions))}


def line(table: Table) -> str:
    """The line of enemies, each with the damage it has taken."""
    return " ".join(f"{words_of(Horde)[enemy.card]}:{enemy.damage}" for enemy in table.line)


def healths(table: Table) -> list[int]:
    """The Health of the players."""
    return [person.health for person in table.people if person.health > 0]


def hand(table: Table, player: int) -> str:
    """What a player holds."""
    return told(table.people[player - 1].items, Rubble)


@pytest.mark.parametrize("name", [path.stem for path in sorted(SCENARIOS.glob("*.toml"))])
def test_every_scenario_begins(name: str) -> None:
    start = begun(name)
    assert start.reference.kind(start.start) != END


@pytest.mark.parametrize("name", [path.stem for path in sorted((SCENARIOS / "clauses").glob("*.toml"))])
def test_every_scenario_of_a_clause_comes_to_a_decision_or_an_end(name: str) -> None:
    start = begun(f"clauses/{name}")
    assert start.reference.kind(after(start)) in (DECISION, END)


def test_e1_three_players_use_the_cards_1_to_3() -> None:
    start = begun("e1")
    box, table = start.scenario.edition.record, start.start.state
    assert all(table.unseen[card] == sum(box.rubble[number][card] for number in range(3)) for card in Rubble)
    assert any(box.rubble[number][card] > 0 for number in range(3, 6) for card in Rubble)


def test_e2_cards_of_a_kind_take_one_slot() -> None:
    table = played("e2", "keep")
    assert hand(table, 1) == "arrow*3 planks*2 pillar-weapon" and slots(table.people[0]) == 3


def test_e3_a_full_inventory_makes_room_for_another_kind() -> None:
    table = played("e3", "keep")
    assert table.phase == Phase.REARRANGE and slots(table.people[0]) == 9
    assert {text for text in legal("e3", "keep") if text.startswith("drop")} == {
        f"drop {item}" for item in ("gun-ammo", "arrow", "planks", "nails", "junk")}


def test_e4_the_hipster_starts_with_the_bow_and_a_common_weapon() -> None:
    table = played("e4", "choose knife", "choose pistol", "choose bat")
    assert hand(table, 3) == "hipster-bow bat" and table.phase == Phase.SEARCH


def test_e4_alone_a_player_chooses_two() -> None:
    assert played("e4-alone", "choose knife").phase == Phase.CHOOSE
    table = played("e4-alone", "choose knife", "choose bow")
    assert hand(table, 1) == "pillar-weapon knife bow" and table.phase == Phase.SEARCH


def test_e5_sixteen_cards_for_four_players() -> None:
    table = played("e5")
    assert table.active == 3 + 16 and table.wave is None
    assert list(begun("e5").scenario.edition.record.fill) == [7, 10, 12, 16, 20, 20]


def test_e6_four_recipes_and_no_fifth() -> None:
    assert not any(text.startswith("craft") for text in legal("e6"))
    made = {text for text in legal("e6", "end-turn") if text.startswith("craft")}
    assert made == {"craft barricade", "craft spear", "craft trap", "craft grenade"}


@pytest.mark.parametrize("place", range(5))
def test_e7_one_more_point_defeats_each_of_them(place: int) -> None:
    before = played("e7")
    table = played("e7", "attack knife", f"aim {place}")
    assert line(before) == "wanderer-a:1 raider-a:2 brute-a:3 survivor:0 monster-a:7"
    struck = played("e7", "attack knife", f"aim {place}", "apply-none")
    assert table.line.size == 5
    assert line(struck).split() == [word for at, word in enumerate(line(before).split()) if at != place]


@pytest.mark.parametrize("card", ["minus-1", "minus-2"])
def test_e8_less_than_nothing_is_nothing(card: str) -> None:
    assert line(played("e8", "attack bat", "aim 0", f"apply {card}")) == "brute-a:1"


def test_e9_attacks_go_round_from_the_wave() -> None:
    """The Monster makes the attacks of the Wanderer and the Brute 1 stronger."""
    assert healths(played("e9", "end-turn")) == [7 - 2 - 1, 6 - 3, 5 - 1 - 1]


def test_e10_the_wave_is_accepted_or_passed_on() -> None:
    assert legal("e10", "search") == {"accept", "delay"}
    assert played("e10", "search", "accept").phase == Phase.TRADE
    table = played("e10", "search", "delay")
    assert (table.phase, table.turn, healths(table)) == (Phase.SEARCH, Seat.PLAYER_2, [3, 3])
    table = played("e10", "search", "delay", "search", "delay", "search", "accept")
    assert (table.wave, healths(table)) == (Seat.PLAYER_1, [3, 2])


def test_e11_splash_hits_the_other_player_once() -> None:
    assert healths(played("e11", "end-turn")) == [4 - 1, 3 - 1]


def test_e11_alone_nobody_takes_splash() -> None:
    assert healths(played("e11-alone", "end-turn")) == [4 - 1]


def test_e12_barricades_against_wanderers_and_a_brute() -> None:
    """The first Wanderer deals 0, the Brute 2 through a Barricade, the second Wanderer 2, which breaks one."""
    table = played("e12", "end-turn")
    assert healths(table) == [5, 4 - 2]
    assert [person.barricades for person in list(table.people)[:2]] == [0, 1] and table.barricades == 5


def test_e13_traps_against_a_raider_and_a_monster() -> None:
    table = played("e13", "end-turn")
    assert line(table) == "monster-a:4" and healths(table) == [5, 4 - 3]
    assert [person.traps for person in list(table.people)[:2]] == [0, 0] and table.traps == 6


def test_e14_a_gift_is_given_on() -> None:
    given = ("give player-1 planks", "receive player-2")
    assert hand(played("e14", *given), 2) == "planks trigger-weapon"
    assert "give player-2 planks" in legal("e14", *given)
    assert not any(text.startswith("give player-1") for text in legal("e14", *given))
    table = played("e14", *given, "give player-2 planks", "receive player-3")
    assert hand(table, 3) == "planks hipster-bow" and table.phase == Phase.TRADE
