"""Forage actions: one die or two, and the ammunition they find."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.actions import may_act, spend
from daybreak_games.dawn_of_the_zeds.character_actions import in_town
from daybreak_games.dawn_of_the_zeds.ground import on_map
from daybreak_games.dawn_of_the_zeds.pieces import Unit
from daybreak_games.dawn_of_the_zeds.places import Finds
from daybreak_games.dawn_of_the_zeds.resuming import lay_down_arms
from daybreak_games.dawn_of_the_zeds.state import Gift, Phase, Town, box, game
from verifier.lang import Range, clause, require, the, weight

Die = Annotated[int, Range(1, 6)]


@game.decision(Phase.ACT, clause="DZ-O02")
def forage(town: Town, unit: Unit) -> None:
    """A unit on a named space looks for ammunition."""
    require(on_map(town, unit), "DZ-O02")
    require(town.given != Gift.CITADEL, "DZ-A06")
    require(may_act(town, unit), "DZ-A07")
    require(box.map[town.units[unit].at].finds != Finds.NOTHING, "DZ-O02")
    spend(town, unit)
    town.fighter = unit
    town.phase = Phase.FORAGE_DIE


@game.rule
def bonus(town: Town, unit: Unit) -> Annotated[int, Range(0, 26)]:
    """What is added to the die of a unit that forages in Town or Town Center."""
    if not in_town(town, unit):
        return 0
    return sum(box.units[other].town_forage for other in Unit if on_map(town, other))


@game.chance(Phase.FORAGE_DIE, tape="dice", clause="DZ-O07")
def roll_to_forage(town: Town, number: Die) -> None:
    """A die of the forager; a Scavenger rolls two, and equal ones count twice."""
    weight(1)
    if box.units[the(town.fighter)].forage_dice == 2 and town.die == 0:
        clause("DZ-O10", "DZ-X46")
        town.die = number
    elif town.die == 0:
        find(town, number)
        end_forage(town)
    elif town.die == number:
        clause("DZ-D03")
        find(town, number)
        find(town, number)
        end_forage(town)
    else:
        town.other_die = number
        town.phase = Phase.PICK_DIE


@game.decision(Phase.PICK_DIE, clause="DZ-D02")
def take_die(town: Town, number: Die) -> None:
    """The players take one of two dice."""
    require(number == town.die or number == town.other_die, "DZ-D02")
    find(town, number)
    end_forage(town)


@game.rule
def find(town: Town, number: Die) -> None:
    """The forage table: ammunition, as far as the track counts."""
    unit = the(town.fighter)
    result = min(6, number + bonus(town, unit))
    found = box.forage[box.map[town.units[unit].at].finds][result - 1]
    clause("DZ-X34", when=bonus(town, unit) > 0)
    clause("DZ-O14", when=town.ammo + found > box.ammo_most)
    clause("DZ-O08", when=found > 0)
    town.ammo = min(box.ammo_most, town.ammo + found)


@game.rule
def end_forage(town: Town) -> None:
    """The forager is done."""
    town.die = 0
    town.other_die = 0
    lay_down_arms(town)
    town.phase = Phase.ACT
