"""An Event is drawn and read."""

from __future__ import annotations

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import Event, Kind
from daybreak_games.dead_til_dawn.effects import comes_to, is_about
from daybreak_games.dead_til_dawn.fights import begin_call
from daybreak_games.dead_til_dawn.people import renew_events
from daybreak_games.dead_til_dawn.state import Phase, Stage, Table, box, game
from daybreak_games.dead_til_dawn.votes import begin_vote
from verifier.lang import clause, ruling, weight


@game.step(Phase.PREPARE)
def prepare(table: Table) -> None:
    """An Event is to be drawn, if there is one."""
    table.stage = Stage.EVENT
    renew_events(table)
    table.phase = Phase.DRAW if table.events.total > 0 else Phase.RESOLVE


@game.chance(Phase.DRAW, tape="events", order_of="events", clause="DTD-T01")
def draw(table: Table, event: Event) -> None:
    """A Survivor draws an Event: a new player no secret one, and by reading DTD-40 'stays-put' no second Hideout."""
    weight(table.events[event])
    table.events.take(event)
    sheet = box.says[event]
    if sheet.secret and box.new[table.turn]:
        clause("DTD-T02")
        put_back(table, event)
    elif sheet.kind == Kind.HIDEOUT and table.hideout is not None and ruling("DTD-40") == "stays-put":
        put_back(table, event)
    elif sheet.secret and sheet.stays and ruling("DTD-44") == "by-card":
        clause("DTD-V18")
        table.people[table.turn].kept = event
        table.phase = Phase.RESOLVE
    else:
        clause("DTD-V18", when=sheet.secret)
        table.event = event
        open_event(table, event)


@game.rule
def put_back(table: Table, event: Event) -> None:
    """An Event is discarded, and another drawn."""
    table.event_discard.add(event)
    table.phase = Phase.PREPARE


@game.rule
def open_event(table: Table, event: Event) -> None:
    """The Event is read, and begins to be resolved."""
    clause("DTD-T03")
    sheet = box.says[event]
    table.phase = Phase.RESOLVE
    match sheet.kind:
        case Kind.EFFECT:
            for seat in Seat:
                if is_about(table, event, seat):
                    comes_to(table, seat, sheet.first, sheet.number)
        case Kind.CALL:
            begin_call(table, event)
        case Kind.FLIP:
            for seat in Seat:
                if is_about(table, event, seat):
                    table.people[seat].flips = 1
        case _:
            begin_vote(table)
