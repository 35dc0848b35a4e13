"""What solving a deal showed, and what judging a line of somebody's showed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from verifier.report.results.played import About, Grade, Replayed
from verifier.verdict import Verdict


@frozen
class NoReturn:
    """Where a line let go of a grade: before event `number` (1 is the first) it was within reach, after it no more.

    `number` 0 means that it was out of reach from the start; `known` is False when no closed search says.
    """

    known: bool
    goal: str
    number: int | None = None
    event: str | None = None
    reason: str = ""


@frozen
class Expected:
    """What the scenario expected and whether it came out: None when a limit keeps it open."""

    told: str
    met: bool | None


@frozen
class Solved:
    """The answer to `solve`: the line's decisions, the verdict with its proof, and what was expected of it."""

    about: About
    goal: str
    verdict: Verdict
    proof: str | None
    ending: str
    grade: Grade | None
    upper_bound: Grade | None
    line: tuple[str, ...]
    search: Mapping[str, Any]
    checked: str
    played: Replayed | None = None
    no_return: NoReturn | None = None
    expected: Expected | None = None
    second_opinion: str = ""


@frozen
class ReviewedDecision:
    """A decision somebody made: "best", "worse", "lost" (the game) or "unknown".

    `before` and `after` are the best grades that could be had, where they are known; `better` is a best decision instead, and
    `cost` the first field of the grade that this one lowers.
    """

    number: int
    event: str
    verdict: str
    before: Grade | None = None
    after: Grade | None = None
    better: str | None = None
    cost: str | None = None


@frozen
class Reviewed:
    """A line judged decision by decision; `best` is what could be had at its start, `grade` what its end is worth."""

    about: About
    decisions: tuple[ReviewedDecision, ...]
    over: bool
    grade: Grade | None
    best: Grade | None
    ending: str
    seconds: float
