"""A question about a step, from the lemmas that it turns out to need.

A question about many properties assumes the game's own invariants from the outset, one about few only these themselves.  Of all
other lemmas, which may be thousands, a question gets those alone that exclude a counterexample to it: a state before in which
they do not hold.  They are tried there by the reference, which is quick, and z3 is asked again, until it knows no counterexample
or has one in which every lemma holds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from verifier.errors import EngineBug, Problem
from verifier.symbolic.lift.looked_into import variables_of
from verifier.symbolic.lift.terms import Flag
from verifier.symbolic.solver import SECOND_SEED, Answer, Effort, Outcome, Solver, version

if TYPE_CHECKING:
    from verifier.symbolic.prove.step import InductiveStep

ADDED_AT_ONCE = 8  # lemmas that exclude a counterexample
NAMED_WORK = 10_000_000  # for finding out which lemmas an answer rests on
FEWER_WORK = 3_000_000  # for trying to do without one of them


@define(eq=False)
class Guided:
    """A question: whether the conditions can hold in a state that keeps the lemmas.

    `goal` is the condition of most interest: lemmas about what it depends on are added first.
    """

    step: InductiveStep
    conditions: list[Flag]
    goal: Flag
    effort: Effort
    told: Collection[str] | None = None  # the properties and lemmas to begin with, if not all that is assumed anyway
    further: list[list[Flag]] = field(factory=list)  # what holds too, each required once a counterexample does not keep it
    lemmas: dict[str, Flag] = field(init=False)  # assumed so far
    solver: Solver = field(init=False)
    is_open: bool = field(default=False, init=False)
    work: int = field(default=0, init=False)  # of all that z3 was asked
    _of_counters: list[list[Flag]] = field(init=False)  # more and more that can be said of them

    def __attrs_post_init__(self) -> None:
        self.lemmas = dict(self.step.assumed) if self.told is None else {
            name: self.step.lemma(name) for name in self.told if name in self.step.induction.lemmas}
        self._of_counters = [self.step.facts, self.step.exact]
        self.solver = Solver(self.effort)
        self.solver.require([*self.conditions, *self.lemmas.values()])

    def ask(self, *, more: bool = True) -> Answer:
        """z3's answer, twice if it is that nothing can; its core are the lemmas that it rests on.

        Without `more`, from what is assumed at the outset: a counterexample that another lemma excludes leaves it open.
        """
        answer = self._counted(self.solver)
        while answer.outcome is Outcome.SAT and (further := self._against(answer, more=more)):
            self.solver.require(further)
            answer = self._counted(self.solver)
        found = self._confirmed() if answer.outcome is Outcome.UNSAT else answer
        return evolve(found, work=self.work)

    def _counted(self, solver: Solver, names: Sequence[str] = ()) -> Answer:
        answer = solver.ask(names, second_look=False)
        self.work += answer.work
        return answer

    def _against(self, answer: Answer, *, more: bool) -> list[Flag]:
        """What excludes a counterexample: lemmas, else what holds too, else that the counters are what they count.

        Nothing, if it is one.
        """
        added = self._excluding(answer)
        if added and not more:
            self.is_open = True
            return []
        if added:
            self.lemmas.update(added)
            return list(added.values())
        for each in self.further:
            if not all(answer.value(flag) for flag in each):
                self.further = [other for other in self.further if other is not each]
                self.conditions += each
                return each
        if self.step.is_exact(answer):
            return []
        further = next((each for each in self._of_counters if each), [])
        self._of_counters = self._of_counters[1:]
        self.conditions += further
        return further

    def _excluding(self, answer: Answer) -> dict[str, Flag]:
        """Some lemmas that do not hold in the state before: those in use first, then what is about what the goal depends on."""
        broken = self.step.refuting(answer, self.lemmas)
        order = []
        for number, name in enumerate(broken):
            about = self.step.induction.fields_of(name)
            order.append((name not in self.step.in_use, bool(about - self._near), len(about), number))
        return {broken[number]: self.step.lemma(broken[number]) for *_, number in sorted(order)[:ADDED_AT_ONCE]}

    @cached_property
    def _near(self) -> set[str]:
        """The fields of the state that the goal depends on."""
        return {re.split(r"[.\[#]", name)[0] for name in variables_of([self.goal])}

    # -- the second look ------------------------------------------------------------------------------------------------------

    def _confirmed(self) -> Answer:
        """The second look at an unsat answer, and which of the lemmas it rests on.

        A solver that knows the lemmas by name says that, if it answers; else it rests on all of them.
        """
        answer = self._from(list(self.lemmas), min(NAMED_WORK, self.effort.work))
        if answer.outcome is Outcome.UNKNOWN:
            solver = Solver(self.effort, seed=SECOND_SEED)
            solver.require([*self.conditions, *self.lemmas.values()])
            answer = evolve(self._counted(solver), core=tuple(sorted(self.lemmas)))
        if answer.outcome is Outcome.SAT:
            raise EngineBug(Problem("DB911", f"z3 {version()} takes back an unsat answer about {self.step.rule.name}"))
        if answer.outcome is Outcome.UNKNOWN:
            return evolve(answer, core=(), reason=f"the second look gave no answer: {answer.reason}")
        core = answer.core
        for name in core:
            if name in core and name not in self.step.in_use and name not in (self.told or ()):  # it would need a proof for this
                found = self._from([each for each in core if each != name], min(FEWER_WORK, self.effort.work))
                core = found.core if found.outcome is Outcome.UNSAT else core
        return evolve(answer, core=core)

    def _from(self, names: Sequence[str], work: int) -> Answer:
        """Ask a fresh solver with another seed, which is given some of the lemmas by name."""
        solver = Solver(evolve(self.effort, work=work), seed=SECOND_SEED)
        solver.require(self.conditions)
        for name in names:
            solver.name(name, self.lemmas[name])
        return self._counted(solver, names)
