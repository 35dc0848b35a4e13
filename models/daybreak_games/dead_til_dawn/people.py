"""The players: who sits where, who is alive, neighbours, Characters, Wounds, hands."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import AMMO, FRESH, LAID_OUT, Ability, Item, Keyword, Quirk
from daybreak_games.dead_til_dawn.state import Fate, Players, Stage, Table, box, game
from verifier.lang import Range, clause, ruling

Number = Annotated[int, Range(0, 1)]  # of two Characters

# -- seats --------------------------------------------------------------------------------------------------------------------


@game.rule
def next_seat(seat: Seat) -> Seat:
    """The next player to the left."""
    return Seat((seat + 1) % box.players)


@game.rule
def seat_to_the_left(seat: Seat, steps: Players) -> Seat:
    """The player so many seats to the left."""
    return Seat((seat + steps) % box.players)


@game.rule
def seat_to_the_right(seat: Seat, steps: Players) -> Seat:
    """The player so many seats to the right."""
    return Seat((seat + box.players - steps % box.players) % box.players)


@game.rule
def is_survivor(table: Table, seat: Seat) -> bool:
    """Whether a player is alive."""
    return seat < box.players and not table.people[seat].zombie


@game.rule
def is_zombie(table: Table, seat: Seat) -> bool:
    """Whether a player is dead."""
    return seat < box.players and table.people[seat].zombie


@game.rule
def survivors(table: Table) -> Players:
    """How many are alive."""
    return min(8, sum(1 for seat in Seat if is_survivor(table, seat)))


@game.rule
def turn_holder(table: Table) -> Seat:
    """The player whose turn it is."""
    return table.turn


@game.rule
def whose_say(table: Table) -> Seat:
    """The player who is asked."""
    return table.actor


@game.rule
def next_survivor(table: Table, seat: Seat) -> Seat:
    """The next Survivor to the left; the player himself, if there is no other."""
    return next((seat_to_the_left(seat, steps) for steps in range(1, 8)
                 if steps < box.players and is_survivor(table, seat_to_the_left(seat, steps))), seat)


@game.rule
def survivor_to_the_right(table: Table, seat: Seat) -> Seat:
    """The next Survivor to the right; the player himself, if there is no other."""
    return next((seat_to_the_right(seat, steps) for steps in range(1, 8)
                 if steps < box.players and is_survivor(table, seat_to_the_right(seat, steps))), seat)


@game.rule
def next_zombie(table: Table, seat: Seat) -> Seat:
    """The next Zombie player to the left; the player himself, if there is no other."""
    return next((seat_to_the_left(seat, steps) for steps in range(1, 8)
                 if steps < box.players and is_zombie(table, seat_to_the_left(seat, steps))), seat)


@game.rule
def zombie_to_the_right(table: Table, seat: Seat) -> Seat:
    """The next Zombie player to the right; the player himself, if there is no other."""
    return next((seat_to_the_right(seat, steps) for steps in range(1, 8)
                 if steps < box.players and is_zombie(table, seat_to_the_right(seat, steps))), seat)


# -- Characters ---------------------------------------------------------------------------------------------------------------


@game.rule
def characters_each() -> Annotated[int, Range(1, 2)]:
    """How many Characters a player has."""
    return 2 if box.players == 3 else 1


@game.rule
def limit_on(table: Table, seat: Seat, number: Number) -> Annotated[int, Range(1, 9)]:
    """The Wounds that kill a Character."""
    character = table.people[seat].characters[number]
    if ruling("DTD-01") == "one-number" or character is None:
        return box.wounds
    return box.characters[character].wounds


@game.rule
def last_wound(table: Table, seat: Seat) -> Annotated[int, Range(1, 18)]:
    """The number of Wounds that kills a player (DTD-01, DTD-56)."""
    first = limit_on(table, seat, 0)
    if table.people[seat].characters[1] is None or ruling("DTD-01") == "one-number":
        return first
    match ruling("DTD-56"):
        case "lower":
            return min(first, limit_on(table, seat, 1))
        case "higher":
            return max(first, limit_on(table, seat, 1))
        case _:
            return first + limit_on(table, seat, 1)


@game.rule
def has_ability(table: Table, seat: Seat, number: Number, ability: Ability) -> bool:
    """Whether a Character of a player, the first or the second, has an ability."""
    character = table.people[seat].characters[number]
    return character is not None and box.characters[character].ability == ability


@game.rule
def show(table: Table, seat: Seat) -> None:
    """A Character is shown; abilities that work once are used up."""
    clause("DTD-S07", when=may_use_once(table, seat, Ability.HERO) or may_use_once(table, seat, Ability.MEDIC))
    table.people[seat].shown = True
    for number in range(2):
        table.people[seat].spent[number] = True


@game.rule
def may_use_once(table: Table, seat: Seat, ability: Ability) -> bool:
    """Whether a player has an ability that works once, and it is not used up."""
    return any(has_ability(table, seat, number, ability) and not table.people[seat].spent[number] for number in range(2))


@game.rule
def use_once(table: Table, seat: Seat, ability: Ability) -> None:
    """An ability that works once is used, which shows the Character, or not (DTD-55)."""
    clause("DTD-S01")
    first = has_ability(table, seat, 0, ability) and not table.people[seat].spent[0]
    table.people[seat].spent[0 if first else 1] = True
    if ruling("DTD-55") == "use-shows":
        table.people[seat].shown = True


# -- Equipment ----------------------------------------------------------------------------------------------------------------


@game.rule
def is_pet(item: Item) -> bool:
    """Whether an item is a Pet."""
    return box.sheets[FRESH[item]].pet


@game.rule
def worth(item: Item, asked: Keyword) -> Annotated[int, Range(0, 3)]:
    """How much an item counts for a keyword; a Firearm with Ammo for a token, with none not at all (DTD-23)."""
    sheet = box.sheets[FRESH[item]]
    match asked:
        case Keyword.WEAPON:
            if item in LAID_OUT:
                return 1 if AMMO[item] > 0 or ruling("DTD-23") == "reloaded" else 0
            if item in (Item.REVOLVER, Item.SHOTGUN) and box.ammo[FRESH[item]] > 0:
                return 1
            return sheet.weapons
        case Keyword.TOOL:
            return int(sheet.tool)
        case Keyword.ROPE:
            return int(sheet.rope)
        case _:
            return int(sheet.light)


@game.rule
def held(table: Table, seat: Seat) -> Annotated[int, Range(0, 1600)]:
    """How many Equipment cards a player has; Pets do not count, since they cannot be discarded (DTD-71)."""
    person = table.people[seat]
    return sum(person.items[item] + person.aside[item] for item in Item if not is_pet(item))


@game.rule
def hand_limit() -> Annotated[int, Range(1, 18)]:
    """How many a Survivor may have (DTD-04)."""
    return box.limit * (2 if box.players == 3 and ruling("DTD-04") == "twice-everything" else 1)


@game.rule
def discard(table: Table, item: Item) -> None:
    """An Equipment card goes to the discard pile; from there a Firearm comes back without its tokens (DTD-24)."""
    clause("DTD-Q13", when=item in LAID_OUT)
    table.equipment_discard.add(FRESH[item])


@game.rule
def take_up_aside(table: Table) -> None:
    """What was laid aside may be used again."""
    for seat in Seat:
        clause("DTD-T09", when=table.stage == Stage.EVENT and table.people[seat].aside.total > 0)
        table.people[seat].items.add_all(table.people[seat].aside)
        table.people[seat].aside.clear()


@game.rule
def renew_equipment(table: Table) -> None:
    """An empty Equipment deck is made of its discards (DTD-36)."""
    if table.equipment.total == 0:
        table.equipment.add_all(table.equipment_discard)
        table.equipment_discard.clear()


@game.rule
def renew_zombies(table: Table) -> None:
    """An empty Zombie deck is made of its discards (DTD-36)."""
    if table.zombies.total == 0:
        table.zombies.add_all(table.zombie_discard)
        table.zombie_discard.clear()


@game.rule
def renew_events(table: Table) -> None:
    """An empty deck of Events is made of its discards (DTD-36)."""
    if table.events.total == 0:
        table.events.add_all(table.event_discard)
        table.event_discard.clear()


# -- Wounds -------------------------------------------------------------------------------------------------------------------


@game.rule
def heal(table: Table, seat: Seat, number: Annotated[int, Range(0, 3)]) -> None:
    """Wounds are healed; with fewer than the last one, nobody falls."""
    person = table.people[seat]
    clause("DTD-V24", when=person.wounds > 0)
    person.wounds = max(0, person.wounds - number)
    if person.fate == Fate.FALLING and person.wounds < last_wound(table, seat):
        clause("DTD-V25")
        person.fate = Fate.LIVES


@game.rule
def is_loner(table: Table, seat: Seat) -> bool:
    """Whether a player neither helps nor is helped."""
    return table.people[seat].quirk == Quirk.LONER
