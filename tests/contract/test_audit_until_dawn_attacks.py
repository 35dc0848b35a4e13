"""The attacks of Until Dawn, statement by statement of the rulebook: who attacks, what each kind does, and breaches.

Tables are written as in `until_dawn_tables`; ids are those of the statements.
"""

from __future__ import annotations

from typing import Any

import pytest

from daybreak_games.until_dawn.state import Card, Entrance, Jasper, Phase, Rebecca
from tests.contract.until_dawn_tables import after_attacks, codes_of, counted, drawing, shown, table

THREE_BREACHED = "XB+ | XB+ | XB+"

# -- first round: who attacks -----------------------------------------------------------------------------------------------

SETS = {
    # B056
    "all colours turn the whole entrance": ("R B G B | R | | ", "R! B! G! B! | R | | "),
    # B057
    "three of a colour turn it everywhere": ("R R R+ B | R+ G | | B", "R! R! R+! B | R+! G | | B"),
    # B058
    "three at the last entrance reach back": ("R G | | B | R R R+", "R! G | | B | R! R! R+!"),
    # B059
    "all colours and three of one": ("R R R+ B G | R+ B+ | | ", "R! R! R+! B! G! | R+! B+ | | "),
    # B060
    "two sets of three": ("R R R+ B B B+ | R+ B+ G | | G", "R! R! R+! B! B! B+! | R+! B+! G! | | G"),
    "two sets of three, two colours elsewhere": ("R R R+ B B B+ | R+ B+ | G | G", "R! R! R+! B! B! B+! | R+! B+! | G | G"),
    # B061
    "attackers count for three of a colour": ("R! R R+ | | R+ | ", "R! R! R+! | | R+! | "),
    "attackers count for all colours": ("R! B G! | | | ", "R! B! G! | | | "),
    # B062
    "two and one are no set": ("R R B | | | G G R", "R R B | | | G G R"),
    # B063
    "three spread over entrances are no set": ("R R | R+ | | ", "R R | R+ | | "),
    "colours spread over entrances are no set": ("R | B | G | ", "R | B | G | "),
    # B065
    "the card over a breach makes no set of three": ("XR | R R | | ", "XR | R R | | "),
    "the card over a breach makes no set of colours": ("XR | B G | | ", "XR | B G | | "),
    # B066
    "four of a colour": ("B B B+ B+ | | B+ G | ", "B! B! B+! B+! | | B+! G | "),
}


@pytest.mark.parametrize(("before", "after"), SETS.values(), ids=SETS)
def test_sets_turn_zombies(before: str, after: str) -> None:
    turned = table(before).play("end-turn", until=(Phase.NEXT_ATTACKER,))
    assert turned.shows(after)
    # B067
    assert shown(turned.night).replace("!", "") == shown(table(before).night).replace("!", "")


@pytest.mark.parametrize("line", ["R R | | | ", "R B | | | "])
def test_rebecca_is_no_card_of_a_set(line: str) -> None:  # B064
    assert table(line, rebecca=0).play("end-turn", until=(Phase.NEXT_ATTACKER,)).shows(line)


def test_a_zombie_turned_earlier_attacks_without_a_set() -> None:  # B068
    night = after_attacks("= R! | | | ").night
    assert night.entrances[0].barricades == 0 and codes_of(night.discard) == "R"


def test_an_upright_zombie_does_nothing() -> None:  # B069
    assert after_attacks("= R B | = G | B | R R").shows("= R B | = G | B | R R")


@pytest.mark.parametrize(("before", "after"), [
    ("R! | = B G | | ", " | B G | | "),  # it would complete the colours of an entrance still to come
    ("R+ R+ | | | R!", "R! R+ R+ | | | "),
    ("R! | R R+ | = | ", " | R R+ | | "),
])
def test_arrivals_make_no_new_set(before: str, after: str) -> None:  # B070
    assert after_attacks(before).shows(after)


# -- second round: Scratchers ------------------------------------------------------------------------------------------------

SCRATCHERS = {
    # B071
    "one barricade for one Scratcher": ("== R! | | | ", "= | | | ", "R"),
    # B072
    "without a barricade it moves and attacks again": ("R! | == B | | ", " | = B | | ", "R"),
    "it skips nobody": ("R! | | = | =", " | | | =", "R"),
    # B073
    "at an entrance already resolved it waits": ("= B | | | R!", "= R! B | | | ", ""),
    # B075
    "it moves past a breach": ("R! | XB+ | = | =", " | XB+ | | =", "R"),
    "it moves past two breaches": ("| | R! | XB+", "R! | | | XB+", ""),
    # B076
    "all the way round": ("R! B | | | ", "R! B | | | ", ""),
    # B077
    "two barricades for three": ("== R! R! R+! | == G | | ", " | = G | | ", "R R R+"),
    # B078
    "two that leave are turned round": ("B | | | R! R+!", "R+! R! B | | | ", ""),
    # B079
    "on arrival it is the first to act": ("R! | = B! | | ", " | XB | | ", "R"),
    # B080
    "with one entrance left": (f"B R! | {THREE_BREACHED}", f"R! B | {THREE_BREACHED}", ""),
}


@pytest.mark.parametrize(("before", "after", "spent"), SCRATCHERS.values(), ids=SCRATCHERS)
def test_scratchers(before: str, after: str, spent: str) -> None:
    night = after_attacks(before)
    assert night.shows(after) and codes_of(night.night.discard) == spent


@pytest.mark.parametrize(("line", "attacks"), [("R! | | | ", 4), ("| | R! | ", 2), (f"R! | {THREE_BREACHED}", 1)])
def test_a_scratcher_attacks_once_at_each_entrance_to_come(line: str, attacks: int) -> None:  # B076, B080
    assert after_attacks(line).count("scratcher-attacks") == attacks


def test_a_scratcher_that_waits_attacks_in_the_next_turn() -> None:  # B074
    moved = table("= B | | | R!", deck="bb bg", pulled="R R").play("end-turn")
    assert moved.shows("= R! B | | | ") and moved.night.phase == Phase.ACT
    assert moved.play("pass", "end-turn", until=(Phase.ADVANCE,)).shows("B | | | ")


# -- Sneakers ----------------------------------------------------------------------------------------------------------------

SNEAKERS = {
    # B081
    "one without a barricade": ("B! | | | ", "XB | | | ", ""),
    # B082
    "as many as barricades": ("== B! B+! | | | ", "= | | | ", "B B+"),
    "as many as barricades, three": ("=== B! B+! B! | | | ", "== | | | ", "B B B+"),
    # B083
    "fewer than barricades": ("=== B! | | | ", "== | | | ", "B"),
    # B084
    "more than barricades": ("== B+! B! B! | | | ", "XB+ | | | ", "B B"),
    # B085, B086
    "only attackers are counted, all are discarded": ("= B! B+ | | | ", " | | | ", "B B+"),
    "an upright one is swept by a breach": ("B+! B | | | ", "XB+ | | | ", "B"),
    "an upright one on top covers the entrance": ("B B+! | | | ", "XB | | | ", "B+"),
    # B087
    "others move on from above and below, upright": ("G B! G+! | R+ | | ", "XB | R+ G G+ | | ", ""),
    # B088
    "attackers below a breach do not act": ("B! G! R! | == | | ", "XB | == G R | | ", ""),
    # B089
    "others move past a breach": ("G B! | XB+ | R | ", "XB | XB+ | R G | ", ""),
    # B090
    "a Scratcher above lowers the barricades": ("= R! B! | | | ", "XB | | | ", "R"),
    # B091
    "a Sneaker above is counted first": ("= B! R! | | | ", "R! | | | ", "B"),
    # B092
    "from the last entrance to the front door": ("R | | | G B!", "R G | | | XB", ""),
    # B094
    "cards moved on make no set": ("B! R G | B+ | | ", "XB | B+ R G | | ", ""),
    "cards moved on make no three": ("B! R! | R R+ | | ", "XB | R R+ R | | ", ""),
}


@pytest.mark.parametrize(("before", "after", "spent"), SNEAKERS.values(), ids=SNEAKERS)
def test_sneakers(before: str, after: str, spent: str) -> None:
    night = after_attacks(before)
    assert night.shows(after) and codes_of(night.night.discard) == spent


@pytest.mark.parametrize(("line", "supply"), [
    ("= R! | == | == | ==", 2),  # B029
    ("= B! B! | == | == | ==", 2),  # B093
    ("== B! | == | == | ==", 1),
    ("= B! B! B+! G! | == | == | =", 3),
])
def test_torn_down_barricades_can_be_built_again(line: str, supply: int) -> None:
    night = after_attacks(line).night
    assert night.supply == supply and supply + sum(door.barricades for door in night.entrances) == 8


# -- Screamers ---------------------------------------------------------------------------------------------------------------

SCREAMERS = {
    # B095
    "walks in": ("R G+! R+! | B+ | | ", "", "XG+ | B+ R R+ | | ", ""),
    # B096
    "howls behind a barricade": ("= G! | | | ", "cw cc", "= | | | ", "G cw cc"),
    # B097
    "those called lie underneath and act": ("= G! R | | | ", "R+ B", "XB | R | | ", "R+ G"),
    # B100
    "movement cards do nothing": ("= G! B | R | | ", "cw cc+", "= B | R | | ", "G cw cc+"),
    # B101
    "two cards whatever their symbols": ("== G! | | | ", "R+ bb+ cw", "= | | | ", "R+ G"),
    # B102
    "a Screamer that was called howls": ("== G! | | | ", "G+ cw cc cw+", "== | | | ", "G G+ cw cw+ cc"),
    "a Screamer that was called walks in": ("= G! | | | ", "R G+", "XG+ | | | ", "R G"),
    # B104
    "two howl behind one barricade": ("= G! G+! | | | ", "cw cc bb cw+", "= | | | ", "G G+ cw cw+ cc"),
    # B106
    "the second card called is below the first": ("= G! | | | ", "R B", "XB | | | ", "R G"),
    "the second card called is below the first, the other way": ("= G! | | | ", "B R", "R! | | | ", "B G"),
}


@pytest.mark.parametrize(("before", "howls", "after", "spent"), SCREAMERS.values(), ids=SCREAMERS)
def test_screamers(before: str, howls: str, after: str, spent: str) -> None:
    night = after_attacks(before, howls)
    assert night.shows(after) and counted(codes_of(night.night.discard)) == counted(spent)


@pytest.mark.parametrize(("line", "howls", "draws"), [
    ("== G! | | | ", "R+ bb+", 2), ("== G! | | | ", "G+ cw cc cw", 4), ("= G! G+! | | | ", "cw cc bb cw", 4),
    ("G! | | | ", "", 0),
])
def test_a_howl_draws_two_cards(line: str, howls: str, draws: int) -> None:  # B101, B102, B104
    assert after_attacks(line, howls).count("summon") == draws


def test_zombies_called_are_placed_without_a_choice() -> None:  # B098
    night = after_attacks("= G! | | | ", "R+ R", jasper=0)
    assert night.shows("R! | | | ") and night.count("place") == night.count("block") == 0


@pytest.mark.parametrize("rebecca", [1, "aside"])
def test_bite_cards_of_a_howl_are_not_resolved(rebecca: int | str) -> None:  # B099
    night = after_attacks("= G! | = | | ", "br bg+", rebecca=rebecca).night
    assert codes_of(night.bite_pile) == "R B G br bg+" and night.phase == Phase.ADVANCE
    assert night.rebecca == (Rebecca.ASIDE if rebecca == "aside" else Entrance.SECOND) and night.entrances[1].barricades == 1


def test_movement_cards_of_a_howl_do_not_kill_jasper() -> None:  # B100
    assert after_attacks("= G! B | | | ", "cw cc", jasper=0).night.jasper == Entrance.FRONT


def test_howls_fill_the_pile_beyond_five() -> None:  # B103
    assert codes_of(after_attacks("= G! | | | ", "bb bb+", pile="R B G br bg").night.bite_pile) == "R B G br bg bb bb+"


def test_the_howling_screamer_is_shuffled_into_the_new_deck() -> None:  # B105
    howl = table("= G! | | | ", left="").play("end-turn", until=(Phase.SUMMON,))
    assert howl.told[-1] == "reshuffle" and howl.night.deck[Card.SCREAMER] == 3 and howl.night.discard.total == 0


# -- breaches ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["B! | | | ", "G! | | | "])
def test_jasper_goes_home_from_a_breach(line: str) -> None:  # B107, B167
    placing = table(line, jasper=0, deck="R+ R").play("end-turn")
    assert placing.night.jasper == Jasper.RUG and "place 0" not in placing.legal
    assert placing.play("place 1").night.phase == Phase.PLACE


def test_rebecca_stays_at_a_breach() -> None:  # B108
    assert after_attacks("B! | | | ", rebecca=0).night.rebecca == Entrance.FRONT


def test_nothing_is_played_at_a_breach() -> None:  # B109
    assert drawing("| XB+ | | XB+", "R").legal == {"place 0", "place 2", "place bite"}


@pytest.mark.parametrize("line", [f"B! | {THREE_BREACHED}", f"R G! R+ | {THREE_BREACHED}", "B! | B! | XB+ | XB+"])
def test_the_fourth_breach_loses_before_any_card(line: str) -> None:  # B110
    lost = table(line).play("end-turn")
    assert lost.night.phase == Phase.LOST and lost.count("draw") == lost.count("advance") == 0


@pytest.mark.parametrize(("deck", "before", "after"), [
    ("cw", "R | XB+ | | ", " | XB+ | R! | "), ("cc", " | XB+ | R | ", "R! | XB+ | | "),
    ("cw", "B | XB+ | XB+ | R", "R! | XB+ | XB+ | B!"),
])
def test_movement_cards_pass_breaches(deck: str, before: str, after: str) -> None:  # B111
    assert drawing(before, deck).shows(after)


def test_the_last_entrance_holds() -> None:  # B112
    held = table(f"= B! | {THREE_BREACHED}", deck="bb", pulled="R").play("end-turn")
    assert held.night.phase == Phase.ACT and held.shows(f"| {THREE_BREACHED}")


@pytest.mark.parametrize(("pile", "legal"), [("R B G br", {"place 0", "place bite"}), ("R B G br bg", {"place 0"})])
def test_what_is_left_with_three_breaches(pile: str, legal: set[str]) -> None:  # B113
    assert drawing(f" | {THREE_BREACHED}", "R", pile=pile).legal == legal


# -- beside Zombie Rebecca ----------------------------------------------------------------------------------------------------

BESIDE_REBECCA: dict[str, tuple[Any, ...]] = {
    # B145
    "a Scratcher breaches": (0, "G R! G+! | B+ | | ", "", "XR | B+ G G+ | | "),
    # B146
    "a Scratcher with a barricade": (0, "== R! | | | ", "", "= | | | "),
    # B147
    "a Screamer calls three": (0, "= G! | | | ", "cw bb R", " | | | "),
    # B148
    "a Screamer walks in": (0, "G! | | | ", "", "XG | | | "),
    # B149
    "as many Sneakers as barricades breach": (0, "== B! B+! R | | | ", "", "XB | R | | "),
    # B150
    "fewer Sneakers than barricades": (0, "== B! | | | ", "", "= | | | "),
    # B151
    "Sneakers elsewhere": (1, "= B! | | | ", "", " | | | "),
    "Screamers elsewhere": (1, "= G! | | | ", "cw bb R", "= | | | "),
    "Scratchers elsewhere": (2, "R! | = | | ", "", " | | | "),
    # B152
    "a Scratcher that comes to her breaches": (1, "R! | B | | ", "", " | XR | B | "),
    "a Scratcher that comes to her too late waits": (0, " | | | R!", "", "R! | | | "),
    # B153
    "upright Sneakers are not counted": (0, "== B! B+ | | | ", "", "= | | | "),
}


@pytest.mark.parametrize(("rebecca", "before", "howls", "after"), BESIDE_REBECCA.values(), ids=BESIDE_REBECCA)
def test_zombies_beside_rebecca(rebecca: int, before: str, howls: str, after: str) -> None:
    assert after_attacks(before, howls, rebecca=rebecca).shows(after)


@pytest.mark.parametrize(("rebecca", "draws"), [(0, 3), (1, 2), ("aside", 2)])
def test_she_makes_howls_louder(rebecca: int | str, draws: int) -> None:  # B147, B151
    assert after_attacks("= G! | | | ", "cw cc bb", rebecca=rebecca).count("summon") == draws
