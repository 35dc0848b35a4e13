"""Expressions of the intermediate form as terms: what a place is, what a rule reads, what it works out."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from verifier.errors import Problem
from verifier.lang import ir
from verifier.lang.layout import offset_of, width
from verifier.lang.types import BagType, FlagType, PileType, RecordType, RowType, Scalar
from verifier.symbolic.lift.arithmetic import absolute, bigger, floor_divide, look_up, modulo, multiply, negative, smaller
from verifier.symbolic.lift.frame import BOX, MEMBER, Declined, Frame, Notes, Returned, Spot, Spots, indexed
from verifier.symbolic.lift.ghosts import Tally, counted_field, tallied
from verifier.symbolic.lift.memo import Reads
from verifier.symbolic.lift.sums import total
from verifier.symbolic.lift.terms import (
    Cond,
    Flag,
    Num,
    Number,
    Value,
    add,
    all_of,
    any_of,
    as_number,
    at_most,
    choose,
    equal,
    highest,
    less,
    lowest,
    negation,
    one_of,
    pick,
    same,
    subtract,
    within,
)

TALLIES_MOST = 64  # values of a local that a sum hangs on


class Reading(Frame):
    """A frame that can read: every expression of the intermediate form, and calls of rules that return something."""

    # -- places -------------------------------------------------------------------------------------------------------------

    def spots(self, place: ir.Place) -> Spots:
        """The cells that a place can mean; the last spot stands for every other case."""
        if isinstance(place, ir.Root):
            if place.name == ir.EDITION:
                return BOX, (Spot(True, 0),)
            if place.name not in self.places:
                raise Declined(Problem("DB603", f"line {place.line}: {place.name} is used behind the loop that names it",
                                       hint="remember what is needed in a local of its own"))
            return self.places[place.name]
        array, bases = self.spots(place.base)
        if isinstance(place, ir.FieldOf):
            assert isinstance(place.base.type, RecordType)
            offset = offset_of(place.base.type, place.name)
            return array, tuple(Spot(each.when, each.offset + offset) for each in bases)
        index = self.number(place.index)
        if isinstance(place, ir.ElementOf):
            return array, self._elements(place, array, bases, index)
        if isinstance(place, ir.ItemOf):
            assert isinstance(place.base.type, RowType)
            first = zero = place.base.type.first
            end, step = first + place.base.type.size, width(place.type)
        else:
            assert isinstance(place.base.type, BagType)
            first, zero = place.base.type.kind.low, 0
            end, step = place.base.type.kind.high + 1, 1
        self.fail(any_of((less(index, first), at_most(end, index))), place)
        return array, indexed(bases, index, range(first, end), lambda base, at: base + (at - zero) * step)

    def _elements(self, place: ir.ElementOf, array: str, bases: tuple[Spot, ...], index: Number) -> tuple[Spot, ...]:
        kind = place.base.type
        assert isinstance(kind, PileType)
        size = self.number_at(array, bases)
        self.fail(any_of((less(index, 0), at_most(size, index))), place)
        item = width(kind.item)
        return indexed(bases, index, range(max(1, highest(size))), lambda base, at: base + 1 + at * item)

    # -- expressions ----------------------------------------------------------------------------------------------------

    def number(self, node: ir.Expr) -> Number:
        """An expression that is a number."""
        return as_number(self.value(node))

    def flag(self, node: ir.Expr) -> Flag:
        """An expression that is a condition."""
        value = self.value(node)
        assert not isinstance(value, Num)
        assert isinstance(value, bool) or not isinstance(value, int)
        return value

    def value(self, node: ir.Expr) -> Value:
        """Any scalar expression."""
        handler = getattr(self, f"_{type(node).__name__.lower()}")
        found: Value = handler(node)
        return found

    def _const(self, node: ir.Const) -> Value:
        return bool(node.value) if isinstance(node.type, FlagType) else node.value

    def _local(self, node: ir.Local) -> Value:
        return self.locals[node.name]

    def _read(self, node: ir.Read) -> Value:
        return self.value_at(*self.spots(node.place))

    def _sizeof(self, node: ir.SizeOf) -> Value:
        return self.value_at(*self.spots(node.place))

    def _totalof(self, node: ir.TotalOf) -> Value:
        array, spots = self.spots(node.place)
        ghosts = self.world.ghosts
        if ghosts is not None and array != BOX:
            totals = [(each, ghosts.total(each.offset)) for each in spots]
            return self.value_at(array, tuple(Spot(each.when, cell) for each, cell in totals if cell is not None))
        return total(self.number_at(array, tuple(Spot(spot.when, spot.offset + each) for spot in spots))
                     for each in range(width(node.place.type)))

    def _negative(self, node: ir.Negative) -> Value:
        return negative(self.number(node.operand))

    def _not(self, node: ir.Not) -> Value:
        return negation(self.flag(node.operand))

    def _binary(self, node: ir.Binary) -> Value:
        left, right = self.number(node.left), self.number(node.right)
        if node.operator == "+":
            return add(left, right)
        if node.operator == "-":
            return subtract(left, right)
        if node.operator == "*":
            return multiply(left, right)
        return floor_divide(left, right) if node.operator == "//" else modulo(left, right)

    def _compare(self, node: ir.Compare) -> Value:
        if isinstance(node.left, ir.Lookup) and not isinstance(node.left.type, FlagType):
            return self._compared_entry(node, node.left)
        return self._compared(node, self.value(node.left), self.value(node.right))

    def _compared_entry(self, node: ir.Compare, entry: ir.Lookup) -> Value:
        """An entry of a table compared: with a constant, that is a question about the index."""
        index = self._index(entry)
        right = self.value(node.right)
        if isinstance(right, (bool, Cond, Num)) or isinstance(index, int):
            return self._compared(node, look_up(entry.table, index), right)
        return one_of(index, (at for at, value in enumerate(entry.table) if self._compared(node, value, right)))

    @staticmethod
    def _compared(node: ir.Compare, left: Value, right: Value) -> Flag:
        if node.operator in ("==", "!="):
            if isinstance(node.left.type, FlagType) != isinstance(node.right.type, FlagType):
                left, right = as_number(left), as_number(right)
            found = same(left, right)
            return found if node.operator == "==" else negation(found)
        one, other = as_number(left), as_number(right)
        if node.operator == "<":
            return less(one, other)
        if node.operator == "<=":
            return at_most(one, other)
        return less(other, one) if node.operator == ">" else at_most(other, one)

    def _junction(self, node: ir.Junction) -> Value:
        before, found = self.path, []
        goes_on = (lambda each: each) if node.operator == "and" else negation
        for item in node.items:
            value = self.flag(item)
            found.append(value)
            if goes_on(value) is False:
                break
            self.path = (*self.path, goes_on(value))
        self.path = before
        return all_of(found) if node.operator == "and" else any_of(found)

    def _choose(self, node: ir.Choose) -> Value:
        condition = self.flag(node.condition)
        if isinstance(condition, bool):
            return self.value(node.then if condition else node.otherwise)
        before = self.path
        self.path = (*before, condition)
        then = self.value(node.then)
        self.path = (*before, negation(condition))
        otherwise = self.value(node.otherwise)
        self.path = before
        return pick(condition, then, otherwise)

    def _extreme(self, node: ir.Extreme) -> Value:
        values = [self.number(each) for each in node.items]
        found = values[0]
        for each in values[1:]:
            found = smaller(found, each) if node.operator == "min" else bigger(found, each)
        return found

    def _absolute(self, node: ir.Absolute) -> Value:
        return absolute(self.number(node.operand))

    def _oneof(self, node: ir.OneOf) -> Value:
        return one_of(self.number(node.operand), node.values)

    def _index(self, node: ir.Lookup) -> Number:
        index = self.number(node.index)
        self.fail(any_of((less(index, 0), at_most(len(node.table), index))), node)
        return within(index, 0, len(node.table) - 1)

    def _lookup(self, node: ir.Lookup) -> Value:
        found = look_up(node.table, self._index(node))
        return negation(equal(found, 0)) if isinstance(node.type, FlagType) else found

    def _convert(self, node: ir.Convert) -> Value:
        return self.fitted(self.value(node.operand), node.type, node)

    def _rulingin(self, node: ir.RulingIn) -> Value:
        choices = list(self.world.program.readings.switches[node.reading].choices)
        return one_of(self.world.readings[node.reading], (choices.index(choice) for choice in node.choices))

    def _happened(self, node: ir.Happened) -> Value:
        return self.world.happened == node.rule

    def _mayhappen(self, node: ir.MayHappen) -> Value:
        return not self.world.never

    def _call(self, node: ir.Call) -> Value:
        values = self.called(node)
        return values[0] if values else False

    def _part(self, node: ir.Part) -> Value:
        values = self.called(node.call)
        return values[node.place] if values else False

    def called(self, node: ir.Call) -> tuple[Value, ...]:
        """Run another rule on the same cells; what it returns."""
        values: dict[str, Value] = {}
        places: dict[str, Spots] = {}
        for argument, (name, kind) in zip(node.arguments, node.rule.parameters, strict=True):
            if isinstance(kind, Scalar):
                values[name] = self.value(argument)  # type: ignore[arg-type]
            else:
                places[name] = self.spots(argument)  # type: ignore[arg-type]
        body = self.world.program.bodies[node.rule.name]
        if body.pure:
            return self._asked(body, values, places)
        inner = self._inner(self.notes, self.path, values, places)
        inner.reads = self.reads
        inner.run(body)
        self.arrays = inner.arrays
        return inner.results or ()

    def _inner(self, notes: Notes, path: tuple[Flag, ...], values: dict[str, Value], places: dict[str, Spots]) -> Reading:
        """A frame for a rule that is called."""
        inner = type(self)(self.world, self.arrays, notes, path)
        inner.locals, inner.places = values, places
        return inner

    def _asked(self, body: ir.RuleBody, values: dict[str, Value], places: dict[str, Spots]) -> tuple[Value, ...]:
        """What a rule returns that changes nothing: asked once for the same cells, and what it noted is noted here."""
        question = (body.rule.name, self.world.happened, *map(_known_by, values.values()),
                    *((array, *((_known_by(spot.when), spot.offset) for spot in spots)) for array, spots in places.values()))
        known = self.world.calls.recall(question, self.arrays)
        if known is None:
            held, reads, notes = (*values.values(), *places.values()), Reads(), Notes()
            inner = self._inner(notes, (), values, places)
            inner.reads = reads
            inner.run(body)
            found: Returned = inner.results or (), notes
            self.world.calls.keep(question, held, reads, found)
        else:
            reads, found = known
        if self.reads is not None:
            self.reads.update(reads)
        returned, notes = found
        self.notes.add(notes, self.path)
        return returned

    def run(self, body: ir.RuleBody) -> None:
        """Run a rule from its beginning."""
        raise NotImplementedError

    # -- loops and folds ----------------------------------------------------------------------------------------------------

    def passes(self, loop: ir.ForRange | ir.ForEach) -> Iterator[tuple[Flag, Value | Spots]]:
        """The possible passes of a loop: the condition that there is such a pass, and what its variable then stands for.

        The ends of the loop are looked up once; scalars of a row or pile are read when their pass comes, as Python does.
        """
        if isinstance(loop, ir.ForRange):
            first, last = self.number(loop.first), self.number(loop.last)
            for value in range(lowest(first), highest(last)):
                yield all_of((at_most(first, value), less(value, last))), value
            return
        array, bases = self.spots(loop.container)
        kind = loop.container.type
        assert isinstance(kind, (RowType, PileType))
        item, pile = width(kind.item), isinstance(kind, PileType)
        size = self.number_at(array, bases) if pile else kind.size
        for at in range(highest(size)):
            spots = tuple(Spot(each.when, each.offset + pile + at * item) for each in bases)
            yield less(at, size), self.value_at(array, spots) if isinstance(kind.item, Scalar) else (array, spots)

    def stands_for(self, name: str, meaning: Value | Spots) -> None:
        """A loop's variable gets its meaning for a pass."""
        if isinstance(meaning, tuple):
            self.places[name] = meaning
        else:
            self.locals[name] = meaning

    def _fold(self, node: ir.Fold) -> Value:
        counted = counted_field(node) if self.world.ghosts is not None else None
        if node.otherwise is not None:
            return self._chosen(node, self.value(node.otherwise))
        if counted is not None:
            return self._counted(node, *counted)
        tally = self._tally(node) if self.world.ghosts is not None else None
        return self._unrolled(node) if tally is None else tally

    def _tally(self, node: ir.Fold) -> Value | None:
        """A sum over the members of a row, by the counter that stands for it; None if there is none."""
        ghosts, found = self.world.ghosts, tallied(node)
        if ghosts is None or found is None:
            return None
        row, field, names = found
        array, bases = self.spots(row)
        if array == BOX or len(bases) > 1 or any(name not in self.locals for name in names):
            return None
        open_names = [name for name in names if not isinstance(self.locals[name], int)]
        if not open_names:
            return self._tally_of(node, row, field, names, array, bases[0].offset)
        chosen = self.locals[open_names[0]]
        if len(open_names) > 1 or not isinstance(chosen, Num) or chosen.high - chosen.low >= TALLIES_MOST:
            return None
        sums: list[tuple[int, Value | None]] = []
        for value in range(chosen.low, chosen.high + 1):  # a tally for each value of what is not known
            self.locals[open_names[0]] = value
            sums.append((value, self._tally_of(node, row, field, names, array, bases[0].offset)))
        self.locals[open_names[0]] = chosen
        if any(each is None for _, each in sums):
            return None
        result = sums[-1][1]
        for value, each in reversed(sums[:-1]):
            assert each is not None and result is not None
            result = pick(equal(chosen, value), each, result)
        return result

    def _tally_of(self, node: ir.Fold, row: ir.Place, field: str, names: tuple[str, ...], array: str,
                  offset: int) -> Value | None:
        """The counter of a sum that hangs on nothing but the members of a row."""
        ghosts = self.world.ghosts
        assert ghosts is not None
        key = node.id, tuple(self.locals[name] for name in names)
        if key not in ghosts.weights:
            ghosts.weights[key] = self._weights(node, field)
        weights = ghosts.weights[key]
        if weights is None or not any(weights):
            return None if weights is None else 0
        step, first = _steps(node.loops[-1], field)
        cell = ghosts.tally(Tally(offset + first, width(row.type) // step, step, weights))
        return None if cell is None else self.number_at(array, (Spot(True, cell),))

    def _weights(self, node: ir.Fold, field: str) -> tuple[int, ...] | None:
        """What each member of a row adds to a sum; None where that is not known, or cannot be worked out."""
        last, before, notes = node.loops[-1], self.path, self.notes
        names, places = dict(self.locals), dict(self.places)
        assert isinstance(last, ir.ForEach) and isinstance(last.container.type, RowType)
        item = last.container.type.item
        members = dict(item.fields)[field] if isinstance(item, RecordType) else item
        assert isinstance(members, Scalar)
        weights: list[Value] = [0] * members.low
        self.path, self.notes = (), Notes()
        for member in range(members.low, members.high + 1):
            if isinstance(item, RecordType):
                self.arrays[MEMBER] = [member] * width(item)  # of which only the field is read
                self.places[last.name] = MEMBER, (Spot(True, 0),)
            else:
                self.locals[last.name] = member
            counts = all_of(self.flag(test) for _, test in node.conditions)
            weights.append(choose(counts, self.number(node.value), 0))
        failed = self.notes.failed
        self.path, self.locals, self.places, self.notes = before, names, places, notes
        known = [each for each in weights if isinstance(each, int)]
        return tuple(known) if failed is False and len(known) == len(weights) and min(known) >= 0 else None

    def _chosen(self, node: ir.Fold, otherwise: Value) -> Value:
        """`next`, `max` and `min`: the first value, or that of all the values, or what there is otherwise."""
        before, names, places = self.path, dict(self.locals), dict(self.places)
        going: list[Flag] = []  # `next` ends at the first element
        found: list[tuple[Flag, Value]] = []
        for when in self._inner_passes(node, 0, before, (), going):
            passes = all_of(when)
            found.append((passes, self.value(node.value)))
            if node.operator == "next":
                going.append(negation(passes))
                if passes is True:
                    break
        self.path, self.locals, self.places = before, names, places
        if node.operator == "next":
            for passes, value in reversed(found):
                otherwise = pick(passes, value, otherwise)
            return otherwise
        best, there = as_number(otherwise), any_of(())
        for passes, value in found:
            number = as_number(value)
            beyond = less(best, number) if node.operator == "max" else less(number, best)
            best = choose(all_of((passes, any_of((negation(there), beyond)))), number, best)
            there = any_of((there, passes))
        return best

    def _unrolled(self, node: ir.Fold) -> Value:
        before, names, places = self.path, dict(self.locals), dict(self.places)
        going: list[Flag] = []  # any and all end at the first element that decides them
        summands: list[Number] = []
        for when in self._inner_passes(node, 0, before, (), going):
            if node.operator == "sum":
                here, value = all_of(when), self.number(node.value)
                summands.append(as_number(here) if isinstance(value, int) and value == 1 else choose(here, value, 0))
                continue
            truth = self.flag(node.value)
            decides = all_of((*when, truth if node.operator == "any" else negation(truth)))
            going.append(negation(decides))
            if decides is True:
                break
        self.path, self.locals, self.places = before, names, places
        if node.operator == "sum":
            return total(summands)
        undecided = all_of(going)
        return undecided if node.operator == "all" else negation(undecided)

    def _inner_passes(self, node: ir.Fold, level: int, path: tuple[Flag, ...], when: tuple[Flag, ...],
                      going: list[Flag]) -> Iterator[tuple[Flag, ...]]:
        """Every pass of the loops from a level on: the conditions under which there is one, with the path set to it."""
        self.path = (*path, *going, *when)
        if level == len(node.loops):
            yield when
            return
        loop = node.loops[level]
        for there, meaning in self.passes(loop):
            self.stands_for(loop.name, meaning)
            inner = (*when, there)
            for test in (test for at, test in node.conditions if at == level + 1):
                self.path = (*path, *going, *inner)
                inner = (*inner, self.flag(test))
            if not any(each is False for each in inner):
                yield from self._inner_passes(node, level + 1, path, inner, going)

    def _counted(self, node: ir.Fold, field: str, kind: ir.Expr) -> Value:
        """How many elements of a kind the piles hold, by their ghost counters."""
        ghosts, last = self.world.ghosts, node.loops[-1]
        assert ghosts is not None and isinstance(last, ir.ForEach)
        around = tuple(each for each in node.conditions if each[0] < len(node.loops))
        outer = evolve(node, loops=node.loops[:-1], conditions=around)
        before, names, places = self.path, dict(self.locals), dict(self.places)
        counted: list[Number] = []
        for when in self._inner_passes(outer, 0, before, (), []):
            array, bases = self.spots(last.container)
            value = self.number(kind)
            cells = [(base, ghosts.counted(base.offset, field, value)) for base in bases] if isinstance(value, int) else []
            if array == BOX or not cells or any(cell is None for _, cell in cells):
                self.path, self.locals, self.places = before, names, places
                return self._unrolled(node)
            known = tuple(Spot(base.when, cell) for base, cell in cells if cell is not None and cell >= 0)
            counted.append(choose(all_of(when), self.number_at(array, known) if known else 0, 0))
        self.path, self.locals, self.places = before, names, places
        return total(counted)


def _steps(loop: ir.ForRange | ir.ForEach, field: str) -> tuple[int, int]:
    """How far members of a row lie from each other, and where in each a field lies."""
    assert isinstance(loop, ir.ForEach) and isinstance(loop.container.type, RowType)
    item = loop.container.type.item
    return width(item), offset_of(item, field) if isinstance(item, RecordType) else 0


def _known_by(value: Value) -> object:
    """What a value is told from others by, as long as it lives."""
    if isinstance(value, Num):
        return value.term.ast.value, value.low, value.high
    return (value.term.ast.value,) if isinstance(value, Cond) else (type(value), value)
