"""How learned weights read a state: which row of weights each of its numbers picks.

Every number of a state that can vary has a row for each of its values (neighbouring values share one where there are many),
every number of a pile's items a row for each value wherever in the pile it lies.  Where very many values share a row, the number
picks another by how far it is above the first of them: one point more is worth about as much anywhere.  Row 0 counts always.
What nobody sees at the table is in no state that a player is handed, and so in no row.
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
SHARED_MOST = 8  # values that share a row and are not told apart


@frozen(eq=False)
class Encoding:
    """The numbers of a state, as kernels read them (`verifier.run.kernels.judged`), and their rows.

    `cells` has the slot, the lowest value, the last row from the first, the first row, how many values share a row (below 0:
    after how many values the rows come again), and whether values are in an order; `piles` the slot of the size, the slot of the
    lowest item's number, the slots of an item, and then the same.
    """

    cells: Array
    piles: Array
    rows: int

    @property
    def ordered(self) -> list[slice]:
        """The rows of each number whose values are in an order: 3 is more like 4 than like 9, and a name like no other."""
        return [slice(int(first), int(first + most + 1)) for *_, most, first, _, is_ordered in
                (*self.cells[:, 1:].tolist(), *self.piles[:, 3:].tolist()) if is_ordered]


def encoding_of(kind: Type) -> Encoding:
    """How states of a type are read."""
    cells, piles, rows = list[tuple[int, ...]](), list[tuple[int, ...]](), 1
    for is_pile in (False, True):
        for place, slot, is_ordered in _numbers(kind):
            if (len(place) > 1) != is_pile or slot.high == slot.low and not is_pile:
                continue
            values = slot.high - slot.low + 1
            step = -(-values // NUMBERS_MOST) if is_ordered else 1
            count = -(-values // step)
            (piles if is_pile else cells).append((*place, slot.low, count - 1, rows, step, is_ordered))
            rows += count
            if step > SHARED_MOST:
                (piles if is_pile else cells).append((*place, slot.low, step - 1, rows, -step, is_ordered))
                rows += step
    return Encoding(np.array(cells, dtype=np.int64).reshape(-1, 6), np.array(piles, dtype=np.int64).reshape(-1, 8), rows)


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
