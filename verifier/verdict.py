"""The closed list of verdicts: what each means, whether it is a proof, and the exit code it stands for.

Only `optimal` and `proved` are proofs.  `refuted` is as certain, since its line was replayed.  What is not known never has
exit code 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from verifier.errors import (
    EXIT_BAD_INPUT,
    EXIT_BUG,
    EXIT_INTERRUPTED,
    EXIT_LIMIT,
    EXIT_OK,
    EXIT_RULE,
    EXIT_TERMINATED,
    EXIT_VIOLATED,
)


class Verdict(StrEnum):
    """What can be said about a question."""

    OPTIMAL = "optimal"
    BEST_FOUND = "best-found"
    PROVED = "proved"
    HOLDS_WITHIN = "holds-within"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
    DECLINED = "declined"

    @property
    def is_proof(self) -> bool:
        """Whether it may be shown as proved."""
        return self in (Verdict.OPTIMAL, Verdict.PROVED)

    @property
    def exit_code(self) -> int:
        """The exit code when nothing else was expected and nobody interrupted."""
        return _EXIT_CODES[self]


_EXIT_CODES = {
    Verdict.OPTIMAL: EXIT_OK, Verdict.PROVED: EXIT_OK,
    Verdict.REFUTED: EXIT_VIOLATED,
    Verdict.BEST_FOUND: EXIT_LIMIT, Verdict.HOLDS_WITHIN: EXIT_LIMIT, Verdict.UNKNOWN: EXIT_LIMIT,
    Verdict.DECLINED: EXIT_RULE,
}

# The most serious first: our own faults come before anything else, and a limit is reported only when nothing worse happened.
_BY_GRAVITY = (EXIT_BUG, EXIT_INTERRUPTED, EXIT_TERMINATED, EXIT_BAD_INPUT, EXIT_RULE, EXIT_VIOLATED, EXIT_LIMIT, EXIT_OK)


def gravest(codes: Iterable[int]) -> int:
    """The exit code of a run that did several things."""
    return min(codes, key=_BY_GRAVITY.index, default=EXIT_OK)
