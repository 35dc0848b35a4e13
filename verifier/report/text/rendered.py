"""A report as text of a width, plain or as a terminal shows it."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

WIDTH = 100


def rendered(page: Iterable[Any], *, width: int | None = WIDTH, to_terminal: bool = False) -> str:
    """A report (rich renderables) as lines of a width (None: as wide as the terminal), without blanks at their ends."""
    from rich.console import Console, Group

    console = Console(file=io.StringIO(), force_terminal=to_terminal, width=width, highlight=False, markup=False, emoji=False,
                      legacy_windows=False)
    console.print(Group(*page), crop=False)
    file = console.file
    assert isinstance(file, io.StringIO)
    return "\n".join(row.rstrip() for row in file.getvalue().split("\n"))
