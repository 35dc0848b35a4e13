"""Combat: who fights, the column and its shifts, the dice, the result."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.cards import Effect, EventCard, FateCard, Twist
from daybreak_games.dawn_of_the_zeds.cards_held import card_for, discard_held, holds
from daybreak_games.dawn_of_the_zeds.ground import companion_of, first_unit_at, is_regular, on_map, strength, units_at, zeds_at
from daybreak_games.dawn_of_the_zeds.gunfire import clauses_of_shot, gunfire_column, shot_distance
from daybreak_games.dawn_of_the_zeds.pieces import COUNTERS, ZED_HITS, Condition, Unit, Who
from daybreak_games.dawn_of_the_zeds.places import Ground, Place
from daybreak_games.dawn_of_the_zeds.resuming import due, in_force
from daybreak_games.dawn_of_the_zeds.retreat import fall_back, units_fall_back
from daybreak_games.dawn_of_the_zeds.stacking import mob_strength
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Phase, Town, box, game
from verifier.lang import Range, clause, require, ruling, the, weight

EQUAL = 3
LAST_COLUMN = 6
Die = Annotated[int, Range(1, 6)]
Column = Annotated[int, Range(0, LAST_COLUMN)]
Shift = Annotated[int, Range(0, 40)]

# -- who fights ---------------------------------------------------------------------------------------------------------------


@game.rule
def attacks_here(town: Town, who: Who) -> bool:
    """Whether the unit named is the one that attacks on the space of the combat."""
    return who is not None and town.units[who].at == town.battle


@game.step(Phase.ENGAGE, clause="DZ-H03")
def engage(town: Town) -> None:
    """A combat begins where one is due: units that moved or retreated there attack, otherwise the Zeds do."""
    town.battle = due(town)
    town.whole = True
    if attacks_here(town, town.fighter):
        to_the_dice(town)
    elif attacks_here(town, town.partner):
        clause("DZ-M17")
        town.fighter = town.partner
        town.came_from = town.partner_from
        town.origin = town.partner_from
        town.driven = True
        town.partner = None
        town.partner_from = Place.FOREST_START
        to_the_dice(town)
    else:
        zeds_attack(town)


@game.rule(clause="DZ-B21")
def zeds_attack(town: Town) -> None:
    """Zeds have entered a space with units of the players, who defend it."""
    town.zeds_attack = True
    town.fighter = None
    town.came_from = Place.FOREST_START
    town.origin = Place.FOREST_START
    town.driven = False
    release(town)
    if traps_here(town) > 0:
        town.phase = Phase.SPRING_TRAPS
    else:
        stand_or_withdraw(town)


@game.rule
def release(town: Town) -> None:
    """The first Zeds attack on a Village takes the Defiant marker off, before any die is rolled."""
    if box.map[town.battle].ground == Ground.VILLAGE:
        for unit in COUNTERS:
            if town.units[unit].at == town.battle:
                clause("DZ-Z20", when=town.defiant[unit])
                town.defiant[unit] = False


@game.rule
def traps_here(town: Town) -> Annotated[int, Range(0, 6)]:
    """The lowest die with which the Traps of a unit on the space of the combat hurt Zeds; 0 if there are none."""
    return max((box.units[unit].traps for unit in Unit if town.units[unit].at == town.battle), default=0)


@game.decision(Phase.SPRING_TRAPS, clause="DZ-Z24")
def spring_traps(town: Town) -> None:
    """Mr. Johnson tries his Traps."""
    town.phase = Phase.TRAPS_DIE


@game.decision(Phase.SPRING_TRAPS)
def leave_traps(town: Town) -> None:
    """Mr. Johnson stays and fights."""
    stand_or_withdraw(town)


@game.chance(Phase.TRAPS_DIE, tape="dice", clause=("DZ-Z24", "DZ-X47"))
def roll_for_traps(town: Town, number: Die) -> None:
    """A high die is a Hit on the Zeds, after which Mr. Johnson backs up; with a low one there is the usual combat."""
    weight(1)
    if number >= traps_here(town):
        town.combat = Combat.TRAPS
        town.zed_hits = 1
        town.phase = Phase.HIT_ZED
    else:
        stand_or_withdraw(town)


@game.rule
def stand_or_withdraw(town: Town) -> None:
    """Where the event lets entered units withdraw, the players are asked; then who defends."""
    if in_force(town, Effect.WITHDRAWAL):
        town.phase = Phase.WITHDRAW
    else:
        pick_defender(town)


@game.decision(Phase.WITHDRAW, clause=("DZ-R13", "DZ-S10", "DZ-X01"))
def withdraw(town: Town) -> None:
    """The units go back instead of fighting: they have not lost."""
    units_fall_back(town)


@game.decision(Phase.WITHDRAW, clause=("DZ-R13", "DZ-M17"))
def one_withdraws(town: Town, unit: Unit) -> None:
    """Reading DZ-59 'by-unit': one of two units goes back, and the other one fights."""
    require(ruling("DZ-59") == "by-unit" and units_at(town, town.battle) == 2 and town.units[unit].at == town.battle, "DZ-R13")
    town.fighter = companion_of(town, unit)
    fall_back(town, unit)
    to_the_dice(town)


@game.decision(Phase.WITHDRAW)
def stand(town: Town) -> None:
    """The units fight."""
    pick_defender(town)


@game.rule
def pick_defender(town: Town) -> None:
    """One unit of the space fights; of two the players pick one before any die is rolled."""
    if units_at(town, town.battle) == 1:
        town.fighter = first_unit_at(town, town.battle)
        to_the_dice(town)
    else:
        town.phase = Phase.DEFENDER


@game.decision(Phase.DEFENDER, clause=("DZ-M18", "DZ-M19", "DZ-B08"))
def defend_with(town: Town, unit: Unit) -> None:
    """The players pick the unit that fights."""
    require(town.units[unit].at == town.battle, "DZ-M18")
    town.fighter = unit
    to_the_dice(town)


@game.rule
def to_the_dice(town: Town) -> None:
    """The dice are rolled, after a held card for this combat if the players have one."""
    if may_play_for_attack(town) or any(may_lead(town, unit) for unit in Unit):
        town.phase = Phase.PLAY_CARD
    else:
        town.phase = Phase.FIRST_DIE


@game.rule
def may_play_for_attack(town: Town) -> bool:
    """Whether the players attack and hold a card for it."""
    return not town.zeds_attack and holds(town, Twist.ATTACK_SHIFT)


@game.rule
def may_lead(town: Town, unit: Unit) -> bool:
    """Whether a held card can make a unit the leader: regular Civilians in play."""
    return holds(town, Twist.LEADER) and is_regular(unit) and on_map(town, unit)


@game.decision(Phase.PLAY_CARD, clause=("DZ-F11", "DZ-X21"))
def play_for_attack(town: Town) -> None:
    """A held card makes this attack better."""
    require(may_play_for_attack(town), "DZ-F11")
    card = card_for(town, Twist.ATTACK_SHIFT)
    town.shift = box.fates[card].amount
    discard_held(town, card)
    to_the_dice(town)


@game.decision(Phase.PLAY_CARD, clause=("DZ-F11", "DZ-X23"))
def lead_into_combat(town: Town, unit: Unit) -> None:
    """A held card, before the combat: a regular Civilians unit fights better from now on."""
    require(may_lead(town, unit), "DZ-F11")
    discard_held(town, card_for(town, Twist.LEADER))
    town.leader = unit
    to_the_dice(town)


@game.decision(Phase.PLAY_CARD)
def keep_card(town: Town) -> None:
    """The card is kept for later."""
    town.phase = Phase.FIRST_DIE


# -- the dice -----------------------------------------------------------------------------------------------------------------


@game.chance(Phase.FIRST_DIE, tape="dice", clause="DZ-B22")
def roll_first(town: Town, number: Die) -> None:
    """The first of two dice."""
    weight(1)
    town.die = number
    town.phase = Phase.SECOND_DIE


@game.chance(Phase.SECOND_DIE, tape="dice")
def roll_second(town: Town, number: Die) -> None:
    """The second die; a unit that may roll again is asked."""
    weight(1)
    town.other_die = number
    may = town.combat == Combat.HAND_TO_HAND or town.combat == Combat.EVENT and ruling("DZ-60") == "all-shifts"
    if may and box.units[the(town.fighter)].rerolls and not town.rerolled:
        town.phase = Phase.REROLL
    else:
        town.phase = Phase.RESULT


@game.decision(Phase.REROLL, clause="DZ-X41")
def roll_again(town: Town) -> None:
    """Both dice are rolled once more."""
    town.die = 0
    town.other_die = 0
    town.rerolled = True
    town.phase = Phase.FIRST_DIE


@game.decision(Phase.REROLL)
def accept_roll(town: Town) -> None:
    """The dice count as they are."""
    town.phase = Phase.RESULT


# -- columns ------------------------------------------------------------------------------------------------------------------


@game.rule
def first_column(zeds: Annotated[int, Range(0, 18)], unit: Annotated[int, Range(1, 9)]) -> Column:
    """The column for two Strengths, from 0 (Zeds x3) over 3 (equal) to 6 (Human x3)."""
    twice = 2
    thrice = 3
    if ruling("DZ-20") == "greater-by-times":
        twice = 3
        thrice = 4
    if zeds >= thrice * unit:
        return 0
    if zeds >= twice * unit:
        return 1
    if zeds > unit:
        return 2
    if zeds == unit:
        return EQUAL
    if unit >= thrice * zeds:
        return LAST_COLUMN
    if unit >= twice * zeds:
        return 5
    return 4


@game.rule
def shifted(first: Column, left: Shift, right: Shift) -> Column:
    """The final column: the shifts netted and applied once, or each by itself (DZ-21)."""
    if ruling("DZ-21") == "net-then-edge":
        return min(LAST_COLUMN, max(0, first + right - left))
    return min(LAST_COLUMN, max(0, first - left) + right)


@game.rule
def marker_shift(town: Town, unit: Unit, attacking: bool) -> Annotated[int, Range(0, 24)]:
    """The shifts of markers that cards gave a unit, and of a card or an ability used for this combat."""
    armed = box.events[EventCard.ARMED_CIVILIANS].amount * int(town.armed == unit)
    leader = box.fates[FateCard.CIVILIAN_LEADER].amount * int(town.leader == unit)
    calm = box.events[EventCard.KEEP_CALM].amount * int(attacking and town.calm == unit)
    return town.shift + armed + leader + calm


@game.rule
def terrain(town: Town) -> Annotated[int, Range(0, 6)]:
    """The Terrain shift of a defender on the space of the combat; by night there is none in the Zeds Phase."""
    if in_force(town, Effect.NIGHT) and town.cause != Cause.ACTION:
        return 0
    sheet = box.map[town.battle]
    town_space = box.terrain_town if sheet.ground == Ground.TOWN else 0
    named_space = box.terrain_named if sheet.ground >= Ground.NAMED else 0
    return max(town_space, named_space)


@game.rule
def own_shift(town: Town) -> Annotated[int, Range(0, 27)]:
    """What a unit has against an event's attack besides Terrain: nothing, or by DZ-60 all that helps a defender."""
    if ruling("DZ-60") == "terrain-only":
        return 0
    unit = the(town.fighter)
    return box.units[unit].melee_shift + marker_shift(town, unit, False)


@game.rule
def melee_column(town: Town) -> Column:
    """The final column of a hand-to-hand combat."""
    unit = the(town.fighter)
    first = first_column(mob_strength(town.zeds[town.battle]), strength(town, unit))
    markers = marker_shift(town, unit, not town.zeds_attack)
    ground = terrain(town) if town.zeds_attack else 0
    return shifted(first, 0, box.units[unit].melee_shift + markers + ground)


# -- the result ---------------------------------------------------------------------------------------------------------------


@game.rule
def row_of_dice(town: Town) -> Annotated[int, Range(0, 6)]:
    """The row of the tables for the sum of the dice."""
    return box.dice_row[town.die + town.other_die - 2]


@game.step(Phase.RESULT, clause="DZ-B24")
def read_table(town: Town) -> None:
    """The table gives the Hits, and in a hand-to-hand combat the side that loses."""
    row = row_of_dice(town)
    if town.combat == Combat.GUNFIRE:
        clauses_of_shot(town)
        town.zed_hits = box.gunfire[row][shifted(gunfire_column(town), gunfire_left(town), gunfire_right(town))]
    elif town.combat == Combat.EVENT:
        town.unit_hits = box.melee_unit[row][shifted(EQUAL, 0, terrain(town) + own_shift(town))]
    else:
        clauses_of_column(town)
        clauses_of_shifts(town)
        column = melee_column(town)
        town.zed_hits = box.melee_zeds[row][column]
        town.unit_hits = box.melee_unit[row][column]
        town.zeds_go_back = box.melee_zeds_lose[row][column]
    if town.zeds_attack and not town.zeds_go_back and holds(town, Twist.ZEDS_BEATEN_OFF):
        town.phase = Phase.BEATEN_OFF
    else:
        town.phase = Phase.HIT_ZED


@game.rule(clause=("DZ-B26", "DZ-B27"))
def clauses_of_column(town: Town) -> None:
    """Which sentences the first column of a hand-to-hand combat rests on."""
    unit = the(town.fighter)
    first = first_column(mob_strength(town.zeds[town.battle]), strength(town, unit))
    match first:
        case 0:
            clause("DZ-I01")
        case 1:
            clause("DZ-I02")
        case 2:
            clause("DZ-I03")
        case 3:
            clause("DZ-I04")
        case 4:
            clause("DZ-I05")
        case 5:
            clause("DZ-I06")
        case _:
            clause("DZ-I07")
    hurt = town.units[unit].condition == Condition.HURT or town.units[unit].condition == Condition.REDUCED_HURT
    clause("DZ-B06", when=hurt or any(ZED_HITS[zed] > 0 for zed in town.zeds[town.battle]))
    clause("DZ-B07", when=zeds_at(town, town.battle) == 2)
    clause("DZ-B08", when=units_at(town, town.battle) > 1)


@game.rule
def clauses_of_shifts(town: Town) -> None:
    """Which sentences the shifts of a hand-to-hand combat rest on."""
    unit = the(town.fighter)
    own = box.units[unit].melee_shift
    markers = marker_shift(town, unit, not town.zeds_attack)
    ground = terrain(town) if town.zeds_attack else 0
    clause("DZ-B11", when=own + markers + ground > 0)
    clause("DZ-B12", when=int(own > 0) + int(markers > 0) + int(ground > 0) > 1)
    clause("DZ-X39", when=own > 0)
    if town.zeds_attack:
        clauses_of_terrain(town, ground)
    else:
        clause("DZ-B14", when=terrain(town) > 0)
        clause("DZ-R07", when=town.driven)


@game.rule
def clauses_of_terrain(town: Town, ground: Annotated[int, Range(0, 6)]) -> None:
    """Which sentence gives a defender its Terrain shift, or, by a card, takes it."""
    kind = box.map[town.battle].ground
    if ground == 0:
        clause("DZ-S10", "DZ-X04", when=kind >= Ground.NAMED)
    elif kind == Ground.TOWN:
        clause("DZ-B18")
    else:
        clause("DZ-B17")


@game.rule
def gunfire_left(town: Town) -> Shift:
    """The shifts to the left of a shot: only a unit's own, by distance."""
    return box.units[the(town.fighter)].fire_loss[shot_distance(town) - 1]


@game.rule
def gunfire_right(town: Town) -> Shift:
    """The shifts to the right of a shot."""
    unit = the(town.fighter)
    return box.units[unit].fire_shift[shot_distance(town) - 1] + marker_shift(town, unit, False)
