"""Pig: two players roll one die, again and again, and hold before a one comes up, to be the first to have so many points.

At 100 points the first player wins 0.5306 under best play, whatever the other one does (T. Neller and C. Presser, "Optimal Play
of the Dice Game Pig", The UMAP Journal 25(1), 2004).  Play comes back to a table after two ones, so that odds are no induction.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, record, require, weight

MOST = 100
SIDES = 6


class Phase(IntEnum):
    """What happens next."""

    TURN = 0
    ROLL = 1
    OVER = 2


class Player(IntEnum):
    """Who plays."""

    FIRST = 0
    SECOND = 1


@record
class Table:
    """The state: what everybody has, whose turn it is, and what that turn has brought so far."""

    phase: Phase
    turn: Player
    points: Annotated[Row[int], Size(2), Range(0, MOST)]
    gained: Annotated[int, Range(0, MOST)]


@record
class Box:
    """The component data: how many points win."""

    target: Annotated[int, Range(2, MOST)]


game = Game(name="pig", title="Pig", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.rule
def whose_turn(table: Table) -> Player:
    """The player in turn."""
    return table.turn


@game.rule
def next_turn(table: Table) -> None:
    """The other player begins a turn."""
    table.gained = 0
    table.turn = Player.SECOND if table.turn == Player.FIRST else Player.FIRST
    table.phase = Phase.TURN


@game.decision(Phase.TURN, seat=whose_turn, clause="PI-01")
def roll(table: Table) -> None:
    """The player in turn takes the die."""
    table.phase = Phase.ROLL


@game.decision(Phase.TURN, seat=whose_turn, clause="PI-03")
def hold(table: Table) -> None:
    """What the turn has brought is scored, and the turn is over."""
    require(table.gained > 0, "PI-03")
    table.points[table.turn] = min(box.target, table.points[table.turn] + table.gained)
    if table.points[table.turn] == box.target:
        table.gained = 0
        table.phase = Phase.OVER
    else:
        next_turn(table)


@game.chance(Phase.ROLL, tape="die", clause="PI-02")
def come_up(table: Table, eyes: Annotated[int, Range(1, SIDES)]) -> None:
    """A one loses what the turn has brought, and the turn; anything else is added to it."""
    weight(1)
    if eyes == 1:
        next_turn(table)
    else:
        table.gained = min(box.target - table.points[table.turn], table.gained + eyes)
        table.phase = Phase.TURN


@game.outcome
def has_won(table: Table, player: Player) -> bool:
    """Whoever has the points first."""
    return table.points[player] == box.target
