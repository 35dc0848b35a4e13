"""The states that a search for a line has stored: each with its promise, with what it can be worth, and with its stage.

A search chooses which of them to expand; the kernel stores what is new behind the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.lang.phases import DECISION
from verifier.run.backend import Backend
from verifier.run.control import Dominance, Searching
from verifier.run.setting import Setting
from verifier.search.concrete import concrete
from verifier.search.derived import Derived
from verifier.search.growing import Growing
from verifier.search.limits import Ending
from verifier.search.tables import Tables

Array = Any
_NEVER = 2**62
SOON_WORTH = 1_000_000  # of an end that is wanted soon, before the first decision; each decision makes it one less


@frozen
class Soon:
    """That an end is wanted after as few decisions as can be: one worth `least` (a grade as a number) or more, or one that loses.

    With `by_bound`, whatever the game's bound puts below `least` is left out.
    """

    least: int | None = None
    by_bound: bool = False

    @property
    def loses(self) -> bool:
        """Whether it is losing that is wanted."""
        return self.least is None


def decisions_of(worth: int) -> int:
    """How many decisions a line takes to an end that is wanted soon and is worth so much."""
    return SOON_WORTH - worth


def most_besides(backend: Backend, dominance: Dominance) -> int:
    """What a state that is worse than another can be worth at most, as a grade, that the better one is not; -1 for nothing."""
    if dominance == Dominance.PROVED:
        return -1
    return backend.constant("LOWEST_STEP" if dominance == Dominance.WINS else "GRADES") - 1


@define(eq=False, slots=False)
class Frontier:
    """The states found from `state`.  A line is worth its grade or, if an end is wanted `soon`, SOON_WORTH less its decisions.

    With `edges` every transition is noted.  With `safe` only the first decision is made where one is safe; the state is then
    deferred: what its other decisions lead to is not known until `undefer` gives it back and it is expanded once more.
    With `dominance` a state that is worse than another, as the game declares, is deferred too, or left out, as far as that is
    proved.  What states can be worth is lowered by each bound that is `derived`.
    """

    backend: Backend
    setting: Setting
    state: Array
    soon: Soon | None = None
    upper_bound: int = 0
    edges: bool = False
    safe: bool = False
    dominance: Dominance = Dominance.OFF
    derived: Sequence[Derived] = ()
    control: Array = field(init=False)
    tables: Tables = field(init=False)
    scores: Growing = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._context, self._tapes = self.backend.context(self.setting), self.backend.tapes(self.setting)
        self.tables = Tables(self.backend, edges=self.edges, compared=self.dominance != Dominance.OFF)
        self.scores, self._bounds, self._stages = (self.tables.beside(np.int64) for _ in range(3))
        self._deferred = self.tables.beside(np.int8)
        self.control = np.zeros(len(Searching), dtype=np.int64)

    def now(self, what: Searching) -> int:
        """A number of the search as the kernel left it."""
        return int(self.control[what])

    @property
    def states(self) -> int:
        """How many states are stored."""
        return self.now(Searching.STATES)

    @property
    def score(self) -> Array:
        """The estimate of each state."""
        return self.scores.array

    @property
    def bounds(self) -> Array:
        """What each state can be worth."""
        return self._bounds.array

    @property
    def stages(self) -> Array:
        """How far the game has come in each state."""
        return self._stages.array

    def begin(self, upper_bound: int) -> None:
        """Forget every state but the first, which can be worth `upper_bound`."""
        self.tables.clear(self.control)
        self.tables.enter_start(self.state, DECISION, self.control, interchange=True)
        self.upper_bound = upper_bound
        self.control[Searching.EDGES] = 0 if self.edges else -1
        if self.soon is not None:
            self.control[Searching.SOON], self.control[Searching.PRUNE] = SOON_WORTH, self.soon.by_bound
            self.control[Searching.LEAST] = -1 if self.soon.least is None else self.soon.least
        self.control[Searching.SAFE], self.control[Searching.DEFERRED_MOST] = self.safe, -1
        self.control[Searching.DOMINANCE] = self.dominance != Dominance.OFF
        self.control[Searching.DOMINATED_MOST] = most_besides(self.backend, self.dominance)
        self._deferred.array[0] = 0
        self.control[Searching.UNCOVERED_MOST] = self.control[Searching.STUCK_MOST] = -1
        self.score[0], self.bounds[0], self.stages[0] = 0, upper_bound, 0
        self._tighten(0)

    def aim(self, best: int, enough: int, states_most: int | None) -> None:
        """From now on only what is worth more than `best` counts, what is worth `enough` will do, and so many states may be."""
        self.control[Searching.BEST], self.control[Searching.ENOUGH] = best, enough
        self.control[Searching.STATES_MOST] = _NEVER if states_most is None else states_most

    def expand(self, picks: Array) -> None:
        """Expand states, by their numbers, until one of the kernel's reasons to stop."""
        tables, before = self.tables, self.states
        self.backend.call("expand", self._context, *self._tapes, picks, *tables.visited, self.score, self.bounds, self.stages,
                          self._deferred.array, *tables.chains, tables.edges, self.control, tables.scratch, tables.out,
                          *tables.rows)
        self._tighten(before)

    def _tighten(self, first: int) -> None:
        """Lower what the states from a number on can be worth."""
        for each in self.derived if self.states > first else ():
            each.tighten(self.tables, self.bounds, first, self.states)

    def line_to(self, number: int, event: int = -1) -> list[int]:
        """The events from the start to a state, and an event there, if one is given (not -1)."""
        return concrete(self.backend, self.setting, self.state,
                        [*self.tables.events_to(number), *([event] if event >= 0 else [])])

    def found_since(self, first: int) -> Array:
        """The states from a number on that are not deferred."""
        return (first + np.flatnonzero(self._deferred.array[first:self.states] == 0)).astype(np.int32)

    def is_hopeful(self, numbers: Array) -> Array:
        """Whether each state is a decision that could lead to something better."""
        return (self.bounds[numbers] > self.control[Searching.BEST]) & (self.tables.node[numbers] == DECISION)

    def undefer(self) -> Array:
        """The deferred states that could lead to something better, to be expanded once more: from now on nothing is deferred."""
        numbers = np.flatnonzero(self._deferred.array[:self.states]).astype(np.int32)
        self._deferred.array[numbers] = 0
        self.control[Searching.SAFE], self.control[Searching.DEFERRED_MOST] = 0, -1
        if self.dominance != Dominance.PROVED:
            self.control[Searching.DOMINANCE] = 0
        return numbers[self.is_hopeful(numbers)]

    def silent(self) -> int:
        """The most that lines which the deal does not cover could be worth; -1 when there are none."""
        if self.soon is not None:
            return self.now(Searching.UNCOVERED_MOST)
        return self.upper_bound if self.control[Searching.UNCOVERED] else -1

    def most_left(self, left: int) -> int:
        """What lines can be worth that were not followed to an end, where those dropped or waiting can be worth `left`."""
        return max(left, self.silent(), self.now(Searching.STUCK_MOST), self.now(Searching.DEFERRED_MOST))

    def exhausted(self) -> Ending:
        """What it means that nothing better waits and nothing better was dropped: "closed", or why it is not."""
        best = self.now(Searching.BEST)
        if self.silent() > best:
            return "uncovered"
        return "stuck" if self.control[Searching.STUCK_MOST] > best else "closed"
