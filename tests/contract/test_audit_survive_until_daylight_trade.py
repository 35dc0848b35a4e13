"""The Trade phase of Survive Until Daylight, sentence by sentence; `L410` is a line of its rulebook."""

from __future__ import annotations

import pytest

from daybreak_games.survive_until_daylight.state import Phase
from tests.contract.survive_until_daylight_tables import Scene, attack, box, onslaught, searching, table, trading, waved

FULL = "junk*6 knife bat"


def gives(scene: Scene, giver: int) -> set[str]:
    """What a player can give."""
    return {event.split()[2] for event in scene.legal if event.startswith(f"give player-{giver} ")}


def given(scene: Scene, giver: int, item: str, receiver: int) -> Scene:
    """The table after a gift."""
    return scene.play(f"give player-{giver} {item}", f"receive player-{receiver}")


# -- gifts --------------------------------------------------------------------------------------------------------------------


def test_anybody_may_begin() -> None:
    """L410: in no particular order."""
    start = trading("junk", "planks", "nails", first=1)
    assert (gives(start, 1), gives(start, 2), gives(start, 3)) == ({"junk"}, {"planks"}, {"nails"})
    assert gives(given(start, 3, "nails", 1), 2) == {"planks"}


@pytest.mark.parametrize("giver", [1, 2, 3])
def test_any_other_player_may_be_given_to(giver: int) -> None:
    """L102 L410: a player of the giver's choice, not oneself."""
    offered = trading("junk", "junk", "junk").play(f"give player-{giver} junk")
    assert offered.legal == {f"receive player-{each}" for each in (1, 2, 3) if each != giver}


def test_one_item_each() -> None:
    """L102 L410: whoever has given gives no more in this phase."""
    after = given(trading("junk planks", "nails"), 1, "junk", 2)
    assert gives(after, 1) == set() and gives(after, 2) == {"junk", "nails"}


def test_a_gift_is_one_card_of_a_stack() -> None:
    """L412: never the whole stack."""
    after = given(trading("gun-ammo*4"), 1, "gun-ammo", 3)
    assert after.hand(1) == "gun-ammo*3" and after.hand(3) == "gun-ammo"


def test_nothing_need_be_given() -> None:
    """L416 L418: the phase may end at once, and combat begins."""
    ended = trading("junk", "planks").play("end-trade")
    assert ended.phase == Phase.TURN and ended.hand(1) == "junk"


def test_nothing_comes_back_for_a_gift() -> None:
    """L102: the receiver keeps everything."""
    after = given(trading("junk", "planks*2 food-1"), 1, "junk", 2)
    assert after.hand(1) == "" and after.hand(2) == "planks*2 junk food-1" and after.phase == Phase.TRADE


@pytest.mark.parametrize("item", ["gun-ammo", "planks", "junk", "food-1", "lucky", "cheer", "backpack", "knife", "pillar-weapon"])
def test_any_rubble_card_may_be_given(item: str) -> None:
    """L410: whatever its kind."""
    assert given(trading(f"{item} shards"), 1, item, 2).hand(2) == item


def test_starting_weapons_may_be_given() -> None:
    """L282: not lost, but given away; the receiver attacks with it."""
    start = trading("pillar-weapon knife", started="pillar-weapon knife", line="B")
    assert gives(start, 1) == {"pillar-weapon", "knife"}
    after = given(start, 1, "pillar-weapon", 2).play("end-trade", "end-turn")
    assert after.play(*attack("pillar-weapon")).line == "B2"


def test_tokens_are_not_given() -> None:
    """L346 L410: Barricades and Traps stay where they are."""
    start = trading("", barricades_of={1: 2}, traps_of={1: 1})
    assert gives(start, 1) == set() and start.legal == {"end-trade"}


def test_the_wave_card_is_not_given() -> None:
    """L360: it is no item."""
    after = given(trading("junk", wave=1), 1, "junk", 2)
    assert after.state.wave == 0


def test_a_gift_just_received_is_given_on() -> None:
    """L416: by who has not given yet, to anybody, the first giver included."""
    after = given(given(trading("food-3"), 1, "food-3", 2), 2, "food-3", 1)
    assert after.hand(1) == "food-3" and gives(after, 1) == set()


def test_everybody_may_give_once_more_in_the_next_trade_phase() -> None:
    """L410: the limit is for the phase."""
    spent = given(trading("junk*2"), 1, "junk", 2).play("end-trade", *["end-turn"] * 3)
    again = spent.play("search", "draw yes", until=Phase.REVEAL)
    again.state.phase = Phase.WAVE
    assert gives(again.play("accept"), 1) == {"junk"}


def test_a_full_receiver_makes_room() -> None:
    """L265 L410: cards may be discarded for space at any time, so a gift can be taken with eight items."""
    after = given(trading("planks", FULL), 1, "planks", 2)
    assert after.phase == Phase.REARRANGE and "settle" not in after.legal
    assert after.play("drop junk", "settle").hand(2) == "planks junk*5 knife bat"


def test_a_full_receiver_may_pack_to_make_room() -> None:
    """L282 L620: where nothing may be discarded, a card goes into the Backpack."""
    weapons = "pillar-weapon psycho-weapon trigger-weapon drifter-weapon haggler-weapon hipster-bow knife"
    start = trading("axe", f"backpack {weapons}", started=f"axe {weapons}").play("give player-1 axe", "receive player-2")
    assert start.phase == Phase.REARRANGE and start.play("pack axe", "settle").hand(2) == f"backpack {weapons}"


def test_a_gift_that_stacks_needs_no_room() -> None:
    """L263 L410: Ammo joins Ammo."""
    assert given(trading("gun-ammo", "junk*7 gun-ammo"), 1, "gun-ammo", 2).phase == Phase.TRADE


def test_a_lone_player_gives_nothing() -> None:
    """L410: there is nobody to give to."""
    assert gives(trading("junk food-1", players=1), 1) == set()


# -- the Backpack -------------------------------------------------------------------------------------------------------------


def test_a_backpack_is_one_gift_with_all_its_cards() -> None:
    """L412 L620: what is in it goes along."""
    after = given(trading("backpack", "junk", packed="gun-ammo food-2"), 1, "backpack", 3)
    assert after.bag("packed") == "gun-ammo food-2" and after.hand(3) == "backpack" and gives(after, 1) == set()


def test_the_backpack_is_packed_during_the_trade_phase() -> None:
    """L620: its cards may be changed at any time, so a player can pack three cards into one gift."""
    packed = trading("backpack gun-ammo food-2").play("repack-for-trade player-1", "pack gun-ammo", "pack food-2", "settle")
    after = given(packed, 1, "backpack", 2)
    assert after.hand(1) == "" and after.hand(2) == "backpack" and after.bag("packed") == "gun-ammo food-2"


def test_the_receiver_unpacks_the_backpack() -> None:
    """L620: as the new owner."""
    after = given(trading("backpack", packed="food-3"), 1, "backpack", 2)
    unpacked = after.play("repack-for-trade player-2", "unpack food-3", "settle", "eat player-2 food-3")
    assert unpacked.hand(2) == "backpack"


# -- meals --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("food", "health"), [("food-1", 3), ("food-2", 4), ("food-3", 5)])
def test_a_healing_item_gives_as_much_as_it_shows(food: str, health: int) -> None:
    """L310 L590: one, two or three; the card is discarded (L259)."""
    after = trading(food, health=(2, 2, 2)).play(f"eat player-1 {food}")
    assert after.health == (health, 2, 2) and after.hand(1) == "" and after.bag("discard") == food


def test_a_meal_does_not_heal_above_the_tracker() -> None:
    """L147 L310: only Health that was lost comes back."""
    edition = box()
    edition.boards[0].health = 5
    assert trading("food-3", edition=edition, health=(4, 6, 6)).play("eat player-1 food-3").health[0] == 5


def test_a_healthy_character_may_eat_to_make_space() -> None:
    """L310: nothing is healed, and the card is gone."""
    after = trading("food-1 junk").play("eat player-1 food-1")
    assert after.health[0] == 6 and after.hand(1) == "junk"


def test_any_number_of_meals() -> None:
    """L414: there is no limit."""
    after = trading("food-1*3", health=(2, 6, 6)).play(*["eat player-1 food-1"] * 3)
    assert after.health[0] == 5 and after.phase == Phase.TRADE


def test_a_meal_heals_its_own_player() -> None:
    """L590: the symbol is for oneself."""
    after = trading("", "food-2", health=(2, 2, 2)).play("eat player-2 food-2")
    assert after.health == (2, 4, 2)


def test_a_gift_can_be_eaten() -> None:
    """L410 L414: a healing item is given like others, and its receiver uses it."""
    after = given(trading("food-2", health=(6, 1, 6)), 1, "food-2", 2).play("eat player-2 food-2")
    assert after.health == (6, 3, 6)


def test_a_meal_is_no_gift() -> None:
    """L414 L416: who has eaten may still give."""
    assert gives(trading("food-1 junk", health=(3, 6, 6)).play("eat player-1 food-1"), 1) == {"junk"}


@pytest.mark.parametrize("scene", [
    searching("junk", "food-1", health=(1, 6, 6)), waved("W", "food-1", health=(1, 6, 6)),
    table("W", "food-1", health=(1, 6, 6))],
    ids=["search", "wave", "combat"])
def test_nothing_is_eaten_in_other_phases(scene: Scene) -> None:
    """L310 L414: in the Trade phase only."""
    assert not any(event.startswith("eat") for event in scene.legal)


def test_no_combat_before_the_trade_is_over() -> None:
    """L418: nobody attacks or crafts during the Trade phase."""
    start = trading("knife planks nails cheer energy-red", "knife", line="W")
    assert {event.split()[0] for event in start.legal} == {"give", "end-trade"}


def test_the_first_player_acts_first_after_the_trade() -> None:
    """L106 L418 L422: whoever has the WAVE! card."""
    begun = trading("junk", "junk", first=2, wave=2, line="W").play("end-trade")
    assert begun.phase == Phase.TURN and begun.state.turn == 2 and begun.state.actions == 1


def test_the_enemies_wait_through_the_trade() -> None:
    """L102 L456: they attack after all players have had their turns."""
    start = trading(line="W W").play("end-trade", "end-turn", "end-turn")
    assert start.health == (6, 6, 6) and start.play("end-turn").health == (5, 5, 6)


def test_cards_given_are_where_the_raider_looks() -> None:
    """L193 L410: the receiver's inventory holds the card from then on."""
    after = given(trading("food-1", line="R", wave=2), 1, "food-1", 2).play("end-trade", *["end-turn"] * 3)
    assert after.hand(2) == "" and after.bag("discard") == "food-1"
    assert onslaught("R", "food-1", wave=2).hand(1) == "food-1"
