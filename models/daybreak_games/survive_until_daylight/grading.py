"""How a finished game is valued, what a line can still reach, and how promising a position looks."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.survive_until_daylight.assault import in_hand
from daybreak_games.survive_until_daylight.attack import fixed
from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import ITEMS, TYPE, WEAPONS, Ammo, Assault, CombatCard, Rubble, Type, Weapon
from daybreak_games.survive_until_daylight.combat_cards import Damage, sum_up
from daybreak_games.survive_until_daylight.line import is_enemy, is_survivor, spear_bonus, survivors
from daybreak_games.survive_until_daylight.rounds import AFTERWARDS
from daybreak_games.survive_until_daylight.state import (
    LINE_MOST,
    After,
    Cause,
    Enemy,
    Person,
    Phase,
    Place,
    Table,
    box,
    game,
)
from verifier.lang import Range, record, ruling

ROUNDS_MOST = 6
# The numbers of the estimate were tuned by playing: beams of 64 states on deals 1 to 10, three times 28 variations, of which the
# best quarter was averaged (cross-entropy method).
# By Health left, up to 7: what makes the last points worth more than others.
WEAKNESS = (800, 570, 260, 220, 110, 70, 35, 0)
# By Rubble card: what one is worth, in hundredths of a point of Health; weapons, and Ammo that can be fired, are valued together.
# Junk and an empty Backpack make more states that differ in nothing else: they are kept only where they are good for something.
WORTH = (6, 4, 13, 9, 11, 20, 17, -5, 67, 134, 201, 85, 20, 64, 53, 63, 83, 100, -50,
         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
LOADED = 20  # what Ammo is worth besides, with a weapon for it
SURVIVOR = 105  # what a Survivor on the line is worth


@record
class Grade:
    """Best first: won or not, Rounds survived, Health of all, Survivors left, Ammo left.

    The rulebook knows winning and losing only (SUD-L10, SUD-G02).  What comes after is ours (SUD-91).
    """

    won: bool
    rounds: Annotated[int, Range(0, ROUNDS_MOST)]
    health: Annotated[int, Range(0, 72)]
    survivors: Annotated[int, Range(0, LINE_MOST)]
    ammo: Annotated[int, Range(0, 400)]


@game.rule
def rounds_survived(table: Table) -> Annotated[int, Range(0, ROUNDS_MOST)]:
    """How many Rounds are over; those after the last are not counted."""
    if table.phase == Phase.WON:
        return box.rounds
    return min(box.rounds, max(0, table.round - 1))


@game.rule
def ammo_held(table: Table) -> Annotated[int, Range(0, 400)]:
    """The Ammo in all inventories and in the Backpack."""
    held = sum(person.items[Rubble.GUN_AMMO] + person.items[Rubble.ARROW] for person in table.people)
    return min(400, held + table.packed[Rubble.GUN_AMMO] + table.packed[Rubble.ARROW])


@game.grade(order="the rulebook knows winning and losing; Rounds, Health, Survivors and Ammo are our tie-break")
def result(table: Table) -> Grade:
    """The value of a finished game."""
    return Grade(won=table.phase == Phase.WON, rounds=rounds_survived(table),
                 health=sum(person.health for person in table.people),
                 survivors=survivors(table), ammo=ammo_held(table))


@game.rule
def whole_health() -> Annotated[int, Range(0, 72)]:
    """The Health of all at the start."""
    return sum(box.boards[box.characters[seat]].health for seat in Seat if seat < box.players)


@game.rule
def unused(table: Table, card: Rubble) -> Annotated[int, Range(0, 400)]:
    """How many of a card can still be used: all that are not discarded, or are shuffled in again (SUD-03)."""
    held = sum(person.items[card] for person in table.people)
    there = held + table.packed[card] + table.unseen[card] + table.known[card] + int(table.found == card)
    return there + (table.discard[card] if ruling("SUD-03") == "reshuffle-discards" else 0)


@game.rule
def health_left(table: Table) -> Annotated[int, Range(0, 72)]:
    """The Health of all, if every healing item that may still be used heals in full."""
    hearts = unused(table, Rubble.FOOD_1) + 2 * unused(table, Rubble.FOOD_2) + 3 * unused(table, Rubble.FOOD_3)
    if ruling("SUD-03") == "reshuffle-discards":
        return whole_health()
    return min(whole_health(), hearts + sum(person.health for person in table.people))


@game.rule
def survivors_left(table: Table) -> Annotated[int, Range(0, 400)]:
    """The Survivors on the line, and those that may still come."""
    there = table.to_come[Type.SURVIVOR] + survivors(table) + in_hand(table, Type.SURVIVOR)
    return there + sum(box.waves[card][Type.SURVIVOR][box.players - 1] for card in Assault if table.assaults[card])


@game.bound
def best_possible(table: Table) -> Grade:
    """Health comes back by healing items, Survivors come by Assault cards, Ammo by cards not used yet."""
    if table.phase == Phase.LOST:
        return Grade(won=False, rounds=rounds_survived(table), health=sum(person.health for person in table.people),
                     survivors=survivors(table), ammo=ammo_held(table))
    return Grade(won=True, rounds=box.rounds, health=health_left(table), survivors=min(LINE_MOST, survivors_left(table)),
                 ammo=min(400, unused(table, Rubble.GUN_AMMO) + unused(table, Rubble.ARROW)))


# -- how far the game has come ------------------------------------------------------------------------------------------------


@game.rule
def part(table: Table) -> Annotated[int, Range(0, 9)]:
    """The part of the Round: the search, the trade, the players' turns one by one, the enemies."""
    if table.phase >= Phase.NEXT_ENEMY or table.cause == Cause.ENEMY:
        return 9
    if table.phase >= Phase.TURN or table.cause >= Cause.CRAFT or table.after == After.TURN:
        return 2 + table.turns
    return 1 if Phase.TRADE <= table.phase or table.after == After.TRADE else 0


@game.progress
def hour(table: Table) -> Annotated[int, Range(0, 79)]:
    """The Round and its part.  Rounds after the sixth are not told apart, so neither are their parts."""
    return 70 if table.round == AFTERWARDS else table.round * 10 + part(table)


# -- how promising a position is: a point of Health counts 100 ----------------------------------------------------------------


@game.rule
def rounds_left(table: Table) -> Annotated[int, Range(1, ROUNDS_MOST)]:
    """The Rounds to play, with this one; after the last Round one."""
    return max(1, box.rounds + 1 - table.round)


@game.rule
def vigour(person: Person) -> Annotated[int, Range(-1000, 2000)]:
    """What the Health of a player is worth: the last points most, since one death loses the game."""
    return person.health * 100 - WEAKNESS[min(7, person.health)]


# -- what players hold --------------------------------------------------------------------------------------------------------


@game.rule
def power(weapon: Weapon) -> Annotated[int, Range(0, 200)]:
    """What an attack with a weapon does, in tenths of a Damage; Splash hits two as a rule."""
    sheet = box.weapons[weapon]
    drawn = sheet.cards + int(sheet.ammo != Ammo.NONE)
    return sheet.damage * 10 + sheet.splash * 17 + (5 if drawn > 0 else 0) + min(5, drawn * 2)


@game.rule
def best_power(person: Person, kind: Ammo) -> Annotated[int, Range(0, 200)]:
    """The best weapon of a player that needs this Ammo."""
    return max((power(weapon) for weapon in WEAPONS if person.items[weapon] > 0 and box.weapons[weapon].ammo == kind), default=0)


@game.rule
def arms(person: Person, left: Annotated[int, Range(1, ROUNDS_MOST)]) -> Annotated[int, Range(-1000, 100000)]:
    """What weapons, and Ammo for them, are worth: an attack in each Round to come, and a card to choose from for each Ammo."""
    bare = best_power(person, Ammo.NONE)
    gun = best_power(person, Ammo.GUN_AMMO)
    bow = best_power(person, Ammo.ARROW)
    bullets = person.items[Rubble.GUN_AMMO] if gun > 0 else 0
    arrows = person.items[Rubble.ARROW] if bow > 0 else 0
    loaded = max(gun if bullets > 0 else 0, bow if arrows > 0 else 0)
    shots = min(left, bullets + arrows)
    attacks = left * bare + shots * max(0, loaded - bare)
    return attacks * 33 // 10 + (bullets + arrows) * LOADED + left * max(gun, bow) // 2


@game.rule
def makings(person: Person) -> Annotated[int, Range(0, 100000)]:
    """What the ingredients of a player are worth that make something together."""
    items = person.items
    barricades = min(items[Rubble.PLANKS], items[Rubble.NAILS])
    spears = min(items[Rubble.PLANKS], items[Rubble.SHARDS])
    traps = min(items[Rubble.WIRES], items[Rubble.EXPLOSIVES])
    grenades = min(items[Rubble.NAILS], items[Rubble.EXPLOSIVES])
    return barricades * 35 + spears * 47 + traps * 68 + grenades * 31


@game.rule
def is_food(item: Rubble) -> bool:
    """Food is worth what it heals until the end; everything else less and less."""
    return Rubble.FOOD_1 <= item <= Rubble.FOOD_3


@game.rule
def belongings(person: Person, left: Annotated[int, Range(1, ROUNDS_MOST)]) -> Annotated[int, Range(-100000, 500000)]:
    """What a player holds, less towards the end of the night."""
    food = sum(WORTH[item] * person.items[item] for item in ITEMS if is_food(item))
    others = sum(WORTH[item] * person.items[item] for item in ITEMS if not is_food(item))
    fading = (others + makings(person)) * min(3, left) // 3
    return arms(person, left) + food + fading + person.barricades * 108 + person.traps * 200


@game.rule
def in_hand_or_packed(table: Table) -> Annotated[int, Range(-100000, 100000)]:
    """What is in nobody's slots: a card just found or given, and what is in the Backpack, where it is of no use at once."""
    found = table.found
    packed = sum((WORTH[item] - 20) * table.packed[item] for item in ITEMS)
    if found is None:
        return packed
    return packed + WORTH[found] + (LOADED if found <= Rubble.ARROW else 0)


# -- the line -----------------------------------------------------------------------------------------------------------------


@game.rule
def monsters(table: Table) -> Annotated[int, Range(0, LINE_MOST)]:
    """How many Monsters are on the line: each makes the attacks of all others stronger."""
    return sum(1 for enemy in table.line if TYPE[enemy.card] == Type.MONSTER)


@game.rule
def strike(enemy: Enemy, bonus: Annotated[int, Range(0, LINE_MOST)]) -> Annotated[int, Range(0, 600)]:
    """What an attack of an enemy does, in tenths of a Damage, beside so many Monsters."""
    sheet = box.horde_sheets[enemy.card]
    return sheet.damage * 10 + sheet.cards * 7 + (0 if TYPE[enemy.card] == Type.MONSTER else bonus * 10)


@game.rule
def relief(left: Annotated[int, Range(1, ROUNDS_MOST)]) -> Annotated[int, Range(0, 100)]:
    """What a point of Damage to an enemy is worth: the earlier, the longer it is missing."""
    return 52 + 4 * left


@game.rule
def threat(enemy: Enemy, left: Annotated[int, Range(1, ROUNDS_MOST)],
           bonus: Annotated[int, Range(0, LINE_MOST)]) -> Annotated[int, Range(-1000, 10000)]:
    """How much a card on the line is to be feared: for the Damage that it takes, and for that which it deals."""
    if is_survivor(enemy):
        return 0
    tough = (box.thresholds[TYPE[enemy.card]] - enemy.damage) * relief(left) - enemy.spears * 30
    rounds = 7 * left + (21 if enemy.away else 38)
    return tough + strike(enemy, bonus) * rounds // 10 + (107 if TYPE[enemy.card] == Type.MONSTER else 0)


@game.rule
def due(table: Table, seat: Seat) -> Annotated[int, Range(0, 100000)]:
    """What the enemies on the line will do to a player in this Combat phase, in tenths, if all of them live to attack."""
    shields = survivors(table)
    aimed = table.wave if table.wave is not None else table.first
    bonus = monsters(table)
    found = 0
    rank = 0
    for enemy in table.line:
        if is_enemy(enemy) and not enemy.acted:
            if rank >= shields and (aimed + rank - shields) % box.players == seat:
                found += strike(enemy, bonus)
            rank += 1
    person = table.people[seat]
    return max(0, found - person.barricades * 12 - person.traps * 15)


@game.rule
def near_blows(table: Table) -> Annotated[int, Range(0, 7000000)]:
    """What the enemies are about to do to the players, once they have come.

    That it could kill weighs most; how far it is from that counts too, so that what brings a player nearer to safety is seen.
    """
    if table.wave is None:
        return 0
    blows = 0
    deadly = 0
    excess = 0
    for seat in Seat:
        if seat < box.players:
            health = table.people[seat].health * 10
            coming = due(table, seat)
            blows += min(coming, health)
            excess += max(0, coming + 10 - health)
            if coming >= health:
                deadly += 1
    return blows * (37 + 7 * table.turns) // 10 + deadly * 450 + excess * 104 // 10


# -- what is under way --------------------------------------------------------------------------------------------------------


@game.rule
def gain(table: Table, place: Place, damage: Damage) -> Annotated[int, Range(-1000, 10000)]:
    """What Damage to a card on the line takes off its threat; to hit Survivors is no good."""
    enemy = table.line[place]
    left = rounds_left(table)
    if enemy.away or damage == 0:
        return 0
    if is_survivor(enemy):
        return -SURVIVOR
    if damage >= box.thresholds[TYPE[enemy.card]] - enemy.damage:
        return threat(enemy, left, monsters(table))
    return damage * relief(left)


@game.rule
def gain_around(table: Table, place: Place, splash: Damage) -> Annotated[int, Range(-100000, 1000000)]:
    """What Splash Damage around a card on the line brings."""
    if splash == 0:
        return 0
    return sum(gain(table, other, splash) for other in range(table.line.size) if other == place + 1 or other + 1 == place)


@game.rule
def splash_of(table: Table) -> Annotated[int, Range(0, 23)]:
    """The Splash Damage of the attack under way without a Combat card."""
    return table.rage + (0 if table.thrown else box.weapons[table.weapon].splash)


@game.rule
def blow_of(table: Table, card: CombatCard | None) -> Annotated[int, Range(-200000, 1100000)]:
    """What the attack under way brings with a Combat card, or without."""
    damage = sum_up(fixed(table), card, spear_bonus(table.line[table.target]))
    if card is None:
        return gain(table, table.target, damage) + gain_around(table, table.target, splash_of(table))
    sheet = box.combat_sheets[card]
    around = gain_around(table, table.target, splash_of(table) + sheet.splash)
    return gain(table, table.target, damage) + around - sheet.hurts * 100 + int(sheet.finds) * 30


@game.rule
def under_way(table: Table) -> Annotated[int, Range(-250000, 1200000)]:
    """What is not on the table yet: actions left, what an attack will bring, a token in hand.

    An action left counts, or whoever drinks for one more would look worse off until it is used.  To pack the Backpack is seldom
    any good: it is tried where there is room.
    """
    match table.phase:
        case Phase.TURN:
            return min(4, table.actions + table.attacks) * 110 if any(is_enemy(enemy) for enemy in table.line) else 0
        case Phase.AIM:
            damage = power(table.weapon) // 10
            splash = box.weapons[table.weapon].splash
            return max((gain(table, place, damage) + gain_around(table, place, splash) for place in range(table.line.size)),
                       default=0)
        case Phase.LOAD:
            return gain(table, table.target, fixed(table) + 1) + gain_around(table, table.target, splash_of(table))
        case Phase.STRIKE | Phase.PREPARE:
            if table.drawn.total == 0:
                return blow_of(table, None)
            return max((blow_of(table, card) for card in CombatCard if table.drawn[card] > 0), default=0)
        case Phase.SHARE:
            return gain(table, table.target, table.blow)
        case Phase.PLACE:
            return 200
        case Phase.REARRANGE:
            return -200
        case _:
            return 0


@game.estimate
def promise(table: Table) -> Annotated[int, Range(-10000000, 10000000)]:
    """Health, what is held and what is under way; enemies on the line weigh against it."""
    if table.phase == Phase.LOST:
        return -10000000
    left = rounds_left(table)
    bonus = monsters(table)
    seats = sum(vigour(table.people[seat]) + belongings(table.people[seat], left) for seat in Seat if seat < box.players)
    fear = sum(threat(enemy, left, bonus) for enemy in table.line) + near_blows(table)
    return seats + survivors(table) * SURVIVOR + in_hand_or_packed(table) + under_way(table) - fear
