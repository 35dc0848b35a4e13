"""Every strategy of the registry gives the best grade that every other gives, and a line to it; cut short, none is a proof."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import evolve

from tests.agreement.test_best_line import reached, starts
from verifier.analysis.choices import EngineChoice, Goal
from verifier.analysis.solve import Request, solution
from verifier.errors import EngineBug
from verifier.instance import Instance, load_instance
from verifier.run.native import Engine
from verifier.run.reference import Position
from verifier.search import exhaustive
from verifier.search.limits import Limits
from verifier.search.strategies import CLOSING, DEFAULT, STRATEGIES, best_line

SCENARIOS = Path("scenarios")
SMALL = [SCENARIOS / "until-dawn" / f"{name}.toml" for name in ("small-lost", "small-perfect", "reshuffle")]
FIGHTS = [SCENARIOS / "dawn-of-the-zeds" / f"{name}.toml" for name in ("skirmish", "e5")]


@cache
def late_positions() -> list[tuple[int, Instance, Position]]:
    return starts(8)


def test_there_are_several() -> None:
    assert len(STRATEGIES) > 1 and DEFAULT in STRATEGIES


def test_all_agree_on_late_positions_of_until_dawn() -> None:
    grades = set()
    for _, instance, start in late_positions():
        found = {name: best_line(instance.native("native"), instance.reference, instance.setting, start,
                                 bound_is_proved=instance.bound_is_proved, strategy=name) for name in CLOSING}
        assert {best.verdict for best in found.values()} == {"optimal"}
        assert all(one.grade == other.grade for one, other in pairwise(found.values()))
        assert all(reached(instance, start, best) == best.grade for best in found.values())
        grades.add(found[DEFAULT].grade)
    assert len(grades) > 3


@pytest.mark.parametrize(("path", "engine"), [
    *((path, "native") for path in SMALL), *((path, "interpreted") for path in FIGHTS),
    *(pytest.param(path, "native", marks=pytest.mark.long) for path in FIGHTS),  # to compile its searches takes minutes
], ids=lambda value: value if isinstance(value, str) else value.stem)
def test_all_agree_on_scenarios(path: Path, engine: Engine) -> None:
    instance = load_instance(path)
    found = {name: best_line(instance.native(engine), instance.reference, instance.setting, instance.start,
                             Limits(states=300_000), bound_is_proved=instance.bound_is_proved, strategy=name)
             for name in CLOSING}
    proved = {best.grade for best in found.values() if best.verdict == "optimal"}
    assert len(proved) == 1, "no strategy settles it, or two disagree"
    for best in found.values():
        assert best.grade is None or best.grade <= max(grade for grade in proved if grade is not None)
        assert best.grade is None or reached(instance, instance.start, best) == best.grade


def asked(strategy: str, states: int = 30_000) -> Request:
    return Request(Goal.BEST, EngineChoice.NATIVE, Limits(states=states), strategy=strategy)


def test_who_found_the_line_is_said() -> None:
    """One that searches in one way alone found it so, or around a line found so; a portfolio says which of its ways it was."""
    ways = {"exhaustive": {"exhaustive"}, "depth-first": {"exhaustive", "repair"}, "rollouts": {"rollouts", "repair"},
            "beam": {"beam", "playouts", "repair"}, "best-first": {"best-first", "playouts", "repair"},
            DEFAULT: {"beam", "best-first", "playouts", "repair"}}
    assert set(ways) == set(STRATEGIES)
    found = {name: {solution(load_instance(path), asked(name)).found_by for path in SMALL} - {""} for name in STRATEGIES}
    assert all(found[name] <= ways[name] for name in STRATEGIES), found
    assert len(set().union(*found.values())) > 3, "several ways find lines"
    nothing = solution(load_instance(SMALL[0]), asked("exhaustive", states=1))
    assert nothing.grade is None and nothing.found_by == ""


def test_no_line_around_one_that_is_proved_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """Depth-first, lines are made shorter behind the proof: one that is better refutes it."""
    found = solution(load_instance(SMALL[0]), asked("depth-first"))
    assert found.verdict == "optimal" and found.grade is not None
    right = exhaustive.shortened
    monkeypatch.setattr(exhaustive, "shortened", lambda *given: evolve(right(*given), worth=given[4] + 1))
    with pytest.raises(EngineBug, match="DB905"):
        solution(load_instance(SMALL[0]), asked("depth-first"))


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_search_that_is_cut_short_proves_nothing(name: str) -> None:
    proofs = 0
    for _, instance, start in late_positions()[:4]:
        whole = best_line(instance.native("native"), instance.reference, instance.setting, start, bound_is_proved=False,
                          strategy="exhaustive")
        for states in (1, 10, 100, 1_000, 10_000):
            best = best_line(instance.native("native"), instance.reference, instance.setting, start, Limits(states=states),
                             bound_is_proved=instance.bound_is_proved, strategy=name)
            assert whole.grade is not None and best.upper_bound >= whole.grade
            assert best.verdict != "optimal" or best.grade == whole.grade
            proofs += best.verdict == "optimal"
    assert (0 < proofs or name not in CLOSING) and proofs < 20
