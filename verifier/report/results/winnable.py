"""How many deals can be won."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from verifier.report.results.difficult import Difficulty
from verifier.report.results.edition import EditionNote
from verifier.report.results.played import Grade
from verifier.report.results.result import Result
from verifier.report.share import Share


@frozen
class MeasuredDeal:
    """A won deal by its seed, and how difficult it is to win; its line was looked at only where the deal is listed."""

    seed: int
    difficulty: Difficulty


@frozen
class WinnabilityPoint:
    """Seeded deals at one value of a number of the component data (None: nothing is varied).

    `won` is the share that can be won; `grades` are the best grades that are known, best first, with their shares of all deals.
    `hardest` and `easiest` are seeds of won deals, by `Difficulty.order`, `lost` some that are; `measured` has every won deal
    whose difficulty was measured, the hardest first.
    Of the undecided deals `stuck` are so since play gets stuck, or a rule fails: some of their seeds, and why the first one is.
    """

    value: int | None
    won: Share
    grades: tuple[tuple[Grade, Share], ...]
    hardest: tuple[int, ...]
    easiest: tuple[int, ...]
    lost: tuple[int, ...]
    stuck: int = 0
    stuck_seeds: tuple[int, ...] = ()
    why: str = ""
    measured: tuple[MeasuredDeal, ...] = ()


@frozen
class Winnability(Result):
    """How many of `deals` deals from seed `seed` on can be won; `states` is the limit for one; `field` is what is varied.

    `bound` is "proved" where the game's bound is, for every value, "taken" where it is not and nothing rests on it, and None
    where the game has none.  `grade_order` says whose order the fields of a grade have, if the game does.  `games` of each kind
    were played on every won deal, to measure its difficulty.
    """

    game: str
    edition: EditionNote
    rulings: Mapping[str, str]
    seed: int
    deals: int
    states: int
    field: str | None
    points: tuple[WinnabilityPoint, ...]
    ending: str
    seconds: float
    bound: str | None = None
    grade_order: str = ""
    games: int = 100
