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

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain, islice, zip_longest

from attrs import evolve, frozen

from verifier import clock
from verifier.errors import EngineBug, Problem
from verifier.lang.game import Rule
from verifier.lang.layout import offset_of
from verifier.lang.types import IntType, Scalar
from verifier.program.program import Program
from verifier.run.reference import Applied, Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.find.steps import Steps
from verifier.symbolic.find.two_choices import Bounds, TwoChoices
from verifier.symbolic.lift.terms import (
    Flag,
    Num,
    all_of,
    any_of,
    as_number,
    equal,
    is_number,
    is_same,
    negation,
    number_variable,
)
from verifier.symbolic.product.unrolling import Pair, Places, Region
from verifier.symbolic.prove.unroll import Unrolling
from verifier.symbolic.solver import Answer, Outcome, OutOfTime, Solver

PLAYED_MOST = 1_000  # events of one side: a region that takes more does not end
FEW = 8
TRIES_MOST = 40  # tables of one size and depth that are played before looking elsewhere
MEETING_STEPS_MOST = 24  # steps of either side after which they have come together again, or it is not looked for
NEIGHBOURS_MOST = 150  # tables of one size, in one field unlike those, that are played: 2 ms each where nothing differs


class Result(StrEnum):
    """What is known of two choices."""

    FOUND = "found"
    NONE = "none"
    UNKNOWN = "unknown"


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


class Query(TwoChoices):
    """Two choices of a reading in a region of the rules."""

    def __init__(self, program: Program, setting: Setting, reading: str, choices: tuple[str, str], region: Region,
                 bounds: Bounds, progress: Callable[[str], None] = lambda _: None) -> None:
        super().__init__(program, setting, reading, choices, region, bounds)
        self.progress = progress
        self._later: list[Example] = []
        self.steps: Steps

    def run(self) -> Compared:
        """Size by size, until there is an example or the sizes are used up."""
        began = clock.seconds()
        self.steps = steps = Steps(self)
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

    # -- examples -------------------------------------------------------------------------------------------------------------

    def _example(self, size: int) -> Example | None:
        """A table of the size, played by the reference."""
        ready = [each for each in self._later if each.size <= size]
        if ready:
            return ready[0]
        steps = self.steps
        if not steps.starts:
            return self._hunt(size, self.region.begins, range(self.bounds.steps + 1))
        # Lines may begin at every step that differs, so the rest of a run is one as well, and no larger: no step comes before.
        parting = [each for each in self.region.begins if any(each == question.phase for question in steps.parting(size))]
        return self._hunt(size, parting, range(1)) if parting else None

    def _hunt(self, size: int, begins: Sequence[int], depths: range) -> Example | None:
        try:
            return Hunt(self, size, begins).run(depths, self._later)
        except OutOfTime:
            return None

    def _exactly(self, size: int) -> str:
        """Ask both sides as one question, for a size: why that is not known, or "" (an example, if there is one, was kept)."""
        reason = ""
        for region, pile, parting in self._whole(size):
            if self.steps.starts and not parting:
                example = self._hunt(size, region.begins, range(1, self.bounds.steps + 1))
                if example is not None:
                    self._later.append(example)
                    return ""
            if parting and self._come_together(size, region):
                continue
            if any(each.size <= size for each in self._later):
                return ""
            if self.is_late():
                return "seconds"
            pair = Pair(self.program, self.setting, self.reading, self.choices, region, size, pile, self.effort(), Places(),
                        parting)
            answer, _ = pair.ask(400, self.until, lambda text: self.progress(f"{self.reading}: {text}"))
            if answer.outcome is Outcome.SAT:
                example = self.played(*self._laid_out(pair, answer))
                if example is None:
                    raise EngineBug(Problem("DB917", f"z3's example for {self.reading} ends alike on the reference"))
                self._later.append(example)
                return ""
            if answer.outcome is not Outcome.UNSAT:
                reason = answer.reason  # the others may still have an example
        return reason

    def _come_together(self, size: int, region: Region) -> bool:
        """Whether it is proved that the sides of every run of a size, from a step that differs in a phase, come together again.

        The rest of such a run is one from there on, no larger and shorter: if it ends differently, another step does that.
        """
        for question in self.steps.parting(size):
            if question.phase in region.begins:
                followed = (evolve(region, stops=region.stops | meeting) for meeting in self.steps.meeting(question))
                if not any(self._meet(size, question.rule, each) for each in followed):
                    return False
        return True

    def _pile(self, size: int, phase: int) -> int:
        """The most that a pile is taken to hold in runs of a size from a phase."""
        return size + self.bounds.size if self.steps.may_grow(phase) else size

    def _meet(self, size: int, rule: Rule, region: Region) -> bool:
        if self.is_late():
            return False
        pile = self._pile(size, region.begins[0])
        pair = Pair(self.program, self.setting, self.reading, self.choices, region, size, pile, self.effort(), Places(), [rule],
                    meeting=True)
        answer, _ = pair.ask(MEETING_STEPS_MOST, self.until, lambda text: self.progress(f"{self.reading}: {text}"))
        if answer.outcome is Outcome.SAT:
            self._try(pair, answer)
        return answer.outcome is Outcome.UNSAT

    def _try(self, pair: Pair, answer: Answer) -> None:
        """Keep the example that a table is where sides did not come together, if it is one: z3 has not followed it to its end."""
        start, tapes = self._laid_out(pair, answer)
        for most in range(pair.size + 1):  # what chance brings behind that is not z3's to say
            example = self.played(start, tuple(tape[:most] for tape in tapes))
            if example is not None and example.size <= pair.size:
                self._later.append(example)
                return

    def _laid_out(self, pair: Pair, answer: Answer) -> tuple[object, tuple[tuple[int, ...], ...]]:
        """The table of an answer, and the order of what chance brings."""
        start = self.program.decode(self.lifted[0].table.decoded(answer.model, pair.cells[:len(self.program.slots)]))
        return start, tuple(tuple(-each - 1 for each in answer.numbers(tape)) for tape in pair.tapes)

    def _whole(self, size: int) -> Iterator[tuple[Region, int, Sequence[Rule]]]:
        """What has to be followed to its end, for a size: regions, the largest pile, and the rules that differ at the start.

        A run that ends differently has a first step that differs.  Where lines may begin at all of those, it is enough to
        follow the lines that begin so, and those from where a table can grow.
        """
        steps = self.steps
        if not steps.starts:
            yield self.region, size, ()
            return
        for phase in self.region.begins:
            rules = [question.rule for question in steps.parting(size) if question.phase == phase]
            if rules:
                yield evolve(self.region, begins=(phase,)), self._pile(size, phase), rules
        if steps.is_beyond(size):
            yield evolve(self.region, begins=tuple(steps.growing)), size + self.bounds.size, ()

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

    def is_table(self, state: object) -> bool:
        """Whether a table of the region keeps the invariants under both choices."""
        cells = self.lifted[0].table.known(self.program.encode(state))
        if any(not is_same(cells[cell], value) for cell, value in self.region.given.items()):
            return False
        try:
            return all(reference.holds(rule, state) for reference in (Reference(self.program, each) for each in self.settings)
                       for rule in self.program.game.of_kind("invariant"))
        except RuleBroke:
            return False

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


class Hunt:
    """Runs of one size to a step that differs: the table, and what chance brings."""

    def __init__(self, query: Query, size: int, phases: Sequence[int]) -> None:
        self.query, self.size = query, size
        self.solver = Solver(query.effort(), varied=True)
        cells, kept = query.table("", size)
        for cell, value in query.region.given.items():
            cells[cell] = value
        if len(phases) == 1:
            cells[query.phase] = phases[0]
        begins = any_of(equal(as_number(cells[query.phase]), phase) for phase in phases)
        self.cells = cells
        self.tapes: list[list[Num]] = []
        for index, name in enumerate(query.program.tapes):
            count = max(len(phase.events) for phase in query.program.phases if phase.events and phase.tape == index)
            entries = [number_variable(f"dealt {name} {place}", 0, max(1, count - 1)) for place in range(size)]
            kept += [condition for _, condition in entries]
            self.tapes.append([number for number, _ in entries if isinstance(number, Num)])
        self._ends_alike: list[tuple[object, tuple[tuple[int, ...], ...]]] = []
        self.within = [query.layout.is_small(cells, each) for each in range(size + 1)]
        self.solver.require([*kept, begins, self.within[size], *query.invariants(cells)])
        self.unrolling = Unrolling(query.lifted[0], self.solver, cells, phases=phases, tapes=self.tapes,
                                   stops=query.region.stops)

    def run(self, depths: range, later: list[Example]) -> Example | None:
        """The first example of the size, after so many steps that do not differ; larger ones that were met go to `later`."""
        for depth in range(depths.stop):
            if depth:
                self.unrolling.extend()
            if self.query.is_late() or not self.unrolling.layers[-1].nodes:
                return None
            self.query.progress(f"{self.query.reading}: {self.size} to lay out, {depth} steps before")
            found = self._at(depth, later) if depth in depths else None
            if found is not None:
                return found
        return self._nearby(later)

    def _nearby(self, later: list[Example]) -> Example | None:
        """An example in one field unlike a table that was played in vain: z3 knows where sides part, not what becomes of it."""
        program = self.query.program
        near = [chain(((state, tapes) for state in neighbours(program, table)),
                      ((table, order) for order in orders(program, tapes))) for table, tapes in self._ends_alike]
        by_turns = (each for some in zip_longest(*near) for each in some if each is not None)
        for state, tapes in islice(by_turns, NEIGHBOURS_MOST):
            self.query.look()
            example = self.query.played(state, tapes) if self.query.is_table(state) else None
            if example is not None and example.size <= self.size:
                return example
            if example is not None:
                later.append(example)
        return None

    def _at(self, depth: int, later: list[Example]) -> Example | None:
        goal = f"differs at {depth}"
        self.solver.name(goal, any_of(self._parts(depth)))
        for _ in range(TRIES_MOST):
            answer = self.solver.ask([goal], second_look=False, effort=self.query.effort())
            if answer.outcome is not Outcome.SAT:
                return None
            example = self._played(answer, depth)
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

    def _played(self, answer: Answer, depth: int) -> Example | None:
        """The example that an answer is; z3 fixes of what chance brings no more than the steps that it looked at."""
        numbers = self.query.lifted[0].table.decoded(answer.model, self.cells)
        tapes = tuple(tuple(-each - 1 for each in answer.numbers(tape[:depth + 1])) for tape in self.tapes)
        state = self.query.program.decode(numbers)
        example = self.query.played(state, tapes)
        if example is None or example.size > self.size:
            self._ends_alike.append((state, tapes))
        return example

    def _another(self, answer: Answer) -> Flag:
        """Another table, or another order: bags apart, which hardly ever make the difference."""
        table, kind = self.query.lifted[0].table, self.query.program.game.state_type
        piled = [cell for span in table.piles for cell in range(span.base, span.element(self.size))]
        plain = [offset_of(kind, name) for name, field in kind.fields if isinstance(field, Scalar)]
        values = [*(self.cells[cell] for cell in (*piled, *plain)), *(each for tape in self.tapes for each in tape)]
        return any_of(negation(is_number(value, number)) for value, number in zip(values, answer.numbers(values), strict=True))


def neighbours(program: Program, table: object) -> Iterator[object]:
    """Tables in one plain field unlike another: of few values every other one; of many the ends, the next, what other fields are.

    The phase stays.  Whether they keep the invariants is not looked at.
    """
    kind, numbers = program.game.state_type, program.encode(table)
    fields = [(offset_of(kind, name), type_) for name, type_ in kind.fields if isinstance(type_, Scalar) and name != "phase"]
    elsewhere = [numbers[cell] for cell, type_ in fields if isinstance(type_, IntType)]
    for cell, type_ in fields:
        low, high, now = type_.low, type_.high, numbers[cell]
        some = range(low, high + 1) if high - low < FEW else (low, now - 1, now + 1, *elsewhere, high)
        for value in dict.fromkeys(each for each in some if low <= each <= high and each != now):
            changed = [*numbers]
            changed[cell] = value
            yield program.decode(changed)


def orders(program: Program, tapes: Sequence[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Orders of what chance brings with one more outcome, whichever there are of that tape; it may be one that cannot come."""
    for index in range(len(tapes)):
        for outcome in range(max(len(phase.events) for phase in program.phases if phase.events and phase.tape == index)):
            yield (*tapes[:index], (*tapes[index], -outcome - 1), *tapes[index + 1:])
