"""What every transition must respect: the invariants that speak of a before and an after."""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.actions import actions_left
from daybreak_games.dawn_of_the_zeds.activation import (
    activate,
    advance,
    first_goes,
    lot_falls,
    next_symbol,
    next_zeds,
    zeds_on_track,
)
from daybreak_games.dawn_of_the_zeds.cards import Effect, Symbol
from daybreak_games.dawn_of_the_zeds.combat import EQUAL, first_column, marker_shift, own_shift, read_table, row_of_dice, terrain
from daybreak_games.dawn_of_the_zeds.events import event
from daybreak_games.dawn_of_the_zeds.forage import forage, roll_to_forage, take_die
from daybreak_games.dawn_of_the_zeds.ground import in_play, is_start, strength, units_at, zeds_at
from daybreak_games.dawn_of_the_zeds.gunfire import fire, fire_for_actions
from daybreak_games.dawn_of_the_zeds.hits import roll_to_save
from daybreak_games.dawn_of_the_zeds.move import move
from daybreak_games.dawn_of_the_zeds.pieces import COUNTERS, Condition, Unit, UnitKind, Zed
from daybreak_games.dawn_of_the_zeds.places import STEPS, TRACK_OF, ZED_SPACES, Ground, Place, Track
from daybreak_games.dawn_of_the_zeds.resuming import cup_size, is_brains
from daybreak_games.dawn_of_the_zeds.retreat import disengage
from daybreak_games.dawn_of_the_zeds.stacking import mob_strength, set_down, start_at
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Gift, Phase, Town, box, game
from daybreak_games.dawn_of_the_zeds.turn import begin_actions, keep_house, reveal
from verifier.lang import happened, ruling, the


@game.step_property(clause=("DZ-W02", "DZ-W03"))
def games_end_for_a_reason(before: Town, after: Town) -> bool:
    """Lost: Zeds went on from a Town space.  Won: by a last card."""
    if after.phase == Phase.LOST:
        return happened(advance) and box.map[before.target].ahead == Place.TOWN_CENTER and zeds_at(before, before.target) > 0
    if after.phase == Phase.WON:
        last = box.events[after.event].effect == Effect.WIN
        return last and (happened(begin_actions) or happened(keep_house) or happened(reveal))
    return True


@game.step_property(clause="DZ-V02")
def the_dead_stay_dead(before: Town, after: Town) -> bool:
    """Nobody leaves the Cemetery, and only a Saving Roll leads there."""
    return all(before.units[unit].at != Place.CEMETERY or after.units[unit].at == Place.CEMETERY for unit in Unit) and (
        happened(roll_to_save) or all(
            after.units[unit].at != Place.CEMETERY or before.units[unit].at == Place.CEMETERY for unit in Unit))


@game.step_property(clause=("DZ-V03", "DZ-V04", "DZ-V05"))
def the_saved_are_in_town_center(before: Town, after: Town) -> bool:
    """A saved unit is in Town Center: a Hero with the full side up, Civilians with the reduced one."""
    if not happened(roll_to_save):
        return True
    unit = the(before.fighter)
    if after.units[unit].at == Place.CEMETERY:
        return True
    full = after.units[unit].condition <= Condition.HURT
    return after.units[unit].at == Place.TOWN_CENTER and full == (box.units[unit].kind == UnitKind.HERO)


@game.step_property(clause=("DZ-Z06", "DZ-K05"))
def zeds_advance_one_space(before: Town, after: Town) -> bool:
    """Zeds that go forward leave their space for the next one, and no other space changes."""
    forward = happened(advance) or (happened(first_goes) or happened(lot_falls)) and not before.zeds_go_back
    if not forward or after.phase == Phase.LOST or after.phase in (Phase.FIRST_OF_TIED, Phase.TIED_BY_CHANCE):
        return True
    here = before.target
    ahead = box.map[here].ahead
    gone = zeds_at(before, here) - zeds_at(after, here)
    others = all(before.zeds[space][0] == after.zeds[space][0] and before.zeds[space][1] == after.zeds[space][1]
                 for space in ZED_SPACES if space != here and space != ahead)
    return others and gone >= 0 and zeds_at(after, ahead) == zeds_at(before, ahead) + gone


@game.step_property(clause="DZ-Z10")
def activations_go_outwards(before: Town, after: Town) -> bool:
    """Within an activation, Zeds nearer to Town Center move before those farther away (but for DZ-05)."""
    if not happened(next_zeds) or after.phase != Phase.ADVANCE:
        return True
    return after.at > before.at or ruling("DZ-05") == "moves-later"


@game.step_property(clause="DZ-Z05")
def empty_tracks_get_a_zed(before: Town, after: Town) -> bool:
    """Activating a track without Zeds brings one, if the Cup has one, and moves nothing."""
    if not happened(activate) or zeds_on_track(before, before.track, True) > 0:
        return True
    return after.phase == Phase.DRAW_ZED or cup_size(before) == 0


@game.step_property(clause="DZ-Z03")
def symbols_are_taken_in_turn(before: Town, after: Town) -> bool:
    """Each symbol is taken once, from left to right; that of a track activates it (but for DZ-10)."""
    sheet = box.events[before.event]
    if not happened(next_symbol) or before.symbol >= sheet.zeds.size:
        return True
    symbol = sheet.zeds[before.symbol]
    if symbol == Symbol.ALL or symbol >= Symbol.MOVEMENT_PRESSURE:
        return after.symbol == before.symbol or after.symbol == before.symbol + 1
    one = isinstance(symbol, Track) and in_play(Track(symbol)) and ruling("DZ-10") == "left-to-right"
    return after.symbol == before.symbol + 1 and (not one or after.phase == Phase.ACTIVATE and after.track == symbol)


@game.step_property(clause=("DZ-N03", "DZ-N04"))
def shots_cost_ammunition(before: Town, after: Town) -> bool:
    """A shot costs one ammunition, or more actions by a card; nothing else but a plot twist takes any."""
    if happened(fire):
        return after.ammo == before.ammo - 1
    if happened(fire_for_actions):
        return after.ammo == before.ammo
    return after.ammo >= before.ammo or before.phase == Phase.TWIST


@game.step_property(clause=("DZ-O08", "DZ-O14"))
def ammunition_is_found(before: Town, after: Town) -> bool:
    """Ammunition is found by foraging, by events, and by whoever an event brings."""
    found = happened(roll_to_forage) or happened(take_die) or before.phase in (
        Phase.EVENT, Phase.DRAW_HERO, Phase.EVENT_SPACE)
    return after.ammo <= before.ammo or found


@game.step_property(clause=("DZ-A07", "DZ-A09", "DZ-A10", "DZ-A17"))
def actions_are_paid(before: Town, after: Town) -> bool:
    """An action costs one Event Action or Player Action, unless a character pays."""
    if not (happened(move) or happened(forage) or happened(fire)):
        return True
    spoken = sum(1 for each in before.units if each.free) > sum(1 for each in after.units if each.free)
    return actions_left(after) == actions_left(before) - int(before.given == Gift.NOTHING and not spoken)


@game.step_property(clause=("DZ-M10", "DZ-M11"))
def moves_end_where_they_may(before: Town, after: Town) -> bool:
    """A Move ends on no Start space, and a unit that stays Defiant stays where it is."""
    if happened(move) and any(after.units[unit].at != before.units[unit].at and is_start(after.units[unit].at) for unit in Unit):
        return False
    return before.phase == Phase.MUSTER or all(
        not before.defiant[unit] or not after.defiant[unit] or after.units[unit].at == before.units[unit].at for unit in COUNTERS)


@game.step_property(clause="DZ-Z20")
def defiance_does_not_return(before: Town, after: Town) -> bool:
    """A Defiant marker once taken off does not come back."""
    return before.phase == Phase.MUSTER or all(before.defiant[unit] or not after.defiant[unit] for unit in COUNTERS)


@game.step_property(clause=("DZ-B26", "DZ-R02"))
def losers_leave(before: Town, after: Town) -> bool:
    """When a combat is over, one side at most is left on its space (but for who waits for a combat, or fights on by DZ-27)."""
    if not happened(disengage) or before.combat != Combat.HAND_TO_HAND or before.battle == Place.TOWN_CENTER:
        return True
    waiting = before.partner is not None and before.units[before.partner].at == before.battle or ruling("DZ-27") == "fights-on"
    back = before.fighter is not None and before.units[before.fighter].at == before.battle and before.driven
    here = before.battle
    return waiting or back or is_start(here) or zeds_at(before, here) == 0 or units_at(before, here) == 0


@game.step_property(clause="DZ-R05")
def gunfire_moves_nobody(before: Town, after: Town) -> bool:
    """While a shot is resolved no unit changes its space."""
    shot = before.combat == Combat.GUNFIRE and before.phase != Phase.BACK_UP
    return not shot or all(before.units[unit].at == after.units[unit].at for unit in Unit)


@game.step_property(clause=("DZ-K08", "DZ-K09"))
def zeds_retreat_towards_start(before: Town, after: Town) -> bool:
    """A Zed that retreats is put down behind the combat, on its track, or on a Start space; or back into the Cup."""
    if not (happened(set_down) or happened(start_at)) or not before.zeds_go_back or after.drawn != Zed.NONE:
        return True
    fuller = sum(1 for space in ZED_SPACES if zeds_at(after, space) > zeds_at(before, space))
    behind = sum(1 for space in ZED_SPACES if zeds_at(after, space) > zeds_at(before, space) and (
        box.map[space].ground == Ground.START
        or TRACK_OF[space] == TRACK_OF[before.battle] and STEPS[space] > STEPS[before.battle]))
    return fuller <= 1 and behind == fuller


@game.step_property(clause=("DZ-B11", "DZ-B12", "DZ-B14", "DZ-B24"))
def columns_are_shifted_once(before: Town, after: Town) -> bool:
    """A hand-to-hand result is that of the first column moved by the net shift, Terrain only for a defender (but for DZ-21)."""
    if not happened(read_table) or before.combat != Combat.HAND_TO_HAND or ruling("DZ-21") != "net-then-edge":
        return True
    unit = the(before.fighter)
    ground = int(before.zeds_attack) * terrain(before)
    net = box.units[unit].melee_shift + marker_shift(before, unit, not before.zeds_attack) + ground
    column = min(6, max(0, first_column(mob_strength(before.zeds[before.battle]), strength(before, unit)) + net))
    row = row_of_dice(before)
    return (after.zed_hits == box.melee_zeds[row][column] and after.unit_hits == box.melee_unit[row][column]
            and after.zeds_go_back == box.melee_zeds_lose[row][column])


@game.step_property(clause=("DZ-S10", "DZ-B18"))
def events_strike_in_the_equal_column(before: Town, after: Town) -> bool:
    """An event's attack is in the Equal column, with Terrain (and what DZ-60 adds), and hurts no Zed."""
    if not happened(read_table) or before.combat != Combat.EVENT or ruling("DZ-21") != "net-then-edge":
        return True
    column = min(6, EQUAL + terrain(before) + own_shift(before))
    return after.zed_hits == 0 and after.unit_hits == box.melee_unit[row_of_dice(before)][column]


@game.step_property(clause=("DZ-G01", "DZ-G02"))
def cards_are_turned_over_once(before: Town, after: Town) -> bool:
    """A turn begins with one more card turned over, and nothing else turns one."""
    return after.events.total == before.events.total - int(happened(reveal))


@game.step_property(clause="DZ-E05")
def brains_has_no_actions(before: Town, after: Town) -> bool:
    """In a Brains! turn there is no Action Phase."""
    return after.phase not in (Phase.BEGIN_ACTIONS, Phase.ACT) or not is_brains(after) or before.phase == after.phase


@game.step_property(clause=("DZ-E01", "DZ-F14"))
def events_come_back(before: Town, after: Town) -> bool:
    """What an event interrupts goes on when its parts are done: nothing of it is left over."""
    return not happened(event) or after.part > 0 or after.cause == Cause.NOTHING and after.to_come == 0
