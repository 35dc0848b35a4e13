"""No decision without a legal move, by induction: wherever the invariants hold and somebody is to decide, something is legal.

What is looked at are all states of a phase that satisfy the lemmas, reachable or not; nothing is asked of steps, since the
lemmas are proved by themselves.  Chance is asked about where it is entered (`entries.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import field, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.layout import offset_of
from verifier.lang.phases import DECISION, PhaseRules
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.symbolic.lift.ghosts import EXACT
from verifier.symbolic.lift.terms import Value, all_of
from verifier.symbolic.prove.cross_check import Claim, Unknowns
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.prove.kept import STUCK, Kept
from verifier.symbolic.solver import Answer, Outcome, Solver


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
        if phase.kind != DECISION or phase.stuck >= 0:  # the game says what happens where nothing is legal
            continue
        rule, name, proofs = induction.program.rules_at(int(phase.phase))[0], STUCK + phase.phase.name, induction.proofs
        kept = None if proofs is None else proofs.known(rule, name, lemmas)
        if kept is not None:
            used.update(kept.lemmas)
            continue
        if progress is not None:
            progress(f"no-dead-end: phase {phase.phase.name}")
        found = _in_phase(induction, phase, lemmas)
        if found.outcome is not Outcome.UNSAT:
            return found
        if proofs is not None:
            proofs.keep(Kept(rule.name, name, found.outcome, found.lemmas))
        used.update(found.lemmas)
    return DeadEnds(Outcome.UNSAT, tuple(sorted(used)))


def _in_phase(induction: Induction, phase: PhaseRules, lemmas: Sequence[str]) -> DeadEnds:
    lifted, ghosts = induction.lifted, induction.lifted.ghosts
    assert ghosts is not None
    cells, kept = lifted.table.unknown("")
    counters, ranges = ghosts.unknown("")
    unknown: list[Value] = [*cells, *counters]
    cells = list(unknown)
    cells[offset_of(induction.program.game.state_type, "phase")] = int(phase.phase)
    always, stuck = [*induction.kept, *kept, *ranges, *ghosts.facts(cells)], lifted.stuck(int(phase.phase), cells)
    induction.crossed.phase(int(phase.phase), Unknowns(unknown), [
        Claim("what is taken for granted of every state", [all_of(always)], lambda _: [1]),
        Claim("whether nothing is legal", [stuck], lambda judged: [judged.is_stuck])])
    solver = Solver(induction.effort)
    solver.require([*always, stuck])
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
    if reference.legal(position):
        raise EngineBug(Problem("DB912", "z3 finds a dead end where the reference knows what to do"))
    return DeadEnds(Outcome.SAT, rulings=rulings, state=state)
