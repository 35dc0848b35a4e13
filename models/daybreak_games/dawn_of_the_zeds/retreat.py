"""Retreats of both sides, units that withdraw or back up, and the end of a combat."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.cards import Effect
from daybreak_games.dawn_of_the_zeds.ground import contested, first_unit_at, in_play, start_of, towards, units_at, zeds_at
from daybreak_games.dawn_of_the_zeds.pieces import FACES, ZED_HITS, ZED_KIND, ZED_REDUCED, Unit, Zed
from daybreak_games.dawn_of_the_zeds.places import Place, Space, Track, ZedSpace
from daybreak_games.dawn_of_the_zeds.resuming import bring_zed, clear_battle, go_on, in_force
from daybreak_games.dawn_of_the_zeds.stacking import pick_up, room_back, settle, tied, zed_room
from daybreak_games.dawn_of_the_zeds.state import Cause, Phase, Town, box, game
from verifier.lang import Range, bound, clause, require, ruling, the

MANY = 13  # units in Town Center
DONE = 8  # of an event: no more parts

# -- Zeds ---------------------------------------------------------------------------------------------------------------------


@game.step(Phase.ZEDS_RETREAT)
def zeds_retreat(town: Town) -> None:
    """The next Zed of the losing side goes back towards its Start space, the stronger first."""
    space = town.battle
    if zeds_at(town, space) == 0:
        town.phase = Phase.DISENGAGE
    else:
        if town.winner == space:
            town.winner = Place.FOREST_START
        room = room_back(town, box.map[space].behind)
        places = zed_room(town, room) if room != Place.ASIDE else room_on_starts(town)
        if tied(town, space) and places == 1:
            town.phase = Phase.FIRST_OF_TIED if ruling("DZ-04") == "players-choose" else Phase.TIED_BY_CHANCE
        else:
            clause("DZ-K09", when=zeds_at(town, space) == 2 and places == 1)
            pick_up(town, space, False)
            town.target = box.map[space].behind
            town.phase = Phase.SET_DOWN


@game.rule
def room_on_starts(town: Town) -> Annotated[int, Range(0, 8)]:
    """How many Zeds the Start spaces still take together, for those that find no room on the way back."""
    return sum(zed_room(town, start_of(track)) for track in Track if in_play(track))


# -- units of the players -----------------------------------------------------------------------------------------------------


@game.rule
def unit_room(town: Town, space: Space) -> Annotated[int, Range(0, MANY)]:
    """How many more units of the players a space takes."""
    if space == Place.TOWN_CENTER:
        return MANY
    if town.closed == space:
        return 0
    return max(0, box.units_on_a_space - units_at(town, space))


@game.rule
def room_ahead(town: Town, space: Space) -> Place:
    """The first space with room for a unit from the next one on towards Town Center; Zeds there do not matter."""
    here = box.map[space].ahead
    hops = bound(8)
    while hops(here != Place.TOWN_CENTER and unit_room(town, here) == 0):
        here = box.map[here].ahead
    return here


@game.rule
def units_fall_back(town: Town) -> None:
    """The units of the players that lost, or withdraw, go back; by DZ-27 whoever did not fight may have to stay."""
    gone = town.fighter is not None and town.units[town.fighter].at != town.battle
    if town.zeds_attack and gone and ruling("DZ-27") == "fights-on":
        town.phase = Phase.DISENGAGE
    else:
        if town.zeds_attack:
            town.fighter = None
            town.units_go_back = True
        town.phase = Phase.UNITS_RETREAT


@game.step(Phase.UNITS_RETREAT)
def units_retreat(town: Town) -> None:
    """The next unit goes back: defenders towards Town Center, attackers where their attack came from."""
    if town.units_go_back:
        here = town.battle
        left = units_at(town, here)
        if left == 0:
            town.phase = Phase.DISENGAGE
        elif left == 2 and order_matters(town, room_ahead(town, here)):
            town.phase = Phase.WHO_FIRST
        else:
            clause("DZ-R04", when=left == 2)
            fall_back(town, first_unit_at(town, here))
    else:
        attackers_go_back(town)
        town.phase = Phase.DISENGAGE


@game.rule
def order_matters(town: Town, goal: Space) -> bool:
    """Whether it matters which of two units goes back first: one finds no room, or they fight there."""
    return unit_room(town, goal) == 1 or zeds_at(town, goal) > 0


@game.decision(Phase.WHO_FIRST, clause=("DZ-R04", "DZ-R12"))
def goes_back_first(town: Town, unit: Unit) -> None:
    """The players say which of two units goes back first, or fights first."""
    require(town.units[unit].at == town.battle, "DZ-R12")
    fall_back(town, unit)
    town.phase = Phase.UNITS_RETREAT


@game.rule
def fall_back(town: Town, unit: Unit) -> None:
    """A unit goes one space towards Town Center, farther if there is no room; where Zeds are it attacks them."""
    goal = room_ahead(town, town.battle)
    clause("DZ-M15", when=goal != box.map[town.battle].ahead)
    town.units[unit].at = goal
    if zeds_at(town, goal) > 0:
        if town.fighter is None:
            town.fighter = unit
            town.came_from = town.battle
            town.origin = town.battle
            town.driven = True
        else:
            town.partner = unit
            town.partner_from = town.battle


@game.rule
def attackers_go_back(town: Town) -> None:
    """A beaten attacker goes back; by DZ-30 'one-for-both' its partner does too, otherwise that one fights by itself."""
    if town.fighter is not None and town.units[town.fighter].at == town.battle:
        clause("DZ-R10")
        goal = way_back(town, town.came_from, town.origin, town.driven)
        clause("DZ-M15", when=goal != town.came_from)
        town.units[the(town.fighter)].at = goal
        if contested(town, goal):
            town.came_from = town.battle
            town.origin = town.battle
            town.driven = True
        else:
            town.fighter = None
    else:
        town.fighter = None
    if town.partner is not None and town.units[town.partner].at == town.battle and ruling("DZ-30") == "one-for-both":
        goal = way_back(town, town.partner_from, town.partner_from, True)
        town.units[the(town.partner)].at = goal
        if contested(town, goal):
            town.partner_from = town.battle
        else:
            town.partner = None
            town.partner_from = Place.FOREST_START


@game.rule
def way_back(town: Town, came_from: Space, origin: Space, driven: bool) -> Place:
    """Where a beaten attacker goes: back where it came from, by DZ-29 past the Zeds; if there is no room, by DZ-31."""
    if driven and ruling("DZ-29") == "past-them":
        return room_ahead(town, town.battle)
    here = came_from
    on_its_path = ruling("DZ-31") == "along-its-path"
    hops = bound(16)
    while hops(here == town.battle or unit_room(town, here) == 0):
        if here == origin:
            on_its_path = False
        if on_its_path:
            here = towards(here, origin)
        else:
            here = box.map[here].ahead
    return here


# -- the end of a combat ------------------------------------------------------------------------------------------------------


@game.step(Phase.DISENGAGE)
def disengage(town: Town) -> None:
    """The combat is over: Zeds that an event brought may recover or come, and play goes on."""
    if in_force(town, Effect.SMELL) and town.cause == Cause.EVENT:
        town.part = DONE
    spawn = town.spawn
    town.spawn = Place.FOREST_START
    clear_battle(town)
    if spawn != Place.FOREST_START:
        bring_zed(town, spawn)
    else:
        go_on(town)


@game.rule
def recover(town: Town, space: ZedSpace) -> None:
    """Zeds that won with their reduced side up have their full side up, with their Hits."""
    for index in range(2):
        zed = town.zeds[space][index]
        if ZED_REDUCED[zed]:
            town.zeds[space][index] = Zed(ZED_KIND[zed] * FACES + 1 + min(ZED_HITS[zed], box.zed_hits_full - 1))
    settle(town, space)
