"""Tables at which a game has been already, and decisions that lead back to them.

Somebody who sees the whole table, with seats that all aim at the same, never needs to come back to a table at which the game has
been since chance last came.  Nothing has been learned meanwhile, the same outcomes of chance are still to come, and an end is
worth as much however many decisions led there: what can be decided the second time could have been decided the first time.  So
there is a best way to play that never comes back, and whoever plays that way is refused nothing.

Not promised: that other players lose nothing.  One who leaves a table in order to come back has to go on from where it is then.

Where something is hidden, seats may learn from what others do while play goes round; where each seat plays for itself, one may go
round until another gives way.  There nothing is refused.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from verifier.run.backend import Backend
from verifier.run.control import Playing, Status

Array = NDArray[np.int64]


@define(eq=False, slots=False)
class Been:
    """How often a game has been at each table since chance last came; only tables at which somebody decides are counted."""

    backend: Backend
    _context: Array
    _times: Counter[bytes] = field(init=False, factory=Counter)
    _used: bytes = field(init=False, default=b"")  # how much of the deal was used up when chance last came
    is_back: bool = field(init=False, default=False)  # whether the game had been at the table that was counted last

    def __attrs_post_init__(self) -> None:
        self._slots = self.backend.constant("SLOTS")
        self._next, self._nothing_known = self.backend.blank(), (np.zeros((0, 0), dtype=np.int64), np.zeros(0, dtype=np.int64))
        self._notes = np.zeros(len(Playing), dtype=np.int64)
        self._notes[Playing.RANDOM] = 1

    def twin(self) -> Been:
        """One of another game that has been at the same tables."""
        other = Been(self.backend, self._context.copy())
        other._times, other._used = self._times.copy(), self._used
        return other

    def come(self, state: Array) -> None:
        """Count a table at which somebody decides."""
        used = state[self._slots:].tobytes()
        if used != self._used:
            self._times.clear()
            self._used = used
        table = state[:self._slots].tobytes()
        times = self._times[table]
        self._times[table], self.is_back = times + 1, times > 0

    def leave(self, state: Array) -> None:
        """Count a table once less, since the decision that led there is taken back."""
        self._times[state[:self._slots].tobytes()] -= 1

    def times(self, state: Array, event: int) -> int:
        """How often the game has been at the table to which a decision leads; 0 where chance comes first, or an end."""
        following = self._next
        following[:] = state
        notes = self._notes.copy()  # the deal has no part in what comes next
        status = self.backend.call("step_by_lot", following, self._context, *self._nothing_known, event, notes)
        return self._times[following[:self._slots].tobytes()] if status == Status.DECISION else 0

    def onward(self, state: Array, event: int) -> Array | None:
        """What is left in place of a decision that leads back; None where that one is as good as any.

        Left are the decisions that lead to where the game has been least often: to no table of its own, if there is one.  So play
        does not go round for ever while some way leads on to chance or to an end: whatever can follow a table that comes again
        and again would come again and again, too.  Not promised: that it leaves a circle as soon as it can.
        """
        legal = np.zeros(self.backend.constant("EVENT_ROOM"), dtype=np.int64)
        count = self.backend.call("call_legal_events", state, self._context, legal)
        if self.backend.failed(self._context):
            self.backend.clear(self._context)
            return None
        times = np.array([self.times(state, each) for each in legal[:count].tolist()])
        left = legal[:count][times == times.min()]
        return None if event in left else left
