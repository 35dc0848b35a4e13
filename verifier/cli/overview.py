"""`daybreak --help`, drawn here: what draws the help of commands takes longer to load than all of this takes to run.

It has the words and the look of the help of commands.  Where there is no room for that, or no box can be drawn, it is left to
what draws theirs.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

WIDTH_LEAST = 60  # columns
_BOLD_CYAN, _BOLD_GREEN, _YELLOW, _BOLD, _DIM = "1;36", "1;32", "33", "1", "2"
# Those that every command line made with typer has are said in its words (`tests/unit/test_overview.py` compares them).
OPTIONS = (("--version", "", "Print the version."),
           ("--install-completion", "", "Install completion for the current shell."),
           ("--show-completion", "", "Show completion for the current shell, to copy it or customize the installation."),
           ("--help", "-h", "Show this message and exit."))


def overview(about: str, panels: Mapping[str, Sequence[tuple[str, str]]], epilog: str) -> str | None:
    """The help of the whole command line, with the commands of each panel and what they do; None where it cannot be drawn."""
    width = int(os.environ.get("TERMINAL_WIDTH", 0)) or shutil.get_terminal_size().columns
    encoding = getattr(sys.stdout, "encoding", None) or ""
    if width < WIDTH_LEAST or not encoding.lower().startswith("utf"):
        return None
    styled = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") not in (None, "dumb")
    return "".join(f"{line}\n" for line in _lines(about, panels, epilog, width, _Styles(styled)))


class _Styles:
    """Texts in styles of a terminal, or as they are."""

    def __init__(self, styled: bool) -> None:
        self._styled = styled

    def __call__(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self._styled and text.strip() else text


def _lines(about: str, panels: Mapping[str, Sequence[tuple[str, str]]], epilog: str, width: int, style: _Styles) -> Iterator[str]:
    empty, usage = " " * width, "daybreak [OPTIONS] COMMAND [ARGS]..."
    yield empty
    yield f" {style('Usage:', _YELLOW)} {style(usage, _BOLD)}{' ' * (width - 8 - len(usage))}"
    yield empty
    yield from (f" {each:{width - 1}}" for each in wrap(about, width - 2))
    yield empty
    yield from _panel("Options", [((f"{long:22}", _BOLD_CYAN), (f"{short:11}", _BOLD_GREEN), (text, "")) for long, short, text
                                  in OPTIONS], width, style)
    wide = max(len(name) for commands in panels.values() for name, _ in commands) + 2
    for title, commands in panels.items():
        yield from _panel(title, [((f"{name:{wide}}", _BOLD_CYAN), (text, "")) for name, text in commands], width, style)
    yield empty
    yield from (f" {each:{width - 1}}" for each in wrap(epilog, width - 2))
    yield empty
    yield ""


def _panel(title: str, rows: Iterable[tuple[tuple[str, str], ...]], width: int, style: _Styles) -> Iterator[str]:
    """A box with a title; the last text of a row is wrapped behind the others, which are in columns."""
    yield style(f"╭─ {title} {'─' * (width - len(title) - 5)}╮", _DIM)
    edge = style("│", _DIM)
    for *columns, (text, _) in rows:
        before = sum(len(each) for each, _ in columns)
        first = "".join(style(each, look) for each, look in columns)
        for index, part in enumerate(wrap(text, width - 4 - before, break_on_hyphens=False)):
            yield f"{edge} {' ' * before if index else first}{part:{width - 4 - before}} {edge}"
    yield style(f"╰{'─' * (width - 2)}╯", _DIM)
