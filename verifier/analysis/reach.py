"""What can still be reached from the positions of a line, knowing the whole deal: where that drops, somebody made a mistake.

Searches end at a number of states unless somebody asks for another limit, so that the same line gives the same answer on every
machine.  Along a line what can be reached only ever shrinks: what is known further on is a lower bound of what came before,
what was known before is an upper bound of what comes after, and that settles positions whose own search did not close.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from verifier.analysis import answer, engine
from verifier.analysis.choices import EngineChoice
from verifier.analysis.lost import best_from
from verifier.analysis.progress import Meter
from verifier.errors import RuleFailed
from verifier.instance import Instance
from verifier.results.played import Grade
from verifier.results.stepped import Reach
from verifier.run.reference import Position
from verifier.search.limits import Limits

if TYPE_CHECKING:
    from verifier.lang.events import Event

STATES_MAX = 100_000  # from one position: of a whole game of Dawn of the Zeds all 175 then take some minutes
NO_END = -1


@frozen
class Bounds:
    """The best grade that lines from a position reach, as a number, lies in `low`..`high`; NO_END where they reach no end.

    `first` is how the line to `low` begins; `stuck_line` leads to a dead end of the rules, behind which something better could
    be.
    """

    low: int
    high: int
    first: str | None = field(default=None, eq=False)
    stuck_line: Sequence[Event] | None = field(default=None, eq=False)

    @property
    def known(self) -> bool:
        """Whether it is settled."""
        return self.low == self.high


def behind(instance: Instance, choice: EngineChoice, position: Position, limits: Limits) -> Bounds | None:
    """What can be reached from a position; None where the deal has run out, or a rule fails: nobody knows."""
    try:
        best = best_from(instance, choice, position, limits, Meter(""))
    except RuleFailed:
        return None
    if best.ending == "interrupted":
        raise KeyboardInterrupt
    low = NO_END if best.grade is None else best.grade
    is_closed = best.verdict in ("optimal", "proved")
    return Bounds(low, low if is_closed else best.upper_bound, best.line[0].text if best.line else None, best.stuck_line)


def limited(limits: Limits | None) -> Limits:
    """The limits of a search from one position: those that were asked for, or `STATES_MAX` states."""
    limits = limits or Limits()
    return limits if limits.states or limits.seconds else evolve(limits, states=STATES_MAX)


def along(instance: Instance, choice: EngineChoice, positions: Sequence[Position], limits: Limits, *, is_best: bool = False
          ) -> tuple[list[Bounds | None], str]:
    """What can be reached from positions that follow each other on a line, and how that ended: "done" or "interrupted".

    `is_best` where the line is known to be a best one.  Not promised: that anything is settled, for early in a game there is
    more to search than any limit allows.
    """
    found: list[Bounds | None] = [None] * len(positions)
    with Meter("reviewing") as meter:
        try:
            # From the end, where little is left to search.
            for done, at in enumerate(reversed(range(len(positions)))):
                meter.step(f"{done} of {len(positions)} positions")
                found[at] = last = behind(instance, choice, positions[at], limits)
                if is_best and done == 0 and last is not None and last.known:
                    return [last] * len(positions), "done"
        except KeyboardInterrupt:
            return tightened(found), "interrupted"
    return tightened(found), "done"


def tightened(found: Sequence[Bounds | None]) -> list[Bounds | None]:
    """Bounds along a line, each tightened by those before and after it; nothing passes a position without bounds."""
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


def to_result(instance: Instance, choice: EngineChoice, one: Bounds | None) -> Reach | None:
    """Bounds as data."""
    return None if one is None else Reach(graded(instance, choice, one.low), graded(instance, choice, one.high), one.known,
                                          (one.low, one.high))


def graded(instance: Instance, choice: EngineChoice, number: int) -> Grade | None:
    """The grade that a number of `Bounds` stands for; None for no end."""
    return None if number == NO_END else answer.grade(instance, engine.grades(instance, choice)(number))
