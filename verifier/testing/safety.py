"""Whether decisions that a game calls safe really never hurt, asked of emitted code position by position.

A decision is safe if the best grade behind it is as good as before it, on every deal.  At one position that is shown without a
search: each other decision has to be answered.  It is answered if making it and then only safe decisions leads

- to where the safe decision leads, as where a card that can go home goes to another column first; or
- to where it leads when it is made behind the safe decision, as where another card moves; or
- to an end, and the safe decision, or that decision behind it, to an end that is worth no less; or
- to where play goes round for ever or nothing can follow, so that no line goes on from there.

If all other decisions are answered wherever play can come to, safe decisions never hurt: whatever line goes on from the position,
answer its decisions one after the other, and there is a line behind the safe decision that is no longer and ends no worse.  So
this is simulation, by the length of lines.  It is more than is needed: what is not answered is compared by the best grades, if
both positions can be explored.  How many positions were tried is for whoever asks to say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import numpy as np
from attrs import frozen

from verifier.lang.events import Event
from verifier.lang.phases import DECISION
from verifier.run.backend import Backend
from verifier.run.control import Status
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search.exhaustive import solve_exhaustively
from verifier.search.limits import Limits

STATES_MOST = 20_000
FOLLOWING_MOST = 200  # positions that come of one by safe decisions alone, to look for an answer among
_SILENT = (Status.RAN_OUT, Status.IMPOSSIBLE)

After = tuple[int, tuple[int, ...]]  # what a position is, a Status, and its numbers


@frozen(eq=False)
class Safety:
    """What became of a safe decision at a position: "answered", as are all others; "searched", since that is not so, and the
    best grades are the same; "unknown", where they were not found; "hurts", where the best grade is lower behind it.

    `other` is a decision that is not answered (None: all are).
    """

    game: str
    event: Event
    other: Event | None
    position: Position
    found: Literal["answered", "searched", "unknown", "hurts"]

    def __str__(self) -> str:
        other = f": {self.other.text} is not answered" if self.other is not None else ""
        return f"{self.game}: the safe decision {self.event.text}: {self.found}{other}\n  position: {self.position.state!r}"


def safety(native: Backend, setting: Setting, positions: Iterable[Position], *,
           states_max: int = STATES_MOST) -> Iterator[Safety]:
    """What becomes of every safe decision of every position, for the deal of the setting.

    Only decisions that are legal are asked about; give positions that the rules can come to, since elsewhere nothing has to be
    safe.  With `states_max` 0 nothing is explored.  Positions at which a rule fails are left out: other parts of the kit find
    these.
    """
    asking = _Asking(native, setting)
    for position in positions:
        if native.program.phases[int(position.state.phase)].kind == DECISION:
            try:
                yield from asking.said(position, states_max)
            except _RuleFails:
                native.clear(asking.context)


class _RuleFails(Exception):
    """A rule cannot be evaluated."""


class _Asking:
    def __init__(self, native: Backend, setting: Setting) -> None:
        self.native, self.setting, self.context = native, setting, native.context(setting)
        self.tapes, self.mark = native.tapes(setting), native.blank()
        self.events, self.room = native.program.events, np.zeros(native.constant("EVENT_ROOM"), dtype=np.int64)
        self.reference = Reference(native.program, setting)

    def said(self, position: Position, states_max: int) -> Iterator[Safety]:
        """What becomes of the safe decisions of one position."""
        state = self.native.state(position)
        legal = self._legal(state)
        after = {event: self._after(state, event) for event in legal}
        for event in legal:
            if self._is_safe(state, event):
                other = next((each for each in legal if not self._is_answered(after[event], after[each], each)), None)
                found = "answered" if other is None else self._searched(state, event, states_max)
                yield Safety(self.native.program.game.name, self.events[event], None if other is None else self.events[other],
                             position, found)

    def _is_answered(self, safe: After, after: After, event: int) -> bool:
        """Whether a decision that leads to `after` is answered where the safe one leads to `safe`."""
        if after[0] in (Status.LOOP, Status.DEAD_END) or after[0] == Status.DECISION and not self._legal(self._state(after)):
            return True
        behind = self._behind(safe, event)
        if after[0] == Status.END:
            return any(each is not None and each[0] == Status.END and self._grade(each) >= self._grade(after)
                       for each in (safe, behind))
        if after[0] in _SILENT:
            return behind is not None and behind[0] == after[0]
        return any(each in (safe, behind) for each in self._following(after))

    def _following(self, after: After) -> Iterator[After]:
        """A position, and those that come of it when only safe decisions are made, nearest first, up to so many."""
        waiting, seen = deque([after]), {after}
        while waiting:
            after = waiting.popleft()
            yield after
            if after[0] == Status.DECISION and len(seen) < FOLLOWING_MOST:
                state = self._state(after)
                for event in self._legal(state):
                    if self._is_safe(state, event) and (each := self._after(state, event)) not in seen:
                        seen.add(each)
                        waiting.append(each)

    def _behind(self, safe: After, event: int) -> After | None:
        """Where a decision leads behind the safe one; None where it is not legal there."""
        if safe[0] != Status.DECISION:
            return None
        state = self._state(safe)
        return self._after(state, event) if event in self._legal(state) else None

    def _searched(self, state: Any, event: int, states_max: int) -> Literal["searched", "unknown", "hurts"]:
        """The best grade behind the safe decision against that before it, as far as exploring settles both."""
        if states_max == 0:
            return "unknown"
        start = (int(Status.DECISION), tuple(state.tolist()))
        before, later = (self._best(each, states_max) for each in (start, self._after(state, event)))
        if before is None or later is None:
            return "unknown"
        return "hurts" if later < before else "searched"

    def _best(self, after: After, states_max: int) -> int | None:
        """The best grade of the ends that can follow, -1 where none can; None where that is not known."""
        if after[0] == Status.END:
            return self._grade(after)
        if after[0] == Status.LOOP:
            return -1
        if after[0] != Status.DECISION:
            return None
        best = solve_exhaustively(self.native, self.reference, self.setting, self.native.position(self._state(after)),
                                  Limits(states=states_max))
        if best.verdict == "proved" and best.grade is None:
            return -1
        return best.grade if best.verdict in ("optimal", "proved") else None

    # -- the emitted code -----------------------------------------------------------------------------------------------------

    def _legal(self, state: Any) -> list[int]:
        count = int(self._asked("legal_events", state, self.room))
        return [int(each) for each in self.room[:count]]

    def _is_safe(self, state: Any, event: int) -> bool:
        return bool(self._asked("safe", state, event))

    def _asked(self, name: str, state: Any, *arguments: Any) -> Any:
        said = self.native.call(name, state, self.context, *arguments)
        if self.native.failed(self.context) is not None:
            raise _RuleFails
        return said

    def _after(self, state: Any, event: int) -> After:
        done = state.copy()
        self._asked("apply", done, event)
        status = int(self._asked("settle", done, *self.tapes, False, self.mark))
        return status, tuple(done.tolist())

    def _state(self, after: After) -> Any:
        state = self.native.blank()
        state[:] = after[1]
        return state

    def _grade(self, after: After) -> int:
        return int(self._asked("grade", self._state(after)))
