"""The fewest decisions to the best grade on random graphs, against plain breadth-first search: the same numbers, proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.agreement.test_network_lines import SILENT
from tests.games.network import PLACES, Phase
from tests.games.network.drawn import Drawn, chart_of, drawn, native
from verifier.run.reference import DeadEnd, Impossible, Loops, RanOut, Reference
from verifier.run.setting import Setting
from verifier.search.best import Best
from verifier.search.fewest import fewest_decisions
from verifier.search.limits import Limits
from verifier.search.strategies import best_line

LINES_MOST = 60  # positions on them
WIDTHS = {"as-it-is": None, "width-1": 1, "width-2": 2}


@pytest.fixture(params=WIDTHS.values(), ids=WIDTHS)
def width(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes as they are, or such as drop most of what they find; what lies around a line is looked at in the first only."""
    if request.param is not None:
        monkeypatch.setattr("verifier.search.best.WIDTH_FIRST", request.param)
        monkeypatch.setattr("verifier.search.best.Beam._look_around", lambda *_: None)


def nearest(chart: Drawn) -> tuple[Any, int]:
    """The best grade of an end, and the fewest decisions to one."""
    rests = chart.distances(chart.moves, (0, 0))
    ends = [(chart.grades[at[0]], -away) for at, away in rests.items() if chart.kinds[at[0]] is Phase.OUT]
    grade, away = max(ends, default=(None, 0))
    return grade, -away


def unsaid(chart: Drawn) -> int:
    """After how many decisions, at the least, the deal or chance does not say what follows."""
    rests = chart.distances(chart.moves, (0, 0))
    return min((away for at, away in rests.items() if chart.status(at) in SILENT and chart.kinds[at[0]] is not Phase.CHOOSE),
               default=PLACES)


def lines(chart: Drawn, reference: Reference) -> Iterator[tuple[Any, list[Any]]]:
    """Lines to ends with the grades of these, none through a position twice: of some length at most, and not all of them."""
    waiting: list[tuple[Any, list[Any], frozenset[Any]]] = [(reference.settled(reference.set_up()), [], frozenset())]
    for _ in range(LINES_MOST):
        if not waiting:
            return
        position, line, seen = waiting.pop()
        at = (position.state.at, position.used)
        if chart.kinds[position.state.at] is Phase.OUT:
            yield chart.grades[position.state.at], line
        elif at not in seen:
            for event in reference.legal(position):
                with suppress(Loops, RanOut, Impossible, DeadEnd):
                    after = reference.settled(reference.apply(position, event).after)
                    waiting.append((after, [*line, event], seen | {at}))


def exhausted(reference: Reference, setting: Setting) -> Best:
    """The best line by every state."""
    return best_line(native(), reference, setting, reference.set_up(), bound_is_proved=True, strategy="exhaustive")


def detour(chart: Drawn, reference: Reference, best: Best) -> Best:
    """A best line, perhaps with more decisions than it takes, as a search could have found it."""
    grade, _ = nearest(chart)
    found = [line for worth, line in lines(chart, reference) if worth == grade]
    return evolve(best, line=max([best.line, *found], key=len))


@pytest.mark.parametrize("by_bound", [True, False])
@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(40, 1_000), marks=pytest.mark.long)], ids=len)
def test_a_line_to_the_best_grade_has_the_fewest_decisions(seeds: range, by_bound: bool, width: None) -> None:
    found = Counter[str]()
    for seed in seeds:
        chart, random = drawn(seed), Random(seed)
        edition = chart_of(chart, random, slack=(0, 1, 7)[seed % 3])
        setting = Setting({}, edition, (chart.tape or (),))
        reference = Reference(native().program, setting)
        grade, fewest = nearest(chart)
        if grade is None:
            continue
        best = detour(chart, reference, exhausted(reference, setting))
        if not by_bound:  # and one that does not hold makes no difference
            edition.hope[random.randrange(PLACES)] = 0
        long = len(best.line)
        best, shortest = fewest_decisions(native(), reference, setting, reference.set_up(), best, bound_is_proved=by_bound)
        assert tuple(native().grade_fields(best.grade or 0)) == grade and len(best.line) == fewest, seed
        assert shortest.at_least <= fewest, seed
        # Where nobody knows what follows there could be as good an end, and sooner.
        assert shortest.at_least == fewest or unsaid(chart) < fewest, seed
        position = reference.settled(reference.set_up())
        for event in best.line:
            position = reference.settled(reference.apply(position, event).after)
        assert chart.grades[position.state.at] == grade and chart.kinds[position.state.at] is Phase.OUT
        found.update({"proved": shortest.at_least == fewest, "open": shortest.at_least < fewest, "shorter": long > fewest})
    assert min(found["proved"], found["shorter"]) > len(seeds) // 6 and found["open"] > 0


@pytest.mark.parametrize("most", [1, 3, 5, 8])
def test_a_search_cut_short_proves_nothing_wrong(most: int, width: None) -> None:
    found = Counter[bool]()
    for seed in range(40):
        chart = drawn(seed)
        setting = Setting({}, chart_of(chart, Random(seed), slack=2), (chart.tape or (),))
        reference = Reference(native().program, setting)
        grade, fewest = nearest(chart)
        if grade is None:
            continue
        best = detour(chart, reference, exhausted(reference, setting))
        limits = Limits(states=int(best.search["states"]) + most)
        best, shortest = fewest_decisions(native(), reference, setting, reference.set_up(), best, limits, bound_is_proved=True)
        assert shortest.at_least <= fewest <= len(best.line), seed
        assert shortest.states <= most + 8
        found[len(best.line) > shortest.at_least] += 1
    assert found[True] > 0


def test_a_better_line_on_the_way_is_taken() -> None:
    """Where the best grade is not known, the line in hand may be a worse one: what counts are lines to what is better."""
    better = 0
    for seed in range(60):
        chart = drawn(seed)
        setting = Setting({}, chart_of(chart, Random(seed), slack=7), (chart.tape or (),))
        reference = Reference(native().program, setting)
        rests = chart.distances(chart.moves, (0, 0))
        ends = sorted({chart.grades[at[0]] for at in rests if chart.kinds[at[0]] is Phase.OUT})
        if len(ends) < 2:
            continue
        line = next((line for worth, line in lines(chart, reference) if worth == ends[0] and line), None)
        if line is None:
            continue
        worse = native().grade_number(ends[0])
        before = evolve(exhausted(reference, setting), verdict="best-found", proof=None, grade=worse, line=line, stuck_line=None,
                        dead_ends=None, upper_bound=native().constant("GRADES") - 1)
        after, shortest = fewest_decisions(native(), reference, setting, reference.set_up(), before, bound_is_proved=True)
        grade = tuple(native().grade_fields(after.grade or 0))
        away = [away for at, away in rests.items() if chart.kinds[at[0]] is Phase.OUT and chart.grades[at[0]] >= grade]
        assert len(after.line) == min(away) and shortest.at_least <= min(away), seed
        assert (after.verdict == "optimal") == (after.grade != worse and after.grade == after.upper_bound), seed
        better += after.grade != worse
    assert better > 2
