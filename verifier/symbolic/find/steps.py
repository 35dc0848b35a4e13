"""Single steps from any table of a region: which of them can differ under two choices of a reading, and from what size on.

A run that ends differently has a first step that differs.  Where tables grow by what chance brings and by nothing else, the table
of that step is no larger than the run is; where some rule lays out more (cards that were held, say), that is so only of runs that
did not come by that rule; of what the others come to, only the phase is known.  So it is asked of each rule that can differ: does
it, on a table of this size at most, or on any table at all of a phase that such a rule leads to?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from attrs import frozen

from verifier.lang.game import Rule
from verifier.symbolic.find.two_choices import TwoChoices, parts_at
from verifier.symbolic.lift.possible import possible
from verifier.symbolic.lift.rules import Fired
from verifier.symbolic.lift.terms import Flag, Value, add, all_of, as_number, less
from verifier.symbolic.solver import Outcome, OutOfTime, Solver


@frozen(eq=False)
class Question:
    """A rule that can differ in a phase, from cells, by the name that the solver knows its difference by."""

    phase: int
    rule: Rule
    name: str
    cells: list[Value]
    leads: tuple[frozenset[int], ...]  # the phases that it can lead to under either choice

    @property
    def is_chance(self) -> bool:
        """Whether the step itself lays out one more."""
        return self.rule.kind == "chance"


@frozen(eq=False)
class _Fired:
    """A rule of a phase, from any table whose piles are small enough."""

    rule: Rule
    cells: list[Value]
    kept: list[Flag]
    sides: list[Fired]


class Steps:
    """The steps of a region that can differ.

    `growing` are the phases with a rule that lays out more than chance brings, and from which lines lead to a step that can
    differ.
    """

    def __init__(self, both: TwoChoices) -> None:
        self.both = both
        self.solver = Solver(both.effort())
        self.questions: list[Question] = []
        self.phases: list[int] = []  # those that lines come to, of tables that did not grow
        self.growing: list[int] = []
        self._laying: set[int] = set()  # every phase with a rule that lays out more
        self._next: dict[int, set[int]] = {}
        self._behind: dict[int, int] = {}  # what lines from there can come to, and what chance lays out on the way at least
        self._beyond: dict[str, bool] = {}
        self._is_whole = False  # whether there was the time to look at every phase
        self._parts: dict[tuple[str, int], bool] = {}
        with suppress(OutOfTime):
            self._look_at_all()
            self._is_whole = True

    @property
    def starts(self) -> bool:
        """Whether lines may begin wherever a step can differ or the table can grow; then no line to there need be looked for."""
        region = self.both.region
        needed = {*(question.phase for question in self.questions), *self.growing}
        return self._is_whole and not region.given and needed <= set(region.begins)

    def alike(self, size: int) -> bool:
        """Whether it is proved that no step of a run of the size differs."""
        return self._is_whole and not self.is_beyond(size) and not any(self._can_part(each, size) for each in self.questions)

    def is_beyond(self, size: int) -> bool:
        """Whether a step may differ in a run of the size that came by a rule that lays out more."""
        return any(self._can_part_beyond(question) for question in self.questions
                   if question.phase in self._behind and self._behind[question.phase] + question.is_chance <= size)

    def parting(self, size: int) -> list[Question]:
        """The steps that may differ in a run of the size that did not come by a rule that lays out more."""
        return [question for question in self.questions if self._can_part(question, size)]

    def meeting(self, question: Question) -> Iterator[frozenset[int]]:
        """Where the sides may come together behind a step: phases that it leads one side to, and the other comes to, too."""
        for one, other in (question.leads, question.leads[::-1]):
            common = one & self._led_to(other) - self.both.region.stops - {question.phase}
            if common:
                yield common

    def may_grow(self, phase: int) -> bool:
        """Whether lines from a phase may come to a rule that lays out more."""
        return not self._led_to({phase}).isdisjoint(self._laying)

    def _led_to(self, phases: Iterable[int]) -> set[int]:
        """Some phases, and those that lines come to from them, of tables that did not grow."""
        found = set(phases)
        waiting = list(found)
        while waiting:
            new = self._next.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return found

    def _can_part(self, question: Question, size: int) -> bool:
        if question.is_chance and size == 0:
            return False
        key = question.name, size
        if key not in self._parts:
            names = [question.name, f"{question.name}{size - question.is_chance}"]
            self._parts[key] = self.solver.ask(names, effort=self.both.effort()).outcome is not Outcome.UNSAT
        return self._parts[key]

    # -- what there is to ask -------------------------------------------------------------------------------------------------

    def _look_at_all(self) -> None:
        """The phases that the region can come to, their questions, and what is behind rules that lay out more."""
        both = self.both
        self.phases = list(both.region.begins)
        fired: dict[int, list[_Fired]] = {}
        for phase in self.phases:
            fired[phase] = self._fire(phase)
            leads = {each for one in fired[phase] for side in one.sides for each in possible(as_number(side.after[both.phase]))}
            self._next[phase] = leads
            self.phases += sorted(leads - both.region.stops - set(self.phases))
        for phase, rules in fired.items():
            for one in rules:
                self._add(phase, one)
        if not self.questions:
            return
        self.growing = [phase for phase, rules in fired.items() if any(self._grows(one) for one in rules)]
        self._laying = set(self.growing)
        for phase in [*self.growing]:
            reached = self._reached(phase)
            if not any(question.phase in reached for question in self.questions):
                self.growing.remove(phase)
                continue
            for each, drawn in reached.items():
                self._behind[each] = min(drawn, self._behind.get(each, drawn))

    def _reached(self, start: int) -> dict[int, int]:
        """The phases that lines from any table of one phase can come to, with it, and how often chance decides at least."""
        both, found = self.both, dict[int, int]()
        anything, _ = both.table("any ", None)
        waiting = [(0, start)]
        while waiting:
            waiting.sort()
            drawn, phase = waiting.pop(0)
            if phase in found:
                continue
            found[phase] = drawn
            there = [*anything]
            there[both.phase] = phase
            for rule in both.program.rules_at(phase) if phase not in both.region.stops else ():
                arguments, _ = both.lifted[0].arguments(rule, "any ")
                for side in both.fired(rule, arguments, there):
                    leads = possible(as_number(side.after[both.phase]))
                    waiting += [(drawn + (rule.kind == "chance"), each) for each in leads if each not in found]
        return found

    def _fire(self, phase: int) -> list[_Fired]:
        """The rules of a phase, from any table of the largest size at most."""
        both = self.both
        cells, kept = both.table(f"{phase} ", both.bounds.size)
        cells[both.phase] = phase
        found = []
        for rule in both.program.rules_at(phase):
            arguments, ranges = both.lifted[0].arguments(rule, f"{phase} {rule.name} ")
            found.append(_Fired(rule, cells, [*kept, *ranges], both.fired(rule, arguments, cells)))
        return found

    def _add(self, phase: int, one: _Fired) -> None:
        """The question of a rule; one that comes out the same term by term needs none."""
        both, differs = self.both, parts_at(one.sides)
        if differs is False:
            return
        name = f"{phase} {one.rule.name} "
        self.solver.require(one.kept)
        self.solver.name(name, all_of((*both.invariants(one.cells), differs)))
        for size in range(both.bounds.size + 1):
            self.solver.name(f"{name}{size}", both.layout.is_small(one.cells, size))
        leads = tuple(frozenset(possible(as_number(side.after[both.phase]))) for side in one.sides)
        self.questions.append(Question(phase, one.rule, name, one.cells, leads))

    def _grows(self, one: _Fired) -> bool:
        """Whether a rule may leave more laid out than there was, or chance more than one."""
        both = self.both
        for side in one.sides:
            before, after = (both.layout.laid_out(each) for each in (one.cells, side.after))
            more = less(add(before, 1 if one.rule.kind == "chance" else 0), after)
            if more is False:
                continue
            solver = Solver(both.effort())
            solver.require(one.kept)
            solver.name("grows", all_of((side.happens, more)))
            if solver.ask(["grows"]).outcome is not Outcome.UNSAT:
                solver.require(both.invariants(one.cells))
                if solver.ask(["grows"]).outcome is not Outcome.UNSAT:
                    return True
        return False

    def _can_part_beyond(self, question: Question) -> bool:
        """Whether a step may differ on a table of any size; whether it does on a small one is quick to see."""
        if question.name not in self._beyond:
            effort = self.both.effort()
            with suppress(OutOfTime):
                self._beyond[question.name] = self.solver.ask([question.name], effort=effort).outcome is not Outcome.UNSAT or \
                    self._on_any_table(question)
        return self._beyond.get(question.name, True)

    def _on_any_table(self, question: Question) -> bool:
        both, solver = self.both, Solver(self.both.effort())
        cells, kept = both.table("", None)
        cells[both.phase] = question.phase
        arguments, ranges = both.lifted[0].arguments(question.rule, "argument ")
        differs = both.differs(question.rule, arguments, cells)
        if differs is False:
            return False
        solver.require([*kept, *ranges, *both.invariants(cells), differs])
        return solver.ask().outcome is not Outcome.UNSAT
