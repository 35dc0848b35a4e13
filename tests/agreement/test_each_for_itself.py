"""Seats that play for themselves, beside what is known of games from elsewhere."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from collections.abc import Callable
from importlib.metadata import EntryPoint
from math import sqrt
from typing import Any

import pytest

import verifier as daybreak
from tests.only_games import install_only
from verifier.errors import BadInput
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.registry import Games
from verifier.results.played_out import PolicyRow
from verifier.scenarios.loader import new_scenario

# How likely crosses win, noughts win and nobody does where both play at random: 737, 363 and 160 of 1,260.
AT_RANDOM = {2: 737 / 1260, 0: 363 / 1260, 1: 160 / 1260}


def table(name: str, edition: str = "plain") -> Instance:
    game = importlib.import_module(f"tests.games.{name}").game
    return instance_of(new_scenario(game, title="x", edition=edition), load(game))


def row(instance: Instance, policy: str, games: int, simulations: int = 100, engine: str = "native") -> PolicyRow:
    found = daybreak.play_out(instance, policies=[policy], seeds=range(1, games + 1), simulations=simulations, objective="seat",
                              engine=engine)
    assert found.ending == "played" and found.objective == "seat"
    return found.policies[0]


def test_noughts_and_crosses_at_random() -> None:
    """As the probabilities are that are published for it."""
    games = 2_000
    found = Counter(game.outcomes["cross"] for game in row(table("noughts"), "random", games).games)
    for outcome, likely in AT_RANDOM.items():
        assert abs(found[outcome] / games - likely) < 4 * sqrt(likely * (1 - likely) / games)


def test_noughts_and_crosses_is_drawn_by_who_thinks() -> None:
    found = row(table("noughts"), "uct", 50, 2_000)
    assert all(game.outcomes == {"cross": 1, "nought": 1} and game.decisions == 9 for game in found.games)
    assert found.seats["cross"].at == found.seats["nought"].at == 1


def test_whoever_begins_wins_nim() -> None:
    """Heaps of 3, 4 and 5 are no zero position (C. Bouton, 1901)."""
    found = row(table("heaps", "nim"), "uct", 12, 60_000)
    assert found.seats["first"].at == 1 and all(game.outcomes == {"first": 1, "second": 0} for game in found.games)


@pytest.mark.parametrize(("edition", "seeker"), [("plain", 0.5), ("glass", 1.0), ("both", 1.0)])
def test_a_coin_that_one_hides_and_the_other_seeks(edition: str, seeker: float) -> None:
    """Half of the time, since neither can know what the other does; always, where the seeker may look or lift both cups."""
    games = 100
    found = row(table("cups", edition), "uct", games, 256, "interpreted")
    assert abs(found.seats["seeker"].at - seeker) <= 4 * sqrt(seeker * (1 - seeker) / games)
    assert found.seats["seeker"].at + found.seats["hider"].at == pytest.approx(1)


def test_engines_and_threads_change_no_game() -> None:
    asked = {"policies": ["uct"], "seeds": range(1, 5), "simulations": 30, "objective": "seat"}
    one = daybreak.play_out(table("noughts"), **asked, engine="native", threads=1)
    assert daybreak.play_out(table("noughts"), **asked, engine="native", threads=3).policies == one.policies
    assert daybreak.play_out(table("noughts"), **asked, engine="interpreted").policies == one.policies


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("noughts", "klondike")
    install_only(monkeypatch, Games([EntryPoint(name, f"tests.games.{name}:game", "daybreak.games") for name in names]))


def test_what_is_said(installed: None, daybreak: Callable[..., Any]) -> None:
    asked = ("play-out", "noughts", "--objective", "seat", "--deals", "20", "--simulations", "50", "--engine", "interpreted")
    ran = daybreak(*asked)
    text = " ".join(ran.out.split())
    assert ran.code == 0
    for part in ("What the end is worth to each seat", "each for itself", "from 0, the worst, to 2", "cross", "nought", "random",
                 "each seat for itself"):
        assert part in text
    assert " won " not in text  # the game has no grade
    found = json.loads(daybreak(*asked, "--json").out)
    assert found["best_outcome"] == 2 and found["policies"][1]["seats"]["cross"]["at"] > 0


def test_what_is_refused(installed: None) -> None:
    with pytest.raises(BadInput, match="DB586"):
        daybreak.play_out("klondike", objective="seat")
    with pytest.raises(BadInput, match="DB505.*greedy aims at what is good for all"):
        daybreak.play_out("noughts", objective="seat", policies=["greedy"])
    with pytest.raises(BadInput, match="DB520.*add --objective seat"):
        daybreak.play_out("noughts")
