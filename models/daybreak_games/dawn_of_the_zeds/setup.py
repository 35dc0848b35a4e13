"""Set-up, and what follows from a position that a scenario describes only in part."""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.cards import EventCard
from daybreak_games.dawn_of_the_zeds.ground import in_play, start_of, zeds_at
from daybreak_games.dawn_of_the_zeds.pieces import FULL_SIDE, Player, Post, Unit, ZedKind
from daybreak_games.dawn_of_the_zeds.places import ZED_SPACES, Ground, Place, Track
from daybreak_games.dawn_of_the_zeds.resuming import cup_has_zeds, in_cup
from daybreak_games.dawn_of_the_zeds.stacking import put_down
from daybreak_games.dawn_of_the_zeds.state import Phase, Town, box, game
from daybreak_games.dawn_of_the_zeds.turn import ready_markers, to_next_card
from verifier.lang import clause, given, weight


@game.setup
def set_up(town: Town) -> None:
    """The table at the start: Heroes in Town Center, everything else still to be drawn."""
    clause("DZ-S06")
    town.ammo = box.ammo
    for unit in Unit:
        if box.units[unit].post == Post.TOWN_CENTER:
            town.units[unit].at = Place.TOWN_CENTER
    for player in Player:
        if player < box.players:
            town.personal[player] = box.personal[player]
    for card in EventCard:
        town.events.add(card)
    town.act = 1
    town.specials_left = box.specials[0]
    town.normals_left = box.normals[0]
    ready_markers(town)
    next_muster(town)


# -- Civilians ----------------------------------------------------------------------------------------------------------------


@game.rule
def village(number: int) -> Place:
    """The Villages of the map, counted from 0; aside if there are fewer."""
    found = 0
    for space in ZED_SPACES:
        if box.map[space].ground == Ground.VILLAGE:
            if found == number:
                return space
            found += 1
    return Place.ASIDE


@game.rule
def waiting(town: Town, unit: Unit) -> bool:
    """Whether a counter can still be drawn for a Village or the reserve."""
    return box.units[unit].post == Post.DRAWN and town.units[unit].at == Place.ASIDE


@game.rule
def next_muster(town: Town) -> None:
    """A counter for the next Village, or for the reserve; then the Zeds."""
    villages = sum(1 for space in box.map if space.ground == Ground.VILLAGE)
    if town.part < villages + box.reserve and any(waiting(town, unit) for unit in Unit):
        town.phase = Phase.MUSTER
    else:
        town.part = 0
        next_spread(town)


@game.rule
def alike(unit: Unit, other: Unit) -> bool:
    """Whether two counters of regular Civilians are equal."""
    return box.units[unit].full == box.units[other].full and box.units[unit].reduced == box.units[other].reduced


@game.chance(Phase.MUSTER, tape="counters")
def muster(town: Town, unit: Unit) -> None:
    """A regular Civilians counter is drawn; of equal ones the first stands for all that are left."""
    earlier = sum(1 for other in Unit if other < unit and waiting(town, other) and alike(unit, other))
    left = sum(1 for other in Unit if waiting(town, other) and alike(unit, other))
    weight(left if waiting(town, unit) and earlier == 0 else 0)
    place = village(town.part)
    if place == Place.ASIDE:
        town.units[unit].at = Place.TOWN_CENTER
    else:
        town.units[unit].at = place
        town.defiant[unit] = True
    town.part += 1
    next_muster(town)


# -- Zeds ---------------------------------------------------------------------------------------------------------------------


@game.rule
def start_to_fill(town: Town) -> Place:
    """The next Start space that has not its Zeds yet; aside when all have."""
    return next((start_of(track) for track in Track if in_play(track) and zeds_at(town, start_of(track)) < box.zeds_on_starts),
                Place.ASIDE)


@game.rule
def next_spread(town: Town) -> None:
    """A Zed for the next Start space; then the first turn."""
    if start_to_fill(town) != Place.ASIDE and cup_has_zeds(town):
        town.phase = Phase.SPREAD_OUT
    else:
        to_next_card(town)


@game.chance(Phase.SPREAD_OUT, tape="cup")
def spread_out(town: Town, kind: ZedKind) -> None:
    """A Zeds unit is drawn for a Start space."""
    weight(in_cup(town, kind))
    town.drawn = FULL_SIDE[kind]
    put_down(town, start_to_fill(town))
    next_spread(town)


# -- positions ----------------------------------------------------------------------------------------------------------------


@game.completion
def complete(town: Town) -> None:
    """What a scenario does not mention: an Action Phase, units at their posts or aside, markers ready, cards not seen."""
    if not given("phase"):
        town.phase = Phase.ACT
    if not given("units"):
        for unit in Unit:
            if box.units[unit].post == Post.TOWN_CENTER:
                town.units[unit].at = Place.TOWN_CENTER
    if not given("personal"):
        for player in Player:
            hero = box.personal[player]
            if player < box.players and hero is not None and town.units[hero].at >= Place.FOREST_START:
                town.personal[player] = hero
    if not given("act"):
        town.act = box.events[town.event].act
    if not given("events"):
        for card in EventCard:
            town.events[card] = int(box.events[card].act >= town.act and card != town.event)
    act = town.act - 1
    if act < len(box.specials):
        if not given("specials_left"):
            town.specials_left = min(box.specials[act], _unseen(town, special=True))
        if not given("normals_left"):
            town.normals_left = min(box.normals[act], _unseen(town, special=False))
    for field in ("initiative", "citadel", "leadership"):
        if not given(field):
            setattr(town, field, True)


def _unseen(town: Town, *, special: bool) -> int:
    """How many cards of a kind, of the act under way, have not been turned over."""
    return sum(town.events[card] for card in EventCard
               if box.events[card].act == town.act and box.events[card].special == special)
