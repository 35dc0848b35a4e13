"""Inventories: slots and stacks, what may be discarded, and what a random loss can take."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import ITEMS, STACKED, UNSTACKED, WEAPONS, Item, Rubble
from daybreak_games.survive_until_daylight.state import Cause, Person, Table, box, game
from verifier.lang import Range, clause, ruling

BACKPACK_HOLDS = 2


@game.rule
def slots(person: Person) -> Annotated[int, Range(0, 600)]:
    """How many slots an inventory takes: a stack of one kind takes one (SUD-I02), all else one a card."""
    stacks = sum(1 for item in STACKED if person.items[item] > 0)
    return stacks + sum(person.items[item] for item in UNSTACKED)


@game.rule
def limit() -> Annotated[int, Range(1, 12)]:
    """How many slots there are."""
    return box.slots_solo if box.players == 1 else box.slots


@game.rule
def over_limit(table: Table, seat: Seat) -> bool:
    """Whether a player holds too much."""
    return slots(table.people[seat]) > limit()


@game.rule
def is_stacked(item: Rubble) -> bool:
    """Ammo and crafting ingredients."""
    return item <= Rubble.EXPLOSIVES


@game.rule
def is_weapon(item: Rubble) -> bool:
    """Weapons, unique and common."""
    return Rubble.PILLAR_WEAPON <= item <= Rubble.CROSSBOW


@game.rule
def starting(table: Table, seat: Seat, item: Rubble) -> bool:
    """Whether a card counts as a starting weapon with a player."""
    if ruling("SUD-63") == "of-the-card":
        return any(person.started[weapon] for person in table.people for weapon in WEAPONS if weapon == item)
    return any(table.people[seat].started[weapon] for weapon in WEAPONS if weapon == item)


@game.rule
def weapon_discardable(table: Table, seat: Seat, item: Rubble) -> bool:
    """Whether a weapon may be discarded by choice."""
    match ruling("SUD-05"):
        case "starting-kept":
            return not starting(table, seat, item)
        case "all-kept":
            return False
        case _:
            return True


@game.rule
def discardable(table: Table, seat: Seat, item: Rubble) -> bool:
    """Whether a card may be discarded by choice; a Backpack with all that is in it (SUD-64), and only for the last slot that is
    needed (SUD-105)."""
    if is_weapon(item):
        return weapon_discardable(table, seat, item)
    if item == Rubble.BACKPACK:
        goes = all(table.packed[weapon] == 0 or weapon_discardable(table, seat, weapon) for weapon in WEAPONS)
        return goes and slots(table.people[seat]) <= limit() + 1
    return True


@game.rule
def fits(table: Table, seat: Seat, item: Rubble) -> bool:
    """Whether a player has room for a card."""
    person = table.people[seat]
    more = 0 if is_stacked(item) and person.items[item] > 0 else 1
    return slots(person) + more <= limit()


@game.rule
def can_take(table: Table, seat: Seat, item: Rubble) -> bool:
    """Whether a player has room for a card or can make it: by a card that may be discarded, or that goes into the Backpack."""
    person = table.people[seat]
    packs = person.items[Rubble.BACKPACK] > 0 and table.packed.total < BACKPACK_HOLDS
    drops = any(person.items[held] > 0 and discardable(table, seat, held) for held in ITEMS)
    return fits(table, seat, item) or packs or drops or discardable(table, seat, item)


@game.rule
def put_away(table: Table, seat: Seat, item: Rubble) -> None:
    """A card of an inventory is discarded, a Backpack with all that is in it."""
    table.people[seat].items.take(item)
    table.discard.add(item)
    if item == Rubble.BACKPACK:
        clause("SUD-P18", when=table.packed.total > 0)
        table.discard.add_all(table.packed)
        table.packed.clear()


@game.rule
def exposed(table: Table, seat: Seat, item: Item) -> Annotated[int, Range(0, 20)]:
    """How likely a card is to be the one that a player loses: to a Raider, or else to Bad Luck."""
    held = table.people[seat].items[item]
    if item == Rubble.BACKPACK:
        return 0
    if is_weapon(item):
        if table.cause == Cause.ENEMY or ruling("SUD-06") == "no-weapons" or starting(table, seat, item):
            return 0
    if ruling("SUD-07") == "by-slot" and is_stacked(item):
        return min(1, held)
    return held


@game.rule
def can_lose(table: Table, seat: Seat) -> bool:
    """Whether there is a card to lose."""
    return any(exposed(table, seat, item) > 0 for item in ITEMS)
