"""What `games` says of how complete a game is: which clauses nothing names, in words that fit one and many."""

from __future__ import annotations

from pathlib import Path

from tests.rule_modules import READINGS, SWITCH, written
from verifier.analysis.games import row_of
from verifier.program.program import load
from verifier.registry import Listed
from verifier.report.text.games import listed
from verifier.report.text.rendered import rendered
from verifier.results.played import GameRow, Games

RULES = """
@game.decision(Phase.ACT, clause=("C-01", "C-03"))
def stop(table: Table) -> None:
    clause("C-02", "C-05")
    table.flag = ruling("R-01") == "top"
    table.phase = Phase.OVER
"""


def told(row: GameRow) -> str:
    return " ".join(rendered(listed(Games((row,))), width=200).split())


def test_the_clauses_that_nothing_names_are_named(tmp_path: Path) -> None:
    row = row_of(Listed("probe", "probe 1", load(written(tmp_path, RULES, readings=READINGS + SWITCH).game), None))
    assert row.unnamed == ("C-04",) and (row.clauses_named, row.clauses_ruled) == (4, 5)
    text = told(row)
    assert "4 of 5 rule clauses are named by a rule or property, all but C-04; 5 clauses in all" in text
    assert " 1 reading to choose from, 0 settled" in text


def test_where_all_are_named_none_is_missing() -> None:
    assert "7 of 7 rule clauses are named by a rule or property; 7 clauses in all" in told(
        GameRow("probe", "probe 1", "Probe", clauses=7, clauses_ruled=7, clauses_named=7))
