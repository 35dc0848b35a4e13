"""Which of many properties a rule keeps: asked together, then property by property, value by value, and part by part.

What is easy is easy together, so one question settles most properties of most rules.  What is left is asked alone, of solvers
that were asked nothing else: what other questions left behind can make one hard that is easy by itself.  Lemmas are asserted,
which z3 takes better than assumptions; those that an answer rests on are found by the second look at it, which knows them by
name.  A question that is asked alone, or in one case, is told only the lemmas that exclude a counterexample to it: all of them
together are larger than the rule.

A rule that moves something on a space that is not known is hard for z3, and easy for each space.  So what is hard is asked for
each value of one field or argument, put in before the rule is lifted: the one that makes its terms fewest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum

from attrs import evolve, field, frozen

from verifier.lang.bounds import BOUND_HOLDS
from verifier.symbolic.lift.rules import Fired
from verifier.symbolic.lift.terms import Flag, all_of, any_of, negation
from verifier.symbolic.prove.cases import Split
from verifier.symbolic.prove.cross_check import FAILS, HAPPENS, Claim
from verifier.symbolic.prove.fields import fields_asked_about
from verifier.symbolic.prove.guided import Guided
from verifier.symbolic.prove.kept import RANGES, Kept
from verifier.symbolic.prove.step import TOGETHER_WORK, InductiveStep
from verifier.symbolic.solver import SECOND_SEED, SEED, Answer, Effort, Outcome, Solver

HARD_WORK = 400_000_000  # for all parts of one property together, one by one
ALONE_WORK = 25_000_000  # for all parts of one property; where it is not enough, they are asked one by one
AT_ONCE_WORK = 2_000_000  # for one property, of a solver that is asked about many
SPLITS_MOST = 2  # by how many fields, one after another, many properties of a rule are asked about together
PARTS_MOST = 40  # of a property, for asking them one by one before anything else
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
            goals = {name: any_of(self._goals(name, ways[name])) for name in waiting}
            found.update((kept.property, kept) for kept in self._together(goals, is_lean=bool(self.step.given)))
            left = {name: goal for name, goal in goals.items() if name not in found}
            found.update((kept.property, kept) for kept in self._one_by_one(left))
        if stage is not Stage.EASY and not cases:
            hard = self._in_cases([name for name in waiting if name not in found])
            found.update((name, kept) for name, kept in hard.items() if kept.outcome is not Outcome.UNKNOWN)
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

    def _in_cases(self, names: Sequence[str], depth: int = 1) -> dict[str, Kept]:
        """What is kept for each value of what makes the rule smallest; where that is still hard, of something more.

        Together the cases are all there are: that each sample is in one of them is compared with the reference.
        """
        found = {name: Kept(self.step.rule.name, name, Outcome.UNSAT) for name in names}
        cases = list(self.step.split()) if names else []
        for step in cases:
            open_names = [name for name, kept in found.items() if kept.outcome is Outcome.UNSAT]
            for kept in Asking(step, self.report)._in_case(open_names, depth):
                lemmas = {*found[kept.property].lemmas, *kept.lemmas}
                found[kept.property] = evolve(kept, lemmas=tuple(sorted(lemmas)) if kept.outcome is Outcome.UNSAT else ())
            if not self.step.induction.effort.is_over:
                step.cross_check()
        self.step.claims += self.step.is_in(cases)
        return found if cases else {}

    def _in_case(self, names: Sequence[str], depth: int) -> Iterator[Kept]:
        """What is kept in one case, split further where it is hard; a case that cannot come about keeps everything."""
        if self.step.fired.enabled is False:
            return
        known = self.answers(names, Stage.EASY) if names else []
        hard = [kept.property for kept in known if kept.outcome is Outcome.UNKNOWN]
        further = self._in_cases(hard, depth + 1) if depth < SPLITS_MOST else {}
        yield from (further.get(kept.property, kept) for kept in known)

    def _bound(self, stage: Stage) -> Kept:
        """What the bound asks compares two sums of many, for which there are other ways than those of an invariant."""
        if stage is not Stage.HARD:
            kept = self.step.keeps(BOUND_HOLDS)
            if stage is Stage.EASY or kept.outcome is not Outcome.UNKNOWN:
                return kept
        return self.step.keeps_alone(BOUND_HOLDS)

    # -- many properties --------------------------------------------------------------------------------------------------------

    def _together(self, wanted: Mapping[str, Flag], *, is_lean: bool = False) -> Iterator[Kept]:
        """What one question tells of several properties, and again of those that it does not break.

        A property for which more lemmas are needed is left open: it would lend them to all others.
        """
        goals, effort = dict(wanted), self._effort(TOGETHER_WORK)
        while goals:
            guided = self._guided(any_of(goals.values()), effort, goals if is_lean else None)
            answer = guided.ask(more=is_lean)
            if answer.outcome is Outcome.UNKNOWN:
                return
            broken = [name for name, goal in goals.items() if answer.outcome is Outcome.SAT and answer.value(goal)]
            for name in broken or list(goals):
                if not guided.is_open:
                    yield self._kept(name, answer)
                del goals[name]

    def _one_by_one(self, goals: Mapping[str, Flag]) -> Iterator[Kept]:
        """What is seen at once, asked of one solver that knows all of them by name, and looked at again by another."""
        if not goals:
            return
        first, second = self._knowing(goals), self._knowing(goals, is_second=True)
        lemmas = list(self.step.assumed)
        for name in goals:
            if first.ask([f"not {name}"], second_look=False).outcome is Outcome.UNSAT:
                answer = second.ask([f"not {name}", *lemmas], second_look=False)
                if answer.outcome is Outcome.UNSAT:
                    yield self._kept(name, evolve(answer, core=tuple(each for each in answer.core if each in lemmas)))

    def _knowing(self, goals: Mapping[str, Flag], *, is_second: bool = False) -> Solver:
        """A solver that knows goals by name; what is assumed is required, or named for a second look."""
        solver = Solver(self._effort(AT_ONCE_WORK), seed=SECOND_SEED if is_second else SEED)
        solver.require(self.step.required)
        if not is_second:
            solver.require(self.step.assumed.values())
        for name, lemma in self.step.assumed.items() if is_second else ():
            solver.name(name, lemma)
        for name, goal in goals.items():
            solver.name(f"not {name}", goal)
        return solver

    def _goals(self, name: str, ways: Iterable[Flag]) -> list[Flag]:
        """The ways in which a property can break behind the rule, which does not fail then."""
        return _behind(self.step.fired, name, ways)

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
            answer = self._asked(any_of(self._goals(name, ways)), self._effort(ALONE_WORK), [name])
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
        goals = {f"{name}, part {number}": goal for number, goal in enumerate(self._goals(name, ways))}
        at_once = {kept.property: kept.lemmas for kept in self._one_by_one(goals)}
        lemmas = {lemma for each in at_once.values() for lemma in each}
        work = HARD_WORK
        for goal in (goal for part, goal in goals.items() if part not in at_once):
            answer = self._asked(goal, self._effort(work))
            work -= answer.work
            if answer.outcome is not Outcome.UNSAT:
                return answer
            if work <= 0:
                return Answer(Outcome.UNKNOWN, reason=f"more work than {HARD_WORK:,} for its parts")
            lemmas.update(answer.core)
        return Answer(Outcome.UNSAT, tuple(sorted(lemmas)))

    def _split(self, name: str, ways: Sequence[Flag]) -> Answer:
        """For each value of the fields and arguments that the rule asks about, put in before it is lifted."""
        split = Split(self.step, lambda fired: any_of(_behind(fired, name, self.step.ways_of(fired, name))))
        answer = split.ask(fields_asked_about(self.step, indices=True))
        if answer.outcome is Outcome.UNSAT:  # a case that was left out is found out
            self.step.claims.append(Claim(f"whether {name} breaks, case by case", [split.whole], lambda judged: [
                judged.effect == FAILS if name == RANGES
                else judged.effect == HAPPENS and not judged.keeps(self.step.property_named(name), behind=True)]))
        return evolve(answer, core=tuple(sorted(split.lemmas)))

    # -- one question -----------------------------------------------------------------------------------------------------------

    def _effort(self, work: int) -> Effort:
        effort = self.step.induction.effort
        return evolve(effort, work=min(work, effort.work))

    def _asked(self, goal: Flag, effort: Effort, own: Collection[str] | None = None) -> Answer:
        """Whether something can break from any state that keeps the lemmas, as far as they are needed."""
        return Answer(Outcome.UNSAT) if goal is False else self._guided(goal, effort, own).ask()

    def _guided(self, goal: Flag, effort: Effort, own: Collection[str] | None = None) -> Guided:
        return Guided(self.step, [*self.step.required, goal], goal, effort, own)


def _behind(fired: Fired, name: str, ways: Iterable[Flag]) -> list[Flag]:
    """The ways in which a property can break behind a rule that does not fail."""
    return list(ways) if name == RANGES else [all_of((way, negation(fired.fails))) for way in ways]
