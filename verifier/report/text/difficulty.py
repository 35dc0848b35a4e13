"""How difficult a deal is, in words: the rows of its measures, the marks of a line, and how many best lines there are."""

from __future__ import annotations

from collections.abc import Mapping

from verifier.report.text.endings import ENDINGS
from verifier.results.counted import CountedLines
from verifier.results.difficult import Difficulty, Kept, OnlyMoves
from verifier.results.share import Share

LEGEND = {
    "!!": "the only move that wins", "!": "the only move that keeps this result",
    "?": "not known whether it is an only move",
}
PEEKING = "A peeking player looks one decision ahead and sees what the deal brings until then."


def rows(found: Difficulty) -> list[tuple[str, str]]:
    """The measures, each by its name."""
    shown = [("random", won(found.random)), ("peeking", won(found.greedy))] if found.games else []
    if found.first is not None:
        shown.append(("first", first(found.first)))
    if found.only_moves is not None:
        shown.append(("only move", only(found.only_moves)))
    if found.ending != "done":
        shown.append(("incomplete", ENDINGS.get(found.ending, found.ending)))
    return shown


def won(found: Share) -> str:
    """The games won, with the 95 % interval."""
    open_ = f", {found.undecided} without an end" if found.undecided else ""
    return f"{found.count} of {found.of} games won ({found.low:.1%} to {found.high:.1%}){open_}"


def first(found: Kept) -> str:
    """The first decisions that still win."""
    open_ = f", {found.unknown} not known" if found.unknown else ""
    return f"{found.keep} of {found.legal} first decisions still win{open_}"


def only(found: OnlyMoves) -> str:
    """The only moves of a line."""
    count, open_ = (f"at least {found.count}", f"; {found.unknown} not known") if found.unknown else (f"{found.count}", "")
    return f"{count} of {found.of} decisions of the line: only one move keeps the win{open_}"


def marks(found: Difficulty | None) -> dict[int, str]:
    """The mark of each decision of the line that has one, by its number."""
    return {} if found is None else {point.number: point.mark for point in found.decisions if point.mark}


def legend(marked: Mapping[int, str]) -> list[tuple[str, str]]:
    """What the marks that came up mean."""
    return [(mark, text) for mark, text in LEGEND.items() if mark in marked.values()]


def counted(found: CountedLines) -> str:
    """How many best lines there are."""
    kind = "best line" if found.of_the_best_grade else "line with this grade or a better one"
    if found.endless:
        return f"infinitely many {_plural(kind)}: some repeat a position"
    lines = f"{'' if found.exact else 'at least '}{found.lines:,} {kind if found.lines == 1 else _plural(kind)}"
    if found.lines == 1 and found.exact:
        return lines
    classes = f"{'' if found.up_to_order_exact else 'at least '}{found.up_to_order:,}"
    return f"{lines}, {classes} up to the order of independent decisions"


def _plural(kind: str) -> str:
    return kind.replace("line", "lines", 1)
