"""The rules of a game at a glance: which phase can follow which, and clause, function and reading side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import frozen

from verifier.results.result import Result


@frozen
class Following:
    """A rule of a phase, where it stands, and the phases that can follow it: at most these (`verifier.program.phase_graph`)."""

    rule: str
    place: str
    next: tuple[str, ...]


@frozen
class PhaseRow:
    """A phase: its `kind` ("decision", "chance", "step", "end"), its rules, and whether the set-up can leave the game in it."""

    name: str
    kind: str
    is_start: bool
    rules: tuple[Following, ...]


@frozen
class FunctionRow:
    """A rule that names a clause, where it first does; not `by_play` if it is only asked of a state (a property, a grade)."""

    rule: str
    place: str
    by_play: bool


@frozen
class ReadingRow:
    """An ambiguity: its `ruling` by default, and its choices with what each means; without a switch, none."""

    id: str
    question: str
    ruling: str
    choices: Mapping[str, str]
    clauses: tuple[str, ...]


@frozen
class LedgerRow:
    """A clause of the rulebook ledger with the functions that name it and the ids of the readings that are about it."""

    id: str
    place: str
    kind: str
    text: str
    not_modelled: str
    functions: tuple[FunctionRow, ...]
    readings: tuple[str, ...]


@frozen(repr=False)
class RulesOverview(Result):
    """The answer to `games GAME --rules`; `layers` are the phases by how many rules lead to them from the set-up at the least.

    The last layer holds those that no way leads to from the set-up, if there are any.
    """

    command: ClassVar[str] = "rules"
    game: str
    title: str
    phases: tuple[PhaseRow, ...]
    layers: tuple[tuple[str, ...], ...]
    clauses: tuple[LedgerRow, ...]
    readings: tuple[ReadingRow, ...]
