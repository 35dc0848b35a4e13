"""Examples that were looked for: two sides of a reading, positions, orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from verifier.results.difficult import Difficulty
from verifier.results.edition import EditionNote
from verifier.results.played import About, Happening
from verifier.results.result import FLAT, SHOWN_ONLY, Result
from verifier.verdict import Verdict


@frozen
class FoundSide:
    """One side of an example: the choice, what happened, and the table it ends with."""

    choice: str
    events: tuple[Happening, ...]
    state: Mapping[str, Any]
    board: str | None = field(eq=False, metadata=SHOWN_ONLY)


@frozen(repr=False)
class FoundPosition(Result):
    """A smallest position from which a property breaks or a goal is reached, or none.

    No position with fewer than `none_below` to lay out does it within `steps` transitions (None: no position at all, by
    `lemmas`, and if `whatever_length` no line of any length).  `scenario` is the position as the text of a file; `events` lead
    from it to where it breaks; `last` is the event whose rule failed behind them.
    """

    command: ClassVar[str] = "find-position"
    game: str
    edition: EditionNote
    rulings: Mapping[str, str]
    property: str
    kind: str
    summary: str
    verdict: Verdict
    reason: str
    within: int
    steps: int
    none_below: int | None
    whatever_length: bool
    lemmas: tuple[str, ...]
    smallest: bool
    seconds: float = field(eq=False)
    size: int | None = None
    start: Mapping[str, Any] | None = None
    board: str | None = field(default=None, eq=False, metadata=SHOWN_ONLY)
    events: tuple[Happening, ...] = ()
    last: str | None = None
    failure: str = ""
    end_board: str | None = field(default=None, eq=False, metadata=SHOWN_ONLY)
    scenario: str | None = None
    file: str | None = None
    clauses: Mapping[str, str] = field(factory=dict)


@frozen
class Aim:
    """A difficulty to aim at: at least so many only moves along the best line, at most so many per cent of random games won."""

    only_moves: int | None = None
    random_wins: float | None = None


@frozen(repr=False)
class FoundOrder(Result):
    """An order of the next outcomes of a stream with which a deal is won by some line (`won`), or lost by every one; or none.

    With an `aim` the deal is won and as hard as that; where no order that was tried is, `order` is the one that comes nearest
    (`is_nearest`): fewest only moves short, then fewest random games won too many.  `difficulty` is that of the deal.

    `tried` orders were judged, `undecided` of them without an answer; the fate of a deal rests on the first `entries` of the
    order.  `line`, with its grade, is one that wins whatever follows those, or the best one that loses; `scenario_text` is the
    deal as the text of a file.
    """

    command: ClassVar[str] = "find-order"
    about: About = field(metadata=FLAT)
    stream: str
    count: int
    rearranged: bool
    won: bool
    verdict: Verdict
    reason: str
    ending: str
    tried: int
    undecided: int
    seconds: float = field(eq=False)
    order: tuple[str, ...] = ()
    entries: int | None = None
    grade: Mapping[str, Any] | None = None
    line: tuple[str, ...] = ()
    scenario_text: str | None = None
    file: str | None = None
    aim: Aim | None = None
    is_nearest: bool = False
    difficulty: Difficulty | None = None


@frozen(repr=False)
class FoundReadings(Result):
    """Two choices of a reading compared over a region of the rules: an example where they end differently, or none.

    No example needs fewer than `none_below` to be laid out; `how` says for each size below how that is known.  `size` is
    `laid_out` and `drawn` together; `scenario` is the example as the text of a file.
    """

    command: ClassVar[str] = "find-readings"
    game: str
    edition: EditionNote
    rulings: Mapping[str, str]
    reading: str
    question: str
    choices: tuple[str, str]
    begins: tuple[str, ...]
    stops: tuple[str, ...]
    verdict: Verdict
    reason: str
    none_below: int
    how: tuple[str, ...]
    smallest: bool
    seconds: float = field(eq=False)
    within: int
    size: int | None = None
    laid_out: int | None = None
    drawn: int | None = None
    start: Mapping[str, Any] | None = None
    board: str | None = field(default=None, eq=False, metadata=SHOWN_ONLY)
    sides: tuple[FoundSide, ...] = ()
    scenario: str | None = None
    file: str | None = None
    clauses: Mapping[str, str] = field(factory=dict)
