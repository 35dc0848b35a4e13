"""What goes on after an interruption, and the end of combat: Survivors are saved, the last fight goes on, Rounds go by."""

from __future__ import annotations

from daybreak_games.until_daylight.attack import assign_on, attract, look_at_the_roll
from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.enemies import roll_on, traps_on
from daybreak_games.until_daylight.horde import begin_wave, end_laying
from daybreak_games.until_daylight.people import next_seat
from daybreak_games.until_daylight.saving import look_at_the_areas
from daybreak_games.until_daylight.state import After, Phase, Table, box, game
from daybreak_games.until_daylight.turns import (
    begin_areas,
    begin_search_turn,
    begin_turns,
    end_search_action,
    go_on_with_turn,
)
from verifier.lang import clause, ruling


@game.step(Phase.RESUME)
def resume(table: Table) -> None:
    """Nothing interrupts play any more: it goes on where it was."""
    after = table.after
    table.after = After.NOTHING
    match after:
        case After.BEGIN:
            begin_search_turn(table)
        case After.SEARCH:
            end_search_action(table)
        case After.TURN:
            go_on_with_turn(table)
        case After.FATE:
            begin_wave(table)
        case After.LAID:
            end_laying(table)
        case After.TURNS:
            begin_turns(table, table.active)
        case After.ASSIGN:
            assign_on(table)
        case After.RESULT:
            look_at_the_roll(table)
        case After.ATTACKED:
            attract(table)
        case After.TRAPS:
            traps_on(table)
        case After.AREAS:
            begin_areas(table)
        case After.ROUND:
            next_round(table)
        case _:
            roll_on(table)


@game.step(Phase.END_COMBAT)
def end_combat(table: Table) -> None:
    """All enemies have attacked: Survivors are saved where no enemy is left."""
    clause("UDL-E19")
    clause("UDL-T27", when=ruling("UDL-33") == "end-of-combat")
    table.after = After.ROUND
    look_at_the_areas(table, ruling("UDL-33") == "end-of-combat")


@game.rule
def next_round(table: Table) -> None:
    """The next Round begins, or the last fight goes on."""
    if table.round < box.rounds:
        clause("UDL-R05", "UDL-F01")
        for seat in Seat:
            table.cleared[seat] = None
        table.round += 1
        table.turn = next_seat(table.active)
        table.active = Seat.PLAYER_1
        table.phase = Phase.BEGIN_ROUND
    else:
        clause("UDL-F05", "UDL-F06")
        if ruling("UDL-52") == "rotates":
            table.active = next_seat(table.active)
        begin_turns(table, table.active)
