"""How learned weights read a state: which rows of weights its numbers pick, for each of their readers.

Every number of a state that can vary has a row for each of its values (neighbouring values share one where there are many),
every number of a pile's items a row for each value wherever in the pile it lies.  One reader reads the whole state.  Where a
state has a row of records (the entrances of a house, the people of a group), each of them has a reader too, which reads it
together with the numbers that are in no row and no pile; those of one row share their weights, so that what is learned of one is
known of all.  What nobody sees at the table is in no state that a player is handed, and so in no row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from verifier.lang.layout import Slot, slots, width
from verifier.lang.types import EnumType, FlagType, PileType, RecordType, RowType, Type

Array = NDArray[Any]
Place = tuple[int, ...]  # of a number: its slot; of one of a pile's items: the slots of the size, of the lowest, and of an item
NUMBERS_MOST = 64  # rows of one number; members of an enum have one each


@frozen
class Group:
    """Readers that share rows of weights; what they all begin with is read once, by the reader `shared` and with its own rows."""

    readers: range
    rows: range
    shared: int | None
    shared_rows: range


@frozen(eq=False)
class Encoding:
    """The numbers of a state, as kernels read them (`verifier.run.kernels.judged`), and their rows.

    `readers` has for each the first of its cells and their end, the same for piles, a row that always counts, whether it begins
    with what the last one of `HOLDS` came to, and its group, from 0 on (-1: it is one that HOLDS).  `cells` has the slot, the
    lowest value, the last row from the first, the first row, how many values share a row, and whether values are in an order;
    `piles` the slot of the size, the slot of the lowest item's number, the slots of an item, and then the same.
    """

    readers: Array
    cells: Array
    piles: Array
    rows: int
    groups: tuple[Group, ...]

    @property
    def ordered(self) -> list[slice]:
        """The rows of each number whose values are in an order: 3 is more like 4 than like 9, and a name like no other."""
        return [slice(first, first + most + 1) for most, first, is_ordered in sorted({
            (most, first, is_ordered) for *_, most, first, _, is_ordered in
            (*self.cells[:, 1:].tolist(), *self.piles[:, 3:].tolist())}) if is_ordered]


def encoding_of(kind: Type) -> Encoding:
    """How states of a type are read."""
    building = _Building()
    building.group([list(_numbers(kind))])
    loose = [each for each in _numbers(kind, rows=False) if len(each[0]) == 1]
    for parts in _rows_of_records(kind):
        building.group([list(_numbers(item, base)) for item, base in parts], loose)
    return building.encoding()


class _Building:
    """An encoding while it is written down, a group of readers after the other."""

    def __init__(self) -> None:
        self.readers, self.cells, self.piles = list[tuple[int, ...]](), list[tuple[int, ...]](), list[tuple[int, ...]]()
        self.groups, self.rows = list[Group](), 0

    def group(self, parts: list[list[_Number]], shared: list[_Number] | None = None) -> None:
        """Readers of parts that are alike, which share the rows of their numbers."""
        first_row, number = self.rows, len(self.groups)
        if shared is not None:
            self._reader(shared, self._rows_of(shared), -1, is_behind=False)
        shared_rows = range(first_row, self.rows)
        first_row = self.rows
        rows, first = self._rows_of(parts[0]), len(self.readers)
        for part in parts:
            self._reader(part, rows, number, is_behind=shared is not None)
        self.groups.append(Group(range(first, len(self.readers)), range(first_row, self.rows),
                                 None if shared is None else first - 1, shared_rows))

    def _rows_of(self, numbers: list[_Number]) -> list[tuple[int, ...]]:
        """New rows for numbers: of each the last from the first, the first, and how many values share one."""
        found = list[tuple[int, ...]]()
        for _, slot, is_ordered in numbers:
            values = slot.high - slot.low + 1
            step = -(-values // NUMBERS_MOST) if is_ordered else 1
            count = -(-values // step)
            found.append((count - 1, self.rows, step))
            self.rows += count
        return found

    def _reader(self, numbers: list[_Number], rows: list[tuple[int, ...]], group: int, *, is_behind: bool) -> None:
        """A reader of numbers, with a row of its own that always counts."""
        cells, piles = len(self.cells), len(self.piles)
        for (place, slot, is_ordered), row in zip(numbers, rows, strict=True):
            (self.piles if len(place) > 1 else self.cells).append((*place, slot.low, *row, is_ordered))
        self.readers.append((cells, len(self.cells), piles, len(self.piles), self.rows, is_behind, group))
        self.rows += 1

    def encoding(self) -> Encoding:
        """What was written down."""
        return Encoding(np.array(self.readers, dtype=np.int64), np.array(self.cells, dtype=np.int64).reshape(-1, 6),
                        np.array(self.piles, dtype=np.int64).reshape(-1, 8), self.rows, tuple(self.groups))


_Number = tuple[Place, Slot, bool]  # whether it is more than a name


def _numbers(kind: Type, base: int = 0, *, rows: bool = True) -> Iterator[_Number]:
    """Each number that can vary: where it lies, its range, and whether it is more than a name; those in `rows`, too."""
    if isinstance(kind, RecordType):
        for _, field in kind.fields:
            yield from _numbers(field, base, rows=rows)
            base += width(field)
    elif isinstance(kind, RowType):
        for index in range(kind.size if rows else 0):
            yield from _numbers(kind.item, base + index * width(kind.item))
    elif isinstance(kind, PileType):
        yield (base,), Slot("size", 0, kind.size), True
        for place, slot, is_ordered in _numbers(kind.item, base + 1):
            yield (base, *place, width(kind.item)), slot, is_ordered
    else:
        for index, slot in enumerate(slots(kind)):
            if slot.high > slot.low:
                yield (base + index,), slot, not isinstance(kind, (EnumType, FlagType))


def _rows_of_records(kind: Type, base: int = 0) -> Iterator[list[tuple[Type, int]]]:
    """The items of each row that has several records, and where they lie."""
    if isinstance(kind, RecordType):
        for _, field in kind.fields:
            yield from _rows_of_records(field, base)
            base += width(field)
    elif isinstance(kind, RowType) and kind.size > 1 and isinstance(kind.item, RecordType):
        yield [(kind.item, base + index * width(kind.item)) for index in range(kind.size)]
