"""Lemmas of Dawn of the Zeds: invariants that serve proofs alone.  `check --with z3` proves those that it needs.

Import it behind the modules of the rules, which number the events in the order in which they are imported.
"""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.activation import way_ahead
from daybreak_games.dawn_of_the_zeds.cards import EventCard, FateCard, FatePile
from daybreak_games.dawn_of_the_zeds.ground import (
    contested,
    first_unit_at,
    is_start,
    last_unit_at,
    on_map,
    start_of,
    units_at,
    zeds_at,
)
from daybreak_games.dawn_of_the_zeds.pieces import Unit, Zed
from daybreak_games.dawn_of_the_zeds.places import Place, Track
from daybreak_games.dawn_of_the_zeds.resuming import due, fate_is_open, is_brains
from daybreak_games.dawn_of_the_zeds.setup import start_to_fill
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Dealt, Gift, Phase, Town, game
from verifier.lang import the


@game.lemma
def activated_in_housekeeping(town: Town) -> bool:
    """In phase HOUSEKEEPING: all(not each for each in town.activated)."""
    return town.phase != Phase.HOUSEKEEPING or all(not each for each in town.activated)


@game.lemma
def again_in_housekeeping(town: Town) -> bool:
    """In phase HOUSEKEEPING: not town.again."""
    return town.phase != Phase.HOUSEKEEPING or not town.again


@game.lemma
def at_in_housekeeping(town: Town) -> bool:
    """In phase HOUSEKEEPING: town.at == 0."""
    return town.phase != Phase.HOUSEKEEPING or town.at == 0


@game.lemma
def battle_in_withdraw(town: Town) -> bool:
    """In phase WITHDRAW: (town.battle == Place.SUBURBS_6 or town.battle == Place.SUBURBS_5 or
    town.battle == Place.SUBURBS_4).
    """
    return (town.phase != Phase.WITHDRAW or (town.battle == Place.SUBURBS_6 or town.battle ==
        Place.SUBURBS_5 or town.battle == Place.SUBURBS_4))


@game.lemma
def cause(town: Town) -> bool:
    """Always: town.cause != Cause.PRESSURE."""
    return town.cause != Cause.PRESSURE


@game.lemma
def cause_in_activate(town: Town) -> bool:
    """In phase ACTIVATE: town.cause == Cause.NOTHING."""
    return town.phase != Phase.ACTIVATE or town.cause == Cause.NOTHING


@game.lemma
def cause_in_advance(town: Town) -> bool:
    """In phase ADVANCE: town.cause == Cause.ACTIVATION."""
    return town.phase != Phase.ADVANCE or town.cause == Cause.ACTIVATION


@game.lemma
def cause_in_disengage(town: Town) -> bool:
    """In phase DISENGAGE: (town.cause == Cause.ACTIVATION or town.cause == Cause.EVENT or town.cause
    == Cause.TWIST or town.cause == Cause.ACTION).
    """
    return (town.phase != Phase.DISENGAGE or (town.cause == Cause.ACTIVATION or town.cause ==
        Cause.EVENT or town.cause == Cause.TWIST or town.cause == Cause.ACTION))


@game.lemma
def cause_in_draw_zed(town: Town) -> bool:
    """In phase DRAW_ZED: (town.cause == Cause.ACTIVATION or town.cause == Cause.EVENT or town.cause ==
    Cause.TWIST or town.cause == Cause.ACTION).
    """
    return (town.phase != Phase.DRAW_ZED or (town.cause == Cause.ACTIVATION or town.cause == Cause.EVENT
        or town.cause == Cause.TWIST or town.cause == Cause.ACTION))


@game.lemma
def cause_in_event(town: Town) -> bool:
    """In phase EVENT: (town.cause == Cause.NOTHING or town.cause == Cause.EVENT or town.cause ==
    Cause.ACTION).
    """
    return (town.phase != Phase.EVENT or (town.cause == Cause.NOTHING or town.cause == Cause.EVENT or
        town.cause == Cause.ACTION))


@game.lemma
def cause_in_event_space(town: Town) -> bool:
    """In phase EVENT_SPACE: town.cause == Cause.EVENT."""
    return town.phase != Phase.EVENT_SPACE or town.cause == Cause.EVENT


@game.lemma
def cause_in_event_unit(town: Town) -> bool:
    """In phase EVENT_UNIT: town.cause == Cause.EVENT."""
    return town.phase != Phase.EVENT_UNIT or town.cause == Cause.EVENT


@game.lemma
def cause_in_next_zeds(town: Town) -> bool:
    """In phase NEXT_ZEDS: town.cause == Cause.ACTIVATION."""
    return town.phase != Phase.NEXT_ZEDS or town.cause == Cause.ACTIVATION


@game.lemma
def cause_in_set_down(town: Town) -> bool:
    """In phase SET_DOWN: (town.cause == Cause.ACTIVATION or town.cause == Cause.EVENT or town.cause ==
    Cause.TWIST or town.cause == Cause.ACTION).
    """
    return (town.phase != Phase.SET_DOWN or (town.cause == Cause.ACTIVATION or town.cause == Cause.EVENT
        or town.cause == Cause.TWIST or town.cause == Cause.ACTION))


@game.lemma
def cause_in_set_down_2(town: Town) -> bool:
    """In phase SET_DOWN: town.cause != Cause.NOTHING."""
    return town.phase != Phase.SET_DOWN or town.cause != Cause.NOTHING


@game.lemma
def cause_in_start_with_room(town: Town) -> bool:
    """In phase START_WITH_ROOM: (town.cause == Cause.ACTIVATION or town.cause == Cause.EVENT or
    town.cause == Cause.TWIST or town.cause == Cause.ACTION).
    """
    return (town.phase != Phase.START_WITH_ROOM or (town.cause == Cause.ACTIVATION or town.cause ==
        Cause.EVENT or town.cause == Cause.TWIST or town.cause == Cause.ACTION))


@game.lemma
def cause_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: (town.cause == Cause.ACTIVATION or town.cause == Cause.ACTION)."""
    return (town.phase != Phase.TIED_BY_CHANCE or (town.cause == Cause.ACTIVATION or town.cause ==
        Cause.ACTION))


@game.lemma
def cause_with_due_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.cause != Cause.ACTIVATION or due(town) == Place.ASIDE."""
    return (town.phase != Phase.TIED_BY_CHANCE or town.cause != Cause.ACTIVATION or due(town) ==
        Place.ASIDE)


@game.lemma
def cause_with_event_2(town: Town) -> bool:
    """Always: town.cause != Cause.ACTION or (town.event != EventCard.BRAINS_ONE and town.event !=
    EventCard.BRAINS_TWO).
    """
    return (town.cause != Cause.ACTION or (town.event != EventCard.BRAINS_ONE and town.event !=
        EventCard.BRAINS_TWO))


@game.lemma
def cause_with_event_in_event(town: Town) -> bool:
    """In phase EVENT: town.cause != Cause.ACTION or town.event == EventCard.HUNTING_CABIN."""
    return (town.phase != Phase.EVENT or town.cause != Cause.ACTION or town.event ==
        EventCard.HUNTING_CABIN)


@game.lemma
def cause_with_free(town: Town) -> bool:
    """Always: town.cause != Cause.ACTIVATION or all(not each.free for each in town.units)."""
    return town.cause != Cause.ACTIVATION or all(not each.free for each in town.units)


@game.lemma
def cause_with_free_2(town: Town) -> bool:
    """Always: town.cause != Cause.EVENT or all(not each.free for each in town.units)."""
    return town.cause != Cause.EVENT or all(not each.free for each in town.units)


@game.lemma
def cause_with_free_3(town: Town) -> bool:
    """Always: town.cause != Cause.TWIST or all(not each.free for each in town.units)."""
    return town.cause != Cause.TWIST or all(not each.free for each in town.units)


@game.lemma
def cause_with_given_2(town: Town) -> bool:
    """Always: town.cause != Cause.EVENT or town.given == Gift.NOTHING."""
    return town.cause != Cause.EVENT or town.given == Gift.NOTHING


@game.lemma
def cause_with_is_brains_2(town: Town) -> bool:
    """Always: town.cause != Cause.ACTION or not is_brains(town)."""
    return town.cause != Cause.ACTION or not is_brains(town)


@game.lemma
def cause_with_part_2(town: Town) -> bool:
    """Always: town.cause != Cause.EVENT or town.part >= 1."""
    return town.cause != Cause.EVENT or town.part >= 1


@game.lemma
def cause_with_to_come(town: Town) -> bool:
    """Always: town.cause != Cause.NOTHING or town.to_come == 0."""
    return town.cause != Cause.NOTHING or town.to_come == 0


@game.lemma
def closed(town: Town) -> bool:
    """Always: town.closed == Place.ASIDE or town.closed == Place.MOUNTAIN_4."""
    return town.closed == Place.ASIDE or town.closed == Place.MOUNTAIN_4


@game.lemma
def combat_in_act(town: Town) -> bool:
    """In phase ACT: town.combat == Combat.HAND_TO_HAND."""
    return town.phase != Phase.ACT or town.combat == Combat.HAND_TO_HAND


@game.lemma
def combat_in_engage(town: Town) -> bool:
    """In phase ENGAGE: town.combat == Combat.HAND_TO_HAND."""
    return town.phase != Phase.ENGAGE or town.combat == Combat.HAND_TO_HAND


@game.lemma
def combat_in_housekeeping(town: Town) -> bool:
    """In phase HOUSEKEEPING: town.combat == Combat.HAND_TO_HAND."""
    return town.phase != Phase.HOUSEKEEPING or town.combat == Combat.HAND_TO_HAND


@game.lemma
def combat_in_twist(town: Town) -> bool:
    """In phase TWIST: town.combat == Combat.HAND_TO_HAND."""
    return town.phase != Phase.TWIST or town.combat == Combat.HAND_TO_HAND


@game.lemma
def combat_with_die(town: Town) -> bool:
    """Always: town.combat != Combat.TRAPS or town.die == 0."""
    return town.combat != Combat.TRAPS or town.die == 0


@game.lemma
def combat_with_due(town: Town) -> bool:
    """Always: town.combat != Combat.GUNFIRE or due(town) == Place.ASIDE."""
    return town.combat != Combat.GUNFIRE or due(town) == Place.ASIDE


@game.lemma
def combat_with_due_2(town: Town) -> bool:
    """Always: town.combat != Combat.EVENT or due(town) == Place.ASIDE."""
    return town.combat != Combat.EVENT or due(town) == Place.ASIDE


@game.lemma
def combat_with_free(town: Town) -> bool:
    """Always: town.combat != Combat.EVENT or all(not each.free for each in town.units)."""
    return town.combat != Combat.EVENT or all(not each.free for each in town.units)


@game.lemma
def combat_with_other_die(town: Town) -> bool:
    """Always: town.combat != Combat.TRAPS or town.other_die == 0."""
    return town.combat != Combat.TRAPS or town.other_die == 0


@game.lemma
def combat_with_struck_next(town: Town) -> bool:
    """Always: town.combat != Combat.HAND_TO_HAND or town.struck_next is None."""
    return town.combat != Combat.HAND_TO_HAND or town.struck_next is None


@game.lemma
def contested_with_battle_in_play_card(town: Town) -> bool:
    """In phase PLAY_CARD: contested(town, town.battle)."""
    return town.phase != Phase.PLAY_CARD or contested(town, town.battle)


@game.lemma
def dealt_in_housekeeping(town: Town) -> bool:
    """In phase HOUSEKEEPING: all(each == Dealt.NONE for each in town.dealt)."""
    return town.phase != Phase.HOUSEKEEPING or all(each == Dealt.NONE for each in town.dealt)


@game.lemma
def defiant_with_fighter_in_units_retreat(town: Town) -> bool:
    """In phase UNITS_RETREAT: all(not town.defiant[each_one] or town.fighter != each_one for each_one
    in Unit if each_one >= Unit.CIVILIANS_1 and each_one <= Unit.CIVILIANS_7).
    """
    return (town.phase != Phase.UNITS_RETREAT or all(not town.defiant[each_one] or town.fighter !=
        each_one for each_one in Unit if each_one >= Unit.CIVILIANS_1 and each_one <=
        Unit.CIVILIANS_7))


@game.lemma
def due_in_engage(town: Town) -> bool:
    """In phase ENGAGE: due(town) != Place.ASIDE."""
    return town.phase != Phase.ENGAGE or due(town) != Place.ASIDE


@game.lemma
def event_actions_in_activate(town: Town) -> bool:
    """In phase ACTIVATE: town.event_actions == 0."""
    return town.phase != Phase.ACTIVATE or town.event_actions == 0


@game.lemma
def event_actions_in_next_zeds(town: Town) -> bool:
    """In phase NEXT_ZEDS: town.event_actions == 0."""
    return town.phase != Phase.NEXT_ZEDS or town.event_actions == 0


@game.lemma
def event_actions_in_twist(town: Town) -> bool:
    """In phase TWIST: town.event_actions == 0."""
    return town.phase != Phase.TWIST or town.event_actions == 0


@game.lemma
def event_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: (town.event == EventCard.NIGHT_HIGHWAY or town.event ==
    EventCard.UNDERFOOT or town.event == EventCard.CONTAGION or town.event == EventCard.FRESH_WAVE
    or town.event == EventCard.MINE_BLAST or town.event == EventCard.TOUGH_ZEDS).
    """
    return (town.phase != Phase.TIED_BY_CHANCE or (town.event == EventCard.NIGHT_HIGHWAY or town.event
        == EventCard.UNDERFOOT or town.event == EventCard.CONTAGION or town.event ==
        EventCard.FRESH_WAVE or town.event == EventCard.MINE_BLAST or town.event ==
        EventCard.TOUGH_ZEDS))


@game.lemma
def fate_is_open_in_draw_fate(town: Town) -> bool:
    """In phase DRAW_FATE: not fate_is_open(town)."""
    return town.phase != Phase.DRAW_FATE or not fate_is_open(town)


@game.lemma
def fate_with_to_come_2(town: Town) -> bool:
    """Always: town.fate != FateCard.CIVILIAN_LEADER or town.to_come == 0."""
    return town.fate != FateCard.CIVILIAN_LEADER or town.to_come == 0


@game.lemma
def fate_with_to_come_3(town: Town) -> bool:
    """Always: town.fate != FateCard.ADRENALINE or town.to_come == 0."""
    return town.fate != FateCard.ADRENALINE or town.to_come == 0


@game.lemma
def fate_with_to_come_4(town: Town) -> bool:
    """Always: town.fate != FateCard.COORDINATOR or town.to_come == 0."""
    return town.fate != FateCard.COORDINATOR or town.to_come == 0


@game.lemma
def fate_with_to_come_6(town: Town) -> bool:
    """Always: town.fate != FateCard.DETERMINATION or town.to_come == 0."""
    return town.fate != FateCard.DETERMINATION or town.to_come == 0


@game.lemma
def fate_with_to_come_7(town: Town) -> bool:
    """Always: town.fate != FateCard.BAD_AMMO or town.to_come == 0."""
    return town.fate != FateCard.BAD_AMMO or town.to_come == 0


@game.lemma
def fate_with_to_come_in_twist(town: Town) -> bool:
    """In phase TWIST: town.fate != FateCard.BACKHOE or town.to_come == 0."""
    return town.phase != Phase.TWIST or town.fate != FateCard.BACKHOE or town.to_come == 0


@game.lemma
def fighter_with_on_map_in_back_up(town: Town) -> bool:
    """In phase BACK_UP: (town.fighter is None or on_map(town, the(town.fighter)))."""
    return town.phase != Phase.BACK_UP or (town.fighter is None or on_map(town, the(town.fighter)))


@game.lemma
def first_unit_at_with_tough_in_tied_by_chance_2(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: first_unit_at(town, town.tough) != Unit.PIAZZA."""
    return town.phase != Phase.TIED_BY_CHANCE or first_unit_at(town, town.tough) != Unit.PIAZZA


@game.lemma
def free_with_units_in_first_of_tied(town: Town) -> bool:
    """In phase FIRST_OF_TIED: all(not each.free for each in town.units)."""
    return town.phase != Phase.FIRST_OF_TIED or all(not each.free for each in town.units)


@game.lemma
def free_with_units_in_start_with_room(town: Town) -> bool:
    """In phase START_WITH_ROOM: all(not each.free for each in town.units)."""
    return town.phase != Phase.START_WITH_ROOM or all(not each.free for each in town.units)


@game.lemma
def free_with_units_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: all(not each.free for each in town.units)."""
    return town.phase != Phase.TIED_BY_CHANCE or all(not each.free for each in town.units)


@game.lemma
def given_in_disengage(town: Town) -> bool:
    """In phase DISENGAGE: (town.given == Gift.NOTHING or town.given == Gift.SPEECH)."""
    return town.phase != Phase.DISENGAGE or (town.given == Gift.NOTHING or town.given == Gift.SPEECH)


@game.lemma
def given_in_end_actions(town: Town) -> bool:
    """In phase END_ACTIONS: town.given == Gift.NOTHING."""
    return town.phase != Phase.END_ACTIONS or town.given == Gift.NOTHING


@game.lemma
def given_in_first_of_tied(town: Town) -> bool:
    """In phase FIRST_OF_TIED: town.given == Gift.NOTHING."""
    return town.phase != Phase.FIRST_OF_TIED or town.given == Gift.NOTHING


@game.lemma
def given_in_set_down(town: Town) -> bool:
    """In phase SET_DOWN: town.given == Gift.NOTHING."""
    return town.phase != Phase.SET_DOWN or town.given == Gift.NOTHING


@game.lemma
def given_in_start_with_room(town: Town) -> bool:
    """In phase START_WITH_ROOM: town.given == Gift.NOTHING."""
    return town.phase != Phase.START_WITH_ROOM or town.given == Gift.NOTHING


@game.lemma
def given_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.given == Gift.NOTHING."""
    return town.phase != Phase.TIED_BY_CHANCE or town.given == Gift.NOTHING


@game.lemma
def given_with_cause_4(town: Town) -> bool:
    """Always: town.given != Gift.SPEECH or (town.cause == Cause.NOTHING or town.cause ==
    Cause.ACTION).
    """
    return town.given != Gift.SPEECH or (town.cause == Cause.NOTHING or town.cause == Cause.ACTION)


@game.lemma
def is_brains_in_begin_actions(town: Town) -> bool:
    """In phase BEGIN_ACTIONS: not is_brains(town)."""
    return town.phase != Phase.BEGIN_ACTIONS or not is_brains(town)


@game.lemma
def is_brains_in_forage_die(town: Town) -> bool:
    """In phase FORAGE_DIE: not is_brains(town)."""
    return town.phase != Phase.FORAGE_DIE or not is_brains(town)


@game.lemma
def is_brains_in_pick_die(town: Town) -> bool:
    """In phase PICK_DIE: not is_brains(town)."""
    return town.phase != Phase.PICK_DIE or not is_brains(town)


@game.lemma
def is_start_with_battle_in_beaten_off(town: Town) -> bool:
    """In phase BEATEN_OFF: not is_start(town.battle)."""
    return town.phase != Phase.BEATEN_OFF or not is_start(town.battle)


@game.lemma
def is_start_with_battle_in_hit_zed(town: Town) -> bool:
    """In phase HIT_ZED: not is_start(town.battle)."""
    return town.phase != Phase.HIT_ZED or not is_start(town.battle)


@game.lemma
def is_start_with_battle_in_tough_die(town: Town) -> bool:
    """In phase TOUGH_DIE: not is_start(town.battle)."""
    return town.phase != Phase.TOUGH_DIE or not is_start(town.battle)


@game.lemma
def last_unit_at_with_tough_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: last_unit_at(town, town.tough) == Unit.JOHNSON."""
    return town.phase != Phase.TIED_BY_CHANCE or last_unit_at(town, town.tough) == Unit.JOHNSON


@game.lemma
def other_zed_waits_in_hit_unit(town: Town) -> bool:
    """In phase HIT_UNIT: not town.other_zed_waits."""
    return town.phase != Phase.HIT_UNIT or not town.other_zed_waits


@game.lemma
def partner(town: Town) -> bool:
    """Always: town.partner is None."""
    return town.partner is None


@game.lemma
def partner_from(town: Town) -> bool:
    """Always: town.partner_from == Place.FOREST_START."""
    return town.partner_from == Place.FOREST_START


@game.lemma
def spawn_in_back_up(town: Town) -> bool:
    """In phase BACK_UP: town.spawn == Place.FOREST_START."""
    return town.phase != Phase.BACK_UP or town.spawn == Place.FOREST_START


@game.lemma
def spawn_in_event(town: Town) -> bool:
    """In phase EVENT: town.spawn == Place.FOREST_START."""
    return town.phase != Phase.EVENT or town.spawn == Place.FOREST_START


@game.lemma
def start_of_with_track_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: (start_of(town.track) == Place.FOREST_START or start_of(town.track) ==
    Place.MOUNTAIN_START or start_of(town.track) == Place.HIGHWAY_START).
    """
    return (town.phase != Phase.TIED_BY_CHANCE or (start_of(town.track) == Place.FOREST_START or
        start_of(town.track) == Place.MOUNTAIN_START or start_of(town.track) == Place.HIGHWAY_START))


@game.lemma
def start_to_fill_in_spread_out_2(town: Town) -> bool:
    """In phase SPREAD_OUT: start_to_fill(town) != Place.ASIDE."""
    return town.phase != Phase.SPREAD_OUT or start_to_fill(town) != Place.ASIDE


@game.lemma
def struck_next_in_hit_zed(town: Town) -> bool:
    """In phase HIT_ZED: town.struck_next is None."""
    return town.phase != Phase.HIT_ZED or town.struck_next is None


@game.lemma
def target_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: (town.target == Place.FOREST_START or town.target == Place.FOREST_6 or
    town.target == Place.FOREST_5 or town.target == Place.SUBURBS_5).
    """
    return (town.phase != Phase.TIED_BY_CHANCE or (town.target == Place.FOREST_START or town.target ==
        Place.FOREST_6 or town.target == Place.FOREST_5 or town.target == Place.SUBURBS_5))


@game.lemma
def to_come_in_housekeeping(town: Town) -> bool:
    """In phase HOUSEKEEPING: town.to_come == 0."""
    return town.phase != Phase.HOUSEKEEPING or town.to_come == 0


@game.lemma
def tough_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: (town.tough == Place.ASIDE or town.tough == Place.MOUNTAIN_3)."""
    return (town.phase != Phase.TIED_BY_CHANCE or (town.tough == Place.ASIDE or town.tough ==
        Place.MOUNTAIN_3))


@game.lemma
def tough_second_with_second_in_tough_die(town: Town) -> bool:
    """In phase TOUGH_DIE: town.tough_second or not town.second."""
    return town.phase != Phase.TOUGH_DIE or town.tough_second or not town.second


@game.lemma
def tough_with_battle_in_tough_die(town: Town) -> bool:
    """In phase TOUGH_DIE: town.tough == town.battle."""
    return town.phase != Phase.TOUGH_DIE or town.tough == town.battle


@game.lemma
def track_with_event_actions_in_tied_by_chance_2(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.track != Track.MOUNTAIN or town.event_actions == 1."""
    return (town.phase != Phase.TIED_BY_CHANCE or town.track != Track.MOUNTAIN or town.event_actions ==
        1)


@game.lemma
def track_with_fates_in_tied_by_chance_3(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.track != Track.HIGHWAY or all(each == FatePile.DECK for each in
    town.fates).
    """
    return (town.phase != Phase.TIED_BY_CHANCE or town.track != Track.HIGHWAY or all(each ==
        FatePile.DECK for each in town.fates))


@game.lemma
def track_with_target_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.track != Track.FOREST or (town.target == Place.FOREST_6 or
    town.target == Place.FOREST_5).
    """
    return (town.phase != Phase.TIED_BY_CHANCE or town.track != Track.FOREST or (town.target ==
        Place.FOREST_6 or town.target == Place.FOREST_5))


@game.lemma
def unit_hits_in_resist_die(town: Town) -> bool:
    """In phase RESIST_DIE: town.unit_hits >= 1."""
    return town.phase != Phase.RESIST_DIE or town.unit_hits >= 1


@game.lemma
def unit_hits_in_saving_roll(town: Town) -> bool:
    """In phase SAVING_ROLL: town.unit_hits == 0."""
    return town.phase != Phase.SAVING_ROLL or town.unit_hits == 0


@game.lemma
def units_at_with_spawn(town: Town) -> bool:
    """Always: units_at(town, town.spawn) <= 1."""
    return units_at(town, town.spawn) <= 1


@game.lemma
def units_go_back_in_event(town: Town) -> bool:
    """In phase EVENT: not town.units_go_back."""
    return town.phase != Phase.EVENT or not town.units_go_back


@game.lemma
def units_go_back_in_first_of_tied(town: Town) -> bool:
    """In phase FIRST_OF_TIED: not town.units_go_back."""
    return town.phase != Phase.FIRST_OF_TIED or not town.units_go_back


@game.lemma
def units_go_back_in_set_down(town: Town) -> bool:
    """In phase SET_DOWN: not town.units_go_back."""
    return town.phase != Phase.SET_DOWN or not town.units_go_back


@game.lemma
def units_go_back_in_start_with_room(town: Town) -> bool:
    """In phase START_WITH_ROOM: not town.units_go_back."""
    return town.phase != Phase.START_WITH_ROOM or not town.units_go_back


@game.lemma
def units_go_back_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: not town.units_go_back."""
    return town.phase != Phase.TIED_BY_CHANCE or not town.units_go_back


@game.lemma
def units_go_back_with_fighter(town: Town) -> bool:
    """Always: not town.units_go_back or (town.fighter is None or town.fighter == Unit.SCHMIDT or
    town.fighter == Unit.FURIES or town.fighter == Unit.JOHNSON).
    """
    return (not town.units_go_back or (town.fighter is None or town.fighter == Unit.SCHMIDT or
        town.fighter == Unit.FURIES or town.fighter == Unit.JOHNSON))


@game.lemma
def units_with_battle_in_hit_unit(town: Town) -> bool:
    """In phase HIT_UNIT: all(town.units[each_one].at == town.battle or town.struck_next != each_one
    for each_one in Unit).
    """
    return (town.phase != Phase.HIT_UNIT or all(town.units[each_one].at == town.battle or
        town.struck_next != each_one for each_one in Unit))


@game.lemma
def units_with_battle_in_units_retreat_5(town: Town) -> bool:
    """In phase UNITS_RETREAT: all(town.units[each_one].at != town.battle or not town.defiant[each_one]
    for each_one in Unit if each_one >= Unit.CIVILIANS_1 and each_one <= Unit.CIVILIANS_7).
    """
    return (town.phase != Phase.UNITS_RETREAT or all(town.units[each_one].at != town.battle or not
        town.defiant[each_one] for each_one in Unit if each_one >= Unit.CIVILIANS_1 and each_one <=
        Unit.CIVILIANS_7))


@game.lemma
def units_with_battle_in_who_first_4(town: Town) -> bool:
    """In phase WHO_FIRST: all(town.units[each_one].at != town.battle or not town.defiant[each_one] for
    each_one in Unit if each_one >= Unit.CIVILIANS_1 and each_one <= Unit.CIVILIANS_7).
    """
    return (town.phase != Phase.WHO_FIRST or all(town.units[each_one].at != town.battle or not
        town.defiant[each_one] for each_one in Unit if each_one >= Unit.CIVILIANS_1 and each_one <=
        Unit.CIVILIANS_7))


@game.lemma
def units_with_battle_in_withdraw(town: Town) -> bool:
    """In phase WITHDRAW: all(town.units[each_one].at != town.battle or not town.defiant[each_one] for
    each_one in Unit if each_one >= Unit.CIVILIANS_1 and each_one <= Unit.CIVILIANS_7).
    """
    return (town.phase != Phase.WITHDRAW or all(town.units[each_one].at != town.battle or not
        town.defiant[each_one] for each_one in Unit if each_one >= Unit.CIVILIANS_1 and each_one <=
        Unit.CIVILIANS_7))


@game.lemma
def way_ahead_with_target_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: way_ahead(town, town.target) == 1."""
    return town.phase != Phase.TIED_BY_CHANCE or way_ahead(town, town.target) == 1


@game.lemma
def winner_in_event(town: Town) -> bool:
    """In phase EVENT: town.winner == Place.FOREST_START."""
    return town.phase != Phase.EVENT or town.winner == Place.FOREST_START


@game.lemma
def winner_in_first_of_tied(town: Town) -> bool:
    """In phase FIRST_OF_TIED: town.winner == Place.FOREST_START."""
    return town.phase != Phase.FIRST_OF_TIED or town.winner == Place.FOREST_START


@game.lemma
def winner_in_set_down(town: Town) -> bool:
    """In phase SET_DOWN: town.winner == Place.FOREST_START."""
    return town.phase != Phase.SET_DOWN or town.winner == Place.FOREST_START


@game.lemma
def winner_in_start_with_room(town: Town) -> bool:
    """In phase START_WITH_ROOM: town.winner == Place.FOREST_START."""
    return town.phase != Phase.START_WITH_ROOM or town.winner == Place.FOREST_START


@game.lemma
def winner_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.winner == Place.FOREST_START."""
    return town.phase != Phase.TIED_BY_CHANCE or town.winner == Place.FOREST_START


@game.lemma
def zed_hits_in_hit_unit(town: Town) -> bool:
    """In phase HIT_UNIT: town.zed_hits == 0."""
    return town.phase != Phase.HIT_UNIT or town.zed_hits == 0


@game.lemma
def zed_hits_in_share_hit(town: Town) -> bool:
    """In phase SHARE_HIT: town.zed_hits >= 1."""
    return town.phase != Phase.SHARE_HIT or town.zed_hits >= 1


@game.lemma
def zed_hits_in_tough_die(town: Town) -> bool:
    """In phase TOUGH_DIE: town.zed_hits >= 1."""
    return town.phase != Phase.TOUGH_DIE or town.zed_hits >= 1


@game.lemma
def zeds_at_with_battle_in_share_hit(town: Town) -> bool:
    """In phase SHARE_HIT: zeds_at(town, town.battle) == 2."""
    return town.phase != Phase.SHARE_HIT or zeds_at(town, town.battle) == 2


@game.lemma
def zeds_attack_in_event(town: Town) -> bool:
    """In phase EVENT: not town.zeds_attack."""
    return town.phase != Phase.EVENT or not town.zeds_attack


@game.lemma
def zeds_attack_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: not town.zeds_attack."""
    return town.phase != Phase.TIED_BY_CHANCE or not town.zeds_attack


@game.lemma
def zeds_go_back_in_event(town: Town) -> bool:
    """In phase EVENT: not town.zeds_go_back."""
    return town.phase != Phase.EVENT or not town.zeds_go_back


@game.lemma
def zeds_go_back_in_withdraw(town: Town) -> bool:
    """In phase WITHDRAW: not town.zeds_go_back."""
    return town.phase != Phase.WITHDRAW or not town.zeds_go_back


@game.lemma
def zeds_go_back_with_battle_in_first_of_tied(town: Town) -> bool:
    """In phase FIRST_OF_TIED: town.zeds_go_back or town.battle == Place.FOREST_START."""
    return town.phase != Phase.FIRST_OF_TIED or town.zeds_go_back or town.battle == Place.FOREST_START


@game.lemma
def zeds_go_back_with_battle_in_set_down(town: Town) -> bool:
    """In phase SET_DOWN: town.zeds_go_back or town.battle == Place.FOREST_START."""
    return town.phase != Phase.SET_DOWN or town.zeds_go_back or town.battle == Place.FOREST_START


@game.lemma
def zeds_go_back_with_battle_in_start_with_room(town: Town) -> bool:
    """In phase START_WITH_ROOM: town.zeds_go_back or town.battle == Place.FOREST_START."""
    return (town.phase != Phase.START_WITH_ROOM or town.zeds_go_back or town.battle ==
        Place.FOREST_START)


@game.lemma
def zeds_go_back_with_battle_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.zeds_go_back or town.battle == Place.FOREST_START."""
    return town.phase != Phase.TIED_BY_CHANCE or town.zeds_go_back or town.battle == Place.FOREST_START


@game.lemma
def zeds_go_back_with_cause_in_first_of_tied(town: Town) -> bool:
    """In phase FIRST_OF_TIED: town.zeds_go_back or town.cause == Cause.ACTIVATION."""
    return town.phase != Phase.FIRST_OF_TIED or town.zeds_go_back or town.cause == Cause.ACTIVATION


@game.lemma
def zeds_go_back_with_cause_in_start_with_room(town: Town) -> bool:
    """In phase START_WITH_ROOM: town.zeds_go_back or (town.cause == Cause.ACTIVATION or town.cause ==
    Cause.EVENT).
    """
    return (town.phase != Phase.START_WITH_ROOM or town.zeds_go_back or (town.cause == Cause.ACTIVATION
        or town.cause == Cause.EVENT))


@game.lemma
def zeds_go_back_with_cause_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.zeds_go_back or town.cause == Cause.ACTIVATION."""
    return town.phase != Phase.TIED_BY_CHANCE or town.zeds_go_back or town.cause == Cause.ACTIVATION


@game.lemma
def zeds_go_back_with_combat(town: Town) -> bool:
    """Always: not town.zeds_go_back or town.combat == Combat.HAND_TO_HAND."""
    return not town.zeds_go_back or town.combat == Combat.HAND_TO_HAND


@game.lemma
def zeds_go_back_with_die_in_first_of_tied(town: Town) -> bool:
    """In phase FIRST_OF_TIED: town.zeds_go_back or town.die == 0."""
    return town.phase != Phase.FIRST_OF_TIED or town.zeds_go_back or town.die == 0


@game.lemma
def zeds_go_back_with_die_in_set_down(town: Town) -> bool:
    """In phase SET_DOWN: town.zeds_go_back or town.die == 0."""
    return town.phase != Phase.SET_DOWN or town.zeds_go_back or town.die == 0


@game.lemma
def zeds_go_back_with_die_in_start_with_room(town: Town) -> bool:
    """In phase START_WITH_ROOM: town.zeds_go_back or town.die == 0."""
    return town.phase != Phase.START_WITH_ROOM or town.zeds_go_back or town.die == 0


@game.lemma
def zeds_go_back_with_die_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.zeds_go_back or town.die == 0."""
    return town.phase != Phase.TIED_BY_CHANCE or town.zeds_go_back or town.die == 0


@game.lemma
def zeds_go_back_with_fates_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.zeds_go_back or not all(each == FatePile.DECK for each in
    town.fates).
    """
    return (town.phase != Phase.TIED_BY_CHANCE or town.zeds_go_back or not all(each == FatePile.DECK for
        each in town.fates))


@game.lemma
def zeds_go_back_with_fighter_in_start_with_room(town: Town) -> bool:
    """In phase START_WITH_ROOM: town.zeds_go_back or town.fighter is None."""
    return town.phase != Phase.START_WITH_ROOM or town.zeds_go_back or town.fighter is None


@game.lemma
def zeds_go_back_with_fighter_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.zeds_go_back or town.fighter is None."""
    return town.phase != Phase.TIED_BY_CHANCE or town.zeds_go_back or town.fighter is None


@game.lemma
def zeds_go_back_with_free_in_set_down(town: Town) -> bool:
    """In phase SET_DOWN: town.zeds_go_back or all(not each.free for each in town.units)."""
    return (town.phase != Phase.SET_DOWN or town.zeds_go_back or all(not each.free for each in
        town.units))


@game.lemma
def zeds_go_back_with_other_die_in_first_of_tied(town: Town) -> bool:
    """In phase FIRST_OF_TIED: town.zeds_go_back or town.other_die == 0."""
    return town.phase != Phase.FIRST_OF_TIED or town.zeds_go_back or town.other_die == 0


@game.lemma
def zeds_go_back_with_other_die_in_set_down(town: Town) -> bool:
    """In phase SET_DOWN: town.zeds_go_back or town.other_die == 0."""
    return town.phase != Phase.SET_DOWN or town.zeds_go_back or town.other_die == 0


@game.lemma
def zeds_go_back_with_other_die_in_start_with_room(town: Town) -> bool:
    """In phase START_WITH_ROOM: town.zeds_go_back or town.other_die == 0."""
    return town.phase != Phase.START_WITH_ROOM or town.zeds_go_back or town.other_die == 0


@game.lemma
def zeds_go_back_with_other_die_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.zeds_go_back or town.other_die == 0."""
    return town.phase != Phase.TIED_BY_CHANCE or town.zeds_go_back or town.other_die == 0


@game.lemma
def zeds_go_back_with_zeds_attack_in_first_of_tied(town: Town) -> bool:
    """In phase FIRST_OF_TIED: town.zeds_go_back or not town.zeds_attack."""
    return town.phase != Phase.FIRST_OF_TIED or town.zeds_go_back or not town.zeds_attack


@game.lemma
def zeds_go_back_with_zeds_attack_in_set_down(town: Town) -> bool:
    """In phase SET_DOWN: town.zeds_go_back or not town.zeds_attack."""
    return town.phase != Phase.SET_DOWN or town.zeds_go_back or not town.zeds_attack


@game.lemma
def zeds_go_back_with_zeds_attack_in_start_with_room(town: Town) -> bool:
    """In phase START_WITH_ROOM: town.zeds_go_back or not town.zeds_attack."""
    return town.phase != Phase.START_WITH_ROOM or town.zeds_go_back or not town.zeds_attack


@game.lemma
def zeds_in_muster(town: Town) -> bool:
    """In phase MUSTER: all(each[0] == Zed.NONE for each in town.zeds)."""
    return town.phase != Phase.MUSTER or all(each[0] == Zed.NONE for each in town.zeds)


@game.lemma
def zeds_in_muster_2(town: Town) -> bool:
    """In phase MUSTER: all(each[1] == Zed.NONE for each in town.zeds)."""
    return town.phase != Phase.MUSTER or all(each[1] == Zed.NONE for each in town.zeds)


@game.lemma
def zeds_with_battle_in_share_hit_4(town: Town) -> bool:
    """In phase SHARE_HIT: all(town.zeds[each_one][1] != Zed.NONE or town.battle != each_one for
    each_one in Place if each_one >= Place.FOREST_START and each_one <= Place.SUBURBS_0).
    """
    return (town.phase != Phase.SHARE_HIT or all(town.zeds[each_one][1] != Zed.NONE or town.battle !=
        each_one for each_one in Place if each_one >= Place.FOREST_START and each_one <=
        Place.SUBURBS_0))


@game.lemma
def zeds_with_battle_in_tough_die(town: Town) -> bool:
    """In phase TOUGH_DIE: town.zeds[town.battle][0] != Zed.NONE."""
    return town.phase != Phase.TOUGH_DIE or town.zeds[town.battle][0] != Zed.NONE


@game.lemma
def zeds_with_battle_in_tough_die_2(town: Town) -> bool:
    """In phase TOUGH_DIE: all(town.zeds[each_one][0] != Zed.NONE or town.battle != each_one for
    each_one in Place if each_one >= Place.FOREST_START and each_one <= Place.SUBURBS_0).
    """
    return (town.phase != Phase.TOUGH_DIE or all(town.zeds[each_one][0] != Zed.NONE or town.battle !=
        each_one for each_one in Place if each_one >= Place.FOREST_START and each_one <=
        Place.SUBURBS_0))


@game.lemma
def zeds_with_target_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: (town.zeds[town.target][0] == Zed.NONE or town.zeds[town.target][0] ==
    Zed.Z43 or town.zeds[town.target][0] == Zed.Z53 or town.zeds[town.target][0] == Zed.Z63).
    """
    return (town.phase != Phase.TIED_BY_CHANCE or (town.zeds[town.target][0] == Zed.NONE or
        town.zeds[town.target][0] == Zed.Z43 or town.zeds[town.target][0] == Zed.Z53 or
        town.zeds[town.target][0] == Zed.Z63))


@game.lemma
def zeds_with_target_in_tied_by_chance_2(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: (town.zeds[town.target][1] == Zed.NONE or town.zeds[town.target][1] ==
    Zed.Z42 or town.zeds[town.target][1] == Zed.Z52 or town.zeds[town.target][1] == Zed.Z61).
    """
    return (town.phase != Phase.TIED_BY_CHANCE or (town.zeds[town.target][1] == Zed.NONE or
        town.zeds[town.target][1] == Zed.Z42 or town.zeds[town.target][1] == Zed.Z52 or
        town.zeds[town.target][1] == Zed.Z61))


@game.lemma
def zeds_with_winner_in_first_of_tied(town: Town) -> bool:
    """In phase FIRST_OF_TIED: (town.zeds[town.winner][1] == Zed.NONE or town.zeds[town.winner][1] ==
    Zed.Z21 or town.zeds[town.winner][1] == Zed.Z42 or town.zeds[town.winner][1] == Zed.Z53 or
    town.zeds[town.winner][1] == Zed.Z63).
    """
    return (town.phase != Phase.FIRST_OF_TIED or (town.zeds[town.winner][1] == Zed.NONE or
        town.zeds[town.winner][1] == Zed.Z21 or town.zeds[town.winner][1] == Zed.Z42 or
        town.zeds[town.winner][1] == Zed.Z53 or town.zeds[town.winner][1] == Zed.Z63))


@game.lemma
def zeds_with_winner_in_tied_by_chance(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.zeds[town.winner][0] == Zed.NONE."""
    return town.phase != Phase.TIED_BY_CHANCE or town.zeds[town.winner][0] == Zed.NONE


@game.lemma
def zeds_with_winner_in_tied_by_chance_2(town: Town) -> bool:
    """In phase TIED_BY_CHANCE: town.zeds[town.winner][1] == Zed.NONE."""
    return town.phase != Phase.TIED_BY_CHANCE or town.zeds[town.winner][1] == Zed.NONE
