"""A round of blackjack from a fresh deck: hit, stand or double; the dealer takes his second card when the player is done.

What is won or lost is counted in halves of the stake, since a blackjack pays three to two.  An edition says which cards there
are in the deck.  Pairs are not split, and there is no insurance.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Bag, Game, Range, Row, Size, record, require, ruling, weight

STAKE, BLACKJACK, MOST = 2, 3, 4
LIMIT, DEALER = 21, 17
HIGHEST = 31


class Phase(IntEnum):
    """What happens next."""

    DEAL = 0
    PLAY = 1
    HIT = 2
    DRAW = 3
    OVER = 4


class Card(IntEnum):
    """What cards count: an ace one or eleven, all pictures ten."""

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9


class Hand(IntEnum):
    """Whose cards."""

    PLAYER = 0
    DEALER = 1


@record
class Table:
    """The state: of each hand the count with aces as ones, whether there is one, and how many cards, at most three."""

    phase: Phase
    deck: Annotated[Bag[Card], Range(0, 16)]
    counts: Annotated[Row[int], Size(2), Range(0, HIGHEST)]
    aces: Annotated[Row[bool], Size(2)]
    cards: Annotated[Row[int], Size(2), Range(0, 3)]
    doubled: bool
    gain: Annotated[int, Range(-MOST, MOST)]


@record
class Box:
    """The component data: the deck."""

    cards: Annotated[Bag[Card], Range(0, 16)]


@record
class Grade:
    """What is won, in halves of the stake."""

    gain: Annotated[int, Range(-MOST, MOST)]


game = Game(name="blackjack", title="Blackjack", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.setup
def shuffle(table: Table) -> None:
    """A fresh deck."""
    table.deck.add_all(box.cards)
    table.gain = 0


@game.rule
def worth(table: Table, hand: Hand) -> Annotated[int, Range(0, HIGHEST)]:
    """What a hand counts."""
    if table.aces[hand] and table.counts[hand] <= LIMIT - 10:
        return min(LIMIT, table.counts[hand] + 10)
    return table.counts[hand]


@game.rule
def is_blackjack(table: Table, hand: Hand) -> bool:
    """21 with the first two cards."""
    return table.cards[hand] == 2 and worth(table, hand) == LIMIT


@game.rule
def take(table: Table, hand: Hand, card: Card) -> None:
    """A card from the deck."""
    table.deck.take(card)
    table.counts[hand] = min(HIGHEST, table.counts[hand] + card + 1)
    table.aces[hand] = table.aces[hand] or card == Card.ACE
    table.cards[hand] = min(3, table.cards[hand] + 1)


@game.rule
def dealer_is_done(table: Table) -> bool:
    """Seventeen is enough, a soft one if it is read so."""
    if ruling("BJ-Q1") == "draws" and table.aces[Hand.DEALER] and table.counts[Hand.DEALER] == DEALER - 10:
        return False
    return worth(table, Hand.DEALER) >= DEALER


@game.rule
def end(table: Table) -> None:
    """The stake changes hands, and the cards go back."""
    mine = worth(table, Hand.PLAYER)
    other = worth(table, Hand.DEALER)
    if mine > LIMIT:
        table.gain = -STAKE
    elif is_blackjack(table, Hand.PLAYER):
        table.gain = 0 if is_blackjack(table, Hand.DEALER) else BLACKJACK
    elif is_blackjack(table, Hand.DEALER):
        table.gain = -STAKE
    elif other > LIMIT or mine > other:
        table.gain = STAKE
    elif mine < other:
        table.gain = -STAKE
    if table.doubled:
        table.gain = -MOST if table.gain < 0 else MOST if table.gain > 0 else 0
    for card in Card:
        table.deck[card] = 0
    for hand in Hand:
        table.counts[hand] = 0
        table.aces[hand] = False
        table.cards[hand] = 0
    table.doubled = False
    table.phase = Phase.OVER


@game.chance(Phase.DEAL, tape="deck", order_of="deck", clause="BJ-01")
def deal(table: Table, card: Card) -> None:
    """Two cards to the player, one to the dealer."""
    weight(table.deck[card])
    take(table, Hand.PLAYER if table.cards[Hand.PLAYER] == table.cards[Hand.DEALER] else Hand.DEALER, card)
    if table.cards[Hand.PLAYER] == 2:
        table.phase = Phase.DRAW if is_blackjack(table, Hand.PLAYER) else Phase.PLAY


@game.decision(Phase.PLAY, clause="BJ-02")
def hit(table: Table) -> None:
    """Another card."""
    table.phase = Phase.HIT


@game.decision(Phase.PLAY, clause="BJ-02")
def stand(table: Table) -> None:
    """The dealer's turn."""
    table.phase = Phase.DRAW


@game.decision(Phase.PLAY, clause="BJ-03")
def double(table: Table) -> None:
    """Twice the stake for one more card."""
    require(table.cards[Hand.PLAYER] == 2, "BJ-03")
    table.doubled = True
    table.phase = Phase.HIT


@game.chance(Phase.HIT, tape="deck", order_of="deck", clause="BJ-02")
def come(table: Table, card: Card) -> None:
    """Over 21 the stake is lost."""
    weight(table.deck[card])
    take(table, Hand.PLAYER, card)
    if worth(table, Hand.PLAYER) > LIMIT:
        end(table)
    else:
        table.phase = Phase.DRAW if table.doubled else Phase.PLAY


@game.chance(Phase.DRAW, tape="deck", order_of="deck", clause=("BJ-04", "BJ-05"))
def draw(table: Table, card: Card) -> None:
    """The dealer takes cards until he has enough."""
    weight(table.deck[card])
    take(table, Hand.DEALER, card)
    if dealer_is_done(table) or is_blackjack(table, Hand.PLAYER):
        end(table)


@game.grade
def result(table: Table) -> Grade:
    """What was won."""
    return Grade(gain=table.gain)
