"""Survivors are saved, and the last fight is looked at for its end."""

from __future__ import annotations

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import Feat
from daybreak_games.until_daylight.line import first_survivor, go_on, has_enemy, has_saved, has_survivor, is_fought_out
from daybreak_games.until_daylight.people import count_feat
from daybreak_games.until_daylight.state import Phase, Table, game
from verifier.lang import clause


@game.rule
def look_at_the_areas(table: Table, time: bool) -> None:
    """Survivors are saved where no enemy is left, if it is time (UDL-33), or the last fight is over (UDL-53)."""
    if time or is_fought_out(table):
        table.phase = Phase.SAVE
    else:
        go_on(table)


@game.rule
def is_clear(table: Table, area: Seat) -> bool:
    """Whether there is a Survivor in an area, and no enemy."""
    return has_survivor(table, area) and not has_enemy(table, area)


@game.step(Phase.SAVE)
def save(table: Table) -> None:
    """A Survivor is saved, by the player of the area (UDL-56); when none is left that can be, the end is looked for."""
    area = next((seat for seat in Seat if is_clear(table, seat)), Seat.PLAYER_1)
    if is_clear(table, area):
        clause("UDL-T26", "UDL-T28", "UDL-T29", "UDL-T30")
        cleaner = table.cleared[area]
        saver = area if cleaner is None else cleaner
        table.line.take_at(first_survivor(table, area))
        table.people[saver].saved += 1
        count_feat(table, saver, Feat.SURVIVORS)
        table.ever_saved = True
    else:
        look_for_the_end(table)
        go_on(table)


@game.rule
def look_for_the_end(table: Table) -> None:
    """The last fight is over when no enemy is on the table: won if a Survivor was saved."""
    if is_fought_out(table):
        if has_saved(table):
            clause("UDL-G02", "UDL-G04", "UDL-G05", "UDL-F05")
            table.phase = Phase.WON
        else:
            clause("UDL-G06")
            table.phase = Phase.LOST
