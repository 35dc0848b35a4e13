"""What solving a deal showed, and what judging a line of somebody's showed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from verifier.results.counted import CountedLines
from verifier.results.difficult import Difficulty
from verifier.results.luck import Chances, Luck
from verifier.results.played import About, Grade, Replayed
from verifier.results.result import FLAT, SHOWN_ONLY, Result
from verifier.verdict import Verdict

UNGRADED = "no-grade"  # why it is not known what all could reach


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
class Lost:
    """That no line which was found wins: no line of the deal `wins` (a verb of the game's), if it is `proved`."""

    wins: str
    proved: bool


@frozen
class DeadEnds:
    """Positions where nothing is legal, and which the rules do not call an end: at least so many were found, and a line to one.

    `why` says it as the reference does.
    """

    positions: int
    line: tuple[str, ...]
    why: str


@frozen
class Shortest:
    """How short the line is among all that are as good: none with fewer than `at_least` decisions has its grade, or a better one.

    `ending` says why the search for a shorter one ended, after it had stored so many `states`; `positions` is how many positions
    the checker then expanded again to re-establish the number, and `not_re_checked` why it did not (None: nothing is proved).
    Of lines that come to an end; where play gets stuck, nobody knows what a rule would make of it.
    """

    decisions: int
    at_least: int
    ending: str
    states: int
    positions: int | None = None
    not_re_checked: str | None = None

    @property
    def proved(self) -> bool:
        """Whether no line as good has fewer decisions."""
        return self.decisions <= self.at_least


@frozen
class Expected:
    """What the scenario expected and whether it came out: None when a limit keeps it open."""

    text: str
    met: bool | None


@frozen
class Grounds:
    """What an answer rests on, besides the rules of the game.

    `line`: it was replayed by the plain rules.  `search`: what followed every line that matters ("closed", "z3", or a
    "certificate" that says so), if the proof is that; `positions` is how many positions the checker then expanded again, one by
    one, so that neither the search nor the bound need be trusted, and `not_re_checked` why it did not.  `bound`:
    where the bound that the
    proof uses comes from ("highest": no grade is higher; "proved"; "taken" from the game, not proved).  `asked`: somebody
    asked for the re-check.  `interchangeable`: the enums of whose members a search that closed took any order for the same, as
    was proved of the rules when they were loaded.  `never_worse`: what the game declares never worse, by which a search that
    closed left states out; z3 has proved it.
    """

    asked: bool = False
    line: bool = False
    search: str | None = None
    bound: str | None = None
    positions: int | None = None
    not_re_checked: str | None = None
    interchangeable: tuple[str, ...] = ()
    never_worse: str = ""

    @property
    def complete(self) -> bool:
        """Whether a proof rests on nothing that was neither re-checked nor proved."""
        return self.positions is not None or (self.search is None and self.bound in ("highest", "proved"))


@frozen
class Settled:
    """The fields of a grade that are proved though the whole grade is not: no line is better in them.

    `by`: "line", which has the highest values that they can have, or "bound".
    """

    fields: Grade
    by: str


@frozen(repr=False)
class Solved(Result):
    """The answer to `solve`: the line's decisions, the verdict with its proof, and what was expected of it.

    `short_deal` says what stops games on a deal that is too short for any at random to end; it is empty for all others.
    `dead_ends` is about lines that come to no end, if there are such, and the bound would allow something better behind them.
    `shortest`, `difficulty` and `best_lines` are None where nobody asked.  `found_by` is the way of searching that came to the
    grade of the line ("beam", "best-first", "playouts", "repair", "exhaustive", "rollouts", "z3"); it is empty where there is
    none, or nothing to search.
    """

    command: ClassVar[str] = "solve"
    about: About = field(metadata=FLAT)
    goal: str
    verdict: Verdict
    proof: str | None
    ending: str
    grade: Grade | None
    upper_bound: Grade | None
    line: tuple[str, ...]
    search: Mapping[str, Any] = field(eq=False)
    rests_on: Grounds = Grounds()
    settled: Settled | None = None
    played: Replayed | None = field(default=None, eq=False, metadata=SHOWN_ONLY)
    no_return: NoReturn | None = None
    expected: Expected | None = None
    cross_check: str = ""
    short_deal: str = ""
    lost: Lost | None = None
    dead_ends: DeadEnds | None = None
    difficulty: Difficulty | None = None
    best_lines: CountedLines | None = None
    shortest: Shortest | None = None
    found_by: str = ""


@frozen
class ReviewedDecision:
    """A decision somebody made, the event `at` of the line (1 is the first): "best", "worse", "lost" (the game) or "unknown".

    `before` and `after` are the best grades that could be reached, where they are known; `better` is a better decision, and
    `cost` the first field of the grade that this one lowers: the field number `severity`, where 0 is what matters most.
    `kept`, of an unknown one, are fields that it does not lower; `open` is why it is not known: "limit", "deal", where the deal
    does not say what follows, or "no-grade", where no line is better for all.  `chances` is what it is worth to somebody who does
    not know the deal, if that was asked.
    """

    number: int
    event: str
    verdict: str
    before: Grade | None = None
    after: Grade | None = None
    better: str | None = None
    cost: str | None = None
    kept: Settled | None = None
    at: int = 0
    severity: int | None = None
    open: str = ""
    chances: Chances | None = None


@frozen(repr=False)
class Reviewed(Result):
    """A line judged decision by decision; `best` is what could be reached at its start, `grade` what its end is worth.

    `settled` are fields of the best that are known where the whole is not.  `luck` is where the game went by mistakes that could
    be known and by chance, if that was asked.
    """

    command: ClassVar[str] = "review"
    about: About = field(metadata=FLAT)
    decisions: tuple[ReviewedDecision, ...]
    over: bool
    grade: Grade | None
    best: Grade | None
    ending: str
    seconds: float = field(eq=False)
    settled: Settled | None = None
    luck: Luck | None = None
