"""What Events do to Survivors, one at a time, and the Flip."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import Card, Effect, Event, Horror, Item, Whom
from daybreak_games.dead_til_dawn.cravings import see_cravings
from daybreak_games.dead_til_dawn.people import (
    discard,
    heal,
    is_pet,
    is_survivor,
    last_wound,
    next_survivor,
    next_zombie,
    renew_equipment,
    renew_zombies,
    show,
    whose_say,
)
from daybreak_games.dead_til_dawn.state import HITS_MOST, Fate, Phase, Stage, Table, box, game
from verifier.lang import Range, clause, require, ruling, weight

Often = Annotated[int, Range(1, 3)]


# -- what comes ---------------------------------------------------------------------------------------------------------------


@game.rule
def is_about(table: Table, event: Event, seat: Seat) -> bool:
    """Whether an Event is about a player: a Survivor, and who drew it if it is about nobody else."""
    return is_survivor(table, seat) and (box.says[event].whom != Whom.DRAWER or seat == table.turn)


@game.rule
def get_hits(table: Table, seat: Seat, number: Annotated[int, Range(0, 360)]) -> None:
    """Wounds are to come to a Survivor."""
    table.people[seat].hits = min(HITS_MOST, table.people[seat].hits + number)


@game.rule
def get_bites(table: Table, seat: Seat, number: Often) -> None:
    """A Survivor is Bitten."""
    table.people[seat].bites = min(HITS_MOST, table.people[seat].bites + number)


@game.rule
def comes_to(table: Table, seat: Seat, effect: Effect, often: Often) -> None:
    """An effect is to come to a Survivor, so many times; who has to die is dead."""
    person = table.people[seat]
    match effect:
        case Effect.NOTHING:
            pass
        case Effect.WOUND:
            get_hits(table, seat, often)
        case Effect.DIE:
            clause("DTD-Z02")
            person.fate = Fate.DEAD
        case Effect.BITE:
            get_bites(table, seat, often)
        case _:
            person.due = effect
            person.times = often


@game.rule
def swap(table: Table, seat: Seat, other: Seat) -> None:
    """Two Survivors swap their Equipment, but for Pets."""
    clause("DTD-V22", when=seat != other)
    for item in Item:
        if not is_pet(item):
            count = table.people[seat].items[item]
            laid = table.people[seat].aside[item]
            table.people[seat].items[item] = table.people[other].items[item]
            table.people[seat].aside[item] = table.people[other].aside[item]
            table.people[other].items[item] = count
            table.people[other].aside[item] = laid


@game.rule
def raise_a_neighbour(table: Table, seat: Seat) -> None:
    """The next Zombie player to the left returns to life, if there is one."""
    risen = next_zombie(table, seat)
    if risen != seat:
        revive(table, risen)


@game.rule
def revive(table: Table, seat: Seat) -> None:
    """A Zombie player returns to life: with no Equipment and no Zombie cards (DTD-35)."""
    clause("DTD-Z25")
    person = table.people[seat]
    clause("DTD-V27", when=person.powers.total > 0)
    person.zombie = False
    person.last = False
    person.returned = True
    person.wounds = 0 if ruling("DTD-35") == "fresh" else last_wound(table, seat) - 1
    table.zombie_discard.add_all(person.hand)
    table.zombie_discard.add_all(person.powers)
    person.hand.clear()
    person.powers.clear()
    see_cravings(table)


@game.rule
def leave_hideout(table: Table) -> None:
    """The Survivors are driven out of their Hideout, if they are in one."""
    card = table.hideout
    if card is not None:
        clause("DTD-V11")
        table.event_discard.add(card)
    table.hideout = None


# -- one at a time ------------------------------------------------------------------------------------------------------------


@game.rule
def flips_for_bites(table: Table, seat: Seat) -> bool:
    """Whether a Bitten player has to Flip now: at the start of the own turn, or at once (DTD-61)."""
    return table.people[seat].bites > 0 and (
        ruling("DTD-61") == "at-once" or table.stage == Stage.START and seat == table.turn)


@game.rule
def waits(table: Table, seat: Seat) -> bool:
    """Whether something is to come to a player."""
    person = table.people[seat]
    return is_survivor(table, seat) and person.fate == Fate.LIVES and (
        person.hits > 0 or person.due != Effect.NOTHING or person.flips > 0 or flips_for_bites(table, seat))


@game.step(Phase.COME)
def come(table: Table) -> None:
    """What waits for a Survivor: a Wound, else what an Event does, else a Flip."""
    person = table.people[table.actor]
    if person.hits > 0:
        get_wound(table, table.actor)
    elif person.due != Effect.NOTHING:
        happen(table, table.actor)
    else:
        renew_zombies(table)
        if table.zombies.total > 0:
            table.phase = Phase.FLIP
        else:
            if person.flips == 0:
                person.bites = 0
            person.flips = 0
            come_no_more(table)


@game.rule
def come_no_more(table: Table) -> None:
    """Something has come; it is seen what comes next."""
    table.actor = Seat.PLAYER_1
    table.phase = Phase.RESOLVE


@game.rule
def happen(table: Table, seat: Seat) -> None:
    """What an Event does to a Survivor: Equipment is found by a draw or lost by a choice, if there is any; all else is done."""
    due = table.people[seat].due
    if due == Effect.FIND:
        renew_equipment(table)
    if due == Effect.FIND and table.equipment.total > 0:
        table.phase = Phase.FIND
    elif due == Effect.LOSE and any(has_to_lose(table, seat, item) for item in Item):
        table.phase = Phase.LOSE
    else:
        do_at_once(table, seat)
        end_one(table, seat)


@game.rule
def do_at_once(table: Table, seat: Seat) -> None:
    """What an Event does without a draw or a choice."""
    person = table.people[seat]
    event = table.event
    match person.due:
        case Effect.HEAL:
            heal(table, seat, person.times)
        case Effect.QUIRK:
            if event is not None:
                person.quirk = box.says[event].quirk
        case Effect.SHOW:
            if not person.shown:
                show(table, seat)
        case Effect.SWAP:
            swap(table, seat, next_survivor(table, seat))
        case Effect.RISE:
            raise_a_neighbour(table, seat)
        case Effect.LEAVE:
            leave_hideout(table)
        case _:
            pass


@game.rule
def has_to_lose(table: Table, seat: Seat, item: Item) -> bool:
    """Whether a Survivor has an item that can be lost, be it one that was just played."""
    return table.people[seat].items[item] + table.people[seat].aside[item] > 0 and not is_pet(item)


@game.rule
def get_wound(table: Table, seat: Seat) -> None:
    """A Survivor gets a Wound; with the last one he falls, and may still be healed."""
    clause("DTD-T15", "DTD-T16")
    person = table.people[seat]
    person.hits -= 1
    person.wounds = min(30, person.wounds + 1)
    if person.wounds >= last_wound(table, seat):
        clause("DTD-Z01")
        person.fate = Fate.FALLING
    come_no_more(table)


@game.rule
def end_one(table: Table, seat: Seat) -> None:
    """What an Event does to a Survivor is done."""
    table.people[seat].due = Effect.NOTHING
    table.people[seat].times = 0
    come_no_more(table)


@game.rule
def count_one(table: Table) -> None:
    """An Equipment card was found or lost."""
    person = table.people[table.actor]
    person.times = max(0, person.times - 1)
    if person.times == 0:
        person.due = Effect.NOTHING
    come_no_more(table)


@game.chance(Phase.FIND, tape="equipment", order_of="equipment")
def find(table: Table, item: Card) -> None:
    """A Survivor finds an Equipment card."""
    weight(table.equipment[item])
    table.equipment.take(item)
    table.people[table.actor].items.add(item)
    count_one(table)


@game.decision(Phase.LOSE, seat=whose_say)
def lose(table: Table, item: Item) -> None:
    """A Survivor discards an Equipment card of choice, because an Event says so."""
    require(has_to_lose(table, table.actor, item), "DTD-Q23")
    person = table.people[table.actor]
    if person.items[item] > 0:
        person.items.take(item)
    else:
        person.aside.take(item)
    discard(table, item)
    count_one(table)


@game.chance(Phase.FLIP, tape="zombies", order_of="zombies", clause=("DTD-V01", "DTD-V02"))
def flip(table: Table, horror: Horror) -> None:
    """A card of the Zombie deck is turned up and discarded, for an Event or for a Bite."""
    weight(table.zombies[horror])
    table.zombies.take(horror)
    table.zombie_discard.add(horror)
    seat = table.actor
    person = table.people[seat]
    heads = box.horrors[horror].heads
    event = table.event
    come_no_more(table)
    if person.flips > 0:
        person.flips -= 1
        if event is not None:
            sheet = box.says[event]
            comes_to(table, seat, sheet.first if heads else sheet.second, sheet.number)
    else:
        clause("DTD-V14")
        clause("DTD-V15", when=person.bites > 1)
        person.bites = max(0, person.bites - 1)
        if heads == box.bite:
            person.fate = Fate.DEAD
