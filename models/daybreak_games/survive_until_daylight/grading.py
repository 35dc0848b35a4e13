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
# By Health left, up to 4: what makes the last points worth more than others.
WEAKNESS = (500, 300, 150, 60, 20)
# By Rubble card: what one is worth, in hundredths of a point of Health; weapons and their Ammo are valued together.
WORTH = (0, 0, 5, 5, 4, 6, 6, 1, 28, 56, 80, 28, 8, 28, 16, 20, 36, 24, 8,
         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
TOUGHNESS = 80  # what a point of Damage that an enemy can take weighs


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
    return person.health * 100 - WEAKNESS[min(4, person.health)]


@game.rule
def power(weapon: Weapon) -> Annotated[int, Range(0, 200)]:
    """What an attack with a weapon does, in tenths of a Damage."""
    sheet = box.weapons[weapon]
    drawn = sheet.cards + int(sheet.ammo != Ammo.NONE)
    return sheet.damage * 10 + sheet.splash * 10 + (5 if drawn > 0 else 0) + min(5, drawn * 2)


@game.rule
def best_power(person: Person, kind: Ammo) -> Annotated[int, Range(0, 200)]:
    """The best weapon of a player that needs this Ammo."""
    return max((power(weapon) for weapon in WEAPONS if person.items[weapon] > 0 and box.weapons[weapon].ammo == kind), default=0)


@game.rule
def arms(person: Person, left: Annotated[int, Range(1, ROUNDS_MOST)]) -> Annotated[int, Range(-1000, 100000)]:
    """What weapons, and Ammo for them, are worth: an attack in each Round to come, and more cards to draw with what is over."""
    bare = best_power(person, Ammo.NONE)
    gun = best_power(person, Ammo.GUN_AMMO)
    bow = best_power(person, Ammo.ARROW)
    bullets = person.items[Rubble.GUN_AMMO] if gun > 0 else 0
    arrows = person.items[Rubble.ARROW] if bow > 0 else 0
    loaded = max(gun if bullets > 0 else 0, bow if arrows > 0 else 0)
    shots = min(left, bullets + arrows)
    return (left * bare + shots * max(0, loaded - bare)) * 3 + left * max(gun, bow) // 2 + (bullets + arrows - shots) * 20


@game.rule
def makings(person: Person) -> Annotated[int, Range(0, 100000)]:
    """What the ingredients of a player are worth that make something together."""
    items = person.items
    barricades = min(items[Rubble.PLANKS], items[Rubble.NAILS])
    spears = min(items[Rubble.PLANKS], items[Rubble.SHARDS])
    traps = min(items[Rubble.WIRES], items[Rubble.EXPLOSIVES])
    grenades = min(items[Rubble.NAILS], items[Rubble.EXPLOSIVES])
    return barricades * 30 + spears * 50 + traps * 60 + grenades * 40


@game.rule
def belongings(person: Person, left: Annotated[int, Range(1, ROUNDS_MOST)]) -> Annotated[int, Range(-1000, 500000)]:
    """What a player holds, less towards the end of the night."""
    held = sum(WORTH[item] * person.items[item] for item in ITEMS)
    return arms(person, left) + (held + makings(person)) * min(3, left) // 3 + person.barricades * 90 + person.traps * 190


@game.rule
def strike(enemy: Enemy) -> Annotated[int, Range(0, 200)]:
    """What an attack of an enemy does, in tenths of a Damage."""
    sheet = box.horde_sheets[enemy.card]
    return sheet.damage * 10 + sheet.cards * 7


@game.rule
def threat(enemy: Enemy) -> Annotated[int, Range(-1000, 5000)]:
    """How much a card on the line is to be feared: for the Damage that it takes, and for that which it deals; Survivors help."""
    if is_survivor(enemy):
        return 0
    return (box.thresholds[TYPE[enemy.card]] - enemy.damage) * TOUGHNESS + strike(enemy) * (1 if enemy.away else 3)


@game.rule
def due(table: Table, seat: Seat) -> Annotated[int, Range(0, 10000)]:
    """What the enemies on the line will do to a player in this Combat phase, in tenths, if all of them live to attack."""
    shields = survivors(table)
    aimed = table.wave if table.wave is not None else table.first
    found = 0
    rank = 0
    for enemy in table.line:
        if is_enemy(enemy) and not enemy.acted:
            if rank >= shields and (aimed + rank - shields) % box.players == seat:
                found += strike(enemy)
            rank += 1
    person = table.people[seat]
    return max(0, found - person.barricades * 12 - person.traps * 15)


@game.rule
def near_blows(table: Table) -> Annotated[int, Range(0, 1000000)]:
    """What the enemies are about to do to the players, once they have come; that it could kill weighs most."""
    if table.wave is None:
        return 0
    blows = sum(min(due(table, seat), table.people[seat].health * 10) for seat in Seat if seat < box.players)
    deadly = sum(1 for seat in Seat if seat < box.players and due(table, seat) >= table.people[seat].health * 10)
    return blows * 4 + deadly * 200


@game.rule
def gain(table: Table, place: Place, damage: Damage) -> Annotated[int, Range(-1000, 5000)]:
    """What Damage to a card on the line takes off its threat; to hit Survivors is no good."""
    enemy = table.line[place]
    if is_survivor(enemy):
        return -100
    left = box.thresholds[TYPE[enemy.card]] - enemy.damage
    return threat(enemy) if damage >= left else damage * TOUGHNESS


@game.rule
def blow_of(table: Table, card: CombatCard) -> Annotated[int, Range(-5000, 9000)]:
    """What the attack under way brings with a Combat card."""
    sheet = box.combat_sheets[card]
    damage = sum_up(fixed(table), card, spear_bonus(table.line[table.target]))
    return gain(table, table.target, damage) + sheet.splash * 50 - sheet.hurts * 100 + int(sheet.finds) * 50


@game.rule
def under_way(table: Table) -> Annotated[int, Range(-6000, 10000)]:
    """What is not on the table yet: what an attack will bring, a token in hand, a card in hand."""
    match table.phase:
        case Phase.AIM:
            damage = power(table.weapon) // 10
            return max((gain(table, place, damage) for place in range(table.line.size)), default=0)
        case Phase.LOAD:
            return gain(table, table.target, fixed(table) + 1) + box.weapons[table.weapon].splash * 50
        case Phase.STRIKE | Phase.PREPARE:
            most = max((blow_of(table, card) for card in CombatCard if table.drawn[card] > 0), default=-5000)
            if most == -5000:
                most = gain(table, table.target, fixed(table))
            return most + box.weapons[table.weapon].splash * 50
        case Phase.SHARE:
            return gain(table, table.target, table.blow)
        case Phase.PLACE:
            return 200
        case _:
            return 0


@game.estimate
def promise(table: Table) -> Annotated[int, Range(-10000000, 10000000)]:
    """Health, what is held and what is under way; enemies on the line weigh against it."""
    if table.phase == Phase.LOST:
        return -10000000
    left = rounds_left(table)
    seats = sum(vigour(table.people[seat]) + belongings(table.people[seat], left) for seat in Seat if seat < box.players)
    fear = sum(threat(enemy) for enemy in table.line) + near_blows(table)
    found = table.found
    held = WORTH[found] if found is not None else 0
    packed = sum(WORTH[item] * table.packed[item] for item in ITEMS)
    return seats + survivors(table) * 100 + held + packed + under_way(table) - fear
