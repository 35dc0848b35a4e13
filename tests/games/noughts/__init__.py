"""Noughts and crosses: two sides with opposite aims, and numbers that everybody knows.

5,478 positions can be reached, none of them twice by the same moves, and if nobody makes a mistake nobody wins.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, record, require

FIRST = (0, 3, 6, 0, 1, 2, 0, 2)  # where each line begins, and how far its places are apart
STEP = (1, 1, 1, 3, 3, 3, 4, 2)
Place = Annotated[int, Range(0, 8)]


class Phase(IntEnum):
    """What happens next."""

    MARK = 0
    OVER = 1


class Side(IntEnum):
    """Who plays."""

    CROSS = 0
    NOUGHT = 1


class Mark(IntEnum):
    """What is in a place."""

    NOTHING = 0
    CROSS = 1
    NOUGHT = 2


@record
class Board:
    """The state: the nine places, row after row, and whose turn it is."""

    phase: Phase
    turn: Side
    places: Annotated[Row[Mark], Size(9)]


@record
class Box:
    """The component data: who begins."""

    first: Side


game = Game(name="noughts", title="Noughts and crosses", state=Board, edition=Box, folder=Path(__file__).parent,
            ends=(Phase.OVER,))
box = game.edition


@game.setup
def set_up(board: Board) -> None:
    """An empty board."""
    board.turn = box.first


@game.rule
def whose_turn(board: Board) -> Side:
    """The side in turn."""
    return board.turn


@game.rule
def has_line(board: Board, mark: Mark) -> bool:
    """Whether a mark has three in a line."""
    return any(board.places[FIRST[line]] == mark and board.places[FIRST[line] + STEP[line]] == mark
               and board.places[FIRST[line] + 2 * STEP[line]] == mark for line in range(8))


@game.decision(Phase.MARK, seat=whose_turn, clause="NO-01")
def mark(board: Board, place: Place) -> None:
    """The side in turn marks a place."""
    require(board.places[place] == Mark.NOTHING, "NO-02")
    made = Mark.CROSS if board.turn == Side.CROSS else Mark.NOUGHT
    board.places[place] = made
    if has_line(board, made) or all(each != Mark.NOTHING for each in board.places):
        board.phase = Phase.OVER
    board.turn = Side.NOUGHT if board.turn == Side.CROSS else Side.CROSS


@game.goal
def cross_has_a_line(board: Board) -> bool:
    """What cross wants."""
    return has_line(board, Mark.CROSS)


@game.outcome
def outcome(board: Board, side: Side) -> Annotated[int, Range(0, 2)]:
    """2 for the side that has a line, 0 if the other one has, 1 if nobody has."""
    if has_line(board, Mark.CROSS):
        return 2 if side == Side.CROSS else 0
    if has_line(board, Mark.NOUGHT):
        return 2 if side == Side.NOUGHT else 0
    return 1
