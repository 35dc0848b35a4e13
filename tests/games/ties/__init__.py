"""A card is turned for each of two sides, and the higher one wins; who wins a tie is a reading that only outcomes ask.

Nothing that happens depends on that reading, and there is no grade: whoever looks at moves alone does not see that it matters.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, record, ruling, weight


class Phase(IntEnum):
    """What happens next."""

    TURN = 0
    FIRST = 1
    SECOND = 2
    OVER = 3


class Side(IntEnum):
    """Who plays."""

    ODD = 0
    EVEN = 1


Card = Annotated[int, Range(1, 3)]


@record
class Table:
    """The state: the card of each side; 0 until it is turned."""

    phase: Phase
    first: Annotated[int, Range(0, 3)]
    second: Annotated[int, Range(0, 3)]


@record
class Box:
    """The component data: how likely the highest card is beside another one."""

    high: Annotated[int, Range(1, 5)]


game = Game(name="ties", title="Ties", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.setup
def begin(table: Table) -> None:
    """No card is turned."""


@game.rule
def whose_turn(table: Table) -> Side:
    """One side turns both cards, as TI-Q2 says."""
    return Side.ODD if ruling("TI-Q2") == "odd" else Side.EVEN


@game.decision(Phase.TURN, seat=whose_turn, clause="TI-01")
def turn(table: Table) -> None:
    """The cards are turned."""
    table.phase = Phase.FIRST


@game.chance(Phase.FIRST, tape="first", clause="TI-01")
def comes(table: Table, card: Card) -> None:
    """The card of the first side."""
    weight(box.high if card == 3 else 1)
    table.first = card
    table.phase = Phase.SECOND


@game.chance(Phase.SECOND, tape="second", clause="TI-01")
def follows(table: Table, card: Card) -> None:
    """The card of the second one."""
    weight(box.high if card == 3 else 1)
    table.second = card
    table.phase = Phase.OVER


@game.outcome
def has_won(table: Table, side: Side) -> bool:
    """The side with the higher card; of equal ones as TI-Q1 says."""
    if table.first == table.second:
        return (side == Side.ODD) == (ruling("TI-Q1") == "first")
    return (side == Side.ODD) == (table.first > table.second)
