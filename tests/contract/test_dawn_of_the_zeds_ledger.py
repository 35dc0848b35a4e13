"""The rulebook ledger of Dawn of the Zeds: its rules can be left out one by one, and few are not modelled."""

from __future__ import annotations

import pytest

from tests.contract.dawn_of_the_zeds_tables import PROGRAM
from verifier.analysis.clauses import compiled

RULES = [clause for clause in PROGRAM.rulebook.values() if clause.kind == "rule"]


@pytest.mark.long  # whatever tells which clauses are tested does the same
def test_there_are_rules_without_each_clause() -> None:
    assert list(compiled(PROGRAM)) == [clause.id for clause in RULES if not clause.not_modelled]


def test_hardly_any_rule_is_not_modelled() -> None:
    assert [clause.id for clause in RULES if clause.not_modelled] == ["DZ-S09", "DZ-W04"]
    assert len(RULES) == 177
