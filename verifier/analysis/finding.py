"""What a search or z3 says of a deal, before anybody believes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from verifier.results.solved import DeadEnds, Shortest
from verifier.verdict import Verdict


@frozen
class Finding:
    """What a search says, before anybody believes it; grades as integers, best field first."""

    verdict: Verdict
    proof: str | None
    ending: str
    grade: tuple[int, ...] | None
    upper_bound: tuple[int, ...] | None
    line: tuple[str, ...]
    counts: Mapping[str, Any]
    dead_ends: DeadEnds | None = None
    shortest: Shortest | None = None
    found_by: str = ""  # the way of searching that came to the line

    @property
    def has_line(self) -> bool:
        """Whether there is a finished line to show."""
        return self.grade is not None
