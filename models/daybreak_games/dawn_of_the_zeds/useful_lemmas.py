"""Invariants that serve proofs alone.

Each is kept by every rule from the game's invariants and lemmas that `check --mine` finds; as not all of those are proved yet,
neither are these.
"""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.activation import way_ahead
from daybreak_games.dawn_of_the_zeds.cards import Effect
from daybreak_games.dawn_of_the_zeds.places import Finds, Ground, Place
from daybreak_games.dawn_of_the_zeds.resuming import due
from daybreak_games.dawn_of_the_zeds.retreat import DONE
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Phase, Town, box, game
from verifier.lang import the


@game.lemma
def foragers_find_something(town: Town) -> bool:
    """Whoever forages is on a space where something is found."""
    return town.phase not in (Phase.FORAGE_DIE, Phase.PICK_DIE) or box.map[
        town.units[the(town.fighter)].at].finds != Finds.NOTHING


@game.lemma
def beaten_zeds_leave_their_space(town: Town) -> bool:
    """A Zed that retreats goes back from the space of the combat."""
    return town.phase != Phase.SET_DOWN or not town.zeds_go_back or town.target == box.map[town.battle].behind


@game.lemma
def only_strikes_leave_something(town: Town) -> bool:
    """What a strike leaves on the table is there only in an event that strikes, until its parts go on."""
    effect = box.events[town.event].effect
    if effect == Effect.MINE_BLAST or effect == Effect.UNDERFOOT and town.part > 2:
        return True
    if town.combat == Combat.EVENT or effect == Effect.UNDERFOOT and town.phase == Phase.EVENT_UNIT:
        return False
    at_rest = town.battle == Place.FOREST_START and town.fighter is None and town.partner is None
    return town.phase != Phase.EVENT or at_rest and town.die == 0 and town.other_die == 0


@game.lemma
def twists_bring_zeds_before_they_fight(town: Town) -> bool:
    """While more Zeds of a plot twist are to come, nobody fights; once none is, nobody waits for a fight."""
    if town.phase == Phase.TWIST and town.to_come == 0:
        return due(town) == Place.ASIDE
    if town.to_come == 0 or town.cause == Cause.EVENT and box.events[town.event].effect == Effect.REPLACE and town.part < DONE:
        return True
    coming = town.phase == Phase.TWIST or town.cause == Cause.TWIST and (
        town.phase in (Phase.DRAW_ZED, Phase.SET_DOWN, Phase.START_WITH_ROOM))
    return coming and town.fighter is None and town.partner is None and not town.zeds_go_back


@game.lemma
def ties_are_for_one_place(town: Town) -> bool:
    """Where it is asked which of two Zeds goes forward, there is room for one of them on the next space."""
    if town.phase not in (Phase.FIRST_OF_TIED, Phase.TIED_BY_CHANCE) or town.zeds_go_back:
        return True
    return box.map[town.target].ahead != Place.TOWN_CENTER and way_ahead(town, town.target) == 1


@game.lemma
def counters_are_drawn_for_places(town: Town) -> bool:
    """While counters of Civilians are drawn there is a Village, or a place in Town Center, for the next one."""
    places = sum(1 for space in box.map if space.ground == Ground.VILLAGE) + box.reserve
    return town.phase != Phase.MUSTER or town.part < places
