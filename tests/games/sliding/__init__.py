"""The sliding-tile puzzle in the rule language: a frame of tiles with one hole, its size being component data.

It shows that the language is no particular game's, and its numbers are known: 3x3 has 181,440 reachable states and depth 31,
2x5 has 1,814,400 and depth 55.  The puzzle has no end: the solved order is a goal, and play goes on behind it.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, record, require

HOLE = 0
PLACES = 10
Place = Annotated[int, Range(0, PLACES - 1)]


class Phase(IntEnum):
    """What happens next: always the same."""

    SLIDE = 0


@record
class Board:
    """The tiles by place, row after row; 0 is the hole, and the places that a small frame does not have."""

    phase: Phase
    hole: Place
    tiles: Annotated[Row[int], Size(PLACES), Range(0, PLACES - 1)]


@record
class Frame:
    """The component data: how large the frame is (ten places at most)."""

    rows: Annotated[int, Range(1, 5)]
    columns: Annotated[int, Range(1, 5)]


game = Game(name="sliding", title="Sliding tiles", state=Board, edition=Frame, folder=Path(__file__).parent, ends=())
frame = game.edition


@game.setup
def set_up(board: Board) -> None:
    """The tiles in order, the hole last."""
    last = frame.rows * frame.columns - 1
    for place in range(last):
        board.tiles[place] = place + 1
    board.hole = last


@game.rule
def move_hole(board: Board, to: Place) -> None:
    """The tile at a place slides into the hole and leaves it there."""
    board.tiles[board.hole] = board.tiles[to]
    board.tiles[to] = HOLE
    board.hole = to


@game.decision(Phase.SLIDE, clause="SL-01")
def up(board: Board) -> None:
    """The tile below the hole."""
    require(board.hole + frame.columns < frame.rows * frame.columns, "SL-02")
    move_hole(board, board.hole + frame.columns)


@game.decision(Phase.SLIDE, clause="SL-01")
def down(board: Board) -> None:
    """The tile above the hole."""
    require(board.hole >= frame.columns, "SL-02")
    move_hole(board, board.hole - frame.columns)


@game.decision(Phase.SLIDE, clause="SL-01")
def left(board: Board) -> None:
    """The tile right of the hole."""
    require(board.hole % frame.columns < frame.columns - 1, "SL-02")
    move_hole(board, board.hole + 1)


@game.decision(Phase.SLIDE, clause="SL-01")
def right(board: Board) -> None:
    """The tile left of the hole."""
    require(board.hole % frame.columns > 0, "SL-02")
    move_hole(board, board.hole - 1)


@game.goal
def solved(board: Board) -> bool:
    """The tiles are in order, the hole is last."""
    return all(board.tiles[place] == place + 1 for place in range(frame.rows * frame.columns - 1))


@game.invariant(clause="SL-01")
def hole_is_empty(board: Board) -> bool:
    """The hole is where the board says."""
    return board.tiles[board.hole] == HOLE
