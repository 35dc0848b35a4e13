"""Gunfire attacks: who may fire at what, what it costs, the column, and backing up afterwards."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.actions import actions_left, may_act, spend, spend_one
from daybreak_games.dawn_of_the_zeds.ground import NO_WAY, apart, companion_of, is_defiant, is_start, on_map, strength, units_at
from daybreak_games.dawn_of_the_zeds.pieces import Unit, Zed
from daybreak_games.dawn_of_the_zeds.places import Place, ZedSpace
from daybreak_games.dawn_of_the_zeds.retreat import fall_back
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Gift, Phase, Town, Which, box, game
from verifier.lang import Range, clause, require, ruling, the


@game.rule
def leads_there(town: Town, unit: Unit, space: ZedSpace) -> bool:
    """Whether a space is on the track of a unit, so that nobody fires through Town Center; from there out all are."""
    return apart(town.units[unit].at, space) < NO_WAY


@game.rule
def in_reach(town: Town, unit: Unit, space: ZedSpace) -> bool:
    """Whether a unit can fire so far: one space, or as its card says (from Town Center by DZ-50)."""
    here = town.units[unit].at
    spaces = apart(here, space)
    if here == Place.TOWN_CENTER and ruling("DZ-50") == "adjacent-only" and spaces > 1:
        return False
    return 0 < spaces <= box.units[unit].reach


@game.rule
def may_fire_here(town: Town, unit: Unit) -> bool:
    """Whether units fire from the space of a unit: from Town Center by DZ-48, or as a card says."""
    return town.units[unit].at != Place.TOWN_CENTER or ruling("DZ-48") == "allowed" or town.given == Gift.CITADEL


@game.decision(Phase.ACT, clause=("DZ-N01", "DZ-N04"))
def fire(town: Town, unit: Unit, space: ZedSpace, which: Which) -> None:
    """A unit fires at a Zed of another space."""
    require(town.ammo > 0, "DZ-N03")
    require(on_map(town, unit), "DZ-N01")
    require(box.units[unit].reach > 0, "DZ-X44")
    require(may_act(town, unit), "DZ-A07")
    require(not is_start(town.units[unit].at) and not is_start(space), "DZ-N05")
    require(may_fire_here(town, unit), "DZ-N01")
    require(town.zeds[space][which] != Zed.NONE, "DZ-N01")
    require(leads_there(town, unit, space), "DZ-N07")
    require(in_reach(town, unit, space), "DZ-N06")
    if town.given == Gift.CITADEL:
        town.shift = 1
    spend(town, unit)
    town.ammo -= 1
    aim(town, unit, space, which)


@game.decision(Phase.ACT, clause=("DZ-A08", "DZ-S10", "DZ-X33"))
def fire_for_actions(town: Town, space: ZedSpace, which: Which) -> None:
    """A unit whose card lets it spends more actions instead of ammunition."""
    require(town.given == Gift.NOTHING, "DZ-A06")
    require(box.units[thrifty(town)].actions_for_ammo > 0, "DZ-X33")
    require(actions_left(town) >= box.units[thrifty(town)].actions_for_ammo, "DZ-A08")
    require(not is_start(town.units[thrifty(town)].at) and not is_start(space), "DZ-N05")
    require(may_fire_here(town, thrifty(town)), "DZ-N01")
    require(town.zeds[space][which] != Zed.NONE, "DZ-N01")
    require(leads_there(town, thrifty(town), space), "DZ-N07")
    require(in_reach(town, thrifty(town), space), "DZ-N06")
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
    distance = apart(town.units[unit].at, space)
    clause("DZ-N06", "DZ-N08", when=distance > 1)
    town.fighter = unit
    town.battle = space
    town.second = which == Which.SECOND
    town.combat = Combat.GUNFIRE
    town.phase = Phase.FIRST_DIE


# -- the column ---------------------------------------------------------------------------------------------------------------


@game.rule
def shot_distance(town: Town) -> Annotated[int, Range(1, 3)]:
    """How far away the target of the shot is."""
    return min(3, max(1, apart(town.units[the(town.fighter)].at, town.battle)))


@game.rule
def gunfire_column(town: Town) -> Annotated[int, Range(0, 6)]:
    """The first column of a shot: the firing Strength, at most that of the last column (DZ-23)."""
    unit = the(town.fighter)
    firing = box.units[unit].fire[shot_distance(town) - 1]
    if firing == 0:
        firing = strength(town, unit)
    return min(6, max(0, firing - 1))


@game.rule(clause="DZ-B25")
def clauses_of_shot(town: Town) -> None:
    """Which sentences, of the rulebook or of a unit's card, the column of a shot rests on."""
    unit = the(town.fighter)
    distance = shot_distance(town)
    if box.units[unit].fire[distance - 1] > 0:
        clause("DZ-X31")
    else:
        clause("DZ-B09")
    clause("DZ-X43", when=box.units[unit].fire_loss[distance - 1] > 0)
    clause("DZ-X45", when=box.units[unit].fire_shift[distance - 1] > 0)


# -- afterwards ---------------------------------------------------------------------------------------------------------------


@game.rule
def after_shot(town: Town) -> None:
    """The shot is over; a unit that can may back up."""
    unit = the(town.fighter)
    if box.units[unit].backs_up and town.units[unit].at != Place.TOWN_CENTER:
        town.phase = Phase.BACK_UP
    else:
        town.phase = Phase.DISENGAGE


@game.decision(Phase.BACK_UP)
def hold_ground(town: Town) -> None:
    """The unit stays where it fired from."""
    town.phase = Phase.DISENGAGE


@game.decision(Phase.BACK_UP, clause=("DZ-R13", "DZ-X32"))
def back_up(town: Town) -> None:
    """The unit that fired goes back one space, alone."""
    unit = the(town.fighter)
    begin_backing(town)
    fall_back(town, unit)


@game.decision(Phase.BACK_UP, clause=("DZ-R13", "DZ-X32"))
def back_up_together(town: Town) -> None:
    """The unit that fired goes back one space with the other one of its space, unless that is Defiant: like a retreat of both."""
    require(units_at(town, town.units[the(town.fighter)].at) == 2, "DZ-X32")
    require(not is_defiant(town, companion_of(town, the(town.fighter))), "DZ-M10")
    begin_backing(town)
    town.units_go_back = True
    town.phase = Phase.UNITS_RETREAT


@game.rule
def begin_backing(town: Town) -> None:
    """Backing up starts from the space of the unit that fired."""
    town.battle = town.units[the(town.fighter)].at
    town.fighter = None
    town.combat = Combat.HAND_TO_HAND
    town.second = False
    town.phase = Phase.DISENGAGE
