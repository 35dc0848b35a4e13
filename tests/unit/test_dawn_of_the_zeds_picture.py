"""The picture of Dawn of the Zeds draws the map of the edition; it and the board explain their signs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds import game
from daybreak_games.dawn_of_the_zeds.board import draw
from daybreak_games.dawn_of_the_zeds.map_graph import map_graph, spaces_of
from daybreak_games.dawn_of_the_zeds.picture import NAME_CHARACTERS, SIGNS, paint
from daybreak_games.dawn_of_the_zeds.pieces import Unit, Zed
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


def legend(town: Town) -> str:
    """What the board says of signs."""
    with running(Run({}, load_edition(game, "third-party-data", Path()).record)):
        board = draw(town)
    assert max(map(len, board.split("\n"))) <= 80
    return " ".join(board.partition("SIGNS ")[2].split())


def test_the_board_says_what_its_signs_mean() -> None:
    town = Town()
    for unit in Unit:
        town.units[unit].at = Place.CEMETERY
    assert legend(town) == ""
    town.zeds[Place.FOREST_3][0], town.zeds[Place.MOUNTAIN_2][0] = Zed.Z94, Zed.Z42
    assert legend(town) == "[9/4] a Zed: Strength 9, reduced 4"
    town.zeds[Place.FOREST_3][1] = Zed.Z63RH
    assert legend(town) == "[9/4] a Zed: Strength 9, reduced 4; ' a Hit; - reduced side"
    town.zeds[Place.FOREST_3][1] = Zed.NONE
    town.units[Unit.CIVILIANS_2].at, town.armed, town.calm = Place.TOWN_CENTER, Unit.CIVILIANS_2, Unit.CIVILIANS_2
    assert legend(town).endswith("reduced 4; +a armed; +c calm")
    town.defiant[Unit.CIVILIANS_2] = True
    assert "; * Defiant marker; " in legend(town)


def test_the_picture_says_what_its_signs_mean(painted: tuple[Any, Picture]) -> None:
    _, picture = painted
    rows = [shape for shape in picture.shapes if isinstance(shape, Label) and shape.text in SIGNS]
    text = " ".join(shape.text for shape in rows)
    assert all(sign in text for sign in ("9/4", "2*", "c1 to c7", "! tough", "' a Hit", "- reduced side", "+a armed"))
    assert max(shape.y for shape in rows) < picture.height - 4
