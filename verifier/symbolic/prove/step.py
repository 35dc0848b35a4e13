"""One rule from any state of its phase that satisfies the lemmas, lifted once with unknown arguments.

What its questions are made of: the state before, what it requires, what it leads to, and each way in which a property can break.
`asking.py` asks which properties it keeps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.events import Event
from verifier.lang.game import Rule
from verifier.lang.layout import offset_of
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.lift.looked_into import parts, size_of, sums_in, variables_of, with_variables
from verifier.symbolic.lift.rules import Fired
from verifier.symbolic.lift.terms import (
    Cond,
    Flag,
    Num,
    Value,
    all_of,
    any_of,
    as_number,
    equal,
    is_same,
    negation,
    number_variable,
    plain,
)
from verifier.symbolic.prove.cross_check import Claim, Unknowns, of_property, of_transition
from verifier.symbolic.prove.fields import Field, cell_or_argument, fields_branched_on
from verifier.symbolic.prove.kept import RANGES, Breach
from verifier.symbolic.solver import WORK, Answer, Outcome, OutOfTime, Solver

if TYPE_CHECKING:
    from verifier.symbolic.prove.induction import Induction

SIMPLE_MOST, SIZE_MOST = 3_000, 1_000_000  # terms of a rule: of those below the first, no cases are made
TOGETHER_MOST = 10_000  # from here on, one question about many properties tells nothing, if cases can be made
LARGE = 40_000  # from here on, little is found out without cases
SIZES_MOST = 12  # how many times as large all cases together may be
SIMPLER = 1.3  # how many times simpler a case has to be


@frozen(eq=False)
class Proved:
    """A question that was answered: none of the goals can hold where the conditions and the lemmas do."""

    goals: Sequence[Flag]
    conditions: Sequence[Flag]
    lemmas: Mapping[str, Flag]


@frozen(eq=False)
class Part:
    """A condition that a lemma joins, or one that needs no proof: what it depends on, and of how many terms it is made."""

    lemma: str
    flag: Flag
    variables: frozenset[str]
    size: int


class InductiveStep:
    """One rule from any state of its phase that satisfies the lemmas."""

    def __init__(self, induction: Induction, rule: Rule, *, given: Mapping[int, int] | None = None,
                 in_use: Collection[str] | None = None) -> None:
        self.induction, self.rule, self.given = induction, rule, dict(given or {})
        self._in_use = in_use
        lifted, program = induction.lifted, induction.program
        assert lifted.ghosts is not None and rule.phase is not None
        cells, kept = lifted.table.unknown("")
        counters, ranges = lifted.ghosts.unknown("")
        self.unknown: list[Value] = cells + counters
        self.before = list(self.unknown)
        self.before[offset_of(program.game.state_type, "phase")] = int(rule.phase)
        self._unknown_arguments, allowed = lifted.arguments(rule, "argument ")
        self.arguments = list(self._unknown_arguments)
        for offset, value in self.given.items():  # of an argument: -1 - its place
            known, place = (self.before, offset) if offset >= 0 else (self.arguments, -1 - offset)
            known[place] = plain(known[place], value)
        self.fired: Fired = lifted.fire(rule, self.arguments, self.before)
        self.always = [*induction.kept, *kept, *ranges, *allowed]  # of every state
        self.required = [*self.always, *parts(self.fired.facts), *parts(self.fired.enabled)]
        # What is true of counters makes easy questions hard, so it is required where it is needed.
        self.facts = list(lifted.ghosts.facts(self.before))
        self.claims = [*of_transition(rule, self.fired, [*self.always, *self.facts]), induction.crossed.cells_behind(self.fired)]
        self._rested_on: set[str] = set()
        self._assumed: dict[str, Flag] = {}
        self._parts: dict[str, list[Part]] = {}
        self._conditions: dict[object, Part] = {}
        self._without_sums: dict[int, tuple[Flag, Flag, Mapping[str, tuple[Num, Num]]]] = {}
        self._sum_names: dict[int, str] = {}  # not z3's numbers: what z3 answers would differ from run to run
        self._ways: dict[str, tuple[list[Flag], tuple[str, ...]]] = {}
        self._cases: dict[tuple[int, int], InductiveStep] = {}
        self._proved: dict[frozenset[object], list[Proved]] = {}  # by their goals, in all cases of the rule

    @property
    def in_use(self) -> Collection[str]:
        """Lemmas that are to be proved anyway."""
        return self.induction.in_use if self._in_use is None else self._in_use

    def rest_on(self, names: Iterable[str]) -> None:
        """An answer rests on some lemmas: what they say is compared with the reference, too."""
        for name in dict.fromkeys(names):
            if name not in self._rested_on:
                self._rested_on.add(name)
                rule = self.induction.invariants[name]
                self.claims.append(of_property(rule, self.induction.lifted.truth(rule, self.before), behind=False))

    @cached_property
    def assumed(self) -> dict[str, Flag]:
        """What is assumed of the state before in any case, by name: the game's invariants, and what proofs rest on anyway."""
        names = [name for name in self.induction.lemmas if name not in self._in_reserve]
        return {name: flag for name in names if (flag := self.lemma(name)) is not True}

    @cached_property
    def _in_reserve(self) -> frozenset[str]:
        """Lemmas that are assumed where they are needed."""
        induction = self.induction
        return frozenset(name for name in induction.lemmas
                         if induction.invariants[name].kind == "lemma" and name not in self.in_use)

    def lemma(self, name: str) -> Flag:
        """That an invariant is kept before."""
        if name not in self._assumed:
            truth = self.induction.lifted.truth(self.induction.invariants[name], self.before)
            self._assumed[name] = truth.is_kept
        return self._assumed[name]

    def parts_of(self, name: str) -> list[Part]:
        """The conditions that an invariant joins, before."""
        if name not in self._parts:
            self._parts[name] = [self._part(name, each) for each in parts(self.lemma(name)) if each is not True]
        return self._parts[name]

    def part_of(self, condition: Flag) -> Part:
        """A condition that is no lemma: one that holds of the step anyway, or one that is asked about."""
        number = next(iter(_ids([condition])))
        if number not in self._conditions:
            self._conditions[number] = self._part("", condition)
        return self._conditions[number]

    def without_sums(self, condition: Flag) -> tuple[Flag, Mapping[str, tuple[Num, Num]]]:
        """A condition with a number in the sum's range for each sum of many, and by name what stands for which sum."""
        if not isinstance(condition, Cond):
            return condition, {}
        key = condition.term.as_ast().value
        if key not in self._without_sums:
            joined = parts(condition)
            if len(joined) > 1:
                found = [self.without_sums(each) for each in joined]
                flag, sums = all_of(each for each, _ in found), {name: pair for _, pairs in found for name, pair in pairs.items()}
            else:
                sums, within = {}, list[Flag]()
                for number in sums_in(condition):
                    name = self._sum_names.setdefault(number.term.as_ast().value, f"sum {len(self._sum_names)}")
                    variable, in_range = number_variable(name, number.low, number.high)
                    assert isinstance(variable, Num)
                    sums[name] = variable, number
                    within.append(in_range)
                flag = all_of((with_variables(condition, [(number, each) for each, number in sums.values()]), *within))
            self._without_sums[key] = condition, flag, sums  # the condition is held, so that its number stays its own
        return self._without_sums[key][1:]

    @staticmethod
    def _part(lemma: str, condition: Flag) -> Part:
        return Part(lemma, condition, variables_of([condition]), size_of([condition], SIZE_MOST))

    def conditions(self, name: str) -> list[Flag]:
        """What holds where a property is asked about: that the rule happens and does not fail, unless that is what is asked."""
        fired = self.fired
        if name == RANGES:
            return self.required
        is_refused = self.rule.kind == "decision"  # else something other than a require says where it can happen
        enabled = [negation(each.when) for each in fired.refusals] if is_refused else [fired.enabled]
        return [*self.always, *enabled, *(negation(each.when) for each in fired.failures), *parts(fired.facts)]

    def refuting(self, answer: Answer, known: Collection[str]) -> list[str]:
        """The lemmas but for those `known` that do not hold in the state before of an answer, as the reference says."""
        waiting = [name for name in self._speaking if name not in known]
        if not waiting:
            return []
        rulings, state = self._before(answer)
        reference = self._reference(rulings, answer)
        return [name for name in waiting if not _holds(reference, self.induction.invariants[name], state)]

    @cached_property
    def _speaking(self) -> list[str]:
        """The lemmas that say something in the rule's phase."""
        phase = self.rule.phase
        assert phase is not None
        return [name for name in self.induction.lemmas if int(phase) not in self.induction.silent(name)]

    def cross_check(self) -> None:
        """Compare what was lifted so far with the reference, on sample transitions; EngineBug if anything differs."""
        self.rest_on(name for name, rule in self.induction.invariants.items() if rule.kind == "invariant")
        self.induction.crossed.transition(self.rule, Unknowns(self.unknown, self._unknown_arguments), self.claims, self.given)

    def broken(self, name: str) -> list[Flag]:
        """The ways in which a property can break: one for each condition it joins, and that it fails itself."""
        return self.ways_of(self.fired, name)

    def ways_of(self, fired: Fired, name: str) -> list[Flag]:
        """The ways in which a property can break behind the rule, fired from the step's state or from one that is part of it."""
        lifted = self.induction.lifted
        if name == RANGES:
            return [fired.fails]
        if name in self.induction.invariants:
            rule = self.induction.invariants[name]
            truth = lifted.truth(rule, fired.after)
        else:
            rule = self.induction.step_properties[name]
            truth = lifted.truth(rule, fired.after, self.before, self.rule.name, fired.arguments)
        if fired is self.fired:
            self.claims.append(of_property(rule, truth, behind=True))
        return [negation(part) for part in parts(truth.holds)] + [truth.fails]

    def property_named(self, name: str) -> Rule:
        """An invariant, a lemma or a step property."""
        return self.induction.invariants.get(name) or self.induction.step_properties[name]

    def ways(self, name: str) -> tuple[list[Flag], tuple[str, ...]]:
        """The ways in which a property can break that have to be asked about; and what the others rest on."""
        if name not in self._ways:
            self._ways[name] = self._ways_asked(name)
        return self._ways[name]

    def _ways_asked(self, name: str) -> tuple[list[Flag], tuple[str, ...]]:
        untouched = self._untouched(name)
        found = [way for way in self.broken(name) if way is not False]
        asked: list[Flag] = [way for way in found if not any(is_same(way, each) for each in untouched)]
        return asked, () if len(asked) == len(found) else (name,)

    def is_exact(self, answer: Answer) -> bool:
        """Whether the counters of an answer are what they count."""
        ghosts = self.induction.lifted.ghosts
        assert ghosts is not None
        numbers = answer.numbers(self.before)
        return ghosts.counted_in(numbers[:ghosts.cells]) == numbers[ghosts.cells:]

    @property
    def is_for_all(self) -> bool:
        """Whether one question may tell something of many properties."""
        return self._size < TOGETHER_MOST or self.split_by is None

    @property
    def is_large(self) -> bool:
        """Whether it is too large for most questions."""
        return self._size >= LARGE

    @cached_property
    def split_by(self) -> Field | None:
        """The field or argument that makes the rule simplest when its value is known; none if it is simple anyway."""
        if self._size < SIMPLE_MOST:
            return None
        totals = {each: total for each in fields_branched_on(self) if (total := self._total(each)) <= SIZES_MOST * self._size}
        return next((each for each in sorted(totals, key=lambda each: totals[each]) if self._is_simpler(each)), None)

    def cases(self) -> list[InductiveStep]:
        """The step for each value of what it is split by; what is asked of all of them is asked of the step."""
        return [] if self.split_by is None else [self._where(self.split_by.offset, value) for value in self.split_by.values]

    def leaves_few(self, name: str) -> bool:
        """Whether a case, one from the middle, leaves at most half of the ways in which a property can break, by itself or split
        further."""
        if self.split_by is None:
            return False
        middle = self._where(self.split_by.offset, self._from_the_middle(self.split_by))
        return 2 * len(middle.ways(name)[0]) <= len(self.ways(name)[0]) or middle.leaves_few(name)

    def _from_the_middle(self, field: Field) -> int:
        """A value of a field; of a second one another, as a move from a place to itself, say, is none."""
        return field.values[(len(field.values) // 2 + len(self.given)) % len(field.values)]

    def _total(self, split_by: Field) -> float:
        """The size of all cases together, from that of some; infinite if they are hardly simpler than the whole step."""
        sizes = [case._size for case in self._tried(split_by)]
        size = sum(sizes) / len(sizes)
        return size * len(split_by.values) if size * SIMPLER <= self._size else inf

    def _is_simpler(self, split_by: Field) -> bool:
        """Whether each of the cases tried is simpler than the whole step, or can be split further."""
        return all(case._size * SIMPLER <= self._size or case.split_by is not None for case in self._tried(split_by))

    def _tried(self, split_by: Field) -> list[InductiveStep]:
        """Some of the cases: both of a flag, else one from the middle."""
        values = split_by.values if len(split_by.values) == 2 else [self._from_the_middle(split_by)]
        return [self._where(split_by.offset, value) for value in values]

    def is_in(self, cases: Sequence[InductiveStep]) -> Claim:
        """What is claimed where a step is asked about case by case: that each of its samples is in one of them.

        EngineBug if z3 has a step in none of them, OutOfTime if there is no time to ask it.
        """
        offsets = sorted({offset for case in cases for offset in case.given if offset not in self.given})
        unknown = {each: as_number(cell_or_argument(each, self.unknown, self._unknown_arguments)) for each in offsets}
        here = any_of(equal(unknown[offset], case.given[offset]) for case in cases for offset in offsets)
        solver = Solver(evolve(self.induction.effort, work=WORK))
        solver.require([*self.always, negation(here)])
        outcome = solver.ask(second_look=False).outcome
        if outcome is Outcome.UNKNOWN:  # of a question as small as this, for want of time alone
            raise OutOfTime
        if outcome is Outcome.SAT:
            raise EngineBug(Problem("DB926", f"a step of {self.rule.name} is in none of the cases that it is split into"))
        return Claim(f"whether it is in one of the cases of {offsets}", [here], lambda _: [1])

    def _where(self, offset: int, value: int) -> InductiveStep:
        """The step with one more cell, or argument, known."""
        if (offset, value) not in self._cases:
            given = {**self.given, offset: value}
            case = self._cases[offset, value] = InductiveStep(self.induction, self.rule, given=given, in_use=self.in_use)
            case._proved = self._proved
        return self._cases[offset, value]

    def keep(self, proved: Proved) -> None:
        """Remember an answer: in another case the question can be the very same."""
        self._proved.setdefault(_ids(proved.goals), []).append(proved)

    def recall(self, goals: Sequence[Flag], conditions: Sequence[Flag]) -> Proved | None:
        """What was answered of the very same goals from what holds here, too: from some of the conditions, and lemmas."""
        return next((each for each in self._proved.get(_ids(goals), ()) if self._is_from(each, conditions)), None)

    def _is_from(self, proved: Proved, conditions: Sequence[Flag]) -> bool:
        """Whether an answer is from no more than some conditions, what is true of counters, and lemmas that say the same here."""
        further = _ids(proved.conditions) - _ids(conditions)
        return (not further or further <= _ids([*self.facts, *self.exact])) and all(
            _ids(parts(flag)) <= _ids(parts(self.lemma(name))) for name, flag in proved.lemmas.items())

    @cached_property
    def _size(self) -> int:
        return size_of(self._terms, SIZE_MOST)

    @property
    def _terms(self) -> list[Value]:
        return [*self.fired.after, self.fired.fails, self.fired.enabled]

    def _untouched(self, name: str) -> list[Flag]:
        """The ways in which an invariant that serves as a lemma could have been broken before: it was not."""
        induction = self.induction
        if name not in induction.invariants or name not in induction.lemmas:
            return []
        truth = induction.lifted.truth(induction.invariants[name], self.before)
        return [*(negation(part) for part in parts(truth.holds)), truth.fails]

    @cached_property
    def exact(self) -> list[Flag]:
        """That the counters before are what they count."""
        ghosts = self.induction.lifted.ghosts
        assert ghosts is not None
        return list(ghosts.exact(self.before))

    def decoded(self, answer: Answer) -> tuple[dict[str, str], Any, Event]:
        """The step of an answer: the rulings, the state before, the event."""
        rulings, before = self._before(answer)
        values = tuple(answer.numbers(self.arguments))
        event = next(each for each in self.induction.program.events if each.rule is self.rule and each.arguments == values)
        return rulings, before, event

    def _before(self, answer: Answer) -> tuple[dict[str, str], Any]:
        """The rulings, and the state before."""
        program, lifted = self.induction.program, self.induction.lifted
        cells = self.before[:len(program.slots)]
        return lifted.rulings(answer), program.decode(lifted.table.decoded(answer.model, cells))

    def replayed(self, answer: Answer, name: str) -> Breach:
        """The step in the reference's own words; EngineBug when the reference does not break there."""
        induction, program = self.induction, self.induction.program
        rulings, before, event = self.decoded(answer)
        reference = self._reference(rulings, answer)
        position = Position(before, (0,) * len(program.tapes))
        try:
            after = reference.apply(position, event).after.state
        except RuleBroke as failure:
            if name != RANGES:
                raise self._disagrees(name, event) from failure
            return Breach(rulings, before, event, None, str(failure))
        if name == RANGES:
            raise self._disagrees(name, event)
        rule = program.property_named(name)
        states = (after,) if name in induction.invariants else (before, after)
        try:
            if reference.holds(rule, *states, event=event):
                raise self._disagrees(name, event)
        except RuleBroke as failure:
            return Breach(rulings, before, event, after, str(failure))
        return Breach(rulings, before, event, after)

    def _reference(self, rulings: dict[str, str], answer: Answer) -> Reference:
        induction = self.induction
        edition = induction.lifted.edition_record(answer) if induction.any_edition else induction.setting.edition
        return Reference(induction.program, Setting(rulings, edition))

    def _disagrees(self, name: str, event: Event) -> EngineBug:
        return EngineBug(Problem("DB912", f"z3 breaks {name} with {event.text!r}, and the reference does not"))


def _ids(conditions: Iterable[Flag]) -> frozenset[object]:
    """What conditions are told by: the numbers that z3 has for their terms, as long as these live."""
    return frozenset(each if isinstance(each, bool) else each.term.as_ast().value for each in conditions)


def _holds(reference: Reference, rule: Rule, state: Any) -> bool:
    """Whether a lemma is true of a state, without failing."""
    try:
        return reference.holds_untouched(rule, state)
    except RuleBroke:
        return False
