"""Best-first search: the state that promises most is expanded next, whatever line it is on.

What promises most is said in several ways, which take turns on the same states (as open lists do in planners: Roeger and Helmert,
"The more, the merrier", 2010): by the game's bound, which is A*; by its estimate alone, which is greedy; and by the estimate less
a price for each decision, which is weighted A* and keeps lines short.  A decision costs what estimates mostly change by, or half
of it.  Unlike a beam it drops nothing, so that it closes when nothing that could be better waits; and where moves can be taken
back, it is not led astray by them.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

import numpy as np
from attrs import define, field

from verifier.lang.phases import DECISION
from verifier.run.control import Searching
from verifier.search.frontier import Frontier
from verifier.search.limits import Ending

Array = Any
PRICES = (0.0, 0.5, 1.0)  # of a decision, in what estimates change by
# So many states are picked at once, and more of them among many: picking costs time, and choosing finely matters less then.
BATCH, SHARE = 8, 4096
_SAMPLE = 20_000  # states from which it is known what estimates change by


@define(eq=False, slots=False)
class BestFirst:
    """A best-first search of a frontier.  `expand` expands states by their numbers, within the limits, and says what ends it."""

    frontier: Frontier
    expand: Callable[[Frontier, Array], Ending | None]
    _queues: list[list[tuple[float, int, int]]] = field(factory=lambda: [[] for _ in range(1 + len(PRICES))])
    _seen: int = 0
    _turn: int = 0
    _changes: float = 0.0
    _changed: int = 0

    def __attrs_post_init__(self) -> None:
        self._decisions = self.frontier.tables.beside(np.int32)
        self._done = self.frontier.tables.beside(np.bool_)

    def begin(self, upper_bound: int) -> None:
        """Start with the first state."""
        self.frontier.begin(upper_bound)
        self._enter()

    def run(self, states: int) -> Ending | None:
        """Until so many states are stored: what ended the search, or None."""
        while self.frontier.states < states:
            picks = self._picks()
            if not len(picks):
                return None
            ending = self.expand(self.frontier, picks)
            self._enter()
            if ending is not None:
                return ending
        return None

    def most_waiting(self) -> int:
        """The most that a state which waits can be worth; -1 where none that could be better does."""
        by_bound = self._queues[0]
        while by_bound and self._done.array[by_bound[0][2]]:
            heappop(by_bound)
        most = int(-by_bound[0][0]) if by_bound else -1
        return most if most > self.frontier.now(Searching.BEST) else -1

    def _picks(self) -> Array:
        """The next states that could still be better, by the queue whose turn it is; none when nothing waits."""
        most, done, picks = max(BATCH, self._seen // SHARE), self._done.array, list[int]()
        bounds, best = self.frontier.bounds, self.frontier.now(Searching.BEST)
        while not picks and any(self._queues):
            queue = self._queues[self._turn % len(self._queues)]
            self._turn += 1
            while queue and len(picks) < most:
                number = heappop(queue)[2]
                if not done[number]:
                    done[number] = True
                    if bounds[number] > best:
                        picks.append(number)
        return np.array(picks, dtype=np.int32)

    def _enter(self) -> None:
        """What was found waits."""
        frontier, first, last = self.frontier, self._seen, self.frontier.states
        self._seen = last
        score, decisions = frontier.score, self._decisions.array
        parents = frontier.tables.parent[first:last]
        if first:
            decisions[first:last] = decisions[parents] + 1
            self._look_at_changes(score[first:last] - score[parents])
        found = first + np.flatnonzero(frontier.tables.node[first:last] == DECISION)
        price = self._changes / max(1, self._changed)
        by_bound, *by_estimate = self._queues
        for number, worth, most, count in zip(found.tolist(), score[found].tolist(), frontier.bounds[found].tolist(),
                                              decisions[found].tolist(), strict=True):
            heappush(by_bound, (-most, -worth, number))
            for share, queue in zip(PRICES, by_estimate, strict=True):
                heappush(queue, (share * price * count - worth, -count, number))

    def _look_at_changes(self, changes: Array) -> None:
        """What estimates mostly change by in one decision, of the first states."""
        if self._changed < _SAMPLE:
            self._changes += float(np.abs(changes).sum())
            self._changed += len(changes)
