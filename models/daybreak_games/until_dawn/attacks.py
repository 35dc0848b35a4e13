"""The attacks: who attacks (first round), and the order in which attacks are resolved (second round)."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_dawn.state import (
    CLOCKWISE,
    COLOUR,
    Colour,
    Door,
    Entrance,
    Night,
    Phase,
    game,
    next_unbreached,
    unbreached,
    unbreached_count,
)
from daybreak_games.until_dawn.zombie_turn import begin_cards, finish
from verifier.lang import Range, clause, following, ruling


@game.rule
def begin_attack(night: Night) -> None:
    """The zombie turn opens with the attacks, unless there is nobody who could attack."""
    if any(door.stack.size > 0 for door in night.entrances):
        clause("UD-A01")
        night.phase = Phase.CHECK_SETS
    else:
        clause("UD-A02")
        begin_cards(night)


# -- first round ---------------------------------------------------------------------------------------------


@game.step(Phase.CHECK_SETS, clause=("UD-A04", "UD-A05"))
def check_sets(night: Night) -> None:
    """One entrance is checked for sets."""
    door = night.entrances[night.at]
    if unbreached(door):
        turn_sets(night, door)
    if night.at == Entrance.LAST:
        night.at = Entrance.FRONT
        night.phase = Phase.NEXT_ATTACKER
    else:
        night.at = following(night.at)


@game.rule
def turn_sets(night: Night, door: Door) -> None:
    """All colours at an entrance turn that entrance; three of a colour turn that colour."""
    red = of_colour(door, Colour.RED)
    blue = of_colour(door, Colour.BLUE)
    green = of_colour(door, Colour.GREEN)
    extra = 0
    clause("UD-A11", when=any(zombie.attacking for zombie in door.stack))
    if rebecca_here(night):
        if ruling("UD-15") == "both":
            extra = 1
        else:
            clause("UD-B20")
    missing = int(red == 0) + int(blue == 0) + int(green == 0)
    all_colours = missing <= extra  # at least one of all three, and Zombie Rebecca for one that is missing
    three_of_one = max(red, blue, green) + extra >= 3
    if all_colours:
        clause("UD-A06", "UD-A07")
        for zombie in door.stack:
            zombie.attacking = True
    if red + extra >= 3:
        turn_colour(night, Colour.RED)
    if blue + extra >= 3:
        turn_colour(night, Colour.BLUE)
    if green + extra >= 3:
        turn_colour(night, Colour.GREEN)
    clause("UD-A09", when=all_colours and three_of_one)


@game.rule
def of_colour(door: Door, colour: Colour) -> int:
    """How many zombies of a colour are at an entrance, attacking or not."""
    return sum(1 for zombie in door.stack if COLOUR[zombie.card] == colour)


@game.rule(clause=("UD-A07", "UD-A08"))
def turn_colour(night: Night, colour: Colour) -> None:
    """The zombies of a colour turn, at every entrance that the set reaches."""
    beyond = next_unbreached(night, night.at, CLOCKWISE)
    for entrance in Entrance:
        reached = ruling("UD-14") == "rule-text" or entrance == night.at or entrance == beyond
        if reached and (ruling("UD-13") == "every-entrance" or entrance >= night.at):
            for zombie in night.entrances[entrance].stack:
                if COLOUR[zombie.card] == colour:
                    zombie.attacking = True


# -- second round --------------------------------------------------------------------------------------------


@game.step(Phase.NEXT_ATTACKER, clause=("UD-A13", "UD-A14", "UD-A15"))
def next_attacker(night: Night) -> None:
    """The next attacker of the entrance is found; with none left, the entrance is done."""
    door = night.entrances[night.at]
    place = topmost_attacker(night, door)
    if place < door.stack.size:
        night.acting = place
        colour = COLOUR[door.stack[place].card]
        if colour == Colour.RED:
            night.phase = Phase.SCRATCHER
        elif colour == Colour.BLUE:
            night.phase = Phase.SNEAKER
        else:
            night.phase = Phase.SCREAMER
    else:
        clause("UD-A16")
        next_entrance(night)


@game.rule
def topmost_attacker(night: Night, door: Door) -> int:
    """The place of the next attacker to act; the size of the stack when there is none."""
    waiting = door.stack.size
    for place in range(night.acted, door.stack.size - night.late):
        if door.stack[place].attacking:
            if ruling("UD-28") == "stand-down" or not holds_back(night, door, place):
                return place
            waiting = min(waiting, place)
    return waiting


@game.rule
def holds_back(night: Night, door: Door, place: Annotated[int, Range(0, 23)]) -> bool:
    """Under UD-28 'attack-first': whether a zombie lets others act first: it would breach, or could not leave."""
    colour = COLOUR[door.stack[place].card]
    if colour == Colour.BLUE:
        return sneakers_breach(night, door)
    if colour == Colour.GREEN:
        return door.barricades == 0
    return door.barricades == 0 and (rebecca_here(night) or unbreached_count(night) == 1)


@game.rule
def rebecca_here(night: Night) -> bool:
    """Whether Zombie Rebecca stands at the entrance being resolved."""
    return night.rebecca == night.at


@game.rule
def sneakers_breach(night: Night, door: Door) -> bool:
    """Whether the Sneakers at the entrance being resolved are enough to breach it."""
    if rebecca_here(night):
        total = ruling("UD-23") == "total"
        counted = sum(1 for zombie in door.stack
                      if COLOUR[zombie.card] == Colour.BLUE and (zombie.attacking or total))
        return counted >= door.barricades
    return sum(1 for zombie in door.stack if COLOUR[zombie.card] == Colour.BLUE and zombie.attacking) > door.barricades


@game.rule
def next_entrance(night: Night) -> None:
    """The entrance is done; the next one clockwise follows, or the round is over."""
    night.acted = 0
    night.late = 0
    night.phase = Phase.NEXT_ATTACKER
    if night.at == Entrance.LAST:
        night.at = Entrance.FRONT
        end_round(night)
    else:
        night.at = following(night.at)


@game.rule
def end_round(night: Night) -> None:
    """The second round is over: cards follow; in the final assault another round, then dawn."""
    if night.assault == 0:
        if ruling("UD-16") == "stand-down":
            night.phase = Phase.STAND_DOWN
        else:
            begin_cards(night)
    elif night.assault == 1:
        clause("UD-F05")
        night.assault = 2
    else:
        clause("UD-F07", "UD-W01")
        finish(night, Phase.WON)


@game.step(Phase.STAND_DOWN)
def stand_down(night: Night) -> None:
    """Reading UD-16 'stand-down': the zombies of one entrance turn upright after the attacks."""
    for zombie in night.entrances[night.at].stack:
        zombie.attacking = False
    if night.at == Entrance.LAST:
        night.at = Entrance.FRONT
        begin_cards(night)
    else:
        night.at = following(night.at)
