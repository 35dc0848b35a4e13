"""The scenarios that ship with Dawn of the Zeds: each loads, and shows what its comment says."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from models.dawn_of_the_zeds.pieces import Unit
from models.dawn_of_the_zeds.state import Phase, Town
from tests.contract.dawn_of_the_zeds_tables import where, zeds
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.prepared import Prepared, prepare
from verifier.registry import Games

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "dawn-of-the-zeds"


@pytest.fixture(autouse=True)
def this_game(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games([EntryPoint("dawn-of-the-zeds", "models.dawn_of_the_zeds:game", "daybreak.games")])
    monkeypatch.setattr("verifier.prepared.installed", lambda: games)


def played(name: str, *decisions: str) -> Town:
    """The table of a scenario after some decisions and all that follows from them, as dealt."""
    start: Prepared = prepare(SCENARIOS / f"{name}.toml")
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


@pytest.mark.parametrize(("choice", "verdict", "code"), [("back-and-forth", "refuted", 12), ("past-them", "proved", 0)])
def test_dz_29_retreats_back_and_forth_have_no_end(choice: str, verdict: str, code: int, daybreak: Callable[..., Any],
                                                   tmp_path: Path) -> None:
    """Every combat of the round is lost in the same way, and every Hit is resisted: luck alone can end it."""
    path = tmp_path / "own.toml"
    text = (SCENARIOS / "back-and-forth.toml").read_text()
    path.write_text(text.replace("[deal]", f'[rulings]\nDZ-29 = "{choice}"\n\n[deal]'))
    ran = daybreak("check", str(path), "--chance", "open", "--property", "no-round-of-luck", "--json", "--engine", "interpreted")
    row = json.loads(ran.out)["properties"][0]
    assert (ran.code, row["verdict"]) == (code, verdict)
    if row["repeats"]:
        again = [each["event"] for each in row["events"]][-row["repeats"]:]
        assert again.count("units-retreat") == again.count("engage") == 2
