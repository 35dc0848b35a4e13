"""Votes, and Hideouts, which are voted on."""

from __future__ import annotations

from enum import IntEnum

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import Event, Kind
from daybreak_games.dead_til_dawn.effects import comes_to, is_about
from daybreak_games.dead_til_dawn.people import is_survivor, next_seat, survivors, turn_holder, whose_say
from daybreak_games.dead_til_dawn.state import Phase, Table, box, game
from verifier.lang import clause, ruling, the


class Thumb(IntEnum):
    """How one votes."""

    UP = 0
    DOWN = 1
    NEITHER = 2


@game.rule
def begin_vote(table: Table) -> None:
    """All Survivors vote, the leader first: the model asks one after the other, and nobody's choices depend on it (DTD-75)."""
    clause("DTD-V03")
    table.actor = table.turn
    table.passes = 0
    table.phase = Phase.ASK_VOTER


@game.step(Phase.ASK_VOTER)
def ask_voter(table: Table) -> None:
    """A Survivor votes, then the next; then the votes are counted."""
    if table.passes >= box.players:
        count(table)
    elif is_survivor(table, table.actor):
        table.phase = Phase.VOTE
    else:
        table.passes += 1
        table.actor = next_seat(table.actor)


@game.decision(Phase.VOTE, seat=whose_say, clause=("DTD-V05", "DTD-V06"))
def vote(table: Table, thumb: Thumb) -> None:
    """A Survivor votes, or does not."""
    match thumb:
        case Thumb.UP:
            table.yes += 1
        case Thumb.DOWN:
            table.no += 1
        case _:
            clause("DTD-V08")
            table.abstained = table.abstained or table.actor == table.turn
    table.passes += 1
    table.actor = next_seat(table.actor)
    table.phase = Phase.ASK_VOTER


@game.rule
def is_tied(table: Table) -> bool:
    """Whether there is no majority of the votes, or of the Survivors, on either side (DTD-64)."""
    if ruling("DTD-64") == "votes-cast":
        return table.yes == table.no
    return 2 * table.yes == survivors(table)


@game.rule
def has_majority(table: Table) -> bool:
    """Whether the Vote is carried without the leader."""
    if ruling("DTD-64") == "votes-cast":
        return table.yes > table.no
    return 2 * table.yes > survivors(table)


@game.rule
def count(table: Table) -> None:
    """The votes are counted; the leader settles a tie (DTD-38)."""
    table.passes = 0
    table.actor = Seat.PLAYER_1
    if is_tied(table) and (ruling("DTD-38") == "leader-decides" or not table.abstained):
        table.phase = Phase.SETTLE
    else:
        end_vote(table, has_majority(table))


@game.decision(Phase.SETTLE, seat=turn_holder, clause="DTD-V07")
def settle(table: Table, carried: bool) -> None:
    """The leader settles a tie."""
    end_vote(table, carried)


@game.rule
def end_vote(table: Table, carried: bool) -> None:
    """What was voted on comes about, or not."""
    table.yes = 0
    table.no = 0
    table.abstained = False
    event = the(table.event)
    table.phase = Phase.RESOLVE
    if box.says[event].kind == Kind.HIDEOUT:
        see_the_hideout(table, event, carried)
    else:
        sheet = box.says[event]
        for seat in Seat:
            if is_about(table, event, seat):
                comes_to(table, seat, sheet.first if carried else sheet.second, sheet.number)


@game.rule
def see_the_hideout(table: Table, event: Event, carried: bool) -> None:
    """The Survivors go into a Hideout, and leave another; or an Event is drawn again."""
    clause("DTD-V09")
    table.event = None
    if carried:
        before = table.hideout
        if before is not None:
            clause("DTD-V12")
            table.event_discard.add(before)
        table.hideout = event
    else:
        clause("DTD-V10")
        table.event_discard.add(event)
        table.phase = Phase.PREPARE
