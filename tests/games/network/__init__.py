"""A game of the tests whose state graph is its component data: sixteen places, three ways on from each, at most.

An edition draws the graph: which places are decisions, and whose, chance, steps and ends, where ways lead, what ends are worth.
So a search is compared with the textbook's on any graph that a test can draw, with cycles, dead ends and chance of every kind.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, record, require, weight

PLACES = 16
WAYS = 3
SEATS = 3
NOWHERE = PLACES


class Phase(IntEnum):
    """What happens next."""

    CHOOSE = 0
    DRAW = 1
    PASS = 2
    OUT = 3


class Way(IntEnum):
    """The ways on from a place."""

    LEFT = 0
    AHEAD = 1
    RIGHT = 2


class Seat(IntEnum):
    """Who decides."""

    NORTH = 0
    EAST = 1
    SOUTH = 2


@record
class Walker:
    """The state."""

    phase: Phase
    at: Annotated[int, Range(0, PLACES - 1)]


@record
class Chart:
    """The component data; `leads`, `weights` and `sure` have an item for each way of each place, a place's together, `pays` each
    seat.
    """

    kinds: Annotated[Row[Phase], Size(PLACES)]
    leads: Annotated[Row[int], Size(PLACES * WAYS), Range(0, NOWHERE)]
    weights: Annotated[Row[int], Size(PLACES * WAYS), Range(0, 3)]
    sure: Annotated[Row[bool], Size(PLACES * WAYS)]
    safe: Annotated[Row[bool], Size(PLACES)]
    worth: Annotated[Row[int], Size(PLACES), Range(0, 7)]
    may_be_safe: Annotated[Row[bool], Size(PLACES)]
    hope: Annotated[Row[int], Size(PLACES), Range(0, 7)]
    promise: Annotated[Row[int], Size(PLACES), Range(-99, 99)]
    hour: Annotated[Row[int], Size(PLACES), Range(0, 9)]
    owners: Annotated[Row[Seat], Size(PLACES)]
    pays: Annotated[Row[int], Size(PLACES * SEATS), Range(0, 3)]


@record
class Grade:
    """Safe or not; what one has."""

    safe: bool
    worth: Annotated[int, Range(0, 7)]


game = Game(name="network", title="Network", state=Walker, edition=Chart, folder=Path(__file__).parent, ends=(Phase.OUT,))
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
        case Phase.PASS:
            walker.phase = Phase.PASS
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


@game.rule
def is_sure(walker: Walker, way: Way) -> bool:
    """What the chart says, true or not."""
    return chart.sure[walker.at * WAYS + way]


@game.decision(Phase.CHOOSE, seat=whose_choice, safe=is_sure, clause="NE-02")
def choose(walker: Walker, way: Way) -> None:
    """Any way that there is."""
    require(chart.leads[walker.at * WAYS + way] != NOWHERE, "NE-01")
    go(walker, way)


@game.chance(Phase.DRAW, tape="ways", clause="NE-03")
def draw(walker: Walker, way: Way) -> None:
    """A way by its weight; one that leads nowhere has none."""
    weight(chart.weights[walker.at * WAYS + way])
    go(walker, way)


@game.step(Phase.PASS, clause="NE-04")
def onwards(walker: Walker) -> None:
    """The first way."""
    go(walker, Way.LEFT)


@game.invariant()
def the_phase_is_that_of_the_place(walker: Walker) -> bool:
    """What happens next is always up to the place."""
    return walker.phase == chart.kinds[walker.at]


@game.invariant(clause="NE-05")
def never_at_the_last_place(walker: Walker) -> bool:
    """What some charts break."""
    return walker.at != PLACES - 1


@game.goal
def at_the_last_place(walker: Walker) -> bool:
    """What some charts reach."""
    return walker.at == PLACES - 1


@game.grade
def result(walker: Walker) -> Grade:
    """What the place is worth."""
    return Grade(safe=chart.safe[walker.at], worth=chart.worth[walker.at])


@game.outcome
def pay(walker: Walker, seat: Seat) -> Annotated[int, Range(0, 3)]:
    """What the place pays to a seat."""
    return chart.pays[walker.at * SEATS + seat]


@game.bound
def best_possible(walker: Walker) -> Grade:
    """What the chart promises of a place; whether that is kept is up to who draws it."""
    return Grade(safe=chart.may_be_safe[walker.at], worth=chart.hope[walker.at])


@game.estimate
def promise(walker: Walker) -> Annotated[int, Range(-99, 99)]:
    """What the chart says, true or not."""
    return chart.promise[walker.at]


@game.progress
def hour(walker: Walker) -> Annotated[int, Range(0, 9)]:
    """What the chart says, true or not."""
    return chart.hour[walker.at]
