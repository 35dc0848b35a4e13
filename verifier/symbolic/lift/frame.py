"""A rule being lifted: the symbolic cells it changes, its names, the path to where it is, and the merging of branches.

What the reference would refuse at run time (a range left, an element that is not there, a bound passed) is noted as a failure
with the path that leads to it; what follows such a failure means nothing, and callers leave it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Self

from attrs import define, field, frozen

from verifier.errors import Problem, RuleRefused
from verifier.lang import ir
from verifier.lang.types import FlagType, Scalar
from verifier.program.program import Program
from verifier.symbolic.lift.ghosts import Ghosts
from verifier.symbolic.lift.memo import Memo, Reads
from verifier.symbolic.lift.terms import (
    Flag,
    Num,
    Number,
    Value,
    all_of,
    any_of,
    as_number,
    changed,
    choose,
    choose_flag,
    equal,
    less,
    negation,
    pick,
    within,
)

STATE, BEFORE, BOX = "s", "b", "x"
MEMBER = "m"  # a member of a row that only one question is about


class Declined(RuleRefused):
    """Something the lifter cannot say in z3, by name, with what would be accepted."""


@frozen
class Failure:
    """Where a rule would fail: the path that leads there, and the node of the intermediate form."""

    when: Flag
    node: int


@frozen
class Noted:
    """Something that happens on a path: a clause exercised, or one that forbids."""

    when: Flag
    clause: str


@frozen
class Spot:
    """One of the offsets that a place can mean, and the condition under which it does."""

    when: Flag
    offset: int


Spots = tuple[str, tuple[Spot, ...]]


@define
class Notes:
    """What a run leaves behind besides its cells."""

    failures: list[Failure] = field(factory=list)
    refusals: list[Noted] = field(factory=list)
    clauses: list[Noted] = field(factory=list)
    facts: list[Flag] = field(factory=list)  # what is true of ghost counters because of what was seen on the way, unfailed

    def add(self, notes: Notes, path: tuple[Flag, ...]) -> None:
        """What a rule left behind that was called on a path."""
        path = (*path, negation(self.refused))
        self.failures += [Failure(when, each.node) for each in notes.failures
                          if (when := all_of((*path, each.when))) is not False]
        self.refusals += [Noted(all_of((*path, each.when)), each.clause) for each in notes.refusals]
        self.clauses += [Noted(all_of((*path, each.when)), each.clause) for each in notes.clauses]
        self.facts += [any_of((negation(all_of(path)), each)) for each in notes.facts]

    @property
    def refused(self) -> Flag:
        """That the event has been refused by now."""
        return any_of(each.when for each in self.refusals)

    @property
    def failed(self) -> Flag:
        """That the rule has failed by now, this way or another."""
        return any_of(each.when for each in self.failures)


Returned = tuple[tuple[Value, ...], Notes]


@frozen
class World:
    """What rules read besides the state: readings (by number of the choice), the component data, the event in step properties.

    `calls` are those of rules that change nothing, under these readings and this component data.  `look` is called before every
    statement: what it raises ends the lifting.
    """

    program: Program
    readings: Mapping[str, Number]
    edition: Sequence[Value]
    happened: str = ""
    ghosts: Ghosts | None = None
    calls: Memo[Returned] = field(factory=Memo)
    look: Callable[[], None] = lambda: None
    never: bool = False  # what the game's foresight is about never comes


class Frame:
    """A rule being run: the cells it changes, its locals, the places it has names for, and the path to where it is."""

    def __init__(self, world: World, arrays: dict[str, list[Value]], notes: Notes, path: tuple[Flag, ...] = ()) -> None:
        self.world, self.arrays, self.notes, self.path = world, arrays, notes, path
        self.locals: dict[str, Value] = {}
        self.places: dict[str, Spots] = {}
        self.left: Flag = False  # the rule was left by a return or a refusal
        self.out: Flag = False  # the innermost loop was left
        self.next: Flag = False  # the innermost loop goes on with its next pass
        self.results: tuple[Value, ...] | None = None
        self.weight: Number = 1
        self.reads: Reads | None = None  # the cells that were read, where somebody wants to know

    # -- branches -----------------------------------------------------------------------------------------------------------

    def fork(self, condition: Flag) -> Self:
        """A copy that runs under a condition."""
        arrays = {**self.arrays, STATE: list(self.arrays[STATE])}  # only the state changes
        twin = type(self)(self.world, arrays, self.notes, self.path if condition is True else (*self.path, condition))
        twin.locals, twin.places = dict(self.locals), dict(self.places)
        twin.left, twin.out, twin.next, twin.results, twin.weight = self.left, self.out, self.next, self.results, self.weight
        twin.reads = self.reads
        return twin

    def merge(self, condition: Flag, then: Frame, otherwise: Frame) -> None:
        """Become the one frame where the condition holds, and the other where it does not (which may be this one)."""
        arrays = {**self.arrays, STATE: _merged(condition, then.arrays[STATE], otherwise.arrays[STATE])}
        names = {**otherwise.locals, **then.locals}
        # One name after the other as they came, never in the order of a set: what z3 answers depends on the order of terms.
        for name in (each for each in then.locals if each in otherwise.locals):
            names[name] = pick(condition, then.locals[name], otherwise.locals[name])
        places = {**otherwise.places, **then.places}
        for name in (each for each in then.places if each in otherwise.places):
            places[name] = _either(condition, then.places[name], otherwise.places[name])
        left, out = choose_flag(condition, then.left, otherwise.left), choose_flag(condition, then.out, otherwise.out)
        going = choose_flag(condition, then.next, otherwise.next)
        weight = choose(condition, then.weight, otherwise.weight)
        results = otherwise.results if then.results is None else then.results
        if then.results is not None and otherwise.results is not None:
            results = tuple(_merged(condition, then.results, otherwise.results))
        self.arrays, self.locals, self.places, self.results = arrays, names, places, results
        self.left, self.out, self.next, self.weight = left, out, going, weight

    @property
    def gone(self) -> Flag:
        """Whether the statements that follow are skipped."""
        return any_of((self.left, self.out, self.next))

    def fail(self, when: Flag, node: ir.Node) -> None:
        """Note that the rule fails here under a condition."""
        when = all_of((*self.path, when, negation(self.notes.refused)))
        if when is not False:
            self.notes.failures.append(Failure(when, node.id))

    # -- cells ---------------------------------------------------------------------------------------------------------------

    def value_at(self, array: str, spots: tuple[Spot, ...]) -> Value:
        """What lies at a scalar place."""
        cells = self.arrays[array]
        if self.reads is not None and array not in (BOX, MEMBER):
            for spot in spots:
                self.reads[array, spot.offset] = cells[spot.offset]
        value = cells[spots[-1].offset]
        for spot in reversed(spots[:-1]):
            value = pick(spot.when, cells[spot.offset], value)
        return value

    def number_at(self, array: str, spots: tuple[Spot, ...]) -> Number:
        """A number that lies at a place: the size of a pile, a count."""
        value = self.value_at(array, spots)
        assert isinstance(value, (int, Num))
        return value

    def put_at(self, array: str, spots: tuple[Spot, ...], value: Value) -> None:
        """Change a scalar place."""
        cells = self.arrays[array]
        if self.world.ghosts is not None and self.world.ghosts.tallies:
            fact = self.world.ghosts.replaced(cells, [(spot.when, spot.offset) for spot in spots], value)
            if fact is not True:
                self.notes.facts.append(any_of((negation(all_of(self.path)), self.notes.failed, fact)))
        for spot in spots:
            if self.world.ghosts is not None:
                self.world.ghosts.changed(cells, spot.offset, spot.when, value)
            cells[spot.offset] = pick(spot.when, value, cells[spot.offset])

    def change_at(self, array: str, spots: tuple[Spot, ...], change: Number, kind: Scalar, node: ir.Node) -> None:
        """Add to a scalar place, wherever it may be; leaving the range is noted.

        Each cell that it may be keeps apart what it was and what was added, so that z3 need not look up which cell was changed.
        """
        cells, outside = self.arrays[array], list[Flag]()
        for spot in spots:
            before = cells[spot.offset]
            assert isinstance(before, (int, Num))
            after = changed(before, change)
            outside += [all_of((spot.when, each)) for each in (less(after, kind.low), less(kind.high, after))]
            after = within(after, kind.low, kind.high)
            if self.world.ghosts is not None:
                self.world.ghosts.changed(cells, spot.offset, spot.when, after)
            cells[spot.offset] = pick(spot.when, after, before)
        self.fail(any_of(outside), node)

    def fitted(self, value: Value, kind: Scalar, node: ir.Node) -> Value:
        """A value as a place of a type keeps it; leaving the range is noted."""
        if isinstance(kind, FlagType):
            return value if isinstance(value, bool) or not isinstance(value, (int, Num)) else negation(equal(value, 0))
        number = as_number(value)
        self.fail(any_of((less(number, kind.low), less(kind.high, number))), node)
        return within(number, kind.low, kind.high)


def _merged(condition: Flag, then: Sequence[Value], otherwise: Sequence[Value]) -> list[Value]:
    return [one if one is other else pick(condition, one, other) for one, other in zip(then, otherwise, strict=True)]


def _either(condition: Flag, then: Spots, otherwise: Spots) -> Spots:
    """A name that stands for one place or another."""
    if then is otherwise:
        return then
    if then[0] != otherwise[0]:
        raise Declined(Problem("DB601", "a name stands for a place of the state or one of the component data, by turns",
                               hint="use two names"))
    return then[0], (*(Spot(all_of((condition, each.when)), each.offset) for each in then[1]),
                     *(Spot(all_of((negation(condition), each.when)), each.offset) for each in otherwise[1]))


def indexed(bases: tuple[Spot, ...], index: Number, values: range, offset: Callable[[int, int], int]) -> tuple[Spot, ...]:
    """The spots of an element whose index may be a term: one for each base and value that is possible."""
    if isinstance(index, int):
        at = min(max(index, values.start), values.stop - 1)
        return tuple(Spot(each.when, offset(each.offset, at)) for each in bases)
    found = [Spot(all_of((base.when, equal(index, value))), offset(base.offset, value)) for base in bases
             for value in values if index.low <= value <= index.high]
    found = [spot for spot in found if spot.when is not False]
    return tuple(found) or (Spot(False, offset(bases[0].offset, values.start)),)
