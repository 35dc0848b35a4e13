"""How Survivors are saved and the game of Until Daylight ends, sentence by sentence; `L107` is a line of its rulebook."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from daybreak_games.until_daylight.cards import Feat
from daybreak_games.until_daylight.state import Phase
from tests.contract.until_daylight_tables import Scene, attack, box, caught, onslaught, searching, table

AMMO = "gun gun-ammo*9"


def saved(scene: Scene) -> list[int]:
    """The saved Survivors of each player."""
    return [person.saved for person in scene.state.people][:3]


# -- saving -------------------------------------------------------------------------------------------------------------------


def test_survivors_of_an_area_without_enemies_are_saved() -> None:
    """L266 L268: they come to the player of the area and leave it; 1 experience each."""
    after = onslaught("S S | S | W", rolls="X", until=Phase.TICK)
    assert saved(after) == [2, 1, 0] and after.areas == " |  | W" and after.holder == 1


@pytest.mark.parametrize("enemy", ["W", "R", "B", "M"])
def test_no_survivor_is_saved_beside_an_enemy(enemy: str) -> None:
    """L266: all enemies of the area have to be eliminated."""
    dice = {"W": "X", "R": "BB", "B": "XX", "M": "XXX"}[enemy]
    after = onslaught(f"S {enemy} | S", rolls=dice, until=Phase.TICK)
    assert saved(after) == [0, 1, 0] and after.area(1) == f"S {enemy}"


def test_enemies_of_other_areas_do_not_matter() -> None:
    """L266: the same combat area is meant."""
    assert saved(onslaught("S | M | R", rolls="XXX XX", until=Phase.TICK)) == [1, 0, 0]


def test_survivors_are_saved_when_the_attacks_are_over() -> None:
    """L266: the players wait for that."""
    start = table("S W", AMMO, "vest", "vest").play(*attack("gun", "H", "H", ammo=1))
    assert start.area(1) == "S" and saved(start) == [0, 0, 0]
    after = start.play("pass-on", "pass-on", until=Phase.TICK)
    assert saved(after) == [1, 0, 0] and after.area(1) == ""


def test_infected_that_are_drawn_over_keep_a_survivor_from_being_saved() -> None:
    """L266 L412: an enemy is in the area again."""
    start = table("S | W W", AMMO, "vest", "vest").play(*attack("gun", "H", "H", area=2, ammo=1))
    assert start.areas == "S W |  | "
    after = start.play("pass-on", "pass-on", "X", until=Phase.TICK)
    assert saved(after) == [0, 0, 0] and after.area(1) == "S W"


def test_a_survivor_comes_to_the_player_of_the_area() -> None:
    """L268: not to the attacker who cleared it."""
    start = table("| S W", AMMO, "vest", "vest").play(*attack("gun", "H", "H", area=2, ammo=1))
    after = start.play("pass-on", "pass-on", until=Phase.TICK)
    assert saved(after) == [0, 1, 0] and after.holder == 2


def test_a_trap_that_clears_the_area_saves_survivors() -> None:
    """L266 L439: all enemies were eliminated."""
    assert saved(onslaught("S W", traps_of={1: 1}, until=Phase.TICK)) == [1, 0, 0]


def test_a_survivor_killed_by_enemies_is_not_saved() -> None:
    """L264 L266: nor one that a player shot."""
    after = table("S W", AMMO, "vest", "vest").play(*attack("gun", "HH", "shoot-survivor head", "H", ammo=2))
    assert after.play("pass-on", "pass-on", until=Phase.TICK).state.people[0].saved == 0


def test_a_saved_survivor_counts_for_an_objective_at_once() -> None:
    """L134 L166: 1 for the Survivor, and what the card says."""
    edition = box()
    card = edition.objectives[edition.own_objectives[edition.characters[1]][0]]
    card.feat, card.number, card.points = Feat.SURVIVORS, 1, 2
    after = onslaught("| S", "symbol*2", edition=edition, leader=1, until=Phase.TICK)
    assert after.state.people[1].points == 2 and after.holder == 2


# -- losing -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scene", [
    lambda: searching(piles="rats", health=(1, 6, 6)).play("draw"),
    lambda: caught(health=(1, 6, 6)).play("roll-fate hurt"),
    lambda: onslaught("W", health=(1, 6, 6), rolls="H"),
    lambda: table("W", "", AMMO, health=(1, 6, 6), active=2, turn=2).play(*attack("gun", "X", ammo=1))],
    ids=["Event", "Fate", "enemies", "friend"])
def test_a_death_loses_the_game_at_once(scene: Callable[[], Scene]) -> None:
    """L29 L115 L117: whoever dies, by whatever, in any round."""
    after = scene()
    assert after.phase == Phase.LOST and 0 in after.health


def test_a_death_in_the_last_fight_loses_it() -> None:
    """L568: even with a Survivor saved and the enemies almost gone."""
    after = onslaught("W", round=10, health=(1, 6, 6), rolls="H", saved_of={2: 1}, leader=2)
    assert after.phase == Phase.LOST


def test_the_game_is_not_lost_for_want_of_a_survivor_before_the_end() -> None:
    """L107 L118 L266: there is time to save one until the last fight is over."""
    after = onslaught("W", round=9, rolls="X", until=Phase.TICK)
    assert after.state.round == 10 and after.phase == Phase.TICK


# -- winning ------------------------------------------------------------------------------------------------------------------

KILL = attack("gun", "H", "H", ammo=1)


def test_all_enemies_gone_all_alive_and_one_saved_is_a_win() -> None:
    """L107 L109-L113 L566-L570: in round 10; one Survivor is enough."""
    assert table("W", AMMO, round=10, saved_of={3: 1}, leader=3).play(*KILL).phase == Phase.WON


def test_without_a_saved_survivor_it_is_a_loss() -> None:
    """L113 L118 L569: all enemies are gone, and no Survivor is left to be saved."""
    assert table("W", AMMO, round=10).play(*KILL).phase == Phase.LOST


@pytest.mark.parametrize("round_", [1, 5, 9])
def test_nobody_wins_before_the_last_round(round_: int) -> None:
    """L107 L111 L549: ten rounds have to be survived."""
    after = table("W", AMMO, round=round_, saved_of={3: 1}, leader=3).play(*KILL)
    assert after.phase == Phase.ACT and after.state.turn == 1


@pytest.mark.parametrize("areas", ["W W", "W | W", "W | | R", "W M"])
def test_all_enemies_must_be_eliminated(areas: str) -> None:
    """L112 L570: in every area."""
    after = table(areas, AMMO, round=10, saved_of={3: 1}, leader=3).play(*KILL)
    assert after.phase == Phase.ACT


def test_survivors_left_on_the_table_do_not_hinder_a_win() -> None:
    """L252 L264 L570: they are no enemies."""
    assert table("W | S", AMMO, round=10, saved_of={3: 1}, leader=3).play(*KILL).phase == Phase.WON


@pytest.mark.parametrize("areas", ["W S", "S W", "W | S"])
def test_survivors_left_at_the_end_are_saved(areas: str) -> None:
    """L266 L569: their areas have no enemy, and the fight is over."""
    assert table(areas, AMMO, round=10).play(*KILL).phase == Phase.WON


def test_a_trap_can_win_the_last_fight() -> None:
    """L439 L570: it eliminates the last enemy."""
    assert onslaught("W", round=10, traps_of={1: 1}, saved_of={2: 1}, leader=2).phase == Phase.WON


def test_a_saved_survivor_who_was_given_up_does_not_count() -> None:
    """L113 L270: the card is gone."""
    after = onslaught("W", AMMO, round=10, rolls="H", saved_of={1: 1}, leader=1).play("give-up player-1", *KILL)
    assert after.phase == Phase.LOST


def test_a_friends_death_in_the_attack_that_clears_the_table_is_a_loss() -> None:
    """L109-L117 L329 L568: all characters have to be alive."""
    after = table("| W", AMMO, round=10, health=(6, 1, 6), saved_of={3: 1}, leader=3).play(*attack("gun", "HX", area=2, ammo=2))
    assert after.phase == Phase.LOST


def test_an_empty_table_before_the_last_wave_is_no_win() -> None:
    """L553 L560 L570: the wave of round 10 is still to come."""
    start = searching(round=10, saved_of={1: 1}, leader=1)
    assert start.play("pass-on").phase == Phase.ACT and start.play("pass-on", "listen yes").phase == Phase.FATE


def test_a_last_wave_without_enemies_is_no_fight() -> None:
    """L266 L566-L570: everybody is alive, no enemy was left to fight, and the Survivors are saved."""
    assert caught(round=10, horde="S*20").play("roll-fate heal").phase == Phase.WON


# -- the last round -----------------------------------------------------------------------------------------------------------


def test_the_tenth_round_begins_like_the_others() -> None:
    """L553 L559 L560: a Search, then a wave of ten and as many as there are players."""
    start = searching(round=10, turn=2)
    assert {"draw", "pass-on"} <= start.legal
    after = start.play("draw", "listen yes", "roll-fate heal")
    assert after.areas.count("W") == 13 and after.phase == Phase.ACT and after.state.turn == 1


def test_both_sides_go_on_without_another_search() -> None:
    """L555 L561-L564: players, enemies, players, and so on; no wave, no Die of Fate, no round 11."""
    after = onslaught("B | W", AMMO, round=10, rolls="XX X").play("pass-on", "pass-on", "pass-on", "XX", "X")
    assert after.phase == Phase.ACT and not after.state.searching and after.state.round == 10 and after.areas == "B | W | "
    assert not any(event.split()[0] in ("listen", "roll-fate", "lay", "draw") for event in after.events)


@pytest.mark.parametrize("active", [1, 2, 3])
def test_the_same_player_is_first_in_each_cycle(active: int) -> None:
    """L286 L424 L561: nobody else has received a wave."""
    after = onslaught("B | W", round=10, active=active, rolls="X XX" if active == 2 else "XX X")
    assert after.phase == Phase.ACT and after.state.turn == active - 1 and after.state.turns == 0


def test_actions_of_the_last_fight_are_those_of_combat() -> None:
    """L561: craft, give, take, use and attack, as before; nobody draws."""
    start = onslaught("W", f"{AMMO} planks nails food-1", "vest", round=10, rolls="X", health=(5, 6, 6))
    assert {event.split()[0] for event in start.legal} == {"craft", "give", "take-from", "eat", "attack", "pass-on"}


def test_traps_of_a_later_cycle() -> None:
    """L439 L561 L562: crafted between two attacks of the enemies, it acts before the second."""
    start = onslaught("B W", "wires explosives", round=10, rolls="XXX").play("craft trap", "pass-on", "pass-on", "X")
    assert start.area(1) == "W" and start.tokens(1) == (0, 0) and start.phase == Phase.ACT


def test_rewards_of_the_last_fight() -> None:
    """L254 L557: kills earn cards as before."""
    after = table("R W", AMMO, round=10, piles="vest*3").play(*attack("gun", "H", "H", ammo=1))
    assert after.hand(1) == "gun-ammo*8 vest gun"


def test_the_ninth_round_is_followed_by_the_tenth() -> None:
    """L549 L537: with its Search, begun by the player after the last active one (L539)."""
    after = onslaught("", round=9, active=2, until=Phase.TICK)
    assert after.state.round == 10 and after.state.turn == 2 and after.state.searching


def test_survivors_of_the_last_fight_are_saved_between_cycles() -> None:
    """L266: when the enemies have attacked, in an area without any."""
    after = onslaught("S | W", round=10, rolls="X")
    assert saved(after) == [1, 0, 0] and after.area(1) == "" and after.phase == Phase.ACT
