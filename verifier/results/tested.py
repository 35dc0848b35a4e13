"""Which clauses of a rulebook are tested: what was found of each clause of kind `rule`, and how many there are of each status."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from attrs import field, frozen

from verifier.results.result import SHOWN_ONLY

TESTED, NAMED, DEAD, NOT_MODELLED, UNNAMED = STATUSES = ("tested", "named", "dead", "not-modelled", "unnamed")


@frozen
class StatusCounts:
    """How many clauses have each status."""

    tested: int = 0
    named: int = 0
    dead: int = 0
    not_modelled: int = 0
    unnamed: int = 0

    @staticmethod
    def of(statuses: Iterable[str]) -> StatusCounts:
        """The counts of some statuses."""
        found = Counter(statuses)
        return StatusCounts(*(found[status] for status in STATUSES))

    @property
    def modelled(self) -> int:
        """How many the game is to model: all but those that the rulebook ledger gives a reason for leaving out."""
        return self.tested + self.named + self.dead + self.unnamed

    @property
    def percent(self) -> float:
        """The share of these that is tested, in percent with one decimal, never rounded up; 100 when there are none."""
        return math.floor(1000 * self.tested / self.modelled) / 10 if self.modelled else 100.0


@frozen
class ClauseStatus:
    """A clause of kind `rule` and its status.

    `by` says what shows a tested one ("line", "set-up", "property"), or proves a dead one ("use": nothing ever uses it;
    "equivalence": the rules without it do the same).  `scenario` and `file` are the scenario that shows it, `what` is what
    happens there, or why the clause is not tested.
    """

    id: str
    place: str
    text: str
    status: str
    by: str = ""
    scenario: str = ""
    file: str = field(default="", eq=False, metadata=SHOWN_ONLY)
    what: str = ""


@frozen
class Tested:
    """The status of each clause of kind `rule`, in the order of the rulebook.

    `scenarios` is how many were looked at, `proved_for` the edition that proofs hold for (empty when z3 was not asked), `ending`
    "done" or why it ended early: clauses that nobody came to are then `named`.  `recorded` says where it was kept, if it was.
    """

    clauses: tuple[ClauseStatus, ...]
    scenarios: int
    proved_for: str = ""
    ending: str = "done"
    recorded: str = ""

    @property
    def counts(self) -> StatusCounts:
        """How many there are of each status."""
        return StatusCounts.of(row.status for row in self.clauses)


@frozen
class Recorded:
    """What a game's package keeps of this (`tested.toml`): the counts, if all of it was recorded for the rules as they are.

    Without counts, `stale` of the clauses in the file do not fit any more, or are missing there; `kept` says whether there is a
    file.
    """

    kept: bool
    counts: StatusCounts | None = None
    stale: int = 0
