"""Best-first search: the state that promises most is expanded next, whatever line it is on.

What promises most is said in several ways, which take turns on the same states (as open lists do in planners: Roeger and Helmert,
"The more, the merrier", 2010): by the game's bound, which is A*; by its estimate alone, which is greedy; and by the estimate less
a price for each decision, which is weighted A* and keeps lines short.  A decision costs what estimates mostly change by, or half
of it.  Unlike a beam it drops nothing, so that it closes when nothing that could be better waits; and where moves can be taken
back, it is not led astray by them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from attrs import define

from verifier.lang.phases import DECISION
from verifier.run.backend import Backend
from verifier.run.control import Searching
from verifier.search.frontier import Frontier
from verifier.search.growing import Growing
from verifier.search.limits import Ending

Array = Any
PRICES = (0.0, 0.5, 1.0)  # of a decision, in what estimates change by
# So many states are picked at once, and more of them among many: picking costs time, and choosing finely matters less then.  Of
# 26 deals of three patiences, 23 are decided within 150,000 states each with a share of 4096, 2048 or 1024, in 29, 22 and 18 s of
# CPU time; with 512 and less, fewer are.
BATCH, SHARE = 8, 1024
_ROOM = 1024  # in a queue at first
_NONE = np.empty(0, dtype=np.int32)
_SAMPLE = 20_000  # states from which it is known what estimates change by


class Queue:
    """States by a key, the least first; of the same keys, by a tie, the greatest first.  `lengths[which]` says how many wait."""

    def __init__(self, backend: Backend, lengths: Array, which: int, ties: Growing) -> None:
        self._backend, self._lengths, self._which, self._ties = backend, lengths, which, ties
        self._keys, self._numbers = Growing(_ROOM, np.int64), Growing(_ROOM, np.int32)

    def enter(self, keys: Array, numbers: Array) -> None:
        """Have states wait."""
        length = int(self._lengths[self._which])
        if length + len(numbers) > len(self._numbers.array):
            for each in (self._keys, self._numbers):
                each.grow(2 * (length + len(numbers)))
        self._backend.call("enter_queue", self._keys.array, self._numbers.array, length, self._ties.array, keys, numbers)
        self._lengths[self._which] = length + len(numbers)

    def leave(self, most: int, done: Array, bounds: Array, best: int) -> Array:
        """The first states, so many at most, that are not done and can be worth more than `best`: they are done now."""
        picks = np.empty(most, dtype=np.int32)
        count = self._backend.call("leave_queue", self._keys.array, self._numbers.array, self._lengths, self._which,
                                   self._ties.array, done, bounds, best, picks)
        return picks[:count]

    def least_key(self, done: Array) -> int | None:
        """The key of the first state that is not done."""
        self._backend.call("drop_done", self._keys.array, self._numbers.array, self._lengths, self._which, self._ties.array, done)
        return int(self._keys.array[0]) if self._lengths[self._which] else None


@define(eq=False, slots=False)
class BestFirst:
    """A best-first search of a frontier.  `expand` expands states by their numbers, within the limits, and says what ends it."""

    frontier: Frontier
    expand: Callable[[Frontier, Array], Ending | None]
    _seen: int = 0
    _turn: int = 0
    _changes: float = 0.0
    _changed: int = 0

    def __attrs_post_init__(self) -> None:
        tables, backend = self.frontier.tables, self.frontier.backend
        self._decisions, self._done = tables.beside(np.int32), tables.beside(np.int8)
        self._lengths = np.zeros(1 + len(PRICES), dtype=np.int64)
        self._by_bound = Queue(backend, self._lengths, 0, self.frontier.scores)
        self._by_estimate = [Queue(backend, self._lengths, which, self._decisions) for which in range(1, 1 + len(PRICES))]

    def begin(self, upper_bound: int) -> None:
        """Start with the first state."""
        self.frontier.begin(upper_bound)
        self._enter()

    def run(self, states: int) -> Ending | None:
        """Until so many states are stored: what ended the search, or None."""
        while self.frontier.states < states:
            picks = self._picks()
            if not len(picks):
                deferred = self.frontier.undefer()
                if not len(deferred):
                    return None
                self._done.array[deferred] = 0
                self._queue(deferred)
                continue
            ending = self.expand(self.frontier, picks)
            self._enter()
            if ending is not None:
                return ending
        return None

    def most_waiting(self) -> int:
        """The most that a state which waits or is deferred can be worth; -1 where none that could be better is."""
        key = self._by_bound.least_key(self._done.array)
        most = max(-1 if key is None else -key, self.frontier.now(Searching.DEFERRED_MOST))
        return most if most > self.frontier.now(Searching.BEST) else -1

    def _picks(self) -> Array:
        """The next states that could still be better, by the queue whose turn it is; none when nothing waits."""
        most, queues, picks = max(BATCH, self._seen // SHARE), [self._by_bound, *self._by_estimate], _NONE
        while not len(picks) and self._lengths.any():
            queue = queues[self._turn % len(queues)]
            self._turn += 1
            picks = queue.leave(most, self._done.array, self.frontier.bounds, self.frontier.now(Searching.BEST))
        return picks

    def _enter(self) -> None:
        """What was found waits."""
        frontier, first, last = self.frontier, self._seen, self.frontier.states
        self._seen = last
        score, decisions = frontier.score, self._decisions.array
        parents = frontier.tables.parent[first:last]
        if first:
            decisions[first:last] = decisions[parents] + 1
            self._look_at_changes(score[first:last] - score[parents])
        found = frontier.found_since(first)
        self._queue(found[frontier.tables.node[found] == DECISION])

    def _queue(self, found: Array) -> None:
        """States wait, each in every queue."""
        frontier, score, decisions = self.frontier, self.frontier.score, self._decisions.array
        price = self._changes / max(1, self._changed)
        self._by_bound.enter(-frontier.bounds[found], found)
        for share, queue in zip(PRICES, self._by_estimate, strict=True):
            queue.enter(_ordered(share * price * decisions[found] - score[found]), found)

    def _look_at_changes(self, changes: Array) -> None:
        """What estimates mostly change by in one decision, of the first states."""
        if self._changed < _SAMPLE:
            self._changes += float(np.abs(changes).sum())
            self._changed += len(changes)


def _ordered(values: Array) -> Array:
    """Whole numbers in the order of these: of a float below zero all bits but its sign are turned round."""
    bits = (values + 0.0).view(np.int64)  # -0.0 becomes 0.0
    return np.where(bits < 0, bits ^ np.int64(2**63 - 1), bits)
