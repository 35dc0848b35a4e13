"""What the events do: a rule for each effect, called once for each of its parts, which `part` counts."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dawn_of_the_zeds.cards import Effect
from daybreak_games.dawn_of_the_zeds.combat import release
from daybreak_games.dawn_of_the_zeds.fate_deck import draw_from_fates, fate_can_be_drawn
from daybreak_games.dawn_of_the_zeds.ground import (
    first_unit_at,
    in_play,
    is_regular,
    is_start,
    last_unit_at,
    on_map,
    site_of,
    start_of,
    units_at,
    zeds_at,
)
from daybreak_games.dawn_of_the_zeds.personal import take_over
from daybreak_games.dawn_of_the_zeds.pieces import UNHURT, ZED_STRENGTH, Post, Unit, UnitKind, Zed
from daybreak_games.dawn_of_the_zeds.places import SPACES, TRACK_LENGTH, TRACK_OF, ZED_SPACES, Place, Site, Space, Track, ZedSpace
from daybreak_games.dawn_of_the_zeds.resuming import bring_zed, clear_battle, cup_size, fate_is_open, lay_down_arms
from daybreak_games.dawn_of_the_zeds.retreat import unit_room
from daybreak_games.dawn_of_the_zeds.stacking import remove, settle, zed_room
from daybreak_games.dawn_of_the_zeds.state import Combat, Phase, Town, Which, box, game
from verifier.lang import Range, clause, following, ruling, the, weight

DONE = 8


@game.rule
def choose_space_if_several(town: Town) -> None:
    """The players choose a space for the event; one that is the only one needs no choice.  There always is one."""
    if sum(1 for space in SPACES if may_take_space(town, space)) == 1:
        for space in SPACES:
            if may_take_space(town, space):
                space_taken(town, space)
                return
    else:
        town.phase = Phase.EVENT_SPACE


@game.rule
def choose_unit_or_skip(town: Town) -> None:
    """The players choose a unit for the event; one that is the only one needs no choice, none ends the event."""
    choices = sum(1 for unit in Unit if may_take_unit(town, unit))
    if choices == 0:
        clause("DZ-E03")
        town.part = DONE
    elif choices == 1:
        for unit in Unit:
            if may_take_unit(town, unit):
                unit_taken(town, unit)
                return
    else:
        town.phase = Phase.EVENT_UNIT


# -- what can be chosen -------------------------------------------------------------------------------------------------------


@game.rule
def may_take_space(town: Town, space: Space) -> bool:
    """Whether the event can be about a space."""
    match box.events[town.event].effect:
        case Effect.WITHDRAWAL:
            return is_start(space) and start_claim(town, space) == best_start(town)
        case Effect.NEW_HERO:
            return (is_start(space) or space == Place.TOWN_CENTER) and unit_room(town, space) > 0
    return False


@game.rule
def start_claim(town: Town, space: ZedSpace) -> int:
    """For the withdrawal card: an empty Start space comes first, then the one with the weakest Zeds unit."""
    second = ZED_STRENGTH[town.zeds[space][1]]
    return second if second > 0 else ZED_STRENGTH[town.zeds[space][0]]


@game.rule
def best_start(town: Town) -> int:
    """The least Strength of a Zeds unit on a Start space; 0 if one is empty."""
    return min((start_claim(town, start_of(track)) for track in Track if in_play(track)), default=99)


@game.rule
def strongest(town: Town) -> int:
    """The greatest Strength of a Zed on the map; 99 if there is none, so that nobody has it."""
    return max((ZED_STRENGTH[mob[0]] for mob in town.zeds if mob[0] != Zed.NONE), default=99)


@game.rule
def may_take_unit(town: Town, unit: Unit) -> bool:
    """Whether the event can be about a unit."""
    if not on_map(town, unit):
        return False
    match box.events[town.event].effect:
        case Effect.ARMED:
            return is_regular(unit)
        case Effect.CALM:
            return box.units[unit].kind == UnitKind.HERO
        case Effect.UNDERFOOT:
            return town.units[unit].at != Place.TOWN_CENTER and not is_start(town.units[unit].at) \
                and TRACK_OF[town.units[unit].at] == town.track
        case Effect.SMELL:
            return town.units[unit].at != Place.TOWN_CENTER and not is_start(town.units[unit].at) \
                and zed_room(town, town.units[unit].at) > 0
    return False


@game.rule
def space_taken(town: Town, space: Space) -> None:
    """The space is known: the event goes on with it."""
    town.phase = Phase.EVENT
    match box.events[town.event].effect:
        case Effect.WITHDRAWAL:
            bring_zed(town, space)
        case _:
            arrive(town, space)


@game.rule
def unit_taken(town: Town, unit: Unit) -> None:
    """The unit is known: the event goes on with it."""
    town.phase = Phase.EVENT
    match box.events[town.event].effect:
        case Effect.ARMED:
            town.armed = unit
        case Effect.CALM:
            town.calm = unit
        case Effect.UNDERFOOT:
            strike_from_below(town, unit)
        case _:
            bring_zed(town, town.units[unit].at)


# -- act 1 --------------------------------------------------------------------------------------------------------------------


@game.rule(clause="DZ-X01")
def withdrawal_event(town: Town) -> None:
    """A new Zed on an empty Start space, else that of the weakest; that entered units may withdraw is asked in combat."""
    if town.part == 1 and cup_size(town) > 0:
        town.part = DONE
        choose_space_if_several(town)
    else:
        town.part = DONE


@game.rule(clause="DZ-X02")
def cabin_event(town: Town) -> None:
    """A unit on the Campground finds ammunition."""
    town.part = DONE
    campground = site_of(Site.CAMPGROUND)
    if campground != Place.ASIDE and units_at(town, campground) > 0:
        town.ammo = min(box.ammo_most, town.ammo + box.events[town.event].amount)


@game.rule(clause="DZ-X03")
def armed_event(town: Town) -> None:
    """A regular Civilians unit is better from now on."""
    town.part = DONE
    choose_unit_or_skip(town)


# -- act 2 --------------------------------------------------------------------------------------------------------------------


@game.rule(clause="DZ-X04")
def night_event(town: Town) -> None:
    """A new Zed on a Start space; that there is no Terrain shift is asked in combat."""
    town.part = DONE
    bring_zed(town, start_of(box.events[town.event].track))


@game.rule(clause="DZ-X05")
def underfoot_event(town: Town) -> None:
    """Fate names a track; a unit on it takes the Hits of an attack in the Equal column; then the plot twist."""
    match town.part:
        case 1:
            draw_or_skip(town)
        case 2:
            town.part = 3
            choose_unit_or_skip(town)
            if town.part == DONE:
                town.part = 3
        case _:
            twist_or_done(town)


@game.rule(clause="DZ-X06")
def contagion_event(town: Town) -> None:
    """Fate names a track, a new Zed comes to its Start space; then the plot twist."""
    match town.part:
        case 1:
            draw_or_skip(town)
        case 2:
            town.part = 3
            bring_zed(town, start_of(town.track))
        case _:
            twist_or_done(town)


@game.rule
def draw_or_skip(town: Town) -> None:
    """A fate draw for the event, which without a card is skipped (DZ-55)."""
    if fate_can_be_drawn(town):
        town.part = 2
        draw_from_fates(town)
    else:
        clause("DZ-E03")
        town.part = DONE


@game.rule
def twist_or_done(town: Town) -> None:
    """The fated event is done: its plot twist, and then the end."""
    clear_battle(town)
    lay_down_arms(town)
    if fate_is_open(town):
        clause("DZ-F08")
        town.phase = Phase.TWIST
    else:
        town.part = DONE


@game.rule
def strike_from_below(town: Town, unit: Unit) -> None:
    """The unit takes the Hits of an attack: dice, table, no retreat; a Defiant one is Defiant no longer."""
    town.fighter = unit
    town.battle = town.units[unit].at
    town.combat = Combat.EVENT
    release(town)
    town.phase = Phase.FIRST_DIE


@game.rule(clause="DZ-X07")
def fresh_wave_event(town: Town) -> None:
    """A new Zed comes to every Start space, track by track; then all Zeds lose their Hit markers."""
    if town.part > 4:
        for mob in town.zeds:
            mob[0] = UNHURT[mob[0]]
            mob[1] = UNHURT[mob[1]]
        for space in ZED_SPACES:
            settle(town, space)
        town.part = DONE
    else:
        tracks_done = town.part - 1
        track = Track(tracks_done)
        town.part += 1
        if in_play(track):
            bring_zed(town, start_of(track))


# -- act 3 --------------------------------------------------------------------------------------------------------------------


@game.rule
def can_join(town: Town, unit: Unit) -> bool:
    """Whether a unit is a Hero who is not in play and not in the Cemetery; by DZ-56 'nobody' none of them comes."""
    waiting = box.units[unit].post == Post.ASIDE and town.units[unit].at == Place.ASIDE
    return waiting and box.units[unit].kind == UnitKind.HERO and ruling("DZ-56") == "johnson"


@game.rule(clause="DZ-X08")
def new_hero_event(town: Town) -> None:
    """A Hero is drawn among those not in play; one who is the only one needs no draw."""
    town.part = DONE
    heroes = sum(1 for unit in Unit if can_join(town, unit))
    if heroes == 0:
        clause("DZ-E03")
    elif heroes > 1:
        town.phase = Phase.DRAW_HERO
    else:
        for unit in Unit:
            if can_join(town, unit):
                hero_drawn(town, unit)
                return


@game.chance(Phase.DRAW_HERO, tape="heroes")
def draw_hero(town: Town, unit: Unit) -> None:
    """One of the Heroes not in play is drawn."""
    weight(int(can_join(town, unit)))
    hero_drawn(town, unit)


@game.rule
def hero_drawn(town: Town, unit: Unit) -> None:
    """The Hero is known, and comes to Town Center or a Start space, as the players choose."""
    town.phase = Phase.EVENT
    town.newcomer = unit
    choose_space_if_several(town)


@game.rule(clause="DZ-X48")
def arrive(town: Town, space: Space) -> None:
    """The Hero comes, with ammunition; a player without a Hero takes over."""
    unit = the(town.newcomer)
    town.newcomer = None
    clause("DZ-H01", when=is_start(space) and zeds_at(town, space) > 0)
    town.units[unit].at = space
    town.ammo = min(box.ammo_most, town.ammo + box.units[unit].ammo)
    take_over(town)


@game.rule(clause="DZ-X09")
def mine_event(town: Town) -> None:
    """The Mine is closed; its units take a Hit each and retreat, Zeds as well; part by part."""
    mine = site_of(Site.MINE)
    if mine == Place.ASIDE:
        clause("DZ-E03")
        town.part = DONE
        return
    match town.part:
        case 1:
            clause("DZ-Z25")
            town.closed = mine
            town.part = 2
            strike_units(town, mine)
        case 2:
            town.part = 3
            drive_units_out(town, mine)
        case 3:
            town.part = 4
            strike_zeds(town, mine)
        case _:
            town.part = DONE
            drive_zeds_out(town, mine)


@game.rule
def strike_units(town: Town, space: ZedSpace) -> None:
    """Each unit of a space takes the event's Hits, one unit after the other (DZ-75)."""
    if units_at(town, space) > 0:
        town.battle = space
        town.combat = Combat.EVENT
        town.fighter = first_unit_at(town, space)
        if units_at(town, space) > 1:
            town.struck_next = last_unit_at(town, space)
        town.unit_hits = box.events[town.event].amount
        town.phase = Phase.HIT_UNIT


@game.rule
def drive_units_out(town: Town, space: ZedSpace) -> None:
    """The units of a space retreat towards Town Center."""
    town.combat = Combat.HAND_TO_HAND
    town.fighter = None
    if units_at(town, space) > 0:
        town.battle = space
        town.units_go_back = True
        town.phase = Phase.UNITS_RETREAT


@game.rule
def strike_zeds(town: Town, space: ZedSpace) -> None:
    """Each Zed of a space takes the event's Hits, the stronger first."""
    if zeds_at(town, space) > 0:
        town.battle = space
        town.combat = Combat.EVENT
        town.second = False
        town.other_zed_waits = zeds_at(town, space) == 2
        town.zed_hits = box.events[town.event].amount
        town.phase = Phase.HIT_ZED


@game.rule
def drive_zeds_out(town: Town, space: ZedSpace) -> None:
    """The Zeds of a space retreat towards their Start space."""
    town.combat = Combat.HAND_TO_HAND
    if zeds_at(town, space) > 0:
        town.battle = space
        town.zeds_go_back = True
        town.phase = Phase.ZEDS_RETREAT


@game.rule(clause="DZ-X10")
def tough_event(town: Town) -> None:
    """A new Zed on a Start space; then the strongest Zed gets its marker."""
    if town.part == 1:
        town.part = 2
        bring_zed(town, start_of(box.events[town.event].track))
    else:
        town.part = DONE
        choices = sum(1 for space in ZED_SPACES for which in Which if may_be_tough(town, space, which))
        if choices > 1:
            town.phase = Phase.EVENT_SPACE
        else:
            for space in ZED_SPACES:
                if may_be_tough(town, space, Which.FIRST):
                    make_tough(town, space, Which.FIRST)


@game.rule
def may_be_tough(town: Town, space: ZedSpace, which: Which) -> bool:
    """Whether a Zed is one of the strongest; the second of two equal ones need not be asked for."""
    mob = town.zeds[space]
    return ZED_STRENGTH[mob[which]] == strongest(town) and (which == Which.FIRST or mob[0] != mob[1])


@game.rule
def make_tough(town: Town, space: ZedSpace, which: Which) -> None:
    """The Zed gets the marker."""
    town.tough = space
    town.tough_second = which == Which.SECOND


# -- act 4 --------------------------------------------------------------------------------------------------------------------


@game.rule(clause="DZ-X11")
def smell_event(town: Town) -> None:
    """A unit outside Town Center, upon which a Zed from the Cup comes with its reduced side up: they fight."""
    if town.part == 1 and cup_size(town) > 0:
        town.part = 2
        choose_unit_or_skip(town)
    else:
        town.part = DONE


@game.rule(clause="DZ-X12")
def replace_event(town: Town) -> None:
    """Weak Zeds go back to the Cup and new ones come in their place, space by space, the nearest to Town Center first."""
    space = Place(start_of(town.track) + TRACK_LENGTH - 1 - min(town.at, TRACK_LENGTH - 1))
    if town.to_come > 0:
        town.to_come -= 1
        bring_zed(town, space)
    elif town.part == 1 and weak_at(town, space) > 0:
        town.part = 2
        town.to_come = weak_at(town, space)
        send_weak_back(town, space, town.to_come)
    elif town.track != Track.SUBURBS:
        town.part = 1
        town.track = following(town.track)
    elif town.at < TRACK_LENGTH - 1:
        town.part = 1
        town.track = Track.FOREST
        town.at += 1
    else:
        town.track = Track.FOREST
        town.at = 0
        town.part = DONE


@game.rule
def send_weak_back(town: Town, space: ZedSpace, weak: Annotated[int, Range(1, 2)]) -> None:
    """The weak Zeds of a space go back to the Cup: the second of two, which is the weaker, and then the first if both are."""
    remove(town, space, zeds_at(town, space) == 2)
    if weak == 2:
        remove(town, space, False)


@game.rule
def weak_at(town: Town, space: ZedSpace) -> Annotated[int, Range(0, 2)]:
    """How many Zeds of a space the event replaces."""
    amount = box.events[town.event].amount
    return int(0 < ZED_STRENGTH[town.zeds[space][0]] <= amount) + int(0 < ZED_STRENGTH[town.zeds[space][1]] <= amount)


@game.rule(clause="DZ-X13")
def calm_event(town: Town) -> None:
    """A Hero attacks better this turn."""
    town.part = DONE
    choose_unit_or_skip(town)
