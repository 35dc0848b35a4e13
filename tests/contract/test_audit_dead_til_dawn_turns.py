"""Set-up, turns, Events, Votes, Hideouts and Flips of Dead 'til Dawn, sentence by sentence; `L107` is a line of its rulebook."""

from __future__ import annotations

import pytest

from daybreak_games.dead_til_dawn.cards import Character, Event, Horror, Item, Quirk
from daybreak_games.dead_til_dawn.state import Phase
from tests.contract.dead_til_dawn_tables import EQUIPMENT, Scene, box, named, printed, set_up, table, told

CALM = "calm*40"
CORE = {"convict", "sheriff", "nurse", "butcher", "priest", "teacher", "gambler", "hunter"}


def cast(scene: Scene) -> set[str]:
    """The Characters that may be dealt now."""
    return {event.removeprefix("cast ") for event in scene.odds}


# -- set-up -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_each_player_gets_one_character(players: int) -> None:
    """L80 L85: DTD-S04."""
    names = ["convict", "sheriff", "cook", "student", "nurse", "butcher", "driver", "actor"][:players]
    after = set_up(box(players)).play(*[f"cast {name}" for name in names])
    assert after.phase == Phase.DEAL and all(after.person(player).characters[1] is None for player in range(1, players + 1))
    assert len({after.person(player).characters[0] for player in range(1, players + 1)}) == players


def test_three_players_get_two_characters_each() -> None:
    """L91: DTD-S08."""
    after = set_up(box(3)).play(*[f"cast {name}" for name in ("convict", "sheriff", "cook", "student", "nurse", "butcher")])
    dealt = [character for player in (1, 2, 3) for character in after.person(player).characters]
    assert after.phase == Phase.DEAL and None not in dealt and len(set(dealt)) == 6


def test_new_players_are_dealt_core_characters_first() -> None:
    """L79-L84: DTD-S03 DTD-S04; then the others get any that are left."""
    edition = box()
    edition.new[1] = edition.new[3] = True
    start = set_up(edition)
    assert cast(start) == CORE
    second = start.play("cast convict")
    assert cast(second) == CORE - {"convict"}
    third = second.play("cast sheriff")
    assert {third.person(2).characters[0], third.person(4).characters[0]} == {Character.CONVICT, Character.SHERIFF}
    assert len(cast(third)) == 14 and "nurse" in cast(third) and "cook" in cast(third)
    after = third.play("cast cook", "cast nurse")
    assert {after.person(1).characters[0], after.person(3).characters[0]} == {Character.COOK, Character.NURSE}


def test_without_new_players_all_characters_are_shuffled() -> None:
    """L83 L84: DTD-S04."""
    assert len(cast(set_up(box()))) == 16


def test_a_new_player_of_three_gets_two_core_characters() -> None:
    """DTD-81."""
    edition = box(3)
    edition.new[2] = True
    first = set_up(edition)
    second = first.play("cast convict")
    assert cast(first) == CORE and cast(second) == CORE - {"convict"}
    third = second.play("cast nurse")
    assert {*third.person(3).characters} == {Character.CONVICT, Character.NURSE} and len(cast(third)) == 14


@pytest.mark.parametrize("players", [3, 4, 8])
def test_everybody_is_dealt_three_equipment_cards(players: int) -> None:
    """L49 L110: DTD-S13; with three players too (DTD-04)."""
    edition = box(players)
    names = ["convict", "sheriff", "cook", "student", "nurse", "butcher", "driver", "actor"][:6 if players == 3 else players]
    items = [f"deal {word}" for word in EQUIPMENT for _ in range(edition.equipment[named(Item, word)])]
    after = set_up(edition).play(*[f"cast {name}" for name in names], *items[:3 * players])
    assert [sum(after.person(player).items[item] for item in Item) for player in range(1, players + 1)] == [3] * players
    assert after.play().phase == Phase.TRADE


def test_equipment_is_traded_before_the_game() -> None:
    """L111: DTD-S14; the first player's turn has no Event yet, and nobody is Wounded (L406, DTD-S15)."""
    edition = box()
    items = ["deal bat", "deal axe", "deal rope"] * 2 + ["deal torch", "deal bottle", "deal bandage"] * 2
    start = set_up(edition).play("cast convict", "cast nurse", "cast cook", "cast actor", *items).play()
    assert start.phase == Phase.TRADE and start.can("give") and not any(start.wounds) and start.turn == 1 and not start.dead


@pytest.mark.parametrize(("players", "rounds"), [(3, 8), (4, 5), (5, 5), (6, 5), (7, 4), (8, 4)])
def test_numbers_the_rulebook_states(players: int, rounds: int) -> None:
    """L110 L113 L200 L208 L214 L234-L236."""
    edition = printed(players)
    stated = (edition.start, edition.limit, edition.turning, edition.early, edition.rising)
    assert (edition.players, edition.rounds) == (players, rounds) and stated == (3, 5, 3, 2, 2)


# -- turns and rounds ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "draws"), [(3, 24), (4, 20), (5, 25), (6, 30), (7, 28), (8, 32)])
def test_a_game_of_quiet_events(players: int, draws: int) -> None:
    """L173-L176 L232-L236: DTD-T17 DTD-T18 DTD-T19 DTD-D02 DTD-D03 DTD-D04; one Event in each turn, and all live."""
    after = table(players=players, events=CALM).play(until=Phase.DAWN)
    assert after.phase == Phase.DAWN and after.events.count("draw calm") == draws
    assert after.winners == list(range(1, players + 1))


def test_play_goes_to_the_left() -> None:
    """L174: DTD-T18."""
    scene, order = table(events=CALM), []
    for _ in range(6):
        order.append((scene.turn, scene.state.round))
        scene = scene.turn_over()
    assert order == [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2)]


def test_zombie_players_have_turns_in_a_round() -> None:
    """L176 L212: DTD-T19 DTD-Z16; DTD-03."""
    scene, order = table(events=CALM, dead=(2, 3)), []
    for _ in range(5):
        order.append((scene.turn, scene.state.round))
        scene = scene.turn_over()
    assert order == [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2)]


def test_zombie_turns_may_not_count() -> None:
    """DTD-03 survivors-turns: four turns of Survivors make a round."""
    scene, order = table(events=CALM, dead=(2, 3), DTD_03="survivors-turns", turns=0), []
    for _ in range(9):
        order.append((scene.turn, scene.state.round))
        scene = scene.turn_over()
    assert order == [(1, 1), (2, 1), (3, 1), (4, 1), (1, 1), (2, 1), (3, 1), (4, 1), (1, 2)]


def test_a_turn_is_one_event() -> None:
    """L127 L173: DTD-T01 DTD-T17."""
    after = table(events=CALM).turn_over()
    assert after.events.count("draw calm") == 1 and after.turn == 2 and after.state.event_discard[Event.CALM] == 1


def test_two_turns_each_where_a_player_is_two_persons() -> None:
    """DTD-04 twice-everything: two turns in a row."""
    scene, order = table(players=3, events=CALM, DTD_04="twice-everything", turns=0), []
    for _ in range(7):
        order.append((scene.turn, scene.state.round))
        scene = scene.turn_over()
    assert order == [(1, 1), (1, 1), (2, 1), (2, 1), (3, 1), (3, 1), (1, 2)]


# -- Events -------------------------------------------------------------------------------------------------------------------


def test_an_event_is_drawn_from_the_whole_deck() -> None:
    """L127: DTD-T01."""
    assert table(events="calm*3 brawl").play().odds == {"draw calm": 3, "draw brawl": 1}


def test_a_resolved_event_does_not_come_again_from_the_deck() -> None:
    """L127."""
    after = table(events="calm*3 rest").turn_over("draw rest").play()
    assert after.odds == {"draw calm": 3} and told(after.state.event_discard, Event) == "rest"


def test_an_empty_event_deck_is_made_of_its_discards() -> None:
    """DTD-36."""
    after = table(events="calm", event_discard="rest*2").turn_over("draw calm").play()
    assert after.odds == {"draw calm": 1, "draw rest": 2}


def test_with_no_event_at_all_the_turn_goes_on() -> None:
    """DTD-36: there is nothing to draw."""
    assert table(events="").turn_over().turn == 2


@pytest.mark.parametrize("secret", [["dread"], ["dread", "stash"], ["stash", "dread", "dread"]])
def test_a_new_player_discards_secret_events(secret: list[str]) -> None:
    """L128: DTD-T02; DTD-E16 DTD-17: as often as one comes."""
    edition = box()
    edition.new[0] = True
    after = table(edition=edition).turn_over(*[f"draw {word}" for word in secret], "draw darkness")
    assert after.wounds == (1, 0, 0, 0) and after.turn == 2 and after.person(1).kept is None
    assert sum(after.state.event_discard[event] for event in Event) == len(secret) + 1


def test_an_experienced_player_reads_a_secret_event() -> None:
    """L282: DTD-V18."""
    edition = box()
    edition.new[1] = True
    after = table(edition=edition).turn_over("draw dread")
    assert after.wounds == (1, 0, 0, 0) and after.turn == 2


def test_a_secret_event_may_lie_before_its_player() -> None:
    """L190 L282: DTD-V18; DTD-44: until his next turn, then it has its effect and is discarded."""
    kept = table().turn_over("draw stash")
    assert kept.person(1).kept == Event.STASH and kept.hand(1) == "" and kept.state.event_discard[Event.STASH] == 0
    round_ = kept.turn_over("draw calm").turn_over("draw calm").turn_over("draw calm")
    assert round_.person(1).kept == Event.STASH
    after = round_.turn_over("find bat", "find axe", "draw rest")
    assert after.person(1).kept is None and after.hand(1) == "bat axe" and after.state.event_discard[Event.STASH] == 1
    assert after.turn == 2


def test_a_secret_event_may_be_done_at_once() -> None:
    """DTD-44 done-at-once."""
    after = table(DTD_44="done-at-once").turn_over("draw stash", "find bat", "find axe")
    assert after.person(1).kept is None and after.hand(1) == "bat axe"


def test_a_secret_event_before_a_player_bars_no_trade() -> None:
    """L132: DTD-T03; DTD-45."""
    assert table("bat", kept={1: "stash"}, turn=2).play().can("give")
    assert not table("bat", kept={1: "stash"}, turn=2, DTD_45="bars-trade").play().can("give")


# -- Votes --------------------------------------------------------------------------------------------------------------------
# `rations`: carried, everybody loses a card; not carried, everybody gets a Wound.

LOST, HURT = (0, 0, 0, 0), (1, 1, 1, 1)


def votes(*thumbs: str, **rest: object) -> Scene:
    """A Vote in player 2's turn, by player."""
    start = table("bat", "bat", "bat", "bat", turn=2, **rest).play("draw rations")
    return start.play(*[f"{player}:vote {thumb}" for player, thumb in _from_leader(start, thumbs)])


def _from_leader(start: Scene, thumbs: tuple[str, ...]) -> list[tuple[int, str]]:
    named = dict(enumerate(thumbs, 1))
    return [(player, named[player]) for player in (2, 3, 4, 1) if named[player] and player not in start.dead]


@pytest.mark.parametrize("thumbs", [("up", "up", "up", "up"), ("up", "up", "up", "down"), ("neither", "up", "neither", "neither"),
                                    ("up", "down", "up", "neither"), ("neither", "neither", "neither", "up")])
def test_more_thumbs_up_carry_a_vote(thumbs: tuple[str, ...]) -> None:
    """L400-L404: DTD-V05 DTD-V06 DTD-V08; DTD-64."""
    after = votes(*thumbs)
    assert after.phase in (Phase.LOSE, Phase.BEGIN_TURN, Phase.TRADE) and after.wounds == LOST


@pytest.mark.parametrize("thumbs", [("down", "down", "down", "down"), ("down", "down", "up", "down"),
                                    ("neither", "neither", "down", "neither"), ("down", "down", "up", "neither")])
def test_more_thumbs_down_reject_it(thumbs: tuple[str, ...]) -> None:
    """L400-L404: DTD-V05 DTD-V08."""
    assert votes(*thumbs).wounds == HURT


@pytest.mark.parametrize("thumbs", [("up", "up", "down", "down"), ("neither", "up", "down", "neither"),
                                    ("up", "neither", "down", "neither"), ("neither",) * 4])
@pytest.mark.parametrize("carried", ["yes", "no"])
def test_the_leader_settles_a_tie(thumbs: tuple[str, ...], carried: str) -> None:
    """L396 L403 L404: DTD-V03 DTD-V07 DTD-V08; DTD-E9 DTD-38: who drew the Event, whether he voted or not."""
    tied = votes(*thumbs)
    assert tied.phase == Phase.SETTLE and tied.who == 2 and tied.legal == {"settle yes", "settle no"}
    assert tied.play(f"settle {carried}").wounds == (LOST if carried == "yes" else HURT)


def test_a_leader_who_abstained_may_have_no_say() -> None:
    """DTD-38 abstainer-does-not: the Vote fails; one who voted settles it all the same."""
    assert votes("up", "neither", "down", "neither", DTD_38="abstainer-does-not").wounds == HURT
    assert votes("up", "up", "down", "down", DTD_38="abstainer-does-not").phase == Phase.SETTLE


def test_a_majority_of_all_survivors_may_be_needed() -> None:
    """DTD-64 survivors: more than half of them; half is a tie."""
    assert votes("up", "neither", "neither", "neither", DTD_64="survivors").wounds == HURT
    assert votes("up", "up", "neither", "neither", DTD_64="survivors").phase == Phase.SETTLE
    assert votes("up", "up", "up", "neither", DTD_64="survivors").wounds == LOST


def test_all_three_thumbs_are_open_to_each() -> None:
    """L400 L404: DTD-V05 DTD-V08."""
    start = table("bat").play("draw rations")
    assert start.phase == Phase.VOTE and start.legal == {"vote up", "vote down", "vote neither"}


def test_zombie_players_do_not_vote() -> None:
    """L401: DTD-V06; DTD-39; two Survivors, one up, one down: the leader decides (DTD-E9)."""
    start = table("bat", "", "", "bat", dead=(2, 3)).play("draw rations", "1:vote up", "4:vote down")
    assert start.phase == Phase.SETTLE and start.who == 1
    assert start.play("settle no").wounds == (1, 0, 0, 1)


def test_nobody_trades_during_a_vote() -> None:
    """L132 L330: DTD-T03 DTD-Q05."""
    assert not table("bat", "bat").play("draw rations").can("give")


def test_what_a_vote_carries_comes_to_everybody() -> None:
    """L400: each Survivor discards a card of his own choice."""
    start = table("bat axe", "bat", "rope", "", turn=1).play("draw rations", *["vote up"] * 4)
    assert start.phase == Phase.LOSE and start.who == 1 and start.legal == {"lose bat", "lose axe"}
    after = start.turn_over("lose axe")
    assert (after.hand(1), after.hand(2), after.hand(3)) == ("bat", "", "") and after.turn == 2


# -- Hideouts -----------------------------------------------------------------------------------------------------------------


def test_a_hideout_is_voted_on() -> None:
    """L339-L341: DTD-V09."""
    start = table().play("draw attic")
    assert start.phase == Phase.VOTE
    after = start.turn_over(*["vote up"] * 4)
    assert after.state.hideout == Event.ATTIC and after.turn == 2 and sum(e.startswith("draw") for e in after.events) == 1


def test_a_hideout_that_is_voted_down_is_discarded() -> None:
    """L342 L343: DTD-V10; DTD-E10: the same player draws again, in the same turn."""
    again = table().play("draw attic", *["vote down"] * 4)
    assert again.phase == Phase.DRAW and again.turn == 1 and again.state.hideout is None
    assert again.state.event_discard[Event.ATTIC] == 1
    assert again.turn_over("draw darkness").wounds == (1, 0, 0, 0)


def test_a_second_hideout_may_be_voted_down_too() -> None:
    """L343: DTD-V10."""
    after = table().turn_over("draw attic", *["vote down"] * 4, "draw cellar", *["vote down"] * 4, "draw attic", *["vote up"] * 4)
    assert after.state.hideout == Event.ATTIC and after.turn == 2


def test_a_tie_over_a_hideout() -> None:
    """L403: DTD-V07."""
    tied = table(turn=3).play("draw attic", "vote up", "vote up", "vote down", "vote down")
    assert tied.phase == Phase.SETTLE and tied.who == 3
    assert tied.play("settle no").phase == Phase.DRAW


def test_the_survivors_stay_in_a_hideout() -> None:
    """L344 L345: DTD-V11."""
    after = table(hideout="attic", events=CALM).turn_over().turn_over().turn_over()
    assert after.state.hideout == Event.ATTIC


def test_an_event_drives_out_of_a_hideout() -> None:
    """L345: DTD-V11."""
    after = table(hideout="attic").turn_over("draw fire")
    assert after.state.hideout is None and after.state.event_discard[Event.ATTIC] == 1


def test_a_new_hideout_replaces_the_old_one() -> None:
    """L346: DTD-V12; DTD-40."""
    start = table(hideout="attic").play("draw cellar")
    after = start.turn_over(*["vote up"] * 4)
    assert after.state.hideout == Event.CELLAR and after.state.event_discard[Event.ATTIC] == 1
    stay = start.play(*["vote down"] * 4)
    assert stay.phase == Phase.DRAW and stay.state.hideout == Event.ATTIC and stay.state.event_discard[Event.CELLAR] == 1


def test_a_hideout_in_a_hideout_may_be_passed_over() -> None:
    """DTD-40 stays-put: another Event is drawn, without a Vote."""
    after = table(hideout="attic", DTD_40="stays-put").play("draw cellar")
    assert after.phase == Phase.DRAW and after.state.hideout == Event.ATTIC and after.state.event_discard[Event.CELLAR] == 1


def test_a_hideout_helps_the_whole_group() -> None:
    """DTD-65: what it does, its card says; here a fight of an Event needs a Weapon fewer."""
    after = table("bat", "bat", "bat*2", hideout="attic").play("draw lone-fight")
    assert [after.person(player).attacks[0].needs for player in (1, 2, 3, 4)] == [1, 1, 1, 1]


# -- Flips --------------------------------------------------------------------------------------------------------------------


def test_a_flip_turns_up_a_zombie_card() -> None:
    """L320-L326: DTD-V01 DTD-V02; heads."""
    start = table().play("draw windfall")
    assert start.phase == Phase.FLIP and start.odds["flip moan"] == 30
    after = start.turn_over("flip moan", "find bat", "find axe")
    assert after.hand(1) == "bat axe" and after.wounds == (0, 0, 0, 0)
    assert told(after.state.zombie_discard, Horror) == "moan"


def test_tails() -> None:
    """L326: DTD-V02."""
    after = table(edition=box(windfall={"number": 1})).turn_over("draw windfall", "flip shuffle")
    assert after.wounds == (1, 0, 0, 0) and after.hand(1) == ""


def test_everybody_flips_for_himself() -> None:
    """L320: DTD-V01; only Survivors."""
    after = table(dead=(3,)).turn_over("draw fever", "flip shuffle", "flip moan", "flip shuffle")
    assert after.wounds == (1, 0, 0, 1) and sum(event.startswith("flip") for event in after.events) == 3


def test_an_empty_zombie_deck_is_made_of_its_discards() -> None:
    """DTD-36."""
    assert table(zombies="", zombie_discard="moan shuffle*2").play("draw windfall").odds == {"flip moan": 1, "flip shuffle": 2}


def test_with_no_zombie_card_at_all_there_is_no_flip() -> None:
    """DTD-36: there is nothing to draw, and play goes on."""
    assert table(zombies="").turn_over("draw windfall").turn == 2
    assert table(zombies="", bites={1: 1}).turn_over("draw calm").turn == 2


# -- Bites --------------------------------------------------------------------------------------------------------------------


def test_a_bite_waits_for_the_next_turn() -> None:
    """L263-L269: DTD-V14; DTD-61."""
    bitten = table(turn=4).turn_over("draw teeth")
    assert bitten.person(4).bites == 1 and not bitten.dead
    assert "flip" not in " ".join(bitten.turn_over("draw calm").events)


def test_a_bitten_survivor_flips_before_the_event() -> None:
    """L207 L267: DTD-V14; DTD-61; heads, and the turn goes on."""
    start = table(bites={1: 1}).play()
    assert start.phase == Phase.FLIP
    after = start.play("flip moan")
    assert after.phase == Phase.DRAW and after.person(1).bites == 0 and not after.dead
    assert after.turn_over("draw calm").turn == 2


def test_a_bitten_survivor_turns() -> None:
    """L207 L208: DTD-V14 DTD-Z13; DTD-E11: five Zombie cards and no Event."""
    after = table(bites={1: 1}, events=CALM).turn_over("flip shuffle", *["receive moan"] * 5)
    assert after.dead == [1] and after.horrors(1) == "moan*5" and after.turn == 2
    assert not any(event.startswith("draw") for event in after.events)


def test_several_bites_are_several_flips() -> None:
    """L267-L269: DTD-V15."""
    start = table(bites={1: 2}).play("flip moan")
    assert start.phase == Phase.FLIP
    assert start.play("flip moan").phase == Phase.DRAW and start.play("flip shuffle").dead == [1]


def test_bites_of_one_who_has_turned_are_over() -> None:
    """DTD-41."""
    after = table(bites={1: 3}).turn_over("flip shuffle")
    assert after.dead == [1] and sum(event.startswith("flip") for event in after.events) == 1 and after.person(1).bites == 0


def test_another_survivors_bite_is_not_flipped_for() -> None:
    """L269: on your turn."""
    assert table(bites={2: 1}).play().phase == Phase.DRAW


def test_a_bite_may_be_flipped_for_at_once() -> None:
    """DTD-61 at-once: after the Event was drawn, so three cards."""
    start = table(DTD_61="at-once").play("draw teeth")
    assert start.phase == Phase.FLIP
    assert start.turn_over("flip shuffle").horrors(1) == "moan*3"


def test_heads_may_be_the_side_that_turns() -> None:
    """L266: what a Bite means is different in each situation; the card says."""
    edition = box()
    edition.bite = True
    assert table(edition=edition, bites={1: 1}).play("flip moan").dead == [1]


# -- Quirks -------------------------------------------------------------------------------------------------------------------


def test_a_quirk_changes_how_one_plays() -> None:
    """L374: DTD-V16; the card says how: an attack asks for a Weapon more."""
    start = table("", "", "bat*3", turn=3).turn_over("draw madness")
    assert start.person(3).quirk == Quirk.CLUMSY
    after = table("", "", "bat*3", turn=3, quirk={3: "clumsy"}).play("draw brawl")
    assert after.person(3).attacks[0].needs == 3


def test_a_quirk_is_cancelled() -> None:
    """L376: DTD-V17; DTD-78: one's own, between turns, by the Self Help Book."""
    start = table("book", "book", quirk={1: "clumsy"}).play()
    assert start.can("read") == {"book"}
    after = start.play("read book")
    assert after.person(1).quirk == Quirk.NONE and after.hand(1) == ""
    assert after.who == 2 and not after.can("read")


def test_a_loner_neither_helps_nor_is_helped() -> None:
    """L374: what the Quirk says."""
    helped = table("bat", "bat", "bat", quirk={1: "loner"}).play("draw brawl")
    assert helped.who == 1 and helped.can("play") == {"bat player-1 0"}
    assert not [each for each in helped.play(until=Phase.BEGIN_TURN).said if each.startswith("2:play")]
    helper = table("bat*2", "bat", "bat", quirk={2: "loner"}).play("draw brawl", "1:hold")
    assert helper.who == 3


# -- what Events may do otherwise ---------------------------------------------------------------------------------------------


def test_an_event_may_show_a_character() -> None:
    """L44 L280: DTD-G08."""
    assert table().turn_over("draw unmasked").person(1).shown and not table().turn_over("draw calm").person(1).shown


def test_an_event_may_swap_hands_with_the_next_survivor() -> None:
    """L364: DTD-V22; DTD-E15: Zombie players are passed over."""
    after = table("bat", "", "axe rope", "torch", dead=(2,)).turn_over("draw mix-up")
    assert (after.hand(1), after.hand(3), after.hand(4)) == ("axe rope", "bat", "torch")


def test_an_event_may_be_a_death() -> None:
    """L180: DTD-Z02."""
    assert not table().turn_over("draw accident", "flip moan").dead
    after = table("bandage").turn_over("draw accident", "flip shuffle")
    assert after.dead == [1] and after.horrors(1) == "moan*3"


def test_an_ability_of_once_a_game_is_spent_by_showing() -> None:
    """L86-L90: DTD-S06 DTD-S07; DTD-70."""
    start = table("bat*2", ability={1: "hero"}).play()
    assert "reveal" in start.legal
    after = start.play("reveal")
    assert after.person(1).shown and after.person(1).spent[0]
    assert after.play("draw brawl").legal == {"hold", "play bat player-1 0"}
