"""`find order --wins` with a difficulty to aim at: orders that win are measured, and the one that comes nearest is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, frozen

from verifier.analysis import engine
from verifier.analysis.choices import EngineChoice
from verifier.analysis.difficulty import difficulty
from verifier.analysis.progress import Meter
from verifier.results.difficult import Difficulty
from verifier.results.found import Aim
from verifier.search.strategies import best_line
from verifier.symbolic.find.order import Fate, Judged

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.run.backend import Backend
    from verifier.search.best import Best
    from verifier.search.limits import Limits

UNSETTLED = "for some orders that win, the difficulty of the deal is not known"


def is_met(aim: Aim, found: Difficulty) -> bool | None:
    """Whether a deal is as difficult as the aim; None where its only moves, or games without an end, leave that open."""
    if short_of(aim, found) == (0, 0):
        return True
    only = found.only_moves
    most = 0 if only is None else only.count + only.unknown
    return None if most >= (aim.only_moves or 0) and not _over(aim, found, found.random.count) else False


def short_of(aim: Aim, found: Difficulty) -> tuple[int, float]:
    """How far a deal is from the aim: the only moves that it lacks, then how many random games too many are won.

    Only moves count where they are proved; games without an end count as won.
    """
    proved = 0 if found.only_moves is None else found.only_moves.count
    return max(0, (aim.only_moves or 0) - proved), _over(aim, found, found.random.count + found.random.undecided)


def _over(aim: Aim, found: Difficulty, won: int) -> float:
    """By how many per cent of the games the random wins are too many."""
    most = 100.0 if aim.random_wins is None else aim.random_wins
    return max(0.0, 100 * won / max(1, found.random.of) - most)


@frozen(eq=False)
class Nearest:
    """The order that came nearest so far, how it was judged, and how difficult its deal is."""

    key: tuple[int, float, tuple[float, float, float]]
    order: tuple[int, ...]
    judged: Judged
    difficulty: Difficulty


@define(eq=False)
class Measured:
    """Judges orders by what becomes of the deal and then, where it is won, by how difficult that is."""

    aim: Aim
    fate: Callable[[tuple[int, ...]], Judged]
    deal: Callable[[tuple[int, ...]], Instance]
    choice: EngineChoice
    limits: Limits
    seconds: float
    meter: Meter
    nearest: Nearest | None = None

    def judge(self, order: tuple[int, ...]) -> Judged:
        """Won only where it is as difficult as the aim; open where that, or whether it is won, is not known."""
        judged = self.fate(order)
        if judged.fate is not Fate.WON:
            return judged
        own = self.deal(order)
        line, is_best = self._line(own, judged)
        found = self._difficulty(own, line)
        judged = Judged(Fate.WON, len(order), line=line)
        key = (*short_of(self.aim, found), found.order)
        if self.nearest is None or key < self.nearest.key:
            self.nearest = Nearest(key, order, judged, found)
        met = is_met(self.aim, found)
        if met:
            return judged
        is_open = met is None or (self.aim.only_moves is not None and not is_best)
        return Judged(Fate.OPEN, len(order), UNSETTLED) if is_open else Judged(Fate.EASY, len(order))

    def _line(self, own: Instance, judged: Judged) -> tuple[tuple[str, ...], bool]:
        """The best line of a deal, as `solve` shows it, or the one that wins where the best is not found in time."""
        def search(backend: Backend, limits: Limits) -> Best:
            return best_line(backend, own.reference, own.setting, own.start, limits, bound_is_proved=own.bound_is_proved,
                             dominance=own.dominance)

        best = engine.searched(own, self.choice, self.limits.within(self.seconds), self.meter, search)
        if best.ending == "interrupted":
            raise KeyboardInterrupt
        if best.verdict != "optimal":
            return judged.line, False
        return tuple(event.text for event in best.line), True

    def _difficulty(self, own: Instance, line: tuple[str, ...]) -> Difficulty:
        def search(backend: Backend, limits: Limits) -> Difficulty:
            return difficulty(own, backend, line, None, limits, self.meter.step)

        found = engine.searched(own, self.choice, self.limits, self.meter, search)
        if found.ending == "interrupted":
            raise KeyboardInterrupt
        return found
