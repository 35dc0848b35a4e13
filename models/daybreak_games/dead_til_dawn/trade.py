"""Between turns: Survivors give Equipment away, heal, get rid of Quirks, and show who they are."""

from __future__ import annotations

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import FRESH, LAID_OUT, Ability, Item, Quirk
from daybreak_games.dead_til_dawn.people import (
    discard,
    heal,
    is_pet,
    is_survivor,
    may_use_once,
    next_seat,
    show,
    survivors,
    take_up_aside,
    use_once,
    whose_say,
)
from daybreak_games.dead_til_dawn.state import Phase, Stage, Table, box, game
from verifier.lang import clause, require, ruling, the


@game.rule
def may_give(table: Table, seat: Seat, item: Item) -> bool:
    """Whether a player may give an item away."""
    return table.people[seat].items[item] > 0 and not is_pet(item)


@game.rule
def has_something_to_do(table: Table, seat: Seat) -> bool:
    """Whether a player can do anything between turns."""
    person = table.people[seat]
    if not is_survivor(table, seat):
        return False
    gives = survivors(table) > 1 and any(may_give(table, seat, item) for item in Item)
    heals = ruling("DTD-67") == "between-turns" and (
        any(person.items[item] > 0 and box.sheets[FRESH[item]].heals > 0 for item in Item)
        or may_use_once(table, seat, Ability.MEDIC)) and any(
            is_survivor(table, each) and table.people[each].wounds > 0 for each in Seat)
    cures = person.quirk != Quirk.NONE and any(person.items[item] > 0 and box.sheets[FRESH[item]].cures for item in Item)
    return gives or heals or cures or may_reveal(table, seat)


@game.rule
def may_reveal(table: Table, seat: Seat) -> bool:
    """Whether a player may show the Character: in the own turn, and if it has an ability to lose (DTD-70)."""
    return seat == table.turn and not table.people[seat].shown and (
        may_use_once(table, seat, Ability.HERO) or may_use_once(table, seat, Ability.MEDIC))


@game.rule
def trade_is_barred(table: Table) -> bool:
    """By reading DTD-45 'bars-trade', while a secret Event lies before a player."""
    return ruling("DTD-45") == "bars-trade" and any(person.kept is not None for person in table.people)


@game.rule
def begin_trade(table: Table) -> None:
    """Survivors may trade, the player in turn first."""
    table.actor = table.turn
    table.passes = 0
    table.phase = Phase.ASK_TRADER


@game.step(Phase.ASK_TRADER)
def ask_trader(table: Table) -> None:
    """A Survivor who can do something is asked, then the next; after the last one the turn goes on."""
    if table.passes >= box.players or trade_is_barred(table):
        end_trade(table)
    elif has_something_to_do(table, table.actor):
        table.phase = Phase.TRADE
    else:
        table.passes += 1
        table.actor = next_seat(table.actor)


@game.rule
def end_trade(table: Table) -> None:
    """The turn goes on where it was."""
    table.passes = 0
    table.actor = table.turn if table.stage == Stage.PROWL else Seat.PLAYER_1
    take_up_aside(table)
    if any(person.fighting for person in table.people):
        table.phase = Phase.CLOSE
    elif table.stage == Stage.PROWL:
        table.phase = Phase.PROWL
    else:
        table.phase = Phase.RESOLVE


@game.decision(Phase.TRADE, seat=whose_say)
def give(table: Table, seat: Seat, item: Item) -> None:
    """A Survivor offers another an Equipment card; it may be passed on in the next window only (DTD-62)."""
    require(is_survivor(table, seat) and seat != table.actor, "DTD-Q05")
    require(may_give(table, table.actor, item), "DTD-Q23")
    clause("DTD-Q05")
    clause("DTD-S14", when=table.round == 1 and table.turns == 0)
    table.people[table.actor].items.take(item)
    table.gift = item
    table.receiver = seat
    if ruling("DTD-63") == "consent":
        table.phase = Phase.CONSENT
    else:
        hand_on(table, True)


@game.rule
def receiver(table: Table) -> Seat:
    """Who is offered a gift."""
    return table.receiver


@game.decision(Phase.CONSENT, seat=receiver)
def answer(table: Table, takes: bool) -> None:
    """The gift is taken or refused (DTD-63)."""
    hand_on(table, takes)


@game.rule
def hand_on(table: Table, takes: bool) -> None:
    """A gift goes to the other, or stays; it is not offered again in the same window."""
    item = the(table.gift)
    clause("DTD-Q12", when=takes and item in LAID_OUT)
    if takes:
        table.people[table.receiver].aside.add(item)
    else:
        table.people[table.actor].aside.add(item)
    table.gift = None
    table.receiver = Seat.PLAYER_1
    if table.stage == Stage.CHECK:
        table.actor = Seat.PLAYER_1
        table.phase = Phase.CHECK
    else:
        table.phase = Phase.ASK_TRADER


@game.decision(Phase.TRADE, seat=whose_say)
def bandage(table: Table, seat: Seat, item: Item) -> None:
    """A Survivor heals somebody with a card, between turns (DTD-67)."""
    require(ruling("DTD-67") == "between-turns", "DTD-V24")
    require(is_survivor(table, seat) and table.people[seat].wounds > 0, "DTD-V24")
    require(table.people[table.actor].items[item] > 0 and box.sheets[FRESH[item]].heals > 0, "DTD-V24")
    table.people[table.actor].items.take(item)
    discard(table, item)
    heal(table, seat, box.sheets[FRESH[item]].heals)
    table.phase = Phase.ASK_TRADER


@game.decision(Phase.TRADE, seat=whose_say)
def tend(table: Table, seat: Seat) -> None:
    """A Character that can heals somebody, between turns (DTD-67)."""
    require(ruling("DTD-67") == "between-turns", "DTD-V24")
    require(is_survivor(table, seat) and table.people[seat].wounds > 0, "DTD-V24")
    require(may_use_once(table, table.actor, Ability.MEDIC), "DTD-S01")
    use_once(table, table.actor, Ability.MEDIC)
    heal(table, seat, 1)
    table.phase = Phase.ASK_TRADER


@game.decision(Phase.TRADE, seat=whose_say)
def read(table: Table, item: Item) -> None:
    """A Survivor gets rid of a Quirk."""
    require(table.people[table.actor].quirk != Quirk.NONE, "DTD-V17")
    require(table.people[table.actor].items[item] > 0 and box.sheets[FRESH[item]].cures, "DTD-V17")
    clause("DTD-V17")
    table.people[table.actor].quirk = Quirk.NONE
    table.people[table.actor].items.take(item)
    discard(table, item)
    table.phase = Phase.ASK_TRADER


@game.decision(Phase.TRADE, seat=whose_say)
def reveal(table: Table) -> None:
    """The player in turn shows the Character (DTD-70)."""
    require(may_reveal(table, table.actor), "DTD-S06")
    clause("DTD-S06")
    show(table, table.actor)
    table.phase = Phase.ASK_TRADER


@game.decision(Phase.TRADE, seat=whose_say)
def done(table: Table) -> None:
    """A Survivor does nothing more between turns."""
    table.passes += 1
    table.actor = next_seat(table.actor)
    table.phase = Phase.ASK_TRADER
