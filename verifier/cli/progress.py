"""Progress on stderr: what a search is doing, once it takes more than a second, and only on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.status import Status

QUIET_SECONDS = 1.0
_EACH_SECONDS = 0.1


class Meter:
    """A line on the terminal that is rewritten; used as a context, called with what a search reports.

    A report needs `states`, `seconds`, `bytes_used`; `depth`, `layer`, `width`, `waiting`, `best` and `upper_bound` are shown
    when it has them.  `grade_text` turns the last two into words.
    """

    def __init__(self, title: str, grade_text: Callable[[int], str] = str) -> None:
        self.title, self.grade_text = title, grade_text
        self.shown = sys.stderr.isatty()
        self.began = self._last = time.monotonic()
        self._status: Status | None = None

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None

    def say(self, text: str) -> None:
        """Show a text at once."""
        if not self.shown:
            return
        if self._status is None:
            from rich.console import Console
            from rich.text import Text

            self._status = Console(stderr=True, highlight=False).status(Text(text))
            self._status.start()
        else:
            from rich.text import Text

            self._status.update(Text(text))

    def step(self, text: str) -> None:
        """Show what is being done, once it takes long."""
        if time.monotonic() - self.began >= QUIET_SECONDS:
            self.say(f"{self.title}: {text}")

    def __call__(self, progress: Any) -> None:
        """Show how far a search is."""
        now = time.monotonic()
        if self.shown and now - self.began >= QUIET_SECONDS and now - self._last >= _EACH_SECONDS:
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
