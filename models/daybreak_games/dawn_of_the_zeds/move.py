"""Move actions: the way, the limit at its end, and the move that is an attack."""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.actions import may_act, spend
from daybreak_games.dawn_of_the_zeds.ground import (
    NO_WAY,
    adjacent_or_same,
    is_defiant,
    is_start,
    on_map,
    towards,
    units_at,
    way,
    zeds_at,
)
from daybreak_games.dawn_of_the_zeds.pieces import Unit
from daybreak_games.dawn_of_the_zeds.places import TRACK_OF, Ground, Place, Space
from daybreak_games.dawn_of_the_zeds.resuming import go_on
from daybreak_games.dawn_of_the_zeds.retreat import unit_room
from daybreak_games.dawn_of_the_zeds.state import Gift, Phase, Town, box, game
from verifier.lang import clause, require, ruling


@game.rule
def movement(unit: Unit) -> int:
    """How many spaces a unit can move: as its sheet says, or as a rule for its kind."""
    if box.units[unit].move > 0:
        return box.units[unit].move
    return box.moves[box.units[unit].kind]


@game.rule
def cost(town: Town, unit: Unit, goal: Space) -> int:
    """The movement that a way takes; entering Town Center may take none."""
    start = town.units[unit].at
    through_center = start != Place.TOWN_CENTER and (goal == Place.TOWN_CENTER or TRACK_OF[start] != TRACK_OF[goal])
    return way(town, start, goal) - int(through_center and enters_center_free(town, unit))


@game.rule
def enters_center_free(town: Town, unit: Unit) -> bool:
    """Whether entering Town Center takes no movement: by Hernandez's card while he is in play, or for him alone (DZ-91)."""
    if ruling("DZ-91") == "his-own":
        return box.units[unit].free_center
    return any(box.units[other].free_center and on_map(town, other) for other in Unit)


@game.decision(Phase.ACT, clause=("DZ-M01", "DZ-M03"))
def move(town: Town, unit: Unit, goal: Space) -> None:
    """A unit moves to a space; where Zeds are it attacks them."""
    require(on_map(town, unit), "DZ-M01")
    require(town.given != Gift.CITADEL, "DZ-A06")
    require(may_act(town, unit), "DZ-A07")
    require(not is_defiant(town, unit), "DZ-M10")
    require(town.units[unit].at != goal, "DZ-M01")
    require(box.map[goal].ground != Ground.ABSENT, "DZ-M03")
    require(not is_start(goal), "DZ-M11")
    require(town.closed != goal, "DZ-Z25")
    require(unit_room(town, goal) > 0, "DZ-M12")
    require(way(town, town.units[unit].at, goal) < NO_WAY, "DZ-M06")
    require(cost(town, unit, goal) <= movement(unit), "DZ-M02")
    spend(town, unit)
    clauses_of_move(town, unit, goal)
    start = town.units[unit].at
    last = towards(goal, start)
    town.units[unit].at = goal
    # Where Zeds are it fights at once; where nobody is, `go_on` forgets what follows.
    clause("DZ-M06", when=zeds_at(town, goal) > 0)
    town.fighter = unit
    town.origin = start
    town.came_from = start if ruling("DZ-33") == "origin" else last
    go_on(town)


@game.rule
def clauses_of_move(town: Town, unit: Unit, goal: Space) -> None:
    """Which sentences allow the move."""
    if box.units[unit].move == 0:
        match int(box.units[unit].kind):
            case 0:
                clause("DZ-M07")
            case 1:
                clause("DZ-M08")
            case _:
                clause("DZ-M09")
    elif box.units[unit].move != box.moves[box.units[unit].kind]:
        clause("DZ-S10")
    clause("DZ-M17", when=units_at(town, town.units[unit].at) > 1)
    if goal == Place.TOWN_CENTER:
        clause("DZ-M13")
        clause("DZ-X35", when=enters_center_free(town, unit))
    clause("DZ-M14", when=not adjacent_or_same(town.units[unit].at, goal))
