"""Wounds, deaths and what Zombie players do in Dead 'til Dawn, sentence by sentence; `L107` is a line of its rulebook."""

from __future__ import annotations

import pytest

from daybreak_games.dead_til_dawn.cards import Effect, Event, Horror, Item, Whom
from daybreak_games.dead_til_dawn.state import Phase
from tests.contract.dead_til_dawn_tables import Scene, box, table, told

CALM = "calm*40"


def dying(*hands: str, turn: int = 1, **rest: object) -> Scene:
    """Player `turn` draws `darkness` with nothing to make light, two Wounds and the third to come; then the window to heal, or
    what follows."""
    return table(*hands, turn=turn, wounds={turn: 2}, **rest).play("draw darkness")


# -- Wounds -------------------------------------------------------------------------------------------------------------------


def test_the_last_wound_kills() -> None:
    """L179: DTD-Z01; DTD-01: one number for all."""
    assert table(wounds={1: 1}).turn_over("draw darkness").dead == []
    assert table(wounds={1: 2}).turn_over("draw darkness").dead == [1]


def test_the_number_may_be_on_the_card() -> None:
    """DTD-01 on-the-card; DTD-56: with two Characters the lower, the higher, or both together."""
    for ruling, deadly in (("lower", 2), ("higher", 4), ("sum", 6)):
        edition = box(3)
        edition.characters[0].wounds, edition.characters[3].wounds = 2, 4
        edition.wounds = 9
        made = {"players": 3, "edition": edition, "DTD_01": "on-the-card", "DTD_56": ruling}
        assert table(wounds={1: deadly - 1}, **made).turn_over("draw darkness").dead == [1]
        assert table(wounds={1: deadly - 2}, **made).turn_over("draw darkness").dead == []


def test_a_card_that_heals_is_played_even_at_the_last_wound() -> None:
    """L409-L412: DTD-V24 DTD-V25; DTD-E14."""
    start = dying("bandage bat")
    assert start.phase == Phase.SAVE and start.who == 1 and start.can("bind") == {"bandage"} and not start.dead
    after = start.turn_over("bind bandage")
    assert after.dead == [] and after.wounds == (2, 0, 0, 0) and after.hand(1) == "bat" and after.horrors(1) == ""
    assert after.state.equipment_discard[Item.BANDAGE] == 1 and not after.person(1).shown


def test_nobody_has_to_heal() -> None:
    """L410: can be played."""
    assert dying("bandage").turn_over("let-go").dead == [1]


def test_others_may_heal_the_last_wound() -> None:
    """DTD-11: anybody who is alive, and its self."""
    start = dying("", "", "bandage")
    assert start.phase == Phase.SAVE and start.who == 3
    assert start.turn_over("bind bandage").dead == []
    assert dying("", "", "bandage", DTD_11="self").dead == [1]


def test_an_ability_may_heal_the_last_wound() -> None:
    """L144 L87: once in a game."""
    after = dying(ability={1: "medic"}).turn_over("nurse")
    assert after.dead == [] and after.wounds == (2, 0, 0, 0) and after.person(1).spent[0]
    assert after.person(1).shown and not dying(ability={1: "medic"}, DTD_55="use-hides").turn_over("nurse").person(1).shown


def test_an_ability_heals_between_turns() -> None:
    """L409: DTD-V24; DTD-67: whose ability it is, for himself or another; once."""
    start = table(wounds={1: 1, 2: 1}, ability={1: "medic"}).play()
    assert start.can("tend") == {"player-1", "player-2"}
    after = start.play("tend player-2")
    assert after.wounds == (1, 0, 0, 0) and after.phase == Phase.DRAW and after.person(1).spent[0]


def test_each_wound_is_the_last_anew() -> None:
    """L411: DTD-V25: healed, and then comes another, for which a second card is needed."""
    line = ("draw windfall", "flip shuffle", "bind bandage")
    assert table("bandage", wounds={1: 2}).turn_over(*line).dead == [1]
    assert table("bandage*2", wounds={1: 2}).turn_over(*line, "bind bandage").dead == []


def test_a_wound_is_healed_between_turns() -> None:
    """L409 L410: DTD-V24; DTD-67, and its last-wound-only."""
    start = table("bandage", wounds={1: 1, 2: 1}).play()
    assert {"player-1 bandage", "player-2 bandage"} <= start.can("bandage") and "player-3 bandage" not in start.can("bandage")
    assert start.turn_over("bandage player-1 bandage", "draw calm").wounds == (0, 1, 0, 0)
    assert not table("bandage", wounds={1: 1}, DTD_67="last-wound-only").play().can("bandage")


def test_a_wound_that_is_not_the_last_is_not_healed_in_an_event() -> None:
    """L117: DTD-Q01; DTD-67: there is no window for it."""
    assert table("bandage").play("draw darkness").phase == Phase.BEGIN_TURN


def test_a_card_that_says_one_dies_is_no_wound() -> None:
    """L180: DTD-Z02: nothing is healed."""
    after = table("bandage", "bandage").turn_over("draw accident", "flip shuffle")
    assert after.dead == [1] and not [each for each in after.said if "let-go" in each or "bind" in each]


def test_several_last_wounds_are_healed_before_anybody_turns() -> None:
    """DTD-59: all, one after the other."""
    start = table("bandage", "bandage", wounds={1: 2, 2: 2, 3: 2}).play("draw lone-fight")
    assert start.phase == Phase.SAVE and not start.dead
    after = start.turn_over("1:bind bandage", "2:bind bandage")
    assert after.dead == [3] and after.wounds == (2, 2, 0, 1)
    assert start.turn_over("2:bind bandage", "1:let-go").dead == [2, 3]  # for player 1; then there is the other for player 2


def test_one_bandage_saves_one() -> None:
    """L411: it is gone then."""
    start = table("", "", "", "bandage", wounds={1: 2, 2: 2}).play("draw lone-fight")
    assert start.turn_over("4:bind bandage").dead == [2]
    assert start.turn_over("4:let-go", "4:bind bandage").dead == [1]


# -- becoming a Zombie --------------------------------------------------------------------------------------------------------


def test_the_steps_of_turning() -> None:
    """L183-L201: DTD-Z04 DTD-Z06 DTD-Z07 DTD-Z11: shown, secret Events discarded, looted, three Zombie cards."""
    made = table("", "axe", wounds={2: 2}, kept={2: "stash"}, edition=box(horde={"needs": 3}))
    start = made.play("draw horde", until=Phase.LOOT)
    assert start.person(2).shown and start.person(2).kept is None and start.state.event_discard[Event.STASH] == 1
    after = start.turn_over("3:loot axe")
    assert after.dead == [2] and after.horrors(2) == "moan*3" and after.hand(3) == "axe" and after.wounds == (1, 0, 1, 1)


def test_loot_comes_before_the_zombie_cards() -> None:
    """L193 L200: DTD-Z07 DTD-Z11."""
    start = dying("bat")
    assert start.phase == Phase.LOOT and start.person(1).zombie and start.person(1).shown
    after = start.play("loot bat")
    assert [event.split()[0] for event in after.events if event.split()[0] in ("loot", "receive")] == ["loot"] + ["receive"] * 3


def test_loot_goes_round_to_the_left() -> None:
    """L193-L198: DTD-Z07 DTD-Z08 DTD-Z09 DTD-Z10; DTD-E5: Zombie players are skipped, and again to the first."""
    start = dying("bat rope book axe", players=5, dead=(2,))
    assert start.phase == Phase.LOOT and start.who == 3 and start.can("loot") == {"bat", "rope", "book", "axe"}
    after = start.turn_over("3:loot bat", "4:loot rope", "5:loot axe", "3:loot book")
    assert (after.hand(3), after.hand(4), after.hand(5)) == ("bat book", "rope", "axe") and after.hand(1) == ""


def test_the_dying_turn_from_the_player_in_turn_on() -> None:
    """DTD-31: player 4 before player 1, in player 3's turn; and who is about to turn is no looter."""
    start = table("bat", "", "", "axe", turn=3, wounds={1: 2, 4: 2}).play("draw lone-fight", until=Phase.LOOT)
    assert start.who == 2 and start.can("loot") == {"axe"} and start.dead == [4]
    assert start.play("loot axe").can("loot") == {"bat"} and start.play("loot axe").dead == [1, 4]


def test_a_lone_survivor_takes_all_the_loot() -> None:
    """L197: DTD-Z10: it goes round and round, until all is taken."""
    assert dying("bat*3", "", dead=(3, 4)).turn_over(*["2:loot bat"] * 3).hand(2) == "bat*3"


def test_one_card_at_a_time() -> None:
    """L195: DTD-Z08 DTD-Z09."""
    start = dying("bat rope")
    assert start.who == 2 and start.play("loot bat").who == 3


def test_looters_may_decline() -> None:
    """L195 L197: may take; DTD-30: a full lap of declines ends it, and the rest is discarded."""
    start = dying("bat*2 rope")
    after = start.turn_over("2:decline", "3:loot rope")
    assert after.hand(3) == "rope" and after.state.equipment_discard[Item.BAT] == 2
    later = start.turn_over("2:decline", "3:loot rope", "4:decline", "2:loot bat")
    assert later.hand(2) == "bat"


def test_looters_may_have_to_take() -> None:
    """DTD-30 must-take."""
    start = dying("bat", DTD_30="must-take")
    assert start.legal == {"loot bat"}


def test_one_with_no_equipment_is_not_looted() -> None:
    """DTD-E6."""
    after = dying()
    assert after.phase == Phase.BEGIN_TURN and after.dead == [1] and "decline" not in after.events


def test_a_firearm_on_the_table_is_looted_with_its_ammo() -> None:
    """L314: DTD-Q12; DTD-32."""
    assert dying("revolver-2").turn_over("loot revolver-2").hand(2) == "revolver-2"


def test_a_pet_is_discarded_at_death() -> None:
    """L371: DTD-Q24."""
    after = dying("dog bat").turn_over("loot bat")
    assert after.state.equipment_discard[Item.DOG] == 1 and "loot dog" not in dying("dog bat").legal


def test_loot_beyond_the_limit_goes_at_the_end_of_the_turn() -> None:
    """L328 L329: DTD-Q03; DTD-E7, and its DTD-12 turn-holder."""
    start = dying("rope", "bat*5", "", "").play("2:loot rope")
    assert start.phase == Phase.SHED and start.who == 2
    assert dying("rope", "bat*5", DTD_12="turn-holder").turn_over("2:loot rope").hand(2) == "bat*5 rope"


def test_who_died_last_in_a_row_does_not_loot() -> None:
    """DTD-31, and its dying-loot."""
    start = table("bat", wounds={1: 2, 2: 2}).play("draw lone-fight", until=Phase.LOOT)
    assert start.who == 3
    either = table("bat", wounds={1: 2, 2: 2}, DTD_31="dying-loot").play("draw lone-fight", until=Phase.LOOT)
    assert either.who == 2


def test_loot_is_of_no_use_in_the_same_event() -> None:
    """DTD-60, and its at-once: each is healed or turns before the next Flip (DTD-59 one-by-one), and the next finds a bandage."""
    line = ("draw fever", "flip shuffle", "1:let-go", "2:loot bandage", "flip shuffle")
    made = {"wounds": {1: 2, 2: 2}, "DTD_59": "one-by-one"}
    assert table("bandage", **made).play(*line).phase != Phase.SAVE
    soon = table("bandage", **made, DTD_60="at-once").play(*line)
    assert soon.phase == Phase.SAVE and soon.who == 2


def test_one_may_turn_after_the_event() -> None:
    """DTD-29: at once, or when all of it is done."""
    edition = box(accident={"whom": Whom.EVERYBODY})
    at_once = table(edition=edition).play("draw accident", "flip shuffle")
    assert at_once.dead == [1] and at_once.phase == Phase.FLIP and at_once.horrors(1) == "moan*3"
    later = table(edition=edition, DTD_29="after-event").play("draw accident", "flip shuffle")
    assert later.dead == [] and later.turn_over("flip moan", "flip moan", "flip moan").dead == [1]


def test_three_zombie_cards_in_another_ones_turn() -> None:
    """L200 L212: DTD-Z11 DTD-Z16; DTD-E12: and two at the start of his next turn."""
    first = table(wounds={2: 2}, events="calm*9 horde").turn_over("draw horde")
    assert first.dead == [2] and first.horrors(2) == "moan*3"
    assert first.turn_over().horrors(2) == "moan*5"


def test_three_zombie_cards_by_ones_own_event() -> None:
    """L200 L207: DTD-Z11: the Event was drawn; and the turn is over."""
    after = table(wounds={1: 2}).turn_over("draw darkness")
    assert after.horrors(1) == "moan*3" and after.turn == 2


def test_five_zombie_cards_before_the_event() -> None:
    """L207 L208: DTD-Z13; DTD-33, and its and-two-more."""
    assert table(bites={1: 1}).turn_over("flip shuffle").horrors(1) == "moan*5"
    assert table(bites={1: 1}, DTD_33="and-two-more").turn_over("flip shuffle").horrors(1) == "moan*7"


def test_a_secret_event_kills_before_the_event() -> None:
    """L207: DTD-Z13: what comes at the start of the own turn, before an Event is drawn."""
    edition = box(stash={"first": Effect.WOUND, "number": 1})
    after = table(edition=edition, kept={1: "stash"}, wounds={1: 2}).turn_over()
    assert after.dead == [1] and after.horrors(1) == "moan*5" and after.state.event_discard[Event.STASH] == 1
    assert not [event for event in after.events if event.startswith("draw")]


def test_the_dead_are_not_wounded_any_more() -> None:
    """L225 L388: DTD-G13."""
    after = table(dead=(2,)).turn_over("draw fever", *["flip shuffle"] * 3)
    assert after.wounds == (1, 0, 1, 1)


# -- Zombie players' turns ----------------------------------------------------------------------------------------------------


def prowl(*hands: str, drawn: tuple[str, str] = ("moan", "moan"), turn: int = 2, **rest: object) -> Scene:
    """The turn of player 2, a Zombie player, when the two cards have been drawn."""
    made: dict[str, object] = {"dead": (2,), **rest}
    return table(*hands, turn=turn, **made).play(*[f"receive {word}" for word in drawn])


def test_two_zombie_cards_instead_of_an_event() -> None:
    """L212-L214: DTD-Z16."""
    after = table("", "claw", turn=2, dead=(2,), events=CALM).turn_over("receive gnaw", "receive lurk")
    assert after.horrors(2) == "claw lurk gnaw" and after.turn == 3 and "draw calm" not in after.events


def test_no_limit_for_zombie_cards() -> None:
    """L203 L204: DTD-Z14."""
    assert prowl("", "claw*3 drag*3 gnaw*3 lurk*3").turn_over().horrors(2) == "moan*2 claw*3 drag*3 lurk*3 gnaw*3"


def test_an_empty_zombie_deck() -> None:
    """DTD-36: discards are shuffled; with none there is nothing to draw."""
    after = table("", "", turn=2, dead=(2,), zombies="gnaw", zombie_discard="lurk").turn_over("receive gnaw")
    assert after.horrors(2) == "lurk gnaw"
    assert table("", "", turn=2, dead=(2,), zombies="").turn_over().horrors(2) == ""


@pytest.mark.parametrize(("right", "victim"), [("no", 3), ("yes", 1)])
def test_a_zombie_card_begins_a_fight_with_a_neighbour(right: str, victim: int) -> None:
    """L217: DTD-Z15 DTD-Z17; DTD-73: the next Survivor on a side; DTD-80: with its own windows."""
    start = prowl("bat", "rush", "bat").play(f"ambush rush {right}")
    assert start.phase == Phase.PLAY and start.person(victim).attacks[0].needs == 2
    wounds = [0, 0, 0, 0]
    wounds[victim - 1] = 1
    assert start.turn_over().wounds == tuple(wounds)


def test_next_survivors_are_found_beyond_zombie_players() -> None:
    """L364: DTD-V22; DTD-E15."""
    start = table("", "lurk*2", "", "", players=5, turn=2, dead=(2, 3, 1)).play("receive moan", "receive moan")
    assert start.turn_over("ambush lurk no").wounds == (0, 0, 0, 1, 0)
    assert start.turn_over("ambush lurk yes").wounds == (0, 0, 0, 0, 1)


def test_others_help_in_a_fight_by_a_zombie_card() -> None:
    """L148 L226: DTD-T08; DTD-80: it is a fight like any other."""
    after = prowl("bat", "rush", "bat").play("ambush rush no").turn_over("1:play bat player-3 0", "3:play bat player-3 0")
    assert after.wounds == (0, 0, 0, 0)


def test_any_number_of_zombie_cards_in_a_turn() -> None:
    """L204 L205: DTD-Z15."""
    after = prowl("", "lurk*2 gnaw").turn_over("ambush lurk no", "ambush lurk yes", "gnaw gnaw no")
    assert after.wounds == (1, 0, 1, 0) and after.person(3).bites == 1 and after.horrors(2) == "moan*2"
    assert told(after.state.zombie_discard, Horror) == "lurk*2 gnaw"


def test_a_weapon_serves_in_each_fight() -> None:
    """L150: DTD-T09; DTD-80: each Zombie card is a fight of its own."""
    after = prowl("", "lurk*2", "bat").play("ambush lurk no", "3:play bat player-3 0", "ambush lurk no").turn_over(
        "3:play bat player-3 0")
    assert after.wounds == (0, 0, 0, 0)


def test_other_zombie_players_join_a_fight_by_a_zombie_card() -> None:
    """L217-L219: DTD-Z17; DTD-74: the one whose card it was does not."""
    start = prowl("", "lurk", "", "moan", dead=(2, 4)).play("ambush lurk no")
    assert start.phase == Phase.JOIN and start.who == 4 and start.can("join") == {"player-3"}
    assert start.turn_over("join player-3").wounds == (0, 0, 2, 0)
    assert prowl("", "lurk", "axe").play("ambush lurk no").phase == Phase.PLAY


def test_a_zombie_card_bites() -> None:
    """L263: DTD-V13 DTD-V14; the Flip comes in the own turn."""
    after = prowl("", "gnaw*2").turn_over("gnaw gnaw no", "gnaw gnaw no")
    assert after.person(3).bites == 2
    assert after.play().phase == Phase.FLIP


def test_a_power_up_is_laid_out() -> None:
    """L419-L421: DTD-V26: it stays."""
    after = prowl("", "hunger").turn_over("lay-out hunger")
    assert told(after.person(2).powers, Horror) == "hunger" and after.horrors(2) == "moan*2"
    later = after.turn_over("draw calm").turn_over("draw calm").turn_over("draw brawl", "2:join player-1")
    assert later.wounds == (2, 0, 0, 0) and told(later.person(2).powers, Horror) == "hunger"


def test_a_death_in_a_zombie_players_turn() -> None:
    """L179 L200: three cards; the Zombie player goes on."""
    start = prowl("", "lurk*2", "bat", wounds={3: 2}).play("ambush lurk no", "3:hold", "4:loot bat")
    assert start.dead == [2, 3] and start.phase == Phase.PROWL and start.who == 2 and start.horrors(3) == "moan*3"
    assert start.turn_over("ambush lurk no").wounds == (0, 0, 0, 1)


def test_no_trade_in_a_zombie_players_turn() -> None:
    """L330: DTD-Q06; DTD-15 DTD-62: before it, yes."""
    before = table("bat", "lurk", turn=2, dead=(2,)).play()
    assert before.phase == Phase.TRADE and before.can("give")
    assert not [each for each in prowl("bat", "lurk").turn_over("ambush lurk no").said[-12:] if "give" in each]


def test_trade_between_zombie_cards() -> None:
    """DTD-62 any-quiet-moment: in a Zombie player's turn, before each of his cards."""
    start = table("bat", "lurk", turn=2, dead=(2,), DTD_62="any-quiet-moment").play("1:done", "receive moan", "receive moan")
    assert start.phase == Phase.TRADE and start.can("give")


# -- return to life -----------------------------------------------------------------------------------------------------------


def test_a_zombie_player_returns_to_life() -> None:
    """L229 L421: DTD-Z25 DTD-V27; DTD-35 DTD-77: without Wounds, Equipment, Zombie cards; abilities are spent."""
    after = prowl("", "awakening claw", powers={2: "hunger"}, ability={2: "hero"}).turn_over("awake awakening")
    person = after.person(2)
    assert after.dead == [] and after.wounds == (0, 0, 0, 0) and after.horrors(2) == "" and told(person.powers, Horror) == ""
    assert person.spent[0] and person.shown and after.turn == 3
    assert told(after.state.zombie_discard, Horror) == "moan*2 claw hunger awakening"


def test_one_may_return_with_wounds() -> None:
    """DTD-35 one-wound-left: with all but the last."""
    assert prowl("", "awakening", DTD_35="one-wound-left").turn_over("awake awakening").wounds == (0, 2, 0, 0)


def test_one_who_returned_draws_events() -> None:
    """L127 L388: DTD-T01: he is a Survivor, but his ability that works once is none any more."""
    back = prowl("", "awakening", ability={2: "hero"}).turn_over("awake awakening").turn_over("draw calm").turn_over("draw calm")
    fight = back.turn_over("draw calm").turn_over("draw brawl")
    assert fight.wounds == (0, 1, 0, 0) and not [event for event in fight.events if event.startswith("excel")]


def test_an_event_returns_the_next_zombie_player_on_the_left() -> None:
    """L366: DTD-Z25; DTD-V22."""
    after = table("", "", "claw", "gnaw", dead=(3, 4)).turn_over("draw miracle")
    assert after.dead == [4] and after.horrors(3) == "" and after.horrors(4) == "gnaw" and after.person(3).spent[0]
    assert table().turn_over("draw miracle").dead == []


def test_one_who_returned_may_die_again() -> None:
    """L179: DTD-Z01; a Zombie player is Wounded by nothing before (L225)."""
    back = table("", "claw", dead=(2,)).turn_over("draw miracle")
    again = back.turn_over("draw darkness").turn_over("draw calm").turn_over("draw calm").turn_over("draw calm")
    assert again.wounds == (0, 1, 0, 0) and again.dead == []
