"""The component data of a game as an edition gives it: values for people to read, stated or assumed, and the record for rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen

from verifier.ledger.entries import Stamp

STATED, ASSUMED = STATUSES = ("stated", "assumed")


@frozen
class Value:
    """One value of an edition as its file gives it: `stated` (`why` is the place) or `assumed` (`why` is the reason).

    `given_by` is the edition whose file gives it, the last one that changes any of it.
    """

    value: Any
    status: str
    why: str
    given_by: str


@frozen(eq=False)
class Edition:
    """The component data of a game: `values` for people to read, `record` (the game's edition record) for rules.

    `bases` are the files of the editions that it inherits from, the nearest first, each with its stamp from before it was read.
    `file` is the name of a user's own file, empty for an edition that comes with the game.
    """

    name: str
    title: str
    values: dict[str, Value]
    record: Any
    bases: tuple[tuple[Path, Stamp], ...] = ()
    file: str = ""

    @property
    def assumed(self) -> int:
        """How many of its values are assumed."""
        return sum(value.status == ASSUMED for value in self.values.values())
