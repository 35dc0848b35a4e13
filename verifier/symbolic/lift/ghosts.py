"""Ghost counters: how many each bag holds in all, how many elements of each kind each pile holds, and sums over rows.

A sum over a hundred cells is what z3 does worst, and what card conservation is made of.  So the symbolic run can carry these
sums along as further cells: every effect on a bag, a pile or a row changes its counters by what it puts in and takes out, and
rules that ask for `bag.total`, count the elements of a kind with `sum(1 for x in pile if x.kind == kind)`, or add up over a row
what depends on each member alone, `sum(1 for mob in town.zeds for zed in mob if zed != Zed.NONE)`, read them.

A counter stands for a sum that every state has, so a proof with counters is a proof about states: what is assumed of them
(`facts`) is true of the sums.  The converse does not hold: an answer of z3 may give counters that fit no cells.  Whoever gets
one asks again with `exact`, which says what each counter is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from operator import le

from attrs import frozen

from verifier.lang import ir
from verifier.lang.layout import offset_of, width
from verifier.lang.types import BagType, EnumType, PileType, RecordType, RowType, Type
from verifier.symbolic.lift.arithmetic import look_up
from verifier.symbolic.lift.sums import total as add_up
from verifier.symbolic.lift.terms import (
    Flag,
    Num,
    Number,
    Value,
    add,
    all_of,
    any_of,
    at_most,
    changed,
    choose,
    equal,
    less,
    negation,
    number_variable,
    subtract,
    within,
)

KINDS_MOST = 64
EXACT = "counters are what they count"  # what questions call it


@frozen
class BagGhost:
    """The counter of a bag: its first cell, its cells, the cell that counts, and its highest value."""

    base: int
    count: int
    cell: int
    most: int


@frozen
class PileGhost:
    """The counters of a field of a pile's elements, one for each value: the cell of value v is `cell + v`."""

    base: int
    item: int
    size: int
    offset: int  # the field's place in an element
    field: str  # "" for a pile of scalars
    values: int
    cell: int


@frozen
class Tally:
    """What members of a row (or of rows in it) add up to: which cells they lie in, and what each member counts for."""

    base: int
    count: int
    step: int  # from one cell to the next
    weights: tuple[int, ...]

    @property
    def most(self) -> int:
        """The highest value of the sum."""
        return self.count * max(self.weights)

    @property
    def cells(self) -> range:
        """Where the members lie."""
        return range(self.base, self.base + self.count * self.step, self.step)


class Ghosts:
    """The counters of a record type, laid out behind its `cells` ordinary cells, with some tallies of its rows.

    `asked` are the tallies that rules asked for while they were lifted, whether there is a counter for them or not.
    """

    def __init__(self, kind: Type, tallies: Iterable[Tally] = ()) -> None:
        self.cells = width(kind)
        self.bags: list[BagGhost] = []
        self.piles: list[PileGhost] = []
        self.asked: dict[Tally, None] = {}
        self.weights: dict[object, tuple[int, ...] | None] = {}  # of folds, by what they are told from others by
        self.count = 0
        self._declare(kind, 0)
        self._bag_of = {cell: bag for bag in self.bags for cell in range(bag.base, bag.base + bag.count)}
        self._total_of = {bag.base: bag for bag in self.bags}
        self._piles_at: dict[int, list[PileGhost]] = {}
        for pile in self.piles:
            self._piles_at.setdefault(pile.base, []).append(pile)
        self._field_of = {pile.base + 1 + place * pile.item + pile.offset: pile
                          for pile in self.piles for place in range(pile.size)}
        self.tallies = {tally: self.cells + self.count + number for number, tally in enumerate(tallies)}
        self.count += len(self.tallies)
        self._added_up = [(tally, parts) for tally in self.tallies if (parts := _parts_of(tally, self.tallies))]

    def _declare(self, kind: Type, base: int) -> None:
        if isinstance(kind, RecordType):
            for name, field in kind.fields:
                self._declare(field, base + offset_of(kind, name))
        elif isinstance(kind, RowType):
            for index in range(kind.size):
                self._declare(kind.item, base + index * width(kind.item))
        elif isinstance(kind, BagType):
            count = kind.kind.high + 1
            self.bags.append(BagGhost(base, count, self.cells + self.count, count * kind.high))
            self.count += 1
        elif isinstance(kind, PileType):
            fields = kind.item.fields if isinstance(kind.item, RecordType) else (("", kind.item),)
            for offset, (name, field) in enumerate(fields):
                if isinstance(field, EnumType) and field.high < KINDS_MOST:
                    self.piles.append(PileGhost(base, width(kind.item), kind.size, offset, name, field.high + 1,
                                                self.cells + self.count))
                    self.count += field.high + 1

    # -- states ---------------------------------------------------------------------------------------------------------------

    def unknown(self, prefix: str) -> tuple[list[Value], list[Flag]]:
        """Counters that z3 is free to choose, and their ranges."""
        found = {bag.cell: number_variable(f"{prefix}total{bag.cell}", 0, bag.most) for bag in self.bags}
        for pile in self.piles:
            for cell in range(pile.cell, pile.cell + pile.values):
                found[cell] = number_variable(f"{prefix}kinds{cell}", 0, pile.size)
        for tally, cell in self.tallies.items():
            found[cell] = number_variable(f"{prefix}tally{cell}", 0, tally.most)
        ordered = [found[cell] for cell in sorted(found)]
        return [number for number, _ in ordered], [kept for _, kept in ordered]

    def facts(self, cells: Sequence[Value]) -> Iterator[Flag]:
        """What is true of the sums, said cheaply: no kind outnumbers its bag, and kinds add up to what a pile, or a row, has."""
        for bag in self.bags:
            for cell in range(bag.base, bag.base + bag.count):
                yield at_most(_number(cells[cell]), _number(cells[bag.cell]))
        for pile in self.piles:
            total: Number = 0
            for value in range(pile.values):
                total = add(total, _number(cells[pile.cell + value]))
            yield equal(total, _number(cells[pile.base]))
        for whole, parts in self._added_up:
            yield equal(add_up(_number(cells[self.tallies[each]]) for each in parts), _number(cells[self.tallies[whole]]))

    def exact(self, cells: Sequence[Value]) -> Iterator[Flag]:
        """That each counter is the sum it stands for."""
        yield from (equal(one, _number(cells[cell])) for cell, one in self.sums(cells))

    def counters(self, cells: Sequence[Value]) -> list[Value]:
        """The counters' cells, in their order, holding the sums that they stand for."""
        return [total for _, total in sorted(self.sums(cells), key=lambda each: each[0])]

    def counted_in(self, numbers: Sequence[int]) -> list[int]:
        """The counters of known cells, counted in plain Python."""
        found = [0] * self.count
        for bag in self.bags:
            found[bag.cell - self.cells] = sum(numbers[bag.base:bag.base + bag.count])
        for pile in self.piles:
            for place in range(numbers[pile.base]):
                found[pile.cell - self.cells + numbers[pile.base + 1 + place * pile.item + pile.offset]] += 1
        for tally, cell in self.tallies.items():
            found[cell - self.cells] = sum(tally.weights[numbers[each]] for each in tally.cells)
        return found

    def sums(self, cells: Sequence[Value]) -> Iterator[tuple[int, Number]]:
        """Each counter's cell, and the sum that it stands for."""
        for bag in self.bags:
            total: Number = 0
            for cell in range(bag.base, bag.base + bag.count):
                total = add(total, _number(cells[cell]))
            yield bag.cell, total
        for pile in self.piles:
            size = _number(cells[pile.base])
            for value in range(pile.values):
                total = 0
                for place in range(pile.size):
                    element = _number(cells[pile.base + 1 + place * pile.item + pile.offset])
                    total = add(total, choose(all_of((less(place, size), equal(element, value))), 1, 0))
                yield pile.cell + value, total
        for tally, cell in self.tallies.items():
            yield cell, add_up(look_up(tally.weights, _number(cells[each])) for each in tally.cells)

    # -- effects ----------------------------------------------------------------------------------------------------------------

    def changed(self, cells: list[Value], offset: int, when: Flag, value: Value) -> None:
        """A scalar is about to be replaced: the counters it belongs to follow."""
        bag = self._bag_of.get(offset)
        if bag is not None:
            total = _number(cells[bag.cell])
            after = add(total, subtract(_number(value), _number(cells[offset])))
            cells[bag.cell] = choose(when, within(after, 0, bag.most), total)
        pile = self._field_of.get(offset)
        if pile is not None:
            self._moved(cells, pile, when, _number(cells[offset]), -1)
            self._moved(cells, pile, when, _number(value), 1)

    def replaced(self, cells: list[Value], spots: Sequence[tuple[Flag, int]], value: Value) -> Flag:
        """The scalar at one of some places is about to be replaced: tallies follow; what is true because it was there."""
        facts = []
        for tally, cell in self.tallies.items():
            here = [(when, offset) for when, offset in spots if offset in tally.cells]
            if not here:
                continue
            old = _number(cells[here[-1][1]])
            for when, offset in reversed(here[:-1]):
                old = choose(when, _number(cells[offset]), old)
            when, sum_before, gone = any_of(when for when, _ in here), _number(cells[cell]), look_up(tally.weights, old)
            after = changed(sum_before, subtract(look_up(tally.weights, _number(value)), gone))
            facts.append(any_of((negation(when), at_most(gone, sum_before))))
            cells[cell] = choose(when, within(after, 0, tally.most), sum_before)
        return all_of(facts)

    def put(self, cells: list[Value], base: int, when: Flag, values: Sequence[Value]) -> None:
        """An element goes into a pile."""
        for pile in self._piles_at.get(base, ()):
            self._moved(cells, pile, when, _number(values[pile.offset]), 1)

    def taken(self, cells: list[Value], base: int, when: Flag, values: Sequence[Value]) -> Flag:
        """An element leaves a pile; what is true because it was there."""
        facts = []
        for pile in self._piles_at.get(base, ()):
            kind = _number(values[pile.offset])
            facts += [any_of((negation(when), negation(equal(kind, value)), less(0, _number(cells[pile.cell + value]))))
                      for value in range(pile.values)]
            self._moved(cells, pile, when, kind, -1)
        return all_of(facts)

    def cleared(self, cells: list[Value], base: int, when: Flag) -> None:
        """A bag or pile is emptied."""
        bag = self._total_of.get(base)
        if bag is not None:
            cells[bag.cell] = choose(when, 0, _number(cells[bag.cell]))
        for pile in self._piles_at.get(base, ()):
            for value in range(pile.values):
                cells[pile.cell + value] = choose(when, 0, _number(cells[pile.cell + value]))

    def _moved(self, cells: list[Value], pile: PileGhost, when: Flag, kind: Number, change: int) -> None:
        for value in range(pile.values):
            count = _number(cells[pile.cell + value])
            here = all_of((when, equal(kind, value)))
            cells[pile.cell + value] = choose(here, within(add(count, change), 0, pile.size), count)

    # -- what rules read --------------------------------------------------------------------------------------------------------

    def tally(self, tally: Tally) -> int | None:
        """The cell that counts a tally; whoever asks may get one the next time (`asked`)."""
        self.asked[tally] = None
        return self.tallies.get(tally)

    def total(self, base: int) -> int | None:
        """The cell that counts what the bag at `base` holds."""
        bag = self._total_of.get(base)
        return None if bag is None else bag.cell

    def most(self, cell: int) -> int:
        """The highest value of a bag's counter."""
        return next(bag.most for bag in self.bags if bag.cell == cell)

    def counted(self, base: int, field: str, value: int) -> int | None:
        """The cell that counts the elements of the pile at `base` whose field has a value; -1 for a value no element has."""
        for pile in self._piles_at.get(base, ()):
            if pile.field == field:
                return pile.cell + value if 0 <= value < pile.values else -1
        return None


def _parts_of(whole: Tally, tallies: Iterable[Tally]) -> list[Tally]:
    """Other tallies of the same members that add up to one; none if those that fit, taken as they come, leave something over."""
    left, found = list(whole.weights), list[Tally]()
    for each in tallies:
        if each != whole and each.cells == whole.cells and all(map(le, each.weights, left)):
            left = [one - other for one, other in zip(left, each.weights, strict=True)]
            found.append(each)
    return [] if any(left) else found


def counted_field(node: ir.Fold) -> tuple[str, ir.Expr] | None:
    """For `sum(1 for ... for x in pile if x.field == kind)`: the field (or "") and the kind; None for other folds."""
    last = node.loops[-1]
    if node.operator != "sum" or not isinstance(last, ir.ForEach) or not isinstance(last.container.type, PileType):
        return None
    tests = [test for at, test in node.conditions if at == len(node.loops)]
    if len(tests) != 1 or not isinstance(tests[0], ir.Compare) or tests[0].operator != "==":
        return None
    if not isinstance(node.value, ir.Const) or node.value.value != 1:
        return None
    for element, kind in ((tests[0].left, tests[0].right), (tests[0].right, tests[0].left)):
        field = _field_of(element, last.name)
        if field is not None and not _mentions(kind, last.name):
            return field, kind
    return None


def tallied(node: ir.Fold) -> tuple[ir.Place, str, tuple[str, ...]] | None:
    """The row over whose members `sum(... for row in rows for member in row if ...)` adds up what depends on each alone.

    With it the field of the members that it depends on ("" for members that are no records), and the locals that it depends on
    besides; None for other folds.
    """
    first, last = node.loops[0], node.loops[-1]
    if node.operator != "sum" or not isinstance(first, ir.ForEach) or not isinstance(last, ir.ForEach):
        return None
    kind = last.container.type
    inside = all(isinstance(loop, ir.ForEach) and isinstance(loop.container, ir.Root) and loop.container.name == outer.name
                 for outer, loop in pairwise(node.loops))
    if not inside or not isinstance(kind, RowType) or any(level < len(node.loops) for level, _ in node.conditions):
        return None
    asked = [each for part in (node.value, *(test for _, test in node.conditions)) for each in ir.walk(part)]
    names = dict.fromkeys(each.name for each in asked if isinstance(each, (ir.Local, ir.Root)))
    fields = _fields_of(asked, last.name) if isinstance(kind.item, RecordType) else {"": kind.item}
    if [*map(type, fields.values())] != [EnumType] or any(loop.name in names for loop in node.loops[:-1]):
        return None
    return first.container, next(iter(fields)), tuple(name for name in names if name not in (last.name, ir.EDITION))


def _fields_of(asked: Sequence[ir.Node], name: str) -> dict[str, Type]:
    """The fields of a record that are read, with their types; none if anything else is done with it."""
    uses = sum(1 for each in asked if isinstance(each, ir.Root) and each.name == name)
    reads = [each for each in asked if isinstance(each, ir.FieldOf) and isinstance(each.base, ir.Root) and each.base.name == name]
    return {each.name: each.type for each in reads} if uses == len(reads) else {}


def _field_of(node: ir.Expr, name: str) -> str | None:
    """The field of the loop's element that an expression reads; "" for the element itself."""
    if isinstance(node, ir.Local) and node.name == name:
        return ""
    if isinstance(node, ir.Read) and isinstance(node.place, ir.FieldOf) and isinstance(node.place.base, ir.Root) \
            and node.place.base.name == name:
        return node.place.name
    return None


def _mentions(node: ir.Expr, name: str) -> bool:
    return any(isinstance(each, (ir.Local, ir.Root)) and each.name == name for each in ir.walk(node))


def _number(value: Value) -> Number:
    assert isinstance(value, (int, Num)) and not isinstance(value, bool)
    return value
