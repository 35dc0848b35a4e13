"""A player attacks: a weapon and an area, the dice, cards that change them, damage by the order of the enemies, what follows."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import (
    BODIES,
    DICE,
    DICE_MOST,
    HEADS,
    MISSES,
    POWERS,
    WAYS,
    Advantage,
    Ammo,
    Boost,
    Damage,
    Drawback,
    Feat,
    Horde,
    Roll,
    Rubble,
    Sign,
    Weapon,
)
from daybreak_games.until_daylight.goods import Cards
from daybreak_games.until_daylight.line import (
    Place,
    cards_in,
    first_card,
    first_enemy,
    first_infected,
    first_survivor,
    go_on,
    has_card,
    has_enemy,
    is_infected,
    is_over,
    kill_survivor,
    note_who_cleared,
)
from daybreak_games.until_daylight.pending import begin_damage
from daybreak_games.until_daylight.people import count_feat, drawback, has_weapon, may_go, next_seat, times, whose_turn
from daybreak_games.until_daylight.saving import look_at_the_areas
from daybreak_games.until_daylight.state import COPIES_MOST, LINE_MOST, After, Phase, Source, Standing, Table, box, game
from verifier.lang import Range, clause, require, ruling, weight

Dice = Annotated[int, Range(0, 200)]


# -- the weapon and the area --------------------------------------------------------------------------------------------------


@game.rule
def is_ranged(weapon: Weapon) -> bool:
    """Whether a weapon is fired."""
    return box.weapons[weapon].ammo != Ammo.NONE


@game.rule
def is_shot(table: Table) -> bool:
    """Whether the attack is made with a weapon that is fired."""
    return not table.unarmed and is_ranged(table.weapon)


@game.rule
def ammo_of(weapon: Weapon) -> Rubble:
    """The Ammo that a weapon is fired with."""
    return Rubble.ARROW if box.weapons[weapon].ammo == Ammo.ARROW else Rubble.GUN_AMMO


@game.rule
def is_barred(table: Table) -> bool:
    """Whether the player cannot strike in another's area: enemies are in the own one (UDL-24)."""
    if ruling("UDL-24") == "survivors-too":
        return has_card(table, table.turn)
    return has_enemy(table, table.turn)


@game.rule
def can_aim(table: Table, ranged: bool, area: Seat) -> bool:
    """Whether an attack on an area is possible."""
    return has_card(table, area) and (area == table.turn or ranged or not is_barred(table))


@game.decision(Phase.ACT, seat=whose_turn, clause=("UDL-C10", "UDL-C12"))
def attack(table: Table, weapon: Weapon) -> None:
    """The player attacks with a weapon."""
    require(not table.searching, "UDL-C10")
    require(table.actions + table.attacks > 0, "UDL-C02")
    require(table.people[table.turn].items[weapon] > 0, "UDL-C12")
    require(not is_ranged(weapon) or table.people[table.turn].items[ammo_of(weapon)] > 0, "UDL-C18")
    require(any(can_aim(table, is_ranged(weapon), area) for area in Seat), "UDL-C14")
    table.weapon = weapon
    begin_attack(table)


@game.decision(Phase.ACT, seat=whose_turn, clause="UDL-C10")
def attack_unarmed(table: Table) -> None:
    """Reading UDL-64 'unarmed-die': without a weapon a player strikes with one die."""
    require(not table.searching and ruling("UDL-64") == "unarmed-die" and not has_weapon(table, table.turn), "UDL-C12")
    require(table.actions + table.attacks > 0, "UDL-C02")
    require(any(can_aim(table, False, area) for area in Seat), "UDL-C14")
    table.unarmed = True
    begin_attack(table)


@game.rule
def begin_attack(table: Table) -> None:
    """The attack takes an attack that a card gave, or else the action."""
    if table.attacks > 0:
        clause("UDL-C23")
        table.attacks -= 1
    else:
        table.actions = 0
    table.phase = Phase.AIM


@game.decision(Phase.AIM, seat=whose_turn, clause="UDL-C11")
def aim(table: Table, area: Seat) -> None:
    """The player chooses the area to attack."""
    require(can_aim(table, is_shot(table), area), "UDL-C14")
    clause("UDL-C14", when=not is_shot(table) and area != table.turn)
    table.area = area
    table.phase = Phase.LOAD if is_shot(table) else Phase.PREPARE


@game.decision(Phase.LOAD, seat=whose_turn, clause="UDL-C18")
def load(table: Table, number: Cards) -> None:
    """The player chooses how much Ammo to use."""
    ammo = ammo_of(table.weapon)
    require(number <= table.people[table.turn].items[ammo], "UDL-C18")
    clause("UDL-C21", when=number > DICE_MOST)
    table.people[table.turn].items[ammo] -= number
    table.used[ammo] += number
    table.phase = Phase.PREPARE


# -- the dice -----------------------------------------------------------------------------------------------------------------


@game.decision(Phase.PREPARE, seat=whose_turn, clause=("UDL-C07", "UDL-C16"))
def declare(table: Table, card: Boost) -> None:
    """The player plays a card that improves the attack, before the dice are rolled."""
    require(table.people[table.turn].items[card] > 0, "UDL-C16")
    clause("UDL-C08", when=declared(table) > 0)
    table.people[table.turn].items.take(card)
    table.used.add(card)


@game.rule
def declared(table: Table) -> Annotated[int, Range(0, 3 * COPIES_MOST)]:
    """How many cards were declared for the attack."""
    return table.used[Rubble.VITALITY] + table.used[Rubble.FOCUS] + table.used[Rubble.BLOODLUST]


@game.rule
def dice_of_weapon(table: Table) -> Annotated[int, Range(0, COPIES_MOST)]:
    """The dice of the weapon, or of its Ammo; unarmed one."""
    if table.unarmed:
        return 1
    return table.used[ammo_of(table.weapon)] if is_shot(table) else box.weapons[table.weapon].dice


@game.rule
def dice_of_attack(table: Table) -> Annotated[int, Range(1, 6)]:
    """The dice of the attack, six at most: by the weapon, Vitality, the Advantage and the Drawback."""
    shot = is_shot(table)
    more = times(table, table.turn, Advantage.RANGED_DIE if shot else Advantage.MELEE_DIE)
    less = 1 if drawback(table.turn) == (Drawback.RANGED_DIE if shot else Drawback.MELEE_DIE) else 0
    return max(1, min(DICE_MOST, dice_of_weapon(table) + 2 * table.used[Rubble.VITALITY] + more - less))


@game.decision(Phase.PREPARE, seat=whose_turn, clause=("UDL-C13", "UDL-C19"))
def roll(table: Table) -> None:
    """The dice are rolled."""
    clause("UDL-S15", when=times(table, table.turn, Advantage.MELEE_DIE) + times(table, table.turn, Advantage.RANGED_DIE) > 0)
    clause("UDL-X13", when=times(table, table.turn, Advantage.MELEE_DIE) > 0 and not is_shot(table))
    clause("UDL-S16", when=drawback(table.turn) == Drawback.MELEE_DIE and not is_shot(table)
           or drawback(table.turn) == Drawback.RANGED_DIE and is_shot(table))
    table.pool = dice_of_attack(table)
    table.phase = Phase.ROLL


@game.rule
def weight_of(result: Roll) -> Annotated[int, Range(0, 46_656)]:
    """In how many ways as many dice as a result has can show it."""
    return min(46_656, WAYS[result] * POWERS[box.sides[Sign.MISS] * 7 + MISSES[result]]
               * POWERS[box.sides[Sign.BODY] * 7 + BODIES[result]] * POWERS[box.sides[Sign.HEAD] * 7 + HEADS[result]])


@game.chance(Phase.ROLL, tape="dice")
def show(table: Table, result: Roll) -> None:
    """What the attacker's dice show; cards that were declared change signs."""
    weight(weight_of(result) if DICE[result] == table.pool else 0)
    steadied = min(table.used[Rubble.FOCUS], MISSES[result])
    sharpened = min(table.used[Rubble.BLOODLUST], BODIES[result] + steadied)
    clause("UDL-Y09", when=sharpened > 0)
    table.misses = MISSES[result] - steadied
    table.bodies = BODIES[result] + steadied - sharpened
    table.heads = HEADS[result] + sharpened
    table.pool = 0
    table.phase = Phase.RESULT


@game.rule
def dice_showing(table: Table, sign: Sign) -> Annotated[int, Range(0, 7)]:
    """How many dice of the roll show a sign."""
    match sign:
        case Sign.MISS:
            return table.misses
        case Sign.BODY:
            return table.bodies
        case _:
            return table.heads


@game.decision(Phase.RESULT, seat=whose_turn, clause=("UDL-C20", "UDL-C07"))
def lucky(table: Table, sign: Sign) -> None:
    """The player plays Lucky: a die that shows a sign is rolled again."""
    require(table.people[table.turn].items[Rubble.LUCKY] > 0 and dice_showing(table, sign) > 0, "UDL-C20")
    table.people[table.turn].items.take(Rubble.LUCKY)
    table.used.add(Rubble.LUCKY)
    match sign:
        case Sign.MISS:
            table.misses -= 1
        case Sign.BODY:
            table.bodies -= 1
        case _:
            table.heads -= 1
    table.phase = Phase.REROLL


@game.chance(Phase.REROLL, tape="rerolls")
def show_again(table: Table, sign: Sign) -> None:
    """What the die shows now."""
    weight(box.sides[sign])
    match sign:
        case Sign.MISS:
            table.misses += 1
        case Sign.BODY:
            table.bodies += 1
        case _:
            table.heads += 1
    table.phase = Phase.RESULT


@game.decision(Phase.RESULT, seat=whose_turn, clause=("UDL-C20", "UDL-C07"))
def drink(table: Table) -> None:
    """The player plays an Energy Drink: a miss becomes a body."""
    require(table.people[table.turn].items[Rubble.ENERGY_DRINK] > 0 and table.misses > 0, "UDL-C20")
    table.people[table.turn].items.take(Rubble.ENERGY_DRINK)
    table.used.add(Rubble.ENERGY_DRINK)
    table.misses -= 1
    table.bodies += 1


@game.decision(Phase.RESULT, seat=whose_turn, clause=("UDL-A01", "UDL-A04", "UDL-A05"))
def stand(table: Table) -> None:
    """The roll stands: misses of a ranged weapon in another's area hurt its player, before damage is assigned (UDL-84)."""
    astray = table.misses if is_shot(table) and table.area != table.turn and not table.astray else 0
    clause("UDL-A03", when=not is_shot(table) and table.area != table.turn and table.misses > 0)
    table.astray = True
    table.after = After.ASSIGN
    if astray > 0:
        clause("UDL-A02")
        begin_damage(table, table.area, astray if ruling("UDL-27") == "per-x" else 1, Source.FRIEND)
    go_on(table)


# -- the damage ---------------------------------------------------------------------------------------------------------------


@game.rule
def front(table: Table) -> Place:
    """The place of the card that the damage comes to: the first enemy, or by reading UDL-29 the first card."""
    return first_card(table, table.area) if ruling("UDL-29") == "in-line" else first_enemy(table, table.area)


@game.rule
def bodies_to_kill(card: Horde) -> Annotated[int, Range(1, 9)]:
    """The bodies that kill a card; 9: none do (UDL-81)."""
    match card:
        case Horde.WANDERER | Horde.RAIDER:
            return 2
        case Horde.SURVIVOR:
            return 2 if ruling("UDL-81") == "full-damage" else 1
        case _:
            return 9


@game.rule
def heads_to_kill(card: Horde) -> Annotated[int, Range(1, 2)]:
    """The heads that kill a card."""
    return 2 if card == Horde.MONSTER else 1


@game.rule
def dies(table: Table, card: Horde) -> bool:
    """Whether the dice on the front card kill it."""
    return table.bodies_on >= bodies_to_kill(card) or table.heads_on >= heads_to_kill(card)


@game.rule
def can_kill(table: Table, card: Horde, sign: Sign) -> bool:
    """Whether the dice of a sign that are left, with those on the front card, kill it, and none is wasted."""
    if sign == Sign.BODY:
        return table.heads_on == 0 and table.bodies + table.bodies_on >= bodies_to_kill(card)
    return table.bodies_on == 0 and table.heads + table.heads_on >= heads_to_kill(card)


@game.rule
def is_exact(table: Table, card: Horde, sign: Sign) -> bool:
    """Whether a die is not wasted on a card that the dice left can kill (UDL-31)."""
    return (ruling("UDL-31") == "overkill-allowed" or can_kill(table, card, sign)
            or not can_kill(table, card, Sign.BODY) and not can_kill(table, card, Sign.HEAD))


@game.decision(Phase.ASSIGN, seat=whose_turn, clause=("UDL-A06", "UDL-A09"))
def hit(table: Table, sign: Damage) -> None:
    """The player gives a die to the front enemy."""
    require(dice_showing(table, sign) > 0, "UDL-A09")
    place = front(table)
    require(place < LINE_MOST, "UDL-A11")
    require(is_exact(table, table.line[place].card, sign), "UDL-A09")
    if sign == Sign.BODY:
        table.bodies -= 1
        table.bodies_on += 1
    else:
        table.heads -= 1
        table.heads_on += 1
    card = table.line[place].card
    if dies(table, card):
        clause("UDL-T04", when=card == Horde.RAIDER)
        clause("UDL-T10", when=card == Horde.WANDERER)
        clause("UDL-T12", when=card == Horde.BRUTE)
        clause("UDL-T15", when=card == Horde.MONSTER)
        clause("UDL-A08", when=table.bodies + table.heads > 0)
        table.bodies_on = 0
        table.heads_on = 0
        if card == Horde.SURVIVOR:
            clause("UDL-T22")
            kill_survivor(table, table.area)
            assign_on(table)
        else:
            table.line.take_at(place)
            kill(table, card)
    else:
        clause("UDL-A07", "UDL-A10", when=table.bodies + table.heads == 0)
        assign_on(table)


@game.rule
def cards_for(table: Table, seat: Seat, card: Horde) -> Annotated[int, Range(0, 4)]:
    """The Rubble cards that a player earns by killing an enemy."""
    number = box.cards[card]
    if card == Horde.RAIDER and drawback(seat) == Drawback.NO_RAIDER_CARD:
        return 0
    if card == Horde.MONSTER:
        less = 1 if drawback(seat) == Drawback.MONSTER_CARD else 0
        return max(0, number + times(table, seat, Advantage.FINDS) - less)
    return number


@game.rule
def reward(table: Table, seat: Seat, card: Horde) -> Annotated[int, Range(0, 4)]:
    """An enemy was killed for a player: the Rubble cards that it earns; a Monster's card is kept, others are discarded."""
    earned = cards_for(table, seat, card)
    clause("UDL-T07", when=card == Horde.RAIDER and earned > 0)
    clause("UDL-T14", when=card == Horde.BRUTE)
    clause("UDL-T16", when=card == Horde.MONSTER)
    match card:
        case Horde.MONSTER:
            clause("UDL-T17", "UDL-T18")
            table.people[seat].monsters += 1
            count_feat(table, seat, Feat.MONSTERS)
        case Horde.BRUTE:
            clause("UDL-A15")
            table.horde_discard.add(card)
            count_feat(table, seat, Feat.BRUTES)
        case Horde.RAIDER:
            clause("UDL-A15")
            table.horde_discard.add(card)
            count_feat(table, seat, Feat.RAIDERS)
        case _:
            clause("UDL-A15")
            table.horde_discard.add(card)
            count_feat(table, seat, Feat.WANDERERS)
    return earned


@game.rule
def kill(table: Table, card: Horde) -> None:
    """An attack kills an enemy."""
    earned = reward(table, table.turn, card)
    if is_infected(card):
        table.killed += 1
    note_who_cleared(table, table.area, table.turn)
    table.after = After.ASSIGN
    if ruling("UDL-62") == "at-the-kill":
        table.drawer = table.turn
        table.to_draw = earned
        table.after = After.RESULT if earned > 0 else After.ASSIGN
    else:
        table.earned += earned
    look_at_the_areas(table, ruling("UDL-33") == "at-once")


@game.rule
def look_at_the_roll(table: Table) -> None:
    """Reading UDL-62 'at-the-kill': with a card just drawn the player may change the dice that are left."""
    if has_card(table, table.area):
        table.phase = Phase.RESULT
    else:
        assign_on(table)


@game.rule
def assign_on(table: Table) -> None:
    """Damage is assigned as long as there are dice and cards in the area."""
    if is_over(table):
        clause("UDL-G06")
    elif table.bodies + table.heads > 0 and has_card(table, table.area):
        table.phase = Phase.ASSIGN
    else:
        clause("UDL-A11", when=table.bodies + table.heads > 0)
        table.phase = Phase.END_ATTACK


@game.decision(Phase.ASSIGN, seat=whose_turn, clause="UDL-T22")
def shoot_survivor(table: Table, sign: Damage) -> None:
    """The player gives damage to a Survivor with no enemy to the left (UDL-29, UDL-57, UDL-81)."""
    require(ruling("UDL-29") == "skip-unless-chosen" and first_survivor(table, table.area) < LINE_MOST
            and first_survivor(table, table.area) < first_enemy(table, table.area), "UDL-A06")
    two = sign == Sign.BODY and ruling("UDL-81") == "full-damage"
    require(dice_showing(table, sign) > (1 if two else 0), "UDL-T23")
    if sign == Sign.BODY:
        table.bodies -= 2 if two else 1
    else:
        table.heads -= 1
    kill_survivor(table, table.area)
    assign_on(table)


@game.decision(Phase.ASSIGN, seat=whose_turn, clause="UDL-A11")
def stop(table: Table) -> None:
    """The player assigns no more, where no enemy is left, or by reading UDL-30."""
    require(ruling("UDL-30") == "may-stop" or front(table) == LINE_MOST, "UDL-A10")
    table.phase = Phase.END_ATTACK


# -- the end of an attack -----------------------------------------------------------------------------------------------------


@game.step(Phase.END_ATTACK, clause=("UDL-A12", "UDL-A13"))
def end_attack(table: Table) -> None:
    """Used cards are discarded, and the cards that were earned are drawn."""
    table.astray = False
    table.misses = 0
    table.bodies = 0
    table.heads = 0
    table.bodies_on = 0
    table.heads_on = 0
    table.discard.add_all(table.used)
    table.used.clear()
    if not table.unarmed:
        clause("UDL-A14", when=box.weapons[table.weapon].kept)
        items = table.people[table.turn].items  # the weapon is gone if it had to make room for a card of a kill (reading UDL-62)
        if not box.weapons[table.weapon].kept and may_go(table.turn, table.weapon) and items[table.weapon] > 0:
            items.take(table.weapon)
            table.discard.add(table.weapon)
    table.drawer = table.turn
    table.to_draw = table.earned
    table.earned = 0
    table.after = After.ATTACKED
    go_on(table)


@game.rule
def is_loud(table: Table) -> bool:
    """Whether an attack in another player's area makes noise: in melee, by a firearm, or by reading UDL-34 by any shot."""
    return not is_shot(table) or ruling("UDL-34") == "any-ranged" or box.weapons[table.weapon].noisy


@game.rule
def next_with_infected(table: Table) -> Seat:
    """Reading UDL-63 'own-area-too': the next area clockwise that has Infected; the own one if there is none."""
    area = next_seat(table.turn)
    for _ in range(5):
        if area != table.turn and first_infected(table, area) == LINE_MOST:
            area = next_seat(area)
    return area


@game.rule
def draws_from(table: Table) -> Seat:
    """The area from which noise draws Infected to the attacker; the attacker's own if from none."""
    if table.area != table.turn:
        return table.area
    return next_with_infected(table) if ruling("UDL-63") == "own-area-too" and is_shot(table) else table.turn


@game.rule
def who_come(table: Table, area: Seat) -> Annotated[int, Range(0, 6)]:
    """How many Infected come where so many were killed: all that are left, if they are fewer (UDL-35, UDL-37)."""
    seen = 0
    coming = 0
    for each in table.line:
        if each.area == area and (ruling("UDL-37") == "first-cards" or is_infected(each.card)) and seen < table.killed:
            seen += 1
            if is_infected(each.card):
                coming += 1
    return max(0, min(6, coming))


@game.rule
def attract(table: Table) -> None:
    """Noise of the attack draws as many Infected as it killed to the attacker's area."""
    area = draws_from(table)
    if table.killed > 0 and is_loud(table) and area != table.turn and who_come(table, area) > 0:
        clause("UDL-M01", when=is_shot(table))
        clause("UDL-M02", when=not is_shot(table))
        clause("UDL-M03", "UDL-M05")
        table.coming = who_come(table, area)
        table.area = area
        table.target = table.turn
        table.old = cards_in(table, table.turn)
        table.phase = Phase.COME
    else:
        end_noise(table)


@game.step(Phase.COME, clause=("UDL-M04", "UDL-M06"))
def come(table: Table) -> None:
    """The foremost Infected comes to the attacker's area."""
    card = table.line.take_at(first_infected(table, table.area)).card
    table.line.put_bottom(Standing(card=card, area=table.target))
    table.cleared[table.target] = None
    table.coming -= 1
    if table.coming == 0 or first_infected(table, table.area) == LINE_MOST:
        table.coming = 0
        end_noise(table)


@game.rule
def end_noise(table: Table) -> None:
    """The attack is done with; by reading UDL-36 'put-left' those who came go to the left of those who were there."""
    shifts = ruling("UDL-36") == "put-left" and table.old > 0
    table.killed = 0
    table.weapon = Rubble.GUN
    table.unarmed = False
    table.area = Seat.PLAYER_1
    table.after = After.TURN
    if shifts:
        table.phase = Phase.SHIFT
    else:
        table.old = 0
        table.target = Seat.PLAYER_1
        look_at_the_areas(table, ruling("UDL-33") == "at-once")
