"""The players' turns in the Combat phase of Survive Until Daylight, sentence by sentence; `L424` is a line of its rulebook."""

from __future__ import annotations

import pytest

from daybreak_games.survive_until_daylight.cards import Perk
from daybreak_games.survive_until_daylight.state import Phase
from tests.contract.survive_until_daylight_tables import Scene, attack, box, can, searching, table, trading, waved

# -- turns --------------------------------------------------------------------------------------------------------------------


def test_each_player_has_one_turn_clockwise_from_the_first() -> None:
    """L106 L422: then the enemies."""
    start, turns = table("W~", turn=3, first=2), []
    while start.phase == Phase.TURN:
        turns.append(int(start.state.turn) + 1)
        start = start.play("end-turn")
    assert turns == [3, 1, 2]


def test_an_attack_is_the_only_action() -> None:
    """L422 L424: no second attack, and nothing crafted."""
    after = table("B", "knife planks nails").play(*attack("knife"))
    assert can(after, "attack") == set() and can(after, "craft") == set()


def test_crafting_is_the_only_action() -> None:
    """L422 L425: no attack, and no second item."""
    after = table("B", "knife planks*2 nails*2").play("craft barricade")
    assert can(after, "attack") == set() and can(after, "craft") == set()


def test_a_player_may_do_nothing() -> None:
    """L426: with everything at hand."""
    after = table("B", "knife planks nails").play("end-turn")
    assert after.state.turn == 1 and after.line == "B" and after.hand(1) == "planks nails knife"


def test_the_actions_of_one_turn_are_not_kept_for_another_player() -> None:
    """L422: one action each."""
    after = table("B", "", "knife").play("end-turn", *attack("knife"))
    assert can(after, "attack") == set()


# -- weapons ------------------------------------------------------------------------------------------------------------------


def test_any_weapon_held_may_be_used() -> None:
    """L284: the player chooses one, found and starting weapons alike."""
    start = table("B", "pillar-weapon knife bat", started="pillar-weapon knife")
    assert can(start, "attack") == {"pillar-weapon", "knife", "bat"}


def test_weapons_of_others_are_not_used() -> None:
    """L284 L424: one of one's own."""
    assert can(table("B", "knife", "bat"), "attack") == {"knife"}


@pytest.mark.parametrize(("held", "armed"), [
    ("pistol", False), ("pistol arrow*3", False), ("pistol gun-ammo", True), ("bow gun-ammo*2", False), ("bow arrow", True),
    ("knife", True), ("hipster-bow arrow", True), ("trigger-weapon arrow", False)])
def test_guns_need_gun_ammo_and_bows_arrows(held: str, armed: bool) -> None:
    """L273 L284: at least one card of the right type."""
    assert (can(table("B", held), "attack") == {held.split()[0]}) == armed


def test_any_enemy_on_the_line_may_be_the_target() -> None:
    """L284: position does not matter."""
    assert table("W R B M", "knife").play("attack knife").legal == {"aim 0", "aim 1", "aim 2", "aim 3"}


def test_fixed_damage_is_dealt_to_the_target_only() -> None:
    """L434: the number of the weapon."""
    assert table("B B B", "pillar-weapon").play(*attack("pillar-weapon", 1)).line == "B B2 B"


def test_a_weapon_is_not_discarded_after_use() -> None:
    """L322 L570: unlike other Rubble cards."""
    after = table("B", "knife pistol gun-ammo", actions=2).play(*attack("knife"), *attack("pistol", 0, "plus-1", ammo=1))
    assert after.hand(1) == "knife pistol" and after.bag("discard") == "gun-ammo"


def test_survivors_may_be_attacked() -> None:
    """L215: nothing prevents it."""
    assert table("W S", "knife").play(*attack("knife", 1)).line == "W"


def test_a_killed_enemy_leaves_the_line_and_the_others_close_up() -> None:
    """L175 L388: it is defeated when its tracker is full."""
    assert table("R B1 W1 M", "knife").play(*attack("knife", 2)).line == "R B1 M"


# -- Splash -------------------------------------------------------------------------------------------------------------------


def test_splash_hits_both_neighbours_of_the_target() -> None:
    """L438: 1 damage each, and nobody else."""
    after = table("B B B B B", "drifter-weapon").play(*attack("drifter-weapon", 2))
    assert after.line == "B B1 B1 B1 B"


def test_more_splash_is_more_damage() -> None:
    """L438: 1 for each Splash Damage; the target takes none of it."""
    after = table("B B B", "haggler-weapon").play(*attack("haggler-weapon", 1))
    assert after.line == "B2 B B2"


@pytest.mark.parametrize(("at", "line"), [(0, "B1 B1 B"), (2, "B B1 B1")])
def test_at_the_end_of_the_line_splash_has_one_neighbour(at: int, line: str) -> None:
    """L388 L438: the line has two ends."""
    assert table("B B B", "drifter-weapon").play(*attack("drifter-weapon", at)).line == line


def test_splash_of_a_player_hits_survivors() -> None:
    """L438: those on the line."""
    assert table("S B S", "drifter-weapon").play(*attack("drifter-weapon", 1)).line == "B1"


def test_splash_of_a_player_hits_no_player() -> None:
    """L438: neither the others nor oneself."""
    assert table("B B", "drifter-weapon").play(*attack("drifter-weapon")).health == (6, 6, 6)


def test_splash_around_a_survivor_that_is_attacked() -> None:
    """L215 L438: it is the target, its neighbours take Splash."""
    assert table("W S R", "drifter-weapon").play(*attack("drifter-weapon", 1)).line == "W1 R1"


def test_splash_hits_neighbours_of_a_target_that_dies() -> None:
    """L438: adjacent when the attack was made."""
    assert table("B W1 B", "drifter-weapon").play(*attack("drifter-weapon", 1)).line == "B1 B1"


def test_splash_can_kill() -> None:
    """L106 L438: Splash is damage like other damage."""
    assert table("W1 B R2", "drifter-weapon").play(*attack("drifter-weapon", 1)).line == "B1"


# -- Ammo and Combat cards ----------------------------------------------------------------------------------------------------


def test_any_number_of_ammo_cards_held_may_be_used() -> None:
    """L273 L284: from one to all."""
    assert table("B", "pistol gun-ammo*3 arrow*5").play("attack pistol", "aim 0").legal == {"load 1", "load 2", "load 3"}


@pytest.mark.parametrize("ammo", [1, 2, 4])
def test_each_ammo_card_draws_a_combat_card(ammo: int) -> None:
    """L275 L277: and is discarded."""
    start = table("B", "pistol gun-ammo*4", combat="zero*9")
    drawn = start.play("attack pistol", "aim 0", f"load {ammo}")
    assert drawn.bag("drawn") == f"zero*{ammo}".removesuffix("*1")
    assert drawn.bag("discard") == f"gun-ammo*{ammo}".removesuffix("*1")


def test_cards_of_the_weapon_and_of_ammo_add_up() -> None:
    """L442 L448: a weapon with one Combat card, and two Arrows."""
    after = table("B", "crossbow arrow*2", combat="zero*9").play("attack crossbow", "aim 0", "load 2")
    assert after.bag("drawn") == "zero*3"


def test_a_weapon_without_ammo_draws_its_own_cards() -> None:
    """L448: some weapons add Combat cards themselves."""
    assert table("B", "axe", combat="plus-1*9").play("attack axe", "aim 0", "apply plus-1").line == "B2"


def test_one_combat_card_must_be_used() -> None:
    """L277 L450: even if it makes the attack worse, and only one."""
    drawn = table("B", "bat", combat="minus-1 minus-2").play("attack bat", "aim 0", "draw-combat minus-2")
    assert drawn.legal == {"apply minus-1", "apply minus-2"}


def test_cards_that_were_not_chosen_do_nothing() -> None:
    """L277: they are discarded, Splash, damage to oneself and all."""
    after = table("B B", "bat", combat="zero reckless").play("attack bat", "aim 0", "draw-combat zero", "apply zero")
    assert after.line == "B B" and after.health == (6, 6, 6) and after.bag("combat_discard") == "zero reckless"


@pytest.mark.parametrize(("card", "damage"), [("minus-2", 0), ("minus-1", 1), ("zero", 2), ("plus-1", 3), ("plus-2", 4),
                                              ("plus-3", 5)])
def test_a_combat_card_changes_the_damage_of_the_weapon(card: str, damage: int) -> None:
    """L442 L446: bonuses and penalties from -2 to +3."""
    after = table("M", "rifle gun-ammo").play(*attack("rifle", 0, card, ammo=1))
    assert after.line == (f"M{damage}" if damage else "M")


def test_damage_does_not_go_below_nothing() -> None:
    """L452: an attack never heals."""
    assert table("M3", "pistol gun-ammo").play(*attack("pistol", 0, "minus-2", ammo=1)).line == "M3"


def test_a_splash_card_with_a_number_adds_both() -> None:
    """L442 L554: its Fixed Damage to the target, its Splash to the neighbours."""
    assert table("M M M", "rifle gun-ammo").play(*attack("rifle", 1, "splash-2", ammo=1)).line == "M2 M3 M2"


def test_a_splash_card_with_an_x_adds_splash_only() -> None:
    """L554: no Fixed Damage is added."""
    assert table("M M M", "rifle gun-ammo").play(*attack("rifle", 1, "spray", ammo=1)).line == "M2 M2 M2"


def test_splash_of_card_and_weapon_add_up() -> None:
    """L438 L554: Splash is added to the attack."""
    assert table("M M M", "shotgun gun-ammo").play(*attack("shotgun", 1, "splash-2", ammo=1)).line == "M3 M2 M3"


def test_the_symbol_for_damage_to_who_drew_the_card() -> None:
    """L546: the attacker suffers it, whatever the protection, and the attack is dealt."""
    after = table("M S", "rifle gun-ammo", barricades_of={1: 1}).play(*attack("rifle", 0, "reckless", ammo=1))
    assert after.line == "M4 S" and after.health == (5, 6, 6) and after.state.people[0].barricades == 1


def test_the_combat_deck_is_reshuffled_when_it_is_empty() -> None:
    """L448: from the discarded cards."""
    start = table("M", "pistol gun-ammo*2", combat="zero", combat_discard="plus-1*2 plus-3")
    assert start.play("attack pistol", "aim 0", "load 2").odds == {"draw-combat plus-1": 2, "draw-combat plus-3": 1}


def test_a_reshuffled_deck_leaves_no_discards() -> None:
    """L448: each card is in one place."""
    start = table("M", "pistol gun-ammo", combat="", combat_discard="plus-1*2")
    drawn = start.play("attack pistol", "aim 0", "load 1")
    assert (drawn.bag("combat"), drawn.bag("drawn"), drawn.bag("combat_discard")) == ("plus-1", "plus-1", "")


def test_cards_in_hand_are_not_reshuffled() -> None:
    """L448: only discarded ones are."""
    start = table("M", "pistol gun-ammo*3", combat="zero plus-2", combat_discard="plus-1")
    drawn = start.play("attack pistol", "aim 0", "load 3", "draw-combat zero")
    assert drawn.bag("drawn") == "zero plus-1 plus-2" and drawn.bag("combat") == ""


def test_combat_cards_of_an_attack_are_discarded() -> None:
    """L277 L448: and are not in the deck for the next one."""
    after = table("M", "pistol gun-ammo", combat="zero plus-2").play(*attack("pistol", 0, "plus-2", ammo=1))
    assert after.bag("combat") == "zero" and after.bag("combat_discard") == "plus-2"


# -- perks for every attack ---------------------------------------------------------------------------------------------------


def test_a_main_perk_is_active_in_every_attack_of_ones_turn() -> None:
    """L130: also in a second attack of the Round."""
    edition = box()
    edition.boards[0].main = Perk.STRONG
    after = table("M", "knife energy-red", edition=edition).play("drink energy-red", *attack("knife"), *attack("knife"))
    assert after.line == "M4"


def test_a_perk_may_add_combat_cards_or_splash() -> None:
    """L130: the perks of the tests' own boards, in every attack."""
    edition = box()
    edition.boards[0].main, edition.boards[0].first = Perk.KEEN, Perk.WILD
    drawn = table("M M", "knife", edition=edition, first=0, combat="plus-1*9").play("attack knife", "aim 0")
    assert drawn.bag("drawn") == "plus-1" and drawn.play("apply plus-1").line == "M2 M1"


def test_a_perk_is_the_characters_own() -> None:
    """L130: others do not have it."""
    edition = box()
    edition.boards[1].main = Perk.STRONG
    assert table("M", "knife", edition=edition).play(*attack("knife")).line == "M1"


# -- Energy Drink -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("drink", "gives", "not_given"), [
    ("energy-red", "attack", "craft"), ("energy-green", "craft", "attack")])
def test_an_energy_drink_costs_health_and_gives_one_more(drink: str, gives: str, not_given: str) -> None:
    """L596: 1 damage at once; an attack for a red one, a craft for a green one."""
    drunk = table("M", f"knife planks*2 nails*2 {drink}").play("craft barricade", f"drink {drink}")
    assert drunk.health == (5, 6, 6) and can(drunk, gives) != set() and can(drunk, not_given) == set()
    assert drunk.bag("discard") == f"planks nails {drink}"


def test_an_energy_drink_is_no_action() -> None:
    """L292: it may come before the action, which is still there."""
    start = table("M", "knife planks nails energy-red").play("drink energy-red")
    assert can(start.play(*attack("knife")), "craft") == {"barricade"}
    assert start.play(*attack("knife"), *attack("knife")).line == "M2"


def test_the_craft_of_a_green_drink_leaves_the_action() -> None:
    """L292 L596: who crafts with it may still attack."""
    crafted = table("M", "knife planks nails energy-green").play("drink energy-green", "craft barricade")
    assert can(crafted, "attack") == {"knife"}


@pytest.mark.parametrize("drink", ["energy-red", "energy-green"])
def test_an_energy_drink_counts_in_this_turn_only(drink: str) -> None:
    """L596: one more time during the turn."""
    after = table("M", drink, "knife planks nails").play(f"drink {drink}", "end-turn", *attack("knife"))
    assert can(after, "attack") == set() and can(after, "craft") == set()


@pytest.mark.parametrize("scene", [
    searching("junk", "energy-red"), waved("W", "energy-red"), trading("energy-red"), table("W", "", "energy-red")],
    ids=["search", "wave", "trade", "other"])
def test_an_energy_drink_is_for_ones_own_combat_turn(scene: Scene) -> None:
    """L596: at no other time."""
    assert can(scene, "drink") == set()


def test_an_energy_drink_can_kill() -> None:
    """L90 L292: with one Health left."""
    assert table("W", "energy-red", health=(1, 6, 6)).play("drink energy-red").phase == Phase.LOST


# -- Cheer --------------------------------------------------------------------------------------------------------------------


def test_cheer_gives_an_action_of_either_kind() -> None:
    """L604: attack or craft, to the player whose turn it is."""
    cheered = table("M", "knife planks nails", "cheer").play(*attack("knife"), "cheer player-2")
    assert can(cheered, "attack") == {"knife"} and can(cheered, "craft") == {"barricade"} and cheered.hand(2) == ""
    assert cheered.bag("discard") == "cheer"


def test_cheer_moves_the_wave_card_to_its_player() -> None:
    """L604: from whoever has it."""
    assert table("M", "knife", "cheer", wave=3).play("cheer player-2").state.wave == 1


def test_cheer_is_not_for_ones_own_turn() -> None:
    """L604: in another player's turn only."""
    assert can(table("M", "cheer knife", wave=2), "cheer") == set()


def test_a_cheered_player_has_one_action_more_and_no_other() -> None:
    """L604: one additional action, in this turn."""
    after = table("M", "knife", "cheer knife").play("cheer player-2", *attack("knife"), *attack("knife"))
    assert can(after, "attack") == set()
    assert can(after.play("end-turn", *attack("knife")), "attack") == set()


def test_nobody_cheers_for_a_lone_player() -> None:
    """L604: there is no turn of another player."""
    assert can(table("M", "cheer", players=1), "cheer") == set()


# -- cards for an attack ------------------------------------------------------------------------------------------------------


def test_blood_lust_costs_health_and_adds_splash() -> None:
    """L608: 1 damage to its player, 1 Splash Damage to the attack, which keeps its damage."""
    after = table("M M M", "pillar-weapon blood-lust").play("attack pillar-weapon", "aim 1", "play blood-lust", "apply-none")
    assert after.line == "M1 M2 M1" and after.health == (5, 6, 6) and after.hand(1) == "pillar-weapon"


def test_blood_lust_adds_to_splash_of_the_weapon() -> None:
    """L608: one more."""
    after = table("M M M", "drifter-weapon blood-lust").play("attack drifter-weapon", "aim 1", "play blood-lust", "apply-none")
    assert after.line == "M2 M1 M2"


def test_blood_lust_is_for_the_next_attack_no_more() -> None:
    """L608: it is played for one attack."""
    start = table("M M", "knife blood-lust", actions=2)
    after = start.play("attack knife", "aim 0", "play blood-lust", "apply-none", *attack("knife"))
    assert after.line == "M2 M1"


def test_blood_lust_can_kill() -> None:
    """L90 L608: the attack does not matter any more."""
    start = table("W1", "knife blood-lust", health=(1, 6, 6), round=6)
    assert start.play("attack knife", "aim 0", "play blood-lust").phase == Phase.LOST


@pytest.mark.parametrize("card", ["focus", "blood-lust", "vitality"])
def test_cards_for_an_attack_are_not_played_outside_one(card: str) -> None:
    """L600 L608 L612: during one's own attack."""
    assert can(table("W", f"knife {card}"), "play") == set()
    assert can(table("W", "knife", card).play("attack knife", "aim 0"), "play") == set()


@pytest.mark.parametrize(("share", "line"), [("0 0", "M M3 M"), ("1 1", "M1 M1 M1"), ("3 0", "M3 M M"), ("1 2", "M1 M M2"),
                                             ("0 2", "M M1 M2")])
def test_focus_spreads_the_damage_as_the_player_likes(share: str, line: str) -> None:
    """L600: over the target and the enemies adjacent to it."""
    start = table("M M M", "psycho-weapon focus").play("attack psycho-weapon", "aim 1", "play focus", "apply-none")
    assert start.play(f"share {share}").line == line


def test_focus_gives_no_more_than_the_attack_has() -> None:
    """L600: the damage is distributed, not increased."""
    start = table("M M M", "pillar-weapon focus").play("attack pillar-weapon", "aim 1", "play focus", "apply-none")
    assert can(start, "share") == {"0 0", "0 1", "0 2", "1 0", "1 1", "2 0"}


def test_focus_reaches_adjacent_enemies_only() -> None:
    """L600: none farther off, and no Survivor."""
    start = table("M M S M", "pillar-weapon focus").play("attack pillar-weapon", "aim 1", "play focus", "apply-none")
    assert can(start, "share") == {"0 0", "1 0", "2 0"}


def test_focus_passes_no_survivor_on_either_side() -> None:
    """L600: enemies adjacent to the target, and Survivors are none."""
    start = table("M S M S M", "pillar-weapon focus").play("attack pillar-weapon", "aim 2", "play focus", "apply-none")
    assert start.line == "M S M2 S M" or can(start, "share") == {"0 0"}


def test_focus_is_for_one_attack() -> None:
    """L600: the next one needs another card."""
    start = table("M M", "pillar-weapon focus*3", actions=2).play("attack pillar-weapon", "aim 0", "play focus", "apply-none")
    again = start.play("share 0 2", "attack pillar-weapon", "aim 0")
    assert can(again.play("play focus"), "play") == set()
    assert again.play("apply-none").line == "M2 M2"
    assert again.play("play focus", "apply-none", "share 0 1").line == "M1 M3"


def test_focus_does_not_spread_splash() -> None:
    """L600: Splash still hits the neighbours of the target."""
    start = table("M M M", "drifter-weapon focus").play("attack drifter-weapon", "aim 1", "play focus", "apply-none", "share 1 0")
    assert start.line == "M2 M M1"


def test_focus_counts_the_combat_card() -> None:
    """L600: it is the damage of the attack that is spread."""
    start = table("M M", "pistol gun-ammo focus").play("attack pistol", "aim 0", "load 1", "draw-combat plus-2", "play focus",
                                                       "apply plus-2")
    assert start.play("share 0 2").line == "M M2"


def test_vitality_pills_draw_two_more_cards() -> None:
    """L612: beside those of weapon and Ammo."""
    start = table("M", "pistol gun-ammo vitality", combat="zero*9").play("attack pistol", "aim 0", "load 1", "play vitality")
    assert start.bag("drawn") == "zero*3" and start.hand(1) == "pistol"


def test_vitality_pills_work_with_any_weapon() -> None:
    """L277 L612: one that draws no card as well; one of the two must be used then."""
    start = table("M", "knife vitality", combat="minus-2 plus-2").play("attack knife", "aim 0", "play vitality")
    start = start.play("draw-combat plus-2")
    assert can(start, "apply") == {"minus-2", "plus-2"} and "apply-none" not in start.legal
    assert start.play("apply plus-2").line == "M3"


@pytest.mark.parametrize("owner", [1, 2])
def test_lucky_exchanges_a_drawn_card(owner: int) -> None:
    """L292 L616: one of the drawer's or another's; the card is discarded, another is drawn in its place."""
    hands = ("pistol gun-ammo lucky", "") if owner == 1 else ("pistol gun-ammo", "lucky")
    drawn = table("M", *hands, combat="minus-2 plus-3").play("attack pistol", "aim 0", "load 1", "draw-combat minus-2")
    again = drawn.play(f"lucky player-{owner} minus-2")
    assert again.bag("combat_discard") == "minus-2" and again.bag("drawn") == "plus-3"
    assert again.play("apply plus-3").line == "M3" and again.hand(owner) in ("pistol", "")


def test_a_replacement_can_be_replaced_by_another_lucky() -> None:
    """L616: at each draw, that for another Lucky too."""
    start = table("M", "pistol gun-ammo lucky*2", combat="minus-2 minus-1 plus-3")
    again = start.play("attack pistol", "aim 0", "load 1", "draw-combat minus-2", "lucky player-1 minus-2", "draw-combat minus-1",
                       "lucky player-1 minus-1")
    assert again.bag("drawn") == "plus-3"


def test_lucky_needs_a_combat_card() -> None:
    """L616: nothing to exchange where none was drawn."""
    assert can(table("M", "knife lucky").play("attack knife", "aim 0"), "lucky") == set()


# -- crafting -----------------------------------------------------------------------------------------------------------------


def test_crafting_discards_one_card_of_each_ingredient() -> None:
    """L315 L322: of one's own."""
    after = table("M", "planks*2 nails*3").play("craft barricade")
    assert after.hand(1) == "planks nails*2" and after.bag("discard") == "planks nails"


def test_ingredients_of_others_are_not_used() -> None:
    """L315: both come from the crafter."""
    assert can(table("M", "planks", "nails"), "craft") == set()


@pytest.mark.parametrize(("held", "token"), [("planks nails", "barricade"), ("wires explosives", "trap")])
def test_barricades_and_traps_are_for_oneself(held: str, token: str) -> None:
    """L330 L336 L346: next to the crafter's character, without a question."""
    after = table("M", "", held, turn=2).play(f"craft {token}")
    assert after.phase == Phase.TURN and after.state.people[1].barricades + after.state.people[1].traps == 1
    assert after.state.people[0].barricades + after.state.people[2].traps == 0


@pytest.mark.parametrize(("held", "token", "supply"), [
    ("planks nails", "barricade", "barricades"), ("planks shards", "spear", "spears"), ("wires explosives", "trap", "traps"),
    ("nails explosives", "grenade", "grenades")])
def test_nothing_is_crafted_without_a_token(held: str, token: str, supply: str) -> None:
    """L62 L66 L70 L74 L315: crafting gives a token of the supply."""
    assert can(table("M", held), "craft") == {token}
    assert can(table("M", held, **{supply: 0}), "craft") == set()


@pytest.mark.parametrize(("line", "after"), [("W", ""), ("R", ""), ("B", "B3^"), ("M", "M3^"), ("M5", "")])
def test_a_spear_deals_three(line: str, after: str) -> None:
    """L340: to the enemy on which it is placed."""
    assert table(line, "planks shards").play("craft spear", "place 0").line == after


def test_a_spear_helps_everybodys_later_attacks() -> None:
    """L340: every later attack on that enemy deals one more, and none on others."""
    start = table("M M", "planks shards", "knife", "knife").play("craft spear", "place 0", "end-turn")
    assert start.play(*attack("knife"), "end-turn", *attack("knife")).line == "M7^ M"
    assert start.play(*attack("knife", 1)).line == "M3^ M1"


def test_a_spear_stays_for_later_rounds() -> None:
    """L340: until the enemy dies."""
    later = table("M", "planks shards", players=1).play("craft spear", "place 0", "end-turn")
    assert later.line == "M3^" and later.state.round == 2 and later.state.spears == 2


def test_a_spear_counts_before_damage_is_raised_to_nothing() -> None:
    """L340 L452: the attack's damage is -2 + 1."""
    assert table("M^", "pistol gun-ammo").play(*attack("pistol", 0, "minus-2", ammo=1)).line == "M^"


def test_a_spear_does_not_add_to_splash() -> None:
    """L340 L438: attacks on that enemy deal more, and Splash is for those beside the target."""
    assert table("M M^", "drifter-weapon").play(*attack("drifter-weapon")).line == "M1 M1^"


def test_spear_and_grenade_are_put_on_enemies() -> None:
    """L340 L344: any on the line, no Survivor (L495)."""
    assert table("S W S B", "planks shards").play("craft spear").legal == {"place 1", "place 3"}
    assert table("S W S B", "nails explosives").play("craft grenade").legal == {"place 1", "place 3"}


@pytest.mark.parametrize(("at", "line"), [(0, "W~ R~ B M W"), (2, "W R~ B~ M~ W"), (4, "W R B M~ W~")])
def test_a_grenade_removes_its_target_and_the_enemies_beside(at: int, line: str) -> None:
    """L344: the adjacent enemies only, at an end one."""
    assert table("W R B M W", "nails explosives").play("craft grenade", f"place {at}").line == line


def test_a_grenade_removes_no_survivor() -> None:
    """L211 L344: on either side of its target."""
    assert table("S W S", "nails explosives").play("craft grenade", "place 1").line == "S W~ S"


def test_a_grenade_does_no_damage() -> None:
    """L344: what it removes comes back as it was."""
    back = table("R2 B1^ W", "nails explosives", turns=2).play("craft grenade", "place 1", "end-turn")
    assert back.line == "R2 B1^ W"


def test_removed_enemies_are_no_targets() -> None:
    """L344: of attacks, Spears or Grenades."""
    start = table("W~ B~ R M", "knife planks shards nails explosives", actions=3)
    assert start.play("attack knife").legal == {"aim 2", "aim 3"}
    assert start.play("craft spear").legal == {"place 2", "place 3"}
    assert start.play("craft grenade").legal == {"place 2", "place 3"}


def test_removed_enemies_take_no_splash() -> None:
    """L344: no damage of any kind."""
    assert table("W~ B M~", "drifter-weapon").play(*attack("drifter-weapon", 1)).line == "W~ B1 M~"


def test_removed_enemies_do_not_attack() -> None:
    """L344: in this Combat phase; the others do, the first of them the holder."""
    after = table("B~ W", turns=2, turn=3).play("end-turn")
    assert after.health == (5, 6, 6) and after.line == "B W"


def test_removed_enemies_attack_again_in_the_next_round() -> None:
    """L344: the effect ends with the Combat phase."""
    edition = box(1)
    for kind in range(5):
        edition.waves[3][kind][0] = 0
    after = table("W~", edition=edition, players=1).play("end-turn", "search", "draw yes", "reveal fourth", "accept", "end-trade")
    assert after.play("end-turn").health == (5,)


def test_the_grenade_comes_back_after_the_phase() -> None:
    """L344: the token is discarded."""
    used = table("W", "nails explosives", turns=2).play("craft grenade", "place 0")
    assert used.state.grenades == 5 and used.play("end-turn").state.grenades == 6


# -- the Backpack -------------------------------------------------------------------------------------------------------------


def test_the_backpack_is_changed_in_ones_turn() -> None:
    """L620: at any time; what comes out can be used at once."""
    start = table("M", "backpack knife", packed="planks nails").play("repack-in-turn", "unpack planks", "unpack nails", "settle")
    assert can(start, "craft") == {"barricade"} and can(start, "attack") == {"knife"}
