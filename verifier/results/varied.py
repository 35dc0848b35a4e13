"""What players of different strength make of a game while one thing is varied, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from verifier.results.above import BoundAtScale
from verifier.results.edition import EditionNote
from verifier.results.result import Result
from verifier.results.share import Mean, Paired, Share

CLAIRVOYANT = "clairvoyant"
LARGE, SMALL = 0.05, 0.02  # changes of a share that findings tell apart


@frozen
class StepPlayer:
    """What one player makes of the deals of a step: a policy, or "clairvoyant", who knows the whole deal.

    `won` is the share won; deals that the clairvoyant's search left undecided count as lost for its lower end, and as won for
    its upper end.  `unended` games stopped without an end, or deals got no answer because of a rule; `why` is of the first one.
    `came_to` has the mean of each number of the grade over the games that ended, with its 95 % interval; nothing of fewer than
    10.
    """

    player: str
    simulations: int
    won: Share
    unended: int
    why: str
    won_seeds: tuple[int, ...]
    undecided_seeds: tuple[int, ...]
    came_to: Mapping[str, Mean] = field(factory=dict)


@frozen
class VariedStep:
    """One value of what is varied (`number`: None where it is no number), and what each player makes of it.

    `gap` compares the best player that is honest with the clairvoyant, on the deals that both have (None: nobody was
    clairvoyant).  `bound` is what no honest player can win more than on average (`above`; None: that was not asked for).
    `weights` is the digest of what was learned for the step ("": nothing was), and `went_on_from` the value from whose weights
    that went on, if it was learned by this question, or by one like it, and not from the beginning.
    """

    value: str
    number: int | None
    players: tuple[StepPlayer, ...]
    gap: Paired | None
    bound: BoundAtScale | None
    weights: str = ""
    went_on_from: str = ""


@frozen
class StepChange:
    """How a player's share changes from one step to the next, on the same seeds: by `by.gain`, larger at the next if above 0."""

    player: str
    value: str
    next: str
    by: Paired

    @property
    def size(self) -> str:
        """What the whole interval says: "large" (more than 5 points either way), "small" (less than 2), "moderate" (less than 5,
        and perhaps than 2), or "open".
        """
        if self.by.low > LARGE or self.by.high < -LARGE:
            return "large"
        most = max(-self.by.low, self.by.high)
        return "small" if most < SMALL else "moderate" if most < LARGE else "open"


@frozen(repr=False)
class VariedDifficulty(Result):
    """Deals from seed `seed` on, `deals` were asked for, played by every policy at each step; `solved` of them were to be solved.

    `varied` is what is varied, `kind` whether that is a "field" of the component data, a "reading" or the "edition", `in_force`
    its value where nothing is varied, and `note` the question of the reading, what the edition says of its value, or its title.
    `states` is the limit of the search for each deal that is solved, or bounded from above, as `bounded` of them were to be.
    `best` is the policy that wins most of all deals of all steps together: one for all steps, so that steps are compared by the
    same player.  `ending` is "done", or the limit that ended the work before all of it was done; what there is then is there for
    the first seeds.
    """

    command: ClassVar[str] = "difficulty"
    game: str
    edition: EditionNote
    rulings: Mapping[str, str]
    start: str
    varied: str
    kind: str
    in_force: str
    note: str
    seed: int
    deals: int
    solved: int
    bounded: int
    states: int
    objective: str
    hides: bool
    best: str
    steps: tuple[VariedStep, ...]
    changes: tuple[StepChange, ...]
    ending: str
    seconds: float = field(eq=False)
    grade_order: str = ""
    game_title: str = ""

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """A row for each step and player, as in `to_rows`."""
        return iter(self.to_rows())
