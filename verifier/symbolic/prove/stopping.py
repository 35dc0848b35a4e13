"""SIGTERM while z3 is at work.

z3 listens to Ctrl-C by itself, and its question then ends without an answer.  Of a SIGTERM it knows nothing, and Python's own
handler is not called before z3 is done.  So while a question lasts, a thread waits for the signal and stops z3.
"""

from __future__ import annotations

import os
import select
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_AGAIN_SECONDS = 0.05


@contextmanager
def stopped_by_sigterm(stop: Callable[[], None]) -> Iterator[None]:
    """While this lasts, a SIGTERM that Python handles calls `stop` too, in another thread, until the question is over."""
    if threading.current_thread() is not threading.main_thread() or not callable(signal.getsignal(signal.SIGTERM)):
        yield
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    watcher = threading.Thread(target=_watch, args=(reading, stop), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(writing)
        watcher.join()  # z3 must not be freed, nor stopped again, while this thread uses it
        os.close(reading)


def _watch(reading: int, stop: Callable[[], None]) -> None:
    """Wait for the number of a signal, or for the end of the pipe; z3 may not have begun yet, so it is told again."""
    while number := os.read(reading, 1):
        while number[0] == signal.SIGTERM and not select.select([reading], [], [], _AGAIN_SECONDS)[0]:
            stop()
