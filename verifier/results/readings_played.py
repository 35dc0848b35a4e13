"""What each reading of a rulebook does to somebody who plays well and sees the table alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from attrs import field, frozen

from verifier.results.edition import EditionNote
from verifier.results.result import Result
from verifier.results.share import Mean, Share

MUCH, LITTLE = 0.05, 0.02  # of the deals
RARE = 0.02  # of the deals: where fewer are won under any choice, or lost, shares say nothing of what it does
SELDOM = LITTLE  # of the games: a choice that comes up in no more of them is played only for those who name it
Effect = Literal["much", "little", "some", "less", "open"]


@frozen
class Rival:
    """Whoever wins most of some other deals without having learned anything, beside somebody who learned.

    `policy` is a search that learned nothing, under a choice the one that wins most under the rulings in force; `won` is the
    share that it wins, and `own` what the player wins who learned; `gain` is how much larger that is, `low` and `high` the ends
    of its 95 % interval.
    """

    policy: str
    own: Share
    won: Share
    gain: float
    low: float
    high: float

    @property
    def is_beaten(self) -> bool:
        """Whether the player who learned wins more for certain (95 %), or wins them all."""
        return self.low > 0 or self.own.count == self.own.of

    @property
    def is_close(self) -> bool:
        """Whether the player who learned wins hardly more: not for certain, or by less than 5 points, and than what it loses.

        Where few deals are won, twice as many are more, however few points that is.
        """
        won = self.own.count / max(1, self.own.of)
        return not self.is_beaten or self.gain < min(MUCH, 1 - won, won / 2)


@frozen
class ChoicePlayed:
    """A choice of a reading, played on the same deals as the rulings in force by somebody who learned the game under it.

    `won` is the share won, `gain` how much larger it is than under the rulings in force, `low` and `high` the ends of the 95 %
    interval of that, which allows for luck in learning.  `came_to` has how much larger the mean of each number of the grade is,
    over the deals that end under both, with its 95 % interval; nothing of fewer than 10.  `random` is the share that random
    players win.  `effect`: "much" where the share changes by more than 5 points for certain (95 %), "little" where by less than
    2, "some" where it changes, "less" where by less than 5 points if at all, and "open" where these deals do not tell even that.
    `weights` is the digest of what the player had learned.
    `came_up` is the share of the games under the rulings in force in which the choice makes a difference at some position.
    `rival` is who wins most without having learned anything; where it is close, more can be won than the player wins, for all
    we know.  `anew` says that the player learned the game under the choice from the beginning.
    `seats` has how much more ends are worth to each seat, if seats play for themselves, with its 95 % interval.  `unended` games
    of the player and of the random one stopped without an end, and count as lost; `why` says why the first of them did.
    """

    reading: str
    choice: str
    won: Share
    random: Share
    gain: float
    low: float
    high: float
    weights: str = ""
    came_to: Mapping[str, Mean] = field(factory=dict)
    came_up: Share | None = None
    rival: Rival | None = None
    anew: bool = False
    seats: Mapping[str, Mean] = field(factory=dict)
    unended: int = 0
    why: str = ""

    @property
    def effect(self) -> Effect:
        """How much the choice changes, as far as these deals tell."""
        if self.low > MUCH or self.high < -MUCH:
            return "much"
        if self.low > -LITTLE and self.high < LITTLE:
            return "little"
        if self.low > 0 or self.high < 0:
            return "some"
        return "less" if self.low > -MUCH and self.high < MUCH else "open"


@frozen
class SeldomUp:
    """A choice that was not played, since it comes up in so few of the games under the rulings in force: `came_up` of them.

    Whoever plays on as before loses by it at most that share.  What somebody may gain who aims for it was not measured.
    """

    reading: str
    choice: str
    came_up: Share


@frozen(repr=False)
class ReadingsPlayed(Result):
    """What readings change for a player who sees the table and not the deal, and goes on learning under each choice.

    `policy` is how the player plays, with `simulations` games to think (0: none); `in_force` and `random` are the shares won
    under the rulings in force, by so many `players`, each of whom played all deals, and by a random one.  `readings` has the
    question of each reading, by its name; `choices` those that were played, `seldom` those that hardly ever come up, and `left`
    those that were not played before `ending` ended it ("played": none).  `rounds` and `again` are 0 where the policy learns
    nothing.  `weights` has the digests of what the players had learned under the rulings in force, with a space between them,
    and `won_by` how many of the deals each of them won; `rival` is who wins most there without having learned anything.

    If seats play for themselves (`objective` "seat"), `seats` has the mean of what ends are worth to each seat under the rulings
    in force, from 0 to `best_outcome`, and shares that are won say nothing.  `unended` games under the rulings in force stopped
    without an end, and count as lost; `why` says why the first of them did.
    """

    command: ClassVar[str] = "readings-played"
    game: str
    edition: EditionNote
    rulings: Mapping[str, str]
    policy: str
    simulations: int
    objective: str
    seed: int
    deals: int
    rounds: int
    again: int
    players: int
    in_force: Share | None
    random: Share | None
    readings: Mapping[str, str]
    choices: tuple[ChoicePlayed, ...]
    left: tuple[str, ...]
    ending: str
    seconds: float = field(eq=False)
    weights: str = ""
    seldom: tuple[SeldomUp, ...] = ()
    won_by: tuple[int, ...] = ()
    rival: Rival | None = None
    best_outcome: int = 0
    seats: Mapping[str, Mean] = field(factory=dict)
    game_title: str = ""
    unended: int = 0
    why: str = ""

    @property
    def measure(self) -> str | None:
        """The first number of the grade, where hardly any deal is won, or lost, so that choices are told apart by its mean."""
        if not self.hardly:
            return None
        return next((name for each in self.choices for name in each.came_to), None)

    @property
    def hardly(self) -> Literal["", "won", "lost"]:
        """What hardly any deal is under all choices: won, or lost; empty where that differs."""
        shares = [each.won for each in self.choices] + ([] if self.in_force is None else [self.in_force])
        if all(each.count <= RARE * each.of for each in shares):
            return "won"
        return "lost" if all(each.count >= (1 - RARE) * each.of for each in shares) else ""
