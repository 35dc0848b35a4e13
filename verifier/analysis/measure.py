"""What is measured of a solved deal besides its best line: how difficult it is, and how many best lines there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier.analysis import engine
from verifier.analysis.defaults import DECISION_STATES
from verifier.analysis.progress import Meter
from verifier.instance import Instance

if TYPE_CHECKING:
    from verifier.analysis.batches.line import KeptLine
    from verifier.analysis.finding import Finding
    from verifier.analysis.solve import Request
    from verifier.results.counted import CountedLines
    from verifier.results.difficult import Difficulty
    from verifier.results.solved import Lost
    from verifier.run.backend import Backend
    from verifier.search.limits import Limits


def difficulty_of(instance: Instance, request: Request, found: Finding, lost: Lost | None, kept: KeptLine | None = None
                  ) -> Difficulty | None:
    """How difficult a deal is, if that is asked for; the decisions of its line are compared with its grade, too.

    What is not kept yet is kept, for the next time.
    """
    if not request.difficulty:
        return None
    if kept is not None and (there := kept.difficulty) is not None:
        return there
    from verifier.analysis.difficulty import Measures, difficulty

    known, is_lost = None if kept is None else kept.measured(found), lost is not None and lost.proved
    measures = Measures(results=True, states_max=request.limits.states or DECISION_STATES)
    with Meter("measuring the difficulty") as meter:
        def search(backend: Backend, limits: Limits) -> Difficulty:
            return difficulty(instance, backend, found.line if found.has_line else (), measures, limits, meter.step,
                              is_lost=is_lost, known=known)

        measured = engine.searched(instance, request.engine, request.limits, meter, search)
    if kept is not None:
        kept.keep(found, measured, is_lost=is_lost)
    return measured


def lines_of(instance: Instance, request: Request, found: Finding) -> CountedLines | None:
    """How many best lines a deal has, if that is asked for and one was found."""
    grade = found.grade
    if not request.count or grade is None:
        return None
    from verifier.analysis.count_lines import count_lines

    with Meter("counting the best lines") as meter:
        def search(backend: Backend, limits: Limits) -> CountedLines:
            return count_lines(instance, backend, found.line, backend.grade_number(grade),
                               is_best=found.verdict.is_proof, limits=limits, on_progress=meter.step)

        return engine.searched(instance, request.engine, request.limits, meter, search)
