"""Scores that only add up are left out of the states: the same expected values as with them, and only where that is so."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve

import verifier as daybreak
from tests.rule_modules import written
from verifier.analysis import odds as module
from verifier.errors import DaybreakError, EngineBug
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.program.totals import total_in_grade
from verifier.results.likely import Likely
from verifier.scenarios.loader import new_scenario
from verifier.search.enclosed_odds import enclosed
from verifier.search.explore import ExploreOptions, explore
from verifier.search.limits import Limits

GAME = '''"""A stall: each day wares are bought for the next one, and somebody may come who pays for them."""
from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, record, require, weight


class Phase(IntEnum):
    BUY = 0
    SELL = 1
    OVER = 2


class Buyer(IntEnum):
    NOBODY = 0
    ONE = 1
    MANY = 2


PAID = (0, 0, 0)


@record
class Stall:
    phase: Phase
    day: Annotated[int, Range(0, 4)]
    wares: Annotated[int, Range(0, 3)]
    coins: Annotated[int, Range(0, 5)]
    score: Annotated[int, Range(0, 200)]


@record
class Town:
    days: Annotated[int, Range(1, 4)]


@record
class Grade:
    sold_out: bool
    score: Annotated[int, Range(0, 200)]


game = Game(name="probe", title="Stall", state=Stall, edition=Town, folder=Path(__file__).parent, ends=(Phase.OVER,))
town = game.edition


@game.setup
def opens(stall: Stall) -> None:
    stall.coins = 3
    stall.score = 2


@game.decision(Phase.BUY)
def buy(stall: Stall, more: Annotated[int, Range(0, 2)]) -> None:
    require(stall.coins >= more and stall.wares + more <= 3, "C-01")
    stall.coins -= more
    stall.wares += more
    stall.phase = Phase.SELL


@game.chance(Phase.SELL, tape="buyers")
def comes(stall: Stall, buyer: Buyer) -> None:
    weight(1 + stall.wares if buyer == Buyer.ONE else 2)
    sold = min(stall.wares, int(buyer))
    stall.wares -= sold
    stall.coins = min(5, stall.coins + sold)
    stall.score += sold * PAID[int(buyer)]
    stall.day += 1
    stall.phase = Phase.OVER if stall.day == town.days else Phase.BUY
    if stall.day == town.days:
        stall.score = 5 + stall.score


@game.grade
def earned(stall: Stall) -> Grade:
    return Grade(sold_out=stall.wares == 0, score=stall.score)
'''
EDITION = '''schema = 1
game = "probe"
name = "plain"
title = "Plain"
[values]
days = { value = 4, status = "assumed", why = "None." }
'''


def stall(folder: Path, *changes: tuple[str, str], paid: str = "(0, 5, 3)") -> Instance:
    """A game of the stall, with some of its text changed."""
    text = GAME.replace("PAID = (0, 0, 0)", f"PAID = {paid}")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "edition-plain.toml").write_text(EDITION, encoding="utf-8")
    game = written(folder, "", declarations=text).game
    return instance_of(new_scenario(game, title="Stall", edition="plain", rulings={}), load(game))


def asked(made: Instance, most: int, monkeypatch: pytest.MonkeyPatch, **more: Any) -> Likely:
    """What the score can be expected to be, in exact fractions for so many states at most."""
    monkeypatch.setattr(module, "EXACT_STATES", most)
    return daybreak.odds(made, **{"expected": "score", "engine": "interpreted", "limits": daybreak.Limits(states=20_000)} | more)


def test_expected_scores_are_those_of_states_that_know_the_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = 0
    for seed in range(8):
        draw = Random(seed)
        (tmp_path / str(seed)).mkdir()
        made = stall(tmp_path / str(seed), paid=str(tuple(draw.randint(0, 12) for _ in range(3))))
        exact, found = asked(made, 250_000, monkeypatch), asked(made, 1, monkeypatch)
        assert exact.exact and exact.low is not None and found.low is not None and found.high is not None
        assert (exact.left_out, found.left_out) == ("", "score") and found.is_known and found.ending == "closed"
        assert found.low <= exact.low <= found.high, seed
        assert found.low == exact.low  # what the decisions come to is worked out in fractions
        for one, other in zip(found.choices, exact.choices, strict=True):
            assert one.event == other.event and one.low <= other.low <= one.high and one.best == other.best
        fewer += found.states < exact.states
        assert (found.lowest, found.highest) == (0, 200)
    assert fewer == 8


def test_compiled_rules_add_up_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = stall(tmp_path)
    found, compiled = asked(made, 1, monkeypatch), asked(made, 1, monkeypatch, engine="native")
    assert found == compiled and compiled.left_out == "score"


@pytest.mark.parametrize(("old", "new"), [
    ("stall.coins >= more and", "stall.coins >= more and stall.score < 40 and"),
    ("weight(1 + stall.wares", "weight(1 + stall.score"),
    ("stall.score = 5 + stall.score", "stall.score = 5"),
    ("stall.score = 5 + stall.score", "stall.score = stall.score + stall.score"),
    ("stall.score = 5 + stall.score", "stall.score = min(90, stall.score + 5)"),
    ("stall.score = 5 + stall.score", "stall.score -= 2"),
    ("stall.coins = min(5, stall.coins + sold)", "stall.coins = min(5, stall.score)"),
    ("score=stall.score)", "score=stall.score + stall.coins)"),
    ("    return Grade(sold_out=stall.wares == 0, score=stall.score)",
     "    if stall.wares == 0:\n        return Grade(sold_out=True, score=0)\n"
     "    return Grade(sold_out=False, score=stall.score)"),
    ("@game.decision(Phase.BUY)",
     "class Seat(IntEnum):\n    LEFT = 0\n    RIGHT = 1\n\n\n@game.rule\ndef whose(stall: Stall) -> Seat:\n"
     "    return Seat.LEFT if stall.score < 9 else Seat.RIGHT\n\n\n@game.decision(Phase.BUY, seat=whose)"),
], ids=["guard", "weight", "set", "itself", "capped", "less", "read", "grade", "branch", "seat"])
def test_what_looks_at_the_score_keeps_it(old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = stall(tmp_path, (old, new))
    assert total_in_grade(made.program, 1) is None
    exact, found = asked(made, 250_000, monkeypatch), asked(made, 1, monkeypatch)
    assert exact.low is not None and found.low is not None and found.high is not None
    assert found.left_out == "" and found.low <= exact.low <= found.high


def test_the_score_of_the_grade_is_found(tmp_path: Path) -> None:
    made = stall(tmp_path)
    found = total_in_grade(made.program, 1)
    assert found is not None and (made.program.slots[found[0]].path, found[1].high) == ("score", 200)
    assert total_in_grade(made.program, 0) is None


def test_a_score_that_leaves_its_range_is_an_error_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = stall(tmp_path, ("score: Annotated[int, Range(0, 200)]", "score: Annotated[int, Range(0, 12)]"))
    with pytest.raises(DaybreakError, match="score"):
        asked(made, 1, monkeypatch)
    made = stall(tmp_path, ("score: Annotated[int, Range(0, 200)]", "score: Annotated[int, Range(0, 2)]"))
    with pytest.raises(DaybreakError, match="score"):
        asked(made, 1, monkeypatch)


def test_play_that_goes_in_a_circle_keeps_the_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may wait for ever scores nothing: that counts as the lowest."""
    waits = ("    stall.phase = Phase.SELL\n", "    stall.phase = Phase.BUY if more == 0 else Phase.SELL\n")
    made = stall(tmp_path, waits)
    exact, found = asked(made, 250_000, monkeypatch), asked(made, 1, monkeypatch)
    assert exact.low is not None and found.low is not None and found.high is not None
    assert found.left_out == "" and found.low <= exact.low <= found.high


def test_a_limit_leaves_bounds_of_states_that_know_the_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = asked(stall(tmp_path), 1, monkeypatch, limits=daybreak.Limits(states=20))
    assert found.left_out == "" and not found.is_known and found.ending == "states"


def test_the_answer_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(asked(stall(tmp_path), 1, monkeypatch).to_text().split())
    assert "without score, which only adds up: no rule of play looks at it" in text


def test_bounds_that_are_too_good_and_gains_that_are_not_there_are_refused(tmp_path: Path) -> None:
    made = stall(tmp_path)
    options = ExploreOptions(open_chance=True, edges=True, total=(made.program.slots.index(next(
        slot for slot in made.program.slots if slot.path == "score")), 0))
    explored = explore(made.native("interpreted"), made.setting, made.start, options, Limits())
    ends, _ = explored.ends()
    worths = np.full(explored.states, -1, dtype=np.int64)
    worths[ends] = 0
    found = enclosed(explored, worths, np.zeros(explored.states, dtype=np.bool_), Limits(), span=198)
    assert found.attained() is not None and found.attained() > Fraction(5)  # type: ignore[operator]
    refused = 0
    for number in np.flatnonzero(found.lost.order).tolist():
        for name, change in (("low", 1), ("high", -1)):
            other = evolve(found.lost, **{name: getattr(found.lost, name).copy()})
            getattr(other, name)[number] += 2 * change
            with pytest.raises(EngineBug, match="DB921"):
                found.process.check(other, Limits())
            refused += 1
    for edge in np.flatnonzero(found.process.gains).tolist():
        number = int(found.process.edges[edge, 0])
        if found.process.decides[number] == 0:  # chance: every edge counts
            gains = found.process.gains.copy()
            gains[edge] -= 1
            with pytest.raises(EngineBug, match="DB921"):
                evolve(found.process, gains=gains).check(found.lost, Limits())
            refused += 1
    assert refused > 60
