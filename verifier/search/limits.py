"""Limits of a search: states, seconds, memory, depth; and why a search ended."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Ending = Literal["closed", "goal", "property", "failed", "states", "seconds", "memory", "depth", "interrupted"]


@frozen
class Limits:
    """At most this many states, seconds, bytes of search tables, and decisions from the start; None is no limit.

    Seconds are checked about twenty times a second, so a search can pass them by a little.
    """

    states_max: int | None = None
    seconds_max: float | None = None
    memory_max: int | None = None
    depth_max: int | None = None


MEMORY_DEFAULT = 6 * 2**30
