"""Nested rollouts: good lines of a deal where no estimate guides, from games at random that learn from the best of them.

The method is nested rollout policy adaptation (`kernels/rollouts.py`).  Searches of two levels (10,000 games) come first, then
one of three (a million), and so on: each begins without preferences, so that one that was led astray is not the last.

It looks at no estimate, and it proves nothing: that a line is optimal is said only where its grade is the highest that there is,
or equals the game's bound and that is proved.  Where most games at random come to no end, there is nothing to learn from.  In the
same CPU time (0.8 s each), nested Monte-Carlo search (T. Cazenave, IJCAI 2009), which learns nothing, attained the best known
grade on 6 of 20 deals of Until Dawn, and this on 17.

The random numbers are Lehmer's, from the stream `rollouts` of `verifier.scenarios.shuffle`: a run of so many decisions finds the
same line in every execution.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import exp
from typing import Any

import numpy as np
from attrs import define, evolve, field

from verifier import clock
from verifier.lang.events import Event
from verifier.run.backend import Backend
from verifier.run.control import Dominance, Rolling
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.scenarios.shuffle import stream
from verifier.search.best import Best, BestProgress, over_at_once, states_around
from verifier.search.limits import CLOSING_STATES, Ending, Limits, Watch
from verifier.search.passed_bound import passed_bound
from verifier.search.shorten import shortened

Array = Any
DECISIONS_MOST = 512  # games that take more are given up
TRIES = 100  # Rosin's; of 50, 100 and 200, what found the best lines of 20 deals of Until Dawn in the same time
LEVELS_FIRST, LEVELS_MOST = 2, 5
UNIT = 1024  # a preference that is more by so much makes a decision e times as likely; so much is learnt at a time
_FURTHEST, _LIKELIEST = 11 * UNIT, 2**16


@define(eq=False, slots=False)
class Rollouts:
    """Nested rollouts from one state; they can go on at any time."""

    backend: Backend
    setting: Setting
    state: Array
    enough: int
    notes: Array = field(init=False)

    def __attrs_post_init__(self) -> None:
        backend, rows = self.backend, LEVELS_MOST + 1
        events, room = backend.constant("EVENTS"), backend.constant("EVENT_ROOM")
        self.notes = np.zeros(len(Rolling), dtype=np.int64)
        for number, value in ((Rolling.RANDOM, next(stream(0, "", "rollouts")) % 2147483646 + 1), (Rolling.LEVELS, LEVELS_FIRST),
                              (Rolling.LEVELS_MOST, LEVELS_MOST), (Rolling.TRIES, TRIES), (Rolling.STEP, UNIT),
                              (Rolling.ROOM, DECISIONS_MOST), (Rolling.ENOUGH, self.enough), (Rolling.DECISIONS, -1),
                              (Rolling.BEST, -1)):
            self.notes[number] = value
        self.context, self.tapes = backend.context(self.setting), backend.tapes(self.setting)
        self.places, self.scratch = backend.blank(), backend.blank()
        self.out, self.weights = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
        # Memory that nothing is written to is not held: few levels and places are used.
        self.policies = np.zeros((rows, DECISIONS_MOST * events), dtype=np.int64)
        self.lines, self.counts = (np.zeros((rows, DECISIONS_MOST), dtype=np.int64) for _ in range(2))
        self.legal = np.zeros((rows * DECISIONS_MOST, room), dtype=np.int64)
        self.grades, self.decisions, self.tries = np.full(rows, -1, dtype=np.int64), *np.zeros((2, rows), dtype=np.int64)
        self.likely = np.array([max(1, round(_LIKELIEST * exp(-less / UNIT))) for less in range(_FURTHEST)], dtype=np.int64)
        self.best_line = np.zeros(DECISIONS_MOST, dtype=np.int64)

    def noted(self, what: Rolling) -> int:
        """A number as the kernel left it."""
        return int(self.notes[what])

    def roll_on(self, most: int) -> None:
        """Play on for about so many decisions."""
        self.backend.call("roll_on", self.state, self.places, self.context, *self.tapes, most, self.out, self.weights,
                          self.scratch, self.policies, self.lines, self.legal, self.counts, self.grades, self.decisions,
                          self.tries, self.likely, self.best_line, self.notes)

    @property
    def line(self) -> list[int]:
        """The decisions of the best line so far."""
        return [int(event) for event in self.best_line[:self.noted(Rolling.BEST_DECISIONS)]]

    @property
    def failed_line(self) -> list[int] | None:
        """The decisions at whose end a rule failed, if one did."""
        if not self.noted(Rolling.FAILED):
            return None
        return [int(event) for event in self.lines[0, :self.noted(Rolling.DECISIONS)]]


def solve_by_rollouts(backend: Backend, reference: Reference, setting: Setting, start: Position, limits: Limits | None = None,
                      report: Callable[[BestProgress], None] = lambda progress: None, *, bound_is_proved: bool = False,
                      enough: int | None = None, states_max: int | None = CLOSING_STATES, shorten: bool = False,
                      threads: int = 1, dominance: Dominance = Dominance.OFF) -> Best:
    """The best line that nested rollouts find within the limits, a limit of states being one of decisions that are made.

    Goes on until a limit, Ctrl-C, a grade that is `enough`, or the highest that any line can have.  Takes what every strategy
    takes, and has no use for `states_max`, `threads` and `dominance`.  Raises RuleFailed (DB407) for a line that exceeds a proved
    bound.
    """
    settled = reference.settled(start)
    if over := over_at_once(backend, reference, setting, settled):
        return over
    limits, state = (limits or Limits()).running(), backend.state(settled)
    highest = backend.constant("GRADES") - 1
    upper_bound = int(backend.call("bound", state, backend.context(setting))) if bound_is_proved else highest
    rollouts = Rollouts(backend, setting, state, min(upper_bound, highest if enough is None else enough))
    rollouts.roll_on(0)  # compiling is not playing: the clock starts behind it
    began, ending = clock.seconds(), _played(rollouts, limits, upper_bound, report)
    line, grade = rollouts.line, rollouts.noted(Rolling.BEST)
    counts: dict[str, int | float] = {"states": rollouts.noted(Rolling.PLAYED), "transitions": rollouts.noted(Rolling.PLAYED),
                                      "width": 0, "around": 0, "playouts": rollouts.noted(Rolling.GAMES)}
    is_repaired = False
    if shorten and line and ending not in ("failed", "interrupted"):
        with suppress(KeyboardInterrupt):
            around = states_around(int(counts["states"]))
            found = shortened(backend, setting, state, line, grade, around, limits.with_grace())
            is_repaired = found.worth > grade
            line, grade, counts["around"] = list(found.line), found.worth, found.states
    if grade > upper_bound:
        raise passed_bound(reference, start, _events(backend, line))
    is_optimal = grade == upper_bound
    best = Best("optimal" if is_optimal else "best-found" if grade >= 0 else "unknown", "bound-attained" if is_optimal else None,
                grade if grade >= 0 else None, upper_bound, _events(backend, line), "goal" if is_optimal else ending,
                {**counts, "seconds": clock.seconds() - began},
                found_by="repair" if is_repaired else "rollouts" if line else "")
    failed = rollouts.failed_line
    return best if failed is None else evolve(best, failed_line=_events(backend, failed))


def _played(rollouts: Rollouts, limits: Limits, upper_bound: int, report: Callable[[BestProgress], None]) -> Ending:
    """Play until something ends it."""
    watch = Watch(limits)
    try:
        while True:
            before, most = rollouts.noted(Rolling.PLAYED), watch.most
            if limits.states is not None:
                most = min(most, max(1, limits.states - before))
            rollouts.roll_on(most)
            played, best = rollouts.noted(Rolling.PLAYED), rollouts.noted(Rolling.BEST)
            if rollouts.noted(Rolling.FAILED):
                return "failed"
            if best >= rollouts.enough:
                return "goal"
            report(BestProgress(played, played, 0, rollouts.noted(Rolling.LEVELS), best, upper_bound, watch.seconds, watch.held))
            if (ending := watch.ending(played, most)) is not None:
                return ending
    except KeyboardInterrupt:
        return "interrupted"


def _events(backend: Backend, line: list[int]) -> list[Event]:
    return [backend.program.events[number] for number in line]
