"""Which clauses of a rulebook were exercised, how often and by what, and which are tested."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from attrs import evolve

from verifier.analysis.defaults import RANDOM_GAMES
from verifier.analysis.record import recorded
from verifier.errors import BadInput, Problem
from verifier.program.arms import with_arms

if TYPE_CHECKING:
    from verifier.analysis.coverage_sources import Wanted
    from verifier.program.program import Program
    from verifier.results.covered import Covered

PLAYING, PLAYING_SECONDS = 1 / 3, 60.0  # the share of the seconds, and the most, kept for the reference to play what is found


def covered_by(program: Program, wanted: Wanted, *, arms: bool, prove: bool, tested: bool = False, record: bool = False,
               fail_under: float | None = None) -> Covered:
    """The sources asked for, examined clause by clause; on request the arms of branches, what z3 proves of what was not seen, and
    which clauses are tested by the lines of scenarios, or are recorded to be (or to be recorded now).

    BadInput (DB560, DB562, DB567) for what makes no sense together.
    """
    _refuse(wanted, tested, record, fail_under)
    if wanted.random is None:
        given = wanted.scenarios or wanted.exhaust or wanted.counts
        wanted = evolve(wanted, random=0 if given else RANDOM_GAMES)
    from verifier.analysis.coverage_rows import covered
    from verifier.analysis.coverage_sources import looked_at
    armed, marked = with_arms(program) if arms else (program, ())
    limits = wanted.limits.running()
    left = limits.seconds_left
    looking = limits if left is None else limits.within(left - min(left * PLAYING, PLAYING_SECONDS))
    looked = looked_at(program, evolve(wanted, armed=armed if arms else None, limits=looking))
    used = [each for each in looked if each.task.kind != "position"]
    found = evolve(covered(program, wanted.seed, used, marked if arms else None, limits), recorded=recorded(program))
    if prove:
        from verifier.analysis.coverage_proofs import with_proofs

        found = with_proofs(armed, found, marked, wanted.work, limits.until)
    if tested and found.ending != "interrupted":
        from verifier.analysis.coverage_tested import with_statuses

        found = with_statuses(program, found, looked, limits, wanted.work if prove else None)
    if record and found.ending != "interrupted":
        from verifier.analysis.coverage_tested import kept

        found = kept(program, found)
    return evolve(found, fail_under=fail_under)


def _refuse(wanted: Wanted, tested: bool, record: bool, fail_under: float | None) -> None:
    """Options that make no sense, all at once."""
    problems = []
    if fail_under is not None and not (math.isfinite(fail_under) and 0 <= fail_under <= 100):
        problems.append(Problem("DB560", f"expected a percentage from 0 to 100, got {fail_under}", "--fail-under"))
    if wanted.every_reading and wanted.random is None:
        problems.append(Problem("DB562", "--every-reading divides random games", "--every-reading", "add --random N"))
    if problems:
        raise BadInput(problems)
    of_tested = {"--fail-under": fail_under is not None, "--record": record, "--position": bool(wanted.positions)}
    problems = [Problem("DB567", f"{name} is about tested clauses, and use in play does not test one", name, "add --tested")
                for name, given in of_tested.items() if given and not tested]
    if tested and not (wanted.scenarios or wanted.positions):
        problems.append(Problem("DB567", "clauses are tested by scenarios", "--tested", "name those of the game"))
    if problems:
        raise BadInput(problems)
