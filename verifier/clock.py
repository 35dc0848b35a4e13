"""The clock of limits: seconds of work.  It stands still while rules are loaded or compiled, which is paid once only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

_excused = [0.0]


def seconds() -> float:
    """Seconds from some moment on, without those in which the clock stood still; only differences mean something."""
    return monotonic() - _excused[0]


@contextmanager
def stopped() -> Iterator[None]:
    """The clock stands still while this lasts."""
    at = seconds()
    try:
        yield
    finally:
        _excused[0] += seconds() - at
