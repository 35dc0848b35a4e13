"""Four in a row on a small board: two sides drop stones into columns.

On 4 columns of 4 there are 161,029 positions, and nobody can force a win; so it is on 5 columns of 4 and on 4 of 5 (J. Tromp).
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, record, require

COLUMNS = 5
ROWS = 5
ACROSS = (1, 0, 1, 1)  # to the next place of a line: along a row, up a column, up to the right, down to the right
UP = (0, 1, 1, -1)


class Phase(IntEnum):
    """What happens next."""

    DROP = 0
    OVER = 1


class Side(IntEnum):
    """Who plays."""

    FIRST = 0
    SECOND = 1


class Stone(IntEnum):
    """What is in a place."""

    NOTHING = 0
    FIRST = 1
    SECOND = 2


@record
class Board:
    """The state: the places, column by column from the bottom up, and whose turn it is."""

    phase: Phase
    turn: Side
    places: Annotated[Row[Stone], Size(COLUMNS * ROWS)]
    heights: Annotated[Row[int], Size(COLUMNS), Range(0, ROWS)]


@record
class Box:
    """The component data: how large the board is."""

    columns: Annotated[int, Range(1, COLUMNS)]
    rows: Annotated[int, Range(1, ROWS)]


game = Game(name="four", title="Four in a row", state=Board, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.rule
def whose_turn(board: Board) -> Side:
    """The side in turn."""
    return board.turn


@game.rule
def is_line(board: Board, stone: Stone, column: Annotated[int, Range(0, COLUMNS - 1)], row: Annotated[int, Range(0, ROWS - 1)],
            way: Annotated[int, Range(0, 3)]) -> bool:
    """Whether four stones of a side begin in a place and go on in a direction."""
    if column + 3 * ACROSS[way] >= box.columns or row + 3 * UP[way] >= box.rows or row + 3 * UP[way] < 0:
        return False
    return all(board.places[(column + step * ACROSS[way]) * ROWS + row + step * UP[way]] == stone for step in range(4))


@game.rule
def has_line(board: Board, stone: Stone) -> bool:
    """Whether a side has four in a row."""
    return any(is_line(board, stone, column, row, way) for column in range(COLUMNS) for row in range(ROWS) for way in range(4))


@game.decision(Phase.DROP, seat=whose_turn, clause="FO-01")
def drop(board: Board, column: Annotated[int, Range(0, COLUMNS - 1)]) -> None:
    """The side in turn drops a stone into a column."""
    require(column < box.columns and board.heights[column] < box.rows, "FO-02")
    stone = Stone.FIRST if board.turn == Side.FIRST else Stone.SECOND
    board.places[column * ROWS + board.heights[column]] = stone
    board.heights[column] += 1
    if has_line(board, stone) or all(board.heights[each] == box.rows for each in range(COLUMNS) if each < box.columns):
        board.phase = Phase.OVER
    board.turn = Side.SECOND if board.turn == Side.FIRST else Side.FIRST


@game.outcome
def outcome(board: Board, side: Side) -> Annotated[int, Range(0, 2)]:
    """2 for the side that has four in a row, 0 if the other one has, 1 if nobody has."""
    if has_line(board, Stone.FIRST):
        return 2 if side == Side.FIRST else 0
    if has_line(board, Stone.SECOND):
        return 2 if side == Side.SECOND else 0
    return 1
