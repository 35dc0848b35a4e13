"""How a finished game is valued, what a line can still reach, and how promising a position looks."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_dawn.state import (
    COLOUR,
    Colour,
    Door,
    Jasper,
    Night,
    Phase,
    Rebecca,
    game,
    unbreached,
    unbreached_count,
)
from verifier.lang import Range, record, ruling


@record
class Grade:
    """Best first: survived or not, how many of Rebecca and Jasper live (UD-52), entrances unbreached, shells left.

    The rulebook grades wins by who lives: both alive is best, both dead worst (UD-W02, UD-W03).  What comes after, and that
    losses are graded by the same fields, is ours (UD-70).
    """

    survived: bool
    alive: Annotated[int, Range(0, 2)]
    unbreached: Annotated[int, Range(0, 4)]
    shells: Annotated[int, Range(0, 8)]


@game.rule
def alive(night: Night) -> Annotated[int, Range(0, 2)]:
    """How many of Rebecca and Jasper live (UD-52)."""
    return int(night.rebecca == Rebecca.ASIDE) + int(night.jasper != Jasper.DEAD)


@game.grade(order="the rulebook ranks wins by who is left, naming the best and the worst; entrances and shells are our tie-break")
def result(night: Night) -> Grade:
    """The value of a finished game."""
    return Grade(survived=night.phase == Phase.WON, alive=alive(night), unbreached=unbreached_count(night), shells=night.ammo)


@game.bound
def best_possible(night: Night) -> Grade:
    """Nobody comes back to life and no shell is found; an entrance opens again only by a shot under UD-09 'target'."""
    reopened = 0
    if ruling("UD-09") == "target" and night.phase != Phase.WON and night.phase != Phase.LOST:
        reopened = night.ammo
    return Grade(survived=night.phase != Phase.LOST, alive=alive(night), unbreached=min(4, unbreached_count(night) + reopened),
                 shells=night.ammo)


@game.progress
def hour(night: Night) -> Annotated[int, Range(0, 60)]:
    """The space that the player's marker has reached."""
    return night.time


@game.estimate
def promise(night: Night) -> Annotated[int, Range(-1000000, 1000000)]:
    """Friends first, then entrances, time passed, barricades and shells; zombies in play weigh against it."""
    if night.phase == Phase.LOST:
        return -1000000
    danger = sum(threat(door) for door in night.entrances)
    standing = alive(night) * 4000 + unbreached_count(night) * 1000 + night.zombie_time * 120
    barricades = sum(min(door.barricades, 3) for door in night.entrances)
    return standing + barricades * 60 + night.ammo * 40 - danger


@game.rule
def threat(door: Door) -> Annotated[int, Range(0, 4000)]:
    """How much the zombies of an entrance are to be feared: Screamers at open doors and Sneakers in numbers most."""
    if not unbreached(door):
        return 0
    sneakers = sum(1 for zombie in door.stack if COLOUR[zombie.card] == Colour.BLUE)
    screamers = sum(1 for zombie in door.stack if COLOUR[zombie.card] == Colour.GREEN)
    attacking = sum(1 for zombie in door.stack if zombie.attacking)
    bare = 60 if door.barricades == 0 else 20
    return door.stack.size * 15 + screamers * bare + max(0, sneakers - door.barricades) * 40 + attacking * 25
