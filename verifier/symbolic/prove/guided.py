"""A question about a step, from what it turns out to need.

A question begins with what is about nothing but what the goal is about, and what is short and touches it: of what is true of the
step anyway (ranges, that the rule can happen and does not fail), and of the lemmas in use.  Of all else, which may be thousands
of lemmas, it gets what excludes a counterexample: a state before in which it does not hold.  Lemmas are tried there by the
reference, which is quick, and z3 is asked again, until it knows no counterexample or has one in which everything holds.  Of a
lemma that joins many conditions it gets some of those that do not hold there.

A sum of many numbers, which is what z3 does worst, is any number at first: where a rule adds to what was summed up before, that
is often all there is to know.  What it is made of is told where a counterexample has it wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from verifier.errors import EngineBug, Problem
from verifier.symbolic.lift.terms import Flag, Num, all_of, equal
from verifier.symbolic.prove.step import Part, Proved
from verifier.symbolic.solver import SECOND_SEED, SEED, Answer, Effort, Outcome, Solver, version

if TYPE_CHECKING:
    from verifier.symbolic.prove.step import InductiveStep

ADDED_AT_ONCE = 4  # conditions that exclude a counterexample
OTHERS = 2  # variables that a condition may depend on besides those that a goal does
SHORT = 25  # terms of a condition that hardly makes a question harder
NAMED_WORK = 10_000_000  # for finding out which lemmas an answer rests on
AGAIN = 2  # times the work of the first look
FEWER_WORK, SPARING_WORK = 3_000_000, 10_000_000  # for trying to do without one of them


@define(eq=False)
class Guided:
    """A question: whether the conditions and one of the goals can hold in a state that keeps the lemmas.

    The goals are asked one after the other, each with the effort: each of a solver of its own, which simplifies all that it is
    told with the goal in view, or (`each`) all of one.  What one goal needed is assumed for the next ones, too.  `conditions` are
    told at the outset, `further` holds too, and is told as far as it turns out to be needed.  `own` are the properties that are
    asked about.
    """

    step: InductiveStep
    conditions: list[Flag]
    goals: Sequence[Flag]
    effort: Effort
    own: Collection[str] = ()
    further: Sequence[Flag] = ()
    lemmas: dict[str, Flag] = field(factory=dict, init=False)  # what is assumed of them so far
    is_open: bool = field(default=False, init=False)
    work: int = field(default=0, init=False)  # of all that z3 was asked
    most: int = field(default=0, init=False)  # of one answer
    _assumed: set[Part] = field(factory=set, init=False)
    _free: list[Part] = field(init=False)
    _sums: dict[str, tuple[Num, Num]] = field(factory=dict, init=False)  # what stands for a sum, and the sum
    _defined: list[Flag] = field(factory=list, init=False)  # what sums are made of, as far as it is told
    _counts: bool = field(default=False, init=False)  # what is true of counters is told

    def __attrs_post_init__(self) -> None:
        self.conditions = list(self.conditions)
        self._free = [self.step.part_of(each) for each in self.further if each is not True]

    def _begin(self, goal: Flag) -> None:
        """Assume what is about nothing but what a goal is about, and what is short and touches it."""
        about = self.step.part_of(goal).variables
        at_hand = [part for name in self.step.assumed if name in self.own or name in self.step.in_use
                   for part in self.step.parts_of(name) if part.variables & about]
        alike = [part for part in at_hand if part.lemma in self.own and len(part.variables - about) <= OTHERS]
        about = about.union(*(part.variables for part in alike))
        near = [part for part in (*self._free, *at_hand) if part.variables & about and (
            part.size <= SHORT or not part.lemma and part.variables <= about)]
        self._assume(part for part in (*alike, *near) if part not in self._assumed)

    def ask(self, *, more: bool = True) -> Answer:
        """z3's answer, twice if it is that nothing can; its core are the lemmas that it rests on.

        Without `more`, from lemmas in use alone: a counterexample that another lemma excludes leaves it open.
        """
        for goal in self.goals:
            self._begin(goal)
            answer = self._first_look(self._first_solver(goal), goal, more=more)
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
        for goal in self.goals:
            self._begin(goal)
        first = self._first_solver()
        answers = [self._first_look(first, flag, name, more=True) for name, flag in self._by_name.items()]
        solver = self._solver(evolve(self.effort, work=AGAIN * self.effort.work), SECOND_SEED)
        for name, flag in self.lemmas.items():
            solver.name(name, self._plain(flag))
        return [self._again(solver, goal) if answer.outcome is Outcome.UNSAT else answer
                for goal, answer in zip(self._by_name, answers, strict=True)]

    def _first_solver(self, goal: Flag | None = None) -> Solver:
        """One that is told what is assumed so far, and a goal, or all of them by name."""
        solver = self._solver(self.effort, SEED, goal)
        solver.require(map(self._plain, self.lemmas.values()))
        return solver

    def _first_look(self, solver: Solver, goal: Flag, *name: str, more: bool) -> Answer:
        """z3's answer about one of the goals, told more until it knows no counterexample, or has one that nothing excludes."""
        answer = self._counted(solver, name)
        while answer.outcome is Outcome.SAT and (further := self._against(answer, goal, more=more)):
            solver.require(further)
            answer = self._counted(solver, name)
        return answer

    @cached_property
    def _by_name(self) -> dict[str, Flag]:
        return {f"goal {number}": goal for number, goal in enumerate(self.goals)}

    def _solver(self, effort: Effort, seed: int, goal: Flag | None = None) -> Solver:
        """One that is told what is certain, and a goal, or all of them by name."""
        solver = Solver(effort, seed=seed)
        solver.require(map(self._plain, self.conditions))
        if goal is not None:
            solver.require([self._plain(goal)])
        else:
            for name, each in self._by_name.items():
                solver.name(name, self._plain(each))
        solver.require(self._defined)
        return solver

    def _plain(self, condition: Flag) -> Flag:
        """A condition with a number in the sum's range for each sum of many: any number, until it is told to be the sum."""
        flag, sums = self.step.without_sums(condition)
        self._sums.update(sums)
        return flag

    def _counted(self, solver: Solver, names: Sequence[str]) -> Answer:
        answer = solver.ask(names, second_look=False)
        self.work += answer.work
        self.most = max(self.most, answer.work)
        return answer

    def _against(self, answer: Answer, goal: Flag, *, more: bool) -> list[Flag]:
        """What excludes a counterexample, what costs least first; nothing, if it is one.

        Lemmas in use are proved anyway, and what holds too needs no proof; any other lemma needs one.  That counters are what
        they count needs none either, but is hard for z3: it comes last, unless lemmas are to be spared.
        """
        broken = [part for part in self._free if part not in self._assumed and not answer.value(part.flag)]
        if short := [part for part in broken if part.size <= SHORT]:
            return self._assume(short)
        refuted = self.step.refuting(answer, self._known())
        at_hand = [name for name in refuted if name in self.step.in_use]
        if not more and len(at_hand) < len(refuted):
            self.is_open = True
            return []
        broken += self._excluding(at_hand, answer)
        if near := self._near(broken, goal):
            return self._assume(near)
        if wrong := [name for name, (variable, number) in self._sums.items() if answer.value(variable) != answer.value(number)]:
            return self._define(wrong)
        if broken:
            return self._told(broken, goal)
        if not self._counts and not all(answer.value(flag) for flag in self.step.facts):
            self._counts = True
            self.conditions += self.step.facts
            return [*map(self._plain, self.step.facts)]
        if refuted and not self.step.induction.is_sparing:
            return self._told(self._excluding(refuted, answer), goal)
        if not self.step.is_exact(answer):
            self.conditions += self.step.exact
            return [*map(self._plain, self.step.exact)]
        return self._told(self._excluding(refuted, answer), goal)

    def _near(self, waiting: Sequence[Part], goal: Flag) -> list[Part]:
        """The shortest of the conditions that depend on nothing but what the goal does, and what is assumed so far."""
        about = self.step.part_of(goal).variables.union(*(part.variables for part in self._assumed))
        return sorted((part for part in waiting if part.variables <= about), key=lambda part: part.size)[:ADDED_AT_ONCE]

    def _define(self, names: Sequence[str]) -> list[Flag]:
        """Say what some sums are made of."""
        found = [equal(*self._sums[name]) for name in names[:ADDED_AT_ONCE]]
        self._defined += found
        return found

    def _told(self, waiting: Sequence[Part], goal: Flag) -> list[Flag]:
        """What is assumed from here on of some conditions: the shortest of those about what the goal is about, if any are."""
        about = self.step.part_of(goal).variables
        touching = [part for part in waiting if part.variables & about]
        return self._assume(sorted(touching or waiting, key=lambda part: part.size)[:ADDED_AT_ONCE])

    def _excluding(self, names: Sequence[str], answer: Answer) -> list[Part]:
        """The conditions of lemmas that do not hold in an answer; all of a lemma, if only its counters say that they hold."""
        found: list[Part] = []
        for name in names:
            waiting = [part for part in self.step.parts_of(name) if part not in self._assumed]
            found += [part for part in waiting if not answer.value(part.flag)] or waiting
        return found

    def _assume(self, parts: Iterable[Part]) -> list[Flag]:
        """Assume conditions from here on."""
        added = list(parts)
        self._assumed.update(added)
        for part in added:
            if part.lemma:
                self.lemmas[part.lemma] = all_of((self.lemmas.get(part.lemma, True), part.flag))
            else:
                self.conditions.append(part.flag)
        return [self._plain(part.flag) for part in added]

    def _known(self) -> list[str]:
        """The lemmas of which everything is assumed."""
        return [name for name in self.lemmas if all(part in self._assumed for part in self.step.parts_of(name))]

    # -- the second look ------------------------------------------------------------------------------------------------------

    def _confirmed(self) -> Answer:
        """The second look at an unsat answer, and which of the lemmas it rests on.

        A solver that knows the lemmas by name says that, if it answers; else it rests on all of them.
        """
        work = AGAIN * self.effort.work
        answer = self._from(list(self.lemmas), min(max(NAMED_WORK, AGAIN * self.most), work))
        if answer.outcome is Outcome.UNKNOWN:
            answer = evolve(self._from([], work, self.lemmas.values()), core=tuple(sorted(self.lemmas)))
        self._stands(answer)
        if answer.outcome is Outcome.UNKNOWN:
            return evolve(answer, core=(), reason=f"the second look gave no answer: {answer.reason}")
        work = min(SPARING_WORK if self.step.induction.is_sparing else FEWER_WORK, self.effort.work)
        return evolve(answer, core=self._needed(answer.core, lambda names: self._from(names, work)))

    def _needed(self, core: Sequence[str], ask: Callable[[Sequence[str]], Answer]) -> tuple[str, ...]:
        """The lemmas of a core without some that the answer does without, and that would need a proof for nothing else."""
        for name in core:
            if name in core and name not in self.step.in_use and name not in self.own:
                found = ask([each for each in core if each != name])
                core = found.core if found.outcome is Outcome.UNSAT else core
        return tuple(core)

    def _stands(self, answer: Answer) -> None:
        """EngineBug if the second look at an unsat answer finds that the goal can hold."""
        if answer.outcome is Outcome.SAT:
            raise EngineBug(Problem("DB911", f"z3 {version()} takes back an unsat answer about {self.step.rule.name}"))

    def _again(self, solver: Solver, goal: str) -> Answer:
        """The second look at an unsat answer about one of the goals, by a solver that knows the lemmas by name."""
        def ask(names: Sequence[str]) -> Answer:
            found = self._counted(solver, [goal, *names])
            return evolve(found, core=tuple(name for name in found.core if name != goal))

        answer = ask(list(self.lemmas))
        self._stands(answer)
        return evolve(answer, core=self._needed(answer.core, ask))

    def _from(self, names: Sequence[str], work: int, told: Iterable[Flag] = ()) -> Answer:
        """What fresh solvers with another seed say of every goal, given some of the lemmas by name: up to the first that can hold
        or is not known; the core is of all of them."""
        core: set[str] = set()
        told = list(told)
        for goal in self.goals:
            solver = self._solver(evolve(self.effort, work=work), SECOND_SEED, goal)
            solver.require(map(self._plain, told))
            for name in names:
                solver.name(name, self._plain(self.lemmas[name]))
            answer = self._counted(solver, names)
            if answer.outcome is not Outcome.UNSAT:
                return answer
            core.update(answer.core)
        return Answer(Outcome.UNSAT, tuple(sorted(core)))
