"""What rules were lifted to, kept with the cells that they looked at: the same again where those are the same.

Rules ask the same questions again and again: how many stand on a space, whether a way is barred, and after a transition whether
an invariant holds whose cells it did not touch.  Lifting is a function of what is read, so an answer is good wherever each of
the cells that were read holds the same term.  Nothing is assumed of cells that were not read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from attrs import define, field

from verifier.symbolic.lift.terms import Num, Value, is_same

T = TypeVar("T")
Reads = dict[tuple[str, int], Value]  # by array and cell
MOST = 6  # answers for one question, those of other cells


@define(eq=False)
class _Answer(Generic[T]):
    reads: Reads
    held: object  # what the question's key names by its id, which is its own only as long as that lives
    found: T


@define(eq=False)
class Memo(Generic[T]):
    """Answers by question, the latest first; of more than `MOST` for one question the oldest is forgotten."""

    _answers: dict[object, list[_Answer[T]]] = field(factory=dict)

    def recall(self, question: object, arrays: Mapping[str, Sequence[Value]]) -> tuple[Reads, T] | None:
        """The answer to a question from some cells, and what it read of them; None if it is not known."""
        answers = self._answers.get(question, [])
        for number, answer in enumerate(answers):
            if all(_is_there(arrays, place, value) for place, value in answer.reads.items()):
                if number:
                    answers.insert(0, answers.pop(number))
                return answer.reads, answer.found
        return None

    def keep(self, question: object, held: object, reads: Reads, found: T) -> None:
        """Remember an answer."""
        answers = self._answers.setdefault(question, [])
        answers.insert(0, _Answer(reads, held, found))
        del answers[MOST:]


def _is_there(arrays: Mapping[str, Sequence[Value]], place: tuple[str, int], value: Value) -> bool:
    array, cell = place
    now = arrays[array][cell]
    if now is value:
        return True
    if isinstance(now, Num) and isinstance(value, Num) and (now.low, now.high) != (value.low, value.high):
        return False  # intervals decide much at lifting
    return is_same(now, value)
