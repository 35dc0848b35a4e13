"""The release of the Horde in Until Daylight, sentence by sentence; `L234` is a line of its rulebook."""

from __future__ import annotations

import pytest

from daybreak_games.until_daylight.cards import Fate, Horde
from daybreak_games.until_daylight.state import Phase
from tests.contract.until_daylight_tables import caught, onslaught, printed, table

FULL = "planks*3 nails*3 wires*3 machete"
STAYS = "roll-fate heal"  # with everybody unhurt: nothing happens


# -- how many -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("round_", [1, 4, 9, 10])
def test_as_many_cards_as_players_and_rounds(players: int, round_: int) -> None:
    """L234 L238: the two are added."""
    after = caught(players=players, round=round_).play(STAYS)
    assert after.state.line.size == players + round_ and after.state.horde.total == 20 - players - round_


@pytest.mark.parametrize(("side", "cards"), [("fewer", 6), ("more", 8), ("heal", 7), ("hurt", 7), ("draw", 7), ("discard", 7)])
def test_the_die_of_fate_can_add_or_take_away_a_card(side: str, cards: int) -> None:
    """L234 L611 L612: in round 3, with four players."""
    after = caught("vest", players=4, round=3).play(f"roll-fate {side}", *(["discard vest"] if side == "discard" else []))
    assert after.state.line.size == cards and after.state.horde.total == 20 - cards


def test_the_die_of_fate_has_the_six_results_of_the_index() -> None:
    """L611-L616: the edition that ships has each of them."""
    assert all(printed().fate[side] > 0 for side in Fate) and len(Fate) == 6


# -- what else the Die of Fate does -------------------------------------------------------------------------------------------


def test_it_is_rolled_before_the_cards_are_laid() -> None:
    """L234 L236: once, by the active player."""
    start = caught(turn=2)
    assert start.phase == Phase.FATE and start.areas == " |  | "
    after = start.play("roll-fate more")
    assert sum(event.startswith("roll-fate") for event in after.events) == 1
    assert after.events.index("roll-fate more") < after.events.index("lay wanderer")


@pytest.mark.parametrize(("side", "health"), [("heal", 4), ("hurt", 2)])
@pytest.mark.parametrize("active", [1, 3])
def test_it_heals_or_hurts_the_active_player(side: str, health: int, active: int) -> None:
    """L234 L615 L616: by one, and nobody else."""
    after = caught(turn=active, health=(3, 3, 3)).play(f"roll-fate {side}")
    assert after.health == tuple(health if player == active else 3 for player in (1, 2, 3))


def test_it_heals_nothing_that_is_not_hurt() -> None:
    """L87: the wheel begins with NONE."""
    assert caught().play("roll-fate heal").health == (6, 6, 6)


def test_it_can_kill() -> None:
    """L117 L616: before any card is laid."""
    after = caught(health=(1, 6, 6)).play("roll-fate hurt")
    assert after.phase == Phase.LOST and after.health == (0, 6, 6) and after.areas == " |  | "


def test_the_active_player_chooses_the_card_to_discard() -> None:
    """L613: one of the own cards."""
    start = caught("vest", "nails planks arrow*2", turn=2).play("roll-fate discard")
    assert start.legal == {"discard nails", "discard planks", "discard arrow"}
    after = start.play("discard arrow")
    assert after.hand(2) == "arrow planks nails" and after.hand(1) == "vest" and after.bag("discard") == "arrow"
    assert after.state.line.size == 4


def test_nothing_is_discarded_from_an_empty_inventory() -> None:
    """L613: there is nothing to choose."""
    after = caught("", "vest").play("roll-fate discard")
    assert after.phase == Phase.ACT and after.hand(2) == "vest"


def test_the_active_player_draws_a_card() -> None:
    """L614: one, from the piles."""
    after = caught("planks", turn=3, piles="vest*4").play("roll-fate draw")
    assert (after.hand(1), after.hand(3), after.bag("rubble")) == ("planks", "vest", "vest*3")


def test_a_card_too_many_is_discarded_at_once() -> None:
    """L185 L614: before the cards are laid."""
    start = caught(FULL, piles="vest*4").play("roll-fate draw")
    assert start.phase == Phase.LOSE and start.areas == " |  | "
    assert start.play("discard vest").area(1) == "W W W W"


def test_an_event_that_is_drawn_takes_effect_at_once() -> None:
    """L189 L614 L626: whatever the draw is for."""
    after = caught(piles="rats*2").play("roll-fate draw")
    assert after.health == (5, 6, 6) and after.bag("discard") == "rats"


def test_a_symbol_that_is_drawn_counts_at_once() -> None:
    """L136 L614: also outside the Search."""
    assert caught("symbol", "", leader=1, turn=2, piles="symbol").play("roll-fate draw").holder == 1
    assert caught("", "", turn=2, piles="symbol").play("roll-fate draw").holder == 2


# -- the cards ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("active", [1, 2, 3])
def test_the_wave_comes_to_the_active_player(active: int) -> None:
    """L202 L236: all of it."""
    after = caught(turn=active).play(STAYS)
    assert [len(after.area(player).split()) for player in (1, 2, 3)] == [4 * (player == active) for player in (1, 2, 3)]


def test_the_first_card_is_on_the_left() -> None:
    """L236: in the order of release."""
    start = caught(horde="M R S B W")
    after = start.play(STAYS, "lay monster", "lay raider", "lay survivor", "lay brute")
    assert after.area(1) == "M R S B" and after.bag("horde") == "W"


def test_every_card_of_the_pile_is_as_likely() -> None:
    """L77: it is shuffled, and what is drawn is gone from it."""
    start = caught(horde="M*2 W*3 S").play(STAYS)
    assert start.odds == {"lay wanderer": 3, "lay monster": 2, "lay survivor": 1}
    assert start.play("lay survivor").odds == {"lay wanderer": 3, "lay monster": 2}


def test_a_new_wave_joins_the_enemies_that_are_left() -> None:
    """L537 L244: the old order stays, and later cards come after earlier ones."""
    after = caught(areas="B S | R", horde="M W*2 R").play(STAYS, "lay monster", "lay wanderer", "lay raider")
    assert after.areas == "B S M W R W | R | "


def test_enemies_of_others_stay_where_they_are() -> None:
    """L537: when the wave comes to another player."""
    after = caught(areas="B S | R | M", turn=2).play(STAYS)
    assert after.areas == "B S | R W W W W | M"


def test_used_horde_cards_come_back_when_the_pile_is_empty() -> None:
    """L77: they lie beside it."""
    after = caught(horde="W", horde_discard="B*3").play(STAYS)
    assert after.area(1) == "W B B B" and after.bag("horde_discard") == "" and after.bag("horde") == ""


def test_a_wave_has_the_cards_that_there_are() -> None:
    """L234: with neither a pile nor a discard pile it is smaller."""
    after = caught(horde="W*2").play(STAYS)
    assert after.area(1) == "W W" and after.phase == Phase.ACT


def test_kept_monsters_and_saved_survivors_do_not_come_back() -> None:
    """L262 L268: they lie beside the boards."""
    after = caught(horde="W", horde_discard="B", monsters_of={2: 1}, saved_of={3: 1}, leader=2).play(STAYS)
    assert after.area(1) == "W B" and after.state.people[1].monsters == 1 and after.state.people[2].saved == 1


# -- what follows -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("active", [1, 3])
def test_the_characters_attack_next_the_active_one_first(active: int) -> None:
    """L282 L286: when the Hordes are in place."""
    after = caught(turn=active).play(STAYS)
    assert after.phase == Phase.ACT and not after.state.searching and after.state.turn == active - 1


def test_one_wave_in_a_round() -> None:
    """L226-L230: then the characters, then the enemies; the next wave is after another Search."""
    after = caught(horde="S*20").play(STAYS, "pass-on", "pass-on", "pass-on", until=Phase.TICK)
    assert after.state.round == 2 and after.state.searching
    assert sum(event.startswith("lay") for event in after.events) == 4


def test_survivors_come_with_the_others() -> None:
    """L252 L264: they are Horde cards among the others, and count in the wave."""
    after = caught(horde="S*2 R*2").play(STAYS, "lay survivor", "lay raider", "lay survivor")
    assert after.area(1) == "S R S R"


def test_a_later_round_adds_to_what_is_left() -> None:
    """L537: played through two rounds, with nobody attacking."""
    second = onslaught("W | | R", rolls="X XX", until=Phase.TICK).play("pass-on", "listen yes", STAYS)
    assert second.state.round == 2 and second.state.active == 1
    assert second.areas == "W | W W W W W | R"


def test_noise_brings_a_card_to_who_drew_it() -> None:
    """L189 L627: an Event of the editions, which is resolved in the Search."""
    start = table("R", "", "", searching=True, tick=1, turn=2, active=1, turns=0, piles="noise", horde="M*3").play("draw")
    assert start.areas == "R | M | " and start.state.horde[Horde.MONSTER] == 2
