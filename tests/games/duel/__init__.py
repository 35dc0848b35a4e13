"""A game of the tests that has one field of every type: two duellists, a deck, a hand, dice.

It makes no sense to play; it exists so that loading scenarios is tested on every declaration the language knows.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Bag, By, Game, Pile, Range, Row, Size, Word, clause, given, record, require, ruling, weight, words


class Phase(IntEnum):
    """What happens next."""

    CHOOSE = 0
    DRAW = 1
    ROLL = 2
    DRAW_AGAIN = 3
    SETTLE = 4
    OVER = 5


class BladeCard(IntEnum):
    """The cards: blades, then the fool."""

    FOIL = 0
    RAPIER = 1
    SABRE = 2
    FOOL = 3


Blade = Annotated[BladeCard, Range(BladeCard.FOIL, BladeCard.SABRE)]


@words(0, 1, "bench", "gone")
class Place(IntEnum):
    """Where the second stands: at a side, on the bench, or gone."""

    LEFT = 0
    RIGHT = 1
    BENCH = 2
    GONE = 3


Seat = Annotated[Place, Range(Place.RIGHT, Place.GONE)]


@record
class Held:
    """A blade in a hand; bent ones are marked."""

    card: Blade
    bent: Annotated[bool, Word("~")]


@record
class Purse:
    """Coins of two metals."""

    gold: Annotated[int, Range(0, 9)]
    silver: Annotated[int, Range(-3, 99)]


@record
class Duellist:
    """One of the two."""

    lives: Annotated[int, Range(0, 5)]
    hand: Annotated[Pile[Held], Size(4)]
    purse: Purse
    armed: bool


@record
class Table:
    """The state: a field of every type."""

    phase: Phase
    turn: Annotated[int, Range(0, 30)]
    second: Place
    rain: bool
    sides: Annotated[Row[Duellist], Size(2)]
    tracks: Annotated[Row[int], Size(3), Range(0, 9)]
    marks: Annotated[Row[Place], Size(2)]
    prize: Purse
    shown: Annotated[Pile[BladeCard], Size(6)]
    deck: Annotated[Bag[BladeCard], Range(0, 12)]
    discard: Annotated[Bag[BladeCard], Range(0, 12)]
    blades: Annotated[Bag[Blade], Range(0, 3)]
    racks: Annotated[Row[Annotated[Pile[Held], Size(2)]], By(Seat)]
    guests: Annotated[Row[Purse], By(BladeCard)]


@record
class Kit:
    """The component data: a value of every type that makes sense for one."""

    lives: Annotated[int, Range(1, 9)]
    rainy: bool
    second: Place
    tracks: Annotated[Row[int], Size(3), Range(0, 12)]
    cards: Annotated[Bag[BladeCard], Range(0, 12)]
    prize: Purse
    worth: Annotated[Row[int], By(BladeCard), Range(0, 9)]
    spare: Annotated[Row[Purse], By(Seat, partial=True)]


@record
class Grade:
    """The value of a finished duel."""

    won: bool
    lives: Annotated[int, Range(0, 5)]


game = Game(name="duel", title="Duel", state=Table, edition=Kit, folder=Path(__file__).parent, ends=(Phase.OVER,))
kit = game.edition


@game.setup
def lay_out(table: Table) -> None:
    """Everybody fresh, the whole deck face down."""
    clause("DU-01")
    table.second = kit.second
    table.rain = kit.rainy
    for side in table.sides:
        side.lives = kit.lives
    for card in BladeCard:
        table.guests[card].gold = kit.worth[card]
    table.guests[BladeCard.FOOL].silver = kit.spare[Place.GONE].silver
    for index in range(3):
        table.tracks[index] = kit.tracks[index]
    table.prize.gold = kit.prize.gold
    table.deck.add_all(kit.cards)
    require(kit.cards.total > 0, "DU-02")


@game.completion
def complete(table: Table) -> None:
    """The deck is what lies nowhere else; the turn leaves its range if the first lives exceed the cards."""
    if not given("deck"):
        for card in BladeCard:
            table.deck[card] = kit.cards[card] - table.discard[card]
    if not given("turn"):
        table.turn = table.sides[0].lives % table.deck.total


@game.decision(Phase.CHOOSE)
def wait(table: Table) -> None:
    """Wait for a card."""
    require(not table.rain or ruling("DU-Q1") == "waits", "DU-03")
    table.phase = Phase.DRAW


@game.chance(Phase.DRAW, tape="deck", order_of="deck")
def draw(table: Table, card: BladeCard) -> None:
    """A card comes up."""
    weight(table.deck[card])
    table.deck.take(card)
    table.discard.add(card)
    table.phase = Phase.ROLL


@game.chance(Phase.DRAW_AGAIN, tape="deck", order_of="deck")
def draw_again(table: Table, card: BladeCard) -> None:
    """Another one."""
    weight(table.deck[card])
    table.deck.take(card)
    table.discard.add(card)
    table.phase = Phase.SETTLE


@game.chance(Phase.ROLL, tape="two-dice")
def roll(table: Table, first: Annotated[int, Range(1, 6)], high: bool) -> None:
    """A die, and a coin."""
    table.tracks[0] = first if high else 0
    table.phase = Phase.DRAW_AGAIN


@game.step(Phase.SETTLE)
def settle(table: Table) -> None:
    """The end."""
    table.phase = Phase.OVER


@game.invariant(clause="DU-02")
def cards_are_conserved(table: Table) -> bool:
    """Every card is in the deck or on the discard pile.

    More text, which messages leave out.
    """
    return all(table.deck[card] + table.discard[card] == kit.cards[card] for card in BladeCard)


@game.invariant()
def someone_lives(table: Table) -> bool:
    """Not both duellists are dead."""
    return table.sides[0].lives + table.sides[1].lives > 0


@game.grade
def grade(table: Table) -> Grade:
    """The first side's view."""
    return Grade(won=table.sides[0].lives > table.sides[1].lives, lives=table.sides[0].lives)
