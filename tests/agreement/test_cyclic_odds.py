"""Odds between rounded bounds where play comes back to states: against exact fractions, and against Storm."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import networkx as nx
import numpy as np
import pytest
from attrs import evolve, frozen

from tests.agreement.test_enclosed_odds import NARROW, question
from tests.games.network import game
from tests.games.network.drawn import native
from tests.storm import storm_odds
from verifier.errors import EngineBug
from verifier.program.program import load
from verifier.run.control import Decided
from verifier.run.native import Native
from verifier.search import cyclic_odds as module
from verifier.search.cyclic_odds import Circling
from verifier.search.enclosed_odds import enclosed
from verifier.search.graph import Attributes, Graph, graph_of
from verifier.search.graph_odds import odds
from verifier.search.limits import Limits
from verifier.search.odds_bounds import Bounds, Process

CHANCE, OURS, THEIRS = Decided.BY_CHANCE, Decided.BY_US, Decided.BY_OTHERS
NEAR = 1e-5  # what Storm's numbers may be off by
Way = tuple[int, int]  # where it leads, and its weight


@frozen(eq=False)
class Drawn:
    """A decision process: for each state who decides, and where it leads; from some nowhere, and those are worth 0 or 1."""

    decides: list[Decided]
    ways: list[list[Way]]
    worths: list[int]

    @property
    def graph(self) -> Graph:
        """The same for exact odds, and for Storm."""
        graph: Graph = nx.MultiDiGraph()
        for number, (who, ways) in enumerate(zip(self.decides, self.ways, strict=True)):
            graph.add_node(number, status="end" if not ways else "chance" if who is CHANCE else "decision", expanded=True)
        for number, ways in enumerate(self.ways):
            for place, (target, weight) in enumerate(ways):
                told = {"weight": weight} if self.decides[number] is CHANCE else {}
                graph.add_edge(number, target, key=f"event {place}", number=place, **told)
        return graph

    @property
    def theirs(self) -> set[int]:
        """Where others decide, who are against it."""
        return {number for number, who in enumerate(self.decides) if who is THEIRS}

    def is_wanted(self, number: int, data: Attributes) -> bool:
        """Whether a state is as good as won."""
        return self.worths[number] > 0

    def process(self, backend: Native | None = None) -> Process:
        """The same in arrays."""
        counts = [len(ways) for ways in self.ways]
        edges = np.array([(number, target, 0) for number, ways in enumerate(self.ways) for target, _ in ways], dtype=np.int32)
        weights = np.array([weight if self.decides[number] is CHANCE else 1 for number, ways in enumerate(self.ways)
                            for _, weight in ways], dtype=np.int64)
        explored: Any = SimpleNamespace(backend=backend or native(), states=len(self.ways))
        return Process(explored, np.concatenate(([0], np.cumsum(counts))), edges.reshape(-1, 3), weights,
                       np.array(self.decides, dtype=np.int8), 1 << 54, 1)

    def bounds(self, limits: Limits | None = None, backend: Native | None = None) -> Bounds:
        """The bounds of all states that the first one leads to."""
        process = self.process(backend)
        low = np.array([worth * process.unit if not ways or worth > 0 else -1
                        for ways, worth in zip(self.ways, self.worths, strict=True)])
        return Circling(process, low >= 0, limits or Limits(), lambda count: None).bounds(low, 1)


def drawn(seed: int) -> Drawn:
    """A random process of a few dozen states; some have much chance, some no others, in some play hardly ever ends."""
    random = Random(seed)
    count, far = random.randint(3, 25), random.choice((2, 4, 25))
    who = random.choice(([OURS, CHANCE], [OURS, THEIRS, CHANCE], [OURS, THEIRS, CHANCE, CHANCE], [OURS, CHANCE, CHANCE, CHANCE]))
    decides, ways = [], list[list[Way]]()
    ends, leaks = random.choice((0, 0.1)), random.choice((0, 0.1, 0.3))
    won, lost = count, count + 1
    for number in range(count):
        decides.append(random.choice(who))
        near = [min(count - 1, max(0, number + random.randint(-far, far))) for _ in range(random.randint(2, 3))]
        if decides[-1] is CHANCE and random.random() < leaks:
            near.append(random.choice((won, lost, lost)))
        ways.append([(target, random.choice((1, 1, 2, 9))) for target in near] if random.random() > ends else [])
    for place in random.sample(range(1, count), min(4, count - 1)):
        decides[place] = CHANCE
        ways[place] += [(random.choice((won, lost)), 1), (random.randrange(count), random.choice((1, 4)))]
    decides[0], ways[0] = CHANCE, [(random.randrange(1, count), 1) for _ in range(1 + count // 3)]
    return Drawn([*decides, CHANCE, CHANCE], [*ways, [], []], [*(int(not each and random.random() < 0.2) for each in ways), 1, 0])


@cache
def compiled() -> Native:
    """The same kernels in machine code, for many processes."""
    return Native(load(game), "native")


def compare(seeds: Iterable[int], *, storm: bool, backend: Native | None = None) -> dict[str, int]:
    """Bounds beside exact odds, and beside Storm's."""
    count = dict.fromkeys(("circles", "between", "sided", "storm", "storm, sided"), 0)
    for seed in seeds:
        made = drawn(seed)
        graph, found, unit = made.graph, made.bounds(backend=backend), 1 << 54
        exact = odds(graph, made.is_wanted, against=made.theirs).low
        worked, process = np.flatnonzero(found.order).tolist(), made.process()
        between = any(0 < exact[number] < 1 for number in worked)
        for number in worked:
            assert int(found.low[number]) <= exact[number] * unit <= int(found.high[number]), (seed, number)
        assert int(found.high[0] - found.low[0]) <= NARROW * unit, seed
        if storm:  # with one side's decisions held, the other can do no better
            held = {number: f"event {int(found.best[number] - process.first[number])}" for number in worked
                    if made.decides[number] is not CHANCE}
            replies = {number: event for number, event in held.items() if number in made.theirs}
            ours = {number: event for number, event in held.items() if number not in made.theirs}
            most, least = (storm_odds(graph, made.is_wanted, fixed=replies),
                           storm_odds(graph, made.is_wanted, least=True, fixed=ours))
            for number in worked:
                assert most[number] <= int(found.high[number]) / unit + NEAR, (seed, number)
                assert least[number] >= int(found.low[number]) / unit - NEAR, (seed, number)
            assert most[0] == pytest.approx(least[0], abs=NEAR) and most[0] == pytest.approx(float(exact[0]), abs=NEAR), seed
            count["storm"] += between
            count["storm, sided"] += between and bool(made.theirs)
        count["circles"] += not nx.is_directed_acyclic_graph(graph)
        count["between"] += between
        count["sided"] += between and bool(made.theirs)
    return count


def test_bounds_are_around_the_exact_odds_of_random_processes() -> None:
    count = compare(range(30), storm=False)
    assert count["circles"] == 30 and count["between"] > 20 and count["sided"] > 4, count


@pytest.mark.long
def test_bounds_are_around_the_exact_odds_of_a_thousand_processes() -> None:
    """And Storm's answer, where it is installed."""
    count = compare(range(1_000), storm=importlib.util.find_spec("stormpy") is not None, backend=compiled())
    assert count["circles"] > 950 and count["between"] > 700 and count["sided"] > 200, count


def test_storm_is_between_the_bounds_of_random_processes() -> None:
    pytest.importorskip("stormpy")
    count = compare(range(20), storm=True)
    assert count["storm"] > 10 and count["storm, sided"] > 3, count


@pytest.mark.parametrize("seeds", [range(200), pytest.param(range(200, 3_000), marks=pytest.mark.long)], ids=["few", "many"])
def test_bounds_are_around_the_exact_odds_of_the_network(seeds: range) -> None:
    """Explored in part too, with dead ends, goals on the way and sides."""
    circles = 0
    for seed in seeds:
        explored, wanted, against = question(seed, lambda chart: chart, None if seed % 4 else 3 + seed % 11)
        found = enclosed(explored, wanted, against, Limits())
        exact = odds(graph_of(explored, replays_max=0), lambda number, data, wanted=wanted: bool(wanted[number]),  # type: ignore[misc]
                     against=set(np.flatnonzero(against).tolist()))
        circles += found.lost.circles
        for bounds, values in ((found.lost, exact.low), (found.won, exact.high)):
            for number, value in values.items():
                if bounds.low[number] >= 0:
                    assert int(bounds.low[number]) <= value * found.unit <= int(bounds.high[number]), (seed, number)
            assert int(bounds.high[0] - bounds.low[0]) <= NARROW * found.unit, seed
    assert circles > len(seeds) // 2


WON, LOST = [(CHANCE, [], 1), (CHANCE, [], 0)]


@pytest.mark.parametrize(("states", "value"), [
    # Two decisions that lead to each other, with a way out that is worth a half: bounds from above stay at 1 without a look at
    # both of them together.
    ([(OURS, [(1, 1), (2, 1)], 0), (OURS, [(0, 1)], 0), (CHANCE, [(3, 1), (4, 1)], 0), WON, LOST], Fraction(1, 2)),
    ([(CHANCE, [(1, 1), (0, 9)], 0), (OURS, [(0, 1), (2, 1)], 0), (CHANCE, [(3, 1), (4, 2)], 0), WON, LOST], Fraction(1, 3)),
    ([(THEIRS, [(1, 1), (2, 1)], 0), (OURS, [(0, 1)], 0), (CHANCE, [(3, 1), (4, 1)], 0), WON, LOST], Fraction(0)),
    ([(OURS, [(0, 1)], 0), WON, LOST], Fraction(0)),  # for ever, whatever is done
    ([(CHANCE, [(0, 1)], 0), WON, LOST], Fraction(0)),
    # A way out that only the others take, and of two the worse one; staying is worth nothing to us.
    ([(OURS, [(1, 1)], 0), (THEIRS, [(2, 1), (3, 1)], 0), (CHANCE, [(4, 1), (5, 2)], 0), (CHANCE, [(4, 3), (0, 1)], 0), WON,
      LOST], Fraction(1, 3)),
], ids=["stay", "by luck", "kept", "alone", "luck alone", "theirs"])
def test_where_play_can_stay_by_hand(states: list[tuple[Decided, list[Way], int]], value: Fraction) -> None:
    made = Drawn(*(list(each) for each in zip(*states, strict=True)))  # type: ignore[arg-type]
    found = made.bounds()
    assert int(found.low[0]) <= value * (1 << 54) <= int(found.high[0])
    assert int(found.high[0] - found.low[0]) <= 100


def ladder(steps: int) -> Drawn:
    """A fair walk between won and lost, from the middle: it takes steps * steps / 4 steps."""
    ways = [[(max(0, place - 1) if place > 1 else steps + 1, 1), (place + 1, 1)] for place in range(steps)]
    order = [steps // 2, *(place for place in range(steps) if place != steps // 2), steps, steps + 1]
    number = {place: index for index, place in enumerate(order)}
    rows = [[(number[target], weight) for target, weight in ways[place]] if place < steps else [] for place in order]
    return Drawn([CHANCE] * len(order), rows, [int(place == steps) for place in order])


def test_bounds_that_close_in_slowly_are_bounds_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    made = ladder(30)
    value, unit = odds(made.graph, made.is_wanted).low[0], 1 << 54
    gaps = []
    for most in (1, 5_000, 1 << 30):
        monkeypatch.setattr(module, "EDGES_MOST", most)
        monkeypatch.setattr(module, "EDGES_EACH", 100)
        found = made.bounds()
        assert int(found.low[0]) <= value * unit <= int(found.high[0])
        gaps.append(int(found.high[0] - found.low[0]) / unit)
    assert gaps[0] > gaps[1] > 0.01 > NARROW > gaps[2]
    assert made.bounds(Limits(seconds=1e-9)).high[0] == unit


# -- what proves nothing is noticed ---------------------------------------------------------------------------------------------


def is_refused(process: Process, bounds: Bounds) -> bool:
    try:
        process.check(bounds, Limits())
    except EngineBug as error:
        return "DB921" in str(error)
    return False


def altered(bounds: Bounds, process: Process, number: int, random: Random) -> Bounds:
    """The same bounds, one of them better than it should be perhaps, or decisions and numbers that are others."""
    low, high, best, order = (each.copy() for each in (bounds.low, bounds.high, bounds.best, bounds.order))
    more = random.choice((2, 1 << 20, 1 << 50))
    match random.randrange(4):
        case 0:
            low[number] = min(process.unit, low[number] + more)
        case 1:
            high[number] = max(0, high[number] - more)
        case 2:  # as if they fed on each other
            there = np.flatnonzero(order)
            low[there] = np.minimum(process.unit, low[there] + more)
            order[there] = random.sample(order[there].tolist(), len(there))
        case _:
            if best[number] >= 0:
                best[number] = random.randrange(int(process.first[number]), int(process.first[number + 1]))
            order[number] = random.choice(order[order > 0].tolist())
    return evolve(bounds, low=low, high=high, best=best, order=order)


def test_bounds_that_are_not_refused_are_true() -> None:
    """Bounds that are altered a little, and anyhow: who is not refused is around the exact odds."""
    refused, wrong = dict.fromkeys(Decided, 0), 0
    for seed in range(40):
        made, random = drawn(seed), Random(seed)
        process, bounds = made.process(), made.bounds()
        assert (bounds.order[(bounds.low >= 0) & ~bounds.known] > 0).all()
        assert not is_refused(process, bounds)
        exact = odds(made.graph, made.is_wanted, against=made.theirs).low
        for number in random.sample(np.flatnonzero(bounds.order).tolist(), min(12, int((bounds.order > 0).sum()))):
            other = altered(bounds, process, number, random)
            true = all(int(other.low[each]) <= exact[each] * process.unit <= int(other.high[each])
                       for each in np.flatnonzero(other.order).tolist())
            if is_refused(process, other):
                refused[made.decides[number]] += 1
            else:
                assert true, (seed, number)
            wrong += not true
    assert wrong > 80 and min(refused.values()) > 8, (wrong, refused)


@pytest.mark.parametrize("made", [
    Drawn([OURS, OURS, CHANCE, CHANCE], [[(1, 1), (3, 1)], [(0, 1)], [], []], [0, 0, 1, 0]),
    Drawn([CHANCE, CHANCE, CHANCE, CHANCE], [[(1, 1)], [(0, 1)], [], []], [0, 0, 1, 0]),
    Drawn([THEIRS, CHANCE, CHANCE, CHANCE], [[(1, 1), (2, 1)], [(0, 1)], [], []], [0, 0, 1, 0]),
], ids=["ours", "chance", "theirs"])
def test_bounds_that_feed_on_themselves_are_refused(made: Drawn) -> None:
    """Two states that lead to each other claim to win: every step makes as much, and nobody ever wins."""
    process, bounds = made.process(), made.bounds()
    assert bounds.low[0] == bounds.high[0] == 0
    bounds.low[:2] = bounds.high[:2] = process.unit
    for state in range(2):
        bounds.best[state] = process.first[state] if made.decides[state] is not CHANCE else -1
    for order in ((1, 2), (2, 1), (0, 0), (1, 0), (0, 1)):
        bounds.order[:2] = order
        assert is_refused(process, bounds), order
    bounds.low[:2], bounds.order[:2] = 0, (1, 2)
    assert not is_refused(process, bounds)  # as an upper bound it is no better than it should be, but true


def test_bounds_of_what_was_not_worked_out_are_no_bounds() -> None:
    """A decision that ignores the one way that wins, of which nothing is said."""
    made = Drawn([OURS, CHANCE, CHANCE, CHANCE], [[(3, 1), (1, 1)], [(2, 1)], [], []], [0, 0, 1, 0])
    process, bounds = made.process(), made.bounds()
    assert bounds.low[0] == process.unit
    bounds.low[0], bounds.high[0], bounds.best[0] = 0, 0, process.first[0]
    bounds.low[1] = bounds.high[1] = -1
    assert is_refused(process, bounds)
