"""The odds of millions of states between two bounds each, where play comes back to states.

Lower bounds rise from 0 by value iteration, strongly connected parts of the graph one after the other from the ends backwards.
Then the others' decisions are held at what is least by them, and upper bounds fall from the most that a part leads to.  Among
states where play can stay for ever, if we like (maximal end components), no step would lower what they are worth together:
all of them are worth the best way out, and nothing where there is none (Haddad and Monmege 2014, Brazdil et al. 2014).  That
is so with two sides too, as the others' decisions are held; where an upper bound shows a better one, it is taken, and what that
lowers is lowered again, so that in the end no reply is better (Hoffman and Karp 1966).

Everything is rounded outwards, so bounds are bounds whenever sweeps are left off: where play leads on slowly they may still
be apart, and that is what is said then.  They are checked as those of play without circles are (`odds_bounds`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from attrs import define, field

from verifier import clock
from verifier.run.control import Decided, Parting, Sweeping
from verifier.search.graph import START
from verifier.search.limits import LimitReached, Limits, Watch
from verifier.search.odds_bounds import Bounds, Process

Array = Any
ROUNDS = (20, 36, 45, 62)  # sweeps end that change no bound by more than the whole, halved so often: soon at first
NEAR = 44  # so near are bounds to each other that no sweep is worth it
CLOSE = 32  # so near are the bounds that are shown
REPLIES_MOST = 20  # times that the others decide anew in a round
EDGES_EACH = 1 << 22  # between two looks at the limits
EDGES_MOST = 1 << 35  # looked at without --seconds, for the bounds of one question
BYTES_A_STATE = 110
_KEPT, _KEPT_TIMES = 0.3, 2  # of the seconds left, and of those that finding parts took: for numbering states and checking


@define(eq=False)
class Circling:
    """The bounds of all states that the start leads to; `known` says which states are not to be worked out."""

    process: Process
    known: Array
    limits: Limits
    report: Callable[[int], None]
    part: Array = field(init=False)
    sequence: Array = field(init=False)
    starts: Array = field(init=False)
    again: Array = field(init=False)  # which states play comes back to
    began: float = field(factory=clock.seconds)
    seconds: float = field(init=False)  # that finding parts took

    def __attrs_post_init__(self) -> None:
        process, states = self.process, len(self.known)
        if not Watch(self.limits).has_memory(BYTES_A_STATE * states):
            raise LimitReached("memory")
        roots = np.array([START], dtype=np.int32)
        self.part, finished = self._parted(roots, np.where(self.known, -1, 0).astype(np.int32), np.full(states, -1, np.int32))
        numbers = np.flatnonzero(self.part)
        self.sequence = numbers[np.lexsort((finished[numbers], self.part[numbers]))].astype(np.int32)
        sizes = np.bincount(self.part[numbers])
        self.starts = np.concatenate(([0], np.cumsum(sizes[1:])))
        self.again = (sizes > 1)[self.part] & (self.part > 0)
        loops = process.edges[process.edges[:, 0] == process.edges[:, 1], 0]
        self.again[loops] = self.part[loops] > 0
        self.seconds = clock.seconds() - self.began

    def bounds(self, low: Array, share: float) -> Bounds:
        """Bounds, `low` having what is known and -1 elsewhere; at most a `share` of the seconds left goes into sweeps."""
        process, left, limits = self.process, self.limits.seconds_left, self.limits
        if left is not None:
            limits = limits.within(share * max(0.0, left - max(_KEPT * left, _KEPT_TIMES * self.seconds)))
        high, best = low.copy(), np.full(len(low), -1, dtype=np.int32)
        low[self.sequence] = 0
        decided = self.sequence[process.decides[self.sequence] != Decided.BY_CHANCE]
        best[decided] = process.first[decided]
        notes = np.zeros(len(Sweeping), dtype=np.int64)
        try:
            self._close_in(low, high, best, notes, limits)
        except LimitReached as reached:
            if reached.ending != "seconds":
                raise
        high[self.sequence[high[self.sequence] < 0]] = process.most
        order, pending = (np.zeros(len(low), dtype=np.int32) for _ in range(2))
        self._over_parts("rank_states", notes, process.first, process.edges, process.decides, best, self.part, low, order,
                         pending, limits=self.limits)
        found = Bounds(low, high, best, order, self.known, circles=True)
        process.check(found, self.limits)
        return found

    def _close_in(self, low: Array, high: Array, best: Array, notes: Array, limits: Limits) -> None:
        """Sweep up and down, with ever smaller steps, until the bounds of the start, and of what follows it, are close."""
        process, most = self.process, self.process.most
        whole = process.first, process.edges, process.weights, process.decides
        edges_most = EDGES_MOST if limits.seconds is None else None
        shown = np.append(process.edges[process.first[START]:process.first[START + 1], 1], START)
        for turn, halved in enumerate(ROUNDS):
            self._over_parts("sweep_up", notes, *whole, low, best, most >> halved, limits=limits,
                             edges_most=edges_most)
            if turn == 0:
                self._reply(low, best)
            for _ in range(REPLIES_MOST):
                group = self._groups(best)
                exits = np.zeros(int(group.max(initial=0)) + 1, dtype=np.int64)
                self._over_parts("sweep_down", notes, *whole, best, group, exits, low, high, most >> halved, most >> NEAR,
                                 limits=limits, edges_most=edges_most)
                if not self._reply(high, best):
                    break
            if int((high - low)[shown].max()) <= most >> CLOSE:
                return

    def _over_parts(self, name: str, notes: Array, *arrays: Array, limits: Limits, edges_most: int | None = None) -> None:
        """Have a kernel go over all parts; LimitReached too if it has looked at so many edges."""
        parts = len(self.starts) - 1
        notes[Sweeping.PART], notes[Sweeping.SWEEPS] = 0, 0
        while notes[Sweeping.PART] < parts:
            self.process.explored.backend.call(name, self.sequence, self.starts, parts, *arrays, EDGES_EACH, notes)
            self.report(int(self.starts[notes[Sweeping.PART]]))
            limits.check()
            if edges_most is not None and notes[Sweeping.WORK] > edges_most:
                raise LimitReached("seconds")

    def _reply(self, bounds: Array, best: Array) -> bool:
        """Have the others decide by some bounds, where that is better for them; whether they decide anything anew."""
        process = self.process
        return bool(process.explored.backend.call("better_replies", self.sequence, len(self.sequence), process.first,
                                                  process.edges, process.decides, bounds, best))

    def _groups(self, best: Array) -> Array:
        """The states among which play can stay, numbered by their maximal end components; 0 for all others."""
        process, part, inside, is_first = self.process, self.part, self.again.copy(), True
        while True:
            members = self.sequence[inside[self.sequence]]
            gone = process.explored.backend.call("leave_open", members, len(members), process.first, process.edges,
                                                 process.decides, best, part, inside)
            if not is_first and not gone:
                return part
            part, _ = self._parted(members[inside[members]], np.where(inside, part, -1).astype(np.int32), best)
            is_first = False

    def _parted(self, roots: Array, before: Array, best: Array) -> tuple[Array, Array]:
        """Strongly connected parts of what the roots lead to, and in what order the search left the states."""
        process, states = self.process, len(before)
        part, found, back, finished, stack, waiting = (np.zeros(states, dtype=np.int32) for _ in range(6))
        place, notes = np.zeros(states, dtype=np.int64), np.zeros(len(Parting), dtype=np.int64)
        roots = roots[before[roots] >= 0]
        while notes[Parting.DEPTH] > 0 or notes[Parting.ROOT] < len(roots):
            process.explored.backend.call("find_parts", roots, len(roots), process.first, process.edges, process.decides, best,
                                          before, part, found, back, finished, stack, place, waiting, EDGES_EACH, notes)
            self.report(int(notes[Parting.FINISHED]))
            self.limits.check()
        return part, finished
