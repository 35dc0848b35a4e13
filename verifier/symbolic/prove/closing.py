"""Closing: every state that lines come to from a start, found by z3 one after another, and nothing is left.

From each state the rules of its phase are lifted with unknown arguments.  z3 names a state that one of them leads to, is asked
for another, and in the end says that there is none; whether one of them breaks a property is asked of all of them together.
When no state is left that was not looked at, what no state and no transition broke is proved: for a start whose lines all end,
which need not be short.  This is no way to look at many states: each takes a hundredth of a second to some tenths.

What is found to break is replayed by the reference; layer by layer, so that the line is the shortest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import define, evolve, field, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.events import Event
from verifier.lang.game import Rule
from verifier.lang.phases import CHANCE, END
from verifier.lang.words import Refused
from verifier.program.program import Program
from verifier.run.reference import Applied, Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.lift.rules import Lifted
from verifier.symbolic.lift.terms import Cond, Flag, Num, any_of, is_number, negation
from verifier.symbolic.prove.bounded import CHANCE_HAS_AN_OUTCOME, NO_DEAD_END, RANGES, Bounded, Found
from verifier.symbolic.prove.unroll import Node, Unrolling
from verifier.symbolic.solver import OUT_OF_TIME, Answer, Effort, Outcome, Solver

STATES = "states"  # the reason of what is not closed because there are too many
DEAL_ENDS = "the deal runs out: what follows is not known"
Key = tuple[int, ...]  # a state in flat integers of the layout, then how far each tape is used


@frozen
class _Came:
    """How a line came to a state: from which, by which event."""

    before: Key
    event: Event


@define(eq=False)
class Closing:
    """Properties and goals asked of every state that lines from a position come to, under known rulings.

    `open_chance`: whatever can come, not what the deal says.  `run` fills `answered`; only if `closed` does what holds there
    hold for good.  `reason` says why it did not close.
    """

    program: Program
    setting: Setting
    start: Position
    rules: Sequence[Rule]
    open_chance: bool
    states_max: int
    effort: Effort = field(factory=Effort)
    ranges: bool = True
    dead_ends: Sequence[str] = (NO_DEAD_END, CHANCE_HAS_AN_OUTCOME)
    closed: bool = field(default=False, init=False)
    reason: str = field(default="", init=False)
    depth: int = field(default=0, init=False)
    transitions: int = field(default=0, init=False)
    answered: dict[str, Bounded] = field(factory=dict, init=False)
    _came: dict[Key, _Came | None] = field(factory=dict, init=False)
    _lifted: Lifted = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._lifted, _ = Lifted.under(self.program, self.setting)

    @property
    def states(self) -> int:
        """How many states were found."""
        return len(self._came)

    def run(self, progress: Callable[[str], None] = lambda _: None) -> None:
        """Look at layer after layer until nothing is left, or a limit is passed."""
        used = self.start.used or (0,) * len(self.program.tapes)
        first: Key = (*self.program.encode(self.start.state), *used)
        self._came[first] = None
        layer = [first]
        while layer:
            found: list[Key] = []
            for key in layer:
                progress(f"closing: {self.states} states, {self.depth} transitions from the start")
                self.reason = self.reason or self._stopped
                if self.reason:
                    return
                found += self._look(key)
            if found:
                self.depth += 1
            layer = found
        self.closed = not self.reason
        if self.closed:
            for name in self._names:
                self.answered.setdefault(name, Bounded(name, Found.HOLDS, self.depth))

    @property
    def _stopped(self) -> str:
        """Why no other state is looked at."""
        return OUT_OF_TIME if self.effort.is_over else STATES if self.states > self.states_max else ""

    @property
    def _names(self) -> list[str]:
        return [*(rule.name for rule in self.rules), *([RANGES] if self.ranges else []),
                *self.dead_ends]

    def _waiting(self, *kinds: str) -> Iterator[Rule]:
        return (rule for rule in self.rules if rule.kind in kinds and rule.name not in self.answered)

    # -- one state ------------------------------------------------------------------------------------------------------------

    def _look(self, key: Key) -> list[Key]:
        """Ask about a state and about the transitions from it; the states that they lead to and that are new."""
        count = len(self.program.slots)
        cells = self._lifted.table.known(key[:count])
        for rule in self._waiting("invariant", "goal"):
            truth = self._lifted.truth(rule, cells)
            if truth.is_kept is not (rule.kind == "invariant"):
                self._tell(rule.name, rule, key, None)
        phase = self.program.phases[self.program.decode(list(key[:count])).phase]
        if phase.kind == END:
            return []
        solver = Solver(self.effort)
        tapes = None if self.open_chance else self.setting.tapes
        unrolling = Unrolling(self._lifted, solver, cells, used=key[count:], tapes=tapes)
        unrolling.extend()
        found = self._after(unrolling, solver)
        if self.reason:
            return []
        fails = self._breaks(unrolling, solver, key)
        if not found and not fails and not self.reason:
            if phase.kind == CHANCE and not self.open_chance:
                self.reason = DEAL_ENDS
            for name in self.dead_ends:
                if name not in self.answered and not self.reason and (name == NO_DEAD_END or phase.kind == CHANCE):
                    self._tell(name, None, key, None)
        new = []
        for after, event in found:
            if after not in self._came:
                self._came[after] = _Came(key, event)
                new.append(after)
        return new

    def _after(self, unrolling: Unrolling, solver: Solver) -> list[tuple[Key, Event]]:
        """Every state behind a transition, each once with an event that leads there: z3 is asked until it knows no other."""
        found: list[tuple[Key, Event]] = []
        for number, node in enumerate(unrolling.layers[-1].nodes):
            others: list[Flag] = [node.here]
            for attempt in range(len(self.program.events) + 1):
                name = f"node {number}, state {attempt}"
                solver.name(name, others[-1])
                answer = solver.ask([f"node {number}, state {each}" for each in range(attempt + 1)])
                if answer.outcome is Outcome.UNKNOWN:
                    self.reason = answer.reason
                    return []
                if answer.outcome is Outcome.UNSAT:
                    break
                found.append((self._key(node, answer), next(iter(unrolling.line(answer)))))
                self.transitions += 1
                others.append(any_of(negation(is_number(cell, answer.value(cell))) for cell in node.cells
                                     if isinstance(cell, (Num, Cond))))
                if others[-1] is False:
                    break
        return found

    def _key(self, node: Node, answer: Answer) -> Key:
        count = len(self.program.slots)
        return (*self._lifted.table.decoded(answer.model, node.cells[:count]), *answer.numbers(node.cells[count:]))

    def _breaks(self, unrolling: Unrolling, solver: Solver, key: Key) -> bool:
        """Whether a transition fails; and what it breaks, asked of all properties together, then of each."""
        asked: dict[str, tuple[Rule | None, Flag]] = {
            rule.name: (rule, unrolling.violations(rule)) for rule in self._waiting("step_property")}
        failing = unrolling.failures()
        if failing is not False and self.ranges and RANGES not in self.answered:
            asked[RANGES] = None, failing
        wanted = {name: each for name, each in asked.items() if each[1] is not False}
        if failing is False and not wanted:
            return False
        solver.name("breaks", any_of((failing, *(flag for _, flag in wanted.values()))))
        answer = solver.ask(["breaks"])
        self._check(answer)
        if answer.outcome is not Outcome.SAT:
            return False
        for name, (rule, flag) in wanted.items():
            solver.name(f"breaks {name}", flag)
            answer = solver.ask([f"breaks {name}"])
            self._check(answer)
            if answer.outcome is Outcome.SAT:
                self._tell(name, rule, key, next(iter(unrolling.line(answer))))
        solver.name("fails", failing)
        return solver.ask(["fails"], second_look=False).outcome is not Outcome.UNSAT

    def _check(self, answer: Answer) -> None:
        if answer.outcome is Outcome.UNKNOWN:
            self.reason = answer.reason

    # -- answers --------------------------------------------------------------------------------------------------------------

    def _events(self, key: Key) -> list[Event]:
        """The line that came to a state."""
        events = []
        while (came := self._came[key]) is not None:
            events.append(came.event)
            key = came.before
        return events[::-1]

    def _tell(self, name: str, rule: Rule | None, key: Key, last: Event | None) -> None:
        """What was found at a state, or on the transition from it, made again by the reference."""
        events = [*self._events(key), *([] if last is None else [last])]
        reference = Reference(self.program, self.setting)
        try:
            self.answered[name] = self._shown(name, rule, reference, events)
        except (Refused, ValueError) as error:
            raise self._disagrees(name, events, str(error)) from error

    def _shown(self, name: str, rule: Rule | None, reference: Reference, events: Sequence[Event]) -> Bounded:
        position, applied = self.start, list[Applied]()
        found = Found.REACHED if rule is not None and rule.kind == "goal" else Found.BROKEN
        result = Bounded(name, found, len(events), "", self.start, self.setting.rulings)
        for number, event in enumerate(events):
            try:
                applied.append(reference.apply(position, event))
            except RuleBroke as failure:
                if name != RANGES or number + 1 < len(events):
                    raise self._disagrees(name, events, str(failure)) from failure
                return evolve(result, line=tuple(applied), failure=str(failure), event=event)
            position = applied[-1].after
        result = evolve(result, line=tuple(applied))
        if rule is None:
            goes_on = reference.outcomes(position) if reference.kind(position) == CHANCE else reference.legal(position)
            if name == RANGES or goes_on:
                raise self._disagrees(name, events, "it goes on")
            return result
        states = [each.state for each in ((applied[-2].after if len(applied) > 1 else self.start, position)
                                          if rule.kind == "step_property" else (position,))]
        try:
            holds = reference.holds(rule, *states, event=events[-1] if events else None)
        except RuleBroke as failure:
            if rule.kind == "goal":
                raise self._disagrees(name, events, str(failure)) from failure
            return evolve(result, failure=str(failure))
        if holds != (rule.kind == "goal"):
            raise self._disagrees(name, events, "the reference does not see it")
        return result

    @staticmethod
    def _disagrees(name: str, events: Iterable[Event], why: str) -> EngineBug:
        line = " / ".join(event.text for event in events)
        return EngineBug(Problem("DB913", f"z3's line for {name} is not one on the reference ({why}): {line}"))
