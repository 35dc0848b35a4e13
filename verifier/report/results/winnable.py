"""How many deals can be won."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from verifier.report.results.played import Grade
from verifier.report.share import Share


@frozen
class WinnabilityPoint:
    """Seeded deals at one value of a number of the component data (None: nothing is varied).

    `won` is the share that can be won; `grades` are the best grades that are known, best first, with their shares of all deals.
    `hardest` and `easiest` are seeds of won deals, by how many states the search took, `lost` some that are.
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


@frozen
class Winnability:
    """How many of `deals` deals from seed `seed` on can be won; `states` is the limit for one; `field` is what is varied.

    `bound` is "proved" where the game's bound is, for every value, "taken" where it is not and nothing rests on it, and None
    where the game has none.
    """

    game: str
    edition: str
    rulings: Mapping[str, str]
    seed: int
    deals: int
    states: int
    field: str | None
    points: tuple[WinnabilityPoint, ...]
    ending: str
    seconds: float
    bound: str | None = None
