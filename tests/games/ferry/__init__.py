"""A game of the tests whose clauses are met in every way that coverage tells apart: a ferry, three tickets, and the weather.

FE-01 is no rule; FE-02 the set-up exercises; FE-04 can refuse; FE-06 is met under another reading only; FE-07 only a property
names, FE-08 nothing does.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, clause, record, require, ruling, weight


class Phase(IntEnum):
    """What happens next."""

    ASHORE = 0
    AFLOAT = 1
    LANDING = 2
    HOME = 3


class Weather(IntEnum):
    """What a crossing meets."""

    CALM = 0
    STORM = 1


@record
class Traveller:
    """The state."""

    phase: Phase
    tickets: Annotated[int, Range(0, 3)]
    across: bool


@record
class Fare:
    """The component data: how many tickets one has."""

    tickets: Annotated[int, Range(1, 3)]


@record
class Grade:
    """Across; tickets left."""

    across: bool
    tickets: Annotated[int, Range(0, 3)]


game = Game(name="ferry", title="Ferry", state=Traveller, edition=Fare, folder=Path(__file__).parent, ends=(Phase.HOME,))
fare = game.edition


@game.setup
def at_the_pier(traveller: Traveller) -> None:
    """Ashore, with tickets."""
    clause("FE-02")
    traveller.tickets = fare.tickets


@game.decision(Phase.ASHORE, clause="FE-03")
def cross(traveller: Traveller) -> None:
    """To the other side."""
    require(traveller.tickets > 0, "FE-04")
    traveller.tickets -= 1
    traveller.phase = Phase.AFLOAT


@game.decision(Phase.ASHORE, clause="FE-09")
def stay(traveller: Traveller) -> None:
    """For good."""
    traveller.phase = Phase.HOME


@game.chance(Phase.AFLOAT, tape="weather")
def meet(traveller: Traveller, weather: Weather) -> None:
    """A calm crossing, or back where one was."""
    weight(2 if weather == Weather.CALM else 1)
    if weather == Weather.STORM:
        clause("FE-05")
        if ruling("FE-Q1") == "refunded":
            clause("FE-06")
            traveller.tickets += 1
    else:
        traveller.across = not traveller.across
    traveller.phase = Phase.LANDING


@game.step(Phase.LANDING, clause="FE-10")
def land(traveller: Traveller) -> None:
    """Ashore again."""
    traveller.phase = Phase.ASHORE


@game.invariant(clause="FE-07")
def no_more_than_bought(traveller: Traveller) -> bool:
    """Nobody makes tickets."""
    return traveller.tickets <= fare.tickets


@game.grade
def result(traveller: Traveller) -> Grade:
    """Where one is, and what is left."""
    return Grade(across=traveller.across, tickets=traveller.tickets)
