"""A question about a rule, asked for one value after another of the fields that the rule's branches ask about.

With the value put in before the rule is lifted, branches that it decides are not there, and what they would have changed is the
cell of before: z3 need not see that of two long terms.  The values of a field are all that it can be, so that a question that is
answered for each of them is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen

from verifier.lang import ir
from verifier.lang.layout import offset_of
from verifier.lang.types import FlagType
from verifier.program.program import Program
from verifier.symbolic.lift.rules import Fired
from verifier.symbolic.lift.terms import Flag, all_of, any_of, as_number, equal, highest, is_same, lowest
from verifier.symbolic.prove.induction import InductiveStep
from verifier.symbolic.solver import Answer, Outcome, Solver

VALUES_MOST = 32  # of a field
QUESTIONS_MOST = 1_000
CASE_WORK = 10_000_000  # for a question that can be split further


@frozen
class Field:
    """A field of the state that a rule can be split by: its cell, and the values that it can have."""

    offset: int
    values: Sequence[int]


def fields_asked_about(step: InductiveStep) -> list[Field]:
    """The fields of few values that conditions and indices ask about, in a step's rule and in what it calls, in their order."""
    program = step.induction.program
    phase = offset_of(program.game.state_type, "phase")
    found: list[Field] = []
    for name in dict.fromkeys(_asked_about(program, step.rule.name, set())):
        offset = offset_of(program.game.state_type, name)
        cell = as_number(step.before[offset])
        values = range(lowest(cell), highest(cell) + 1)
        if offset != phase and 1 < len(values) <= VALUES_MOST:
            found.append(Field(offset, values))
    return found


def _asked_about(program: Program, name: str, seen: set[str]) -> Iterator[str]:
    seen.add(name)
    for node in ir.walk(program.bodies[name].body):
        if isinstance(node, ir.If | ir.Choose | ir.Require | ir.ItemOf):
            for read in ir.walk(node.index if isinstance(node, ir.ItemOf) else node.condition):
                name_read = ir.field_read(read, program.game.state_type)
                if name_read is not None and isinstance(read, ir.Read) and not isinstance(read.type, FlagType):
                    yield name_read
        elif isinstance(node, ir.Call) and node.rule.name not in seen:
            yield from _asked_about(program, node.rule.name, seen)


@define
class Split:
    """What can be behind a rule, split: `ways` are the ways it can come about in the cases that were looked at."""

    step: InductiveStep
    condition: Callable[[Fired], Flag]
    lemmas: set[str] = field(factory=set)
    ways: list[Flag] = field(factory=list)
    _questions: int = 0

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
        """That the condition holds behind the rule, lifted with the values of some cells put in."""
        step = self.step
        cells = [known.get(offset, cell) for offset, cell in enumerate(step.before)]
        fired = step.induction.lifted.fire(step.rule, step.arguments, cells)
        return all_of((fired.happens, self.condition(fired)))

    def _given(self, known: Mapping[int, int]) -> Iterator[Flag]:
        return (equal(as_number(self.step.before[offset]), value) for offset, value in known.items())

    def _matters(self, each: Field, known: Mapping[int, int], way: Flag) -> bool:
        """Whether the value of a field makes a difference, which it does not in branches that other values have decided."""
        return not is_same(self._way({**known, each.offset: each.values[0]}), way)

    def _answer(self, way: Flag, known: Mapping[int, int], *, is_last: bool) -> Answer:
        """Ask a solver that was asked nothing else: of any state, of those that keep the invariants, and with exact counters."""
        self._questions += 1
        step, induction = self.step, self.step.induction
        if self._questions > QUESTIONS_MOST:
            return Answer(Outcome.UNKNOWN, reason=f"more than {QUESTIONS_MOST} cases")
        effort = induction.effort if is_last else evolve(induction.effort, work=min(CASE_WORK, induction.effort.work))
        solver = Solver(effort)
        solver.require([*step.solver.required, *self._given(known), way])
        answer = solver.ask()
        if answer.outcome is Outcome.SAT or (is_last and answer.outcome is Outcome.UNKNOWN):
            for name in induction.lemmas:
                solver.name(name, induction.lifted.truth(induction.invariants[name], step.before).is_kept)
            answer = solver.ask(induction.lemmas)
        if answer.outcome is Outcome.SAT:
            solver.require(step.exact)
            answer = solver.ask(induction.lemmas)
        return answer
