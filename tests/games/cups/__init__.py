"""A coin under one of two cups: whoever seeks it wins by lifting the right one, and does not see where it is.

An edition says who puts it there, the hider or chance, and what helps: a look through the glass, lifting both cups, a coin under
each of them.  So what the seeker can force with open cards he can force blind in some editions, and in others not.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from verifier.lang import Game, record, require, weight


class Phase(IntEnum):
    """What happens next."""

    DROP = 0
    HIDE = 1
    SEEK = 2
    OVER = 3


class Cup(IntEnum):
    """The cups."""

    LEFT = 0
    RIGHT = 1


class Side(IntEnum):
    """Who plays."""

    HIDER = 0
    SEEKER = 1


@record
class Table:
    """The state: where the coin is, whether the seeker has looked, and whether it was found."""

    phase: Phase
    coin: Cup
    looked: bool
    found: bool


@record
class Box:
    """The component data: whether chance hides the coin, whether cups are of glass, one lifts both, each has a coin."""

    drops: bool
    glass: bool
    both: bool
    twins: bool


@record
class Grade:
    """What the seeker wants."""

    found: bool


game = Game(name="cups", title="Cups", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.setup
def set_up(table: Table) -> None:
    """Nothing is hidden yet."""
    table.phase = Phase.DROP if box.drops else Phase.HIDE


@game.rule
def whose_turn(table: Table) -> Side:
    """Who decides."""
    return Side.HIDER if table.phase == Phase.HIDE else Side.SEEKER


@game.chance(Phase.DROP, tape="coin", clause="CU-01")
def drop(table: Table, cup: Cup) -> None:
    """The coin falls under either cup."""
    weight(1)
    table.coin = cup
    table.phase = Phase.SEEK


@game.decision(Phase.HIDE, seat=whose_turn, clause="CU-01")
def hide(table: Table, cup: Cup) -> None:
    """The hider puts the coin under a cup."""
    table.coin = cup
    table.phase = Phase.SEEK


@game.decision(Phase.SEEK, seat=whose_turn, clause="CU-03")
def look(table: Table) -> None:
    """Cups of glass hide nothing from one who looks."""
    require(box.glass and not table.looked, "CU-03")
    table.looked = True


@game.decision(Phase.SEEK, seat=whose_turn, clause="CU-02")
def lift(table: Table, cup: Cup) -> None:
    """One cup is lifted."""
    table.found = table.coin == cup or box.twins
    table.phase = Phase.OVER


@game.decision(Phase.SEEK, seat=whose_turn, clause="CU-02")
def lift_both(table: Table) -> None:
    """Both are, where one may."""
    require(box.both, "CU-02")
    table.found = True
    table.phase = Phase.OVER


@game.hidden
def under_the_cups(table: Table, side: Side) -> None:
    """The seeker does not see the coin, unless he has looked through the glass."""
    if side == Side.SEEKER and not table.looked:
        table.coin = Cup.LEFT


@game.goal
def the_coin_is_found(table: Table) -> bool:
    """Somebody has lifted the right cup."""
    return table.found


@game.outcome
def has_won(table: Table, side: Side) -> bool:
    """The seeker, if the coin was found."""
    return table.found == (side == Side.SEEKER)


@game.grade
def result(table: Table) -> Grade:
    """Whether the coin was found."""
    return Grade(found=table.found)
