"""The night of Until Dawn, statement by statement of the rulebook: set-up, the sequence, the actions, the assault, the grades.

Tables are written as in `until_dawn_tables`; ids are those of the statements.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from daybreak_games.until_dawn.state import Card, Entrance, Jasper, Night, Phase, Rebecca
from tests.agreement.until_dawn_starts import instance
from tests.contract.until_dawn_tables import Table, assault, codes_of, table
from verifier.errors import BadInput
from verifier.instance import load_instance
from verifier.lang.values import copied

EDITION = Path(__file__).parents[2] / "models" / "daybreak_games" / "until_dawn" / "edition-assumed-20.toml"
THREE_BREACHED = "XB+ | XB+ | XB+"
COMMANDS = {f"command-jasper {entrance}" for entrance in range(4)}


def opening() -> Table:
    """The table after set-up."""
    made = instance(None, seed=1)
    return Table(made, made.start)


def legal(start: str, line: str = " | | | ", **fields: Any) -> set[str]:
    """The legal decisions that begin like this."""
    return {text for text in table(line, **fields).legal if text.startswith(start)}


# -- set-up ------------------------------------------------------------------------------------------------------------------


def test_set_up() -> None:
    night = opening().night
    assert (night.time, night.zombie_time) == (0, 0)  # B001
    assert night.ammo == 8  # B002
    assert codes_of(night.bite_pile) == "R B G"  # B003
    assert night.deck.total == 35 and night.discard.total == 0  # B004
    assert all(door.stack.size == door.barricades == 0 and door.breached_by is None for door in night.entrances)
    assert night.jasper == Jasper.RUG  # B005
    assert night.supply == 8 and night.rebecca == Rebecca.ASIDE  # B006
    assert sum(night.deck[card] + night.bite_pile[card] for card in Card) == 38  # B007


def test_any_card_may_be_the_first() -> None:  # B008
    first = opening().play("pass", "end-turn", until=(Phase.DRAW,))
    assert sum(first.odds.values()) == 35 and sorted(first.odds.values()) == sorted(
        first.night.deck[card] for card in Card if first.night.deck[card])


@pytest.mark.parametrize("kind", ["scratcher", "sneaker", "screamer"])
def test_a_deck_that_cannot_be_set_up_is_refused(kind: str, tmp_path: Path) -> None:  # B009
    text = EDITION.read_text().replace(f"\n{kind} = 4", f"\n{kind} = 0").replace(f'"{kind}+" = 3', f'"{kind}+" = 7')
    (tmp_path / "own.toml").write_text(text.replace('"assumed-20"', '"own"'))
    (tmp_path / "start.toml").write_text('schema = 1\ngame = "until-dawn"\ntitle = "own"\nedition = "own.toml"\n')
    with pytest.raises(BadInput, match="DB216"):
        load_instance(tmp_path / "start.toml")


# -- the sequence ------------------------------------------------------------------------------------------------------------


def test_the_player_begins() -> None:  # B010, B011
    start = opening()
    assert start.night.phase == Phase.ACT and start.play().told == ()
    assert "end-turn" not in start.legal and {"pass", "treat", "barricade 0", "command-jasper 0"} <= start.legal


def test_after_an_action_both_are_possible() -> None:  # B012
    assert {"pass", "end-turn"} <= opening().play("pass").legal
    last_but_one = table(time=18, zombie_time=18).play("pass")
    assert last_but_one.night.phase == Phase.ACT and {"pass", "end-turn"} <= last_but_one.legal


@pytest.mark.parametrize("action", ["barricade 0", "fire 0", "command-jasper 0", "treat", "pass"])
def test_every_action_takes_one_space(action: str) -> None:  # B013
    night = table("R B | | | ", zombie_time=5).play(action).night
    assert (night.time, night.zombie_time, night.phase) == (6, 5, Phase.ACT)


@pytest.mark.parametrize("action", ["barricade 0", "fire 1", "command-jasper 0", "treat", "pass"])
def test_on_the_last_space_the_turn_ends(action: str) -> None:  # B014
    placing = table(" | R | | ", time=19, zombie_time=18, deck="R+ B").play(action)
    assert placing.night.phase == Phase.PLACE and placing.night.zombie_time == 19 and placing.night.time == 20


@pytest.mark.parametrize("actions", [1, 2, 4])
def test_as_many_chains_as_actions(actions: int) -> None:  # B015, B025
    turn = table(" | | | ", zombie_time=5 - actions, deck="cw cc cw cc").play("end-turn")
    assert turn.count("advance") == turn.count("draw") == actions
    assert turn.night.phase == Phase.ACT and turn.night.zombie_time == 5


def test_the_marker_moves_before_the_draw() -> None:  # B016
    assert table(zombie_time=2, deck="R").play("end-turn").night.zombie_time == 3


@pytest.mark.parametrize(("deck", "pulled", "places", "draws"), [
    ("R+ cw", "", ["0"], 2),  # B017
    ("cw", "", [], 1), ("cc", "", [], 1), ("bb", "R", [], 1), ("R", "", ["0"], 1),  # B018
    ("R+ cw", "", ["bite"], 2), ("R+ B+ G", "", ["bite", "bite", "0"], 3),  # B019
    ("br+ cw", "B", [], 2), ("br+ cw", "R", [], 2),  # B020
    ("cw+ cc+ cw", "", [], 3),
])
def test_symbols_draw_again(deck: str, pulled: str, places: list[str], draws: int) -> None:
    turn = table(deck=deck, pulled=pulled).play("end-turn", *(f"place {spot}" for spot in places))
    assert turn.count("draw") == draws and turn.count("advance") == 1 and turn.night.phase == Phase.ACT


def test_attacks_come_once_a_turn() -> None:  # B021
    turn = table("= B | | | R!", zombie_time=2, deck="br bg bb", pulled="B B R").play("end-turn")
    assert turn.shows("= R! B | | | ") and turn.count("check-sets") == 4


def test_cards_of_this_turn_attack_in_the_next() -> None:  # B022
    turn = table("=== R R | | | ", deck="R+ bb", pulled="G").play("end-turn", "place 0")
    assert turn.shows("=== R+ R R | | | ")
    assert turn.play("pass", "end-turn", until=(Phase.ADVANCE,)).shows(" | | | ")


def test_the_first_attack_is_nothing() -> None:  # B023
    first = opening().play("barricade 0", "command-jasper 0", "end-turn", until=(Phase.ADVANCE,))
    assert first.shows("= | | | ") and first.night.jasper == Entrance.FRONT and first.night.discard.total == 0


def test_the_player_acts_again_when_the_markers_meet() -> None:  # B024, B184
    turn = table(time=19, zombie_time=18, deck="bb", pulled="R", line="R | | | ").play("end-turn")
    assert turn.night.phase == Phase.ACT and "pass" in turn.legal and turn.count("turn-all") == 0


# -- actions -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entrance", range(4))
def test_barricade(entrance: int) -> None:  # B026, B031
    night = table("R | R | B | G", jasper=0, rebecca=0).play(f"barricade {entrance}").night
    assert [door.barricades for door in night.entrances] == [int(each == entrance) for each in range(4)] and night.supply == 7


def test_eight_barricades_may_stand_at_one_entrance() -> None:  # B027
    assert table("======= | | | ").play("barricade 0").shows("======== | | | ")


@pytest.mark.parametrize(("line", "left"), [
    ("== | == | == | ==", set()),  # B028
    ("== | == | == | =", {0, 1, 2, 3}),
    ("XB+ | | XB+ | ", {1, 3}),  # B030
])
def test_where_a_barricade_can_go(line: str, left: set[int]) -> None:
    assert legal("barricade", line) == {f"barricade {entrance}" for entrance in left}


def test_barricades_come_back() -> None:  # B029
    turn = table("= R! | == | == | ===", deck="bb", pulled="R").play("end-turn")
    assert turn.night.supply == 1 and turn.play("barricade 1").shows(" | === | == | ===")


SHOTS = {
    # B032, B034
    "the top card goes, the next moves": ("R B G! | G+! | | ", "fire 0", "G! | B G+! | | "),
    # B033
    "an attacker keeps attacking": ("R B! G | | | ", "fire 0", "G | B! | | "),
    # B035
    "a single card pushes nobody": ("R | G | | ", "fire 0", " | G | | "),
    # B036
    "from the last entrance to the front door": (" | | | R B", "fire 3", "B | | | "),
    # B037
    "past a breach": ("R B | XB+ | | ", "fire 0", " | XB+ | B | "),
    "past two breaches": ("XB+ | | R B | XB+", "fire 2", "XB+ | B | | XB+"),
    # B038
    "on top of others": ("R B | G R+! | | ", "fire 0", " | B G R+! | | "),
    # B039
    "with one entrance left": (f"R B G | {THREE_BREACHED}", "fire 0", f"B G | {THREE_BREACHED}"),
}


@pytest.mark.parametrize(("before", "shot", "after"), SHOTS.values(), ids=SHOTS)
def test_shots(before: str, shot: str, after: str) -> None:
    fired = table(before).play(shot)
    assert fired.shows(after) and fired.night.ammo == 7 and codes_of(fired.night.discard) == "R"


@pytest.mark.parametrize(("ammo", "shots"), [(0, set()), (1, {"fire 0", "fire 2"}), (8, {"fire 0", "fire 2"})])
def test_a_shot_needs_a_shell(ammo: int, shots: set[str]) -> None:  # B040, B041
    assert legal("fire", "R | | B! | ", ammo=ammo) == shots
    assert not shots or table("R | | B! | ", ammo=ammo).play("fire 0").night.ammo == ammo - 1


@pytest.mark.parametrize(("line", "rebecca", "shots"), [
    (" | R | | ", 0, {"fire 1"}),  # B042, B045
    ("R | | | ", 0, {"fire 0"}),
    ("XB+ | R | | ", "aside", {"fire 1"}),  # B044
    ("= | | | ", "aside", set()),
])
def test_what_can_be_shot(line: str, rebecca: int | str, shots: set[str]) -> None:
    assert legal("fire", line, rebecca=rebecca) == shots


def test_a_shot_leaves_rebecca_alone() -> None:  # B043
    fired = table("R B | | | ", rebecca=0).play("fire 0")
    assert fired.shows(" | B | | ") and fired.night.rebecca == Entrance.FRONT and codes_of(fired.night.discard) == "R"


def test_a_zombie_driven_to_jasper_does_not_kill_him() -> None:  # B046
    assert table("R B | | | ", jasper=1).play("fire 0").night.jasper == Entrance.SECOND


@pytest.mark.parametrize(("line", "jasper", "commands"), [
    (" | | | ", "rug", COMMANDS),  # B047, B050
    ("R | | B! | ", "rug", COMMANDS),  # B055
    (" | | | ", "dead", set()),  # B048
    (" | XB+ | | XB+", "rug", {"command-jasper 0", "command-jasper 2"}),  # B049
])
def test_where_jasper_can_be_sent(line: str, jasper: str, commands: set[str]) -> None:
    assert legal("command-jasper", line, jasper=jasper) == commands


@pytest.mark.parametrize("jasper", ["rug", 2])
def test_command_jasper(jasper: int | str) -> None:  # B047, B055
    night = table("R | R | | ", jasper=jasper).play("command-jasper 1").night
    assert night.jasper == Entrance.SECOND and night.phase == Phase.ACT


def test_treat_discards_any_card_of_the_pile() -> None:  # B051
    treating = table(pile="R R B br").play("treat", until=(Phase.TREAT,))
    assert sorted(treating.odds.values()) == [1, 1, 2]
    treated = table(pile="R R B br", pulled="br").play("treat").night
    assert codes_of(treated.bite_pile) == "R R B" and codes_of(treated.discard) == "br"


@pytest.mark.parametrize(("pile", "rebecca", "possible"), [
    ("", "aside", False),  # B052
    ("R", "aside", True), ("R", 1, True), ("R B G br bg bb", 1, True),  # B054
    ("", 1, False),
])
def test_when_the_bite_can_be_treated(pile: str, rebecca: int | str, possible: bool) -> None:
    assert bool(legal("treat", pile=pile, rebecca=rebecca)) == possible


def test_pass_changes_nothing_but_the_time() -> None:  # B053
    before = table("= R! | XB+ | B | ", jasper=2, rebecca=0, ammo=3)
    expected: Night = copied(before.night)
    expected.time += 1
    assert before.play("pass").night == expected


# -- the final assault --------------------------------------------------------------------------------------------------------


def test_it_follows_at_once() -> None:  # B174
    ended = table("= R | | | ", time=19, zombie_time=19, deck="bb", pulled="R").play("pass")
    assert ended.night.phase == Phase.WON and ended.shows(" | | | ") and ended.told[0] == "pass"


@pytest.mark.parametrize(("before", "after"), [
    ("= R | | B | ", " | | XB | "),  # B175
    ("= G! | == B | R+ | =", "= | = | | "),
    ("B G | = | | ", "XB | = | | "),  # B176
    ("= | | | R", "= R! | | | "),
    ("R B! | | | ", "XB | R! | | "),
])
def test_the_first_round(before: str, after: str) -> None:
    howls = "cw cc" if "G" in before else ""
    assert assault(before, howls).play(rounds=2).shows(after)


@pytest.mark.parametrize(("before", "howls", "after"), [
    ("= | | | R", "", " | | | "),  # B177
    (" | | | R", "", "R! | | | "),  # B178
    ("= | | | B G", "cw cc", "= | | | XB"),  # B186
    ("B | XB+ | XB+ | ", "", "XB | XB+ | XB+ | "),  # B179
])
def test_two_rounds_and_dawn(before: str, howls: str, after: str) -> None:
    ended = assault(before, howls).play()
    assert ended.shows(after) and ended.night.phase == Phase.WON and ended.night.assault == 0


def test_there_is_no_third_round() -> None:  # B178
    assert assault(" | | | R").play().count("scratcher-attacks") == 1 + 4


@pytest.mark.parametrize("line", [f"B | {THREE_BREACHED}", "B | G | XB+ | XB+", "B B+ R | B G | XB+ | XG+"])
def test_all_breached_loses(line: str) -> None:  # B180
    assert assault(line).play().night.phase == Phase.LOST


def test_the_last_turn_has_its_attacks_too() -> None:  # B181
    turn = table("= R! B | | | ", time=19, zombie_time=19, deck="bb", pulled="R").play("pass", until=(Phase.DRAW,))
    assert turn.shows("B | | | ") and turn.night.assault == 0


def test_beside_rebecca_the_others_move_on_attacking() -> None:  # B183
    assert assault("R B | == | | ", rebecca=0).play(rounds=2).shows("XR | = | | ")
    assert assault(" | | | R B", rebecca=3).play(rounds=2).shows("B! | | | XR")


def test_a_card_just_placed_attacks() -> None:  # B185
    ended = table(time=19, zombie_time=19, deck="B").play("pass", "place 0")
    assert ended.shows("XB | | | ") and ended.night.phase == Phase.WON


# -- grades -------------------------------------------------------------------------------------------------------------------


def dawn(jasper: str, rebecca: int | str, line: str = " | | | ") -> tuple[int, ...]:
    """The grade of a night that ends like this."""
    return assault(line, jasper=jasper, rebecca=rebecca).play().grade


def test_wins_are_better_the_more_live() -> None:  # B187, B188, B189
    both, jasper, rebecca, none = dawn("rug", "aside"), dawn("rug", 1), dawn("dead", "aside"), dawn("dead", 1)
    assert both > jasper > none and both > rebecca > none
    assert none > dawn("rug", "aside", f"B | {THREE_BREACHED}")


def test_a_friend_is_worth_more_than_entrances_and_shells() -> None:  # B187
    assert assault(f" | {THREE_BREACHED}", ammo=0).play().grade > dawn("dead", "aside")


def test_jasper_sent_home_by_a_breach_lives() -> None:  # B190
    breached = table("B! | | | ", time=19, zombie_time=18, jasper=0, deck="bb bg", pulled="R R").play("pass")
    assert breached.night.phase == Phase.WON and breached.night.jasper == Jasper.RUG
    assert breached.grade[:2] == dawn("rug", "aside")[:2] > dawn("dead", "aside")[:2]
