"""A line made shorter: what lies around it is searched for a shorter way to as good an end.

All that can follow from the states of the line is looked at, then what follows from that, and so on, up to a number of states;
the shortest way through all of it is taken, and then the same is done around that (plan neighbourhood graph search: Nakhost and
Mueller, "Action elimination and plan neighborhood graph search", 2010).  Loops and detours go, whatever the search that found
them; that no line is shorter is not shown by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import frozen

from verifier.run.backend import Backend
from verifier.run.control import Searching, Status, Why
from verifier.run.setting import Setting
from verifier.search.concrete import concrete, stored
from verifier.search.frontier import SOON_WORTH, Frontier, Soon
from verifier.search.limits import LimitReached, Limits, Watch

_PICKS_MOST = 256


@frozen
class Shortened:
    """A line of decisions (event numbers), what its end is worth, and how many states were looked at for it."""

    line: Sequence[int]
    worth: int
    states: int


def shortened(backend: Backend, setting: Setting, state: Any, line: Sequence[int], worth: int, states: int,
              limits: Limits | None = None, soon: Soon | None = None) -> Shortened:
    """A line from a state that is no longer than this one, and whose end is worth no less; at most about so many states.

    `state` is a decision, `worth` a grade as a number or, if an end is wanted `soon`, what the line is worth by its decisions.
    The limits are kept to.
    """
    looked, best = 0, Shortened(line, worth, 0)
    while looked < states:
        around = _Around(backend, setting, state, best.worth, Watch(limits or Limits()), soon)
        around.look(best.line, states - looked)
        looked += around.frontier.states
        better = around.shortest()
        if better is None or (better.worth, -len(better.line)) <= (best.worth, -len(best.line)):
            break
        best = better
    return Shortened(best.line, best.worth, looked)


class _Around:
    """The states around a line, and every transition from those that were expanded."""

    def __init__(self, backend: Backend, setting: Setting, state: Any, worth: int, watch: Watch, soon: Soon | None) -> None:
        self.frontier, self._watch, self._soon = Frontier(backend, setting, state, soon, edges=True), watch, soon
        self._room = backend.constant("EVENT_ROOM")
        most = backend.constant("GRADES") if soon is None else SOON_WORTH
        self.frontier.begin(most)
        # What lies far away by the way that it was found first may be near by another.
        self.frontier.aim(worth - 1 if soon is None else -1, most, None)

    def look(self, line: Sequence[int], states: int) -> None:
        """Expand the states of a line, and then in the order in which they were found, until there are so many."""
        frontier, number, on_line = self.frontier, 0, set[int]()
        for event in stored(frontier.backend, frontier.setting, frontier.state, line):
            on_line.add(number)
            before = frontier.now(Searching.EDGES)
            if not self._expand([number]):
                return
            edges = frontier.tables.edges[before:frontier.now(Searching.EDGES)]
            taken = edges[edges[:, 2] == event]
            if not len(taken):  # the bound is wrong, and would have pruned the line itself
                return
            number = int(taken[0, 1])
        at = 0
        while at < frontier.states < states:
            until = min(at + _PICKS_MOST, frontier.states)
            if not self._expand([number for number in range(at, until) if number not in on_line]):
                return
            at = until

    def _expand(self, numbers: list[int]) -> bool:
        """Expand decisions; whether to go on: not where a limit is reached or a rule fails."""
        frontier = self.frontier
        picks = np.array([number for number in numbers if frontier.tables.node[number] == Status.DECISION], dtype=np.int32)
        while len(picks):
            if frontier.tables.make_room(frontier.states, self._watch, more=(1 + len(picks)) * self._room,
                                         edges=frontier.now(Searching.EDGES)):
                return False
            frontier.expand(picks)
            if frontier.now(Searching.WHY) == Why.FAILED or self._watch.ending(frontier.states, len(picks)) is not None:
                return False
            picks = picks[frontier.now(Searching.DONE):]
        return True

    def shortest(self) -> Shortened | None:
        """The shortest way through all that was noted to the best of the ends, none of which is worth less than wanted.

        None where there is none, or where a limit is reached before it is found.
        """
        frontier = self.frontier
        edges = frontier.tables.edges[:frontier.now(Searching.EDGES)]
        edges = edges[np.argsort(edges[:, 0], kind="stable")]
        first = np.searchsorted(edges[:, 0], np.arange(frontier.states + 1))
        came = np.full(frontier.states, -1)  # the transition by which each was come to first; for the start it is of no meaning
        came[0] = 0
        ends, layer = list[int](), np.zeros(1, dtype=np.int64)
        while len(layer):
            if self._is_over():
                return None
            ends += layer[frontier.tables.node[layer] == Status.END].tolist()
            counts = first[layer + 1] - first[layer]
            taken = np.repeat(first[layer] - counts.cumsum() + counts, counts) + np.arange(counts.sum())
            taken = taken[came[edges[taken, 1]] < 0]
            _, new = np.unique(edges[taken, 1], return_index=True)
            taken = taken[np.sort(new)]
            layer = edges[taken, 1].astype(np.int64)
            came[layer] = taken
        if not ends:
            return None
        # Of equal ones the first, which is nearest; where an end is wanted soon, they are all alike.
        end = ends[0] if self._soon is not None else max(ends, key=lambda number: int(frontier.bounds[number]))
        line, number = list[int](), end
        while number:
            number, _, event = edges[came[number]].tolist()
            line.append(event)
        worth = int(frontier.bounds[end]) if self._soon is None else SOON_WORTH - len(line)
        return Shortened(concrete(frontier.backend, frontier.setting, frontier.state, line[::-1]), worth, 0)

    def _is_over(self) -> bool:
        """Whether a limit of time or memory is reached."""
        try:
            self._watch.limits.check()
        except LimitReached:
            return True
        return False
