"""Heaps of pins, from which two sides take in turn; whoever takes the last pin wins.  As Nim, or as Kayles.

In Nim one takes any number from one heap; in Kayles a ball knocks over one pin of a row, or two that stand side by side, which
may leave two rows.  Both have been solved by hand: who is in turn loses where the nimbers of the heaps cancel out.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, record, require

MOST = 12
Number = Annotated[int, Range(1, MOST)]


class Phase(IntEnum):
    """What happens next."""

    TAKE = 0
    OVER = 1


class Side(IntEnum):
    """Who plays."""

    FIRST = 0
    SECOND = 1


@record
class Pins:
    """The state: how many heaps there are of each size, and whose turn it is."""

    phase: Phase
    turn: Side
    heaps: Annotated[Row[int], Size(MOST + 1), Range(0, 20)]


@record
class Box:
    """The component data: the heaps at the start, how many pins may be taken at once, and whether a heap may be split."""

    heaps: Annotated[Row[int], Size(MOST + 1), Range(0, 4)]
    at_once: Annotated[int, Range(1, MOST)]
    splits: bool


game = Game(name="heaps", title="Heaps", state=Pins, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.setup
def set_up(pins: Pins) -> None:
    """All heaps, the first side in turn."""
    for size in range(1, MOST + 1):
        pins.heaps[size] = box.heaps[size]


@game.rule
def whose_turn(pins: Pins) -> Side:
    """The side in turn."""
    return pins.turn


@game.decision(Phase.TAKE, seat=whose_turn, clause="HE-01")
def take(pins: Pins, size: Number, number: Number, apart: Annotated[int, Range(0, MOST)]) -> None:
    """Take so many from a heap of a size, and set so many of the others apart, no more than stay behind."""
    require(pins.heaps[size] > 0, "HE-01")
    require(number <= min(size, box.at_once), "HE-02")
    require(2 * apart <= size - number and (box.splits or apart == 0), "HE-03")
    pins.heaps[size] -= 1
    pins.heaps[apart] += 1
    pins.heaps[size - number - apart] += 1
    pins.heaps[0] = 0
    pins.turn = Side.SECOND if pins.turn == Side.FIRST else Side.FIRST
    if all(pins.heaps[each] == 0 for each in range(1, MOST + 1)):
        pins.phase = Phase.OVER


@game.outcome
def has_won(pins: Pins, side: Side) -> bool:
    """Whoever took the last pin: the other one would be in turn."""
    return pins.turn != side
