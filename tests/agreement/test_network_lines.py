"""The best line and the quickest loss on random graphs, against the textbook's: the same grades and distances, proofs."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from tests.games.network import NOWHERE, PLACES, WAYS, Phase
from tests.games.network.drawn import At, Drawn, Worth, chart_of, drawn, native
from verifier.lang.bounds import BOUND_HOLDS
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.search.best import Beam, solve_best
from verifier.search.frontier import Frontier
from verifier.search.limits import Limits
from verifier.search.loss import quickest_loss
from verifier.symbolic.prove.induction import Induction

SEEDS = range(40)
DEFERRING = (44, 162, 175, 279)  # where beams that are cut short have what is best among what safe decisions deferred
SILENT = ("ran-out", "impossible", "dead-end")


SEARCHES = {"as-it-is": (None, "portfolio"), "width-1": (1, "beam"), "width-2": (2, "beam"), "in-turns": (1, "portfolio"),
            "best-first": (1, "best-first")}


@pytest.fixture(params=SEARCHES.values(), ids=SEARCHES)
def width(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int | None:
    """Searches as they are; beams alone that drop most of what they find or make no progress, and shake estimates, without random
    games; the same in turns with best-first search, state by state; and that alone.
    """
    width, ways = request.param
    if width is not None:
        monkeypatch.setattr("verifier.search.best.TURN", 1)
        monkeypatch.setattr("verifier.search.best_first.BATCH", 1)
        monkeypatch.setattr("verifier.search.best.WIDTH_FIRST", width)
        monkeypatch.setattr("verifier.search.best.LONG_PASS", 0)
        monkeypatch.setattr("verifier.search.best.STAGE_DECISIONS", 1)
        monkeypatch.setattr("verifier.search.best.Beam._take_played", lambda *_: None)
        monkeypatch.setitem(solve_best.__kwdefaults__, "ways", ways)
    return width


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(40, 1_000), marks=pytest.mark.long)], ids=len)
def test_the_best_line_is_the_best_end(seeds: range, width: int | None) -> None:
    proved = left = of_ends = 0
    for seed in seeds:
        chart, slack = drawn(seed), (0, 1, 7)[seed % 3]
        setting = Setting({}, chart_of(chart, Random(seed), slack=slack), (chart.tape or (),))
        reference = Reference(native().program, setting)
        best = solve_best(native(), reference, setting, reference.set_up())
        rests = chart.distances(chart.moves, (0, 0))
        ends = [chart.grades[at[0]] for at in rests if chart.kinds[at[0]] is Phase.OUT]
        silent = {chart.status(at) if chart.status(at) != "dead-end" else chart.kinds[at[0]] for at in rests
                  if chart.status(at) in SILENT}
        if best.grade is None:
            assert not ends and best.verdict == ("proved" if silent <= {Phase.CHOOSE} else "unknown"), seed
            assert (best.dead_ends or 0) == sum(chart.status(at) == "dead-end" for at in rests) or best.verdict == "unknown", seed
            continue
        assert tuple(native().grade_fields(best.grade)) == max(ends), seed
        assert best.verdict == "optimal" or silent, seed
        assert best.verdict != "proved" or could_be_better(chart, setting.edition, max(ends)) == {Phase.CHOOSE}, seed
        of_ends += best.verdict == "proved"
        assert best.verdict != "optimal" or not could_be_better(chart, setting.edition, max(ends)), seed
        proved, left = proved + (best.verdict == "optimal"), left + bool(could_be_better(chart, setting.edition, max(ends)))
        position = reference.settled(reference.set_up())
        for event in best.line:
            position = reference.settled(reference.apply(position, event).after)
        assert chart.grades[position.state.at] == max(ends) and chart.kinds[position.state.at] is Phase.OUT
    assert proved > len(seeds) // 3 and left > len(seeds) // 20 and of_ends > 0


@pytest.mark.parametrize("seed", range(20))
def test_a_pass_is_bound_by_the_most_that_it_drops(seed: int) -> None:
    random, beam = np.random.default_rng(seed), Beam.__new__(Beam)
    bounds, score = random.integers(0, 50, 30), random.random(30)
    hopeful = bounds > 5
    beam.passes = cast(Frontier, SimpleNamespace(is_hopeful=lambda numbers: hopeful[numbers], bounds=bounds, score=score))
    beam.width, beam.shake, beam.random = 4, (0.0, 1.0)[seed % 2], random
    picks, most = beam._choose(np.arange(30))
    dropped = set(np.flatnonzero(hopeful).tolist()) - set(picks.tolist())
    assert len(picks) == 4 and most == max(bounds[number] for number in dropped)


@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 60), marks=pytest.mark.long)], ids=len)
def test_z3_proves_the_bound_where_it_is_one_and_only_there(seeds: range) -> None:
    found = Counter[bool]()
    for seed in seeds:
        chart, random = drawn(seed), Random(seed)
        edition = chart_of(chart, random, slack=random.randrange(2))
        place = random.randrange(PLACES)
        edition.hope[place] = random.choice((edition.hope[place], 0))
        induced = Induction(native().program, Setting({}, edition)).prove([BOUND_HOLDS])[BOUND_HOLDS]
        assert induced.proved == is_bound(chart, edition), seed
        found[induced.proved] += 1
    assert min(found[True], found[False]) >= len(seeds) // 4


def is_bound(chart: Drawn, edition: Any) -> bool:
    """Whether no way leads to a place that promises more than where it begins, nor to an end worth more than it promises."""
    def promised(place: int) -> Worth:
        return int(edition.may_be_safe[place]), edition.hope[place]

    begins = range(PLACES - 1)
    if any(PLACES - 1 in chart.ways(place) for place in begins):  # otherwise nobody ever is at the last place
        begins = range(PLACES)
    return all(promised(place) >= promised(lead) and (chart.kinds[lead] is not Phase.OUT or promised(lead) >= chart.grades[lead])
               for place in begins for lead in chart.ways(place))


def could_be_better(chart: Drawn, edition: Any, highest: Worth) -> set[Any]:
    """Where something better than the best end could be, for all that the bound says: what the deal or the rules say nothing of.

    Of dead ends, the phases.
    """
    def promising(at: At) -> bool:
        return (edition.may_be_safe[at[0]], edition.hope[at[0]]) > highest

    def moves(at: At) -> list[At]:
        return chart.moves(at) if promising(at) else []

    start = chart.settled((0, 0))
    assert start is not None
    return {chart.kinds[at[0]] if chart.status(at) == "dead-end" else chart.status(at) for at in chart.distances(moves, start)
            if chart.status(at) in ("ran-out", "impossible") or (chart.status(at) == "dead-end" and promising(at))}


@pytest.mark.parametrize("seeds", [range(80), pytest.param(range(80, 1_000), marks=pytest.mark.long)], ids=len)
def test_the_quickest_loss_is_the_nearest_losing_end(seeds: range, width: int | None) -> None:
    verdicts: dict[str, int] = {}
    sooner = 0  # charts where the deal is silent a decision before the nearest loss: there it could be lost sooner, just
    for seed in seeds:
        chart = drawn(seed)
        setting = Setting({}, chart_of(chart, Random(seed)), (chart.tape or (),))
        reference = Reference(native().program, setting)
        loss = quickest_loss(native(), setting, reference.set_up())
        rests = chart.distances(chart.moves, (0, 0))
        losses = [away for at, away in rests.items() if chart.kinds[at[0]] is Phase.OUT and not chart.grades[at[0]][0]]
        # What the deal or the rules do not say could be a loss: at once, or with the decision that is missing.
        silent = [away + (chart.status(at) == "dead-end" and chart.kinds[at[0]] is Phase.CHOOSE) for at, away in rests.items()
                  if chart.status(at) in SILENT]
        verdicts[loss.verdict] = verdicts.get(loss.verdict, 0) + 1
        if losses:
            expected = "optimal" if min(losses) <= min(silent, default=PLACES) else "best-found"
            assert (loss.verdict, len(loss.line)) == (expected, min(losses)), seed
            unsaid = [away for at, away in rests.items() if chart.status(at) in ("ran-out", "impossible")]
            sooner += min(unsaid, default=0) == min(losses) - 1 > 0
        else:
            assert not loss.line and loss.verdict == ("unknown" if silent else "proved"), seed
    assert verdicts.keys() == {"optimal", "best-found", "proved", "unknown"} and sooner > 0


@pytest.mark.parametrize("first", [Phase.PASS, Phase.OUT])
@pytest.mark.parametrize("worth", [(0, 0), (0, 7), (1, 0), (1, 7)])
def test_a_start_at_which_nobody_decides_any_more(first: Phase, worth: Worth) -> None:
    """What it is worth is all there is: a loss with no decision, or none."""
    leads = [[1, NOWHERE, NOWHERE], *[[NOWHERE] * WAYS for _ in range(PLACES - 1)]]
    chart = Drawn([first, *[Phase.OUT] * (PLACES - 1)], leads, [[0] * WAYS for _ in range(PLACES)], [worth] * PLACES, ())
    setting = Setting({}, chart_of(chart, Random(0)), ((),))
    reference = Reference(native().program, setting)
    loss = quickest_loss(native(), setting, reference.set_up())
    assert (loss.verdict, loss.line) == ("proved" if worth[0] else "optimal", [])
    assert loss.grade is None if worth[0] else tuple(native().grade_fields(loss.grade or 0)) == worth
    best = solve_best(native(), reference, setting, reference.set_up())
    assert best.verdict == "optimal" and not best.line and tuple(native().grade_fields(best.grade or 0)) == worth


@pytest.mark.parametrize("most", [1, 4, 12, 30])
def test_a_search_for_lines_cut_short_proves_nothing_wrong(most: int, width: int | None) -> None:
    verdicts = set()
    for seed in (*SEEDS[::4], *DEFERRING):
        chart = drawn(seed)
        setting = Setting({}, chart_of(chart, Random(seed), slack=2), (chart.tape or (),))
        reference = Reference(native().program, setting)
        rests = chart.distances(chart.moves, (0, 0))
        ends = [at for at in rests if chart.kinds[at[0]] is Phase.OUT]
        best = solve_best(native(), reference, setting, reference.set_up(), Limits(states=most))
        highest = max((chart.grades[at[0]] for at in ends), default=(-1,))
        assert best.upper_bound < 0 and not ends or tuple(native().grade_fields(best.upper_bound)) >= highest, seed
        assert best.verdict not in ("optimal", "proved") or best.grade is None and not ends or (
            tuple(native().grade_fields(best.grade)) == highest), seed
        loss = quickest_loss(native(), setting, reference.set_up(), Limits(states=most))
        nearest = min((rests[at] for at in ends if not chart.grades[at[0]][0]), default=PLACES)
        assert loss.fewest <= nearest or loss.verdict == "proved", seed
        assert loss.verdict != "proved" or nearest == PLACES, seed
        assert loss.verdict != "optimal" or len(loss.line) == nearest, seed
        assert loss.grade is None or (loss.verdict == "optimal") == (loss.fewest >= len(loss.line)), seed
        assert best.grade is None or (best.verdict in ("optimal", "proved")) == (best.upper_bound <= best.grade), seed
        verdicts |= {best.verdict, loss.verdict}
    assert verdicts >= {"unknown", *(("optimal",) if most > 4 else ())}
