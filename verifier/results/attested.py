"""What checking a certificate again showed."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from verifier.results.played import About, Grade
from verifier.results.result import FLAT, Result
from verifier.results.solved import Grounds
from verifier.verdict import Verdict


@frozen(repr=False)
class Attested(Result):
    """A certificate compared with the rules: "proved", "refuted" (for this reason), or "unknown": it holds, and does not say all.

    `line` is None for the claim that no line loses.
    """

    command: ClassVar[str] = "certify"
    about: About = field(metadata=FLAT)
    goal: str
    verdict: Verdict
    reason: str
    line: tuple[str, ...] | None
    grade: Grade | None
    rests_on: Grounds
