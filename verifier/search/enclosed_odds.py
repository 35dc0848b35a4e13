"""The odds of millions of states between two bounds each, where play comes back to no state.

`graph_odds` works with exact fractions on a graph of Python objects, a few kilobytes a state.  Here bounds are whole numbers of
units of less than a billionth, rounded outwards, in arrays beside those of the exploration, 80 bytes a state and 17 an edge.
What is worth how much, what counts as lost or won, and who decides, is the same there and here.

The bounds are checked without regard to how they were found (`_checked`): upper ones are nowhere below what one step makes of
them, lower ones nowhere above what the decisions named make of them, and every step leads to a state that was worked out before.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.errors import EngineBug, Problem
from verifier.run.control import Backwards, Decided, Status
from verifier.search.explore import Explored
from verifier.search.graph import START
from verifier.search.limits import LimitReached, Limits, Watch

Array = Any
BITS = 62  # of the largest number that is worked with
STATES_EACH = 1 << 18  # between two looks at the limits
FOLLOWED_MOST = 20_000  # states of a policy that is weighed in exact fractions
_BYTES_A_STATE, _BYTES_AN_EDGE = 80, 17  # for a moment; 57 and 8 stay
_LEFT_IN_PART = ("goal", "property", "failed", "interrupted")  # endings at which the last state may have events without edges


@frozen(eq=False)
class Bounds:
    """Bounds of every state in units, the edge that whoever decides takes, and when each state was worked out (0: was known)."""

    low: Array
    high: Array
    best: Array
    order: Array


@frozen(eq=False)
class Enclosed:
    """The odds of every state between two fractions, `unit` being 1.

    `lost` are the bounds if dead ends and what was not explored count as lost, `won` if they count as won; they are the same
    object where there is neither.
    """

    explored: Explored
    unit: int
    first: Array
    weights: Array
    decides: Array
    lost: Bounds
    won: Bounds

    def between(self, number: int = START) -> tuple[Fraction, Fraction]:
        """What is known of a state."""
        return Fraction(int(self.lost.low[number]), self.unit), Fraction(int(self.won.high[number]), self.unit)

    def after(self, number: int = START) -> list[tuple[str, Fraction, Fraction]]:
        """What each event of a state leads to, in the game's order."""
        events, edges = self.explored.backend.program.events, self._edges(number)
        return [(events[event].text, *self.between(target)) for _, target, event in sorted(edges, key=lambda row: row[2])]

    def attained(self) -> Fraction | None:
        """What the decisions of `lost` come to from the start, exactly; None if they lead to more than FOLLOWED_MOST states, or
        if somebody is against them, whose best replies to just these decisions are not known."""
        if (self.decides == Decided.BY_OTHERS).any():
            return None
        bounds, values = self.lost, dict[int, Fraction]()
        seen, waiting = {START}, [START]
        while waiting:
            for target, _ in self._taken(waiting.pop(), bounds):
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
            total = sum(weight for _, weight in taken)
            values[number] = sum((Fraction(weight, total) * values[target] for target, weight in taken), Fraction(0))
        low, high = self.between()
        if not low <= values[START] <= high:
            raise EngineBug(Problem("DB921", f"the decisions come to {values[START]}, which is not between {low} and {high}"))
        return values[START]

    def rests_on(self) -> int | None:
        """A dead end that the odds of the start hang on, as `graph_odds.Odds.rests_on` has it."""
        lost, won = self.lost, self.won
        seen, waiting = {START}, [START]
        while waiting:
            number = waiting.pop(0)
            if lost.high[number] >= won.low[number]:
                continue
            if self.explored.tables.node[number] == Status.DEAD_END:
                return number
            for target, _ in self._taken(number, lost if self.decides[number] == Decided.BY_OTHERS else won):
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        return None

    def _edges(self, number: int) -> list[list[int]]:
        found: list[list[int]] = self.explored.tables.edges[self.first[number]:self.first[number + 1]].tolist()
        return found

    def _taken(self, number: int, bounds: Bounds) -> list[tuple[int, int]]:
        """Where a state leads if everybody decides by some bounds, with weights; nowhere from a state that was known."""
        if bounds.order[number] == 0:
            return []
        begin, end = int(self.first[number]), int(self.first[number + 1])
        if bounds.best[number] >= 0:
            begin = int(bounds.best[number])
            end = begin + 1
        targets, weights = self.explored.tables.edges[begin:end, 1].tolist(), self.weights[begin:end].tolist()
        return list(zip(targets, weights, strict=True))


def enclosed(explored: Explored, wanted: Array, against: Array, limits: Limits,
             report: Callable[[int], None] = lambda states: None) -> Enclosed | None:
    """The odds of every state of a breadth-first exploration with edges and open chance; None where play comes back to a state.

    `wanted` are the states that are as good as won, `against` those at which somebody decides who is against it: arrays of bool,
    one for each state.  Raises LimitReached.
    """
    return _Enclosing(explored, wanted, against, limits, report).enclosed()


@define(eq=False)
class _Enclosing:
    explored: Explored
    wanted: Array
    against: Array
    limits: Limits
    report: Callable[[int], None]
    first: Array = field(init=False)
    edges: Array = field(init=False)
    weights: Array = field(init=False)
    decides: Array = field(init=False)
    unit: int = field(init=False)

    def enclosed(self) -> Enclosed | None:
        explored = self.explored
        states, count, node = explored.states, explored.edge_count, explored.tables.node[:explored.states]
        if not Watch(self.limits).has_memory(_BYTES_A_STATE * states + _BYTES_AN_EDGE * count):
            raise LimitReached("memory")
        self.edges = explored.tables.edges[:count]
        if explored.options.strategy != "breadth-first" or not (self.edges[1:, 0] >= self.edges[:-1, 0]).all():
            raise EngineBug(Problem("DB903", "the edges are not in the order of states"))
        self.first = np.zeros(states + 1, dtype=np.int64)
        np.cumsum(np.bincount(self.edges[:, 0], minlength=states), out=self.first[1:])
        self.decides = np.where(node == Status.DECISION, np.where(self.against, Decided.BY_OTHERS, Decided.BY_US),
                                Decided.BY_CHANCE).astype(np.int8)
        self.unit = self._weighed()
        unknown = self._unknown(node)
        lost = self._worked_out(unknown, 0)
        won = lost if lost is None or not unknown.any() else self._worked_out(unknown, self.unit)
        return None if lost is None or won is None else Enclosed(
            explored, self.unit, self.first, self.weights, self.decides, lost, won)

    def _weighed(self) -> int:
        """Weigh what chance brings; how many units make 1, so that no sum is too large."""
        explored, begin, most = self.explored, 0, 1
        self.weights, context = np.ones(max(1, len(self.edges)), dtype=np.int64), explored.backend.context(explored.setting)
        while begin < explored.states:
            until = min(explored.states, begin + STATES_EACH)
            found = int(explored.backend.call("weigh_edges", context, *explored.tables.stored, explored.tables.node, self.first,
                                              self.edges, begin, until, explored.tables.scratch, self.weights))
            if found < 0:
                raise EngineBug(Problem("DB906", "a weight failed that the search had found"))
            most, begin = max(most, found), until
            self.limits.check()
        return 1 << (BITS - most.bit_length())

    def _unknown(self, node: Array) -> Array:
        """The states of which nobody knows what they are worth, as `graph_odds` has it."""
        leaves = self.first[1:] == self.first[:-1]
        unknown = (node == Status.DEAD_END) | leaves & np.isin(node, (Status.DECISION, Status.CHANCE, Status.STEP))
        if self.explored.ending in _LEFT_IN_PART and len(self.edges):
            unknown[int(self.edges[-1, 0])] = True
        return unknown & ~self.wanted

    def _worked_out(self, unknown: Array, beyond: int) -> Bounds | None:
        """The bounds of all states that the start leads to, what is unknown being worth `beyond`; None if they go in a circle."""
        states, leaves = self.explored.states, self.first[1:] == self.first[:-1]
        low = np.full(states, -1, dtype=np.int64)
        low[leaves], low[unknown], low[self.wanted] = 0, beyond, self.unit
        high, best, order = low.copy(), np.full(states, -1, dtype=np.int32), np.zeros(states, dtype=np.int32)
        stack, place, notes = (np.zeros(size, dtype=np.int64) for size in (states, states, len(Backwards)))
        if low[START] < 0:
            low[START], place[0], notes[Backwards.DEPTH] = -2, self.first[START], 1
        while notes[Backwards.DEPTH] > 0:
            self.explored.backend.call("odds_backwards", self.first, self.edges, self.weights, self.decides, low, high, best,
                                       order, stack, place, STATES_EACH, notes)
            if notes[Backwards.CIRCLE]:
                return None
            self.report(int(notes[Backwards.DONE]))
            self.limits.check()
        found = Bounds(low, high, best, order)
        self._checked(found)
        return found

    def _checked(self, bounds: Bounds) -> None:
        """Check bounds by arithmetic of numpy, some states at a time; EngineBug (DB921) if they prove nothing."""
        for begin in range(0, self.explored.states, STATES_EACH):
            numbers = begin + np.flatnonzero(bounds.order[begin:begin + STATES_EACH])
            if len(numbers) and not self._are_proved(bounds, numbers):
                raise EngineBug(Problem("DB921", f"the odds of states from {begin} on are not those of what follows them"))
            self.limits.check()

    def _are_proved(self, bounds: Bounds, numbers: Array) -> bool:
        counts = self.first[numbers + 1] - self.first[numbers]
        starts = np.cumsum(counts) - counts
        taken = np.repeat(self.first[numbers] - starts, counts) + np.arange(counts.sum())
        targets, weights = self.edges[taken, 1].astype(np.int64), self.weights[taken]
        low, high = bounds.low[targets], bounds.high[targets]
        if (bounds.order[targets] >= np.repeat(bounds.order[numbers], counts)).any():
            return False
        decides, chosen = self.decides[numbers], bounds.best[numbers]
        least, most = bounds.low[numbers], bounds.high[numbers]
        chance, ours, others = (decides == each for each in Decided)
        is_there = (chosen >= self.first[numbers]) & (chosen < self.first[numbers + 1])
        if not np.where(chance, chosen == -1, is_there).all():
            return False
        after, totals = self.edges[np.maximum(chosen, 0), 1], np.add.reduceat(weights, starts)
        proved = [(chance, least * totals <= np.add.reduceat(weights * low, starts)),
                  (chance, most * totals >= np.add.reduceat(weights * high, starts)),
                  (ours, least <= bounds.low[after]), (ours, most >= np.maximum.reduceat(high, starts)),
                  (others, least <= np.minimum.reduceat(low, starts)), (others, most >= bounds.high[after])]
        return all(bool(there[who].all()) for who, there in proved)
