"""A deal that is played by somebody who sees the table alone.

The deal stays with the table: a player is handed what lies there (`Seen`) and says a decision.  What chance will bring is in
none of it, so that no player can look at it.  By the types, too, neither a whole state nor a deal is handed to a player: what it
sees is a `PublicState`, and what it knows of the rules `InForce`.  `tests/agreement/test_honest_players.py` asks each player
whether another deal behind the same table changes its decision.

A table may tell whoever decides what each stream of chance brings next, so many entries of its tape and never one more:
`tests/agreement/test_known_outcomes.py` changes the deal behind them.

Where a game hides things from seats, the table shows each seat, transition by transition, what it sees (`@game.hidden`), and a
player is handed tables that may lie there by all that the deciding seat saw (`verifier.policy.beliefs`), in place of the one that
does: `tests/agreement/test_information_sets.py` puts another one there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import NewType, Protocol

import numpy as np
from attrs import define, evolve, field, frozen
from numpy.typing import NDArray

from verifier.lang.types import EnumType
from verifier.policy.beliefs import EVERYBODY, Belief, Sight
from verifier.policy.circles import Been
from verifier.program.program import Program
from verifier.run.backend import Backend
from verifier.run.control import Status
from verifier.run.setting import Setting
from verifier.scenarios.shuffle import stream

Array = NDArray[np.int64]
PublicState = NewType("PublicState", NDArray[np.int64])  # a state that has only what whoever decides may see
ENDINGS = {Status.END: "end", Status.LOOP: "loop", Status.RAN_OUT: "ran-out", Status.IMPOSSIBLE: "impossible",
           Status.FAILED: "failed", Status.DEAD_END: "dead-end", Status.DECISION: "unfinished"}
_CHAIN_MOST = 8_192  # transitions without a decision


@frozen(eq=False)
class Seen:
    """What lies on the table when somebody decides, as kernels read it; how much of the deal is used up is not among it.

    `known` is what is told of what comes next, if anything is: the next entries of each tape, a row for each, and how many.
    Where things are hidden from the seat that decides, `state` is what it sees, and `blind` has what it makes of that.  `choices`
    are the decisions left to it where others would lead back (`verifier.policy.circles`); None where all are that are legal.
    """

    state: PublicState
    known: tuple[Array, Array] | None = None
    blind: Blind | None = None
    choices: Array | None = None


@frozen(eq=False, slots=False)
class Blind:
    """What a seat knows that does not see all, or plays for itself: what it believes, and which decisions are legal for it."""

    seat: int
    choices: Array
    _belief: Belief | Array  # or the table, as a seat sees it that sees all
    _everybody: Belief | None = None  # where others see something else

    @cached_property
    def worlds(self) -> Array:
        """Tables that may lie there, a row for each; none if the seat has lost its way.  The first to ask has it think."""
        return self._belief.worlds_where(self.choices) if isinstance(self._belief, Belief) else self._belief

    @cached_property
    def common(self) -> Array:
        """Tables that may lie there by what all seats have seen, a row for each: what the seat holds may differ.

        None where nothing is hidden or one seat plays, and none if what was seen can be explained no more.
        """
        return self.worlds[:0] if self._everybody is None else self._everybody.worlds()


def seen_in(backend: Backend, state: Array) -> Seen:
    """What lies on the table in a state that says how much of the deal is used up, too."""
    public = PublicState(state.copy())
    public[backend.constant("SLOTS"):] = 0
    return Seen(public)


def seats_of(program: Program) -> EnumType | None:
    """The seats that a game hides things from; None where it hides nothing."""
    hidden = program.game.only("hidden")
    if hidden is None:
        return None
    seats = hidden.parameters[1][1]
    assert isinstance(seats, EnumType), "what is hidden is hidden from a seat"
    return seats


@define(eq=False)
class Watchers:
    """Everybody at a table, who is shown it behind each transition: what they hold possible, in a game that hides things."""

    backend: Backend
    _context: Array
    beliefs: list[Belief]  # of each seat; none where nothing is hidden
    everybody: Belief | None = None  # who sees what all of several seats see

    @classmethod
    def of(cls, backend: Backend, context: Array, start: Array, seed: int) -> Watchers:
        """Those of a game that begins at a state; `seed` is of the lots by which they imagine what they do not see."""
        seats = seats_of(backend.program)
        if seats is None:
            return cls(backend, context, [])
        begun = seen_in(backend, start).state
        beliefs = [Belief(backend, context.copy(), seat, begun, seed) for seat in range(seats.high + 1)]
        everybody = Belief(backend, context.copy(), EVERYBODY, begun, seed) if len(beliefs) > 1 else None
        return cls(backend, context, beliefs, everybody)

    def twin(self) -> Watchers:
        """Others who have seen the same, and see other things from now on."""
        everybody = None if self.everybody is None else self.everybody.twin()
        return Watchers(self.backend, self._context.copy(), [belief.twin() for belief in self.beliefs], everybody)

    def seat(self, state: Array) -> int:
        """Whose decision it is; the first seat's, where it is everybody's."""
        return max(0, int(self.backend.call("call_whose", state, self._context)))

    def is_lost(self, seat: int) -> bool:
        """Whether a seat has lost its way."""
        return bool(self.beliefs) and self.beliefs[seat].is_lost

    def seen(self, state: Array, known: tuple[Array, Array] | None = None, *, by_seat: bool = False) -> Seen:
        """What whoever decides at a state sees, all but what is hidden."""
        if not (self.beliefs or by_seat):
            return Seen(seen_in(self.backend, state).state, known)
        seat, legal = self.seat(state), np.zeros(self.backend.constant("EVENT_ROOM"), dtype=np.int64)
        choices = legal[:self.backend.call("call_legal_events", state, self._context, legal)]
        if self.beliefs:
            return Seen(PublicState(self.looks(state)[seat]), known, Blind(seat, choices, self.beliefs[seat], self.everybody))
        seen = seen_in(self.backend, state).state
        return Seen(seen, known, Blind(seat, choices, seen[None]))

    def show(self, state: Array, seat: int, event: int) -> None:
        """Show every seat the table, behind a decision of one of them (-1: of none)."""
        if self.beliefs:
            self.saw(self.looks(state), seat, event)

    def saw(self, looks: Array, seat: int, event: int) -> None:
        """The same with what each seat sees: others who watch may be shown the same."""
        for belief in self.beliefs if self.everybody is None else (*self.beliefs, self.everybody):
            belief.saw(Sight(looks[belief.seat], event if belief.seat == seat else -1))

    def looks(self, state: Array) -> Array:
        """What each seat sees, and behind that what all of them see; nothing where nothing is hidden."""
        looks: Array = self.backend.blank(len(self.beliefs) + (self.everybody is not None))
        self.backend.call("look_at", state, looks, self._context, 0)
        return looks


class Player(Protocol):
    """Somebody who decides."""

    def decide(self, seen: Seen, lot: int) -> int:
        """The number of the event that is decided for; -1 where none is legal.  The same table and lot, the same decision."""


@frozen
class Played:
    """How a game went: how it stopped (one of ENDINGS), its grade as a number if it ended, the numbers of its decisions.

    `lost`: so many of them were made by seats that had lost their way.  `outcomes` has what the end is worth to each seat that
    has decided anything, from 0 for the worst there can be, where seats play for themselves.
    """

    ending: str
    grade: int | None
    decisions: tuple[int, ...]
    lost: int = 0
    outcomes: Mapping[int, int] = field(factory=dict)


@define(eq=False, slots=False)
class Table:
    """A game on a deal, up to a decision or to where it stops (`status`); `grade` is that of a game that has ended, a number.

    Whoever decides is told the next `knows` entries of each tape, of those that there are.  `lost` counts decisions by seats that
    had lost their way: what they saw could be explained no more, and they decide at random.  With `by_seat` seats play for
    themselves.
    """

    backend: Backend
    _state: Array
    _context: Array
    _tapes: tuple[Array, Array]
    knows: int = 0
    by_seat: bool = False
    seed: int = 0  # of the lots by which seats imagine what they do not see
    status: Status = field(init=False)
    outcomes: dict[int, int] = field(init=False, factory=dict)  # of an end, by the seats that have decided anything
    grade: int | None = field(init=False, default=None)
    lost: int = field(init=False, default=0)
    _watchers: Watchers = field(init=False)
    _been: Been | None = field(init=False)  # None where nobody is kept from coming back
    _seats: set[int] = field(init=False, factory=set)  # that have decided anything

    def __attrs_post_init__(self) -> None:
        self._mark = self.backend.blank()
        self._watchers = Watchers.of(self.backend, self._context, self._state, self.seed)
        self._been = None if self._watchers.beliefs or self.by_seat else Been(self.backend, self._context.copy())
        self._settle()

    @classmethod
    def of(cls, backend: Backend, setting: Setting, state: Array, knows: int = 0, *, by_seat: bool = False,
           seed: int = 0) -> Table:
        """The table of a setting's deal; the state is copied."""
        return cls(backend, state.copy(), backend.context(setting), backend.tapes(setting), knows, by_seat, seed)

    @property
    def seen(self) -> Seen:
        """What whoever decides sees."""
        return self._watchers.seen(self._state, self._next() if self.knows else None, by_seat=self.by_seat)

    def decide(self, event: int) -> None:
        """Make a decision, and go on to the next."""
        if event < 0:
            self.status = Status.DEAD_END
            return
        seat = self._watchers.seat(self._state) if self._watchers.beliefs or self.by_seat else -1
        self._seats.add(seat)
        self.lost += self._watchers.is_lost(seat)
        self.backend.call("call_apply", self._state, self._context, event)
        self._watchers.show(self._state, seat, event)
        self._settle()

    def decide_onward(self, event: int) -> Array | None:
        """Make a decision (None), unless it leads back to where this game has been and others do not: then those that are left.

        What is refused depends on what everybody has seen, and not on the deal.
        """
        before = self._state.copy() if self._been is not None else self._state
        self.decide(event)
        if self._been is None or self.status != Status.DECISION or not self._been.is_back:
            return None
        self._been.leave(self._state)
        left = self._been.onward(before, event)
        if left is None:
            self._been.come(self._state)
        else:
            self._state[:] = before
        return left

    def with_deal(self, setting: Setting) -> Table:
        """The same table over another deal, of which as much is used up: nobody at the table sees a difference."""
        other = Table(self.backend, self._state.copy(), self.backend.context(setting), self.backend.tapes(setting), self.knows,
                      self.by_seat, self.seed)
        other._watchers = self._watchers.twin()
        other._been = None if self._been is None else self._been.twin()
        return other

    def _settle_in_sight(self) -> Status:
        """Go on to the next decision or to where play stops, with everybody watching each transition."""
        backend = self.backend
        for _ in range(_CHAIN_MOST):
            kind = Status(backend.call("call_kind_of", self._state, self._context))
            if kind in (Status.DECISION, Status.END):
                return kind
            event = int(backend.call("call_automatic_event", self._state, self._context, *self._tapes))
            if event < 0:
                return Status(-event)
            backend.call("call_apply", self._state, self._context, event)
            if backend.failed(self._context):
                return Status.FAILED
            self._watchers.show(self._state, -1, -1)
        return Status.LOOP

    def _next(self) -> tuple[Array, Array]:
        """The entries that come next, a copy of so many and no more."""
        tapes, lengths = self._tapes
        used = [int(number) for number in self._state[self.backend.constant("SLOTS"):]]
        counts = np.zeros(len(lengths), dtype=np.int64)
        for tape, first in enumerate(used):
            counts[tape] = max(0, min(self.knows, int(lengths[tape]) - first))
        entries = np.zeros((len(lengths), max(1, int(counts.max()))), dtype=np.int64)
        for tape, first in enumerate(used):
            entries[tape, :counts[tape]] = tapes[tape, first:first + counts[tape]]
        return entries, counts

    def _settle(self) -> None:
        backend = self.backend
        if not backend.failed(self._context):
            self.status = self._settle_in_sight() if self._watchers.beliefs else Status(
                backend.call("call_settle", self._state, self._context, *self._tapes, 0, self._mark))
            if self.status == Status.END:
                self.grade = int(backend.call("call_grade", self._state, self._context))
                self.outcomes = {seat: int(backend.call("call_outcome", self._state, self._context, seat))
                                 for seat in sorted(self._seats) if self.by_seat}
        if backend.failed(self._context):
            self.status, self.grade = Status.FAILED, None
        if self.status == Status.DECISION and self._been is not None:
            self._been.come(self._state)


def lots(seed: int) -> Iterator[int]:
    """Numbers for the decisions of a game on the deal of a seed, one for each; the deal has no part in them."""
    return (number >> 1 for number in stream(seed, "", "player"))


def play(table: Table, player: Player, seed: int, most: int, go_on: Callable[[], None] = lambda: None) -> Played:
    """Play a game to its end, at most so many decisions; `go_on` is called before each, and ends the game by raising.

    Whose decision leads back to where the game has been decides again, by the same lot, among those that are left
    (`Seen.choices`); `verifier.policy.circles` says why nobody needs to come back.
    """
    decisions = list[int]()
    for lot in islice(lots(seed), most):
        if table.status != Status.DECISION:
            break
        go_on()
        event = player.decide(table.seen, lot)
        left = table.decide_onward(event)
        if left is not None:
            event = player.decide(evolve(table.seen, choices=left), lot)
            table.decide(event)
        if event >= 0:
            decisions.append(event)
    return Played(ENDINGS[table.status], table.grade, tuple(decisions), table.lost, table.outcomes)
