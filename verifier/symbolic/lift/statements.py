"""Statements of the intermediate form on symbolic cells: both arms of a branch run on copies, which are then merged.

A loop runs its body once for each pass its interval allows, under the condition that it gets there.
"""

from __future__ import annotations

from verifier.errors import Problem
from verifier.lang import ir
from verifier.lang.layout import width
from verifier.lang.types import INT_MAX, INT_MIN, BagType, FlagType, IntType, PileType, RecordType, Scalar
from verifier.symbolic.lift.expressions import Reading
from verifier.symbolic.lift.frame import BOX, Declined, Noted, Spot
from verifier.symbolic.lift.terms import (
    Flag,
    Num,
    Number,
    Value,
    add,
    all_of,
    any_of,
    at_most,
    equal,
    highest,
    less,
    lowest,
    negation,
    pick,
    subtract,
    within,
)

PASSES_MOST = 512
_INT = IntType(INT_MIN, INT_MAX)


class Running(Reading):
    """A frame that can run a rule."""

    def run(self, body: ir.RuleBody) -> None:
        """Run a rule from its beginning."""
        if body.rule.kind not in ("invariant", "lemma", "step_property"):
            self._note(body.rule.clauses)
        self.block(body.body)

    def block(self, statements: tuple[ir.Stmt, ...]) -> None:
        """Run statements one after the other, as far as the rule is not left."""
        for number, statement in enumerate(statements):
            self.world.look()
            getattr(self, f"_{type(statement).__name__.lower()}")(statement)
            gone = self.gone
            if gone is True:
                return
            if gone is not False:
                rest = statements[number + 1:]
                if rest:
                    goes_on = negation(gone)
                    later = self.fork(goes_on)
                    later.left = later.out = later.next = False
                    later.block(rest)
                    self.merge(goes_on, later, self)
                return

    def _under(self, condition: Flag, statements: tuple[ir.Stmt, ...]) -> None:
        """Run statements if a condition holds."""
        if condition is True:
            self.block(statements)
        elif condition is not False:
            then = self.fork(condition)
            then.block(statements)
            self.merge(condition, then, self)

    def _note(self, clauses: tuple[str, ...]) -> None:
        if clauses:
            when = all_of(self.path)
            self.notes.clauses += [Noted(when, clause) for clause in clauses]

    # -- names and places -----------------------------------------------------------------------------------------------------

    def _assign(self, node: ir.Assign) -> None:
        value = self.value(node.value)
        self.locals[node.name] = value if isinstance(node.value.type, FlagType) else self.fitted(value, _INT, node)

    def _store(self, node: ir.Store) -> None:
        assert isinstance(node.place.type, Scalar)
        change = self._change(node)
        if change is not None:
            self.change_at(*self.spots(node.place), change, node.place.type, node)
            return
        value = self.fitted(self.value(node.value), node.place.type, node)
        array, spots = self.spots(node.place)
        self.put_at(array, spots, value)

    def _change(self, node: ir.Store) -> Number | None:
        """By how much a statement like `person.traps -= 1` changes a number; None for others."""
        value = node.value.operand if isinstance(node.value, ir.Convert) else node.value
        if not isinstance(value, ir.Binary) or value.operator not in "+-" or not isinstance(node.place.type, IntType) or not (
                isinstance(value.left, ir.Read) and ir.alike(value.left.place, node.place)):
            return None
        change = self.number(value.right)
        return change if value.operator == "+" else subtract(0, change)

    def _bind(self, node: ir.Bind) -> None:
        self.places[node.name] = self.spots(node.place)

    def _bound(self, node: ir.Bound) -> None:
        self.locals[f"bound {node.name}"] = 0

    # -- piles and bags ---------------------------------------------------------------------------------------------------------

    def _take(self, node: ir.Take) -> None:
        kind = node.pile.type
        assert isinstance(kind, PileType)
        array, bases = self.spots(node.pile)
        size = self.number_at(array, bases)
        index = subtract(size, 1) if node.index is None else self.number(node.index)
        self.fail(any_of((less(index, 0), at_most(size, index))), node)
        index = within(index, 0, max(0, highest(size) - 1))
        fields = kind.item.fields if isinstance(kind.item, RecordType) else (("", kind.item),)
        item = width(kind.item)
        values: list[Value] = []
        places = [place for place in range(highest(size)) if lowest(index) <= place <= highest(index)] or [0]
        for number, (name, _) in enumerate(fields):
            taken = self.value_at(array, _elements(bases, 1 + places[-1] * item + number))
            for place in reversed(places[:-1]):
                taken = pick(equal(index, place), self.value_at(array, _elements(bases, 1 + place * item + number)), taken)
            self.locals[f"{node.into}.{name}" if name else node.into] = taken
            values.append(taken)
        otherwise = any_of((negation(all_of(self.path)), self.notes.failed)) if self.world.ghosts is not None else True
        for base in bases:
            self._close_gap(array, base, item, index)
            if self.world.ghosts is not None:
                there = self.world.ghosts.taken(self.arrays[array], base.offset, base.when, values)
                self.notes.facts.append(any_of((otherwise, there)))

    def _close_gap(self, array: str, base: Spot, item: int, index: Number) -> None:
        """Everything below a taken element comes up by one place."""
        cells = self.arrays[array]
        size = cells[base.offset]
        assert isinstance(size, (int, Num))
        last = highest(size) - 1
        for place in range(last + 1):
            moves = all_of((base.when, at_most(index, place)))
            for cell in range(base.offset + 1 + place * item, base.offset + 1 + (place + 1) * item):
                below: Value = cells[cell + item] if place < last else _nothing(cells[cell])
                cells[cell] = pick(moves, below, cells[cell])
        cells[base.offset] = pick(base.when, within(subtract(size, 1), max(0, lowest(size) - 1), max(0, last)), size)

    def _put(self, node: ir.Put) -> None:
        kind = node.pile.type
        assert isinstance(kind, PileType)
        array, bases = self.spots(node.pile)
        fields = [each for _, each in kind.item.fields] if isinstance(kind.item, RecordType) else [kind.item]
        values = [self.fitted(self.value(value), field, node) for value, field in zip(node.values, fields, strict=True)
                  if isinstance(field, Scalar)]
        self.fail(at_most(kind.size, self.number_at(array, bases)), node)
        for base in bases:
            self._make_room(array, base, kind.size, values, node.on_top)
            if self.world.ghosts is not None:
                self.world.ghosts.put(self.arrays[array], base.offset, base.when, values)

    def _make_room(self, array: str, base: Spot, most: int, values: list[Value], on_top: bool) -> None:
        cells, item = self.arrays[array], len(values)
        size = cells[base.offset]
        assert isinstance(size, (int, Num))
        for place in range(min(highest(size), most - 1), -1, -1):
            for number, value in enumerate(values):
                cell = base.offset + 1 + place * item + number
                if on_top:
                    cells[cell] = pick(base.when, cells[cell - item] if place > 0 else value, cells[cell])
                else:
                    cells[cell] = pick(all_of((base.when, equal(size, place))), value, cells[cell])
        cells[base.offset] = pick(base.when, within(add(size, 1), 1, most), size)

    def _clear(self, node: ir.Clear) -> None:
        array, bases = self.spots(node.place)
        cells = self.arrays[array]
        for base in bases:
            if self.world.ghosts is not None:
                self.world.ghosts.cleared(cells, base.offset, base.when)
            for cell in range(base.offset, base.offset + width(node.place.type)):
                cells[cell] = pick(base.when, _nothing(cells[cell]), cells[cell])

    def _count(self, node: ir.Count) -> None:
        kind = node.bag.type
        assert isinstance(kind, BagType)
        counts = IntType(kind.low, kind.high)
        spots = self.spots(ir.CountOf(node.id, node.line, node.bag, node.kind, counts))
        self.change_at(*spots, node.change, counts, node)

    def _pour(self, node: ir.Pour) -> None:
        kind = node.bag.type
        assert isinstance(kind, BagType)
        (array, into), (other, source) = self.spots(node.bag), self.spots(node.other)
        counts = [self.number_at(other, _elements(source, each)) for each in range(width(kind))]
        totals = self._totals(array, into, other, source)
        for each, count in enumerate(counts):
            spots = _elements(into, each)
            self.put_at(array, spots, self.fitted(add(self.number_at(array, spots), count), IntType(kind.low, kind.high), node))
        for cell, total in totals.items():
            self.arrays[array][cell] = total

    def _totals(self, array: str, into: tuple[Spot, ...], other: str, source: tuple[Spot, ...]) -> dict[int, Value]:
        """The counter of a bag that all of another is poured into: its own and the other's, rather than kind by kind."""
        ghosts = self.world.ghosts
        if ghosts is None or BOX in (array, other) or len(into) > 1 or len(source) > 1:
            return {}
        mine, its = ghosts.total(into[0].offset), ghosts.total(source[0].offset)
        if mine is None or its is None:
            return {}
        total = add(self.number_at(array, (Spot(True, mine),)), self.number_at(other, (Spot(True, its),)))
        return {mine: within(total, 0, ghosts.most(mine))}

    # -- branches and loops -----------------------------------------------------------------------------------------------------

    def _if(self, node: ir.If) -> None:
        condition = self.flag(node.condition)
        if isinstance(condition, bool):
            self.block(node.then if condition else node.otherwise)
            return
        then, otherwise = self.fork(condition), self.fork(negation(condition))
        then.block(node.then)
        otherwise.block(node.otherwise)
        self.merge(condition, then, otherwise)

    def _forrange(self, node: ir.ForRange) -> None:
        self._each_pass(node)

    def _foreach(self, node: ir.ForEach) -> None:
        self._each_pass(node)

    def _each_pass(self, node: ir.ForRange | ir.ForEach) -> None:
        for count, (there, meaning) in enumerate(self.passes(node)):
            self._refuse_long(count, node)
            condition = all_of((there, negation(any_of((self.left, self.out)))))
            if condition is not False:
                then = self.fork(condition)
                then.stands_for(node.name, meaning)
                self._pass(condition, then, node.body)
            if self.left is True or self.out is True:
                break
        self.out = self.next = False

    def _pass(self, condition: Flag, then: Running, body: tuple[ir.Stmt, ...]) -> None:
        """One pass of a loop in a frame of its own, if the loop gets there."""
        then.left = then.out = then.next = False
        then.block(body)
        then.next = False
        then.places = {name: spots for name, spots in then.places.items() if name in self.places}  # names end with their pass
        self.merge(condition, then, self)

    def _while(self, node: ir.While) -> None:
        name = f"bound {node.bound}"
        going: Flag = True
        for count in range(node.most + 1):
            self._refuse_long(count, node)
            later = self.fork(going)
            condition = all_of((going, later.flag(node.condition)))
            if condition is False:
                break
            passes = self.locals[name]
            assert isinstance(passes, (int, Num)) and not isinstance(passes, bool)
            self.fail(all_of((condition, at_most(node.most, passes))), node)
            self.locals[name] = pick(condition, within(add(passes, 1), 0, node.most), passes)
            if count < node.most:
                self._pass(condition, self.fork(condition), node.body)
            going = all_of((condition, negation(any_of((self.left, self.out)))))
        self.out = self.next = False

    def _refuse_long(self, count: int, node: ir.Node) -> None:
        if count >= PASSES_MOST:
            raise Declined(Problem("DB602", f"line {node.line}: a loop of more than {PASSES_MOST} passes is not lifted",
                                   hint="give its ends narrower ranges, or use explicit search"))

    def _break(self, node: ir.Break) -> None:
        self.out = True

    def _continue(self, node: ir.Continue) -> None:
        self.next = True

    def _return(self, node: ir.Return) -> None:
        self.results = tuple(self.value(each) for each in node.values)
        self.left = True

    # -- words ---------------------------------------------------------------------------------------------------------------

    def _perform(self, node: ir.Perform) -> None:
        values = self.called(node.call)
        if node.into is not None:
            self.locals[node.into] = values[0]

    def _require(self, node: ir.Require) -> None:
        """What follows runs in any case: nobody asks what a refused event would leave, only whether it fails before."""
        condition = self.flag(node.condition)
        refused = negation(condition)
        if refused is not False:
            self.notes.refusals.append(Noted(all_of((*self.path, refused, negation(self.notes.refused))), node.clause))
            self.left = refused is True
        if condition is True:
            self._note((node.clause,))
        elif condition is not False:
            self.notes.clauses.append(Noted(all_of((*self.path, condition)), node.clause))

    def _clauses(self, node: ir.Clauses) -> None:
        self._note(node.ids)

    def _weight(self, node: ir.Weight) -> None:
        self.weight = self.number(node.value)


def _elements(bases: tuple[Spot, ...], offset: int) -> tuple[Spot, ...]:
    return tuple(Spot(each.when, each.offset + offset) for each in bases)


def _nothing(cell: Value) -> Value:
    """The lowest value of a cell that is not in use."""
    return False if not isinstance(cell, (int, Num)) or isinstance(cell, bool) else 0
