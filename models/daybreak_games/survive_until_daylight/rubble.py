"""A Rubble card is drawn: kept or left, or Bad Luck; and a card lost at random."""

from __future__ import annotations

from daybreak_games.survive_until_daylight.cards import Item, Rubble
from daybreak_games.survive_until_daylight.inventory import can_take, exposed, over_limit
from daybreak_games.survive_until_daylight.people import hurt, whose_turn
from daybreak_games.survive_until_daylight.resuming import go_on, lose_at_random, rearrange
from daybreak_games.survive_until_daylight.state import After, Cause, Phase, Table, game
from verifier.lang import clause, require, ruling, the, weight

# -- drawing ------------------------------------------------------------------------------------------------------------------


@game.rule
def draw_rubble_card(table: Table) -> None:
    """A card of the Active Rubble pile is drawn; it has one."""
    if table.known.total == 0:
        table.phase = Phase.DRAW_RUBBLE
    elif table.active == 0:
        table.phase = Phase.DRAW_KNOWN
    else:
        table.phase = Phase.WHICH


@game.chance(Phase.WHICH, tape="which")
def which(table: Table, known: bool) -> None:
    """Whether the card is one of those that are known to be in the pile."""
    weight(table.known.total if known else table.active)
    table.phase = Phase.DRAW_KNOWN if known else Phase.DRAW_RUBBLE


@game.chance(Phase.DRAW_KNOWN, tape="known")
def draw_known(table: Table, card: Rubble) -> None:
    """The card is one of those known to be in the pile."""
    weight(table.known[card])
    table.known.take(card)
    find(table, card)


@game.chance(Phase.DRAW_RUBBLE, tape="rubble", order_of="unseen")
def draw_rubble(table: Table, card: Rubble) -> None:
    """The card is any that nobody has seen."""
    weight(table.unseen[card])
    table.unseen.take(card)
    if table.cause != Cause.ATTACK or ruling("SUD-71") == "active-pile":
        table.active -= 1
    find(table, card)


@game.rule
def find(table: Table, card: Rubble) -> None:
    """A card is in hand."""
    table.found = card
    if card < Rubble.RODENT:
        table.phase = Phase.FOUND
    elif table.cause == Cause.DELAY and ruling("SUD-13") == "added-only":
        table.found = None
        table.discard.add(card)
        go_on(table)
    else:
        table.phase = Phase.BAD_LUCK


# -- kept or left -------------------------------------------------------------------------------------------------------------


@game.decision(Phase.FOUND, seat=whose_turn, clause="SUD-R04")
def keep(table: Table) -> None:
    """The player keeps the card, and makes room for it if need be."""
    require(can_take(table, table.turn, the(table.found)), "SUD-I07")
    table.people[table.turn].items.add(the(table.found))
    table.found = None
    if over_limit(table, table.turn):
        clause("SUD-R05")
        rearrange(table, table.turn, After.FOUND)
    else:
        go_on(table)


@game.decision(Phase.FOUND, seat=whose_turn, clause="SUD-R04")
def leave(table: Table) -> None:
    """The player discards the card at once."""
    table.discard.add(the(table.found))
    table.found = None
    go_on(table)


# -- Bad Luck -----------------------------------------------------------------------------------------------------------------


@game.step(Phase.BAD_LUCK, clause=("SUD-R11", "SUD-R12"))
def bad_luck(table: Table) -> None:
    """The card happens, and is discarded."""
    card = the(table.found)
    table.found = None
    table.discard.add(card)
    match card:
        case Rubble.RODENT:
            clause("SUD-R13")
            hurt(table, table.turn, 1)
            if table.phase != Phase.LOST:
                go_on(table)
        case Rubble.BROKEN_BONE:
            clause("SUD-R15")
            hurt(table, table.turn, 2)
            if table.phase != Phase.LOST:
                go_on(table)
        case _:
            clause("SUD-R14")
            lose_at_random(table, table.turn)


@game.chance(Phase.LOSE_CARD, tape="losses")
def lose_card(table: Table, item: Item) -> None:
    """A player loses a random card."""
    weight(exposed(table, table.turn, item))
    clause("SUD-N09", when=table.cause == Cause.ENEMY)
    clause("SUD-I10", when=item == Rubble.JUNK)
    table.people[table.turn].items.take(item)
    table.discard.add(item)
    go_on(table)
