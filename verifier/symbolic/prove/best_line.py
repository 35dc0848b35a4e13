"""Best and quickest-losing lines of a fixed deal by z3: an independent cross-check of the native search.

All lines of so many decisions are unrolled to their ends; then the grade is pushed up, bound by bound, until z3 finds that no
line does better.  If besides no line needs more decisions, and none comes to where the deal is silent, that is the whole game.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.events import Event
from verifier.lang.layout import encode
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import Scalar
from verifier.program.program import Program
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.symbolic.lift.arithmetic import multiply
from verifier.symbolic.lift.frame import Declined
from verifier.symbolic.lift.terms import (
    Flag,
    Number,
    add,
    all_of,
    any_of,
    as_number,
    at_most,
    equal,
    negation,
    subtract,
)
from verifier.symbolic.prove.bounded import known_start
from verifier.symbolic.prove.unroll import Node, Unrolling
from verifier.symbolic.solver import OUT_OF_TIME, Answer, Effort, Outcome, Solver

EVENTS_MOST = 400


@frozen
class CrossCheck:
    """What z3 says of the lines with at most `decisions` decisions.

    `grade` is the best there is (None: no line ends within them, or the question is `unknown` with its `reason`); `bounded` says
    that none is better; `closed` that there are no other lines.  `line` holds the decisions, replayed by the reference;
    `stuck` is a line to a dead end of the rules, which leaves the others open.
    """

    decisions: int
    grade: tuple[int, ...] | None
    bounded: bool
    closed: bool
    line: tuple[Event, ...] = ()
    stuck: tuple[Event, ...] | None = None
    reason: str = ""
    depth: int = 0


@define(eq=False)
class _Ends:
    """Where lines end: the depth, the node, that the line is there, its grade as a number, and its grade's first field."""

    found: list[tuple[int, Node, Flag, Number, Number]] = field(factory=list)


class DealtLines:
    """All lines of a deal with at most so many decisions, unrolled to their ends."""

    def __init__(self, program: Program, setting: Setting, position: Position, decisions: int, *, effort: Effort | None = None,
                 progress: Callable[[int], None] | None = None) -> None:
        grade = program.game.only("grade")
        if grade is None or grade.returned_record is None:
            raise Declined(Problem("DB604", f"{program.game.title} has no grade, so there is no best line",
                                   hint="write a @game.grade"))
        self.program, self.setting, self.position, self.decisions = program, setting, position, decisions
        self._rule, self._fields = grade, [kind for _, kind in grade.returned_record.fields if isinstance(kind, Scalar)]
        start = known_start(program, setting, position, open_chance=False)
        self.solver = Solver(effort)
        self.solver.require(start.conditions)
        self.unrolling = Unrolling(start.lifted, self.solver, start.cells, tapes=setting.tapes, used=position.used,
                                   decisions_max=decisions)
        self._ends = _Ends()
        self._dead_ends: list[tuple[int, Flag]] = []
        self._elsewhere: list[Flag] = []  # lines that do not end: out of decisions, of the deal, or by a rule that fails
        self.broken_off = ""  # why lines were not unrolled to their ends: then nothing is known of those that are left
        while self._look() and not self._breaks_off():
            if progress is not None:
                progress(self.unrolling.depth)
            self.unrolling.extend()
            self._elsewhere.append(self.unrolling.failures())
            self.unrolling.prune()

    def _breaks_off(self) -> bool:
        if self.unrolling.depth >= EVENTS_MOST:
            self.broken_off = f"lines of more than {EVENTS_MOST} transitions are not followed"
        elif self.solver.effort.is_over:
            self.broken_off = OUT_OF_TIME
        return self.broken_off != ""

    def _look(self) -> bool:
        """Note what ends in the newest layer; whether anything goes on."""
        goes_on = False
        for node in self.unrolling.layers[-1].nodes:
            phase = self.program.phases[node.phase]
            if phase.kind == END:
                values, failures = self.unrolling.lifted.valued(self._rule, node.cells)
                here = all_of((node.here, negation(any_of(each.when for each in failures))))
                numbers = [as_number(value) for value in values]
                self._ends.found.append((self.unrolling.depth, node, here, self._packed(numbers), numbers[0]))
                continue
            if phase.kind in (DECISION, CHANCE):
                stuck = all_of((node.here, self.unrolling.lifted.stuck(node.phase, node.cells)))
                self._dead_ends.append((self.unrolling.depth, stuck))
                self._elsewhere.append(stuck)
            if phase.kind == DECISION and node.decisions >= self.decisions:
                self._elsewhere.append(all_of((node.here, self.unrolling.lifted.is_decided(node.phase, node.cells))))
                if phase.stuck < 0:
                    continue
            if phase.kind == CHANCE:
                used = as_number(node.cells[len(node.cells) - len(self.program.tapes) + phase.tape])
                self._elsewhere.append(all_of((node.here, at_most(len(self.setting.tapes[phase.tape]), used))))
            goes_on = True
        return goes_on

    def _packed(self, values: list[Number]) -> Number:
        packed: Number = 0
        for value, kind in zip(values, self._fields, strict=True):
            packed = add(multiply(packed, kind.high - kind.low + 1), subtract(value, kind.low))
        return packed

    def best(self) -> CrossCheck:
        """The best grade: pushed up until no line does better."""
        found: Answer | None = None
        bound = -1
        while True:
            better = any_of(all_of((here, negation(at_most(grade, bound)))) for _, _, here, grade, _ in self._ends.found)
            answer = self._ask(f"better than {bound}", better)
            if answer.outcome is not Outcome.SAT:
                break
            found = answer
            bound = max(answer.value(grade) for _, _, here, grade, _ in self._ends.found if self._is_at(answer, here))
        return self._opinion(found, answer)

    def quickest_loss(self) -> CrossCheck:
        """The line with the fewest decisions to an end with the worst first field of the grade."""
        answer = Answer(Outcome.UNSAT)
        for decisions in range(self.decisions + 1):
            lost = any_of(all_of((here, equal(first, self._fields[0].low))) for _, node, here, _, first in self._ends.found
                          if node.decisions == decisions)
            answer = self._ask(f"lost after {decisions}", lost)
            if answer.outcome is Outcome.SAT:
                return self._opinion(answer, Answer(Outcome.UNSAT))
            if answer.outcome is Outcome.UNKNOWN:
                break
        return self._opinion(None, answer)

    def _ask(self, name: str, condition: Flag) -> Answer:
        if condition is False:
            return Answer(Outcome.UNSAT)
        self.solver.name(name, condition)
        return self.solver.ask([name])

    def _is_at(self, answer: Answer, here: Flag) -> bool:
        return bool(answer.value(here))

    def _opinion(self, found: Answer | None, last: Answer) -> CrossCheck:
        bounded = last.outcome is Outcome.UNSAT and not self.broken_off
        closed, reason = False, last.reason or self.broken_off
        if bounded:
            rest = self._ask("elsewhere", any_of(self._elsewhere))
            closed, reason = rest.outcome is Outcome.UNSAT, rest.reason
        stuck = self._stuck() if bounded and not closed else None
        if found is None:
            return CrossCheck(self.decisions, None, bounded, closed, (), stuck, reason, self.unrolling.depth)
        depth, node, _, _, _ = next(each for each in self._ends.found if self._is_at(found, each[2]))
        events = self.unrolling.line(found, depth)
        grade = self._replayed(events)
        if grade != tuple(found.value(value) for value in self.unrolling.lifted.valued(self._rule, node.cells)[0]):
            words = " / ".join(event.text for event in events)
            raise EngineBug(Problem("DB916", f"z3 and the reference grade a line differently: {words}"))
        line = tuple(event for event in events if event.rule.kind == "decision")
        return CrossCheck(self.decisions, grade, bounded, closed, line, stuck, reason, self.unrolling.depth)

    def _stuck(self) -> tuple[Event, ...] | None:
        """The decisions of a line to a dead end; None if there is none."""
        answer = self._ask("stuck", any_of(stuck for _, stuck in self._dead_ends))
        if answer.outcome is not Outcome.SAT:
            return None
        depth = next(depth for depth, stuck in self._dead_ends if self._is_at(answer, stuck))
        return tuple(event for event in self.unrolling.line(answer, depth) if event.rule.kind == "decision")

    def _replayed(self, events: list[Event]) -> tuple[int, ...]:
        """The grade that the reference gives the line; EngineBug when it cannot be played."""
        reference, position = Reference(self.program, self.setting), self.position
        for event in events:
            automatic = reference.automatic(position)
            if (automatic.event if automatic is not None else event) is not event or event not in (
                    reference.legal(position) if automatic is None else (event,)):
                words = " / ".join(each.text for each in events)
                raise EngineBug(Problem("DB916", f"z3's line cannot be played: {event.text!r} in {words}"))
            position = automatic.after if automatic is not None else reference.apply(position, event).after
        assert self._rule.returned_record is not None
        return tuple(encode(self._rule.returned_record, reference.value(self._rule, position)))
