"""Odds between rounded bounds against the exact ones: random graphs, positions of games, and bounds that prove nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from attrs import evolve

import verifier as daybreak
from tests.agreement.test_odds_with_sides import drawing_of
from tests.games.network import NOWHERE, PLACES, Phase
from tests.games.network.drawn import Drawn, native
from verifier.analysis import odds as module
from verifier.errors import DaybreakError, EngineBug
from verifier.instance import Instance
from verifier.results.likely import Likely
from verifier.run.control import Decided, Status
from verifier.search.enclosed_odds import _Enclosing, enclosed
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.forced import seats_of, worths_of
from verifier.search.graph import graph_of
from verifier.search.graph_odds import odds
from verifier.search.limits import LimitReached, Limits
from verifier.search.odds_bounds import Bounds

POSITIONS = Path(__file__).parents[2] / "scenarios" / "until-dawn" / "positions"
LATE = POSITIONS / "mutant-145-next-entrance.toml"
NARROW = 10**-9


def onwards(chart: Drawn) -> Drawn:
    """The chart with every lead to a later place, so that nothing goes in a circle."""
    last = PLACES - 1
    kinds = [*chart.kinds[:last], Phase.OUT]
    leads = [[lead if lead == NOWHERE or lead > place or place == last else place + 1 + lead % (last - place) for lead in row]
             for place, row in enumerate(chart.leads)]
    return evolve(chart, kinds=kinds, leads=leads)


def question(seed: int, change: Callable[[Drawn], Drawn], states: int | None) -> tuple[Explored, np.ndarray, np.ndarray]:
    """An exploration, the wanted states, and those at which others decide: at times all, at times none."""
    drawing, made = drawing_of(seed, change)
    options = ExploreOptions(open_chance=True, edges=True, compress=drawing.least > 0)
    explored = explore(native(), made.setting, made.start, options, Limits(states=states))
    wanted, against = (np.zeros(explored.states, dtype=np.bool_) for _ in range(2))
    ends, worths = worths_of(explored, drawing.coalition)
    if drawing.least == 0:
        wanted[[number for number in range(explored.states) if explored.position(number).state.at == PLACES - 1]] = True
    else:
        wanted[ends[worths >= drawing.least]] = True
    if seed % 3:
        decisions = explored.tables.node[:explored.states] == Status.DECISION
        against = decisions if seed % 3 == 1 else decisions & ~np.isin(seats_of(explored), sorted(drawing.coalition))
    return explored, wanted, against


def compare(seeds: Iterable[int], change: Callable[[Drawn], Drawn]) -> dict[str, int]:
    """Bounds of every state beside its exact odds; how many graphs had what is worth comparing."""
    count = dict.fromkeys(("enclosed", "circles", "between", "open", "stuck", "attained"), 0)
    for seed in seeds:
        explored, wanted, against = question(seed, change, None if seed % 4 else 3 + seed % 11)
        graph = graph_of(explored, replays_max=0)
        found = enclosed(explored, wanted, against, Limits())
        count["circles"] += found.lost.circles
        assert not (found.lost.circles and nx.is_directed_acyclic_graph(graph)), seed
        theirs = set(np.flatnonzero(against).tolist())
        exact = odds(graph, lambda number, data, wanted=wanted: bool(wanted[number]), against=theirs)  # type: ignore[misc]
        for bounds, values in ((found.lost, exact.low), (found.won, exact.high)):
            for number, value in values.items():
                if bounds.low[number] >= 0:  # the start leads there without passing what is wanted
                    assert int(bounds.low[number]) <= value * found.unit <= int(bounds.high[number]), (seed, number)
                    assert (bounds.circles and number) or int(bounds.high[number] - bounds.low[number]) <= NARROW * found.unit
        low, high = exact.start
        attained, stuck = found.attained(), exact.rests_on(graph, theirs)
        assert attained is None or low - NARROW <= attained <= low, seed
        if explored.closed or not found.lost.circles:  # of decisions as good, each may name another one of what is unknown
            assert (found.rests_on() is None) == (stuck is None), seed
        for name, there in (("enclosed", True), ("between", 0 < low < 1), ("open", low < high), ("stuck", stuck is not None),
                            ("attained", attained is not None and 0 < attained < 1)):
            count[name] += there
    return count


def test_bounds_are_around_the_exact_odds_on_random_graphs() -> None:
    count = compare(range(400), onwards)
    assert count["circles"] == 0 and min(count[name] for name in ("between", "open", "stuck", "attained")) > 10, count


def test_bounds_are_around_the_exact_odds_of_graphs_that_go_in_a_circle() -> None:
    count = compare(range(200), lambda chart: chart)
    assert count["enclosed"] - 20 > count["circles"] > 100 and min(count.values()) > 4, count


@pytest.mark.parametrize("path", sorted(POSITIONS.glob("mutant-1[0-4]*.toml"))[:6], ids=lambda path: path.stem)
def test_bounds_are_around_the_exact_odds_of_positions(path: Path) -> None:
    instance = daybreak.scenario(path)
    explored = explore(instance.native("interpreted"), instance.setting, instance.start,
                       ExploreOptions(open_chance=True, edges=True), Limits(states=3_000))
    wanted = np.zeros(explored.states, dtype=np.bool_)
    ends, grades = explored.ends()
    wanted[ends[grades >= np.median(grades) if len(grades) else grades]] = True
    found = enclosed(explored, wanted, np.zeros(explored.states, dtype=np.bool_), Limits())
    exact = odds(graph_of(explored, replays_max=0), lambda number, data: bool(wanted[number]))
    for bounds, values in ((found.lost, exact.low), (found.won, exact.high)):
        assert all(int(bounds.low[number]) <= value * found.unit <= int(bounds.high[number]) for number, value in values.items())
        assert (bounds.high - bounds.low).max() <= NARROW * found.unit


# -- what proves nothing is noticed ---------------------------------------------------------------------------------------------


def worked_out(seed: int) -> tuple[_Enclosing, Bounds]:
    explored, wanted, against = question(seed, onwards, None)
    enclosing = _Enclosing(explored, np.where(wanted, 1, -1), against, Limits(), lambda count: None)
    return enclosing, enclosing.enclosed().lost


def is_refused(enclosing: _Enclosing, bounds: Bounds) -> bool:
    try:
        enclosing.process.check(bounds, Limits())
    except EngineBug as error:
        return "DB921" in str(error)
    return False


def test_bounds_that_are_too_good_are_refused() -> None:
    """A lower bound that is higher, an upper one that is lower, a decision that is worse, a state worked out too early."""
    refused = dict.fromkeys(Decided, 0)
    worse = early = 0
    for seed in range(120):
        enclosing, bounds = worked_out(seed)
        for number in np.flatnonzero(bounds.order).tolist():
            more, less = (evolve(bounds, low=bounds.low.copy(), high=bounds.high.copy()) for _ in range(2))
            more.low[number] += 2
            less.high[number] -= 2
            assert is_refused(enclosing, more) and is_refused(enclosing, less), (seed, number)
            refused[Decided(int(enclosing.process.decides[number]))] += 1
            for edge in range(int(enclosing.process.first[number]), int(enclosing.process.first[number + 1])):
                target = int(enclosing.process.edges[edge, 1])
                sure = bounds.low[target] < bounds.low[number] if enclosing.process.decides[number] == Decided.BY_US else \
                    bounds.high[target] > bounds.high[number]
                if bounds.best[number] >= 0 and sure:
                    other = evolve(bounds, best=bounds.best.copy())
                    other.best[number] = edge
                    assert is_refused(enclosing, other), (seed, number)
                    worse += 1
                if bounds.order[target] > 0:
                    other = evolve(bounds, order=bounds.order.copy())
                    other.order[number] = bounds.order[target]
                    assert is_refused(enclosing, other), (seed, number)
                    early += 1
    assert min(refused.values()) > 10 and worse > 10 and early > 10, (refused, worse, early)


def test_a_decision_that_is_no_edge_of_its_state_is_refused() -> None:
    enclosing, bounds = worked_out(5)
    number = next(each for each in np.flatnonzero(bounds.order).tolist() if bounds.best[each] >= 0)
    bounds.best[number] = int(enclosing.process.first[number + 1])
    assert is_refused(enclosing, bounds)


# -- in answers -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact odds are for a single state."""
    monkeypatch.setattr(module, "EXACT_STATES", 1)


def asked(made: Instance, **question: Any) -> Likely:
    return daybreak.odds(made, engine="interpreted", limits=daybreak.Limits(states=100_000), **question)


@pytest.mark.usefixtures("of_few")
def test_an_answer_of_many_states_says_the_same_to_nine_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    late = daybreak.scenario(LATE)
    rounded = asked(late, at_least={"survived": True})
    monkeypatch.undo()
    exact = asked(late, at_least={"survived": True})
    assert exact.low is not None and rounded.low == exact.low and rounded.high is not None and rounded.high > exact.low
    assert rounded.is_known and not rounded.exact and rounded.ending == "closed"
    assert [choice.event for choice in rounded.choices] == [choice.event for choice in exact.choices]
    assert all(one.low <= other.low <= one.high for one, other in zip(rounded.choices, exact.choices, strict=True))
    text = " ".join(rounded.to_text().split())
    assert "86.111111 %" in text and "attained 31/36, exactly" in text and "rounded outwards" in text


def answers(monkeypatch: pytest.MonkeyPatch, seeds: Iterable[int], change: Callable[[Drawn], Drawn]
            ) -> Iterator[tuple[int, Likely, Likely]]:
    """Exact answers with sides, and those beyond what is exact; who is refused the one is refused the other."""
    for seed in seeds:
        drawing, made = drawing_of(seed, change)
        question: dict[str, Any] = {"goal": "at_the_last_place"} if drawing.least == 0 else {"at_least": str(drawing.least)}
        question |= {"seats": [str(seat) for seat in sorted(drawing.coalition)], "against": ("rest", "nobody")[seed % 2]}
        found: list[Likely | str] = []
        for most in (250_000, 1):
            monkeypatch.setattr(module, "EXACT_STATES", most)
            try:
                found.append(asked(made, **question))
            except DaybreakError as error:
                found.append(str(error))
        one, other = found
        if isinstance(one, Likely) and isinstance(other, Likely):
            yield seed, one, other
        else:
            assert one == other, seed


def test_answers_with_sides_and_goals_are_those_of_exact_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    for seed, exact, found in answers(monkeypatch, range(80), onwards):
        assert found.low is not None and found.high is not None and exact.low is not None
        assert found.low <= exact.low <= found.high <= found.low + module.CLOSE, seed
        assert [choice.best for choice in found.choices] == [choice.best for choice in exact.choices], seed
        compared += not found.exact
    assert compared > 5


def test_answers_of_play_that_goes_in_a_circle_are_those_of_exact_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    for seed, exact, found in answers(monkeypatch, range(80), lambda chart: chart):
        assert found.low is not None and found.high is not None and exact.low is not None
        assert found.low <= exact.low <= found.high <= found.low + module.CLOSE, seed
        assert [choice.best for choice in found.choices] == [choice.best for choice in exact.choices], seed
        compared += not found.exact
    assert compared > 5


def test_more_states_than_fit_are_a_limit() -> None:
    explored, wanted, against = question(1, onwards, None)
    with pytest.raises(LimitReached):
        enclosed(explored, wanted, against, Limits(memory=1))


def test_a_state_is_known_to_nobody_who_has_not_been_there() -> None:
    """Every state that the start leads to is worked out once, behind all that follow it."""
    explored, wanted, against = question(2, onwards, None)
    found = enclosed(explored, wanted, against, Limits())
    orders = found.lost.order[found.lost.order > 0]
    assert sorted(orders.tolist()) == list(range(1, len(orders) + 1))
