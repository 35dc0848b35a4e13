"""What is known of one deal: a row, the same in files, in the store and on the way from a worker."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import astuple, evolve, fields, frozen

TOO_LONG = 2**15  # letters of a line of a file of rows; more is none of ours


@frozen
class Row:
    """One deal by its seed.

    `verdict`, `proof` and `ending` are as `solve` says them ("failed" where a rule fails, "played" if only players were asked);
    `won` is whether some line ends with the first field of the grade above its lowest (None: not settled), `grade` the best that
    was found and `bound` what no line exceeds, each as numbers, the field that matters most first.  `decisions` is the length
    of the `line`, whose events are numbers.  Of the games of each policy (`greedy`: who peeks one decision ahead),
    so many were won, and so many came to no end.
    `first` are the first decisions: how many are legal, still win, and are not known.  `why` says which rule keeps a deal from
    being settled.  `more` is an object of JSON, or empty: what only few deals and questions have (`more_of`).  `seconds` is the
    time that it took, which is no part of the answer.
    """

    seed: int
    verdict: str
    proof: str | None = None
    ending: str | None = None
    won: bool | None = None
    grade: tuple[int, ...] | None = None
    bound: tuple[int, ...] | None = None
    decisions: int | None = None
    states: int = 0
    random_won: int | None = None
    random_open: int | None = None
    greedy_won: int | None = None
    greedy_open: int | None = None
    first: tuple[int, int, int] | None = None
    why: str = ""
    line: tuple[int, ...] = ()
    more: str = ""
    seconds: float = 0.0

    @property
    def answer(self) -> Row:
        """The row without what it took."""
        return evolve(self, seconds=0.0)


    @property
    def plain(self) -> Row:
        """The row as it is where no games are asked for."""
        return evolve(self, random_won=None, random_open=None, greedy_won=None, greedy_open=None, first=None)

    @property
    def known_more(self) -> dict[str, Any]:
        """What `more` says."""
        found = json.loads(self.more) if self.more else {}
        return found if isinstance(found, dict) else {}


def more_of(**found: Any) -> str:
    """What few deals have, as text: nothing of what is None, empty or 0."""
    kept = {name: value for name, value in found.items() if value not in (None, 0, "") and value != []}
    return json.dumps(kept, sort_keys=True, separators=(",", ":")) if kept else ""


COLUMNS = tuple(each.name for each in fields(Row))
_TUPLES = ("grade", "bound", "first", "line")


def written(rows: Iterable[Row]) -> str:
    """Rows as text, a line of JSON each."""
    return "".join(json.dumps(astuple(row), separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows)


def read(lines: Iterable[str]) -> list[Row]:
    """The inverse of `written`; ValueError for what is no row."""
    return [_row(json.loads(line)) for line in lines]


def _row(values: Any) -> Row:
    if not isinstance(values, list) or len(values) != len(COLUMNS) or type(values[0]) is not int:
        raise ValueError("no row")
    return made(values)


def made(values: Sequence[Any]) -> Row:
    """A row from the values of its columns, lists for tuples."""
    named = dict(zip(COLUMNS, values, strict=True))
    for name in _TUPLES:
        if named[name] is not None:
            named[name] = tuple(named[name])
    return Row(**named)
