"""What the symbolic run remembers of rules: the same answer only where every cell that was read is the same."""

from __future__ import annotations

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
