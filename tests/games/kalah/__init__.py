"""Kalah: two sides sow seeds round a board and gather them, with up to four houses a side and six seeds a house.

Who wins from the start has been published for all of these sizes (G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, 2000).
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, clause, record, require, ruling

HOUSES = 4
SEEDS = 6
PITS = 2 * HOUSES + 2
ALL = 2 * HOUSES * SEEDS
House = Annotated[int, Range(0, HOUSES - 1)]
Pit = Annotated[int, Range(0, PITS - 1)]


class Phase(IntEnum):
    """What happens next."""

    SOW = 0
    OVER = 1


class Side(IntEnum):
    """Who plays."""

    SOUTH = 0
    NORTH = 1


class Ending(IntEnum):
    """How the game ended for a side."""

    LOSS = 0
    DRAW = 1
    WIN = 2


@record
class Board:
    """The state: the seeds in the pits, counter-clockwise: South's houses, South's store, North's houses, North's store."""

    phase: Phase
    turn: Side
    pits: Annotated[Row[int], Size(PITS), Range(0, ALL)]


@record
class Box:
    """The component data: how many houses each side has, and how many seeds each house."""

    houses: Annotated[int, Range(1, HOUSES)]
    seeds: Annotated[int, Range(1, SEEDS)]


@record
class Result:
    """What an end is worth to a side: who won, then how many seeds it has."""

    ending: Ending
    seeds: Annotated[int, Range(0, ALL)]


game = Game(name="kalah", title="Kalah", state=Board, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.setup
def set_up(board: Board) -> None:
    """Every house full, South in turn."""
    for side in Side:
        for house in range(HOUSES):
            if house < box.houses:
                board.pits[house_of(board, side, house)] = box.seeds


@game.rule
def house_of(board: Board, side: Side, house: House) -> Pit:
    """The pit that is a house of a side, counted in the direction of sowing."""
    return house if side == Side.SOUTH else box.houses + 1 + house


@game.rule
def store_of(board: Board, side: Side) -> Pit:
    """The pit that is the store of a side, behind its houses."""
    return box.houses if side == Side.SOUTH else 2 * box.houses + 1


@game.rule
def is_house_of(board: Board, side: Side, pit: Pit) -> bool:
    """Whether a pit is a house of a side."""
    return house_of(board, side, 0) <= pit and pit < store_of(board, side)


@game.rule
def opposite(board: Board, pit: Pit) -> Pit:
    """The house across the board from a house."""
    return max(0, 2 * box.houses - pit)  # below 0 only for a store, which is no house


@game.rule
def other(board: Board, side: Side) -> Side:
    """The other side."""
    return Side.NORTH if side == Side.SOUTH else Side.SOUTH


@game.rule
def after(board: Board, pit: Pit) -> Pit:
    """Where the side in turn sows next: counter-clockwise, past the other side's store."""
    skips = pit + 1 == store_of(board, other(board, board.turn))
    return (pit + (2 if skips else 1)) % (2 * box.houses + 2)


@game.rule
def is_bare(board: Board, side: Side) -> bool:
    """Whether the houses of a side are empty."""
    return all(board.pits[house_of(board, side, house)] == 0 for house in range(HOUSES) if house < box.houses)


@game.rule
def whose_turn(board: Board) -> Side:
    """The side in turn."""
    return board.turn


@game.decision(Phase.SOW, seat=whose_turn, clause="KA-01")
def sow(board: Board, house: House) -> None:
    """The side in turn sows the seeds of one of its houses, one into each pit that follows."""
    require(house < box.houses and board.pits[house_of(board, board.turn, house)] > 0, "KA-01")
    last = house_of(board, board.turn, house)
    seeds = board.pits[last]
    board.pits[last] = 0
    for _ in range(seeds):
        last = after(board, last)
        board.pits[last] += 1
    if is_house_of(board, board.turn, last) and board.pits[last] == 1:
        capture(board, last)
    if last == store_of(board, board.turn):
        clause("KA-02")
    else:
        board.turn = other(board, board.turn)
    if is_bare(board, board.turn) or (ruling("KA-Q2") == "either" and is_bare(board, other(board, board.turn))):
        gather(board)


@game.rule
def capture(board: Board, last: Pit) -> None:
    """The last seed and those across from it go to the store of the side in turn; by KA-Q1 also if there are none across."""
    across = opposite(board, last)
    if board.pits[across] > 0 or ruling("KA-Q1") == "alone":
        clause("KA-03")
        board.pits[store_of(board, board.turn)] += 1 + board.pits[across]
        board.pits[last] = 0
        board.pits[across] = 0


@game.rule
def gather(board: Board) -> None:
    """The end: whoever has seeds in houses keeps them."""
    clause("KA-04")
    for side in Side:
        for house in range(HOUSES):
            if house < box.houses:
                board.pits[store_of(board, side)] += board.pits[house_of(board, side, house)]
                board.pits[house_of(board, side, house)] = 0
    board.phase = Phase.OVER


@game.outcome
def outcome(board: Board, side: Side) -> Result:
    """More seeds win; then how many."""
    ours = board.pits[store_of(board, side)]
    theirs = board.pits[store_of(board, other(board, side))]
    if ours > theirs:
        return Result(ending=Ending.WIN, seeds=ours)
    return Result(ending=Ending.DRAW if ours == theirs else Ending.LOSS, seeds=ours)
