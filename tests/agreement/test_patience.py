"""A patience of 52 cards, which nobody wrote lemmas for: conservation, order and ranges by induction."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.patience import game
from verifier.lang.phases import CHANCE
from verifier.ledger.editions import load_edition
from verifier.program.program import load
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.symbolic.prove.asking import Asking, Stage
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.prove.kept import RANGES
from verifier.symbolic.solver import Outcome

PROGRAM = load(game)
SETTING = Setting({}, load_edition(game, "plain", game.folder).record)
PROPERTIES = ("every_card_is_in_one_place", "columns_fill_evenly", "columns_are_in_order")


@pytest.mark.parametrize("seed", range(3))
def test_a_game_keeps_its_invariants(seed: int) -> None:
    reference, rng = Reference(PROGRAM, SETTING), Random(seed)
    position, events = reference.set_up(), 0
    while events < 140:
        possible = [event for event, _ in reference.outcomes(position)] if reference.kind(position) == CHANCE else \
            reference.legal(position)
        if not possible:
            break
        position, events = reference.apply(position, rng.choice(possible)).after, events + 1
        if events % 10 == 0:
            assert all(reference.holds(rule, position.state) for rule in PROGRAM.game.of_kind("invariant"))
    assert events > 60


def test_dealing_keeps_every_card_in_one_place() -> None:
    """52 sums of 13 numbers each: by counters for the cards of columns and cells, in one question."""
    induction = Induction(PROGRAM, SETTING)
    step = induction.step(PROGRAM.game.rules["deal"])
    [kept] = Asking(step).answers(["every_card_is_in_one_place"], Stage.EASY)
    assert kept.outcome is Outcome.UNSAT
    step.cross_check()


@pytest.mark.long
def test_conservation_order_and_ranges_are_proved() -> None:
    proved = Induction(PROGRAM, SETTING, jobs=2).prove([*PROPERTIES, RANGES])
    assert {name: each.proved for name, each in proved.items()} == dict.fromkeys([*PROPERTIES, RANGES], True)
