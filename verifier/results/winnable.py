"""How many deals can be won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from verifier.results.difficult import Difficulty
from verifier.results.edition import EditionNote
from verifier.results.played import Grade
from verifier.results.result import Result
from verifier.results.share import Mean, Paired, Share


@frozen
class MeasuredDeal:
    """A won deal by its seed, and how difficult it is to win; its line was looked at only where the deal is listed."""

    seed: int
    difficulty: Difficulty


@frozen
class DealRow:
    """One deal: whether it can be won (None: not known), its best grade where that is proved, and why it could not be settled.

    `why` is empty where the search was only too short; `states` is how many it looked at.  `players` says which of those who see
    the table alone have won it, by the policy, as far as they have played it.
    """

    seed: int
    won: bool | None
    grade: Grade | None
    states: int
    why: str = ""
    players: Mapping[str, bool] = field(factory=dict)


@frozen
class PlayerShare:
    """What one player wins who sees the table alone: a policy, with so many `simulations` games to think of a decision (0: none).

    `won` is the share of the deals that were played.  `gap` compares it, on those that were solved, with what can be won: how
    many deals only the player won (none), how many only somebody wins who knows the deal, and by how much that share is larger.
    `unended` games stopped without an end; `why` is of the first one.  `came_to` has the mean of each number of the grade over
    the games that ended, with its 95 % interval; nothing of fewer than 10.
    """

    policy: str
    simulations: int
    won: Share
    gap: Paired
    unended: int = 0
    why: str = ""
    came_to: Mapping[str, Mean] = field(factory=dict)


@frozen
class GradeShare:
    """A grade, and the share of deals whose best it is."""

    grade: Grade
    share: Share


@frozen
class WinnabilityPoint:
    """Seeded deals at one value of what is varied: a number, or the word of a flag or a choice (None: nothing is varied).

    `won` is the share that can be won; `grades` are the best grades that are known, best first, with their shares of all deals.
    `hardest` and `easiest` are seeds of won deals, by `Difficulty.order`, `lost` some that are; `measured` has every won deal
    whose difficulty was measured, the hardest first.
    `deals` has every deal that was looked at, by its seed.  `players` are those who play without knowing the deal, in the
    order in which they were asked for.
    Of the undecided deals `stuck` are so since play gets stuck, or a rule fails: some of their seeds, and why the first one is.
    `weights` is the digest of what a player went by who learned ("": none did), and `went_on_from` the value from whose weights
    that went on, if it was learned by this question, or by one like it, and not from the beginning.
    """

    value: int | str | None
    won: Share
    grades: tuple[GradeShare, ...]
    hardest: tuple[int, ...]
    easiest: tuple[int, ...]
    lost: tuple[int, ...]
    stuck: int = 0
    stuck_seeds: tuple[int, ...] = ()
    why: str = ""
    measured: tuple[MeasuredDeal, ...] = ()
    deals: tuple[DealRow, ...] = ()
    players: tuple[PlayerShare, ...] = ()
    weights: str = ""
    went_on_from: str = ""


@frozen(repr=False)
class Winnability(Result):
    """How many of `deals` deals from seed `seed` on can be won; `states` is the limit for one; `varied` is the field or the
    reading that is varied, if one is.

    `bound` is "proved" where the game's bound is, for every value, "taken" where it is not and nothing rests on it, and None
    where the game has none.  `grade_order` says whose order the fields of a grade have, if the game does.  `games` of each kind
    were played on every won deal, to measure its difficulty.  `train` says whether what was missing was to be learned first: if
    that was not done, nothing was solved or played.
    """

    command: ClassVar[str] = "winnability"
    game: str
    edition: EditionNote
    rulings: Mapping[str, str]
    seed: int
    deals: int
    states: int
    varied: str | None
    points: tuple[WinnabilityPoint, ...]
    ending: str
    seconds: float = field(eq=False)
    bound: str | None = None
    grade_order: str = ""
    games: int = 100
    train: bool = False
    game_title: str = ""

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """A row a deal, as in `to_rows`."""
        return iter(self.to_rows())
