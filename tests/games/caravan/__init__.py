"""A game of the tests where much is left of one thing or another: a caravan that buys food, marches and heals.

More gold and food, fewer wounds and days gone are never worse, which is declared; whoever starves or bleeds too much is lost.
Weather is the same for all who travel on the same stage.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, Row, Size, record, require, weight

STAGES = 5


class Phase(IntEnum):
    """What happens next."""

    CAMP = 0
    ROAD = 1
    ARRIVED = 2
    LOST = 3


class Weather(IntEnum):
    """What a day on the road brings."""

    CALM = 0
    STORM = 1


@record
class Caravan:
    """The state: how far, on which day, and with what."""

    phase: Phase
    stage: Annotated[int, Range(0, STAGES)]
    day: Annotated[int, Range(0, 40)]
    gold: Annotated[int, Range(0, 60)]
    food: Annotated[int, Range(0, 12)]
    wounds: Annotated[int, Range(0, 5)]


@record
class Country:
    """The component data: at each stage the price of food, what a day's work earns, and what the way on takes."""

    prices: Annotated[Row[int], Size(STAGES), Range(1, 5)]
    wages: Annotated[Row[int], Size(STAGES), Range(0, 5)]
    ways: Annotated[Row[int], Size(STAGES), Range(1, 4)]
    days: Annotated[int, Range(1, 40)]
    gold: Annotated[int, Range(0, 60)]


@record
class Grade:
    """Whether it arrives, and with how much."""

    arrived: bool
    worth: Annotated[int, Range(0, 100)]


game = Game(name="caravan", title="Caravan", state=Caravan, edition=Country, folder=Path(__file__).parent,
            ends=(Phase.ARRIVED, Phase.LOST), wins="arrives")
country = game.edition
game.never_worse(more=("gold", "food"), fewer=("wounds", "day"))


@game.setup
def sets_out(caravan: Caravan) -> None:
    """At the first camp, with gold."""
    caravan.gold = country.gold


@game.rule
def passes(caravan: Caravan) -> None:
    """A day passes, on which somebody eats or is hurt."""
    caravan.day += 1
    if caravan.food > 0:
        caravan.food -= 1
    else:
        caravan.wounds = min(5, caravan.wounds + 1)


@game.decision(Phase.CAMP)
def buy(caravan: Caravan, food: Annotated[int, Range(1, 3)]) -> None:
    """Food for gold; what nobody can carry is left behind."""
    require(caravan.gold >= food * country.prices[caravan.stage], "CA-01")
    caravan.food = min(12, caravan.food + food)
    caravan.gold -= food * country.prices[caravan.stage]


@game.decision(Phase.CAMP)
def work(caravan: Caravan) -> None:
    """A day's wages."""
    require(caravan.day < country.days, "CA-02")
    caravan.gold = min(60, caravan.gold + country.wages[caravan.stage])
    passes(caravan)


@game.decision(Phase.CAMP)
def rest(caravan: Caravan) -> None:
    """A day to heal: two are well again."""
    require(caravan.day < country.days, "CA-02")
    passes(caravan)
    caravan.wounds = max(0, caravan.wounds - 2)


@game.decision(Phase.CAMP)
def march(caravan: Caravan) -> None:
    """On to the next camp."""
    require(caravan.day < country.days, "CA-02")
    caravan.phase = Phase.ROAD


@game.decision(Phase.CAMP)
def give_up(caravan: Caravan) -> None:
    """For good."""
    caravan.phase = Phase.LOST


@game.chance(Phase.ROAD, tape="weather")
def meets(caravan: Caravan, weather: Weather) -> None:
    """The way takes food, and in a storm more; who has none is hurt."""
    weight(2 if weather == Weather.CALM else 1)
    takes = country.ways[caravan.stage] + (2 if weather == Weather.STORM else 0)
    caravan.wounds = min(5, caravan.wounds + max(0, takes - caravan.food))
    caravan.food = max(0, caravan.food - takes)
    caravan.day += 1
    caravan.stage += 1
    if caravan.wounds == 5:
        caravan.phase = Phase.LOST
    else:
        caravan.phase = Phase.ARRIVED if caravan.stage == STAGES else Phase.CAMP


@game.invariant
def it_is_on_the_way(caravan: Caravan) -> bool:
    """In a camp or on the road there is a stage to come; nobody travels longer than there is time."""
    return (caravan.stage < STAGES or caravan.phase == Phase.ARRIVED or caravan.phase == Phase.LOST) and (
        caravan.day <= country.days) and (caravan.day < country.days or caravan.phase != Phase.ROAD)


@game.grade
def result(caravan: Caravan) -> Grade:
    """What is left, where it has arrived."""
    if caravan.phase == Phase.LOST:
        return Grade(arrived=False, worth=0)
    return Grade(arrived=True, worth=caravan.gold + 3 * caravan.food + 4 - min(4, caravan.wounds))


@game.bound
def at_best(caravan: Caravan) -> Grade:
    """Nobody has to be lost."""
    return Grade(arrived=caravan.phase != Phase.LOST, worth=100 if caravan.phase != Phase.LOST else 0)


@game.estimate
def promise(caravan: Caravan) -> Annotated[int, Range(-100, 1000)]:
    """Farther with more."""
    return 20 * caravan.stage + caravan.gold + 2 * caravan.food - 5 * caravan.wounds
