"""Two fixed ways to play a deal, in emitted code: what a reading does to people who play without a solver.

`random`: every legal decision is equally likely.  The d-th decision of a deal has a number of its own, the upper 31 bits of the
d-th integer of the seed's stream with the purpose "policy" (`verifier.scenarios.shuffle`); each event draws from it
(`draw_of`, the same in every execution), and the legal event that draws lowest is taken.  So a game replays identically, and
under another reading the same draws are compared: what stays legal is ranked as it was.

`greedy`: one decision ahead.  Each legal event is tried together with what the rules and the deal bring before the next
decision; the one with the best bound there is taken, among these the one with the best estimate, among these the first in the
game's order.  An end counts as its grade, for certain.  It sees no further into the deal, and it plays badly where the game's
bound and estimate say little.  Since it sees that much of the deal, people read of it as the peeking player; the honest greedy
one is in `verifier.policy.policies`.  Measures, results and stores keep the name by which they were written.

`greedy-by-lot`: the same, but among equals the event that draws lowest is taken, as `random` does: for many games on one deal.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.program.program import Program
from verifier.run.backend import Backend
from verifier.run.control import Dominance, Followed, Policy, Status
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.scenarios.shuffle import stream

Array = Any
POLICIES = ("random", "greedy")
BY_LOT = "greedy-by-lot"
_GREED = {"random": 0, "greedy": 1, BY_LOT: 2}
DECISIONS_MOST = 512
POSITIONS_MOST = 4096
# What `play_policy` returns.
ENDINGS = {Status.END: "end", Status.LOOP: "loop", Status.RAN_OUT: "ran-out", Status.IMPOSSIBLE: "impossible",
           Status.FAILED: "failed", Status.DEAD_END: "dead-end", Status.GIVEN_UP: "unfinished"}


@define(eq=False)
class Deal:
    """A seed's tapes for a start, as the reference and as emitted code take them, and the numbers of the random policy."""

    seed: int
    tapes: tuple[tuple[int, ...], ...]
    rectangle: Array
    lengths: Array
    draws: Array


def dealt(backend: Backend, seed: int, tapes: tuple[tuple[int, ...], ...]) -> Deal:
    """The deal of a seed, from its tapes in the order of the program."""
    rectangle, lengths = backend.tapes(Setting({}, None, tapes))
    draws = [integer >> 1 for integer in islice(stream(seed, "", "policy"), DECISIONS_MOST)]
    return Deal(seed, tapes, rectangle, lengths, np.array(draws, dtype=np.int64))


@define(eq=False)
class Side:
    """A start under the rulings in force there, and what is proved for it: the game's bound, and what is never worse."""

    program: Program
    rulings: dict[str, str]
    edition: Any
    start: Position
    state: Array
    context: Array
    bound_is_proved: bool = False
    dominance: Dominance = Dominance.DECLARED

    @classmethod
    def of(cls, backend: Backend, rulings: dict[str, str], edition: Any, start: Position, *, bound_is_proved: bool = False,
           dominance: Dominance = Dominance.DECLARED) -> Side:
        """The arrays for a start, and a context of its own."""
        return cls(backend.program, rulings, edition, start, backend.state(start),
                   backend.context(Setting(rulings, edition)), bound_is_proved, dominance)

    def setting(self, tapes: tuple[tuple[int, ...], ...] = ()) -> Setting:
        """What the reference needs besides the rules."""
        return Setting(self.rulings, self.edition, tapes)

    def reference(self, tapes: tuple[tuple[int, ...], ...] = ()) -> Reference:
        """The reference run on tapes."""
        return Reference(self.program, self.setting(tapes))


@frozen(eq=False)
class Game:
    """A game that was played: how it stopped (see ENDINGS), its grade if it ended, the numbers of its decisions.

    `worth` is what its end is worth to each seat, 0 for the worst; nothing where the game does not say, or did not end.
    `into_loop` are decisions that lead into a loop, which the greedy policy saw and left alone.
    """

    ending: str
    grade: int | None
    line: tuple[int, ...]
    into_loop: tuple[int, ...] | None = None
    worth: tuple[int, ...] = ()


@define(eq=False)
class Player:
    """Plays games; the arrays are used again for each.  There is `room` for so many positions of a line."""

    backend: Backend
    room: int = POSITIONS_MOST
    state: Array = field(init=False)
    scratch: Array = field(init=False)
    out: Array = field(init=False)
    weights: Array = field(init=False)
    line: Array = field(init=False)
    worth: Array = field(init=False)
    notes: Array = field(init=False)
    positions: Array = field(init=False)
    found: Array = field(init=False)

    def __attrs_post_init__(self) -> None:
        backend, events = self.backend, self.backend.constant("EVENT_ROOM")
        self.state, self.scratch, self.positions = backend.blank(), backend.blank(2), backend.blank(self.room)
        self.out, self.weights = (np.zeros((2, events), dtype=np.int64) for _ in range(2))
        self.line, self.notes = np.zeros(DECISIONS_MOST, dtype=np.int64), np.zeros(len(Policy), dtype=np.int64)
        self.worth = np.zeros(backend.constant("SEATS"), dtype=np.int64)
        self.found = np.zeros(self.room, dtype=np.int64)

    def play(self, side: Side, deal: Deal, policy: str) -> Game:
        """A deal played by a policy.  A rule that fails ends the game; the last event of the line is then the one that failed."""
        status = int(self.backend.call("play_policy", side.state, self.state, side.context, deal.rectangle, deal.lengths,
                                      deal.draws, _GREED[policy], self.out[0], self.scratch, self.line, self.worth, self.notes))
        self.backend.clear(side.context)
        names = (Policy.DECISIONS, Policy.GRADE, Policy.LOOP_AT, Policy.LOOP_EVENT)
        count, grade, decision, event = (int(self.notes[name]) for name in names)
        line = tuple(self.line[:count].tolist())
        loop = None if decision < 0 else (*line[:decision], event)
        if status != Status.END:
            return Game(ENDINGS[Status(status)], None, line, loop)
        return Game(ENDINGS[Status(status)], grade, line, loop, tuple(self.worth.tolist()))

    def follow(self, side: Side, deal: Deal, line: tuple[int, ...]) -> tuple[int | None, int]:
        """The grade that a line gets (None if it is not possible or does not end), and the bound before its first decision."""
        grade = int(self.backend.call("follow_line", side.state, self.state, side.context, deal.rectangle, deal.lengths,
                                      self._written(line), len(line), self.out[0], self.scratch, self.notes))
        self.backend.clear(side.context)
        return (None if grade < 0 else grade), int(self.notes[Followed.BOUND])

    def _written(self, line: tuple[int, ...]) -> Array:
        """A line as kernels read it: in the place of those that are played, or, if it is longer, in its own."""
        if len(line) > DECISIONS_MOST:
            return np.array(line, dtype=np.int64)
        self.line[:len(line)] = line
        return self.line

    def trace(self, side: Side, deal: Deal, line: tuple[int, ...]) -> int:
        """Put the positions of a line into `positions`, one after each transition, as far as there is room; how many."""
        count = int(self.backend.call("trace_line", side.state, side.context, deal.rectangle, deal.lengths, self._written(line),
                                     len(line), self.positions))
        self.backend.clear(side.context)
        return count

    def differences(self, side: Side, other: Side, count: int) -> Array:
        """What differs between two sides at each of the first `positions` (see `part_positions`); a view, used again."""
        self.backend.call("part_positions", self.positions, count, side.context, other.context, self.scratch, self.out,
                         self.weights, self.found)
        self.backend.clear(side.context)
        self.backend.clear(other.context)
        return self.found[:count]
