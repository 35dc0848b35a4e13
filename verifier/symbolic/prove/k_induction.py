"""k-induction: a property that has held in k consecutive states holds in the next one.

Lines of k transitions are unrolled from any state of a phase, phase by phase; every state of such a line satisfies the lemmas
(proved by themselves) and all but the last what is to be proved.  Of a step property, the first k - 1 transitions are assumed to
respect it.  Whoever calls this answers for the base: no line of k - 1 transitions from the start breaks the property.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.game import Rule
from verifier.lang.layout import offset_of
from verifier.lang.phases import PhaseRules
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.lift.terms import Flag, all_of, any_of, negation
from verifier.symbolic.prove.bounded import BoundedCheck, Start
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.prove.kept import RANGES, Breach
from verifier.symbolic.solver import Answer, Outcome

OWN = "itself, before"


@frozen
class KKept:
    """Whether k transitions keep a property: unsat if they do, and from which lemmas; else how its last one breaks it."""

    outcome: Outcome
    lemmas: tuple[str, ...] = ()
    reason: str = ""
    breach: Breach | None = None


def k_keeps(induction: Induction, name: str, k: int, lemmas: Sequence[str],
            progress: Callable[[str], None] | None = None) -> KKept:
    """Ask of the lines that begin in each phase."""
    used: set[str] = set()
    for phase in induction.program.phases:
        if not phase.events:
            continue
        if progress is not None:
            progress(f"{name}: {k} transitions from {phase.phase.name}")
        found = _KStep(induction, phase, k, lemmas).keeps(name)
        if found.outcome is not Outcome.UNSAT:
            return found
        used.update(found.lemmas)
    return KKept(Outcome.UNSAT, tuple(sorted(used - {name})))


class _KStep:
    """The lines of k transitions from any state of a phase."""

    def __init__(self, induction: Induction, phase: PhaseRules, k: int, lemmas: Sequence[str]) -> None:
        self.induction, self.k, self.lemmas = induction, k, list(lemmas)
        lifted = induction.lifted
        ghosts = lifted.ghosts
        assert ghosts is not None
        cells, kept = lifted.table.unknown("")
        cells[offset_of(induction.program.game.state_type, "phase")] = int(phase.phase)
        counters, ranges = ghosts.unknown("")
        self.cells = cells + counters
        conditions = [*induction.kept, *kept, *ranges, *ghosts.facts(self.cells)]
        start = Start(lifted, self.cells, conditions, tuple(ghosts.exact(self.cells)))
        self.check = BoundedCheck(induction.program, induction.setting, start, (), ranges=False, effort=induction.effort)

    def keeps(self, name: str) -> KKept:
        """Unroll, assuming the lemmas of every state and the property itself of all that come before the last."""
        check, solver, unrolling = self.check, self.check.solver, self.check.unrolling
        rule = None if name == RANGES else self.induction.program.property_named(name)
        own, named = [], []
        for depth in range(self.k):
            named += self._tell(depth)
            if rule is not None and (rule.kind == "invariant" or depth > 0):
                solver.name(f"{OWN} {depth}", self._holds(rule) if rule.kind == "invariant"
                            else negation(unrolling.violations(rule)))
                own.append(f"{OWN} {depth}")
            unrolling.extend()
            check.tell_facts()
        solver.name("breaks", unrolling.failures() if rule is None else unrolling.violations(rule))
        names = ["breaks", *own, *named]
        answer = check.ask(names)
        if answer.outcome is Outcome.SAT:
            return KKept(Outcome.SAT, breach=self._replayed(answer, name))
        used = {each.rpartition(" at ")[0] for each in answer.core if each in named}
        return KKept(answer.outcome, tuple(sorted(used)), answer.reason)

    def _tell(self, depth: int) -> list[str]:
        """Name the lemmas of the last layer."""
        names = []
        for each in self.lemmas:
            names.append(f"{each} at {depth}")
            self.check.solver.name(names[-1], self._holds(self.induction.invariants[each]))
        return names

    def _holds(self, rule: Rule) -> Flag:
        nodes = self.check.unrolling.layers[-1].nodes
        truths = [(node, self.induction.lifted.truth(rule, node.cells)) for node in nodes]
        return all_of(any_of((negation(node.here), truth.is_kept)) for node, truth in truths)

    def _replayed(self, answer: Answer, name: str) -> Breach:
        """The last transition of the line, by the reference; EngineBug when it does not break anything there."""
        induction, program = self.induction, self.induction.program
        rulings = induction.lifted.rulings(answer)
        reference = Reference(program, Setting(rulings, induction.setting.edition))
        events = self.check.unrolling.line(answer)
        position = Position(program.decode(self.check.unrolling.start_numbers(answer)), (0,) * len(program.tapes))
        for event in events[:-1]:
            position = reference.apply(position, event).after
        try:
            after = reference.apply(position, events[-1]).after.state
        except RuleBroke as failure:
            if name == RANGES:
                return Breach(rulings, position.state, events[-1], None, str(failure))
            raise
        if name != RANGES:
            rule = program.property_named(name)
            states = (after,) if rule.kind == "invariant" else (position.state, after)
            try:
                if not reference.holds(rule, *states, event=events[-1]):
                    return Breach(rulings, position.state, events[-1], after)
            except RuleBroke as failure:
                return Breach(rulings, position.state, events[-1], after, str(failure))
        line = " / ".join(each.text for each in events)
        raise EngineBug(Problem("DB912", f"z3 breaks {name} with {line!r}, and the reference does not"))
