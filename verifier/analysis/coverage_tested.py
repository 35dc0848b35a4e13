"""`daybreak coverage --tested`: the statuses of clauses, by the lines of the scenarios that were examined; and their record."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from verifier import clock
from verifier.analysis.clauses import clause_statuses
from verifier.analysis.coverage_sources import Looked
from verifier.analysis.dead import Proofs
from verifier.analysis.progress import Meter
from verifier.analysis.record import record_of
from verifier.analysis.trials import Trial
from verifier.errors import BadInput, Problem
from verifier.files import write_file
from verifier.program.program import Program
from verifier.program.tested import FILE
from verifier.results.covered import Covered
from verifier.search.limits import Limits
from verifier.symbolic.lift.terms import begin_afresh
from verifier.symbolic.solver import Effort


def with_statuses(program: Program, found: Covered, looked: Sequence[Looked], limits: Limits, work: int | None) -> Covered:
    """An answer with the statuses of the clauses that are rules; `work` is how hard z3 tries, None if it is not to be asked.

    Unchanged after Ctrl-C.
    """
    proofs = None
    if work is not None:
        begin_afresh()  # the same answers whatever this process asked z3 before
        proofs = Proofs(program, Effort(work, until=limits.until))
    trials = [Trial(each.task.instance, each.applied, each.task.file) for each in looked
              if each.task.kind in ("line", "position")]
    began = clock.seconds()
    with Meter("clauses") as meter:
        try:
            tested = clause_statuses(program, trials, proofs=proofs, limits=limits, on_progress=meter.step)
        except KeyboardInterrupt:
            return evolve(found, ending="interrupted")
    ending = tested.ending if found.ending == "done" else found.ending
    return evolve(found, tested=tested, ending=ending, seconds=found.seconds + clock.seconds() - began)


def kept(program: Program, found: Covered) -> Covered:
    """The answer, its statuses written into the game's package.  BadInput (DB568) when they are not those of every clause."""
    tested = found.tested
    if tested is None or found.ending != "done":
        raise BadInput(Problem("DB568", "not every clause was examined, so nothing is recorded", "--record", "raise the limits"))
    folder = program.game.folder
    write_file(folder / FILE, record_of(program, tested), force=True)
    return evolve(found, tested=evolve(tested, recorded=f"{folder.name}/{FILE}"))
