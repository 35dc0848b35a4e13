"""The map: who is on a space, what is next to it, the way from one space to another.

The map is a tree: every space leads to one other `ahead`, towards Town Center, so that a way is unique.
"""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.pieces import Condition, Unit, UnitKind, Zed
from daybreak_games.dawn_of_the_zeds.places import (
    STARTS,
    STEPS,
    TRACK_OF,
    ZED_SPACES,
    Ground,
    Place,
    Site,
    Space,
    Track,
    ZedSpace,
)
from daybreak_games.dawn_of_the_zeds.state import Town, box, game
from verifier.lang import Range, bound

NO_WAY = 99


@game.rule
def start_of(track: Track) -> ZedSpace:
    """The Start space of a track."""
    return STARTS[track]


@game.rule
def in_play(track: Track) -> bool:
    """Whether the map has this track."""
    return box.map[start_of(track)].ground == Ground.START


@game.rule
def is_start(space: Space) -> bool:
    """Whether it is a Start space."""
    return box.map[space].ground == Ground.START


@game.rule
def site_of(site: Site) -> Place:
    """The space with a name on it; aside if the map has none."""
    return next((space for space in ZED_SPACES if box.map[space].site == site and box.map[space].ground != Ground.ABSENT),
                Place.ASIDE)


@game.rule
def zeds_at(town: Town, space: Place) -> Annotated[int, Range(0, 2)]:
    """How many Zeds are on a space."""
    if space < Place.FOREST_START or space > Place.SUBURBS_0:
        return 0
    return int(town.zeds[space][0] != Zed.NONE) + int(town.zeds[space][1] != Zed.NONE)


@game.rule
def units_at(town: Town, space: Place) -> Annotated[int, Range(0, 13)]:
    """How many units of the players are on a space."""
    return sum(1 for each in town.units if each.at == space)


@game.rule
def on_map(town: Town, unit: Unit) -> bool:
    """Whether a unit is in play."""
    return town.units[unit].at >= Place.FOREST_START


@game.rule
def contested(town: Town, space: Place) -> bool:
    """Whether Zeds and units of the players meet on a space, so that they fight; on a Start space nobody does."""
    return zeds_at(town, space) > 0 and not is_start(space) and units_at(town, space) > 0


@game.rule
def is_defiant(town: Town, unit: Unit) -> bool:
    """Whether a unit still has the Defiant marker of its Village."""
    return Unit.CIVILIANS_1 <= unit <= Unit.CIVILIANS_7 and town.defiant[unit]


@game.rule
def strength(town: Town, unit: Unit) -> Annotated[int, Range(1, 9)]:
    """The Strength on the side of a unit that is up."""
    if town.units[unit].condition >= Condition.REDUCED:
        return box.units[unit].reduced
    return box.units[unit].full


@game.rule
def is_regular(unit: Unit) -> bool:
    """Whether it is a regular Civilians unit."""
    return box.units[unit].kind == UnitKind.CIVILIANS


@game.rule
def first_unit_at(town: Town, space: Place) -> Unit:
    """The unit on a space that comes first in their order; there is one."""
    return next((unit for unit in Unit if town.units[unit].at == space), Unit.PIAZZA)


@game.rule
def last_unit_at(town: Town, space: Place) -> Unit:
    """The unit on a space that comes last in their order; there is one."""
    return max((unit for unit in Unit if town.units[unit].at == space), default=Unit.PIAZZA)


@game.rule
def companion_of(town: Town, unit: Unit) -> Unit:
    """The other unit on the space of a unit; itself if it is alone."""
    here = town.units[unit].at
    if first_unit_at(town, here) == unit:
        return last_unit_at(town, here)
    return first_unit_at(town, here)


# -- ways ---------------------------------------------------------------------------------------------------------------------


@game.rule
def barred(town: Town, space: Space) -> bool:
    """Whether no unit passes a space: Zeds are there, or it is closed."""
    return zeds_at(town, space) > 0 or town.closed == space


@game.rule
def way(town: Town, start: Space, goal: Space) -> int:
    """How many spaces a unit goes from one space to another, `NO_WAY` if something between bars it."""
    here = start
    there = goal
    spaces = 0
    hops = bound(16)
    while hops(here != there):
        spaces += 1
        if STEPS[here] >= STEPS[there]:
            here = box.map[here].ahead
            if here != goal and barred(town, here):
                return NO_WAY
        else:
            there = box.map[there].ahead
            if there != start and barred(town, there):
                return NO_WAY
    return spaces


@game.rule
def towards(space: Space, goal: Space) -> Place:
    """The next space on the way from one space to another."""
    child = goal
    hops = bound(8)
    while hops(STEPS[child] > STEPS[space] and box.map[child].ahead != space):
        child = box.map[child].ahead
    if STEPS[child] > STEPS[space]:
        return child
    return box.map[space].ahead


@game.rule
def apart(space: Space, target: ZedSpace) -> int:
    """How many spaces lie from one to the other on one track, or from Town Center out; `NO_WAY` if there is no such track."""
    if space != Place.TOWN_CENTER and TRACK_OF[space] != TRACK_OF[target]:
        return NO_WAY
    inner = space
    outer = space
    if STEPS[space] > STEPS[target]:
        inner = target
    else:
        outer = target
    spaces = 0
    hops = bound(8)
    while hops(outer != inner):
        spaces += 1
        outer = box.map[outer].ahead
    return spaces


@game.rule
def adjacent_or_same(space: Space, other: Space) -> bool:
    """Whether two spaces are the same or next to each other."""
    return space == other or box.map[space].ahead == other or box.map[other].ahead == space
