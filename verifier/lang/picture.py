"""Pictures: what a game draws of its table for people, as data.

A game says shapes, never markup: where they are, and in which paint of a closed list.  A report turns them into SVG, decides
what a paint looks like on a light and on a dark page, and escapes every text, so that no picture can bring anything else in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import field, frozen, validators

LENGTH_MOST = 4096
SHAPES_MOST = 4096
CHARACTERS_MOST = 4096
SOLID = ("paper", "card", "wood", "shade", "ink", "faint", "red", "blue", "green", "amber", "violet")
HOLLOW = tuple(f"{paint}-line" for paint in SOLID)
PAINTS = (*SOLID, *HOLLOW)  # filled with a colour, or outlined in it
SIZES = ("small", "plain", "large")
ANCHORS = ("start", "middle", "end")

_place = validators.and_(validators.instance_of(int), validators.ge(-LENGTH_MOST), validators.le(LENGTH_MOST))
_length = validators.and_(validators.instance_of(int), validators.ge(0), validators.le(LENGTH_MOST))
_paint = validators.in_(PAINTS)
_text = validators.and_(validators.instance_of(str), validators.max_len(CHARACTERS_MOST))


@frozen
class Rect:
    """A rectangle from its upper left corner, with corners rounded by `round`."""

    x: int = field(validator=_place)
    y: int = field(validator=_place)
    width: int = field(validator=_length)
    height: int = field(validator=_length)
    paint: str = field(validator=_paint)
    round: int = field(default=0, validator=_length)


@frozen
class Circle:
    """A circle around a point."""

    x: int = field(validator=_place)
    y: int = field(validator=_place)
    radius: int = field(validator=_length)
    paint: str = field(validator=_paint)


@frozen
class Stroke:
    """A straight line; its paint is one of the outlines."""

    x: int = field(validator=_place)
    y: int = field(validator=_place)
    to_x: int = field(validator=_place)
    to_y: int = field(validator=_place)
    paint: str = field(validator=validators.in_(HOLLOW))


@frozen
class Label:
    """A text on one line; `y` is where its letters stand, `anchor` which part of it is at `x`."""

    x: int = field(validator=_place)
    y: int = field(validator=_place)
    text: str = field(validator=_text)
    paint: str = field(default="ink", validator=validators.in_(SOLID))
    size: str = field(default="plain", validator=validators.in_(SIZES))
    anchor: str = field(default="start", validator=validators.in_(ANCHORS))


Shape = Rect | Circle | Stroke | Label
SHAPES = (Rect, Circle, Stroke, Label)


def _shapes(given: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(given)


@frozen
class Picture:
    """A table as shapes, later ones in front, in a frame from (0, 0); lengths are whole numbers without a unit.

    `description` says in words what is to be seen, for whoever cannot see it.  Making one raises TypeError or ValueError for a
    shape, a paint or a number that is none.  A report scales it to the width that there is: about 400 across keeps a plain
    text readable on a phone.  Not promised: fonts, and so how wide a text becomes.
    """

    width: int = field(validator=_length)
    height: int = field(validator=_length)
    shapes: Sequence[Shape] = field(converter=_shapes, validator=[
        validators.max_len(SHAPES_MOST), validators.deep_iterable(validators.instance_of(SHAPES))])
    description: str = field(validator=_text)
