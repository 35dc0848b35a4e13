"""Set-up, experience, the leader and the Search of Until Daylight, sentence by sentence; `L183` is a line of its rulebook."""

from __future__ import annotations

import pytest

from daybreak_games.until_daylight.cards import Advantage, Feat, Objective, Rubble
from daybreak_games.until_daylight.state import Phase
from tests.contract.until_daylight_tables import Scene, box, can, caught, onslaught, printed, searching, set_up, table

BASIC = ("chainsaw", "crowbar", "hammer", "pistol", "axe", "longbow")
NINE = "planks*3 nails*3 wires*3"  # nine places
FULL = f"{NINE} vest"


# -- set-up -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_may_play(players: int) -> None:
    """L35: everybody has a character, and nobody else does."""
    start = set_up(box(players))
    assert sum(person.health > 0 for person in start.state.people) == players


@pytest.mark.parametrize("seat", range(6))
def test_each_character_starts_with_its_own_basic_weapon(seat: int) -> None:
    """L87 L95: and with nothing else."""
    assert set_up(box(6)).hand(seat + 1) == BASIC[seat]


def test_basic_weapons_that_nobody_took_are_shuffled_into_the_rubble() -> None:
    """L76 L101: those of the characters in play are not."""
    piles = set_up(box(4)).state.rubble
    assert [piles[Rubble.CHAINSAW + seat] for seat in range(6)] == [0, 0, 0, 0, 1, 1]


def test_characters_start_unhurt_and_without_experience() -> None:
    """L87: the damage wheel at NONE, the experience wheel at 0; so that nobody leads (L150)."""
    edition = box(3)
    edition.boards[0].health, edition.boards[1].health, edition.boards[2].health = 7, 4, 5
    start = set_up(edition)
    assert start.health == (7, 4, 5) and start.holder is None
    assert not any(person.monsters or person.saved or person.points for person in start.state.people)


def test_nothing_lies_on_the_table_at_first() -> None:
    """L79 L77 L78: all tokens in the supply, both discard piles empty, the Horde in its pile."""
    start = set_up(box(3))
    assert (start.state.traps, start.state.barricades) == (6, 12) and start.areas == " |  | "
    assert start.bag("discard") == "" and start.bag("horde_discard") == "" and start.state.horde.total == 95


def test_two_secondary_objectives_are_drawn_and_one_is_kept() -> None:
    """L87 L162: at random, by each player."""
    edition = box(3)
    edition.secondary[Objective.FIRST], edition.secondary[Objective.SECOND] = 5, 1
    start = set_up(edition)
    assert start.odds == {"deal first": 5, "deal second": 1}
    dealt = start.play("deal first", "deal second")
    assert dealt.legal == {"choose-objective first", "choose-objective second"}
    kept = dealt.play("choose-objective second", "choose-objective first", "choose-objective first", until=Phase.TICK)
    assert [person.secondary for person in kept.state.people][:3] == [Objective.SECOND, Objective.FIRST, Objective.FIRST]
    assert not any(kept.state.secondary[objective] for objective in Objective)


def test_the_counts_of_the_box() -> None:
    """L58 L59 L60 L62 L64 L65 L67: 29 Secondary Objectives, 185 Rubble and 95 Horde cards, 12 Barricades, 6 Traps."""
    edition = printed()
    assert (sum(edition.rubble[card] for card in Rubble), edition.horde.total) == (185, 95)
    assert (edition.barricades, edition.traps, edition.places, edition.rounds) == (12, 6, 10, 10)
    assert sum(edition.secondary[objective] for objective in Objective) == 29


def test_the_first_search_begins_with_the_player_who_chose_first() -> None:
    """L87 L103 L181: seats are counted from that player."""
    start = set_up(box(3)).play(until=Phase.ACT)
    assert start.phase == Phase.ACT and start.state.searching and start.state.turn == 0 and start.state.round == 1


# -- turns of the Search ------------------------------------------------------------------------------------------------------


def test_the_actions_of_a_turn() -> None:
    """L181-L198: draw, craft, give, take, use, nothing; no attack."""
    start = searching("planks nails wires explosives food-1 machete", "arrow", health=(5, 6, 6))
    assert {event.split()[0] for event in start.legal} == {"draw", "craft", "give", "take-from", "eat", "pass-on"}


@pytest.mark.parametrize("action", [
    "draw", "craft barricade", "give player-2 planks", "take-from player-2 vest", "eat food-1", "pass-on"])
def test_one_action_a_turn(action: str) -> None:
    """L181 L200: then it is the next player's turn."""
    after = searching("planks nails food-1", "vest").play(action)
    assert after.state.turn == 1 and after.state.searching and "draw" in after.legal


def test_turns_go_round_until_the_gong() -> None:
    """L200: the last player is followed by the first."""
    start, turns = searching(), []
    for _ in range(7):
        turns.append(start.state.turn + 1)
        start = start.play("pass-on")
    assert turns == [1, 2, 3, 1, 2, 3, 1]


def test_a_drawn_card_goes_into_the_inventory() -> None:
    """L183: and comes from the pile."""
    after = searching(piles="vest*3").play("draw")
    assert after.hand(1) == "vest" and after.bag("rubble") == "vest*2"


def test_every_card_of_the_piles_is_as_likely() -> None:
    """L78: they are shuffled."""
    assert searching(piles="vest*3 nails planks*2").play("draw").odds == {"find vest": 3, "find nails": 1, "find planks": 2}


def test_a_player_may_do_nothing() -> None:
    """L198: even with cards and others to help."""
    after = searching("planks nails food-1", "vest", health=(3, 6, 6)).play("pass-on")
    assert after.hand(1) == "planks nails food-1" and after.state.turn == 1 and after.bag("discard") == ""


@pytest.mark.parametrize("held", ["planks", "nails", "planks nails", "planks*2", "wires explosives", "planks wires"])
def test_crafting_needs_the_right_cards(held: str) -> None:
    """L191 L192: both of them."""
    wanted = {"planks nails": {"barricade"}, "wires explosives": {"trap"}}.get(held, set())
    assert can(searching(held), "craft") == wanted


def test_crafting_places_a_token_and_uses_the_cards_up() -> None:
    """L191 L463: from the supply."""
    barricade = searching("planks*2 nails").play("craft barricade")
    assert barricade.tokens(1) == (0, 1) and barricade.hand(1) == "planks" and barricade.bag("discard") == "planks nails"
    assert (barricade.state.traps, barricade.state.barricades) == (6, 11)
    trap = searching("wires explosives").play("craft trap")
    assert trap.tokens(1) == (1, 0) and trap.hand(1) == "" and (trap.state.traps, trap.state.barricades) == (5, 12)


def test_cards_of_others_are_not_for_crafting() -> None:
    """L192: the player has to have them."""
    assert can(searching("planks", "nails"), "craft") == set()


@pytest.mark.parametrize(("traps", "barricades"), [(2, 0), (1, 1), (0, 2)])
def test_no_third_token(traps: int, barricades: int) -> None:
    """L463: two in all."""
    held = "planks nails wires explosives"
    assert can(searching(held, traps_of={1: traps}, barricades_of={1: barricades}), "craft") == set()


@pytest.mark.parametrize(("traps", "barricades"), [(1, 0), (0, 1)])
def test_a_second_token_of_either_kind(traps: int, barricades: int) -> None:
    """L463: after one."""
    held = "planks nails wires explosives"
    assert can(searching(held, traps_of={1: traps}, barricades_of={1: barricades}), "craft") == {"trap", "barricade"}


def test_no_trap_without_a_token_in_the_supply() -> None:
    """L67: there are six."""
    start = searching("planks nails wires explosives", players=4, traps_of={2: 2, 3: 2, 4: 2})
    assert can(start, "craft") == {"barricade"}


def test_a_card_may_be_given_to_any_other_player() -> None:
    """L193: but not to oneself."""
    start = searching("vest planks", "arrow")
    assert can(start, "give") == {f"player-{player} {card}" for player in (2, 3) for card in ("vest", "planks")}
    after = start.play("give player-3 vest")
    assert (after.hand(1), after.hand(2), after.hand(3)) == ("planks", "arrow", "vest")


def test_one_card_is_given_not_several() -> None:
    """L193: of cards that do not stack."""
    after = searching("planks*3").play("give player-2 planks")
    assert (after.hand(1), after.hand(2), after.state.turn) == ("planks*2", "planks", 1)


def test_a_card_may_be_taken_from_any_other_player() -> None:
    """L194: with their agreement."""
    start = searching("arrow", "vest*2", "nails")
    assert can(start, "take-from") == {"player-2 vest", "player-3 nails"}
    after = start.play("take-from player-2 vest")
    assert (after.hand(1), after.hand(2), after.hand(3)) == ("arrow vest", "vest", "nails")


def test_no_card_moves_between_two_others() -> None:
    """L195: only to or from the player in turn."""
    start = searching("", "vest", "nails")
    assert can(start, "give") == set() and can(start, "take-from") == {"player-2 vest", "player-3 nails"}


def test_food_heals_and_is_used_up() -> None:
    """L196 L197 L621: as an action."""
    after = searching("food-1 vest", health=(3, 3, 3)).play("eat food-1")
    assert after.health == (4, 3, 3) and after.hand(1) == "vest" and after.bag("discard") == "food-1"


def test_food_does_not_heal_beyond_the_wheel() -> None:
    """L87: NONE is the least damage."""
    assert searching("food-2", health=(5, 6, 6)).play("eat food-2").health == (6, 6, 6)


# -- Events -------------------------------------------------------------------------------------------------------------------


def test_an_event_takes_effect_at_once_and_is_not_kept() -> None:
    """L189 L626: before the next player's turn."""
    after = searching(piles="rats vest*2").play("draw", "find rats")
    assert after.health == (5, 6, 6) and after.hand(1) == "" and after.bag("discard") == "rats" and after.state.turn == 1


def test_an_event_is_completed_before_anything_else() -> None:
    """L189: there is no NEXT, nor another action, while it is open."""
    start = searching("vest planks nails", piles="hole vest").play("draw", "find hole")
    assert start.legal == {"discard vest", "discard planks", "discard nails"} and start.state.turn == 0
    after = start.play("discard nails")
    assert after.state.turn == 1 and after.hand(1) == "planks vest" and after.bag("discard") == "nails hole"


def test_an_event_can_kill() -> None:
    """L117: the game is lost at once."""
    assert searching(piles="rats", health=(1, 6, 6)).play("draw").phase == Phase.LOST


# -- inventories --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "drawn", "fits"), [
    (NINE, "vest", True), (FULL, "vest", False), (FULL, "gun-ammo", False), (f"{NINE} gun-ammo*7", "gun-ammo", True),
    (f"{NINE} gun-ammo*7", "arrow", False), (f"{NINE} arrow", "arrow", True), (f"{NINE} machete", "machete", False),
    ("planks*3 nails*3 wires*2 gun-ammo*9 arrow*9", "planks", False),
    ("planks*3 nails*3 wires gun-ammo*9 arrow*9", "planks", True)])
def test_ten_places_and_one_for_a_kind_of_ammo(held: str, drawn: str, fits: bool) -> None:
    """L183 L206 L208 L210: weapons and other cards take one each, Ammo of a kind one together."""
    after = searching(held, piles=f"{drawn}*9").play("draw")
    assert (after.phase == Phase.ACT) == fits and (after.phase == Phase.LOSE) != fits


def test_whoever_has_too_much_can_do_nothing_but_discard() -> None:
    """L185: one of all cards, the new one too; then play goes on."""
    over = searching(FULL, piles="machete*3").play("draw")
    assert over.legal == {f"discard {card}" for card in ("planks", "nails", "wires", "vest", "machete")} and over.state.turn == 0
    after = over.play("discard machete")
    assert after.hand(1) == FULL and after.bag("discard") == "machete" and after.state.turn == 1


def test_discarding_is_no_action() -> None:
    """L185: a player in combat who took a card too many still had one action only, and the other still has one."""
    start = table("W", f"{FULL}", "machete").play("take-from player-2 machete", "discard vest")
    assert start.state.turn == 1 and start.state.actions == 1


def test_cards_are_not_thrown_away_without_need() -> None:
    """L181-L198 L185: discarding is for who has too many."""
    assert can(searching(FULL), "discard") == set()


def test_a_gift_makes_its_receiver_discard() -> None:
    """L185: whoever has too many; before the turn goes on."""
    over = searching("machete", FULL).play("give player-2 machete")
    assert over.phase == Phase.LOSE and "discard machete" in over.legal
    after = over.play("discard vest")
    assert after.hand(2) == f"{NINE} machete" and after.state.turn == 1 and after.hand(1) == ""


def test_the_haggler_has_other_places() -> None:
    """L94 L206: everybody else has ten."""
    edition = box(3)
    edition.boards[edition.characters[0]].advantage = Advantage.PLACES
    assert searching(FULL, edition=edition, piles="vest").play("draw").phase == Phase.ACT
    edition = box(3)
    edition.boards[edition.characters[1]].advantage = Advantage.PLACES
    assert searching(FULL, edition=edition, piles="vest").play("draw").phase == Phase.LOSE


def test_any_number_of_ammo_cards_of_one_kind_is_given() -> None:
    """L212: from one to all."""
    start = searching("gun-ammo*3 arrow*2", "gun-ammo").play("give player-2 gun-ammo")
    assert start.legal == {"hand-over 1", "hand-over 2", "hand-over 3"}
    after = start.play("hand-over 2")
    assert (after.hand(1), after.hand(2), after.state.turn) == ("gun-ammo arrow*2", "gun-ammo*3", 1)


def test_a_gift_of_a_whole_stack_frees_its_place() -> None:
    """L208 L212: and takes none where such Ammo lies already."""
    after = searching(f"{NINE} arrow*3", f"{NINE} arrow", piles="vest*3").play("give player-2 arrow", "hand-over 3")
    assert after.hand(1) == NINE and after.hand(2) == "arrow*4 planks*3 nails*3 wires*3" and after.phase == Phase.ACT


# -- the gong -----------------------------------------------------------------------------------------------------------------


def test_who_is_caught_before_drawing_draws_nothing() -> None:
    """L202 L220: and receives the wave."""
    start = caught("vest", turn=2)
    assert start.phase == Phase.FATE and start.state.active == 1 and start.hand(2) == "" and start.hand(1) == "vest"


def test_who_is_caught_after_drawing_keeps_the_card() -> None:
    """L220: and still receives the wave."""
    start = searching(turn=3, piles="vest*9").play("draw", "listen yes")
    assert start.phase == Phase.FATE and start.state.active == 2 and start.hand(3) == "vest"


def test_an_event_that_was_drawn_is_completed_after_the_gong() -> None:
    """L189 L220: it had to be played at once."""
    start = searching(turn=2, piles="rats").play("draw", "listen yes")
    assert start.health == (6, 5, 6) and start.phase == Phase.FATE and start.state.active == 1


def test_combat_follows_without_another_turn() -> None:
    """L218 L222: nobody acts between the gong and the Horde."""
    start = caught("food-1", health=(3, 6, 6))
    assert start.phase == Phase.FATE and not start.state.searching and start.legal == set()


# -- experience and the leader ------------------------------------------------------------------------------------------------


def test_the_first_with_experience_leads() -> None:
    """L126 L130 L138: a SYMBOL card is worth 1 as soon as it is found."""
    assert searching(turn=2, piles="symbol").play("draw").holder == 2
    assert searching(turn=2, piles="vest*2").play("draw").holder is None


def test_as_much_experience_is_not_enough() -> None:
    """L126: one more than the leader is needed."""
    assert searching("symbol", "", leader=1, turn=2, piles="symbol").play("draw").holder == 1
    assert searching("symbol", "symbol", leader=1, turn=2, piles="symbol").play("draw").holder == 2


def test_a_symbol_takes_a_place() -> None:
    """L138: of the ten."""
    assert searching(FULL, piles="symbol").play("draw").phase == Phase.LOSE


def test_a_symbol_that_is_given_takes_its_point_along() -> None:
    """L138 L136: at once."""
    assert searching("symbol", "", leader=1).play("give player-2 symbol").holder == 2
    assert searching("symbol*3", "symbol", leader=1).play("give player-2 symbol").holder == 1
    assert searching("symbol*2", "symbol", leader=1).play("give player-2 symbol").holder == 2


def test_a_discarded_symbol_takes_its_point_along() -> None:
    """L138: the experience counts while the player has the card."""
    over = searching(f"{NINE} symbol", "", "symbol", leader=1, piles="vest").play("draw")
    assert over.play("discard symbol").holder == 3 and over.play("discard vest").holder == 1


@pytest.mark.parametrize(("second", "third", "holder"), [("symbol", "", 1), ("symbol*2", "", 2), ("symbol*2", "symbol*2", 1),
                                                          ("symbol*3", "symbol*2", 2), ("symbol", "symbol*3", 3)])
def test_a_leader_who_loses_a_point_leads_until_somebody_has_more(second: str, third: str, holder: int) -> None:
    """L124 L126: here the leader loses three of four; of two who are ahead with as much, neither takes over."""
    start = searching("symbol*4", second, third, leader=1, piles="hole*3")
    while start.state.people[0].items[Rubble.SYMBOL] > 1:
        start = start.play("draw", "discard symbol", "pass-on", "pass-on")
    assert start.holder == holder


def test_pickpocket_steals_a_card_without_consent() -> None:
    """L131 L138 L158: an action; the card is used up."""
    start = searching("pickpocket", "symbol", leader=2)
    assert can(start, "steal") == {"player-2 symbol"}
    after = start.play("steal player-2 symbol")
    assert after.hand(1) == "symbol" and after.hand(2) == "" and after.holder == 1 and after.bag("discard") == "pickpocket"


def test_nobody_steals_without_a_card_for_it() -> None:
    """L138: it is what PICKPOCKET cards do."""
    assert can(searching("vest", "symbol", leader=2), "steal") == set()


def test_an_objective_counts_as_soon_as_it_is_fulfilled() -> None:
    """L134 L162 L164 L166: it is worth what its card says, and makes a leader."""
    edition = box(3)
    card = edition.objectives[edition.own_objectives[edition.characters[1]][0]]
    card.feat, card.number, card.points = Feat.TOKENS, 1, 2
    after = searching("symbol", "planks nails", edition=edition, leader=1, turn=2).play("craft barricade")
    assert after.state.people[1].points == 2 and list(after.state.people[1].achieved)[0] and after.holder == 2


def test_objectives_of_other_characters_do_not_count() -> None:
    """L87 L162: a player has those of the own character."""
    edition = box(3)
    for place in range(3):
        edition.own_objectives[edition.characters[0]][place] = Objective.SECOND
        edition.own_objectives[edition.characters[1]][place] = Objective.FIRST
    card = edition.objectives[Objective.FIRST]
    card.feat, card.number = Feat.TOKENS, 1
    assert searching("planks nails", edition=edition).play("craft barricade").holder is None


def test_the_advantage_counts_twice_while_one_leads() -> None:
    """L142: more places here, and no longer than one leads."""
    edition = box(3)
    edition.boards[edition.characters[0]].advantage = Advantage.PLACES
    assert searching(f"{NINE} vest*3", "symbol", edition=edition, piles="vest*9", leader=2).play("draw").phase == Phase.LOSE
    edition = box(3)
    edition.boards[edition.characters[0]].advantage = Advantage.PLACES
    leading = searching(f"{NINE} symbol vest*2", edition=edition, piles="vest*9", leader=1).play("draw")
    assert leading.phase == Phase.ACT and leading.hand(1) == f"{NINE} vest*3 symbol"
    robbed = leading.play("pass-on", "take-from player-1 symbol")
    assert robbed.holder == 3 and robbed.phase == Phase.ACT and robbed.hand(1) == f"{NINE} vest*3"


def test_places_of_a_lost_lead_are_lost_at_once() -> None:
    """L142 L185: what is too much then is discarded."""
    edition = box(3)
    edition.boards[edition.characters[0]].advantage = Advantage.PLACES
    start = searching(f"{NINE} symbol vest*4", edition=edition, leader=1, turn=3)
    assert start.play("take-from player-1 symbol").phase == Phase.LOSE


def test_the_next_search_begins_after_who_got_the_wave() -> None:
    """L539: with the next player clockwise, from the last to the first as well."""
    for active, first in ((1, 1), (2, 2), (3, 0)):
        start: Scene = onslaught("", active=active, until=Phase.TICK)
        assert start.state.round == 2 and start.state.turn == first and start.state.searching


def test_a_reshuffled_rubble_pile_is_the_discard_pile() -> None:
    """L78: it lies beside the piles for the cards that were used."""
    after = searching(piles="", discard="vest*2").play("draw")
    assert after.hand(1) == "vest" and after.bag("rubble") == "vest" and after.bag("discard") == ""
