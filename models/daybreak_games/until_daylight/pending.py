"""What interrupts play, in this order: damage, cards to lose, too many cards, cards to draw."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import ITEMS, Advantage, Horde, Item, Rubble
from daybreak_games.until_daylight.covering import break_barricade, use_vest
from daybreak_games.until_daylight.line import go_on, has_survivor, kill_survivor, see_whether_hope_is_left
from daybreak_games.until_daylight.people import advantage, has_too_much, hurt, may_go, see_who_leads
from daybreak_games.until_daylight.state import Phase, Source, Table, game
from verifier.lang import Range, clause, require, ruling


@game.step(Phase.GO_ON)
def proceed(table: Table) -> None:
    """The leader is looked for, and the next thing that interrupts play; with none, play goes on."""
    see_who_leads(table)
    if table.pain > 0:
        table.phase = Phase.SUFFER
    elif table.losses > 0 and can_lose(table, table.victim) or any(has_too_much(table, seat) for seat in Seat):
        table.phase = Phase.LOSE
    elif table.to_draw > 0 and (table.rubble.total > 0 or ruling("UDL-78") == "reshuffle" and table.discard.total > 0):
        table.losses = 0
        if table.rubble.total == 0:
            table.rubble.add_all(table.discard)
            table.discard.clear()
        table.phase = Phase.DRAW
    else:
        table.losses = 0
        table.to_draw = 0
        table.drawer = Seat.PLAYER_1
        table.victim = Seat.PLAYER_1
        table.source = Source.NOTHING
        table.phase = Phase.RESUME


@game.rule
def begin_damage(table: Table, seat: Seat, number: Annotated[int, Range(0, 12)], source: Source) -> None:
    """A character is to take so many points of damage."""
    table.victim = seat
    table.pain = number
    table.source = source


# -- damage -------------------------------------------------------------------------------------------------------------------


@game.rule
def victim(table: Table) -> Seat:
    """The player who takes damage, or chooses what takes it."""
    return table.victim


@game.rule
def may_give_up(table: Table, seat: Seat) -> bool:
    """Whether a player may give up a saved Survivor for the damage (UDL-55)."""
    if table.people[seat].saved == 0:
        return False
    by_enemies = table.source in (Source.RAIDERS, Source.INFECTED)
    match ruling("UDL-55"):
        case "owner-enemy":
            return by_enemies and seat == table.victim
        case "owner-any":
            return seat == table.victim
        case _:
            return by_enemies


@game.rule
def is_absorbed(table: Table) -> bool:
    """Whether damage of the Die of Fate or of a fellow player goes by the damage order (UDL-19, UDL-28)."""
    return (table.source == Source.FATE and ruling("UDL-19") == "damage-order"
            or table.source == Source.FRIEND and ruling("UDL-28") == "damage-order")


@game.step(Phase.SUFFER)
def suffer(table: Table) -> None:
    """A point of damage comes to a player: to a saved Survivor, if one may be given up, or to the character."""
    if is_absorbed(table) and has_survivor(table, table.victim):
        table.pain -= 1
        kill_survivor(table, table.victim)
        go_on(table)
    elif is_absorbed(table) and table.people[table.victim].barricades > 0:
        table.pain -= 1
        break_barricade(table, table.victim)
        go_on(table)
    elif is_absorbed(table) and table.people[table.victim].items[Rubble.VEST] > 0 and ruling("UDL-69") == "passive":
        table.pain -= 1
        use_vest(table, table.victim)
        go_on(table)
    elif any(may_give_up(table, seat) for seat in Seat):
        table.phase = Phase.GIVE_UP
    else:
        take(table)


@game.rule
def take(table: Table) -> None:
    """The character takes a point of damage; by a Raider the player loses a card, too."""
    clause("UDL-E07")
    table.pain -= 1
    if table.source == Source.RAIDERS and ruling("UDL-46") == "suffered-only":
        clause("UDL-T05")
        table.losses += 1
    hurt(table, table.victim)
    go_on(table)


@game.decision(Phase.GIVE_UP, clause=("UDL-T31", "UDL-T32"))
def give_up(table: Table, seat: Seat) -> None:
    """A player gives up a saved Survivor, who takes the point of damage."""
    require(may_give_up(table, seat), "UDL-T31")
    table.people[seat].saved -= 1
    table.horde_discard.add(Horde.SURVIVOR)
    table.pain -= 1
    see_whether_hope_is_left(table)
    go_on(table)


@game.decision(Phase.GIVE_UP, seat=victim)
def endure(table: Table) -> None:
    """The character takes the damage."""
    take(table)


# -- cards to lose ------------------------------------------------------------------------------------------------------------


@game.rule
def can_lose(table: Table, seat: Seat) -> bool:
    """Whether a player has a card to lose."""
    return any(table.people[seat].items[card] > 0 and may_go(seat, card) for card in ITEMS)


@game.rule
def must_lose(table: Table) -> bool:
    """Whether a card is to be lost by damage, an Event or the Die of Fate."""
    return table.losses > 0 and can_lose(table, table.victim)


@game.rule
def loser(table: Table) -> Seat:
    """The player who discards: who must lose a card, or the first who has too much."""
    if must_lose(table):
        return table.victim
    return next((seat for seat in Seat if has_too_much(table, seat)), Seat.PLAYER_1)


@game.decision(Phase.LOSE, seat=loser)
def discard(table: Table, item: Item) -> None:
    """A player discards a card of choice."""
    seat = loser(table)
    require(table.people[seat].items[item] > 0 and may_go(seat, item), "UDL-T06")
    if must_lose(table):
        clause("UDL-T06")
        table.losses -= 1
    else:
        clause("UDL-I01", "UDL-I03", "UDL-I04", "UDL-I05")
        clause("UDL-I02", when=advantage(seat) == Advantage.PLACES)
    table.people[seat].items.take(item)
    table.discard.add(item)
    clause("UDL-X08", when=item == Rubble.SYMBOL)
    go_on(table)
