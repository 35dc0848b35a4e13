"""A question about a rule, asked for one value after another of the fields that the rule's branches ask about.

With the value put in before the rule is lifted, branches that it decides are not there, and what they would have changed is the
cell of before: z3 need not see that of two long terms.  The values of a field are all that it can be, so that a question that is
answered for each of them is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import define, evolve, field

from verifier.symbolic.lift.rules import Fired
from verifier.symbolic.lift.terms import Flag, all_of, any_of, as_number, equal, is_same
from verifier.symbolic.prove.fields import Field, cell_or_argument
from verifier.symbolic.prove.guided import Guided
from verifier.symbolic.prove.step import InductiveStep
from verifier.symbolic.solver import Answer, Outcome, Solver

QUESTIONS_MOST = 1_000
WORK_MOST = 400_000_000
CASE_WORK = 10_000_000  # for a question that can be split further


@define
class Split:
    """What can be behind a rule, split: `ways` are the ways it can come about in the cases that were looked at."""

    step: InductiveStep
    condition: Callable[[Fired], Flag]
    lemmas: set[str] = field(factory=set)
    ways: list[Flag] = field(factory=list)
    _questions: int = 0
    _work: int = 0

    def ask(self, fields: Sequence[Field], known: Mapping[int, int] | None = None) -> Answer:
        """Whether the condition can hold behind the rule, given the values of some cells: split further until z3 knows."""
        known = known or {}
        way = self._way(known)
        if way is False:
            return Answer(Outcome.UNSAT)
        further = next((number for number, each in enumerate(fields) if self._matters(each, known, way)), None)
        answer = self._answer(way, known, is_last=further is None)
        if answer.outcome is Outcome.UNSAT:
            self.ways.append(all_of((*self._given(known), way)))
            self.lemmas.update(each for each in answer.core if each in self.step.induction.invariants)
        if answer.outcome is not Outcome.UNKNOWN or further is None:
            return answer
        for value in fields[further].values:
            answer = self.ask(fields[further + 1:], {**known, fields[further].offset: value})
            if answer.outcome is not Outcome.UNSAT:
                return answer
        return Answer(Outcome.UNSAT)

    @property
    def whole(self) -> Flag:
        """That the condition holds behind the rule, put together from all the cases."""
        return any_of(self.ways)

    def _way(self, known: Mapping[int, int]) -> Flag:
        """That the rule can happen and the condition holds, lifted with the values of some cells put in.

        Whether the rule fails is the condition's to say: that it does can be what is asked about.
        """
        step = self.step
        cells = [known.get(offset, cell) for offset, cell in enumerate(step.before)]
        arguments = [known.get(-1 - place, value) for place, value in enumerate(step.arguments)]
        fired = step.induction.lifted.fire(step.rule, arguments, cells)
        return all_of((fired.enabled, self.condition(fired)))

    def _given(self, known: Mapping[int, int]) -> Iterator[Flag]:
        step = self.step
        return (equal(as_number(cell_or_argument(offset, step.before, step.arguments)), value)
                for offset, value in known.items())

    def _matters(self, each: Field, known: Mapping[int, int], way: Flag) -> bool:
        """Whether the value of a field makes a difference, which it does not in branches that other values have decided."""
        return not is_same(self._way({**known, each.offset: each.values[0]}), way)

    def _answer(self, way: Flag, known: Mapping[int, int], *, is_last: bool) -> Answer:
        """Ask a solver that was asked nothing else: of any state, of those that keep the invariants, and with exact counters."""
        self._questions += 1
        step, induction = self.step, self.step.induction
        if self._questions > QUESTIONS_MOST or self._work > WORK_MOST:
            return Answer(Outcome.UNKNOWN, reason=f"more than {QUESTIONS_MOST} cases, or {WORK_MOST:,} work for all of them")
        effort = induction.effort if is_last else evolve(induction.effort, work=min(CASE_WORK, induction.effort.work))
        conditions = [*step.required, *step.facts, *self._given(known), way]
        solver = Solver(effort)
        solver.require(conditions)
        answer = solver.ask()
        self._work += answer.work
        if answer.outcome is Outcome.SAT or (is_last and answer.outcome is Outcome.UNKNOWN):
            answer = Guided(step, conditions[:-1], [way], effort).ask()
            self._work += answer.work
        return answer
