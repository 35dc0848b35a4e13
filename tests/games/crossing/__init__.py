"""A game of the tests about readings: three crossings of a river, small enough to play every line of a deal by hand.

Each of its readings does something else to outcomes: one changes them, one makes the rules go round for ever, one leaves
nothing legal, one makes a rule fail, one changes the board and nothing else, one nothing that anybody can see.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Bag, Game, Pile, Range, Size, clause, record, require, ruling, weight


class Phase(IntEnum):
    """What happens next."""

    LOAD = 0
    DRAW = 1
    EDDY = 2
    LAND = 3
    HOME = 4


class Water(IntEnum):
    """What the river is like."""

    CALM = 0
    ROUGH = 1
    STORM = 2


@record
class River:
    """The state."""

    phase: Phase
    crossings: Annotated[int, Range(0, 3)]
    load: Annotated[int, Range(0, 2)]
    gold: Annotated[int, Range(0, 6)]
    left: bool
    seen: Annotated[Pile[Water], Size(3)]
    deck: Annotated[Bag[Water], Range(0, 3)]


@record
class Gauge:
    """The component data: the cards of the river."""

    cards: Annotated[Bag[Water], Range(0, 3)]


@record
class Grade:
    """The value of a day."""

    fed: bool
    gold: Annotated[int, Range(0, 6)]


game = Game(name="crossing", title="Crossing", state=River, edition=Gauge, folder=Path(__file__).parent, ends=(Phase.HOME,))
gauge = game.edition


@game.setup
def in_the_morning(river: River) -> None:
    """The whole deck, no gold."""
    river.deck.add_all(gauge.cards)


@game.decision(Phase.LOAD, clause="FE-01")
def carry(river: River, load: Annotated[int, Range(1, 2)]) -> None:
    """Take one or two."""
    require(river.crossings < 2 or river.gold > 0, "FE-02")
    river.load = load
    river.phase = Phase.DRAW


@game.decision(Phase.LOAD, clause="FE-01")
def cross_empty(river: River) -> None:
    """Take nobody."""
    require(ruling("FE-Q3") == "may" or river.gold > 0, "FE-02")
    river.phase = Phase.DRAW


@game.chance(Phase.DRAW, tape="deck", order_of="deck", clause="FE-03")
def water(river: River, card: Water) -> None:
    """What the river does to the load."""
    weight(river.deck[card])
    river.deck.take(card)
    if ruling("FE-Q5") == "kept":
        river.seen.put_top(card)
    river.phase = Phase.LAND
    if card == Water.CALM:
        river.gold += river.load
    elif card == Water.ROUGH:
        if ruling("FE-Q1") == "swims":
            river.gold += river.load
        elif ruling("FE-Q1") == "half":
            river.gold += river.load // 2
    elif river.load == 2 and ruling("FE-Q2") == "spins":
        river.phase = Phase.EDDY
    elif river.load == 2 and ruling("FE-Q4") == "owes":
        river.gold -= 1


@game.step(Phase.EDDY)
def spin(river: River) -> None:
    """Round and round."""
    clause("FE-03")
    river.left = not river.left


@game.step(Phase.LAND)
def land(river: River) -> None:
    """The other side."""
    clause("FE-04")
    river.load = 0
    river.crossings += 1
    river.phase = Phase.HOME if river.crossings == 3 else Phase.LOAD


@game.invariant(clause="FE-04")
def the_day_has_three(river: River) -> bool:
    """After three crossings, and not before, the day is over."""
    return (river.crossings == 3) == (river.phase == Phase.HOME)


@game.grade
def day(river: River) -> Grade:
    """Three feed the family."""
    return Grade(fed=river.gold >= 3, gold=river.gold)


@game.bound
def at_best(river: River) -> Grade:
    """Two for every crossing that is left; who lands has crossed."""
    left = 0 if river.crossings == 3 else 3 - river.crossings - int(river.phase == Phase.LAND)
    most = min(6, river.gold + 2 * left)
    return Grade(fed=most >= 3, gold=most)


@game.progress
def crossed(river: River) -> Annotated[int, Range(0, 3)]:
    """Crossings."""
    return river.crossings


@game.estimate
def promise(river: River) -> Annotated[int, Range(-10, 10)]:
    """Gold."""
    return river.gold
