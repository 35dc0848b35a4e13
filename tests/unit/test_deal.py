"""Deals: tapes of forced outcomes and numbers, checked against what the position holds; files that spell them out."""

from pathlib import Path
from typing import Annotated, Any

import pytest
from attrs import evolve

from tests.games.duel import Kit, Phase, Table, game
from verifier.document.complaints import Complaints
from verifier.errors import BadInput, RuleRefused
from verifier.lang import Range, weight
from verifier.lang.events import events_of
from verifier.lang.game import Game
from verifier.lang.types import IntType
from verifier.scenarios.deal import TAPE_NUMBERS, Deal, read_deal, spelled_out, tapes, tapes_of
from verifier.scenarios.loader import new_scenario
from verifier.scenarios.shuffle import numbers, shuffled
from verifier.scenarios.start import start_state

STATE = start_state(new_scenario(game, title="x", edition="plain"))
DECK = [-1] * 5 + [-2] * 4 + [-3] * 2 + [-4]


def dealt(seed: int | None = None, **given: Any) -> dict[str, tuple[int, ...]]:
    return tapes(game, Deal(seed, {name.replace("_", "-"): tuple(entries) for name, entries in given.items()}), STATE)


def refused(seed: int | None = None, **given: Any) -> list[str]:
    with pytest.raises(BadInput) as caught:
        dealt(seed, **given)
    return [str(problem) for problem in caught.value.problems]


def test_the_tapes_of_a_game() -> None:
    known = tapes_of(game)
    assert list(known) == ["deck", "two-dice"]
    assert known["deck"].outcomes == ("foil", "rapier", "sabre", "fool")
    assert known["two-dice"].outcomes[:3] == ("1 no", "1 yes", "2 no")
    assert len(known["two-dice"].outcomes) == 12


def test_outcomes_are_numbered_like_the_events_of_a_phase() -> None:
    for phase, tape in ((Phase.DRAW, "deck"), (Phase.ROLL, "two-dice"), (Phase.DRAW_AGAIN, "deck")):
        outcomes = [event.outcome for event in events_of(game) if event.rule.phase == phase]
        assert tuple(outcomes) == tapes_of(game)[tape].outcomes


def test_without_a_seed_a_tape_holds_what_was_given() -> None:
    assert dealt() == {"deck": (), "two-dice": ()}
    assert dealt(deck=["fool", 5, "foil"], two_dice=["6 yes", 0, "1 no"]) == {"deck": (-4, 5, -1), "two-dice": (-12, 0, -1)}


def test_a_seed_shuffles_what_is_left_and_goes_on_with_numbers() -> None:
    found = dealt(7)
    assert list(found["deck"][:12]) == shuffled(DECK, 7, "deck")
    assert list(found["deck"][12:]) == numbers(7, "deck", TAPE_NUMBERS)[12:]
    assert list(found["two-dice"]) == numbers(7, "two-dice", TAPE_NUMBERS)
    assert {len(entries) for entries in found.values()} == {TAPE_NUMBERS}


def test_a_seed_behind_the_beginning_of_an_order() -> None:
    found = dealt(7, deck=["fool", "foil"], two_dice=["6 yes"])
    assert found["deck"][:2] == (-4, -1)
    assert list(found["deck"][2:12]) == shuffled([-1] * 4 + [-2] * 4 + [-3] * 2, 7, "deck")
    assert found["two-dice"] == (-12, *numbers(7, "two-dice", TAPE_NUMBERS)[1:])


def test_spelling_out_a_whole_order_and_numbers_behind_it_changes_nothing() -> None:
    plain = dealt(7)
    for count in (0, 5, 12, 40, 1200):
        spelled = spelled_out(game, Deal(7), STATE, count)
        assert len(spelled["deck"]) == max(12, min(count, 1024))
        assert len(spelled["two-dice"]) == min(count, 1024)
        again = tapes(game, Deal(7, {name: tuple(entries) for name, entries in spelled.items()}), STATE)
        assert again == plain
        alone = tapes(game, Deal(None, {name: tuple(entries) for name, entries in spelled.items()}), STATE)
        assert all(entries == plain[name][:len(entries)] for name, entries in alone.items())


def test_spelled_out_words() -> None:
    spelled = spelled_out(game, Deal(None, {"deck": ("fool", 3), "two-dice": ("6 yes",)}), STATE, 9)
    assert spelled == {"deck": ["fool", 3], "two-dice": ["6 yes"]}


def test_numbers_in_an_order_take_what_they_pick() -> None:
    # 11 is the last of twelve cards, the fool; then 10 is the last of eleven, a sabre; 0 a foil
    found = dealt(7, deck=[11, 10, 0])
    assert found["deck"][:3] == (11, 10, 0)
    assert sorted(found["deck"][3:12]) == sorted([-1] * 4 + [-2] * 4 + [-3])


def test_an_order_that_holds_too_many() -> None:
    assert refused(deck=["fool", "foil", "fool", "sabre", "sabre", "sabre"]) == [
        'DB222 deck holds 1 of "fool", and here is one more @ $.deal.deck[2]; take it out, or give deck more of them',
        'DB222 deck holds 2 of "sabre", and here is one more @ $.deal.deck[5]; take it out, or give deck more of them']
    assert refused(deck=["fool", "fool", "foil", "fool", "fool"]) == [
        'DB222 deck holds 1 of "fool", and here is the first of 3 more @ $.deal.deck[1]; take it out, or give deck more of them']
    assert refused(3, deck=[11, "fool"]) == [
        'DB222 deck holds 1 of "fool", and here is one more @ $.deal.deck[1]; take it out, or give deck more of them']


def test_entries_behind_the_whole_order_are_for_after_a_reshuffle() -> None:
    order = ["foil"] * 5 + ["rapier"] * 4 + ["sabre"] * 2 + ["fool"]
    found = dealt(7, deck=[*order, "fool", "fool", 3])
    assert list(found["deck"][:15]) == [*DECK, -4, -4, 3]
    assert len(found["deck"]) == TAPE_NUMBERS


def test_more_entries_than_a_seed_would_give() -> None:
    found = dealt(7, two_dice=[1] * 1200)
    assert found["two-dice"] == (1,) * 1200


def test_an_empty_pile() -> None:
    state = start_state(new_scenario(game, title="x", edition="plain"))
    state.deck.clear()
    found = tapes(game, Deal(7), state)
    assert list(found["deck"]) == numbers(7, "deck", TAPE_NUMBERS)
    assert tapes(game, Deal(None, {"deck": ("fool",)}), state)["deck"] == (-4,)


def test_kinds_that_a_tape_never_draws_stay_in_the_bag() -> None:
    """A rule may draw a part of what the bag counts, or name kinds that the bag does not count."""
    from tests.games.duel import Blade
    from verifier.lang.types import type_of

    blade = type_of(Blade, "here")
    parts = ("table", game.state_type), ("card", blade)
    twin: Game[Any, Any] = object.__new__(Game)
    twin.__dict__.update(game.__dict__)
    twin.rules = {"draw": evolve(game.rules["draw"], parameters=parts)}
    assert sorted(tapes(twin, Deal(7), STATE)["deck"][:11]) == sorted(DECK[:11])
    twin.rules = {"draw": evolve(game.rules["draw"], order_of="blades")}
    state = start_state(new_scenario(game, title="x", edition="plain"))
    state.blades.add(0)
    assert tapes(twin, Deal(7), state)["deck"][0] == -1
    assert tapes(twin, Deal(7), state)["deck"][1] >= 0


def test_rules_of_one_tape_must_have_the_same_outcomes() -> None:
    twin: Game[Any, Any] = object.__new__(Game)
    twin.__dict__.update(game.__dict__)
    twin.rules = {**game.rules, "roll": evolve(game.rules["roll"], tape="deck")}
    with pytest.raises(RuleRefused, match="DB340 roll: the outcomes of the tape deck differ"):
        tapes_of(twin)


def test_an_order_has_the_kinds_of_its_bag_as_outcomes() -> None:
    twin: Game[Any, Any] = object.__new__(Game)
    twin.__dict__.update(game.__dict__)
    twin.rules = {"roll": evolve(game.rules["roll"], order_of="deck")}
    with pytest.raises(RuleRefused, match="DB341 roll: the outcomes of an order"):
        tapes_of(twin)


def test_the_rule_that_knows_the_order_speaks_for_the_tape() -> None:
    twin: Game[Any, Any] = object.__new__(Game)
    twin.__dict__.update(game.__dict__)
    twin.rules = {"draw": evolve(game.rules["draw"], order_of=None), "draw_again": game.rules["draw_again"]}
    assert tapes_of(twin)["deck"].order_of == "deck"
    twin.rules = dict(reversed(twin.rules.items()))
    assert tapes_of(twin)["deck"].order_of == "deck"


def test_a_tape_of_one_outcome_and_one_of_numbers() -> None:
    twin: Game[Any, Any] = object.__new__(Game)
    twin.__dict__.update(game.__dict__)
    table = ("table", game.state_type)
    twin.rules = {"coin": evolve(game.rules["roll"], parameters=(table,), tape="coin"),
                  "die": evolve(game.rules["roll"], parameters=(table, ("face", IntType(1, 6))), tape="die")}
    assert tapes_of(twin)["coin"].outcomes == ("",)
    assert tapes(twin, Deal(None, {"coin": ("",), "die": ("6", 6)}), STATE) == {"coin": (-1,), "die": (-6, 6)}




def test_a_number_that_reads_like_an_outcome_is_refused(tmp_path: Path) -> None:
    """Whoever writes 6 for a die means the six; as a number to draw by it would be the one."""
    own = Game(name="own", title="Own", state=Table, edition=Kit, folder=tmp_path, ends=(Phase.OVER,))

    @own.chance(Phase.ROLL, tape="dice")
    def roll(table: Table, die: Annotated[int, Range(1, 6)]) -> None:
        weight(1)

    complaints = Complaints()
    deal = read_deal(own, {"dice": ["6", 7, 6, 0]}, complaints)
    assert deal.given == {"dice": ("6", 7, 0)}
    assert list(map(str, complaints.problems)) == [
        'DB223 6 without quotes is a number to draw by, not the outcome "6" @ $.deal.dice[2]; write "6"']
