"""Which of many properties a rule keeps: asked together, then property by property, part by part, and value by value.

What is easy is easy together, so one question settles most properties of most rules.  What is left is asked alone, of solvers
that were asked nothing else: what other questions left behind can make one hard that is easy by itself.  Lemmas are asserted,
which z3 takes better than assumptions; those that an answer rests on are found by the second look at it, which is told them by
name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum

from attrs import evolve, field, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.bounds import BOUND_HOLDS
from verifier.symbolic.lift.rules import Fired
from verifier.symbolic.lift.terms import Flag, all_of, any_of, negation
from verifier.symbolic.prove.cases import Split
from verifier.symbolic.prove.cross_check import FAILS, HAPPENS, Claim
from verifier.symbolic.prove.fields import fields_asked_about
from verifier.symbolic.prove.kept import RANGES, Kept
from verifier.symbolic.prove.step import TOGETHER_WORK, InductiveStep
from verifier.symbolic.solver import SECOND_SEED, Answer, Effort, Outcome, Solver, version

ALONE_WORK = 25_000_000  # for all parts of one property; where it is not enough, they are asked one by one
PARTS_MOST = 40  # of a property, for asking them one by one before anything else
FEWER_WORK = 3_000_000  # for trying to do without a lemma
Report = Callable[[str], None]


class Stage(Enum):
    """How far to go: what is easy, what is hard and was asked before in vain, or both, one after the other."""

    EASY = 0
    HARD = 1
    BOTH = 2


@frozen(eq=False)
class Asking:
    """The questions about one rule; `report` hears of each property that is asked about alone."""

    step: InductiveStep
    report: Report = field(default=lambda text: None)

    def answers(self, names: Iterable[str], stage: Stage = Stage.BOTH) -> list[Kept]:
        """Whether the rule keeps some properties, in their order, as far as a stage tells."""
        found: dict[str, Kept] = {}
        ways: dict[str, list[Flag]] = {}
        names = list(names)
        for name in names:
            if name == BOUND_HOLDS:
                continue
            ways[name], rests_on = self.step.ways(name)
            if not ways[name]:
                found[name] = Kept(self.step.rule.name, name, Outcome.UNSAT, rests_on)
        waiting = [name for name in ways if name not in found]
        cases = list(self.step.case_by_case()) if waiting else []
        if cases:
            found.update(self._case_by_case(cases, waiting, Stage.EASY if stage is Stage.EASY else Stage.BOTH))
        elif stage is not Stage.HARD:
            found.update((kept.property, kept) for kept in self._together({name: ways[name] for name in waiting}))
        for name in names:
            if name not in found:
                self.report(name)
                found[name] = self._bound(stage) if name == BOUND_HOLDS else self._alone(name, ways[name], stage)
        self.step.rest_on(lemma for name in names for lemma in found[name].lemmas)
        return [found[name] for name in names]

    def _case_by_case(self, cases: Iterable[InductiveStep], names: Sequence[str], stage: Stage) -> dict[str, Kept]:
        """What is kept in every case, which together are all there are; of what is not, the first that does not keep it."""
        found = {name: Kept(self.step.rule.name, name, Outcome.UNSAT) for name in names}
        for step in cases:
            open_names = [name for name, kept in found.items() if kept.outcome is Outcome.UNSAT]
            if not open_names:
                break
            for kept in Asking(step, self.report).answers(open_names, stage):
                lemmas = {*found[kept.property].lemmas, *kept.lemmas}
                found[kept.property] = evolve(kept, lemmas=tuple(sorted(lemmas)) if kept.outcome is Outcome.UNSAT else ())
            if not self.step.induction.effort.is_over:
                step.cross_check()
        return found

    def _bound(self, stage: Stage) -> Kept:
        """What the bound asks compares two sums of many, for which there are other ways than those of an invariant."""
        if stage is not Stage.HARD:
            kept = self.step.keeps(BOUND_HOLDS)
            if stage is Stage.EASY or kept.outcome is not Outcome.UNKNOWN:
                return kept
        return self.step.keeps_alone(BOUND_HOLDS)

    # -- many properties --------------------------------------------------------------------------------------------------------

    def _together(self, ways: Mapping[str, Sequence[Flag]]) -> Iterator[Kept]:
        """What one question tells of several properties, and again of those that it does not break."""
        goals = {name: any_of(self._goal(name, way) for way in each) for name, each in ways.items()}
        effort = self._effort(TOGETHER_WORK)
        while goals:
            answer = self._asked(any_of(goals.values()), effort)
            if answer.outcome is Outcome.UNKNOWN:
                return
            broken = [name for name, goal in goals.items() if answer.outcome is Outcome.SAT and answer.value(goal)]
            for name in broken or list(goals):
                yield self._kept(name, answer)
                del goals[name]

    def _goal(self, name: str, way: Flag) -> Flag:
        return way if name == RANGES else all_of((way, negation(self.step.fired.fails)))

    def _kept(self, name: str, answer: Answer) -> Kept:
        rule = self.step.rule.name
        if answer.outcome is Outcome.SAT:
            return Kept(rule, name, Outcome.SAT, breach=self.step.replayed(answer, name))
        lemmas = answer.core if answer.outcome is Outcome.UNSAT else ()
        return Kept(rule, name, answer.outcome, lemmas, answer.reason)

    # -- one property -----------------------------------------------------------------------------------------------------------

    def _alone(self, name: str, ways: Sequence[Flag], stage: Stage) -> Kept:
        """All parts of a property in one question; what is hard part by part, and by the values of what the rule asks about."""
        if stage is not Stage.HARD:
            answer = self._asked(any_of(self._goal(name, way) for way in ways), self._effort(ALONE_WORK))
            if answer.outcome is not Outcome.UNKNOWN or stage is Stage.EASY:
                return self._kept(name, answer)
        answer = Answer(Outcome.UNKNOWN)
        further = [self._by_parts, self._split] if len(ways) <= PARTS_MOST else [self._split, self._by_parts]
        for ask in further:
            answer = ask(name, ways)
            if answer.outcome is not Outcome.UNKNOWN:
                break
        return self._kept(name, answer)

    def _by_parts(self, name: str, ways: Sequence[Flag]) -> Answer:
        lemmas: set[str] = set()
        for way in ways:
            answer = self._asked(self._goal(name, way), self.step.induction.effort)
            if answer.outcome is not Outcome.UNSAT:
                return answer
            lemmas.update(answer.core)
        return Answer(Outcome.UNSAT, tuple(sorted(lemmas)))

    def _split(self, name: str, ways: Sequence[Flag]) -> Answer:
        """For each value of the fields and arguments that the rule asks about, put in before it is lifted."""
        def broken(fired: Fired) -> Flag:
            return any_of(self._goal_of(fired, name, way) for way in self.step.ways_of(fired, name))

        split = Split(self.step, broken)
        answer = split.ask(fields_asked_about(self.step, indices=True))
        if answer.outcome is Outcome.UNSAT:  # a case that was left out is found out
            self.step.claims.append(Claim(f"whether {name} breaks, case by case", [split.whole], lambda judged: [
                judged.effect == FAILS if name == RANGES
                else judged.effect == HAPPENS and not judged.keeps(self.step.property_named(name), behind=True)]))
        return evolve(answer, core=tuple(sorted(split.lemmas)))

    @staticmethod
    def _goal_of(fired: Fired, name: str, way: Flag) -> Flag:
        return way if name == RANGES else all_of((way, negation(fired.fails)))

    # -- one question -----------------------------------------------------------------------------------------------------------

    def _effort(self, work: int) -> Effort:
        effort = self.step.induction.effort
        return evolve(effort, work=min(work, effort.work))

    def _asked(self, goal: Flag, effort: Effort) -> Answer:
        """Whether something can break from any state that keeps the lemmas: the author's invariants first, then all there are."""
        if goal is False:
            return Answer(Outcome.UNSAT)
        answer = Answer(Outcome.UNKNOWN)
        for lemmas in self.step.pools:
            answer = self._from(lemmas, goal, effort)
            if answer.outcome is Outcome.UNSAT:
                break
        return answer

    def _from(self, lemmas: Mapping[str, Flag], goal: Flag, effort: Effort) -> Answer:
        """Ask; what answers only because a counter is not what it counts is asked again with more said of the counters."""
        solver = Solver(effort)
        conditions = [*self.step.required, goal]
        solver.require([*conditions, *lemmas.values()])
        answer = solver.ask(second_look=False)
        for more in (self.step.facts, self.step.exact):
            if answer.outcome is Outcome.SAT and more and not self.step.is_exact(answer):
                solver.require(more)
                conditions += more
                answer = solver.ask(second_look=False)
        if answer.outcome is not Outcome.UNSAT:
            return answer
        return self._fewer(lemmas, conditions, self._confirmed(lemmas, conditions, effort))

    def _confirmed(self, lemmas: Mapping[str, Flag], conditions: Sequence[Flag], effort: Effort) -> Answer:
        """The second look at an unsat answer: by name, which says what it rests on; else all of them asserted, as at first."""
        solver = Solver(effort, seed=SECOND_SEED)
        solver.require(conditions)
        for name, lemma in lemmas.items():
            solver.name(name, lemma)
        answer = solver.ask(list(lemmas), second_look=False)
        if answer.outcome is Outcome.UNKNOWN:
            solver = Solver(effort, seed=SECOND_SEED)
            solver.require([*conditions, *lemmas.values()])
            answer = solver.ask(second_look=False)
            answer = evolve(answer, core=tuple(lemmas)) if answer.outcome is Outcome.UNSAT else answer
        if answer.outcome is Outcome.SAT:
            raise EngineBug(Problem("DB911", f"z3 {version()} takes back an unsat answer about {self.step.rule.name}"))
        if answer.outcome is Outcome.UNKNOWN:
            return evolve(answer, reason=f"the second look gave no answer: {answer.reason}")
        return answer

    def _fewer(self, lemmas: Mapping[str, Flag], conditions: Sequence[Flag], answer: Answer) -> Answer:
        """An answer without lemmas that need a proof only for it, as far as it is quickly seen to do without them."""
        core = answer.core
        for name in core:
            if name in core and self._costs_a_proof(name):
                fewer = {each: lemmas[each] for each in core if each != name}
                effort = self._effort(FEWER_WORK)
                if self._holds(fewer, conditions, effort):
                    found = self._confirmed(fewer, conditions, effort)
                    core = found.core if found.outcome is Outcome.UNSAT else core
        return evolve(answer, core=core)

    def _costs_a_proof(self, name: str) -> bool:
        return name not in self.step.in_use and self.step.induction.invariants[name].kind == "invariant"

    @staticmethod
    def _holds(lemmas: Mapping[str, Flag], conditions: Sequence[Flag], effort: Effort) -> bool:
        solver = Solver(effort)
        solver.require([*conditions, *lemmas.values()])
        return solver.ask(second_look=False).outcome is Outcome.UNSAT
