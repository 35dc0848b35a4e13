"""Set-up, the search, inventories and the WAVE! of Survive Until Daylight, sentence by sentence.

`L237` is a line of its rulebook.
"""

from __future__ import annotations

import pytest

from daybreak_games.survive_until_daylight.cards import Perk, Rubble
from daybreak_games.survive_until_daylight.state import Phase
from tests.contract.survive_until_daylight_tables import (
    Scene,
    box,
    counted,
    fill,
    onslaught,
    printed,
    reference,
    searching,
    set_up,
    table,
    trading,
    waved,
)

FULL = "knife bat junk*6"  # eight slots
WEAPONS_OF = ("pillar-weapon", "psycho-weapon", "trigger-weapon", "drifter-weapon", "haggler-weapon", "hipster-bow")

COMMON = ("knife", "bat", "axe", "pistol", "shotgun", "rifle", "bow", "crossbow")


# -- set-up -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(6))
def test_each_character_starts_with_the_weapon_that_bears_its_name(seat: int) -> None:
    """L111 L124: the unique weapon is that of the character."""
    assert set_up(box(6)).hand(seat + 1) == WEAPONS_OF[seat]


def test_the_common_weapon_is_the_players_choice() -> None:
    """L111 L124: each player chooses one common weapon, and unique ones of others are not on offer."""
    start = set_up(box(2))
    assert start.legal == {f"choose {weapon}" for weapon in COMMON}
    assert set(start.play("choose knife").play("choose rifle").hand(2).split()) == {"psycho-weapon", "rifle"}


def test_a_lone_player_chooses_two_common_weapons() -> None:
    """L126 L282 L488: a third weapon for who plays solo."""
    armed = set_up(box(1)).play("choose knife", "choose rifle")
    assert set(armed.hand(1).split()) == {"pillar-weapon", "knife", "rifle"} and armed.phase == Phase.SEARCH


def test_common_weapons_are_an_equal_choice_for_all() -> None:
    """L111: each player gets exactly one, so set-up ends after as many choices as there are players."""
    armed = set_up(box(3)).play("choose knife", "choose bat", "choose axe")
    assert armed.phase == Phase.SEARCH and all(len(armed.hand(player).split()) == 2 for player in (1, 2, 3))


def test_characters_start_with_the_whole_tracker() -> None:
    """L147: nobody starts with damage."""
    edition = box(3)
    edition.boards[0].health, edition.boards[1].health, edition.boards[2].health = 7, 4, 5
    assert set_up(edition).health == (7, 4, 5)


@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_first_player_begins(first: int) -> None:
    """L98 L153 L235: whoever has the token draws first."""
    start = table(phase=Phase.BEGIN_ROUND, first=first - 1, wave=None).play()
    assert start.phase == Phase.SEARCH and start.state.turn == first - 1


def test_the_token_goes_to_the_left_after_combat() -> None:
    """L153: after every Combat phase, from the last player to the first as well."""
    assert onslaught("", first=0).state.first == 1 and onslaught("", first=2).state.first == 0


def test_the_edition_has_the_counts_of_the_box() -> None:
    """L36 L40 L44 L48 L62 L66 L70 L74: 138 Rubble (with weapons), 35 Combat, 58 Horde, 6 Assault cards; 6, 6, 6 and 3 tokens."""
    edition = printed()
    assert sum(numbered.total for numbered in edition.rubble) + edition.common.total + 6 == 138
    assert (edition.combat.total, edition.horde.total, sum(edition.assaults)) == (35, 58, 6)
    assert (edition.barricades, edition.grenades, edition.traps, edition.spears) == (6, 6, 6, 3)


# -- the pile -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(1, 7), (2, 10), (3, 12), (4, 16), (5, 20), (6, 20)])
def test_each_round_adds_its_cards_to_what_is_left(players: int, cards: int) -> None:
    """L241 L249-L255: the pile is added to as always, whether or not it was emptied."""
    unseen = "junk*20 planks*20 nails*20"
    assert table(phase=Phase.BEGIN_ROUND, players=players, round=3, unseen=unseen, active=9).play().state.active == 9 + cards


def test_the_wave_card_is_in_the_pile_each_search() -> None:
    """L233 L358: it goes back before the search, whoever had it, and is one card among the others."""
    start = table(phase=Phase.BEGIN_ROUND, round=2, wave=3, unseen="junk*20 nails*8", active=4).play()
    assert start.state.wave is None and start.play("search").odds == {"draw no": 16, "draw yes": 1}


def test_one_card_each_in_turn() -> None:
    """L98 L235: one card a turn, clockwise, back to the first after the last."""
    start, turns = searching("junk*20", number=5), []
    for _ in range(4):
        turns.append(int(start.state.turn))
        start = start.play("search", "draw no", "leave")
    assert turns == [0, 1, 2, 0]


def test_every_rubble_card_of_the_pile_is_as_likely() -> None:
    """L233: the pile is shuffled."""
    assert searching("planks*3 junk rodent*2").play("search", "draw no").odds == {
        "draw-rubble planks": 3, "draw-rubble junk": 1, "draw-rubble rodent": 2}


def test_a_drawn_card_is_kept_or_discarded() -> None:
    """L235: the player adds it to the inventory or discards it at once."""
    drawn = searching("planks").play("search", "draw no")
    assert drawn.phase == Phase.FOUND and drawn.legal == {"keep", "leave"}
    assert drawn.play("keep").hand(1) == "planks" and drawn.play("keep").bag("discard") == ""
    assert drawn.play("leave").hand(1) == "" and drawn.play("leave").bag("discard") == "planks"


def test_a_full_inventory_takes_a_card_for_one_discarded() -> None:
    """L235: with eight items, one of them is discarded for the one drawn."""
    full = searching("planks", FULL).play("search", "draw no", "keep")
    assert full.state.turn == 0 and "settle" not in full.legal and {"drop junk", "drop knife"} <= full.legal
    swapped = full.play("drop junk", "settle")
    assert swapped.hand(1) == "planks junk*5 knife bat" and swapped.bag("discard") == "junk" and swapped.state.turn == 1


def test_a_full_inventory_may_leave_the_card() -> None:
    """L235: nobody has to replace anything."""
    assert searching("planks", FULL).play("search", "draw no", "leave").hand(1) == "junk*6 knife bat"


# -- inventories --------------------------------------------------------------------------------------------------------------


def fits(held: str, drawn: str, players: int = 3, **rest: object) -> bool:
    """Whether the first player has a slot for a card."""
    return searching(drawn, held, players=players, **rest).play("search", "draw no", "keep").phase == Phase.SEARCH


def test_eight_slots_the_weapons_of_the_start_included() -> None:
    """L263: starting weapons take slots of the eight."""
    assert fits("pillar-weapon knife junk*5", "junk", started="pillar-weapon knife")
    assert not fits("pillar-weapon knife junk*6", "junk", started="pillar-weapon knife")


def test_ten_slots_for_a_lone_player() -> None:
    """L267 L488: ten instead of eight."""
    assert fits("knife junk*8", "junk", players=1) and not fits("knife junk*9", "junk", players=1)


@pytest.mark.parametrize("kind", ["gun-ammo", "arrow", "planks", "nails", "shards", "wires", "explosives"])
def test_ammo_and_ingredients_stack(kind: str) -> None:
    """L263 L265 L586: any number of one kind lies in one slot."""
    assert fits(f"junk*7 {kind}*5", kind)


@pytest.mark.parametrize("kind", ["junk", "food-1", "lucky", "cheer", "focus", "knife"])
def test_everything_else_takes_a_slot_a_card(kind: str) -> None:
    """L286 L292 L304 L310: weapons, junk, healing items and Special cards do not stack."""
    filler = "food-2" if kind == "junk" else "junk"
    assert not fits(f"{filler}*7 {kind}", kind)


def test_crafted_tokens_take_no_slots() -> None:
    """L346: Barricades and Traps are no items."""
    assert fits("junk*7", "junk", barricades_of={1: 2}, traps_of={1: 2})


def test_the_wave_card_takes_no_slot() -> None:
    """L360: it is no item, so its holder may still receive an eighth card."""
    given = trading("junk", "junk*7", wave=2).play("give player-1 junk", "receive player-2")
    assert given.phase == Phase.TRADE and given.hand(2) == "junk*8"


def test_a_backpack_takes_one_slot_and_what_is_in_it_none() -> None:
    """L620: the two cards in it lie on top of it."""
    assert fits("backpack junk*6", "junk", packed="junk*2") and not fits("backpack junk*7", "junk", packed="junk*2")


def test_a_backpack_holds_two_cards() -> None:
    """L620: no third one goes in, nor the Backpack itself; one taken out makes room."""
    assert "pack backpack" not in searching("junk", "backpack planks").play("repack").legal
    packing = searching("junk", "backpack planks junk", packed="junk nails").play("repack")
    assert not any(event.startswith("pack") for event in packing.legal)
    swapped = packing.play("unpack nails", "pack planks", "settle")
    assert swapped.bag("packed") == "planks junk" and swapped.hand(1) == "nails junk backpack"


def test_a_discarded_backpack_takes_its_cards_along() -> None:
    """L620: what is stored in it is discarded, too."""
    full = searching("food-1", "backpack junk*7", packed="planks nails").play("search", "draw no", "keep")
    full = full.play("drop backpack", "settle")
    assert full.bag("discard") == "planks nails backpack" and full.bag("packed") == ""


def test_starting_weapons_are_not_discarded() -> None:
    """L282: a player cannot lose the weapons of the start."""
    full = searching("planks", "pillar-weapon knife axe junk*5", started="pillar-weapon knife").play("search", "draw no", "keep")
    assert "drop pillar-weapon" not in full.legal and "drop knife" not in full.legal and "drop axe" in full.legal


# -- Bad Luck -----------------------------------------------------------------------------------------------------------------


def test_a_rodent_attack_costs_one_health() -> None:
    """L298 L626: at once, and the card is discarded, never kept."""
    bitten = searching("rodent").play("search", "draw no")
    assert bitten.phase == Phase.SEARCH and bitten.health == (5, 6, 6) and bitten.state.turn == 1
    assert bitten.hand(1) == "" and bitten.bag("discard") == "rodent"


def test_a_broken_bone_costs_two_health() -> None:
    """L634: two damage."""
    assert searching("broken-bone").play("search", "draw no").health == (4, 6, 6)


def test_crows_take_one_random_card() -> None:
    """L630: any card is as likely, Ammo by the card; the crow is discarded as well."""
    robbed = searching("crow", "gun-ammo*3 junk food-1").play("search", "draw no")
    assert robbed.phase == Phase.LOSE_CARD
    assert robbed.odds == {"lose-card gun-ammo": 3, "lose-card junk": 1, "lose-card food-1": 1}
    after = robbed.play("lose-card gun-ammo")
    assert after.hand(1) == "gun-ammo*2 junk food-1" and after.bag("discard") == "gun-ammo crow" and after.state.turn == 1


def test_crows_find_nothing_where_nothing_may_be_lost() -> None:
    """L282 L620 L630: starting weapons and the Backpack with its cards are safe."""
    kept = searching("crow", "pillar-weapon knife backpack", packed="planks food-1", started="pillar-weapon knife")
    after = kept.play("search", "draw no")
    assert after.phase == Phase.SEARCH and after.bag("discard") == "crow"
    assert after.hand(1) == "backpack pillar-weapon knife" and after.bag("packed") == "planks food-1"


@pytest.mark.parametrize(("card", "health"), [("rodent", 1), ("broken-bone", 2), ("broken-bone", 1)])
def test_bad_luck_can_kill(card: str, health: int) -> None:
    """L90 L141 L298: a character without Health is dead, and everybody has lost."""
    assert searching(card, health=(health, 6, 6)).play("search", "draw no").phase == Phase.LOST


def test_a_barricade_does_not_help_against_bad_luck() -> None:
    """L332: no protection, and it stays."""
    bitten = searching("rodent", barricades_of={1: 1}).play("search", "draw no")
    assert bitten.health[0] == 5 and bitten.state.people[0].barricades == 1


# -- the WAVE! ----------------------------------------------------------------------------------------------------------------


def test_the_first_to_draw_the_wave_card_reveals_an_assault_card() -> None:
    """L237 L350: one of those that are left, each as likely."""
    assert searching("junk*5").play("search", "draw yes").odds_of("reveal") == dict.fromkeys(
        ("brutal", "vanguard", "over-the-top", "fourth", "fifth", "sixth"), 1)


def test_an_assault_card_is_not_put_back() -> None:
    """L48 L115 L237: the next one comes from those that are left."""
    start = searching("junk*5")
    start.state.assaults[0] = start.state.assaults[4] = False
    assert set(start.play("search", "draw yes").odds_of("reveal")) == {"vanguard", "over-the-top", "fourth", "sixth"}


def test_a_second_draw_in_the_round_reveals_nothing() -> None:
    """L237 L350: one Assault card a Round."""
    again = searching("junk*5", revealed=True, line="W R").play("search", "draw yes")
    assert again.phase == Phase.WAVE and again.line == "W R"


def test_accepting_gives_the_wave_card_to_who_drew_it() -> None:
    """L354: it lies next to that player's board, and the search is over."""
    taken = searching("junk*5", revealed=True, turn=2).play("search", "draw yes", "accept")
    assert taken.state.wave == 1 and taken.phase == Phase.TRADE and taken.health == (6, 6, 6)


def test_delaying_costs_one_damage_and_draws_a_card() -> None:
    """L237 L356: 1 damage, one card of the Active Rubble pile."""
    drawn = waved("W", turn=2, wave=2, unseen="planks*20").play("delay")
    assert drawn.health == (6, 5, 6) and drawn.phase == Phase.FOUND and drawn.state.wave is None
    assert drawn.play("keep").hand(2) == "planks" and drawn.play("keep").state.active == 4


def test_the_wave_card_is_out_of_the_pile_while_the_card_of_a_delay_is_drawn() -> None:
    """L237 L356: it goes back afterwards."""
    drawn = waved("W", unseen="planks*2 junk*3").play("delay")
    assert drawn.odds == {"draw-rubble planks": 2, "draw-rubble junk": 3}
    assert drawn.play("draw-rubble junk", "leave", "search").odds == {"draw no": 4, "draw yes": 1}


def test_the_card_of_a_delay_can_be_bad_luck() -> None:
    """L298 L356: whoever draws it suffers it."""
    assert waved("W", unseen="rodent").play("delay").health == (4, 6, 6)


def test_after_a_delay_the_search_goes_on_as_before() -> None:
    """L356: the next player draws."""
    going_on = waved("W", turn=3, wave=3).play("delay", "leave")
    assert going_on.phase == Phase.SEARCH and going_on.state.turn == 0


def test_each_delay_costs_again() -> None:
    """L239: several delays are several damage."""
    twice = waved("W").play("delay", "leave", "search", "draw yes", "delay", "leave", "search", "draw yes", "delay", "leave")
    assert twice.health == (5, 5, 5)


def test_enemies_of_a_delayed_wave_wait() -> None:
    """L237 L388: the line lies there, and nobody attacks while the search goes on."""
    going_on = waved("W R").play("delay", "leave", "search", "draw yes")
    assert going_on.line == "W R" and going_on.health == (5, 6, 6) and going_on.phase == Phase.WAVE


def test_a_delay_can_kill() -> None:
    """L90 L356: 1 damage on the last Health."""
    assert waved("W", health=(1, 6, 6)).play("delay").phase == Phase.LOST


# -- the line is laid out -----------------------------------------------------------------------------------------------------


def laying(line: str = "", **comes: int) -> Scene:
    """An Assault card is revealed that brings so many of each type."""
    edition = box(3)
    for number, kind in enumerate(("wanderer", "raider", "brute", "monster", "survivor")):
        edition.waves[0][number][2] = comes.get(kind, 0)
    return waved(line, edition=edition, phase=Phase.REVEAL, revealed=False).play("reveal brutal")


def test_new_cards_lie_to_the_right_of_old_ones() -> None:
    """L388: one line, the remaining enemies left."""
    laid = laying("B2 S", survivor=1, wanderer=1)
    assert laid.odds_of("line-up") == {"wanderer": 1, "survivor": 1}
    laid = laid.play("line-up survivor", "lay-out wanderer-a")
    assert laid.line == "B2 S S W" and laid.phase == Phase.WAVE


def test_the_new_cards_are_shuffled_together() -> None:
    """L388: every order of the new cards is as likely."""
    laid = laying(wanderer=2, raider=1)
    assert laid.odds_of("line-up") == {"wanderer": 2, "raider": 1}


def test_a_horde_card_is_any_of_its_type() -> None:
    """L163 L171 L388: cards of one type attack differently, and which is drawn is chance."""
    laid = laying(raider=1)
    assert laid.odds_of("lay-out") == {f"raider-{each}": 4 for each in "abc"}


def test_new_enemies_have_no_damage() -> None:
    """L175: without a Skull token."""
    assert laying(survivor=2).line == "S S"


def test_a_delayed_wave_is_laid_out_once() -> None:
    """L237 L350 L388: the Assault card of the Round brings its enemies one time, however often the WAVE! card is drawn."""
    laid = searching("junk*9").play("search", "draw yes", "reveal fourth", "lay-out wanderer-a", "delay", "leave", "search",
                                     "draw yes")
    assert laid.line == "W" and laid.phase == Phase.WAVE and sum(laid.state.assaults) == 5


# -- perks that the rulebook names --------------------------------------------------------------------------------------------


def test_a_first_player_perk_needs_the_token() -> None:
    """L130 L153: only who has the First Player token may use it."""
    edition = box(2)
    edition.boards[0].first = edition.boards[1].main = Perk.TIRELESS
    assert "use-perk" in table("W", "knife", edition=edition, players=2, first=0).legal
    assert "use-perk" not in table("W", "knife", edition=edition, players=2, first=1).legal
    assert "use-perk" in table("W", "", "knife", edition=edition, players=2, first=0, turn=2, turns=1).legal


def test_a_perk_is_used_once_a_round() -> None:
    """L130: unless it says otherwise."""
    edition = box(1)
    edition.boards[0].main = Perk.TIRELESS
    used = table("B", "knife", edition=edition, players=1).play("use-perk")
    assert "use-perk" not in used.legal and used.state.actions == 2
    searched = used.play("end-turn", "search", "draw yes", "reveal fourth")
    back = searched.play("lay-out wanderer-a", "accept", "end-trade")
    assert "use-perk" in back.legal


def test_counted_words_are_what_the_tables_read() -> None:
    """The tests' own notation."""
    assert counted("knife gun-ammo*3") == {"knife": 1, "gun-ammo": 3} and reference().setting.edition.players == 3
    bag = box().common
    bag.clear()
    fill(bag, Rubble, "knife*2")
    assert bag.total == 2
