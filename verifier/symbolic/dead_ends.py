"""No dead end, by induction: wherever the invariants hold and somebody or chance is to go on, something can happen.

What is looked at are all states of a phase that satisfy the lemmas, reachable or not; nothing is asked of steps, since the
lemmas are proved by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import field, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.layout import offset_of
from verifier.lang.phases import CHANCE, DECISION, PhaseRules
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.symbolic.ghosts import EXACT
from verifier.symbolic.induction import Induction
from verifier.symbolic.solver import Answer, Outcome, Solver
from verifier.symbolic.terms import Value, all_of


@frozen
class DeadEnds:
    """Whether there is a dead end that the invariants allow: unsat (from which lemmas) if there is none.

    `rulings` and `state` are one that there is, which the reference knows nothing to do in.
    """

    outcome: Outcome
    lemmas: tuple[str, ...] = ()
    reason: str = ""
    rulings: dict[str, str] = field(factory=dict)
    state: object = None


def dead_ends(induction: Induction, lemmas: Sequence[str], progress: Callable[[str], None] | None = None) -> DeadEnds:
    """Look for one in every phase, by the rules and readings of an induction, from some of its invariants."""
    used: set[str] = set()
    for phase in induction.program.phases:
        if phase.kind not in (DECISION, CHANCE):
            continue
        if progress is not None:
            progress(f"no-dead-end: phase {phase.phase.name}")
        found = _in_phase(induction, phase, lemmas)
        if found.outcome is not Outcome.UNSAT:
            return found
        used.update(found.lemmas)
    return DeadEnds(Outcome.UNSAT, tuple(sorted(used)))


def _in_phase(induction: Induction, phase: PhaseRules, lemmas: Sequence[str]) -> DeadEnds:
    lifted, ghosts = induction.lifted, induction.lifted.ghosts
    assert ghosts is not None
    cells, kept = lifted.table.unknown("")
    cells[offset_of(induction.program.game.state_type, "phase")] = int(phase.phase)
    counters, ranges = ghosts.unknown("")
    cells += counters
    solver = Solver(induction.effort)
    solver.require([*induction.kept, *kept, *ranges, *ghosts.facts(cells), lifted.stuck(int(phase.phase), cells)])
    for name in lemmas:
        truth = lifted.truth(induction.invariants[name], cells)
        solver.name(name, truth.is_kept)
    solver.name(EXACT, all_of(ghosts.exact(cells)))
    answer = solver.ask(lemmas)
    if answer.outcome is Outcome.SAT:
        answer = solver.ask([*lemmas, EXACT])
    if answer.outcome is Outcome.SAT:
        return _shown(induction, answer, cells)
    return DeadEnds(answer.outcome, tuple(each for each in answer.core if each != EXACT), answer.reason)


def _shown(induction: Induction, answer: Answer, cells: Sequence[Value]) -> DeadEnds:
    program, rulings = induction.program, induction.lifted.rulings(answer)
    state = program.decode(induction.lifted.table.decoded(answer.model, cells[:len(program.slots)]))
    reference = Reference(program, Setting(rulings, induction.setting.edition))
    position = Position(state, (0,) * len(program.tapes))
    if reference.outcomes(position) if reference.kind(position) == CHANCE else reference.legal(position):
        raise EngineBug(Problem("DB912", "z3 finds a dead end where the reference knows what to do"))
    return DeadEnds(Outcome.SAT, rulings=rulings, state=state)
