"""Klondike in the rule language, all cards known (thoughtful), three turned at a time, as often as one likes.

Its cards are its numbers: 4 * (rank - 1) + suit, suits in the order clubs, diamonds, hearts, spades.  Smaller packs and fewer
columns are editions.  Of the full game 81.945 % of the deals can be won, give or take 0.084 (C. Blake and I. P. Gent, The
winnability of Klondike solitaire and many other patience games, 2019).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Bag, By, Flaw, Game, Pile, Range, Row, Size, clause, interchangeable, record, require, ruling, weight

RANKS, COLUMNS, TALON = 13, 7, 24
COLUMN_MOST = COLUMNS - 1 + RANKS


class Phase(IntEnum):
    """What happens next."""

    DEAL = 0
    PLAY = 1
    WON = 2
    LOST = 3


class Suit(IntEnum):
    """The suits; the second and the third are red."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


Card = IntEnum("Card", {f"{'A23456789TJQK'[number // 4]}{'CDHS'[number % 4]}": number for number in range(52)})  # type: ignore[misc]
Column = interchangeable(except_in=(Phase.DEAL,))(
    IntEnum("Column", {f"COLUMN_{number}": number for number in range(COLUMNS)}))  # type: ignore[misc]
SUIT = tuple(Suit(number % 4) for number in range(52))
RANK = tuple(number // 4 + 1 for number in range(52))
IS_RED = tuple(SUIT[number] in (Suit.DIAMONDS, Suit.HEARTS) for number in range(52))
Place = Annotated[int, Range(0, TALON - 1)]


@record
class Table:
    """The state: index 0 of a column is the card on top, its last `down` cards lie face down.  Only columns in use are laid out.

    The talon is one row, its first `turned` cards being turned, the last of them on top.
    """

    phase: Phase
    deck: Annotated[Bag[Card], Range(0, 1)]
    next: Column
    columns: Annotated[Row[Annotated[Pile[Card], Size(COLUMN_MOST)]], By(Column)]
    in_use: Annotated[Row[bool], By(Column)]
    down: Annotated[Row[Annotated[int, Range(0, COLUMNS - 1)]], By(Column)]
    talon: Annotated[Pile[Card], Size(TALON)]
    turned: Annotated[int, Range(0, TALON)]
    home: Annotated[Row[Annotated[int, Range(0, RANKS)]], By(Suit)]


@record
class Box:
    """The component data: how many ranks the pack has, how many columns are laid out, and how many cards are turned."""

    ranks: Annotated[int, Range(1, RANKS)]
    columns: Annotated[int, Range(1, COLUMNS)]
    turn: Annotated[int, Range(1, 3)]


@record
class Grade:
    """Whether every card came home."""

    won: bool


game = Game(name="klondike", title="Klondike", state=Table, edition=Box, folder=Path(__file__).parent,
            ends=(Phase.WON, Phase.LOST), wins="brings every card home")
box = game.edition


@game.edition_check
def the_pack_is_large_enough(box: Box) -> Iterator[Flaw]:
    """What is left of the pack when the columns are laid out is the talon, which holds so many."""
    left = 4 * box.ranks - box.columns * (box.columns + 1) // 2
    if left not in range(TALON + 1):
        yield Flaw(f"{left} cards are left for the talon", ("columns",), f"leave from 0 to {TALON}")


@game.setup
def shuffle(table: Table) -> None:
    """All cards are in the deck."""
    for card in Card:
        table.deck[card] = int(RANK[card] <= box.ranks)


@game.chance(Phase.DEAL, tape="deck", order_of="deck", clause="KL-01")
def deal(table: Table, card: Card) -> None:
    """A card is dealt: one to the first column, two to the second, and so on, the last of each face up; then to the talon."""
    weight(table.deck[card])
    table.deck.take(card)
    if table.columns[box.columns - 1].size == box.columns:
        table.talon.put_bottom(card)
    else:
        table.columns[table.next].put_top(card)
        table.in_use[table.next] = True
        if table.columns[table.next].size == table.next + 1:
            table.down[table.next] = int(table.next)
            table.next = Column.COLUMN_0 if table.next + 1 >= box.columns else Column(table.next + 1)
    if table.deck.total == 0:
        table.phase = Phase.PLAY


# -- where cards may go ---------------------------------------------------------------------------------------------------------


@game.rule
def fits(table: Table, card: Card, onto: Column) -> bool:
    """Whether a card may go to a column: a king to an empty one, any other upon one of the other colour and a rank higher."""
    if not table.in_use[onto]:
        return False
    if table.columns[onto].size == 0:
        return RANK[card] == box.ranks
    return RANK[card] + 1 == RANK[table.columns[onto][0]] and IS_RED[card] != IS_RED[table.columns[onto][0]]


@game.rule
def is_next(table: Table, card: Card) -> bool:
    """Whether a card is the next one of its suit to go home."""
    return table.home[SUIT[card]] + 1 == RANK[card]


@game.rule
def bring_home(table: Table, card: Card) -> None:
    """A card lies upon its suit; with the last one the game is won."""
    table.home[SUIT[card]] = RANK[card]
    if all(top == box.ranks for top in table.home):
        clause("KL-05")
        table.phase = Phase.WON


@game.rule
def bears_nothing(table: Table, card: Card) -> bool:
    """Whether all that could ever be laid upon a card is at home, and so is what could be laid upon that, and so on."""
    return all(table.home[suit] + (1 if IS_RED[suit] != IS_RED[card] else 2) >= RANK[card] for suit in Suit)


@game.rule
def is_free(table: Table) -> bool:
    """Whether anything may be played: not so where a card goes home before all else, since nobody needs it in its column."""
    return ruling("KL-R2") == "all" or 0 == sum(
        1 for column in table.columns
        if column.size > 0 and is_next(table, column[0]) and bears_nothing(table, column[0]))


# -- the columns ----------------------------------------------------------------------------------------------------------------


@game.rule
def uncover(table: Table, column: Column) -> None:
    """A card that lies face down and on top is turned up."""
    table.down[column] = min(table.down[column], max(0, table.columns[column].size - 1))


@game.rule
def moving(table: Table, column: Column, onto: Column) -> Annotated[int, Range(-RANKS, RANKS)]:
    """How many cards have to move from the top of a column, so that the lowest of them can fit another: ranks say it."""
    above = box.ranks + 1 if table.columns[onto].size == 0 else RANK[table.columns[onto][0]]
    return above - RANK[table.columns[column][0]]


@game.rule
def is_worth_while(table: Table, column: Column, cards: Annotated[int, Range(-RANKS, RANKS)]) -> bool:
    """Whether it can help to move so many cards: all that lie face up, or else the card below them can go home at once.

    Of two runs that could both bear what moves, it makes no other difference which does.
    """
    return ruling("KL-R2") == "all" or cards >= table.columns[column].size - table.down[column] or is_next(
        table, table.columns[column][cards])


@game.decision(Phase.PLAY, clause="KL-02")
def move(table: Table, column: Column, onto: Column) -> None:
    """A card goes to another column, with all that lie upon it; the one below is turned up."""
    require(is_free(table), "KL-04")
    require(column != onto and table.columns[column].size > 0, "KL-02")
    require(0 < moving(table, column, onto) <= table.columns[column].size - table.down[column], "KL-02")
    require(moving(table, column, onto) < table.columns[column].size or table.columns[onto].size > 0, "KL-02")
    require(fits(table, table.columns[column][moving(table, column, onto) - 1], onto), "KL-02")
    require(is_worth_while(table, column, moving(table, column, onto)), "KL-02")
    cards = moving(table, column, onto)
    for number in range(RANKS):
        if number < cards:
            card = table.columns[column].take_at(cards - 1 - number)
            table.columns[onto].put_top(card)
    uncover(table, column)


@game.rule
def is_done(table: Table, column: Column) -> bool:
    """Whether nobody needs the top card of a column any more.

    (Cards of the talon are never safe: taking one changes which others can be reached.)
    """
    return bears_nothing(table, table.columns[column][0])


@game.decision(Phase.PLAY, safe=is_done, clause="KL-04")
def go_home(table: Table, column: Column) -> None:
    """The top card of a column goes home."""
    require(table.columns[column].size > 0, "KL-04")
    require(is_next(table, table.columns[column][0]), "KL-04")
    require(is_done(table, column) or is_free(table), "KL-04")
    card = table.columns[column].take_top()
    uncover(table, column)
    bring_home(table, card)


@game.decision(Phase.PLAY, clause="KL-06")
def come_back(table: Table, suit: Suit, onto: Column) -> None:
    """The last card of a suit that came home goes back to a column."""
    require(is_free(table), "KL-04")
    require(table.home[suit] > 0, "KL-06")
    require(fits(table, Card(4 * (table.home[suit] - 1) + suit), onto), "KL-06")
    require(ruling("KL-R2") == "all" or not bears_nothing(table, Card(4 * (table.home[suit] - 1) + suit)), "KL-06")
    table.columns[onto].put_top(Card(4 * (table.home[suit] - 1) + suit))
    table.home[suit] -= 1


# -- the talon ------------------------------------------------------------------------------------------------------------------


@game.decision(Phase.PLAY, clause="KL-03")
def turn(table: Table) -> None:
    """Cards of the talon are turned, three at a time; when all are, they are turned back."""
    require(is_free(table), "KL-04")
    require(ruling("KL-R1") == "turned" and table.talon.size > 0, "KL-03")
    if table.turned == table.talon.size:
        table.turned = 0
    else:
        table.turned = min(table.turned + box.turn, table.talon.size)


@game.rule
def on_top(table: Table, place: Place) -> bool:
    """Whether a card of the talon is the last of those turned, or comes to be by turning on, or by turning back and on."""
    if place >= table.talon.size:
        return False
    if place + 1 == table.turned:
        return True
    return ruling("KL-R1") == "reached" and (
        place + 1 == table.talon.size or (place + 1) % box.turn == 0
        or place >= table.turned and (place + 1 - table.turned) % box.turn == 0)


@game.rule
def take(table: Table, place: Place) -> Card:
    """Take a card of the talon.  What can be reached afterwards is the same for the counts that are set to 0."""
    card = table.talon.take_at(place)
    table.turned = place
    if ruling("KL-R1") == "reached" and (place % box.turn == 0 or place == table.talon.size):
        table.turned = 0
    return card


@game.decision(Phase.PLAY, clause="KL-03")
def play(table: Table, place: Place, onto: Column) -> None:
    """A card of the talon goes to a column."""
    require(is_free(table), "KL-04")
    require(on_top(table, place), "KL-03")
    require(fits(table, table.talon[place], onto), "KL-02")
    card = take(table, place)
    table.columns[onto].put_top(card)


@game.decision(Phase.PLAY, clause="KL-04")
def play_home(table: Table, place: Place) -> None:
    """A card of the talon goes home."""
    require(is_free(table), "KL-04")
    require(on_top(table, place), "KL-03")
    require(is_next(table, table.talon[place]), "KL-04")
    card = take(table, place)
    bring_home(table, card)


@game.decision(Phase.PLAY, clause="KL-07")
def give_up(table: Table) -> None:
    """Nobody has to go on."""
    table.phase = Phase.LOST


# -- what it is worth -----------------------------------------------------------------------------------------------------------


@game.grade
def grade(table: Table) -> Grade:
    """Won or not."""
    return Grade(won=table.phase == Phase.WON)


@game.bound
def bound(table: Table) -> Grade:
    """Who gave up has lost."""
    return Grade(won=table.phase != Phase.LOST)


@game.rule
def covered(table: Table) -> Annotated[int, Range(0, COLUMNS * (COLUMNS - 1))]:
    """How many cards lie face down."""
    return sum(down for down in table.down)


@game.estimate
def estimate(table: Table) -> Annotated[int, Range(-1000, 1000)]:
    """Cards that are turned up count most, then cards at home, then those that left the talon."""
    return 2 * sum(top for top in table.home) - 5 * covered(table) - table.talon.size


@game.invariant(clause="KL-01")
def every_card_is_in_one_place(table: Table) -> bool:
    """Each card of the pack is in the deck, in one column, in the talon, or at home, and nowhere twice."""
    return all(
        table.deck[card] + sum(1 for column in table.columns for each in column if each == card)
        + sum(1 for each in table.talon if each == card) + int(table.home[SUIT[card]] >= RANK[card])
        == int(RANK[card] <= box.ranks) for card in Card)


@game.invariant(clause="KL-02")
def columns_are_in_order(table: Table) -> bool:
    """Above the cards that lie face down, each fits the one below it."""
    return all(table.down[column] <= table.columns[column].size and all(
        RANK[table.columns[column][at]] + 1 == RANK[table.columns[column][at + 1]]
        and IS_RED[table.columns[column][at]] != IS_RED[table.columns[column][at + 1]]
        for at in range(COLUMN_MOST) if at + 1 < table.columns[column].size - table.down[column])
        for column in Column)
