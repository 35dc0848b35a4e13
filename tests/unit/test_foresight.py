"""What a bound may know of the cards to come: how it is declared, what is found in a deal, and what would not be believed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from tests.zeds_looking_ahead import DECLARED, looking_ahead
from verifier.errors import RuleRefused
from verifier.instance import Dealer, Instance
from verifier.lang.values import copied
from verifier.program.program import load
from verifier.run.broken_part import broken_part
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario


@pytest.fixture(scope="module")
def dealer(tmp_path_factory: pytest.TempPathFactory) -> Dealer:
    game = looking_ahead(tmp_path_factory.mktemp("game"))
    return Dealer(new_scenario(game, title="foresight"), load(game))


def first_fates(instance: Instance, count: int) -> list[str]:
    """The first fate cards of a deal, as the reference draws them one after the other from the whole deck."""
    program, state = instance.program, copied(instance.start.state)
    state.phase = type(state.phase).DRAW_FATE
    position, found = instance.reference.position(state), []
    for _ in range(count):
        event = instance.reference.dealt(position)
        found.append(event.text)
        after = copied(instance.reference.apply(position, event).after.state)
        after.phase = type(state.phase).DRAW_FATE
        position = evolve(position, state=after, used=tuple(
            used + (tape == "fates") for used, tape in zip(position.used, program.tapes, strict=True)))
    return found


def test_what_never_comes_is_what_the_first_draws_do_not_bring(dealer: Dealer) -> None:
    """Three fate cards may be drawn in a game: of the card that brings Civilians the bound knows whether it is one of them."""
    seen = set[bool]()
    for seed in range(1, 31):
        instance = dealer.instance(seed)
        assert instance.setting.never == ("draw-fate coordinator" not in first_fates(instance, 3)), seed
        bound = instance.bound(instance.reference.settled(instance.start))
        assert bound is not None and bound[2] == (12 if instance.setting.never else 13)
        seen.add(instance.setting.never)
    assert seen == {True, False}


def test_nothing_is_known_of_another_deal_or_of_other_rulings(dealer: Dealer) -> None:
    setting = next(each for each in (dealer.instance(seed).setting for seed in range(1, 31)) if each.never)
    assert not evolve(setting, tapes=()).never
    assert not evolve(setting, tapes=tuple(reversed(setting.tapes))).never
    assert not evolve(setting, rulings=dict(setting.rulings)).never
    assert not Setting(setting.rulings, setting.edition, setting.tapes).never


def test_without_a_deal_nothing_is_known(dealer: Dealer) -> None:
    assert all(not evolve(dealer.instance(seed).setting, tapes=()).never for seed in range(1, 4))


@pytest.mark.parametrize(("declared", "said"), [
    ("game.foresight(keep_house, calls_civilians, fates_to_come)", "the first rule is one of chance with one argument"),
    ("game.foresight(roll_first, calls_civilians, fates_to_come)", "roll_first shares its tape dice with another rule"),
    ("game.foresight(draw_fate, event_draws, fates_to_come)", "the second rule says yes or no of an outcome of draw_fate"),
    ("game.foresight(draw_fate, calls_civilians, call_is_drawn)", "the third rule says of the state how many draws can matter"),
    (f"{DECLARED}\n{DECLARED}", "a game says once what may be foreseen"),
])
def test_a_declaration_that_is_wrong_is_refused(declared: str, said: str, tmp_path: Path) -> None:
    text = "from daybreak_games.dawn_of_the_zeds.fate import draw_fate\n"
    more = f"{text}from daybreak_games.dawn_of_the_zeds.combat import roll_first\n" \
        "from daybreak_games.dawn_of_the_zeds.turn import keep_house\n"
    asked = declared.split(", ")[1] if "event_draws" in declared else "calls_civilians"
    with pytest.raises(RuleRefused) as refused:
        load(looking_ahead(tmp_path, {DECLARED: declared, text: more, "may_happen(calls_civilians)": f"may_happen({asked})",
                                     "return alive(town) *": "return fates_to_come(town) + alive(town) *"}))
    assert "DB346" in str(refused.value) and said in str(refused.value)


def test_may_happen_is_asked_in_a_bound_of_what_is_declared(tmp_path: Path) -> None:
    with pytest.raises(RuleRefused, match="may_happen asks, in a bound"):
        load(looking_ahead(tmp_path, {"may_happen(calls_civilians)": "may_happen(event_draws)"}))


def test_a_draw_too_many_is_shown_by_play(tmp_path: Path) -> None:
    """If draws that are due are not counted, the event that asks for one shows it, by the reference, whatever the deal."""
    game = looking_ahead(tmp_path, {"int(town.phase == Phase.DRAW_FATE) + ": ""})
    program = load(game)
    dealer = Dealer(new_scenario(game, title="games"), program)
    text = next(text for seed in range(1, 9) if (text := first_passed(dealer.instance(seed), seed)))
    assert "fates_to_come is" in text


def first_passed(instance: Instance, seed: int) -> str:
    """How an event of a game at random passes the bound, or what can be foreseen; "" if none does."""
    random, position, reference = Random(seed), instance.start, instance.reference
    for _ in range(2000):
        applied = reference.automatic(position)
        if applied is None:
            legal = reference.legal(position)
            if not legal:
                return ""
            applied = reference.apply(position, random.choice(legal))
        assert instance.program.bound_property is not None
        part = broken_part(reference, instance.program.bound_property, position.state, applied.after.state, event=applied.event)
        if part is not None:
            return part.text
        position = applied.after
    return ""
