"""What players make of deals who see the table alone, or know what chance brings next besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from verifier.results.edition import EditionNote
from verifier.results.played import Grade
from verifier.results.result import Result
from verifier.results.share import Mean, Share


@frozen
class PlayedDeal:
    """One game: the deal's seed, how the game stopped ("end", or why it did not end), its grade if it ended, its decisions.

    `won` is whether the first field of the grade is above its lowest value; a game that stopped without an end is not won.
    `line` has the decisions as `replay` takes them, if they were asked for.  `outcomes` has what the end is worth to each seat
    that decided anything, from 0 for the worst there can be, if seats play for themselves.
    """

    seed: int
    ending: str
    won: bool
    grade: Grade | None
    decisions: int
    line: tuple[str, ...] = ()
    outcomes: Mapping[str, int] = field(factory=dict)


@frozen
class PolicyRow:
    """What one policy makes of the deals: the share won, how many games stopped without an end, and each game.

    It was told the next `knows` outcomes of each stream of chance at each decision (0: none).

    `why` says why the first of these stopped (empty: all ended).  `decisions` is how many a game took on average; `simulations`
    are the games played to think about each (0: none).  `came_to` has the mean of each number of the grade over the games that
    ended, if ten did; where nobody wins, it tells players apart.  `aims_wider`: at the whole grade, on a scale of its own, since
    hardly any game that it learned by was won, or none of some games at random, which it thinks by.  `lost`: so many
    decisions were made at random, since the seat could explain no more what it had seen (0 where nothing is hidden).  `seats` has
    the mean of what ends are worth to each seat, if seats play for themselves.
    """

    policy: str
    simulations: int
    won: Share
    unended: int
    why: str
    decisions: float
    games: tuple[PlayedDeal, ...]
    knows: int = 0
    came_to: Mapping[str, Mean] = field(factory=dict)
    aims_wider: bool = False
    lost: int = 0
    seats: Mapping[str, Mean] = field(factory=dict)


@frozen
class PolicyPair:
    """Two policies on the same deals, or one that knows more or thinks longer: how many only the one won, or only the other.

    `gain` is how much larger the other's share won is, `low` and `high` the ends of its 95 % interval (paired: only deals that
    one of them won alone tell them apart).  `came_to` has how much larger the mean of each number of the other's grades is, over
    the deals that end for both; nothing of fewer than 10.
    """

    policy: str
    other: str
    only_policy: int
    only_other: int
    gain: float
    low: float
    high: float
    knows: int = 0
    other_knows: int = 0
    simulations: int = 0
    other_simulations: int = 0
    came_to: Mapping[str, Mean] = field(factory=dict)

    @property
    def is_longer(self) -> bool:
        """Whether the two are one policy that thinks for longer, and is told as much."""
        return self.policy == self.other and self.knows == self.other_knows and self.simulations != self.other_simulations


@frozen(repr=False)
class PlayedOut(Result):
    """Deals from seed `seed` on, `deals` were asked for, each played by every policy with every foreknowledge.

    `objective` is what players aim at: "first", the first field of the grade, "grade", all of it, or "seat", what the end is
    worth to the seat that decides (`best_outcome` is the most that it can be, 0 for the other objectives).  `hides` says that
    the game hides things from seats: each decision then rests on what its seat has seen.  `knows` are the numbers of next
    outcomes of each stream of chance that players were told, each by itself; a policy that does not think about chance has one
    row, with 0.  `simulations` are how many games players simulated before each decision, each number by itself, too.  `ending`
    is "played", or the limit that ended play before every deal was played; the deals that there are, every policy has played.
    """

    command: ClassVar[str] = "play-out"
    game: str
    edition: EditionNote
    rulings: Mapping[str, str]
    start: str
    seed: int
    deals: int
    objective: str
    hides: bool
    policies: tuple[PolicyRow, ...]
    pairs: tuple[PolicyPair, ...]
    ending: str
    seconds: float = field(eq=False)
    grade_order: str = ""
    knows: tuple[int, ...] = (0,)
    simulations: tuple[int, ...] = ()
    best_outcome: int = 0
    game_title: str = ""

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """A row for each game, as in `to_rows`."""
        return iter(self.to_rows())
