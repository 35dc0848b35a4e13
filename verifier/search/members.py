"""Collects positions for the certificate checker: all that lines can pass, or those that few decisions lead to.

Nothing here is trusted.  The checker expands every position again by the plain rules: one that is missing, or said to be nearer
or further than it is, is detected there.  It runs interpreted, one transition after the other: what is slow is the checking.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from attrs import define, field, frozen

from verifier import clock
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.run.backend import Backend
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.search.memory import allowed, resident

if TYPE_CHECKING:
    from verifier.program.program import Program

Key = tuple[int, ...]
Stop = Literal["positions", "work", "seconds", "memory", "uncovered", "dead-end", "failed", "interrupted"]
WORK_A_POSITION = 10
POSITIONS_UNASKED = 10_000  # re-checked without being asked, in about ten seconds at the most: see `Room`
WORK_UNASKED = 90_000


@frozen
class Room:
    """At most so many positions, and so much work for who checks them, which tries every event of a position's phase.

    The reference takes about a millisecond for a position and a tenth of that for an event (Until Dawn: 1.6 ms a position,
    Dawn of the Zeds: 5 to 140 ms), so that work is counted in events, a position counting as ten of them.
    """

    positions_max: int | None = None
    work_max: int | None = None
    bytes_max: int | None = None
    until: float | None = None


def work_of(program: Program, phase: int) -> int:
    """What it takes to check a position in a phase, in events."""
    return WORK_A_POSITION + len(program.phases[phase].events)


@frozen
class Members:
    """Positions, each with the fewest decisions that lead to it; `stop` says why these are not all (None: they are).

    `ends_after` is how many decisions a line has, at the least, that ends where the rules or the deal do not say how it goes on.
    """

    layers: dict[Key, int]
    stop: Stop | None = None
    ends_after: int | None = None


def members(backend: Backend, setting: Setting, start: Position, decisions: int | None, room: Room,
            report: Callable[[str], None] = lambda text: None) -> Members:
    """Every position that fewer than so many decisions lead to (None: every position), if there is room for them."""
    collecting = _Collecting(backend, setting, room, report)
    try:
        collecting.run(collecting.key(start), decisions)
    except _Stopped as stopped:
        return Members(collecting.layers, stopped.stop, stopped.ends_after)
    except KeyboardInterrupt:
        return Members(collecting.layers, "interrupted")
    return Members(collecting.layers)


class _Stopped(Exception):
    def __init__(self, stop: Stop, ends_after: int | None = None) -> None:
        self.stop: Stop = stop
        self.ends_after = ends_after


@define(eq=False, slots=False)
class _Collecting:
    backend: Backend
    setting: Setting
    room: Room
    report: Callable[[str], None]
    layers: dict[Key, int] = field(factory=dict)
    work: int = 0

    def __attrs_post_init__(self) -> None:
        backend = self.backend
        self.context = backend.context(self.setting)
        self.tapes = backend.tapes(self.setting)
        self.out: Any = [0] * backend.constant("EVENT_ROOM")
        self.phase, self.error = backend.constant("PHASE"), backend.constant("ERROR")

    def key(self, start: Position) -> Key:
        return tuple(self.backend.state(start).tolist())

    def run(self, start: Key, decisions: int | None) -> None:
        """Layer by layer: what follows by itself belongs to the layer that it follows, what is decided to the next."""
        layer, depth = [start], 0
        while layer and (decisions is None or depth < decisions):
            last = decisions is not None and depth == decisions - 1
            waiting, layer = layer, []
            while waiting:
                key = waiting.pop()
                if key not in self.layers:
                    self._enter(key, depth)
                    decided, automatic = self._following(key, decide=not last)
                    layer += decided
                    waiting += automatic
            depth += 1

    def _enter(self, key: Key, depth: int) -> None:
        room, count = self.room, len(self.layers)
        self.work += work_of(self.backend.program, key[self.phase])
        if room.positions_max is not None and count >= room.positions_max:
            raise _Stopped("positions")
        if room.work_max is not None and self.work > room.work_max:
            raise _Stopped("work")
        if room.until is not None and clock.seconds() >= room.until:
            raise _Stopped("seconds")
        if count % 64 == 0:
            self.report(f"{count:,} positions")
            if resident() >= allowed(room.bytes_max):
                raise _Stopped("memory")
        self.layers[key] = depth

    def _following(self, key: Key, *, decide: bool) -> tuple[list[Key], list[Key]]:
        """What each legal decision makes of a position, if it is wanted, and what happens there by itself."""
        kind = self._call("kind_of", list(key), self.context)
        if kind == END:
            return [], []
        if kind == DECISION:
            count = self._call("legal_events", list(key), self.context, self.out)
            if count == 0:
                raise _Stopped("dead-end", self.layers[key] + 1)
            return [] if not decide else [self._applied(list(key), event) for event in self.out[:count]], []
        state = list(key)
        event = self._call("automatic_event", state, self.context, *self.tapes)
        if event < 0:
            if kind != CHANCE:
                raise _Stopped("failed")
            raise _Stopped("dead-end" if event == -8 else "uncovered", self.layers[key])
        return [], [self._applied(state, event)]

    def _applied(self, state: list[int], event: int) -> Key:
        self._call("apply", state, self.context, event)
        return tuple(map(int, state))

    def _call(self, name: str, *arguments: Any) -> Any:
        result = self.backend.call(name, *arguments)
        if self.context[self.error]:
            raise _Stopped("failed")
        return result
