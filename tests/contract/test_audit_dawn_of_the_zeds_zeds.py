"""The Zeds of Dawn of the Zeds, sentence by sentence: how they move and stack, Villages, retreats, Brains!, event cards."""

from __future__ import annotations

from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds.cards import EventCard, FateCard, FatePile
from daybreak_games.dawn_of_the_zeds.pieces import Condition, Unit, ZedKind
from daybreak_games.dawn_of_the_zeds.places import Place, Track
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Phase
from tests.contract.dawn_of_the_zeds_tables import PLACES, after, box, forbidden, play, reference, table, where, zeds
from verifier.lang.types import words_of
from verifier.run.reference import Position

RUN = reference()
TRACKS = ("forest", "mountain", "highway", "suburbs")
STARTS_FULL = {f"{track}-start": "5/4 4/3" for track in TRACKS}


def dice(total: int) -> tuple[str, str]:
    """Both dice of a combat."""
    return f"roll-first {total // 2}", f"roll-second {total - total // 2}"


def activation(on: dict[str, str], units: dict[str, str], event: EventCard = EventCard.KEEP_CALM,
               **fields: Any) -> Position:
    """An activation of the track of the first Zeds, the last of the card."""
    track = Track[next(iter(on)).split("-")[0].upper()]
    return table(Phase.ACTIVATE, on, units, event, track=track, symbol=2, **fields)


def choices(start: Position, *events: str) -> set[str]:
    """What can be decided after a line."""
    line = play(RUN, start, *events)
    return {event.text for event in RUN.legal(line[-1].after if line else start)}


# -- moving and stacking ------------------------------------------------------------------------------------------------------


# A053 A054 A055 A056 A058 A059 A223
@pytest.mark.parametrize(("on", "closed", "left"), [
    ({"forest-2": "4/2", "forest-3": "5/3"}, Place.ASIDE, {"forest-1": "4/2", "forest-2": "5/3"}),
    ({"forest-4": "5/3 4/2"}, Place.ASIDE, {"forest-3": "5/3 4/2"}),
    ({"forest-start": "5/3 4/2", "forest-6": "9/4 8/4"}, Place.ASIDE, {"forest-6": "5/3 4/2", "forest-5": "9/4 8/4"}),
    ({"mountain-6": "5/3 3/2", "mountain-5": "4/2"}, Place.MOUNTAIN_4, {"mountain-5": "5/3 4/2", "mountain-6": "3/2"}),
    ({"mountain-6": "3/2 6/1-", "mountain-5": "4/2"}, Place.MOUNTAIN_4, {"mountain-5": "4/2 3/2", "mountain-6": "6/1-"}),
    ({"mountain-6": "5/3 3/2", "mountain-5": "4/2 4/1"}, Place.MOUNTAIN_4, {"mountain-6": "5/3 3/2", "mountain-5": "4/2 4/1"}),
    ({"mountain-5": "4/2"}, Place.MOUNTAIN_4, {"mountain-5": "4/2"})])
def test_zeds_go_as_far_as_there_is_room(on: dict[str, str], closed: Place, left: dict[str, str]) -> None:
    start = activation(on, {"hunt": "town-center"}, closed=closed)
    assert zeds(after(RUN, start)) == left


# A057
def test_of_equally_strong_zeds_with_room_for_one_the_players_choose() -> None:
    start = activation({"mountain-6": "5/3 5/2", "mountain-5": "4/2"}, {"hunt": "town-center"}, closed=Place.MOUNTAIN_4)
    assert choices(start) == {"first-goes first", "first-goes second"}
    assert zeds(after(RUN, start, "first-goes second")) == {"mountain-5": "5/2 4/2", "mountain-6": "5/3"}


# A062 A063
def test_a_card_cannot_put_a_third_zed_on_a_start_space() -> None:
    start = table(Phase.EVENT, {"forest-start": "5/3 4/2"}, {}, EventCard.NIGHT_FOREST)
    assert choices(start, "draw-zed 9/4") == {f"start-at {track}-start" for track in TRACKS[1:]}


# A064
def test_without_zeds_in_the_cup_an_empty_track_stays_empty() -> None:
    edition = box()
    for kind in ZedKind:
        edition.zeds[kind] = 0
    start = table(Phase.ACTIVATE, {}, {"hunt": "town-center"}, track=Track.FOREST, symbol=2)
    town = after(reference(edition), start)
    assert zeds(town) == {} and town.phase == Phase.ACT


# A067
def test_a_combat_is_over_before_the_next_zeds_move() -> None:
    start = activation({"forest-3": "5/3", "forest-4": "4/2"}, {"furies": "forest-2"})
    fighting = after(RUN, start)
    assert fighting.phase == Phase.FIRST_DIE and zeds(fighting) == {"forest-2": "5/3", "forest-4": "4/2"}
    town = after(RUN, start, *dice(12))  # Human Advantage: four Hits, no Hits, and they go back to where the next ones come
    assert zeds(town) == {"forest-3": "4/2 5/3-'"} and town.phase == Phase.ACT


# A068
def test_zeds_that_win_stay_and_others_follow() -> None:
    start = activation({"forest-3": "9/4", "forest-4": "4/2"}, {"civilians-1": "forest-2"})
    town = after(RUN, start, *dice(7))
    assert zeds(town) == {"forest-2": "9/4", "forest-3": "4/2"} and where(town, "civilians-1") == "forest-1"


# A070
def test_zeds_that_won_move_again_in_a_second_activation() -> None:
    start = table(Phase.SYMBOL, {"highway-3": "9/4"}, {"civilians-1": "highway-2"}, EventCard.NIGHT_HIGHWAY)
    town = after(RUN, start, *dice(7))
    assert zeds(town) == {"highway-1": "9/4"} and (town.phase, town.battle) == (Phase.FIRST_DIE, Place.HIGHWAY_1)


# A213 A132
def test_a_mob_enters_a_space_together_and_fights_with_its_strength_together() -> None:
    start = activation({"forest-3": "3/2 2/1"}, {"hunt": "forest-2"})
    line = play(RUN, start, *dice(6), "accept-roll")
    assert zeds(line[-1].after.state) == {"forest-2": "3/2 2/1"}
    town = next(each.after.state for each in line if each.event.text == "read-table")
    assert (town.zed_hits, town.unit_hits, town.zeds_go_back) == (1, 2, False)  # five against five


# A212
def test_zeds_on_a_start_space_attack_the_unit_in_front_of_it() -> None:
    town = after(RUN, activation({"forest-start": "9/4"}, {"civilians-1": "forest-6"}))
    assert (town.phase, town.battle, town.zeds_attack) == (Phase.FIRST_DIE, Place.FOREST_6, True)


# -- Villages -----------------------------------------------------------------------------------------------------------------


def defiant(on: dict[str, str], units: dict[str, str]) -> Position:
    """An activation, with a Defiant unit in its Village."""
    start = activation(on, units, markers=1)
    start.state.defiant[Unit.CIVILIANS_1] = True
    return start


# A071 A072 A075
def test_an_attack_on_a_village_releases_its_civilians_whoever_wins() -> None:
    start = defiant({"forest-5": "2/1"}, {"civilians-1": "forest-4"})
    town = after(RUN, start, *dice(12))
    assert (town.phase, where(town, "civilians-1"), town.defiant[Unit.CIVILIANS_1]) == (Phase.ACT, "forest-4", False)
    here = Position(town, start.used)
    assert forbidden(RUN, here, "move civilians-1 forest-2") is None
    assert forbidden(RUN, here, "move civilians-1 forest-1") == "DZ-M02"
    town.act, town.normals_left = 2, 1
    assert not after(RUN, here, "end-actions").defiant[Unit.CIVILIANS_1]


# A073 A074
def test_a_defiant_unit_forages_and_fires_but_does_not_move() -> None:
    start = table(Phase.ACT, {"suburbs-4": "4/2", "suburbs-2": "4/2"}, {"civilians-1": "suburbs-3"}, markers=1)
    assert {"move civilians-1 suburbs-2", "forage civilians-1"} <= choices(start)
    start.state.defiant[Unit.CIVILIANS_1] = True
    can = choices(start)
    assert not any(text.startswith("move") for text in can)
    assert {"forage civilians-1", "fire civilians-1 suburbs-4 first", "fire civilians-1 suburbs-2 first"} <= can


# A076 A077 A156
@pytest.mark.parametrize("die", [1, 6])
def test_a_village_that_another_unit_defends_is_not_defiant_either_and_both_retreat(die: int) -> None:
    start = defiant({"forest-5": "9/4"}, {"civilians-1": "forest-4", "hernandez": "forest-4"})
    asked = after(RUN, start)
    assert asked.phase == Phase.DEFENDER and not asked.defiant[Unit.CIVILIANS_1] and asked.die == 0
    town = after(RUN, start, "defend-with hernandez", *dice(2), f"roll-to-save {die}")
    assert where(town, "hernandez") == ("cemetery" if die == 1 else "town-center")
    assert (where(town, "civilians-1"), town.units[Unit.CIVILIANS_1].condition) == ("forest-3", Condition.FRESH)


# A173
def test_released_civilians_that_lose_retreat() -> None:
    town = after(RUN, defiant({"forest-5": "9/4"}, {"civilians-1": "forest-4"}), *dice(7))
    assert where(town, "civilians-1") == "forest-3" and not town.defiant[Unit.CIVILIANS_1]


# -- retreats of Zeds ---------------------------------------------------------------------------------------------------------


# A158 A174
@pytest.mark.parametrize(("on", "unit", "left"), [
    ({"forest-3": "3/1"}, "forest-2", {"forest-3": "3/1''"}),
    ({"forest-start": "3/1"}, "forest-6", {"forest-start": "3/1''"})])
def test_zeds_that_attack_and_lose_go_back_one_space(on: dict[str, str], unit: str, left: dict[str, str]) -> None:
    town = after(RUN, activation(on, {"civilians-5": unit}), *dice(7))  # Equal: two Hits each
    assert zeds(town) == left and where(town, "civilians-5") == unit


def beaten(on: dict[str, str], space: str, **fields: Any) -> Position:
    """Zeds that lost against an attack and are to retreat."""
    return table(Phase.ZEDS_RETREAT, on, {"hunt": space}, battle=PLACES[space], fighter=Unit.HUNT, zeds_go_back=True,
                 cause=Cause.ACTION, markers=1, **fields)


# A163
@pytest.mark.parametrize(("on", "left"), [
    ({"forest-3": "5/3 3/2"}, {"forest-4": "5/3 3/2"}),
    ({"forest-3": "5/3 3/2", "forest-4": "4/2"}, {"forest-4": "5/3 4/2", "forest-5": "3/2"}),
    ({"forest-3": "5/3 3/2", "forest-4": "4/2 4/1"}, {"forest-4": "4/2 4/1", "forest-5": "5/3 3/2"}),
    ({"forest-3": "5/3 3/2", "forest-4": "4/2 4/1", "forest-5": "4/2"},
     {"forest-4": "4/2 4/1", "forest-5": "5/3 4/2", "forest-6": "3/2"}),
    ({"mountain-3": "5/3"}, {"mountain-5": "5/3"})])
def test_beaten_zeds_go_back_to_the_first_room_the_stronger_first(on: dict[str, str], left: dict[str, str]) -> None:
    space = next(iter(on))
    assert zeds(after(RUN, beaten(on, space, closed=Place.MOUNTAIN_4))) == left


# A164 A221
def test_beaten_zeds_without_room_on_their_start_space_go_to_another_or_to_the_cup() -> None:
    on = {"forest-6": "6/4", "forest-start": "5/3 4/2"}
    assert choices(beaten(on, "forest-6")) == {f"start-at {track}-start" for track in TRACKS[1:]}
    town = after(RUN, beaten({"forest-6": "6/4", **STARTS_FULL}, "forest-6"))
    assert zeds(town) == STARTS_FULL and town.phase == Phase.ACT


# A168
def test_zeds_beaten_back_upon_units_attack_them_and_those_have_their_ground() -> None:
    start = table(Phase.ACT, {"forest-2": "3/1"}, {"furies": "forest-1", "civilians-5": "forest-3"}, markers=1)
    attack = ("move furies forest-2", *dice(5), "roll-to-resist 6")  # Human x2: two Hits on the Zeds, one back
    town = after(RUN, start, *attack)
    assert (town.phase, town.battle, town.zeds_attack) == (Phase.FIRST_DIE, Place.FOREST_3, True)
    town = after(RUN, start, *attack, *dice(5))  # Equal, and a column for the Farm
    assert zeds(town) == {"forest-4": "3/1-'"} and where(town, "civilians-5") == "forest-3"


# A170
def test_zeds_that_retreat_to_a_start_space_do_not_fight_there() -> None:
    start = beaten({"forest-6": "5/3"}, "forest-6")
    start.state.units[Unit.PIAZZA].at = Place.FOREST_START
    town = after(RUN, start)
    assert zeds(town) == {"forest-start": "5/3"} and town.phase == Phase.ACT and where(town, "piazza") == "forest-start"


# -- Brains! ------------------------------------------------------------------------------------------------------------------


# A177 A180
@pytest.mark.parametrize(("zed", "unit", "total", "left", "place"), [
    ("2/1", "furies", 12, {"forest-3": "2/1-''"}, "forest-2"), ("2/1-''", "civilians-1", 2, {}, "forest-1")])
def test_in_a_brains_turn_zeds_that_lose_or_die_do_not_go_on(zed: str, unit: str, total: int, left: dict[str, str],
                                                            place: str) -> None:
    start = activation({"forest-3": zed}, {unit: "forest-2"}, EventCard.BRAINS_ONE)
    line = play(RUN, start, *dice(total))
    states = [each.after.state for each in line]
    done = next(town for town in states if town.phase == Phase.NEXT_ZEDS and town.at > 0)
    assert zeds(done) == left and where(done, unit) == place


# A179 A176
def test_in_a_brains_turn_zeds_that_win_at_the_edge_of_town_center_win_the_game() -> None:
    start = activation({"forest-1": "9/4"}, {"civilians-1": "forest-0"}, EventCard.BRAINS_ONE)
    town = after(RUN, start, *dice(4))
    assert town.phase == Phase.LOST and where(town, "civilians-1") == "town-center"


# -- event cards --------------------------------------------------------------------------------------------------------------


# A181 A008
@pytest.mark.parametrize(("on", "spaces"), [
    ({"forest-start": "4/2", "highway-start": "9/4"}, {"mountain", "suburbs"}),
    ({"forest-start": "4/2", "mountain-start": "4/1", "highway-start": "9/4", "suburbs-start": "5/3"},
     {"forest", "mountain"})])
def test_the_withdrawal_card_brings_a_zed_to_an_empty_start_space_or_the_weakest(on: dict[str, str], spaces: set[str]) -> None:
    start = table(Phase.EVENT, on, {}, EventCard.WITHDRAWAL)
    assert choices(start) == {f"choose-space {track}-start" for track in spaces}


# A182
def test_entered_units_may_withdraw_without_dice() -> None:
    start = activation({"suburbs-4": "9/4"}, {"civilians-1": "suburbs-3"}, EventCard.WITHDRAWAL)
    assert choices(start) == {"withdraw", "stand"}
    town = after(RUN, start, "withdraw")
    assert zeds(town) == {"suburbs-3": "9/4"} and where(town, "civilians-1") == "suburbs-2" and town.phase == Phase.ACT
    assert after(RUN, start, "stand").phase == Phase.FIRST_DIE


# A183 A184 A215
@pytest.mark.parametrize(("units", "ammo", "left"), [
    ({"hunt": "mountain-2"}, 4, 6), ({"hunt": "mountain-2", "piazza": "mountain-2"}, 4, 6), ({"hunt": "mountain-3"}, 4, 4),
    ({"hunt": "mountain-2"}, 19, 20), ({"hunt": "mountain-2"}, 20, 20)])
def test_the_hunting_cabin_has_ammunition_at_the_end_of_the_action_phase(units: dict[str, str], ammo: int, left: int) -> None:
    start = table(Phase.ACT, {}, units, EventCard.HUNTING_CABIN, act=1, normals_left=1)
    start.state.ammo = ammo
    assert after(RUN, start, "end-actions").ammo == left


# A185
def test_a_regular_civilians_unit_that_is_chosen_is_armed_for_good() -> None:
    units = {"civilians-1": "forest-2", "civilians-2": "town-center", "furies": "town-center", "hunt": "forest-0"}
    on = {"mountain-4": "4/2", "forest-5": "4/2"}
    start = table(Phase.EVENT, on, units, EventCard.ARMED_CIVILIANS, act=1, normals_left=1)
    assert choices(start) == {"choose-unit civilians-1", "choose-unit civilians-2"}
    town = after(RUN, start, "choose-unit civilians-2", "end-actions")
    assert (town.phase, town.armed) == (Phase.REVEAL, Unit.CIVILIANS_2)


# A186
@pytest.mark.parametrize(("card", "place"), [
    (EventCard.NIGHT_MOUNTAIN, "mountain-6"), (EventCard.NIGHT_SUBURBS, "suburbs-6"), (EventCard.NIGHT_FOREST, "forest-6"),
    (EventCard.NIGHT_HIGHWAY, "highway-5")])
def test_a_night_assault_brings_a_zed_which_moves_at_once(card: EventCard, place: str) -> None:
    assert zeds(after(RUN, table(Phase.EVENT, {}, {"hunt": "town-center"}, card), "draw-zed 9/4")) == {place: "9/4"}


# A188
@pytest.mark.parametrize(("place", "hurt"), [
    ("mountain-1", Condition.REDUCED), ("mountain-2", Condition.HURT), ("mountain-0", Condition.FRESH)])
def test_an_attack_from_underfoot_is_made_in_the_equal_column_with_terrain_and_nobody_retreats(place: str,
                                                                                             hurt: Condition) -> None:
    start = table(Phase.EVENT, {}, {"civilians-1": place}, EventCard.UNDERFOOT, act=2)
    total = 9 if place == "mountain-0" else 7
    town = after(RUN, start, "draw-fate coordinator", *dice(total))
    assert (where(town, "civilians-1"), town.units[Unit.CIVILIANS_1].condition) == (place, hurt)


# A192
def test_a_fresh_wave_brings_zeds_to_every_start_space_and_heals_hits_but_not_sides() -> None:
    start = table(Phase.EVENT, {"forest-3": "5/3-'' 4/2'"}, {}, EventCard.FRESH_WAVE)
    town = after(RUN, start, "draw-zed 9/4", "draw-zed 8/4", "draw-zed 7/4", "draw-zed 6/1")
    assert zeds(town) == {"forest-3": "4/2 5/3-", "forest-start": "9/4", "mountain-start": "8/4", "highway-start": "7/4",
                          "suburbs-start": "6/1"}


# A193
def test_a_fresh_wave_finds_another_start_space_or_none() -> None:
    start = table(Phase.EVENT, {"forest-start": "5/3 4/2"}, {}, EventCard.FRESH_WAVE)
    assert choices(start, "draw-zed 9/4") == {f"start-at {track}-start" for track in TRACKS[1:]}
    line = play(RUN, table(Phase.EVENT, STARTS_FULL, {}, EventCard.FRESH_WAVE), *["draw-zed 9/4"] * 4)
    assert zeds(line[-1].after.state) == STARTS_FULL


# A195 A196
def test_the_mine_is_closed_to_zeds_and_units_after_its_explosion() -> None:
    start = table(Phase.EVENT, {"mountain-5": "9/4", "suburbs-4": "4/2", "highway-4": "4/2"},
                  {"civilians-1": "mountain-4", "schmidt": "mountain-3"}, EventCard.MINE_BLAST, markers=1)
    town = after(RUN, start)
    assert where(town, "civilians-1") == "mountain-3" and town.units[Unit.CIVILIANS_1].condition == Condition.HURT
    assert zeds(town) == {"mountain-5": "9/4", "suburbs-3": "4/2", "highway-3": "4/2"} and town.phase == Phase.ACT
    here = Position(town, start.used)
    assert forbidden(RUN, here, "move schmidt mountain-4") == "DZ-Z25"
    assert forbidden(RUN, here, "move schmidt mountain-5") is not None


# A197
@pytest.mark.parametrize(("die", "left"), [(1, "9/4"), (3, "9/4"), (4, "9/4'")])
def test_the_toughest_zed_ignores_hits_on_a_low_die(die: int, left: str) -> None:
    start = table(Phase.EVENT, {"forest-3": "9/4", "highway-2": "8/4"}, {}, EventCard.TOUGH_ZEDS)
    town = after(RUN, start, "draw-zed 2/1")
    assert town.tough == Place.FOREST_3 and zeds(town)["mountain-5"] == "2/1"  # the new one moved twice
    hit = table(Phase.HIT_ZED, {"forest-3": "9/4"}, {"hunt": "forest-2"}, EventCard.TOUGH_ZEDS, zed_hits=1,
                tough=Place.FOREST_3, battle=Place.FOREST_3, fighter=Unit.HUNT, cause=Cause.ACTION, combat=Combat.GUNFIRE)
    assert zeds(after(RUN, hit, f"roll-for-tough {die}")) == {"forest-3": left}


# A198
def test_the_smell_brings_a_reduced_zed_upon_a_unit_which_defends_with_terrain() -> None:
    start = table(Phase.EVENT, {}, {"civilians-1": "forest-3", "hunt": "town-center"}, EventCard.BAD_SMELL)
    town = after(RUN, start, "draw-zed 4/2")
    assert zeds(town) == {"forest-3": "4/2-"} and town.zeds_attack
    won = after(RUN, start, "draw-zed 4/2", *dice(6))  # two against two: Equal, and a column for the Farm
    assert where(won, "civilians-1") == "forest-3" and zeds(won) == {"forest-4": "4/2-''"}


# A199
def test_weak_zeds_are_replaced_where_they_stand_by_the_sides_that_are_up() -> None:
    start = table(Phase.EVENT, {"forest-3": "6/3-'", "highway-4": "4/2''", "suburbs-6": "2/1"}, {}, EventCard.REPLACEMENTS)
    line = play(RUN, start, "draw-zed 9/4", "draw-zed 8/4")
    town = next(each.after.state for each in line if each.after.state.phase == Phase.SYMBOL)
    assert zeds(town) == {"forest-3": "9/4", "highway-4": "4/2''", "suburbs-6": "8/4"}


# A200
@pytest.mark.parametrize(("attack", "result"), [(True, (2, 1, True)), (False, (1, 2, False))])
def test_a_calm_hero_is_two_columns_better_when_attacking_only(attack: bool, result: tuple[int, int, bool]) -> None:
    start = table(Phase.RESULT, {"forest-2": "5/3"}, {"piazza": "forest-2"}, calm=Unit.PIAZZA, battle=Place.FOREST_2, die=3,
                  other_die=4, cause=Cause.ACTION if attack else Cause.ACTIVATION, zeds_attack=not attack, fighter=Unit.PIAZZA)
    town = play(RUN, start)[0].after.state
    assert (town.zed_hits, town.unit_hits, town.zeds_go_back) == result


# A200
def test_only_heroes_can_be_kept_calm() -> None:
    start = table(Phase.EVENT, {}, {"hunt": "forest-2", "piazza": "town-center", "furies": "town-center",
                                    "civilians-1": "town-center"}, EventCard.KEEP_CALM)
    assert choices(start) == {"choose-unit hunt", "choose-unit piazza"}


# -- Zeds that fate brings ----------------------------------------------------------------------------------------------------


def twisted(card: FateCard, on: dict[str, str], units: dict[str, str]) -> Position:
    """A plot twist that begins."""
    start = table(Phase.TWIST, on, units, EventCard.END_FATED, symbol=1, fate=card)
    start.state.fates[card] = FatePile.OPEN
    return start


# A029 A076
def test_the_living_dead_attack_a_village() -> None:
    start = twisted(FateCard.LIVING_DEAD, {}, {"civilians-1": "forest-4"})
    start.state.defiant[Unit.CIVILIANS_1] = True
    town = after(RUN, start, "draw-zed 5/3", "draw-zed 4/2")
    assert town.zeds_attack and not town.defiant[Unit.CIVILIANS_1] and zeds(town) == {"forest-4": "5/3 4/2"}


# A030 A069 A061
@pytest.mark.parametrize(("units", "phase"), [
    ({"hunt": "town-center"}, Phase.WON), ({"civilians-1": "forest-5"}, Phase.FIRST_DIE)])
def test_a_zed_placed_on_a_full_space_goes_back_and_fights_who_is_there(units: dict[str, str], phase: Phase) -> None:
    start = twisted(FateCard.LIVING_DEAD, {"forest-4": "6/3"}, units)
    town = after(RUN, start, "draw-zed 5/3", "draw-zed 4/2")
    assert zeds(town) == {"forest-4": "6/3 5/3", "forest-5": "4/2"} and town.phase == phase
    assert phase == Phase.WON or town.battle == Place.FOREST_5


# A031
def test_the_zed_from_the_lake_fights_who_is_at_the_campground() -> None:
    town = after(RUN, twisted(FateCard.LAKE_ZEDS, {}, {"civilians-1": "mountain-2"}), "draw-zed 5/3")
    assert (town.phase, words_of(Place)[town.battle], town.zeds_attack) == (Phase.FIRST_DIE, "mountain-2", True)


# A035 A036
@pytest.mark.parametrize(("attack", "lost", "offered"), [(True, True, True), (False, True, False), (True, False, False)])
def test_iron_determination_is_for_units_that_were_attacked_and_lost(attack: bool, lost: bool, offered: bool) -> None:
    start = table(Phase.RESULT, {"forest-2": "9/4"}, {"civilians-1": "forest-2"}, fighter=Unit.CIVILIANS_1, symbol=2, at=6,
                  die=1 if lost else 6, other_die=1 if lost else 6, battle=Place.FOREST_2, zeds_attack=attack,
                  cause=Cause.ACTIVATION if attack else Cause.ACTION, came_from=Place.FOREST_1, origin=Place.FOREST_1)
    start.state.fates[FateCard.DETERMINATION] = FatePile.HELD
    assert (play(RUN, start)[0].after.state.phase == Phase.BEATEN_OFF) == offered
