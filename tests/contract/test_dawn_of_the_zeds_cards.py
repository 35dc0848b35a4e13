"""What a second implementation found about the cards of Dawn of the Zeds: each rule that the model once had otherwise."""

from __future__ import annotations

import pytest

from daybreak_games.dawn_of_the_zeds.cards import EventCard, FateCard, FatePile, Symbol
from daybreak_games.dawn_of_the_zeds.pieces import Unit
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Gift, Phase
from tests.contract.dawn_of_the_zeds_tables import (
    PLACES,
    PROGRAM,
    ZEDS,
    after,
    box,
    forbidden,
    play,
    reference,
    table,
    where,
    zeds,
)
from verifier.run.reference import Position


def test_the_withdrawal_card_looks_for_the_weakest_unit_not_the_weakest_mob() -> None:
    starts = {"forest-start": "6/1 2/1", "mountain-start": "4/2", "highway-start": "5/3", "suburbs-start": "5/3"}
    town = after(reference(), table(Phase.EVENT, starts, {}, EventCard.WITHDRAWAL), "draw-zed 9/4")
    assert town.phase == Phase.START_WITH_ROOM  # on the forest's, which is full


def test_the_living_dead_come_as_a_mob_and_then_attack() -> None:
    start = table(Phase.TWIST, {}, {"civilians-1": "forest-4"}, EventCard.END_FATED, symbol=1)
    start.state.fates[FateCard.LIVING_DEAD] = FatePile.OPEN
    start.state.fate = FateCard.LIVING_DEAD
    town = after(reference(), start, "draw-zed 5/3", "draw-zed 4/2")
    assert town.phase == Phase.FIRST_DIE and zeds(town) == {"forest-4": "5/3 4/2"}


def test_weak_zeds_are_replaced_from_the_nearest_to_town_center_on() -> None:
    start = table(Phase.EVENT, {"forest-6": "3/1", "suburbs-1": "2/1", "highway-1": "3/2"}, {}, EventCard.REPLACEMENTS)
    town = after(reference(), start, "draw-zed 9/4", "draw-zed 8/4")
    assert zeds(town) == {"highway-1": "9/4", "suburbs-1": "8/4"} and town.phase == Phase.DRAW_ZED


@pytest.mark.parametrize(("die", "left"), [(4, ("forest-3", "4/2-''")), (3, ("forest-2", "4/2'"))])
def test_the_smell_brings_a_zed_from_the_cup_which_recovers_if_it_wins(die: int, left: tuple[str, str]) -> None:
    start = table(Phase.EVENT, {"highway-2": "5/3-"}, {"civilians-1": "forest-2"}, EventCard.BAD_SMELL)
    town = after(reference(), start, "draw-zed 4/2", f"roll-first {die}", f"roll-second {die}")
    assert zeds(town) == {"highway-2": "5/3-", left[0]: left[1]}


def test_of_equally_strong_zeds_on_a_space_the_players_say_which_is_tough() -> None:
    start = table(Phase.EVENT, {"forest-3": "6/3 6/3'", "highway-2": "6/1"}, {}, EventCard.TOUGH_ZEDS)
    asked = after(reference(), start, "draw-zed 2/1")
    assert asked.phase == Phase.EVENT_SPACE
    run, here = reference(), Position(asked, start.used)
    assert forbidden(run, here, "choose-zed mountain-start first") == "DZ-E04"
    chosen = run.apply(here, PROGRAM.event_by_text["choose-zed forest-3 second"]).after.state
    assert (chosen.tough, chosen.tough_second) == (PLACES["forest-3"], True)


def test_a_leader_can_be_appointed_before_a_combat() -> None:
    start = table(Phase.ENGAGE, {"forest-3": "5/3"}, {"civilians-1": "forest-3"}, cause=Cause.ACTIVATION, at=5, symbol=2)
    start.state.fates[FateCard.CIVILIAN_LEADER] = FatePile.HELD
    assert after(reference(), start).phase == Phase.PLAY_CARD
    town = after(reference(), start, "lead-into-combat civilians-1")
    assert town.phase == Phase.FIRST_DIE and town.leader == Unit.CIVILIANS_1
    assert forbidden(reference(), Position(after(reference(), start), start.used), "play-for-attack") == "DZ-F11"


def test_placement_pressure_draws_before_a_track_is_chosen() -> None:
    edition = box(2)
    edition.events[EventCard.KEEP_CALM].zeds.put_bottom(Symbol.PLACEMENT_PRESSURE)
    start = table(Phase.SYMBOL, {"forest-2": "5/3"}, {}, symbol=2)
    asked = after(reference(edition), start, "draw-zed 9/4")
    assert asked.phase == Phase.PRESSED and asked.drawn == ZEDS["9/4"]
    assert zeds(after(reference(edition), start, "draw-zed 9/4", "press suburbs-start"))["suburbs-start"] == "9/4"


def test_placement_pressure_on_a_map_without_the_first_track() -> None:
    edition = box(2, "tiny-skirmish")
    edition.events[EventCard.KEEP_CALM].zeds.put_bottom(Symbol.PLACEMENT_PRESSURE)
    start = table(Phase.SYMBOL, symbol=edition.events[EventCard.KEEP_CALM].zeds.size - 1)
    zed = next(event.text for event, _ in reference(edition).outcomes(play(reference(edition), start)[-1].after))
    assert zeds(after(reference(edition), start, zed)) == {"mountain-start": zed.split()[1]}


def test_who_backs_up_first_is_chosen_where_there_is_room_for_one() -> None:
    start = table(Phase.BACK_UP, {}, {"piazza": "forest-3", "hunt": "forest-3", "schmidt": "forest-2"}, cause=Cause.ACTION,
                  fighter=Unit.PIAZZA, battle=PLACES["forest-5"], combat=Combat.GUNFIRE, die=1, other_die=1)
    assert after(reference(), start, "back-up-together").phase == Phase.WHO_FIRST
    town = after(reference(), start, "back-up-together", "goes-back-first hunt")
    assert (where(town, "hunt"), where(town, "piazza")) == ("forest-2", "forest-1")


def test_keeping_calm_is_for_hand_to_hand_attacks_only() -> None:
    start = table(Phase.RESULT, {"forest-2": "9/4"}, {"schmidt": "forest-1"}, battle=PLACES["forest-2"], die=3, other_die=4,
                  cause=Cause.ACTION, fighter=Unit.SCHMIDT, calm=Unit.SCHMIDT, combat=Combat.GUNFIRE)
    assert zeds(after(reference(), start)) == {"forest-2": "9/4''"}


def test_pressure_leaves_alone_only_the_zeds_that_it_moved() -> None:
    edition = box(3)
    edition.events[EventCard.KEEP_CALM].zeds.put_bottom(Symbol.MOVEMENT_PRESSURE)
    start = table(Phase.SYMBOL, {"forest-4": "9/4", "forest-3": "6/3", "highway-3": "5/3"}, {}, symbol=2)
    assert zeds(after(reference(edition), start)) == {"forest-3": "9/4", "forest-2": "6/3", "highway-3": "5/3"}
    assert zeds(after(reference(edition, DZ_16="anew"), start)) == {"forest-2": "9/4 6/3", "highway-3": "5/3"}


def test_a_fresh_wave_comes_before_hit_markers_go() -> None:
    start = table(Phase.EVENT, {"forest-3": "5/3''"}, {}, EventCard.FRESH_WAVE)
    assert zeds(after(reference(), start, "draw-zed 4/2", "draw-zed 4/2", "draw-zed 4/2"))["forest-3"] == "5/3''"
    line = play(reference(), start, *["draw-zed 4/2"] * 4)
    assert zeds(line[-1].after.state)["forest-3"] == "5/3"


@pytest.mark.parametrize(("ruling", "space"), [("fights", "forest-4"), ("passes-over", "forest-4")])
def test_dz12_zeds_that_need_not_go_back_fight_where_they_are_placed(ruling: str, space: str) -> None:
    start = table(Phase.EVENT, {}, {"civilians-1": space}, EventCard.BAD_SMELL)
    assert zeds(after(reference(DZ_12=ruling), start, "draw-zed 4/2")) == {space: "4/2-"}


@pytest.mark.parametrize(("before", "behind"), [
    ("5/3 5/3", "5/3' 5/3'"), ("5/3'' 5/3", "5/3' 5/3-"), ("6/3'' 5/3", "5/3' 6/3-"), ("5/3-'' 5/3-''", ""),
    ("4/2 5/3-''", "4/2'")])
def test_each_zed_in_the_mine_takes_a_hit(before: str, behind: str) -> None:
    start = table(Phase.EVENT, {"mountain-4": before}, {}, EventCard.MINE_BLAST)
    states = [each.after.state for each in play(reference(), start)]
    assert zeds(next(town for town in states if town.phase == Phase.SYMBOL)).get("mountain-5", "") == behind


@pytest.mark.parametrize(("left", "phase"), [("4/1", Phase.FIRST_OF_TIED), ("", Phase.START_WITH_ROOM)])
def test_equally_strong_zeds_that_retreat_to_one_place_on_the_starts(left: str, phase: Phase) -> None:
    starts = {"forest-start": "5/3 5/3", "mountain-start": "5/3 5/3", "highway-start": "5/4 5/4", "suburbs-start": left}
    start = table(Phase.ZEDS_RETREAT, {"forest-6": "6/3 6/3'", **starts}, {"hunt": "forest-6"}, battle=PLACES["forest-6"],
                  zeds_go_back=True, cause=Cause.ACTION, fighter=Unit.HUNT)
    assert after(reference(), start).phase == phase


# -- readings that came up so -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruling", "hits", "phase"), [("terrain-only", 2, Phase.RESULT), ("all-shifts", 1, Phase.REROLL)])
def test_dz60_what_helps_against_an_attack_from_underfoot(ruling: str, hits: int, phase: Phase) -> None:
    run = reference(DZ_60=ruling)
    start = table(Phase.SECOND_DIE, {}, {"schmidt": "forest-2"}, EventCard.UNDERFOOT, battle=PLACES["forest-2"], die=3,
                  cause=Cause.EVENT, part=3, fighter=Unit.SCHMIDT, combat=Combat.EVENT)
    rolled = run.apply(start, PROGRAM.event_by_text["roll-second 4"]).after
    assert rolled.state.phase == phase
    rolled.state.phase = Phase.RESULT
    assert play(run, rolled)[0].after.state.unit_hits == hits


@pytest.mark.parametrize(("ruling", "drawn", "left"), [("eliminated", [], "9/4"), ("saved-too", ["draw-zed 4/2"], "9/4 4/2")])
def test_dz65_who_leaves_a_zed_in_a_contagion(ruling: str, drawn: list[str], left: str) -> None:
    start = table(Phase.SAVING_ROLL, {"forest-3": "9/4"}, {"civilians-1": "forest-3"}, EventCard.CONTAGION,
                  fighter=Unit.CIVILIANS_1, battle=PLACES["forest-3"], zeds_attack=True, cause=Cause.ACTIVATION, at=5, symbol=3)
    town = after(reference(DZ_65=ruling), start, "roll-to-save 6", *drawn)
    assert zeds(town) == {"forest-3": left} and where(town, "civilians-1") == "town-center"


def test_the_zed_of_a_contagion_comes_before_a_combat_that_the_retreat_brings_about() -> None:
    start = table(Phase.SAVING_ROLL, {"forest-3": "9/4", "forest-2": "2/1"}, {"civilians-1": "forest-3", "hunt": "forest-3"},
                  EventCard.CONTAGION, fighter=Unit.CIVILIANS_1, battle=PLACES["forest-3"], zeds_attack=True,
                  cause=Cause.ACTIVATION, at=5, symbol=3)
    town = after(reference(), start, "roll-to-save 1")
    assert town.phase == Phase.DRAW_ZED and where(town, "hunt") == "forest-2"
    town = after(reference(), start, "roll-to-save 1", "draw-zed 4/2")
    assert zeds(town)["forest-3"] == "9/4 4/2" and (town.phase, town.battle) == (Phase.FIRST_DIE, PLACES["forest-2"])


@pytest.mark.parametrize(("ruling", "left"), [
    ("by-unit", {"forest-3": "9/4", "forest-2": "6/3", "highway-3": "5/3"}),
    ("by-space", {"forest-3": "9/4 6/3", "highway-2": "5/3"})])
def test_dz67_a_zed_that_a_pressed_one_has_joined(ruling: str, left: dict[str, str]) -> None:
    edition = box(3)
    edition.events[EventCard.KEEP_CALM].zeds.put_bottom(Symbol.MOVEMENT_PRESSURE)
    start = table(Phase.SYMBOL, {"forest-4": "9/4", "forest-3": "6/3", "highway-3": "5/3"}, {}, symbol=2)
    assert zeds(after(reference(edition, DZ_67=ruling), start)) == left


@pytest.mark.parametrize(("units", "first"), [
    ({"piazza": "forest-4", "hunt": "mountain-1"}, "mountain-1"), ({"piazza": "mountain-2", "hunt": "forest-2"}, "forest-2")])
def test_of_several_combats_the_nearest_to_town_center_comes_first(units: dict[str, str], first: str) -> None:
    start = table(Phase.ENGAGE, dict.fromkeys(units.values(), "5/3"), units, cause=Cause.ACTIVATION)
    assert play(reference(), start)[0].after.state.battle == PLACES[first]


@pytest.mark.parametrize(("ruling", "others"), [("at-once", "DZ-A06"), ("any-time", None)])
def test_dz61_when_the_actions_of_a_speech_are_taken(ruling: str, others: str | None) -> None:
    run = reference(DZ_61=ruling)
    start = table(Phase.ACT, {}, {"hernandez": "town-center", "hunt": "forest-0", "schmidt": "forest-3"}, markers=1)
    spoken = run.apply(start, PROGRAM.event_by_text["hold-speech"]).after
    assert [spoken.state.units[unit].free for unit in (Unit.HERNANDEZ, Unit.HUNT, Unit.SCHMIDT)] == [True, True, False]
    assert forbidden(run, spoken, "end-actions") == others
    assert forbidden(run, spoken, "move schmidt forest-2") == (None if others is None else "DZ-A07")
    moved = run.apply(spoken, PROGRAM.event_by_text["move hunt forest-1"])
    assert (sum(moved.after.state.ready), moved.after.state.units[Unit.HUNT].free) == (1, False)
    assert all(run.holds(rule, spoken.state, moved.after.state, event=moved.event)
               for rule in PROGRAM.game.of_kind("step_property"))
    left = run.apply(moved.after, PROGRAM.event_by_text["move hernandez forest-0"]).after
    paid = run.apply(left, PROGRAM.event_by_text["move hernandez town-center"]).after
    assert not any(paid.state.ready)


def test_dz61_what_a_speech_gave_is_lost_with_the_phase() -> None:
    run = reference(DZ_61="any-time")
    start = table(Phase.ACT, {}, {"hernandez": "town-center"}, markers=1)
    town = after(run, start, "hold-speech", "end-actions")
    assert town.phase == Phase.REVEAL and not any(each.free for each in town.units)


def test_what_a_speech_gave_may_wait_for_the_zed_of_a_contagion() -> None:
    start = table(Phase.SAVING_ROLL, {"forest-3": "9/4"}, {"civilians-1": "forest-3", "hunt": "town-center"}, EventCard.CONTAGION,
                  fighter=Unit.CIVILIANS_1, battle=PLACES["forest-3"], cause=Cause.ACTION, given=Gift.SPEECH)
    start.state.units[Unit.HUNT].free = True
    run = reference()
    for card in EventCard:
        start.state.events[card] = int(run.setting.edition.events[card].act > start.state.act)
    line = play(run, start, "roll-to-save 1")
    assert line[-1].after.state.phase == Phase.DRAW_ZED and line[-1].after.state.given == Gift.SPEECH
    assert all(run.holds(rule, line[-1].after.state) for rule in PROGRAM.game.of_kind("invariant"))


def fates_in(start: Position, deck: tuple[FateCard, ...] = (), discard: tuple[FateCard, ...] = ()) -> Position:
    """The table with these fate cards in the deck and among the discards, and all others held."""
    for card in FateCard:
        start.state.fates[card] = (
            FatePile.DECK if card in deck else FatePile.DISCARD if card in discard else FatePile.HELD)
    return start


@pytest.mark.parametrize("again", ["reshuffle", "no-draw"])
def test_a_track_that_no_fate_card_names_is_not_activated(again: str) -> None:
    start = fates_in(table(Phase.SYMBOL, {"forest-3": "6/1"}, {}, EventCard.END_FATED, act=5))
    line = play(reference(DZ_55=again), start)
    assert line[0].clauses == ("DZ-Z03", "DZ-E03") and line[0].after.state.phase == Phase.SYMBOL
    assert line[-1].after.state.phase == Phase.WON and zeds(line[-1].after.state) == {"forest-3": "6/1"}


def test_the_discarded_fate_cards_are_drawn_from_for_a_fated_track_too() -> None:
    start = fates_in(table(Phase.SYMBOL, {"forest-3": "6/1"}, {}, EventCard.END_FATED, act=5), discard=(FateCard.BAD_AMMO,))
    town = after(reference(), start, "draw-fate bad-ammo")
    assert town.phase == Phase.WON and town.fates[FateCard.BAD_AMMO] == FatePile.DISCARD and zeds(town) == {"forest-1": "6/1"}
    assert zeds(after(reference(DZ_55="no-draw"), start)) == {"forest-3": "6/1"}
