"""One rule from any state of its phase that satisfies the lemmas, lifted once with unknown arguments.

What its questions are made of: the state before, what it requires, what it leads to, and each way in which a property can break.
`asking.py` asks many properties of it; `keeps_alone` asks one, of a solver that knows every lemma by name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve

from verifier.errors import EngineBug, Problem
from verifier.lang import ir
from verifier.lang.bounds import BOUND_HOLDS
from verifier.lang.events import Event
from verifier.lang.game import Rule
from verifier.lang.layout import offset_of
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.lift.ghosts import EXACT
from verifier.symbolic.lift.looked_into import size_of
from verifier.symbolic.lift.rules import Fired
from verifier.symbolic.lift.terms import (
    Flag,
    Num,
    Value,
    all_of,
    any_of,
    as_number,
    equal,
    highest,
    is_same,
    lowest,
    negation,
    parts,
    plain,
)
from verifier.symbolic.prove.cross_check import Claim, Unknowns, of_property, of_transition
from verifier.symbolic.prove.fields import fields_asked_about, fields_to_split
from verifier.symbolic.prove.kept import NO_FAILURE, RANGES, Breach, Kept
from verifier.symbolic.solver import OUT_OF_TIME, Answer, Effort, Outcome, Solver

if TYPE_CHECKING:
    from verifier.symbolic.prove.induction import Induction

TOGETHER_WORK = 3_000_000  # for a question that is asked of a solver that has answered others
CASES_MOST = 16
SIMPLE_MOST, SIZE_MOST = 20_000, 1_000_000  # terms of a rule: of those below the first, no cases are made
SIMPLER = 4  # how many times simpler a case has to be
AGAIN = 5  # times the work for a question that is asked alone


class InductiveStep:
    """One rule from any state of its phase that satisfies the lemmas."""

    def __init__(self, induction: Induction, rule: Rule, effort: Effort | None = None, *, given: Mapping[int, int] | None = None,
                 in_use: Collection[str] | None = None) -> None:
        self.induction, self.rule, self.given = induction, rule, dict(given or {})
        self._in_use = in_use
        lifted, program = induction.lifted, induction.program
        assert lifted.ghosts is not None and rule.phase is not None
        table, kept = lifted.table.unknown("")
        counters, ranges = lifted.ghosts.unknown("")
        self.unknown: list[Value] = table + counters
        self.before = list(self.unknown)
        self.before[offset_of(program.game.state_type, "phase")] = int(rule.phase)
        unknown_arguments, allowed = lifted.arguments(rule, "argument ")
        self.unknown_arguments: list[Value] = list(unknown_arguments)
        self.arguments: list[Value] = list(unknown_arguments)
        for offset, value in self.given.items():  # of an argument: -1 - its place
            cells, place = (self.before, offset) if offset >= 0 else (self.arguments, -1 - offset)
            cells[place] = plain(cells[place], value)
        self.fired: Fired = lifted.fire(rule, self.arguments, self.before)
        self.effort = effort or induction.effort
        self.is_alone = False  # whether only one property is asked of this step
        self.known: list[str] = []  # names of what was proved of the bound without any lemma
        self.impossible: list[Flag] = []  # and what cannot be, then
        always, facts = [*induction.kept, *kept, *ranges, *allowed], list(lifted.ghosts.facts(self.before))
        self.required = [*always, self.fired.facts, self.fired.enabled]
        self.facts = facts  # of the counters: they make easy questions hard, so they are required where they are needed
        self.claims = [*of_transition(rule, self.fired, [*always, *facts]), induction.crossed.cells_behind(self.fired)]
        self._rested_on: set[str] = set()
        self._assumed: dict[str, Flag] = {}
        self.is_whole = True  # a step that there was no time to lift is asked nothing

    @property
    def lemmas(self) -> list[str]:
        """The lemmas that a solver with all of them by name knows: the game's own, and those in use."""
        return [name for name in self.induction.lemmas if name not in self._in_reserve]

    @property
    def in_use(self) -> Collection[str]:
        """Lemmas that are to be proved anyway."""
        return self.induction.in_use if self._in_use is None else self._in_use

    @cached_property
    def solver(self) -> Solver:
        """A solver that knows every lemma by name."""
        solver = Solver(self.effort)
        solver.require([*self.required, *self.facts])
        solver.name(NO_FAILURE, negation(self.fired.fails))
        for name in self.lemmas:
            if self.effort.is_over:
                self.is_whole = False
                break
            solver.name(name, self.lemma(name))
        return solver

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
        unknowns = Unknowns(self.unknown, self.unknown_arguments)
        self.induction.crossed.transition(self.rule, unknowns, self.claims, self.given)

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
            truth = lifted.truth(rule, fired.after, self.before, self.rule.name)
        if fired is self.fired:
            self.claims.append(of_property(rule, truth, behind=True))
        return [negation(part) for part in parts(truth.holds)] + [truth.fails]

    def property_named(self, name: str) -> Rule:
        """An invariant, a lemma or a step property."""
        return self.induction.invariants.get(name) or self.induction.step_properties[name]

    def ways(self, name: str) -> tuple[list[Flag], tuple[str, ...]]:
        """The ways in which a property can break that have to be asked about; and what the others rest on."""
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

    def case_by_case(self) -> Iterator[InductiveStep]:
        """The step for each value of the field that makes the rule simplest when it is known; none if that is simple anyway.

        What is asked of all of them is asked of the step.
        """
        if size_of(self._terms, SIMPLE_MOST) < SIMPLE_MOST:
            return
        whole = size_of(self._terms, SIZE_MOST)
        sizes = []
        for each in fields_asked_about(self):
            if each.offset not in self.given:
                middle = self._where(each.offset, each.values[len(each.values) // 2])
                sizes.append((size_of(middle._terms, SIZE_MOST), each.offset, each.values))
        size, offset, values = min(sizes, default=(whole, 0, ()))
        if size * SIMPLER <= whole:
            yield from (self._where(offset, value) for value in values)

    def split(self) -> Iterator[InductiveStep]:
        """The step for each value of the field or argument that makes the rule smallest when it is known; none if none does."""
        whole = size_of(self._terms, SIZE_MOST)
        sizes = []
        for each in fields_to_split(self):
            if each.offset not in self.given:
                middle = self._where(each.offset, each.values[len(each.values) // 2])
                sizes.append((size_of(middle._terms, SIZE_MOST), each.offset, each.values))
        size, offset, values = min(sizes, default=(whole, 0, ()))
        if size < whole:
            yield from (self._where(offset, value) for value in values)

    def is_in(self, cases: Sequence[InductiveStep]) -> list[Claim]:
        """What is claimed where a step is split: that each of its samples is in one of the cases."""
        offsets = {offset for case in cases for offset in case.given if offset not in self.given}
        cells = {each: as_number(self.unknown[each] if each >= 0 else self.unknown_arguments[-1 - each]) for each in offsets}
        here = any_of(equal(cells[offset], case.given[offset]) for case in cases for offset in offsets)
        return [Claim(f"whether it is in one of the cases of {sorted(offsets)}", [here], lambda _: [1])] if cases else []

    def _where(self, offset: int, value: int) -> InductiveStep:
        """The step from the states in which one more cell is known."""
        given = {**self.given, offset: value}
        return InductiveStep(self.induction, self.rule, self.effort, given=given, in_use=self.in_use)

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

    def keeps(self, name: str) -> Kept:
        """Whether the rule keeps a property, from the lemmas of now, as far as that is known at little cost."""
        effort = self.induction.effort
        self.solver.effort = evolve(effort, work=min(TOGETHER_WORK, effort.work))
        return self._keeps(name)

    def keeps_alone(self, name: str) -> Kept:
        """`keeps` with all the effort there is, of a solver that was asked nothing else.

        What other questions left behind in a solver can make one hard that is easy by itself.
        """
        self.solver.effort = evolve(self.induction.effort, work=AGAIN * self.induction.effort.work)
        self.is_alone = True
        if name == BOUND_HOLDS:
            self.known = self._fields_not_raised()
        return self._keeps(name, self._cases())

    def _fields_not_raised(self) -> list[str]:
        """Names for the fields of the bound that the rule does not raise, whatever the others do.

        Two sums of many are hard to compare; that nothing which they add up has grown is often easy to see, one after another.
        """
        found = []
        for number, each in enumerate(self.induction.lifted.bound_fields(self.fired.after, self.before)):
            name = f"field {number} of the bound is not raised"
            if each.is_kept is not True and all(
                    self._is_impossible(f"not {name}, way {at}", way) for at, way in enumerate(each.ways)):
                self.solver.name(name, each.is_kept)
                self.impossible.append(negation(each.in_order))  # which z3 does not always see
                found.append(name)
        return found

    def _is_impossible(self, name: str, condition: Flag) -> bool:
        """Whether a condition cannot hold; asked of a solver of its own, for what others learned makes it fifty times as slow."""
        if condition is False:
            return True
        solver = Solver(self.solver.effort)
        solver.require([*self.required, *self.facts])
        solver.name(NO_FAILURE, negation(self.fired.fails))
        solver.name(name, condition)
        return self._exactly([name, NO_FAILURE], self.solver.effort, solver).outcome is Outcome.UNSAT

    def _cases(self) -> list[str]:
        """Names for the values of what the rule uses as an index of a row: of a field of the state, else of an argument."""
        for what, cell in (*self._indices(self._field), *self._indices(self._argument)):
            values = range(lowest(cell), highest(cell) + 1)
            if 1 < len(values) <= CASES_MOST:
                for value in values:
                    self.solver.name(f"{what} is {value}", equal(cell, value))
                return [f"{what} is {value}" for value in values]
        return []

    def _indices(self, cell_of: Callable[[ir.Expr], tuple[str, Num | int] | None]) -> Iterator[tuple[str, Num | int]]:
        for node in ir.walk(self.induction.program.bodies[self.rule.name].body):
            if isinstance(node, ir.ItemOf) and (found := cell_of(node.index)) is not None:
                yield found

    def _field(self, index: ir.Expr) -> tuple[str, Num | int] | None:
        state = self.induction.program.game.state_type
        field = ir.field_read(index, state)
        return None if field is None else (field, as_number(self.before[offset_of(state, field)]))

    def _argument(self, index: ir.Expr) -> tuple[str, Num | int] | None:
        names = [name for name, _ in self.rule.arguments]
        if not isinstance(index, ir.Local) or index.name not in names:
            return None
        return f"argument {index.name}", as_number(self.arguments[names.index(index.name)])

    def _keeps(self, name: str, cases: Sequence[str] = ()) -> Kept:
        """Part by part, and case by case if there are any (together they are all that can be); the first that breaks ends it."""
        lemmas: set[str] = set()
        untouched = self._untouched(name)
        for number, broken in enumerate(self.broken(name)):
            if broken is False or any(is_same(broken, each) for each in self.impossible):
                continue
            if any(is_same(broken, each) for each in untouched):
                lemmas.add(name)  # of what the rule leaves as it was, it was true before
                continue
            goal = f"not {name}, part {number}"
            if not self.solver.knows(goal):
                self.solver.name(goal, broken)
            for case in [[each] for each in cases] or [[]]:
                names = [goal, *case, *([] if name == RANGES else [NO_FAILURE]), *self.known, *self.lemmas]
                work = min(self.solver.effort.work, self.induction.effort.work) if name == BOUND_HOLDS else 0
                answer = self.asked(names, bare_work=work, put_off=not self.is_alone)
                if answer.outcome is Outcome.SAT:
                    return Kept(self.rule.name, name, Outcome.SAT, breach=self.replayed(answer, name))
                if answer.outcome is Outcome.UNKNOWN:
                    return Kept(self.rule.name, name, Outcome.UNKNOWN, reason=answer.reason)
                lemmas.update(each for each in self._fewer(answer.core) if each in self.induction.invariants)
        self.induction.in_use.update(lemmas)
        self.rest_on(sorted(lemmas))
        return Kept(self.rule.name, name, Outcome.UNSAT, tuple(sorted(lemmas)))

    def _fewer(self, core: tuple[str, ...]) -> tuple[str, ...]:
        """A core without lemmas that are not in use yet, as far as it does without them: each needs a proof of its own."""
        effort = evolve(self.solver.effort, work=min(TOGETHER_WORK, self.solver.effort.work))
        for lemma in core:
            if lemma in self.induction.invariants and lemma in core and lemma not in self.in_use:
                answer = self._exactly([each for each in core if each != lemma], effort)
                if answer.outcome is Outcome.UNSAT:
                    core = answer.core
        return core

    def asked(self, names: list[str], *, bare_work: int = 0, put_off: bool = False) -> Answer:
        """A question; with `bare_work` first, at that cost, without invariants: each that an answer rests on needs its own proof.

        What is hard without them may be put off: then nothing is known of it yet.
        """
        effort = self.solver.effort
        if bare_work:
            bare = [each for each in names if each not in self.induction.invariants]
            answer = self._exactly(bare, evolve(effort, work=min(bare_work, effort.work)))
            if answer.outcome is Outcome.UNSAT or (put_off and answer.outcome is Outcome.UNKNOWN):
                return answer
        return self._exactly(names, effort)

    def _exactly(self, names: list[str], effort: Effort, solver: Solver | None = None) -> Answer:
        """A question, and if a step answers it, again with the counters tied to what they count."""
        if not self.is_whole:
            return Answer(Outcome.UNKNOWN, reason=OUT_OF_TIME)
        solver = solver or self.solver
        answer = solver.ask(names, effort=effort)
        if answer.outcome is not Outcome.SAT:
            return answer
        if not solver.knows(EXACT):
            solver.name(EXACT, all_of(self.exact))
        return solver.ask([*names, EXACT], effort=effort)

    @property
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


def _holds(reference: Reference, rule: Rule, state: Any) -> bool:
    """Whether a lemma is true of a state, without failing."""
    try:
        return reference.holds_untouched(rule, state)
    except RuleBroke:
        return False
