"""The fifteen puzzle in the rule language, with a grade that counts slides and Manhattan distance for a bound.

A hundred instances of it are the standard of the field (R. E. Korf, 1985); their shortest solutions are published, and
`tests/agreement/test_fifteen.py` has twenty of them.  As there, the hole belongs in the first place.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, clause, given, record, require

SIZE = 4
PLACES = SIZE * SIZE
MOST = 80  # no order is farther away (A. Brüngger, A. Marzetta, K. Fukuda and J. Nievergelt, 1999)
HOLE = 0
FARTHEST = 2 * (SIZE - 1)
Place = Annotated[int, Range(0, PLACES - 1)]
# By tile and place, how many slides a tile alone is from where it belongs; the hole is no tile.
FAR = tuple(0 if tile == HOLE else abs(tile // SIZE - place // SIZE) + abs(tile % SIZE - place % SIZE)
            for tile in range(PLACES) for place in range(PLACES))


class Phase(IntEnum):
    """What happens next."""

    SLIDE = 0
    DONE = 1


@record
class Board:
    """The tiles by place, row after row, 0 being the hole; how far they are from where they belong; how many slides were made."""

    phase: Phase
    hole: Place
    tiles: Annotated[Row[int], Size(PLACES), Range(0, PLACES - 1)]
    far: Annotated[int, Range(0, PLACES * FARTHEST)]
    slides: Annotated[int, Range(0, MOST)]


@record
class Frame:
    """The component data: how many slides may be made."""

    slides: Annotated[int, Range(1, MOST)]


@record
class Grade:
    """Whether the tiles are in order, and how few slides it took."""

    solved: bool
    unspent: Annotated[int, Range(0, MOST)]


game = Game(name="fifteen", title="Fifteen puzzle", state=Board, edition=Frame, folder=Path(__file__).parent, ends=(Phase.DONE,),
            wins="puts the tiles in order")
game.patterns(counts="slides", keeps=("hole",), row="tiles",
              groups=((1, 4, 5, 8, 9), (2, 3, 6, 7, 11), (10, 12, 13, 14, 15)))
frame = game.edition


@game.setup
def set_up(board: Board) -> None:
    """The tiles in order but the first, which a scenario changes: an order in which there is something to do."""
    for place in range(PLACES):
        board.tiles[place] = place
    board.tiles[0] = 1
    board.tiles[1] = HOLE
    board.hole = 1
    board.far = 1


@game.completion
def far_is_counted(board: Board) -> None:
    """A scenario gives the tiles; where the hole is and how far they are follows from them."""
    if not given("hole"):
        board.hole = next(place for place in range(PLACES) if board.tiles[place] == HOLE)
    if not given("far"):
        board.far = distance(board)


@game.rule
def slide(board: Board, to: Place) -> None:
    """The tile of a place slides into the hole; the game is over when none is far from where it belongs."""
    tile = board.tiles[to]
    board.far += FAR[tile * PLACES + board.hole] - FAR[tile * PLACES + to]
    board.tiles[board.hole] = tile
    board.tiles[to] = HOLE
    board.hole = to
    board.slides += 1
    if board.far == 0 and all(board.tiles[place] == place for place in range(PLACES)):
        clause("FI-03")
        board.phase = Phase.DONE


@game.decision(Phase.SLIDE, clause="FI-01")
def up(board: Board) -> None:
    """The tile below the hole."""
    require(board.hole < PLACES - SIZE, "FI-01")
    require(board.slides < frame.slides, "FI-02")
    slide(board, board.hole + SIZE)


@game.decision(Phase.SLIDE, clause="FI-01")
def down(board: Board) -> None:
    """The tile above the hole."""
    require(board.hole >= SIZE, "FI-01")
    require(board.slides < frame.slides, "FI-02")
    slide(board, board.hole - SIZE)


@game.decision(Phase.SLIDE, clause="FI-01")
def left(board: Board) -> None:
    """The tile right of the hole."""
    require(board.hole % SIZE < SIZE - 1, "FI-01")
    require(board.slides < frame.slides, "FI-02")
    slide(board, board.hole + 1)


@game.decision(Phase.SLIDE, clause="FI-01")
def right(board: Board) -> None:
    """The tile left of the hole."""
    require(board.hole % SIZE > 0, "FI-01")
    require(board.slides < frame.slides, "FI-02")
    slide(board, board.hole - 1)


@game.rule
def distance(board: Board) -> Annotated[int, Range(0, PLACES * FARTHEST)]:
    """Manhattan distance: the slides that the tiles need if each of them were alone."""
    return sum(FAR[board.tiles[place] * PLACES + place] for place in range(PLACES))


@game.goal
def in_order(board: Board) -> bool:
    """The tiles are in order."""
    return board.phase == Phase.DONE


@game.grade(order="ours: the fewest slides")
def grade(board: Board) -> Grade:
    """Fewer slides are better."""
    return Grade(solved=board.phase == Phase.DONE, unspent=MOST - board.slides)


@game.bound
def bound(board: Board) -> Grade:
    """A slide moves one tile by one place."""
    rest = MOST - board.slides - board.far
    return Grade(solved=rest >= 0, unspent=max(0, rest))


@game.estimate
def estimate(board: Board) -> Annotated[int, Range(-PLACES * FARTHEST, 0)]:
    """Tiles nearer to where they belong look better."""
    return -board.far


@game.invariant(clause="FI-01")
def the_hole_is_where_it_is_said(board: Board) -> bool:
    """The hole is where the board says."""
    return board.tiles[board.hole] == HOLE


@game.invariant(clause="FI-01")
def every_tile_is_there_once(board: Board) -> bool:
    """Every tile and the hole are in one place each."""
    return all(sum(1 for each in board.tiles if each == tile) == 1 for tile in range(PLACES))


@game.invariant(clause="FI-03")
def far_is_kept(board: Board) -> bool:
    """How far the tiles are is their Manhattan distance, and at the end, and only there, they are in order."""
    return board.far == distance(board) and (board.phase == Phase.DONE) == all(
        board.tiles[place] == place for place in range(PLACES))


@game.lemma
def far_at_the_end(board: Board) -> bool:
    """Nothing is far at the end, and only there."""
    return (board.phase == Phase.DONE) == (board.far == 0)


@game.step_property(clause="FI-01")
def a_slide_is_worth_one(before: Board, after: Board) -> bool:
    """Manhattan distance falls or rises by one at every slide."""
    return after.far == before.far - 1 or after.far == before.far + 1
