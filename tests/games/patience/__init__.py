"""A patience of the tests, known as FreeCell: 52 cards, eight columns, four cells, dealing included.

Its cards are its numbers: 4 * (rank - 1) + suit, suits in the order clubs, diamonds, hearts, spades.  One card moves at a time.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Bag, By, Game, Pile, Range, Row, Size, clause, interchangeable, record, require, the, weight

RANKS, COLUMNS, COLUMN_MOST = 13, 8, 19  # seven cards dealt, and twelve upon an ace's better half


class Phase(IntEnum):
    """What happens next."""

    DEAL = 0
    PLAY = 1
    WON = 2


class Suit(IntEnum):
    """The suits; the second and the third are red."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


Card = IntEnum("Card", {f"{'A23456789TJQK'[number // 4]}{'CDHS'[number % 4]}": number for number in range(52)})  # type: ignore[misc]
Column = interchangeable(except_in=(Phase.DEAL,))(
    IntEnum("Column", {f"COLUMN_{number}": number for number in range(COLUMNS)}))  # type: ignore[misc]
Cell = interchangeable(IntEnum("Cell", {f"CELL_{number}": number for number in range(4)}))  # type: ignore[misc]
SUIT = tuple(Suit(number % 4) for number in range(52))
RANK = tuple(number // 4 + 1 for number in range(52))
IS_RED = tuple(SUIT[number] in (Suit.DIAMONDS, Suit.HEARTS) for number in range(52))


@record
class Table:
    """The state: index 0 of a column is the card on top, `dealt` of its cards lie as they were dealt, below the others."""

    phase: Phase
    deck: Annotated[Bag[Card], Range(0, 1)]
    columns: Annotated[Row[Annotated[Pile[Card], Size(COLUMN_MOST)]], By(Column)]
    dealt: Annotated[Row[Annotated[int, Range(0, 7)]], By(Column)]
    cells: Annotated[Row[Card | None], By(Cell)]
    home: Annotated[Row[Annotated[int, Range(0, RANKS)]], By(Suit)]
    next: Column


@record
class Box:
    """The component data: how many cards are dealt."""

    cards: Annotated[int, Range(1, 52)]


game = Game(name="patience", title="Patience", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.WON,))
box = game.edition


@game.setup
def shuffle(table: Table) -> None:
    """All cards are in the deck."""
    for card in Card:
        table.deck[card] = 1


@game.chance(Phase.DEAL, tape="deck", order_of="deck", clause="PA-01")
def deal(table: Table, card: Card) -> None:
    """A card is dealt to the next column, face up."""
    weight(table.deck[card])
    table.deck.take(card)
    table.columns[table.next].put_top(card)
    table.dealt[table.next] = table.columns[table.next].size
    table.next = Column.COLUMN_0 if table.next == Column.COLUMN_7 else Column(table.next + 1)
    if table.deck.total == 0:
        table.phase = Phase.PLAY


@game.rule
def fits(card: Card, upon: Card) -> bool:
    """Whether a card may lie upon another: one rank lower, of the other colour."""
    return RANK[card] + 1 == RANK[upon] and IS_RED[card] != IS_RED[upon]


@game.rule
def take_top(table: Table, column: Column) -> Card:
    """Take the top card of a column."""
    card = table.columns[column].take_top()
    table.dealt[column] = min(table.dealt[column], table.columns[column].size)
    return card


@game.rule
def is_won(table: Table) -> bool:
    """Whether every suit is at home."""
    return all(top == RANKS for top in table.home)


@game.decision(Phase.PLAY, clause="PA-02")
def move(table: Table, column: Column, onto: Column) -> None:
    """A card goes to another column, upon one that it fits, or to an empty one."""
    require(column != onto and table.columns[column].size > 0, "PA-02")
    require(table.columns[onto].size == 0 or fits(table.columns[column][0], table.columns[onto][0]), "PA-02")
    require(table.columns[onto].size < COLUMN_MOST, "PA-02")
    card = take_top(table, column)
    table.columns[onto].put_top(card)


@game.decision(Phase.PLAY, clause="PA-03")
def put_aside(table: Table, column: Column, cell: Cell) -> None:
    """A card goes to an empty cell."""
    require(table.columns[column].size > 0 and table.cells[cell] is None, "PA-03")
    card = take_top(table, column)
    table.cells[cell] = card


@game.decision(Phase.PLAY, clause="PA-03")
def bring_back(table: Table, cell: Cell, onto: Column) -> None:
    """A card in a cell goes to a column."""
    require(table.cells[cell] is not None, "PA-03")
    require(table.columns[onto].size == 0 or fits(the(table.cells[cell]), table.columns[onto][0]), "PA-03")
    require(table.columns[onto].size < COLUMN_MOST, "PA-03")
    table.columns[onto].put_top(the(table.cells[cell]))
    table.cells[cell] = None


@game.decision(Phase.PLAY, clause="PA-04")
def go_home_from(table: Table, cell: Cell) -> None:
    """A card in a cell goes home."""
    require(table.cells[cell] is not None, "PA-04")
    require(table.home[SUIT[the(table.cells[cell])]] + 1 == RANK[the(table.cells[cell])], "PA-04")
    card = the(table.cells[cell])
    table.cells[cell] = None
    bring_home(table, card)


@game.rule
def bring_home(table: Table, card: Card) -> None:
    """A card lies upon its suit; with the last king the game is won."""
    table.home[SUIT[card]] = RANK[card]
    if is_won(table):
        clause("PA-05")
        table.phase = Phase.WON


@game.decision(Phase.PLAY, clause="PA-04")
def go_home(table: Table, column: Column) -> None:
    """A card goes home, next in its suit."""
    require(table.columns[column].size > 0, "PA-04")
    require(table.home[SUIT[table.columns[column][0]]] + 1 == RANK[table.columns[column][0]], "PA-04")
    card = take_top(table, column)
    bring_home(table, card)


@game.invariant(clause="PA-01")
def every_card_is_in_one_place(table: Table) -> bool:
    """Each card is in the deck, in one column, in one cell, or at home, and nowhere twice."""
    return all(table.deck[card] + sum(1 for column in table.columns for each in column if each == card)
               + sum(1 for each in table.cells if each == card) + int(table.home[SUIT[card]] >= RANK[card]) == 1 for card in Card)


@game.invariant(clause="PA-01")
def columns_fill_evenly(table: Table) -> bool:
    """While cards are dealt, each column has as many as the rounds so far gave it, and the next one is known."""
    return table.phase != Phase.DEAL or table.next == (52 - table.deck.total) % COLUMNS and all(
        table.columns[column].size == (52 - table.deck.total + COLUMNS - 1 - column) // COLUMNS for column in Column)


@game.invariant(clause="PA-02")
def columns_are_in_order(table: Table) -> bool:
    """Above the cards that lie as they were dealt, each fits the one below it."""
    return all(table.dealt[column] <= table.columns[column].size and all(
        fits(table.columns[column][at], table.columns[column][at + 1])
        for at in range(table.columns[column].size - 1) if at < table.columns[column].size - table.dealt[column])
        for column in Column)
