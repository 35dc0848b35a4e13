"""What the symbolic run remembers of rules, the same answer only where every cell that was read is the same; and how it ends."""

from __future__ import annotations

import subprocess
import sys

import pytest

from verifier.symbolic.lift.memo import Memo
from verifier.symbolic.lift.terms import Num


def test_an_answer_is_good_where_the_cells_it_read_are_the_same() -> None:
    answers: Memo[str] = Memo()
    one, other = Num.variable("one", 0, 7), Num.variable("other", 0, 7)
    answers.keep("question", None, {("s", 1): one}, "found")
    assert answers.recall("question", {"s": [other, one]}) == ({("s", 1): one}, "found")
    assert answers.recall("question", {"s": [one, other]}) is None
    assert answers.recall("another", {"s": [other, one]}) is None


def test_the_same_term_in_another_interval_is_another_cell() -> None:
    answers: Memo[str] = Memo()
    one = Num.variable("one", 0, 7)
    answers.keep("question", None, {("s", 0): one}, "found")
    assert answers.recall("question", {"s": [Num(one.term, 0, 3)]}) is None


def test_answers_for_several_tables_are_kept_and_the_oldest_forgotten() -> None:
    answers: Memo[int] = Memo()
    for number in range(20):
        answers.keep("question", None, {("s", 0): number}, number)
    found = [answers.recall("question", {"s": [number]}) for number in range(20)]
    assert found[19] == ({("s", 0): 19}, 19) and found[0] is None


@pytest.mark.parametrize(("first", "left"), [
    ("", True),
    ("terms.begin_afresh(); ", True),
    ("terms.atexit.unregister(terms.leave_to_the_system); ", False),
])
def test_a_process_ends_without_giving_back_term_by_term(first: str, left: bool) -> None:
    """z3 takes minutes for that where terms are many; the last case shows that this test would see it."""
    code = ("import z3; from verifier.symbolic.lift import terms; given_back = z3.z3.Z3_del_context; "
            "z3.z3.Z3_del_context = lambda context: (print('given back', flush=True), given_back(context)); "
            f"{first}print('answer', flush=True)")
    answered = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    behind = answered.stdout.partition("answer")[2]
    assert ("given back" not in behind) is left, answered.stdout
