"""Transitions, properties and grades of a game as terms over symbolic cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from verifier.lang import ir
from verifier.lang.events import Event
from verifier.lang.game import Kind, Rule
from verifier.lang.layout import decode, encode, offset_of
from verifier.lang.phases import CHANCE, DECISION
from verifier.lang.types import FlagType, Scalar
from verifier.program.program import Program
from verifier.run.setting import Setting
from verifier.symbolic.lift.arithmetic import at_most_in_order
from verifier.symbolic.lift.frame import BEFORE, BOX, STATE, Failure, Noted, Notes, Returned, Spot, World
from verifier.symbolic.lift.ghosts import Ghosts, Tally
from verifier.symbolic.lift.looked_into import parts
from verifier.symbolic.lift.memo import Memo, Reads
from verifier.symbolic.lift.statements import Running
from verifier.symbolic.lift.table import Table
from verifier.symbolic.lift.terms import (
    Cond,
    Flag,
    Number,
    Value,
    all_of,
    any_of,
    as_number,
    at_most,
    equal,
    flag_variable,
    is_same,
    less,
    negation,
    number_variable,
    subtract,
)
from verifier.symbolic.solver import Answer


@frozen(eq=False)
class Fired:
    """A transition rule with its arguments, lifted from given cells.

    `enabled` is its guard (for chance: that its weight is above zero; for what happens where no decision is legal: that none is),
    or that the guard cannot be worked out; `fails` that the guard or the rule leaves a range, which is possible only where no
    require refused first; `after` means something only where it is enabled and does not fail.
    """

    rule: Rule
    enabled: Flag
    fails: Flag
    weight: Number
    after: list[Value]
    failures: tuple[Failure, ...]
    refusals: tuple[Noted, ...]
    clauses: tuple[Noted, ...]
    facts: Flag
    arguments: tuple[Value, ...] = ()

    @property
    def happens(self) -> Flag:
        """That the event can happen and leads to a state."""
        return all_of((self.enabled, negation(self.fails)))


@frozen(eq=False)
class Alone:
    """A rule that others call, lifted by itself: whether it fails, the cells behind it, and what it returns."""

    fails: Flag
    after: list[Value]
    results: tuple[Value, ...]


@frozen(eq=False)
class Truth:
    """A property lifted from given cells: whether it is true, and whether (and where) working it out fails."""

    holds: Flag
    fails: Flag
    failures: tuple[Failure, ...]

    @property
    def is_kept(self) -> Flag:
        """That the property can be worked out and is true."""
        return all_of((self.holds, negation(self.fails)))

    @property
    def is_broken(self) -> Flag:
        """That the property is false or cannot be worked out."""
        return any_of((negation(self.holds), self.fails))


def known_arguments(event: Event) -> list[Value]:
    """The arguments of an event as values."""
    kinds = [kind for _, kind in event.rule.arguments]
    return [bool(number) if isinstance(kind, FlagType) else number for kind, number in zip(kinds, event.arguments, strict=True)]


class Lifted:
    """A program's rules as terms, under readings and component data that are known or left to z3."""

    def __init__(self, program: Program, readings: Mapping[str, Number], edition: Sequence[Value],
                 ghosts: Ghosts | None = None) -> None:
        self.program, self.readings, self.edition, self.ghosts = program, dict(readings), list(edition), ghosts
        self.table = Table(program.game.state_type)
        self.look: Callable[[], None] = lambda: None  # called before every statement; what it raises ends the lifting
        self._calls: Memo[Returned] = Memo()
        self._truths: Memo[Truth] = Memo()

    @staticmethod
    def under(program: Program, setting: Setting, free: Sequence[str] = (), *, ghosts: bool = False, rows: bool = False,
              any_edition: bool = False) -> tuple[Lifted, list[Flag]]:
        """The rules under a setting, but for the readings that are `free`: those z3 chooses.  And what keeps them in range.

        With `ghosts` cells have counters behind them, with `rows` also what invariants add up over rows.
        With `any_edition` z3 chooses the component data, too, within their ranges.
        """
        readings: dict[str, Number] = {}
        kept: list[Flag] = []
        for id_, reading in program.readings.switches.items():
            choices = list(reading.choices)
            if id_ in free:
                readings[id_], condition = number_variable(f"reading {id_}", 0, len(choices) - 1)
                kept.append(condition)
            else:
                readings[id_] = choices.index(setting.rulings[id_])
        box = Table(program.game.edition_type)
        if any_edition:
            edition, ranges = box.unknown("box.")
            kept += ranges
        else:
            edition = box.known(encode(program.game.edition_type, setting.edition))
        counters = Ghosts(program.game.state_type) if ghosts else None
        lifted = Lifted(program, readings, edition, counters)
        if rows and (tallies := lifted.tallies()):
            lifted = Lifted(program, readings, edition, Ghosts(program.game.state_type, tallies))
        return lifted, kept

    def tallies(self) -> tuple[Tally, ...]:
        """What the game's properties add up over rows of the state."""
        assert self.ghosts is not None
        program, cells = self.program, [*self.table.unknown("")[0], *self.ghosts.unknown("")[0]]
        for rule in program.game.of_kind("invariant", "lemma"):
            self.truth(rule, cells)
        for rule in program.game.of_kind("step_property"):
            nodes = (node for name in sorted(program.run_by([rule.name])) for node in ir.walk(program.bodies[name].body))
            for happened in dict.fromkeys(["", *(node.rule for node in nodes if isinstance(node, ir.Happened))]):
                self.truth(rule, cells, cells, happened)
        return tuple(self.ghosts.asked)

    def counted(self, cells: Sequence[Value]) -> list[Value]:
        """Cells with the counters that belong to them, if the rules have any."""
        return [*cells, *(() if self.ghosts is None else self.ghosts.counters(cells))]

    def edition_record(self, answer: Answer) -> Any:
        """The component data of an answer of z3."""
        kind = self.program.game.edition_type
        return decode(kind, Table(kind).decoded(answer.model, self.edition))

    def rulings(self, answer: Answer) -> dict[str, str]:
        """The rulings under which an answer of z3 holds."""
        switches = self.program.readings.switches
        return {id_: list(switches[id_].choices)[answer.value(number)] for id_, number in self.readings.items()}

    def _frame(self, cells: Sequence[Value], before: Sequence[Value] | None = None, happened: str = "", *,
               never: bool = False) -> Running:
        arrays = {STATE: list(cells), BOX: self.edition}
        if before is not None:
            arrays[BEFORE] = list(before)
        world = World(self.program, self.readings, self.edition, happened, self.ghosts, self._calls, self.look, never)
        return Running(world, arrays, Notes())

    def _named(self, frame: Running, rule: Rule) -> None:
        """The state parameters of a rule: one, or in step properties the one before and the one after."""
        states = [name for name, kind in rule.parameters if kind == self.program.game.state_type]
        arrays = (BEFORE, STATE) if len(states) == 2 else (STATE,)
        for name, array in zip(states, arrays, strict=True):
            frame.places[name] = array, (Spot(True, 0),)

    def fire(self, rule: Rule, arguments: Sequence[Value], cells: Sequence[Value]) -> Fired:
        """A transition rule with its arguments, from some cells."""
        frame = self._frame(cells)
        self._named(frame, rule)
        for (name, _), value in zip(rule.arguments, arguments, strict=True):
            frame.locals[name] = value
        frame.run(self.program.bodies[rule.name])
        notes = frame.notes
        fails = notes.failed
        enabled = negation(notes.refused)
        if rule.kind == "chance":
            _, unweighed = self.weight(rule, arguments, cells)
            enabled = any_of((less(0, frame.weight), *(each.when for each in unweighed)))
        elif rule.kind == "stuck":
            enabled = self.nothing_is_legal(int(rule.phase or 0), cells)
        else:
            enabled = any_of((enabled, fails))
        return Fired(rule, enabled, fails, frame.weight, frame.arrays[STATE], tuple(notes.failures), tuple(notes.refusals),
                     tuple(notes.clauses), all_of(notes.facts), tuple(arguments))

    def stuck(self, phase: int, cells: Sequence[Value]) -> Flag:
        """That nothing can happen in cells of a phase, which is no end: no decision is legal, no outcome has weight.

        It is plainly false of a phase for which the game says what happens where no decision is legal.
        """
        rules = self.program.phases[phase]
        if rules.kind == DECISION and rules.stuck < 0:
            return self.nothing_is_legal(phase, cells)
        if rules.kind != CHANCE:
            return False
        events = [self.program.events[number] for number in rules.events]
        weights = [self.weight(event.rule, known_arguments(event), cells) for event in events]
        return negation(any_of(any_of((less(0, weight), *(each.when for each in failures))) for weight, failures in weights))

    def is_decided(self, phase: int, cells: Sequence[Value]) -> Flag:
        """That somebody has to decide in cells of a phase: not where no decision is legal and the game says what happens then."""
        rules = self.program.phases[phase]
        return rules.kind == DECISION and (rules.stuck < 0 or negation(self.nothing_is_legal(phase, cells)))

    def nothing_is_legal(self, phase: int, cells: Sequence[Value]) -> Flag:
        """That every decision of a phase is forbidden in some cells; one whose guard cannot be worked out is not."""
        events = [self.program.events[number] for number in self.program.phases[phase].events]
        return all_of(self._forbidden(event.rule, known_arguments(event), cells) for event in events)

    def _forbidden(self, rule: Rule, arguments: Sequence[Value], cells: Sequence[Value]) -> Flag:
        """That a decision is forbidden, by its guard alone: only there can a rule refuse."""
        notes = self._begun(rule, arguments, cells).notes
        return all_of((notes.refused, negation(notes.failed)))

    def weight(self, rule: Rule, arguments: Sequence[Value], cells: Sequence[Value]) -> tuple[Number, tuple[Failure, ...]]:
        """The weight of a chance outcome, and where working it out fails."""
        frame = self._begun(rule, arguments, cells)
        return frame.weight, tuple(frame.notes.failures)

    def _begun(self, rule: Rule, arguments: Sequence[Value], cells: Sequence[Value]) -> Running:
        """A transition rule with its arguments, run as far as its guard or its weight."""
        body = self.program.bodies[rule.name]
        frame = self._frame(cells)
        self._named(frame, rule)
        for (name, _), value in zip(rule.arguments, arguments, strict=True):
            frame.locals[name] = value
        frame.block(body.body[:body.guard])
        return frame

    def truth(self, rule: Rule, cells: Sequence[Value], before: Sequence[Value] | None = None, happened: str = "",
              arguments: Sequence[Value] = ()) -> Truth:
        """An invariant or goal of a state, or a step property of two and the rule that happened, with its arguments.

        From cells that hold the same where it looks, it is the very same.
        """
        if rule is self.program.bound_property:
            assert before is not None
            return self._bound_holds(cells, before, happened, arguments)
        frame = self._frame(cells, before, happened)
        known = self._truths.recall((rule.name, happened), frame.arrays)
        if known is not None:
            return known[1]
        frame.reads = Reads()
        self._named(frame, rule)
        frame.run(self.program.bodies[rule.name])
        assert frame.results is not None
        holds = frame.results[0]
        assert isinstance(holds, (bool, Cond))
        found = Truth(holds, any_of(each.when for each in frame.notes.failures), tuple(frame.notes.failures))
        self._truths.keep((rule.name, happened), None, frame.reads, found)
        return found

    def _bound_holds(self, cells: Sequence[Value], before: Sequence[Value], happened: str, arguments: Sequence[Value]) -> Truth:
        """What `verifier.lang.bounds.passed` says: in a game that looks ahead, whatever may come and where nothing of it does."""
        over, foresight = self._not_over(cells, before), self.program.foresight
        if foresight is None:
            return over
        left, then = (as_number(self.alone(foresight.left, {}, each).results[0]) for each in (before, cells))
        is_draw = happened == foresight.draw.name
        matters = all_of((less(0, left), less(left, foresight.most)))
        [(_, kind)] = foresight.draw.arguments
        numbers = range(kind.low, kind.high + 1)
        weights, later = ([self.weight(foresight.draw, (number,), each)[0] for number in numbers] for each in (before, cells))
        drawn = [equal(as_number(arguments[0]), number) if is_draw else False for number in numbers]
        kept = [each is False and is_same(was, weight) or equal(weight, subtract(was, as_number(each)))
                for was, weight, each in zip(weights, later, drawn, strict=True)]
        if not is_draw and not all(each is True for each in kept):
            kept = [any_of((each, all_of(at_most(was, 0) for was in weights))) for each in kept]
        asked = [all_of((each, self._says(foresight.which, number, before))) for number, each in zip(numbers, drawn, strict=True)]
        never = self._not_over(cells, before, never=True)
        apart = any_of((negation(matters), *asked))
        judged = [less(then, left) if is_draw else is_same(then, left) or at_most(then, left), *kept]
        ends = self._is_over(cells)
        holds = all_of([over.holds, *(any_of((negation(matters), ends, each)) for each in judged),
                        *(any_of((apart, each)) for each in parts(never.holds))])
        return Truth(holds, any_of((over.fails, never.fails)), (*over.failures, *never.failures))

    def _is_over(self, cells: Sequence[Value]) -> Flag:
        phase = as_number(cells[offset_of(self.program.game.state_type, "phase")])
        return any_of(equal(phase, int(end)) for end in self.program.game.ends)

    def _says(self, rule: Rule, number: int, cells: Sequence[Value]) -> Flag:
        """What a rule of one argument says of it, yes or no."""
        said = self.alone(rule, {rule.parameters[0][0]: number}, cells).results[0]
        assert isinstance(said, (bool, Cond))
        return said

    def _not_over(self, cells: Sequence[Value], before: Sequence[Value], *, never: bool = False) -> Truth:
        """That an event raises no field of the bound while those before it are the same, and passes it at no end."""
        most, failures = self._graded("bound", before, never=never)
        now, later = self._graded("bound", cells, never=never)
        grade, ungraded = self._graded("grade", cells)
        over = self._is_over(cells)
        holds = all_of([*at_most_in_order(now, most), any_of((negation(over), all_of(at_most_in_order(grade, now))))])
        fails = any_of(each.when for each in (*failures, *later))
        fails = any_of((fails, all_of((over, any_of(each.when for each in ungraded)))))
        return Truth(holds, fails, (*failures, *later, *ungraded))

    def _graded(self, kind: Kind, cells: Sequence[Value], *, never: bool = False) -> tuple[list[Number], tuple[Failure, ...]]:
        """The fields of the grade or of the bound as numbers, and where working it out fails."""
        rule = self.program.game.only(kind)
        assert rule is not None
        values, failures = self.valued(rule, cells, never=never)
        return [as_number(value) for value in values], failures

    def valued(self, rule: Rule, cells: Sequence[Value], *, never: bool = False) -> tuple[list[Value], tuple[Failure, ...]]:
        """What a grade, bound, estimate or progress returns (a record's fields in order), and where working it out fails."""
        frame = self._frame(cells, never=never)
        self._named(frame, rule)
        body = self.program.bodies[rule.name]
        frame.run(body)
        assert frame.results is not None
        values = list(frame.results)
        if rule.returned_record is not None:
            kinds = [kind for _, kind in rule.returned_record.fields if isinstance(kind, Scalar)]
            values = [frame.fitted(value, kind, body.body[0]) for value, kind in zip(values, kinds, strict=True)]
        return values, tuple(frame.notes.failures)

    def alone(self, rule: Rule, arguments: Mapping[str, Value], cells: Sequence[Value]) -> Alone:
        """Any rule as others call it, with arguments by name, from some cells."""
        frame = self._frame(cells)
        if any(kind == self.program.game.state_type for _, kind in rule.parameters):
            self._named(frame, rule)
        frame.locals.update(arguments)
        frame.run(self.program.bodies[rule.name])
        return Alone(frame.notes.failed, frame.arrays[STATE], tuple(frame.results or ()))

    def arguments(self, rule: Rule, prefix: str) -> tuple[list[Value], list[Flag]]:
        """Arguments of a rule that z3 is free to choose, and what keeps them in range."""
        values: list[Value] = []
        kept: list[Flag] = []
        for name, kind in rule.arguments:
            if isinstance(kind, FlagType):
                values.append(flag_variable(f"{prefix}{name}"))
            else:
                number, condition = number_variable(f"{prefix}{name}", kind.low, kind.high)
                values.append(number)
                kept.append(condition)
        return values, kept

    @staticmethod
    def unknown(program: Program) -> tuple[Lifted, list[Flag]]:
        """The rules under any readings and any component data: z3 chooses them.  And what keeps those in range."""
        free = {id_: number_variable(f"reading {id_}", 0, len(reading.choices) - 1)
                for id_, reading in program.readings.switches.items()}
        edition, kept = Table(program.game.edition_type).unknown("box.")
        readings = {id_: number for id_, (number, _) in free.items()}
        return Lifted(program, readings, edition), [*(condition for _, condition in free.values()), *kept]
