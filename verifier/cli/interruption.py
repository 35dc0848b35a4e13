"""Ctrl-C and SIGTERM: either ends a command with the answer so far, and the exit code says which it was.

Both raise KeyboardInterrupt, wherever the command is; a second one ends the process at once, whatever it is doing.  Signals that
were ignored when the process began, as of a job in the background, stay ignored.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

_USUAL = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}


class Listening:
    """While this context lasts, Ctrl-C and SIGTERM raise KeyboardInterrupt; `exit_code` distinguishes them."""

    def __init__(self) -> None:
        self._terminated = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Listening:
        if threading.current_thread() is threading.main_thread():  # only this thread receives signals
            for number, usual in _USUAL.items():
                if signal.getsignal(number) is usual:
                    self._before[number] = signal.signal(number, self._stop)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        for each in self._before:
            signal.signal(each, signal.SIG_DFL)
        self._terminated = number == signal.SIGTERM
        raise KeyboardInterrupt

    def exit_code(self, code: int) -> int:
        """The exit code of a command that ended with `code`."""
        from verifier.errors import EXIT_INTERRUPTED, EXIT_TERMINATED

        return EXIT_TERMINATED if code == EXIT_INTERRUPTED and self._terminated else code
