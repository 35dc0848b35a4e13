"""Which of many properties a rule keeps: asked together, then one by one, case by case, part by part, and value by value.

Where a rule is small, one question settles most properties.  What is left is asked alone, of solvers that were asked nothing
else.  What that leaves is asked once for each value of the field or argument that most of the rule depends on, such as the space
where something happens: with that known, little of the rule is left, and next to nothing of it touches the property.  A question
that was answered in another case, and is the very same, is not asked again.  A rule with no such field is asked about one part of
the property after the other.

A question begins with next to nothing: any table, and what the rule would leave of it, that break the property.  A counterexample
says what to add: what holds of the step anyway (that the rule can happen there, that it does not fail), lemmas that do not hold
before, what counters keep (`guided.py`).  A rule is often much larger than what it does to one property, so that z3 sees only a
small part of it.  Those lemmas that an answer rests on are found by the second look at it, which knows them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from verifier.symbolic.prove.step import InductiveStep
from verifier.symbolic.solver import Answer, Effort, Outcome

FEW = 4  # properties that are asked about alone
TOGETHER_WORK = 3_000_000  # for a question about many properties
Report = Callable[[str], None]


class Stage(Enum):
    """How far to go: what is easy, what is hard and was asked before in vain, or both, one after the other."""

    EASY = 0
    HARD = 1
    BOTH = 2


@frozen
class Attempt:
    """A way to ask whether a property can break: in all of its parts at once or in one after the other."""

    stage: Stage
    is_by_parts: bool
    work: int  # for each part


ATTEMPTS = (
    Attempt(Stage.EASY, is_by_parts=False, work=3_000_000),
    Attempt(Stage.EASY, is_by_parts=True, work=5_000_000),
    Attempt(Stage.EASY, is_by_parts=True, work=20_000_000),
    Attempt(Stage.HARD, is_by_parts=True, work=300_000_000),
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
        waiting = [name for name in names if name not in found]
        if stage is not Stage.HARD and not self.step.is_large:
            found.update(self._as_a_whole(waiting, ways, stage))
        left = [name for name in waiting if name not in found or found[name].outcome is Outcome.UNKNOWN]
        is_split = bool(left) and self.step.split_by is not None
        for name in left:
            if not is_split or self._is_for_parts(name, stage):
                self.report(name)
                found[name] = self._kept(name, self._by_parts(name, ways[name], stage, is_split=is_split))
        if is_split:
            left = [name for name in left if name not in found or found[name].outcome is Outcome.UNKNOWN]
            found.update(self._case_by_case(left, Stage.EASY if stage is Stage.EASY else Stage.BOTH))
        self.step.rest_on(lemma for name in names for lemma in found[name].lemmas)
        return [found[name] for name in names]

    def _is_for_parts(self, name: str, stage: Stage) -> bool:
        """Whether a property of a rule that can be split is asked about by parts first: the rule is not long, or a case would
        leave most of them."""
        is_easy = self.step.is_for_all or not self.step.is_large and not self.step.leaves_few(name)
        return stage is not Stage.HARD and is_easy

    def _case_by_case(self, names: Sequence[str], stage: Stage) -> dict[str, Kept]:
        """What is kept in every case, which together are all there are; of what is not, the first that does not keep it."""
        cases = self.step.cases() if names else []
        if cases:
            self.step.claims.append(self.step.is_in(cases))
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

    # -- the whole rule at once -------------------------------------------------------------------------------------------------

    def _as_a_whole(self, names: Sequence[str], ways: Mapping[str, Sequence[Flag]], stage: Stage) -> dict[str, Kept]:
        """What little work tells of each property, whose parts are asked about at once."""
        # The bound compares sums of many, which is hard: it would make the others hard.
        goals = {name: any_of(_behind(self.step.fired, name, ways[name])) for name in names if name != BOUND_HOLDS}
        if self.step.given:
            found = {kept.property: kept for kept in self._each(goals)}
        else:
            found = {kept.property: kept for kept in self._together(goals)} if self.step.is_for_all else {}
        for name in names:
            if name not in found:
                self.report(name)
                found[name] = self._kept(name, self._attempts(name, ways[name], stage, is_by_parts=False, most=len(ATTEMPTS)))
        return found

    def _together(self, wanted: Mapping[str, Flag]) -> Iterator[Kept]:
        """What one question tells of several properties, and again of those that it does not break.

        A property for which lemmas are needed that are not in use is left open: it would lend them to all others.
        """
        goals, effort = dict(wanted), self._effort(TOGETHER_WORK)
        while goals:
            goal = any_of(goals.values())
            guided = Guided(self.step, [], [goal], effort, goals, self.step.required)
            answer = guided.ask(more=False)
            if answer.outcome is Outcome.UNKNOWN:
                return
            broken = [name for name, each in goals.items() if answer.outcome is Outcome.SAT and answer.value(each)]
            for name in broken or list(goals):
                if not guided.is_open:
                    yield self._kept(name, answer)
                del goals[name]

    def _each(self, goals: Mapping[str, Flag]) -> Iterator[Kept]:
        """What is found of several properties, one after the other, by a solver that is told all of them at the outset: one of
        many cases is a small part of a rule."""
        if len(goals) > FEW:
            guided = Guided(self.step, [], list(goals.values()), self._effort(TOGETHER_WORK), goals, self.step.required)
            for name, answer in zip(goals, guided.each(), strict=True):
                if answer.outcome is not Outcome.UNKNOWN:
                    yield self._kept(name, answer)

    def _kept(self, name: str, answer: Answer) -> Kept:
        rule = self.step.rule.name
        if answer.outcome is Outcome.SAT:
            return Kept(rule, name, Outcome.SAT, breach=self.step.replayed(answer, name))
        lemmas = answer.core if answer.outcome is Outcome.UNSAT else ()
        return Kept(rule, name, answer.outcome, lemmas, answer.reason)

    # -- part by part -----------------------------------------------------------------------------------------------------------

    def _by_parts(self, name: str, ways: Sequence[Flag], stage: Stage, *, is_split: bool) -> Answer:
        """Whether a property can break, in one part after the other; at last by the values of what the rule asks about.

        Where the rule is split into cases, those come after the first attempt; if it is not long, after all that are easy.
        """
        some = 1 if not self.step.is_for_all else sum(each.stage is Stage.EASY for each in ATTEMPTS)
        answer = self._attempts(name, ways, stage, is_by_parts=True, most=some if is_split else len(ATTEMPTS))
        is_last = answer.outcome is Outcome.UNKNOWN and stage is not Stage.EASY and not is_split
        return self._split(name, ways) if is_last else answer

    def _attempts(self, name: str, ways: Sequence[Flag], stage: Stage, *, is_by_parts: bool, most: int) -> Answer:
        """One attempt of a stage after the other, each with more work."""
        answer = Answer(Outcome.UNKNOWN)
        attempts = [each for each in ATTEMPTS if each.is_by_parts == is_by_parts and stage in (each.stage, Stage.BOTH)]
        for attempt in attempts[:most]:
            if answer.outcome is Outcome.UNKNOWN:
                answer = self._attempt(name, ways, attempt)
        return answer

    def _attempt(self, name: str, ways: Sequence[Flag], attempt: Attempt) -> Answer:
        """Whether a property can break, from itself, and from whatever else that turns out to need.

        That the rule can happen, and does not fail, is among what may not be needed: often it is larger than the property.
        """
        goals, conditions = ways if attempt.is_by_parts else [any_of(ways)], self.step.conditions(name)
        known = self.step.recall(goals, conditions)
        if known is not None:
            return Answer(Outcome.UNSAT, tuple(sorted(known.lemmas)))
        return Guided(self.step, [], goals, self._effort(attempt.work), [name], conditions).ask()

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
