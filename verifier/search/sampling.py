"""States that random games come to, in batches: what candidate invariants are read off and refuted by.

Half of the states are of games that begin at the start, under one of several settings; half of short ones that go on from a
state met before, chosen so that each phase is as likely as any other, which brings what is rare.  What comes depends on the
program, the settings and the seed alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from attrs import define, field

from verifier.run.backend import Backend
from verifier.run.control import Totals
from verifier.run.reference import Position
from verifier.run.setting import Setting

BATCH = 50_000
GAME_MOST, GOING_ON_MOST = 2_000, 20  # transitions of one game: from the start, and from a state met before
KEPT = 200  # states of each phase that games go on from
Array = Any


@define(eq=False, slots=False)
class Sampler:
    """Plays random games, and gives the states that they come to."""

    backend: Backend
    starts: Sequence[tuple[Setting, Position]]
    seed: int
    _chance: random.Random = field(init=False)
    _met: dict[int, list[tuple[Array, int]]] = field(factory=dict, init=False)
    _going_on: int = field(default=0, init=False)  # so many more states are of games from the start than of those that go on

    def __attrs_post_init__(self) -> None:
        self._chance = random.Random(f"states {self.seed}")
        self._contexts = [self.backend.context(setting) for setting, _ in self.starts]
        self._ends = {int(end) for end in self.backend.program.game.ends}
        room = self.backend.constant("EVENT_ROOM")
        self._room = [np.zeros(room, dtype=np.int64) for _ in range(2)]
        self._totals = np.zeros(len(Totals), dtype=np.int64)
        self._ended = np.zeros(1, dtype=np.int64)

    def batches(self, states: int) -> Iterator[Array]:
        """So many states, in arrays of rows of cells; one that games come to twice is there twice."""
        left = states
        while left > 0:
            rows = self.backend.blank(min(left, BATCH))
            self._fill(rows)
            left -= len(rows)
            yield rows

    def _fill(self, rows: Array) -> None:
        number, phase = 0, self.backend.constant("PHASE")
        while number < len(rows):
            first, goes_on = number, self._going_on > 0
            rows[number], setting = self._met_before() if goes_on else self._start()
            number += 1
            for _ in range(GOING_ON_MOST if goes_on else GAME_MOST):
                if number >= len(rows) or not self._goes_on(rows[number - 1], rows[number], setting):
                    break
                self._remember(rows[number], int(rows[number, phase]), setting)
                number += 1
            self._going_on += first - number if goes_on else number - first

    def _start(self) -> tuple[Array, int]:
        """Where a game begins, and the number of its setting."""
        setting = self._chance.randrange(len(self.starts))
        return self.backend.state(self.starts[setting][1]), setting

    def _met_before(self) -> tuple[Array, int]:
        """A state to go on from, and the number of its setting."""
        phases = [phase for phase, met in self._met.items() if met and phase not in self._ends]
        return self._chance.choice(self._met[self._chance.choice(phases)]) if phases else self._start()

    def _goes_on(self, before: Array, after: Array, setting: int) -> bool:
        """One random transition; whether there is one, and its rule does not fail."""
        if int(before[self.backend.constant("PHASE")]) in self._ends:
            return False
        context, dead_ends = self._contexts[setting], int(self._totals[Totals.DEAD_ENDS])
        self.backend.clear(context)
        self.backend.call("play_games", before, after, context, 1, self._chance.randrange(1, 2**31 - 1), 1, *self._room,
                          self._ended, self._totals)
        return not self.backend.failed(context) and int(self._totals[Totals.DEAD_ENDS]) == dead_ends

    def _remember(self, state: Array, phase: int, setting: int) -> None:
        met = self._met.setdefault(phase, [])
        if len(met) < KEPT:
            met.append((state.copy(), setting))
        elif met and self._chance.random() < 0.02:
            met[self._chance.randrange(KEPT)] = state.copy(), setting


