"""Re-establishes what a search claims, from the rules alone: few lines, no search code, nothing but the standard library.

Trusted: the game's rules as the reference runs them, and this file.  Not trusted: whoever made the claim.  What is checked:

* a line: every decision legal where it stands, everything else as the rules and the deal have it, an end at the end;
* its grade: what the rules give that end, and not above the claimed upper bound;
* the upper bound: the game's bound at a position that every line goes through (the start, or behind it while nobody has a
  choice; that it is a bound is taken as given), or for the proof `exhausted` the grade; for `bound-attained` both;
* the proof `exhausted`, if a closed set comes with it: the start is in it, whatever can follow a member, and no better end;
* losses: that the nearest losing end is so many decisions away, or that no line comes to one, by distances.

A member that is no end and has nothing to follow it (a dead end, or the deal is silent) is rejected: what comes is not known.
Play that never ends is not rejected: it comes to no end, so to none that is better, and to none that loses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Protocol, TypeVar

P = TypeVar("P")
Key = tuple[int, ...]
Grade = tuple[int, ...]

BOUND_ATTAINED = "bound-attained"
EXHAUSTED = "exhausted"


class Rules(Protocol[P]):
    """The interface to a game under a setting; positions are values that never change."""
    def key(self, position: P) -> Key:
        """The whole position as integers."""
    def at(self, key: Key) -> P:
        """The position of a key; ValueError or LookupError for a key that is none."""
    def over(self, position: P) -> bool:
        """Whether the game has ended."""
    def grade(self, position: P) -> Grade | None:
        """The grade of an end, the field that matters most first; None when the game has no grades."""
    def loses(self, position: P) -> bool:
        """Whether an end is one that loses."""
    def bound(self, position: P) -> Grade | None:
        """A grade that no line from here can exceed; None when the game has no bound."""
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
class LossClaim:
    """What somebody says: this line loses, and none with fewer decisions does; or, without a line, that none loses.

    `distances`: no losing end is nearer to a position than so many decisions (`inf`: none can follow; absent: no claim).
    """

    line: tuple[str, ...] | None
    grade: Grade | None = None
    distances: Mapping[Key, float] | None = None


@dataclass(frozen=True)
class Certified:
    """What was re-established: only the `line`, or besides the `bound`, or the `closed-set` or `distances` of all positions.

    Of a `strategy` (`verifier.forced_certificate`): all positions that it leads to.
    """

    established: str
    positions: int = 0


class Rejected(Exception):
    """A claim that does not hold, with the first reason found."""


def check(rules: Rules[P], start: P, claim: Claim) -> Certified:
    """Re-establish what is said of a best line, or raise Rejected."""
    _, bounds = _check_line(rules, start, claim.line, claim.grade)
    if claim.proof not in (None, BOUND_ATTAINED, EXHAUSTED):
        raise Rejected(f"there is no proof called {claim.proof!r}")
    if claim.upper_bound is not None and claim.grade > claim.upper_bound:
        raise Rejected(f"the grade {claim.grade} is above the bound {claim.upper_bound}")
    if claim.proof is not None and claim.upper_bound != claim.grade:
        raise Rejected(f"{claim.proof} leaves no room between {claim.grade} and {claim.upper_bound}")
    if claim.proof != EXHAUSTED and claim.upper_bound is not None and claim.upper_bound not in bounds:
        raise Rejected(f"{claim.upper_bound} is not the bound of a position that every line goes through")
    if claim.proof == EXHAUSTED and claim.closed_set is not None:
        return Certified("closed-set", _check_closed(rules, start, claim.grade, claim.closed_set))
    return Certified("bound" if claim.proof == BOUND_ATTAINED else "line")


def check_loss(rules: Rules[P], start: P, claim: LossClaim) -> Certified:
    """Re-establish what is said of losing, or raise Rejected."""
    if claim.line is not None and not rules.loses(_check_line(rules, start, claim.line, claim.grade)[0]):
        raise Rejected("the line does not lose")
    claimed, distances = inf if claim.line is None else len(claim.line), claim.distances or {}
    if claim.line is not None and claim.distances is None:
        return Certified("line")
    if not _distance(rules, start, distances) >= claimed:  # `not >=`: what is no number is no distance
        raise Rejected(f"the start is not said to be {claimed} decisions from a losing end")
    for key, distance in distances.items():
        position = _position(rules, key)
        if distance > 0 and rules.over(position) and rules.loses(position):
            raise Rejected(f"a losing end is said to be {distance} decisions from one")
        for decisions, following in following_of(rules, position) if distance > 0 else ():
            if not _distance(rules, following, distances) + decisions >= distance:
                raise Rejected(f"a position said to be {distance} decisions from a losing end has a nearer one behind it")
    return Certified("distances", len(distances))


def _distance(rules: Rules[P], position: P, distances: Mapping[Key, float]) -> float:
    """What is said of the first position, from here to the next decision or end, that something is said of."""
    return next((distances[key] for key in map(rules.key, _settling(rules, position)) if key in distances), 0)


def _check_line(rules: Rules[P], start: P, line: tuple[str, ...], grade: Grade | None) -> tuple[P, list[Grade | None]]:
    """Replay a line that ends with a grade: its end, and the bounds of the positions that every line goes through."""
    following, forced, bounds = start, True, list[Grade | None]()
    for number in range(len(line) + 1):
        for position in _settling(rules, following):
            bounds += [rules.bound(position)] if forced else []
        if number < len(line):
            forced = forced and len(rules.legal(position)) == 1
            decided = None if rules.over(position) else rules.decide(position, line[number])
            if decided is None:
                raise Rejected(f"event {number + 1}, {line[number]!r}, is not legal")
            following = decided
    if not rules.over(position):
        raise Rejected("the line ends before the game does")
    if grade is None or rules.grade(position) != grade:
        raise Rejected(f"the line ends with the grade {rules.grade(position)}, not {grade}")
    return position, bounds


def _settling(rules: Rules[P], position: P) -> Iterator[P]:
    """The position and what follows by itself, up to the next decision or end, or to where it has been before."""
    seen: set[Key] = set()
    following: P | None = position
    while following is not None and (key := rules.key(following)) not in seen:
        seen.add(key)
        yield following
        following = None if rules.over(following) else rules.automatic(following)


def _check_closed(rules: Rules[P], start: P, grade: Grade, closed: Collection[Key]) -> int:
    """Check that the set holds the start and whatever follows its members, and no better end; how many members it has."""
    members = frozenset(closed)
    if rules.key(start) not in members:
        raise Rejected("the start is not in the closed set")
    for key in members:
        position = _position(rules, key)
        end = rules.grade(position) if rules.over(position) else grade
        if end is None or end > grade:
            raise Rejected(f"an end of the grade {end} is in the closed set")
        for _, following in following_of(rules, position):
            if rules.key(following) not in members:
                raise Rejected("a position that can follow is not in the closed set")
    return len(members)


def _position(rules: Rules[P], key: Key) -> P:
    """The position of a key that is written as the rules write it."""
    try:
        position = rules.at(key)
    except (ValueError, LookupError) as error:
        raise Rejected(f"{key} is no position") from error
    if rules.key(position) != key:
        raise Rejected(f"{key} is not how its position is written")
    return position


def following_of(rules: Rules[P], position: P) -> Iterator[tuple[int, P]]:
    """What can come next, and the decisions it takes: each legal one, or what happens by itself; Rejected if nothing can."""
    if rules.over(position):
        return
    events, following = rules.legal(position), rules.automatic(position)
    for event in events:
        decided = rules.decide(position, event)
        if decided is None:
            raise Rejected(f"{event!r} is called legal and cannot be done")
        yield 1, decided
    if following is not None:
        yield 0, following
    elif not events:
        raise Rejected("nothing can follow a position that is no end: it is a dead end, or the deal is silent")
