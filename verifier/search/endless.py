"""States from which play never comes to a decision or an end, in an exploration that kept every state and its edges.

Where chains of automatic transitions are run through, a chain that repeats is one node of status "loop"; where every state is
kept, it is a cycle of steps, and no state of it looks like anything special.  So what can come to a decision or an end is
marked from there backwards, and what is left cannot.  Chance that goes round until luck ends it is not among it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from attrs import frozen

from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, STEP
from verifier.search.explore import Explored

Array = Any
_ENDED_AMID_A_STATE = ("interrupted", "goal", "property", "failed")


@frozen
class Round:
    """A shortest way into play that never ends: the events to its first state and, from there on, until a state comes back.

    The last `repeats` of the events go on for ever.
    """

    events: tuple[Event, ...]
    repeats: int


def endless_round(explored: Explored) -> Round | None:
    """The first state, in the order of discovery, from which no decision and no end can be reached; None when there is none.

    Of states that were not expanded nothing is claimed.  Needs `Wish(compress=False, edges=True)`.
    """
    edges = _automatic_edges(explored)
    stuck = _never_settling(explored, edges)
    if not len(stuck):
        return None
    numbers, events = [int(stuck[0])], explored.events_to(int(stuck[0]))
    while True:
        first = np.searchsorted(edges[:, 0], numbers[-1])
        _, target, event = (int(cell) for cell in edges[first])
        events.append(explored.native.program.events[event])
        if target in numbers:
            return Round(tuple(events), len(numbers) - numbers.index(target))
        numbers.append(target)


def dead_end(explored: Explored) -> int | None:
    """The first state, in the order of discovery, at which nothing is legal (or no outcome of chance has weight)."""
    found = explored.numbers(8)
    return found[0] if found else None


def _automatic_edges(explored: Explored) -> Array:
    """The edges that leave states at which nobody decides, by state."""
    edges = explored.tables.edges[:explored.edge_count]
    kinds = explored.tables.node[edges[:, 0]]
    edges = edges[(kinds == STEP) | (kinds == CHANCE)]
    return edges[np.lexsort((edges[:, 2], edges[:, 0]))]


def _never_settling(explored: Explored, edges: Array) -> Array:
    """The automatic states from which only automatic states can be reached, in order."""
    node = explored.tables.node[:explored.states]
    settles = (node != STEP) & (node != CHANCE)
    expanded = np.zeros(explored.states, dtype=np.bool_)
    expanded[edges[:, 0]] = True
    if explored.ending in _ENDED_AMID_A_STATE and explored.edge_count:
        expanded[explored.tables.edges[explored.edge_count - 1, 0]] = False
    settles |= ~expanded
    into = edges[np.argsort(edges[:, 1], kind="stable")]
    front = np.flatnonzero(settles)
    while len(front):
        before = _sources(into, front)
        front = np.unique(before[~settles[before]])
        settles[front] = True
    return np.flatnonzero(~settles)


def _sources(into: Array, targets: Array) -> Array:
    """Where the edges into some states come from; `into` holds the edges by target."""
    first = np.searchsorted(into[:, 1], targets, side="left")
    counts = np.searchsorted(into[:, 1], targets, side="right") - first
    # The places first, first + 1, ... of every target, one target behind the other.
    places = np.arange(counts.sum()) + np.repeat(first - np.cumsum(counts) + counts, counts)
    return into[places, 0]
