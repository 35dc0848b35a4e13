"""What a scenario's `[expect]` says, compared with what came out."""

from __future__ import annotations

from typing import Any

from verifier.results.played import Grade
from verifier.results.solved import Expected
from verifier.scenarios.loader import Expectation
from verifier.verdict import Verdict


def compared_with_expected(expected: Expectation | None, verdict: Verdict, grade: Grade | None) -> Expected | None:
    """Whether an expectation is met; None as its `met` when a limit keeps that open.

    A line that was found only by the way contradicts an expectation when its grade is already better than the expected one.
    """
    if expected is None:
        return None
    wrong = [f"{name} {_text(value)}" for name, value in expected.grade.items() if not _same(grade, name, value)]
    words = ", ".join(([expected.verdict] if expected.verdict else [])
                     + [f"{name} {_text(value)}" for name, value in expected.grade.items()])
    if expected.verdict in (None, str(verdict)) and not wrong:
        return Expected(words, True)
    if verdict is Verdict.UNKNOWN or (verdict is Verdict.BEST_FOUND and not _better(expected.grade, grade)):
        return Expected(words, None)
    return Expected(words, False)


def _same(grade: Grade | None, name: str, value: Any) -> bool:
    """Words that are numbers may be given as either."""
    return grade is not None and name in grade and _text(grade[name]) == _text(value)


def _better(wanted: Grade, grade: Grade | None) -> bool:
    """Whether the first of the grade's fields that differs from what was wanted is above it."""
    for name, value in (grade or {}).items():
        if name not in wanted:
            return False
        if isinstance(value, int) and isinstance(wanted[name], int) and value != wanted[name]:
            return bool(value > wanted[name])
    return False


def _text(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
