"""Trade, the limit of hands and what is discarded in Dead 'til Dawn, sentence by sentence; `L107` is a line of its rulebook."""

from __future__ import annotations

import pytest

from daybreak_games.dead_til_dawn.cards import Item
from daybreak_games.dead_til_dawn.state import Phase
from tests.contract.dead_til_dawn_tables import Scene, box, table

# -- trade --------------------------------------------------------------------------------------------------------------------


def test_survivors_give_equipment_freely() -> None:
    """L292 L330-L332: DTD-Q05; DTD-16: without anything in return."""
    start = table("bat rope").play()
    assert start.can("give") == {f"player-{seat} {word}" for seat in (2, 3, 4) for word in ("bat", "rope")}
    after = start.turn_over("give player-3 bat", "3:answer yes", "draw calm")
    assert (after.hand(1), after.hand(3)) == ("rope", "bat")


def test_not_only_the_player_in_turn_trades() -> None:
    """L292 L330: DTD-Q05: Survivors, at any time but while something is resolved."""
    after = table("", "", "bat").turn_over("3:give player-4 bat", "4:answer yes", "draw calm")
    assert after.hand(4) == "bat"


def test_what_one_was_given_serves_in_the_next_event() -> None:
    """L292: it is his."""
    after = table("", "axe").turn_over("2:give player-1 axe", "1:answer yes", "draw brawl", "1:play axe player-1 0")
    assert after.wounds == (0, 0, 0, 0) and after.hand(1) == "axe"


def test_a_trade_goes_both_ways() -> None:
    """L293 L331: traded; DTD-72: two gifts."""
    gifts = ("give player-2 bat", "2:answer yes", "2:give player-1 rope", "1:answer yes")
    after = table("bat", "rope").turn_over(*gifts, "draw calm")
    assert (after.hand(1), after.hand(2)) == ("rope", "bat")


def test_a_card_moves_once_between_two_turns() -> None:
    """DTD-72: so that trade ends."""
    start = table("bat").play("give player-2 bat", "2:answer yes")
    assert start.phase == Phase.DRAW
    assert start.turn_over("draw calm").play().can("give") == {f"player-{seat} bat" for seat in (1, 3, 4)}


def test_a_gift_may_be_refused() -> None:
    """DTD-63, and its no-consent."""
    after = table("bat").play("give player-2 bat")
    assert after.phase == Phase.CONSENT and after.who == 2 and after.legal == {"answer yes", "answer no"}
    assert after.turn_over("answer no", "draw calm").hand(1) == "bat"
    assert table("bat", DTD_63="no-consent").turn_over("give player-2 bat", "draw calm").hand(2) == "bat"


def test_zombie_players_take_no_part_in_trade() -> None:
    """L331: DTD-Q05: Survivors can."""
    start = table("bat", "moan", dead=(2,)).play()
    assert start.can("give") == {"player-3 bat", "player-4 bat"}


@pytest.mark.parametrize("event", ["brawl", "darkness", "rations", "attic", "windfall", "shaft"])
def test_no_trade_while_an_event_is_open(event: str) -> None:
    """L132-L136 L292 L330: DTD-T03 DTD-Q05."""
    said = table("bat torch rope", "axe").play(f"draw {event}")
    assert not said.can("give") and said.phase != Phase.TRADE


def test_a_zombie_card_bars_trade_too() -> None:
    """L330: DTD-Q06; DTD-15, and its zombie-cards-allow: when the card begins a fight."""
    start = table("bat", "lurk", "axe", turn=2, dead=(2,)).play("receive moan", "receive moan", "ambush lurk no")
    assert start.phase == Phase.PLAY
    made = table("bat", "lurk", "axe", turn=2, dead=(2,), DTD_15="zombie-cards-allow")
    allowed = made.play("receive moan", "receive moan", "ambush lurk no")
    assert allowed.phase == Phase.TRADE and allowed.can("give")
    assert allowed.turn_over("1:give player-3 bat", "3:answer yes", "3:play bat player-3 0").wounds == (0, 0, 0, 0)


def test_a_firearm_that_is_given_keeps_its_ammo() -> None:
    """L314 L332: DTD-Q12; DTD-E8."""
    after = table("revolver-1").turn_over("give player-2 revolver-1", "2:answer yes", "draw calm")
    assert (after.hand(1), after.hand(2)) == ("", "revolver-1")
    fresh = table("revolver").turn_over("give player-2 revolver", "2:answer yes", "draw calm")
    assert fresh.hand(2) == "revolver"


def test_a_pet_is_not_traded() -> None:
    """L370: DTD-Q23."""
    assert table("dog bat").play().can("give") == {f"player-{seat} bat" for seat in (2, 3, 4)}


def test_a_hand_may_be_too_large_between_two_checks() -> None:
    """L294 L328: DTD-Q02 DTD-Q03; DTD-63: at the end of the turn it counts."""
    start = table("rope", "bat*5").play("give player-2 rope", "2:answer yes", "draw calm")
    assert start.phase == Phase.SHED and start.who == 2


# -- the limit ----------------------------------------------------------------------------------------------------------------


def finds(*hands: str, number: int = 1, **rest: object) -> Scene:
    """Player 1 finds axes, and has to say what becomes of too many cards."""
    edition = box(calm={"first": 5, "number": number})
    return table(*hands, edition=edition, equipment="axe*9", **rest).play(
        "draw calm", *["find axe"] * number)


def test_five_cards_are_allowed() -> None:
    """L113 L294 L329: DTD-Q02 DTD-Q03."""
    assert finds("bat*4").phase == Phase.BEGIN_TURN


def test_six_are_not() -> None:
    """L113 L114 L294 L328: DTD-Q02 DTD-Q03 DTD-Q04: given to others, or discarded."""
    start = finds("bat*5")
    assert start.phase == Phase.SHED and start.who == 1 and start.can("drop") == {"bat", "axe"}
    assert start.can("hand-over") == {f"player-{seat} {word}" for seat in (2, 3, 4) for word in ("bat", "axe")}
    given = start.turn_over("hand-over player-3 bat", "3:answer yes")
    assert given.hand(1) == "bat*4 axe" and given.hand(3) == "bat"
    assert start.turn_over("drop bat").hand(1) == "bat*4 axe"


def test_as_many_as_are_too_many() -> None:
    """L114: any extra."""
    start = finds("bat*5", number=3).play("drop bat", *["pick-up no"] * 3, "drop bat", *["pick-up no"] * 3)
    assert start.phase == Phase.SHED
    after = start.turn_over("drop bat")
    assert after.hand(1) == "bat*2 axe*3" and after.turn == 2 and after.state.equipment_discard[Item.BAT] == 3


def test_every_survivor_is_checked() -> None:
    """L328: DTD-Q03; DTD-12: before the next player begins; and its turn-holder."""
    start = table("", "", "bat*6", turn=1, phase=Phase.BEGIN_TURN).play("draw calm")
    assert start.phase == Phase.SHED and start.who == 3
    later = table("", "", "bat*6", phase=Phase.BEGIN_TURN, DTD_12="turn-holder").turn_over("draw calm").turn_over("draw calm")
    assert later.play("draw calm").phase == Phase.SHED


def test_cards_are_not_given_to_a_full_hand() -> None:
    """DTD-63 DTD-69: only to those who have room."""
    start = finds("bat*5", "rope*5", "rope*4")
    assert {each.split()[0] for each in start.can("hand-over")} == {"player-3", "player-4"}


def test_a_check_of_hands_ends() -> None:
    """DTD-69, DTD-85: a card that was refused is not offered again in this check; what is left is dropped."""
    start = finds("bat*5")
    for _ in range(5):
        start = start.play("hand-over player-2 bat", "2:answer no")
    assert start.phase == Phase.SHED and start.hand(1) == "bat*5 axe"
    assert start.can("hand-over") == {"player-2 axe", "player-3 axe", "player-4 axe"} and "bat" in start.can("drop")


def test_cards_are_not_given_to_zombie_players() -> None:
    """L114 L331: to Survivors."""
    start = finds("bat*5", "moan", dead=(2,))
    assert {each.split()[0] for each in start.can("hand-over")} == {"player-3", "player-4"}


def test_with_nobody_who_has_room_it_is_discarded() -> None:
    """L114: DTD-Q04."""
    start = finds("bat*5", "rope*5", "rope*5", "rope*5")
    assert not start.can("hand-over") and start.can("drop")
    assert start.turn_over("drop bat").state.equipment_discard[Item.BAT] == 1


def test_a_pet_does_not_count_and_stays() -> None:
    """L370: DTD-Q23; DTD-71."""
    assert finds("dog bat*4").phase == Phase.BEGIN_TURN
    start = finds("dog bat*5")
    assert start.phase == Phase.SHED and start.can("drop") == {"bat", "axe"} and not [e for e in start.legal if "dog" in e]


def test_a_firearm_on_the_table_counts() -> None:
    """L311 L318: DTD-Q14: it is that card still."""
    start = finds("bat*4 revolver-1")
    assert start.phase == Phase.SHED and "revolver-1" in start.can("drop")


# -- what is discarded --------------------------------------------------------------------------------------------------------


def test_what_is_discarded_may_be_picked_up() -> None:
    """L296-L300 L333-L337: DTD-Q07 DTD-Q08; DTD-13: the next Survivor to the left first."""
    start = finds("bat*5").play("drop bat")
    assert start.phase == Phase.PICK_UP and start.who == 2 and start.legal == {"pick-up yes", "pick-up no"}
    assert start.turn_over("pick-up yes").hand(2) == "bat"
    other = start.play("pick-up no")
    assert other.who == 3 and other.turn_over("pick-up no", "pick-up yes").hand(4) == "bat"
    none = start.turn_over(*["pick-up no"] * 3)
    assert none.state.equipment_discard[Item.BAT] == 1 and none.turn == 2


def test_it_may_not_be_offered() -> None:
    """DTD-13 not-offered."""
    assert finds("bat*5", DTD_13="not-offered").play("drop bat").phase == Phase.BEGIN_TURN


def test_who_has_no_room_does_not_pick_up() -> None:
    """DTD-14."""
    assert finds("bat*5", "rope*5").play("drop bat").who == 3


def test_zombie_players_do_not_pick_up() -> None:
    """L297: the other Survivors; L364: DTD-V22."""
    assert finds("bat*5", "moan", dead=(2,)).play("drop bat").who == 3


def test_who_discarded_does_not_pick_up() -> None:
    """L297: the others."""
    line = finds("bat*5").turn_over("drop bat").said
    assert "1:pick-up no" not in line and line.count("2:pick-up no") == 1


def test_another_ones_discard_goes_from_his_left() -> None:
    """L299 L336: DTD-Q08: to that player's left."""
    start = table("", "", "bat*6", phase=Phase.BEGIN_TURN).play("draw calm", "drop bat")
    assert start.who == 4 and start.play("pick-up no").who == 1


def test_a_firearm_that_is_picked_up_keeps_its_ammo() -> None:
    """L314 L315: DTD-Q12; DTD-E8 DTD-24."""
    after = finds("bat*4 revolver-2").turn_over("drop revolver-2", "pick-up yes")
    assert after.hand(2) == "revolver-2"


def test_a_firearm_out_of_the_discards_is_fresh() -> None:
    """L316: DTD-Q13; DTD-E8 DTD-24: without its old Ammo, to be laid out anew."""
    lost = finds("bat*4 revolver-1").turn_over("drop revolver-1")
    assert lost.state.equipment_discard[Item.REVOLVER] == 1
    found = table("", equipment="", equipment_discard="revolver").turn_over("draw windfall", "flip moan", "find revolver")
    assert found.hand(1) == "revolver"
    played = found.turn_over("draw calm").turn_over("draw calm").turn_over("draw calm").turn_over(
        "draw brawl", "play revolver player-1 0")
    assert played.hand(1) == "revolver-2"


def test_an_event_that_takes_cards_offers_them_to_nobody() -> None:
    """L296: voluntarily: DTD-Q07."""
    after = table("bat*2 rope").play("draw looters", "1:hold", "lose bat", "lose bat")
    assert after.phase == Phase.BEGIN_TURN and after.hand(1) == "rope" and after.state.equipment_discard[Item.BAT] == 2


def test_an_event_takes_no_more_than_there_is() -> None:
    """L114: nothing is left to take."""
    after = table("rope").turn_over("draw looters")
    assert after.hand(1) == "" and after.turn == 2 and table().turn_over("draw looters").turn == 2


def test_an_empty_equipment_deck() -> None:
    """DTD-36: its discards are shuffled; with none there is nothing to find."""
    shuffled = table(equipment="", equipment_discard="bat axe").play("draw windfall", "flip moan")
    assert set(shuffled.odds) == {"find bat", "find axe"} and shuffled.turn_over("find axe").hand(1) == "bat axe"
    assert table(equipment="").turn_over("draw windfall", "flip moan").hand(1) == ""


def test_the_limit_with_two_of_everything() -> None:
    """DTD-04 twice-everything: twice the Equipment at most."""
    assert table("bat*10", players=3, DTD_04="twice-everything").play("draw calm").phase == Phase.BEGIN_TURN
    start = table("bat*11", players=3, DTD_04="twice-everything", phase=Phase.BEGIN_TURN).play("draw calm")
    assert start.phase == Phase.SHED
