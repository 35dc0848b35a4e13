"""What long work says of how far it is: to whoever watches (`watched_by`), and to nobody otherwise.

Work says so through a `Meter`; how it is shown is the watcher's business: the command line rewrites a line of the terminal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Any

from attrs import frozen

QUIET_SECONDS = 1.0  # what takes less says nothing
EACH_SECONDS = 0.1


@frozen
class Step:
    """One thing to show: what is being done and how far it is; `is_over` when there is nothing to show any more.

    A `note` belongs to no work: it is to stay.
    """

    text: str
    is_over: bool = False
    is_note: bool = False


Watcher = Callable[[Step], None]
_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched_by(watcher: Watcher | None) -> Iterator[None]:
    """While this lasts, work that this thread does says to the watcher how far it is; None: whoever watches already."""
    if watcher is None:
        yield
        return
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def note(text: str) -> None:
    """Say something that is to stay, whoever shows it."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(Step(text, is_note=True))


def elapsed(seconds: int) -> str:
    """How long something has taken: `42 s`, `3 min 5 s`, `2 h 10 min`."""
    minutes, hours = seconds // 60, seconds // 3600
    if hours:
        return f"{hours} h {minutes % 60} min"
    return f"{minutes} min {seconds % 60} s" if minutes else f"{seconds} s"


class Meter:
    """How far one piece of work is; used as a context, called with what a search reports.

    A report needs `states`, `seconds`, `bytes_used`; `depth`, `layer`, `width`, `waiting`, `best` and `upper_bound` are shown
    when it has them.  `grade_text` turns the last two into words.
    """

    def __init__(self, title: str, grade_text: Callable[[int], str] = str) -> None:
        self.title, self.grade_text = title, grade_text
        self.began = self._last = time.monotonic()
        self._watcher = _watcher.get()
        self._has_said = False

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._watcher is not None and self._has_said:
            self._watcher(Step("", is_over=True))

    def say(self, text: str) -> None:
        """Say a text at once, with how long this work has taken once that is a second or more."""
        if self._watcher is not None:
            self._has_said = True
            seconds = int(time.monotonic() - self.began)
            self._watcher(Step(f"{text}, {elapsed(seconds)}" if seconds else text))

    def step(self, text: str) -> None:
        """Say what is being done, once it takes long."""
        if time.monotonic() - self.began >= QUIET_SECONDS:
            self.say(f"{self.title}: {text}")

    def __call__(self, progress: Any) -> None:
        """Say how far a search is, not too often."""
        now = time.monotonic()
        if self._watcher is not None and now - self.began >= QUIET_SECONDS and now - self._last >= EACH_SECONDS:
            self._last = now
            self.say(f"{self.title}: {self.line(progress)}")

    def line(self, progress: Any) -> str:
        """What a report says, on one line."""
        seconds = max(progress.seconds, 1e-9)
        parts = [f"{progress.states:,} states", f"{progress.states / seconds:,.0f}/s"]
        parts += [f"{name} {value:,}" for name in ("depth", "layer", "width", "waiting")
                  if (value := getattr(progress, name, None)) is not None]
        best = getattr(progress, "best", -1)
        if best is not None and best >= 0:
            parts.append(f"best {self.grade_text(best)}")
        bound = getattr(progress, "upper_bound", None)
        if bound is not None:
            parts.append(f"bound {self.grade_text(bound)}")
        return ", ".join([*parts, f"{progress.bytes_used / 2**20:,.0f} MB"])
