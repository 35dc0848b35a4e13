"""A clause that is told with its condition is, in every execution, the branch that would only tell it."""

from __future__ import annotations

from pathlib import Path

from tests.rule_modules import written
from verifier.program.digest import rules_digest
from verifier.program.program import Program, load
from verifier.run.emit import module_source

RULES = """
@game.decision(Phase.ACT)
def act(table: Table) -> None:
    require(table.n > 0, "C-01")
    table.m = 1
    {first}
    for spot in table.spots:
        {second}
    table.phase = Phase.OVER
"""
BRANCHES = RULES.format(first='if table.flag or max(table.n, 2) > 3:\n        clause("C-02", "C-03")',
                        second='if any(piece.marked for piece in spot.pieces):\n            clause("C-04")')
TOLD = RULES.format(first='clause("C-02", "C-03", when=table.flag or max(table.n, 2) > 3)',
                    second='clause("C-04", when=any(piece.marked for piece in spot.pieces))')


def program(folder: Path, rules: str) -> Program:
    """The program of some rules, in a folder of their own."""
    folder.mkdir()
    return load(written(folder, rules).game)


def test_the_rules_are_the_same_to_the_letter(tmp_path: Path) -> None:
    branches, told = program(tmp_path / "branches", BRANCHES), program(tmp_path / "told", TOLD)
    assert module_source(branches) == module_source(told)
    assert rules_digest(branches, ()) == rules_digest(told, ())
