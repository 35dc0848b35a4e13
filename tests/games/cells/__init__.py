"""Patiences with cells in the rule language: Baker's Game, Eight Off, Seahaven Towers and FreeCell are editions of one game.

Cells are a bag, as nothing depends on which cell a card is in.  Its cards are its numbers: 4 * (rank - 1) + suit, suits in the
order clubs, diamonds, hearts, spades.  One card moves at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Bag, By, Flaw, Game, Pile, Range, Row, Size, clause, record, require, weight

RANKS, COLUMNS, CELLS = 13, 10, 8
COLUMN_MOST = 19  # seven cards dealt, and twelve upon a king


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
Column = IntEnum("Column", {f"COLUMN_{number}": number for number in range(COLUMNS)})  # type: ignore[misc]
SUIT = tuple(Suit(number % 4) for number in range(52))
RANK = tuple(number // 4 + 1 for number in range(52))
IS_RED = tuple(SUIT[number] in (Suit.DIAMONDS, Suit.HEARTS) for number in range(52))


@record
class Table:
    """The state: index 0 of a column is the card on top."""

    phase: Phase
    deck: Annotated[Bag[Card], Range(0, 1)]
    next: Column
    columns: Annotated[Row[Annotated[Pile[Card], Size(COLUMN_MOST)]], By(Column)]
    cells: Annotated[Bag[Card], Range(0, 1)]
    home: Annotated[Row[Annotated[int, Range(0, RANKS)]], By(Suit)]


@record
class Box:
    """The component data: what is laid out, and what may lie upon what."""

    columns: Annotated[int, Range(1, COLUMNS)]
    cells: Annotated[int, Range(0, CELLS)]
    dealt: Annotated[int, Range(1, 52)]
    by_suit: bool
    only_kings: bool


@record
class Grade:
    """Whether every card came home."""

    won: bool


game = Game(name="cells", title="Patience with cells", state=Table, edition=Box, folder=Path(__file__).parent,
            ends=(Phase.WON, Phase.LOST), wins="brings every card home")
box = game.edition


@game.edition_check
def there_is_room(box: Box) -> Iterator[Flaw]:
    """The cards that are not dealt to columns fit the cells, and no column is too high for what may come upon it."""
    if 52 - box.dealt > box.cells:
        yield Flaw("the cells cannot take the rest", ("dealt",), f"deal {52 - box.cells} cards to columns at least")
    if box.dealt > 7 * box.columns:
        yield Flaw("a column would be higher than seven cards", ("dealt",), f"deal {7 * box.columns} at most")


@game.setup
def shuffle(table: Table) -> None:
    """All cards are in the deck."""
    for card in Card:
        table.deck[card] = 1


@game.chance(Phase.DEAL, tape="deck", order_of="deck", clause="CE-01")
def deal(table: Table, card: Card) -> None:
    """A card is dealt to the next column, face up, or to a cell if the columns have theirs."""
    weight(table.deck[card])
    table.deck.take(card)
    if 52 - table.deck.total > box.dealt:
        table.cells.add(card)
    else:
        table.columns[table.next].put_top(card)
        table.next = Column.COLUMN_0 if table.next + 1 >= box.columns else Column(table.next + 1)
    if table.deck.total == 0:
        table.next = Column.COLUMN_0
        table.phase = Phase.PLAY


@game.rule
def fits(table: Table, card: Card, onto: Column) -> bool:
    """Whether a card may go to a column."""
    if onto >= box.columns or table.columns[onto].size >= COLUMN_MOST:
        return False
    if table.columns[onto].size == 0:
        return not box.only_kings or RANK[card] == RANKS
    if RANK[card] + 1 != RANK[table.columns[onto][0]]:
        return False
    if box.by_suit:
        return SUIT[card] == SUIT[table.columns[onto][0]]
    return IS_RED[card] != IS_RED[table.columns[onto][0]]


@game.rule
def bring_home(table: Table, card: Card) -> None:
    """A card lies upon its suit; with the last king the game is won."""
    table.home[SUIT[card]] = RANK[card]
    if all(top == RANKS for top in table.home):
        clause("CE-05")
        table.phase = Phase.WON


@game.decision(Phase.PLAY, clause="CE-02")
def move(table: Table, column: Column, onto: Column) -> None:
    """The top card of a column goes to another."""
    require(column != onto and table.columns[column].size > 0, "CE-02")
    require(fits(table, table.columns[column][0], onto), "CE-02")
    card = table.columns[column].take_top()
    table.columns[onto].put_top(card)


@game.decision(Phase.PLAY, clause="CE-03")
def put_aside(table: Table, column: Column) -> None:
    """The top card of a column goes to a cell."""
    require(table.columns[column].size > 0 and table.cells.total < box.cells, "CE-03")
    card = table.columns[column].take_top()
    table.cells.add(card)


@game.decision(Phase.PLAY, clause="CE-03")
def bring_back(table: Table, card: Card, onto: Column) -> None:
    """A card in a cell goes to a column."""
    require(table.cells[card] > 0, "CE-03")
    require(fits(table, card, onto), "CE-02")
    table.cells.take(card)
    table.columns[onto].put_top(card)


@game.rule
def bears_nothing(table: Table, card: Card) -> bool:
    """Whether every card that could be laid upon a card is at home: where it lies, it is of no use."""
    if box.by_suit:
        return table.home[SUIT[card]] + 1 >= RANK[card]
    return all(table.home[suit] + 1 >= RANK[card] for suit in Suit if IS_RED[suit] != IS_RED[card])


@game.rule
def is_done(table: Table, column: Column) -> bool:
    """Whether nobody needs the top card of a column any more."""
    return bears_nothing(table, table.columns[column][0])


@game.decision(Phase.PLAY, safe=is_done, clause="CE-04")
def go_home(table: Table, column: Column) -> None:
    """The top card of a column goes home, next in its suit."""
    require(table.columns[column].size > 0, "CE-04")
    require(table.home[SUIT[table.columns[column][0]]] + 1 == RANK[table.columns[column][0]], "CE-04")
    card = table.columns[column].take_top()
    bring_home(table, card)


@game.decision(Phase.PLAY, safe=bears_nothing, clause="CE-04")
def go_home_from_cell(table: Table, card: Card) -> None:
    """A card in a cell goes home, next in its suit."""
    require(table.cells[card] > 0, "CE-04")
    require(table.home[SUIT[card]] + 1 == RANK[card], "CE-04")
    table.cells.take(card)
    bring_home(table, card)


@game.when_stuck(Phase.PLAY, clause="CE-06")
def lose(table: Table) -> None:
    """No card can be moved any more."""
    table.phase = Phase.LOST


@game.grade
def grade(table: Table) -> Grade:
    """Won or not."""
    return Grade(won=table.phase == Phase.WON)


@game.bound
def bound(table: Table) -> Grade:
    """Whoever cannot move any more has lost."""
    return Grade(won=table.phase != Phase.LOST)


@game.estimate
def estimate(table: Table) -> Annotated[int, Range(-1000, 1000)]:
    """Cards at home and free cells, and cards that keep one from going home which has to go before them."""
    in_the_way = 0
    for column in table.columns:
        least = RANKS + 1
        for at in range(COLUMN_MOST):
            place = COLUMN_MOST - 1 - at
            if place < column.size:
                if RANK[column[place]] > least:
                    in_the_way += 1
                else:
                    least = RANK[column[place]]
    return 4 * sum(top for top in table.home) - 3 * table.cells.total - 2 * in_the_way


@game.invariant(clause="CE-01")
def every_card_is_in_one_place(table: Table) -> bool:
    """Each card is in the deck, in one column, in a cell, or at home, and nowhere twice."""
    return all(table.deck[card] + table.cells[card] + sum(1 for column in table.columns for each in column if each == card)
               + int(table.home[SUIT[card]] >= RANK[card]) == 1 for card in Card)


@game.invariant(clause="CE-03")
def cells_hold_so_many(table: Table) -> bool:
    """There are no more cards in cells than there are cells."""
    return table.cells.total <= box.cells
