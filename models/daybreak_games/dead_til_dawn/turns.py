"""Turns and rounds: what comes before an Event, how play goes on, the end of a turn, dawn."""

from __future__ import annotations

from daybreak_games.dead_til_dawn.becoming import draw_zombie_cards, turns_of_a_round
from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.effects import comes_to, waits
from daybreak_games.dead_til_dawn.people import is_survivor, is_zombie, next_seat, seat_to_the_left, survivors, take_up_aside
from daybreak_games.dead_til_dawn.prowl import forget_the_last_group
from daybreak_games.dead_til_dawn.saving import begin_saving
from daybreak_games.dead_til_dawn.state import Fate, Phase, Stage, Table, box, game
from daybreak_games.dead_til_dawn.trade import begin_trade
from verifier.lang import clause, ruling


@game.step(Phase.BEGIN_TURN)
def begin_turn(table: Table) -> None:
    """A turn begins: Survivors may trade before anything is drawn (DTD-62)."""
    table.died = False
    begin_trade(table)


# -- how play goes on ---------------------------------------------------------------------------------------------------------


@game.rule
def first_with(table: Table, fate: Fate) -> Seat:
    """The first Survivor of such a fate, from the player in turn on (DTD-31)."""
    return next((seat_to_the_left(table.turn, steps) for steps in range(8)
                 if steps < box.players and table.people[seat_to_the_left(table.turn, steps)].fate == fate), table.turn)


@game.rule
def first_for_whom_something_waits(table: Table) -> Seat:
    """The first Survivor for whom something waits, from the player in turn on."""
    return next((seat_to_the_left(table.turn, steps) for steps in range(8)
                 if steps < box.players and waits(table, seat_to_the_left(table.turn, steps))), table.turn)


@game.step(Phase.RESOLVE)
def resolve(table: Table) -> None:
    """What comes to Survivors, one at a time; then who falls is healed or dies (DTD-29, DTD-59); then play goes on."""
    falling = any(person.fate == Fate.FALLING for person in table.people)
    dead = any(person.fate == Fate.DEAD for person in table.people)
    waiting = any(waits(table, seat) for seat in Seat)
    if falling and (ruling("DTD-59") == "one-by-one" or not waiting):
        begin_saving(table, first_with(table, Fate.FALLING))
    elif dead and (ruling("DTD-29") == "at-once" and not falling or not waiting):
        table.victim = first_with(table, Fate.DEAD)
        table.phase = Phase.BECOME
    elif waiting:
        if ruling("DTD-08") == "moment":
            table.died = False
        table.actor = first_for_whom_something_waits(table)
        table.phase = Phase.COME
    elif survivors(table) == 0 and ruling("DTD-10") == "at-once":
        end_with_everybody_dead(table)
    else:
        go_on(table)


@game.rule
def end_with_everybody_dead(table: Table) -> None:
    """Nobody is alive: the game is over."""
    clause("DTD-D01", when=table.round < box.rounds or table.turns < turns_of_a_round())
    clause("DTD-D07", "DTD-D08")
    clause("DTD-D10", when=any(person.zombie and not person.last for person in table.people))
    put_event_away(table)
    table.stage = Stage.BEFORE
    table.phase = Phase.ALL_DEAD


@game.rule
def put_event_away(table: Table) -> None:
    """An Event is resolved and discarded."""
    event = table.event
    if event is not None:
        table.event_discard.add(event)
    table.event = None
    take_up_aside(table)


@game.rule
def go_on(table: Table) -> None:
    """Nothing is left to come: the turn goes on."""
    stage = table.stage
    match stage:
        case Stage.BEFORE:
            start(table)
        case Stage.START:
            put_event_away(table)
            if is_survivor(table, table.turn):
                forget_the_last_group(table)
                table.phase = Phase.PREPARE
            else:
                table.phase = Phase.CHECK
        case Stage.PROWL:
            put_event_away(table)
            if ruling("DTD-62") == "any-quiet-moment":
                begin_trade(table)
            else:
                table.actor = table.turn
                table.phase = Phase.PROWL
        case _:
            clause("DTD-T17")
            put_event_away(table)
            table.phase = Phase.CHECK


@game.rule
def start(table: Table) -> None:
    """A secret Event has its effect, and Bites come to a Flip; a Zombie player draws cards."""
    counts = is_survivor(table, table.turn) or ruling("DTD-03") == "every-turn" or survivors(table) == 0
    if counts:
        table.turns += 1
    table.phase = Phase.RESOLVE
    if is_zombie(table, table.turn):
        clause("DTD-Z03", "DTD-Z16")
        table.stage = Stage.PROWL
        table.victim = table.turn
        table.to_draw = box.rising
        draw_zombie_cards(table)
    else:
        table.stage = Stage.START
        card = table.people[table.turn].kept
        table.people[table.turn].kept = None
        if card is not None:
            table.event = card
            comes_to(table, table.turn, box.says[card].first, box.says[card].number)


# -- the end of a turn --------------------------------------------------------------------------------------------------------


@game.step(Phase.PASS_ON)
def pass_on_the_turn(table: Table) -> None:
    """The turn goes to the left; a full loop is a round, and after the last one it dawns."""
    again = box.players == 3 and ruling("DTD-04") == "twice-everything" and not table.second
    table.second = again
    if not again:
        clause("DTD-T18", "DTD-V23")
        table.turn = next_seat(table.turn)
    table.phase = Phase.BEGIN_TURN
    if table.turns >= turns_of_a_round():
        clause("DTD-T19")
        if table.round < box.rounds and survivors(table) > 0:
            table.round += 1
            table.turns = 0
        else:
            dawn(table)


@game.rule
def dawn(table: Table) -> None:
    """The last round is over."""
    clause("DTD-D02", when=box.players == 3)
    clause("DTD-D03", when=3 < box.players <= 6)
    clause("DTD-D04", when=box.players > 6)
    table.turn = Seat.PLAYER_1
    table.second = False
    if survivors(table) > 0:
        clause("DTD-D05")
        table.phase = Phase.DAWN
    else:
        end_with_everybody_dead(table)
