"""A game of the tests whose state graph can be drawn on a napkin, and has one of everything that graphs are searched for.

A house: hall and gallery (two ways between them, and back), a door that chance opens, and a vault with four ways on: a closet
(a dead end), a maze (steps that go round for ever), a carousel (chance goes round until it lets go, on the road) and a garden.
Road and garden are the ends; the garden is the better one.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, clause, happened, record, require, weight


class Phase(IntEnum):
    """What happens next."""

    CHOOSE = 0
    KNOCK = 1
    PASS = 2
    WANDER = 3
    TURN = 4
    SLOW = 5
    OUT = 6


class Place(IntEnum):
    """Where one is."""

    HALL = 0
    GALLERY = 1
    VAULT = 2
    CLOSET = 3
    MAZE = 4
    CAROUSEL = 5
    GARDEN = 6
    ROAD = 7


Room = Annotated[Place, Range(Place.CLOSET, Place.GARDEN)]


class Answer(IntEnum):
    """What the door does."""

    OPENS = 0
    STAYS = 1


class Spin(IntEnum):
    """What the carousel does."""

    AGAIN = 0
    OFF = 1


@record
class House:
    """The state."""

    phase: Phase
    place: Place
    left: bool


@record
class Box:
    """The component data: how often the door stays shut for each time that it opens."""

    stubborn: Annotated[int, Range(0, 9)]


@record
class Grade:
    """Out at all; flowers brought along."""

    free: bool
    flowers: Annotated[int, Range(0, 3)]


game = Game(name="corridor", title="Corridor", state=House, edition=Box, folder=Path(__file__).parent, ends=(Phase.OUT,))
box = game.edition


@game.decision(Phase.CHOOSE)
def walk(house: House) -> None:
    """From the hall to the gallery."""
    require(house.place == Place.HALL, "CO-01")
    house.place = Place.GALLERY


@game.decision(Phase.CHOOSE)
def run(house: House) -> None:
    """The same, but faster."""
    require(house.place == Place.HALL, "CO-01")
    clause("CO-02")
    house.place = Place.GALLERY


@game.decision(Phase.CHOOSE)
def back(house: House) -> None:
    """From the gallery to the hall."""
    require(house.place == Place.GALLERY, "CO-03")
    house.place = Place.HALL


@game.decision(Phase.CHOOSE)
def knock(house: House) -> None:
    """At the door of the vault."""
    require(house.place == Place.GALLERY, "CO-03")
    house.phase = Phase.KNOCK


@game.chance(Phase.KNOCK, tape="door", clause="CO-04")
def door(house: House, answer: Answer) -> None:
    """It opens or it stays shut."""
    weight(1 if answer == Answer.OPENS else box.stubborn)
    if answer == Answer.OPENS:
        house.phase = Phase.PASS
    else:
        house.phase = Phase.CHOOSE


@game.step(Phase.PASS, clause="CO-05")
def go_through(house: House) -> None:
    """Into the vault; the door falls shut."""
    house.place = Place.VAULT
    house.phase = Phase.CHOOSE


@game.decision(Phase.CHOOSE)
def enter(house: House, room: Room) -> None:
    """One of the four ways on."""
    require(house.place == Place.VAULT, "CO-06")
    house.place = room
    if room == Place.MAZE:
        house.phase = Phase.WANDER
    elif room == Place.CAROUSEL:
        house.phase = Phase.TURN
    elif room == Place.GARDEN:
        house.phase = Phase.OUT


@game.step(Phase.WANDER, clause="CO-07")
def wander(house: House) -> None:
    """Left, right, left, right."""
    house.left = not house.left


@game.chance(Phase.TURN, tape="carousel", clause="CO-08")
def turn(house: House, spin: Spin) -> None:
    """Once more round, or off to the road."""
    weight(1)
    if spin == Spin.AGAIN:
        house.phase = Phase.SLOW
    else:
        house.place = Place.ROAD
        house.phase = Phase.OUT


@game.step(Phase.SLOW)
def slow(house: House) -> None:
    """A breath between two rounds."""
    house.phase = Phase.TURN


@game.invariant(clause="CO-06")
def nobody_hides(house: House) -> bool:
    """The closet stays empty."""
    return house.place != Place.CLOSET


@game.invariant()
def doors_stay_shut(house: House) -> bool:
    """Broken in passing only: no state at which somebody chooses breaks it."""
    return house.phase != Phase.PASS


@game.step_property(clause="CO-02")
def nobody_runs(before: House, after: House) -> bool:
    """One walks."""
    return not happened(run)


@game.goal
def in_the_vault(house: House) -> bool:
    """Behind the door."""
    return house.place == Place.VAULT


@game.grade
def result(house: House) -> Grade:
    """The garden has flowers."""
    return Grade(free=house.phase == Phase.OUT, flowers=3 if house.place == Place.GARDEN else 0)
