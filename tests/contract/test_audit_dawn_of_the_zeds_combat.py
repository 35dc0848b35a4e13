"""Combat in Dawn of the Zeds, sentence by sentence: columns, Terrain, Hits, Saving Rolls, retreats of the players' units."""

from __future__ import annotations

from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds.cards import EventCard, FateCard, FatePile
from daybreak_games.dawn_of_the_zeds.pieces import Condition, Unit
from daybreak_games.dawn_of_the_zeds.places import Place, Track
from daybreak_games.dawn_of_the_zeds.state import Cause, Combat, Phase, Town
from tests.contract.dawn_of_the_zeds_tables import PLACES, UNITS, after, forbidden, play, reference, table, where, zeds
from verifier.run.reference import Position

RUN = reference()
FULL, HALF = Condition.FRESH, Condition.REDUCED


def dice(total: int) -> tuple[str, str]:
    """Both dice of a combat."""
    return f"roll-first {total // 2}", f"roll-second {total - total // 2}"


def who(unit: str) -> Unit:
    """The name of a unit, where there may be nobody."""
    return UNITS[unit]


def cell(on: str, unit: str, space: str, total: int, attacked: bool = True, event: EventCard = EventCard.KEEP_CALM,
         condition: Condition = FULL, **fields: Any) -> tuple[int, int, bool]:
    """What the table says of a combat: Hits on the Zeds, Hits on the unit, whether the Zeds lost."""
    start = table(Phase.RESULT, {space: on}, {unit: space}, event, **{
        "battle": PLACES[space], "die": total // 2, "other_die": total - total // 2, "fighter": who(unit),
        "zeds_attack": attacked, "cause": Cause.ACTIVATION if attacked else Cause.ACTION, **fields})
    start.state.units[UNITS[unit]].condition = condition
    town = play(RUN, start)[0].after.state
    return town.zed_hits, town.unit_hits, town.zeds_go_back


# -- columns ------------------------------------------------------------------------------------------------------------------


# A129 A131 A132 A138 A225 A135: the sums of the dice are such that the columns beside give something else.
@pytest.mark.parametrize(("on", "unit", "condition", "total", "result"), [
    ("9/4", "civilians-5", FULL, 10, (1, 2, False)),  # Zeds x3
    ("9/4''", "civilians-5", FULL, 10, (1, 2, False)),
    ("6/3''", "civilians-5", FULL, 10, (2, 2, True)),  # x2
    ("8/4", "civilians-5", FULL, 10, (2, 2, True)),
    ("5/3", "civilians-5", FULL, 8, (2, 2, True)),  # Zeds Advantage
    ("3/2 2/1", "hunt", FULL, 6, (1, 2, False)),  # Equal
    ("4/2 4/2", "hunt", FULL, 6, (1, 3, False)),  # Advantage
    ("9/4-", "furies", FULL, 6, (2, 2, True)),  # Human Advantage
    ("3/1", "furies", FULL, 7, (3, 1, True)),  # Human x2
    ("2/1", "furies", FULL, 7, (3, 0, True)),  # Human x3
    ("6/3", "furies", HALF, 10, (2, 2, True)),
    ("2/1", "civilians-1", HALF, 10, (2, 2, True)),
    ("2/1-", "civilians-1", HALF, 6, (1, 2, False))])
def test_strengths_are_compared_by_the_sides_that_are_up(on: str, unit: str, condition: Condition, total: int,
                                                        result: tuple[int, int, bool]) -> None:
    assert cell(on, unit, "forest-2", total, condition=condition) == result


# A078 A096 A133 A136 A137 A138: three against three, a sum of six; the column is one farther for a name, two for Town.
@pytest.mark.parametrize(("space", "attacked", "result"), [
    ("forest-2", True, (1, 2, False)), ("forest-4", True, (2, 2, True)), ("forest-3", True, (2, 2, True)),
    ("suburbs-1", True, (2, 2, True)), ("highway-3", True, (2, 2, True)), ("mountain-2", True, (2, 2, True)),
    ("forest-0", True, (2, 1, True)), ("suburbs-0", True, (2, 1, True)), ("forest-4", False, (1, 2, False)),
    ("forest-0", False, (1, 2, False)), ("highway-4", True, (1, 2, False))])
def test_ground_helps_who_is_attacked_and_the_best_only(space: str, attacked: bool, result: tuple[int, int, bool]) -> None:
    assert cell("3/1", "civilians-5", space, 6, attacked) == result


# A139
@pytest.mark.parametrize(("card", "cause", "result"), [
    (EventCard.NIGHT_FOREST, Cause.ACTIVATION, (1, 2, False)), (EventCard.NIGHTFALL, Cause.PRESSURE, (1, 2, False)),
    (EventCard.NIGHT_FOREST, Cause.ACTION, (2, 1, True)), (EventCard.FRESH_WAVE, Cause.ACTIVATION, (2, 1, True))])
def test_by_night_ground_does_not_help_in_the_zeds_phase(card: EventCard, cause: Cause, result: tuple[int, int, bool]) -> None:
    assert cell("3/1", "civilians-5", "forest-0", 6, event=card, cause=cause) == result


# A135 A032
@pytest.mark.parametrize(("unit", "attacked", "fields", "result"), [
    ("schmidt", True, {}, (2, 1, True)), ("schmidt", False, {}, (1, 2, False)), ("piazza", False, {"shift": 2}, (1, 2, False)),
    ("civilians-1", False, {"armed": Unit.CIVILIANS_1, "leader": Unit.CIVILIANS_1}, (1, 2, False)),
    ("civilians-1", False, {"armed": Unit.CIVILIANS_2}, (0, 3, False)),
    ("civilians-1", True, {"armed": Unit.CIVILIANS_1, "leader": Unit.CIVILIANS_1}, (2, 1, True))])
def test_shifts_of_abilities_cards_and_ground_are_added(unit: str, attacked: bool, fields: dict[str, Any],
                                                       result: tuple[int, int, bool]) -> None:
    assert cell("9/4", unit, "forest-0", 7, attacked, **fields) == result


# A033 A032
@pytest.mark.parametrize(("attacked", "phase"), [(True, Phase.FIRST_DIE), (False, Phase.PLAY_CARD)])
def test_the_backhoe_is_for_attacks_only(attacked: bool, phase: Phase) -> None:
    start = table(Phase.ENGAGE, {"forest-2": "5/3"}, {"piazza": "forest-2"}, symbol=2, at=6, markers=1,
                  cause=Cause.ACTIVATION if attacked else Cause.ACTION)
    if not attacked:
        start.state.fighter, start.state.came_from, start.state.origin = Unit.PIAZZA, Place.FOREST_1, Place.FOREST_1
    start.state.fates[FateCard.BACKHOE] = FatePile.HELD
    assert after(RUN, start).phase == phase
    if not attacked:
        town = after(RUN, start, "play-for-attack", *dice(7))
        assert zeds(town) == {"forest-3": "5/3''"} and town.fates[FateCard.BACKHOE] == FatePile.DISCARD
        kept = after(RUN, start, "keep-card", *dice(7), "roll-to-save 1")
        assert zeds(kept) == {"forest-2": "5/3'"} and kept.fates[FateCard.BACKHOE] == FatePile.HELD


# A134
def test_who_defends_is_said_before_the_dice() -> None:
    units = {"hunt": "forest-2", "furies": "forest-2", "piazza": "forest-1"}
    start = table(Phase.ENGAGE, {"forest-2": "5/3"}, units, symbol=2, cause=Cause.ACTIVATION, at=6)
    here = play(RUN, start)[-1].after
    assert {event.text for event in RUN.legal(here)} == {"defend-with hunt", "defend-with furies"}
    assert after(RUN, start, "defend-with hunt").fighter == Unit.HUNT


# -- Hits ---------------------------------------------------------------------------------------------------------------------


def hits(phase: Phase, on: str, units: dict[str, str], fighter: str, **fields: Any) -> Position:
    """Hits to be put down after a combat on forest-2 that the Zeds began."""
    return table(phase, {"forest-2": on}, units, **{
        "battle": Place.FOREST_2, "fighter": who(fighter), "zeds_attack": True, "cause": Cause.ACTIVATION, "at": 6,
        "symbol": 2, "zeds_go_back": True, "track": Track.FOREST, **fields})


def at_hit_unit(start: Position, *events: str) -> Town:
    """The table when the Zeds have had their Hits."""
    line = play(RUN, start, *events)
    town: Town = next(each.after.state for each in line if each.after.state.phase == Phase.HIT_UNIT)
    return town


# A144 A145 A146
@pytest.mark.parametrize(("number", "left"), [
    (1, "5/3'"), (2, "5/3''"), (3, "5/3-"), (4, "5/3-'"), (5, "5/3-''"), (6, ""), (7, "")])
def test_three_hits_turn_a_zed_over_and_three_more_eliminate_it(number: int, left: str) -> None:
    town = at_hit_unit(hits(Phase.HIT_ZED, "5/3", {"furies": "forest-2"}, "furies", zed_hits=number))
    assert zeds(town).get("forest-2", "") == left


# A141 A142
@pytest.mark.parametrize(("on", "picks", "left"), [
    ("5/3 4/2", ["first", "first", "first"], "4/2 5/3-"), ("5/3 4/2", ["first", "first", "second"], "5/3'' 4/2'"),
    ("5/3 4/2", ["second", "second", "second"], "5/3 4/2-"), ("5/3 4/2", ["first", "second", "second"], "5/3' 4/2''"),
    ("4/2 5/3-''", ["second"], "4/2''"), ("4/2 5/3-''", ["first", "first", "second"], "4/2''")])
def test_hits_on_a_mob_are_shared_as_the_players_like(on: str, picks: list[str], left: str) -> None:
    start = hits(Phase.HIT_ZED, on, {"furies": "forest-2"}, "furies", zed_hits=3)
    assert zeds(at_hit_unit(start, *(f"share-hit {pick}" for pick in picks)))["forest-2"] == left


# A147 A148 A143
@pytest.mark.parametrize(("unit", "number", "condition"), [
    ("civilians-1", 1, Condition.HURT), ("civilians-1", 2, HALF), ("civilians-1", 3, Condition.REDUCED_HURT),
    ("civilians-1", 4, None), ("civilians-1", 5, None), ("piazza", 1, HALF), ("piazza", 2, None), ("hernandez", 3, None)])
def test_hits_on_a_unit_and_none_on_the_one_beside_it(unit: str, number: int, condition: Condition | None) -> None:
    start = hits(Phase.HIT_UNIT, "5/3", {unit: "forest-2", "civilians-2": "forest-2"}, unit, unit_hits=number)
    town = after(RUN, start)
    assert town.units[Unit.CIVILIANS_2].condition == FULL
    assert (town.phase == Phase.SAVING_ROLL) == (condition is None)
    assert condition is None or town.units[UNITS[unit]].condition == condition


# A149 A150
@pytest.mark.parametrize("unit", ["schmidt", "hunt", "furies"])
@pytest.mark.parametrize(("rolls", "suffered"), [([4, 6], 0), ([5, 3], 1), ([1, 4], 1), ([1, 2], 2)])
def test_some_units_ignore_each_hit_on_four_to_six(unit: str, rolls: list[int], suffered: int) -> None:
    start = hits(Phase.HIT_UNIT, "5/3", {unit: "forest-2"}, unit, unit_hits=2)
    line = play(RUN, start, *(f"roll-to-resist {roll}" for roll in rolls))
    town = line[-1].after.state
    hero = unit != "furies"
    states = [FULL, HALF, None] if hero else [FULL, Condition.HURT, HALF]
    assert (town.phase == Phase.SAVING_ROLL) == (states[suffered] is None)
    assert states[suffered] is None or town.units[UNITS[unit]].condition == states[suffered]


# A140 A211 A210
@pytest.mark.parametrize("partner", [None, "civilians-1"])
def test_who_died_can_have_won_and_the_zeds_retreat(partner: str | None) -> None:
    units = {"hernandez": "forest-2", **({partner: "forest-2"} if partner else {})}
    start = table(Phase.ENGAGE, {"forest-2": "2/1"}, units, cause=Cause.ACTIVATION, at=6, symbol=2, track=Track.FOREST)
    picked = ("defend-with hernandez",) if partner else ()
    town = after(RUN, start, *picked, *dice(7), "roll-to-save 1")
    assert zeds(town) == {"forest-3": "2/1''"} and where(town, "hernandez") == "cemetery"
    assert partner is None or where(town, partner) == "forest-2"


# A140 A159
def test_zeds_that_die_deal_their_hits_and_can_have_won() -> None:
    start = table(Phase.ENGAGE, {"forest-2": "2/1-''"}, {"civilians-1": "forest-2"}, cause=Cause.ACTIVATION, at=6, symbol=2,
                  track=Track.FOREST)
    town = after(RUN, start, *dice(2))  # Human x2: one Hit on the Zeds, three on the unit, and the Zeds win
    assert zeds(town) == {} and where(town, "civilians-1") == "forest-1"
    assert town.units[Unit.CIVILIANS_1].condition == Condition.REDUCED_HURT


# A151
@pytest.mark.parametrize("unit", ["schmidt", "hunt"])
def test_a_roll_is_made_again_once_only(unit: str) -> None:
    start = table(Phase.ENGAGE, {"forest-2": "2/1"}, {unit: "forest-2"}, cause=Cause.ACTIVATION, at=6, symbol=2)
    assert after(RUN, start, *dice(7)).phase == Phase.REROLL
    line = play(RUN, start, *dice(2), "roll-again", *dice(12))
    assert sum(1 for each in line if each.event.text == "read-table") == 1
    assert line[-1].after.state.phase == Phase.ACT and "forest-3" in zeds(line[-1].after.state)
    shot = table(Phase.ACT, {"forest-2": "9/4"}, {unit: "forest-1"}, markers=1)
    assert after(RUN, shot, f"fire {unit} forest-2 first", *dice(2)).phase == Phase.ACT


# -- Saving Rolls -------------------------------------------------------------------------------------------------------------


# A152 A153 A154 A155 A157 A220
@pytest.mark.parametrize(("unit", "saved"), [("civilians-1", HALF), ("furies", HALF), ("piazza", FULL), ("hunt", FULL)])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_last_hit_leads_to_the_cemetery_or_to_town_center(unit: str, saved: Condition, die: int) -> None:
    crowd = dict.fromkeys(("hernandez", "schmidt", "civilians-2", "civilians-3"), "town-center")
    start = hits(Phase.SAVING_ROLL, "5/3", {**crowd, unit: "forest-2"}, unit, zeds_go_back=False)
    start.state.units[UNITS[unit]].condition = Condition.REDUCED_HURT if saved == HALF else HALF
    town = after(RUN, start, f"roll-to-save {die}")
    assert where(town, unit) == ("cemetery" if die <= 3 else "town-center")
    assert die <= 3 or town.units[UNITS[unit]].condition == saved


# A152
def test_the_dead_stay_where_they_are() -> None:
    units = {"hunt": "town-center", "civilians-1": "cemetery"}
    start = table(Phase.ACT, {}, units, EventCard.NIGHT_FOREST, act=2, normals_left=1)
    town = after(RUN, start, "end-actions")
    assert where(town, "civilians-1") == "cemetery"


# -- retreats -----------------------------------------------------------------------------------------------------------------


def beaten(units: dict[str, str], space: str = "forest-3", on: dict[str, str] | None = None) -> Position:
    """Units that were attacked and lost."""
    return table(Phase.UNITS_RETREAT, {space: "9/4", **(on or {})}, units, battle=PLACES[space], zeds_attack=True,
                 units_go_back=True, at=6, symbol=2, cause=Cause.ACTIVATION, track=Track[space.split("-")[0].upper()])


# A160 A161 A165 A169 A172
@pytest.mark.parametrize(("units", "space", "left"), [
    ({"hunt": "forest-3"}, "forest-3", {"hunt": "forest-2"}),
    ({"hunt": "forest-3", "piazza": "forest-3"}, "forest-3", {"hunt": "forest-2", "piazza": "forest-2"}),
    ({"hunt": "forest-3", "piazza": "forest-2", "schmidt": "forest-2"}, "forest-3",
     {"hunt": "forest-1", "piazza": "forest-2", "schmidt": "forest-2"}),
    ({"hunt": "forest-1", "piazza": "forest-0", "schmidt": "forest-0"}, "forest-1", {"hunt": "town-center"}),
    ({"hunt": "forest-0", "piazza": "forest-0", "schmidt": "town-center", "furies": "town-center"}, "forest-0",
     {"hunt": "town-center", "piazza": "town-center"}),
    ({"hunt": "mountain-5"}, "mountain-5", {"hunt": "mountain-4"})])
def test_units_that_were_attacked_and_lost_go_towards_town_center(units: dict[str, str], space: str,
                                                                 left: dict[str, str]) -> None:
    town = after(RUN, beaten(units, space))
    assert {name: where(town, name) for name in left} == left


# A166
@pytest.mark.parametrize(("first", "hunt", "piazza"), [("hunt", "forest-2", "forest-1"), ("piazza", "forest-1", "forest-2")])
def test_the_players_say_who_takes_the_last_room(first: str, hunt: str, piazza: str) -> None:
    start = beaten({"hunt": "forest-3", "piazza": "forest-3", "schmidt": "forest-2"})
    town = after(RUN, start, f"goes-back-first {first}")
    assert (where(town, "hunt"), where(town, "piazza"), where(town, "schmidt")) == (hunt, piazza, "forest-2")


# A167 A171
def test_a_unit_driven_upon_zeds_attacks_without_terrain_and_if_beaten_goes_back_to_the_first_ones() -> None:
    start = beaten({"civilians-5": "forest-4"}, "forest-4", {"forest-3": "3/1"})
    town = after(RUN, start)
    assert (town.phase, town.battle, town.zeds_attack) == (Phase.FIRST_DIE, Place.FOREST_3, False)
    again = after(RUN, start, *dice(6))  # Equal, for the Farm does not help: beaten again
    assert (again.phase, again.battle, where(again, "civilians-5")) == (Phase.FIRST_DIE, Place.FOREST_4, "forest-4")
    won = after(RUN, start, *dice(7))
    assert where(won, "civilians-5") == "forest-3" and zeds(won) == {"forest-4": "9/4 3/1''"}


# A162 A172 A218 A175
@pytest.mark.parametrize(("units", "goal", "back"), [
    ({"civilians-5": "forest-4"}, "forest-3", "forest-4"), ({"civilians-5": "forest-1"}, "forest-3", "forest-2"),
    ({"civilians-5": "town-center"}, "forest-0", "town-center"), ({"civilians-5": "highway-0"}, "forest-0", "town-center"),
    ({"civilians-5": "town-center", "hunt": "forest-0", "piazza": "forest-0"}, "forest-1", "town-center")])
def test_a_beaten_attacker_goes_back_where_it_came_from(units: dict[str, str], goal: str, back: str) -> None:
    start = table(Phase.ACT, {goal: "3/1"}, units, markers=1)
    town = after(RUN, start, f"move civilians-5 {goal}", *dice(6))  # Equal: beaten, with two Hits
    assert where(town, "civilians-5") == back and "3/1" in zeds(town)[goal]


# A172
def test_a_beaten_attacker_goes_farther_back_along_its_path_where_there_is_no_room() -> None:
    start = table(Phase.ACT, {"forest-2": "3/1"}, {"civilians-5": "forest-4", "hunt": "forest-3", "piazza": "forest-3"},
                  markers=1)
    town = after(RUN, start, "move civilians-5 forest-2", *dice(6))
    assert where(town, "civilians-5") == "forest-4"
    other = after(reference(DZ_31="towards-town-center"), start, "move civilians-5 forest-2", *dice(6))
    assert where(other, "civilians-5") == "forest-1"  # past the Zeds, which it must not stay with


# A116
def test_gunfire_drives_nobody_back() -> None:
    start = table(Phase.ACT, {"forest-2": "5/3"}, {"hunt": "forest-1"}, markers=1)
    town = after(RUN, start, "fire hunt forest-2 first", *dice(12))
    assert zeds(town) == {"forest-2": "5/3-'"} and where(town, "hunt") == "forest-1"
    assert forbidden(RUN, Position(town, start.used), "end-actions") is None


# A156
def test_a_saved_fighter_is_gone_before_its_companion_retreats() -> None:
    start = hits(Phase.SAVING_ROLL, "9/4", {"piazza": "forest-2", "civilians-1": "forest-2"}, "piazza", zeds_go_back=False)
    start.state.combat = Combat.HAND_TO_HAND
    town = after(RUN, start, "roll-to-save 6")
    assert (where(town, "piazza"), where(town, "civilians-1")) == ("town-center", "forest-1")
