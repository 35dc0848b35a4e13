"""A game of the tests with few rules and no faults: a staircase, a lamp, and wind.

`tests/agreement/test_game_machine.py` changes a line of it at a time and looks for what that breaks.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Pile, Range, Size, clause, given, happened, record, require, ruling, weight


class Phase(IntEnum):
    """What happens next."""

    CHOOSE = 0
    GUST = 1
    LAND = 2
    TOP = 3


class Wind(IntEnum):
    """What the wind does on a stair."""

    CALM = 0
    BLOWS = 1


@record
class Climber:
    """The state."""

    phase: Phase
    height: Annotated[int, Range(0, 9)]
    tired: Annotated[int, Range(0, 9)]
    lit: bool
    felt: Annotated[Pile[Wind], Size(9)]


@record
class House:
    """The component data: how many stairs there are."""

    stairs: Annotated[int, Range(1, 9)]


game = Game(name="staircase", title="Staircase", state=Climber, edition=House, folder=Path(__file__).parent, ends=(Phase.TOP,))
house = game.edition


@game.setup
def at_the_foot(climber: Climber) -> None:
    """At the foot, the lamp lit."""
    climber.lit = True


@game.completion
def complete(climber: Climber) -> None:
    """Who has not rested is as tired as the stairs are high."""
    if not given("tired"):
        climber.tired = climber.height


@game.decision(Phase.CHOOSE, clause="ST-01")
def rest(climber: Climber) -> None:
    """Sit down."""
    require(climber.tired > 0, "ST-02")
    climber.tired = 0


@game.decision(Phase.CHOOSE, clause="ST-01")
def descend(climber: Climber) -> None:
    """One stair down."""
    require(climber.height > 0, "ST-02")
    climber.height -= 1
    climber.tired = min(climber.tired, climber.height)


@game.decision(Phase.CHOOSE, clause="ST-01")
def light(climber: Climber) -> None:
    """The lamp, once more."""
    require(not climber.lit, "ST-02")
    climber.lit = True


@game.decision(Phase.CHOOSE, clause="ST-01")
def climb(climber: Climber) -> None:
    """One stair up."""
    climber.height += 1
    climber.tired += 1
    climber.phase = Phase.GUST


@game.chance(Phase.GUST, tape="wind", clause="ST-03")
def gust(climber: Climber, wind: Wind) -> None:
    """There is wind on every stair."""
    weight(3 if wind == Wind.CALM else 1)
    if climber.felt.size == 9:
        climber.felt.take_bottom()
    climber.felt.put_top(wind)
    if wind == Wind.BLOWS:
        climber.lit = False
        if ruling("ST-Q1") == "hides":
            climber.felt.clear()
    climber.phase = Phase.LAND


@game.step(Phase.LAND)
def land(climber: Climber) -> None:
    """There, or not yet."""
    clause("ST-04")
    climber.phase = Phase.TOP if climber.height == house.stairs else Phase.CHOOSE


@game.invariant(clause="ST-02")
def nobody_is_too_tired(climber: Climber) -> bool:
    """One is tired of the stairs that one has climbed."""
    return climber.tired <= climber.height and climber.height <= house.stairs and (
        climber.height < house.stairs or climber.phase != Phase.CHOOSE)


@game.step_property(clause="ST-01")
def stair_by_stair(before: Climber, after: Climber) -> bool:
    """One stair at a time."""
    return after.height <= before.height + 1 and before.height <= after.height + 1


@game.step_property(clause="ST-03")
def only_wind_puts_lamps_out(before: Climber, after: Climber) -> bool:
    """The lamp stays lit unless there is wind."""
    return after.lit or not before.lit or happened(gust)
