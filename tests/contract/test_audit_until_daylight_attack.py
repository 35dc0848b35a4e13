"""The characters' part of combat in Until Daylight, sentence by sentence; `L286` is a line of its rulebook."""

from __future__ import annotations

import pytest

from daybreak_games.until_daylight.cards import Advantage, Drawback, Feat, Rubble
from daybreak_games.until_daylight.state import Phase
from tests.contract.until_daylight_tables import Scene, attack, box, can, table

AMMO = "gun gun-ammo*9"
FULL = "planks*3 nails*3 wires*3"  # nine places


# -- turns --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("active", [1, 2, 3])
def test_each_player_has_one_turn_clockwise_from_the_active_one(active: int) -> None:
    """L286 L420: then the enemies attack."""
    start, turns = table("| S |", "vest", "vest", "vest", turn=active, active=active), []
    while start.phase == Phase.ACT and not start.state.searching:
        turns.append(start.state.turn + 1)
        start = start.play("pass-on")
    assert turns == [(active + step - 1) % 3 + 1 for step in range(3)] and start.state.round == 2


def test_the_actions_of_a_turn() -> None:
    """L286-L302: craft, give, take, use, attack, nothing; nobody draws."""
    start = table("W", "planks nails food-1 machete", "vest", health=(5, 6, 6))
    assert {event.split()[0] for event in start.legal} == {"craft", "give", "take-from", "eat", "attack", "pass-on"}


@pytest.mark.parametrize("action", [
    ["craft barricade"], ["give player-2 planks"], ["take-from player-2 vest"], ["eat food-1"], attack("machete", "XX"),
    ["pass-on"]], ids=lambda action: action[0])
def test_one_action_a_turn(action: list[str]) -> None:
    """L286: an attack is one too."""
    after = table("W", "planks nails food-1 machete", "vest").play(*action)
    assert after.state.turn == 1 and not after.state.searching


def test_crafting_in_combat() -> None:
    """L288: as in the Search."""
    after = table("W", "wires explosives vest").play("craft trap")
    assert after.tokens(1) == (1, 0) and after.hand(1) == "vest" and after.bag("discard") == "wires explosives"


def test_no_third_token_in_combat() -> None:
    """L463: two in all."""
    start = table("W", "wires explosives planks nails", traps_of={1: 1}, barricades_of={1: 1})
    assert can(start, "craft") == set()


def test_giving_and_taking_in_combat() -> None:
    """L290 L291 L292 L212: one card, or Ammo of a kind, to or from the player in turn."""
    start = table("W", "vest gun-ammo*3", "planks", "nails")
    assert can(start, "take-from") == {"player-2 planks", "player-3 nails"}
    assert start.play("give player-3 gun-ammo", "hand-over 3").hand(3) == "gun-ammo*3 nails"
    assert start.play("take-from player-3 nails").hand(1) == "gun-ammo*3 nails vest"


def test_food_in_combat() -> None:
    """L293 L294: an action."""
    after = table("W", "food-2 machete", health=(2, 6, 6)).play("eat food-2")
    assert after.health == (4, 6, 6) and after.state.turn == 1


def test_cards_of_ones_own_only() -> None:
    """L297 L306: nobody attacks, eats or crafts with another's cards."""
    start = table("W", "", "machete gun gun-ammo*3 food-1 planks nails energy-shot", health=(3, 6, 6))
    assert {event.split()[0] for event in start.legal} == {"take-from", "pass-on"}


# -- weapons ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "weapons"), [
    ("", set()), ("gun", set()), ("gun arrow*3", set()), ("gun-ammo*3", set()), ("gun gun-ammo", {"gun"}),
    ("bow gun-ammo*2", set()), ("bow arrow", {"bow"}), ("machete", {"machete"}), ("machete gun gun-ammo", {"machete", "gun"}),
    ("pistol gun-ammo longbow arrow", {"pistol", "longbow"})])
def test_an_attack_needs_a_weapon_and_its_ammo(held: str, weapons: set[str]) -> None:
    """L299 L311: out of the inventory."""
    assert can(table("W", held), "attack") == weapons


@pytest.mark.parametrize("ammo", [1, 3, 5])
def test_each_ammo_card_is_a_die(ammo: int) -> None:
    """L311 L349-L353 L377-L379 L628: and is discarded; the weapon with the symbol stays."""
    after = table("W", AMMO).play(*attack("gun", "X" * ammo, ammo=ammo))
    assert after.hand(1) == f"gun-ammo*{9 - ammo} gun" and after.bag("discard") == f"gun-ammo*{ammo}".removesuffix("*1")


@pytest.mark.parametrize("ammo", [6, 7, 9])
def test_no_more_than_six_dice(ammo: int) -> None:
    """L299 L317 L319: what is used beyond that is discarded all the same."""
    after = table("W", AMMO).play(*attack("gun", "XXXXXX", ammo=ammo))
    assert after.bag("discard") == f"gun-ammo*{ammo}"


def test_no_more_than_six_dice_by_other_cards() -> None:
    """L317: even with cards that add dice."""
    start = table("W", "axe vitality*2").play("attack axe", "aim player-1", "declare vitality", "declare vitality", "roll")
    assert set(map(_dice, start.odds)) == {6}


def test_a_weapon_without_the_symbol_is_discarded() -> None:
    """L395 L622: after its attack."""
    edition = box()
    edition.weapons[Rubble.MACHETE].kept = False
    after = table("W", "machete crowbar", edition=edition).play(*attack("machete", "XX"))
    assert after.hand(1) == "crowbar" and after.bag("discard") == "machete"


def test_a_weapon_that_made_room_during_its_attack_is_discarded_once() -> None:
    """L395 L622, by the reading that cards of a kill are drawn at once: the hand is full, and the weapon goes for one of them."""
    edition = box()
    edition.weapons[Rubble.MACHETE].kept = False
    edition.places = 1
    after = table("R", "machete", edition=edition, piles="lucky", UDL_62="at-the-kill")
    after = after.play(*attack("machete", "HX", "H"), "discard machete", "end-attack")
    assert after.hand(1) == "lucky" and after.bag("discard") == "machete"


def _dice(event: str) -> int:
    return sum(int(word) for word in event.split() if word.isdigit())


@pytest.mark.parametrize("areas", ["", " |  | "])
def test_there_is_no_attack_on_nobody(areas: str) -> None:
    """L299 L306: enemies on the table are attacked."""
    assert can(table(areas, f"machete {AMMO}"), "attack") == set()


def test_a_drawback_leaves_a_die() -> None:
    """L92: of a weapon with one die, by the editions."""
    edition = box()
    edition.boards[edition.characters[0]].drawback = Drawback.MELEE_DIE
    start = table("W", "crowbar machete", edition=edition)
    assert set(map(_dice, start.play("attack crowbar", "aim player-1", "roll").odds)) == {1}
    assert set(map(_dice, start.play("attack machete", "aim player-1", "roll").odds)) == {1}


# -- areas --------------------------------------------------------------------------------------------------------------------


def test_any_area_with_horde_cards_may_be_attacked() -> None:
    """L299 L306: one of them, the own or another player's."""
    assert can(table("W | R | S", AMMO).play("attack gun"), "aim") == {"player-1", "player-2", "player-3"}
    assert can(table("W | | B", AMMO).play("attack gun"), "aim") == {"player-1", "player-3"}


@pytest.mark.parametrize(("own", "aims"), [("W", {"player-1"}), ("R", {"player-1"}), ("S M", {"player-1"}),
                                           ("", {"player-2"}), ("S", {"player-1", "player-2"})])
def test_melee_in_another_area_is_barred_while_enemies_are_in_the_own(own: str, aims: set[str]) -> None:
    """L300 L416: Raiders or Infected; Survivors are harmless (L264)."""
    assert can(table(f"{own} | W", "machete").play("attack machete"), "aim") == aims


def test_melee_is_barred_when_the_only_enemies_are_out_of_reach() -> None:
    """L300: an attack is on somebody; here the own area is all there is."""
    assert can(table("W | W | W", "machete").play("attack machete"), "aim") == {"player-1"}


def test_melee_in_another_area_after_the_own_is_cleared() -> None:
    """L300 L323 L416: the second attack goes by what is there then."""
    start = table("W | W", "axe energy-shot").play(*attack("axe", "HXXXXX", "H"), "play-energy-shot", "attack axe")
    assert can(start, "aim") == {"player-2"}


@pytest.mark.parametrize("weapon", ["gun", "bow"])
def test_ranged_attacks_reach_every_area(weapon: str) -> None:
    """L299 L300: only melee is barred."""
    assert "aim player-2" in table("M | W", f"{weapon} gun-ammo arrow").play(f"attack {weapon}").legal


# -- misses -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "lost"), [("X", 1), ("XX", 2), ("XXXX", 4), ("XXB", 2), ("BBB", 0)])
@pytest.mark.parametrize("weapon", ["gun", "bow"])
def test_an_x_at_range_in_another_area_hurts_its_player(weapon: str, roll: str, lost: int) -> None:
    """L329 L607: each 1."""
    hits = ["B"] * roll.count("B")
    held = f"{weapon} gun-ammo*9 arrow*9"
    after = table(" | B", held).play(*attack(weapon, roll, *hits, area=2, ammo=len(roll)))
    assert after.health == (6, 6 - lost, 6)


def test_an_x_in_the_own_area_hurts_nobody() -> None:
    """L329: it is for another player's area."""
    assert table("B", AMMO).play(*attack("gun", "XXX", ammo=3)).health == (6, 6, 6)


def test_an_x_in_melee_hurts_nobody() -> None:
    """L329: melee has no collateral damage."""
    assert table(" | B", "axe").play(*attack("axe", "XXXXXX", area=2)).health == (6, 6, 6)


def test_collateral_damage_is_no_attack_of_enemies() -> None:
    """L428-L435: the damage order is that of the enemies, so that nothing absorbs it."""
    after = table(" | S B", AMMO, "vest", barricades_of={2: 1}).play(*attack("gun", "X", area=2, ammo=1))
    assert after.health == (6, 5, 6) and after.tokens(2) == (0, 1) and after.hand(2) == "vest" and after.area(2) == "S B"


def test_collateral_damage_can_kill_and_loses_the_game() -> None:
    """L117: at once, whatever the attack kills."""
    after = table(" | W", AMMO, health=(6, 1, 6)).play(*attack("gun", "HX", area=2, ammo=2))
    assert after.phase == Phase.LOST and after.health == (6, 0, 6)


def test_an_x_hits_no_survivor() -> None:
    """L607: a Survivor is hit by an X of Raiders only."""
    assert table("S W", AMMO).play(*attack("gun", "XXX", ammo=3)).area(1) == "S W"


# -- damage -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("enemy", "roll", "dies"), [
    ("W", "H", True), ("W", "BB", True), ("W", "B", False), ("R", "H", True), ("R", "BB", True), ("R", "B", False),
    ("B", "H", True), ("B", "BBBBBB", False), ("B", "BH", True), ("M", "HH", True), ("M", "H", False), ("M", "BBBBBB", False),
    ("M", "HBBBBB", False), ("M", "BHBH", True), ("W", "X", False)])
def test_what_kills_each_enemy(enemy: str, roll: str, dies: bool) -> None:
    """L254 L258 L260 L262 L335 L337 L339: a head or two bodies, a head, two heads."""
    after = table(enemy, AMMO).play(*attack("gun", roll, *_some(enemy, roll), ammo=len(roll)))
    assert after.area(1) == ("" if dies else enemy)


def _some(enemy: str, roll: str) -> list[str]:
    """Bodies first, where they are any use or all of the roll."""
    bodies, heads = roll.count("B"), roll.count("H")
    if enemy in "WR":
        return ["H"] if heads else ["B"] * bodies
    return ["B"] * bodies + ["H"] * heads


def test_enemies_are_hit_from_the_left() -> None:
    """L341 L371: there is no choice of a target."""
    start = table("W R W", AMMO).play(*attack("gun", "HH", ammo=2))
    assert start.legal == {"hit head"}
    after = start.play("hit head")
    assert after.area(1) == "R W" and after.play("hit head").area(1) == "W"


def test_nothing_passes_an_enemy_that_lives() -> None:
    """L341 L371 L385: two Wanderers behind a Brute."""
    after = table("B W W", AMMO).play(*attack("gun", "BBBB", "B", "B", "B", "B", ammo=4))
    assert after.area(1) == "B W W"


def test_what_is_left_goes_to_the_next() -> None:
    """L371: until damage or enemies run out."""
    after = table("W R B M", AMMO).play(*attack("gun", "BBHHHH", "B", "B", "H", "H", "H", "H", ammo=6))
    assert after.areas == " |  | "


def test_the_attacker_decides_on_the_split() -> None:
    """L355 L359 L361: a head or two bodies for the first Wanderer decide whether the Brute falls."""
    start = table("W B", AMMO).play(*attack("gun", "BBH", ammo=3))
    assert start.legal == {"hit body", "hit head"}
    assert start.play("hit body", "hit body", "hit head").area(1) == ""
    assert start.play("hit head", "hit body", "hit body").area(1) == "B"


def test_all_damage_must_be_assigned() -> None:
    """L355: no stopping while an enemy is left, even where it kills nothing."""
    start = table("W M", AMMO).play(*attack("gun", "HHBB", "H", ammo=4))
    assert start.legal == {"hit head", "hit body"} and "stop" not in start.legal


def test_damage_may_be_wasted_on_the_front_enemy() -> None:
    """L355: it is assigned without eliminating anything; a body, then a head on a Wanderer."""
    after = table("W W", AMMO).play(*attack("gun", "BH", "B", "H", ammo=2))
    assert after.area(1) == "W"


def test_damage_without_an_enemy_is_lost() -> None:
    """L323 L402: the next attack starts from nothing."""
    after = table("W | W", f"{AMMO} energy-shot").play(*attack("gun", "HHH", "H", ammo=3), "play-energy-shot")
    assert after.areas == " | W | "
    again = after.play(*attack("gun", "B", "B", area=2, ammo=1))
    assert again.areas == " | W | " and again.state.turn == 1


def test_damage_on_an_enemy_does_not_stay() -> None:
    """L400: a body in each of two attacks."""
    start = table("W", f"{AMMO} energy-shot").play(*attack("gun", "B", "B", ammo=1), "play-energy-shot")
    assert start.play(*attack("gun", "B", "B", ammo=1)).area(1) == "W"


def test_heads_on_a_monster_do_not_stay() -> None:
    """L339 L400: two heads in one attack, or it lives."""
    start = table("M", AMMO, AMMO).play(*attack("gun", "H", "H", ammo=1))
    assert start.play(*attack("gun", "H", "H", ammo=1)).area(1) == "M"


# -- Survivors ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["body", "head"])
def test_a_player_may_kill_a_survivor(sign: str) -> None:
    """L264 L268: 1 damage of any kind is enough; the card is discarded."""
    start = table("S W", AMMO).play(*attack("gun", sign[0].upper(), ammo=1))
    after = start.play(f"shoot-survivor {sign}")
    assert after.area(1) == "W" and after.bag("horde_discard") == "S"


def test_nobody_has_to_kill_a_survivor() -> None:
    """L341 L371: damage goes to the enemies in their order."""
    start = table("S W", AMMO).play(*attack("gun", "H", ammo=1))
    assert {"hit head", "shoot-survivor head"} <= start.legal
    assert start.play("hit head").area(1) == "S"


def test_a_survivor_behind_a_living_enemy_is_out_of_reach() -> None:
    """L341: nothing passes that enemy."""
    start = table("B S", AMMO).play(*attack("gun", "BB", ammo=2))
    assert can(start, "shoot-survivor") == set()


def test_a_survivor_alone_may_be_attacked() -> None:
    """L268: with no enemy there; and nobody is rewarded."""
    after = table("S", "machete").play("attack machete", "aim player-1", "roll", "BX", "shoot-survivor body")
    assert after.area(1) == "" and after.hand(1) == "machete" and after.holder is None


def test_damage_left_over_need_not_hit_a_survivor() -> None:
    """L323 L341 L371: it is for enemies, and what finds none is lost."""
    start = table("S W", AMMO).play(*attack("gun", "HH", "H", ammo=2))
    after = start.play("stop") if "stop" in start.legal else start
    assert after.area(1) == "S" and after.state.turn == 1


def test_a_survivor_between_enemies_may_be_shot_in_turn() -> None:
    """L268 L341: when the enemies before it are dead."""
    start = table("W S B", AMMO).play(*attack("gun", "HHH", "H", ammo=3))
    assert start.legal == {"hit head", "shoot-survivor head"}
    assert start.play("shoot-survivor head", "hit head").area(1) == ""


# -- after an attack ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("enemy", "roll", "cards"), [("W", "H", 0), ("R", "H", 1), ("B", "H", 1), ("M", "HH", 2)])
def test_kills_earn_rubble(enemy: str, roll: str, cards: int) -> None:
    """L254 L260 L262: a Raider one, a Brute one, a Monster two, a Wanderer none."""
    after = table(enemy, AMMO).play(*attack("gun", roll, *roll, ammo=len(roll)))
    assert after.state.rubble.total == 20 - cards


def test_rewards_of_several_kills_add_up() -> None:
    """L254 L260 L262: four here, for the attacker wherever the enemies were."""
    after = table(" | R B M", AMMO, piles="vest*9").play(*attack("gun", "HHHH", *"HHHH", area=2, ammo=4))
    assert after.hand(1) == "gun-ammo*5 vest*4 gun" and after.hand(2) == ""


def test_rewards_are_drawn_after_cards_were_discarded() -> None:
    """L393 L395: used Ammo has left its place."""
    start = table("R", "planks*3 nails*3 wires*2 gun gun-ammo", piles="vest*2")
    after = start.play(*attack("gun", "H", "H", ammo=1))
    assert after.hand(1) == "planks*3 nails*3 wires*2 vest gun" and after.state.turn == 1


def test_a_reward_too_many_is_discarded() -> None:
    """L185: at once."""
    start = table("R", f"{FULL} machete", piles="vest*2").play(*attack("machete", "HX", "H"))
    assert start.phase == Phase.LOSE and start.play("discard nails").state.turn == 1


def test_an_event_as_a_reward_takes_effect_at_once() -> None:
    """L189 L626: it is not kept."""
    after = table("R", "machete", piles="rats").play(*attack("machete", "HX", "H"))
    assert after.health == (5, 6, 6) and after.hand(1) == "machete" and after.bag("discard") == "rats"


def test_killed_enemies_are_discarded_but_monsters_kept() -> None:
    """L262 L396 L397: the Monster lies beside the killer's board."""
    after = table(" | W R B M", AMMO).play(*attack("gun", "HHHHH", *"HHHHH", area=2, ammo=5))
    assert after.bag("horde_discard") == "W R B" and [person.monsters for person in after.state.people][:3] == [1, 0, 0]


def test_a_monster_is_worth_experience() -> None:
    """L132 L262 L398: the killer leads if that is more than the leader has."""
    kill = attack("gun", "HH", "H", "H", ammo=2)
    assert table("M", AMMO).play(*kill).holder == 1
    assert table("M", AMMO, "symbol", leader=2).play(*kill).holder == 2
    assert table("M", f"{AMMO} symbol", "symbol", leader=2).play(*kill).holder == 1


def test_kills_of_an_objective_count_at_once() -> None:
    """L134 L162 L166: with the attack that fulfils it."""
    edition = box()
    card = edition.objectives[edition.own_objectives[edition.characters[0]][0]]
    card.feat, card.number, card.points = Feat.WANDERERS, 2, 1
    after = table("W W", AMMO, edition=edition).play(*attack("gun", "HH", "H", "H", ammo=2))
    assert after.holder == 1 and after.state.people[0].points == 1


# -- cards of an attack -------------------------------------------------------------------------------------------------------


def test_cards_are_declared_before_the_roll() -> None:
    """L310 L311: not after it."""
    start = table("W", f"{AMMO} vitality focus bloodlust").play("attack gun", "aim player-1", "load 1")
    assert can(start, "declare") == {"vitality", "focus", "bloodlust"}
    assert can(start.play("roll", "X"), "declare") == set()


def test_cards_are_played_after_the_roll() -> None:
    """L313: to modify the result."""
    start = table("W", f"{AMMO} lucky energy-drink").play("attack gun", "aim player-1", "load 2")
    assert can(start, "lucky") == set() and can(start, "drink") == set()
    rolled = start.play("roll", "XB")
    assert can(rolled, "lucky") == {"miss", "body"} and can(rolled, "drink") == {"drink"}
    after = rolled.play("lucky miss", "show-again head", "stand", "hit head")
    assert after.area(1) == "" and after.hand(1) == "gun-ammo*7 energy-drink gun"
    assert after.bag("discard") == "gun-ammo*2 lucky"


def test_bloodlust_changes_a_sign() -> None:
    """L623: one of the roll; by the editions a body into a head."""
    start = table("B", f"{AMMO} bloodlust").play("attack gun", "aim player-1", "load 1", "declare bloodlust", "roll", "B")
    after = start.play("hit head")
    assert after.area(1) == "" and after.bag("discard").startswith("gun-ammo bloodlust")


def test_an_attack_that_is_declared_uses_its_cards_up() -> None:
    """L319 L395: whatever it does."""
    after = table("W", f"{AMMO} vitality*2 focus").play(
        "attack gun", "aim player-1", "load 1", "declare vitality", "declare focus", "roll", "BBB", "hit body", "hit body")
    assert after.bag("discard") == "gun-ammo vitality focus" and after.hand(1) == "gun-ammo*8 vitality gun"


def test_an_energy_shot_is_no_action_and_gives_an_attack() -> None:
    """L295 L297 L323: one more, with cards of its own; any number of them."""
    start = table("W W W", f"{AMMO} energy-shot*2").play(*attack("gun", "H", "H", ammo=1))
    assert start.state.turn == 0 and start.legal == {"play-energy-shot", "pass-on"}
    twice = start.play("play-energy-shot", *attack("gun", "H", "H", ammo=1), "play-energy-shot", *attack("gun", "H", "H", ammo=1))
    assert twice.area(1) == "" and twice.state.turn == 1 and twice.hand(1) == "gun-ammo*6 gun"


def test_an_energy_shot_before_the_action_leaves_the_action() -> None:
    """L297: it is no action."""
    start = table("W", "machete energy-shot food-1", health=(3, 6, 6)).play("play-energy-shot", *attack("machete", "XX"))
    assert "eat food-1" in start.legal and start.state.turn == 0


def test_an_attack_ends_the_turn_without_such_a_card() -> None:
    """L286 L323: nobody else's Energy Shot helps."""
    assert table("W", "machete", "energy-shot").play(*attack("machete", "XX")).state.turn == 1


@pytest.mark.parametrize("held", ["energy-shot", "vitality focus bloodlust lucky energy-drink"])
def test_cards_of_the_turn_are_not_for_the_search(held: str) -> None:
    """L297 L310: they are for the own turn in combat, or within an attack."""
    start = table("W", f"{held} machete", searching=True, tick=1, turn=1)
    assert {event.split()[0] for event in start.legal} == {"draw", "give", "pass-on"}


# -- Advantages ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("leader", "dice"), [(None, 3), (2, 3), (1, 4)])
def test_the_psycho_has_a_die_more_in_melee_and_two_as_leader(leader: int | None, dice: int) -> None:
    """L142 L146: as long as the player leads."""
    edition = box()
    edition.boards[edition.characters[0]].advantage = Advantage.MELEE_DIE
    held = {1: ("machete symbol", ""), 2: ("machete", "symbol"), None: ("machete", "")}[leader]
    start = table("M", *held, edition=edition, leader=leader).play("attack machete", "aim player-1", "roll")
    assert set(map(_dice, start.odds)) == {dice}


def test_the_stand_in_for_the_leader_has_no_doubled_advantage() -> None:
    """L152 L234: only the duties."""
    edition = box()
    edition.boards[edition.characters[0]].advantage = Advantage.MELEE_DIE
    start = table("M", "machete", edition=edition).play("attack machete", "aim player-1", "roll")
    assert set(map(_dice, start.odds)) == {3}


def test_a_melee_advantage_is_not_for_ranged_weapons() -> None:
    """L146: when using a melee weapon."""
    edition = box()
    edition.boards[edition.characters[0]].advantage = Advantage.MELEE_DIE
    start = table("M", AMMO, edition=edition).play("attack gun", "aim player-1", "load 2", "roll")
    assert set(map(_dice, start.odds)) == {2}


def test_a_leader_by_an_attack_has_the_doubled_advantage_in_the_next() -> None:
    """L398: the token changes hands at the end of the attack."""
    edition = box()
    edition.boards[edition.characters[0]].advantage = Advantage.MELEE_DIE
    start = table("M B", "machete energy-shot", edition=edition).play(*attack("machete", "HHX", "H", "H"), "play-energy-shot")
    assert start.holder == 1
    assert set(map(_dice, start.play("attack machete", "aim player-1", "roll").odds)) == {4}


def test_pickpocket_in_combat_is_an_action() -> None:
    """L138 L293: a card that is used."""
    after = table("W", "pickpocket machete", "symbol", leader=2).play("steal player-2 symbol")
    assert after.hand(1) == "symbol machete" and after.state.turn == 1 and after.holder == 1


# -- noise --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("area", "roll", "left", "drawn"), [
    ("W W W W", "H", "W W", "W"), ("W B M W", "H", "M W", "B"), ("W W B M W", "HH", "W", "B M"),
    ("W W", "HH", "", ""), ("W W M", "HH", "", "M"), ("W", "H", "", ""), ("W B", "X", "W B", ""), ("B W", "B", "B W", "")])
@pytest.mark.parametrize("weapon", ["gun", "axe"])
def test_as_many_infected_follow_as_were_killed(area: str, roll: str, left: str, drawn: str, weapon: str) -> None:
    """L412 L414: the foremost of those who are left, to the attacker's area."""
    showing = roll if weapon == "gun" else roll.ljust(6, "X")
    hits = [sign for sign in roll if sign != "X"]
    after = table(f" | {area} | ", f"{weapon} gun-ammo*9").play(
        *attack(weapon, showing, *hits, area=2, ammo=len(roll) * (weapon == "gun")))
    assert (after.area(2), after.area(1), after.area(3)) == (left, drawn, "")


def test_they_join_on_the_right_of_who_is_there() -> None:
    """L244 L412: the order of release is kept."""
    after = table("R | W W M B", AMMO).play(*attack("gun", "HH", "H", "H", area=2, ammo=2))
    assert after.areas == "R M B |  | "


def test_only_infected_are_drawn() -> None:
    """L410 L412: Raiders and Survivors stay."""
    after = table(" | W W R S B M", AMMO).play(*attack("gun", "HH", "H", "H", area=2, ammo=2))
    assert after.areas == "B M | R S | "


def test_killed_raiders_draw_nobody() -> None:
    """L412: as many as Infected were killed."""
    assert table(" | R W W", AMMO).play(*attack("gun", "H", "H", area=2, ammo=1)).areas == " | W W | "
    assert table(" | R W W B", AMMO).play(*attack("gun", "HH", "H", "H", area=2, ammo=2)).areas == "W | B | "


def test_killed_survivors_draw_nobody() -> None:
    """L410: they are not infected."""
    start = table(" | S W W", AMMO).play(*attack("gun", "H", area=2, ammo=1))
    assert start.play("shoot-survivor head").areas == " | W W | "


def test_a_bow_makes_no_noise() -> None:
    """L410 L412 L627: a firearm does."""
    assert table(" | W W W", "bow arrow").play(*attack("bow", "H", "H", area=2, ammo=1)).areas == " | W W | "


def test_an_attack_in_the_own_area_draws_nobody() -> None:
    """L412: only one in another player's."""
    assert table("W | W W", AMMO).play(*attack("gun", "H", "H", ammo=1)).areas == " | W W | "


def test_infected_of_a_third_area_stay() -> None:
    """L412: they come from the area that was attacked."""
    assert table(" | W | W B", AMMO).play(*attack("gun", "H", "H", area=2, ammo=1)).areas == " |  | W B"


def test_they_come_when_the_attack_is_resolved() -> None:
    """L412 L414: damage that is left does not follow them."""
    after = table(" | W B W", AMMO).play(*attack("gun", "HBBB", "H", "B", "B", "B", area=2, ammo=4))
    assert after.areas == "B | W | "


def test_a_second_attack_draws_again() -> None:
    """L323 L412: it is an attack like the first; a melee one is barred then (L416)."""
    start = table(" | W W W W", f"{AMMO} machete energy-shot").play(*attack("gun", "H", "H", area=2, ammo=1), "play-energy-shot")
    assert start.areas == "W | W W | "
    assert can(start.play("attack machete"), "aim") == {"player-1"}
    again: Scene = start.play(*attack("gun", "H", "H", area=2, ammo=1))
    assert again.areas == "W W |  | "
