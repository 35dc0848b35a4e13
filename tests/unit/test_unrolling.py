"""Unrolling with a deal: outcomes as the reference deals them, and no node where no line comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rule_modules import written
from verifier.lang.values import blank
from verifier.program.program import Program, load
from verifier.run.reference import DeadEnd, Impossible, Position, RanOut, Reference
from verifier.run.setting import Setting
from verifier.symbolic.prove.bounded import RANGES, BoundedCheck, Found, known_start
from verifier.symbolic.prove.unroll import Unrolling
from verifier.symbolic.solver import Effort, Solver

DICE = """
@game.chance(Phase.ACT, tape="dice")
def roll(table: Table, k: Annotated[int, Range(0, 3)]) -> None:
    weight(table.numbers[k])
    table.m = k
    table.n = k
    table.phase = Phase.OVER


@game.goal
def rolled(table: Table) -> bool:
    return table.phase == Phase.OVER
"""

WALK = """
@game.decision(Phase.ACT)
def walk(table: Table, far: bool) -> None:
    table.n += 2 if far else 1
    if table.n == -10:
        table.phase = Phase.OVER


@game.decision(Phase.ACT)
def stay(table: Table) -> None:
    require(table.n < -30, "C-01")
    table.phase = Phase.OVER


@game.invariant()
def low(table: Table) -> bool:
    return table.n < -9 or table.phase == Phase.OVER
"""


def start_of(program: Program, numbers: tuple[int, ...] = ()) -> Position:
    state = blank(program.game.state_type)
    for index, number in enumerate(numbers):
        state.numbers[index] = number
    return Position(state, (0,) * len(program.tapes))


@pytest.mark.parametrize("numbers", [(1, 2, 0, 1), (-2, 3, -1, 1), (0, 0, 5, 0), (0, -1, 0, -5)])
@pytest.mark.parametrize("entry", [0, 1, 2, 3, 7, -1, -2, -3, -4, None])
def test_the_deal_fixes_what_the_reference_says(numbers: tuple[int, ...], entry: int | None, tmp_path: Path) -> None:
    program = load(written(tmp_path, DICE).game)
    setting = Setting(program.default_rulings, blank(program.game.edition_type), ((() if entry is None else (entry,)),))
    start = start_of(program, numbers)
    check = BoundedCheck(program, setting, known_start(program, setting, start, open_chance=False),
                         [program.game.rules["rolled"]], ranges=False)
    found = check.run(1)["rolled"]
    try:
        expected = [Reference(program, setting).dealt(start)]
    except (Impossible, RanOut, DeadEnd):
        expected = []
    assert [each.event for each in found.line] == expected
    assert found.found is (Found.REACHED if expected else Found.HOLDS)


def test_pruning_drops_only_nodes_that_no_line_comes_to(tmp_path: Path) -> None:
    program = load(written(tmp_path, WALK).game)
    setting = Setting(program.default_rulings, blank(program.game.edition_type))
    start = known_start(program, setting, start_of(program), open_chance=True)
    solver = Solver()
    unrolling = Unrolling(start.lifted, solver, start.cells)
    for depth in range(1, 13):  # from -20 by ones and twos, -10 is reached in five to ten
        unrolling.extend()
        unrolling.drop_unreached(Effort())
        assert [node.phase for node in unrolling.layers[-1].nodes] == ([0, 1] if 5 <= depth <= 10 else [0])


def test_a_check_is_the_same_with_few_nodes_and_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(written(tmp_path, WALK).game)
    setting = Setting(program.default_rulings, blank(program.game.edition_type))
    answers = []
    for most in (1, 10**6):
        monkeypatch.setattr("verifier.symbolic.prove.bounded.NODES_MANY", most)
        start = known_start(program, setting, start_of(program), open_chance=True)
        found = BoundedCheck(program, setting, start, [program.game.rules["low"]], decisions_max=8).run(9)
        answers.append({name: (each.found, each.depth) for name, each in found.items()})
    assert answers[0] == answers[1] == {"low": (Found.BROKEN, 6), RANGES: (Found.HOLDS, 9)}
