"""What is written where: answers on stdout, in one piece; messages and progress on stderr.

| what happens | result |
|---|---|
| a reader goes away (`daybreak replay ... \\| head`) | nothing: the exit code is that of the answer |
| an answer cannot be written: stdout is closed, the disk is full | DB506 on stderr, 150 |
| a message cannot be written | nothing: the exit code says enough |
| a character cannot be shown there | it is written as an escape |
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from verifier.errors import BadInput, Problem
from verifier.visible import visible

WIDTH_LEAST, WIDTH_MOST = 20, 1_000
# What says how wide lines are: the first is everybody's, the second is read by the library that writes the help.
WIDTHS = ("COLUMNS", "TERMINAL_WIDTH")


@contextmanager
def ready() -> Iterator[None]:
    """While this lasts, any text can be written to the streams, and lines have a width that text can be laid out in."""
    _reopen_closed()
    for name in WIDTHS:
        _keep_sensible(name)
    before = sys.stdout, sys.stderr
    for stream in before:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.stdout, sys.stderr = cast(TextIO, _Answers(before[0])), cast(TextIO, _Messages(before[1]))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _reopen_closed() -> None:
    """Put something in the place of standard streams that are closed, or the next file that is opened would be taken for one.

    What is put there for stdout cannot be written to: a user who closes it gets an error when there is an answer.
    """
    for number, (name, mode, way) in enumerate((("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY),
                                                ("stderr", "w", os.O_WRONLY))):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, way), True)  # the lowest number that is free, which is this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _keep_sensible(name: str) -> None:
    """A width that is none is nobody's wish, and one that no line fits in is as good as none; both would print nothing."""
    given = os.environ.get(name)
    if given is None:
        return
    if given.isascii() and given.isdecimal() and int(given[:9]) > 0:
        os.environ[name] = str(min(max(int(given[:9]), WIDTH_LEAST), WIDTH_MOST))
    else:
        del os.environ[name]


class _Stream:
    """A standard stream that never fails as streams do: `_failed` says what comes of it.  Nobody here may close it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        try:
            self._stream.write(text)
        except (OSError, ValueError, MemoryError) as error:
            self._failed(error)
        return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except (OSError, ValueError, MemoryError) as error:
            self._failed(error)

    def isatty(self) -> bool:
        try:
            return self._stream.isatty()
        except (OSError, ValueError):
            return False

    def close(self) -> None:
        self.flush()

    def _failed(self, error: Exception) -> None:
        """Point the stream at nothing, so that Python's own flush at the end does not fail again."""
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, self._stream.fileno())
            os.close(nothing)
        except (OSError, ValueError, MemoryError):
            self._stream = io.StringIO()


class _Answers(_Stream):
    """stdout: an answer that cannot be written is bad input (DB506), unless nobody wants it any more."""

    def _failed(self, error: Exception) -> None:
        super()._failed(error)
        if isinstance(error, MemoryError):
            raise error
        if not isinstance(error, BrokenPipeError):
            why = getattr(error, "strerror", None) or error
            raise BadInput(Problem("DB506", f"the answer cannot be written: {why}", "stdout")) from error


class _Messages(_Stream):
    """stderr: it stays silent when even a message cannot be written."""


def put_out(text: str) -> None:
    """Write an answer to stdout."""
    sys.stdout.write(text)
    sys.stdout.flush()


def put_page(page: Iterable[Any]) -> None:
    """Render a report (rich renderables) for stdout and write it: coloured on a terminal, plain elsewhere."""
    from verifier.report.text.rendered import WIDTH, rendered

    to_terminal = sys.stdout.isatty()
    put_out(rendered(page, width=None if to_terminal or "COLUMNS" in os.environ else WIDTH, to_terminal=to_terminal))


def put_message(text: str) -> None:
    """Write a message to stderr, with nothing hidden in it: messages quote what authors and systems say."""
    sys.stderr.write(visible(text) + "\n")
    sys.stderr.flush()
