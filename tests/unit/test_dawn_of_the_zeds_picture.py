"""The picture of Dawn of the Zeds draws the map of the edition: its spaces, the ways between them, names that fit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds import game
from daybreak_games.dawn_of_the_zeds.map_graph import map_graph, spaces_of
from daybreak_games.dawn_of_the_zeds.picture import NAME_CHARACTERS, paint
from daybreak_games.dawn_of_the_zeds.places import Place
from daybreak_games.dawn_of_the_zeds.state import Town
from verifier.lang.picture import Label, Picture, Rect, Stroke
from verifier.lang.words import Run, running
from verifier.ledger.editions import load_edition


@pytest.fixture(params=["third-party-data", "tiny-skirmish"])
def painted(request: pytest.FixtureRequest) -> Iterator[tuple[Any, Picture]]:
    """An edition, and the picture of an empty table."""
    box = load_edition(game, request.param, Path()).record
    with running(Run({}, box)):
        yield box, paint(Town())


def test_every_space_and_every_way_is_drawn(painted: tuple[Any, Picture]) -> None:
    box, picture = painted
    outlines = [shape for shape in picture.shapes if isinstance(shape, Rect) and shape.paint.endswith("-line")]
    assert len(outlines) == len(spaces_of(box))
    ways = [shape for shape in picture.shapes if isinstance(shape, Stroke)]
    assert len(ways) == map_graph(box).number_of_edges()
    for way in ways:  # from inside a space, or its lower edge, to the upper edge of the next
        below = [each for each in outlines if each.x <= way.x <= each.x + each.width]
        assert any(each.y < way.y <= each.y + each.height for each in below) and any(way.to_y == each.y for each in below)


def test_lines_of_names_are_short(painted: tuple[Any, Picture]) -> None:
    _, picture = painted
    names = [shape.text for shape in picture.shapes if isinstance(shape, Label) and shape.text[:1].isdigit()]
    assert names and all(len(name) <= NAME_CHARACTERS for name in names)


def test_a_closed_space_says_so() -> None:
    box = load_edition(game, "third-party-data", Path()).record
    town = Town()
    town.closed = Place.MOUNTAIN_4
    with running(Run({}, box)):
        assert "4 Mine (closed)" in [shape.text for shape in paint(town).shapes if isinstance(shape, Label)]
