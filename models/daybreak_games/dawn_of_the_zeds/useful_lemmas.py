"""Invariants that serve proofs alone: what is interrupted, what lies there, and what is at rest, in each phase.

The invariants of the game rest on them, and `check --with z3` proves those that it needs.  They say nothing that a rulebook says.
"""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.activation import way_ahead
from daybreak_games.dawn_of_the_zeds.cards import Effect, Moment, Symbol
from daybreak_games.dawn_of_the_zeds.event_effects import can_join
from daybreak_games.dawn_of_the_zeds.fate import twist_site
from daybreak_games.dawn_of_the_zeds.ground import contested, site_of, units_at
from daybreak_games.dawn_of_the_zeds.pieces import Unit, Zed
from daybreak_games.dawn_of_the_zeds.places import Finds, Ground, Place, Site, Track
from daybreak_games.dawn_of_the_zeds.resuming import due, fate_is_open, is_brains
from daybreak_games.dawn_of_the_zeds.retreat import DONE
from daybreak_games.dawn_of_the_zeds.setup import start_to_fill, village
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Dealt, Gift, Phase, Town, box, game
from verifier.lang import the

# -- what is interrupted ------------------------------------------------------------------------------------------------------


@game.lemma
def causes_are_of_their_phase(town: Town) -> bool:
    """What is interrupted is known while something else goes on, and nothing is between the parts of a turn."""
    cause = town.cause
    match town.phase:
        case (Phase.MUSTER | Phase.SPREAD_OUT | Phase.REVEAL | Phase.SYMBOL | Phase.ORDER | Phase.NEXT_TRACK | Phase.ACTIVATE
              | Phase.BEGIN_ACTIONS | Phase.WON | Phase.LOST):
            return cause == Cause.NOTHING
        case Phase.EVENT:
            return cause == Cause.NOTHING or cause == Cause.EVENT or cause == Cause.ACTION and town.part == 0 and (
                box.events[town.event].moment == Moment.ACTION_PHASE_END)
        case Phase.DRAW_HERO | Phase.EVENT_SPACE | Phase.EVENT_UNIT:
            return cause == Cause.EVENT
        case Phase.DRAW_FATE | Phase.FATED_TRACK:
            return cause == (Cause.EVENT if town.part > 0 else Cause.NOTHING)
        case Phase.TWIST:
            return cause == Cause.TWIST or cause == (Cause.EVENT if town.part > 0 else Cause.NOTHING)
        case Phase.NEXT_ZEDS:
            return cause == Cause.ACTIVATION
        case Phase.ADVANCE:
            return cause == Cause.ACTIVATION or cause == Cause.PRESSURE
        case Phase.PRESSURE | Phase.PRESSED:
            return cause == Cause.PRESSURE
        case Phase.ACT | Phase.END_ACTIONS | Phase.HOUSEKEEPING:
            return cause == Cause.NOTHING or cause == Cause.ACTION
        case Phase.FORAGE_DIE | Phase.PICK_DIE | Phase.BACK_UP:
            return cause == Cause.ACTION
        case Phase.FIRST_OF_TIED | Phase.TIED_BY_CHANCE:
            return cause != Cause.NOTHING and (town.zeds_go_back or cause == Cause.ACTIVATION or cause == Cause.PRESSURE)
    return cause != Cause.NOTHING


@game.lemma
def pressure_is_for_several_players(town: Town) -> bool:
    """With one player there is no pressure."""
    return town.cause != Cause.PRESSURE or box.players > 1 and not is_brains(town)


@game.lemma
def events_have_parts(town: Town) -> bool:
    """An event that is interrupted has begun; outside events, and the set-up, nothing has parts."""
    if town.phase == Phase.MUSTER or town.phase in (Phase.EVENT, Phase.DRAW_FATE, Phase.FATED_TRACK, Phase.TWIST):
        return town.cause != Cause.EVENT or town.part > 0
    return (town.part > 0) == (town.cause == Cause.EVENT) or town.cause == Cause.TWIST


@game.lemma
def brains_turns_have_no_actions(town: Town) -> bool:
    """No action is taken in a Brains! turn."""
    acting = town.phase in (Phase.BEGIN_ACTIONS, Phase.ACT, Phase.END_ACTIONS) or town.cause == Cause.ACTION
    return not acting or not is_brains(town)


@game.lemma
def gifts_are_for_actions(town: Town) -> bool:
    """What a character or a player pays for is an action; only a speech pays for several."""
    if town.given != Gift.NOTHING and town.phase != Phase.ACT and (town.given != Gift.SPEECH or town.cause != Cause.ACTION):
        return False
    if town.phase in (Phase.END_ACTIONS, Phase.HOUSEKEEPING) and town.given != Gift.NOTHING:
        return False
    return not any(each.free for each in town.units) or town.phase in (Phase.ACT, Phase.END_ACTIONS) or (
        town.cause == Cause.ACTION and town.phase != Phase.HOUSEKEEPING and town.phase != Phase.EVENT)


@game.lemma
def zeds_to_come_are_of_something(town: Town) -> bool:
    """Zeds are to come by pressure, by a plot twist, or for those that an event replaces."""
    if town.to_come == 0 or town.phase == Phase.TWIST or town.cause == Cause.TWIST or town.cause == Cause.PRESSURE:
        return True
    return town.cause == Cause.EVENT and box.events[town.event].effect == Effect.REPLACE and town.part < DONE


# -- combats ------------------------------------------------------------------------------------------------------------------


@game.rule
def is_fought(town: Town) -> bool:
    """Whether a combat goes on, its Zeds go back, or an event strikes."""
    placing = town.phase in (Phase.SET_DOWN, Phase.START_WITH_ROOM, Phase.FIRST_OF_TIED, Phase.TIED_BY_CHANCE)
    return Phase.ENGAGE < town.phase <= Phase.DISENGAGE or town.phase == Phase.BACK_UP or placing and town.zeds_go_back


@game.rule
def event_strikes(town: Town) -> bool:
    """Whether something of an event's strike is still on the table between its parts."""
    effect = box.events[town.event].effect
    return town.phase == Phase.EVENT and town.cause == Cause.EVENT and (
        effect == Effect.MINE_BLAST and town.part >= 2 or effect == Effect.UNDERFOOT and town.part == 3)


@game.rule
def is_fought_over(space: Place) -> bool:
    """Whether there can be combats on a space: one of the map that is no Start space."""
    return box.map[space].ground != Ground.START and box.map[space].ground != Ground.ABSENT


@game.lemma
def nothing_is_left_of_a_combat(town: Town) -> bool:
    """Where nobody fights, all that belongs to a combat is at rest."""
    if is_fought(town):
        return True
    rolled = town.phase in (Phase.FORAGE_DIE, Phase.PICK_DIE)
    effect = box.events[town.event].effect
    struck = town.cause == Cause.EVENT and (
        effect == Effect.MINE_BLAST and town.part == 2 or effect == Effect.UNDERFOOT and town.part == 3)
    if town.phase == Phase.EVENT and town.fighter is not None and not struck:
        return False
    hits = town.zed_hits == 0 and town.unit_hits == 0 and town.struck_next is None and not town.other_zed_waits
    sides = not town.zeds_attack and not town.zeds_go_back and not town.units_go_back
    if event_strikes(town):
        mine = effect == Effect.MINE_BLAST
        return hits and sides and (town.combat == Combat.EVENT or town.combat == Combat.HAND_TO_HAND) and not town.second and (
            not mine or nothing_is_rolled(town) and not town.whole and (
                town.battle == Place.FOREST_START or town.battle == site_of(Site.MINE)))
    return (hits and sides and town.battle == Place.FOREST_START and town.combat == Combat.HAND_TO_HAND and not town.second
            and town.shift == 0 and not town.rerolled and not town.whole
            and (rolled or town.die == 0 and town.other_die == 0))


@game.lemma
def hits_are_put_down(town: Town) -> bool:
    """There is a Hit where one is to be put down; those of the unit come behind those of the Zeds."""
    match town.phase:
        case Phase.SHARE_HIT:
            return town.zed_hits > 0 and town.zeds[town.battle][1] != Zed.NONE and town.combat != Combat.EVENT
        case Phase.TOUGH_DIE:
            return town.zed_hits > 0 and town.tough == town.battle and town.tough_second == town.second
        case Phase.RESIST_DIE:
            return town.unit_hits > 0 and town.zed_hits == 0 and not town.other_zed_waits and not town.second
        case Phase.SAVING_ROLL:
            return town.unit_hits == 0 and town.zed_hits == 0 and not town.other_zed_waits and not town.second
        case Phase.HIT_UNIT:
            return town.zed_hits == 0 and not town.other_zed_waits and not town.second
        case Phase.HIT_ZED:
            return town.struck_next is None
    return True


@game.lemma
def the_zed_that_is_meant_is_there(town: Town) -> bool:
    """Where the second Zed of a space is meant, there is one; gunfire is aimed at a Zed."""
    if Phase.ENGAGE < town.phase <= Phase.TOUGH_DIE or town.phase == Phase.BEATEN_OFF:
        if town.second and town.zeds[town.battle][1] == Zed.NONE:
            return False
    return town.phase != Phase.TOUGH_DIE or town.zeds[town.battle][0] != Zed.NONE


@game.lemma
def events_strike_in_peace(town: Town) -> bool:
    """While an event strikes, or a shot is resolved, no other combat is due."""
    return (town.combat != Combat.EVENT and town.combat != Combat.GUNFIRE) or due(town) == Place.ASIDE


@game.lemma
def only_events_strike_both(town: Town) -> bool:
    """Only an event strikes one unit, or one Zed, after another; a unit that is to be struck is there."""
    if town.combat != Combat.EVENT and (town.struck_next is not None or town.other_zed_waits):
        return False
    if town.struck_next is None:
        return True
    return town.units[the(town.struck_next)].at == town.battle and town.struck_next != town.fighter


@game.lemma
def losers_have_fought_hand_to_hand(town: Town) -> bool:
    """Nobody goes back after a shot, an event's strike, or Traps, nor before the dice are read."""
    if town.combat != Combat.HAND_TO_HAND and (town.zeds_go_back or town.units_go_back):
        return False
    if town.zeds_go_back and (town.phase < Phase.HIT_ZED and is_fought(town) and town.phase > Phase.ENGAGE
                              or town.phase == Phase.BEATEN_OFF):
        return False
    return not town.units_go_back or town.phase in (Phase.UNITS_RETREAT, Phase.WHO_FIRST, Phase.DISENGAGE)


@game.rule
def nothing_is_rolled(town: Town) -> bool:
    """Whether no dice of a combat lie there, nor what is put to them."""
    return town.die == 0 and town.other_die == 0 and not town.rerolled and town.shift == 0


@game.lemma
def traps_hurt_before_the_dice(town: Town) -> bool:
    """Until it is known who fights, also while Traps hurt Zeds, nothing is rolled for the combat."""
    if town.combat == Combat.TRAPS:
        return nothing_is_rolled(town) and town.unit_hits == 0
    return not Phase.ENGAGE < town.phase <= Phase.DEFENDER or nothing_is_rolled(town)


@game.lemma
def events_strike_in_their_parts(town: Town) -> bool:
    """An event strikes from underfoot in its third part; in the Mine units in the second and Zeds in the fourth, without dice."""
    effect = box.events[town.event].effect
    if town.phase == Phase.EVENT_UNIT and effect == Effect.UNDERFOOT and town.part != 3:
        return False
    if town.combat != Combat.EVENT:
        return True
    hits = town.phase in (Phase.HIT_ZED, Phase.TOUGH_DIE, Phase.HIT_UNIT, Phase.RESIST_DIE, Phase.SAVING_ROLL, Phase.EVENT)
    if town.cause != Cause.EVENT or not hits and not Phase.FIRST_DIE <= town.phase <= Phase.RESULT:
        return False
    if effect == Effect.UNDERFOOT:
        return town.part == 3
    in_mine = effect == Effect.MINE_BLAST and town.battle == site_of(Site.MINE) and hits
    return in_mine and nothing_is_rolled(town) and not town.whole and (
        town.part == 2 or town.part == 4 and town.fighter is None and town.struck_next is None and town.unit_hits == 0)


@game.lemma
def shots_and_strikes_are_of_one_unit(town: Town) -> bool:
    """While a shot is resolved, or an event goes on, nobody waits for a combat."""
    alone = town.combat == Combat.GUNFIRE or town.combat == Combat.EVENT or town.phase in (
        Phase.EVENT, Phase.FORAGE_DIE, Phase.PICK_DIE)
    return not alone or town.partner is None


@game.lemma
def zeds_rise_when_units_have_fallen(town: Town) -> bool:
    """A Zed waits to come where Civilians fell from their last Hit until the combat is over."""
    if town.spawn == Place.FOREST_START:
        return True
    behind = town.phase in (Phase.ZEDS_RETREAT, Phase.UNITS_RETREAT, Phase.WHO_FIRST, Phase.DISENGAGE) or (
        town.phase == Phase.HIT_UNIT and town.unit_hits == 0)
    return town.combat == Combat.HAND_TO_HAND and (behind or town.phase < Phase.ENGAGE and town.zeds_go_back)


@game.lemma
def shots_are_between_spaces(town: Town) -> bool:
    """Who fires is on a space of the map, and neither that nor the target is a Start space."""
    if town.combat != Combat.GUNFIRE:
        return True
    if town.fighter is None:
        return False
    here = town.units[town.fighter].at
    return here >= Place.FOREST_START and is_fought_over(here) and is_fought_over(town.battle)


@game.lemma
def combats_are_where_both_are(town: Town) -> bool:
    """Before the dice of a combat are read, both sides are on its space."""
    if Phase.ENGAGE < town.phase <= Phase.RESULT and town.combat == Combat.HAND_TO_HAND:
        return contested(town, town.battle)
    return town.phase != Phase.ENGAGE or due(town) != Place.ASIDE


@game.lemma
def combats_are_not_on_starts(town: Town) -> bool:
    """No combat is on a Start space."""
    return not is_fought(town) or is_fought_over(town.battle)


@game.lemma
def beaten_zeds_leave_their_space(town: Town) -> bool:
    """A Zed that retreats goes back from the space of the combat."""
    return town.phase != Phase.SET_DOWN or not town.zeds_go_back or town.target == box.map[town.battle].behind


# -- other phases -------------------------------------------------------------------------------------------------------------


@game.lemma
def foragers_find_something(town: Town) -> bool:
    """Whoever forages is on a space where something is found."""
    return town.phase not in (Phase.FORAGE_DIE, Phase.PICK_DIE) or town.fighter is not None and box.map[
        town.units[the(town.fighter)].at].finds != Finds.NOTHING


@game.lemma
def ties_are_for_one_place(town: Town) -> bool:
    """Where it is asked which of two Zeds goes forward, there is room for one of them on the next space."""
    if town.phase not in (Phase.FIRST_OF_TIED, Phase.TIED_BY_CHANCE) or town.zeds_go_back:
        return True
    return box.map[town.target].ahead != Place.TOWN_CENTER and way_ahead(town, town.target) == 1


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
def one_fate_card_is_drawn_at_a_time(town: Town) -> bool:
    """A fate card lies open from its draw to its plot twist: in the parts of an event, or while its track is activated."""
    fated = town.part == 0 or town.part == 2 and (
        box.events[town.event].effect == Effect.UNDERFOOT or box.events[town.event].effect == Effect.CONTAGION)
    if town.phase in (Phase.DRAW_FATE, Phase.FATED_TRACK):
        return fated and fate_is_open(town) == (town.phase == Phase.FATED_TRACK)
    if not fate_is_open(town):
        return True
    if town.phase == Phase.TWIST:
        return town.cause != Cause.TWIST and town.to_come == 0
    if town.part > 0:
        return town.cause == Cause.EVENT and (town.part == 2 or town.part == 3) and (
            box.events[town.event].effect == Effect.UNDERFOOT or box.events[town.event].effect == Effect.CONTAGION)
    return town.phase == Phase.ACTIVATE or town.cause == Cause.ACTIVATION


@game.lemma
def twists_have_a_site(town: Town) -> bool:
    """Zeds of a plot twist have a space to come to, and are no more than the card brings; the first comes in peace."""
    if town.phase != Phase.TWIST and town.cause != Cause.TWIST or town.to_come == 0:
        return True
    most = box.fates[town.fate].amount
    return not fate_is_open(town) and twist_site(town) != Place.ASIDE and (
        town.to_come < most or town.to_come == most and town.phase == Phase.TWIST and due(town) == Place.ASIDE)


@game.lemma
def counters_are_drawn_for_places(town: Town) -> bool:
    """While counters of Civilians are drawn there is a Village, or a place in Town Center, for the next one."""
    places = sum(1 for space in box.map if space.ground == Ground.VILLAGE) + box.reserve
    return town.phase != Phase.MUSTER or town.part < places and all(mob[0] == Zed.NONE for mob in town.zeds) and all(
        number < town.part or village(number) == Place.ASIDE or units_at(town, village(number)) == 0 for number in range(7))


@game.lemma
def heroes_are_drawn_among_several(town: Town) -> bool:
    """A Hero whom an event brings is drawn only where several may join."""
    return town.phase != Phase.DRAW_HERO or sum(1 for unit in Unit if can_join(town, unit)) > 1


@game.lemma
def zeds_are_spread_out_on_starts(town: Town) -> bool:
    """While Zeds are spread out there is a Start space to be filled."""
    return town.phase != Phase.SPREAD_OUT or start_to_fill(town) != Place.ASIDE


@game.lemma
def nobody_retreats_defiantly(town: Town) -> bool:
    """A unit that attacks, or that Zeds have come upon, is Defiant no longer."""
    if town.combat == Combat.GUNFIRE or town.combat == Combat.EVENT:
        return True
    attacked = is_fought(town) and town.phase != Phase.DISENGAGE and (town.zeds_attack or town.units_go_back)
    foraging = town.cause == Cause.ACTION and town.phase in (Phase.FORAGE_DIE, Phase.PICK_DIE)
    return all(not town.defiant[unit] or (not attacked or town.units[unit].at != town.battle)
               and town.partner != unit and (town.fighter != unit or foraging)
               for unit in Unit if Unit.CIVILIANS_1 <= unit <= Unit.CIVILIANS_7)


# -- the parts of a turn ------------------------------------------------------------------------------------------------------


@game.rule
def event_goes_on(town: Town) -> bool:
    """Whether the event of the card, or what it has interrupted it for, goes on."""
    return town.phase == Phase.EVENT or town.part > 0


@game.rule
def tracks_are_done(town: Town) -> bool:
    """Whether the tracks of the event card are done: actions are taken, or an event that comes behind them goes on."""
    acting = town.phase in (Phase.BEGIN_ACTIONS, Phase.ACT, Phase.END_ACTIONS, Phase.HOUSEKEEPING) or town.cause == Cause.ACTION
    later = town.phase != Phase.MUSTER and event_goes_on(town) and box.events[town.event].moment != Moment.ZEDS_PHASE_START
    return acting or later


@game.rule
def no_zed_is_marked(town: Town) -> bool:
    """Whether no Zed has moved in an activation, or by pressure."""
    return not town.drawn_dealt and all(mark == Dealt.NONE for mark in town.dealt)


@game.lemma
def events_come_before_the_tracks_or_behind(town: Town) -> bool:
    """When actions are taken, or an event goes on, no track is being activated, and all symbols of the card are done or none."""
    symbols = box.events[town.event].zeds
    if not event_goes_on(town) and not tracks_are_done(town):
        return True
    if tracks_are_done(town) and town.symbol < symbols.size or not tracks_are_done(town) and town.symbol > 0:
        return False
    return not town.again and not any(town.activated[track] for track in Track) and no_zed_is_marked(town) and (
        town.at == 0 or event_goes_on(town) and town.part < DONE and box.events[town.event].effect == Effect.REPLACE)


@game.lemma
def activations_leave_nothing(town: Town) -> bool:
    """Between activations no Zed is marked; tracks are counted as done only for a symbol that means all of them."""
    symbols = box.events[town.event].zeds
    if event_goes_on(town) or tracks_are_done(town):
        return True
    if any(town.activated[track] for track in Track) and (
            town.symbol >= symbols.size or symbols[town.symbol] != Symbol.ALL):
        return False
    if town.again and town.cause != Cause.ACTIVATION and town.cause != Cause.TWIST and (
            town.phase not in (Phase.DRAW_FATE, Phase.FATED_TRACK, Phase.TWIST, Phase.ACTIVATE)):
        return False
    return town.cause in (Cause.ACTIVATION, Cause.PRESSURE) or town.at == 0 and no_zed_is_marked(town)


@game.lemma
def event_actions_are_taken_at_once(town: Town) -> bool:
    """Event Actions are left in the Action Phase alone."""
    if town.event_actions == 0 or town.phase in (Phase.ACT, Phase.END_ACTIONS, Phase.WON, Phase.LOST):
        return True
    if town.phase == Phase.EVENT:
        return box.events[town.event].moment == Moment.ACTION_PHASE_START
    return town.cause == Cause.ACTION and town.phase != Phase.HOUSEKEEPING
