"""What must be true on every table: the invariants of a state, each with the clauses it rests on.

Some things need no rule: Zeds have no place in Town Center, a unit is in one place, a Zed's Strength is that of its side (the
table `ZED_STRENGTH`), and the ammunition is kept as a number and not as a marker.  All hold under every reading; where a reading
lifts one, the property asks for the ruling.
"""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.cards import Effect, EventCard, FatePile, Moment
from daybreak_games.dawn_of_the_zeds.event_effects import can_join
from daybreak_games.dawn_of_the_zeds.ground import is_start, units_at, zeds_at
from daybreak_games.dawn_of_the_zeds.pieces import (
    COUNTERS,
    ZED_HITS,
    ZED_KIND,
    ZED_REDUCED,
    ZED_STRENGTH,
    Condition,
    Player,
    Unit,
    Zed,
    ZedKind,
)
from daybreak_games.dawn_of_the_zeds.places import ZED_SPACES, Ground, Place, Track
from daybreak_games.dawn_of_the_zeds.resuming import due, won_by_card
from daybreak_games.dawn_of_the_zeds.stacking import tied
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Dealt, Gift, Phase, Town, box, game
from daybreak_games.dawn_of_the_zeds.turn import LAST_ACT, unseen
from verifier.lang import the


@game.invariant(clause=("DZ-K01", "DZ-T02"))
def zeds_fit_their_spaces(town: Town) -> bool:
    """No space has more Zeds than the limit, and none is on a space that the map lacks."""
    return all(zeds_at(town, space) <= box.zeds_on_a_space for space in ZED_SPACES) and all(
        zeds_at(town, space) == 0 or box.map[space].ground != Ground.ABSENT for space in ZED_SPACES)


@game.invariant()
def mobs_are_in_order(town: Town) -> bool:
    """The stronger Zed of a space comes first, so that equal situations are equal states."""
    return all(ZED_STRENGTH[mob[0]] > ZED_STRENGTH[mob[1]] or ZED_STRENGTH[mob[0]] == ZED_STRENGTH[mob[1]] and mob[0] >= mob[1]
               for mob in town.zeds)


@game.invariant(clause=("DZ-M12", "DZ-M13", "DZ-M15"))
def units_fit_their_spaces(town: Town) -> bool:
    """No space but Town Center has more units of the players than the limit."""
    return all(units_at(town, space) <= box.units_on_a_space for space in ZED_SPACES) and all(
        each.at < Place.FOREST_START or box.map[each.at].ground != Ground.ABSENT for each in town.units)


@game.rule
def in_combat(town: Town) -> bool:
    """Whether a combat is due or goes on, so that both sides can be on a space."""
    return Phase.ENGAGE <= town.phase <= Phase.DISENGAGE or town.phase in (Phase.FIRST_OF_TIED, Phase.TIED_BY_CHANCE) or (
        town.phase in (Phase.SET_DOWN, Phase.START_WITH_ROOM))


@game.invariant(clause=("DZ-H03", "DZ-R02"))
def nobody_shares_a_space(town: Town) -> bool:
    """Outside combats, Zeds and units of the players are together on no space but Start spaces."""
    return in_combat(town) or town.phase in (Phase.WON, Phase.LOST, Phase.DRAW_ZED, Phase.TWIST) or due(town) == Place.ASIDE


@game.invariant(clause=("DZ-J13", "DZ-K11"))
def zeds_are_conserved(town: Town) -> bool:
    """There are never more Zeds of a kind on the map, or in hand, than counters."""
    return all(box.zeds[kind] >= sum(1 for mob in town.zeds for zed in mob if zed != Zed.NONE and ZED_KIND[zed] == kind)
               + int(town.drawn != Zed.NONE and ZED_KIND[town.drawn] == kind) for kind in ZedKind)


@game.rule
def bears(zed: Zed) -> bool:
    """Whether a Zed's side has fewer Hits than would flip or eliminate it."""
    return ZED_HITS[zed] < (box.zed_hits_reduced if ZED_REDUCED[zed] else box.zed_hits_full)


@game.invariant(clause=("DZ-J08", "DZ-J09", "DZ-J13"))
def hits_fit_their_sides(town: Town) -> bool:
    """A side has fewer Hits than would flip or eliminate it."""
    zeds = all(bears(zed) for mob in town.zeds for zed in mob)
    return zeds and bears(town.drawn) and all(
        town.units[unit].condition == Condition.FRESH or town.units[unit].condition == Condition.REDUCED
        or town.units[unit].condition == Condition.HURT and box.hits_full[box.units[unit].kind] == 2
        or town.units[unit].condition == Condition.REDUCED_HURT and box.hits_reduced[box.units[unit].kind] == 2 for unit in Unit)


@game.invariant(clause=("DZ-O14", "DZ-N03"))
def ammunition_is_on_its_track(town: Town) -> bool:
    """There is never more ammunition than the track shows."""
    return 0 <= town.ammo <= box.ammo_most


@game.invariant(clause=("DZ-A02", "DZ-A16"))
def actions_belong_to_a_turn(town: Town) -> bool:
    """There are no more Player Actions than players, and Event Actions only in the Action Phase."""
    paying = town.phase in (Phase.ACT, Phase.END_ACTIONS, Phase.WON, Phase.LOST) or town.cause == Cause.ACTION or (
        town.phase == Phase.EVENT and box.events[town.event].moment == Moment.ACTION_PHASE_START)
    return not any(town.ready[player] for player in Player if player >= box.players) and (paying or town.event_actions == 0)


@game.invariant(clause=("DZ-Z20", "DZ-M10"))
def defiant_on_villages(town: Town) -> bool:
    """A Defiant unit is on a Village."""
    return all(not town.defiant[unit] or town.units[unit].at >= Place.FOREST_START
               and box.map[town.units[unit].at].ground == Ground.VILLAGE for unit in COUNTERS)


@game.invariant(clause=("DZ-H01", "DZ-N05"))
def no_combat_on_starts(town: Town) -> bool:
    """No combat takes place on a Start space, nor is one fired at or from."""
    fighting = town.phase in (Phase.FIRST_DIE, Phase.SECOND_DIE, Phase.REROLL, Phase.RESULT)
    if not fighting or town.combat == Combat.EVENT:
        return True
    if town.combat == Combat.GUNFIRE:
        return not is_start(town.battle) and not is_start(town.units[the(town.fighter)].at)
    return not is_start(town.battle) and zeds_at(town, town.battle) > 0 and units_at(town, town.battle) > 0


@game.invariant(clause=("DZ-Z07", "DZ-R02"))
def zeds_that_go_are_there(town: Town) -> bool:
    """Zeds that are to go forward, or of which one is to be chosen, are on their space."""
    if town.phase == Phase.ADVANCE:
        return zeds_at(town, town.target) > 0
    if town.phase in (Phase.FIRST_OF_TIED, Phase.TIED_BY_CHANCE):
        return tied(town, town.battle if town.zeds_go_back else town.target)
    return True


@game.invariant(clause="DZ-V02")
def the_dead_have_no_markers(town: Town) -> bool:
    """A unit that is not in play has no Hits and no markers of cards."""
    unhurt = all(each.at >= Place.FOREST_START or each.condition == Condition.FRESH and not each.free for each in town.units)
    return unhurt and all(
        town.units[unit].at >= Place.FOREST_START or town.armed != unit and town.leader != unit
        and town.calm != unit for unit in Unit)


@game.invariant()
def a_tough_zed_is_there(town: Town) -> bool:
    """The marker of a card is on a Zed."""
    if town.tough == Place.ASIDE:
        return not town.tough_second
    return zeds_at(town, town.tough) > int(town.tough_second)


@game.invariant(clause="DZ-F10")
def one_fate_card_is_open(town: Town) -> bool:
    """At most one fate card lies open, the one that is spoken of."""
    opened = sum(1 for pile in town.fates if pile == FatePile.OPEN)
    return opened <= 1 and (opened == 0 or town.fates[town.fate] == FatePile.OPEN)


@game.invariant(clause="DZ-G01")
def acts_have_cards(town: Town) -> bool:
    """While a card is to be turned over there is one."""
    if town.phase != Phase.REVEAL:
        return True
    return town.act == LAST_ACT or town.specials_left + town.normals_left > 0


@game.invariant(clause="DZ-G01")
def decks_hold_what_is_to_come(town: Town) -> bool:
    """An act's deck has no more cards to come than were not turned over, a later one has all of its own; the last wins."""
    if any(town.events[card] == 0 for card in EventCard if box.events[card].act > town.act):
        return False
    if town.act < LAST_ACT:
        return town.specials_left <= unseen(town, True) and town.normals_left <= unseen(town, False)
    last = any(town.events[card] > 0 for card in EventCard if box.events[card].act == LAST_ACT)
    return last or won_by_card(town) and town.phase > Phase.REVEAL


@game.invariant(clause="DZ-X08")
def a_new_hero_is_waiting(town: Town) -> bool:
    """The Hero whom an event brings is one who may join, until there is a space; and there is one to draw."""
    brings = box.events[town.event].effect == Effect.NEW_HERO
    if town.phase == Phase.DRAW_HERO:
        return brings and town.newcomer is None and any(can_join(town, unit) for unit in Unit)
    if town.phase == Phase.EVENT_SPACE and brings:
        return town.newcomer is not None and can_join(town, town.newcomer)
    return town.newcomer is None


@game.invariant()
def unused_fields_rest(town: Town) -> bool:
    """Fields that nothing uses are at rest, so that equal situations are equal states."""
    battling = Phase.ENGAGE < town.phase <= Phase.DISENGAGE or town.phase in (
        Phase.FIRST_OF_TIED, Phase.TIED_BY_CHANCE, Phase.SET_DOWN, Phase.START_WITH_ROOM, Phase.BACK_UP, Phase.EVENT)
    carried = town.phase in (Phase.DRAW_ZED, Phase.SET_DOWN, Phase.START_WITH_ROOM, Phase.ADVANCE, Phase.FIRST_OF_TIED,
                             Phase.TIED_BY_CHANCE)
    turn = town.phase in (Phase.MUSTER, Phase.SPREAD_OUT, Phase.REVEAL, Phase.WON, Phase.LOST)
    dice = Phase.SECOND_DIE <= town.phase <= Phase.DISENGAGE or town.phase in (
        Phase.FORAGE_DIE, Phase.PICK_DIE, Phase.SET_DOWN, Phase.START_WITH_ROOM, Phase.FIRST_OF_TIED, Phase.TIED_BY_CHANCE,
        Phase.BACK_UP, Phase.EVENT)
    return ((battling or town.battle == Place.FOREST_START and not town.zeds_go_back and not town.units_go_back
             and not town.zeds_attack)
            and (battling or town.phase in (Phase.ENGAGE, Phase.DRAW_ZED) or town.winner == Place.FOREST_START and (
                 town.phase in (Phase.FORAGE_DIE, Phase.PICK_DIE) or town.fighter is None and town.partner is None))
            and (town.partner is not None or town.partner_from == Place.FOREST_START)
            and (Phase.HIT_ZED <= town.phase <= Phase.BEATEN_OFF or town.zed_hits == 0 and town.unit_hits == 0
                 and town.struck_next is None and not town.other_zed_waits)
            and (dice or town.die == 0 and town.other_die == 0)
            and (town.drawn == Zed.NONE or town.phase in (Phase.SET_DOWN, Phase.START_WITH_ROOM, Phase.PRESSURE, Phase.PRESSED))
            and (carried or town.target == Place.FOREST_START)
            and (not turn or town.cause == Cause.NOTHING and town.symbol == 0 and town.at == 0 and not town.again
                 and town.fighter is None and town.partner is None and not town.driven and town.to_come == 0
                 and all(mark == Dealt.NONE for mark in town.dealt) and not any(town.newcomers[track] for track in Track)
                 and not any(town.activated[track] for track in Track) and town.track == Track.FOREST
                 and town.winner == Place.FOREST_START and town.spawn == Place.FOREST_START and not town.skipped)
            and (town.phase == Phase.ACT or Phase.ENGAGE <= town.phase <= Phase.DISENGAGE
                 or town.phase in (Phase.FORAGE_DIE, Phase.PICK_DIE, Phase.BACK_UP, Phase.DRAW_ZED, Phase.SET_DOWN,
                                   Phase.START_WITH_ROOM, Phase.FIRST_OF_TIED, Phase.TIED_BY_CHANCE, Phase.END_ACTIONS)
                 or town.given == Gift.NOTHING and not any(each.free for each in town.units)))
