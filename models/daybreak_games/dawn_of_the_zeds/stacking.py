"""Zeds on their spaces: the limit, which of them is stronger, placement and what happens where there is no room."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.cards import Effect
from daybreak_games.dawn_of_the_zeds.ground import is_start, start_of, units_at, zeds_at
from daybreak_games.dawn_of_the_zeds.pieces import FULL_SIDE, REDUCED_SIDE, ZED_STRENGTH, Zed, ZedKind
from daybreak_games.dawn_of_the_zeds.places import Ground, Place, Track, ZedSpace
from daybreak_games.dawn_of_the_zeds.resuming import go_on, in_cup, in_force
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Dealt, Mob, Phase, Town, box, game
from verifier.lang import Range, bound, clause, require, ruling, weight


@game.rule
def mob_strength(mob: Mob) -> Annotated[int, Range(0, 18)]:
    """The Strengths of the Zeds of a space together."""
    return ZED_STRENGTH[mob[0]] + ZED_STRENGTH[mob[1]]


@game.rule
def zed_room(town: Town, space: ZedSpace) -> Annotated[int, Range(0, 2)]:
    """How many more Zeds a space takes."""
    if town.closed == space:
        return 0
    return max(0, box.zeds_on_a_space - zeds_at(town, space))


@game.rule
def tied(town: Town, space: ZedSpace) -> bool:
    """Whether the two Zeds of a space are equally strong, and yet it matters which of them goes."""
    mob = town.zeds[space]
    equal = ZED_STRENGTH[mob[0]] == ZED_STRENGTH[mob[1]]
    return equal and mob[1] != Zed.NONE and (mob[0] != mob[1] or town.tough == space)


# -- marks that go with a Zed -------------------------------------------------------------------------------------------------


@game.rule
def is_dealt(town: Town, space: ZedSpace, second: bool) -> bool:
    """Whether a Zed has moved in the activation that goes on, or by pressure."""
    mark = town.dealt[space]
    if second:
        return mark >= Dealt.SECOND
    return mark == Dealt.FIRST or mark == Dealt.BOTH


@game.rule
def mark_dealt(town: Town, space: ZedSpace, first: bool, second: bool) -> None:
    """Which Zeds of a space have moved in the activation that goes on, or by pressure."""
    if first and second:
        town.dealt[space] = Dealt.BOTH
    elif first:
        town.dealt[space] = Dealt.FIRST
    elif second:
        town.dealt[space] = Dealt.SECOND
    else:
        town.dealt[space] = Dealt.NONE


@game.rule
def settle(town: Town, space: ZedSpace) -> None:
    """The stronger Zed of a space comes first; of equally strong ones the later in the order of the counters."""
    mob = town.zeds[space]
    first = mob[0]
    second = mob[1]
    if ZED_STRENGTH[second] > ZED_STRENGTH[first] or ZED_STRENGTH[second] == ZED_STRENGTH[first] and second > first:
        mob[0] = second
        mob[1] = first
        first_dealt = is_dealt(town, space, False)
        second_dealt = is_dealt(town, space, True)
        mark_dealt(town, space, second_dealt, first_dealt)
        if town.tough == space:
            town.tough_second = not town.tough_second
        if (town.combat == Combat.GUNFIRE or town.combat == Combat.EVENT) and town.battle == space:
            town.second = not town.second


@game.rule
def remove(town: Town, space: ZedSpace, second: bool) -> None:
    """A Zed leaves a space; the other one, if there is one, is the first now."""
    mob = town.zeds[space]
    if second:
        first_dealt = is_dealt(town, space, False)
        mark_dealt(town, space, first_dealt, False)
    else:
        second_dealt = is_dealt(town, space, True)
        mark_dealt(town, space, second_dealt, False)
        mob[0] = mob[1]
    if town.tough == space:
        if town.tough_second == second:
            town.tough = Place.ASIDE
        town.tough_second = False
    mob[1] = Zed.NONE


@game.rule
def pick_up(town: Town, space: ZedSpace, second: bool) -> None:
    """A Zed is taken in hand, with what is marked on it."""
    town.drawn_dealt = is_dealt(town, space, second)
    town.drawn_tough = town.tough == space and town.tough_second == second
    town.drawn = town.zeds[space][int(second)]
    remove(town, space, second)


@game.rule(clause="DZ-K01")
def put_down(town: Town, space: ZedSpace) -> None:
    """The Zed in hand comes to a space that has room for it."""
    mob = town.zeds[space]
    if mob[0] == Zed.NONE:
        mob[0] = town.drawn
        mark_dealt(town, space, town.drawn_dealt, False)
        if town.drawn_tough:
            town.tough = space
            town.tough_second = False
    else:
        mob[1] = town.drawn
        first_dealt = is_dealt(town, space, False)
        mark_dealt(town, space, first_dealt, town.drawn_dealt)
        if town.drawn_tough:
            town.tough = space
            town.tough_second = True
    clause("DZ-H01", when=is_start(space) and units_at(town, space) > 0)
    empty_hand(town)
    settle(town, space)


@game.rule
def empty_hand(town: Town) -> None:
    """No Zed is in hand."""
    town.drawn = Zed.NONE
    town.drawn_dealt = False
    town.drawn_tough = False


# -- placement ----------------------------------------------------------------------------------------------------------------


@game.chance(Phase.DRAW_ZED, tape="cup")
def draw_zed(town: Town, kind: ZedKind) -> None:
    """A Zeds unit is drawn from the Cup, with its full side up but for one of an event."""
    weight(in_cup(town, kind))
    smells = town.cause == Cause.EVENT and in_force(town, Effect.SMELL)
    town.drawn = REDUCED_SIDE[kind] if smells else FULL_SIDE[kind]
    town.drawn_dealt = town.cause == Cause.ACTIVATION
    # By placement pressure it is drawn before its Start space is known, and the target rests; what else comes then has one.
    unknown = town.cause == Cause.PRESSURE and town.target == Place.FOREST_START
    town.phase = Phase.PRESSURE if unknown else Phase.SET_DOWN


@game.rule
def shunned(town: Town, space: ZedSpace) -> bool:
    """Whether Zeds that go back pass a space over because of units there: readings DZ-12 (placed) and DZ-34 (retreating)."""
    if units_at(town, space) == 0 or is_start(space):
        return False
    if town.zeds_go_back:
        return ruling("DZ-34") == "passes-over"
    return ruling("DZ-12") == "passes-over"


@game.rule
def room_back(town: Town, space: ZedSpace) -> Place:
    """The first space with room for a Zed from a space on towards its Start space; aside if there is none."""
    here = space
    hops = bound(8)
    while hops(not is_start(here) and (
            zed_room(town, here) == 0 or shunned(town, here) and (town.zeds_go_back or here != space))):
        here = box.map[here].behind
    if zed_room(town, here) == 0:
        return Place.ASIDE
    return here


@game.rule
def start_has_room(town: Town, space: ZedSpace) -> bool:
    """Whether it is a Start space with room."""
    return box.map[space].ground == Ground.START and zed_room(town, space) > 0


@game.step(Phase.SET_DOWN)
def set_down(town: Town) -> None:
    """The Zed in hand comes to its space, or farther back to the first one with room."""
    space = room_back(town, town.target)
    if town.zeds_go_back:
        clause("DZ-K08")
    elif space != town.target:
        clause("DZ-K07")
        clause("DZ-Z25", when=town.target == town.closed)
    if space != Place.ASIDE:
        put_down(town, space)
        after_set_down(town)
    elif any(start_has_room(town, start_of(track)) for track in Track):
        town.phase = Phase.START_WITH_ROOM
    else:
        clause("DZ-K11")
        if town.drawn_tough:
            town.tough = Place.ASIDE
        empty_hand(town)
        after_set_down(town)


@game.decision(Phase.START_WITH_ROOM, clause="DZ-K10")
def start_at(town: Town, space: ZedSpace) -> None:
    """The Start space is full: the players choose another one for the Zed in hand."""
    require(start_has_room(town, space), "DZ-K10")
    put_down(town, space)
    after_set_down(town)


@game.rule
def after_set_down(town: Town) -> None:
    """The Zed has its place: others still retreat, or come with it to form a Mob; or play goes on."""
    town.target = Place.FOREST_START
    if town.zeds_go_back:
        town.phase = Phase.ZEDS_RETREAT
    elif town.cause == Cause.TWIST and town.to_come > 0:
        town.phase = Phase.TWIST
    else:
        go_on(town)
