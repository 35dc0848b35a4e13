"""The starts that ship exercise every reading of our games, but those where z3 proves that no position differs."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import verifier
from verifier.analysis.choices import EngineChoice
from verifier.analysis.reading_effects import Request, measured
from verifier.results.effects import Witness

SCENARIOS = Path(__file__).parents[2] / "scenarios"
NOWHERE = {"dawn-of-the-zeds": {"DZ-21"}, "until-dawn": {"UD-50"}}  # by their reports


@pytest.mark.long
@pytest.mark.parametrize(("game", "states"), [("dawn-of-the-zeds", 1), ("until-dawn", 1_000)])
def test_every_reading_is_exercised_from_some_start(game: str, states: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.analysis.reading_example.witness", lambda *_: Witness(0, 0, False, ()))
    starts = tuple(sorted((SCENARIOS / game / "readings").glob("*.toml")))
    found = measured(Request(game, [], 100, 1, states, 0, 0, None, [], None, EngineChoice.NATIVE, further=starts))
    assert {reading.id for reading in found.readings if reading.is_idle} == NOWHERE[game]
    assert not [effect for reading in found.readings for each in reading.starts for effect in each.effects
                if effect.is_idle and effect.changed]


@pytest.mark.parametrize(("choice", "at"), [("backs-up", "mountain-3"), ("stays", "mountain-4")])
def test_traps_that_eliminate_the_only_zeds_are_met_from_a_start(choice: str, at: str) -> None:
    """Of the readings, only DZ-73 is exercised neither by deals nor from the other starts."""
    document = tomllib.loads((SCENARIOS / "dawn-of-the-zeds" / "readings" / "traps.toml").read_text())
    here = verifier.start(verifier.scenario({**document, "deal": {"seed": 4}, "rulings": {"DZ-73": choice}}))
    while "spring-traps" not in here.legal():
        here = here.after(here.legal()[0])
    after = here.after("spring-traps").state
    assert after["units"]["johnson"]["at"] == at and "mountain-4" not in after["zeds"]
