"""The Zeds Phase: the symbols of the event card, tracks activated, Zeds that go forward; Brains! turns."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.cards import Moment, Symbol
from daybreak_games.dawn_of_the_zeds.fate_deck import draw_from_fates, fate_can_be_drawn
from daybreak_games.dawn_of_the_zeds.ground import in_play, start_of, zeds_at
from daybreak_games.dawn_of_the_zeds.pieces import Zed
from daybreak_games.dawn_of_the_zeds.places import TRACK_LENGTH, Place, Track, ZedSpace
from daybreak_games.dawn_of_the_zeds.resuming import bring_zed, fate_is_open, finish, forget_dealt, go_on, is_brains
from daybreak_games.dawn_of_the_zeds.stacking import is_dealt, mark_dealt, pick_up, put_down, tied, zed_room
from daybreak_games.dawn_of_the_zeds.state import Cause, Phase, Town, Which, box, game
from verifier.lang import Range, clause, require, ruling, weight

# -- the symbols of the card --------------------------------------------------------------------------------------------------


@game.step(Phase.SYMBOL, clause="DZ-Z03")
def next_symbol(town: Town) -> None:
    """The next symbol of the event card is dealt with: a track, or pressure; with none left, the Zeds Phase goes on."""
    sheet = box.events[town.event]
    if town.symbol >= sheet.zeds.size:
        after_symbols(town)
    elif sheet.zeds[town.symbol] == Symbol.ALL:
        all_tracks(town)
    elif sheet.zeds[town.symbol] == Symbol.FATED_TWICE:
        town.symbol += 1
        activate_fated(town)
    elif sheet.zeds[town.symbol] >= Symbol.MOVEMENT_PRESSURE:
        begin_pressure(town)
    else:
        one_track(town)


@game.rule
def activate_fated(town: Town) -> None:
    """A fate draw is to name the track that is activated twice; without a card none is (DZ-55)."""
    if fate_can_be_drawn(town):
        clause("DZ-Z17", "DZ-Z18")
        town.again = True
        draw_from_fates(town)
    else:
        clause("DZ-E03")


@game.rule
def one_track(town: Town) -> None:
    """A symbol activates its track; reading DZ-10 says when a track with two symbols apart has its second activation."""
    sheet = box.events[town.event]
    symbol = sheet.zeds[town.symbol]
    earlier = sum(1 for index in range(town.symbol) if sheet.zeds[index] == symbol)
    same = sum(1 for each in sheet.zeds if each == symbol)
    track = Track(symbol)
    town.symbol += 1
    if not in_play(track):
        town.phase = Phase.SYMBOL
    elif ruling("DZ-10") == "left-to-right":
        clause("DZ-Z14", when=earlier > 0)
        activate_track(town, track)
    elif earlier == 0:
        clause("DZ-Z14", when=same > 1)
        town.again = same > 1
        activate_track(town, track)


@game.rule(clause="DZ-Z16")
def all_tracks(town: Town) -> None:
    """A card for all tracks: the players say which is next, or, by reading DZ-08, the whole order beforehand."""
    left = sum(1 for track in Track if in_play(track) and not town.activated[track])
    done = sum(1 for track in Track if town.activated[track])
    if left == 0:
        for track in Track:
            town.activated[track] = False
            town.order[track] = Track.FOREST
        town.symbol += 1
    elif ruling("DZ-08") == "declared":
        if done == 0 and all(each == Track.FOREST for each in town.order):
            town.phase = Phase.ORDER
        else:
            activate_declared(town)
    elif left == 1:
        for track in Track:
            if in_play(track) and not town.activated[track]:
                activate_track(town, track)
    else:
        town.phase = Phase.NEXT_TRACK


@game.rule
def activate_declared(town: Town) -> None:
    """Reading DZ-08 'declared': the first track of the declared order that is not done; others are none of this map's."""
    for place in range(4):
        track = town.order[place]
        if not town.activated[track]:
            town.activated[track] = True
            if in_play(track):
                activate_track(town, track)
            return


@game.decision(Phase.NEXT_TRACK, clause="DZ-Z16")
def choose_track(town: Town, track: Track) -> None:
    """The players choose which track is activated next."""
    require(in_play(track) and not town.activated[track], "DZ-Z16")
    activate_track(town, track)


@game.decision(Phase.ORDER, clause="DZ-Z16")
def declare_order(town: Town, first: Track, second: Track, third: Track) -> None:
    """Reading DZ-08 'declared': the players name the order of all tracks."""
    require(first != second and first != third and second != third, "DZ-Z16")
    town.order[0] = first
    town.order[1] = second
    town.order[2] = third
    town.order[3] = next((track for track in Track if track != first and track != second and track != third), Track.SUBURBS)
    town.phase = Phase.SYMBOL


@game.rule
def after_symbols(town: Town) -> None:
    """The card's symbols are dealt with: an event at the end of the phase, the Action Phase, or the end of a Brains! turn."""
    if is_brains(town):
        clause("DZ-E05")
        town.phase = Phase.HOUSEKEEPING
    elif box.events[town.event].moment == Moment.ZEDS_PHASE_END:
        town.phase = Phase.EVENT
    else:
        town.phase = Phase.BEGIN_ACTIONS


@game.rule
def begin_pressure(town: Town) -> None:
    """A pressure symbol: a pressure event for each player beyond the first; none in a solo game or a Brains! turn (DZ-71)."""
    if box.players == 1:
        clause("DZ-P02")
        town.symbol += 1
    elif is_brains(town):
        clause("DZ-E05")
        town.symbol += 1
    else:
        clause("DZ-P02")
        town.cause = Cause.PRESSURE
        town.to_come = box.players - 1
        town.phase = Phase.PRESSURE


# -- one track ----------------------------------------------------------------------------------------------------------------


@game.rule
def activate_track(town: Town, track: Track) -> None:
    """A track is to be activated."""
    town.track = track
    town.phase = Phase.ACTIVATE


@game.rule
def zeds_on_track(town: Town, track: Track, with_start: bool) -> Annotated[int, Range(0, 16)]:
    """How many Zeds are on a track, with or without its Start space."""
    return sum(zeds_at(town, Place(start_of(track) + number)) for number in range(TRACK_LENGTH)
               if with_start or number > 0)


@game.step(Phase.ACTIVATE)
def activate(town: Town) -> None:
    """A track is activated: without Zeds it gets one, otherwise they move."""
    town.cause = Cause.ACTIVATION
    start = start_of(town.track)
    if zeds_on_track(town, town.track, ruling("DZ-01") == "start-counts") == 0:
        clause("DZ-Z05")
        town.at = TRACK_LENGTH
        if ruling("DZ-03") == "next-turn":
            town.newcomers[town.track] = True
        bring_zed(town, start)
    else:
        clause("DZ-Z06")
        if town.newcomers[town.track]:
            mark_dealt(town, start, True, True)
        town.phase = Phase.NEXT_ZEDS


@game.rule
def goes(town: Town, space: ZedSpace, second: bool) -> bool:
    """Whether a Zed goes on when its space moves: those that have not moved; by DZ-06 the whole Mob, by DZ-16 under pressure."""
    if town.zeds[space][int(second)] == Zed.NONE:
        return False
    if not is_dealt(town, space, second):
        return True
    if town.cause == Cause.PRESSURE:
        return ruling("DZ-16") == "anew"
    return ruling("DZ-06") == "whole-mob" or town.target == space and not waits(town, space)


@game.rule
def waits(town: Town, space: ZedSpace) -> bool:
    """Whether a Zed of a space has not moved in this activation."""
    second = zeds_at(town, space) == 2 and not is_dealt(town, space, True)
    return zeds_at(town, space) > 0 and not is_dealt(town, space, False) or second


@game.rule
def way_ahead(town: Town, space: ZedSpace) -> Annotated[int, Range(0, 2)]:
    """For how many Zeds of a space there is room ahead; in Town Center for all."""
    ahead = box.map[space].ahead
    if ahead == Place.TOWN_CENTER:
        return 2
    return zed_room(town, ahead)


@game.rule
def next_to_move(town: Town, first: int) -> int:
    """Steps from the Town space to the nearest Zeds, from a step on, that have not moved and can; the track's length if none."""
    for step in range(TRACK_LENGTH):
        if step >= first:
            space = Place(start_of(town.track) + TRACK_LENGTH - 1 - step)
            if waits(town, space) and way_ahead(town, space) > 0:
                return step
    return TRACK_LENGTH


@game.step(Phase.NEXT_ZEDS, clause="DZ-Z10")
def next_zeds(town: Town) -> None:
    """The next Zeds to move are found, the nearest to Town Center first; by DZ-05 those left behind are looked at again."""
    step = next_to_move(town, town.at)
    if step == TRACK_LENGTH and ruling("DZ-05") == "moves-later":
        step = next_to_move(town, 0)
    if step == TRACK_LENGTH:
        clause("DZ-K05", when=any(waits(town, Place(start_of(town.track) + number)) for number in range(TRACK_LENGTH)))
        after_activation(town)
    else:
        town.at = step + 1
        town.target = Place(start_of(town.track) + TRACK_LENGTH - 1 - step)
        town.phase = Phase.ADVANCE


@game.rule
def after_activation(town: Town) -> None:
    """The track is done: its second activation, the plot twist that waits for it (DZ-09), or the next symbol."""
    forget_dealt(town)
    town.cause = Cause.NOTHING
    if town.again:
        town.again = False
        town.phase = Phase.ACTIVATE
    elif fate_is_open(town):
        town.phase = Phase.TWIST
    else:
        if town.symbol < box.events[town.event].zeds.size and box.events[town.event].zeds[town.symbol] == Symbol.ALL:
            town.activated[town.track] = True
        town.phase = Phase.SYMBOL


# -- going forward ------------------------------------------------------------------------------------------------------------


@game.step(Phase.ADVANCE)
def advance(town: Town) -> None:
    """The Zeds of a space go forward, as many as there is room for; in Town Center they have won."""
    here = town.target
    if box.map[here].ahead == Place.TOWN_CENTER:
        clause("DZ-W03")
        finish(town, Phase.LOST)
    elif way_ahead(town, here) == 0:
        after_advance(town)
    elif goes(town, here, False) and goes(town, here, True):
        if way_ahead(town, here) >= 2:
            clause("DZ-Z07", "DZ-Z08")
            step_forward(town, here, True)
            step_forward(town, here, False)
            after_advance(town)
        elif tied(town, here):
            town.phase = Phase.FIRST_OF_TIED if ruling("DZ-04") == "players-choose" else Phase.TIED_BY_CHANCE
        else:
            clause("DZ-K05")
            step_forward(town, here, False)
            after_advance(town)
    else:
        step_forward(town, here, not goes(town, here, False))
        after_advance(town)


@game.rule
def step_forward(town: Town, here: ZedSpace, second: bool) -> None:
    """One Zed goes one space towards Town Center."""
    ahead = box.map[here].ahead
    pick_up(town, here, second)
    town.drawn_dealt = True
    put_down(town, ahead)


@game.rule
def after_advance(town: Town) -> None:
    """The Zeds have moved: a combat if there are units, otherwise what moved them goes on."""
    town.target = Place.FOREST_START
    go_on(town)


@game.decision(Phase.FIRST_OF_TIED, clause="DZ-E04")
def first_goes(town: Town, which: Which) -> None:
    """Two equally strong Zeds, and room for one: the players choose who has it (DZ-04)."""
    tied_goes(town, which)


@game.chance(Phase.TIED_BY_CHANCE, tape="ties")
def lot_falls(town: Town, which: Which) -> None:
    """Reading DZ-04 'random': chance decides."""
    weight(1)
    tied_goes(town, which)


@game.rule
def tied_goes(town: Town, which: Which) -> None:
    """One of two equally strong Zeds goes forward, or goes back first after a combat."""
    if town.zeds_go_back:
        space = town.battle
        pick_up(town, space, which == Which.SECOND)
        town.target = box.map[space].behind
        town.phase = Phase.SET_DOWN
    else:
        here = town.target
        step_forward(town, here, which == Which.SECOND)
        after_advance(town)
