"""Pig under best play: against value iteration that knows nothing of the model, and the published odds of the first player."""

from __future__ import annotations

from fractions import Fraction

import pytest

import verifier as daybreak
from tests.games.pig import game
from verifier.analysis import odds as module
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.scenarios.loader import new_scenario
from verifier.search import cyclic_odds

PUBLISHED = 0.5306  # at 100 points


def first_wins(target: int) -> float:
    """How likely who begins wins: what is left to win in a turn, by what both have and what the turn has brought, again and again
    until nothing changes."""
    worth = {(mine, other, turn): 0.0 for mine in range(target) for other in range(target) for turn in range(target - mine)}

    def of(mine: int, other: int, turn: int) -> float:
        return 1.0 if mine + turn >= target else worth[mine, other, turn]

    change = 1.0
    while change > 1e-13:
        change = 0.0
        for mine, other, turn in worth:
            rolled = (1 - of(other, mine, 0) + sum(of(mine, other, turn + eyes) for eyes in range(2, 7))) / 6
            held = 1 - of(other, mine + turn, 0) if turn else 0.0
            best = max(rolled, held)
            change = max(change, abs(best - worth[mine, other, turn]))
            worth[mine, other, turn] = best
    return worth[0, 0, 0]


def table(edition: str) -> Instance:
    return instance_of(new_scenario(game, title=f"Pig to {edition}", edition=edition), load(game))


def test_the_odds_to_ten_points_are_those_of_value_iteration() -> None:
    found = daybreak.odds(table("10"), seats="first", against="rest", engine="interpreted")
    other = daybreak.odds(table("10"), seats="second", against="rest", engine="interpreted")
    assert found.low is not None and other.low is not None and found.exact
    assert float(found.low) == pytest.approx(first_wins(10), abs=1e-9)
    assert found.low + other.low == 1


def test_they_are_between_bounds_that_close_in(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = daybreak.odds(table("10"), seats="first", against="rest", engine="interpreted")
    monkeypatch.setattr(module, "EXACT_STATES", 1)
    limits = daybreak.Limits(states=10_000)
    for seat, value in (("first", exact.low), ("second", 1 - (exact.low or Fraction(0)))):
        found = daybreak.odds(table("10"), seats=seat, against="rest", engine="interpreted", limits=limits)
        assert found.low is not None and value is not None and found.high is not None
        assert found.is_known and not found.exact and found.low <= value <= found.high


def test_bounds_that_take_long_are_said_to_do_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EXACT_STATES", 1)
    monkeypatch.setattr(cyclic_odds, "EDGES_EACH", 1_000)
    exact, limits = first_wins(10), daybreak.Limits(states=10_000)
    for most, is_answered in ((1, False), (70_000, True)):
        monkeypatch.setattr(cyclic_odds, "EDGES_MOST", most)
        found = daybreak.odds(table("10"), seats="first", against="rest", engine="interpreted", limits=limits)
        assert not found.is_known and found.ending == "closed" and "step by step" in found.reason
        assert (found.low is not None) is is_answered
        if found.low is not None and found.high is not None:
            assert found.low < exact < found.high and found.high - found.low < 1
            text = " ".join(found.to_text().split())
            assert "between" in text and "both bounds are rounded outwards at every step" in text and "step by step" in text


@pytest.mark.long
def test_the_odds_to_a_hundred_points_are_the_published_ones() -> None:
    """Of 1,961,190 states, which lead to each other by the hundreds."""
    found = daybreak.odds(table("100"), seats="first", against="rest", engine="native")
    assert found.is_known and found.low is not None and found.states == 1_961_190
    assert round(float(found.low), 4) == PUBLISHED
    assert float(found.low) == pytest.approx(0.530592725, abs=1e-9)
