"""How learned weights read a state: which row of weights each of its numbers picks.

Every number of a state that can vary has a row for each of its values (neighbouring values share one where there are many),
every number of a pile's items a row for each value wherever in the pile it lies.  Row 0 counts always.  What nobody sees at the
table is in no state that a player is handed, and so in no row.
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
NUMBERS_MOST = 64  # rows of one number; members of an enum have one each


@frozen
class Rows:
    """The rows of one number: where they begin, how many there are, and whether values that are near mean something alike."""

    first: int
    count: int
    is_ordered: bool


@frozen(eq=False)
class Encoding:
    """The numbers of a state, as kernels read them (`verifier.run.kernels.judged`), and their rows.

    `cells` has the slot, the lowest value, the last row from the first, the first row and how many values share a row; `piles`
    the slot of the size, the slot of the lowest item's number, the slots of an item, and then the same.
    """

    cells: Array
    piles: Array
    groups: tuple[Rows, ...]  # of the cells, then of the piles
    rows: int


def encoding_of(kind: Type) -> Encoding:
    """How states of a type are read."""
    cells, piles, groups, rows = list[tuple[int, ...]](), list[tuple[int, ...]](), list[Rows](), 1
    for is_pile in (False, True):
        for place, slot, is_ordered in _numbers(kind):
            if (len(place) > 1) != is_pile or slot.high == slot.low and not is_pile:
                continue
            values = slot.high - slot.low + 1
            step = -(-values // NUMBERS_MOST) if is_ordered else 1
            group = Rows(rows, -(-values // step), is_ordered)
            (piles if is_pile else cells).append((*place, slot.low, group.count - 1, group.first, step))
            groups.append(group)
            rows += group.count
    return Encoding(np.array(cells, dtype=np.int64).reshape(-1, 5), np.array(piles, dtype=np.int64).reshape(-1, 7),
                    tuple(groups), rows)


def _numbers(kind: Type, base: int = 0) -> Iterator[tuple[tuple[int, ...], Slot, bool]]:
    """Each number: where it lies, its range, and whether it is more than a name.  One of a pile's items has three places."""
    if isinstance(kind, RecordType):
        for _, field in kind.fields:
            yield from _numbers(field, base)
            base += width(field)
    elif isinstance(kind, RowType):
        for index in range(kind.size):
            yield from _numbers(kind.item, base + index * width(kind.item))
    elif isinstance(kind, PileType):
        yield (base,), Slot("size", 0, kind.size), True
        for place, slot, is_ordered in _numbers(kind.item, base + 1):
            yield (base, *place, width(kind.item)), slot, is_ordered
    else:
        for index, slot in enumerate(slots(kind)):
            yield (base + index,), slot, not isinstance(kind, (EnumType, FlagType))
