"""Induction: every rule keeps every property, from any state that keeps them, whatever the deal and under every reading.

The states before are all states of the right types (not only reachable ones) that satisfy the lemmas; each rule is lifted once
with unknown arguments, and each property is asked of what it leads to.  A property is proved if it holds after the set-up and
every rule keeps it, each time from lemmas that are proved in the same way.  "ranges" is a property of every game: no rule
leaves a range, takes from an empty pile or passes a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Any

from attrs import define, field, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.events import Event
from verifier.lang.game import TRANSITIONS, Rule
from verifier.lang.layout import offset_of
from verifier.lang.program import Program
from verifier.lang.values import blank
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.rules import Fired, Lifted
from verifier.symbolic.solver import Answer, Effort, Outcome, Solver
from verifier.symbolic.terms import Flag, Value, all_of, any_of, negation, parts

RANGES = "ranges"
EXACT = "counters are what they count"
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
    """What induction says of a property."""

    name: str
    proved: bool
    steps: list[Kept] = field(factory=list)

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The other properties that the proof rests on directly."""
        return tuple(sorted({name for step in self.steps for name in step.lemmas} - {self.name}))


class Induction:
    """The induction steps of a program under a setting; readings named in `free` are left open."""

    def __init__(self, program: Program, setting: Setting, *, free: Sequence[str] = (), effort: Effort | None = None) -> None:
        self.program, self.setting, self.free, self.effort = program, setting, tuple(free), effort or Effort()
        self.lifted, self._kept = Lifted.under(program, setting, free, ghosts=True)
        game = program.game
        self.invariants = {rule.name: rule for rule in game.of_kind("invariant")}
        self.step_properties = {rule.name: rule for rule in game.of_kind("step_property")}
        self.rules = game.of_kind(*TRANSITIONS)
        self.names = (RANGES, *self.invariants, *self.step_properties)

    def prove(self, names: Iterable[str] | None = None,
              progress: Callable[[str, float], None] | None = None) -> dict[str, Induced]:
        """Ask for every rule whether it keeps each property, then find out which are proved.

        Lemmas are all invariants of the game (and that no rule failed).  A property whose proof rests on one that is not
        proved is asked again without it.
        """
        wanted = list(self.names if names is None else names)
        asked = list(dict.fromkeys([*wanted, *self.invariants]))
        found: dict[str, Induced] = {name: Induced(name, True) for name in asked}
        for name, broken in self.base(asked).items():
            if broken is not None:
                found[name].proved = False
                found[name].steps.append(broken)
        for done, rule in enumerate(self.rules):
            if progress is not None:
                progress(rule.name, done / len(self.rules))
            step = self.step(rule)
            for name in asked:
                found[name].steps.append(step.keeps(name))
        self._settle(found)
        return {name: found[name] for name in wanted}

    def step(self, rule: Rule) -> InductiveStep:
        """The induction step of one rule."""
        return InductiveStep(self, rule)

    def base(self, names: Sequence[str]) -> dict[str, Kept | None]:
        """The set-up: None for what holds after it under every reading in question."""
        program = self.program
        setup = program.game.only("setup")
        cells = self._with_counters(self.lifted.table.known(program.encode(blank(program.game.state_type))))
        fails: Flag = False
        if setup is not None:
            fired = self.lifted.fire(setup, (), cells)
            cells, fails = fired.after, fired.fails
        answers: dict[str, Kept | None] = {}
        for name in names:
            if name in self.step_properties:
                answers[name] = None
                continue
            truth = None if name == RANGES else self.lifted.truth(self.invariants[name], cells)
            broken = fails if truth is None else any_of((negation(truth.holds), truth.fails))
            solver = Solver(self.effort)
            solver.require(self._kept)
            solver.name(f"not {name}", broken)
            answer = solver.ask([f"not {name}"])
            proved = answer.outcome is Outcome.UNSAT
            answers[name] = None if proved else Kept("set-up", name, answer.outcome, reason=answer.reason)
        return answers

    def _with_counters(self, cells: list[Value]) -> list[Value]:
        assert self.lifted.ghosts is not None
        return cells + [total for _, total in sorted(self.lifted.ghosts.sums(cells), key=lambda each: each[0])]

    def _settle(self, found: dict[str, Induced]) -> None:
        """Take back what rests on something unproved, until nothing changes: such a step is not known."""
        for induced in found.values():
            induced.proved = induced.proved and all(step.outcome is Outcome.UNSAT for step in induced.steps)
        changed = True
        while changed:
            changed = False
            for induced in found.values():
                missing = [name for name in induced.lemmas if name in found and not found[name].proved]
                if induced.proved and missing:
                    induced.proved, changed = False, True
                    induced.steps.append(Kept("", induced.name, Outcome.UNKNOWN,
                                              reason=f"rests on {', '.join(missing)}, not proved"))


class InductiveStep:
    """One rule from any state of its phase that satisfies the lemmas."""

    def __init__(self, induction: Induction, rule: Rule) -> None:
        self.induction, self.rule = induction, rule
        lifted, program = induction.lifted, induction.program
        assert lifted.ghosts is not None and rule.phase is not None
        cells, kept = lifted.table.unknown("")
        cells[offset_of(program.game.state_type, "phase")] = int(rule.phase)
        counters, ranges = lifted.ghosts.unknown("")
        self.before: list[Value] = cells + counters
        self.arguments, allowed = lifted.arguments(rule, "argument ")
        self.fired: Fired = lifted.fire(rule, self.arguments, self.before)
        self.solver = Solver(induction.effort)
        self.solver.require([*induction._kept, *kept, *ranges, *allowed, *lifted.ghosts.facts(self.before), self.fired.facts,
                             self.fired.enabled])
        self.solver.name(NO_FAILURE, negation(self.fired.fails))
        for name, invariant in induction.invariants.items():
            truth = lifted.truth(invariant, self.before)
            self.solver.name(name, all_of((truth.holds, negation(truth.fails))))
        self._lemmas = list(induction.invariants)

    def broken(self, name: str) -> list[Flag]:
        """The ways in which a property can break: one for each condition it joins, and that it fails itself."""
        lifted = self.induction.lifted
        if name == RANGES:
            return [self.fired.fails]
        if name in self.induction.invariants:
            truth = lifted.truth(self.induction.invariants[name], self.fired.after)
        else:
            truth = lifted.truth(self.induction.step_properties[name], self.fired.after, self.before, self.rule.name)
        return [negation(part) for part in parts(truth.holds)] + [truth.fails]

    def keeps(self, name: str) -> Kept:
        """Whether the rule keeps a property, with every invariant as a lemma; part by part, the first one that breaks ends it."""
        lemmas: set[str] = set()
        for number, broken in enumerate(self.broken(name)):
            if broken is False:
                continue
            goal = f"not {name}, part {number}"
            self.solver.name(goal, broken)
            names = [goal, *([] if name == RANGES else [NO_FAILURE]), *self._lemmas]
            answer = self.solver.ask(names)
            if answer.outcome is Outcome.SAT:
                answer = self._exactly(names)
            if answer.outcome is Outcome.SAT:
                return Kept(self.rule.name, name, Outcome.SAT, breach=self._replayed(answer, name))
            if answer.outcome is Outcome.UNKNOWN:
                return Kept(self.rule.name, name, Outcome.UNKNOWN, reason=answer.reason)
            lemmas.update(RANGES if each == NO_FAILURE else each for each in answer.core if each not in (goal, EXACT))
        return Kept(self.rule.name, name, Outcome.UNSAT, tuple(sorted(lemmas)))

    def _exactly(self, names: list[str]) -> Answer:
        """The question again, with the counters tied to what they count."""
        ghosts = self.induction.lifted.ghosts
        assert ghosts is not None
        if not self.solver.knows(EXACT):
            self.solver.name(EXACT, all_of(ghosts.exact(self.before)))
        return self.solver.ask([*names, EXACT])

    def _replayed(self, answer: Answer, name: str) -> Breach:
        """The step in the reference's own words; EngineBug when the reference does not break there."""
        induction, program = self.induction, self.induction.program
        cells = self.before[:len(program.slots)]
        before = program.decode(induction.lifted.table.decoded(answer.model, cells))
        rulings = dict(induction.setting.rulings)
        for id_ in induction.free:
            rulings[id_] = list(program.readings.switches[id_].choices)[answer.value(induction.lifted.readings[id_])]
        values = tuple(answer.numbers(self.arguments))
        event = next(each for each in program.events if each.rule is self.rule and each.arguments == values)
        reference = Reference(program, Setting(rulings, induction.setting.edition))
        position = Position(before, (0,) * len(program.tapes))
        try:
            after = reference.apply(position, event).after.state
        except RuleBroke as failure:
            if name != RANGES:
                raise self._disagrees(name, event) from failure
            return Breach(rulings, before, event, None, str(failure))
        if name == RANGES:
            raise self._disagrees(name, event)
        rule = program.game.rules[name]
        states = (after,) if name in induction.invariants else (before, after)
        try:
            if reference.holds(rule, *states, event=event):
                raise self._disagrees(name, event)
        except RuleBroke as failure:
            return Breach(rulings, before, event, after, str(failure))
        return Breach(rulings, before, event, after)

    def _disagrees(self, name: str, event: Event) -> EngineBug:
        return EngineBug(Problem("DB912", f"z3 breaks {name} with {event.text!r}, and the reference does not"))


def timed(induction: Induction) -> tuple[dict[str, Induced], float]:
    """Everything that induction can say, and how long it took."""
    start = monotonic()
    return induction.prove(), monotonic() - start
