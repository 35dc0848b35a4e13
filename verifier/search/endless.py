"""States from which play never comes to a decision or an end, in an exploration that kept every state and its edges.

Where chains of automatic transitions are run through, a chain that repeats is one node of status "loop"; where every state is
kept, it is a cycle of steps, and no state of it looks like anything special.  So what can come to a decision or an end is
marked from there backwards, and what is left cannot.  Chance that goes round until luck ends it is not among it; whether
there is any is a question of its own.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
from attrs import frozen

from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, STEP
from verifier.run.control import Status
from verifier.search.explore import Explored

Array = Any
_ENDED_AMID_A_STATE = ("interrupted", "goal", "property", "failed")


@frozen
class Round:
    """The events of a shortest way to a state and of a shortest round back to it: the last `repeats` can go on for ever."""

    events: tuple[Event, ...]
    repeats: int


def endless_round(explored: Explored) -> Round | None:
    """A round, the nearest to the start, that neither a decision nor an end can be reached from; None when there is none.

    Of states that were not expanded nothing is claimed.  Needs `ExploreOptions(compress=False, edges=True)`.
    """
    edges = _automatic_edges(explored)
    return _nearest_round(explored, edges, _never_settling(explored, edges))


def chance_cycle(explored: Explored) -> Round | None:
    """A round, the nearest to the start, in which nobody decides: play may go round it as long as luck wants it.

    A round that nothing ends is one of them.  Of states that were not expanded nothing is claimed; needs what `endless_round`
    needs.
    """
    edges = _automatic_edges(explored)
    return _nearest_round(explored, edges, ~_settled(explored, edges))


def first_dead_end(explored: Explored, *, chance_only: bool = False) -> int | None:
    """The first state, in the order of discovery, at which nothing is legal (or no outcome of chance has weight)."""
    phases, phase = explored.backend.program.phases, explored.backend.constant("PHASE")
    return next((number for number in explored.numbers(Status.DEAD_END)
                 if not chance_only or phases[int(explored.tables.state(number)[phase])].kind == CHANCE), None)


def _nearest_round(explored: Explored, edges: Array, free: Array) -> Round | None:
    """The way to the first state, in the order of discovery, that comes back through `free` states, and its shortest round."""
    edges = edges[free[edges[:, 0]] & free[edges[:, 1]]]
    free = _peeled(edges, free)
    free = _peeled(edges[:, [1, 0, 2]], free)  # left are the states of rounds, and those on the way from one to another
    edges = edges[free[edges[:, 0]] & free[edges[:, 1]]]
    for number in np.flatnonzero(free):
        if events := _shortest_round(edges, int(number)):
            applied = (explored.backend.program.events[event] for event in events)
            return Round((*explored.events_to(int(number)), *applied), len(events))
    return None


def _peeled(edges: Array, free: Array) -> Array:
    """Which of the `free` states have a way without end along the edges; these are among free states only."""
    free, into = free.copy(), edges[np.argsort(edges[:, 1], kind="stable")]
    ways = np.bincount(edges[:, 0], minlength=len(free))
    front = np.flatnonzero(free & (ways == 0))
    while len(front):
        free[front] = False
        before, counts = np.unique(_sources(into, front), return_counts=True)
        ways[before] -= counts
        front = before[(ways[before] == 0) & free[before]]
    return free


def _shortest_round(edges: Array, start: int) -> list[int]:
    """The events of a shortest way from a state back to it; empty when there is none."""
    came: dict[int, tuple[int, int]] = {}
    waiting = deque([start])
    while waiting and start not in came:
        number = waiting.popleft()
        for target, event in _edges_of(edges, number):
            if target not in came:
                came[target] = (number, event)
                waiting.append(target)
    events: list[int] = []
    number = start
    while start in came and (not events or number != start):
        number, event = came[number]
        events.append(event)
    return events[::-1]


def _edges_of(edges: Array, number: int) -> list[tuple[int, int]]:
    """Where the edges of a state lead, and their events."""
    first, last = np.searchsorted(edges[:, 0], [number, number + 1])
    return [(int(target), int(event)) for _, target, event in edges[first:last]]


def _automatic_edges(explored: Explored) -> Array:
    """The edges that leave states at which nobody decides, by state."""
    edges = explored.tables.edges[:explored.edge_count]
    kinds = explored.tables.node[edges[:, 0]]
    edges = edges[(kinds == STEP) | (kinds == CHANCE)]
    return edges[np.lexsort((edges[:, 2], edges[:, 0]))]


def _never_settling(explored: Explored, edges: Array) -> Array:
    """Whether only automatic states can be reached from a state."""
    settles = _settled(explored, edges)
    into = edges[np.argsort(edges[:, 1], kind="stable")]
    front = np.flatnonzero(settles)
    while len(front):
        before = _sources(into, front)
        front = np.unique(before[~settles[before]])
        settles[front] = True
    never: Array = ~settles
    return never


def _settled(explored: Explored, edges: Array) -> Array:
    """Whether each state is a decision or an end, or was not expanded."""
    node = explored.tables.node[:explored.states]
    expanded = np.zeros(explored.states, dtype=np.bool_)
    expanded[edges[:, 0]] = True
    if explored.ending in _ENDED_AMID_A_STATE and explored.edge_count:
        expanded[explored.tables.edges[explored.edge_count - 1, 0]] = False
    settled: Array = (node != STEP) & (node != CHANCE) | ~expanded
    return settled


def _sources(into: Array, targets: Array) -> Array:
    """Where the edges into some states come from; `into` holds the edges by target."""
    first = np.searchsorted(into[:, 1], targets, side="left")
    counts = np.searchsorted(into[:, 1], targets, side="right") - first
    # The places first, first + 1, ... of every target, one target behind the other.
    places = np.arange(counts.sum()) + np.repeat(first - np.cumsum(counts) + counts, counts)
    return into[places, 0]
