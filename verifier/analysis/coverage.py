"""Which clauses of a rulebook were exercised, how often and by what, and which are tested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from verifier.analysis.record import recorded
from verifier.program.arms import with_arms

if TYPE_CHECKING:
    from verifier.analysis.coverage_sources import Wanted
    from verifier.program.program import Program
    from verifier.results.covered import Covered

RANDOM_GAMES = 1_000  # when nothing is said of what to look at
PLAYING, PLAYING_SECONDS = 1 / 3, 60.0  # the share of the seconds, and the most, kept for the reference to play what is found


def covered_by(program: Program, wanted: Wanted, *, arms: bool, prove: bool, tested: bool = False) -> Covered:
    """What is wanted looked at, clause by clause; the arms of branches besides, what z3 says of what was not seen, and which
    clauses are tested by the lines of scenarios, or are recorded to be.
    """
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
    return found
