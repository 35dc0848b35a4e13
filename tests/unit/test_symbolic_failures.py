"""What follows a failure means nothing, and so must never hide it: not by a counter's fact, not by a guard or a weight."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rule_modules import written
from verifier.lang.values import blank
from verifier.program.program import load
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.prove.asking import Asking
from verifier.symbolic.prove.bounded import RANGES, BoundedCheck, Found, known_start
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.solver import Outcome

FAILS = {
    "an empty pile of scalars": """
@game.decision(Phase.ACT)
def act(table: Table) -> None:
    table.colour = table.cards.take_top()
    table.phase = Phase.OVER
""",
    "an empty pile of records": """
@game.decision(Phase.ACT)
def act(table: Table) -> None:
    if table.n < 0:
        table.spots[1].pieces.put_top(table.pieces.take_bottom())
    table.phase = Phase.OVER
""",
    "a bag that has no more, then a pile that has": """
@game.decision(Phase.ACT)
def act(table: Table) -> None:
    table.bag.take(Colour.RED)
    table.cards.put_top(Colour.BLUE)
    table.colour = table.cards.take_top()
    table.phase = Phase.OVER
""",
    "a guard that reads an empty pile": """
@game.decision(Phase.ACT)
def act(table: Table) -> None:
    require(table.pieces[0].worth > 0, "C-01")
    table.phase = Phase.OVER
""",
    "a guard that fails before another forbids": """
@game.decision(Phase.ACT)
def act(table: Table) -> None:
    require(table.numbers[table.n - 1] == 0, "C-01")
    require(table.flag, "C-02")
    table.phase = Phase.OVER
""",
    "a weight that reads an empty pile": """
@game.chance(Phase.ACT, tape="dice")
def act(table: Table, up: bool) -> None:
    weight(table.pieces[0].worth)
    table.phase = Phase.OVER
""",
}


@pytest.mark.parametrize("rules", FAILS.values(), ids=[name.replace(" ", "-") for name in FAILS])
def test_a_failure_is_seen(rules: str, tmp_path: Path) -> None:
    program = load(written(tmp_path, rules).game)
    setting = Setting(program.default_rulings, blank(program.game.edition_type))
    start = Position(blank(program.game.state_type), (0,) * len(program.tapes))
    with pytest.raises(RuleBroke) as broke:
        Reference(program, setting).apply(start, program.events[0])
    check = BoundedCheck(program, setting, known_start(program, setting, start, open_chance=True), [])
    found = check.run(1)[RANGES]
    assert (found.found, found.depth, found.failure) == (Found.BROKEN, 1, str(broke.value))


@pytest.mark.parametrize("rules", FAILS.values(), ids=[name.replace(" ", "-") for name in FAILS])
def test_induction_does_not_prove_it_away(rules: str, tmp_path: Path) -> None:
    program = load(written(tmp_path, rules).game)
    induction = Induction(program, Setting(program.default_rulings, blank(program.game.edition_type)))
    [kept] = Asking(induction.step(program.game.rules["act"])).answers([RANGES])
    assert kept.outcome is Outcome.SAT and kept.breach is not None and kept.breach.failure
