"""What each reading of a rulebook does to the outcomes of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from verifier.report.results.found import FoundReadings
from verifier.report.results.played import Grade
from verifier.report.share import Share


@frozen
class Changed:
    """What another choice of a reading does to deals by one measure: the best grade, its first field, the result of a policy.

    Deals that are not decided under both choices are the undecided ones of `share`; `lost` of them are decided under the
    ruling in force, which hints at an effect and proves none.  `better` and `worse` compare grades;
    `changes` are the commonest (before, after, deals), where a result is a grade (its first field), the demand that a game
    which got stuck does not keep, or "no-end": no line of the deal ends.
    """

    measure: str
    share: Share
    lost: int
    better: int
    worse: int
    changes: tuple[tuple[Grade | str, Grade | str, int], ...]


@frozen
class StuckPlay:
    """A line of decisions that gets stuck under a choice, replayed by the reference: the deal, who found it, and why.

    `repeats` are the events that go on for ever, if the same state comes back.
    """

    demand: str
    seed: int
    found_by: str
    line: tuple[str, ...]
    why: str
    repeats: tuple[str, ...]


@frozen
class PartingPosition:
    """A position met in play at which two choices differ, shown by the reference: in what is possible, or in a result.

    `only` are the events (or outcomes of chance) possible under just the ruling in force, and under just the other choice;
    `event` is one whose result differs, and `differs` the first fields that do, with their values on both sides.
    """

    seed: int
    policy: str
    number: int
    in_piles: int
    only: tuple[tuple[str, ...], tuple[str, ...]]
    event: str | None
    differs: tuple[tuple[str, Any, Any], ...]
    state: Mapping[str, Any]
    board: str | None
    scenario: str


@frozen
class ChoiceEffect:
    """A choice of a reading against the ruling in force; `changed` is empty when it was not measured.

    Of the `positions` met by the policies under the ruling in force the choices differ at `parted`; `example` is the first of
    those with the least in piles.  `stuck` are lines that break play under this choice; `smallest` is z3's answer, if asked.
    """

    choice: str
    measured: bool
    changed: tuple[Changed, ...] = ()
    positions: int = 0
    parted: int = 0
    example: PartingPosition | None = None
    stuck: tuple[StuckPlay, ...] = ()
    smallest: FoundReadings | None = None
    seconds: float = 0.0


@frozen
class ReadingEffect:
    """A reading with the effect of each choice that is not in force."""

    id: str
    impact: str
    scope: str
    question: str
    clauses: tuple[str, ...]
    choices: Mapping[str, str]
    in_force: str
    effects: tuple[ChoiceEffect, ...]


@frozen
class MeasuredReadings:
    """What each reading does to the outcomes of seeded deals, the largest effects first; those not measured come last.

    `states` is the most that one search may take.  `best_known` and `first_known` are the deals whose best grade, and its
    first field (named `first`), are proved under the rulings in force; `stuck` are lines that break play under them.
    `recorded` readings have no choices and are only counted.  `ending` is "done", "seconds" or "interrupted".
    """

    game: str
    game_title: str
    edition: str
    rulings: Mapping[str, str]
    chosen: Mapping[str, str]
    seed: int
    deals: int
    states: int
    size: int | None
    ending: str
    first: str
    best_known: int | None
    first_known: int | None
    stuck: tuple[StuckPlay, ...]
    readings: tuple[ReadingEffect, ...]
    recorded: int
    texts: Mapping[str, str]
    seconds: float
