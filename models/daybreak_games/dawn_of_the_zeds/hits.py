"""Hits: on the Zeds first, then on the players' unit; flips, elimination, Saving Rolls; then the side that lost retreats."""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.cards import Effect, EventCard, Twist
from daybreak_games.dawn_of_the_zeds.cards_held import card_for, discard_held
from daybreak_games.dawn_of_the_zeds.combat import Die, stand_or_withdraw
from daybreak_games.dawn_of_the_zeds.ground import companion_of, is_regular, units_at, zeds_at
from daybreak_games.dawn_of_the_zeds.gunfire import after_shot
from daybreak_games.dawn_of_the_zeds.personal import take_over
from daybreak_games.dawn_of_the_zeds.pieces import (
    FACES,
    REDUCED_FACE,
    ZED_HITS,
    ZED_KIND,
    ZED_REDUCED,
    Condition,
    Unit,
    UnitKind,
    Zed,
)
from daybreak_games.dawn_of_the_zeds.places import Place
from daybreak_games.dawn_of_the_zeds.resuming import in_force, is_brains
from daybreak_games.dawn_of_the_zeds.retreat import DONE, fall_back, recover, units_fall_back
from daybreak_games.dawn_of_the_zeds.stacking import remove, settle
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Phase, Town, Which, box, game
from verifier.lang import clause, following, ruling, the, weight

# -- Zeds ---------------------------------------------------------------------------------------------------------------------


@game.step(Phase.HIT_ZED)
def hit_zeds(town: Town) -> None:
    """The next Hit on the Zeds; on a Mob the players say which takes it, of a shot the one aimed at does (DZ-24)."""
    zeds = zeds_at(town, town.battle)
    if zeds > 0 and town.zed_hits == 0 and town.other_zed_waits:
        turn_to_other_zed(town)
    elif zeds == 0 or town.zed_hits == 0:
        town.zed_hits = 0
        town.other_zed_waits = False
        after_zed_hits(town)
    elif hits_one_zed(town):
        hit_zed(town)
    elif zeds == 2 and (town.zeds[town.battle][0] != town.zeds[town.battle][1] or town.tough == town.battle):
        town.phase = Phase.SHARE_HIT
    else:
        town.second = False
        hit_zed(town)


@game.rule
def hits_one_zed(town: Town) -> bool:
    """Whether the Hits are those of one Zed, and not of a Mob: an event's, which strikes each, or a shot's by DZ-24."""
    return town.combat == Combat.EVENT or town.combat == Combat.GUNFIRE and ruling("DZ-24") == "single-target"


@game.rule
def turn_to_other_zed(town: Town) -> None:
    """An event strikes each Zed of the space: after one of them, the other; it is alone if the first was eliminated."""
    town.other_zed_waits = False
    town.second = zeds_at(town, town.battle) == 2 and not town.second
    town.zed_hits = box.events[town.event].amount


@game.decision(Phase.SHARE_HIT, clause="DZ-J04")
def share_hit(town: Town, which: Which) -> None:
    """The players put a Hit on one of the Mob."""
    town.second = which == Which.SECOND
    hit_zed(town)


@game.rule
def hit_zed(town: Town) -> None:
    """One Hit on the Zed that is meant; the one with the marker may ignore it."""
    if town.tough == town.battle and town.tough_second == town.second:
        town.phase = Phase.TOUGH_DIE
    else:
        wound(town)


@game.chance(Phase.TOUGH_DIE, tape="dice", clause="DZ-X10")
def roll_for_tough(town: Town, number: Die) -> None:
    """The Zed with the marker ignores the Hit on a low die."""
    weight(1)
    if number <= box.events[EventCard.TOUGH_ZEDS].amount:
        town.zed_hits -= 1
        town.phase = Phase.HIT_ZED
    else:
        wound(town)


@game.rule(clause="DZ-J08")
def wound(town: Town) -> None:
    """The Hit is put down: a marker, the flip to the reduced side, or the end."""
    space = town.battle
    place = int(town.second)
    zed = town.zeds[space][place]
    town.zed_hits -= 1
    town.phase = Phase.HIT_ZED
    if ZED_REDUCED[zed] and ZED_HITS[zed] + 1 >= box.zed_hits_reduced:
        clause("DZ-J13")
        town.whole = False
        remove(town, space, town.second)
        town.second = False
        if hits_one_zed(town):
            town.zed_hits = 0
    else:
        if ZED_REDUCED[zed] or ZED_HITS[zed] + 1 < box.zed_hits_full:
            town.zeds[space][place] = following(zed)
        else:
            clause("DZ-J09")
            kept = min(ZED_HITS[zed], box.zed_hits_reduced - 1) if ruling("DZ-26") == "kept" else 0
            town.zeds[space][place] = Zed(ZED_KIND[zed] * FACES + REDUCED_FACE + kept)
        settle(town, space)


@game.rule
def after_zed_hits(town: Town) -> None:
    """The Zeds have taken their Hits: then the players' unit, or what else deals them goes on."""
    match town.combat:
        case Combat.GUNFIRE:
            clause("DZ-R05")
            after_shot(town)
        case Combat.TRAPS:
            after_traps(town)
        case _:
            town.second = False
            town.phase = Phase.HIT_UNIT


@game.rule(clause="DZ-R13")
def after_traps(town: Town) -> None:
    """After his Traps Mr. Johnson backs up, by DZ-72 with the other unit of his space, which otherwise fights on (DZ-73)."""
    town.combat = Combat.HAND_TO_HAND
    clause("DZ-R14", when=is_brains(town))
    trapper = next((unit for unit in Unit if box.units[unit].traps > 0 and town.units[unit].at == town.battle), Unit.JOHNSON)
    if zeds_at(town, town.battle) == 0 and ruling("DZ-73") == "stays":
        town.phase = Phase.DISENGAGE
    elif ruling("DZ-72") == "all-back-up":
        units_fall_back(town)
    elif units_at(town, town.battle) == 1:
        fall_back(town, trapper)
        town.phase = Phase.DISENGAGE
    else:
        town.fighter = companion_of(town, trapper)
        fall_back(town, trapper)
        town.fighter = None
        if zeds_at(town, town.battle) > 0:
            stand_or_withdraw(town)
        else:
            town.phase = Phase.DISENGAGE


# -- the players' unit --------------------------------------------------------------------------------------------------------


@game.step(Phase.HIT_UNIT)
def hit_unit(town: Town) -> None:
    """The next Hit on the unit that fought; some units may ignore it."""
    clause("DZ-M20", when=town.unit_hits > 0 and town.combat == Combat.HAND_TO_HAND and units_at(town, town.battle) > 1)
    if town.unit_hits == 0:
        after_unit_hits(town)
    elif box.units[the(town.fighter)].resists > 0:
        town.phase = Phase.RESIST_DIE
    else:
        suffer(town)


@game.chance(Phase.RESIST_DIE, tape="dice", clause="DZ-X40")
def roll_to_resist(town: Town, number: Die) -> None:
    """The unit ignores the Hit on a high die."""
    weight(1)
    if number > 6 - box.units[the(town.fighter)].resists:
        town.unit_hits -= 1
        town.phase = Phase.HIT_UNIT
    else:
        suffer(town)


@game.rule
def strike(town: Town, unit: Unit) -> None:
    """A unit takes the Hits of an event that strikes each unit of a space."""
    town.fighter = unit
    town.struck_next = None
    town.unit_hits = box.events[town.event].amount
    town.phase = Phase.HIT_UNIT


@game.rule(clause="DZ-J08")
def suffer(town: Town) -> None:
    """One Hit on the unit: a marker, the flip to its reduced side, or its last."""
    unit = the(town.fighter)
    kind = box.units[unit].kind
    condition = town.units[unit].condition
    town.unit_hits -= 1
    town.phase = Phase.HIT_UNIT
    if condition == Condition.FRESH and box.hits_full[kind] == 2:
        town.units[unit].condition = Condition.HURT
    elif condition <= Condition.HURT:
        clause("DZ-J09")
        kept = condition == Condition.HURT and box.hits_reduced[kind] == 2 and ruling("DZ-26") == "kept"
        town.units[unit].condition = Condition.REDUCED_HURT if kept else Condition.REDUCED
    elif condition == Condition.REDUCED and box.hits_reduced[kind] == 2:
        town.units[unit].condition = Condition.REDUCED_HURT
    else:
        clause("DZ-V01")
        town.unit_hits = 0
        town.phase = Phase.SAVING_ROLL


@game.chance(Phase.SAVING_ROLL, tape="dice", clause="DZ-V01")
def roll_to_save(town: Town, number: Die) -> None:
    """A Saving Roll after the last Hit: the Cemetery, or Town Center."""
    weight(1)
    unit = the(town.fighter)
    if number >= box.saved_from:
        clause("DZ-V03")
        if box.units[unit].kind == UnitKind.HERO:
            clause("DZ-V05")
        else:
            clause("DZ-V04")
        if ruling("DZ-65") == "saved-too":
            leave_zed(town, unit)
        town.units[unit].at = Place.TOWN_CENTER
        town.units[unit].condition = saved_condition(unit)
        take_defiance(town, unit)
    else:
        clause("DZ-V02")
        leave_zed(town, unit)
        bury(town, unit)
    town.phase = Phase.HIT_UNIT


@game.rule
def leave_zed(town: Town, unit: Unit) -> None:
    """In a turn of contagion regular Civilians that took their last Hit on a track leave a Zed there, when retreats are done."""
    if in_force(town, Effect.CONTAGION) and is_regular(unit) and Place.FOREST_START <= town.units[unit].at <= Place.SUBURBS_0:
        town.spawn = town.battle


@game.rule
def saved_condition(unit: Unit) -> Condition:
    """The side and Hits of a unit that is saved: a Hero's full side, Civilians' reduced one; by DZ-36 with one Hit left."""
    kind = box.units[unit].kind
    kept = ruling("DZ-36") == "kept"
    if kind == UnitKind.HERO:
        return Condition.HURT if kept and box.hits_full[kind] == 2 else Condition.FRESH
    return Condition.REDUCED_HURT if kept and box.hits_reduced[kind] == 2 else Condition.REDUCED


@game.rule
def take_defiance(town: Town, unit: Unit) -> None:
    """A unit that is not on its Village any more has no Defiant marker."""
    if Unit.CIVILIANS_1 <= unit <= Unit.CIVILIANS_7:
        town.defiant[unit] = False


@game.rule
def bury(town: Town, unit: Unit) -> None:
    """A unit goes to the Cemetery; what cards gave it is gone (DZ-37)."""
    town.units[unit].at = Place.CEMETERY
    town.units[unit].condition = Condition.FRESH
    town.units[unit].free = False
    take_defiance(town, unit)
    if town.armed == unit:
        town.armed = None
    if town.leader == unit:
        town.leader = None
    if town.calm == unit:
        town.calm = None
    take_over(town)


@game.rule
def after_unit_hits(town: Town) -> None:
    """All Hits are down: the side that lost retreats; an event strikes the other unit of the space, or goes on."""
    if town.combat == Combat.EVENT:
        if town.struck_next is not None:
            strike(town, town.struck_next)
        else:
            town.phase = Phase.EVENT
    elif town.zeds_go_back:
        clause("DZ-R02")
        clause("DZ-R03", when=units_at(town, town.battle) == 0)
        town.phase = Phase.ZEDS_RETREAT
    else:
        clause("DZ-R02")
        clause("DZ-R03", when=zeds_at(town, town.battle) == 0)
        zeds_win(town)


@game.decision(Phase.BEATEN_OFF, clause=("DZ-F11", "DZ-X27"))
def beat_off(town: Town) -> None:
    """A held card changes the result: the Zeds that attacked and won take its Hits and retreat, the unit takes none."""
    card = card_for(town, Twist.ZEDS_BEATEN_OFF)
    discard_held(town, card)
    town.unit_hits = 0
    town.zed_hits = box.fates[card].amount
    town.zeds_go_back = True
    town.phase = Phase.HIT_ZED


@game.decision(Phase.BEATEN_OFF)
def accept_defeat(town: Town) -> None:
    """The card is kept for later, and the result stands."""
    town.phase = Phase.HIT_ZED


@game.rule
def zeds_win(town: Town) -> None:
    """The Zeds have won: in a Brains! turn they go on (by DZ-66), one of an event recovers; the players' units go back."""
    on_brains = is_brains(town) and town.cause == Cause.ACTIVATION and (town.zeds_attack or ruling("DZ-66") == "last-winners")
    if on_brains and (town.whole or ruling("DZ-28") == "survivors-go-on"):
        town.winner = town.battle
    if in_force(town, Effect.SMELL) and town.cause == Cause.EVENT and town.part < DONE:
        recover(town, town.battle)
    clause("DZ-R09", when=town.zeds_attack)
    units_fall_back(town)
