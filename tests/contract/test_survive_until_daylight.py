"""Survive Until Daylight plays as its rulebook says: the worked examples SUD-E1 to SUD-E25 of the rules notes."""

from __future__ import annotations

from itertools import combinations

import pytest

from daybreak_games.survive_until_daylight.cards import Assault, Rubble, Type
from daybreak_games.survive_until_daylight.state import Phase
from tests.contract.survive_until_daylight_tables import (
    Scene,
    attack,
    box,
    fill,
    onslaught,
    printed,
    searching,
    set_up,
    table,
    trading,
    types,
    waved,
)
from verifier.lang.types import words_of

INGREDIENTS = ("planks", "nails", "shards", "wires", "explosives")
RECIPES = {frozenset({"planks", "nails"}): "barricade", frozenset({"planks", "shards"}): "spear",
           frozenset({"wires", "explosives"}): "trap", frozenset({"nails", "explosives"}): "grenade"}


# -- set-up -------------------------------------------------------------------------------------------------------------------


def test_e1_three_players_use_the_rubble_cards_numbered_one_two_and_three() -> None:
    edition = box(3)
    edition.common.clear()
    edition.commons = 0
    numbered = ["planks", "nails*2", "shards*3", "wires", "explosives", "junk"]
    for number, cards in enumerate(numbered):
        edition.rubble[number].clear()
        fill(edition.rubble[number], Rubble, cards)
    assert set_up(edition).bag("unseen") == "planks nails*2 shards*3"


@pytest.mark.parametrize(("players", "weapons"), [(1, 3), (2, 2), (3, 2), (6, 2)])
def test_e4_the_hipster_starts_with_the_bow_and_a_common_weapon(players: int, weapons: int) -> None:
    edition = box(players)
    edition.characters[0], edition.characters[5] = edition.characters[5], edition.characters[0]
    start, chosen = set_up(edition), []
    while start.phase == Phase.CHOOSE:
        assert not any("bow" in event and "hipster" in event for event in start.legal)
        chosen.append(sorted(start.legal)[0])
        start = start.play(chosen[-1])
        if start.phase == Phase.BEGIN_ROUND:
            break
    held = start.hand(1).split()
    assert "hipster-bow" in held and len(held) == weapons
    assert len(chosen) == (2 if players == 1 else players)


@pytest.mark.parametrize(("players", "cards"), [(1, 7), (2, 10), (3, 12), (4, 16), (5, 20), (6, 20)])
def test_e5_the_active_rubble_pile_of_round_one(players: int, cards: int) -> None:
    edition = printed()
    edition.players = players
    start = table(edition=edition, phase=Phase.BEGIN_ROUND, players=players, wave=None, unseen="junk*20 planks*20", active=0)
    start = start.play()
    assert start.state.active == cards
    assert start.play("search").odds == {"draw no": cards, "draw yes": 1}


# -- inventories --------------------------------------------------------------------------------------------------------------

SIX = "junk*6"


@pytest.mark.parametrize(("held", "drawn", "fits"), [
    (f"{SIX} arrow*2 planks", "arrow", True), (f"{SIX} arrow*3 planks", "planks", True),
    (f"{SIX} arrow*3 planks*2", "junk", False), (f"{SIX} arrow*3", "planks", True)])
def test_e2_three_arrows_take_one_slot_and_two_planks_another(held: str, drawn: str, fits: bool) -> None:
    kept = searching(drawn, held).play("search", "draw no", "keep")
    assert (kept.phase == Phase.SEARCH) == fits and (kept.phase == Phase.REARRANGE) != fits


@pytest.mark.parametrize(("held", "drawn", "fits"), [
    ("junk*7 arrow", "planks", False), ("junk*7 planks*2", "planks", True), ("junk*7 gun-ammo", "arrow", False),
    ("junk*6 gun-ammo arrow", "arrow", True)])
def test_e3_only_cards_of_one_kind_stack(held: str, drawn: str, fits: bool) -> None:
    kept = searching(drawn, held).play("search", "draw no", "keep")
    assert (kept.phase == Phase.SEARCH) == fits


# -- crafting -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [*combinations(INGREDIENTS, 2), *((each, each) for each in INGREDIENTS)])
def test_e6_four_recipes_and_no_other(pair: tuple[str, str]) -> None:
    held = f"{pair[0]}*2" if pair[0] == pair[1] else " ".join(pair)
    crafts = {event.split()[1] for event in table("B", held).legal if event.startswith("craft")}
    assert crafts == ({RECIPES[frozenset(pair)]} if frozenset(pair) in RECIPES else set())


# -- the line -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "most"), [("W", 2), ("R", 3), ("B", 4), ("M", 8), ("S", 1)])
def test_e7_what_defeats_each_type(kind: str, most: int) -> None:
    assert printed().thresholds[Type("WRBMS".index(kind))] == most
    assert table(f"{kind}{most - 1} W", "knife").play(*attack("knife")).line == "W"
    if most > 1:
        assert table(f"{kind}{most - 2} W", "knife").play(*attack("knife")).line == f"{kind}{most - 1} W"


@pytest.mark.parametrize("card", ["minus-1", "minus-2"])
def test_e8_a_negative_attack_deals_nothing_and_heals_nothing(card: str) -> None:
    assert table("B2", "pistol gun-ammo").play(*attack("pistol", 0, card, ammo=1)).line == "B2"
    assert onslaught("w", health=(4, 6, 6), draws=card).health == (4, 6, 6)


@pytest.mark.parametrize(("holder", "health"), [(1, (4, 5, 4)), (2, (4, 4, 5)), (3, (5, 4, 4))])
def test_e9_enemies_attack_the_holder_then_clockwise_and_round_again(holder: int, health: tuple[int, ...]) -> None:
    assert onslaught("W R B W", wave=holder).health == health


def test_e10_after_the_last_round_the_wave_card_alone_goes_from_player_to_player() -> None:
    start = searching("", number=0, round=7, turn=2, first=1, line="B").play("search")
    assert start.phase == Phase.WAVE and start.legal == {"accept", "delay"}
    assert start.play("accept").play("end-trade").phase == Phase.TURN
    passed = start.play("delay", "search")
    assert passed.health == (6, 5, 6) and passed.phase == Phase.WAVE
    again = passed.play("delay", "search")
    assert again.health == (6, 5, 5) and again.state.turn == 0 and again.phase == Phase.WAVE


# -- attacks of enemies -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "health"), [(1, (6,)), (2, (6, 5)), (3, (6, 5, 5)), (4, (6, 5, 6, 5))])
def test_e11_splash_around_a_player(players: int, health: tuple[int, ...]) -> None:
    assert onslaught("w", players=players, draws="splash-1").health == health


@pytest.mark.parametrize(("line", "draws", "health", "left"), [
    ("B", "", 4, 1), ("w", "plus-2", 6, 0), ("w", "zero", 6, 1), ("w", "minus-1", 6, 1)])
def test_e12_a_barricade_stops_a_wanderer_and_no_brute(line: str, draws: str, health: int, left: int) -> None:
    after = onslaught(line, barricades_of={1: 1}, draws=draws)
    assert after.health[0] == health and after.state.people[0].barricades == left


@pytest.mark.parametrize(("line", "left", "health"), [("R", "", 6), ("M", "M4", 3)])
def test_e13_a_trap_kills_a_raider_and_not_a_monster(line: str, left: str, health: int) -> None:
    after = onslaught(line, traps_of={1: 1})
    assert (after.line, after.health[0], after.state.people[0].traps) == (left, health, 0)
    assert after.state.traps == 6


def test_e14_a_gift_may_be_given_on_by_who_has_not_given() -> None:
    given = trading("junk*2").play("give player-1 junk", "receive player-2")
    assert "give player-2 junk" in given.legal and not any(event.startswith("give player-1") for event in given.legal)
    assert given.play("give player-2 junk", "receive player-3").hand(3) == "junk"


# -- the search ---------------------------------------------------------------------------------------------------------------


def test_e15_what_is_left_of_the_pile_stays_for_the_next_round() -> None:
    edition = box(1)
    for kind in Type:
        edition.waves[Assault.VANGUARD][kind][0] = 0
    start = table(phase=Phase.BEGIN_ROUND, edition=edition, players=1, wave=None, active=0, revealed=False).play()
    twice = start.play("search", "draw no", "leave", "search", "draw no", "leave")
    waited = twice.play("search", "draw yes", "reveal vanguard", "accept")
    assert waited.state.active == 5
    second = waited.play("end-trade", "end-turn")
    assert second.state.round == 2 and second.state.active == 12
    assert second.play("search").odds == {"draw no": 12, "draw yes": 1}


def test_e16_a_delay_costs_one_health_and_draws_one_card() -> None:
    start = searching("junk*20", number=3, revealed=True).play("search", "draw yes")
    assert start.phase == Phase.WAVE  # no second Assault card
    drawn = start.play("delay")
    assert drawn.phase == Phase.FOUND and drawn.health == (5, 6, 6) and drawn.state.active == 2
    going_on = drawn.play("leave")
    assert going_on.state.turn == 1 and going_on.play("search").odds == {"draw no": 2, "draw yes": 1}


# -- protections --------------------------------------------------------------------------------------------------------------


def test_e17_a_trap_acts_before_a_barricade() -> None:
    wanderer = onslaught("W", barricades_of={1: 1}, traps_of={1: 1})
    assert (wanderer.line, wanderer.health[0]) == ("", 6)
    assert (wanderer.state.people[0].barricades, wanderer.state.people[0].traps) == (1, 0)
    monster = onslaught("M", barricades_of={1: 1}, traps_of={1: 1})
    assert (monster.line, monster.health[0]) == ("M4", 6)
    assert (monster.state.people[0].barricades, monster.state.people[0].traps) == (0, 0)


def test_e18_two_monsters_make_a_wanderer_deal_three() -> None:
    assert onslaught("M W M", health=(12, 12, 12)).health == (9, 9, 9)
    assert onslaught("W M M", players=4, health=(12, 12, 12, 12)).health == (9, 9, 9, 12)


def test_e19_a_grenade_takes_an_enemy_and_its_neighbours_out_for_the_phase() -> None:
    start = table("W B R S", "nails explosives", turns=2, turn=1).play("craft grenade", "place 1")
    assert start.line == "W~ B~ R~ S"
    after = start.play("end-turn")
    assert after.health == (6, 6, 6) and after.line == "W B R S" and after.state.grenades == 6


def test_e20_a_spear_deals_three_and_adds_one_to_later_attacks() -> None:
    raider = table("R", "planks shards").play("craft spear", "place 0")
    assert raider.line == "" and raider.state.spears == 3
    brute = table("B", "planks shards bat", actions=2).play("craft spear", "place 0")
    assert brute.line == "B3^" and brute.state.spears == 2
    killed = brute.play(*attack("bat", 0, "zero", "minus-1", apply="zero"))
    assert killed.line == "" and killed.state.spears == 3


def test_e21_cheer_gives_an_action_and_takes_the_wave_card() -> None:
    start = table("B B", "knife", "cheer").play("cheer player-2", *attack("knife"), *attack("knife"))
    assert "attack knife" not in start.legal and start.line == "B2 B"
    assert start.play("end-turn", "end-turn", "end-turn").health == (6, 4, 4)


def test_e22_a_backpack_is_given_with_what_is_in_it_as_one_gift() -> None:
    start = trading("backpack junk", packed="food-1 planks").play("give player-1 backpack", "receive player-2")
    assert start.hand(2) == "backpack" and start.bag("packed") == "planks food-1" and start.hand(1) == "junk"
    assert not any(event.startswith("give player-1") for event in start.legal)
    assert "repack-for-trade player-2" in start.legal and "repack-for-trade player-1" not in start.legal


def test_a_backpack_goes_last_so_that_weapons_to_keep_have_a_place() -> None:
    """SUD-105: without it, two weapons unpacked with seven in hand could neither stay nor go (SUD-05 `all-kept`)."""
    weapons = "knife*3 axe*2 bat*2"
    start = trading(f"backpack {weapons}", packed="pistol shotgun", SUD_05="all-kept").play("repack-for-trade player-1")
    full = start.play("unpack pistol", "unpack shotgun")
    assert not any(event.startswith("drop") for event in full.legal)
    packed = full.play("pack knife")
    assert "drop backpack" not in packed.legal and "settle" in packed.play("pack knife").legal


def test_a_backpack_goes_where_that_makes_room_enough() -> None:
    held = "backpack pillar-weapon axe bat knife food-1 food-2 food-3"
    start = searching("junk", held, packed="planks", started="pillar-weapon")
    after = start.play("search", "draw no", "keep", "drop backpack")
    assert after.bag("discard") == "planks backpack" and not any(event.startswith("drop") for event in after.legal)


def test_e23_of_three_ammo_one_card_is_applied_and_all_are_discarded() -> None:
    start = table("B", "pistol gun-ammo*3").play("attack pistol", "aim 0", "load 3", "draw-combat minus-1", "draw-combat zero",
                                                  "draw-combat plus-2")
    assert start.legal == {"apply minus-1", "apply zero", "apply plus-2"}
    after = start.play("apply plus-2")
    assert after.line == "B2" and after.hand(1) == "pistol" and after.bag("discard") == "gun-ammo*3"
    assert after.bag("combat_discard") == "minus-1 zero plus-2" and after.bag("drawn") == ""


# -- the end ------------------------------------------------------------------------------------------------------------------


def test_e24_survivors_do_not_hinder_the_win_and_returning_enemies_do() -> None:
    assert onslaught("S", round=6).phase == Phase.WON
    returning = onslaught("W~ S", round=6)
    assert returning.phase == Phase.SEARCH and returning.line == "W S"


def test_e25_damage_to_who_drew_the_card_kills_whatever_the_attack_does() -> None:
    after: Scene = table("W", "pistol gun-ammo", health=(1, 6, 6), round=6).play(*attack("pistol", 0, "reckless", ammo=1))
    assert after.phase == Phase.LOST and after.health[0] == 0


# -- the printed tables -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "columns"), [
    (Assault.BRUTAL,
     ((1, 0, 1, 0, 1), (0, 1, 2, 0, 1), (1, 1, 3, 0, 0), (1, 1, 4, 0, 1), (2, 2, 4, 0, 1), (2, 1, 5, 0, 1))),
    (Assault.VANGUARD,
     ((1, 1, 1, 0, 1), (1, 1, 2, 0, 1), (1, 2, 2, 0, 1), (3, 2, 0, 0, 1), (3, 2, 0, 0, 1), (1, 2, 0, 0, 1))),
    (Assault.OVER_THE_TOP,
     ((1, 1, 1, 0, 1), (2, 2, 1, 0, 1), (2, 0, 2, 0, 1), (1, 1, 2, 1, 1), (2, 1, 2, 1, 1), (0, 1, 2, 2, 1)))])
def test_the_assault_cards_are_as_printed(card: Assault, columns: tuple[tuple[int, ...], ...]) -> None:
    assert tuple(types(printed(), card, players) for players in range(1, 7)) == columns


@pytest.mark.parametrize("card", ["brutal", "vanguard", "over-the-top"])
def test_a_revealed_assault_card_lays_its_enemies_out(card: str) -> None:
    edition = printed()
    start = waved("", edition=edition, phase=Phase.REVEAL, revealed=False).play(f"reveal {card}")
    wanted = types(edition, Assault(words_of(Assault).index(card)), 3)
    while start.phase != Phase.WAVE:
        start = start.play(sorted(start.odds)[0])
    assert tuple(sum(code.upper()[0] == letter for code in start.line.split()) for letter in "WRBMS") == wanted
