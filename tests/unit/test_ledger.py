"""The ledgers of a game: clauses and readings are read whole, or refused with everything that is wrong."""

import os
from pathlib import Path

import pytest

from tests.games.duel import game
from verifier.errors import BadInput
from verifier.ledger.clauses import load_clauses
from verifier.ledger.readings import load_readings
from verifier.ledger.terms import Term, load_terms

RULEBOOK = (game.folder / "rulebook.toml").read_text()
READINGS = (game.folder / "readings.toml").read_text()


def folder(at: Path, rulebook: str = RULEBOOK, readings: str = READINGS) -> Path:
    (at / "rulebook.toml").write_text(rulebook)
    (at / "readings.toml").write_text(readings)
    return at


def problems(at: Path, rulebook: str = RULEBOOK, readings: str = READINGS) -> list[str]:
    with pytest.raises(BadInput) as caught:
        load_readings(folder(at, rulebook, readings))
    return [str(problem) for problem in caught.value.problems]


def test_clauses() -> None:
    clauses = load_clauses(game.folder)
    assert list(clauses) == ["DU-01", "DU-02", "DU-03"]
    second = clauses["DU-02"]
    assert (second.id, second.place, second.lines, second.kind, second.text) == (
        "DU-02", "Start", (2, 3), "component", "There are cards.")


def test_readings() -> None:
    readings = load_readings(game.folder)
    assert list(readings.switches) == ["DU-Q1", "DU-Q2"]
    assert list(readings.recorded) == ["DU-Q3"]
    assert readings.defaults == {"DU-Q1": "waits", "DU-Q2": "no"}
    first, second = readings.switches.values()
    assert first.choices == {"waits": "No, one waits.", "runs": "Yes, one runs."}
    assert (first.impact, first.clauses, first.default, first.scope) == ("H", ("DU-03",), "waits", "rules")
    assert second.scope == "information"
    assert readings.recorded["DU-Q3"].ruling == "Either."


def test_a_ledger_is_read_once_until_it_changes(tmp_path: Path) -> None:
    at = folder(tmp_path)
    assert load_clauses(at) is load_clauses(at)
    assert load_readings(at) is load_readings(at)
    (at / "rulebook.toml").write_text(RULEBOOK.replace("There are cards.", "There are many cards."))
    os.utime(at / "rulebook.toml", ns=(1, 1))
    assert load_clauses(at)["DU-02"].text == "There are many cards."


def test_a_missing_ledger(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"DB101 there is no such file @ .*rulebook\.toml"):
        load_readings(tmp_path)


def test_a_ledger_that_is_not_toml(tmp_path: Path) -> None:
    assert problems(tmp_path, rulebook="a = ")[0].startswith("DB111 not TOML")


def test_everything_wrong_with_a_rulebook_ledger_is_told_at_once(tmp_path: Path) -> None:
    rulebook = """
schema = 2
title = ""
source = 3
scource = "x"
[[clause]]
id = "DU 01"
place = "Start"
lines = []
kind = "law"
text = "x"
[[clause]]
id = "DU-01"
lines = [0]
kind = "rule"
text = 1
[[clause]]
id = "DU-01"
place = "two\\nlines"
lines = "3"
kind = "rule"
text = "x"
"""
    assert problems(tmp_path, rulebook) == [
        "DB201 the key game is missing @ rulebook.toml:$; add game = ...",
        'DB202 expected a known key, got "scource" @ rulebook.toml:$.scource; did you mean "source"?',
        "DB210 expected schema = 1, got 2 @ rulebook.toml:$.schema; this version of Daybreak reads schema 1 only",
        'DB211 expected a text on one line, got "" @ rulebook.toml:$.title',
        "DB203 expected a text, got 3 @ rulebook.toml:$.source",
        'DB211 expected an id such as UD-T04, got "DU 01" @ rulebook.toml:$.clause[0].id',
        "DB206 expected at least one line number, got a list of 0 @ rulebook.toml:$.clause[0].lines",
        'DB204 expected one of rule, definition, component, advice, got "law" @ rulebook.toml:$.clause[0].kind; '
        "known: advice, component, definition, rule",
        "DB201 the key place is missing @ rulebook.toml:$.clause[1] (DU-01); add place = ...",
        "DB203 expected a list of line numbers, got a list of 1 @ rulebook.toml:$.clause[1].lines (DU-01)",
        "DB203 expected a text, got 1 @ rulebook.toml:$.clause[1].text (DU-01)",
        "DB212 the id DU-01 is there twice @ rulebook.toml:$.clause[2].id (DU-01); ids are never used again: take a new one",
        'DB211 expected a text on one line, got "two\\nlines" @ rulebook.toml:$.clause[2].place (DU-01)',
        'DB203 expected a list of line numbers, got "3" @ rulebook.toml:$.clause[2].lines (DU-01)',
    ]


def test_everything_wrong_with_readings_is_told_at_once(tmp_path: Path) -> None:
    readings = """
schema = true
game = "duel"
[[reading]]
id = "Q1"
impact = "X"
clauses = ["DU-01", "DU01", "DU-01"]
question = "?"
default = "top"
reason = " "
scope = "none"
choices = { tap = "a", Top_ = "b", low = 3 }
[[reading]]
id = "Q2"
impact = "L"
clauses = []
question = "?"
default = "a"
reason = "r"
choices = { a = "only" }
[[recorded]]
id = "Q1"
impact = "L"
clauses = [1]
question = "?"
ruling = "r"
"""
    assert problems(tmp_path, readings=readings) == [
        "DB210 expected schema = 1, got true @ readings.toml:$.schema; this version of Daybreak reads schema 1 only",
        'DB211 expected a choice in small letters, digits and dashes, got "Top_" @ readings.toml:$.reading[0].choices.Top_ (Q1)',
        "DB203 expected a text, got 3 @ readings.toml:$.reading[0].choices.low (Q1)",
        'DB214 expected one of the choices, got "top" @ readings.toml:$.reading[0].default (Q1); did you mean "tap"?',
        'DB204 expected one of H, M, L, moot, got "X" @ readings.toml:$.reading[0].impact (Q1); known: H, L, M, moot',
        'DB213 expected a clause of the rulebook ledger, got "DU01" @ readings.toml:$.reading[0].clauses[1] (Q1); '
        'did you mean "DU-01"?',
        "DB212 the clause DU-01 is named twice @ readings.toml:$.reading[0].clauses[2] (Q1)",
        'DB211 expected a text, got " " @ readings.toml:$.reading[0].reason (Q1)',
        'DB204 expected one of rules, information, got "none" @ readings.toml:$.reading[0].scope (Q1); known: information, rules',
        "DB206 expected two choices or more, got a table @ readings.toml:$.reading[1].choices (Q2)",
        "DB206 expected at least one clause id, got a list of 0 @ readings.toml:$.reading[1].clauses (Q2)",
        "DB201 the key reason is missing @ readings.toml:$.recorded[0] (Q1); add reason = ...",
        "DB212 the id Q1 is there twice @ readings.toml:$.recorded[0].id (Q1); ids are never used again: take a new one",
        "DB203 expected a list of clause ids, got a list of 1 @ readings.toml:$.recorded[0].clauses (Q1)",
    ]


@pytest.mark.parametrize(("readings", "told"), [
    ("schema = 1\ngame = 'x'\nreading = 3",
     "DB203 expected a list of tables, got 3 @ readings.toml:$.reading; write [[reading]] above each"),
    ("schema = 1\ngame = 'x'\nrecorded = [3]", "DB203 expected a table, got 3 @ readings.toml:$.recorded[0]"),
    ("game = 'x'", "DB201 the key schema is missing @ readings.toml:$; add schema = 1"),
])
def test_wrong_shapes(tmp_path: Path, readings: str, told: str) -> None:
    assert told in problems(tmp_path, readings=readings)


def test_a_ledger_without_readings_is_fine(tmp_path: Path) -> None:
    readings = load_readings(folder(tmp_path, readings='schema = 1\ngame = "duel"\n'))
    assert (readings.switches, readings.recorded) == ({}, {})


def test_more_problems_than_are_shown_are_counted(tmp_path: Path) -> None:
    told = problems(tmp_path, readings=READINGS + "[[recorded]]\n" * 12)
    assert len(told) == 51
    assert told[-1] == "DB299 and 22 more @ readings.toml:$"


TERMS = """schema = 1
game = "duel"
[[term]]
name = "card"
defined = ["DU-02"]
used = ["DU-03"]
[[term]]
name = "run"
used = ["DU-01", "DU-03"]
[[term.sense]]
meaning = "To move."
clauses = ["DU-01"]
[[term.sense]]
meaning = "To leave."
clauses = ["DU-03"]
"""


def terms_of(at: Path, terms: str) -> tuple[Term, ...]:
    (folder(at) / "terms.toml").write_text(terms)
    return load_terms(at)


def test_terms(tmp_path: Path) -> None:
    assert load_terms(folder(tmp_path)) == ()  # a game may do without
    card, run = terms_of(tmp_path, TERMS)
    assert (card.name, card.defined, card.used, card.senses) == ("card", ("DU-02",), ("DU-03",), ())
    assert (run.defined, [(sense.meaning, sense.clauses) for sense in run.senses]) == (
        (), [("To move.", ("DU-01",)), ("To leave.", ("DU-03",))])


@pytest.mark.parametrize(("old", "new", "codes"), [
    ("schema = 1", "schema = 2", ["DB210"]), ('name = "run"', 'name = "card"', ["DB212"]),
    ('used = ["DU-03"]', "used = []", ["DB206"]), ('used = ["DU-03"]', 'uses = ["DU-03"]', ["DB201", "DB202"]),
    ('defined = ["DU-02"]', 'defined = ["DU-20"]', ["DB213"]), ('used = ["DU-01", "DU-03"]', 'used = ["DU-01"]', ["DB218"]),
    ('meaning = "To move."\nclauses = ["DU-01"]', "", ["DB201", "DB201"]),
    ('[[term.sense]]\nmeaning = "To leave."\nclauses = ["DU-03"]\n', "", ["DB206"]),
    ('"To move."', "3", ["DB203"]), ('clauses = ["DU-01"]', 'clauses = ["DU-01", "DU-01"]', ["DB212"]),
])
def test_terms_that_are_refused(old: str, new: str, codes: list[str], tmp_path: Path) -> None:
    assert old in TERMS
    with pytest.raises(BadInput) as caught:
        terms_of(tmp_path, TERMS.replace(old, new))
    assert [problem.code for problem in caught.value.problems] == codes
    assert all(problem.path.startswith("terms.toml:") for problem in caught.value.problems)
