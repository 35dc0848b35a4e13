"""What can still be reached from the positions of a line, knowing the whole deal: where it drops, something better was let go of.

A search from behind each decision ends at a number of states, never at a time, so that the same line gives the same answer on
every machine.  Along a line what can be reached only ever shrinks: what is known further on is a lower bound of what came before,
what was known before is an upper bound of what comes after, and that settles positions whose own search did not close.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier.analysis import answer, engine
from verifier.analysis.choices import EngineChoice
from verifier.analysis.lost import best_from
from verifier.analysis.progress import Meter
from verifier.errors import RuleFailed
from verifier.lang.phases import DECISION
from verifier.prepared import Prepared
from verifier.report.results.played import Grade
from verifier.report.results.stepped import Reach
from verifier.run.reference import Applied, Position

if TYPE_CHECKING:
    from verifier.search.limits import Limits

STATES_MAX = 50_000
NO_END = -1


@frozen
class Bounds:
    """The best grade that lines from a position reach, as a number, lies in `low`..`high`; NO_END where they reach no end."""

    low: int
    high: int

    @property
    def known(self) -> bool:
        """Whether it is settled."""
        return self.low == self.high


def behind(prepared: Prepared, choice: EngineChoice, position: Position, limits: Limits) -> Bounds | None:
    """What can be reached from a position; None where the deal has run out, or a rule fails: nobody knows."""
    try:
        best = best_from(prepared, choice, position, limits, Meter(""))
    except RuleFailed:
        return None
    if best.ending == "interrupted":
        raise KeyboardInterrupt
    low = NO_END if best.grade is None else best.grade
    is_closed = best.verdict == "optimal" or (best.grade is None and best.ending == "closed")
    return Bounds(low, low if is_closed else best.upper_bound)


def along(prepared: Prepared, choice: EngineChoice, events: Sequence[Applied], *, is_best: bool = False
          ) -> list[Bounds | None]:
    """What can be reached at the start and after each event of a line; `is_best` where the line is known to be a best one.

    Between two decisions nothing is let go of.  Not promised: that anything is settled, for early in a game there is more to
    search than `STATES_MAX` states.
    """
    from verifier.search.limits import Limits

    positions = [prepared.start, *(applied.after for applied in events)]
    asked = [0, *(number for number, applied in enumerate(events, 1) if applied.kind == DECISION)]
    last = behind(prepared, choice, positions[-1], Limits(states=STATES_MAX))
    if is_best and last is not None and last.known:
        return [last] * len(positions)
    found: list[Bounds | None] = []
    with Meter("what is still within reach") as meter:
        for number, at in enumerate(asked):
            meter.step(f"{number + 1} of {len(asked)}")
            found.append(behind(prepared, choice, positions[at], Limits(states=STATES_MAX)))
    found = tightened(found)
    until = [*asked[1:], len(positions)]
    return [bounds for bounds, first, end in zip(found, asked, until, strict=True) for _ in range(first, end)]


def tightened(found: Sequence[Bounds | None]) -> list[Bounds | None]:
    """Bounds along a line, each with what those before and after it say; nothing is told across a position that nobody knows."""
    result = list(found)
    for at in reversed(range(len(result) - 1)):
        one, following = result[at], result[at + 1]
        if one is not None and following is not None:
            result[at] = evolve(one, low=max(one.low, following.low))
    for at in range(1, len(result)):
        before, one = result[at - 1], result[at]
        if before is not None and one is not None:
            result[at] = evolve(one, high=min(before.high, one.high))
    return result


def told(prepared: Prepared, choice: EngineChoice, bounds: Sequence[Bounds | None]) -> list[Reach | None]:
    """Bounds along a line as data, each held against the one before it."""
    fields = engine.grades(prepared, choice)

    def grade(number: int) -> Grade | None:
        return None if number == NO_END else answer.grade(prepared, fields(number))

    def reach(before: Bounds | None, one: Bounds | None) -> Reach | None:
        if one is None:
            return None
        drops = before is not None and one.high < before.low
        return Reach(grade(one.low), grade(one.high), one.known, grade(before.low) if drops and before is not None else None)

    return [reach(before, one) for before, one in pairwise([None, *bounds])]
