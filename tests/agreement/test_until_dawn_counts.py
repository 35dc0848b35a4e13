"""Pinned counts of Until Dawn's state graph from three positions, by every strategy, and by a naive search on the reference."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.agreement.until_dawn_starts import steps_to_dawn
from verifier.instance import Instance
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.run.native import Native
from verifier.search.explore import Explored, ExploreOptions, Strategy, explore

Grades = dict[tuple[int, ...], int]  # survived, how many of Rebecca and Jasper live, entrances -> ends

# states, transitions, layers (chains run through); states, transitions (every transition by itself); ends
Counts = tuple[int, int, int, int, int, Grades]
PINNED: dict[int, Counts] = {}  # by steps to dawn
PINNED[2] = (1231, 1869, 8, 33541, 34179, {
    (0, 1, 0): 69, (0, 2, 0): 295, (1, 1, 1): 21, (1, 1, 2): 1, (1, 2, 1): 182, (1, 2, 2): 47})
PINNED[3] = (17405, 30558, 12, 449928, 463081, {
    (0, 0, 0): 1403, (0, 1, 0): 3744, (0, 2, 0): 482, (1, 0, 1): 348, (1, 0, 2): 25, (1, 1, 1): 1614, (1, 1, 2): 239,
    (1, 2, 1): 255, (1, 2, 2): 77, (1, 2, 3): 2})
PINNED[4] = (78529, 162893, 14, 1978887, 2063251, {
    (0, 0, 0): 1145, (0, 0, 1): 271, (0, 0, 2): 1161, (0, 0, 3): 453, (0, 1, 0): 2967, (0, 1, 1): 676, (0, 1, 2): 3127,
    (0, 1, 3): 1009, (0, 2, 0): 1237, (1, 0, 1): 2991, (1, 0, 2): 1960, (1, 0, 3): 174, (1, 1, 1): 6658, (1, 1, 2): 5140,
    (1, 1, 3): 627, (1, 2, 1): 1990, (1, 2, 2): 964, (1, 2, 3): 118})


def ends(native: Native, found: Explored) -> Grades:
    context = native.context(found.setting)
    grades = Counter(native.grade_fields(int(native.call("grade", found.tables.state(number), context)))[:3]
                     for number in found.numbers(END))
    return dict(sorted(grades.items()))


@pytest.fixture(scope="module", params=[2, 3, pytest.param(4, marks=pytest.mark.long)])
def pinned(request: pytest.FixtureRequest) -> tuple[Instance, Counts]:
    return steps_to_dawn(request.param), PINNED[request.param]


def searched(start: Instance, engine: Any = "native", **options: Any) -> Explored:
    return explore(start.native(engine), start.setting, start.start, ExploreOptions(**options))


def test_chains_run_through(pinned: tuple[Instance, Counts]) -> None:
    start, (states, transitions, layers, _, _, grades) = pinned
    found = searched(start)
    assert found.closed and (found.states, found.transitions, len(found.layers)) == (states, transitions, layers)
    assert ends(start.native("native"), found) == grades and found.dead_ends == 0
    assert sum(map(len, map(found.numbers, (0, END)))) == states


def test_every_transition_by_itself(pinned: tuple[Instance, Counts]) -> None:
    start, (states, transitions, _, all_states, all_transitions, grades) = pinned
    found = searched(start, compress=False)
    assert found.closed and (found.states, found.transitions) == (all_states, all_transitions)
    assert ends(start.native("native"), found) == grades
    # Chains are paths: what they add to the graph is as many states as transitions.
    assert all_states - states == all_transitions - transitions


@pytest.mark.parametrize("strategy", ["depth-first", "iterative"])
def test_strategies_agree(pinned: tuple[Instance, Counts], strategy: Strategy) -> None:
    start, (states, transitions, _, _, _, grades) = pinned
    found = searched(start, strategy=strategy)
    assert found.closed and found.states == states and ends(start.native("native"), found) == grades
    assert found.transitions == transitions or strategy == "iterative"


def test_interpreted_counts_the_same() -> None:
    start, (states, transitions, layers, _, _, grades) = steps_to_dawn(2), PINNED[2]
    found = searched(start, "interpreted")
    assert (found.states, found.transitions, len(found.layers)) == (states, transitions, layers)
    assert ends(start.native("interpreted"), found) == grades


def test_a_naive_search_on_the_reference_counts_the_same() -> None:
    start, (states, transitions, _, all_states, all_transitions, grades) = steps_to_dawn(2), PINNED[2]
    reference, seen, waiting, decided, moves = start.reference, {start.reference.key(start.start)}, [start.start], 0, 0
    found: Counter[tuple[int, ...]] = Counter()
    made = 0
    while waiting:
        position = waiting.pop()
        kind = reference.kind(position)
        if kind == END:
            found[(start.grade(position) or ())[:3]] += 1
            continue
        if kind == DECISION:
            events = reference.legal(position)
            decided, moves = decided + 1, moves + len(events)
        else:
            events = [reference.dealt(position)] if kind == CHANCE else reference.events(position)
        for event in events:
            after, made = reference.apply(position, event).after, made + 1
            key = reference.key(after)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    assert (len(seen), made) == (all_states, all_transitions)
    assert (decided + found.total(), moves) == (states, transitions)
    assert dict(sorted(found.items())) == grades
