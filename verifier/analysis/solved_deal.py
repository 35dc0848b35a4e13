"""A seeded deal that `winnability` solved: whether it is won, and how difficult it is to win."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier.analysis.built_in import dead_end
from verifier.analysis.progress import Meter
from verifier.analysis.solve import raise_failure
from verifier.errors import RuleFailed
from verifier.instance import instance_of
from verifier.results.difficult import Difficulty, LinePoint
from verifier.results.winnable import MeasuredDeal
from verifier.scenarios.deal import Deal

if TYPE_CHECKING:
    from verifier.analysis.difficulty import Measures
    from verifier.instance import Instance
    from verifier.program.program import Program
    from verifier.scenarios.loader import Scenario
    from verifier.search.best import Best
    from verifier.search.limits import Limits

SEEDS_SHOWN = 5


@frozen(eq=False)
class SolvedDeal:
    """A deal that was searched: its seed, whether it is won (None: not known), its best grade if that is known.

    `why` says by which rule it could not be settled; `line` is the line of a won deal, and `difficulty` is None if it was not
    measured.
    """

    seed: int
    won: bool | None
    grade: int | None
    states: int
    why: str = ""
    line: tuple[str, ...] = ()
    difficulty: Difficulty | None = None


OfLine = Callable[[SolvedDeal], tuple[LinePoint, ...]]


def _measured(instance: Instance, deal: SolvedDeal, measures: Measures, limits: Limits) -> Difficulty | None:
    """How difficult a won deal is; None where the time was up before that was measured."""
    from verifier.analysis.difficulty import difficulty

    found = difficulty(instance, instance.native("native"), deal.line, measures, limits)
    if found.ending == "interrupted":
        raise KeyboardInterrupt
    return found if found.ending == "done" else None


def why_not(instance: Instance, best: Best) -> str:
    """The rule that keeps a deal from being settled, as the reference says it; empty where the search was only too short."""
    try:
        if best.failed_line is not None:
            raise_failure(instance, best.failed_line)
        if best.stuck_line is not None:
            raise dead_end(instance, best.stuck_line)
    except RuleFailed as error:
        return error.problems[0].message
    return ""


def line_measured(scenario: Scenario, program: Program, states: int, limits: Limits, meter: Meter, deal: SolvedDeal
                  ) -> tuple[LinePoint, ...]:
    """The decisions of the line of a won deal, each judged by so many states; none where the time is up."""
    from verifier.analysis.difficulty import Measures

    meter.step(f"the only moves of seed {deal.seed}")
    instance = instance_of(evolve(scenario, deal=Deal(deal.seed)), program)
    found = _measured(instance, deal, Measures(0, first=False, states_max=states), limits)
    return () if found is None else found.decisions


def by_difficulty(won: list[SolvedDeal], of_line: OfLine | None) -> list[MeasuredDeal]:
    """The won deals that were measured, the hardest first; of those that are listed the decisions of the line are, too."""
    measured = [(deal, deal.difficulty) for deal in won if deal.difficulty is not None]
    measured.sort(key=lambda each: (each[1].order, each[0].seed))
    unlisted = range(SEEDS_SHOWN, len(measured) - SEEDS_SHOWN)
    return [MeasuredDeal(deal.seed, difficulty if number in unlisted or of_line is None
                         else evolve(difficulty, decisions=of_line(deal)))
            for number, (deal, difficulty) in enumerate(measured)]
