"""The snake in the box: a way along the edges of a cube of several dimensions that comes near itself nowhere, as long as can be.

The longest are published: 4 edges in 3 dimensions, 7 in 4, 13 in 5, 26 in 6 and 50 in 7 (W. H. Kautz, 1958, and later searches;
OEIS A099155).
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, record, require

DIMENSIONS = 7
CORNERS = 2**DIMENSIONS
BIT = tuple(2**dimension for dimension in range(DIMENSIONS))
Dimension = Annotated[int, Range(0, DIMENSIONS - 1)]
Corner = Annotated[int, Range(0, CORNERS - 1)]


class Phase(IntEnum):
    """What happens next."""

    CRAWL = 0
    OVER = 1


@record
class Cube:
    """The state: where the head is, which corners it may not come to any more, and how many edges long the snake is."""

    phase: Phase
    head: Corner
    barred: Annotated[Row[bool], Size(CORNERS)]
    edges: Annotated[int, Range(0, CORNERS)]


@record
class Box:
    """The component data: the dimensions of the cube."""

    dimensions: Annotated[int, Range(2, DIMENSIONS)]


@record
class Grade:
    """How long the snake is."""

    edges: Annotated[int, Range(0, CORNERS)]


game = Game(name="snake", title="The snake in the box", state=Cube, edition=Box, folder=Path(__file__).parent,
            ends=(Phase.OVER,))
box = game.edition


@game.rule
def beside(cube: Cube, dimension: Dimension) -> Corner:
    """The corner beside the head along a dimension."""
    if cube.head // BIT[dimension] % 2 == 1:
        return max(0, cube.head - BIT[dimension])
    return min(CORNERS - 1, cube.head + BIT[dimension])


@game.decision(Phase.CRAWL, clause="SN-01")
def crawl(cube: Cube, dimension: Dimension) -> None:
    """The snake crawls along an edge, to a corner that lies beside none of the others it has been to."""
    require(dimension < box.dimensions, "SN-01")
    require(not cube.barred[beside(cube, dimension)], "SN-01")
    there = beside(cube, dimension)
    cube.barred[cube.head] = True
    for each in range(DIMENSIONS):
        if each < box.dimensions:
            cube.barred[beside(cube, each)] = True
    cube.head = there
    cube.edges += 1


@game.when_stuck(Phase.CRAWL, clause="SN-02")
def over(cube: Cube) -> None:
    """The game is over when it can crawl nowhere."""
    cube.phase = Phase.OVER


@game.grade(order="ours: longer is better")
def grade(cube: Cube) -> Grade:
    """The length of the snake."""
    return Grade(edges=cube.edges)
