"""Corners of Dawn of the Zeds where two of its sentences meet."""

from __future__ import annotations

import pytest

from daybreak_games.dawn_of_the_zeds.cards import EventCard, FateCard, FatePile, Symbol
from daybreak_games.dawn_of_the_zeds.pieces import Condition, Unit
from daybreak_games.dawn_of_the_zeds.places import Place, Track
from daybreak_games.dawn_of_the_zeds.state import Cause, Phase
from tests.contract.dawn_of_the_zeds_tables import after, box, play, reference, table, where, zeds
from verifier.lang.types import words_of
from verifier.run.reference import Position

RUN = reference()
UNHURT = ["roll-to-resist 6"]


def dice(total: int) -> tuple[str, str]:
    """Both dice of a combat."""
    return f"roll-first {total // 2}", f"roll-second {total - total // 2}"


def then(start: Position, *events: str) -> Position:
    """The position after a line."""
    return play(RUN, start, *events)[-1].after


# A226
def test_of_two_units_driven_upon_zeds_both_retreat_when_the_first_loses() -> None:
    units = {"furies": "forest-3", "civilians-1": "forest-3"}
    start = table(Phase.UNITS_RETREAT, {"forest-3": "9/4", "forest-2": "6/3"}, units, battle=Place.FOREST_3,
                  zeds_attack=True, units_go_back=True, cause=Cause.ACTIVATION, at=6, symbol=2)
    line = play(RUN, start, "goes-back-first furies", *dice(4), *UNHURT * 3)  # Equal: three Hits, and beaten
    town = next(each.after.state for each in reversed(line) if each.event.text == "disengage")
    assert (where(town, "furies"), where(town, "civilians-1")) == ("forest-3", "forest-3")


# A227
# Line 248 has Zeds go on that won, line 128 has Zeds on one space move together: by DZ-92 the latter counts.
def test_in_a_brains_turn_a_beaten_zed_goes_on_with_the_winner_that_it_was_driven_back_to() -> None:
    start = table(Phase.ACTIVATE, {"forest-3": "9/4", "forest-1": "2/1"}, {"furies": "forest-2"}, EventCard.BRAINS_ONE,
                  track=Track.FOREST)
    lose = (*dice(2), *UNHURT * 4)
    line = play(RUN, start, *lose, *lose, *dice(2), *UNHURT * 2)  # beaten twice; then the one ahead, by Human x3
    driven = next(each.after.state for each in line if zeds(each.after.state) == {"forest-1": "9/4 2/1''"})
    assert where(driven, "furies") == "forest-0"
    assert zeds(line[-1].after.state) == {"forest-0": "9/4 2/1''"}


# A189 A228: that the plot twist follows all the same is a ruling (DZ-80).
def test_without_a_unit_on_the_fated_track_nobody_is_attacked_from_underfoot() -> None:
    start = table(Phase.EVENT, {"highway-4": "5/3"}, {"civilians-1": "mountain-1"}, EventCard.UNDERFOOT, act=2)
    line = play(RUN, start, "draw-fate bad-ammo")
    assert "roll-first" not in {each.event.rule.name for each in line}
    assert line[-1].after.state.ammo == 3 and line[-1].after.state.units[Unit.CIVILIANS_1].condition == Condition.FRESH


# A229
def test_hits_of_a_shot_stay_on_their_zed_when_it_turns_over() -> None:
    start = table(Phase.ACT, {"forest-3": "5/3'' 4/2"}, {"hunt": "forest-2"}, markers=1)
    town = after(RUN, start, "fire hunt forest-3 first", *dice(10))  # Strength 5: three Hits
    assert zeds(town) == {"forest-3": "4/2 5/3-''"}


# A230
def test_a_leader_does_not_make_defiant_civilians_move() -> None:
    start = table(Phase.ACT, {}, {"hunt": "forest-4", "civilians-1": "forest-4", "civilians-2": "forest-5"})
    start.state.defiant[Unit.CIVILIANS_1] = True
    texts = {event.text for event in RUN.legal(then(start, "take-the-lead"))}
    assert "forage civilians-1" in texts and "move civilians-2 forest-6" in texts
    assert not any(text.startswith("move civilians-1") for text in texts)


# A231
def test_an_attacker_that_wins_and_dies_leaves_the_space_empty() -> None:
    start = table(Phase.ACT, {"forest-2": "2/1"}, {"hernandez": "forest-1"}, markers=1)
    town = after(RUN, start, "move hernandez forest-2", *dice(7), "roll-to-save 2")
    assert zeds(town) == {"forest-3": "2/1''"} and where(town, "hernandez") == "cemetery" and town.phase == Phase.ACT


# A232 A195
def test_a_unit_driven_out_of_the_mine_upon_zeds_does_not_come_back() -> None:
    start = table(Phase.EVENT, {"mountain-3": "3/1", "suburbs-4": "4/2", "highway-4": "4/2"}, {"civilians-5": "mountain-4"},
                  EventCard.MINE_BLAST)
    line = play(RUN, start, *dice(3))  # Equal: three Hits and beaten, after one in the Mine: the last one
    assert line[-1].after.state.phase == Phase.SAVING_ROLL
    alive = table(Phase.EVENT, {"mountain-3": "3/1", "suburbs-4": "4/2", "highway-4": "4/2"}, {"furies": "mountain-4"},
                  EventCard.MINE_BLAST)
    places = [where(each.after.state, "furies") for each in play(RUN, alive, *UNHURT, *dice(2), *UNHURT * 3)]
    assert list(dict.fromkeys(places)) == ["mountain-4", "mountain-3", "mountain-2"]
    assert places == sorted(places, reverse=True)


# A233
def test_units_leave_the_mine_over_a_full_space() -> None:
    units = {"civilians-1": "mountain-4", "civilians-2": "mountain-4", "hunt": "mountain-3", "piazza": "mountain-3"}
    town = after(RUN, table(Phase.EVENT, dict.fromkeys(("mountain-6", "suburbs-4", "highway-4"), "4/2"), units,
                            EventCard.MINE_BLAST))
    assert {where(town, name) for name in ("civilians-1", "civilians-2")} == {"mountain-2"}


# A234 A191
@pytest.mark.parametrize(("on", "left"), [
    ({"forest-3": "9/4"}, {"forest-3": "9/4 4/2"}), ({"forest-3": "9/4 8/4"}, {"forest-3": "9/4 8/4", "forest-4": "4/2"})])
def test_in_a_contagion_civilians_that_die_attacking_leave_a_zed(on: dict[str, str], left: dict[str, str]) -> None:
    start = table(Phase.ACT, on, {"civilians-1": "forest-2"}, EventCard.CONTAGION, markers=1)
    town = after(RUN, start, "move civilians-1 forest-3", *dice(2), "roll-to-save 1", "draw-zed 4/2")
    assert zeds(town) == left and where(town, "civilians-1") == "cemetery" and town.phase == Phase.ACT


# A191
@pytest.mark.parametrize("unit", ["hernandez", "furies"])
def test_in_a_contagion_only_regular_civilians_leave_a_zed(unit: str) -> None:
    start = table(Phase.SAVING_ROLL, {"forest-3": "9/4"}, {unit: "forest-3"}, EventCard.CONTAGION, fighter=Unit[unit.upper()],
                  battle=Place.FOREST_3, zeds_attack=True, cause=Cause.ACTIVATION, at=5, symbol=3)
    town = after(RUN, start, "roll-to-save 1")
    assert zeds(town) == {"forest-3": "9/4"} and town.phase == Phase.ACT


# A235 A204
@pytest.mark.parametrize("act", [1, 2, 3, 4])
def test_the_acts_follow_one_another_and_the_last_card_comes_last(act: int) -> None:
    start = table(Phase.HOUSEKEEPING, {}, {"hunt": "town-center"}, EventCard.KEEP_CALM, act=act)
    for card in EventCard:
        start.state.events[card] = 1
    drawn = {event.text.removeprefix("reveal ") for event, _ in RUN.outcomes(then(start))}
    assert {RUN.setting.edition.events[words_of(EventCard).index(card)].act for card in drawn} == {act + 1}


# A236
def test_no_plot_twist_follows_when_zeds_have_won() -> None:
    for space, phase, ammo in (("forest-0", Phase.LOST, 4), ("forest-1", Phase.LOST, 4), ("forest-2", Phase.WON, 3)):
        start = table(Phase.SYMBOL, {space: "2/1"}, {"hunt": "town-center"}, EventCard.END_FATED)
        town = after(RUN, start, "draw-fate bad-ammo")
        assert (town.phase, town.ammo) == (phase, ammo)


# A237 A182
def test_units_that_withdraw_share_the_room_as_the_players_say() -> None:
    units = {"civilians-1": "suburbs-3", "hunt": "suburbs-3", "piazza": "suburbs-2"}
    start = table(Phase.ACTIVATE, {"suburbs-4": "9/4"}, units, EventCard.WITHDRAWAL, track=Track.SUBURBS, symbol=2)
    town = after(RUN, start, "withdraw", "goes-back-first hunt")
    assert (where(town, "hunt"), where(town, "civilians-1")) == ("suburbs-2", "suburbs-1")


# A238
def test_weak_zeds_on_start_spaces_are_replaced_too() -> None:
    start = table(Phase.EVENT, {"forest-start": "2/1", "suburbs-start": "4/2"}, {}, EventCard.REPLACEMENTS)
    states = [each.after.state for each in play(RUN, start, "draw-zed 9/4")]
    assert zeds(next(town for town in states if town.phase == Phase.SYMBOL)) == {"forest-start": "9/4", "suburbs-start": "4/2"}


# A239 A214
def test_of_a_mob_behind_a_winner_only_the_stronger_follows() -> None:
    mob = {"forest-4": "5/3 3/2"}
    start = table(Phase.ACTIVATE, {"forest-3": "9/4", **mob}, {"civilians-1": "forest-2"}, track=Track.FOREST, symbol=2)
    assert zeds(after(RUN, start, *dice(7))) == {"forest-2": "9/4", "forest-3": "5/3 3/2"}
    lost = table(Phase.ACTIVATE, {"forest-3": "4/2", **mob}, {"furies": "forest-2"}, track=Track.FOREST, symbol=2)
    town = after(RUN, lost, *dice(8))  # Human Advantage: three Hits, and one back
    assert town.phase == Phase.RESIST_DIE
    assert zeds(after(RUN, lost, *dice(8), *UNHURT)) == {"forest-3": "5/3 4/2-", "forest-4": "3/2"}


# A240
def test_the_companion_of_a_saved_winner_stays() -> None:
    start = table(Phase.ENGAGE, {"forest-2": "2/1"}, {"hernandez": "forest-2", "civilians-1": "forest-2"}, symbol=2, at=6,
                  cause=Cause.ACTIVATION, track=Track.FOREST)
    town = after(RUN, start, "defend-with hernandez", *dice(7), "roll-to-save 6")
    assert (where(town, "hernandez"), where(town, "civilians-1")) == ("town-center", "forest-2")
    assert zeds(town) == {"forest-3": "2/1''"}


# A024
def test_a_new_fate_deck_has_the_discards_and_not_the_cards_held() -> None:
    start = table(Phase.EVENT, {"highway-4": "5/3"}, {"hunt": "town-center"}, EventCard.CONTAGION, act=2)
    for card in FateCard:
        start.state.fates[card] = FatePile.HELD if card in (FateCard.BACKHOE, FateCard.ADRENALINE) else FatePile.DISCARD
    drawn = {event.text for event, _ in RUN.outcomes(then(start))}
    assert len(drawn) == 6 and not drawn & {"draw-fate backhoe", "draw-fate adrenaline"}


# A039 A044
def test_every_pressure_move_is_fought_out_before_the_next() -> None:
    edition = box(3)
    edition.events[EventCard.KEEP_CALM].zeds.put_bottom(Symbol.MOVEMENT_PRESSURE)
    start = table(Phase.SYMBOL, {"forest-4": "9/4", "highway-4": "5/3"}, {"civilians-1": "forest-3"}, symbol=2)
    town = after(reference(edition), start)
    assert town.phase == Phase.FIRST_DIE and zeds(town) == {"forest-3": "9/4", "highway-4": "5/3"}
    assert zeds(after(reference(edition), start, *dice(7))) == {"forest-3": "9/4", "highway-3": "5/3"}
