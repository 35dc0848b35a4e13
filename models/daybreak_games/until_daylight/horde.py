"""The Horde is released: the Die of Fate, the wave, and where it goes."""

from __future__ import annotations

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import Fate, Horde
from daybreak_games.until_daylight.line import (
    Place,
    cards_in,
    go_on,
    is_infected,
    renew_the_pile,
    see_whether_hope_is_left,
)
from daybreak_games.until_daylight.pending import begin_damage
from daybreak_games.until_daylight.people import heal
from daybreak_games.until_daylight.rubble import draw_rubble
from daybreak_games.until_daylight.saving import look_at_the_areas
from daybreak_games.until_daylight.state import LINE_MOST, After, Phase, Source, Standing, Table, box, game
from verifier.lang import clause, ruling, weight


@game.chance(Phase.FATE, tape="fate", clause=("UDL-H03", "UDL-H01"))
def roll_fate(table: Table, side: Fate) -> None:
    """The active player rolls the Die of Fate, which takes effect before the wave is laid (UDL-91)."""
    weight(box.fate[side])
    seat = table.active
    table.to_lay = box.players + table.round
    table.after = After.FATE
    match side:
        case Fate.FEWER:
            clause("UDL-Y01")
            if ruling("UDL-18") == "any-card":
                table.to_lay -= 1
            else:
                table.fewer = True
        case Fate.MORE:
            clause("UDL-Y02")
            if ruling("UDL-18") == "any-card":
                table.to_lay += 1
            else:
                table.more = True
        case Fate.DISCARD:
            clause("UDL-Y03")
            table.victim = seat
            table.losses = 1
        case Fate.DRAW:
            clause("UDL-Y04")
            draw_rubble(table, seat)
        case Fate.HEAL:
            clause("UDL-Y05")
            heal(table, seat, 1)
        case Fate.HURT:
            clause("UDL-Y06")
            begin_damage(table, seat, 1, Source.FATE)
    go_on(table)


@game.rule
def begin_wave(table: Table) -> None:
    """The wave is laid in the active player's area, to the right of what is there."""
    table.old = cards_in(table, table.active)
    table.target = table.active
    lay_on(table)


@game.rule
def lay_on(table: Table) -> None:
    """The next card of the wave, if there is one."""
    if table.to_lay > 0:
        renew_the_pile(table)
    if table.to_lay > 0 and table.horde.total > 0:
        table.phase = Phase.LAY
    else:
        table.to_lay = 0
        end_wave(table)


@game.chance(Phase.LAY, tape="horde", order_of="horde", clause=("UDL-S02", "UDL-H04", "UDL-H05", "UDL-H06"))
def lay(table: Table, card: Horde) -> None:
    """A card of the wave is laid."""
    weight(table.horde[card])
    table.horde.take(card)
    table.line.put_bottom(Standing(card=card, area=table.active))
    if card != Horde.SURVIVOR:
        table.cleared[table.active] = None
    table.to_lay -= 1
    clause("UDL-E20", when=table.old > 0)
    lay_on(table)


@game.rule
def last_infected_of_the_wave(table: Table) -> Place:
    """The place of the last Infected of the wave."""
    found = LINE_MOST
    seen = 0
    for place in range(table.line.size):
        if table.line[place].area == table.active:
            if seen >= table.old and is_infected(table.line[place].card):
                found = place
            seen += 1
    return max(0, min(found, LINE_MOST))


@game.rule
def end_wave(table: Table) -> None:
    """All cards of the wave are laid: the Die of Fate adds or takes an Infected (UDL-18)."""
    if table.fewer:
        table.fewer = False
        place = last_infected_of_the_wave(table)
        if place < LINE_MOST:
            table.horde_discard.add(table.line.take_at(place).card)
    if table.more:
        renew_the_pile(table)
    if table.more and any(table.horde[card] > 0 for card in Horde if is_infected(card)):
        table.phase = Phase.ADD
    else:
        place_wave(table)


@game.chance(Phase.ADD, tape="added")
def add_infected(table: Table, card: Horde) -> None:
    """Reading UDL-18 'infected-only': an Infected from the pile joins the wave."""
    weight(table.horde[card] if is_infected(card) else 0)
    table.horde.take(card)
    table.line.put_bottom(Standing(card=card, area=table.active))
    table.cleared[table.active] = None
    place_wave(table)


@game.rule
def place_wave(table: Table) -> None:
    """By reading UDL-20 'put-left' the wave goes to the left of what was there.  Then the players attack."""
    table.more = False
    table.after = After.LAID
    if ruling("UDL-20") == "put-left" and table.old > 0:
        table.phase = Phase.SHIFT
    else:
        table.old = 0
        table.target = Seat.PLAYER_1
        go_on(table)


@game.rule
def end_laying(table: Table) -> None:
    """Where the wave brought no enemy, Survivors may be saved at once (UDL-33), or the last fight be over."""
    table.after = After.TURNS
    look_at_the_areas(table, ruling("UDL-33") == "at-once")
    see_whether_hope_is_left(table)
