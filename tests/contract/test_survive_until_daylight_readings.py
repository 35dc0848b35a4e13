"""Every reading of Survive Until Daylight in one position or short line: what each of its choices makes of it.

A case plays its line under one choice and says what came of it; what should come is read off `readings.toml`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from daybreak_games.survive_until_daylight.cards import Assault, Horde, Perk, Rubble, Type
from daybreak_games.survive_until_daylight.state import Phase
from tests.contract.survive_until_daylight_tables import (
    PROGRAM,
    Scene,
    attack,
    box,
    can,
    counted,
    onslaught,
    searching,
    set_up,
    table,
    trading,
    waved,
)

Case = Callable[..., Any]
CASES: list[tuple[str, Case, dict[str, Any]]] = []


def shows(id_: str, **outcomes: Any) -> Callable[[Case], Case]:
    """Register a case of a reading, with the outcome of every choice (`_` for `-`)."""
    def register(case: Case) -> Case:
        CASES.append((id_, case, {choice.replace("_", "-"): outcome for choice, outcome in outcomes.items()}))
        return case
    return register


# -- set-up and search --------------------------------------------------------------------------------------------------------


@shows("SUD-01", once={"draw no": 12, "draw yes": 1}, twice={"draw no": 24, "draw yes": 1})
def pile_of_round_one(**ruled: str) -> Any:
    start = table(phase=Phase.BEGIN_ROUND, wave=None, unseen="junk*20 planks*20", active=0, **ruled)
    return start.play().play("search").odds


@shows("SUD-03", take_what_is_left=(3, "planks*20"), reshuffle_discards=(12, ""))
def too_small_a_rubble_pile(**ruled: str) -> Any:
    start = table(phase=Phase.BEGIN_ROUND, wave=None, unseen="junk*3", active=0, discard="planks*20", **ruled).play()
    return start.play("search").odds["draw no"], start.bag("discard")


@shows("SUD-05", starting_kept={"axe", "junk"}, all_kept={"junk"}, losses_only={"axe", "junk", "pillar-weapon"})
def weapons_to_discard(**ruled: str) -> Any:
    held = "pillar-weapon axe junk*6"
    return can(searching("junk", held, started="pillar-weapon", **ruled).play("search", "draw no", "keep"), "drop")


@shows("SUD-06", found_weapons_too={"axe": 1, "junk": 1, "planks": 1}, no_weapons={"junk": 1, "planks": 1})
def crows_and_weapons(**ruled: str) -> Any:
    held = "axe pillar-weapon junk planks"
    return searching("crow", held, started="pillar-weapon", **ruled).play("search", "draw no").odds_of("lose-card")


@shows("SUD-07", by_card={"gun-ammo": 3, "junk": 2}, by_slot={"gun-ammo": 1, "junk": 2})
def random_losses(**ruled: str) -> Any:
    return searching("crow", "gun-ammo*3 junk*2", **ruled).play("search", "draw no").odds_of("lose-card")


@shows("SUD-10", at_reveal=("W", "W"), at_accept=("", "W"))
def when_enemies_are_laid_out(**ruled: str) -> Any:
    shown = searching("junk*5", **ruled).play("search", "draw yes", "reveal fourth")
    shown = shown if shown.phase == Phase.WAVE else shown.play("lay-out wanderer-a")
    taken = shown.play("accept")
    return shown.line, (taken if taken.phase == Phase.TRADE else taken.play("lay-out wanderer-a")).line


@shows("SUD-12", draw_nothing={"accept", "delay"}, no_delay={"accept"})
def an_empty_pile(**ruled: str) -> Any:
    return waved("W", unseen="", active=0, **ruled).legal


@shows("SUD-12", draw_nothing={"accept", "delay"}, no_delay={"accept", "delay"})
def an_empty_pile_after_the_last_round(**ruled: str) -> Any:
    return waved("W", unseen="", active=0, round=7, **ruled).legal


@shows("SUD-13", as_a_draw=(3, "broken-bone"), added_only=(5, "broken-bone"))
def bad_luck_of_a_delay(**ruled: str) -> Any:
    after = waved("W", unseen="broken-bone", **ruled).play("delay")
    return after.health[0], after.bag("discard")


@shows("SUD-16", next_player=1, same_player=0)
def who_draws_after_a_delay(**ruled: str) -> Any:
    return waved("W", **ruled).play("delay", "leave").state.turn


@shows("SUD-16", next_player=1, same_player=1)
def who_draws_after_a_delay_with_the_wave_card_alone(**ruled: str) -> Any:
    return waved("W", round=7, unseen="", active=0, **ruled).play("delay").state.turn


def assault(kinds: dict[Type, int], horde: dict[Horde, int], discarded: dict[Horde, int], **ruled: str) -> Scene:
    """An Assault card is to be revealed, with so many Horde cards left."""
    edition = box()
    for kind in Type:
        edition.waves[Assault.FOURTH][kind][2] = kinds.get(kind, 0)
    start = waved("", edition=edition, phase=Phase.REVEAL, revealed=False, **ruled)
    for card in Horde:
        start.state.horde[card], start.state.horde_discard[card] = horde.get(card, 0), discarded.get(card, 0)
    return start


def called_up(*cards: Any, **ruled: str) -> Any:
    """What it brings to the line."""
    return assault(*cards, **ruled).play("reveal fourth", until=Phase.LINE_UP).odds_of("line-up")


@shows("SUD-18", fewer={"monster": 1, "brute": 1}, substitute={"monster": 1, "brute": 2, "wanderer": 1})
def too_few_monsters(**ruled: str) -> Any:
    # Three Monsters are wanted: one is there, of Brutes one more than wanted, no Raider, and Wanderers for the rest.
    horde = {Horde.MONSTER_A: 1, Horde.BRUTE_A: 2, Horde.WANDERER_A: 4}
    return called_up({Type.MONSTER: 3, Type.BRUTE: 1}, horde, {}, **ruled)


@shows("SUD-18", fewer={"wanderer": 1}, substitute={"wanderer": 1})
def too_few_survivors(**ruled: str) -> Any:
    return called_up({Type.SURVIVOR: 2, Type.WANDERER: 1}, {Horde.WANDERER_A: 4}, {}, **ruled)


@shows("SUD-18b", reshuffled={"wanderer": 3, "raider": 1}, gone={"wanderer": 1, "raider": 1})
def discarded_horde_cards(**ruled: str) -> Any:
    horde = {Horde.WANDERER_A: 1, Horde.RAIDER_A: 4}
    return called_up({Type.WANDERER: 3, Type.RAIDER: 1}, horde, {Horde.WANDERER_B: 2}, **ruled)


@shows("SUD-18b", reshuffled={"W w", "w W"}, gone={"W"})
def the_old_pile_comes_first(**ruled: str) -> Any:
    """Two Wanderers are wanted, one is in the pile: it comes for certain, and one of those discarded with it."""
    start = assault({Type.WANDERER: 2}, {Horde.WANDERER_A: 1}, {Horde.WANDERER_B: 2}, **ruled)
    scenes, laid = [start.play("reveal fourth")], set()
    while scenes:
        scene = scenes.pop()
        laid |= {scene.line} if scene.phase == Phase.WAVE else set()
        scenes += [scene.play(event) for event in scene.odds] if scene.phase != Phase.WAVE else []
    return laid


@shows("SUD-59", once_a_round="W", each_draw="W W")
def enemies_of_a_second_assault_card(**ruled: str) -> Any:
    drawn = searching("junk*5", revealed=True, line="W", **ruled).play("search", "draw yes")
    return (drawn if drawn.phase == Phase.WAVE else drawn.play("reveal fourth", "lay-out wanderer-a")).line


@shows("SUD-66", must_draw={"search"}, may_pass={"search", "pass-on"})
def passing_a_search(**ruled: str) -> Any:
    return searching("junk*5", **ruled).legal


@shows("SUD-66", must_draw=(0, 0), may_pass=(2, 2))
def passing_all_round(**ruled: str) -> Any:
    """Not when all others have passed since the last draw: two of three may, then one draws, and two may again."""
    first = passed_by(searching("junk*5", **ruled))
    return first[0], passed_by(first[1].play("search", "draw no", "leave"))[0]


def passed_by(scene: Scene) -> tuple[int, Scene]:
    """How many players in a row may pass, and the table then."""
    number = 0
    while "pass-on" in scene.legal:
        number, scene = number + 1, scene.play("pass-on")
    return number, scene


@shows("SUD-68", one_copy_rest_to_rubble=(False, 6, 0), unlimited=(True, 8, 1), rest_out=(False, 0, 0))
def common_weapons(**ruled: str) -> Any:
    edition = box(2)
    for numbered in edition.rubble:
        numbered.clear()
    chosen = set_up(edition, **ruled).play("choose knife")
    again = "choose knife" in chosen.legal
    rest = counted(chosen.play("choose knife" if again else "choose bat", until=Phase.BEGIN_ROUND).bag("unseen"))
    return again, sum(rest.values()), rest.get("knife", 0)


# -- inventories and trade ----------------------------------------------------------------------------------------------------


@shows("SUD-19", accept_and_drop={"player-2", "player-3"}, cannot_accept={"player-3"})
def a_gift_for_a_full_inventory(**ruled: str) -> Any:
    return can(trading("planks", "junk*8", "junk*7", **ruled).play("give player-1 planks"), "receive")


@shows("SUD-19", accept_and_drop={"player-2", "player-3"}, cannot_accept={"player-2", "player-3"})
def a_gift_for_a_stack(**ruled: str) -> Any:
    return can(trading("planks", "junk*7 planks", "", **ruled).play("give player-1 planks"), "receive")


@shows("SUD-21", self_only=[(3, 2, 2)], anyone=[(2, 2, 3), (2, 3, 2), (3, 2, 2)])
def whom_a_meal_heals(**ruled: str) -> Any:
    eaten = trading("food-1", health=(2, 2, 2), **ruled).play("eat player-1 food-1")
    fed = [eaten.play(event) for event in eaten.legal if event.startswith("feed")]
    return sorted(scene.health for scene in fed or [eaten])


@shows("SUD-63", of_the_card=False, of_the_owner=True)
def somebody_elses_starting_weapon(**ruled: str) -> Any:
    start = searching("planks", "", "pillar-weapon junk*7", turn=2, **ruled)
    start.state.people[0].started[Rubble.PILLAR_WEAPON] = True
    return "drop pillar-weapon" in start.play("search", "draw no", "keep").legal


@shows("SUD-63", of_the_card={"junk": 1, "planks": 1}, of_the_owner={"junk": 1, "planks": 1, "pillar-weapon": 1})
def crows_and_somebody_elses_starting_weapon(**ruled: str) -> Any:
    start = searching("crow", "", "pillar-weapon junk planks", turn=2, **ruled)
    start.state.people[0].started[Rubble.PILLAR_WEAPON] = True
    return start.play("search", "draw no").odds_of("lose-card")


@shows("SUD-65", decision_points=("lose-card", {"junk", "planks"}), any_time=("rearrange", {"junk"}))
def packing_before_a_loss(**ruled: str) -> Any:
    robbed = searching("crow", "backpack junk*2 planks", **ruled).play("search", "draw no")
    if robbed.phase == Phase.LOSE_CARD:
        return "lose-card", set(robbed.odds_of("lose-card"))
    packed = robbed.play("pack planks", "settle", until=Phase.LOSE_CARD)
    return "rearrange", set(packed.odds_of("lose-card"))


@shows("SUD-69", anyone={"psycho-weapon", "knife"}, owner_only={"knife"})
def weapons_of_others(**ruled: str) -> Any:
    return can(table("W", "psycho-weapon knife", **ruled), "attack")


# -- players' turns -----------------------------------------------------------------------------------------------------------


@shows("SUD-23", printed_colour={"attack knife"}, free_choice={"attack knife", "craft barricade"})
def what_a_red_drink_gives(**ruled: str) -> Any:
    drunk = table("W", "knife planks nails energy-red", actions=0, **ruled).play("drink energy-red")
    after = [drunk.play(event) for event in drunk.legal] if drunk.phase == Phase.COLOUR else [drunk]
    return {event for scene in after for event in scene.legal if event.split()[0] in ("attack", "craft")}


@shows("SUD-24", must_apply={"apply minus-1", "apply minus-2"}, may_decline={"apply minus-1", "apply minus-2", "apply-none"})
def cards_that_make_it_worse(**ruled: str) -> Any:
    drawn = table("W", "bat", combat="minus-1 minus-2", **ruled).play("attack bat", "aim 0", "draw-combat minus-1")
    return drawn.legal


@shows("SUD-72", must_apply="M", may_decline="M1")
def pills_for_a_weapon_without_cards(**ruled: str) -> Any:
    drawn = table("M", "knife vitality", combat="minus-2*2", **ruled).play("attack knife", "aim 0", "play vitality")
    return drawn.play("apply-none" if "apply-none" in drawn.legal else "apply minus-2").line


@shows("SUD-72", must_apply={"apply minus-2"}, may_decline={"apply minus-2"})
def pills_for_a_weapon_with_cards(**ruled: str) -> Any:
    return table("M", "bat vitality", combat="minus-2*4", **ruled).play("attack bat", "aim 0", "play vitality").legal


@shows("SUD-26", whole_draw={"minus-2", "plus-1"}, card_by_card={"plus-1"})
def what_lucky_may_exchange(**ruled: str) -> Any:
    first = table("M", "bat lucky", **ruled).play("attack bat", "aim 0", "draw-combat minus-2")
    first = first.play("let-it-lie") if first.phase == Phase.LUCK else first
    both = first.play("draw-combat plus-1")
    if both.phase == Phase.LUCK:
        return {*both.play("lucky-at-once player-1").bag("combat_discard").split()}
    return {event.split()[1] for event in can(both, "lucky")}


@shows("SUD-26", whole_draw=2, card_by_card=1)
def when_lucky_is_asked_for_enemies(**ruled: str) -> Any:
    begun = onslaught("ww", "lucky", **ruled).play("draw-combat zero")
    begun = begun.play("draw-combat zero") if begun.phase == Phase.DRAW_COMBAT else begun
    assert any(event.startswith("lucky") for event in begun.legal)
    return begun.state.drawn.total


@shows("SUD-73", before_the_draw=(Phase.PREPARE, False), after_the_draw=(Phase.DRAW_COMBAT, True))
def cards_for_an_attack(**ruled: str) -> Any:
    aimed = table("M", "axe blood-lust", **ruled).play("attack axe", "aim 0")
    drawn = (aimed.play("draw-now") if aimed.phase == Phase.PREPARE else aimed).play("draw-combat zero")
    return aimed.phase, "play blood-lust" in drawn.legal


@shows("SUD-74", any_number=True, one_a_turn=False)
def a_second_cheer_in_one_turn(**ruled: str) -> Any:
    return "cheer player-3" in table("W", "", "cheer", "cheer", **ruled).play("cheer player-2").legal


@shows("SUD-74", any_number=True, one_a_turn=True)
def a_cheer_in_the_next_turn(**ruled: str) -> Any:
    return "cheer player-3" in table("W", "", "cheer", "cheer", **ruled).play("cheer player-2", "end-turn").legal


@shows("SUD-36", not_by_holder=False, holder_too=True)
def a_cheer_of_the_holder(**ruled: str) -> Any:
    start = table("W", "knife", "cheer", wave=2, **ruled)
    if "cheer player-2" not in start.legal:
        return False
    return start.play("cheer player-2").state.wave == 1


@shows("SUD-58", holder=(6, 5, 5), drawer=(5, 5, 6))
def the_first_attack_after_cheer(**ruled: str) -> Any:
    return table("W W", "", "cheer", **ruled).play("cheer player-2", *["end-turn"] * 3).health


@shows("SUD-58", holder=(5, 6, 6), drawer=(6, 6, 5))
def who_drew_the_wave_card(**ruled: str) -> Any:
    drawn = searching("junk", "cheer", line="W", turn=3, revealed=True, **ruled).play("search", "draw yes", "accept", "end-trade")
    return drawn.play("end-turn", "cheer player-1", "end-turn", "end-turn").health


@shows("SUD-27", line="B1 B1 B B", circle="B1 B1 B B1")
def the_ends_of_the_line(**ruled: str) -> Any:
    return table("B B B B", "drifter-weapon", **ruled).play(*attack("drifter-weapon")).line


@shows("SUD-30", after_attack="B1 B1", at_once="B B")
def splash_around_a_target_that_dies(**ruled: str) -> Any:
    return table("B W1 B", "drifter-weapon", **ruled).play(*attack("drifter-weapon", 1)).line


@shows("SUD-30", after_attack="R2", at_once="w R")
def splash_around_a_survivor_that_dies(**ruled: str) -> Any:
    return onslaught("w S R", draws="splash-2", **ruled).line


@shows("SUD-31", leave_line="B1 W B1", keep_place="B1 W B")
def splash_across_a_removed_enemy(**ruled: str) -> Any:
    struck = table("B W~ B", "drifter-weapon", **ruled).play(*attack("drifter-weapon"))
    return struck.line.replace("~", "")


@shows("SUD-31", leave_line=5, keep_place=4)
def removed_monsters(**ruled: str) -> Any:
    return onslaught("M~ W", **ruled).health[0]


@shows("SUD-33", cumulate="M3^^", once="M2^^")
def two_spears(**ruled: str) -> Any:
    return table("M^^", "knife", **ruled).play(*attack("knife")).line


@shows("SUD-76", craft="M3^^", spear_attacks="M4^^")
def a_second_spear(**ruled: str) -> Any:
    placed = table("M^", "planks shards", **ruled).play("craft spear", "place 0")
    return (placed.play("apply-none") if placed.phase == Phase.STRIKE else placed).line


@shows("SUD-76", craft=False, spear_attacks=True)
def blood_lust_and_a_spear(**ruled: str) -> Any:
    return "play blood-lust" in table("M M", "planks shards blood-lust", **ruled).play("craft spear", "place 0").legal


@shows("SUD-44", sum_then_clamp="M^", clamp_cards_first="M1^")
def a_spear_and_a_bad_card(**ruled: str) -> Any:
    return table("M^", "pistol gun-ammo", **ruled).play(*attack("pistol", 0, "minus-2", ammo=1)).line


@shows("SUD-44", sum_then_clamp=6, clamp_cards_first=5)
def a_monster_and_a_bad_card(**ruled: str) -> Any:
    return onslaught("w M", draws="minus-2", **ruled).health[0]


@shows("SUD-61", applied_only=6, every_drawn=5)
def a_card_that_was_not_chosen(**ruled: str) -> Any:
    drawn = table("M", "bat", **ruled).play("attack bat", "aim 0", "draw-combat zero", "draw-combat reckless")
    return drawn.play("apply zero").health[0]


@shows("SUD-61", applied_only="ww W", every_drawn="ww1 W")
def an_enemys_card_that_was_not_chosen(**ruled: str) -> Any:
    return onslaught("ww W", draws="reckless plus-3", **ruled).line


@shows("SUD-62", x_no_fixed="M2 M2 M2", x_replaces="M2 M M2")
def an_x_and_a_rifle(**ruled: str) -> Any:
    return table("M M M", "rifle gun-ammo", **ruled).play(*attack("rifle", 1, "spray", ammo=1)).line


@shows("SUD-62", x_no_fixed=(5, 4, 4), x_replaces=(6, 4, 4))
def an_x_and_an_enemy(**ruled: str) -> Any:
    edition = box()
    edition.horde_sheets[Horde.WANDERER_A].cards = 1
    return onslaught("W", edition=edition, draws="spray", **ruled).health


@shows("SUD-71", active_pile=(Phase.FOUND, 4), reserve=(Phase.FOUND, 5))
def the_pile_of_loose_rubble(**ruled: str) -> Any:
    found = table("M", "pistol gun-ammo", **ruled).play(*attack("pistol", 0, "loose-rubble", ammo=1))
    return found.phase, found.state.active


@shows("SUD-71", active_pile=Phase.TURN, reserve=Phase.FOUND)
def loose_rubble_and_an_empty_active_pile(**ruled: str) -> Any:
    return table("M", "pistol gun-ammo", active=0, **ruled).play(*attack("pistol", 0, "loose-rubble", ammo=1)).phase


@shows("SUD-71", active_pile=Phase.FOUND, reserve=Phase.TURN)
def loose_rubble_and_an_empty_reserve(**ruled: str) -> Any:
    start = table("M", "pistol gun-ammo", unseen="junk*5", active=5, **ruled)
    return start.play(*attack("pistol", 0, "loose-rubble", ammo=1)).phase


@shows("SUD-79", always="M M1", if_damaged="M M")
def splash_without_damage(**ruled: str) -> Any:
    return table("M M", "shotgun gun-ammo", **ruled).play(*attack("shotgun", 0, "minus-2", ammo=1)).line


@shows("SUD-79", always=(6, 4, 4), if_damaged=(6, 6, 6))
def splash_of_an_attack_that_a_barricade_stops(**ruled: str) -> Any:
    return onslaught("w", barricades_of={1: 1}, draws="splash-2", **ruled).health


@shows("SUD-80", target_only="M2^ M1", splash_too="M2^ M2")
def spears_and_splash(**ruled: str) -> Any:
    return table("M^ M", "drifter-weapon", **ruled).play(*attack("drifter-weapon")).line


@shows("SUD-80", target_only=(5, 2, 6, 5), splash_too=(5, 1, 6, 4))
def monsters_and_splash(**ruled: str) -> Any:
    """The Wanderer attacks the first of four players, beside the second and the fourth; the Monster the second."""
    return onslaught("w M", players=4, draws="splash-1", **ruled).health


@shows("SUD-84", all_cards={"0 0"}, enemies_only={"0 0", "0 1", "0 2"})
def focus_past_a_survivor(**ruled: str) -> Any:
    start = table("B S B", "pillar-weapon focus", **ruled).play("attack pillar-weapon", "aim 0", "play focus", "apply-none")
    return can(start, "share") or {"0 0"}


@shows("SUD-84", all_cards="W~ S W", enemies_only="W~ S W~")
def a_grenade_past_a_survivor(**ruled: str) -> Any:
    return table("W S W", "nails explosives", **ruled).play("craft grenade", "place 0").line


@shows("SUD-84", all_cards="B1 B", enemies_only="B1 B1")
def splash_past_a_survivor(**ruled: str) -> Any:
    return table("B S B", "drifter-weapon", **ruled).play(*attack("drifter-weapon")).line


@shows("SUD-85", when_needed={"zero": 1, "plus-1": 1, "plus-2": 1}, at_once={"plus-1": 1, "plus-2": 1})
def the_new_combat_deck(**ruled: str) -> Any:
    return onslaught("w w", combat="zero", combat_discard="plus-1 plus-2", **ruled).odds_of("draw-combat")


@shows("SUD-82", rounds=True, round_six_goes_on=False)
def a_perk_after_the_last_round(**ruled: str) -> Any:
    edition = box(1)
    edition.boards[0].main = Perk.TIRELESS
    used = table("W~", "knife", edition=edition, players=1, round=6, **ruled).play("use-perk", "end-turn", "search", "draw yes")
    return "use-perk" in used.play("accept", "end-trade").legal


# -- attacks of enemies -------------------------------------------------------------------------------------------------------


@shows("SUD-39", shield_all=("w W B", (4, 6, 6)), shield_holder=("w W S B", (6, 5, 4)), one_attack_each=("w W S B", (5, 4, 6)))
def attacks_that_survivors_take(**ruled: str) -> Any:
    after = onslaught("w W S B", draws="zero", **ruled)
    return after.line, after.health


@shows("SUD-39", shield_all=("W W W W", (5, 5, 6)), shield_holder=("W W W W", (6, 5, 5)), one_attack_each=("W W W W", (5, 5, 6)))
def attacks_that_come_round_to_the_holder(**ruled: str) -> Any:
    """With `shield-holder` the first attack is on a Survivor, and the fourth, which is due to the holder again."""
    after = onslaught("W W W W S S", **ruled)
    return after.line, after.health


@shows("SUD-40", same_until_dead="w W B S", next_one="w W S B")
def a_survivor_that_was_not_killed(**ruled: str) -> Any:
    return onslaught("w W S B~ S", draws="zero", **ruled).line


@shows("SUD-40b", starts_at_holder=(5, 6, 6), advances=(6, 5, 6))
def the_first_player_attacked_after_survivors(**ruled: str) -> Any:
    return onslaught("W S W", **ruled).health


@shows("SUD-41", lost=(6, 6, 6), spills_to_holder=(6, 4, 6))
def more_than_a_survivor_can_bear(**ruled: str) -> Any:
    return onslaught("M S", wave=2, **ruled).health


@shows("SUD-41", lost=(6, 1), spills_to_holder=(6, 0))
def a_barricade_behind_a_survivor(**ruled: str) -> Any:
    after = onslaught("M S", barricades_of={1: 1}, traps_of={1: 1}, **ruled)
    assert after.state.people[0].traps == 1
    return after.health[0], after.state.people[0].barricades


@shows("SUD-28", line_neighbours="w1 R1", none="w R")
def splash_around_a_survivor(**ruled: str) -> Any:
    return onslaught("w S R", draws="splash-1", **ruled).line


@shows("SUD-43", not_monsters=6, all_enemies=2)
def monsters_among_themselves(**ruled: str) -> Any:
    return onslaught("M M", players=1, health=(12,), **ruled).health[0]


@shows("SUD-43", not_monsters=3, all_enemies=2)
def a_monster_for_itself(**ruled: str) -> Any:
    return onslaught("M", **ruled).health[0]


@shows("SUD-45", players_choose={"zero": 1, "splash-1": 1}, random={"zero": 1, "splash-1": 2})
def equal_cards_of_which_one_is_there_twice(**ruled: str) -> Any:
    edition = box()
    edition.horde_sheets[Horde.WANDERER_C].cards = 3
    tied = onslaught("ww", edition=edition, draws="zero splash-1 splash-1", **ruled)
    return dict.fromkeys(can(tied, "break-tie"), 1) if tied.phase == Phase.TIE else tied.odds_of("tie-by-chance")


@shows("SUD-45b", before=(set(), 0), after=({"zero", "plus-2"}, 1))
def cards_behind_a_barricade(**ruled: str) -> Any:
    tied = onslaught("ww", barricades_of={1: 1}, draws="zero plus-2", **ruled)
    return can(tied, "break-tie"), (tied.play("break-tie zero") if tied.phase == Phase.TIE else tied).state.people[0].barricades


@shows("SUD-46", one_by_one=(1, 5), all_spent=(0, 6))
def two_traps(**ruled: str) -> Any:
    after = onslaught("R", traps_of={1: 2}, **ruled)
    return after.state.people[0].traps, after.state.traps


@shows("SUD-47", mandatory=[("", 6, 0)], choice=[("", 6, 0), ("W", 5, 1)])
def sparing_a_trap(**ruled: str) -> Any:
    begun = onslaught("W", traps_of={1: 1}, **ruled)
    ends = [begun.play(event) for event in begun.legal] if begun.phase == Phase.SPRING else [begun]
    return sorted((scene.line, scene.health[0], int(scene.state.people[0].traps)) for scene in ends)


@shows("SUD-48", mandatory=[(6, 0)], choice=[(5, 1), (6, 0)])
def sparing_a_barricade(**ruled: str) -> Any:
    begun = onslaught("W", barricades_of={1: 1}, **ruled)
    ends = [begun.play(event) for event in begun.legal] if begun.phase == Phase.BLOCK else [begun]
    return sorted((scene.health[0], int(scene.state.people[0].barricades)) for scene in ends)


@shows("SUD-50", simultaneous=("", 4), dies_first=("", 6))
def an_enemy_that_its_card_kills(**ruled: str) -> Any:
    after = onslaught("w1", draws="reckless", **ruled)
    return after.line, after.health[0]


@shows("SUD-52", persists="B3^ W1", resets="B^ W")
def damage_in_the_next_round(**ruled: str) -> Any:
    return onslaught("B3^ W1", **ruled).line


@shows("SUD-60", acts_in_full=(5, 4, 4), target_damage_only=(5, 6, 6))
def the_kept_card_of_several(**ruled: str) -> Any:
    return onslaught("ww", draws="zero splash-2", **ruled).health


# -- the last round -----------------------------------------------------------------------------------------------------------


@shows("SUD-54", shuffled_in={"draw no": 3, "draw yes": 1}, on_top={"draw yes": 1}, refilled={"draw no": 15, "draw yes": 1})
def the_wave_card_after_round_six(**ruled: str) -> Any:
    return onslaught("W", round=6, active=3, **ruled).play("search", until=Phase.DRAW).odds


@shows("SUD-54", shuffled_in={"draw no": 2, "draw yes": 1}, on_top={"draw no": 2, "draw yes": 1},
       refilled={"draw no": 2, "draw yes": 1})
def the_wave_card_after_a_delay_after_round_six(**ruled: str) -> Any:
    fill_of_none = box()
    fill_of_none.fill[2] = 0
    drawn = onslaught("W", edition=fill_of_none, round=6, active=3, **ruled).play("search")
    return (drawn if drawn.phase == Phase.WAVE else drawn.play("draw yes")).play("delay", "leave", "search").odds


# -- all of them --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id_", "case", "choice", "outcome"), [
    pytest.param(id_, case, choice, outcome, id=f"{id_} {case.__name__} {choice}")
    for id_, case, outcomes in CASES for choice, outcome in outcomes.items()])
def test_what_a_choice_makes_of_it(id_: str, case: Case, choice: str, outcome: Any) -> None:
    assert case(**{id_.replace("-", "_"): choice}) == outcome


@pytest.mark.parametrize("id_", PROGRAM.readings.switches)
def test_every_two_choices_of_a_reading_differ_in_some_case(id_: str) -> None:
    choices = [*PROGRAM.readings.switches[id_].choices]
    cases = [outcomes for case_id, _, outcomes in CASES if case_id == id_]
    assert all(set(outcomes) == set(choices) for outcomes in cases)
    for index, one in enumerate(choices):
        for other in choices[index + 1:]:
            assert any(outcomes[one] != outcomes[other] for outcomes in cases), f"{one} and {other}"
