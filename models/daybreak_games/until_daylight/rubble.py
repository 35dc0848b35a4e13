"""The Rubble: cards that are drawn, and Events."""

from __future__ import annotations

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import EVENTS, Horde, Rubble
from daybreak_games.until_daylight.line import go_on, renew_the_pile
from daybreak_games.until_daylight.pending import begin_damage
from daybreak_games.until_daylight.people import gain
from daybreak_games.until_daylight.saving import look_at_the_areas
from daybreak_games.until_daylight.state import Moment, Phase, Source, Standing, Table, game
from verifier.lang import clause, ruling, the, weight


@game.chance(Phase.DRAW, tape="rubble", order_of="rubble", clause="UDL-S03")
def find(table: Table, card: Rubble) -> None:
    """A Rubble card is drawn: it is kept, or an Event that has to be played."""
    weight(table.rubble[card])
    table.rubble.take(card)
    table.to_draw -= 1
    if card not in EVENTS:
        clause("UDL-R07", when=table.searching)
        gain(table, table.drawer, card)
        go_on(table)
    elif table.searching and ruling("UDL-01") == "any-tick":
        table.event = card
        table.moment = Moment.EVENT
        table.phase = Phase.TICK
    elif table.searching or ruling("UDL-61") == "at-once":
        table.event = card
        table.phase = Phase.EVENT
    else:
        table.discard.add(card)
        go_on(table)


@game.step(Phase.EVENT, clause=("UDL-R09", "UDL-R10"))
def happen(table: Table) -> None:
    """An Event takes effect, and is discarded."""
    card = the(table.event)
    table.event = None
    table.discard.add(card)
    match card:
        case Rubble.RATS:
            begin_damage(table, table.drawer, 1, Source.EVENT)
            go_on(table)
        case Rubble.HOLE:
            table.victim = table.drawer
            table.losses = 1
            go_on(table)
        case _:
            make_noise(table)


@game.rule
def make_noise(table: Table) -> None:
    """A Horde card comes to the player who drew the Event, if there is one."""
    renew_the_pile(table)
    if table.horde.total > 0:
        table.phase = Phase.JOIN
    else:
        go_on(table)


@game.chance(Phase.JOIN, tape="horde", order_of="horde")
def join(table: Table, card: Horde) -> None:
    """The top Horde card joins the right end of the player's area."""
    weight(table.horde[card])
    table.horde.take(card)
    table.line.put_bottom(Standing(card=card, area=table.drawer))
    if card != Horde.SURVIVOR:
        table.cleared[table.drawer] = None
    look_at_the_areas(table, ruling("UDL-33") == "at-once")


@game.rule
def draw_rubble(table: Table, seat: Seat) -> None:
    """A player draws a Rubble card."""
    table.drawer = seat
    table.to_draw += 1
