"""What `docs/findings.md` says of the rules of Until Daylight, each by a position; where a reading changes it, by both sides."""

from __future__ import annotations

import pytest

from daybreak_games.until_daylight.cards import Advantage, Rubble
from daybreak_games.until_daylight.state import Phase
from tests.contract.until_daylight_tables import box, can, table
from verifier.lang.types import words_of

TEN = "machete gun bow food-1*2 vest vitality focus lucky energy-drink"  # ten places
KEPT = [words_of(Rubble)[card] for card in Rubble if card < Rubble.RATS]


# -- a gift cannot be refused (UDL-08), and what it can do --------------------------------------------------------------------


@pytest.mark.parametrize("gift", KEPT)
def test_who_gets_a_gift_too_many_can_discard_just_that(gift: str) -> None:
    start = table("W", gift, TEN, leader=1 if gift == "symbol" else None)  # it gives experience
    given = start.play(f"give player-2 {gift}", until=Phase.LOSE)
    assert gift in can(given, "discard")
    after = given.play(f"discard {gift}", until=Phase.ACT)
    assert after.hand(2) == start.hand(2) and after.hand(1) == "" and after.bag("discard") == gift


def test_a_gift_takes_the_places_of_a_former_leader() -> None:
    """By UDL-65 'next-pick-up' who has led keeps what a leader may hold until a card comes: then a gift costs three."""
    edition = box()
    edition.boards[edition.characters[1]].advantage = Advantage.PLACES
    start = table("W", "hammer", TEN + " planks nails", edition=edition, UDL_65="next-pick-up")
    former = start.state.people[1]
    former.roomy = True
    for card in (Rubble.WIRES, Rubble.EXPLOSIVES):
        former.items.add(card)
        start.run.setting.edition.rubble[card] += 1
    after = start.play("give player-2 hammer", until=Phase.LOSE)
    gone = after.play("discard hammer", "discard wires", "discard explosives", until=Phase.ACT)
    assert gone.bag("discard") == "wires explosives hammer" and gone.hand(2) == start.hand(2).replace(" wires explosives", "")


# -- two Traps on a Monster (UDL-32, UDL-49) ----------------------------------------------------------------------------------


@pytest.mark.parametrize("at_a_time", ["one-by-one", "same-card"])
@pytest.mark.parametrize(("stacked", "area"), [("traps-stack", "W"), ("traps-apart", "M W")])
def test_two_traps_on_a_monster(stacked: str, area: str, at_a_time: str) -> None:
    start = table("M W", phase=Phase.AREA, traps_of={1: 2}, turns=0, area=0, UDL_32=stacked, UDL_49=at_a_time)
    after = start.play(until=Phase.ENEMY_ROLL)
    assert after.area(1) == area and after.tokens(1) == (0, 0)


@pytest.mark.parametrize("stacked", ["traps-stack", "traps-apart"])
def test_one_trap_is_lost_on_a_monster(stacked: str) -> None:
    after = table("M W", phase=Phase.AREA, traps_of={1: 1}, turns=0, area=0, UDL_32=stacked).play(until=Phase.ENEMY_ROLL)
    assert after.areas.startswith("M W") and after.tokens(1) == (0, 0) and after.state.traps == 6


# -- the last fight has no end of its own (UDL-52, UDL-100) --------------------------------------------------------------------


@pytest.mark.parametrize(("first", "then"), [("same-first", [1, 1, 1]), ("rotates", [2, 3, 1])])
def test_the_last_fight_comes_back_to_the_same_table_as_long_as_dice_miss(first: str, then: list[int]) -> None:
    start = table("W | W | W", "vest", "vest", "vest", round=10, UDL_52=first)
    seen = []
    scene = start
    for _ in range(3):
        scene = scene.play("pass-on", "pass-on", "pass-on", "X", "X", "X", until=Phase.ACT)
        seen.append(scene.state.active + 1)
    assert seen == then and scene.state == start.state


def test_nobody_who_has_no_weapon_can_end_the_last_fight() -> None:
    start = table("W", "vest", "", "", round=10)
    assert can(start, "attack") == set() == can(start, "attack-unarmed")
    armed = table("W", "vest", "", "", round=10, UDL_64="unarmed-die")
    assert can(armed, "attack-unarmed") == {"attack-unarmed"}


# -- lost at once (UDL-13) ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "end"), [("at-the-end", Phase.TICK), ("none-to-come", Phase.LOST)])
def test_the_last_survivor_dies_in_the_first_round(reading: str, end: Phase) -> None:
    start = table("R S", phase=Phase.AREA, turns=0, area=0, horde="W*9", UDL_13=reading, UDL_10="draw-fewer")
    after = start.play("XX", until=Phase.TICK)
    assert after.phase == end
