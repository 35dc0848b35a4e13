"""Cards that came to an area and belong on the left of it: those that were there go to the right, one by one."""

from __future__ import annotations

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.line import first_card
from daybreak_games.until_daylight.saving import look_at_the_areas
from daybreak_games.until_daylight.state import Phase, Table, game
from verifier.lang import ruling


@game.step(Phase.SHIFT)
def shift(table: Table) -> None:
    """By readings UDL-20 and UDL-36: a card that was there goes from the left of its area to the right."""
    table.line.put_bottom(table.line.take_at(first_card(table, table.target)))
    table.old -= 1
    if table.old == 0:
        table.target = Seat.PLAYER_1
        look_at_the_areas(table, ruling("UDL-33") == "at-once")
