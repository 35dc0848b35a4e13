"""The enemies' part of combat in Until Daylight, sentence by sentence; `L424` is a line of its rulebook."""

from __future__ import annotations

import pytest

from daybreak_games.until_daylight.box import Box
from daybreak_games.until_daylight.cards import Advantage
from daybreak_games.until_daylight.state import Phase
from tests.contract.until_daylight_tables import Scene, box, onslaught, table

TWELVE = (12, 12, 12)


def sturdy() -> Box:
    """Component data of characters with twelve Health."""
    edition = box()
    for seat in range(edition.players):
        edition.boards[edition.characters[seat]].health = 12
    return edition


def _dice(scene: Scene) -> int:
    """How many dice are to be rolled."""
    numbers = {sum(int(word) for word in event.split() if word.isdigit()) for event in scene.odds}
    assert len(numbers) == 1
    return numbers.pop()


def settled(scene: Scene) -> Scene:
    """What takes the dice, and what is discarded, is the first of what may be, each time."""
    while scene.phase in (Phase.ABSORB, Phase.LOSE):
        scene = scene.play(min(scene.legal))
    return scene


# -- who attacks, with what ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("area", "dice"), [("W", 1), ("R", 2), ("B", 2), ("M", 3), ("W W", 2), ("R R", 4), ("W B M", 6),
                                            ("B W S S", 3)])
def test_the_dice_of_the_enemies(area: str, dice: int) -> None:
    """L254 L258 L260 L459 L477 L510-L512: 1, 2, 2 and 3; those of Infected, or of Raiders, are added up (L256)."""
    assert _dice(onslaught(area, until=Phase.ENEMY_ROLL)) == dice


def test_survivors_do_not_attack() -> None:
    """L264: no dice are rolled for them."""
    after = onslaught("S S | S", horde="S*5")
    assert not any(event.startswith("show-enemies") for event in after.events) and after.health == (6, 6, 6)


def test_enemies_attack_when_all_players_had_their_turn() -> None:
    """L420: not earlier."""
    start = table("W", "vest", "vest", "vest").play("pass-on", "pass-on")
    assert start.phase == Phase.ACT and start.state.turn == 2
    assert start.play("pass-on", until=Phase.ENEMY_ROLL).phase == Phase.ENEMY_ROLL


@pytest.mark.parametrize(("active", "order"), [(1, [1, 2, 3]), (2, [2, 3, 1]), (3, [3, 1, 2])])
def test_areas_attack_clockwise_from_the_active_player(active: int, order: list[int]) -> None:
    """L424: each on the player it lies before."""
    start, attacked = onslaught("W | W | W", active=active, until=Phase.ENEMY_ROLL), []
    while start.phase == Phase.ENEMY_ROLL:
        attacked.append(start.state.area + 1)
        start = start.play("H", until=Phase.ENEMY_ROLL)
    assert attacked == order and start.health == (5, 5, 5)


def test_raiders_attack_before_infected() -> None:
    """L254 L426 L475 L499: wherever they stand in the line."""
    start = onslaught("W W W R", until=Phase.ENEMY_ROLL)
    assert _dice(start) == 2 and _dice(start.play("XX", until=Phase.ENEMY_ROLL)) == 3


@pytest.mark.parametrize(("area", "rolls"), [
    ("W W W W W W", [6]), ("W W W W W W W", [6, 1]), ("M M M M", [6, 6]), ("R R R R", [6, 2]), ("R R R W W", [6, 2]),
    ("R W", [2, 1]), ("W W W W W W S S M B B", [6, 6, 1])])
def test_six_dice_at_a_time(area: str, rolls: list[int]) -> None:
    """L473 L502 L512: and what is left at last; Raiders and Infected apart."""
    start, rolled = onslaught(area, edition=sturdy(), health=TWELVE, until=Phase.ENEMY_ROLL), []
    while start.phase == Phase.ENEMY_ROLL:
        rolled.append(_dice(start))
        start = start.play("X" * rolled[-1], until=Phase.ENEMY_ROLL)
    assert rolled == rolls


def test_dice_of_different_areas_are_not_rolled_together() -> None:
    """L424 L473: one area after the other."""
    assert _dice(onslaught("W | W", until=Phase.ENEMY_ROLL)) == 1 and _dice(onslaught("R | R", until=Phase.ENEMY_ROLL)) == 2


def test_enemies_attack_their_own_areas_player_only() -> None:
    """L424 L480: nobody else is hurt."""
    assert onslaught("| M", rolls="HHH").health == (6, 3, 6)


# -- damage -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "lost"), [("XXX", 0), ("BXX", 0), ("BBX", 1), ("BBB", 1), ("HXX", 1), ("HBX", 1), ("HBB", 2),
                                            ("HHX", 2), ("HHB", 2), ("HHH", 3)])
def test_a_head_or_two_bodies_are_one_damage(roll: str, lost: int) -> None:
    """L505 L506 L507 L605 L606: an X is nothing, and neither is a body alone."""
    assert onslaught("M", rolls=roll).health == (6 - lost, 6, 6)


def test_bodies_of_different_rolls_do_not_pair() -> None:
    """L503: each roll is resolved before the next."""
    assert onslaught("W W W W W W W", rolls="BXXXXX B").health == (6, 6, 6)


def test_bodies_of_raiders_and_infected_do_not_pair() -> None:
    """L426 L499: they attack one after the other."""
    assert onslaught("R W", rolls="BX B").health == (6, 6, 6)


@pytest.mark.parametrize(("roll", "lost"), [("XX", 0), ("BX", 0), ("BB", 1), ("HX", 1), ("HB", 1), ("HH", 2)])
def test_each_damage_of_a_raider_costs_a_card(roll: str, lost: int) -> None:
    """L254 L480 L481: too."""
    after = settled(onslaught("R", "nails*5", rolls=roll))
    assert after.health == (6 - lost, 6, 6) and after.hand(1) == f"nails*{5 - lost}"


def test_the_player_chooses_the_card() -> None:
    """L254: of the inventory."""
    start = onslaught("R", "nails planks machete", rolls="HX")
    assert start.legal == {"discard nails", "discard planks", "discard machete"}
    assert start.play("discard planks").hand(1) == "nails machete"


def test_without_a_card_damage_is_all() -> None:
    """L254: there is nothing to discard."""
    after = onslaught("R", "", "nails", rolls="HH")
    assert after.health == (4, 6, 6) and after.hand(2) == "nails"


def test_infected_cost_no_card() -> None:
    """L254 L505-L507: that is said of Raiders."""
    assert onslaught("B", "nails*2", rolls="HH").hand(1) == "nails*2"


def test_a_lost_symbol_takes_its_point_along() -> None:
    """L136 L138: whoever is ahead then leads."""
    after = onslaught("R", "symbol nails", "", "symbol", leader=1, rolls="HX", then=("discard symbol",))
    assert after.holder == 3


@pytest.mark.parametrize("area", ["W", "R"])
def test_enemies_can_kill_and_the_game_is_lost_at_once(area: str) -> None:
    """L115 L117: the other areas do not attack any more."""
    after = onslaught(f"{area} | W", rolls="H" if area == "W" else "HX", health=(1, 6, 6))
    assert after.phase == Phase.LOST and after.health == (0, 6, 6)


# -- Survivors ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "left", "lost"), [("XX", "S S B", 0), ("BX", "S B", 0), ("HX", "S B", 0), ("BB", "B", 0),
                                                    ("HH", "B", 0), ("HB", "B", 0)])
def test_infected_kill_survivors_first(roll: str, left: str, lost: int) -> None:
    """L264 L272 L432 L501: one damage of any kind each, and the player is spared."""
    after = settled(onslaught("S S B", rolls=roll))
    assert after.area(1) == left and after.health == (6 - lost, 6, 6)


def test_players_do_not_spare_survivors() -> None:
    """L272 L501: they are attacked before the player."""
    start = onslaught("S W", rolls="H")
    assert "hold-back" not in start.legal and start.play("absorb head").area(1) == "W"


def test_survivors_killed_by_infected_are_discarded() -> None:
    """L516: in the Horde discard pile."""
    assert onslaught("S W", rolls="H").play("absorb head").bag("horde_discard") == "S"


def test_what_survivors_do_not_take_hits_the_player() -> None:
    """L432-L435: of two heads and a body for one Survivor, the player chooses."""
    start = onslaught("S M", rolls="HHB")
    assert start.legal == {"absorb head", "absorb body"}
    assert start.play("absorb body").health == (4, 6, 6) and start.play("absorb head").health == (5, 6, 6)


def test_bodies_and_heads_of_raiders_pass_survivors_by() -> None:
    """L475: Raiders do not attack them."""
    after = onslaught("S R", rolls="HH")
    assert after.area(1) == "S R" and after.health == (4, 6, 6)


@pytest.mark.parametrize(("roll", "left", "discarded"), [("XX", "R", "S*2"), ("XH", "S R", "S"), ("XB", "S R", "S"),
                                                         ("BB", "S S R", "")])
def test_each_x_of_a_raider_kills_a_survivor(roll: str, left: str, discarded: str) -> None:
    """L475 L479 L485 L607: collateral damage; they are discarded."""
    after = onslaught("S S R", rolls=roll)
    assert after.area(1) == left and after.bag("horde_discard") == discarded


def test_more_misses_than_survivors_do_nothing_else() -> None:
    """L479: neither to the player nor to a Barricade."""
    after = onslaught("S R", rolls="XX", barricades_of={1: 1})
    assert after.area(1) == "R" and after.health == (6, 6, 6) and after.tokens(1) == (0, 1)


def test_survivors_of_other_areas_are_safe() -> None:
    """L479 L485: those in the player's area are meant."""
    assert onslaught("R | S | S", rolls="XX").state.people[1].saved == 1


def test_an_x_of_infected_kills_nobody() -> None:
    """L479 L505: only that of Raiders."""
    assert onslaught("S B", rolls="XX").area(1) == "S B"


# -- Barricades and protection ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "barricades", "lost"), [("XXX", 1, 0), ("BXX", 1, 0), ("BBX", 0, 0), ("HXX", 0, 0),
                                                          ("BBB", 0, 0), ("HHX", 0, 1), ("HHH", 0, 2)])
def test_a_barricade_takes_two_bodies_or_a_head(roll: str, barricades: int, lost: int) -> None:
    """L453 L455: and is destroyed; the player takes what is left."""
    after = settled(onslaught("M", rolls=roll, barricades_of={1: 1}))
    assert after.tokens(1) == (0, barricades) and after.health == (6 - lost, 6, 6)


def test_which_dice_a_barricade_takes() -> None:
    """L455: a head, or two bodies: the other ones pass."""
    start = onslaught("M", rolls="HBB", barricades_of={1: 1})
    assert start.legal == {"absorb head", "absorb body"}
    assert start.play("absorb head").health == (5, 6, 6) and start.play("absorb body").health == (5, 6, 6)


def test_a_destroyed_barricade_goes_back_to_the_supply() -> None:
    """L457: near the Horde."""
    after = onslaught("W", rolls="H", barricades_of={1: 2, 2: 1}).play("absorb head")
    assert after.tokens(1) == (0, 1) and after.tokens(2) == (0, 1) and after.state.barricades == 10


def test_barricades_take_damage_one_after_the_other() -> None:
    """L459: two of them, two heads and two bodies."""
    after = onslaught("W W W W", rolls="HHBB", barricades_of={1: 2}).play("absorb head", "absorb head")
    assert after.tokens(1) == (0, 0) and after.health == (5, 6, 6)


def test_a_barricade_stops_raiders_too() -> None:
    """L254 L433 L453: damage that it takes costs no card."""
    after = onslaught("R", "nails*2", rolls="HX", barricades_of={1: 1}).play("absorb head")
    assert after.health == (6, 6, 6) and after.hand(1) == "nails*2" and after.tokens(1) == (0, 0)


def test_survivors_before_barricades() -> None:
    """L272 L432 L433 L453: the second head destroys the Barricade."""
    start = onslaught("S B", rolls="HH", barricades_of={1: 1})
    first = start.play("absorb head")
    assert first.area(1) == "B" and first.tokens(1) == (0, 1)
    assert first.play("absorb head").tokens(1) == (0, 0) and first.play("absorb head").health == (6, 6, 6)


def test_barricades_before_protection_cards() -> None:
    """L433 L434: then the card, which is used up; then the character (L435)."""
    start = onslaught("M", "vest nails", rolls="HHH", barricades_of={1: 1})
    first = start.play("absorb head")
    assert first.tokens(1) == (0, 0) and first.hand(1) == "nails vest"
    second = first.play("absorb head")
    assert second.hand(1) == "nails" and second.bag("discard") == "vest" and second.health == (5, 6, 6)


def test_tokens_and_cards_protect_their_own_player() -> None:
    """L437 L451 L453: who has them."""
    after = onslaught("W", "", "vest", rolls="H", barricades_of={2: 1}, traps_of={3: 1})
    assert after.health == (5, 6, 6) and after.tokens(2) == (0, 1) and after.tokens(3) == (1, 0) and after.hand(2) == "vest"


def test_a_protection_card_spares_a_raiders_victim_the_loss() -> None:
    """L254 L434: the player took no damage."""
    after = onslaught("R", "vest nails", rolls="BB").play("absorb body")
    assert after.health == (6, 6, 6) and after.hand(1) == "nails"


def test_a_body_alone_does_not_touch_a_barricade() -> None:
    """L455 L503: nor does it wait there for the next roll."""
    after = onslaught("W W W W W W W", rolls="BXXXXX B", barricades_of={1: 1}, until=Phase.TICK)
    assert after.tokens(1) == (0, 1) and after.health == (6, 6, 6)


# -- Traps --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("area", "left"), [("W B", "B"), ("R W", "W"), ("B M", "M"), ("M W", "M W")])
def test_a_trap_kills_the_first_enemy_but_no_monster(area: str, left: str) -> None:
    """L439 L443: before the enemies attack; the token is used up all the same, and goes back."""
    after = onslaught(area, traps_of={1: 1}, until=Phase.ENEMY_ROLL)
    assert after.area(1) == left and after.tokens(1) == (0, 0) and after.state.traps == 6
    assert not any(event.startswith("show-enemies") for event in after.events)


def test_a_killed_enemy_does_not_attack() -> None:
    """L439: the Brute is dead before it could."""
    assert _dice(onslaught("B W", traps_of={1: 1}, until=Phase.ENEMY_ROLL)) == 1


def test_a_trap_leaves_survivors_alone() -> None:
    """L264 L439: it is for enemies."""
    assert onslaught("S B W", traps_of={1: 1}, until=Phase.ENEMY_ROLL).area(1) == "S W"


def test_a_trap_waits_for_enemies_of_its_area() -> None:
    """L439: the first enemy in the Character's area."""
    after = onslaught("S | W", traps_of={1: 1}, rolls="X")
    assert after.tokens(1) == (1, 0) and after.area(2) == "W"


def test_two_traps_hit_one_after_the_other() -> None:
    """L439: each the enemy that is first then."""
    after = onslaught("W B R", traps_of={1: 2}, until=Phase.ENEMY_ROLL)
    assert after.area(1) == "R" and after.tokens(1) == (0, 0)


def test_traps_act_once_for_an_area() -> None:
    """L439: then they are gone."""
    after = onslaught("W W W | W", traps_of={1: 1, 2: 1}, until=Phase.ENEMY_ROLL)
    assert after.areas == "W W | W | " and after.tokens(2) == (1, 0)


def test_a_trap_and_a_barricade() -> None:
    """L439 L453: the Trap first, then the rolls of those who are left."""
    after = onslaught("W W", traps_of={1: 1}, barricades_of={1: 1}, rolls="H").play("absorb head")
    assert after.tokens(1) == (0, 0) and after.area(1) == "W" and after.health == (6, 6, 6)


def test_two_traps_kill_a_monster() -> None:
    """L439 L443: each deals it one head, which is what the Monster lacked."""
    after = onslaught("M W", traps_of={1: 2}, until=Phase.ENEMY_ROLL)
    assert after.area(1) == "W" and after.state.people[0].monsters == 1 and after.holder == 1


@pytest.mark.parametrize(("enemy", "cards"), [("W", 0), ("R", 1), ("B", 1)])
def test_kills_of_traps_earn_rubble(enemy: str, cards: int) -> None:
    """L254 L260: the player of the Trap eliminates them."""
    assert onslaught(f"{enemy} W", traps_of={1: 1}, until=Phase.ENEMY_ROLL).hand(1) == "nails" * cards


def test_traps_come_before_raiders() -> None:
    """L426 L439: before any enemy attacks; here the Raider is the first of the area."""
    after = onslaught("R R W", traps_of={1: 1}, until=Phase.ENEMY_ROLL)
    assert _dice(after) == 2 and after.area(1) == "R W"


def test_kills_of_traps_are_discarded() -> None:
    """L396: like others who were killed."""
    assert onslaught("W B", traps_of={1: 1}, until=Phase.ENEMY_ROLL).bag("horde_discard") == "W"


# -- saved Survivors ----------------------------------------------------------------------------------------------------------


def test_a_saved_survivor_may_take_one_damage() -> None:
    """L270: of two, here; the card is discarded, and its point is gone (L133)."""
    start = onslaught("B", rolls="HH", saved_of={1: 1}, leader=1)
    assert start.legal == {"give-up player-1", "endure"}
    after = start.play("give-up player-1")
    assert after.health == (5, 6, 6) and after.state.people[0].saved == 0 and after.bag("horde_discard") == "S"


def test_nobody_has_to_give_a_saved_survivor_up() -> None:
    """L270: a player can."""
    after = onslaught("W", rolls="H", saved_of={1: 1}, leader=1).play("endure")
    assert after.health == (5, 6, 6) and after.state.people[0].saved == 1


def test_saved_survivors_are_out_of_the_fight() -> None:
    """L268 L479: no X of a Raider reaches them, and no damage goes to them first."""
    after = onslaught("R", rolls="XX", saved_of={1: 2}, leader=1)
    assert after.state.people[0].saved == 2 and after.health == (6, 6, 6)


def test_a_survivor_who_takes_a_raiders_damage_saves_the_card_too() -> None:
    """L254 L270: the player took none."""
    after = onslaught("R", "nails", rolls="HX", saved_of={1: 1}, leader=1).play("give-up player-1")
    assert after.health == (6, 6, 6) and after.hand(1) == "nails"


def test_one_survivor_takes_one_damage() -> None:
    """L270: each of two heads may be taken by one."""
    start = onslaught("B", rolls="HH", saved_of={1: 2}, leader=1).play("give-up player-1")
    assert start.play("give-up player-1").health == (6, 6, 6) and start.play("endure").health == (5, 6, 6)


def test_saved_survivors_of_others_do_not_help() -> None:
    """L270: a player discards one of the own."""
    assert onslaught("W", rolls="H", saved_of={2: 1}, leader=2, until=Phase.TICK).health == (5, 6, 6)


def test_the_point_of_a_survivor_given_up_is_lost() -> None:
    """L126 L133 L270: another player may be ahead then."""
    after = onslaught("W", "", "symbol", rolls="H", saved_of={1: 1}, leader=1).play("give-up player-1")
    assert after.holder == 2


# -- the end of the round -----------------------------------------------------------------------------------------------------


def test_the_round_is_over_when_all_have_attacked() -> None:
    """L537: enemies that are left stay where they are."""
    after = onslaught("W | R | M B", rolls="X XX XXXXX", until=Phase.TICK)
    assert after.state.round == 2 and after.areas == "W | R | M B" and after.state.searching


def test_the_leaders_advantage_is_no_matter_of_enemies() -> None:
    """L151 L426: the leader rolls for them, with their dice."""
    edition = box()
    edition.boards[edition.characters[0]].advantage = Advantage.MELEE_DIE
    assert _dice(onslaught("W", "symbol", edition=edition, leader=1, until=Phase.ENEMY_ROLL)) == 1
