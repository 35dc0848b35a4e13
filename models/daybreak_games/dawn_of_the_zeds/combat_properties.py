"""What must be true while a combat goes on, or a Zed is in hand: who is there, who attacks, what kind of combat it is.

Without these, what z3 lays out as the smallest position where two readings part could be a table that no play leads to.
"""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.cards import Effect, Symbol
from daybreak_games.dawn_of_the_zeds.combat import traps_here
from daybreak_games.dawn_of_the_zeds.ground import contested, on_map, units_at
from daybreak_games.dawn_of_the_zeds.pieces import Zed
from daybreak_games.dawn_of_the_zeds.places import Place
from daybreak_games.dawn_of_the_zeds.pressure import moves_zeds
from daybreak_games.dawn_of_the_zeds.resuming import due, in_force, is_brains
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Phase, Town, box, game


@game.invariant()
def combats_interrupt_something(town: Town) -> bool:
    """While Zeds or units go, fight or forage, it is known what goes on afterwards; the set-up brings nobody together."""
    going = Phase.NEXT_ZEDS <= town.phase <= Phase.DISENGAGE or town.phase in (Phase.FORAGE_DIE, Phase.PICK_DIE, Phase.BACK_UP)
    if going:
        return town.cause != Cause.NOTHING
    placing = town.phase in (Phase.SPREAD_OUT, Phase.SET_DOWN, Phase.START_WITH_ROOM)
    return not placing or town.cause != Cause.NOTHING or due(town) == Place.ASIDE


@game.invariant(clause=("DZ-B27", "DZ-V01"))
def whoever_fights_is_there(town: Town) -> bool:
    """Who fights is on the space of the combat, or fires from another; with the last Hit it goes, saved or not."""
    hurting = town.phase in (Phase.HIT_ZED, Phase.SHARE_HIT, Phase.TOUGH_DIE) and town.combat == Combat.HAND_TO_HAND
    fights = hurting or Phase.PLAY_CARD <= town.phase <= Phase.RESULT or town.phase in (
        Phase.RESIST_DIE, Phase.SAVING_ROLL, Phase.BEATEN_OFF) or town.unit_hits > 0
    if not fights and (town.phase != Phase.HIT_UNIT or town.combat == Combat.EVENT):
        return True
    if town.fighter is None:
        return False
    here = town.units[town.fighter].at
    if town.combat == Combat.GUNFIRE:
        return here >= Place.FOREST_START
    return here == town.battle or not fights and (here == Place.TOWN_CENTER or here == Place.CEMETERY)


@game.invariant(clause=("DZ-B22", "DZ-B23", "DZ-O10"))
def dice_are_thrown(town: Town) -> bool:
    """The second die follows the first, and two dice lie there when they are read or one of them is picked."""
    if town.phase == Phase.SECOND_DIE:
        return town.die > 0 and town.other_die == 0
    if town.phase == Phase.FORAGE_DIE:
        return town.other_die == 0
    return town.phase not in (Phase.REROLL, Phase.RESULT, Phase.PICK_DIE) or town.die > 0 and town.other_die > 0


@game.invariant(clause=("DZ-H03", "DZ-M18", "DZ-Z23", "DZ-R13"))
def zeds_attack_who_is_there(town: Town) -> bool:
    """What is asked before a unit defends is asked of units upon whom Zeds have come."""
    if town.phase not in (Phase.SPRING_TRAPS, Phase.TRAPS_DIE, Phase.WITHDRAW, Phase.DEFENDER):
        return True
    if not town.zeds_attack or town.combat != Combat.HAND_TO_HAND or not contested(town, town.battle):
        return False
    if town.fighter is not None:
        return False
    match town.phase:
        case Phase.WITHDRAW:
            return in_force(town, Effect.WITHDRAWAL)
        case Phase.DEFENDER:
            return units_at(town, town.battle) > 1
    return traps_here(town) > 0


@game.invariant(clause=("DZ-B27", "DZ-N01", "DZ-R05"))
def combats_are_of_their_kind(town: Town) -> bool:
    """Gunfire is an action of a unit in play, hurts only Zeds and drives nobody back; an event attacks nobody."""
    hurting = town.phase in (Phase.HIT_ZED, Phase.SHARE_HIT, Phase.TOUGH_DIE)
    match town.combat:
        case Combat.GUNFIRE:
            fired = hurting or town.phase in (Phase.FIRST_DIE, Phase.SECOND_DIE, Phase.RESULT, Phase.BACK_UP, Phase.DISENGAGE)
            hurts = town.unit_hits == 0 and not town.zeds_attack and not town.zeds_go_back
            return fired and hurts and town.cause == Cause.ACTION and town.fighter is not None and on_map(
                town, town.fighter)
        case Combat.EVENT:
            return town.cause == Cause.EVENT and not town.zeds_attack and not town.zeds_go_back
    return town.phase != Phase.BACK_UP


@game.invariant(clause="DZ-Z24")
def traps_are_of_a_unit_there(town: Town) -> bool:
    """Traps are tried, and hurt Zeds, where Zeds attack a unit that has some, before it is known who fights."""
    if town.combat == Combat.TRAPS and town.phase not in (Phase.HIT_ZED, Phase.SHARE_HIT, Phase.TOUGH_DIE):
        return False
    tried = town.phase in (Phase.SPRING_TRAPS, Phase.TRAPS_DIE) or town.combat == Combat.TRAPS
    return not tried or town.zeds_attack and town.fighter is None and traps_here(town) > 0


@game.invariant(clause=("DZ-R02", "DZ-F11"))
def losers_retreat(town: Town) -> bool:
    """The Zeds go back when they have lost on a space, units when the Zeds have not; a card beats off Zeds that attacked."""
    if town.phase == Phase.ZEDS_RETREAT and not town.zeds_go_back or town.zeds_go_back and town.battle == Place.FOREST_START:
        return False
    if town.phase in (Phase.UNITS_RETREAT, Phase.WHO_FIRST) and town.zeds_go_back:
        return False
    if town.phase == Phase.WHO_FIRST and not town.units_go_back:
        return False
    return town.zeds_attack or town.phase != Phase.BEATEN_OFF


@game.invariant(clause="DZ-R13")
def nobody_backs_up_out_of_town_center(town: Town) -> bool:
    """A unit that backs up after firing is one that can, and is not in Town Center."""
    if town.phase != Phase.BACK_UP:
        return True
    return town.fighter is not None and box.units[town.fighter].backs_up and town.units[
        town.fighter].at != Place.TOWN_CENTER


@game.invariant(clause=("DZ-V02", "DZ-S10"))
def zeds_rise_in_contagion(town: Town) -> bool:
    """Only in a turn of contagion does a Zed wait to come where Civilians fell, and only until their combat is over."""
    return town.spawn == Place.FOREST_START or in_force(town, Effect.CONTAGION) and town.spawn == town.battle


@game.invariant(clause=("DZ-H02", "DZ-E05"))
def winners_go_on_in_brains(town: Town) -> bool:
    """Only in a Brains! turn do Zeds go on that have won."""
    return town.winner == Place.FOREST_START or is_brains(town) and town.cause == Cause.ACTIVATION


@game.invariant(clause=("DZ-K02", "DZ-K08"))
def a_zed_is_in_hand(town: Town) -> bool:
    """A Zed that is to be put down is in hand, with what is marked on it; by pressure only one that is placed."""
    if town.drawn == Zed.NONE:
        return town.phase not in (Phase.SET_DOWN, Phase.START_WITH_ROOM) and not town.drawn_dealt and not town.drawn_tough
    pressed = town.phase not in (Phase.PRESSURE, Phase.PRESSED) or not moves_zeds(town)
    return pressed and (not town.drawn_tough or town.tough == Place.ASIDE)


@game.invariant(clause="DZ-P02")
def pressure_is_of_a_kind(town: Town) -> bool:
    """While there is pressure it is movement or placement, and known to go on."""
    if town.phase not in (Phase.PRESSURE, Phase.PRESSED):
        return True
    symbols = box.events[town.event].zeds
    return town.cause == Cause.PRESSURE and town.symbol < symbols.size and symbols[town.symbol] >= Symbol.MOVEMENT_PRESSURE
