"""A question about a step, from the lemmas that it turns out to need.

A question about many properties assumes the game's own invariants from the outset, one about few only these themselves.  Of all
other lemmas, which may be thousands, a question gets those alone that exclude a counterexample to it: a state before in which
they do not hold.  They are tried there by the reference, which is quick, and z3 is asked again, until it knows no counterexample
or has one in which every lemma holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from verifier.errors import EngineBug, Problem
from verifier.symbolic.lift.looked_into import variables_of
from verifier.symbolic.lift.terms import Flag
from verifier.symbolic.prove.step import Proved
from verifier.symbolic.solver import SECOND_SEED, SEED, Answer, Effort, Outcome, Solver, version

if TYPE_CHECKING:
    from verifier.symbolic.prove.step import InductiveStep

ADDED_AT_ONCE = 8  # lemmas that exclude a counterexample
NAMED_WORK = 10_000_000  # for finding out which lemmas an answer rests on
AGAIN = 2  # times the work of the first look
FEWER_WORK, SPARING_WORK = 3_000_000, 10_000_000  # for trying to do without one of them


@define(eq=False)
class Guided:
    """A question: whether the conditions and one of the goals can hold in a state that keeps the lemmas.

    The goals are asked one after the other, of one solver, each with the effort: what it learned of one helps with the next.
    Lemmas about what the goals depend on are added first.
    """

    step: InductiveStep
    conditions: list[Flag]
    goals: Sequence[Flag]
    effort: Effort
    told: Collection[str] | None = None  # the properties and lemmas to begin with, if not all that is assumed anyway
    further: list[list[Flag]] = field(factory=list)  # what holds too, each required once a counterexample does not keep it
    lemmas: dict[str, Flag] = field(init=False)  # assumed so far
    solver: Solver = field(init=False)
    is_open: bool = field(default=False, init=False)
    work: int = field(default=0, init=False)  # of all that z3 was asked
    most: int = field(default=0, init=False)  # of one answer

    def __attrs_post_init__(self) -> None:
        self.lemmas = dict(self.step.assumed) if self.told is None else {
            name: self.step.lemma(name) for name in self.told if name in self.step.induction.lemmas}
        self.further = [*self.further, self.step.facts]
        self.solver = self._solver(self.effort, SEED)
        self.solver.require(self.lemmas.values())

    def ask(self, *, more: bool = True) -> Answer:
        """z3's answer, twice if it is that nothing can; its core are the lemmas that it rests on.

        Without `more`, from what is assumed at the outset: a counterexample that another lemma excludes leaves it open.
        """
        for goal in self._by_name:
            answer = self._first_look(goal, more=more)
            if answer.outcome is not Outcome.UNSAT:
                return evolve(answer, work=self.work)
        answer = self._confirmed()
        if answer.outcome is Outcome.UNSAT:
            self.step.keep(Proved(self.goals, self.conditions, {name: self.lemmas[name] for name in answer.core}))
        return evolve(answer, work=self.work)

    def each(self) -> list[Answer]:
        """z3's answer about each of the goals, twice if it is that it cannot hold; its core are the lemmas that it rests on.

        All are asked of the same two solvers, which is quick where the rule is small.
        """
        answers = [self._first_look(goal, more=True) for goal in self._by_name]
        solver = self._solver(evolve(self.effort, work=AGAIN * self.effort.work), SECOND_SEED)
        for name, flag in self.lemmas.items():
            solver.name(name, flag)
        return [self._again(solver, goal) if answer.outcome is Outcome.UNSAT else answer
                for goal, answer in zip(self._by_name, answers, strict=True)]

    def _first_look(self, goal: str, *, more: bool) -> Answer:
        """z3's answer about one of the goals, told more until it knows no counterexample, or has one that nothing excludes."""
        answer = self._counted(self.solver, [goal])
        while answer.outcome is Outcome.SAT and (further := self._against(answer, more=more)):
            self.solver.require(further)
            answer = self._counted(self.solver, [goal])
        return answer

    @cached_property
    def _by_name(self) -> dict[str, Flag]:
        return {f"goal {number}": goal for number, goal in enumerate(self.goals)}

    def _solver(self, effort: Effort, seed: int) -> Solver:
        """One that is told what is certain, and the goals by name."""
        solver = Solver(effort, seed=seed)
        solver.require(self.conditions)
        for name, goal in self._by_name.items():
            solver.name(name, goal)
        return solver

    def _counted(self, solver: Solver, names: Sequence[str]) -> Answer:
        answer = solver.ask(names, second_look=False)
        self.work += answer.work
        self.most = max(self.most, answer.work)
        return answer

    def _against(self, answer: Answer, *, more: bool) -> list[Flag]:
        """What excludes a counterexample, what costs least first; nothing, if it is one.

        Lemmas in use are proved anyway, and what holds too needs no proof; any other lemma needs one.  That counters are what
        they count needs none either, but is hard for z3: it comes last, unless lemmas are to be spared.
        """
        broken = self.step.refuting(answer, self.lemmas)
        if broken and not more:
            self.is_open = True
            return []
        if at_hand := [name for name in broken if name in self.step.in_use]:
            return self._told(at_hand)
        for each in self.further:
            if not all(answer.value(flag) for flag in each):
                self.further = [other for other in self.further if other is not each]
                self.conditions += each
                return each
        if broken and not self.step.induction.is_sparing:
            return self._told(broken)
        if not self.step.is_exact(answer):
            self.conditions += self.step.exact
            return self.step.exact
        return self._told(broken)

    def _told(self, names: Sequence[str]) -> list[Flag]:
        """Lemmas from here on: those that exclude a counterexample; if they are many, those about what the goals depend on."""
        if len(names) > ADDED_AT_ONCE:
            abouts = [(name, self.step.induction.fields_of(name)) for name in names]
            abouts.sort(key=lambda each: (bool(each[1] - self._near), len(each[1])))
            names = [name for name, _ in abouts[:ADDED_AT_ONCE]]
        added = {name: self.step.lemma(name) for name in names}
        self.lemmas.update(added)
        return list(added.values())

    @cached_property
    def _near(self) -> set[str]:
        """The fields of the state that the goals depend on."""
        return {re.split(r"[.\[#]", name)[0] for name in variables_of(self.goals)}

    # -- the second look ------------------------------------------------------------------------------------------------------

    def _confirmed(self) -> Answer:
        """The second look at an unsat answer, and which of the lemmas it rests on.

        A solver that knows the lemmas by name says that, if it answers; else it rests on all of them.
        """
        effort = evolve(self.effort, work=AGAIN * self.effort.work)
        answer = self._from(list(self.lemmas), min(max(NAMED_WORK, AGAIN * self.most), effort.work))
        if answer.outcome is Outcome.UNKNOWN:
            solver = self._solver(effort, SECOND_SEED)
            solver.require(self.lemmas.values())
            answer = evolve(self._all(solver), core=tuple(sorted(self.lemmas)))
        self._stands(answer)
        if answer.outcome is Outcome.UNKNOWN:
            return evolve(answer, core=(), reason=f"the second look gave no answer: {answer.reason}")
        work = min(SPARING_WORK if self.step.induction.is_sparing else FEWER_WORK, self.effort.work)
        return evolve(answer, core=self._needed(answer.core, lambda names: self._from(names, work)))

    def _needed(self, core: Sequence[str], ask: Callable[[Sequence[str]], Answer]) -> tuple[str, ...]:
        """The lemmas of a core without some that the answer does without, and that would need a proof for nothing else."""
        for name in core:
            if name in core and name not in self.step.in_use and name not in (self.told or ()):
                found = ask([each for each in core if each != name])
                core = found.core if found.outcome is Outcome.UNSAT else core
        return tuple(core)

    def _stands(self, answer: Answer) -> None:
        """EngineBug if the second look at an unsat answer finds that the goal can hold."""
        if answer.outcome is Outcome.SAT:
            raise EngineBug(Problem("DB911", f"z3 {version()} takes back an unsat answer about {self.step.rule.name}"))

    def _again(self, solver: Solver, goal: str) -> Answer:
        """The second look at an unsat answer about one of the goals, by a solver that knows the lemmas by name."""
        answer = self._all(solver, list(self.lemmas), [goal])
        self._stands(answer)
        return evolve(answer, core=self._needed(answer.core, lambda names: self._all(solver, names, [goal])))

    def _from(self, names: Sequence[str], work: int) -> Answer:
        """Ask a fresh solver with another seed, which is given some of the lemmas by name."""
        solver = self._solver(evolve(self.effort, work=work), SECOND_SEED)
        for name in names:
            solver.name(name, self.lemmas[name])
        return self._all(solver, names)

    def _all(self, solver: Solver, names: Sequence[str] = (), goals: Iterable[str] | None = None) -> Answer:
        """A solver's answer about every goal, up to the first that can hold or is not known; its core is of all of them."""
        core: set[str] = set()
        for goal in self._by_name if goals is None else goals:
            answer = self._counted(solver, [goal, *names])
            if answer.outcome is not Outcome.UNSAT:
                return answer
            core.update(answer.core)
        return Answer(Outcome.UNSAT, tuple(sorted(core - set(self._by_name))))
