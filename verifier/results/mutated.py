"""Mutants of rules, and what killed them."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from verifier.results.edition import EditionNote
from verifier.results.result import Result

KILLED, MISSING, EQUIVALENT, UNDECIDED = "killed", "missing-scenario", "equivalent", "undecided"  # verdicts


@frozen
class MutantRow:
    """A rule with one thing altered, and what killed it.

    `verdict`: "killed" (`by` a "line", "property" or "count" of `scenario`, or "random": the games that it names),
    "missing-scenario" (only `witness`, a position as the text of a scenario, shows it), "equivalent" (proved, from the
    invariants in `lemmas`) or "undecided".  `what` says more.
    """

    number: int
    rule: str
    file: str
    line: int
    kind: str
    text: str
    clauses: tuple[str, ...]
    verdict: str
    by: str = ""
    scenario: str = ""
    what: str = ""
    lemmas: tuple[str, ...] = ()
    witness: str | None = None
    written: str | None = None


@frozen(repr=False)
class Mutated(Result):
    """The mutants of a game, compared with some scenarios; `ending` is "done", "seconds" or "interrupted"."""

    command: ClassVar[str] = "mutants"
    game: str
    edition: EditionNote
    scenarios: tuple[str, ...]
    ending: str
    mutants: tuple[MutantRow, ...]
    seconds: float = field(eq=False)
    game_title: str = ""
