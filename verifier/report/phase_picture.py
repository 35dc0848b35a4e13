"""The phase graph of a game as a picture: from the set-up downwards, a box for each phase, an arrow to each that can follow."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from attrs import frozen

from verifier.lang.picture import LENGTH_MOST, SHAPES_MOST, Label, Picture, Rect, Shape, Stroke
from verifier.results.overview import PhaseRow, RulesOverview

ACROSS_MOST = 5  # boxes; a wider layer goes on below itself, or the names could not be read
LETTER, SMALL_LETTER, BOX_HEIGHT = 9, 7, 40
GAP_ACROSS, GAP_DOWN, MARGIN = 30, 52, 12
ASIDE = 5  # arrows down go to the right of the middle, those up to the left
HEAD = 6  # of an arrow
PAINTS = {"decision": "blue-line", "chance": "violet-line", "step": "ink-line", "end": "green-line"}
DESCRIPTION_MOST = 4_000


@frozen
class _Box:
    """Where a phase stands: the middle of its box, and the row."""

    x: int
    y: int
    row: int


def phase_picture(found: RulesOverview) -> Picture | None:
    """The picture; None for a graph that is too large to be drawn."""
    wide = 12 + max(max(LETTER * len(phase.name), SMALL_LETTER * len(_kind(phase))) for phase in found.phases)
    rows = [list(layer[first:first + ACROSS_MOST]) for layer in found.layers for first in range(0, len(layer), ACROSS_MOST)]
    width = 2 * MARGIN + max(map(len, rows)) * (wide + GAP_ACROSS) + (wide + GAP_ACROSS) // 2
    height = 2 * MARGIN + len(rows) * (BOX_HEIGHT + GAP_DOWN) - GAP_DOWN
    boxes = dict(_placed(rows, wide, width))
    arrows = [shape for phase in found.phases for shape in _arrows(phase, boxes, wide)]
    shapes = [*arrows, *(shape for phase in found.phases for shape in _box(phase, boxes[phase.name], wide))]
    if max(width, height) > LENGTH_MOST or len(shapes) > SHAPES_MOST:
        return None
    return Picture(width, height, shapes, _description(found))


def _placed(rows: list[list[str]], wide: int, width: int) -> Iterator[tuple[str, _Box]]:
    """Rows are centred, every other one half a box aside, so that arrows pass between boxes."""
    step = wide + GAP_ACROSS
    for row, names in enumerate(rows):
        aside = step // 4 if row % 2 else -(step // 4)
        left = width // 2 - step * (len(names) - 1) // 2 + aside
        for index, name in enumerate(names):
            yield name, _Box(left + index * step, MARGIN + BOX_HEIGHT // 2 + row * (BOX_HEIGHT + GAP_DOWN), row)


def _box(phase: PhaseRow, box: _Box, wide: int) -> Iterator[Shape]:
    yield Rect(box.x - wide // 2, box.y - BOX_HEIGHT // 2, wide, BOX_HEIGHT, "card", 6)
    yield Rect(box.x - wide // 2, box.y - BOX_HEIGHT // 2, wide, BOX_HEIGHT, PAINTS[phase.kind], 6)
    yield Label(box.x, box.y - 2, phase.name, size="small", anchor="middle")
    yield Label(box.x, box.y + 14, _kind(phase), "faint", "small", "middle")


def _kind(phase: PhaseRow) -> str:
    return ", ".join([phase.kind, *["start"] * phase.is_start, *["repeats"] * (phase.name in followers(phase))])


def followers(phase: PhaseRow) -> list[str]:
    """The phases that can follow, by any of its rules, in the order of those."""
    return list(dict.fromkeys(name for each in phase.rules for name in each.next))


def _arrows(phase: PhaseRow, boxes: dict[str, _Box], wide: int) -> Iterator[Shape]:
    here = boxes[phase.name]
    for name in followers(phase):
        if name != phase.name:
            yield from _arrow(here, boxes[name], wide)


def _arrow(start: _Box, end: _Box, wide: int) -> Iterator[Shape]:
    """A line from border to border with a head; one that leads back up is thin."""
    down = end.row >= start.row
    aside = ASIDE if down else -ASIDE
    x, y, to_x, to_y = start.x + aside, start.y, end.x + aside, end.y
    across, along = to_x - x, to_y - y
    inside = min((wide / 2 - ASIDE) / abs(across) if across else 1.0, BOX_HEIGHT / 2 / abs(along) if along else 1.0)
    paint = "amber-line" if down else "faint-line"
    tip_x, tip_y = to_x - inside * across, to_y - inside * along
    yield Stroke(round(x + inside * across), round(y + inside * along), round(tip_x), round(tip_y), paint)
    length = hypot(across, along)
    back_x, back_y = HEAD * across / length, HEAD * along / length
    for side in (1, -1):
        yield Stroke(round(tip_x), round(tip_y), round(tip_x - back_x - side * back_y / 2),
                     round(tip_y - back_y + side * back_x / 2), paint)


def _description(found: RulesOverview) -> str:
    text = f"The phase graph of {found.title}. " + " ".join(
        f"{phase.name}: {phase.kind}, then {', '.join(followers(phase)) or 'nothing'}." for phase in found.phases)
    return text if len(text) <= DESCRIPTION_MOST else text[:DESCRIPTION_MOST - 1] + "…"
