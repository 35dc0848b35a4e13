"""A game of the tests whose state graph is its component data, and in which an edition says what a place looks like to whom.

So what can be forced by what is seen is compared with a plain enumeration of all strategies, on any small graph with any looks;
and what players make of it who do not see all is compared with the best that can be done by what they see.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, record, require, weight

PLACES = 12
WAYS = 3
SEATS = 2
NOWHERE = PLACES


class Phase(IntEnum):
    """What happens next."""

    CHOOSE = 0
    DRAW = 1
    OUT = 2


class Way(IntEnum):
    """The ways on from a place."""

    LEFT = 0
    AHEAD = 1
    RIGHT = 2


class Seat(IntEnum):
    """Who decides."""

    NORTH = 0
    SOUTH = 1


@record
class Walker:
    """The state."""

    phase: Phase
    at: Annotated[int, Range(0, PLACES - 1)]


@record
class Chart:
    """The component data: `leads` has an item for each way of each place, `pays` and `looks` one for each seat at each place."""

    kinds: Annotated[Row[Phase], Size(PLACES)]
    leads: Annotated[Row[int], Size(PLACES * WAYS), Range(0, NOWHERE)]
    owners: Annotated[Row[Seat], Size(PLACES)]
    pays: Annotated[Row[int], Size(PLACES * SEATS), Range(0, 2)]
    looks: Annotated[Row[int], Size(PLACES * SEATS), Range(0, PLACES - 1)]


@record
class Grade:
    """What the first seat is paid."""

    paid: Annotated[int, Range(0, 2)]


game = Game(name="fog", title="Fog", state=Walker, edition=Chart, folder=Path(__file__).parent, ends=(Phase.OUT,))
chart = game.edition


@game.setup
def enter(walker: Walker) -> None:
    """At the first place."""
    walker.at = 0
    stand(walker)


@game.rule
def stand(walker: Walker) -> None:
    """What happens next is up to the place."""
    match chart.kinds[walker.at]:
        case Phase.CHOOSE:
            walker.phase = Phase.CHOOSE
        case Phase.DRAW:
            walker.phase = Phase.DRAW
        case _:
            walker.phase = Phase.OUT


@game.rule
def go(walker: Walker, way: Way) -> None:
    """Along a way, to where it leads."""
    walker.at = chart.leads[walker.at * WAYS + way]
    stand(walker)


@game.rule
def whose_choice(walker: Walker) -> Seat:
    """Whoever the place belongs to."""
    return chart.owners[walker.at]


@game.decision(Phase.CHOOSE, seat=whose_choice, clause="FO-01")
def choose(walker: Walker, way: Way) -> None:
    """Any way that there is."""
    require(chart.leads[walker.at * WAYS + way] != NOWHERE, "FO-01")
    go(walker, way)


@game.chance(Phase.DRAW, tape="ways", clause="FO-01")
def draw(walker: Walker, way: Way) -> None:
    """Any way that there is, by chance."""
    weight(int(chart.leads[walker.at * WAYS + way] != NOWHERE))
    go(walker, way)


@game.hidden
def veil(walker: Walker, seat: Seat) -> None:
    """A place looks like another."""
    walker.at = chart.looks[walker.at * SEATS + seat]


@game.goal
def at_the_last_place(walker: Walker) -> bool:
    """Where some want to go."""
    return walker.at == PLACES - 1


@game.outcome
def pay(walker: Walker, seat: Seat) -> Annotated[int, Range(0, 2)]:
    """What the place pays the seat."""
    return chart.pays[walker.at * SEATS + seat]


@game.grade
def come_to(walker: Walker) -> Grade:
    """What the place pays the first seat."""
    return Grade(paid=chart.pays[walker.at * SEATS])
