"""Limits of a search: states, seconds, memory, depth; and why a search ended.

"closed": nothing was left to expand; "settled": what was asked does not depend on what was left; "uncovered": nothing was left,
but on some lines the deal does not say what chance brings, so that what lies behind them is unknown; "stuck": the same of dead
ends, where the rules do not say it; "goal" and "property": what was asked for was found; "failed": a rule could not be evaluated;
"bound": what was found rests on a bound that is not proved; the others name the limit.

How closely limits are kept: no state is expanded once there are `states`, so that they are passed by the successors of one
state at most; seconds by a tenth, or by a tenth of a second if that is more; memory by a tenth.
"""

from __future__ import annotations

from typing import Literal

from attrs import define, evolve, field, frozen

from verifier import clock
from verifier.search.memory import allowed, resident

Ending = Literal["closed", "goal", "property", "failed", "states", "seconds", "memory", "depth", "interrupted", "uncovered",
                 "stuck", "bound", "disk", "settled"]

CLOSING_STATES = 100_000  # what a deal may have to be closed without the bound: some seconds, compiled
_LOOK_SECONDS = 0.05
_LEAST_SECONDS = 0.002
_LOOKS = 50  # at the least
_FASTER = 4


class LimitReached(Exception):
    """A limit was reached, of seconds or memory; `ending` says which."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending)
        self.ending = ending


def _counted(states: int | None) -> int | None:
    """A number of states as kernels count them: what they cannot count to is no limit."""
    return None if isinstance(states, int) and states >= 2**62 else states


@frozen
class Limits:
    """At most this many states, seconds, bytes that the process holds, and decisions from the start; None is no limit.

    Seconds count from when a search begins, or, once they are `running`, until then (as `verifier.clock` counts).
    """

    states: int | None = field(default=None, converter=_counted)
    seconds: float | None = None
    memory: int | None = None
    depth: int | None = None
    until: float | None = None

    def running(self) -> Limits:
        """These limits with the seconds running from now on, if they are not running yet: for all of a command's searches."""
        if self.until is not None or self.seconds is None:
            return self
        return evolve(self, until=clock.seconds() + self.seconds)

    def within(self, seconds: float) -> Limits:
        """At most so many seconds from now on, and no more than there are."""
        until = clock.seconds() + seconds
        return evolve(self, seconds=seconds, until=until if self.until is None else min(until, self.until))

    def with_grace(self) -> Limits:
        """These limits with half of the tolerated overrun added: for reporting what was found."""
        if self.until is None or self.seconds is None:
            return self
        return evolve(self, until=self.until + max(_LOOK_SECONDS, self.seconds / 20))

    def check(self) -> None:
        """Raise LimitReached when the seconds are over, or the process holds too much: for work between searches."""
        if self.seconds_left == 0.0:
            raise LimitReached("seconds")
        if resident() >= allowed(self.memory):
            raise LimitReached("memory")

    @property
    def seconds_left(self) -> float | None:
        """How many seconds are left; None for no limit."""
        return self.seconds if self.until is None else max(0.0, self.until - clock.seconds())


@define
class Watch:
    """Checks the limits of a running search, and says how much may be done before they are checked again.

    `most` is the amount of work until then, from 1 upwards: what a piece of work costs in seconds and in memory is not known
    before some were done, and differs a thousandfold between games and executions.
    """

    limits: Limits
    most: int = 1
    began: float = field(factory=clock.seconds)
    memory: int = field(init=False)
    _held: int = field(factory=resident)
    _looked: float = field(factory=clock.seconds)

    def __attrs_post_init__(self) -> None:
        self.limits = self.limits.running()
        self.memory = allowed(self.limits.memory)

    @property
    def seconds(self) -> float:
        """How long the search has been running."""
        return clock.seconds() - self.began

    @property
    def held(self) -> int:
        """Bytes that the process held when the limits were last checked."""
        return self._held

    def begin(self) -> None:
        """The work begins now: whatever was done before is not counted in `most`."""
        self._looked, self._held = clock.seconds(), resident()

    def ending(self, states: int, done: int) -> Ending | None:
        """The limit that is reached with so many states, after so much work since it was last asked; None if none is."""
        now, held = clock.seconds(), resident()
        spent, grown = now - self._looked, max(0, held - self._held)
        self._looked, self._held = now, held
        limits = self.limits
        if limits.states is not None and states >= limits.states:
            return "states"
        if limits.until is not None and now >= limits.until:
            return "seconds"
        if held >= self.memory:
            return "memory"
        if done > 0:
            self.most = max(1, min(_FASTER * max(done, self.most), *self._fitting(done, spent, grown)))
        return None

    def _fitting(self, done: int, spent: float, grown: int) -> tuple[int, ...]:
        """How much work fits into the time until the next look, and into half of the memory that is left."""
        left = self.limits.seconds_left
        look = _LOOK_SECONDS
        if left is not None:
            look = max(_LEAST_SECONDS, min(look, left / 2, (left + self.seconds) / _LOOKS))
        by_time = int(look * done / max(spent, 1e-6))
        by_memory = (self.memory - self._held) // 2 * done // max(grown, 1)
        return by_time, by_memory

    def has_time(self, seconds: float) -> bool:
        """Whether there is so much time."""
        left = self.limits.seconds_left
        return left is None or seconds < left

    def has_memory(self, more: int) -> bool:
        """Whether the process may hold so many bytes more."""
        return resident() + more < self.memory
