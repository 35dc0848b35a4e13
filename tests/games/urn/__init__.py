"""A game of the tests whose rules get stuck: nobody asks whether there is a marble left before one is drawn.

Marbles are drawn from an urn until one stops; a red one is a point.  Under the reading "careless" one may reach into the empty
urn, where chance can bring nothing.  Some boxes have a cupboard too, which one leaves with enough points only: a decision at
which nothing is legal.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Bag, Game, Range, clause, record, require, ruling, weight


class Phase(IntEnum):
    """What happens next."""

    CHOOSE = 0
    REACH = 1
    DRAW = 2
    HIDDEN = 3
    OVER = 4


class Marble(IntEnum):
    """What the urn holds."""

    RED = 0
    WHITE = 1


@record
class Hand:
    """The state."""

    phase: Phase
    urn: Annotated[Bag[Marble], Range(0, 3)]
    points: Annotated[int, Range(0, 3)]
    drawn: Annotated[int, Range(0, 6)]


@record
class Box:
    """The component data: the marbles, the points that win, how many have to be drawn, and whether there is a cupboard."""

    marbles: Annotated[Bag[Marble], Range(0, 3)]
    goal: Annotated[int, Range(0, 3)]
    least: Annotated[int, Range(0, 6)]
    cupboard: bool


@record
class Grade:
    """Enough points; all of them."""

    won: bool
    points: Annotated[int, Range(0, 3)]


game = Game(name="urn", title="Urn", state=Hand, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.setup
def fill(hand: Hand) -> None:
    """All marbles are in the urn."""
    hand.urn.add_all(box.marbles)


@game.decision(Phase.CHOOSE, clause="UR-01")
def draw(hand: Hand) -> None:
    """Reach for a marble; by UR-Q1 nobody asks whether there is one."""
    require(ruling("UR-Q1") == "careless" or (hand.urn[Marble.RED] > 0 or hand.urn[Marble.WHITE] > 0), "UR-01")
    hand.phase = Phase.REACH


@game.decision(Phase.CHOOSE, clause="UR-03")
def stop(hand: Hand) -> None:
    """That is enough."""
    require(hand.drawn >= box.least, "UR-03")
    hand.phase = Phase.OVER


@game.decision(Phase.CHOOSE, clause="UR-04")
def hide(hand: Hand) -> None:
    """Into the cupboard."""
    require(box.cupboard, "UR-04")
    hand.phase = Phase.HIDDEN


@game.decision(Phase.HIDDEN, clause="UR-04")
def come_out(hand: Hand) -> None:
    """Only a winner comes out."""
    require(hand.points >= box.goal, "UR-04")
    hand.phase = Phase.CHOOSE


@game.step(Phase.REACH)
def reach(hand: Hand) -> None:
    """With eyes closed."""
    hand.phase = Phase.DRAW


@game.chance(Phase.DRAW, tape="urn", clause=("UR-01", "UR-02"))
def comes(hand: Hand, marble: Marble) -> None:
    """A marble comes out of the urn."""
    weight(hand.urn[marble])
    hand.urn.take(marble)
    hand.drawn += 1
    if marble == Marble.RED:
        clause("UR-02")
        hand.points += 1
    hand.phase = Phase.CHOOSE


@game.invariant(clause="UR-02")
def points_were_drawn(hand: Hand) -> bool:
    """Every point is a marble that was drawn."""
    return hand.points <= hand.drawn


@game.goal
def enough(hand: Hand) -> bool:
    """The points that win."""
    return hand.points >= box.goal


@game.grade
def result(hand: Hand) -> Grade:
    """Enough points, and how many."""
    return Grade(won=hand.points >= box.goal, points=hand.points)
