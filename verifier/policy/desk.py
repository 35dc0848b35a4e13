"""What a player thinks with: its arrays, and how it asks a kernel for a decision."""

from __future__ import annotations

from typing import Any

import numpy as np
from attrs import define
from numpy.typing import NDArray

from verifier.policy.scale import Scale
from verifier.policy.table import Blind, Seen
from verifier.run.backend import Backend
from verifier.run.control import Playing
from verifier.run.setting import InForce

Array = NDArray[np.int64]
SAMPLES = 16  # of what chance brings after a decision
DECISIONS_MOST = 512  # of a game that is played to think


@define(eq=False, slots=False)
class Desk:
    """The arrays that a player thinks with: a context of its own, and room.  Two desks share nothing."""

    backend: Backend
    in_force: InForce
    scale: Scale  # of what ends are worth

    def __attrs_post_init__(self) -> None:
        backend = self.backend
        self.context, self.scratch = backend.context(self.in_force.undealt), backend.blank()
        self.nothing_known = np.zeros((0, 0), dtype=np.int64), np.zeros(0, dtype=np.int64)
        self._all = np.zeros(0, dtype=np.int64)
        self.legal, self.out = (np.zeros(backend.constant("EVENT_ROOM"), dtype=np.int64) for _ in range(2))
        self.notes = np.zeros(len(Playing), dtype=np.int64)
        self.notes[Playing.SAMPLES], self.notes[Playing.MOST] = SAMPLES, DECISIONS_MOST
        self.scale.note(self.notes)

    def aim(self, scale: Scale) -> None:
        """Judge ends by another scale from now on."""
        self.scale = scale
        scale.note(self.notes)

    def begin(self, lot: int) -> None:
        """Begin to think about a decision, by its lot."""
        self.notes[Playing.RANDOM] = lot % 2147483646 + 1

    def left(self, seen: Seen) -> Array:
        """The decisions that are left to a player, as kernels take them: none where all are that are legal."""
        return self._all if seen.choices is None else seen.choices

    def call(self, kernel: str, seen: Seen, *arguments: Any) -> int:
        """A kernel's decision at a table; what a rule that failed while thinking has left is cleared."""
        known = self.nothing_known if seen.known is None else seen.known
        event = int(self.backend.call(kernel, seen.state, self.scratch, self.context, *known, *arguments))
        self.backend.clear(self.context)
        return event

    def call_blind(self, kernel: str, seen: Seen, blind: Blind, lot: int, *arguments: Any) -> int:
        """The decision of a kernel that judges worlds, where things are hidden; by lot where there are none to judge."""
        if not len(blind.choices) or not len(blind.worlds):
            return by_lot(blind.choices, lot)
        known = self.nothing_known if seen.known is None else seen.known
        event = int(self.backend.call(kernel, blind.worlds, self.backend.blank(2), self.context, *known, blind.seat,
                                      blind.choices, *arguments))
        self.backend.clear(self.context)
        return event


def by_lot(choices: Array, lot: int) -> int:
    """One of some decisions by the lot, each equally likely; -1 where there is none."""
    return int(choices[(lot >> 4) % len(choices)]) if len(choices) else -1
