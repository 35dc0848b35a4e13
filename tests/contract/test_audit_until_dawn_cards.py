"""The cards of Until Dawn, statement by statement of the rulebook: zombies, movement, bites, Jasper, deck and discards.

Tables are written as in `until_dawn_tables`; ids are those of the statements.
"""

from __future__ import annotations

import pytest

from daybreak_games.until_dawn.state import Card, Entrance, Jasper, Phase, Rebecca
from tests.contract.until_dawn_tables import assault, codes_of, drawing, table

THREE_BREACHED = "XB+ | XB+ | XB+"
ANYWHERE = {"place 0", "place 1", "place 2", "place 3"}

# -- zombies ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pile", "more"), [("", {"place bite"}), ("R B G br", {"place bite"}), ("R B G br bg", set()),
                                            ("R B G br bg bb", set())])
def test_a_zombie_goes_to_an_entrance_or_on_a_pile_below_five(pile: str, more: set[str]) -> None:  # B114, B115
    assert drawing(" | | | ", "R", pile=pile).legal == ANYWHERE | more


@pytest.mark.parametrize("deck", ["R", "G"])
def test_it_lies_on_top_and_upright(deck: str) -> None:  # B116
    assert drawing("B! R! | | | ", deck).play("place 0").shows(f"{deck} B! R! | | | ")


def test_the_pile_takes_it_unseen() -> None:  # B114
    placed = drawing(" | | | ", "R").play("place bite")
    assert codes_of(placed.night.bite_pile) == "R R B G" and placed.night.discard.total == 0


# -- movement cards --------------------------------------------------------------------------------------------------------

MOVES = {
    # B121
    "all at once, clockwise": ("cw", "R | B | G | R+", "R+! | R! | B! | G!"),
    "no card is carried on": ("cw", "R | | | ", " | R! | | "),
    # B122
    "the top cards only, on top, turned": ("cw", "R B | G! R+ B! | | ", "B | R! R+ B! | G! | "),
    # B123
    "the other way round": ("cc", "R B | G! R+ | | ", "G! B | R+ | | R!"),
    "all at once, the other way": ("cc", "R | B | G | R+", "B! | G! | R+! | R!"),
    # B124
    "no attack follows": ("cw", "R | = | R+ B | ", " | = R! | B | R+!"),
    # B127
    "with one entrance left": ("cw", f"R B | {THREE_BREACHED}", f"R! B | {THREE_BREACHED}"),
    "with one entrance left, the other way": ("cc", f"R B | {THREE_BREACHED}", f"R! B | {THREE_BREACHED}"),
}


@pytest.mark.parametrize(("deck", "before", "after"), MOVES.values(), ids=MOVES)
def test_movement_cards(deck: str, before: str, after: str) -> None:
    moved = drawing(before, deck)
    assert moved.shows(after) and moved.night.phase == Phase.ACT and codes_of(moved.night.discard) == deck


def test_zombies_turned_by_movement_attack_in_the_next_turn() -> None:  # B124
    moved = drawing("R | = | | ", "cw").play("pass", "end-turn", until=(Phase.ADVANCE,))
    assert moved.shows(" | | | ") and codes_of(moved.night.discard) == "R cw"


@pytest.mark.parametrize(("line", "jasper", "dies"), [
    ("R | | | ", 0, True),  # B117, B120
    ("R! B | | | ", 0, True),
    ("R | | | ", 1, False),  # B118
    ("R | B | G | R+", "rug", False),  # B119
    (" | R | | ", 0, False),
])
@pytest.mark.parametrize("deck", ["cw", "cc+ cw"])
def test_movement_cards_kill_jasper_among_zombies(line: str, jasper: int | str, dies: bool, deck: str) -> None:
    first = table(line, deck=deck, jasper=jasper, phase="draw", zombie_time=5).play(until=(Phase.LIFT,))
    assert (first.night.jasper == Jasper.DEAD) == dies


@pytest.mark.parametrize("deck", ["cw", "cc"])
def test_rebecca_is_no_zombie_to_jasper_and_moves_by_no_movement_card(deck: str) -> None:  # B125, B126
    night = drawing(" | R | | ", deck, jasper=0, rebecca=0).night
    assert night.jasper == Jasper.RUG and night.rebecca == Entrance.FRONT


# -- bites -----------------------------------------------------------------------------------------------------------------


def test_without_a_match_both_cards_go_to_the_pile() -> None:  # B128
    night = drawing(" | | | ", "br", pulled="B").night
    assert codes_of(night.bite_pile) == "R B G br" and night.discard.total == 0 and night.rebecca == Rebecca.ASIDE


@pytest.mark.parametrize(("pile", "bite", "pulled", "match"), [
    ("R B G", "br", "R", True), ("R B G", "bb", "B", True), ("R B G", "bg", "G", True), ("R B G", "bg+", "G", True),
    ("R B G", "br", "G", False), ("R B G", "bb", "R", False),
    ("br B G", "br", "br", True), ("bb G+ R", "bb+", "bb", True), ("bb G+ R", "bg", "G+", True),  # B132
])
def test_colours_match(pile: str, bite: str, pulled: str, match: bool) -> None:
    turned = drawing(" | | | ", f"{bite} R+", pulled=pulled, pile=pile)
    assert (turned.night.rebecca == Entrance.FRONT) == match
    # B129, B130: the pile, the card pulled and the bite card are all discarded
    assert turned.night.bite_pile.total == (0 if match else 4)
    assert turned.night.discard.total == (4 if match else 0)


def test_rebecca_turning_tears_down_the_front_door_only() -> None:  # B129, B135
    turned = drawing("== R! B | = G | | ", "br+ R+", pulled="R", jasper=0)
    assert turned.shows("R! B | = G | | ") and turned.night.supply == 7
    assert turned.night.jasper == Entrance.FRONT and turned.night.rebecca == Entrance.FRONT


def test_each_card_of_the_pile_is_pulled_as_likely() -> None:  # B131
    compared = table(deck="br", pile="R B B+ br bg", phase="draw", zombie_time=5).play(until=(Phase.COMPARE,))
    assert set(compared.odds.values()) == {1} and len(compared.odds) == 5
    twice = table(deck="br", pile="R B B", phase="draw", zombie_time=5).play(until=(Phase.COMPARE,))
    assert sorted(twice.odds.values()) == [1, 2]


def test_a_bite_card_matches_nothing_in_an_empty_pile() -> None:  # B133
    night = drawing(" | | | ", "br", pile="").night
    assert codes_of(night.bite_pile) == "br" and night.rebecca == Rebecca.ASIDE and night.discard.total == 0


@pytest.mark.parametrize("pile", ["R B G bg bb", "R B G bg bb bg"])
def test_a_mismatch_fills_the_pile_beyond_five(pile: str) -> None:  # B134
    assert drawing(" | | | ", "br", pulled="B", pile=pile).night.bite_pile.total == len(pile.split()) + 1


def test_she_comes_to_a_breached_front_door() -> None:  # B136
    night = drawing("XB+ | | | ", "br", pulled="R").night
    assert night.rebecca == Entrance.FRONT


@pytest.mark.parametrize(("line", "at", "to"), [
    (" | | | ", 0, 1), (" | | | ", 3, 0),  # B137
    (" | XB+ | | ", 0, 2), ("XB+ | | | XB+", 2, 1),  # B139
    ("XB+ | | | ", 0, 1), ("XB+ | XB+ | | ", 0, 2),  # B140
    (f" | {THREE_BREACHED}", 0, 0), ("XB+ | XB+ | | XB+", 0, 2),  # B141
])
def test_bite_cards_move_her(line: str, at: int, to: int) -> None:
    night = drawing(line, "br", pulled="B", rebecca=at).night
    # B143
    assert night.rebecca == to and codes_of(night.bite_pile) == "R B G br"


def test_she_moves_before_the_comparison() -> None:  # B137
    compared = table(deck="br", rebecca=1, phase="draw", zombie_time=5).play(until=(Phase.COMPARE,))
    assert compared.night.rebecca == Entrance.THIRD


def test_the_card_that_turns_her_does_not_move_her() -> None:  # B138
    assert drawing(" | | | ", "br", pulled="R").count("rebecca-moves") == 0
    assert drawing(" | | | ", "br+ bg", pulled="R").night.rebecca == Entrance.SECOND


@pytest.mark.parametrize("bite", ["br", "br+"])
def test_the_second_match_loses_at_once(bite: str) -> None:  # B142
    lost = drawing(" | | | ", bite, pulled="R", rebecca=2)
    assert lost.night.phase == Phase.LOST and lost.count("draw") == 1


def test_the_emptied_pile_takes_zombies_again() -> None:  # B144
    placed = drawing(" | | | ", "br+ R+ R", pulled="R").play("place bite")
    assert codes_of(placed.night.bite_pile) == "R+" and "place bite" in placed.legal


# -- Jasper on guard -------------------------------------------------------------------------------------------------------

GUARD = {"block", "let-through"}


def test_he_may_block_a_zombie_that_draws_again() -> None:  # B154, B169
    offered = drawing(" | | | ", "R+ B", jasper=1).play("place 1")
    assert offered.legal == GUARD
    blocked = offered.play("block")
    assert blocked.count("draw") == 1 and blocked.night.phase == Phase.ACT and blocked.night.jasper == Jasper.RUG
    assert blocked.shows(" | R+ | | ")


def test_he_may_let_it_through() -> None:  # B155
    assert drawing(" | | | ", "R+ cw", jasper=1).play("place 1", "let-through").count("draw") == 2


@pytest.mark.parametrize(("deck", "jasper", "spot", "draws"), [
    ("R cw", 1, "1", 1),  # B156
    ("R+ bb", 1, "0", 2), ("R+ bb", 1, "bite", 2),  # B157
    ("R+ bb", "rug", "1", 2), ("R+ bb", "dead", "1", 2),  # B168
])
def test_otherwise_he_is_not_asked(deck: str, jasper: int | str, spot: str, draws: int) -> None:
    placed = drawing(" | | | ", deck, pulled="R", jasper=jasper).play(f"place {spot}")
    assert placed.night.phase == Phase.ACT and placed.count("draw") == draws


def test_behind_a_block_no_card_is_played_this_turn() -> None:  # B158
    later = drawing(" | | | ", "R+ B B+ G", jasper=1, zombie_time=3).play("place 1", "block")
    assert later.legal == ANYWHERE - {"place 1"} | {"place bite"}
    assert later.play("place 0").legal == ANYWHERE - {"place 1"} | {"place bite"}


def test_the_bar_ends_with_the_turn() -> None:  # B159
    later = drawing(" | | | ", "R+ B B+ G", jasper=1).play("place 1", "block", "pass", "end-turn")
    assert later.legal == ANYWHERE | {"place bite"}


def test_he_goes_home_without_a_block() -> None:  # B160
    assert drawing(" | | | ", "bb", pulled="R", jasper=1).night.jasper == Jasper.RUG


def test_he_stays_on_guard_between_chains() -> None:  # B161
    later = drawing(" | | | ", "R B+", jasper=1, zombie_time=4).play("place 0")
    assert later.night.jasper == Entrance.SECOND and later.play("place 1").legal == GUARD


def test_he_may_block_a_later_one() -> None:  # B162
    assert drawing(" | | | ", "R+ B+ G", jasper=1).play("place 1", "let-through", "place 1").legal == GUARD


def test_a_movement_card_after_his_block_kills_him() -> None:  # B163
    blocked = drawing(" | | | ", "R+ cw", jasper=1, zombie_time=4).play("place 1", "block")
    assert blocked.night.jasper == Jasper.DEAD and blocked.shows(" | | R+! | ")


def test_zombies_may_move_to_a_barred_entrance() -> None:  # B164
    blocked = drawing("G | | | ", "R+ cw", jasper=1, zombie_time=4).play("place 1", "block")
    assert blocked.shows(" | G! | R+! | ")


@pytest.mark.parametrize(("pile", "legal"), [("R B G br", {"place bite"}), ("R B G br bg", {"place 0"})])
def test_with_nothing_but_a_barred_entrance(pile: str, legal: set[str]) -> None:  # B165, B166
    assert drawing(f" | {THREE_BREACHED}", "R+ R", pile=pile, jasper=0, zombie_time=4).play("place 0", "block").legal == legal


# -- deck and discards -----------------------------------------------------------------------------------------------------


def test_an_empty_deck_is_made_of_the_discards() -> None:  # B170
    fresh = table("R | B! | XB+ | ", left="", phase="advance").play(until=(Phase.DRAW,))
    assert fresh.told == ("advance", "reshuffle") and fresh.night.discard.total == 0
    assert fresh.night.deck.total == 38 - 3 - 3 and codes_of(fresh.night.bite_pile) == "R B G"


def test_the_discards_wait_for_a_draw() -> None:  # B171
    placed = drawing(" | | | ", "R", left="R")
    assert placed.night.deck.total == 0 and placed.night.discard.total == 38 - 3 - 1
    assert placed.play("place 0").count("reshuffle") == 0


def test_without_any_card_the_step_ends() -> None:  # B172
    night = table(left="", rest="bite_pile", phase="advance").play()
    assert night.night.phase == Phase.ACT and night.told == ("advance", "end-zombie-turn")


def test_hidden_cards_are_not_shown() -> None:  # B173
    one, other = table(pile="R B G"), table(pile="br bg bb")
    assert one.night.deck != other.night.deck
    assert one.start.board(one.position) == other.start.board(other.position)
    assert one.start.picture(one.position) == other.start.picture(other.position)


@pytest.mark.parametrize("howls", ["R+ cw"])
def test_howls_in_the_assault(howls: str) -> None:  # B182
    ended = assault("= G | | | ", howls).play()
    assert ended.shows(" | | | ") and ended.count("summon") == 2 and ended.night.deck[Card.MOVE_CW] == 1
