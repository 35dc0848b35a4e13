"""Nested rollouts: what they say they found, the reference plays; nothing but a bound that is attained is a proof."""

from __future__ import annotations

from functools import cache
from math import exp
from pathlib import Path
from typing import Any

import pytest

import verifier as daybreak
from tests.agreement.test_best_line import reached
from tests.altered_games import altered_game
from tests.bench.measure import dealt
from tests.contract.test_games_with_sides import instance
from tests.games import snake
from verifier.errors import RuleFailed
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.run.control import Rolling
from verifier.run.native import Engine
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario
from verifier.search.best import Best
from verifier.search.limits import Limits, Watch
from verifier.search.rollouts import UNIT, Rollouts, solve_by_rollouts
from verifier.search.strategies import best_line

LONGEST = {2: 2, 3: 4, 4: 7, 5: 13, 6: 26}  # OEIS A099155


@cache
def coiled(dimensions: int) -> Instance:
    return instance(snake, "seven", dimensions=dimensions)


def rolled(made: Instance, states: int, engine: Engine = "native", **options: Any) -> Best:
    return solve_by_rollouts(made.native(engine), made.reference, made.setting, made.start, Limits(states=states), **options)


@pytest.mark.parametrize(("dimensions", "engine", "states"), [
    (2, "interpreted", 200), (3, "interpreted", 500), (4, "interpreted", 5_000), (5, "native", 100_000)])
def test_the_longest_snakes_are_found_and_nothing_is_proved(dimensions: int, engine: Engine, states: int) -> None:
    best = rolled(coiled(dimensions), states, engine)
    assert (best.verdict, best.proof, best.ending) == ("best-found", None, "states")
    assert best.grade == len(best.line) == LONGEST[dimensions]
    assert reached(coiled(dimensions), coiled(dimensions).start, best) == best.grade


def test_a_snake_in_six_dimensions_is_nearly_the_longest() -> None:
    """It takes 80 million decisions to the longest, of 26 edges, and so does play at random that repeats the best line so far."""
    best = rolled(coiled(6), 1_000_000)
    assert best.grade == len(best.line) == LONGEST[6] - 1


@pytest.mark.parametrize("dimensions", [2, 3, 4])
def test_the_published_lengths_are_what_every_state_says(dimensions: int) -> None:
    made = coiled(dimensions)
    best = best_line(made.native("interpreted"), made.reference, made.setting, made.start, bound_is_proved=False,
                     strategy="exhaustive")
    assert (best.verdict, best.grade) == ("optimal", LONGEST[dimensions])


def test_they_find_better_lines_than_random_games_that_learn_nothing() -> None:
    better = worse = 0
    for seed in range(940_201, 940_207):
        made = dealt(seed)
        native = made.native("native")
        best = rolled(made, 300_000, bound_is_proved=made.bound_is_proved)
        rollouts = Rollouts(native, made.setting, native.state(made.reference.settled(made.start)), 2**62)
        rollouts.likely[:] = 1
        rollouts.roll_on(300_000)
        assert best.grade is not None and reached(made, made.start, best) == best.grade
        better += best.grade > rollouts.noted(Rolling.BEST)
        worse += best.grade < rollouts.noted(Rolling.BEST)
    assert better >= 5 and not worse


def test_a_grade_that_equals_the_proved_bound_is_a_proof_and_ends_it() -> None:
    made = dealt(940_205)
    best = rolled(made, 5_000_000, bound_is_proved=True)
    assert (best.verdict, best.proof, best.ending) == ("optimal", "bound-attained", "goal")
    assert best.search["states"] < 5_000_000 and best.grade == best.upper_bound
    highest = made.native("native").constant("GRADES") - 1
    unproved = rolled(made, 100_000, bound_is_proved=False)
    assert unproved.upper_bound == highest and (unproved.verdict == "optimal") is (unproved.grade == highest)


def test_what_is_enough_ends_it_and_proves_nothing() -> None:
    best = rolled(coiled(5), 100_000, enough=8)
    assert (best.verdict, best.ending) == ("best-found", "goal") and best.grade is not None and best.grade >= 8
    assert best.search["states"] < 100_000


def test_a_run_is_the_same_in_both_executions_and_however_it_is_cut_into_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    pieces: tuple[tuple[int, Engine], ...] = ((1, "interpreted"), (1_000, "interpreted"), (7, "native"))
    for most, engine in pieces:
        monkeypatch.setattr(Watch, "_fitting", lambda self, *spent, most=most: (most,))
        best = rolled(coiled(5), 6_000, engine)
        best.search.pop("seconds")
        found.add((best.grade, tuple(best.line), tuple(best.search.items())))
    assert len(found) == 1


def test_levels_grow_and_each_begins_without_preferences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.search.rollouts.TRIES", 3)
    made = coiled(3)
    native = made.native("interpreted")
    rollouts = Rollouts(native, made.setting, native.state(made.reference.settled(made.start)), 2**62)
    games = []
    for _ in range(600):
        rollouts.roll_on(1)
        levels, played = (rollouts.noted(each) for each in (Rolling.LEVELS, Rolling.GAMES))
        if len(games) < levels - 1:
            games.append(played)
            assert not rollouts.policies.any()
    assert games[:3] == [0, 9, 9 + 27]
    assert rollouts.policies[1].any()


def test_what_is_preferred_is_likelier_by_its_exponential() -> None:
    made = coiled(2)
    native = made.native("interpreted")
    rollouts = Rollouts(native, made.setting, native.state(made.start), 2**62)
    assert rollouts.likely[0] == 2**16 and abs(rollouts.likely[UNIT] / 2**16 - exp(-1)) < 1e-4 and rollouts.likely.min() == 1


@pytest.mark.parametrize("bound", ["river.gold", "min(6, river.gold + 2 * left)"])
def test_a_line_that_exceeds_the_bound_shows_that_it_is_none(bound: str, tmp_path: Path) -> None:
    text = "most = min(6, river.gold + 2 * left)"
    program = load(altered_game("tests.games.crossing", tmp_path, {"__init__.py": (text, f"most = {bound}")}))
    made = instance_of(new_scenario(program.game, title="crossing", deal=Deal(3)), program)
    if bound != "river.gold":
        assert rolled(made, 500, "interpreted", bound_is_proved=True).line
        return
    with pytest.raises(RuleFailed) as raised:
        rolled(made, 500, "interpreted", bound_is_proved=True)
    assert raised.value.code == "DB407"


def test_whoever_interrupts_keeps_the_best_line(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(1000))

    def ending(self: Watch, states: int, done: int) -> None:
        if next(calls) == 40:
            raise KeyboardInterrupt

    monkeypatch.setattr(Watch, "ending", ending)
    best = rolled(coiled(4), 10_000, "interpreted")
    assert (best.verdict, best.ending) == ("best-found", "interrupted") and best.line


def test_solve_takes_it_by_its_name() -> None:
    found = daybreak.solve(coiled(4), strategy="rollouts", limits=Limits(states=5_000), engine="interpreted")
    assert str(found.verdict) == "best-found" and found.grade == {"edges": 7} and found.search["playouts"] > 100
