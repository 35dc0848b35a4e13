"""A patience of 52 cards, which nobody wrote lemmas for: conservation, order and ranges by induction."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from tests.altered_games import altered_game
from tests.games.patience import game
from tests.small_patience import GRADED, small_patience
from verifier.instance import instance_of
from verifier.lang.phases import CHANCE
from verifier.ledger.editions import load_edition
from verifier.program.program import load
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario
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


@pytest.mark.parametrize("cards", [16, pytest.param(52, marks=pytest.mark.long)])
def test_dealing_keeps_every_card_in_one_place(cards: int, tmp_path: Path) -> None:
    """As many sums of 13 numbers each: by counters for the cards of columns and cells, in one question."""
    program = PROGRAM if cards == 52 else small_patience(tmp_path, ranks=cards // 4, columns=8, cells=4)
    step = Induction(program, SETTING).step(program.game.rules["deal"])
    [kept] = Asking(step).answers(["every_card_is_in_one_place"], Stage.EASY)
    assert kept.outcome is Outcome.UNSAT
    step.cross_check()


@pytest.mark.long
def test_conservation_order_and_ranges_are_proved() -> None:
    proved = Induction(PROGRAM, SETTING, jobs=2).prove([*PROPERTIES, RANGES])
    assert {name: each.proved for name, each in proved.items()} == dict.fromkeys([*PROPERTIES, RANGES], True)


# -- its best lines -----------------------------------------------------------------------------------------------------------

FIRST = '@game.invariant(clause="PA-01")\ndef every_card'
PROGRESS = '''@game.progress
def progress(table: Table) -> Annotated[int, Range(0, 52)]:
    """Cards at home, none of which comes back."""
    return at_home(table)


'''


def graded(folder: Path, *, progress: bool) -> Any:
    """The patience with a grade and an estimate, and with a measure of progress if that is wanted."""
    kinds = [("    WON = 2\n", "    WON = 2\n    LOST = 3\n"), ("ends=(Phase.WON,)", "ends=(Phase.WON, Phase.LOST)"),
             (FIRST, f"{GRADED}{PROGRESS if progress else ''}{FIRST}")]
    package, root, found = "tests.games.patience", None, None
    for change in kinds:
        found = altered_game(package, folder, {"__init__.py": change}, root)
        package, root = found.folder.name, folder
    return load(found)


@pytest.mark.long
@pytest.mark.parametrize("progress", [False, True])
def test_a_measure_of_progress_does_no_harm_where_moves_can_be_taken_back(progress: bool, tmp_path: Path) -> None:
    program = graded(tmp_path, progress=progress)
    won = []
    for seed in (1, 2, 3, 5):
        deal = instance_of(evolve(new_scenario(program.game, title="A deal"), deal=Deal(seed, {})), program)
        found = daybreak.solve(deal, limits=daybreak.Limits(states=400_000), certify=False)
        won.append(found.grade["won"])
    assert won == [True] * 4
