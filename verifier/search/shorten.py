"""A line made shorter: what lies around it is searched for a shorter way to as good an end.

All that can follow from the states of the line is looked at, then what follows from that, and so on, up to a number of states;
the shortest way through all of it is taken, and then the same is done around that (plan neighbourhood graph search: Nakhost and
Mueller, "Action elimination and plan neighborhood graph search", 2010).  Loops and detours go, whatever the search that found
them; that no line is shorter is not shown by it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import frozen

from verifier.run.backend import Backend
from verifier.run.control import Searching, Status, Why
from verifier.run.setting import Setting
from verifier.search.concrete import concrete, stored
from verifier.search.frontier import Frontier
from verifier.search.limits import Limits, Watch

_PICKS_MOST = 256


@frozen
class Shortened:
    """A line of decisions (event numbers), what its end is worth, and how many states were looked at for it."""

    line: Sequence[int]
    worth: int
    states: int


def shortened(backend: Backend, setting: Setting, state: Any, line: Sequence[int], worth: int, states: int,
              limits: Limits | None = None) -> Shortened:
    """A line from a state that is no longer than this one, and whose end is worth no less; at most about so many states.

    `state` is a decision, `worth` a grade as a number.  The limits are kept to.
    """
    looked, best = 0, Shortened(line, worth, 0)
    while looked < states:
        around = _Around(backend, setting, state, best.worth, Watch(limits or Limits()))
        around.look(best.line, states - looked)
        looked += around.frontier.states
        better = around.shortest()
        if better is None or (better.worth, -len(better.line)) <= (best.worth, -len(best.line)):
            break
        best = better
    return Shortened(best.line, best.worth, looked)


class _Around:
    """The states around a line, and every transition from those that were expanded."""

    def __init__(self, backend: Backend, setting: Setting, state: Any, worth: int, watch: Watch) -> None:
        self.frontier, self._watch = Frontier(backend, setting, state, edges=True), watch
        self._room = backend.constant("EVENT_ROOM")
        self.frontier.begin(backend.constant("GRADES"))
        self.frontier.aim(worth - 1, backend.constant("GRADES"), None)

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
        """The shortest way through all that was noted to the best of the ends, none of which is worth less than wanted."""
        frontier = self.frontier
        following = list[list[tuple[int, int]]]([] for _ in range(frontier.states))
        for number, to, event in frontier.tables.edges[:frontier.now(Searching.EDGES)].tolist():
            following[number].append((to, event))
        came: dict[int, tuple[int, int]] = {0: (-1, -1)}
        ends, waiting = list[int](), deque([0])
        while waiting:
            number = waiting.popleft()
            if frontier.tables.node[number] == Status.END:
                ends.append(number)
            for to, event in following[number]:
                if to not in came:
                    came[to] = number, event
                    waiting.append(to)
        if not ends:
            return None
        end = max(ends, key=lambda number: int(frontier.bounds[number]))  # of equal ones the first, which is nearest
        line, number = list[int](), end
        while number:
            number, event = came[number]
            line.append(event)
        return Shortened(concrete(frontier.backend, frontier.setting, frontier.state, line[::-1]), int(frontier.bounds[end]), 0)
