"""Which of many properties a rule keeps: asked together, then one by one, part by part, and value by value.

Where a rule is small, one question settles most properties.  What is left is asked alone, of solvers that were asked nothing
else, and begins with next to nothing: any table, and what the rule would leave of it, that break the property.  A counterexample
says what to add: lemmas that do not hold before, else that the rule can happen there, that it does not fail, what counters keep
(`guided.py`).  A rule is often much larger than what it does to one property, so that z3 sees only a small part of it.  Those
lemmas that an answer rests on are found by the second look at it, which knows them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain

from attrs import evolve, field, frozen

from verifier.lang.bounds import BOUND_HOLDS
from verifier.symbolic.lift.rules import Fired
from verifier.symbolic.lift.terms import Flag, all_of, any_of, negation
from verifier.symbolic.prove.cases import Split
from verifier.symbolic.prove.cross_check import FAILS, HAPPENS, Claim
from verifier.symbolic.prove.fields import fields_asked_about
from verifier.symbolic.prove.guided import Guided
from verifier.symbolic.prove.kept import RANGES, Kept
from verifier.symbolic.prove.step import InductiveStep
from verifier.symbolic.solver import Answer, Effort, Outcome

TOGETHER_WORK = 3_000_000  # for a question about many properties
Report = Callable[[str], None]


class Stage(Enum):
    """How far to go: what is easy, what is hard and was asked before in vain, or both, one after the other."""

    EASY = 0
    HARD = 1
    BOTH = 2


@frozen
class Attempt:
    """A way to ask whether a property can break: in all of its parts at once or in one after the other, beginning with the rule
    or without it."""

    stage: Stage
    is_by_parts: bool
    has_rule: bool
    work: int  # for each part


ATTEMPTS = (
    Attempt(Stage.EASY, is_by_parts=False, has_rule=False, work=8_000_000),
    Attempt(Stage.EASY, is_by_parts=True, has_rule=True, work=5_000_000),  # a sum that a rule adds to is seldom easy without it
    Attempt(Stage.EASY, is_by_parts=True, has_rule=False, work=20_000_000),
    Attempt(Stage.EASY, is_by_parts=True, has_rule=True, work=20_000_000),
    Attempt(Stage.HARD, is_by_parts=True, has_rule=False, work=300_000_000),
    Attempt(Stage.HARD, is_by_parts=True, has_rule=True, work=300_000_000),
)


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
            ways[name], rests_on = self.step.ways(name)
            if not ways[name]:
                found[name] = Kept(self.step.rule.name, name, Outcome.UNSAT, rests_on)
        waiting = [name for name in ways if name not in found]
        cases = list(self.step.case_by_case()) if waiting else []
        if cases:
            found.update(self._case_by_case(cases, waiting, Stage.EASY if stage is Stage.EASY else Stage.BOTH))
            self.step.claims.append(self.step.is_in(cases))
        elif stage is not Stage.HARD:
            # The bound compares sums of many, which is hard: it would make the others hard.
            goals = {name: any_of(_behind(self.step.fired, name, ways[name])) for name in waiting if name != BOUND_HOLDS}
            found.update((kept.property, kept) for kept in self._together(goals))
        for name in names:
            if name not in found:
                self.report(name)
                found[name] = self._alone(name, ways[name], stage)
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

    # -- many properties --------------------------------------------------------------------------------------------------------

    def _together(self, wanted: Mapping[str, Flag]) -> Iterator[Kept]:
        """What one question tells of several properties, and again of those that it does not break.

        Of a whole rule, all that is assumed anyway is told at the outset, and a property for which more lemmas are needed is left
        open: it would lend them to all others.  One of many cases is a small part of a rule, and told what it needs.
        """
        goals, effort, is_case = dict(wanted), self._effort(TOGETHER_WORK), bool(self.step.given)
        while goals:
            goal = any_of(goals.values())
            guided = Guided(self.step, self.step.required, [goal], effort, goals if is_case else None)
            answer = guided.ask(more=is_case)
            if answer.outcome is Outcome.UNKNOWN:
                return
            broken = [name for name, each in goals.items() if answer.outcome is Outcome.SAT and answer.value(each)]
            for name in broken or list(goals):
                if not guided.is_open:
                    yield self._kept(name, answer)
                del goals[name]

    def _kept(self, name: str, answer: Answer) -> Kept:
        rule = self.step.rule.name
        if answer.outcome is Outcome.SAT:
            return Kept(rule, name, Outcome.SAT, breach=self.step.replayed(answer, name))
        lemmas = answer.core if answer.outcome is Outcome.UNSAT else ()
        return Kept(rule, name, answer.outcome, lemmas, answer.reason)

    # -- one property -----------------------------------------------------------------------------------------------------------

    def _alone(self, name: str, ways: Sequence[Flag], stage: Stage) -> Kept:
        """One attempt after the other, each with more work; at last by the values of what the rule asks about."""
        answer = Answer(Outcome.UNKNOWN)
        for attempt in ATTEMPTS:
            if answer.outcome is Outcome.UNKNOWN and stage in (attempt.stage, Stage.BOTH):
                answer = self._attempt(name, ways, attempt)
        if answer.outcome is Outcome.UNKNOWN and stage is not Stage.EASY:
            answer = self._split(name, ways)
        return self._kept(name, answer)

    def _attempt(self, name: str, ways: Sequence[Flag], attempt: Attempt) -> Answer:
        """Whether a property can break, from itself, and from whatever else that turns out to need.

        That the rule can happen, and does not fail, is among what may not be needed: often it is larger than the property.
        """
        fired = self.step.fired
        rule: list[list[Flag]] = [[fired.enabled], *([] if name == RANGES else [[negation(fired.fails)]]), [fired.facts]]
        conditions = [*self.step.always, *(chain.from_iterable(rule) if attempt.has_rule else ())]
        goals = ways if attempt.is_by_parts else [any_of(ways)]
        return Guided(self.step, conditions, goals, self._effort(attempt.work), [name], [] if attempt.has_rule else rule).ask()

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


def _behind(fired: Fired, name: str, ways: Iterable[Flag]) -> list[Flag]:
    """The ways in which a property can break behind a rule that does not fail."""
    return list(ways) if name == RANGES else [all_of((way, negation(fired.fails))) for way in ways]
