"""A line to step through, moment by moment."""

from __future__ import annotations

from attrs import frozen

from verifier.lang.picture import Picture
from verifier.results.luck import Luck
from verifier.results.played import About, Grade, Happening, Replayed
from verifier.results.solved import ReviewedDecision, Solved


@frozen
class Alternative:
    """A legal decision at a point of a line, and the grade that it would still reach.

    `grade` is the best that was found behind it (None: no line to an end), and `known` whether a closed search says that none
    is better; `played` whether it is what the line does, and `loses` whether another decision there is known to reach more.
    """

    event: str
    grade: Grade | None
    known: bool
    played: bool
    loses: bool


@frozen
class Reach:
    """The best grade that a position can still reach, knowing the whole deal: at least `low`, at most `high` (None: no end).

    `known` says that the two are the same; `order` are the numbers of the two among all grades, -1 for no end.
    """

    low: Grade | None
    high: Grade | None
    known: bool
    order: tuple[int, int] = (-1, -1)


@frozen
class Moment:
    """An event of a line as a page shows it: what it is in words, its number among the decisions, and the table after it.

    `broken` says in words which properties do not hold after it; `reach` is None where nobody knows, or the game has no grades;
    `alternatives` is empty where nobody asked for them.
    """

    happening: Happening
    words: str
    decision: int | None
    picture: Picture | None
    broken: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    reach: Reach | None = None


@frozen
class PropertyKept:
    """A property that was asked after every event of a line, and the numbers of the events that break it."""

    name: str
    kind: str
    summary: str
    clauses: tuple[str, ...]
    broken_at: tuple[int, ...]


@frozen
class Stepped:
    """A line to step through: every event with the table after it, and the answer that the line belongs to, if there is one.

    `moments` are the events of `played`, whose boards are None where the game has a picture; `decisions` judges those of them
    that are decisions, where the game has grades; `luck` is there where they are judged without the deal, too.
    """

    about: About
    played: Replayed
    start_picture: Picture | None
    moments: tuple[Moment, ...]
    properties: tuple[PropertyKept, ...]
    solved: Solved | None = None
    start_reach: Reach | None = None
    decisions: tuple[ReviewedDecision, ...] = ()
    luck: Luck | None = None
