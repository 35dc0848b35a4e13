"""What anybody can be worth at most who sees the table alone, deal by deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from verifier.results.edition import EditionNote
from verifier.results.result import Result


@frozen
class BoundOfDeal:
    """One deal: its seed, its bound, and how it was found.

    `ending` is "closed", or why the deal was cut off, and counts what any deal can count at most: "states", or "cap", where
    penalties brought more than may be.  `is_level` says that the bound is the level; `states` were stored.
    """

    seed: int
    bound: float
    ending: str
    is_level: bool
    states: int


@frozen
class BoundAtScale:
    """The bounds of all deals with penalties that count so much (`scale`; 0: the clairvoyant pays nothing).

    `mean` estimates the bound, `low` and `high` are the ends of its 95 % interval: Wilson's of a share, where the clairvoyant
    wins or does not; else Student's, which says too much where hardly any deals differ.  Of one or two deals it says nothing.
    `cut` deals were cut off, `at_level` count the level.
    """

    scale: float
    mean: float
    low: float
    high: float
    cut: int
    at_level: int
    games: tuple[BoundOfDeal, ...]

    @property
    def says_something(self) -> bool:
        """Whether it may be below 1, which anything is worth at most, and some deal was not cut off."""
        return not self.scale or (self.low < 1 and self.cut < len(self.games))


@frozen(repr=False)
class Above(Result):
    """Bounds on what any player who sees the table alone is worth on average, from seed `seed` on; `deals` were asked for.

    Worth is the share won where the first field of the grade has two values; else that field, or with `objective` "grade" the
    whole grade, from 0 (lowest) to 1.  Every scale by itself gives a bound; to pick the smallest needs fresh deals.  Where play
    stops without an end, that counts as the best end (`unended` deals have such play).  `hides`: the game hides things from
    seats, and these bounds hold for who sees all that lies on the table.  `positions` were learned from.  `ending` is "done", or
    the limit that ended it before every deal.
    """

    command: ClassVar[str] = "above"
    game: str
    edition: EditionNote
    rulings: Mapping[str, str]
    start: str
    seed: int
    deals: int
    objective: str
    level: float | None
    states: int
    samples: int
    positions: int
    hides: bool
    scales: tuple[BoundAtScale, ...]
    unended: int
    ending: str
    seconds: float = field(eq=False)
    grade_order: str = ""
    game_title: str = ""

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """A row for each deal at each scale, as in `to_rows`."""
        return iter(self.to_rows())
