"""Peg solitaire in the rule language: a peg jumps over its neighbour into a hole, and the neighbour is taken away.

Boards are component data: which places of a grid of seven by seven have a hole, and along which ways pegs jump.  A triangle is
such a grid with six ways, slanted.  Much about both boards is published; `tests/agreement/test_pegs.py` has the numbers.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import By, Game, Range, Row, clause, happened, record, require, ruling

SIZE = 7
WAYS = 6
ACROSS = (1, -1, 0, 0, 1, -1)  # columns to the right, by way
DOWN = (0, 0, 1, -1, 1, -1)  # rows down


class Phase(IntEnum):
    """What happens next."""

    EMPTY = 0
    JUMP = 1
    OVER = 2


class Way(IntEnum):
    """Where a peg jumps; the last two are along the third side of a triangle."""

    EAST = 0
    WEST = 1
    SOUTH = 2
    NORTH = 3
    SOUTHEAST = 4
    NORTHWEST = 5


Place = IntEnum("Place", {f"{'ABCDEFG'[number % SIZE]}{number // SIZE + 1}": number  # type: ignore[misc]
                          for number in range(SIZE * SIZE)})


def _reached(steps: int) -> tuple[Place, ...]:
    """By place and way, the place so many steps away; the place itself, where a peg would leave the grid."""
    found = []
    for number in range(SIZE * SIZE * WAYS):
        place, way = divmod(number, WAYS)
        row, column = place // SIZE + steps * DOWN[way], place % SIZE + steps * ACROSS[way]
        found.append(Place(row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else place))
    return tuple(found)


OVER, TO = _reached(1), _reached(2)


@record
class Board:
    """The state: where pegs are, and which hole was empty first."""

    phase: Phase
    pegs: Annotated[Row[bool], By(Place)]
    first: Place


@record
class Box:
    """The component data: the board."""

    holes: Annotated[Row[bool], By(Place, partial=True)]
    ways: Annotated[Row[bool], By(Way, partial=True)]


@record
class Grade:
    """Whether it is won, and how few pegs are left."""

    won: bool
    gone: Annotated[int, Range(0, SIZE * SIZE - 1)]


game = Game(name="pegs", title="Peg solitaire", state=Board, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,),
            wins="is left with one peg")
box = game.edition


@game.setup
def set_up(board: Board) -> None:
    """A peg in every hole."""
    for place in Place:
        board.pegs[place] = box.holes[place]


@game.decision(Phase.EMPTY, clause="PE-01")
def empty(board: Board, place: Place) -> None:
    """The player takes one peg away to begin with."""
    require(board.pegs[place], "PE-01")
    board.pegs[place] = False
    board.first = place
    board.phase = Phase.JUMP


@game.rule
def fits(board: Board, place: Place, way: Way) -> bool:
    """Whether the peg of a place can jump this way: over a peg, into an empty hole."""
    return (board.pegs[OVER[place * WAYS + way]] and not board.pegs[TO[place * WAYS + way]]
            and box.holes[TO[place * WAYS + way]] and box.ways[way])


@game.decision(Phase.JUMP, clause="PE-02")
def jump(board: Board, place: Place, way: Way) -> None:
    """A peg jumps over another, which is taken away."""
    require(board.pegs[place], "PE-02")
    require(fits(board, place, way), "PE-02")
    board.pegs[place] = False
    board.pegs[OVER[place * WAYS + way]] = False
    board.pegs[TO[place * WAYS + way]] = True


@game.when_stuck(Phase.JUMP, clause="PE-03")
def over(board: Board) -> None:
    """The game is over when no peg can jump."""
    clause("PE-04", when=left(board) == 1)
    board.phase = Phase.OVER


@game.rule
def left(board: Board) -> Annotated[int, Range(0, SIZE * SIZE)]:
    """How many pegs are left."""
    return sum(1 for peg in board.pegs if peg)


@game.goal
def one_is_left(board: Board) -> bool:
    """A single peg is left."""
    return left(board) == 1


@game.grade(order="ours: fewer pegs are better")
def grade(board: Board) -> Grade:
    """Won is a single peg: anywhere, or in the hole that was empty first."""
    pegs = left(board)
    return Grade(won=pegs == 1 and (ruling("PE-R1") == "anywhere" or board.pegs[board.first]), gone=SIZE * SIZE - max(1, pegs))


@game.bound
def bound(board: Board) -> Grade:
    """One peg stays on the board, whatever is done."""
    return Grade(won=True, gone=SIZE * SIZE - 1)


@game.estimate
def estimate(board: Board) -> Annotated[int, Range(0, SIZE * SIZE)]:
    """Pegs next to others can be jumped over: those that have no neighbour count against a position."""
    return SIZE * SIZE - sum(1 for place in Place if board.pegs[place] and not any(
        board.pegs[OVER[place * WAYS + way]] and OVER[place * WAYS + way] != place and box.ways[way] for way in Way))


@game.invariant(clause="PE-02")
def pegs_are_in_holes(board: Board) -> bool:
    """Pegs are where the board has holes."""
    return all(box.holes[place] for place in Place if board.pegs[place])


@game.invariant(clause="PE-03")
def over_is_over(board: Board) -> bool:
    """The game is over only when no peg can jump."""
    return board.phase != Phase.OVER or not any(
        fits(board, place, way) for place in Place if board.pegs[place] for way in Way)


@game.step_property(clause="PE-02")
def one_peg_goes_at_a_time(before: Board, after: Board) -> bool:
    """Every event takes exactly one peg off the board, until none can jump."""
    return left(after) == left(before) - int(not happened(over))
