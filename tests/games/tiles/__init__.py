"""Sliding tiles that are to be put in order with few slides: frames of up to nine places, and no bound but the derived ones."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, record, require

PLACES = 9
MOST = 40  # no order of eight tiles is farther than 31 slides
HOLE = 0
Place = Annotated[int, Range(0, PLACES - 1)]


class Phase(IntEnum):
    """What happens next."""

    SLIDE = 0
    DONE = 1


@record
class Board:
    """The tiles by place, row after row, 0 being the hole and what a small frame does not have; how many slides were made."""

    phase: Phase
    hole: Place
    tiles: Annotated[Row[int], Size(PLACES), Range(0, PLACES - 1)]
    slides: Annotated[int, Range(0, MOST)]


@record
class Frame:
    """The component data: how large the frame is (nine places at most), and how many slides may be made."""

    rows: Annotated[int, Range(1, 3)]
    columns: Annotated[int, Range(1, 3)]
    slides: Annotated[int, Range(0, MOST)]


@record
class Grade:
    """Whether the tiles are in order, and how few slides it took."""

    solved: bool
    unspent: Annotated[int, Range(0, MOST)]


game = Game(name="tiles", title="Tiles in order", state=Board, edition=Frame, folder=Path(__file__).parent, ends=(Phase.DONE,),
            wins="puts the tiles in order")
game.patterns(counts="slides", keeps=("hole",), row="tiles", groups=((1, 2, 3), (4, 5), (6, 7, 8)))
game.patterns(counts="slides", keeps=("hole",), row="tiles", groups=((1, 2, 4, 5),))
frame = game.edition


@game.setup
def set_up(board: Board) -> None:
    """The tiles in order but the first, which a scenario changes."""
    for place in range(frame.rows * frame.columns):
        board.tiles[place] = place
    board.tiles[0] = 1
    board.tiles[1] = HOLE
    board.hole = 1


@game.rule
def slide(board: Board, to: Place) -> None:
    """The tile of a place slides into the hole; the game is over when all are in order."""
    board.tiles[board.hole] = board.tiles[to]
    board.tiles[to] = HOLE
    board.hole = to
    board.slides += 1
    if all(board.tiles[place] == place for place in range(frame.rows * frame.columns)):
        board.phase = Phase.DONE


@game.decision(Phase.SLIDE, clause="TI-01")
def up(board: Board) -> None:
    """The tile below the hole."""
    require(board.hole + frame.columns < frame.rows * frame.columns, "TI-01")
    require(board.slides < frame.slides, "TI-02")
    slide(board, board.hole + frame.columns)


@game.decision(Phase.SLIDE, clause="TI-01")
def down(board: Board) -> None:
    """The tile above the hole."""
    require(board.hole >= frame.columns, "TI-01")
    require(board.slides < frame.slides, "TI-02")
    slide(board, board.hole - frame.columns)


@game.decision(Phase.SLIDE, clause="TI-01")
def left(board: Board) -> None:
    """The tile right of the hole."""
    require(board.hole % frame.columns < frame.columns - 1, "TI-01")
    require(board.slides < frame.slides, "TI-02")
    slide(board, board.hole + 1)


@game.decision(Phase.SLIDE, clause="TI-01")
def right(board: Board) -> None:
    """The tile left of the hole."""
    require(board.hole % frame.columns > 0, "TI-01")
    require(board.slides < frame.slides, "TI-02")
    slide(board, board.hole - 1)


@game.grade(order="ours: the fewest slides")
def grade(board: Board) -> Grade:
    """Fewer slides are better."""
    return Grade(solved=board.phase == Phase.DONE, unspent=MOST - board.slides)
