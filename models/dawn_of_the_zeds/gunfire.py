"""Gunfire attacks: who may fire at what, what it costs, the column, and backing up afterwards."""

from __future__ import annotations

from typing import Annotated

from models.dawn_of_the_zeds.actions import actions_left, may_act, spend, spend_one
from models.dawn_of_the_zeds.ground import apart, first_unit_at, is_defiant, is_start, last_unit_at, on_map, strength, units_at
from models.dawn_of_the_zeds.pieces import Unit, Who, Zed
from models.dawn_of_the_zeds.places import Place, ZedSpace
from models.dawn_of_the_zeds.retreat import fall_back
from models.dawn_of_the_zeds.state import Cause, Combat, Gift, Phase, Town, Which, box, game
from verifier.lang import Range, clause, require, ruling


@game.rule
def in_reach(town: Town, unit: Unit, space: ZedSpace) -> bool:
    """Whether a unit can fire at a space: of its track, near enough, and never through Town Center."""
    here = town.units[unit].at
    spaces = apart(here, space)
    if here == Place.TOWN_CENTER and ruling("DZ-50") == "adjacent-only" and spaces > 1:
        return False
    return 0 < spaces <= box.units[unit].reach


@game.rule
def may_fire_here(town: Town, unit: Unit) -> bool:
    """Whether units fire from the space of a unit: not from Start spaces, from Town Center by DZ-48, or as a card says."""
    here = town.units[unit].at
    if here == Place.TOWN_CENTER:
        return ruling("DZ-48") == "allowed" or town.given == Gift.CITADEL
    return not is_start(here)


@game.decision(Phase.ACT, clause=("DZ-A22", "DZ-H04", "DZ-N01", "DZ-N04"))
def fire(town: Town, unit: Unit, space: ZedSpace, which: Which) -> None:
    """A unit fires at a Zed of another space."""
    require(town.ammo > 0, "DZ-N03")
    require(on_map(town, unit), "DZ-N01")
    require(may_act(town, unit), "DZ-A16")
    require(may_fire_here(town, unit) and not is_start(space), "DZ-N05")
    require(town.zeds[space][which] != Zed.NONE, "DZ-N01")
    require(in_reach(town, unit, space), "DZ-N07")
    if town.given == Gift.CITADEL:
        town.shift = 1
    spend(town, unit)
    clause("DZ-A13")
    if town.ammo == 11:
        clause("DZ-O13")
    town.ammo -= 1
    aim(town, unit, space, which)


@game.decision(Phase.ACT, clause=("DZ-A08", "DZ-A22"))
def fire_for_actions(town: Town, space: ZedSpace, which: Which) -> None:
    """A unit whose card lets it spends more actions instead of ammunition."""
    require(town.given == Gift.NOTHING, "DZ-A08")
    require(box.units[thrifty(town)].actions_for_ammo > 0, "DZ-N03")
    require(actions_left(town) >= box.units[thrifty(town)].actions_for_ammo, "DZ-A16")
    require(may_fire_here(town, thrifty(town)) and not is_start(space), "DZ-N05")
    require(town.zeds[space][which] != Zed.NONE, "DZ-N01")
    require(in_reach(town, thrifty(town), space), "DZ-N07")
    unit = thrifty(town)
    town.cause = Cause.ACTION
    for _ in range(box.units[unit].actions_for_ammo):
        spend_one(town)
    aim(town, unit, space, which)


@game.rule
def thrifty(town: Town) -> Unit:
    """The unit in play that can fire without ammunition; any other if there is none."""
    return next((unit for unit in Unit if on_map(town, unit) and box.units[unit].actions_for_ammo > 0), Unit.FURIES)


@game.rule
def aim(town: Town, unit: Unit, space: ZedSpace, which: Which) -> None:
    """The shot is paid for: dice follow."""
    if is_defiant(town, unit):
        clause("DZ-N02")
    if apart(town.units[unit].at, space) > 1:
        clause("DZ-N06", "DZ-N08")
    town.fighter = Who(unit + 1)
    town.battle = space
    town.second = which == Which.SECOND
    town.combat = Combat.GUNFIRE
    town.phase = Phase.FIRST_DIE


# -- the column ---------------------------------------------------------------------------------------------------------------


@game.rule
def shot_distance(town: Town) -> Annotated[int, Range(1, 3)]:
    """How far away the target of the shot is."""
    return min(3, max(1, apart(town.units[town.fighter - 1].at, town.battle)))


@game.rule
def gunfire_column(town: Town) -> Annotated[int, Range(0, 6)]:
    """The first column of a shot: the firing Strength, at most that of the last column (DZ-23)."""
    unit = Unit(town.fighter - 1)
    firing = box.units[unit].fire[shot_distance(town) - 1]
    if firing == 0:
        firing = strength(town, unit)
    return min(6, max(0, firing - 1))


# -- afterwards ---------------------------------------------------------------------------------------------------------------


@game.rule
def after_shot(town: Town) -> None:
    """The shot is over; a unit that can may back up."""
    unit = Unit(town.fighter - 1)
    if box.units[unit].backs_up and town.units[unit].at != Place.TOWN_CENTER:
        town.phase = Phase.BACK_UP
    else:
        town.phase = Phase.DISENGAGE


@game.decision(Phase.BACK_UP)
def hold_ground(town: Town) -> None:
    """The unit stays where it fired from."""
    town.phase = Phase.DISENGAGE


@game.decision(Phase.BACK_UP, clause="DZ-R13")
def back_up(town: Town) -> None:
    """The unit that fired goes back one space, alone."""
    unit = Unit(town.fighter - 1)
    begin_backing(town)
    fall_back(town, unit)


@game.decision(Phase.BACK_UP, clause="DZ-R13")
def back_up_together(town: Town) -> None:
    """The unit that fired goes back one space with the other one of its space, unless that is Defiant: like a retreat of both."""
    require(units_at(town, town.units[town.fighter - 1].at) == 2, "DZ-R13")
    require(not is_defiant(town, companion(town)), "DZ-M10")
    begin_backing(town)
    town.zeds_attack = True
    town.phase = Phase.UNITS_RETREAT


@game.rule
def companion(town: Town) -> Unit:
    """The other unit on the space of the one that fired; itself if it is alone."""
    here = town.units[town.fighter - 1].at
    if first_unit_at(town, here) == Unit(town.fighter - 1):
        return last_unit_at(town, here)
    return first_unit_at(town, here)


@game.rule
def begin_backing(town: Town) -> None:
    """Backing up starts from the space of the unit that fired."""
    town.battle = town.units[town.fighter - 1].at
    town.fighter = Who.NOBODY
    town.combat = Combat.HAND_TO_HAND
    town.second = False
    town.phase = Phase.DISENGAGE
