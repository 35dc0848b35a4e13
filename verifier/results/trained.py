"""What was learned about a game, round by round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import field, frozen

from verifier.results.edition import EditionNote
from verifier.results.result import Result
from verifier.results.share import Mean, Share


@frozen
class TrainedRound:
    """The games of one round, played by what its learner knew before it: how many states, which share was won, what was aimed at.

    `learner` counts from 1; the rounds of each stand together, in their order.
    They were played by a `policy`: random, uct (a short search by games at random), estimate-uct (one by the game's estimate),
    learned (one look ahead), learned-uct (a short search) or linear (one look ahead by linear weights).
    `won` has the interval that the games of this round leave.  `aim` is "first" or "grade"; while hardly any game is won, the
    whole grade is aimed at.  `came_to` is the mean of what was aimed at, 0 for the worst ends and 1 for the best: games that won,
    or grades on a scale of `width` grades, which begins where few games at random are worse and grows with what games come to.
    `loss` is the mean cross-entropy of what was learned, over the round's last steps; of a linear model, how far apart the
    weights lie that are tried next, 1 at first.
    """

    learner: int
    policy: str
    games: int
    states: int
    won: Share
    aim: str
    loss: float
    came_to: Mean
    width: int = 1


@frozen
class Matter:
    """Something that a linear model counts, and how much more a table is worth by one more of it, and by as much as it varies.

    Both are shares of what matters most by as much as it varies among games at random: that is 1, or -1 where more is worse.
    """

    name: str
    by_one: float
    as_it_varies: float


@frozen(repr=False)
class Trained(Result):
    """Weights that say what a table is worth to somebody who does not know the deal, learned in `rounds`.

    Each of the `learners` was to play the `asked` rounds; who plays by it takes the mean of what they say.  If a limit ended it,
    the weights are those of the learners who were at least half as far as the first of them.
    `kept` is the file's name in the game's package, "cache" where it is this user's own, and empty where nothing was learned, or
    where other weights stay, since they were learned from more states: from `outdone_by`, which is 0 otherwise.
    `ending` is "learned", or the limit that ended it before all rounds were played.

    `model` is "network" or "linear"; of a linear one, `matters` has what counts, what matters most first.
    """

    command: ClassVar[str] = "train"
    game: str
    edition: EditionNote
    rulings: Mapping[str, str]
    objective: str
    seed: int
    learners: int
    asked: int
    rounds: tuple[TrainedRound, ...]
    kept: str
    ending: str
    seconds: float = field(eq=False)
    outdone_by: int = 0
    model: str = "network"
    matters: tuple[Matter, ...] = ()
    game_title: str = ""
