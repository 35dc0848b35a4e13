"""Bounded checks: whether a line of so many transitions breaks a property or reaches a goal, depth by depth.

A line that is found is the shortest, since every smaller depth was answered first, and was replayed by the reference.  What is
found not to break is added to what z3 knows of that depth, which makes the next one nearly an induction step.  A bound alone
proves nothing: what no line breaks holds within so many transitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum

from attrs import evolve, field, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.events import Event
from verifier.lang.game import Rule
from verifier.lang.phases import CHANCE, DECISION
from verifier.lang.words import Refused
from verifier.program.program import Program
from verifier.run.reference import Applied, Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.lift.ghosts import EXACT
from verifier.symbolic.lift.rules import Lifted
from verifier.symbolic.lift.terms import Flag, Value, all_of, any_of, negation
from verifier.symbolic.prove.unroll import Entry, Unrolling
from verifier.symbolic.solver import OUT_OF_TIME, Answer, Effort, Outcome, Solver

RANGES = "ranges"  # no rule leaves a range: a property of every game
CHANCE_HAS_AN_OUTCOME = "chance-has-an-outcome"  # no line comes to chance without one: another
NO_DEAD_END = "no-dead-end"  # every decision has a legal event, and chance an outcome: another
NODES_MANY = 4  # so many nodes are worth asking which of them a line comes to
PRUNE_WORK = 1_000_000  # such a question that needs more than this (a quarter of a second) is given up
STEP_WORK = 10_000_000  # a step that needs more than this is left to the whole line


class Found(StrEnum):
    """What a bounded check says of a property."""

    BROKEN = "broken"
    REACHED = "reached"
    HOLDS = "holds"
    UNKNOWN = "unknown"


@frozen
class Bounded:
    """A property's answer: `depth` transitions were answered in full; the line, replayed, that breaks or reaches it.

    `rulings` are those under which it does; `start` is where the line starts.  `failure` says how a rule left a range.
    """

    name: str
    found: Found
    depth: int
    reason: str = ""
    start: Position | None = None
    rulings: Mapping[str, str] = field(factory=dict)
    line: tuple[Applied, ...] = ()
    failure: str = ""
    event: Event | None = None  # the event whose rule failed, behind the line


@frozen
class Start:
    """Where lines start: cells (with counters if `lifted` has them), what makes them a start, and how chance is resolved.

    `exact` is what only an answer that finds a line has to satisfy: that counters are what they count, where z3 chooses them.
    """

    lifted: Lifted
    cells: Sequence[Value]
    conditions: Sequence[Flag] = ()
    exact: Sequence[Flag] = ()
    tapes: Sequence[Sequence[Entry]] | None = None
    used: Sequence[int] = ()


def known_start(program: Program, setting: Setting, position: Position, *, open_chance: bool, free: Sequence[str] = ()) -> Start:
    """A position, with the readings in `free` left to z3."""
    lifted, kept = Lifted.under(program, setting, free, ghosts=True)
    cells = lifted.counted(lifted.table.known(program.encode(position.state)))
    return Start(lifted, cells, kept, tapes=None if open_chance else setting.tapes, used=position.used)


def before(name: str) -> str:
    """What to call the state from which a step breaks a property: once a line breaks it, nobody looks for that state."""
    return f"before {name}"


class BoundedCheck:
    """Properties and goals asked of all lines from a start; `lemmas` are invariants proved otherwise, which help z3.

    `dead_ends` are NO_DEAD_END and CHANCE_HAS_AN_OUTCOME, as far as they are asked.
    `states`, each with a name, are flat integers of the layout: whether a line leads to just that state.
    """

    def __init__(self, program: Program, setting: Setting, start: Start, rules: Iterable[Rule], *, ranges: bool = True,
                 dead_ends: Iterable[str] = (), states: Mapping[str, Sequence[int]] | None = None, lemmas: Iterable[Rule] = (),
                 effort: Effort | None = None, decisions_max: int | None = None) -> None:
        self.program, self.setting, self.start = program, setting, start
        self.solver = Solver(effort)
        self.solver.require(start.conditions)
        if start.exact:
            self.solver.name(EXACT, all_of(start.exact))
        self.unrolling = Unrolling(start.lifted, self.solver, start.cells, tapes=start.tapes, used=start.used,
                                   decisions_max=decisions_max)
        self.waiting: dict[str, Rule | None] = {rule.name: rule for rule in rules}
        if ranges:
            self.waiting[RANGES] = None
        self.waiting.update(dict.fromkeys(dead_ends))
        self.states = dict(states or {})
        self.waiting.update(dict.fromkeys(self.states))
        self.lemmas = list(lemmas)
        self.answered: dict[str, Bounded] = {name: Bounded(name, Found.HOLDS, -1) for name in self.waiting}
        self._learned: set[str] = set()
        self._step: Solver | None = None

    def run(self, depth_max: int, *, progress: Callable[[int, str], None] | None = None) -> dict[str, Bounded]:
        """Ask depth by depth up to a number of transitions, or until the time is up; what is known of each property.

        What was found so far is in `answered` when Ctrl-C ends it.
        """
        while self.waiting:
            self._learn(self.lemmas)
            for name in list(self.waiting):
                if name not in self.waiting:
                    continue
                if self.solver.effort.is_over:
                    return self._out_of_time()
                if progress is not None:
                    progress(self.unrolling.depth, name)
                self._ask(name)
            self._learn(rule for rule in self.waiting.values() if rule is not None and rule.kind == "invariant")
            if self.unrolling.depth == depth_max or not self.waiting:
                break
            self.unrolling.extend()
            if len(self.unrolling.layers[-1].nodes) >= NODES_MANY:
                self.unrolling.drop_unreached(evolve(self.solver.effort, work=min(PRUNE_WORK, self.solver.effort.work)))
            self.tell_facts()
            self._step = None
        return self.answered

    def _out_of_time(self) -> dict[str, Bounded]:
        for name in self.waiting:
            self.answered[name] = evolve(self.answered[name], reason=OUT_OF_TIME)
        return self.answered

    def _ask(self, name: str) -> None:
        rule, depth = self.waiting[name], self.unrolling.depth
        flag = self._question(name, rule)
        answer = Answer(Outcome.UNSAT)
        if flag is not False and not self._is_kept(name, flag):
            question = f"{name} at {depth}"
            self.solver.name(question, flag)
            answer = self.ask([question])
        if answer.outcome is Outcome.UNSAT:
            self.answered[name] = Bounded(name, Found.HOLDS, depth)
            return
        if answer.outcome is Outcome.UNKNOWN and answer.reason == OUT_OF_TIME:
            return  # and so are the others
        del self.waiting[name]
        if answer.outcome is Outcome.UNKNOWN:
            self.answered[name] = Bounded(name, Found.UNKNOWN, depth - 1, answer.reason)
        else:
            self.answered[name] = self._replayed(name, rule, answer)
            self.waiting.pop(before(name), None)

    def ask(self, names: Sequence[str]) -> Answer:
        """Named conditions asked of the solver; an answer that finds a line has to be exact, too."""
        answer = self.solver.ask(names)
        if answer.outcome is Outcome.SAT and self.start.exact:
            answer = self.solver.ask([*names, EXACT])
        return answer

    def _is_kept(self, name: str, flag: Flag) -> bool:
        """Whether the last step alone keeps a property, from any state of which what is known of that depth is true."""
        if self.unrolling.depth == 0:
            return False
        if self._step is None:
            self._step = Solver(evolve(self.solver.effort, work=min(STEP_WORK, self.solver.effort.work)))
            self._step.require([*self.start.conditions, *self.unrolling.last_step()])
        self._step.name(name, flag)
        return self._step.ask([name]).outcome is Outcome.UNSAT

    def _question(self, name: str, rule: Rule | None) -> Flag:
        if rule is None:
            if name in self.states:
                return self.unrolling.comes_to(self.states[name])
            if name == RANGES:
                return self.unrolling.failures()
            return self.unrolling.stuck(chance_only=name == CHANCE_HAS_AN_OUTCOME)
        return self.unrolling.reaches(rule) if rule.kind == "goal" else self.unrolling.violations(rule)

    def _learn(self, rules: Iterable[Rule]) -> None:
        """What is known of every state of this depth: z3 need not find it out again."""
        for rule in rules:
            key = f"{rule.name} {self.unrolling.depth}"
            if key in self._learned or rule.kind != "invariant":
                continue
            self._learned.add(key)
            for node in self.unrolling.layers[-1].nodes:
                truth = self.start.lifted.truth(rule, node.cells)
                fact = any_of((negation(node.here), truth.is_kept))
                self.unrolling.learn(self.unrolling.depth, [fact])

    def tell_facts(self) -> None:
        """What is true of piles, and of counters since they are sums of cells: z3 does not know where they come from."""
        ghosts, table, depth = self.start.lifted.ghosts, self.start.lifted.table, self.unrolling.depth
        for option in self.unrolling.layers[-2].options:
            self.unrolling.learn(depth - 1, [any_of((negation(option.taken), option.fired.facts))])
        for node in self.unrolling.layers[-1].nodes:
            facts = [*table.tidy(node.cells), *(() if ghosts is None else ghosts.facts(node.cells))]
            self.unrolling.learn(depth, [any_of((negation(node.here), fact)) for fact in facts])

    # -- answers --------------------------------------------------------------------------------------------------------------

    def _replayed(self, name: str, rule: Rule | None, answer: Answer) -> Bounded:
        """The line that z3 found, made by the reference; EngineBug when it does not show there what z3 says."""
        events = self.unrolling.line(answer)
        rulings = self.start.lifted.rulings(answer)
        reference = Reference(self.program, Setting(rulings, self.setting.edition, self.setting.tapes))
        start = Position(self.program.decode(self.unrolling.start_numbers(answer)),
                         tuple(self.start.used) or (0,) * len(self.program.tapes))
        try:
            return self._shown(name, rule, reference, start, events, rulings)
        except (Refused, ValueError) as error:
            raise self._disagrees(name, events, str(error)) from error

    def _shown(self, name: str, rule: Rule | None, reference: Reference, start: Position, events: list[Event],
               rulings: dict[str, str]) -> Bounded:
        applied: list[Applied] = []
        position, depth = start, self.unrolling.depth
        for number, event in enumerate(events):
            possible = event in reference.events(position)
            if possible and event.rule.kind == "chance" and self.start.tapes is not None:
                possible = self._is_dealt(reference, position, event)
            if not possible:
                raise self._disagrees(name, events, f"{event.text} cannot happen after {number} events")
            try:
                applied.append(reference.apply(position, event))
            except RuleBroke as failure:
                if name != RANGES or number + 1 < len(events):
                    raise self._disagrees(name, events, str(failure)) from failure
                return Bounded(name, Found.BROKEN, depth, "", start, rulings, tuple(applied), str(failure), event)
            position = applied[-1].after
        if rule is None:
            return self._stopped(name, reference, start, position, applied, rulings)
        states = (applied[-2].after if len(applied) > 1 else start, position) if rule.kind == "step_property" else (position,)
        try:
            holds = reference.holds(rule, *(each.state for each in states), event=events[-1] if events else None)
        except RuleBroke as failure:
            if rule.kind == "goal":
                raise self._disagrees(name, events, str(failure)) from failure
            return Bounded(name, Found.BROKEN, depth, "", start, rulings, tuple(applied), str(failure))
        if holds != (rule.kind == "goal"):
            raise self._disagrees(name, events, "the reference does not see it")
        return Bounded(name, Found.REACHED if rule.kind == "goal" else Found.BROKEN, depth, "", start, rulings, tuple(applied))

    def _stopped(self, name: str, reference: Reference, start: Position, position: Position, applied: list[Applied],
                 rulings: dict[str, str]) -> Bounded:
        """A line to a dead end, or to a state that was asked for."""
        events = [each.event for each in applied]
        if name in self.states:
            if self.program.encode(position.state) != list(self.states[name]):
                raise self._disagrees(name, events, "it leads elsewhere")
            return Bounded(name, Found.REACHED, self.unrolling.depth, "", start, rulings, tuple(applied))
        if name == RANGES:
            raise self._disagrees(name, events, "no rule fails")
        kind = reference.kind(position)
        if kind not in (CHANCE, DECISION) or (reference.outcomes(position) if kind == CHANCE else reference.legal(position)):
            raise self._disagrees(name, events, "it goes on")
        return Bounded(name, Found.BROKEN, self.unrolling.depth, "", start, rulings, tuple(applied))

    def _is_dealt(self, reference: Reference, position: Position, event: Event) -> bool:
        tapes = self.start.tapes
        assert tapes is not None
        if any(not isinstance(entry, int) for tape in tapes for entry in tape):
            return True  # an order that z3 chose
        return reference.dealt(position) is event

    def _disagrees(self, name: str, events: Sequence[Event], why: str) -> EngineBug:
        line = " / ".join(event.text for event in events)
        return EngineBug(Problem("DB913", f"z3's line for {name} is not one on the reference ({why}): {line}"))
