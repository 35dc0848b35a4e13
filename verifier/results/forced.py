"""What a coalition of seats can force, and what it can have if everybody helps."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen

from verifier.results.played import About, Replayed
from verifier.results.result import FLAT, SHOWN_ONLY, Result

Worth = Any  # an outcome in words: a flag, a number, or the fields of a record; None for play that never ends


@frozen
class Recheck:
    """How many positions of a strategy the plain rules were asked about; None where they were not, for this reason.

    Where nobody is sure of anything there is nothing to be asked, and so there is with everybody's help.
    """

    positions: int | None = None
    why_not: str = ""

    @property
    def is_open(self) -> bool:
        """Whether there was something to ask and it was not asked."""
        return bool(self.why_not)


@frozen(repr=False)
class Forced(Result):
    """The answer to `force`: what `seats` are sure of, whoever `against` is ("rest", or "nobody": all of them help).

    `least` is what they can force, and `most` more than which they cannot; the same where it is settled (`exact`).  Of several
    seats what counts is the one that an end is worth least to.  `chance` is "deal", "open" (then whoever is against the seats
    has chance on their side) or "none".  `endless` says what play that never ends is to the seats: "worst" or "best".

    `blind`: their decisions rest only on what the game does not hide from whoever makes them; then `least` is what a strategy
    without memory is known to do, and nobody can do more than `most` with open cards.

    With `to` they want to come to a goal, or to keep an invariant (`kind`: "goal", "invariant" or "outcome"): then `least` and
    `most` are true or false.  The `line` is played as well as can be by both sides, and `goes_on` says whether play does behind
    it.  `strategy` and `replies` are what was re-checked of each side's strategy.

    From z3, which looks at play of at most `decisions` decisions (of all sides together; null from a search), `least` is forced
    within those, `settled` says that z3 proved that no more is, and `most` speaks of any play: it is `least` only where no play
    takes more decisions.  `counterexamples` counts the replies that z3 was told.  `cross_check` is what z3 says to a search.
    """

    command: ClassVar[str] = "force"
    about: About = field(metadata=FLAT)
    seats: tuple[str, ...]
    against: str
    chance: str
    blind: bool
    endless: str
    to: str
    kind: str
    least: Worth
    most: Worth
    exact: bool
    ending: str
    states: int
    transitions: int
    unknown: int
    line: tuple[str, ...]
    goes_on: bool
    strategy: Recheck
    replies: Recheck
    reason: str
    seconds: float = field(eq=False)
    played: Replayed | None = field(default=None, eq=False, metadata=SHOWN_ONLY)
    decisions: int | None = None
    settled: bool = False
    counterexamples: int = 0
    cross_check: str = ""
