"""Bounds on what anybody can win who sees the table alone: each deal is played by somebody who knows it and pays for knowing it.

For a decision a on a table s, after which chance leads to the table s' on the deal, the penalty is V(s') less the mean of what V
can be after a by the weights that chance has at s; V is what learned weights expect of a table.  The bound of a deal is the most
that a line of it can be worth less its penalties.  To somebody who does not know what comes, each penalty has mean zero, whatever
V is, so that no such player can be worth more, on the average of deals, than the mean of their bounds: D. Brown, J. Smith and
P. Sun, Information Relaxations and Duality in Stochastic Dynamic Programs, Operations Research 58 (2010), pages 785-801.  If V is
what best play is worth, each deal's bound is that and nothing more.

The mean is worked out outcome by outcome where few can come, else sampled, by lots of the deal's number and the table.
A sampled mean is off by as much for everybody, and has the right mean itself, so that penalties keep theirs.

**What may stop penalties.** Whoever stops paying may do so only by what anybody sees: a sum of penalties that ends where it suits
the deal has no mean of zero.  So a limit of states must not end penalties with "from here on anything can be won", for how many
states there are depends on what the deal holds.  There are two stops here, both by what the line has shown:

- the *level*: where penalties so far leave no line from here more than a level (as nobody can be worth more than 1), it is not
  followed, and the deal is worth at least the level;
- the *cap*: where penalties have brought CAP or more, they end.  So no deal is worth more than 1 + CAP and one penalty, which is
  what a deal counts that has such a line, or that is cut off by a limit.

Not promised: that the bound is small.  It is as good as V, and counts only if nearly all deals are followed to the end.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from verifier.policy.desk import Desk
from verifier.policy.network import no_weights
from verifier.policy.room import room_to_weigh
from verifier.policy.scale import Scale
from verifier.run.backend import Backend
from verifier.run.control import Gain, Playing, Relaxing, Status, Why, Worth
from verifier.run.setting import Setting
from verifier.search.growing import Growing
from verifier.search.limits import LimitReached, Limits, Watch
from verifier.search.tables import Tables

Array = NDArray[Any]
PARTS = 4  # of a penalty: scales are quarters
CAP = 1  # in units of worth
SAMPLES, LEAVES = 64, 64  # of chance after a decision; how many outcomes are weighed one by one
_NEVER = -(1 << 60)
_PICKS_MOST = 256


class Judging(Protocol):
    """What says what tables are worth: learned weights, as kernels take them."""

    def arrays(self) -> tuple[Array, ...]:
        """What kernels take."""


@frozen(eq=False)
class NothingLearned:
    """Who expects nothing of any table, where nobody pays."""

    def arrays(self) -> tuple[Array, ...]:
        """What kernels take."""
        cells, piles, estimates, *_ = no_weights()
        zeros = np.zeros(1, dtype=np.int64)
        sums = np.zeros((2, 1), dtype=np.int64)
        return cells, piles, estimates, np.zeros((1, 1), dtype=np.int32), np.zeros(2, dtype=np.int64), zeros, sums


@frozen
class Relaxed:
    """What a deal is worth at most at a scale: `bound`, in units of worth, and how it was found.

    `ending` is "closed", or "states", "cap": the deal was cut off, and counts what any deal can count at most.  `is_level`: the
    bound is the level, since something was not followed.  `unended` counts decisions behind which play stops without an end.
    """

    scale: int
    bound: float
    ending: str
    is_level: bool
    states: int
    unended: int


@define(eq=False, slots=False)
class Relaxation:
    """Works out the bounds of deals, by what `judging` says of tables.  Two of them share nothing.

    `bound_is_proved`: the game's bound may say what an end can be worth at most.
    """

    backend: Backend
    setting: Setting
    judging: Judging
    whole_grade: bool = False
    samples: int = SAMPLES
    leaves: int = LEAVES
    bound_is_proved: bool = False
    desk: Desk = field(init=False)

    def __attrs_post_init__(self) -> None:
        backend = self.backend
        self.desk = Desk(backend, self.setting.in_force, Scale.plain(backend, whole_grade=self.whole_grade))
        self.desk.notes[Playing.SAMPLES] = self.samples
        self._arrays = self.judging.arrays()
        self._weighing = room_to_weigh(backend)

    @property
    def is_won_or_lost(self) -> bool:
        """Whether ends are worth 0 or 1."""
        return self.desk.scale.is_won_or_lost

    def expected(self, state: Array, event: int, lot: int) -> int:
        """What a table was to be worth after a decision (-1: none, what comes by itself), by the lot of the deal's number."""
        desk = self.desk
        worth = int(self.backend.call("expected_after", state, desk.scratch, desk.context, event, lot, self.leaves,
                                      *self._weighing, desk.notes, *desk.nothing_known, *self._arrays))
        self.backend.clear(desk.context)
        return worth

    def worth(self, state: Array, status: int) -> int:
        """What is expected of a table with a Status, or what the end there is worth."""
        worth = int(self.backend.call("worth_there", state, self.desk.context, status, self.desk.notes, *self._arrays))
        self.backend.clear(self.desk.context)
        return worth

    def bounds(self, setting: Setting, start: Array, lot: int, scales: tuple[int, ...], level: float | None,
               limits: Limits) -> tuple[Relaxed, ...]:
        """What a deal is worth at most, for each scale (in parts of PARTS).  LimitReached for time or memory that is used up."""
        deal = _Deal(self, setting, start, lot, limits)
        return tuple(deal.bound(scale, level) for scale in scales)


@define(eq=False, slots=False)
class _Deal:
    """The states of a deal that were found, with what is known of them at every scale."""

    relaxation: Relaxation
    setting: Setting
    start: Array
    lot: int
    limits: Limits

    def __attrs_post_init__(self) -> None:
        one, backend = self.relaxation, self.relaxation.backend
        self.tapes = backend.tapes(self.setting)
        self.control = np.zeros(len(Relaxing), dtype=np.int64)
        self.tables, self.watch = Tables(backend), Watch(self.limits)
        tables = self.tables
        self.first, self.many, self.waiting = (tables.beside(kind) for kind in (np.int64, np.int32, np.int8))
        self.values, self.most = (tables.beside(np.int64) for _ in range(2))
        self.edges = Growing(backend.constant("EVENT_ROOM") * 8, np.int64, len(Gain))
        # The first table, and the penalty of what chance brings before it.
        state, context = self.start.copy(), one.desk.context
        self.opening = one.expected(self.start, -1, self.lot)
        self.status = int(backend.call("settle_uncounted", state, context, *self.tapes, 0, backend.blank()))
        if backend.failed(context):
            self.status = Status.FAILED
        self.opening -= one.worth(state, self.status)
        self.ended = one.worth(state, self.status) if self.status == Status.END else int(Worth.SURE)
        backend.clear(context)
        if self.status == Status.DECISION:
            tables.enter_start(state, Status.DECISION, self.control)
            self.most.array[0] = Worth.SURE

    def bound(self, scale: int, level: float | None) -> Relaxed:
        """The bound at a scale; states that are known from others are not looked for again."""
        unit, control = PARTS * int(Worth.SURE), self.control
        worst = 1 + CAP + scale / PARTS if scale else 1.0
        if self.status != Status.DECISION:
            value = (scale * self.opening + PARTS * self.ended) / unit
            return Relaxed(scale, value, "closed", False, 0, int(self.status != Status.END))
        one, states = self.relaxation, int(control[Relaxing.STATES])
        control[Relaxing.SCALE], control[Relaxing.PARTS], control[Relaxing.BEST] = scale, PARTS, _NEVER
        control[Relaxing.LEVEL] = _NEVER if level is None else round(level * unit)
        control[Relaxing.CAP], control[Relaxing.STOPPED] = CAP * unit, 0
        control[Relaxing.LEAVES_MOST], control[Relaxing.BY_BOUND] = one.leaves, one.bound_is_proved
        control[Relaxing.LOT] = self.lot
        self.values.array[:states], self.waiting.array[:states] = _NEVER, 0
        self.values.array[0], self.waiting.array[0] = scale * self.opening, 1
        ending = self._followed()
        is_level, best = bool(control[Relaxing.STOPPED]), int(control[Relaxing.BEST])
        if is_level:
            is_level, best = int(control[Relaxing.LEVEL]) >= best, max(best, int(control[Relaxing.LEVEL]))
        bound = worst if ending != "closed" else best / unit
        return Relaxed(scale, bound, ending, is_level and ending == "closed", int(control[Relaxing.STATES]),
                       int(control[Relaxing.UNENDED]))

    def _followed(self) -> str:
        """Look at states until none waits: "closed", or why the deal is given up."""
        control, limits = self.control, self.limits
        picks = np.zeros(1, dtype=np.int64)
        while len(picks):
            for first in range(0, len(picks), _PICKS_MOST):
                some = picks[first:first + _PICKS_MOST]
                while len(some):
                    self._make_room()
                    self._expand(some)
                    some = some[int(control[Relaxing.DONE]):]
                    if control[Relaxing.WHY] == Why.GOAL:
                        return "cap"
                    if limits.states is not None and control[Relaxing.STATES] > limits.states:
                        return "states"
                if limits.seconds_left == 0.0:
                    raise LimitReached("seconds")
            picks = np.flatnonzero(self.waiting.array[:control[Relaxing.STATES]]).astype(np.int64)
        return "closed"

    def _make_room(self) -> None:
        room, control = self.relaxation.backend.constant("EVENT_ROOM"), self.control
        reached = self.tables.make_room(int(control[Relaxing.STATES]), self.watch)
        if reached is not None:
            raise LimitReached(reached)
        needed = int(control[Relaxing.EDGES]) + _PICKS_MOST * room
        if needed > len(self.edges.array):
            self.edges.grow(max(needed, 2 * len(self.edges.array)))

    def _expand(self, picks: Array) -> None:
        one, tables = self.relaxation, self.tables
        desk = one.desk
        one.backend.call("relax", desk.context, *self.tapes, *desk.nothing_known, picks, *tables.visited, self.edges.array,
                         self.first.array, self.many.array, self.most.array, self.values.array, self.waiting.array, self.control,
                         desk.notes, tables.scratch, tables.out, *tables.rows, *one._weighing, *one._arrays)
        one.backend.clear(desk.context)


