"""How likely an end is under best play, or what the end is expected to be worth."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from attrs import field, frozen

from verifier.results.played import About
from verifier.results.result import FLAT, Result

CLOSE = Fraction(1, 10**9)  # what two bounds may differ by to be as good as one number


@frozen
class Choice:
    """An event at the start, a decision or an outcome of chance, with the odds behind it.

    `best` if no other can be better for whoever decides, by more than a billionth where odds are not exact.
    """

    event: str
    low: Fraction
    high: Fraction
    best: bool


@frozen
class Sampled:
    """What one policy came to in so many `games` from the same position, each with a chance of its own: a sample, and no proof.

    Who plays sees the table and not what chance will bring; `policy` and `simulations` are as in `play-out`.  `count` games of
    them had a good end, a share `at`, with its 95 % interval, `low` to `high`; `unended` ones stopped without an end, which count
    as no for `low` and as yes for `high`, and `why` is of the first.  If an expected value was asked for, `at` is the mean,
    `count` is None, and games without an end count as the lowest; of fewer than 10 games the interval is all that it can be.

    `ending` is "played", or what ended play before all games were played.  `aims_at` says what the policy aims at, if that is not
    just what is asked: what was learned, or the whole grade where no game at random has a good end, by which it could go.  `lost`
    decisions were made at random, by seats that could explain no more what they had seen (0 where nothing is hidden).
    """

    policy: str
    simulations: int
    games: int
    count: int | None
    at: float
    low: float
    high: float
    unended: int = 0
    why: str = ""
    ending: str = "played"
    aims_at: str = ""
    lost: int = 0


@frozen(repr=False)
class Likely(Result):
    """The answer to `odds`: the probability of what is `wanted`, between `low` and `high`, which are the same if it is exact.

    Of more than 250,000 states, or where many of them lead to each other, they are rounded outwards, and `is_known` says that
    they are less than a billionth apart.  `low` is then what the decisions that were found come to, exactly if they lead to few
    states and never back to one.  Both are None where they could not be worked out, for `reason`.  `ending` is "closed" if every
    state was explored, "settled" if what was not makes no difference, and else what ended it.  `kind` says who moves at the
    start.  `dead_ends` of the rules were met; odds that are known are the same whatever happened there.

    If an `expected` value was asked for, it is that of this field of the grade, which can be from `lowest` to `highest`, under
    the play that makes it largest; a billionth is then one of all that it can be, and play that never ends counts as `lowest`.
    `left_out` is the number of the state that only adds up to it, if states were counted without it.

    With more than one of `stages`, these were worked out one after the other, the last one first; `states` that several parts of
    one lead to are counted as often.

    In a question with sides, `seats` play for it, and `against` says whether the others play against it ("rest") or help
    ("nobody").  `at_decision` is the decision of a line before which it was asked.

    `hides` says that the game hides things from seats: the odds are then of play with open cards, in which a decision may rest on
    all of them.

    Where the bounds have not met, `sampled` is what the best policies that there are come to from the same position: samples,
    and no proof.  They are no part of the bounds, and change nothing else in the answer.  Another policy may come to more, but
    none to more than `high` on average.  `unplayed` says why nobody played, if nobody did who was to.
    """

    command: ClassVar[str] = "odds"
    about: About = field(metadata=FLAT)
    wanted: str
    low: Fraction | None
    high: Fraction | None
    exact: bool
    ending: str
    states: int
    transitions: int
    kind: str
    choices: tuple[Choice, ...]
    reason: str
    seconds: float = field(eq=False)
    dead_ends: int = 0
    seats: tuple[str, ...] = ()
    against: str = ""
    expected: str = ""
    lowest: int = 0
    highest: int = 1
    at_decision: int | None = None
    left_out: str = ""
    stages: int = 1
    hides: bool = False
    sampled: tuple[Sampled, ...] = ()
    unplayed: str = ""

    @property
    def is_known(self) -> bool:
        """Whether the bounds are the same to nine digits."""
        return self.low is not None and self.high is not None and self.high - self.low <= CLOSE * (self.highest - self.lowest)
