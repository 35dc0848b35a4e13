"""What goes on when a card drawn or lost, or a rearrangement, is done with."""

from __future__ import annotations

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import Rubble
from daybreak_games.survive_until_daylight.inventory import can_lose
from daybreak_games.survive_until_daylight.people import next_seat
from daybreak_games.survive_until_daylight.state import After, Cause, Phase, Table, game
from verifier.lang import clause, ruling


@game.rule
def go_on(table: Table) -> None:
    """What a drawn or a lost card interrupted goes on."""
    match table.cause:
        case Cause.SEARCH:
            clause("SUD-R03")
            table.cause = Cause.NOTHING
            table.turn = next_seat(table.turn)
            table.phase = Phase.SEARCH
        case Cause.DELAY:
            clause("SUD-W05", "SUD-W06")
            table.cause = Cause.NOTHING
            if ruling("SUD-16") == "next-player":
                table.turn = next_seat(table.turn)
            table.phase = Phase.SEARCH
        case Cause.ENEMY:
            table.phase = Phase.CLEAR
        case _:
            end_attack(table)


@game.rule
def end_attack(table: Table) -> None:
    """A player's attack is over, and the turn goes on."""
    table.cause = Cause.NOTHING
    table.applied = None
    table.phase = Phase.TURN


@game.rule
def go_on_trading(table: Table) -> None:
    """Players give and eat, in any order."""
    table.turn = Seat.PLAYER_1
    table.phase = Phase.TRADE


# -- rearranging --------------------------------------------------------------------------------------------------------------


@game.rule
def rearrange(table: Table, seat: Seat, after: After) -> None:
    """A player rearranges the inventory."""
    table.turn = seat
    table.after = after
    table.phase = Phase.REARRANGE


@game.rule
def has_backpack(table: Table, seat: Seat) -> bool:
    """Whether a player has the Backpack."""
    return table.people[seat].items[Rubble.BACKPACK] > 0


# -- losses -------------------------------------------------------------------------------------------------------------------


@game.rule
def lose_at_random(table: Table, seat: Seat) -> None:
    """A player is to lose a random card; by reading SUD-65 'any-time' the Backpack may be packed before."""
    table.turn = seat
    if ruling("SUD-65") == "any-time" and has_backpack(table, seat) and can_lose(table, seat):
        rearrange(table, seat, After.LOSS)
    else:
        draw_the_loss(table)


@game.rule
def draw_the_loss(table: Table) -> None:
    """The random card is drawn, if there is one to lose (SUD-81)."""
    if can_lose(table, table.turn):
        table.phase = Phase.LOSE_CARD
    else:
        go_on(table)
