"""What random games of Dawn of the Zeds never come to: Mr. Johnson's Traps and dice, pressure, and the rarer ends of combat."""

from __future__ import annotations

import pytest

from daybreak_games.dawn_of_the_zeds.cards import EventCard, FateCard, FatePile, Symbol
from daybreak_games.dawn_of_the_zeds.pieces import Unit
from daybreak_games.dawn_of_the_zeds.places import Track
from daybreak_games.dawn_of_the_zeds.state import Cause, Phase
from tests.contract.dawn_of_the_zeds_tables import PLACES, after, box, forbidden, play, reference, table, where, zeds

# -- Mr. Johnson --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "left", "place"), [
    (3, {"forest-3": "5/3"}, "forest-3"), (6, {"forest-3": "5/3'"}, "forest-2")])
def test_the_traps_hit_on_a_high_die_and_the_units_back_up(die: int, left: dict[str, str], place: str) -> None:
    start = table(Phase.ENGAGE, {"forest-3": "5/3"}, {"johnson": "forest-3"}, cause=Cause.ACTION, markers=1)
    assert after(reference(), start).phase == Phase.SPRING_TRAPS
    town = after(reference(), start, "spring-traps", f"roll-for-traps {die}")
    assert (zeds(town), where(town, "johnson")) == (left, place)
    assert after(reference(), start, "leave-traps").phase == Phase.FIRST_DIE


@pytest.mark.parametrize(("ruling", "place"), [("backs-up", "forest-2"), ("stays", "forest-3")])
def test_dz73_traps_that_kill_the_last_zed(ruling: str, place: str) -> None:
    start = table(Phase.ENGAGE, {"forest-3": "2/1-''"}, {"johnson": "forest-3"}, cause=Cause.ACTION, markers=1)
    town = after(reference(DZ_73=ruling), start, "spring-traps", "roll-for-traps 6")
    assert zeds(town) == {} and where(town, "johnson") == place and town.phase == Phase.ACT


@pytest.mark.parametrize(("ruling", "hunt", "phase"), [
    ("johnson-alone", "forest-3", Phase.FIRST_DIE), ("all-back-up", "forest-2", Phase.ACT)])
def test_dz72_who_backs_up_from_the_traps(ruling: str, hunt: str, phase: Phase) -> None:
    start = table(Phase.ENGAGE, {"forest-3": "5/3"}, {"hunt": "forest-3", "johnson": "forest-3"}, cause=Cause.ACTION, markers=1)
    town = after(reference(DZ_72=ruling), start, "spring-traps", "roll-for-traps 4")
    assert (where(town, "johnson"), where(town, "hunt"), town.phase) == ("forest-2", hunt, phase)
    assert zeds(town) == {"forest-3": "5/3'"} and (ruling == "all-back-up" or town.fighter == Unit.HUNT)


def test_mr_johnson_may_back_up_from_his_traps_upon_other_zeds() -> None:
    start = table(Phase.ENGAGE, {"forest-3": "2/1", "forest-2": "9/4"}, {"hunt": "forest-3", "johnson": "forest-3"},
                  cause=Cause.ACTIVATION, at=8, symbol=2)
    town = after(reference(), start, "spring-traps", "roll-for-traps 5")
    assert (town.fighter, town.partner, town.partner_from) == (Unit.HUNT, Unit.JOHNSON, PLACES["forest-3"])
    won = after(reference(), start, "spring-traps", "roll-for-traps 5", "roll-first 6", "roll-second 6", "accept-roll")
    assert won.phase == Phase.FIRST_DIE and won.battle == PLACES["forest-2"] and won.fighter == Unit.JOHNSON


def test_nobody_else_has_traps() -> None:
    start = table(Phase.ENGAGE, {"forest-3": "5/3"}, {"civilians-1": "forest-3"}, cause=Cause.ACTIVATION, symbol=2)
    assert after(reference(), start).phase == Phase.FIRST_DIE


def test_a_scavenger_rolls_two_dice_and_takes_one() -> None:
    start = table(Phase.ACT, {}, {"johnson": "mountain-4"}, markers=1)
    asked = ("forage johnson", "roll-to-forage 6", "roll-to-forage 4")
    line = play(reference(), start, *asked)
    assert forbidden(reference(), line[-1].after, "take-die 5") == "DZ-D02"
    assert after(reference(), start, *asked, "take-die 6").ammo == 6
    assert after(reference(), start, *asked, "take-die 4").ammo == 5


def test_equal_dice_of_a_scavenger_count_twice() -> None:
    start = table(Phase.ACT, {}, {"johnson": "mountain-4"}, markers=1)
    assert after(reference(), start, "forage johnson", "roll-to-forage 6", "roll-to-forage 6").ammo == 8


# -- movement -----------------------------------------------------------------------------------------------------------------


def test_heroic_civilians_without_a_number_of_their_own_move_as_their_kind() -> None:
    edition = box()
    edition.units[Unit.FURIES].move = 0
    start = table(Phase.ACT, {}, {"furies": "town-center"}, markers=1)
    run = reference(edition)
    assert where(after(run, start, "move furies forest-2"), "furies") == "forest-2"
    assert forbidden(run, start, "move furies forest-3") == "DZ-M02"
    assert forbidden(reference(), start, "move furies forest-3") is None


# -- pressure -----------------------------------------------------------------------------------------------------------------


def test_a_new_zed_by_pressure_goes_back_where_there_is_no_room() -> None:
    edition = box(2)
    edition.events[EventCard.KEEP_CALM].zeds.put_bottom(Symbol.PLACEMENT_PRESSURE)
    full = {f"{track}-{number}": "5/3" for track in ("mountain", "highway", "suburbs") for number in (2, 4, 6)}
    start = table(Phase.SYMBOL, {"forest-start": "5/3 4/2", **full}, {}, symbol=2)
    asked = after(reference(edition), start, "draw-zed 9/4")
    assert asked.phase == Phase.START_WITH_ROOM  # the track with the fewest Zeds has them all on its Start space
    town = after(reference(edition), start, "draw-zed 9/4", "start-at suburbs-start")
    assert zeds(town)["suburbs-start"] == "9/4"


def test_of_tied_zeds_the_players_say_which_pressure_moves() -> None:
    edition = box(2)
    edition.events[EventCard.KEEP_CALM].zeds.put_bottom(Symbol.MOVEMENT_PRESSURE)
    start = table(Phase.SYMBOL, {"forest-4": "5/3", "highway-4": "5/3", "mountain-2": "2/1"}, {}, symbol=2)
    asked = play(reference(edition), start)[-1].after
    assert asked.state.phase == Phase.PRESSED
    assert forbidden(reference(edition), asked, "press mountain-2") == "DZ-P13"
    assert "forest-3" in zeds(after(reference(edition), start, "press forest-4"))


@pytest.mark.parametrize("symbol", [Symbol.MOVEMENT_PRESSURE, Symbol.PLACEMENT_PRESSURE])
def test_pressure_without_zeds_or_cup_is_over(symbol: Symbol) -> None:
    edition = box(2)
    edition.events[EventCard.KEEP_CALM].zeds.put_bottom(symbol)
    start = table(Phase.PRESSURE, {}, {"hunt": "town-center"}, symbol=2, to_come=1, cause=Cause.PRESSURE)
    names = [each.event.text for each in play(reference(edition), start)]
    assert names[0] == "pressure" and "advance" not in names


# -- combat -------------------------------------------------------------------------------------------------------------------


def test_the_second_of_two_driven_units_attacks_where_it_comes() -> None:
    start = table(Phase.ENGAGE, {"forest-1": "9/4"}, {"schmidt": "forest-1"}, cause=Cause.ACTIVATION, track=Track.FOREST, at=6,
                  partner=Unit.SCHMIDT, partner_from=PLACES["forest-2"])
    line = play(reference(), start)
    town = line[-1].after.state
    assert "DZ-M17" in line[0].clauses and (town.fighter, town.partner, town.driven) == (Unit.SCHMIDT, None, True)
    beaten = after(reference(), start, "roll-first 1", "roll-second 1", "accept-roll", *["roll-to-resist 6"] * 4)
    assert where(beaten, "schmidt") == "forest-2"


def test_by_default_two_units_withdraw_together_and_by_dz_59_one_can() -> None:
    start = table(Phase.ENGAGE, {"forest-3": "9/4", "forest-2": "5/1"}, {"hunt": "forest-3", "schmidt": "forest-3"},
                  EventCard.WITHDRAWAL, cause=Cause.ACTIVATION, track=Track.FOREST, at=6)
    asked = play(reference(), start)[-1].after
    assert forbidden(reference(), asked, "one-withdraws hunt") == "DZ-R13" and forbidden(reference(), asked, "withdraw") is None
    alone = play(reference(DZ_59="by-unit"), start)[-1].after
    assert forbidden(reference(DZ_59="by-unit"), alone, "one-withdraws hunt") is None
    assert forbidden(reference(DZ_59="by-unit"), alone, "one-withdraws piazza") == "DZ-R13"
    gone = after(reference(DZ_59="by-unit"), alone, "one-withdraws hunt")
    assert (gone.phase, gone.fighter, gone.partner) == (Phase.FIRST_DIE, Unit.SCHMIDT, Unit.HUNT)
    assert (where(gone, "hunt"), where(gone, "schmidt")) == ("forest-2", "forest-3")


def test_one_unit_alone_withdraws_the_usual_way() -> None:
    start = table(Phase.ENGAGE, {"forest-3": "9/4"}, {"hunt": "forest-3"}, EventCard.WITHDRAWAL, cause=Cause.ACTIVATION,
                  track=Track.FOREST, at=6)
    run = reference(DZ_59="by-unit")
    assert forbidden(run, play(run, start)[-1].after, "one-withdraws hunt") == "DZ-R13"


@pytest.mark.parametrize(("choice", "stand"), [
    ("attackers", {"forest-2": "9/4 9/4"}), ("last-winners", {"forest-3": "9/4", "forest-1": "9/4"})])
def test_in_a_brains_turn_zeds_that_were_come_upon_and_won_go_on_by_dz_66(choice: str, stand: dict[str, str]) -> None:
    start = table(Phase.ENGAGE, {"forest-3": "9/4", "forest-2": "9/4"}, {"civilians-1": "forest-3"}, EventCard.BRAINS_ONE,
                  cause=Cause.ACTIVATION, track=Track.FOREST, at=6)
    dice = ("roll-first 3", "roll-second 4") * 2
    line = play(reference(DZ_66=choice), start, *dice, "roll-to-save 1")
    assert zeds(next(each.after.state for each in line if each.event.text == "advance")) == stand


def test_a_fate_card_that_lies_open_when_the_game_is_lost_is_put_away() -> None:
    start = table(Phase.ADVANCE, {"forest-0": "2/1"}, {}, EventCard.END_FATED, cause=Cause.ACTIVATION, track=Track.FOREST,
                  symbol=1, target=PLACES["forest-0"], fate=FateCard.LIVING_DEAD)
    start.state.fates[FateCard.LIVING_DEAD] = FatePile.OPEN
    town = after(reference(), start)
    assert town.phase == Phase.LOST and town.fates[FateCard.LIVING_DEAD] == FatePile.DISCARD
