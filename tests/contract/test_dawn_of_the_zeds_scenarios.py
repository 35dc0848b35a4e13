"""The scenarios that ship with Dawn of the Zeds: each loads, and shows what its comment says."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds import game
from daybreak_games.dawn_of_the_zeds.pieces import Unit
from daybreak_games.dawn_of_the_zeds.state import Phase, Town
from tests.contract.dawn_of_the_zeds_tables import where, zeds
from verifier.errors import BadInput
from verifier.instance import Instance, load_instance
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.registry import Games

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "dawn-of-the-zeds"
GAMES = Games([EntryPoint("dawn-of-the-zeds", "daybreak_games.dawn_of_the_zeds:game", "daybreak.games")])  # read once


@pytest.fixture(autouse=True)
def this_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.registry._found", lambda: GAMES)


def played(name: str, *decisions: str) -> Town:
    """The table of a scenario that ships after some decisions and all that follows from them, as dealt."""
    return played_file(SCENARIOS / f"{name}.toml", *decisions)


def played_file(path: Path, *decisions: str) -> Town:
    """The same of any scenario."""
    start: Instance = load_instance(path)
    position, left = start.start, list(decisions)
    while True:
        kind = start.reference.kind(position)
        if kind == END or kind == DECISION and not left:
            state: Town = position.state
            return state
        event = start.program.event_by_text[left.pop(0)] if kind == DECISION else \
            start.reference.dealt(position) if kind == CHANCE else start.reference.events(position)[0]
        position = start.reference.apply(position, event).after


@pytest.mark.parametrize("name", [path.stem for path in sorted(SCENARIOS.glob("*.toml"))])
def test_every_scenario_begins(name: str) -> None:
    assert played(name).phase not in (Phase.WON, Phase.LOST)


@pytest.mark.parametrize("name", [path.stem for path in sorted((SCENARIOS / "clauses").glob("*.toml"))])
def test_every_scenario_of_a_clause_comes_to_a_decision_or_an_end(name: str) -> None:
    assert played(f"clauses/{name}").act == 5


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("readings/*.toml")), ids=lambda path: str(path.stem))
def test_readings_are_measured_from_starts_that_are_not_over(path: Path) -> None:
    start = load_instance(path)
    assert start.reference.kind(start.start) != END and not start.has_deal


def test_e7_the_village_is_attacked() -> None:
    town = played("e7", "end-actions")
    assert not town.defiant[Unit.CIVILIANS_1]


def test_e8_the_zed_came_and_moved() -> None:
    assert zeds(played("e8")) == {"forest-6": "4/2"}


def test_e9_the_weaker_stays_behind() -> None:
    assert zeds(played("e9")) == {"forest-4": "3/2", "forest-3": "5/3 4/2", "forest-2": "6/3"}


def test_e10_the_weaker_goes_farther_back() -> None:
    town = played("e10", "move hunt forest-3", "accept-roll", "share-hit first", "share-hit second")
    assert zeds(town) == {"forest-4": "5/3' 4/2", "forest-5": "3/2'"}


def test_e12_nobody_is_left() -> None:
    town = played("e12", "move civilians-1 forest-2")
    assert zeds(town) == {} and where(town, "civilians-1") == "forest-1"


def test_nobody_fires_through_town_center() -> None:
    start = load_instance(SCENARIOS / "clauses" / "no-shot-through-town-center.toml")
    shots = {event.text for event in start.reference.legal(start.start) if event.text.startswith("fire ")}
    through = start.program.event_by_text["fire hunt suburbs-0 first"]
    assert shots == {"fire hunt highway-2 first"} and start.reference.forbidden_by(start.start, through) == "DZ-N07"


def test_a_beaten_defender_passes_a_full_space() -> None:
    town = played("clauses/no-room-for-a-beaten-defender")
    assert where(town, "civilians-7") == "forest-1"


def test_a_beaten_attacker_passes_a_full_space() -> None:
    town = played("clauses/no-room-for-a-beaten-attacker")
    assert where(town, "schmidt") == "forest-1"


def test_contagion_leaves_a_zed() -> None:
    """The Civilians are eliminated in the Forest's first activation; in its second both Zeds of their space move on."""
    town = played("clauses/contagion-leaves-a-zed")
    assert where(town, "civilians-1") == "cemetery"
    assert zeds(town) == {"forest-2": "9/4 5/3", "forest-5": "4/2", "highway-start": "4/3"}


def test_of_equally_strong_zeds_the_players_choose() -> None:
    assert zeds(played("clauses/room-for-one-of-equals", "first-goes second")) == {"forest-4": "5/4", "forest-3": "5/3 4/2"}


def test_pressure_moves_the_nearest_of_equals() -> None:
    town = played("clauses/the-nearest-of-equals", "press forest-4")
    assert zeds(town) == {"forest-3": "4/2 3/2", "mountain-5": "7/4", "highway-3": "7/5"}


def test_without_a_fate_card_no_track_is_fated() -> None:
    assert zeds(played("clauses/no-fate-card-is-left")) == {"forest-1": "5/3"}


def test_what_luck_can_do_is_not_asked_of_a_deal(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("check", str(SCENARIOS / "back-and-forth.toml"), "--property", "no-chance-cycle")
    assert ran.code == 150 and "DB509" in ran.err and "take --chance open" in ran.err


@pytest.mark.parametrize(("choice", "verdict", "code"), [
    ("back-and-forth", "refuted", 12), pytest.param("past-them", "proved", 0, marks=pytest.mark.long)])
def test_dz_29_retreats_back_and_forth_have_no_end(choice: str, verdict: str, code: int, daybreak: Callable[..., Any],
                                                   tmp_path: Path) -> None:
    """Every combat of the round is lost in the same way, and every Hit is resisted: luck alone can end it."""
    path = tmp_path / "own.toml"
    text = (SCENARIOS / "back-and-forth.toml").read_text()
    path.write_text(text.replace("[deal]", f'[rulings]\nDZ-29 = "{choice}"\n\n[deal]'))
    ran = daybreak("check", str(path), "--chance", "open", "--property", "no-chance-cycle", "--json", "--engine", "interpreted")
    row = json.loads(ran.out)["properties"][0]
    assert (ran.code, row["verdict"]) == (code, verdict)
    if row["repeats"]:
        again = [each["event"] for each in row["events"]][-row["repeats"]:]
        assert again.count("units-retreat") == again.count("engage") == 2

# -- what users write ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "old", "new", "hits", "left"), [
    ("melee_zeds", "[2, 2, 2, 3, 4, 4, 5]", "[1, 1, 1, 1, 1, 1, 1]", ["first"], {"forest-4": "5/3' 4/2", "forest-5": "3/2"}),
    ("zed_hits_full", "value = 3", "value = 1", ["first", "second"], {"forest-4": "4/2 5/3-", "forest-5": "3/2-"}),
])
def test_an_edition_of_the_users_with_another_table(tmp_path: Path, table: str, old: str, new: str, hits: list[str],
                                                    left: dict[str, str]) -> None:
    edition = (game.folder / "edition-third-party-data.toml").read_text()
    before, head, rest = edition.partition(f"[values.{table}]\n")
    (tmp_path / "mine.toml").write_text(before + head + rest.replace(old, new, 1))
    scenario = tmp_path / "e10.toml"
    scenario.write_text((SCENARIOS / "e10.toml").read_text().replace('"third-party-data"', '"mine.toml"'))
    town = played_file(scenario, "move hunt forest-3", "accept-roll", *(f"share-hit {which}" for which in hits))
    assert zeds(town) == left


@pytest.mark.parametrize(("old", "new", "problem"), [
    ('dice = ["6", "6"]', 'dice = ["6", "7"]', 'DB204 expected an outcome, got "7" @ $.deal.dice[1]; known: 1, 2, 3, 4, 5, 6'),
    ('dice = ["6", "6"]', 'dice = ["6", 5]',
     'DB223 5 without quotes is a number to draw by, not the outcome "5" @ $.deal.dice[1]; write "5"'),
    ('dice = ["6", "6"]', 'dice = ["0"]', 'DB204 expected an outcome, got "0" @ $.deal.dice[0]; known: 1, 2, 3, 4, 5, 6'),
    ('seed = 1', 'seed = 1\ncup = ["6/5"]', 'DB204 expected a zed kind, got "6/5" @ $.deal.cup[0]; did you mean '),
    ('forest-4 = ["4/2", "none"]', 'forest-4 = ["9/4", "9/4"]', "DB221 "),
    ('forest-4 = ["4/2", "none"]', 'forest-7 = ["4/2", "none"]',
     'DB204 expected a place, got "forest-7" @ $.start.zeds.forest-7; did you mean '),
    ('hunt = {', 'piazza = { at = "forest-2" }\nschmidt = { at = "forest-2" }\nhunt = {', "DB221 "),
])
def test_what_cannot_be_is_refused_by_name(tmp_path: Path, old: str, new: str, problem: str) -> None:
    text = (SCENARIOS / "e10.toml").read_text()
    assert text.count(old) == 1
    (tmp_path / "odd.toml").write_text(text.replace(old, new))
    with pytest.raises(BadInput) as caught:
        load_instance(tmp_path / "odd.toml")
    told, = map(str, caught.value.problems)
    assert told.startswith(problem), told


def test_nobody_is_on_a_space_that_the_map_lacks(tmp_path: Path) -> None:
    text = (SCENARIOS / "back-and-forth.toml").read_text()
    for old, new in (('{ at = "mountain-2" }', '{ at = "mountain-3" }'), ("mountain-2 = [", "mountain-3 = [")):
        assert text.count(old) == 1
        (tmp_path / "odd.toml").write_text(text.replace(old, new))
        with pytest.raises(BadInput) as caught:
            load_instance(tmp_path / "odd.toml")
        assert str(caught.value.problems[0]).startswith("DB221 ")
