"""Breaches: the entrance is covered and drops out of the game, its other zombies move on."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_dawn.attacks import next_entrance
from daybreak_games.until_dawn.state import (
    CLOCKWISE,
    COLOUR,
    Colour,
    Door,
    Entrance,
    Jasper,
    Night,
    Phase,
    Zombie,
    game,
    next_unbreached,
    unbreached_count,
)
from daybreak_games.until_dawn.zombie_turn import finish
from verifier.lang import Range, clause, require, ruling


@game.rule
def discard_barricade(night: Night, door: Door) -> None:
    """A barricade is torn down; reading UD-03 says whether it can be built again."""
    door.barricades -= 1
    if ruling("UD-03") == "reusable":
        night.supply += 1


@game.rule
def discard_barricades(night: Night, door: Door) -> None:
    """All barricades of an entrance are torn down."""
    if ruling("UD-03") == "reusable":
        night.supply += door.barricades
    door.barricades = 0


@game.rule(clause=("UD-X01", "UD-X02", "UD-X12"))
def breach(night: Night, door: Door, place: Annotated[int, Range(0, 23)]) -> None:
    """A zombie of the entrance being resolved is laid over it; the fourth breach loses the game."""
    cover = door.stack.take_at(place).card
    door.breached_by = cover
    discard_barricades(night, door)
    night.acted = 0
    night.late = 0
    if night.jasper == night.at:
        clause("UD-X07")
        night.jasper = Jasper.RUG
    if unbreached_count(night) == 0:
        clause("UD-X16")
        finish(night, Phase.LOST)
    else:
        if night.rebecca == night.at:
            clause("UD-B19")
            if ruling("UD-46") == "jumps":
                night.rebecca = next_unbreached(night, night.at, CLOCKWISE)
        if COLOUR[cover] == Colour.BLUE:
            night.phase = Phase.SWEEP
        else:
            after_breach(night, door)


@game.rule
def after_breach(night: Night, door: Door) -> None:
    """The zombies left at the breached entrance move on, or the next entrance follows."""
    if door.stack.size == 0:
        next_entrance(night)
    elif ruling("UD-29") == "keep":
        night.phase = Phase.RELOCATE
    else:
        night.phase = Phase.ARRANGE


@game.step(Phase.RELOCATE, clause="UD-X17")
def relocate(night: Night) -> None:
    """The topmost zombie left at the breached entrance moves on, so that their order stays the same."""
    move_on(night, 0)


@game.decision(Phase.ARRANGE)
def send_on(night: Night, place: Annotated[int, Range(0, 23)]) -> None:
    """Reading UD-29 'free': the player says which zombie at the breached entrance moves on next."""
    require(place < night.entrances[night.at].stack.size, "UD-X17")
    move_on(night, place)


@game.rule(clause=("UD-X13", "UD-X14"))
def move_on(night: Night, place: Annotated[int, Range(0, 23)]) -> None:
    """A zombie left at a breached entrance goes under the next stack: upright, but attacking in the final assault."""
    door = night.entrances[night.at]
    target = next_unbreached(night, night.at, CLOCKWISE)
    clause("UD-X05", when=target != Entrance((night.at + CLOCKWISE) % 4))
    moved = door.stack.take_at(place)
    in_assault = night.assault > 0
    night.entrances[target].stack.put_bottom(Zombie(card=moved.card, attacking=in_assault))
    clause("UD-F04", when=in_assault)
    after_breach(night, door)
