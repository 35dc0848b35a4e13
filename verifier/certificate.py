"""Re-establishes what a search claims, from the rules alone: few lines, no search code, nothing but the standard library.

Trusted: the game's rules as the reference runs them, and this file.  Not trusted: whoever made the claim.  What is checked:

* the line: every decision legal where it stands, everything else as the rules and the deal have it, an end at the end;
* the grade: what the rules give that end, and not above the claimed upper bound;
* the upper bound: the game's bound at a position that every line goes through (the start, or behind it as long as nobody
  had a choice), or for the proof `exhausted` the grade itself;
* the proof `bound-attained`: the grade is that bound.  That the game's bound is one is a statement about its rules, which
  this file takes as given; tests compare it with exhaustive searches;
* the proof `exhausted`, when a closed set comes with the claim: the start is in it, whatever can follow a member is in it,
  and no end in it is better.  Without the set only the line is checked, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

P = TypeVar("P")
Key = tuple[int, ...]
Grade = tuple[int, ...]

BOUND_ATTAINED = "bound-attained"
EXHAUSTED = "exhausted"


class Rules(Protocol[P]):
    """What is asked of a game under a setting; positions are values that never change."""

    def key(self, position: P) -> Key:
        """The whole position as integers."""

    def at(self, key: Key) -> P:
        """The position of a key; ValueError or LookupError for a key that is none."""

    def over(self, position: P) -> bool:
        """Whether the game has ended."""

    def grade(self, position: P) -> Grade | None:
        """The grade of an end, the field that matters most first; None when the game has no grades."""

    def bound(self, position: P) -> Grade | None:
        """A grade that no line from here can pass; None when the game has no bound."""

    def legal(self, position: P) -> list[str]:
        """The decisions that are legal here; none where nobody decides."""

    def decide(self, position: P, event: str) -> P | None:
        """The position after a decision; None when it is not legal here, or none."""

    def automatic(self, position: P) -> P | None:
        """The position after what the rules or the deal make happen; None at decisions, ends, and where the deal is silent."""


@dataclass(frozen=True)
class Claim:
    """What somebody says: a line of decisions from a start to an end of this grade, a bound, and how both are proved."""

    line: tuple[str, ...]
    grade: Grade
    upper_bound: Grade | None = None
    proof: str | None = None
    closed_set: Collection[Key] | None = None


@dataclass(frozen=True)
class Certified:
    """What was re-established: the line, and with it `bound`, `closed-set` or (only the line) `line`."""

    established: str
    positions: int


class Rejected(Exception):
    """A claim that does not hold, with the first reason found."""


def check(rules: Rules[P], start: P, claim: Claim) -> Certified:
    """Re-establish a claim, or raise Rejected."""
    positions, bounds = _check_line(rules, start, claim)
    if claim.proof not in (None, BOUND_ATTAINED, EXHAUSTED):
        raise Rejected(f"there is no proof called {claim.proof!r}")
    if claim.upper_bound is not None and claim.grade > claim.upper_bound:
        raise Rejected(f"the grade {claim.grade} is above the bound {claim.upper_bound}")
    if claim.proof == EXHAUSTED:
        if claim.upper_bound is not None and claim.upper_bound != claim.grade:
            raise Rejected(f"an exhausted search leaves no room between {claim.grade} and {claim.upper_bound}")
        if claim.closed_set is None:
            return Certified("line", positions)
        return Certified("closed-set", positions + _check_closed(rules, start, claim.grade, claim.closed_set))
    if claim.upper_bound is not None and claim.upper_bound not in bounds:
        raise Rejected(f"{claim.upper_bound} is not the bound of a position that every line goes through")
    if claim.proof == BOUND_ATTAINED:
        if claim.upper_bound is None or claim.grade != claim.upper_bound:
            raise Rejected(f"the grade {claim.grade} is not the bound {claim.upper_bound}")
        return Certified("bound", positions)
    return Certified("line", positions)


def _check_line(rules: Rules[P], start: P, claim: Claim) -> tuple[int, list[Grade]]:
    """Replay the line; how many positions it has, and the bounds of those that every line goes through."""
    position, count, forced = start, 0, True
    bounds: list[Grade] = []
    for number in range(len(claim.line) + 1):
        for settling in _settling(rules, position):
            position, count = settling, count + 1
            bound = rules.bound(position) if forced else None
            if bound is not None:
                bounds.append(bound)
        if number == len(claim.line):
            break
        forced = forced and len(rules.legal(position)) == 1
        following = rules.decide(position, claim.line[number])
        if following is None:
            raise Rejected(f"event {number + 1}, {claim.line[number]!r}, is not legal")
        position = following
    if not rules.over(position):
        raise Rejected("the line ends before the game does")
    grade = rules.grade(position)
    if grade != claim.grade:
        raise Rejected(f"the line ends with the grade {grade}, not {claim.grade}")
    return count, bounds


def _settling(rules: Rules[P], position: P) -> Iterator[P]:
    """The position and what follows by itself, up to the next decision or end; Rejected if that goes on for ever."""
    seen: set[Key] = set()
    following: P | None = position
    while following is not None:
        key = rules.key(following)
        if key in seen:
            raise Rejected("the rules loop without any decision")
        seen.add(key)
        yield following
        following = rules.automatic(following)


def _check_closed(rules: Rules[P], start: P, grade: Grade, closed: Collection[Key]) -> int:
    """Check that the set holds the start and whatever follows its members, and no better end; how many members it has."""
    members = frozenset(closed)
    if rules.key(start) not in members:
        raise Rejected("the start is not in the closed set")
    for key in members:
        try:
            position = rules.at(key)
        except (ValueError, LookupError) as error:
            raise Rejected(f"{key} is no position") from error
        if rules.key(position) != key:
            raise Rejected(f"{key} is not how its position is written")
        if rules.over(position):
            end = rules.grade(position)
            if end is None or end > grade:
                raise Rejected(f"an end of the grade {end} is in the closed set")
            continue
        for following in _following(rules, position):
            if rules.key(following) not in members:
                raise Rejected("a position that can follow is not in the closed set")
    return len(members)


def _following(rules: Rules[P], position: P) -> Iterator[P]:
    """Whatever can come next: each legal decision, or what happens by itself."""
    for event in rules.legal(position):
        decided = rules.decide(position, event)
        if decided is None:
            raise Rejected(f"{event!r} is called legal and cannot be done")
        yield decided
    following = rules.automatic(position)
    if following is not None:
        yield following
