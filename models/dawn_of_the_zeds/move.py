"""Move actions: the way, the limit at its end, and the move that is an attack."""

from __future__ import annotations

from models.dawn_of_the_zeds.actions import may_act, spend
from models.dawn_of_the_zeds.ground import adjacent_or_same, is_defiant, is_start, on_map, towards, way, zeds_at
from models.dawn_of_the_zeds.pieces import Unit, Who
from models.dawn_of_the_zeds.places import TRACK_OF, Ground, Place, Space
from models.dawn_of_the_zeds.resuming import go_on
from models.dawn_of_the_zeds.retreat import unit_room
from models.dawn_of_the_zeds.state import Gift, Phase, Town, box, game
from verifier.lang import clause, require, ruling


@game.rule
def movement(unit: Unit) -> int:
    """How many spaces a unit can move: as its sheet says, or as a rule for its kind."""
    if box.units[unit].move > 0:
        return box.units[unit].move
    return box.moves[box.units[unit].kind]


@game.rule
def cost(town: Town, unit: Unit, goal: Space) -> int:
    """The movement that a way takes; some unit enters Town Center for nothing."""
    start = town.units[unit].at
    through_center = start != Place.TOWN_CENTER and (goal == Place.TOWN_CENTER or TRACK_OF[start] != TRACK_OF[goal])
    return way(town, start, goal) - int(through_center and box.units[unit].free_center)


@game.decision(Phase.ACT, clause=("DZ-A19", "DZ-A20", "DZ-M01", "DZ-M03", "DZ-M16"))
def move(town: Town, unit: Unit, goal: Space) -> None:
    """A unit moves to a space; where Zeds are it attacks them."""
    require(on_map(town, unit), "DZ-M01")
    require(town.given != Gift.CITADEL and may_act(town, unit), "DZ-A16")
    require(not is_defiant(town, unit), "DZ-M10")
    require(town.units[unit].at != goal, "DZ-M01")
    require(not is_start(goal) and box.map[goal].ground != Ground.ABSENT, "DZ-M11")
    require(town.closed != goal, "DZ-Z25")
    require(unit_room(town, goal) > 0, "DZ-M12")
    require(cost(town, unit, goal) <= movement(unit), "DZ-M02")
    spend(town, unit)
    clauses_of_move(town, unit, goal)
    start = town.units[unit].at
    last = towards(goal, start)
    town.units[unit].at = goal
    # Where Zeds are it fights at once; where nobody is, `go_on` forgets what follows.
    if zeds_at(town, goal) > 0:
        clause("DZ-M05", "DZ-M06")
    town.fighter = Who(unit + 1)
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
    if goal == Place.TOWN_CENTER:
        clause("DZ-M13")
    if not adjacent_or_same(town.units[unit].at, goal):
        clause("DZ-M14")
