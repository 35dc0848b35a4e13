"""What playing showed: games, lines, legal moves.  Boards are None where nobody asked for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from verifier.results.edition import EditionNote, EditionRow
from verifier.results.result import FLAT, SHOWN_ONLY, Result
from verifier.results.tested import Recorded

Grade = Mapping[str, Any]


@frozen
class GameRow:
    """An installed game: its editions, how much of its rulebook its rules name, or what is wrong with it.

    `tested` is what its package keeps of the statuses of its clauses, `unnamed` are the clauses with a rule that nothing names.
    `described` are editions with all their values, the default first, and `on_offer` are properties that `check` asks if they are
    named, with what each says; both are empty where nobody asked for them.
    """

    name: str
    package: str
    title: str = ""
    editions: tuple[EditionNote, ...] = ()
    events: int = 0
    phases: int = 0
    clauses: int = 0
    clauses_ruled: int = 0
    clauses_named: int = 0
    readings: int = 0
    recorded: int = 0
    properties: int = 0
    problems: tuple[str, ...] = ()
    tested: Recorded = Recorded(False)
    grade_order: str = ""
    described: tuple[EditionRow, ...] = ()
    unnamed: tuple[str, ...] = ()
    on_offer: Mapping[str, str] = field(factory=dict)


@frozen(repr=False)
class Games(Result):
    """The answer to `games`: those that are installed, by their names."""

    command: ClassVar[str] = "games"
    games: tuple[GameRow, ...]


@frozen(repr=False)
class Dealt(Result):
    """The answer to `deal`: the `scenario` as the text of a file, or the `file` that it was written to, where that was asked."""

    command: ClassVar[str] = "deal"
    game: str
    edition: EditionNote
    seed: int | None
    file: str | None
    scenario: str | None


@frozen
class About:
    """Which question an answer belongs to: the scenario, its edition, the rulings in force, what is fixed of chance.

    `grade_order` says whose order the fields of a grade have; empty where the game does not.
    """

    game: str
    game_title: str
    scenario: str
    title: str
    edition: EditionNote
    rulings: Mapping[str, str]
    chosen: Mapping[str, str]
    deal: Mapping[str, Any]
    grade_order: str = ""


@frozen
class Happening:
    """One transition: its label, kind (decision, chance or step), clauses in the order of use.

    `seat` is whose decision it is, None where the game does not say and where nobody decides.  The state and the board after it
    are None where they were not asked for.
    """

    event: str
    kind: str
    clauses: tuple[str, ...]
    state: Mapping[str, Any] | None = None
    board: str | None = field(default=None, eq=False, metadata=SHOWN_ONLY)
    seat: str | None = None


@frozen
class BrokenProperty:
    """A property that does not hold after an event of a line, by its name and in words."""

    number: int
    property: str
    text: str


@frozen(repr=False)
class Replayed(Result):
    """A line played to its end: every transition, and what there is then: a grade when the game is over, else what is next.

    `broken` has the properties that do not hold, each with the number of the event that broke it (1 is the first).
    """

    command: ClassVar[str] = "replay"
    about: About = field(metadata=FLAT)
    start: Mapping[str, Any] | None
    start_board: str | None = field(eq=False, metadata=SHOWN_ONLY)
    events: tuple[Happening, ...]
    over: bool
    grade: Grade | None
    next: str
    clauses: Mapping[str, str]
    broken: tuple[BrokenProperty, ...] = ()


@frozen
class Illegal:
    """A move that is not legal here, and the clause that forbids it."""

    event: str
    clause: str


@frozen
class Outcome:
    """What chance can bring, and its weight among the others."""

    event: str
    weight: int


@frozen(repr=False)
class Moves(Result):
    """What can be done in a position: legal moves, forbidden ones, or what chance can bring (with weights).

    Of a decision only the moves that start with the words of `only` are there; all, if it is empty.  `seats` says whose each
    legal move is, in their order; None where the game does not say, or where it is everybody's.
    """

    command: ClassVar[str] = "moves"
    about: About = field(metadata=FLAT)
    events: tuple[str, ...]
    state: Mapping[str, Any]
    board: str | None = field(eq=False, metadata=SHOWN_ONLY)
    kind: str
    legal: tuple[str, ...]
    illegal: tuple[Illegal, ...]
    outcomes: tuple[Outcome, ...]
    grade: Grade | None
    clauses: Mapping[str, str]
    only: str = ""
    seats: tuple[str | None, ...] = ()
