"""Fights of Dead 'til Dawn, and how Zombie players join them, sentence by sentence; `L107` is a line of its rulebook."""

from __future__ import annotations

import pytest

from daybreak_games.dead_til_dawn.cards import Horror, Item
from daybreak_games.dead_til_dawn.state import Phase
from tests.contract.dead_til_dawn_tables import Scene, box, table, tokens, told

HIT = (1, 0, 0, 0)


def needs(scene: Scene, player: int) -> list[int]:
    """The Weapons that the attacks on a player ask for."""
    return [attack.needs for attack in scene.person(player).attacks if attack.needs]


# -- Weapons ------------------------------------------------------------------------------------------------------------------


def test_two_weapons_alone_or_a_wound() -> None:
    """L138-L147: DTD-T04 DTD-T05 DTD-T06; DTD-E1."""
    start = table("bat*2", "bat", "axe", "").play("draw lone-fight")
    after = start.turn_over("1:play bat player-1 0", "1:play bat player-1 0", "2:play bat player-2 0", "3:play axe player-3 0")
    assert after.wounds == (0, 1, 0, 1)
    assert [after.hand(player) for player in (1, 2, 3, 4)] == ["bat*2", "bat", "axe", ""]  # DTD-T09


def test_a_survivor_need_not_play_what_he_has() -> None:
    """L143: they would need to play; cards that are not played do not count."""
    assert table("axe").turn_over("draw brawl").wounds == HIT


def test_alone_nobody_helps() -> None:
    """L147: DTD-T07."""
    start = table("bat*2", "bat", "axe", "").play("draw lone-fight")
    assert start.who == 1 and start.can("play") == {"bat player-1 0"}
    assert start.play("1:hold").who == 2 and start.play("1:hold").can("play") == {"bat player-2 0"}


def test_otherwise_others_help() -> None:
    """L148 L149: DTD-T08."""
    after = table("bat", "", "bat").play("draw brawl").turn_over("play bat player-1 0", "3:play bat player-1 0")
    assert after.wounds == (0, 0, 0, 0) and after.hand(3) == "bat"


def test_one_who_fights_himself_helps() -> None:
    """DTD-50: nothing excludes him."""
    start = table("bat*2").play("draw horde")
    assert start.can("play") == {f"bat player-{player} 0" for player in (1, 2, 3, 4)}
    assert not table("bat*2", "bat", DTD_50="not-in-the-fight").play("draw horde").can("play") - {"bat player-1 0"}


def test_a_weapon_counts_against_one_attack() -> None:
    """L151-L154: DTD-T10; DTD-18: what was played for another does not serve oneself."""
    after = table("bat").play("draw horde").turn_over("play bat player-3 0")
    assert after.wounds == (1, 1, 0, 1)
    again = table("bat").play("draw horde", "play bat player-3 0")
    assert not again.can("play")


def test_a_weapon_may_count_against_every_attack() -> None:
    """DTD-18 every-attack: those of all whom its player may help."""
    after = table("bat", DTD_18="every-attack").turn_over("draw horde", "1:play bat player-3 0")
    assert after.wounds == (0, 0, 0, 0)


def test_a_weapon_counts_once_even_against_the_same_attack() -> None:
    """L145: they add up; one card is one."""
    start = table("bat", DTD_18="every-attack").play("draw brawl", "play bat player-1 0")
    assert "play bat player-1 0" not in start.legal


def test_one_wound_however_many_weapons_are_missing() -> None:
    """L143-L147: DTD-T06; DTD-21."""
    edition = box(brawl={"needs": 3})
    assert table(edition=edition, DTD_21="one-wound").turn_over("draw brawl").wounds == HIT
    each = table("bat", edition=edition, DTD_21="each-missing")
    assert each.turn_over("draw brawl", "play bat player-1 0").wounds == (2, 0, 0, 0)


def test_more_weapons_than_are_needed_do_no_harm() -> None:
    """L145: add up to two."""
    assert table("axe bat").turn_over("draw brawl", "play bat player-1 0", "play axe player-1 0").wounds == (0, 0, 0, 0)


def test_a_group_meets_an_event_together() -> None:
    """L148: each plays for the group; L144 otherwise each is Wounded."""
    start = table("axe", "bat", "bat").play("draw siege")
    foe = next(player for player in (1, 2, 3, 4) if needs(start, player))
    line = [f"{player}:play {word} player-{foe} 0" for player, word in ((1, "axe"), (2, "bat"), (3, "bat"))]
    assert start.turn_over(*line).wounds == (0, 0, 0, 0) and start.turn_over(*line[:2]).wounds == (1, 1, 1, 1)


def test_an_ability_adds_a_weapon() -> None:
    """L144: cards or abilities: DTD-T05 DTD-S01; once in an Event, as the card says."""
    start = table("bat", ability={1: "fighter"}).play("draw brawl")
    assert "strike player-1 0" in start.legal
    after = start.turn_over("play bat player-1 0", "strike player-1 0")
    assert after.wounds == (0, 0, 0, 0) and not after.person(1).spent[0]
    assert "strike player-1 0" not in start.play("strike player-1 0").legal


def test_an_ability_of_once_a_game() -> None:
    """L87: two Weapons once; DTD-55: it shows the Character."""
    after = table(ability={1: "hero"}).play("draw brawl").turn_over("excel player-1 0")
    assert after.wounds == (0, 0, 0, 0) and after.person(1).spent[0] and after.person(1).shown
    once = after.turn_over("draw calm").turn_over("draw calm").turn_over("draw calm").turn_over("draw brawl")
    assert once.wounds == HIT and not [each for each in once.said[len(after.said):] if "excel" in each]
    hidden = table(ability={1: "hero"}, DTD_55="use-hides").play("draw brawl").turn_over("excel player-1 0")
    assert hidden.person(1).spent[0] and not hidden.person(1).shown


def test_abilities_of_the_dead_are_none() -> None:
    """L68: how to play as a Survivor."""
    start = table("", "claw", ability={2: "fighter"}, dead=(2,)).play("draw brawl")
    assert not [each for each in start.play(until=Phase.BEGIN_TURN).said if "strike" in each]


def test_players_do_not_fight_each_other() -> None:
    """L160: DTD-T14: there is no attack on a player in other Events, nor on Zombie players who do not attack."""
    start = table("bat", "", "bat", dead=(2,)).play("draw horde")
    assert start.play("2:stay-out").can("play") == {f"bat player-{each} 0" for each in (1, 3, 4)}


# -- Break, Light, Rope, Tool -------------------------------------------------------------------------------------------------


def test_a_weapon_that_breaks_counts_and_goes() -> None:
    """L271-L274: DTD-Q20 DTD-Q21."""
    after = table("bottle bat").turn_over("draw brawl", "play bottle player-1 0", "play bat player-1 0")
    assert after.wounds == (0, 0, 0, 0) and after.hand(1) == "bat" and after.state.equipment_discard[Item.BOTTLE] == 1


def test_a_weapon_breaks_only_when_used() -> None:
    """L272: after it is used."""
    assert table("bottle axe").turn_over("draw brawl", "play axe player-1 0").hand(1) == "bottle axe"


def test_a_weapon_breaks_though_it_was_not_enough_or_not_needed() -> None:
    """L273: once it is spent; DTD-53."""
    assert table("bottle").turn_over("draw brawl", "play bottle player-1 0").hand(1) == ""
    assert table("bottle axe").turn_over("draw brawl", "play axe player-1 0", "play bottle player-1 0").hand(1) == "axe"


def test_light_goes_back_into_the_hand() -> None:
    """L347-L350: DTD-Q15."""
    start = table("torch bat").play("draw darkness")
    assert start.can("play") == {"torch player-1 0"}  # L117: DTD-Q01
    after = start.turn_over("play torch player-1 0")
    assert after.wounds == (0, 0, 0, 0) and after.hand(1) == "bat torch"
    assert table("bat").turn_over("draw darkness").wounds == HIT


def test_a_rope_goes_back_into_the_hand() -> None:
    """L379-L382: DTD-Q16."""
    after = table("rope").turn_over("draw shaft", "play rope player-1 0", "find bat")
    assert after.hand(1) == "bat rope"


def test_a_tool_goes_back_into_the_hand() -> None:
    """L390-L394: DTD-Q17."""
    after = table("toolbox").turn_over("draw locked-room", "play toolbox player-1 0", "find bat", "find rope")
    assert after.hand(1) == "bat toolbox rope"
    assert table("bat").turn_over("draw locked-room").hand(1) == "bat"


@pytest.mark.parametrize(("event", "found"), [("darkness", []), ("shaft", ["find bat"]), ("locked-room", ["find bat"] * 2)])
def test_what_breaks_does_not_go_back(event: str, found: list[str]) -> None:
    """L348 L380 L391: DTD-Q18."""
    after = table("carver", equipment="bat*4").turn_over(f"draw {event}", "play carver player-1 0", *found)
    assert after.wounds == (0, 0, 0, 0) and after.state.equipment_discard[Item.CARVER] == 1
    assert "carver" not in after.hand(1) and after.hand(1).startswith("bat") == bool(found)


def test_a_card_of_two_keywords_is_played_for_either() -> None:
    """L391 L145: an axe is a Tool, and two Weapons."""
    assert table("axe").play("draw locked-room").can("play") == {"axe player-1 0"}
    assert table("axe").play("draw brawl").can("play") == {"axe player-1 0"}


def test_equipment_is_played_only_where_a_card_calls_for_it() -> None:
    """L117 L301: DTD-Q01."""
    assert not table("axe bat rope torch bandage").play().can("play")
    assert not table("rope torch bandage book toolbox").play("draw brawl").can("play")


# -- Firearms and Ammo --------------------------------------------------------------------------------------------------------


def test_a_firearm_is_laid_out_with_its_ammo() -> None:
    """L308-L313: DTD-Q10 DTD-Q11; one token is one Weapon."""
    start = table("revolver").play("draw brawl", "play revolver player-1 0")
    after = start.turn_over("play revolver-2 player-1 0")
    assert after.wounds == (0, 0, 0, 0) and after.hand(1) == "revolver-1" and tokens(after, 1) == 1  # DTD-22: several


def test_ammo_that_was_spent_is_gone() -> None:
    """L313: DTD-E8."""
    first = table("revolver").turn_over("draw lone-fight", "play revolver player-1 0")
    assert first.wounds == (1, 1, 1, 1) and first.hand(1) == "revolver-2"
    second = table("revolver-1 bat").turn_over("draw brawl", "play revolver-1 player-1 0", "play bat player-1 0")
    assert second.wounds == (0, 0, 0, 0) and second.hand(1) == "bat revolver-0"


def test_an_empty_firearm_stays_and_is_of_no_use() -> None:
    """DTD-23."""
    after = table("revolver-0 bat").play("draw brawl")
    assert after.can("play") == {"bat player-1 0"} and after.turn_over().hand(1) == "bat revolver-0"


def test_an_empty_firearm_may_be_discarded_or_loaded_again() -> None:
    """DTD-23 discarded, reloaded."""
    gone = table("revolver-1", DTD_23="discarded").turn_over("draw brawl", "play revolver-1 player-1 0")
    assert gone.hand(1) == "" and gone.state.equipment_discard[Item.REVOLVER] == 1
    spent = table("revolver-1", DTD_23="reloaded").turn_over("draw brawl", "play revolver-1 player-1 0")
    assert spent.hand(1) in ("revolver-0", "revolver")
    word = spent.hand(1)
    again = table(word, DTD_23="reloaded").turn_over("draw brawl", f"play {word} player-1 0")
    assert tokens(again, 1) == 2


def test_ammo_is_not_shared() -> None:
    """L316-L318: DTD-Q14."""
    after = table("revolver-1 revolver-2").turn_over("draw brawl", "play revolver-2 player-1 0", "play revolver-1 player-1 0")
    assert after.hand(1) == "revolver-0 revolver-1"


def test_one_token_may_be_the_most_of_a_firearm_in_an_event() -> None:
    """DTD-22 one-an-event."""
    start = table("revolver", "bat", DTD_22="one-an-event").play("draw brawl", "play revolver player-1 0")
    assert not [event for event in start.legal if "revolver" in event]


def test_a_firearm_without_ammo_is_a_weapon_like_others() -> None:
    """L308 L309: some have Ammo."""
    after = table("shotgun").turn_over("draw brawl", "play shotgun player-1 0")
    assert after.wounds == (0, 0, 0, 0) and after.hand(1) == "shotgun"


def test_ammo_helps_others_too() -> None:
    """L148 L313: DTD-T08 DTD-Q11."""
    after = table("", "revolver-2").turn_over("draw brawl", "2:play revolver-2 player-1 0", "2:play revolver-1 player-1 0")
    assert after.wounds == (0, 0, 0, 0) and after.hand(2) == "revolver-0"


# -- windows ------------------------------------------------------------------------------------------------------------------


def test_survivors_then_zombies_then_survivors() -> None:
    """L154-L158: DTD-T11 DTD-T12 DTD-T13; DTD-19: Zombie players do not answer the last plays."""
    start = table("axe bat", "", "claw*2", dead=(3,)).play("draw brawl", "3:stay-out")
    assert start.phase == Phase.PLAY and start.who == 1
    haunted = start.play("play axe player-1 0", "1:hold", until=Phase.HAUNT)
    assert haunted.who == 3 and haunted.can("harden") == {"claw player-1 0"}
    last = haunted.play("harden claw player-1 0", "lurk", until=Phase.PLAY)
    assert last.who == 1 and last.can("play") == {"bat player-1 0"} and needs(last, 1) == [3]
    after = last.turn_over("play bat player-1 0")
    assert after.wounds == (0, 0, 0, 0) and after.horrors(3) == "claw" and after.state.zombie_discard[Horror.CLAW] == 1
    assert after.said.index("1:play bat player-1 0") > after.said.index("3:lurk")


def test_the_last_plays_are_not_answered() -> None:
    """L157: DTD-T13; DTD-19."""
    start = table("axe bat", "", "claw*2", dead=(3,)).play("draw brawl", "3:stay-out", "play axe player-1 0")
    line = start.turn_over("3:harden claw player-1 0", "3:lurk", "1:play bat player-1 0")
    said = line.said[line.said.index("1:play bat player-1 0"):]
    assert not [each for each in said if each.startswith("3:")]


def test_zombie_players_may_answer() -> None:
    """DTD-19 zombies-answer: and then Survivors again."""
    start = table("axe bat", "", "claw*2", dead=(3,), DTD_19="zombies-answer").play(
        "draw brawl", "3:stay-out", "play axe player-1 0", "3:harden claw player-1 0", "3:lurk", "1:play bat player-1 0")
    assert start.turn_over("3:harden claw player-1 0").wounds == HIT


def test_all_go_on_until_all_pass() -> None:
    """L154: DTD-T11; DTD-20: one who has passed may play when another has played."""
    start = table("bat", "bat").play("draw brawl", "1:hold", "2:play bat player-1 0")
    assert start.turn_over("1:play bat player-1 0").wounds == (0, 0, 0, 0)


def test_each_may_play_once_round_only() -> None:
    """DTD-20 once-round."""
    for ruling, asked in (("until-all-pass", 2), ("once-round", 1)):
        said = table("bat", "bat", DTD_20=ruling).turn_over("draw brawl", "1:hold", "2:play bat player-1 0").said
        assert said[:said.index("close")].count("1:hold") == asked


def test_a_zombie_card_takes_a_weapon_away() -> None:
    """L155: DTD-T12: as the card says; a Survivor may make up for it (L157)."""
    start = table("bat*3", "", "grasp", dead=(3,)).play("draw brawl", "3:stay-out", *["play bat player-1 0"] * 2,
                                                        "3:deny grasp player-1 0")
    assert start.turn_over().wounds == HIT
    assert start.turn_over("1:play bat player-1 0").wounds == (0, 0, 0, 0)


def test_any_number_of_zombie_cards_in_a_fight() -> None:
    """L204 L205: DTD-Z15; of several Zombie players."""
    after = table("axe", "claw", "claw*2 pile-on", dead=(2, 3)).play("draw brawl").turn_over(
        "1:play axe player-1 0", "2:harden claw player-1 0", "3:harden claw player-1 0", "3:harden claw player-1 0",
        "3:harden pile-on player-1 0")
    assert after.wounds == HIT and after.horrors(3) == "" and after.horrors(2) == ""


def test_zombie_cards_say_when_they_are_played() -> None:
    """L202 L203: DTD-Z12: a card for the own turn is none for a fight, and the other way round."""
    start = table("bat", "", "lurk gnaw hunger claw", dead=(3,)).play("draw brawl", "3:stay-out", "1:hold", until=Phase.HAUNT)
    assert start.legal == {"lurk", "harden claw player-1 0"}
    own = table("bat", "", "claw gnaw", dead=(3,), turn=3).play("receive moan", "receive moan")
    assert not own.can("harden") and own.phase == Phase.PROWL


def test_zombie_cards_only_in_the_own_turn() -> None:
    """DTD-51 own-turn."""
    assert not [each for each in table("bat", "", "claw", dead=(3,), DTD_51="own-turn").play("draw brawl").turn_over().said
                if "harden" in each or "lurk" in each]


def test_tools_light_and_ropes_have_the_windows_too() -> None:
    """DTD-79."""
    start = table("torch", "", "claw", dead=(3,)).play("draw darkness", "1:hold")
    assert start.phase == Phase.PLAY and start.can("play") == {"torch player-1 0"}
    assert start.turn_over("play torch player-1 0").wounds == (0, 0, 0, 0) and start.turn_over("1:hold").wounds == HIT


def test_a_weapon_may_not_be_moved_at_the_end() -> None:
    """DTD-52."""
    moved = table("bat*2", "", "moan", dead=(3,), edition=box(brawl={"needs": 1})).play(
        "draw brawl", "3:join player-1", "1:play bat player-1 0", "1:hold")
    assert not moved.can("move")


def test_a_weapon_may_be_moved_at_the_end() -> None:
    """DTD-52 one-moved: one of them."""
    start = table("bat*3", "", "claw", dead=(3,), edition=box(brawl={"needs": 1}), DTD_52="one-moved").play(
        "draw brawl", "3:join player-1", *["1:play bat player-1 0"] * 2, "1:hold", "3:lurk")
    assert start.can("move")
    assert not start.play(sorted(f"move {each}" for each in start.can("move"))[0]).can("move")


# -- joining ------------------------------------------------------------------------------------------------------------------


def test_zombie_players_join_as_soon_as_the_fight_is_read() -> None:
    """L216-L223: DTD-Z17 DTD-Z20; nobody has to."""
    start = table("axe", "", "moan", dead=(3,)).play("draw brawl")
    assert start.phase == Phase.JOIN and start.who == 3 and start.legal == {"join player-1", "stay-out"}
    assert needs(start.play("stay-out"), 1) == [2]


def test_a_zombie_player_who_joined_asks_for_a_weapon_more() -> None:
    """L223 L225: DTD-Z21 DTD-Z22; DTD-49: an attack of its own."""
    start = table("bat*3", "", "moan", dead=(3,)).play("draw brawl", "join player-1")
    assert needs(start, 1) == [2, 1] and start.can("play") == {"bat player-1 0", "bat player-1 1"}
    held = start.turn_over(*["1:play bat player-1 0"] * 2, "1:play bat player-1 1")
    assert held.wounds == (0, 0, 0, 0)


@pytest.mark.parametrize(("plays", "wounds"), [(["1 0", "1 0"], 1), (["1 0", "1 1"], 1), (["1 1"], 1), ([], 2)])
def test_each_attack_that_is_not_met_is_a_wound(plays: list[str], wounds: int) -> None:
    """L151-L154 L223: DTD-T10 DTD-Z22; DTD-E3 DTD-E4; DTD-49."""
    line = [f"1:play bat player-{each}" for each in plays]
    after = table("bat*2", "", "moan", dead=(3,)).turn_over("draw brawl", "3:join player-1", *line)
    assert after.wounds == (wounds, 0, 0, 0)


def test_all_that_was_played_may_count_against_all() -> None:
    """DTD-49 all-together: one total of three, and one Wound."""
    start = table("bat*3", "", "moan", dead=(3,), DTD_49="all-together").play("draw brawl", "join player-1")
    assert start.turn_over().wounds == HIT
    play = sorted(start.can("play"))[0]
    assert start.turn_over(*[f"1:play {play}"] * 3).wounds == (0, 0, 0, 0)
    assert start.turn_over(*[f"1:play {play}"] * 2).wounds == HIT


def test_two_attacks_on_one_with_one_weapon() -> None:
    """L151-L154: DTD-T10; DTD-E3: he names the attack; one Wound."""
    edition = box(brawl={"needs": 1})
    start = table("bat", "", "moan", dead=(3,), edition=edition).play("draw brawl", "join player-1")
    assert start.can("play") == {"bat player-1 0", "bat player-1 1"}
    assert {start.turn_over(f"play bat player-1 {slot}").wounds for slot in (0, 1)} == {HIT}


def test_a_zombie_player_is_never_wounded() -> None:
    """L225: DTD-Z23."""
    after = table("bat*4", "", "moan", dead=(3,)).turn_over(
        "draw brawl", "3:join player-1", *["1:play bat player-1 0"] * 2, *["1:play bat player-1 1"] * 2)
    assert after.wounds == (0, 0, 0, 0) and after.dead == [3] and after.horrors(3) == "moan"


def test_the_nearest_on_each_side_may_join() -> None:
    """L218: DTD-Z18; DTD-25: of Z Z S Z round the one who fights, both nearest, and nobody else."""
    start = table("axe", "moan", "moan", "", "moan", players=5, dead=(2, 3, 5)).play("draw brawl")
    said = start.play(until=Phase.BEGIN_TURN).said
    assert {each for each in said if "stay-out" in each} == {"2:stay-out", "5:stay-out"}


def test_both_may_join_against_one() -> None:
    """L218 L223: DTD-Z18 DTD-Z21."""
    start = table("axe", "moan", "", "", "moan", players=5, dead=(2, 5)).play("draw brawl", "2:join player-1", "5:join player-1")
    assert needs(start, 1) == [2, 1, 1]
    assert start.turn_over("play axe player-1 0").wounds[0] == 2


def test_survivors_between_are_passed_over() -> None:
    """L218: DTD-25, and its adjacent."""
    assert table("axe", "", "moan", dead=(3,)).play("draw brawl").who == 3
    assert table("axe", "", "moan", dead=(3,), DTD_25="adjacent").play("draw brawl").phase != Phase.JOIN
    assert table("axe", "moan", dead=(2,), DTD_25="adjacent").play("draw brawl").phase == Phase.JOIN


def test_one_zombie_player_next_on_both_sides_joins_once() -> None:
    """DTD-26, and its twice."""
    assert needs(table("axe", "", "moan", dead=(3,)).play("draw brawl", "join player-1"), 1) == [2, 1]
    twice = table("axe", "", "moan", dead=(3,), DTD_26="twice").play("draw brawl", "join player-1")
    assert twice.phase == Phase.JOIN and needs(twice.play("join player-1"), 1) == [2, 1, 1]


def test_who_joins_names_one_neighbour() -> None:
    """L220: DTD-Z19; DTD-27."""
    start = table("axe", "moan", "axe", "moan", dead=(2, 4)).play("draw horde")
    assert start.phase == Phase.JOIN and start.can("join") == {"player-1", "player-3"}
    first, other = start.who, 6 - (start.who or 0)
    one = start.play("join player-3", f"{other}:stay-out")
    assert needs(one, 1) == [1] and needs(one, 3) == [1, 1]
    several = table("axe", "moan", "axe", "moan", dead=(2, 4), DTD_27="several").play("draw horde", "join player-3")
    assert several.who == first and several.can("join") == {"player-1"}


def test_only_those_who_fight_are_attacked() -> None:
    """L217 L220: a Survivor who is in the fight."""
    assert table("axe", "moan", "axe", dead=(2,)).play("draw brawl").can("join") == {"player-1"}


@pytest.mark.parametrize("event", ["looters", "darkness", "calm", "locked-room"])
def test_zombie_players_join_fights_with_zombies_only(event: str) -> None:
    """L216: DTD-Z17; DTD-47."""
    assert table("axe torch", "moan", dead=(2,)).play(f"draw {event}").phase != Phase.JOIN


def test_every_fight_may_be_one_to_join() -> None:
    """DTD-47 every-fight; an Event without a fight is still none."""
    assert table("axe", "moan", dead=(2,), DTD_47="every-fight").play("draw looters").phase == Phase.JOIN
    assert table("axe", "moan", dead=(2,), DTD_47="every-fight").play("draw darkness").phase != Phase.JOIN


def test_others_help_against_who_joined_a_fight_alone() -> None:
    """L226: DTD-Z24; DTD-28."""
    line = ("draw lone-fight", "join player-1", "1:hold")
    helped = table("bat*2", "axe", "", "moan", dead=(4,)).play(*line)
    assert helped.who == 2 and helped.can("play") == {"axe player-2 0", "axe player-1 1"}
    alone = table("bat*2", "axe", "", "moan", dead=(4,), DTD_28="alone-too").play(*line)
    assert alone.can("play") == {"axe player-2 0"}


def test_zombie_players_may_join_in_their_window() -> None:
    """DTD-48 zombies-window."""
    start = table("axe bat", "", "moan", dead=(3,), DTD_48="zombies-window").play("draw brawl")
    assert start.phase == Phase.PLAY
    late = start.play("play axe player-1 0", "1:hold")
    assert late.who == 3 and "join player-1" in late.legal
    assert late.play("join player-1").turn_over("1:play bat player-1 1").wounds == (0, 0, 0, 0)
    assert late.play("join player-1").turn_over().wounds == HIT


def test_a_power_up_makes_a_joining_zombie_worse() -> None:
    """L419 L420: DTD-V26: what the card says, for the rest of the game."""
    start = table("axe", "", "moan", dead=(3,), powers={3: "hunger rage"}).play("draw brawl", "join player-1")
    assert needs(start, 1) == [2, 3] and told(start.person(3).powers, Horror) == "hunger rage"


def test_zombie_cards_are_played_against_any_attack() -> None:
    """L155 L226: DTD-T12 DTD-Z24: that of one who joined, too."""
    start = table("axe bat", "", "claw", dead=(3,)).play("draw brawl", "join player-1")
    haunted = start.play("play axe player-1 0", "play bat player-1 1", until=Phase.HAUNT)
    assert haunted.can("harden") == {"claw player-1 0", "claw player-1 1"}
    assert haunted.turn_over("harden claw player-1 1").wounds == HIT


def test_the_living_who_die_before_do_not_fight() -> None:
    """L388: DTD-G13: Zombie players are not asked for Weapons, nor Wounded."""
    start = table("axe", "moan", "axe", dead=(2,)).play("draw lone-fight", "2:stay-out")
    assert needs(start, 2) == [] and start.turn_over().wounds == (1, 0, 1, 1)
