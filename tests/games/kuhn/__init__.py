"""Kuhn's poker: three cards, two hands, one bet; what good players make of it is known exactly.

H. Kuhn, A simplified two-person poker, in Contributions to the Theory of Games 1, 1950: whoever opens loses 1/18 of a chip a
game against a good opponent, bluffs with the jack as often as he likes, up to a third of the time, and three times as often bets
with the king; the other one bluffs with the jack, and calls with the queen, a third of the time.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import By, Game, Range, Row, record, weight

Chips = Annotated[int, Range(0, 2)]


class Phase(IntEnum):
    """What happens next."""

    DEAL = 0
    OPEN = 1
    BET_OPEN = 2
    CHECKED = 3
    BET_BEHIND = 4
    OVER = 5


class Card(IntEnum):
    """The three cards, the highest last; before the deal nobody has one."""

    NONE = 0
    JACK = 1
    QUEEN = 2
    KING = 3


class Side(IntEnum):
    """Who plays."""

    OPENER = 0
    DEALER = 1


@record
class Table:
    """The state: what each side holds and has put in, and which one has folded, if any."""

    phase: Phase
    hands: Annotated[Row[Card], By(Side)]
    chips: Annotated[Row[Chips], By(Side)]
    folded: Annotated[Row[bool], By(Side)]


@record
class Box:
    """The component data: what each side puts in before the deal."""

    ante: Annotated[int, Range(1, 1)]


game = Game(name="kuhn", title="Kuhn's poker", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.setup
def set_up(table: Table) -> None:
    """Each side puts one in."""
    table.phase = Phase.DEAL
    for side in Side:
        table.chips[side] = box.ante


@game.rule
def whose_turn(table: Table) -> Side:
    """The opener decides first, and again if the dealer bets behind his check."""
    return Side.OPENER if table.phase == Phase.OPEN or table.phase == Phase.BET_BEHIND else Side.DEALER


@game.chance(Phase.DEAL, tape="deck", clause="KU-01")
def deal(table: Table, card: Card) -> None:
    """A card for the opener, and another one for the dealer."""
    weight(int(card != Card.NONE and card != table.hands[Side.OPENER]))
    if table.hands[Side.OPENER] == Card.NONE:
        table.hands[Side.OPENER] = card
    else:
        table.hands[Side.DEALER] = card
        table.phase = Phase.OPEN


@game.decision(Phase.OPEN, seat=whose_turn, clause="KU-02")
def check(table: Table) -> None:
    """The opener puts nothing in."""
    table.phase = Phase.CHECKED


@game.decision(Phase.OPEN, seat=whose_turn, clause="KU-02")
def bet(table: Table) -> None:
    """The opener puts one more in."""
    table.chips[Side.OPENER] += 1
    table.phase = Phase.BET_OPEN


@game.decision(Phase.CHECKED, seat=whose_turn, clause="KU-02")
def check_behind(table: Table) -> None:
    """The dealer puts nothing in, either: the cards are compared."""
    table.phase = Phase.OVER


@game.decision(Phase.CHECKED, seat=whose_turn, clause="KU-02")
def bet_behind(table: Table) -> None:
    """The dealer puts one more in."""
    table.chips[Side.DEALER] += 1
    table.phase = Phase.BET_BEHIND


@game.decision(Phase.BET_OPEN, seat=whose_turn, clause="KU-03")
def call(table: Table) -> None:
    """The dealer puts in as much as the opener: the cards are compared."""
    table.chips[Side.DEALER] += 1
    table.phase = Phase.OVER


@game.decision(Phase.BET_OPEN, seat=whose_turn, clause="KU-03")
def fold(table: Table) -> None:
    """The dealer gives up what lies there."""
    table.folded[Side.DEALER] = True
    table.phase = Phase.OVER


@game.decision(Phase.BET_BEHIND, seat=whose_turn, clause="KU-03")
def call_behind(table: Table) -> None:
    """The opener puts in as much as the dealer: the cards are compared."""
    table.chips[Side.OPENER] += 1
    table.phase = Phase.OVER


@game.decision(Phase.BET_BEHIND, seat=whose_turn, clause="KU-03")
def fold_behind(table: Table) -> None:
    """The opener gives up what lies there."""
    table.folded[Side.OPENER] = True
    table.phase = Phase.OVER


@game.hidden
def the_other_hand(table: Table, side: Side) -> None:
    """Nobody sees the other one's card."""
    for other in Side:
        if other != side:
            table.hands[other] = Card.NONE


@game.rule
def wins(table: Table, side: Side) -> bool:
    """Whether a side takes the pot: the other one has folded, or it holds the higher card."""
    other = Side.DEALER if side == Side.OPENER else Side.OPENER
    return table.folded[other] or not table.folded[side] and table.hands[side] > table.hands[other]


@game.outcome
def chips(table: Table, side: Side) -> Annotated[int, Range(0, 4)]:
    """What the game brings a side, two more than the chips that it is richer by."""
    other = Side.DEALER if side == Side.OPENER else Side.OPENER
    return 2 + table.chips[other] if wins(table, side) else 2 - table.chips[side]


@record
class Grade:
    """What the opener wants."""

    won: bool


@game.grade
def result(table: Table) -> Grade:
    """Whether the opener takes the pot."""
    return Grade(won=wins(table, Side.OPENER))
