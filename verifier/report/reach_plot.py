"""What can still be reached along a line, as a picture: a staircase that only goes down, each mistake numbered at its step.

A step across is an event; a step down is a lower grade, however much lower.  Where the search left it open, the range is shaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from verifier.lang.picture import Circle, Label, Picture, Rect, Shape, Stroke
from verifier.report.text.page import result_text
from verifier.results.played import Grade
from verifier.results.solved import ReviewedDecision
from verifier.results.stepped import Reach

WIDTH, LEFT, RIGHT, TOP = 448, 10, 438, 24
NAMED_MOST = 6  # grades with a row of their own each; of more, only the highest and the lowest are named
ROW, ROW_NARROW = 48, 12
NAME_MOST = 62  # characters that fit across
MISTAKES_MOST = 40


def reach_plot(reach: Sequence[Reach | None], decisions: Sequence[ReviewedDecision]) -> Picture | None:
    """The picture, from what is reached at the start and after each event; None where nothing is known, or nothing changes."""
    grades: dict[int, Grade | None] = {}
    for each in reach:
        if each is not None:
            grades.update({each.order[0]: each.low, each.order[1]: each.high})
    if len(grades) < 2:
        return None
    levels = sorted(grades, reverse=True)
    named = levels if len(levels) <= NAMED_MOST else [levels[0], levels[-1]]
    row = ROW if named == levels else ROW_NARROW
    down = {level: TOP + index * row for index, level in enumerate(levels)}
    bottom = down[levels[-1]]
    shapes: list[Shape] = []
    for level in named:
        shapes += [Stroke(LEFT, down[level], RIGHT, down[level], "faint-line"),
                   Label(LEFT, down[level] - 6, _cut(result_text(grades[level])), size="small")]
    shapes += _stairs(reach, down)
    shapes += _mistakes(reach, decisions, down)
    shapes += [Label(LEFT, bottom + 36, "start", size="small"), Label(RIGHT, bottom + 36, "end", size="small", anchor="end")]
    return Picture(WIDTH, bottom + 42, shapes, _description(reach, decisions))


def _across(number: int, last: int) -> int:
    return LEFT + (RIGHT - LEFT) * number // max(last, 1)


def _stairs(reach: Sequence[Reach | None], down: dict[int, int]) -> Iterator[Shape]:
    """A bar for each run of events on which nothing changes."""
    last = len(reach)
    for order, group in groupby(enumerate(reach), lambda each: None if each[1] is None else each[1].order):
        numbers = [number for number, _ in group]
        if order is None:
            continue
        left, right = _across(numbers[0], last), _across(numbers[-1] + 1, last)
        low, high = down[order[0]], down[order[1]]
        if low == high:
            yield Rect(left, low - 2, max(right - left, 2), 4, "blue")
        else:
            yield Rect(left, high, max(right - left, 2), low - high, "shade")
            yield Rect(left, high, max(right - left, 2), low - high, "faint-line")


def _mistakes(reach: Sequence[Reach | None], decisions: Sequence[ReviewedDecision], down: dict[int, int]) -> Iterator[Shape]:
    """Each mistake at its event, on what can be reached after it; those that lose the game are filled."""
    found = [(each, after) for each in decisions if each.severity is not None and (after := reach[each.at]) is not None]
    for each, after in found[:MISTAKES_MOST]:
        x, y = _across(each.at, len(reach)), down[after.order[1]]
        yield Circle(x, y, 6, "red" if each.verdict == "lost" else "paper")
        yield Circle(x, y, 6, "red-line")
        yield Label(min(max(x, LEFT + 8), RIGHT - 8), y + 20, str(each.number), "red", "small", "middle")


def _description(reach: Sequence[Reach | None], decisions: Sequence[ReviewedDecision]) -> str:
    mistakes = [each for each in decisions if each.severity is not None]
    falls = ", ".join(str(each.number) for each in mistakes[:MISTAKES_MOST])
    more = "" if len(mistakes) <= MISTAKES_MOST else ", and more"
    lowered = f"It falls at decision {falls}{more}." if mistakes else "No decision is known to lower it."
    return f"The best possible result. At the start: {_range(reach[0])}. At the end: {_range(reach[-1])}. {lowered}"


def _range(one: Reach | None) -> str:
    if one is None:
        return "not known"
    return result_text(one.low) if one.known else f"from {result_text(one.low)} to {result_text(one.high)}"


def _cut(text: str) -> str:
    return text if len(text) <= NAME_MOST else f"{text[:NAME_MOST - 1]}…"
