"""Induction: every rule keeps every property, from any state that keeps them, whatever the deal and under every reading.

The states before are all states of the right types (not only reachable ones) that satisfy the lemmas; each rule is lifted once
with unknown arguments, and each property is asked of what it leads to.  A property is proved if it holds after the set-up and
every rule keeps it, each time from lemmas that are proved in the same way.  "ranges" is a property of every game: no rule
leaves a range, takes from an empty pile or passes a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from attrs import define, evolve, field, frozen

from verifier import clock
from verifier.errors import EngineBug, Problem
from verifier.lang import ir
from verifier.lang.bounds import BOUND_HOLDS
from verifier.lang.events import Event
from verifier.lang.game import TRANSITIONS, Rule
from verifier.lang.layout import offset_of
from verifier.lang.values import blank
from verifier.program.program import Program
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.lift.ghosts import EXACT
from verifier.symbolic.lift.rules import Fired, Lifted
from verifier.symbolic.lift.terms import Flag, Num, Value, all_of, as_number, equal, highest, is_same, lowest, negation, parts
from verifier.symbolic.prove.cross_check import CrossCheck, Unknowns, of_property, of_transition
from verifier.symbolic.solver import OUT_OF_TIME, Answer, Effort, Outcome, Solver

RANGES = "ranges"
START = "start"  # in the place of a rule: the base case
BATCH = 16  # properties asked of a rule together: the step of one takes 20 to 60 MB, so that not all are kept
TOGETHER_WORK = 3_000_000  # for a question that is asked of a solver that has answered others
CASES_MOST = 16
AGAIN = 5  # times the work for a question that is asked alone
NO_FAILURE = "the rule does not fail"


@frozen
class Breach:
    """A step that does not keep a property: the rulings, the state before, the event, the state after (None: the rule failed)."""

    rulings: dict[str, str]
    before: Any
    event: Event
    after: Any
    failure: str = ""


@frozen
class Kept:
    """One rule and one property: kept (from which lemmas), broken, or not known."""

    rule: str
    property: str
    outcome: Outcome  # of the question whether it can break
    lemmas: tuple[str, ...] = ()
    reason: str = ""
    breach: Breach | None = None


@define
class Induced:
    """What induction says of a property; `steps` are the start and the rules, as far as they were asked."""

    name: str
    proved: bool = False
    steps: list[Kept] = field(factory=list)

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The other properties that the proof rests on directly."""
        return tuple(sorted({name for step in self.steps for name in step.lemmas} - {self.name}))

    @property
    def failed(self) -> Kept | None:
        """The step that does not keep it, or of which z3 does not know: it is no invariant by induction."""
        return next((step for step in self.steps if step.outcome is not Outcome.UNSAT), None)


class Induction:
    """The induction steps of a program under a setting; readings named in `free` are left open.

    Play starts from the set-up, or from `start` if it is given.  Invariants in `known` are proved already: they serve as lemmas
    and are not asked again.  A rule that fails leads nowhere, so what holds behind every step that does not fail needs no proof
    that none does; that is the property "ranges".

    Whatever lifts rules raises OutOfTime once the effort's time is over; what is known until then stands.

    With `any_edition` the component data are left open within their ranges, and of the start nothing is asked: what is proved are
    steps, for whoever sees to it that the invariants hold where play starts.  Without `is_patient`, what is hard is given up.
    """

    def __init__(self, program: Program, setting: Setting, *, free: Sequence[str] = (), effort: Effort | None = None,
                 start: Any = None, known: Iterable[str] = (), any_edition: bool = False,
                 is_patient: bool = True) -> None:
        self.program, self.setting, self.free, self.effort = program, setting, tuple(free), effort or Effort()
        self.lifted, self.kept = Lifted.under(program, setting, free, ghosts=True, any_edition=any_edition)
        self.any_edition, self.is_patient = any_edition, is_patient
        self.start = start
        self.crossed = CrossCheck(self.lifted, setting, free, start)
        self.lifted.look = self.crossed.samples.look = self.effort.check
        game = program.game
        self.invariants = {rule.name: rule for rule in game.of_kind("invariant")}
        self.step_properties = {rule.name: rule for rule in game.of_kind("step_property")}
        if program.bound_property is not None:
            self.step_properties[BOUND_HOLDS] = program.bound_property
        self.rules = game.of_kind(*TRANSITIONS)
        self.names = (RANGES, *self.invariants, *self.step_properties)
        self.found: dict[str, Induced] = {}
        self.known = {name for name in known if name in self.invariants}
        self.lemmas = list(self.invariants)  # candidates: those found not to be kept are taken out
        self.in_use: set[str] = set()  # properties that are to be proved anyway: a step may rest on them at no further cost

    def prove(self, names: Iterable[str] | None = None, progress: Callable[[str], None] | None = None) -> dict[str, Induced]:
        """What is proved of some properties, or of all of them.

        Lemmas are the invariants of the game; only those that a proof rests on are asked for a proof of their own.  One that
        is not kept is taken out, and every step that rests on it is asked again without it: what is left in the end is kept
        by every rule from nothing but itself.
        """
        wanted = list(self.names if names is None else names)
        self.in_use.update(wanted, self.known)
        while (waiting := self._open(wanted)) and not self.effort.is_over:
            found = [self.found.setdefault(name, Induced(name)) for name in waiting[:BATCH]]
            self._work(found, progress)
            for induced in found:
                if induced.failed is not None:
                    self._without(induced.name)
        return {name: self.settled()[name] for name in wanted}

    def _open(self, wanted: Iterable[str]) -> list[str]:
        """What is wanted, or a step rests on that was asked so far, and is not settled; what no step rests on needs no proof."""
        needed: set[str] = set()
        left = [*wanted]
        while left:
            name = left.pop()
            if name not in needed and name not in self.known:
                needed.add(name)
                left += self.found[name].lemmas if name in self.found else ()
        return [name for name in self.names if name in needed and not self._is_settled(name)]

    def _is_settled(self, name: str) -> bool:
        """Whether a property was asked of every rule, or of one that does not keep it."""
        found = self.found.get(name)
        return found is not None and (found.failed is not None or len(found.steps) == len(self.rules) + 1)

    def settled(self) -> dict[str, Induced]:
        """What is known so far: proved is what was asked in full and rests on nothing that was not."""
        proved = {name for name, each in self.found.items() if each.failed is None and len(each.steps) == len(self.rules) + 1}
        while True:
            fine = {name for name in proved if all(each in proved or each in self.known for each in self.found[name].lemmas)}
            if fine == proved:
                break
            proved = fine
        return {name: Induced(name, name in proved or name in self.known, self.found[name].steps if name in self.found else [])
                for name in dict.fromkeys([*self.names, *self.found])}

    def _work(self, found: list[Induced], progress: Callable[[str], None] | None) -> None:
        """Ask of the start and of every rule what is not known yet; the first that does not keep a property ends it."""
        for induced in found:
            if self.effort.is_over:
                return
            if all(step.rule != START for step in induced.steps):
                induced.steps.append(self.base(induced.name))
        hard: list[tuple[Rule, Induced]] = []
        for number, rule in enumerate(self.rules, 1):
            here = [each for each in found if each.failed is None and all(step.rule != rule.name for step in each.steps)]
            step = self.step(rule) if here else None
            answers = []
            for induced in here:
                if step is None or self.effort.is_over:
                    return
                if progress is not None:
                    progress(f"{rule.name}, rule {number} of {len(self.rules)}: {induced.name}")
                answers.append((induced, step.keeps(induced.name)))
            if step is not None and not self.effort.is_over:
                step.cross_check()
            elif step is not None:  # then only steps that the reference replayed are believed
                answers = [each for each in answers if each[1].outcome is Outcome.SAT]
            for induced, kept in answers:
                if kept.outcome is Outcome.UNKNOWN and self.is_patient:
                    hard.append((rule, induced))
                else:
                    induced.steps.append(kept)
        for rule, induced in hard:  # what costs most comes last: of what another rule breaks it need not be asked
            if induced.failed is None and not self.effort.is_over:
                if progress is not None:
                    progress(f"{rule.name} once more: {induced.name}")
                step = self.step(rule)
                kept = step.keeps_alone(induced.name)
                if not self.effort.is_over:
                    step.cross_check()
                    induced.steps.append(kept)

    def _without(self, name: str) -> None:
        """Take a candidate out; the steps that rest on it are to be asked again."""
        if name in self.lemmas:
            self.lemmas.remove(name)
            for induced in self.found.values():
                induced.steps = [step for step in induced.steps if name not in step.lemmas]

    def steps_of(self, name: str, progress: Callable[[str], None] | None = None) -> Induced:
        """One property asked of the start and of every rule, from all invariants: whether those are kept is left open."""
        found = self.found.setdefault(name, Induced(name))
        self._work([found], progress)
        return found

    def step(self, rule: Rule) -> InductiveStep:
        """The induction step of one rule."""
        return InductiveStep(self, rule)

    def base(self, name: str) -> Kept:
        """Whether a property can break at the start, under any reading in question."""
        if name in self.step_properties or self.any_edition:
            return Kept(START, name, Outcome.UNSAT)
        cells, fails = self._started
        truth = None if name == RANGES else self.lifted.truth(self.invariants[name], cells)
        solver = Solver(self.effort)
        solver.require(self.kept)
        solver.name(f"not {name}", fails if truth is None else truth.is_broken)
        answer = solver.ask([f"not {name}"])
        return Kept(START, name, answer.outcome, reason=answer.reason)

    @cached_property
    def _started(self) -> tuple[list[Value], Flag]:
        with clock.stopped():  # as loading the rules is not counted
            cells, fails = self.started()
        self.crossed.start(cells, fails)
        return cells, fails

    def started(self) -> tuple[list[Value], Flag]:
        """The cells at the start, with their counters, and whether the set-up fails."""
        program = self.program
        state = blank(program.game.state_type) if self.start is None else self.start
        cells = self.lifted.counted(self.lifted.table.known(program.encode(state)))
        setup = program.game.only("setup")
        if setup is None or self.start is not None:
            return cells, False
        fired = self.lifted.fire(setup, (), cells)
        return fired.after, fired.fails


class InductiveStep:
    """One rule from any state of its phase that satisfies the lemmas."""

    def __init__(self, induction: Induction, rule: Rule, effort: Effort | None = None) -> None:
        self.induction, self.rule = induction, rule
        lifted, program = induction.lifted, induction.program
        assert lifted.ghosts is not None and rule.phase is not None
        cells, kept = lifted.table.unknown("")
        counters, ranges = lifted.ghosts.unknown("")
        self.unknown: list[Value] = cells + counters
        self.before = list(self.unknown)
        self.before[offset_of(program.game.state_type, "phase")] = int(rule.phase)
        self.arguments, allowed = lifted.arguments(rule, "argument ")
        self.fired: Fired = lifted.fire(rule, self.arguments, self.before)
        self.solver = Solver(effort or induction.effort)
        self.is_alone = False  # whether only one property is asked of this step
        self.known: list[str] = []  # names of what was proved of the bound without any lemma
        self.impossible: list[Flag] = []  # and what cannot be, then
        always = [*induction.kept, *kept, *ranges, *allowed, *lifted.ghosts.facts(self.before)]
        self.solver.require([*always, self.fired.facts, self.fired.enabled])
        self.claims = [*of_transition(rule, self.fired, always), induction.crossed.cells_behind(self.fired)]
        self.solver.name(NO_FAILURE, negation(self.fired.fails))
        self.is_whole = False  # a step that there was no time to lift is asked nothing
        for name, invariant in induction.invariants.items():
            if self.solver.effort.is_over:
                return
            truth = lifted.truth(invariant, self.before)
            self.solver.name(name, truth.is_kept)
            self.claims.append(of_property(invariant, truth, behind=False))
        self.is_whole = True

    def cross_check(self) -> None:
        """Compare what was lifted so far with the reference, on sample transitions; EngineBug if anything differs."""
        self.induction.crossed.transition(self.rule, Unknowns(self.unknown, self.arguments), self.claims)

    def broken(self, name: str) -> list[Flag]:
        """The ways in which a property can break: one for each condition it joins, and that it fails itself."""
        lifted = self.induction.lifted
        if name == RANGES:
            return [self.fired.fails]
        if name in self.induction.invariants:
            rule = self.induction.invariants[name]
            truth = lifted.truth(rule, self.fired.after)
        else:
            rule = self.induction.step_properties[name]
            truth = lifted.truth(rule, self.fired.after, self.before, self.rule.name)
        self.claims.append(of_property(rule, truth, behind=True))
        return [negation(part) for part in parts(truth.holds)] + [truth.fails]

    def _untouched(self, name: str) -> list[Flag]:
        """The ways in which an invariant that serves as a lemma could have been broken before: it was not."""
        induction = self.induction
        if name not in induction.invariants or name not in induction.lemmas:
            return []
        truth = induction.lifted.truth(induction.invariants[name], self.before)
        return [*(negation(part) for part in parts(truth.holds)), truth.fails]

    def keeps(self, name: str) -> Kept:
        """Whether the rule keeps a property, from the lemmas of now, as far as that is told at little cost."""
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
        solver.require(self.solver.required)
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
                names = [goal, *case, *([] if name == RANGES else [NO_FAILURE]), *self.known, *self.induction.lemmas]
                work = min(self.solver.effort.work, self.induction.effort.work) if name == BOUND_HOLDS else 0
                answer = self.asked(names, bare_work=work, put_off=not self.is_alone)
                if answer.outcome is Outcome.SAT:
                    return Kept(self.rule.name, name, Outcome.SAT, breach=self._replayed(answer, name))
                if answer.outcome is Outcome.UNKNOWN:
                    return Kept(self.rule.name, name, Outcome.UNKNOWN, reason=answer.reason)
                lemmas.update(each for each in self._fewer(answer.core) if each in self.induction.invariants)
        self.induction.in_use.update(lemmas)
        return Kept(self.rule.name, name, Outcome.UNSAT, tuple(sorted(lemmas)))

    def _fewer(self, core: tuple[str, ...]) -> tuple[str, ...]:
        """A core without lemmas that are not in use yet, as far as it does without them: each needs a proof of its own."""
        effort = evolve(self.solver.effort, work=min(TOGETHER_WORK, self.solver.effort.work))
        for lemma in core:
            if lemma in self.induction.invariants and lemma in core and lemma not in self.induction.in_use:
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
        program, lifted = self.induction.program, self.induction.lifted
        before = program.decode(lifted.table.decoded(answer.model, self.before[:len(program.slots)]))
        values = tuple(answer.numbers(self.arguments))
        event = next(each for each in program.events if each.rule is self.rule and each.arguments == values)
        return lifted.rulings(answer), before, event

    def _replayed(self, answer: Answer, name: str) -> Breach:
        """The step in the reference's own words; EngineBug when the reference does not break there."""
        induction, program = self.induction, self.induction.program
        rulings, before, event = self.decoded(answer)
        edition = induction.lifted.edition_record(answer) if induction.any_edition else induction.setting.edition
        reference = Reference(program, Setting(rulings, edition))
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

    def _disagrees(self, name: str, event: Event) -> EngineBug:
        return EngineBug(Problem("DB912", f"z3 breaks {name} with {event.text!r}, and the reference does not"))
