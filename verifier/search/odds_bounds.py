"""Bounds of the odds of every state in whole numbers, and what makes them proofs, without regard to how they were found.

Upper bounds prove something where they are nowhere below what one step makes of them, the others' decisions being those named:
odds are the least numbers of which that is true (Park induction), so that this holds wherever play goes, and for ever.  Lower
bounds prove something where they are nowhere above what the decisions named make of them, and where these lead, with some luck,
to what was worked out before, whatever the others do: then play does not go round for ever where something is promised.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from attrs import frozen

from verifier.errors import EngineBug, Problem
from verifier.lang import ir
from verifier.program.program import Program
from verifier.run.control import Decided
from verifier.search.explore import Explored
from verifier.search.limits import Limits

Array = Any
STATES_EACH = 1 << 18  # between two looks at the limits
BITS = 62  # of the largest number that is worked with
BITS_LEAST = 20  # of the unit of bounds


class Coarse(Exception):
    """Weights may be so large, by the ranges in the rules, that bounds would say little."""


def unit_of(program: Program, span: int) -> int:
    """What 1 is in bounds of states that are not all known yet; Coarse if that is too little."""
    bits = BITS - (weights_most(program) * span).bit_length()
    if bits < BITS_LEAST:
        raise Coarse
    return 1 << bits


def weights_most(program: Program) -> int:
    """The most that the weights of all that chance can bring at a time can be together, by the ranges in the rules."""
    most = 1
    for phase in program.phases:
        highs = [1 if not (weights := _weights(program, number)) else max(weights) for number in phase.events]
        most = max(most, sum(highs))
    return most


def _weights(program: Program, event: int) -> list[int]:
    body = program.bodies[program.events[event].rule.name]
    return [max(1, node.value.type.high) for node in body.nodes if isinstance(node, ir.Weight)]


@frozen(eq=False)
class Bounds:
    """Bounds of every state in units, the edge that whoever decides takes, and when each state was worked out (0: was known).

    What is `known` was not worked out; of other states that play does not come to the bounds are -1.  Where play comes back to a
    state (`circles`), states are in an order in which the decisions named can go on from later to earlier ones; elsewhere
    everything does.
    """

    low: Array
    high: Array
    best: Array
    order: Array
    known: Array
    circles: bool = False


@frozen(eq=False)
class Process:
    """An exploration as a decision process: the edges of state n are those from `first[n]` up to `first[n + 1]`.

    `unit` is what 1 is, and `span` the most that an end is worth, so that sums of bounds times weights stay below 2**62.  `gains`
    are what edges add, where an end is worth what was added on the way to it.
    """

    explored: Explored
    first: Array
    edges: Array
    weights: Array
    decides: Array
    unit: int
    span: int
    gains: Array | None = None

    @property
    def gained(self) -> tuple[Array, int]:
        """What edges add, and a unit of it, for kernels: 0 where they add nothing."""
        return (np.zeros(1, dtype=np.int32), 0) if self.gains is None else (self.gains, self.unit)

    def gain(self, edge: int) -> int:
        """What an edge adds."""
        return 0 if self.gains is None else int(self.gains[edge])

    @property
    def most(self) -> int:
        """The most that anything can be worth, in units."""
        return self.unit * self.span

    def check(self, bounds: Bounds, limits: Limits) -> None:
        """Check bounds by arithmetic of numpy, some states at a time; EngineBug (DB921) if they prove nothing."""
        for begin in range(0, self.explored.states, STATES_EACH):
            end = begin + STATES_EACH
            numbers = begin + np.flatnonzero((bounds.low[begin:end] >= 0) & ~bounds.known[begin:end])
            if len(numbers) and not self._are_proved(bounds, numbers):
                raise EngineBug(Problem("DB921", f"the odds of states from {begin} on are not those of what follows them"))
            limits.check()

    def _are_proved(self, bounds: Bounds, numbers: Array) -> bool:
        counts = self.first[numbers + 1] - self.first[numbers]
        starts = np.cumsum(counts) - counts
        taken = np.repeat(self.first[numbers] - starts, counts) + np.arange(counts.sum())
        targets, weights = self.edges[taken, 1].astype(np.int64), self.weights[taken]
        low, high = bounds.low[targets], bounds.high[targets]
        if (low < 0).any() or (high > self.most).any():
            return False
        more = 0 if self.gains is None else self.gains[taken].astype(np.int64) * self.unit
        low, high = np.minimum(low + more, self.most), np.minimum(high + more, self.most)
        decides, chosen = self.decides[numbers], bounds.best[numbers]
        least, most = bounds.low[numbers], bounds.high[numbers]
        chance, ours, others = (decides == each for each in Decided)
        is_there = (chosen >= self.first[numbers]) & (chosen < self.first[numbers + 1])
        if not np.where(chance, chosen == -1, is_there).all():
            return False
        after, totals = self.edges[np.maximum(chosen, 0), 1], np.add.reduceat(weights, starts)
        edge = np.where(is_there, chosen - self.first[numbers] + starts, starts)  # that is decided on, among all of them
        proved = [(chance, least * totals <= np.add.reduceat(weights * low, starts)),
                  (chance, most * totals >= np.add.reduceat(weights * high, starts)),
                  (ours, least <= low[edge]), (ours, most >= np.maximum.reduceat(high, starts)),
                  (others, least <= np.minimum.reduceat(low, starts)), (others, most >= high[edge])]
        order, before = bounds.order[numbers], bounds.order[targets]
        if not bounds.circles:
            proved.append((order > 0, np.maximum.reduceat(before, starts) < order))
        else:
            promised = least > 0
            proved += [(chance & promised, np.minimum.reduceat(before, starts) < order),
                       (ours & promised, bounds.order[after] < order),
                       (others & promised, np.maximum.reduceat(before, starts) < order)]
        return all(bool(there[who].all()) for who, there in proved)
