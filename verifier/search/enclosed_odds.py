"""The odds of millions of states between two bounds each.

`graph_odds` works with exact fractions on a graph of Python objects, a few kilobytes a state.  Here bounds are whole numbers of
units of less than a billionth, rounded outwards, in arrays beside those of the exploration, 80 bytes a state and 17 an edge.
What is worth how much, what counts as lost or won, and who decides, is the same there and here.  Where play comes back to no
state, one look at each is enough, from the ends backwards; elsewhere `cyclic_odds` closes bounds in.

States may be stored without a total that only adds up (`verifier.program.totals`).  Then what a state is worth is what is still
to come, and edges add to it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from attrs import define, evolve, field, frozen

from verifier.errors import EngineBug, Problem
from verifier.run.control import Backwards, Decided, Status
from verifier.search.cyclic_odds import Circling
from verifier.search.explore import Explored
from verifier.search.graph import START
from verifier.search.limits import LimitReached, Limits, Watch
from verifier.search.odds_bounds import BITS, STATES_EACH, Bounds, Process

Array = Any
FOLLOWED_MOST = 20_000  # states of a policy that is weighed in exact fractions
_BYTES_A_STATE, _BYTES_AN_EDGE = 80, 17  # for a moment; 57 and 8 stay
_LEFT_IN_PART = ("goal", "property", "failed", "interrupted")  # endings at which the last state may have events without edges


@frozen(eq=False)
class Enclosed:
    """The odds of every state between two fractions, `unit` being 1.

    `lost` are the bounds if dead ends and what was not explored count as lost, `won` if they count as won; they are the same
    object where there is neither.
    """

    process: Process
    lost: Bounds
    won: Bounds
    farthest: Array | None = None  # the most that can still be added to a total, if it was left out

    @property
    def unit(self) -> int:
        """What 1 is."""
        return self.process.unit

    def between(self, number: int = START) -> tuple[Fraction, Fraction]:
        """What is known of a state."""
        return Fraction(int(self.lost.low[number]), self.unit), Fraction(int(self.won.high[number]), self.unit)

    def after(self, number: int = START) -> list[tuple[str, Fraction, Fraction]]:
        """What each event of a state leads to, in the game's order."""
        events, edges = self.process.explored.backend.program.events, self._edges(number)
        first = int(self.process.first[number])
        found = []
        for edge, (_, target, event) in sorted(enumerate(edges, start=first), key=lambda row: row[1][2]):
            gain, (low, high) = self.process.gain(edge), self.between(target)
            found.append((events[event].text, low + gain, min(high + gain, Fraction(self.process.span))))
        return found

    def attained(self) -> Fraction | None:
        """What the decisions of `lost` come to from the start, exactly; None if they lead to more than FOLLOWED_MOST states or
        back to one, or if somebody is against them, whose best replies to just these decisions are not known."""
        if (self.process.decides == Decided.BY_OTHERS).any():
            return None
        bounds, values = self.lost, dict[int, Fraction]()
        seen, waiting = {START}, [START]
        while waiting:
            for target, _, _ in self._taken(waiting.pop(), bounds):
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
            if len(seen) > FOLLOWED_MOST:
                return None
        for number in sorted(seen, key=lambda each: int(bounds.order[each])):
            if bounds.order[number] == 0:
                values[number] = Fraction(int(bounds.low[number]), self.unit)
                continue
            taken = self._taken(number, bounds)
            if not all(target in values for target, _, _ in taken):
                return None
            total = sum(weight for _, weight, _ in taken)
            values[number] = sum((Fraction(weight, total) * (gain + values[target]) for target, weight, gain in taken),
                                 Fraction(0))
        low, high = self.between()
        if not low <= values[START] <= high:
            raise EngineBug(Problem("DB921", f"the decisions come to {values[START]}, which is not between {low} and {high}"))
        return values[START]

    def rests_on(self) -> int | None:
        """A dead end that the odds of the start hang on, as `graph_odds.Odds.rests_on` has it."""
        lost, won = self.lost, self.won
        if not self.process.explored.dead_ends:
            return None
        seen, waiting = {START}, deque([START])
        while waiting:
            number = waiting.popleft()
            if lost.high[number] >= won.low[number]:
                continue
            if self.process.explored.tables.node[number] == Status.DEAD_END:
                return number
            for target, _, _ in self._taken(number, lost if self.process.decides[number] == Decided.BY_OTHERS else won):
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        return None

    def _edges(self, number: int) -> list[list[int]]:
        first = self.process.first
        found: list[list[int]] = self.process.edges[first[number]:first[number + 1]].tolist()
        return found

    def _taken(self, number: int, bounds: Bounds) -> list[tuple[int, int, int]]:
        """Where a state leads if everybody decides by some bounds, with weights and gains; nowhere from one that was known."""
        if bounds.order[number] == 0:
            return []
        begin, end = int(self.process.first[number]), int(self.process.first[number + 1])
        if bounds.best[number] >= 0:
            begin = int(bounds.best[number])
            end = begin + 1
        targets, weights = self.process.edges[begin:end, 1].tolist(), self.process.weights[begin:end].tolist()
        return [(target, weight, self.process.gain(edge))
                for edge, target, weight in zip(range(begin, end), targets, weights, strict=True)]


@frozen(eq=False)
class Question:
    """What is asked of a game: for the states of any exploration from a number on, what they are worth, as `enclosed` has it, and
    whether somebody decides there who is against it."""

    worths: Callable[[Explored, int], Array]
    against: Callable[[Explored, int], Array]
    span: int


@frozen(eq=False)
class Later:
    """What is known beforehand of some states of an exploration: bounds in units, 1 being `unit`, and what they may still add.

    The exploration begins at the first `starts` states.
    """

    numbers: Array
    low: Array
    high: Array
    farthest: Array
    unit: int
    starts: int


class TotalCounts(Exception):
    """A total cannot be left out of the states: play comes back to one, the total leaves its range, or a rule fails."""


class InCircles(Exception):
    """Play comes back to a state."""


def enclosed(explored: Explored, worths: Array, against: Array, limits: Limits,
             report: Callable[[int], None] = lambda states: None, span: int = 1, later: Later | None = None) -> Enclosed:
    """The odds of every state of a breadth-first exploration with edges and open chance.

    `worths` say what play is worth that comes to a state, from 0 to `span`, and -1 where that depends on how it goes on; if they
    are bools, those states are as good as won.  `against` are the states at which somebody decides who is against it.  Raises
    LimitReached, if there is no time for any bounds.

    Where the exploration left a total out, what is still added to it is part of what play is worth; `span` is then the most that
    can be added from the start on.  Raises TotalCounts where that cannot be worked out without the total, and InCircles where
    odds rest on `later` and play comes back to a state.
    """
    if worths.dtype == np.bool_:
        worths = np.where(worths, 1, -1)
    return _Enclosing(explored, worths, against, limits, report, span, later).enclosed()


@define(eq=False)
class _Enclosing:
    explored: Explored
    worths: Array
    against: Array
    limits: Limits
    report: Callable[[int], None]
    span: int = 1
    later: Later | None = None
    process: Process = field(init=False)
    circling: Circling | None = None  # where play comes back to a state

    def enclosed(self) -> Enclosed:
        explored = self.explored
        states, count, node = explored.states, explored.edge_count, explored.tables.node[:explored.states]
        if not Watch(self.limits).has_memory(_BYTES_A_STATE * states + _BYTES_AN_EDGE * count):
            raise LimitReached("memory")
        edges = explored.tables.edges[:count]
        if explored.options.strategy != "breadth-first" or not (edges[1:, 0] >= edges[:-1, 0]).all():
            raise EngineBug(Problem("DB903", "the edges are not in the order of states"))
        first = np.zeros(states + 1, dtype=np.int64)
        np.cumsum(np.bincount(edges[:, 0], minlength=states), out=first[1:])
        decides = np.where(node == Status.DECISION, np.where(self.against, Decided.BY_OTHERS, Decided.BY_US),
                           Decided.BY_CHANCE).astype(np.int8)
        weights, most = self._weighed(first, edges)
        unit = 1 << (BITS - (most * self.span).bit_length())
        if self.later is not None:
            if self.later.unit > unit:
                raise EngineBug(Problem("DB906", f"weights are {most} together, which is more than rules say"))
            unit = self.later.unit
        gains = None
        if explored.options.total is not None:
            if (node == Status.LOOP).any():
                raise TotalCounts("play never ends, which counts as the lowest")
            gains = self._gained(first, edges, explored.options.total[0])
        self.process = Process(explored, first, edges, weights, decides, unit, self.span, gains)
        unknown = self._unknown(node)
        is_open = bool(unknown.any())
        lost = self._worked_out(unknown, 0, 0.5 if is_open else 1)
        won = self._worked_out(unknown, self.process.most, 1) if is_open else lost
        farthest = None if gains is None else self._farthest(lost, gains)
        if farthest is not None and farthest[START] > self.span:
            raise TotalCounts("it leaves its range")
        return Enclosed(self.process, lost, won, farthest)

    def _weighed(self, first: Array, edges: Array) -> tuple[Array, int]:
        """The weights of what chance brings, and the largest sum of them in one place."""
        explored, begin, most = self.explored, 0, 1
        weights, context = np.ones(max(1, len(edges)), dtype=np.int64), explored.backend.context(explored.setting)
        begins, ends = (np.zeros(explored.states, dtype=np.int64) for _ in range(2))  # as `first` has them
        while begin < explored.states:
            until = min(explored.states, begin + STATES_EACH)
            found = int(explored.backend.call("note_edges", context, *explored.tables.stored, explored.tables.node, edges,
                                              int(first[begin]), int(first[until]), explored.tables.scratch, begins, ends,
                                              weights))
            if found < 0:
                raise EngineBug(Problem("DB906", "a weight failed that the search had found"))
            most, begin = max(most, found), until
            self.limits.check()
        return weights, most

    def _gained(self, first: Array, edges: Array, slot: int) -> Array:
        """What edges add to the total."""
        explored, gains, begin = self.explored, np.zeros(max(1, len(edges)), dtype=np.int32), 0
        context, tapes = explored.backend.context(evolve(explored.setting, tapes=())), explored.backend.tapes(explored.setting)
        while begin < explored.states:
            until = min(explored.states, begin + STATES_EACH)
            found = int(explored.backend.call("gain_edges", context, *tapes, slot, *explored.tables.stored, first, edges, begin,
                                              until, explored.tables.scratch, gains))
            if found >= 0:
                raise TotalCounts(f"something fails behind state {found}")
            begin = until
            self.limits.check()
        return gains

    def _farthest(self, bounds: Bounds, gains: Array) -> Array:
        """The most that can be added up from each state on that the start leads to."""
        process, begin = self.process, 0
        numbers = np.argsort(bounds.order, kind="stable")[int((bounds.order == 0).sum()):]
        farthest = np.zeros(self.explored.states, dtype=np.int64)
        if self.later is not None:
            farthest[self.later.numbers] = self.later.farthest
        while begin < len(numbers):
            until = min(len(numbers), begin + STATES_EACH)
            self.explored.backend.call("farthest_totals", numbers, begin, until, process.first, process.edges, gains, farthest)
            begin = until
            self.limits.check()
        return farthest

    def _unknown(self, node: Array) -> Array:
        """The states of which nobody knows what they are worth, as `graph_odds` has it."""
        leaves = self.process.first[1:] == self.process.first[:-1]
        unknown = (node == Status.DEAD_END) | leaves & np.isin(node, (Status.DECISION, Status.CHANCE, Status.STEP))
        if self.explored.ending in _LEFT_IN_PART and len(self.process.edges):
            unknown[int(self.process.edges[-1, 0])] = True
        return unknown & (self.worths < 0)

    def _worked_out(self, unknown: Array, beyond: int, share: float) -> Bounds:
        """The bounds of all states that the start leads to, what is unknown being worth `beyond`, in a share of the seconds."""
        process, states = self.process, self.explored.states
        low = np.full(states, -1, dtype=np.int64)
        low[process.first[1:] == process.first[:-1]], low[unknown] = 0, beyond
        low = np.where(self.worths < 0, low, self.worths * process.unit)
        high = low.copy()
        if self.later is not None:
            low[self.later.numbers], high[self.later.numbers] = self.later.low, self.later.high
        if self.circling is None and (found := self._straight(low.copy(), high)) is not None:
            return found
        if process.gains is not None:
            raise TotalCounts("play comes back to a state")
        if self.later is not None:
            raise InCircles
        if self.circling is None:
            self.circling = Circling(process, low >= 0, self.limits, self.report)
        return self.circling.bounds(low, share)

    def _straight(self, low: Array, high: Array) -> Bounds | None:
        """The bounds by one look at each state; None where play comes back to one."""
        process, states = self.process, self.explored.states
        best, order, known = np.full(states, -1, np.int32), np.zeros(states, dtype=np.int32), low >= 0
        stack, place, notes = (np.zeros(size, dtype=np.int64) for size in (states, states, len(Backwards)))
        waiting = list(range(1 if self.later is None else self.later.starts))[::-1]
        while waiting or notes[Backwards.DEPTH] > 0:
            if notes[Backwards.DEPTH] == 0:
                start = waiting.pop()
                if low[start] >= 0:
                    continue
                low[start], stack[0], place[0], notes[Backwards.DEPTH] = -2, start, process.first[start], 1
            self.explored.backend.call("odds_backwards", process.first[:-1], process.first[1:], process.edges, process.weights,
                                       process.decides, *process.gained, process.most, low, high, best, order, stack, place,
                                       STATES_EACH, notes)
            if notes[Backwards.CIRCLE]:
                return None
            self.report(int(notes[Backwards.DONE]))
            self.limits.check()
        found = Bounds(low, high, best, order, known)
        process.check(found, self.limits)
        return found
