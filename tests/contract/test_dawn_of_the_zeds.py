"""Dawn of the Zeds plays as its rulebook says: the worked examples, every cell of the tables, and what readings change.

The examples were worked out by hand from the rulebook's text; the numbers of the tables are those of the edition.
"""

from __future__ import annotations

import pytest

from daybreak_games.dawn_of_the_zeds.cards import EventCard, FateCard, FatePile, Symbol
from daybreak_games.dawn_of_the_zeds.combat import first_column, shifted
from daybreak_games.dawn_of_the_zeds.pieces import Condition, Unit
from daybreak_games.dawn_of_the_zeds.places import Place, Track
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Phase
from tests.contract.dawn_of_the_zeds_tables import PLACES, after, box, forbidden, play, reference, table, where, zeds
from verifier.lang.words import Run, running
from verifier.run.reference import Position

# One pair of Strengths for each column from Zeds x3 to Human x3: (Zeds, unit whose full side has the other Strength).
COLUMNS = (("9/4", "civilians-5"), ("6/1", "civilians-5"), ("4/1", "civilians-5"), ("3/1", "civilians-5"),
           ("2/1", "civilians-5"), ("3/1", "furies"), ("2/1", "furies"))
DICE = {total: (total // 2, total - total // 2) for total in range(2, 13)}
ROWS = {2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 4, 9: 4, 10: 5, 11: 5, 12: 6}
HAND_TO_HAND = """\
0,5 0,5 0,4 0,4 0,3 1,3 2,2*
0,5 0,4 0,3 0,3 1,3 2,2* 2,1*
0,4 0,3 1,3 1,2 2,2* 2,1* 3,1*
0,3 0,3 1,2 2,2* 2,1* 3,1* 3,0*
0,2 1,2 2,2* 2,1* 3,1* 3,0* 3,0*
1,2 2,2* 2,1* 3,1* 3,0* 3,0* 4,0*
2,2* 2,1* 2,0* 3,0* 4,0* 4,0* 5,0*"""
TRACKS = ["forest", "mountain", "highway", "suburbs"]


# -- the tables ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", range(7))
@pytest.mark.parametrize("total", DICE)
def test_every_cell_of_hand_to_hand_combat(column: int, total: int) -> None:
    zed, unit = COLUMNS[column]
    start = table(Phase.RESULT, {"forest-2": zed}, {unit: "forest-2"}, battle=PLACES["forest-2"], die=DICE[total][0],
                  other_die=DICE[total][1], cause=Cause.ACTION, fighter=Unit[unit.upper().replace("-", "_")])
    result = play(reference(), start)[0].after.state
    cell = HAND_TO_HAND.splitlines()[ROWS[total]].split()[column]
    assert f"{result.zed_hits},{result.unit_hits}{'*' * result.zeds_go_back}" == cell


@pytest.mark.parametrize("strength", range(1, 8))
@pytest.mark.parametrize("total", DICE)
def test_every_cell_of_gunfire(strength: int, total: int) -> None:
    edition = box()
    edition.units[Unit.PIAZZA].fire[0] = strength
    start = table(Phase.RESULT, {"forest-2": "9/4"}, {"piazza": "forest-1"}, battle=PLACES["forest-2"], die=DICE[total][0],
                  other_die=DICE[total][1], cause=Cause.ACTION, fighter=Unit.PIAZZA, combat=Combat.GUNFIRE)
    result = play(reference(edition), start)[0].after.state
    assert result.zed_hits == int(HAND_TO_HAND.splitlines()[ROWS[total]].split()[strength - 1].split(",")[0])
    assert result.unit_hits == 0 and not result.zeds_go_back


# E2
def test_e2_shifts_are_netted_and_applied_once() -> None:
    setting = reference().setting
    with running(Run(setting.rulings, setting.edition)):
        assert [shifted(3, 2, 1), shifted(0, 1, 1), shifted(5, 0, 4), shifted(1, 3, 0)] == [2, 0, 6, 0]
    with running(Run({**setting.rulings, "DZ-21": "each-stops"}, setting.edition)):
        assert [shifted(3, 2, 1), shifted(0, 1, 1)] == [2, 1]


# E3
@pytest.mark.parametrize(("zed", "unit", "times", "greater"), [
    (9, 3, 0, 1), (8, 3, 1, 2), (6, 3, 1, 2), (5, 3, 2, 2), (3, 3, 3, 3), (3, 4, 4, 4), (3, 6, 5, 5), (3, 8, 5, 5), (3, 9, 6, 6),
    (12, 3, 0, 0)])
def test_e3_the_first_column(zed: int, unit: int, times: int, greater: int) -> None:
    for choice, column in (("times-as-much", times), ("greater-by-times", greater)):
        setting = reference(DZ_20=choice).setting
        with running(Run(setting.rulings, setting.edition)):
            wanted = column if choice == "times-as-much" or zed >= unit else first_column(zed, unit)
            assert first_column(zed, unit) == wanted


# -- the Zeds Phase -----------------------------------------------------------------------------------------------------------


def test_e8_an_empty_track_activated_twice() -> None:
    start = table(Phase.SYMBOL, {}, {"hunt": "town-center"}, EventCard.CONTAGION, symbol=1, markers=1)
    town = after(reference(), start, "draw-zed 4/2")
    assert zeds(town) == {"forest-6": "4/2"} and town.phase == Phase.ACT
    stays = after(reference(DZ_03="next-turn"), start, "draw-zed 4/2")
    assert zeds(stays) == {"forest-start": "4/2"}


def test_e9_the_stronger_goes_where_there_is_room_for_one() -> None:
    start = table(Phase.ADVANCE, {"forest-4": "5/3 3/2", "forest-3": "4/2"}, {}, target=PLACES["forest-4"], cause=Cause.PRESSURE,
                  symbol=4)
    assert zeds(play(reference(), start)[0].after.state) == {"forest-4": "3/2", "forest-3": "5/3 4/2"}


def test_equally_strong_zeds_are_the_players_choice() -> None:
    start = table(Phase.ADVANCE, {"forest-4": "5/3 5/2", "forest-3": "4/2"}, {}, target=PLACES["forest-4"], cause=Cause.PRESSURE,
                  symbol=4)
    assert zeds(after(reference(), start, "first-goes second"))["forest-3"] == "5/2 4/2"
    assert zeds(after(reference(DZ_04="random"), start, "lot-falls first"))["forest-3"] == "5/3 4/2"


def test_zeds_on_a_start_space_move_or_wait() -> None:
    start = table(Phase.ACTIVATE, {"forest-start": "4/2"}, {}, track=Track.FOREST, symbol=1)
    assert zeds(after(reference(), start)) == {"forest-6": "4/2"}
    assert zeds(after(reference(DZ_01="start-apart"), start, "draw-zed 2/1")) == {"forest-start": "4/2 2/1"}


def test_zeds_in_town_center_win_at_once() -> None:
    start = table(Phase.ACTIVATE, {"forest-0": "2/1"}, {"hunt": "town-center"}, track=Track.FOREST)
    assert after(reference(), start).phase == Phase.LOST


def test_zeds_that_win_go_on_in_a_brains_turn() -> None:
    start = table(Phase.ACTIVATE, {"forest-4": "9/4"}, {"civilians-1": "forest-3"}, EventCard.BRAINS_ONE, track=Track.FOREST)
    town = after(reference(), start, "roll-first 3", "roll-second 4")
    assert where(town, "civilians-1") == "forest-2" and zeds(town)["forest-2"] == "9/4"  # it went on, and is upon them again


# -- combat -------------------------------------------------------------------------------------------------------------------


def test_e7_the_first_attack_takes_the_defiant_marker_before_the_dice() -> None:
    start = table(Phase.ACTIVATE, {"forest-5": "4/2"}, {"civilians-1": "forest-4"}, track=Track.FOREST)
    start.state.defiant[Unit.CIVILIANS_1] = True
    for event in ("move civilians-1 forest-3", "forage civilians-1", "fire civilians-1 forest-5 first"):
        acting = table(Phase.ACT, {"forest-5": "4/2"}, {"civilians-1": "forest-4"}, markers=1)
        acting.state.defiant[Unit.CIVILIANS_1] = True
        assert forbidden(reference(), acting, event) == ("DZ-M10" if event.startswith("move") else None)
    town = after(reference(), start)
    assert town.phase == Phase.FIRST_DIE and not town.defiant[Unit.CIVILIANS_1]


@pytest.mark.parametrize(("die", "place", "condition"), [
    (1, "cemetery", Condition.FRESH), (3, "cemetery", Condition.FRESH), (4, "town-center", Condition.REDUCED),
    (6, "town-center", Condition.REDUCED)])
def test_e6_saving_rolls_of_civilians(die: int, place: str, condition: Condition) -> None:
    start = table(Phase.SAVING_ROLL, {"forest-3": "9/4"}, {"civilians-1": "forest-3"}, fighter=Unit.CIVILIANS_1,
                  battle=PLACES["forest-3"], zeds_attack=True, cause=Cause.ACTIVATION, at=5)
    start.state.units[Unit.CIVILIANS_1].condition = Condition.REDUCED_HURT
    saved = play(reference(), start, f"roll-to-save {die}")[0].after.state
    assert (where(saved, "civilians-1"), saved.units[Unit.CIVILIANS_1].condition) == (place, condition)


def test_e6_saving_rolls_of_heroes() -> None:
    start = table(Phase.SAVING_ROLL, {"forest-3": "9/4"}, {"hunt": "forest-3"}, fighter=Unit.HUNT, battle=PLACES["forest-3"],
                  zeds_attack=True, cause=Cause.ACTIVATION, at=5)
    start.state.units[Unit.HUNT].condition = Condition.REDUCED
    assert play(reference(), start, "roll-to-save 5")[0].after.state.units[Unit.HUNT].condition == Condition.FRESH


def test_e10_the_stronger_retreats_less_far() -> None:
    start = table(Phase.ZEDS_RETREAT, {"forest-3": "5/3 3/2", "forest-4": "4/2"}, {"hunt": "forest-3"}, battle=PLACES["forest-3"],
                  fighter=Unit.HUNT, zeds_go_back=True, cause=Cause.ACTION, markers=1)
    assert zeds(after(reference(), start)) == {"forest-4": "5/3 4/2", "forest-5": "3/2"}


def test_e12_the_losers_retreat_though_the_winners_died() -> None:
    start = table(Phase.RESULT, {"forest-2": "2/1-''"}, {"civilians-1": "forest-2"}, battle=PLACES["forest-2"], die=1,
                  other_die=1, cause=Cause.ACTION, fighter=Unit.CIVILIANS_1, came_from=PLACES["forest-1"],
                  origin=PLACES["forest-0"], markers=1)
    town = after(reference(), start)
    assert zeds(town) == {}  # 2 against 1 is Human x2, where a sum of 2 is one Hit on the Zeds, its last, and they win
    assert where(town, "civilians-1") == "forest-1" and town.units[Unit.CIVILIANS_1].condition == Condition.REDUCED_HURT


# -- retreats -----------------------------------------------------------------------------------------------------------------

BETWEEN_ZEDS = {"forest-2": "9/4 8/4", "forest-1": "9/4 7/5"}
LOSE_UNHURT = ("roll-first 1", "roll-second 1", *["roll-to-resist 6"] * 5)


def driven() -> Position:
    """The Furies are beaten by Zeds and go back into others."""
    return table(Phase.ENGAGE, BETWEEN_ZEDS, {"furies": "forest-2"}, cause=Cause.ACTION, markers=1)


def test_dz29_a_beaten_unit_goes_back_and_forth() -> None:
    run = reference()
    line = play(run, driven(), *LOSE_UNHURT, *LOSE_UNHURT, *LOSE_UNHURT, *LOSE_UNHURT)
    ends = [applied.after.state for applied in line if applied.event.text == "disengage"]
    assert [where(town, "furies") for town in ends] == ["forest-1", "forest-2", "forest-1", "forest-2"]
    assert ends[1] == ends[3]  # the same table again: with such dice it never ends


def test_dz29_past_them_ends() -> None:
    town = after(reference(DZ_29="past-them"), driven(), *LOSE_UNHURT, *LOSE_UNHURT)
    assert where(town, "furies") == "forest-0" and town.phase == Phase.ACT


def test_two_units_driven_into_zeds_fight_one_after_the_other() -> None:
    start = table(Phase.UNITS_RETREAT, {"forest-2": "5/3", "forest-1": "2/1"}, {"hunt": "forest-2", "schmidt": "forest-2"},
                  battle=PLACES["forest-2"], zeds_attack=True, units_go_back=True, cause=Cause.ACTIVATION, at=6)
    win = ("roll-first 6", "roll-second 6", "accept-roll")
    town = after(reference(), start, "goes-back-first schmidt", *win)
    assert (where(town, "schmidt"), where(town, "hunt")) == ("forest-1", "forest-1")


def test_a_beaten_attacker_goes_back_where_it_came_from() -> None:
    start = table(Phase.ACT, {"forest-3": "9/4"}, {"schmidt": "town-center"}, markers=1)
    lose = ("move schmidt forest-3", "roll-first 1", "roll-second 1", "accept-roll", *["roll-to-resist 6"] * 4)
    assert where(after(reference(), start, *lose), "schmidt") == "forest-2"
    assert where(after(reference(DZ_33="origin"), start, *lose), "schmidt") == "town-center"


# -- actions ------------------------------------------------------------------------------------------------------------------


def test_e5_nobody_fires_through_town_center() -> None:
    start = table(Phase.ACT, {"suburbs-0": "5/3", "highway-2": "5/3"}, {"piazza": "highway-0", "hunt": "town-center"},
                  markers=1)
    run = reference()
    assert forbidden(run, start, "fire piazza suburbs-0 first") == "DZ-N07"
    assert forbidden(run, start, "fire piazza highway-2 first") is None
    assert forbidden(run, start, "fire hunt suburbs-0 first") is None
    assert forbidden(reference(DZ_48="not-allowed"), start, "fire hunt suburbs-0 first") == "DZ-N01"


def test_e11_a_unit_in_the_mine_forages_again_and_again() -> None:
    start = table(Phase.ACT, {}, {"civilians-1": "mountain-4"}, event_actions=2, markers=1)
    town = after(reference(), start, "forage civilians-1", "roll-to-forage 6", "forage civilians-1", "roll-to-forage 4",
                 "forage civilians-1", "roll-to-forage 3")
    assert (town.ammo, town.event_actions, sum(town.ready)) == (7, 0, 0)


def test_hernandez_helps_foraging_in_town() -> None:
    start = table(Phase.ACT, {}, {"civilians-1": "forest-0", "hernandez": "town-center"}, markers=1)
    assert after(reference(), start, "forage civilians-1", "roll-to-forage 5").ammo == 5


def test_ammunition_beyond_twenty_is_lost() -> None:
    start = table(Phase.ACT, {}, {"civilians-1": "mountain-4"}, markers=1)
    start.state.ammo = 19
    assert after(reference(), start, "forage civilians-1", "roll-to-forage 6").ammo == 20


def test_the_citadel_fires_one_column_better_for_ammunition() -> None:
    start = table(Phase.ACT, {"forest-0": "5/3"}, {"hernandez": "town-center"})
    town = after(reference(), start, "man-citadel", "fire hernandez forest-0 first", "roll-first 6", "roll-second 6")
    assert zeds(town) == {"forest-0": "5/3''"} and town.ammo == 3 and not town.citadel


@pytest.mark.parametrize(("ruling", "left"), [("single-target", "4/2-''"), ("mob-shares", "")])
def test_dz24_hits_of_a_shot_beyond_the_last_of_its_target(ruling: str, left: str) -> None:
    start = table(Phase.ACT, {"forest-2": "4/2-'' 3/1-''"}, {"hunt": "forest-1"}, markers=1)
    shot = ("fire hunt forest-2 second", "roll-first 6", "roll-second 6")
    town = after(reference(DZ_24=ruling), start, *shot, *["share-hit second"] * (ruling == "mob-shares"))
    assert zeds(town).get("forest-2", "") == left


# -- events, fate, pressure ---------------------------------------------------------------------------------------------------


def test_the_last_card_wins_in_its_action_phase() -> None:
    start = table(Phase.BEGIN_ACTIONS, {}, {"hunt": "town-center"}, EventCard.END_FOUR)
    assert after(reference(), start).phase == Phase.WON
    late = after(reference(DZ_58="turn-over"), start)
    assert late.phase == Phase.ACT and after(reference(DZ_58="turn-over"), start, "end-actions").phase == Phase.WON


def test_a_fated_double_activation_comes_before_its_plot_twist() -> None:
    start = table(Phase.SYMBOL, {"forest-6": "4/2"}, {"hunt": "town-center"}, EventCard.END_FATED)
    names = [applied.event.text for applied in play(reference(), start, "draw-fate bad-ammo")]
    assert names.index("twist") > max(index for index, name in enumerate(names) if name == "activate")
    first = [applied.event.text for applied in play(reference(DZ_09="after-draw"), start, "draw-fate bad-ammo")]
    assert first.index("twist") < first.index("activate")


def test_contagion_leaves_a_zed_where_civilians_die() -> None:
    start = table(Phase.SAVING_ROLL, {"forest-3": "9/4"}, {"civilians-1": "forest-3"}, EventCard.CONTAGION,
                  fighter=Unit.CIVILIANS_1, battle=PLACES["forest-3"], zeds_attack=True, cause=Cause.ACTIVATION, at=5, symbol=3)
    assert zeds(after(reference(), start, "roll-to-save 1", "draw-zed 4/2")) == {"forest-3": "9/4 4/2"}


def test_new_zeds_come_for_weak_ones() -> None:
    start = table(Phase.EVENT, {"forest-3": "3/1 2/1", "highway-2": "5/3"}, {}, EventCard.REPLACEMENTS)
    line = play(reference(), start, "draw-zed 9/4", "draw-zed 3/2")
    assert zeds(next(each.after.state for each in reversed(line) if each.after.state.part)) == {
        "forest-3": "9/4 3/2", "highway-2": "5/3"}


def test_the_mine_blows_up_under_units_and_zeds() -> None:
    start = table(Phase.EVENT, {}, {"civilians-1": "mountain-4", "hunt": "mountain-4"}, EventCard.MINE_BLAST)
    town = [each.after.state for each in play(reference(), start, "roll-to-resist 1")][12]
    assert (where(town, "civilians-1"), where(town, "hunt"), town.closed) == ("mountain-3", "mountain-3", Place.MOUNTAIN_4)
    assert (town.units[Unit.CIVILIANS_1].condition, town.units[Unit.HUNT].condition) == (Condition.HURT, Condition.REDUCED)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_e1_one_pressure_event_for_each_player_beyond_the_first(players: int) -> None:
    edition = box(players)
    edition.events[EventCard.KEEP_CALM].zeds.put_bottom(Symbol.MOVEMENT_PRESSURE)
    start = table(Phase.SYMBOL, {f"{track}-{number}": "5/3" for number, track in enumerate(TRACKS, 2)}, {}, symbol=2)
    line = play(reference(edition), start)
    assert sum(1 for each in line if each.event.text == "advance") == players - 1


def test_pressure_moves_the_strongest_and_of_equals_the_nearest() -> None:
    edition = box(2)
    edition.events[EventCard.KEEP_CALM].zeds.put_bottom(Symbol.MOVEMENT_PRESSURE)
    start = table(Phase.SYMBOL, {"forest-4": "5/3", "mountain-2": "3/2 2/1", "highway-1": "4/2"}, {}, symbol=2)
    assert "mountain-1" in zeds(after(reference(edition), start))


def test_a_held_card_beats_off_zeds_that_won() -> None:
    start = table(Phase.RESULT, {"forest-3": "9/4"}, {"civilians-1": "forest-3"}, fighter=Unit.CIVILIANS_1, die=1, other_die=2,
                  battle=PLACES["forest-3"], zeds_attack=True, cause=Cause.ACTIVATION, at=5, symbol=2, whole=True)
    start.state.fates[FateCard.DETERMINATION] = FatePile.HELD
    town = after(reference(), start, "beat-off")
    assert zeds(town) == {"forest-4": "9/4'"}
    civilians = town.units[Unit.CIVILIANS_1]
    assert civilians.at == PLACES["forest-3"] and civilians.condition == Condition.FRESH  # its Hits are not dealt
    assert town.fates[FateCard.DETERMINATION] == FatePile.DISCARD
