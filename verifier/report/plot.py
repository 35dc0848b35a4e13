"""Plots of shares, and means from 0 to 1, with their intervals: against a number, or one below the other; in letters, too.

A mark stands where the known share is, and a bar from end to end of its interval.  Series differ by the shape of their marks, so
that colour never says anything alone.  Nothing is rounded but to the units of the picture, and nothing is smoothed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from textwrap import wrap

from attrs import frozen

from verifier.lang.picture import Circle, Label, Picture, Rect, Shape, Stroke
from verifier.results.share import Mean, Share

WIDTH, PLOT_HEIGHT = 400, 200
LEFT, RIGHT, TOP = 54, 390, 14
BARS_LEFT, BARS_RIGHT = 22, 374
QUARTERS = (0, 25, 50, 75, 100)
LABELS_MOST = 12  # along the axis of numbers; more would run into each other
LETTER, GAP = 7, 3  # the width of a digit there, and of what is left between labels
ROWS_MOST = 20
NAME_MOST, LEGEND_MOST = 52, 46  # characters that fit across, and beside a mark
ROW = 38
COLUMNS = 40  # between nothing and everything, in letters
DESCRIPTION_MOST = 1500  # characters; a table with the same numbers stands beside a plot
PAINTS = ("blue", "amber", "green", "violet", "red")
SERIES_MOST = len(PAINTS)


@frozen
class Series:
    """What one kind of mark stands for, and its share for each number or row."""

    name: str
    shares: tuple[Share | Mean, ...]


def curve(axis: str, values: Sequence[int], series: Sequence[Series], *, by_factors: bool = False) -> Picture:
    """Shares (at most `SERIES_MOST` series) against numbers that go up: on a true scale, or `by_factors` on a logarithmic one."""
    shapes = list(_grid_up())
    bottom = TOP + PLOT_HEIGHT
    every = -(-len(values) // LABELS_MOST)
    places = dict(zip(values, _across([log(value) for value in values] if by_factors else values), strict=True))
    free = 0  # up to where labels reach
    for index, value in enumerate(values):
        half = LETTER * len(str(value)) // 2
        if index % every == 0 and places[value] - half >= free:
            free = places[value] + half + GAP
            shapes += [Stroke(places[value], bottom, places[value], bottom + 4, "ink-line"),
                       Label(places[value], bottom + 19, str(value), size="small", anchor="middle")]
    shapes.append(Label((LEFT + RIGHT) // 2, bottom + 38, axis, "faint", anchor="middle"))
    for number, each in enumerate(series):
        aside = 3 * (2 * number - len(series) + 1)  # beside each other, where they would lie on each other
        known = [(value, share) for value, share in zip(values, each.shares, strict=True) if _known(share) is not None]
        at = [(places[value] + aside, share) for value, share in known]
        shapes += _trend(number, at)
        for x, share in at:
            shapes += _interval(number, x, _up(share.low), x, _up(share.high))
            shapes.append(_mark(number, x, _up(_known(share) or 0)))
    y = bottom + 38
    for number, each in enumerate(series):
        shapes.append(_mark(number, LEFT, y + 16))
        for text in wrap(each.name, LEGEND_MOST):
            y += 20
            shapes.append(Label(LEFT + 14, y, text, size="small"))
    return Picture(WIDTH, y + 12, shapes, _description(axis, [str(value) for value in values], series))


def bars(axis: str, names: Sequence[str], series: Series) -> Picture:
    """Shares one below the other, each under its name; the first `ROWS_MOST` of them."""
    rows = list(zip(names, series.shares, strict=True))[:ROWS_MOST]
    bottom = TOP + ROW * len(rows)
    shapes: list[Shape] = []
    for per_cent in QUARTERS:
        x = _along(per_cent / 100)
        shapes += [Stroke(x, TOP + ROW * number + 22, x, TOP + ROW * number + 34, "shade-line") for number in range(len(rows))]
        shapes += [Label(x, bottom + 16, f"{per_cent} %", "ink", "small", "middle")]
    for number, (name, share) in enumerate(rows):
        y = TOP + ROW * number
        shapes.append(Label(BARS_LEFT - 10, y + 14, cut(name), size="small"))
        if (known := _known(share)) is not None:
            shapes += _interval(0, _along(share.low), y + 28, _along(share.high), y + 28)
            shapes.append(_mark(0, _along(known), y + 28))
    shapes.append(Label((BARS_LEFT + BARS_RIGHT) // 2, bottom + 36, axis, "faint", anchor="middle"))
    return Picture(WIDTH, bottom + 44, shapes, _description(axis, [name for name, _ in rows], [series]))


def lettered(names: Sequence[str], shares: Sequence[Share | Mean]) -> str:
    """The same in letters: `o` where the known share is, `-` to the ends of its interval."""
    wide = max([len(name) for name in names], default=0)
    scale = "".join(f"{f'{per_cent} %':<10}" for per_cent in QUARTERS).rstrip()
    rows = [f"  {'':{wide}}  {scale}"]
    for name, share in zip(names, shares, strict=True):
        rows.append(f"  {name:>{wide}}  {''.join(_cells(share))}")
    return "\n".join(rows)


def _cells(share: Share | Mean) -> list[str]:
    cells = ["|" if column % (COLUMNS // 4) == 0 else " " for column in range(COLUMNS + 1)]
    if (known := _known(share)) is not None:
        low, high = round(share.low * COLUMNS), round(share.high * COLUMNS)
        cells[low:high + 1] = "-" * (high + 1 - low)
        cells[round(known * COLUMNS)] = "o"
    return cells


def _known(share: Share | Mean) -> float | None:
    """Where the mark is; None where nothing is known."""
    if isinstance(share, Mean):
        return share.at
    return share.count / share.of if share.of else None


def cut(name: str) -> str:
    """A name that fits across a picture."""
    return name if len(name) <= NAME_MOST else f"{name[:NAME_MOST - 1]}…"


def _grid_up() -> Iterator[Shape]:
    """The lines of the quarters, with what they are."""
    for per_cent in QUARTERS:
        y = _up(per_cent / 100)
        yield Stroke(LEFT - 6, y, RIGHT, y, "shade-line")
        yield Label(LEFT - 12, y + 5, f"{per_cent} %", "ink", "small", "end")


def _trend(number: int, at: Sequence[tuple[int, Share | Mean]]) -> Iterator[Shape]:
    """Thin lines from mark to mark."""
    for (x, share), (to_x, following) in zip(at, at[1:], strict=False):
        yield Stroke(x, _up(_known(share) or 0), to_x, _up(_known(following) or 0), f"{PAINTS[number]}-line")


def _interval(number: int, x: int, y: int, to_x: int, to_y: int) -> Iterator[Shape]:
    """A bar with an end across it on either side."""
    paint = f"{PAINTS[number]}-line"
    yield Stroke(x, y, to_x, to_y, paint)
    for end_x, end_y in ((x, y), (to_x, to_y)):
        across, down = (0, 4) if y == to_y else (4, 0)
        yield Stroke(end_x - across, end_y - down, end_x + across, end_y + down, paint)


def _mark(number: int, x: int, y: int) -> Shape:
    """A disc for the first series, a square for the second; then a ring, a hollow square and a bar."""
    shapes = (Circle(x, y, 4, PAINTS[0]), Rect(x - 4, y - 4, 8, 8, PAINTS[1]), Circle(x, y, 5, f"{PAINTS[2]}-line"),
              Rect(x - 5, y - 5, 10, 10, f"{PAINTS[3]}-line"), Rect(x - 6, y - 2, 12, 4, PAINTS[4]))
    return shapes[number]


def _up(share: float) -> int:
    return TOP + round(PLOT_HEIGHT * (1 - share))


def _across(numbers: Sequence[float]) -> list[int]:
    """Where numbers stand that go up, from the first to the last one; a single one in the middle."""
    span, wide = numbers[-1] - numbers[0], RIGHT - LEFT - 24
    return [LEFT + 12 + (round(wide * (number - numbers[0]) / span) if span else wide // 2) for number in numbers]


def _along(share: float) -> int:
    return BARS_LEFT + round((BARS_RIGHT - BARS_LEFT) * share)


def _description(axis: str, names: Sequence[str], series: Sequence[Series]) -> str:
    """A plot in words."""
    text = f"A plot, {axis}."
    for each in series:
        shares = ", ".join(f"{name} {percent_known(share)}" for name, share in zip(names, each.shares, strict=False))
        text += f" {each.name}: {shares}."
    return text if len(text) <= DESCRIPTION_MOST else text[:DESCRIPTION_MOST - 1] + "…"


def percent_known(share: Share | Mean) -> str:
    """What is known of a share, without its interval."""
    return "not known" if (known := _known(share)) is None else f"{known:.0%}"
