"""What is written where: answers on stdout, in one piece; messages and progress on stderr.

A reader that goes away (`daybreak replay ... | head`) changes nothing about the exit code.  An answer that cannot be written
is told as such.  On a terminal or a pipe that cannot show a character, it is written as an escape.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable
from typing import Any

from verifier.errors import BadInput, Problem

WIDTH_ELSEWHERE = 100


def ready() -> None:
    """Make the streams safe to write any text to."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def put_out(text: str) -> None:
    """Write an answer to stdout."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _nobody_reads()
    except OSError as error:
        _nobody_reads()
        raise BadInput(Problem("DB506", f"the answer cannot be written: {error.strerror or error}", "stdout")) from error


def _nobody_reads() -> None:
    """Point stdout at nothing, so that Python's own flush at the end does not fail again."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
    except (OSError, ValueError):
        sys.stdout = io.StringIO()


def put_page(page: Iterable[Any]) -> None:
    """Render a report (rich renderables) for stdout and write it."""
    put_out(rendered(page))


def rendered(page: Iterable[Any], *, width: int | None = None) -> str:
    """A report as text: coloured on a terminal, plain elsewhere and where a width is given."""
    from rich.console import Console, Group

    to_terminal = width is None and sys.stdout.isatty()
    if width is None and not to_terminal and not os.environ.get("COLUMNS", "").isdigit():
        width = WIDTH_ELSEWHERE
    console = Console(file=io.StringIO(), force_terminal=to_terminal, width=width, highlight=False, markup=False, emoji=False,
                      legacy_windows=False)
    console.print(Group(*page), crop=False)
    file = console.file
    assert isinstance(file, io.StringIO)
    return "\n".join(row.rstrip() for row in file.getvalue().split("\n"))


def tell(text: str) -> None:
    """Write a message to stderr; nobody is told when even that fails."""
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return
