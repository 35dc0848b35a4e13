"""The enemies' attacks in Survive Until Daylight, and the end of the game, sentence by sentence.

`L456` is a line of its rulebook.
"""

from __future__ import annotations

import pytest

from daybreak_games.survive_until_daylight.state import Phase
from tests.contract.survive_until_daylight_tables import Scene, attack, onslaught, searching, table, trading, waved

SOLO = {"players": 1}


def barricades(scene: Scene, player: int = 1) -> int:
    """The Barricades of a player."""
    return int(scene.state.people[player - 1].barricades)


def traps(scene: Scene, player: int = 1) -> int:
    """The Traps of a player."""
    return int(scene.state.people[player - 1].traps)


# -- who attacks whom ---------------------------------------------------------------------------------------------------------


def test_the_first_attack_is_on_the_holder() -> None:
    """L106 L456: the leftmost enemy attacks who has the WAVE! card, whoever goes first."""
    assert onslaught("W", wave=3, first=1).health == (6, 6, 5)


def test_enemies_attack_from_the_left() -> None:
    """L388: the order on the line is the order of the attacks."""
    assert onslaught("B W").health == (4, 5, 6) and onslaught("W B").health == (5, 4, 6)


def test_each_enemy_attacks_once_in_a_phase() -> None:
    """L456 L464: when all have, the next Search phase begins."""
    after = onslaught("W W")
    assert after.health == (5, 5, 6) and after.phase == Phase.SEARCH


def test_enemies_that_are_left_attack_again_in_the_next_round() -> None:
    """L106 L388: before the new ones, for they lie on the left of them."""
    later = onslaught("B", **SOLO).play("search", "draw yes", "reveal fourth", "lay-out wanderer-a", "accept", "end-trade")
    assert later.line == "B W" and later.health == (4,)
    assert later.play("end-turn").health == (1,)


def test_a_defeated_enemy_goes_to_the_discards() -> None:
    """L183 L213: its card is discarded, whoever killed it."""
    killed = table("W1", "knife").play(*attack("knife"))
    assert killed.state.horde_discard[0] == 1 and killed.state.horde_discard.total == 1
    assert onslaught("W S").state.horde_discard.total == 1


def test_no_enemies_no_attack() -> None:
    """L456 L464: the Round is over at once."""
    after = onslaught("")
    assert after.health == (6, 6, 6) and after.phase == Phase.SEARCH and after.state.round == 2


def test_enemies_killed_by_players_do_not_attack() -> None:
    """L456: only those that remain."""
    assert table("B3 W", "knife", turns=2).play(*attack("knife"), "end-turn").health == (5, 6, 6)


def test_enemies_stay_with_their_damage() -> None:
    """L106 L175: until they are dealt with; their Skull tokens stay."""
    assert onslaught("B3 R1^ W").line == "B3 R1^ W"


def test_an_attack_that_deals_nothing_still_moves_on() -> None:
    """L460: whatever happened, the next attack is on the next player."""
    assert onslaught("w W", draws="zero").health == (6, 5, 6)


def test_a_blocked_attack_still_moves_on() -> None:
    """L460: also where a Barricade stopped it."""
    assert onslaught("W W", barricades_of={1: 1}).health == (6, 5, 6)


def test_an_enemy_killed_by_a_trap_still_moves_on() -> None:
    """L460: also where a Trap killed it."""
    assert onslaught("W W", traps_of={1: 1}).health == (6, 5, 6)


def test_a_lone_player_takes_all_attacks() -> None:
    """L456: clockwise from one player is the same one."""
    assert onslaught("W W B", **SOLO).health == (2,)


def test_two_players_take_turns() -> None:
    """L456: one, the other, one again."""
    assert onslaught("W B W", players=2, wave=2).health == (4, 4)


# -- Damage and Combat cards --------------------------------------------------------------------------------------------------


def test_fixed_damage_of_an_enemy_needs_no_card() -> None:
    """L169: a fixed number."""
    after = onslaught("B")
    assert after.health[0] == 4 and not any(event.startswith("draw-combat") for event in after.events)


@pytest.mark.parametrize(("card", "health"), [("minus-2", 6), ("zero", 6), ("plus-1", 5), ("plus-2", 4), ("plus-3", 3)])
def test_a_combat_card_of_an_enemy_is_its_damage(card: str, health: int) -> None:
    """L170 L446 L452: added to no Fixed Damage, and never below nothing."""
    assert onslaught("w", draws=card).health[0] == health


def test_fixed_damage_and_a_card_add_up() -> None:
    """L169 L170 L450: an enemy may have both."""
    start = table("W", turns=2, turn=3)
    start.run.setting.edition.horde_sheets[0].cards = 1
    assert start.play("end-turn", "draw-combat plus-2").health[0] == 3
    assert start.play("end-turn", "draw-combat minus-1").health[0] == 6


def test_players_and_enemies_draw_from_one_deck() -> None:
    """L448: what a player drew is not there for an enemy."""
    start = table("w M", "pistol gun-ammo", turns=2, combat="plus-1 zero plus-2")
    begun = start.play(*attack("pistol", 1, "plus-2", ammo=1), "end-turn")
    assert begun.odds == {"draw-combat plus-1": 1, "draw-combat zero": 1}


def test_the_deck_is_reshuffled_for_enemies_too() -> None:
    """L448: when it is empty."""
    begun = onslaught("w", combat="", combat_discard="plus-1 zero*2")
    assert begun.odds == {"draw-combat plus-1": 1, "draw-combat zero": 2}


@pytest.mark.parametrize(("draws", "health"), [
    ("zero plus-2", 4), ("plus-2 zero", 4), ("minus-2 plus-1", 5), ("plus-1 reckless", 4)])
def test_of_several_cards_the_most_damaging_is_kept(draws: str, health: int) -> None:
    """L450: the greatest damage to the target."""
    assert onslaught("ww", draws=draws).health[0] == health


def test_splash_does_not_count_in_the_comparison() -> None:
    """L450: 1 to the target is more than 0 to the target and 2 to each neighbour."""
    assert onslaught("ww", draws="spray plus-1").health == (5, 6, 6)


def test_only_one_card_is_applied() -> None:
    """L450: the other does nothing, its Splash included."""
    assert onslaught("ww", draws="plus-2 splash-1").health == (4, 6, 6)


def test_equal_cards_are_a_choice_of_the_players() -> None:
    """L450: it is they who keep one."""
    tied = onslaught("ww", draws="zero splash-1")
    assert tied.legal == {"break-tie zero", "break-tie splash-1"}
    assert tied.play("break-tie zero").health == (6, 6, 6)
    assert tied.play("break-tie splash-1").health == (6, 5, 5)


def test_special_effects_work_for_enemies() -> None:
    """L448: Splash on the players beside the target."""
    assert onslaught("w", players=4, wave=2, draws="splash-2").health == (4, 5, 4, 6)


def test_loose_rubble_does_nothing_for_an_enemy() -> None:
    """L448: the one exception."""
    after = onslaught("w", draws="loose-rubble")
    assert after.phase == Phase.SEARCH and after.state.active == 5 + 12 and after.bag("discard") == ""


def test_an_enemy_suffers_its_own_damage() -> None:
    """L546: from the card that it drew."""
    after = onslaught("b1", draws="reckless")
    assert after.line == "b2" and after.health[0] == 4


def test_an_enemy_can_die_of_its_own_card() -> None:
    """L175 L546: it is discarded."""
    assert onslaught("w1 W", draws="reckless").line == "W"


@pytest.mark.parametrize(("line", "health"), [("w S", 6), ("w", 6)])
def test_nothing_protects_an_enemy_from_its_card(line: str, health: int) -> None:
    """L546: Barricades and Survivors do not matter."""
    after = onslaught(line, draws="reckless", barricades_of={1: 1})
    assert after.line == "w1" and after.health[0] == health


# -- Raiders ------------------------------------------------------------------------------------------------------------------


def test_a_raider_that_hurts_takes_a_random_card() -> None:
    """L173 L193: each card as likely, Ammo by the card, weapons not."""
    robbed = onslaught("R", "gun-ammo*2 junk lucky knife pillar-weapon axe", started="pillar-weapon")
    if robbed.phase == Phase.REACT:
        robbed = robbed.play("take-it")
    assert robbed.phase == Phase.LOSE_CARD and robbed.health[0] == 5
    assert robbed.odds == {"lose-card gun-ammo": 2, "lose-card junk": 1, "lose-card lucky": 1}
    after = robbed.play("lose-card gun-ammo")
    assert after.bag("discard") == "gun-ammo" and after.hand(1) == "gun-ammo junk lucky pillar-weapon knife axe"


def test_a_raider_takes_nothing_where_there_are_weapons_only() -> None:
    """L193: weapons are spared, found ones as well."""
    after = onslaught("R", "knife axe bow", started="knife")
    assert after.hand(1) == "knife axe bow" and after.phase == Phase.SEARCH


def test_a_raider_takes_nothing_from_a_backpack() -> None:
    """L620: neither the Backpack nor its cards."""
    after = onslaught("R", "backpack", packed="food-3 gun-ammo")
    assert after.hand(1) == "backpack" and after.bag("packed") == "gun-ammo food-3"


def test_a_raider_that_deals_no_damage_takes_nothing() -> None:
    """L193: only if the character suffers damage."""
    after = onslaught("r", "junk", draws="zero")
    assert after.hand(1) == "junk" and after.health[0] == 6


def test_a_raider_that_is_stopped_takes_nothing() -> None:
    """L193 L330: a Barricade stops the damage."""
    assert onslaught("R", "junk", barricades_of={1: 1}).hand(1) == "junk"


def test_a_raider_that_attacks_a_survivor_takes_nothing() -> None:
    """L193 L462: no character suffers damage."""
    assert onslaught("R S", "junk").hand(1) == "junk"


def test_a_raider_takes_one_card_however_much_it_deals() -> None:
    """L193: one card for an attack."""
    assert onslaught("r", "junk*3", draws="plus-3").hand(1) == "junk*2"


def test_each_raider_takes_a_card() -> None:
    """L193: attack by attack."""
    assert onslaught("R R", "junk*3", **SOLO).hand(1) == "junk"


def test_junk_can_be_what_is_lost() -> None:
    """L304: it counts where a random card is discarded."""
    assert onslaught("R", "junk planks").odds == {"lose-card planks": 1, "lose-card junk": 1}


@pytest.mark.parametrize("line", ["W", "B", "M"])
def test_other_enemies_take_no_cards(line: str) -> None:
    """L193: it is the Raiders' Special."""
    assert onslaught(line, "junk").hand(1) == "junk"


# -- Brutes and Monsters ------------------------------------------------------------------------------------------------------


def test_a_brute_passes_all_barricades() -> None:
    """L205 L574: it deals its damage, and they stay."""
    after = onslaught("B", barricades_of={1: 2})
    assert after.health[0] == 4 and barricades(after) == 2


def test_a_trap_kills_a_brute() -> None:
    """L201 L336: four damage."""
    assert onslaught("B", traps_of={1: 1}).line == ""


def test_a_monster_makes_others_stronger() -> None:
    """L227: each other enemy deals one more, wherever it lies on the line."""
    assert onslaught("W M B", health=(6, 6, 6)).health == (4, 3, 3)


def test_monsters_add_up_and_do_not_help_each_other() -> None:
    """L227: two for others, none among themselves."""
    assert onslaught("M M W").health == (3, 3, 3)


def test_a_monster_adds_to_what_combat_cards_deal() -> None:
    """L227 L452: to the attack as a whole, before it is raised to nothing."""
    assert onslaught("w M", draws="plus-1").health == (4, 3, 6)
    assert onslaught("w M", draws="minus-2").health == (6, 3, 6)


def test_a_dead_monster_helps_nobody() -> None:
    """L227: only one on the table."""
    assert table("M7 W", "knife", turns=2).play(*attack("knife"), "end-turn").health == (5, 6, 6)


def test_a_monster_does_not_make_survivors_attack() -> None:
    """L211 L227: they are no enemies."""
    assert onslaught("S M", **SOLO).health == (6,) and onslaught("M S S", **SOLO).line == "M S"


def test_a_monster_helps_against_survivors_as_well() -> None:
    """L227: any attack of an enemy; here one that would deal nothing."""
    assert onslaught("w S M", draws="zero", players=2).line == "w M"


# -- Traps and Barricades -----------------------------------------------------------------------------------------------------


def test_a_trap_acts_before_the_enemy_draws() -> None:
    """L336: immediately before the attack, which a dead enemy does not make."""
    after = onslaught("w", traps_of={1: 1})
    assert after.line == "" and not any(event.startswith("draw-combat") for event in after.events)


def test_an_enemy_that_survives_a_trap_attacks_as_usual() -> None:
    """L336: with all effects, Splash among them."""
    after = onslaught("mm", traps_of={1: 1}, draws="zero splash-2")
    assert after.line == "mm4" and after.health == (5, 4, 4) and traps(after) == 0


def test_a_trap_is_for_its_owner_only() -> None:
    """L336: it acts when that character is attacked."""
    after = onslaught("W W", traps_of={2: 1})
    assert after.health == (5, 6, 6) and after.line == "W" and traps(after, 2) == 0


def test_one_trap_one_enemy() -> None:
    """L336: after use it is discarded."""
    after = onslaught("W R", traps_of={1: 1}, **SOLO)
    assert after.line == "R" and after.health == (5,) and after.state.traps == 6


def test_a_trap_does_not_act_when_a_survivor_is_attacked() -> None:
    """L336 L462: the character is not attacked."""
    after = onslaught("W S", traps_of={1: 1})
    assert traps(after) == 1 and after.line == "W"


def test_a_barricade_stops_any_damage() -> None:
    """L330: all of it, and breaks."""
    after = onslaught("M", barricades_of={1: 1})
    assert after.health[0] == 6 and barricades(after) == 0 and after.state.barricades == 6


def test_a_barricade_stops_one_attack() -> None:
    """L330: the next one that deals damage."""
    assert onslaught("W W", barricades_of={1: 1}, **SOLO).health == (5,)


def test_two_barricades_stop_two_attacks() -> None:
    """L330: one each."""
    after = onslaught("W W W", barricades_of={1: 2}, **SOLO)
    assert after.health == (5,) and barricades(after) == 0


@pytest.mark.parametrize("card", ["zero", "minus-2", "splash-1"])
def test_a_barricade_stays_where_the_attack_deals_nothing(card: str) -> None:
    """L330: the target takes 0."""
    assert barricades(onslaught("w", barricades_of={1: 1}, draws=card)) == 1


def test_a_barricade_does_not_stop_splash() -> None:
    """L332: and is not broken by it."""
    after = onslaught("w", barricades_of={2: 1}, draws="splash-2")
    assert after.health == (5, 4, 4) and barricades(after, 2) == 1


def test_splash_of_an_attack_that_is_stopped() -> None:
    """L330 L332: the Barricade protects its owner, not the neighbours."""
    after = onslaught("w", barricades_of={1: 1}, draws="splash-2")
    assert after.health == (6, 4, 4) and barricades(after) == 0


def test_a_barricade_stays_for_later_rounds() -> None:
    """L330: until it breaks."""
    assert barricades(onslaught("", barricades_of={1: 1})) == 1


def test_a_barricade_is_for_its_owner_only() -> None:
    """L330: it stands next to one character."""
    after = onslaught("W", barricades_of={2: 1})
    assert after.health == (5, 6, 6) and barricades(after, 2) == 1


# -- Survivors ----------------------------------------------------------------------------------------------------------------


def test_a_survivor_is_attacked_first() -> None:
    """L215 L462: before the holder, wherever it lies on the line."""
    after = onslaught("W S")
    assert after.health == (6, 6, 6) and after.line == "W"


def test_survivors_are_attacked_one_by_one_from_the_left() -> None:
    """L215: then the holder, and clockwise."""
    after = onslaught("S W B S W W")
    assert after.line == "W B W W" and after.health == (5, 5, 6)


def test_a_survivor_takes_the_whole_attack() -> None:
    """L462: what is more than it can bear hits nobody."""
    assert onslaught("M S", wave=2).health == (6, 6, 6)


def test_a_survivor_that_is_not_hurt_is_still_there() -> None:
    """L215 L452: an attack of 0; the next enemy attacks it again."""
    after = onslaught("w W S", draws="zero")
    assert after.line == "w W" and after.health == (6, 6, 6)


def test_survivors_do_not_attack() -> None:
    """L211: they are no enemies."""
    assert onslaught("S S S").health == (6, 6, 6)


def test_survivors_stay_for_the_next_rounds() -> None:
    """L215 L464: on the line."""
    assert onslaught("S S").line == "S S"


def test_a_survivor_keeps_its_place_left_of_the_next_wave() -> None:
    """L215 L388 L464: new cards join on the right, and it is attacked first again."""
    later = onslaught("S", **SOLO).play("search", "draw yes", "reveal fourth", "lay-out wanderer-a")
    assert later.line == "S W"
    assert later.play("accept", "end-trade", "end-turn").health == (6,)


def test_splash_of_an_attack_on_a_survivor_stays_on_the_line() -> None:
    """L438: neighbours of the target, and no players."""
    after = onslaught("w S R S", draws="splash-1", until=Phase.CLEAR).play(until=Phase.NEXT_ENEMY)
    assert after.line == "w1 S R1 S" and after.health == (6, 6, 6)


# -- death and the end --------------------------------------------------------------------------------------------------------


def test_a_death_ends_the_game_at_once() -> None:
    """L90 L141 L482: nobody else is attacked."""
    after = onslaught("W W W", health=(6, 1, 6))
    assert after.phase == Phase.LOST and after.health == (5, 0, 6)


def test_splash_can_kill_a_neighbour() -> None:
    """L90 L438: it is damage."""
    assert onslaught("w", health=(6, 6, 1), draws="splash-1").phase == Phase.LOST


def test_damage_beyond_the_last_health_is_no_matter() -> None:
    """L141: the skull is the end of the tracker."""
    after = onslaught("M", health=(1, 6, 6))
    assert after.phase == Phase.LOST and after.health[0] == 0


@pytest.mark.parametrize(("number", "phase"), [(1, Phase.SEARCH), (5, Phase.SEARCH), (6, Phase.WON), (7, Phase.WON)])
def test_the_game_is_won_after_round_six_without_enemies(number: int, phase: Phase) -> None:
    """L88 L494-L496: not before, even if the line is empty."""
    assert onslaught("", round=number).phase == phase


@pytest.mark.parametrize("number", [6, 7])
def test_enemies_left_after_round_six_must_be_killed(number: int) -> None:
    """L472 L482 L495: play goes on."""
    assert onslaught("W", round=number).phase == Phase.SEARCH


def test_a_death_in_the_last_attack_loses() -> None:
    """L496: all must be alive."""
    assert onslaught("w1", health=(1, 6, 6), draws="plus-1", round=6).phase == Phase.LOST
    assert onslaught("w1", health=(2, 6, 6), draws="reckless", round=6).phase == Phase.LOST


def test_the_last_enemy_may_die_of_its_own_card() -> None:
    """L494-L496 L546: dead is dead."""
    assert onslaught("w1", draws="reckless", round=6).phase == Phase.WON


def test_no_cards_are_added_after_round_six() -> None:
    """L474 L482: what is left of the pile, with the WAVE! card."""
    after = onslaught("W", round=6)
    assert after.state.active == 5 and after.play("search").odds == {"draw no": 5, "draw yes": 1}


def test_no_assault_card_after_round_six() -> None:
    """L470 L476: nobody new comes."""
    after = searching("junk*3", number=3, line="W", round=7).play("search", "draw yes")
    assert after.phase == Phase.WAVE and after.line == "W"


def test_trade_and_combat_follow_as_always() -> None:
    """L478 L480: with gifts, meals, and the enemies' attacks."""
    trade = waved("W", "food-1 junk", round=7, health=(5, 6, 6)).play("accept", "eat player-1 food-1")
    assert "give player-1 junk" in trade.legal
    assert trade.play("end-trade", *["end-turn"] * 3).health == (5, 6, 6)


def test_the_token_moves_on_after_round_six() -> None:
    """L153 L482: after every Combat phase, so another player searches first."""
    after = onslaught("W", round=7, first=1)
    assert after.state.first == 2 and after.state.turn == 2


def test_the_wave_card_alone_is_passed_on_at_a_price() -> None:
    """L482: 1 damage each, nothing is drawn, the next player draws it."""
    after = waved("W", round=7, active=0, unseen="").play("delay")
    assert after.phase == Phase.SEARCH and after.state.turn == 1 and after.health == (5, 6, 6)
    assert after.play("search").phase == Phase.WAVE


def test_the_last_enemy_may_be_killed_in_any_later_combat() -> None:
    """L482 L500: until all are dead."""
    won = trading("knife", line="W1 S", round=7).play("end-trade", *attack("knife"), *["end-turn"] * 3)
    assert won.phase == Phase.WON


def test_a_win_waits_for_the_end_of_the_phase() -> None:
    """L494: the Round has to end first; until then others act."""
    killed = table("W1", "knife", round=6).play(*attack("knife"))
    assert killed.line == "" and killed.phase == Phase.TURN
