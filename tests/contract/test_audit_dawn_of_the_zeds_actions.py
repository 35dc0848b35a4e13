"""The Action Phase of Dawn of the Zeds, sentence by sentence: who acts, moves, foraging, the ammunition track, Gunfire."""

from __future__ import annotations

from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds.cards import EventCard
from daybreak_games.dawn_of_the_zeds.pieces import Condition, Unit
from daybreak_games.dawn_of_the_zeds.places import Place
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Phase
from tests.contract.dawn_of_the_zeds_tables import PLACES, after, box, forbidden, play, reference, table, where, zeds
from verifier.run.reference import Position

RUN = reference()


def acting(units: dict[str, str], on: dict[str, str] | None = None, **fields: Any) -> Position:
    """An Action Phase with one Player Action."""
    usual = {"markers": 1, "act": 2, "normals_left": 1}
    return table(Phase.ACT, on or {}, units, EventCard.NIGHT_FOREST, **{**usual, **fields})


def can(start: Position, word: str) -> set[str]:
    """What can be done by decisions of one name."""
    return {event.text.split(" ", 1)[1] for event in RUN.legal(start) if event.text.split()[0] == word}


def spaces_for(start: Position, unit: str) -> set[str]:
    """Where a unit can move."""
    return {text.split()[1] for text in can(start, "move") if text.split()[0] == unit}


def then(start: Position, *events: str) -> Position:
    """The position after a line."""
    return play(RUN, start, *events)[-1].after


# -- who acts -----------------------------------------------------------------------------------------------------------------


# A079
def test_event_actions_and_player_actions_do_the_same() -> None:
    start = acting({"hunt": "mountain-4"}, event_actions=1)
    here = then(start, "forage hunt", "roll-to-forage 1", "forage hunt", "roll-to-forage 1")
    assert forbidden(RUN, here, "forage hunt") == "DZ-A07" and forbidden(RUN, here, "end-actions") is None


# A080
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_player_has_a_player_action(players: int) -> None:
    start = acting({"hunt": "town-center"}, markers=0)
    ready = after(reference(box(players)), start, "end-actions").ready
    assert [*ready] == [player < players for player in range(4)]


# A081
def test_one_unit_can_take_all_actions() -> None:
    start = acting({"hunt": "mountain-4"}, event_actions=3)
    town = after(RUN, start, *["forage hunt", "roll-to-forage 6"] * 4)
    assert (town.ammo, town.event_actions, sum(town.ready)) == (12, 0, 0)


# A082
def test_the_marker_of_a_hero_is_for_that_hero() -> None:
    start = acting({"schmidt": "town-center", "hunt": "town-center"}, markers=0)
    assert not can(start, "move") and not can(start, "forage")
    here = then(start, "take-initiative")
    assert can(here, "forage") == {"schmidt"} and {text.split()[0] for text in can(here, "move")} == {"schmidt"}
    again = then(here, "move schmidt forest-0")
    assert forbidden(RUN, again, "take-initiative") == "DZ-A06" and not can(again, "move")


# A082
def test_without_its_hero_a_marker_is_of_no_use() -> None:
    for name, use in (("schmidt", "take-initiative"), ("hernandez", "man-citadel"), ("hunt", "take-the-lead")):
        assert forbidden(RUN, acting({name: "town-center"}), use) is None
        assert forbidden(RUN, acting({name: "cemetery", "piazza": "town-center"}), use) == "DZ-A06"


# A083
def test_leadership_is_for_civilians_on_the_space_or_next_to_it() -> None:
    units = {"hunt": "forest-0", "civilians-1": "forest-0", "civilians-2": "forest-1", "civilians-3": "forest-2",
             "furies": "town-center", "schmidt": "forest-1", "civilians-4": "highway-0"}
    here = then(acting(units, markers=0), "take-the-lead")
    assert {text.split()[0] for text in can(here, "move")} == {"civilians-1", "civilians-2", "furies"}


# A084 A085
@pytest.mark.parametrize(("ammo", "legal"), [(1, None), (0, "DZ-N03")])
def test_the_citadel_needs_ammunition(ammo: int, legal: str | None) -> None:
    start = acting({"hernandez": "town-center", "hunt": "town-center", "piazza": "forest-1"}, {"forest-0": "5/3"})
    start.state.ammo = ammo
    here = then(start, "man-citadel")
    assert forbidden(RUN, here, "fire hunt forest-0 first") == legal
    assert forbidden(RUN, here, "forage hunt") == "DZ-A06"
    assert forbidden(RUN, here, "fire piazza forest-0 first") is not None


# A087
def test_the_players_can_stop_before_all_actions_are_spent() -> None:
    town = after(RUN, acting({"hunt": "town-center"}, event_actions=3), "end-actions")
    assert town.phase == Phase.REVEAL and town.event_actions == 0


# A152
def test_the_dead_take_no_actions() -> None:
    start = acting({"hunt": "cemetery", "piazza": "town-center"}, {"forest-0": "5/3"}, event_actions=3)
    assert not any("hunt" in event.text for event in RUN.legal(start))


# -- moves --------------------------------------------------------------------------------------------------------------------


# A090 A098
@pytest.mark.parametrize(("unit", "far", "too_far"), [
    ("piazza", "forest-4", "forest-5"), ("schmidt", "forest-3", "forest-4"), ("hunt", "forest-3", "forest-4"),
    ("hernandez", "forest-3", "forest-4"), ("furies", "forest-3", "forest-4"), ("civilians-1", "forest-1", "forest-2")])
def test_how_far_units_move(unit: str, far: str, too_far: str) -> None:
    start = acting({unit: "town-center"})
    assert forbidden(RUN, start, f"move {unit} {far}") is None and forbidden(RUN, start, f"move {unit} {too_far}") == "DZ-M02"


# A091 A100 A098
@pytest.mark.parametrize(("unit", "spaces"), [
    ("civilians-1", {"forest-2", "forest-3", "forest-0", "town-center"}),
    ("hunt", {*(f"forest-{number}" for number in (5, 4, 3, 2, 0)), "town-center", "mountain-0", "mountain-1", "highway-0",
              "highway-1", "suburbs-0", "suburbs-1"})])
def test_tracks_are_connected_by_town_center_only(unit: str, spaces: set[str]) -> None:
    assert spaces_for(acting({unit: "forest-1"}), unit) == spaces


# A092
@pytest.mark.parametrize("track", ["forest", "mountain", "highway", "suburbs"])
def test_no_unit_moves_to_a_start_space(track: str) -> None:
    start = acting({"piazza": f"{track}-6"}, {f"{track}-start": "2/1"})
    assert forbidden(RUN, start, f"move piazza {track}-start") == "DZ-M11"


# A093 A094
def test_units_go_through_full_spaces_and_end_on_none_but_town_center() -> None:
    units = {"civilians-1": "forest-1", "civilians-2": "forest-1", "hunt": "forest-0", "piazza": "town-center",
             "schmidt": "town-center", "furies": "town-center"}
    assert spaces_for(acting(units), "hunt") >= {"forest-2", "forest-3", "town-center"}
    assert forbidden(RUN, acting(units), "move hunt forest-1") == "DZ-M12"


# A095 A099 A217
def test_a_unit_that_comes_upon_zeds_stops_fights_and_can_go_on_by_another_action() -> None:
    start = acting({"civilians-7": "forest-1"}, {"forest-2": "2/1-''"}, event_actions=1)
    assert forbidden(RUN, start, "move civilians-7 forest-3") is not None
    here = then(start, "move civilians-7 forest-2", "roll-first 6", "roll-second 6")
    assert zeds(here.state) == {} and where(here.state, "civilians-7") == "forest-2"
    assert forbidden(RUN, here, "move civilians-7 forest-4") is None


# A060
def test_no_unit_enters_or_passes_a_closed_space() -> None:
    start = acting({"piazza": "mountain-2"}, closed=Place.MOUNTAIN_4)
    assert forbidden(RUN, start, "move piazza mountain-4") == "DZ-Z25"
    assert not {"mountain-4", "mountain-5", "mountain-6"} & spaces_for(start, "piazza")


# A097
def test_hernandez_enters_town_center_for_nothing() -> None:
    start = acting({"hernandez": "forest-3", "hunt": "forest-3"})
    assert forbidden(RUN, start, "move hernandez highway-0") is None
    assert forbidden(RUN, start, "move hunt highway-0") is None  # for every unit, as the third party's program has it (DZ-91)
    assert forbidden(reference(DZ_91="his-own"), start, "move hunt highway-0") == "DZ-M02"
    assert forbidden(RUN, start, "move hernandez highway-1") == "DZ-M02"


# A079 A090
def test_a_unit_moves_for_one_action_and_one_only() -> None:
    town = after(RUN, acting({"hunt": "town-center"}, event_actions=2), "move hunt forest-3")
    assert (town.event_actions + sum(town.ready), where(town, "hunt")) == (2, "forest-3")


# -- foraging -----------------------------------------------------------------------------------------------------------------


# A101 A102
def test_units_forage_on_named_spaces_only() -> None:
    numbers = {"forest": (4, 3, 0), "mountain": (5, 4, 2, 0), "highway": (5, 3, 0), "suburbs": (5, 4, 3, 1, 0)}
    named = {f"{track}-{number}" for track in numbers for number in numbers[track]} | {"town-center"}
    may = {place for place in PLACES if place not in ("aside", "cemetery")
           and forbidden(RUN, acting({"hunt": place}), "forage hunt") is None}
    assert may == named


# A103 A104 A110 A111
@pytest.mark.parametrize(("place", "found"), [
    ("mountain-4", [0, 0, 0, 1, 1, 2]), ("forest-3", [0] * 6), ("town-center", [0, 0, 0, 0, 0, 1]),
    ("highway-0", [0, 0, 0, 0, 0, 1]), ("suburbs-4", [0, 0, 0, 0, 0, 1]), ("forest-4", [0, 0, 0, 0, 0, 1])])
def test_what_a_die_finds(place: str, found: list[int]) -> None:
    start = acting({"hunt": place})
    assert [after(RUN, start, "forage hunt", f"roll-to-forage {die}").ammo - 4 for die in range(1, 7)] == found


# A105 A106
@pytest.mark.parametrize(("ammo", "die", "left"), [
    (9, 6, 11), (10, 4, 11), (18, 6, 20), (19, 6, 20), (20, 4, 20), (20, 6, 20)])
def test_the_ammunition_track_ends_at_twenty(ammo: int, die: int, left: int) -> None:
    start = acting({"hunt": "mountain-4"})
    start.state.ammo = ammo
    assert after(RUN, start, "forage hunt", f"roll-to-forage {die}").ammo == left


# A107
@pytest.mark.parametrize(("place", "die", "found"), [
    ("town-center", 5, 1), ("town-center", 4, 0), ("forest-0", 5, 1), ("mountain-4", 3, 0), ("forest-4", 5, 0)])
def test_hernandez_adds_one_in_town_only(place: str, die: int, found: int) -> None:
    start = acting({"hernandez": "town-center", "hunt": place})
    assert after(RUN, start, "forage hunt", f"roll-to-forage {die}").ammo == 4 + found


# A108 A109
@pytest.mark.parametrize(("dice", "taken", "found"), [((5, 5), None, 2), ((5, 6), 6, 1), ((6, 5), 5, 1), ((1, 5), 1, 0)])
def test_a_double_is_one_of_the_dice_as_rolled(dice: tuple[int, int], taken: int | None, found: int) -> None:
    edition = box()
    edition.units[Unit.HUNT].forage_dice = 2
    start = acting({"hernandez": "town-center", "hunt": "town-center"})
    line = ["forage hunt", *(f"roll-to-forage {die}" for die in dice), *([] if taken is None else [f"take-die {taken}"])]
    assert after(reference(edition), start, *line).ammo == 4 + found


# -- Gunfire ------------------------------------------------------------------------------------------------------------------


# A112 A113
def test_units_fire_both_ways_along_their_track_if_there_is_ammunition() -> None:
    start = acting({"civilians-1": "forest-3"}, {"forest-4": "5/3", "forest-2": "4/2", "forest-1": "4/2", "forest-5": "4/2"})
    assert can(start, "fire") == {"civilians-1 forest-4 first", "civilians-1 forest-2 first"}
    start.state.ammo = 0
    assert not can(start, "fire") and forbidden(RUN, start, "fire civilians-1 forest-4 first") == "DZ-N03"


# A086 A114 A116 A128
@pytest.mark.parametrize(("condition", "dice", "left"), [
    (Condition.FRESH, (3, 4), "4/2"), (Condition.FRESH, (6, 6), "4/2''"), (Condition.FRESH, (5, 5), "4/2''"),
    (Condition.REDUCED, (5, 5), "4/2'"), (Condition.REDUCED, (6, 6), "4/2''")])
def test_a_shot_costs_an_action_and_ammunition_and_moves_nobody(condition: Condition, dice: tuple[int, int],
                                                               left: str) -> None:
    start = acting({"civilians-1": "forest-3"}, {"forest-4": "4/2"}, event_actions=1)
    start.state.units[Unit.CIVILIANS_1].condition = condition
    town = after(RUN, start, "fire civilians-1 forest-4 first", f"roll-first {dice[0]}", f"roll-second {dice[1]}")
    assert zeds(town) == {"forest-4": left} and where(town, "civilians-1") == "forest-3"
    assert (town.ammo, town.event_actions, sum(town.ready)) == (3, 0, 1)


# A115
def test_nobody_fires_into_or_out_of_start_spaces() -> None:
    on = {"forest-start": "5/3", "forest-6": "4/2"}
    assert forbidden(RUN, acting({"hunt": "forest-5"}, on), "fire hunt forest-start first") == "DZ-N05"
    assert forbidden(RUN, acting({"hunt": "forest-start"}, on), "fire hunt forest-6 first") == "DZ-N05"
    assert forbidden(RUN, acting({"hunt": "forest-5"}, on), "fire hunt forest-6 first") is None


# A117 A118 A119 A120 A121 A122 A124 A125
@pytest.mark.parametrize(("unit", "place", "targets"), [
    ("piazza", "forest-2", {"forest-0", "forest-1", "forest-3", "forest-4", "forest-5"}),
    ("piazza", "forest-0", {"forest-1", "forest-2", "forest-3"}),
    ("piazza", "town-center", {f"{track}-{number}" for track in ("forest", "highway") for number in (0, 1, 2)}),
    ("hunt", "forest-2", {"forest-0", "forest-1", "forest-3", "forest-4"}),
    ("hunt", "forest-0", {"forest-1", "forest-2"}),
    ("civilians-1", "town-center", {"forest-0", "highway-0"}),
    ("schmidt", "highway-0", {"highway-1"}),
    ("furies", "forest-2", set())])
def test_how_far_units_fire(unit: str, place: str, targets: set[str]) -> None:
    everywhere = {f"{track}-{number}": "5/3" for track in ("forest", "highway") for number in (0, 1, 2, 3, 4, 5, 6)}
    everywhere.pop(place, None)
    start = acting({unit: place}, everywhere)
    assert {text.split()[1] for text in can(start, "fire")} == targets


# A119 A120
@pytest.mark.parametrize(("unit", "place", "dice", "left"), [
    ("piazza", "forest-3", (3, 4), "9/4"), ("piazza", "forest-2", (3, 4), "9/4''"), ("piazza", "forest-1", (3, 4), "9/4'"),
    ("hunt", "forest-3", (3, 3), "9/4''"), ("hunt", "forest-2", (3, 3), "9/4'")])
def test_how_well_units_fire_by_distance(unit: str, place: str, dice: tuple[int, int], left: str) -> None:
    start = acting({unit: place}, {"forest-4": "9/4"})
    town = after(RUN, start, f"fire {unit} forest-4 first", f"roll-first {dice[0]}", f"roll-second {dice[1]}")
    assert zeds(town) == {"forest-4": left}


# A123
@pytest.mark.parametrize(("which", "left"), [("first", "4/2 5/3''"), ("second", "5/3 4/2''")])
def test_a_shot_hits_the_zed_aimed_at(which: str, left: str) -> None:
    start = acting({"civilians-1": "forest-3"}, {"forest-4": "5/3 4/2"})
    town = after(RUN, start, f"fire civilians-1 forest-4 {which}", "roll-first 6", "roll-second 6")
    assert sorted(zeds(town)["forest-4"].split()) == sorted(left.split())


# A126
def test_piazza_fires_for_two_actions_without_ammunition() -> None:
    start = acting({"piazza": "forest-2"}, {"forest-3": "5/3"}, event_actions=1)
    start.state.ammo = 0
    town = after(RUN, start, "fire-for-actions forest-3 first", "roll-first 6", "roll-second 6", "hold-ground")
    assert (zeds(town), town.ammo, town.event_actions, sum(town.ready)) == ({"forest-3": "5/3''"}, 0, 0, 0)
    start.state.event_actions = 0
    assert forbidden(RUN, start, "fire-for-actions forest-3 first") == "DZ-A08"


# A127
def test_a_zed_that_is_shot_can_be_drawn_again() -> None:
    start = acting({"civilians-1": "forest-1"}, {"forest-2": "9/4-''"})
    start.state.events[EventCard.NIGHT_SUBURBS] = 1
    for die, again in ((1, False), (6, True)):
        here = then(start, "fire civilians-1 forest-2 first", f"roll-first {die}", f"roll-second {die}", "end-actions",
                    "reveal night-suburbs")
        assert (not zeds(here.state)) == again
        assert ("draw-zed 9/4" in {event.text for event, _ in RUN.outcomes(here)}) == again


# A130
def test_a_shot_beyond_the_table_is_made_at_its_edge() -> None:
    edition = box()
    edition.units[Unit.HUNT].reduced = 1
    for condition, hits in ((Condition.REDUCED, 2), (Condition.FRESH, 3)):
        start = table(Phase.RESULT, {"forest-3": "9/4"}, {"hunt": "forest-1"}, battle=Place.FOREST_3, die=6, other_die=6,
                      cause=Cause.ACTION, fighter=Unit.HUNT, combat=Combat.GUNFIRE)
        start.state.units[Unit.HUNT].condition = condition
        assert play(reference(edition), start)[0].after.state.zed_hits == hits


# A086 A113
def test_the_last_ammunition_can_be_fired() -> None:
    start = acting({"civilians-1": "forest-1"}, {"forest-2": "9/4"}, event_actions=1)
    start.state.ammo = 1
    here = then(start, "fire civilians-1 forest-2 first", "roll-first 1", "roll-second 1")
    assert here.state.ammo == 0 and forbidden(RUN, here, "fire civilians-1 forest-2 first") == "DZ-N03"
