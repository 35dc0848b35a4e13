"""The end of a turn: hands are checked, and what is over the limit goes."""

from __future__ import annotations

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import LAID_OUT, Item
from daybreak_games.dead_til_dawn.people import (
    discard,
    hand_limit,
    held,
    is_pet,
    is_survivor,
    next_seat,
    seat_to_the_left,
    take_up_aside,
    whose_say,
)
from daybreak_games.dead_til_dawn.state import Phase, Stage, Table, box, game
from daybreak_games.dead_til_dawn.trade import hand_on, may_give
from verifier.lang import clause, require, ruling, the


@game.rule
def has_too_much(table: Table, seat: Seat) -> bool:
    """Whether a Survivor must get rid of Equipment: everybody, or only whose turn ends (DTD-12)."""
    checked = ruling("DTD-12") == "everybody" or seat == table.turn
    return checked and is_survivor(table, seat) and held(table, seat) > hand_limit()


@game.step(Phase.CHECK)
def check(table: Table) -> None:
    """The first who has too much is asked, from the player in turn on; with nobody the next turn begins."""
    if any(has_too_much(table, seat) for seat in Seat):
        table.stage = Stage.CHECK
        table.actor = next((seat_to_the_left(table.turn, steps) for steps in range(8) if steps < box.players
                            and has_too_much(table, seat_to_the_left(table.turn, steps))), Seat.PLAYER_1)
        clause("DTD-Q02", when=table.actor == table.turn)
        clause("DTD-Q03", when=table.actor != table.turn)
        table.phase = Phase.SHED
    else:
        take_up_aside(table)
        table.stage = Stage.BEFORE
        table.phase = Phase.PASS_ON


@game.decision(Phase.SHED, seat=whose_say)
def hand_over(table: Table, seat: Seat, item: Item) -> None:
    """A Survivor with too much offers a card to one who has room, or, if nobody is asked, to anybody (DTD-63, DTD-69)."""
    require(is_survivor(table, seat) and seat != table.actor, "DTD-Q04")
    require(may_give(table, table.actor, item), "DTD-Q23")
    require(held(table, seat) < hand_limit() or ruling("DTD-63") == "no-consent", "DTD-Q03")
    clause("DTD-Q04")
    table.people[table.actor].items.take(item)
    table.gift = item
    table.receiver = seat
    if ruling("DTD-63") == "consent":
        table.phase = Phase.CONSENT
    else:
        hand_on(table, True)


@game.decision(Phase.SHED, seat=whose_say)
def drop(table: Table, item: Item) -> None:
    """A Survivor with too much discards a card, which others may pick up (DTD-13)."""
    person = table.people[table.actor]
    require(person.items[item] + person.aside[item] > 0 and not is_pet(item), "DTD-Q23")
    clause("DTD-Q04")
    if person.items[item] > 0:
        person.items.take(item)
    else:
        person.aside.take(item)
    if ruling("DTD-13") == "free":
        table.dropped = item
        table.victim = table.actor
        table.phase = Phase.ASK_NEXT
    else:
        discard(table, item)
        table.actor = Seat.PLAYER_1
        table.phase = Phase.CHECK


@game.step(Phase.ASK_NEXT)
def ask_next(table: Table) -> None:
    """The next Survivor to the left who has room may pick up what was discarded; then it lies there."""
    table.actor = next_seat(table.actor)
    if table.actor == table.victim:
        discard(table, the(table.dropped))
        end_dropping(table)
    elif has_room(table, table.actor):
        table.phase = Phase.PICK_UP


@game.rule
def has_room(table: Table, seat: Seat) -> bool:
    """Whether a Survivor may take a card more (DTD-14)."""
    return is_survivor(table, seat) and held(table, seat) < hand_limit()


@game.rule
def end_dropping(table: Table) -> None:
    """Hands are checked again."""
    table.dropped = None
    table.victim = Seat.PLAYER_1
    table.actor = Seat.PLAYER_1
    table.phase = Phase.CHECK


@game.decision(Phase.PICK_UP, seat=whose_say, clause=("DTD-Q07", "DTD-Q08"))
def pick_up(table: Table, takes: bool) -> None:
    """A Survivor picks up what another discarded, or leaves it."""
    item = the(table.dropped)
    clause("DTD-Q12", when=takes and item in LAID_OUT)
    if takes:
        table.people[table.actor].aside.add(item)
        end_dropping(table)
    else:
        table.phase = Phase.ASK_NEXT
