"""What a batch did, and what is known of all its deals together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import field, frozen

from verifier.results.edition import EditionNote
from verifier.results.result import Result
from verifier.results.share import Share
from verifier.results.winnable import GradeShare

OTHERS = {"first": ("the first field alone",), "line": ("solve --difficulty",)}  # who asks what batches do not ask


@frozen
class Asking:
    """One question of a batch: the edition, the rulings that are not the game's own, what was asked, by which limits.

    `key` stands for everything that the answers depend on.  `bound` is "proved" where the game's bound is, "taken" where it is
    not and nothing rests on it, and None where the game has none.  `start` stands for the position that deals begin at, where
    that is not the set-up.
    """

    key: str
    edition: EditionNote
    rulings: Mapping[str, str]
    ask: str
    states: int
    seconds_most: float | None
    games: int
    bound: str | None
    start: str = ""

    @property
    def name(self) -> str:
        """The edition, and the rulings that are not the game's own; from where, and who asked, if no batch asks so."""
        start = [f"from position {self.start[:8]}"] if self.start else []
        return ", ".join([self.edition.name, *(f"{id_}={choice}" for id_, choice in sorted(self.rulings.items())), *start,
                          *OTHERS.get(self.ask, ())])


@frozen(repr=False)
class Batched(Result):
    """What a run of a batch did: of `deals` in all it found `known` ones there, and answered `answered`; `left` are to be done.

    `shard` is "I/N" where this was one of several jobs, which leave files of shards.  `ending` is "done" or "interrupted".
    """

    command: ClassVar[str] = "batch"
    game: str
    folder: str
    questions: tuple[Asking, ...]
    first: int
    last: int
    deals: int
    known: int
    answered: int
    ending: str
    workers: int
    shard: str | None = None
    seconds: float = field(default=0.0, eq=False)

    @property
    def left(self) -> int:
        """How many deals are still to be answered."""
        return self.deals - self.known - self.answered


@frozen
class Tally:
    """What is known of the deals of one question.

    `won` is the share that can be won (of policies: None), `random` and `greedy` the shares of games that random and peeking
    players won (see `Difficulty`), over all deals on which they played: where it was asked what can be reached, those that can be
    won.  `hardest` are seeds of won deals, of those that fewest random games won, then peeking ones; `lost` some that nobody can
    win.  `states` and `seconds` are sums; `seconds_a_deal` are the 5th, 50th and 95th percentile of what a deal took (of CPU
    time, as the sum is).
    """

    asking: Asking
    deals: int
    won: Share | None
    random: Share | None
    greedy: Share | None
    grades: tuple[GradeShare, ...]
    hardest: tuple[int, ...]
    lost: tuple[int, ...]
    failed: int
    states: int
    seconds: float = field(default=0.0, eq=False)
    seconds_a_deal: tuple[float, float, float] | None = field(default=None, eq=False)


@frozen
class Compared:
    """The deals of two questions side by side, seed by seed: under the second `better` ones, `worse` ones and the `same`.

    Compared are best grades that are proved; `open` are the deals where one is not.  `won_only` counts deals that can be won
    under the first alone and under the second alone.
    """

    first: str
    second: str
    differs: str
    better: int
    worse: int
    same: int
    open: int
    won_only: tuple[int, int]


@frozen(repr=False)
class BatchShown(Result):
    """All questions of a store, each with what is known of its deals, and those of one game compared with the first of them.

    `grade_order` says whose order the fields of a grade have, if the game does.
    """

    command: ClassVar[str] = "batch-show"
    folder: str
    game: str
    grade_order: str
    tallies: tuple[Tally, ...]
    compared: tuple[Compared, ...]


@frozen(repr=False)
class BatchExported(Result):
    """A file of rows that was written."""

    command: ClassVar[str] = "batch-export"
    folder: str
    file: str
    format: str
    rows: int
