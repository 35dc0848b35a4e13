"""Whether two choices of a reading matter in one region of the rules: the smallest table after which it ends differently.

The size of an example is all that has to be laid out to see it: at the start (`verifier.lang.size`), and the outcomes that
chance brings on the way.  Sizes are asked from 0 up, in three ways, the cheapest first:

1. Is there a table in the region, of this size at any time, where a single step differs?  Where there is none, no run of the
   size differs, however long: the first step that differs would be one.  This is a proof for every length, from the invariants
   alone; it rests on tables growing by what chance brings and nothing else, which is asked of every rule too.
2. A run to such a step: z3 proposes the table and the outcomes, the reference plays both sides to the end and compares them.
3. Both sides as one question to z3 (`find_pair`), if there is time: only this tells that sides which part come together again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import StrEnum

from attrs import frozen

from verifier import clock
from verifier.errors import EngineBug, Problem
from verifier.lang.game import Rule
from verifier.lang.layout import offset_of
from verifier.lang.types import EnumType, IntType, Scalar
from verifier.program.program import Program
from verifier.run.reference import Applied, Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.lift.possible import possible
from verifier.symbolic.lift.rules import Lifted
from verifier.symbolic.lift.terms import (
    Flag,
    Num,
    Value,
    add,
    all_of,
    any_of,
    as_number,
    equal,
    is_number,
    less,
    negation,
    number_variable,
    same,
)
from verifier.symbolic.product.side_by_side import unlike
from verifier.symbolic.product.unrolling import Pair, Places, Region
from verifier.symbolic.prove.unroll import Unrolling
from verifier.symbolic.solver import Answer, Effort, Outcome, OutOfTime, Solver

PLAYED_MOST = 1_000  # events of one side: a region that takes more does not end
FEW = 8
TRIES_MOST = 24  # tables of one size and depth that are played before looking elsewhere


class Result(StrEnum):
    """What is known of two choices."""

    FOUND = "found"
    NONE = "none"
    UNKNOWN = "unknown"


@frozen
class Bounds:
    """How far to look: the largest size, the most steps before the sides part, the time."""

    size: int = 4
    steps: int = 8
    seconds: float | None = None
    work: int = 60_000_000


@frozen
class Side:
    """One side of an example: the rulings, and what the reference made of the table under them."""

    rulings: Mapping[str, str]
    applied: tuple[Applied, ...]
    end: Position


@frozen
class Example:
    """A table and the order of what chance brings, after which the two sides end differently."""

    start: Position
    tapes: tuple[tuple[int, ...], ...]
    laid_out: int
    drawn: int
    sides: tuple[Side, Side]

    @property
    def size(self) -> int:
        """All that has to be laid out."""
        return self.laid_out + self.drawn


@frozen
class Compared:
    """The answer for two choices.  No run of a size below `none_below` ends differently: that is proved.

    With an example of just that size, it is a smallest one.
    """

    reading: str
    choices: tuple[str, str]
    found: Result
    none_below: int
    how: tuple[str, ...] = ()  # for each size below, how that is known
    reason: str = ""
    example: Example | None = None
    seconds: float = 0.0

    @property
    def is_smallest(self) -> bool:
        """Whether the example is proved to be a smallest one."""
        return self.example is not None and self.example.size == self.none_below


class Query:
    """Two choices of a reading in a region of the rules."""

    def __init__(self, program: Program, setting: Setting, reading: str, choices: tuple[str, str], region: Region,
                 bounds: Bounds, progress: Callable[[str], None] = lambda _: None) -> None:
        self.until = None if bounds.seconds is None else clock.seconds() + bounds.seconds
        self.program, self.setting, self.reading, self.choices = program, setting, reading, choices
        self.region, self.bounds, self.progress = region, bounds, progress
        self.settings = [Setting({**setting.rulings, reading: choice}, setting.edition) for choice in choices]
        self.lifted = [Lifted.under(program, each)[0] for each in self.settings]
        for lifted in self.lifted:
            lifted.look = self.look
        self.layout = self.lifted[0].table
        self.phase = offset_of(program.game.state_type, "phase")
        self._later: list[Example] = []

    def run(self) -> Compared:
        """Size by size, until there is an example or the sizes are used up."""
        began = clock.seconds()
        steps = Steps(self)
        how: dict[int, str] = {}
        example, asked = None, 0
        while example is None and asked <= self.bounds.size and not self.is_late():
            self.progress(f"{self.reading}: {asked} to lay out")
            if steps.alike(asked):
                how[asked] = "no step differs"
            else:
                example = self._example(asked)
            asked += 1
        if example is None and self._later:
            example = min(self._later, key=lambda each: each.size)
        below = self.bounds.size + 1 if example is None else example.size
        reason = ""
        for size in range(below):
            if size not in how:
                reason = self._exactly(size)
                if self._later and min(each.size for each in self._later) <= size:
                    example = min(self._later, key=lambda each: each.size)
                    break
                if reason:
                    break
                how[size] = "every run was followed to its end"
        proved = next(size for size in range(below + 1) if size not in how or size == below)
        if example is not None:
            proved = min(proved, example.size)
        found = Result.FOUND if example is not None else Result.UNKNOWN if proved <= self.bounds.size else Result.NONE
        return Compared(self.reading, self.choices, found, proved, tuple(how[size] for size in range(proved)), reason, example,
                      clock.seconds() - began)

    def is_late(self) -> bool:
        """Whether there is no time left."""
        return self.until is not None and clock.seconds() > self.until

    def look(self) -> None:
        """Raise OutOfTime when there is no time left: lifting takes longer than z3's questions."""
        if self.is_late():
            raise OutOfTime

    def effort(self) -> Effort:
        """What one question may cost."""
        left = 600.0 if self.until is None else max(0.01, self.until - clock.seconds())
        return Effort(work=self.bounds.work, seconds=left)

    def table(self, prefix: str, pile: int) -> tuple[list[Value], list[Flag]]:
        """Any table that satisfies the invariants under both choices, in any phase."""
        return self.layout.unknown(prefix, most=pile)

    def invariants(self, cells: list[Value]) -> Iterator[Flag]:
        """What both choices promise of a table."""
        for lifted in self.lifted:
            for rule in self.program.game.of_kind("invariant"):
                truth = lifted.truth(rule, cells)
                yield truth.is_kept

    def differs(self, rule: Rule, arguments: list[Value], cells: list[Value]) -> Flag:
        """That a rule does one thing under the one choice and another under the other."""
        one, other = (lifted.fire(rule, arguments, cells) for lifted in self.lifted)
        both = all_of((one.happens, other.happens))
        return any_of((negation(same(one.happens, other.happens)), all_of((both, any_of(unlike(one.after, other.after))))))

    # -- examples -------------------------------------------------------------------------------------------------------------

    def _example(self, size: int) -> Example | None:
        """A table of the size, played by the reference."""
        ready = [each for each in self._later if each.size <= size]
        if ready:
            return ready[0]
        try:
            return Hunt(self, size).run(self._later)
        except OutOfTime:
            return None

    def _exactly(self, size: int) -> str:
        """Ask both sides as one question, for a size: why that is not known, or "" (an example, if there is one, was kept)."""
        if self.is_late():
            return "seconds"
        pair = Pair(self.program, self.setting, self.reading, self.choices, self.region, size, size, self.effort(), Places())
        answer, _ = pair.ask(400, self.until, lambda text: self.progress(f"{self.reading}: {text}"))
        if answer.outcome is Outcome.SAT:
            start = self.program.decode(self.lifted[0].table.decoded(answer.model, pair.cells[:len(self.program.slots)]))
            tapes = tuple(tuple(-each - 1 for each in answer.numbers(tape)) for tape in pair.tapes)
            example = self.played(start, tapes)
            if example is None:
                raise EngineBug(Problem("DB917", f"z3's example for {self.reading} ends alike on the reference"))
            self._later.append(example)
        return answer.reason

    def played(self, state: object, tapes: tuple[tuple[int, ...], ...]) -> Example | None:
        """The example that a table is, by the reference; None if both sides end alike, or one does not end."""
        used = [list(tape) for tape in tapes]
        sides = []
        for setting in self.settings:
            side = self._side(state, setting, used)
            if side is None:
                return None
            sides.append(side)
        cells = [self.program.encode(side.end.state) for side in sides]
        table = self.lifted[0].table
        one, other = (table.turned(each) for each in cells)
        if all(one[cell] == other[cell] for cell in self.region.seen):
            return None
        drawn = [max(side.end.used[tape] for side in sides) for tape in range(len(tapes))]
        start = Position(state, (0,) * len(tapes))
        return Example(start, tuple(tuple(tape[:count]) for tape, count in zip(used, drawn, strict=True)),
                       self.program.size_of(state), sum(drawn), (sides[0], sides[1]))

    def _side(self, state: object, setting: Setting, used: list[list[int]]) -> Side | None:
        """One side to its end; where the order is silent, the first outcome that can be comes, for both sides."""
        position, applied = Position(state, (0,) * len(used)), list[Applied]()
        while position.state.phase not in self.region.stops:
            reference = Reference(self.program, Setting(setting.rulings, setting.edition, tuple(map(tuple, used))))
            phase = self.program.phases[position.state.phase]
            events = reference.events(position)
            if len(applied) > PLAYED_MOST:
                return None
            try:
                if events[0].rule.kind == "chance":
                    outcomes = [event for event, _ in reference.outcomes(position)]
                    tape, place = used[phase.tape], position.used[phase.tape]
                    if place == len(tape):
                        if not outcomes:
                            return None
                        tape.append(-events.index(outcomes[0]) - 1)
                    event = events[-tape[place] - 1]
                    if event not in outcomes:
                        return None
                else:
                    event = events[0]
                applied.append(reference.apply(position, event))
            except RuleBroke:
                return None
            position = applied[-1].after
        return Side(setting.rulings, tuple(applied), position)


class Steps:
    """Single steps from any table of the region."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.solver = Solver(query.effort())
        self._questions: list[tuple[str, bool]] = []  # one for each rule that can differ, and whether it is chance
        self._grows = False
        self._is_whole = False  # whether there was the time to look at every phase
        with suppress(OutOfTime):
            for phase in self._phases():
                self._add(phase)
            self._is_whole = True

    def _phases(self) -> list[int]:
        """The phases that the region can come to."""
        query, found = self.query, list(self.query.region.begins)
        cells, _ = query.table("any ", 2)
        for phase in found:
            for rule in query.program.rules_at(phase):
                there = [*cells]
                there[query.phase] = phase
                arguments, _ = query.lifted[0].arguments(rule, "any ")
                for lifted in query.lifted:
                    after = lifted.fire(rule, arguments, there).after[query.phase]
                    found += [each for each in possible(as_number(after))
                              if each not in found and each not in query.region.stops]
        return found

    def _add(self, phase: int) -> None:
        """The questions of one phase's rules; rules that come out the same term by term need none."""
        query = self.query
        for rule in query.program.rules_at(phase):
            prefix = f"{rule.name} "
            cells, kept = query.table(prefix, query.bounds.size)
            cells[query.phase] = phase
            arguments, ranges = query.lifted[0].arguments(rule, prefix)
            self._ask_growth(rule, arguments, cells, [*kept, *ranges])
            differs = query.differs(rule, arguments, cells)
            if differs is False:
                continue
            self.solver.require([*kept, *ranges])
            self.solver.name(prefix, all_of((*query.invariants(cells), differs)))
            for size in range(query.bounds.size + 1):
                self.solver.name(f"{prefix}{size}", query.layout.is_small(cells, size))
            self._questions.append((prefix, rule.kind == "chance"))

    def _ask_growth(self, rule: Rule, arguments: list[Value], cells: list[Value], kept: list[Flag]) -> None:
        """Whether a rule leaves more laid out than there was, or chance more than one."""
        for lifted in self.query.lifted:
            fired = lifted.fire(rule, arguments, cells)
            before, after = (lifted.table.laid_out(each) for each in (cells, fired.after))
            more = less(add(before, 1 if rule.kind == "chance" else 0), after)
            if more is False or self._grows:
                continue
            solver = Solver(self.query.effort())
            solver.require(kept)
            solver.name("grows", all_of((fired.happens, more)))
            if solver.ask(["grows"]).outcome is not Outcome.UNSAT:
                solver.require(self.query.invariants(cells))
                self._grows = solver.ask(["grows"]).outcome is not Outcome.UNSAT

    def alike(self, size: int) -> bool:
        """Whether it is proved that no step of a run of the size differs."""
        if not self._is_whole or (self._grows and self._questions):
            return False
        for prefix, is_chance in self._questions:
            if is_chance and size == 0:
                continue
            names = [prefix, f"{prefix}{size - is_chance}"]
            if self.solver.ask(names, effort=self.query.effort()).outcome is not Outcome.UNSAT:
                return False
        return True


class Hunt:
    """Runs of one size to a step that differs: the table, and what chance brings."""

    def __init__(self, query: Query, size: int) -> None:
        self.query, self.size = query, size
        self.solver = Solver(query.effort())
        cells, kept = query.table("", size)
        for cell, value in query.region.given.items():
            cells[cell] = value
        if len(query.region.begins) == 1:
            cells[query.phase] = query.region.begins[0]
        begins = any_of(equal(as_number(cells[query.phase]), phase) for phase in query.region.begins)
        self.cells = cells
        self.tapes: list[list[Num]] = []
        for index, name in enumerate(query.program.tapes):
            count = max(len(phase.events) for phase in query.program.phases if phase.events and phase.tape == index)
            entries = [number_variable(f"dealt {name} {place}", 0, max(1, count - 1)) for place in range(size)]
            kept += [condition for _, condition in entries]
            self.tapes.append([number for number, _ in entries if isinstance(number, Num)])
        self.within = [query.layout.is_small(cells, each) for each in range(size + 1)]
        self.solver.require([*kept, begins, self.within[size], *query.invariants(cells)])
        self.unrolling = Unrolling(query.lifted[0], self.solver, cells, phases=query.region.begins, tapes=self.tapes,
                                   stops=query.region.stops)

    def run(self, later: list[Example]) -> Example | None:
        """The first example of the size; larger ones that were met go to `later`."""
        for depth in range(self.query.bounds.steps + 1):
            if depth:
                self.unrolling.extend()
            if self.query.is_late() or not self.unrolling.layers[-1].nodes:
                return None
            self.query.progress(f"{self.query.reading}: {self.size} to lay out, {depth} steps before")
            found = self._at(depth, later)
            if found is not None:
                return found
        return None

    def _at(self, depth: int, later: list[Example]) -> Example | None:
        goal = f"differs at {depth}"
        self.solver.name(goal, any_of(self._parts(depth)))
        others: list[str] = []  # what the next table should do otherwise than the last one, field by field
        for number in range(TRIES_MOST):
            names = [goal, others[number % len(others)]] if others else [goal]
            answer = self.solver.ask(names, second_look=False, effort=self.query.effort())
            if answer.outcome is not Outcome.SAT and not others:
                return None
            if answer.outcome is not Outcome.SAT:
                continue
            others = self._otherwise(answer, f"{depth} {number}")
            example = self._played(answer)
            if example is not None:
                if example.size <= self.size:
                    return example
                later.append(example)
            self.solver.require([self._another(answer)])
        return None

    def _parts(self, depth: int) -> Iterator[Flag]:
        query, count = self.query, len(self.query.program.tapes)
        for number, node in enumerate(self.unrolling.layers[-1].nodes):
            for rule in () if node.phase in query.region.stops else query.program.rules_at(node.phase):
                arguments, kept = query.lifted[0].arguments(rule, f"parts {depth} {number} ")
                dealt: Flag = True
                drawn = sum(each for each in node.cells[len(node.cells) - count:] if isinstance(each, int)) if count else 0
                if rule.kind == "chance":
                    dealt = self.unrolling.is_dealt(node, arguments)
                    drawn += 1
                differs = query.differs(rule, arguments, node.cells[:len(query.program.slots)])
                is_small = drawn <= self.size and self.within[self.size - drawn]
                yield all_of((node.here, dealt, differs, *kept, is_small))

    def _played(self, answer: Answer) -> Example | None:
        numbers = self.query.lifted[0].table.decoded(answer.model, self.cells)
        tapes = tuple(tuple(-each - 1 for each in answer.numbers(tape)) for tape in self.tapes)
        return self.query.played(self.query.program.decode(numbers), tapes)

    def _otherwise(self, answer: Answer, name: str) -> list[str]:
        """Conditions by name: each that one field of few values is another than in an answer."""
        kind, found = self.query.program.game.state_type, list[str]()
        for field_, type_ in kind.fields:
            cell = offset_of(kind, field_)
            if isinstance(type_, (EnumType, IntType)) and type_.high < FEW and isinstance(self.cells[cell], Num):
                found.append(f"{name}: another {field_}")
                self.solver.name(found[-1], negation(is_number(self.cells[cell], answer.value(self.cells[cell]))))
        return found

    def _another(self, answer: Answer) -> Flag:
        """Another table, or another order: bags apart, which hardly ever make the difference."""
        table, kind = self.query.lifted[0].table, self.query.program.game.state_type
        piled = [cell for span in table.piles for cell in range(span.base, span.element(self.size))]
        plain = [offset_of(kind, name) for name, field in kind.fields if isinstance(field, Scalar)]
        values = [*(self.cells[cell] for cell in (*piled, *plain)), *(each for tape in self.tapes for each in tape)]
        return any_of(negation(is_number(value, number)) for value, number in zip(values, answer.numbers(values), strict=True))
