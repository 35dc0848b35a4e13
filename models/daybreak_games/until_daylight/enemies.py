"""The enemies attack: area by area, Traps first, then Raiders, then Infected, six dice at a time."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_daylight.attack import reward, weight_of
from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import BODIES, DICE, DICE_MOST, HEADS, MISSES, Damage, Horde, Roll, Rubble, Sign
from daybreak_games.until_daylight.covering import break_barricade, use_vest
from daybreak_games.until_daylight.line import (
    Place,
    first_card,
    first_enemy,
    go_on,
    has_enemy,
    has_survivor,
    is_over,
    kill_survivor,
    note_who_cleared,
)
from daybreak_games.until_daylight.pending import begin_damage
from daybreak_games.until_daylight.people import next_seat
from daybreak_games.until_daylight.saving import look_at_the_areas
from daybreak_games.until_daylight.state import LINE_MOST, After, Cover, EnemyDice, Phase, Source, Table, box, game
from verifier.lang import Range, clause, following, require, ruling, weight


@game.rule
def attacked(table: Table) -> Seat:
    """The player whose area is attacked."""
    return table.area


@game.step(Phase.AREA)
def begin_area(table: Table) -> None:
    """The enemies of an area are about to attack: Traps first."""
    clause("UDL-E02")
    traps_on(table)


@game.rule
def end_area(table: Table) -> None:
    """The enemies of an area have attacked; those of the next one do."""
    table.turns += 1
    table.area = next_seat(table.area)
    table.after = After.NOTHING
    if table.turns < box.players:
        table.phase = Phase.AREA
    else:
        table.turns = 0
        table.area = Seat.PLAYER_1
        table.phase = Phase.END_COMBAT


# -- Traps --------------------------------------------------------------------------------------------------------------------


@game.rule
def traps_on(table: Table) -> None:
    """A Trap acts if the area has one, and an enemy (UDL-72); after the last the enemies roll."""
    if not has_enemy(table, table.area):
        table.heads_on = 0
        end_area(table)
    elif table.people[table.area].traps == 0:
        table.heads_on = 0
        begin_rolls(table)
    elif ruling("UDL-50") == "mandatory":
        table.phase = Phase.TRAP
    else:
        table.phase = Phase.SPRING


@game.decision(Phase.SPRING, seat=attacked)
def spring(table: Table, use: bool) -> None:
    """Reading UDL-50 'optional': whether a Trap acts."""
    if use:
        table.phase = Phase.TRAP
    else:
        table.heads_on = 0
        begin_rolls(table)


@game.rule
def trapped(table: Table) -> Place:
    """The place of the card that a Trap hits (UDL-48, UDL-71)."""
    if ruling("UDL-71") == "survivor-hit":
        first = first_card(table, table.area)
        if first < LINE_MOST and table.line[first].card == Horde.SURVIVOR:
            return first
    if ruling("UDL-48") == "first-attacker":
        raider = next((place for place in range(table.line.size)
                       if table.line[place].area == table.area and table.line[place].card == Horde.RAIDER), LINE_MOST)
        if raider < LINE_MOST:
            return raider
    return first_enemy(table, table.area)


@game.step(Phase.TRAP, clause=("UDL-P03", "UDL-P04", "UDL-P06", "UDL-P07"))
def trap(table: Table) -> None:
    """A Trap acts, or by reading UDL-49 'same-card' all of the player's."""
    person = table.people[table.area]
    number = person.traps if ruling("UDL-49") == "same-card" else 1
    person.traps -= number
    table.traps += number
    place = trapped(table)
    card = table.line[place].card
    table.heads_on = min(2, (table.heads_on if card == Horde.MONSTER else 0) + number) \
        if ruling("UDL-32") == "traps-stack" else 1
    table.after = After.TRAPS
    if card == Horde.SURVIVOR:
        table.heads_on = 0
        kill_survivor(table, table.area)
        go_on(table)
    elif card != Horde.MONSTER or table.heads_on > 1:
        table.line.take_at(place)
        table.heads_on = 0
        note_who_cleared(table, table.area, table.area)
        if ruling("UDL-38") == "owner-rewarded":
            earned = reward(table, table.area, card)
            table.drawer = table.area
            table.to_draw = earned
        else:
            table.horde_discard.add(card)
        look_at_the_areas(table, ruling("UDL-33") == "at-once")
    else:
        clause("UDL-P05")
        go_on(table)


# -- the dice -----------------------------------------------------------------------------------------------------------------


@game.rule
def dice_in(table: Table, area: Seat, raiders: bool) -> EnemyDice:
    """The dice of all Raiders, or of all Infected, of an area."""
    return min(285, sum(box.dice[each.card] for each in table.line
                        if each.area == area and (each.card == Horde.RAIDER) == raiders))


@game.rule
def begin_rolls(table: Table) -> None:
    """The Raiders of the area roll first."""
    clause("UDL-E03")
    table.raiders = True
    table.dice_left = dice_in(table, table.area, True)
    clause("UDL-T03", when=table.dice_left > 0)
    clause("UDL-T21", when=has_survivor(table, table.area))
    table.spare = (DICE_MOST - table.dice_left % DICE_MOST) % DICE_MOST if ruling("UDL-45") == "pooled" else 0
    roll_on(table)


@game.rule
def roll_on(table: Table) -> None:
    """The next dice are rolled, six at most; after the Raiders' those of the Infected (UDL-45, UDL-73)."""
    table.after = After.ROLLS
    if table.dice_left == 0 and table.raiders:
        table.raiders = False
        table.carried = False
        table.dice_left = dice_in(table, table.area, False)
        clause("UDL-T09", "UDL-T11", "UDL-T13", "UDL-T19", when=table.dice_left > 0)
        table.pool = min(DICE_MOST if table.spare == 0 else table.spare, table.dice_left)
        table.spare = 0
    else:
        table.pool = min(DICE_MOST, table.dice_left)
    if table.pool > 0:
        table.phase = Phase.ENEMY_ROLL
    else:
        table.carried = False
        end_area(table)


@game.chance(Phase.ENEMY_ROLL, tape="enemies", clause=("UDL-E08", "UDL-E14"))
def show_enemies(table: Table, result: Roll) -> None:
    """What the enemies' dice show."""
    weight(weight_of(result) if DICE[result] == table.pool else 0)
    clause("UDL-E09", when=table.pool < DICE_MOST)
    clause("UDL-E10", when=MISSES[result] > 0)
    table.dice_left -= table.pool
    table.pool = 0
    table.bodies = BODIES[result] + (1 if table.carried else 0)
    table.heads = HEADS[result]
    table.carried = False
    if table.raiders:
        if ruling("UDL-46") == "every-damage":
            table.victim = table.area
            table.losses = table.heads + table.bodies // 2
        if ruling("UDL-54") == "collateral-only":
            table.misses = MISSES[result]
        else:
            clause("UDL-T25", when=has_survivor(table, table.area))
    collateral_on(table)


@game.rule
def collateral_on(table: Table) -> None:
    """X's of Raiders kill Survivors of the area, as long as there are any; then what covers the player takes dice."""
    if is_over(table):
        table.misses = 0
    elif table.misses > 0 and has_survivor(table, table.area):
        table.phase = Phase.COLLATERAL
    else:
        table.misses = 0
        cover_on(table)


@game.step(Phase.COLLATERAL, clause=("UDL-E11", "UDL-E18"))
def hit_by_accident(table: Table) -> None:
    """An X of a Raider kills a Survivor."""
    table.misses -= 1
    kill_survivor(table, table.area)
    collateral_on(table)


# -- what takes them ----------------------------------------------------------------------------------------------------------


@game.rule
def covering(table: Table) -> Cover:
    """What is to take dice now (UDL-41)."""
    if ruling("UDL-41") == "barricades-first":
        match table.cover:
            case Cover.SURVIVORS:
                return Cover.BARRICADES
            case Cover.BARRICADES:
                return Cover.SURVIVORS
            case _:
                return table.cover
    return table.cover


@game.rule
def full(table: Table, sign: Sign) -> bool:
    """Whether there is a head, or are two bodies, which are one damage."""
    return table.heads > 0 if sign == Sign.HEAD else table.bodies > 1


@game.rule
def survivor_can_take(table: Table, sign: Sign) -> bool:
    """Whether a Survivor of the area can take dice of a sign from Infected (UDL-42, UDL-81)."""
    if table.raiders or not has_survivor(table, table.area):
        return False
    heads = table.heads > 0
    bodies = table.bodies > (1 if ruling("UDL-81") == "full-damage" else 0)
    if sign == Sign.HEAD:
        return heads and (ruling("UDL-42") != "bodies-first" or not bodies)
    return bodies and (ruling("UDL-42") != "heads-first" or not heads)


@game.rule
def bodies_for_barricade(table: Table) -> Annotated[int, Range(0, 2)]:
    """How many bodies a Barricade takes at once: two, or by reading UDL-43 'accumulates' one that is left."""
    if ruling("UDL-43") == "accumulates":
        return min(1 if table.people[table.area].cracked else 2, table.bodies)
    return 2 if table.bodies > 1 else 0


@game.rule
def barricade_can_take(table: Table, sign: Sign) -> bool:
    """Whether a Barricade of the player can take dice of a sign (UDL-43, UDL-58)."""
    if table.people[table.area].barricades == 0:
        return False
    heads = table.heads > 0
    bodies = bodies_for_barricade(table) > 0
    breaks = bodies_for_barricade(table) + (1 if table.people[table.area].cracked else 0) > 1
    if sign == Sign.HEAD:
        return heads and (ruling("UDL-58") != "bodies-first" or not bodies or not breaks)
    return bodies and (ruling("UDL-58") == "players-choose" or not heads or ruling("UDL-58") == "bodies-first" and breaks)


@game.rule
def can_take(table: Table, sign: Sign) -> bool:
    """Whether what covers the player now can take dice of a sign."""
    match covering(table):
        case Cover.SURVIVORS:
            return survivor_can_take(table, sign)
        case Cover.BARRICADES:
            return barricade_can_take(table, sign)
        case Cover.VESTS:
            return table.people[table.area].items[Rubble.VEST] > 0 and ruling("UDL-69") == "passive" and full(table, sign)
        case _:
            return False


@game.rule
def cover_on(table: Table) -> None:
    """The next cover that can take dice does; what is left hits the character."""
    for _ in range(3):
        if table.cover != Cover.NOBODY and not can_take(table, Sign.BODY) and not can_take(table, Sign.HEAD):
            table.cover = following(table.cover)
    if is_over(table):
        table.cover = Cover.SURVIVORS
    elif table.cover != Cover.NOBODY:
        table.phase = Phase.ABSORB
    else:
        land(table)


@game.decision(Phase.ABSORB, seat=attacked)
def absorb(table: Table, sign: Damage) -> None:
    """The attacked player says which dice the cover takes."""
    require(can_take(table, sign), "UDL-E04")
    bodies = 2
    match covering(table):
        case Cover.SURVIVORS:
            clause("UDL-E04", "UDL-E15", "UDL-T24")
            bodies = 1 if ruling("UDL-81") == "any-die" else 2
            clause("UDL-E18")
            kill_survivor(table, table.area)
        case Cover.BARRICADES:
            clause("UDL-E05", "UDL-P10")
            person = table.people[table.area]
            bodies = bodies_for_barricade(table)
            if sign == Sign.HEAD or bodies > 1 or person.cracked:
                break_barricade(table, table.area)
            else:
                person.cracked = True
        case _:
            use_vest(table, table.area)
    if sign == Sign.HEAD:
        table.heads -= 1
    else:
        table.bodies -= bodies
    cover_on(table)


@game.decision(Phase.ABSORB, seat=attacked)
def hold_back(table: Table) -> None:
    """Readings UDL-59 and UDL-82 'free': what covers the player now takes no more."""
    require(ruling("UDL-59") == "free" if covering(table) == Cover.SURVIVORS else ruling("UDL-82") == "free", "UDL-E04")
    table.cover = following(table.cover)
    cover_on(table)


@game.rule
def land(table: Table) -> None:
    """The dice that are left hit the character: one damage for a head, one for two bodies (UDL-44)."""
    clause("UDL-E12", when=table.bodies > 1)
    clause("UDL-E13", when=table.heads > 0)
    clause("UDL-E17", when=table.bodies % 2 == 1)
    damage = table.heads + table.bodies // 2
    table.carried = ruling("UDL-44") == "carry" and table.bodies % 2 == 1
    table.heads = 0
    table.bodies = 0
    table.cover = Cover.SURVIVORS
    if damage > 0 or table.losses > 0:
        begin_damage(table, table.area, damage, Source.RAIDERS if table.raiders else Source.INFECTED)
    go_on(table)
