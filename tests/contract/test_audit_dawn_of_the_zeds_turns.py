"""Turns of Dawn of the Zeds, sentence by sentence: sequence of play, fate draws, pressure, set-up and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds.cards import EventCard, FateCard, FatePile, Symbol
from daybreak_games.dawn_of_the_zeds.pieces import COUNTERS, Unit, ZedKind
from daybreak_games.dawn_of_the_zeds.places import Place, Track
from daybreak_games.dawn_of_the_zeds.state import Cause, Phase, Town
from tests.contract.dawn_of_the_zeds_tables import UNITS, after, box, forbidden, play, reference, table, where, zeds
from verifier.lang.types import words_of
from verifier.run.reference import Position, Reference

RUN = reference()
TOWN_FOLK = {"hunt": "town-center"}
TRACKS = ("forest", "mountain", "highway", "suburbs")


def legal(run: Reference, position: Position) -> set[str]:
    """The decisions that are legal here."""
    return {event.text for event in run.legal(position)}


def asked(run: Reference, start: Position, *events: str) -> Position:
    """The position after a line."""
    line = play(run, start, *events)
    return line[-1].after if line else start


def chosen_from(choices: set[str], word: str) -> set[str]:
    """What can be chosen by decisions of one name."""
    return {text.split(" ", 1)[1] for text in choices if text.split()[0] == word}


def activated(run: Reference, start: Position, *events: str) -> list[str]:
    """The tracks that are activated along a line, in order."""
    return [words_of(Track)[each.after.state.track] for each in play(run, start, *events) if each.event.text == "activate"]


# -- sequence of play ---------------------------------------------------------------------------------------------------------


def before(*cards: EventCard, act: int = 1, **fields: Any) -> Position:
    """The end of a turn, with these cards to come in this act."""
    start = table(Phase.REVEAL, {"mountain-4": "4/2", "suburbs-4": "3/2"}, {**TOWN_FOLK, "schmidt": "town-center"},
                  act=act, normals_left=len(cards), markers=1, **fields)
    for card in cards:
        start.state.events[card] = 1
    return start


# A001
def test_a_turn_turns_a_card_over_then_moves_zeds_then_lets_units_act() -> None:
    town = after(RUN, before(EventCard.HUNTING_CABIN), "reveal hunting-cabin")
    assert (town.phase, zeds(town), town.event_actions) == (Phase.ACT, {"mountain-3": "4/2", "suburbs-3": "3/2"}, 3)


# A002
def test_a_turn_ends_with_its_card_out_of_the_deck() -> None:
    start = before(EventCard.HUNTING_CABIN, EventCard.ARMED_CIVILIANS)
    town = after(RUN, start, "reveal hunting-cabin", "end-actions")
    assert (town.phase, town.events[EventCard.HUNTING_CABIN], town.normals_left) == (Phase.REVEAL, 0, 1)
    texts = {event.text for event, _ in RUN.outcomes(Position(town, start.used))}
    assert texts == {"reveal armed-civilians"}


# A003 A004
@pytest.mark.parametrize(("card", "tracks"), [
    (EventCard.HUNTING_CABIN, ["mountain", "suburbs"]), (EventCard.ARMED_CIVILIANS, ["forest", "mountain"]),
    (EventCard.REPLACEMENTS, ["highway", "suburbs", "suburbs"]), (EventCard.MINE_BLAST, ["mountain", "suburbs", "highway"]),
    (EventCard.END_FOUR, ["suburbs", "mountain", "highway", "highway"])])
def test_tracks_are_activated_from_left_to_right(card: EventCard, tracks: list[str]) -> None:
    start = table(Phase.SYMBOL, {f"{track}-6": "4/2" for track in TRACKS}, TOWN_FOLK, card)
    assert activated(RUN, start) == tracks
    moved = zeds(after(RUN, start))
    assert all(f"{track}-{6 - tracks.count(track)}" in moved for track in TRACKS)


# A005 A006 A224
def test_a_double_activation_of_an_empty_track_brings_a_zed_which_then_moves() -> None:
    start = table(Phase.SYMBOL, {}, TOWN_FOLK, EventCard.NIGHT_HIGHWAY)
    assert zeds(after(RUN, start, "draw-zed 4/2")) == {"highway-6": "4/2"}
    at_start = table(Phase.SYMBOL, {"highway-start": "5/3"}, TOWN_FOLK, EventCard.NIGHT_HIGHWAY)
    assert zeds(after(RUN, at_start)) == {"highway-5": "5/3"}
    dying = table(Phase.SYMBOL, {"highway-3": "2/1-''"}, {"furies": "highway-2"}, EventCard.NIGHT_HIGHWAY)
    assert zeds(after(RUN, dying, "roll-first 6", "roll-second 6", "draw-zed 6/4")) == {"highway-start": "6/4"}


# A007
def test_an_event_without_anything_to_do_is_skipped() -> None:
    start = table(Phase.EVENT, {"forest-4": "4/2", "mountain-4": "4/2"}, TOWN_FOLK, EventCard.ARMED_CIVILIANS)
    town = after(RUN, start)
    assert (town.phase, town.armed, zeds(town)) == (Phase.ACT, None, {"forest-3": "4/2", "mountain-3": "4/2"})


# A009 A010
def test_a_brains_turn_has_every_track_once_as_the_players_order_them_and_no_actions() -> None:
    start = table(Phase.SYMBOL, {f"{track}-4": "4/2" for track in TRACKS}, TOWN_FOLK, EventCard.BRAINS_ONE, markers=1)
    here = asked(RUN, start)
    assert chosen_from(legal(RUN, here), "choose-track") == set(TRACKS)
    here = asked(RUN, here, "choose-track suburbs")
    assert chosen_from(legal(RUN, here), "choose-track") == {"forest", "mountain", "highway"}
    line = play(RUN, here, "choose-track highway", "choose-track forest")
    names = [each.event.text for each in line]
    assert "begin-actions" not in names and line[-1].after.state.phase == Phase.REVEAL
    assert zeds(line[-1].after.state) == {f"{track}-3": "4/2" for track in TRACKS}


# A011 A202
def test_the_fated_last_card_activates_one_track_twice() -> None:
    start = table(Phase.SYMBOL, {f"{track}-5": "4/2" for track in TRACKS}, TOWN_FOLK, EventCard.END_FATED)
    line = play(RUN, start, "draw-fate adrenaline")
    assert activated(RUN, start, "draw-fate adrenaline") == ["suburbs", "suburbs"]
    assert zeds(line[-1].after.state) == {"forest-5": "4/2", "mountain-5": "4/2", "highway-5": "4/2", "suburbs-3": "4/2"}
    assert line[-1].after.state.phase == Phase.WON


# A012
def test_actions_left_over_are_lost() -> None:
    start = before(EventCard.HUNTING_CABIN, EventCard.ARMED_CIVILIANS)
    town = after(RUN, start, "reveal hunting-cabin", "end-actions", "reveal armed-civilians", "draw-zed 4/2")
    assert (town.phase, town.event_actions, sum(town.ready)) == (Phase.ACT, 2, 1)


# A013 A014
def test_spent_markers_are_ready_again_after_housekeeping() -> None:
    start = table(Phase.ACT, {}, {"schmidt": "town-center", "hernandez": "town-center", "hunt": "town-center"},
                  EventCard.NIGHT_FOREST, markers=1, act=2, normals_left=1)
    start.state.initiative = start.state.citadel = start.state.leadership = False
    town = after(RUN, start, "forage hunt", "roll-to-forage 1", "end-actions")
    assert town.phase == Phase.REVEAL
    assert (sum(town.ready), town.initiative, town.citadel, town.leadership) == (1, True, True, True)


# A015
@pytest.mark.parametrize(("card", "actions"), [
    ("withdrawal", 1), ("hunting-cabin", 3), ("armed-civilians", 2), ("night-mountain", 1), ("night-suburbs", 2),
    ("night-forest", 2), ("night-highway", 1), ("underfoot", 2), ("contagion", 3), ("fresh-wave", 1), ("new-hero", 2),
    ("mine-blast", 2), ("nightfall", 4), ("tough-zeds", 3), ("bad-smell", 2), ("replacements", 3), ("keep-calm", 2)])
def test_event_actions_are_those_of_the_card(card: str, actions: int) -> None:
    start = table(Phase.BEGIN_ACTIONS, {}, TOWN_FOLK, EventCard(words_of(EventCard).index(card)))
    town = after(RUN, start)
    assert (town.phase, town.event_actions) == (Phase.ACT, actions)


# -- fate ---------------------------------------------------------------------------------------------------------------------


def drawing(card: EventCard, on: dict[str, str], units: dict[str, str] | None = None) -> Position:
    """An event that begins, with a fate draw."""
    return table(Phase.EVENT, on, TOWN_FOLK if units is None else units, card, act=2)


# A016 A188 A189
def test_the_fated_track_is_the_one_on_top_of_the_card() -> None:
    start = drawing(EventCard.UNDERFOOT, {}, {"civilians-1": "forest-2", "hunt": "mountain-1"})
    town = after(RUN, start, "draw-fate coordinator")
    assert (town.phase, town.fighter) == (Phase.FIRST_DIE, Unit.HUNT)


# A017 A020 A031
def test_most_zeds_are_most_units_and_not_the_strongest() -> None:
    start = drawing(EventCard.CONTAGION, {"forest-3": "2/1", "forest-2": "3/1", "highway-4": "9/4"})
    line = play(RUN, start, "draw-fate lake-zeds", "draw-zed 4/2", "draw-zed 5/3")
    came = [zeds(each.after.state) for each in line if each.event.text == "set-down"]
    assert "forest-start" in came[0] and "mountain-2" not in came[0] and came[1]["mountain-2"] == "5/3"


# A018
def test_of_tracks_with_equally_few_zeds_the_players_choose_one() -> None:
    start = drawing(EventCard.CONTAGION, {"forest-3": "2/1", "suburbs-start": "9/4"})
    here = asked(RUN, start, "draw-fate civilian-leader")
    assert chosen_from(legal(RUN, here), "choose-fated") == {"mountain", "highway"}


# A019
def test_by_players_choice_every_track_can_be_fated() -> None:
    here = asked(RUN, drawing(EventCard.CONTAGION, {"forest-3": "2/1"}), "draw-fate backhoe")
    assert chosen_from(legal(RUN, here), "choose-fated") == set(TRACKS)


# A020 A023 A026 A190
@pytest.mark.parametrize(("ammo", "left"), [(4, 3), (1, 0), (0, 0)])
def test_the_plot_twist_comes_after_the_fated_event_and_its_card_is_discarded(ammo: int, left: int) -> None:
    start = drawing(EventCard.CONTAGION, {"highway-4": "5/3"})
    start.state.ammo = ammo
    line = play(RUN, start, "draw-fate bad-ammo", "draw-zed 4/2")
    came = next(each.after.state for each in line if each.event.text == "set-down")
    assert (zeds(came)["forest-start"], came.ammo) == ("4/2", ammo)
    town = next(each.after.state for each in line if each.event.text == "twist")
    assert (town.ammo, town.fates[FateCard.BAD_AMMO]) == (left, FatePile.DISCARD)


# A021 A022
def test_a_card_to_hold_is_kept_and_discarded_when_used() -> None:
    town = after(RUN, drawing(EventCard.CONTAGION, {"suburbs-4": "5/3"}), "draw-fate adrenaline", "draw-zed 4/2",
                 "draw-zed 3/1", "draw-zed 4/2")
    assert (town.phase, town.fates[FateCard.ADRENALINE]) == (Phase.ACT, FatePile.HELD)
    used = after(RUN, Position(town, drawing(EventCard.CONTAGION, {}).used), "play-card adrenaline")
    assert (used.event_actions, used.fates[FateCard.ADRENALINE]) == (town.event_actions + 2, FatePile.DISCARD)


# A024 A025
@pytest.mark.parametrize(("pile", "phase"), [(FatePile.DISCARD, Phase.DRAW_FATE), (FatePile.HELD, Phase.DRAW_ZED)])
def test_an_empty_deck_of_fate_cards_is_made_anew_and_without_any_the_event_is_skipped(pile: FatePile, phase: Phase) -> None:
    start = drawing(EventCard.CONTAGION, {"highway-4": "5/3"})
    for card in FateCard:
        start.state.fates[card] = pile
    town = after(RUN, start)
    assert town.phase == phase  # the second is the activation of the empty forest
    assert phase == Phase.DRAW_FATE or (town.cause, town.track) == (Cause.ACTIVATION, Track.FOREST)


# A027
def test_adrenaline_is_two_more_event_actions_of_this_turn() -> None:
    start = table(Phase.ACT, {}, TOWN_FOLK, EventCard.NIGHT_FOREST, event_actions=1, act=2, normals_left=1)
    start.state.fates[FateCard.ADRENALINE] = FatePile.HELD
    assert after(RUN, start, "play-card adrenaline").event_actions == 3
    assert after(RUN, start, "play-card adrenaline", "end-actions").event_actions == 0


# A028
def test_a_coordinator_brings_civilians_only_if_a_counter_is_left() -> None:
    start = table(Phase.ACT, {}, {**TOWN_FOLK, **{f"civilians-{number}": "town-center" for number in range(1, 7)}})
    start.state.fates[FateCard.COORDINATOR] = FatePile.HELD
    assert where(after(RUN, start, "call-civilians civilians-7"), "civilians-7") == "town-center"
    start.state.units[Unit.CIVILIANS_7].at = Place.CEMETERY
    assert forbidden(RUN, start, "call-civilians civilians-7") is not None


# A034
def test_only_regular_civilians_can_be_made_a_leader() -> None:
    start = table(Phase.ACT, {}, {**TOWN_FOLK, "furies": "town-center", "civilians-1": "forest-2", "civilians-2": "cemetery"})
    start.state.fates[FateCard.CIVILIAN_LEADER] = FatePile.HELD
    assert chosen_from(legal(RUN, start), "appoint-leader") == {"civilians-1"}


# A037
def test_there_are_eight_fate_cards() -> None:
    start = drawing(EventCard.CONTAGION, {})
    here = asked(RUN, start)
    assert {weight for _, weight in RUN.outcomes(here)} == {1} and len(RUN.outcomes(here)) == 8


# -- pressure -----------------------------------------------------------------------------------------------------------------


def pressed(players: int, placement: bool = False) -> Reference:
    """The reference with so many players, and a card with a kind of pressure."""
    edition = box(players)
    edition.events[EventCard.KEEP_CALM].zeds.put_bottom(Symbol.PLACEMENT_PRESSURE if placement else Symbol.MOVEMENT_PRESSURE)
    return reference(edition)


def after_symbols(on: dict[str, str], units: dict[str, str] = TOWN_FOLK, **fields: Any) -> Position:
    """A Zeds Phase whose symbols have been dealt with."""
    return table(Phase.SYMBOL, on, units, symbol=2, **fields)


# A038 A039
@pytest.mark.parametrize(("players", "moved"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_pressure_moves_as_many_groups_as_there_are_other_players(players: int, moved: int) -> None:
    start = after_symbols({"forest-4": "9/4", "mountain-4": "8/4", "highway-4": "7/4", "suburbs-4": "6/3"})
    town = after(pressed(players), start)
    assert [place for place in zeds(town) if place.endswith("-3")] == [f"{track}-3" for track in TRACKS[:moved]]


# A040 A045 A052
@pytest.mark.parametrize(("players", "on", "left"), [
    (2, {"forest-4": "4/2 4/1", "highway-4": "7/4"}, {"forest-3": "4/2 4/1", "highway-4": "7/4"}),
    (3, {"forest-4": "9/4", "highway-4": "5/3"}, {"forest-3": "9/4", "highway-3": "5/3"}),
    (2, {"forest-4": "9/4-", "highway-4": "5/3''"}, {"forest-4": "9/4-", "highway-3": "5/3''"}),
    (2, {"forest-start": "9/4", "highway-4": "5/3"}, {"forest-6": "9/4", "highway-4": "5/3"})])
def test_pressure_is_on_the_strongest_space_by_the_sides_that_are_up(players: int, on: dict[str, str],
                                                                      left: dict[str, str]) -> None:
    assert zeds(after(pressed(players), after_symbols(on))) == left


# A041 A051
@pytest.mark.parametrize(("on", "closed", "moved"), [
    ({"forest-4": "9/4", "forest-3": "3/1 3/2", "highway-4": "7/5"}, Place.ASIDE, "highway-3"),
    ({"mountain-5": "9/4", "highway-4": "7/5"}, Place.MOUNTAIN_4, "highway-3"),
    ({"mountain-5": "9/4", "highway-4": "7/5"}, Place.ASIDE, "mountain-4")])
def test_pressure_passes_over_zeds_that_cannot_move(on: dict[str, str], closed: Place, moved: str) -> None:
    assert moved in zeds(after(pressed(2), after_symbols(on, closed=closed)))


# A042 A043
def test_of_equally_strong_zeds_pressure_moves_the_nearest_and_of_those_the_players_choice() -> None:
    nearest = {"forest-4": "5/3", "highway-2": "5/4", "suburbs-3": "5/2"}
    assert zeds(after(pressed(2), after_symbols(nearest))) == {"forest-4": "5/3", "highway-1": "5/4", "suburbs-3": "5/2"}
    here = asked(pressed(2), after_symbols({"forest-4": "5/3", "suburbs-4": "5/2", "highway-5": "5/4"}))
    assert legal(pressed(2), here) == {"press forest-4", "press suburbs-4"}


# A044
def test_zeds_under_pressure_fight_at_once_and_the_defender_has_its_ground() -> None:
    start = after_symbols({"forest-4": "5/3"}, {"civilians-5": "forest-3"})
    town = after(pressed(2), start, "roll-first 3", "roll-second 4")  # Zeds Advantage, and one column for the Farm: Equal
    assert (zeds(town), where(town, "civilians-5"), town.phase) == ({"forest-4": "5/3''"}, "forest-3", Phase.ACT)


# A046 A048
def test_a_new_zed_by_pressure_comes_to_the_track_with_fewest_zeds() -> None:
    start = after_symbols({"forest-2": "5/3", "mountain-4": "3/1", "highway-1": "4/2", "suburbs-3": "4/2 4/3",
                           "forest-5": "2/1", "mountain-6": "7/4"})
    assert zeds(after(pressed(2, placement=True), start, "draw-zed 9/4"))["highway-start"] == "9/4"


# A047
def test_between_two_new_zeds_the_tracks_are_counted_again() -> None:
    start = after_symbols({"forest-2": "5/3", "mountain-4": "3/1"})
    run = pressed(3, placement=True)
    here = asked(run, start, "draw-zed 9/4")
    assert legal(run, here) == {"press highway-start", "press suburbs-start"}
    left = asked(run, here, "press suburbs-start", "draw-zed 8/4")
    assert {"suburbs-start": "9/4", "highway-start": "8/4"}.items() <= zeds(left.state).items()


# A048
def test_a_new_zed_by_pressure_goes_to_another_start_space_if_its_own_is_full() -> None:
    on = {f"{track}-{number}": "5/3" for track in TRACKS[1:] for number in (2, 4, 6)}
    here = asked(pressed(2, placement=True), after_symbols({**on, "forest-start": "5/3 4/2"}), "draw-zed 9/4")
    assert legal(pressed(2), here) == {f"start-at {track}-start" for track in TRACKS[1:]}


# A049
def test_a_new_zed_by_pressure_returns_to_the_cup_if_all_start_spaces_are_full() -> None:
    on = {**{f"{track}-start": "5/3 4/2" for track in TRACKS}, "mountain-4": "2/1", "highway-4": "2/1", "suburbs-4": "2/1"}
    town = after(pressed(2, placement=True), after_symbols(on), "draw-zed 9/4")
    assert zeds(town) == on and town.phase == Phase.ACT


# A050
def test_pressure_into_town_center_loses() -> None:
    assert after(pressed(2), after_symbols({"forest-0": "9/4"})).phase == Phase.LOST


# -- set-up and the end -------------------------------------------------------------------------------------------------------


# A206 A207 A208
def test_the_set_up() -> None:
    position, drawn = RUN.set_up(), 0
    while position.state.phase != Phase.REVEAL:
        position = RUN.apply(position, RUN.outcomes(position)[0][0]).after
        drawn += 1
    town: Town = position.state
    villages = {"forest-4", "mountain-5", "highway-5", "suburbs-5", "suburbs-3"}
    assert drawn == 6 + 4 and town.ammo == 4
    assert set(zeds(town)) == {f"{track}-start" for track in TRACKS}
    assert {words_of(Place)[town.units[unit].at] for unit in COUNTERS if town.defiant[unit]} == villages
    at_home = [name for name in UNITS if where(town, name) == "town-center"]
    assert {"piazza", "hernandez", "schmidt", "hunt", "furies"} <= set(at_home) and len(at_home) == 6
    assert sum(RUN.setting.edition.zeds[kind] for kind in ZedKind) == 34


# A201 A203 A066
def test_the_last_card_wins_in_its_action_phase_unless_zeds_come_to_town_center_before() -> None:
    safe = {"suburbs-4": "5/3", "mountain-4": "5/3", "highway-3": "5/3"}
    assert after(RUN, table(Phase.SYMBOL, safe, TOWN_FOLK, EventCard.END_FOUR)).phase == Phase.WON
    late = {"suburbs-0": "2/1", "mountain-4": "5/3"}
    town = after(RUN, table(Phase.SYMBOL, late, TOWN_FOLK, EventCard.END_FOUR))
    assert town.phase == Phase.LOST and zeds(town)["mountain-4"] == "5/3"


# A204
def test_the_longer_deck_has_twenty_cards() -> None:
    edition = RUN.setting.edition
    assert sum(edition.specials) + sum(edition.normals) + 1 == 20
    assert list(edition.specials) == [0, 1, 1, 1] and list(edition.normals) == [3, 6, 4, 3]


# A088
def test_the_death_of_every_hero_does_not_end_the_game() -> None:
    dead = dict.fromkeys(("piazza", "hernandez", "schmidt", "hunt"), "cemetery")
    start = table(Phase.ACT, {}, {**dead, "civilians-1": "town-center"}, EventCard.NIGHT_FOREST, act=2, normals_left=1)
    assert after(RUN, start, "end-actions").phase == Phase.REVEAL


# A050 A065
@pytest.mark.parametrize("zed", ["2/1", "9/4"])
def test_zeds_that_enter_town_center_win_whoever_is_there(zed: str) -> None:
    units = {name: "town-center" for name in UNITS if name != "johnson"}
    start = table(Phase.ACTIVATE, {"forest-0": zed}, units, track=Track.FOREST, symbol=2)
    line = play(RUN, start)
    assert line[-1].after.state.phase == Phase.LOST and "engage" not in [each.event.text for each in line]


# A187
def test_a_card_that_brings_a_zed_to_a_full_start_space_lets_the_players_choose_another() -> None:
    start = table(Phase.EVENT, {"mountain-start": "5/3 4/2", "forest-start": "5/3 4/2"}, TOWN_FOLK, EventCard.NIGHT_MOUNTAIN)
    here = asked(RUN, start, "draw-zed 9/4")
    assert legal(RUN, here) == {"start-at highway-start", "start-at suburbs-start"}
