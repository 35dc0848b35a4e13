"""What checking a certificate again showed."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen

from verifier.results.played import About, Grade
from verifier.results.result import FLAT, Result
from verifier.results.solved import Grounds
from verifier.verdict import Verdict


@frozen(repr=False)
class Attested(Result):
    """A certificate compared with the rules: "proved", "refuted" (for this reason), or "unknown": it holds, and does not say all.

    `line` is None for the claim that no line loses, and for a strategy (`goal`: "force"): that `seats` can force an outcome of at
    least `worth` (None: that play never ends), or come to the goal or keep the invariant `to`; if it `may_go_on`, by that or by
    play that never ends.  `blind`: each decision rests only on what the game does not hide from whoever makes it.
    """

    command: ClassVar[str] = "certify"
    about: About = field(metadata=FLAT)
    goal: str
    verdict: Verdict
    reason: str
    line: tuple[str, ...] | None
    grade: Grade | None
    rests_on: Grounds
    seats: tuple[str, ...] = ()
    to: str = ""
    worth: Any = None
    may_go_on: bool = False
    blind: bool = False
