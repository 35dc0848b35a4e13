"""What takes damage before a character does: Barricades, and cards that protect."""

from __future__ import annotations

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import Rubble
from daybreak_games.until_daylight.state import Table, game
from verifier.lang import clause


@game.rule
def break_barricade(table: Table, seat: Seat) -> None:
    """A player's Barricade is destroyed, and goes back to the supply."""
    clause("UDL-P08", "UDL-P09", "UDL-P11")
    table.people[seat].barricades -= 1
    table.people[seat].cracked = False
    table.barricades += 1


@game.rule
def use_vest(table: Table, seat: Seat) -> None:
    """A card that protects is used up (UDL-83)."""
    clause("UDL-E06")
    table.people[seat].items.take(Rubble.VEST)
    table.discard.add(Rubble.VEST)
