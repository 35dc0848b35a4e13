"""Games played at random on a deal before and between searches: a line in hand, and where a deal says too little.

Every other game starts like the best one so far (or like the quickest loss), up to a decision drawn by lot.  From there, and in
all the others, each legal decision is as likely as any other.  The random numbers are Lehmer's, from the stream `playouts` of
`verifier.scenarios.shuffle`, and the same in every run and execution.  Not promised: anything about games that take more than
DECISIONS_MOST decisions, which are given up.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.run.backend import Backend
from verifier.run.control import Playout
from verifier.run.setting import Setting
from verifier.scenarios.shuffle import stream
from verifier.search.limits import Ending, Limits, Watch

DECISIONS_MOST = 512
STOPS_MOST = 1024
_DECISIONS_AT_ONCE = 10**6


@frozen
class Played:
    """A line that a game took: its decisions as event numbers, and the grade of its end as a number."""

    grade: int
    line: tuple[int, ...]


@frozen
class Stop:
    """How a game stopped: `status` as `settle` says (3 an end, 8 no legal decision, 9 given up).

    For 5 (the deal ran out) and 6 (it names an impossible outcome), the tape and the entry concerned.
    """

    status: int
    tape: int
    entry: int


@define(eq=False, slots=False)
class Playouts:
    """Games from one state; more can be played at any time."""

    backend: Backend
    setting: Setting
    state: Any
    to_lose: bool = False
    notes: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        backend = self.backend
        self.context, self.tape_arrays = backend.context(self.setting), backend.tapes(self.setting)
        self.scratch, self.out = backend.blank(2), np.zeros(backend.constant("EVENT_ROOM"), dtype=np.int64)
        self.lines = np.zeros((3, DECISIONS_MOST), dtype=np.int64)
        self.stopped = np.zeros((STOPS_MOST, 3), dtype=np.int64)
        self.notes = np.zeros(len(Playout), dtype=np.int64)
        self.notes[Playout.RANDOM] = next(stream(0, "", "playouts")) % 2147483646 + 1
        self.notes[Playout.DECISIONS_MOST], self.notes[Playout.LIKE_LOSS] = DECISIONS_MOST, self.to_lose
        for none in (Playout.DECISIONS, Playout.BEST, Playout.LOSS_DECISIONS, Playout.LOSS):
            self.notes[none] = -1

    def warm_up(self) -> None:
        """Compile what playing needs, if it is not."""
        self._go_on(0)

    def play(self, games: int, decisions: int, limits: Limits | None = None) -> Ending | None:
        """Play so many games more, or as many as it takes for so many decisions; the limit of time or memory that ends it.

        What the last of the games before took beyond its decisions is taken off, so that it does not matter how many are asked
        for at once.
        """
        watch = Watch(Limits() if limits is None else limits)
        self.notes[Playout.GAMES_LEFT] = games
        self.notes[Playout.DECISIONS_LEFT] = decisions + min(0, self.notes[Playout.DECISIONS_LEFT])
        while self._noted(Playout.DECISIONS) >= 0 or (
                self._noted(Playout.GAMES_LEFT) > 0 and self._noted(Playout.DECISIONS_LEFT) > 0):
            most = min(watch.most, _DECISIONS_AT_ONCE)
            self._go_on(most)
            ending = watch.ending(0, most)
            if ending is not None:
                return ending
        return None

    def _go_on(self, most: int) -> None:
        self.backend.call("play_on", self.state, self.scratch[0], self.context, *self.tape_arrays, most, self.out,
                         self.scratch[1], self.lines[0], self.lines[1], self.lines[2], self.stopped, self.notes)

    def give_up_after(self, decisions: int) -> None:
        """Give up games that take more decisions; at most DECISIONS_MOST."""
        self.notes[Playout.DECISIONS_MOST] = min(decisions, DECISIONS_MOST)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self._noted(Playout.GAMES)

    @property
    def best(self) -> Played | None:
        """The game with the best grade, the first of several."""
        grade = self._noted(Playout.BEST)
        return None if grade < 0 else self._played(1, grade, self._noted(Playout.BEST_DECISIONS))

    @property
    def quickest_loss(self) -> Played | None:
        """The game with the fewest decisions of those that end with the worst first field of the grade."""
        decisions = self._noted(Playout.LOSS_DECISIONS)
        return None if decisions < 0 else self._played(2, self._noted(Playout.LOSS), decisions)

    def _noted(self, what: Playout) -> int:
        return int(self.notes[what])

    def _played(self, row: int, grade: int, count: int) -> Played:
        return Played(grade, tuple(int(event) for event in self.lines[row, :count]))

    @property
    def stops(self) -> list[Stop]:
        """How each game stopped, for the first STOPS_MOST."""
        return [Stop(*(int(number) for number in row)) for row in self.stopped[:self.games]]
