"""Pressure, with more than one player: the strongest Zeds move once more, new ones come where there are fewest."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.activation import goes, way_ahead, zeds_on_track
from daybreak_games.dawn_of_the_zeds.cards import Symbol
from daybreak_games.dawn_of_the_zeds.ground import in_play, is_start, zeds_at
from daybreak_games.dawn_of_the_zeds.pieces import ZED_STRENGTH, Zed
from daybreak_games.dawn_of_the_zeds.places import STEPS, TRACK_OF, ZED_SPACES, Place, Track, ZedSpace
from daybreak_games.dawn_of_the_zeds.resuming import bring_zed, cup_size, forget_dealt
from daybreak_games.dawn_of_the_zeds.stacking import mob_strength, zed_room
from daybreak_games.dawn_of_the_zeds.state import Cause, Phase, Town, box, game
from verifier.lang import Range, clause, require, ruling

STRONGEST = 100  # more than any Strength together, so that nearness only decides between equals


@game.rule
def moves_zeds(town: Town) -> bool:
    """Whether the symbol that is dealt with is movement pressure, and not placement pressure."""
    symbols = box.events[town.event].zeds
    return town.symbol < symbols.size and symbols[town.symbol] == Symbol.MOVEMENT_PRESSURE


@game.step(Phase.PRESSURE)
def pressure(town: Town) -> None:
    """The next pressure event of a symbol; when all are done, the card's next symbol.

    A Zeds unit that comes is drawn first, and its Start space found then.
    """
    wanted = most_wanted(town)
    candidates = sum(1 for space in ZED_SPACES if pressable(town, space, wanted))
    if town.drawn == Zed.NONE and (town.to_come == 0 or candidates == 0 or not moves_zeds(town) and cup_size(town) == 0):
        town.to_come = 0
        town.symbol += 1
        town.cause = Cause.NOTHING
        forget_dealt(town)
        town.phase = Phase.SYMBOL
    elif not moves_zeds(town) and town.drawn == Zed.NONE:
        town.to_come -= 1
        clause("DZ-P18")
        bring_zed(town, Place.FOREST_START)
    elif candidates > 1:
        town.phase = Phase.PRESSED
    else:
        for space in ZED_SPACES:
            if pressable(town, space, wanted):
                put_pressure(town, space)
                return


@game.decision(Phase.PRESSED)
def press(town: Town, space: ZedSpace) -> None:
    """The players choose among equally strong Zeds as near, or among tracks with equally few."""
    require(not moves_zeds(town) or pressable(town, space, most_wanted(town)), "DZ-P13")
    require(moves_zeds(town) or pressable(town, space, most_wanted(town)), "DZ-P21")
    if moves_zeds(town):
        clause("DZ-P13")
    else:
        clause("DZ-P21")
    put_pressure(town, space)


@game.rule
def put_pressure(town: Town, space: ZedSpace) -> None:
    """One pressure event: the Zeds of a space move, or the new one comes to a Start space."""
    if moves_zeds(town):
        town.to_come -= 1
        clause("DZ-P10")
        clause("DZ-P09", when=goes(town, space, False) and goes(town, space, True))
        strength = pressed_strength(town, space)
        clause("DZ-P11", when=any(mob_strength(mob) > strength for mob in town.zeds))
        clause("DZ-P12", when=sum(1 for mob in town.zeds if mob_strength(mob) == strength) > 1)
        town.target = space
        town.phase = Phase.ADVANCE
    else:
        clause("DZ-P20", when=town.to_come < box.players - 2)
        clause("DZ-K10", when=zed_room(town, space) == 0)
        town.target = space
        town.phase = Phase.SET_DOWN


@game.rule
def most_wanted(town: Town) -> int:
    """What the space has that pressure comes upon: the strongest claim to a move, or the fewest Zeds on its track."""
    return most_pressed(town) if moves_zeds(town) else fewest_zeds(town)


@game.rule
def pressable(town: Town, space: ZedSpace, wanted: int) -> bool:
    """Whether pressure can come upon a space, and no other has more claim to it than `wanted`."""
    if moves_zeds(town):
        return can_be_pressed(town, space) and claim(town, space) == wanted
    return is_start(space) and zeds_on_track(town, TRACK_OF[space], ruling("DZ-02") == "start-counts") == wanted


@game.rule
def claim(town: Town, space: ZedSpace) -> int:
    """What sets Zeds before others for movement pressure: Strength first, then nearness to Town Center."""
    return pressed_strength(town, space) * STRONGEST - STEPS[space]


@game.rule
def pressed_strength(town: Town, space: ZedSpace) -> Annotated[int, Range(0, 18)]:
    """The Strength of the Zeds of a space that movement pressure can still move (DZ-16)."""
    return sum(ZED_STRENGTH[town.zeds[space][index]] for index in range(2) if goes(town, space, index == 1))


@game.rule
def can_be_pressed(town: Town, space: ZedSpace) -> bool:
    """Whether movement pressure can move the Zeds of a space."""
    zeds = sum(1 for index in range(2) if goes(town, space, index == 1))
    if zeds == 0 or way_ahead(town, space) == 0 or zeds < zeds_at(town, space) and ruling("DZ-67") == "by-space":
        return False
    if is_start(space) and ruling("DZ-17") == "not-eligible":
        return False
    return way_ahead(town, space) >= zeds or ruling("DZ-15") == "partial"


@game.rule
def most_pressed(town: Town) -> int:
    """The strongest claim to movement pressure."""
    return max((claim(town, space) for space in ZED_SPACES if can_be_pressed(town, space)), default=-STRONGEST)


@game.rule
def fewest_zeds(town: Town) -> int:
    """The number of Zeds on the track with the fewest."""
    return min((zeds_on_track(town, track, ruling("DZ-02") == "start-counts") for track in Track if in_play(track)),
               default=STRONGEST)
