"""Limits of a search: states, seconds, memory, depth; and why a search ended.

"closed": nothing was left to expand; "uncovered": nothing was left either, but on some lines the deal does not say what
chance brings, so that what lies behind them is unknown; "goal" and "property": what was asked for was found; "failed": a rule
could not be evaluated; the others name the limit.
"""

from __future__ import annotations

import os
from typing import Literal

from attrs import frozen

Ending = Literal["closed", "goal", "property", "failed", "states", "seconds", "memory", "depth", "interrupted", "uncovered"]


@frozen
class Limits:
    """At most this many states, seconds, bytes of search tables, and decisions from the start; None is no limit.

    Seconds are checked about twenty times a second, so a search can pass them by a little.
    """

    states_max: int | None = None
    seconds_max: float | None = None
    memory_max: int | None = None
    depth_max: int | None = None


def memory_default() -> int:
    """What search tables may take when nothing is said: 6 GiB, or half of the machine's memory if that is less."""
    try:
        physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 2 * 2**30
    return min(6 * 2**30, physical // 2)
