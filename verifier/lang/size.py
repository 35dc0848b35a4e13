"""The size of a position: how much somebody has to lay out who sets it up.

That is the elements in its piles.  A game without piles is laid out in rows, and there the items count that are not blank (the
lowest value of everything in them); a row of rows counts the items of the inner ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from verifier.lang.layout import encode, offset_of, width
from verifier.lang.types import PileType, RecordType, RowType, Type
from verifier.lang.values import blank


@frozen
class LaidOut:
    """What counts: the slots with the sizes of piles, or the slots of each item with the numbers of a blank one.

    No position is larger than `most`.
    """

    piles: tuple[int, ...]
    items: tuple[tuple[range, tuple[int, ...]], ...]
    most: int

    def of(self, numbers: Sequence[int]) -> int:
        """The size of a state given as flat integers."""
        return sum(numbers[size] for size in self.piles) + sum(
            tuple(numbers[slots.start:slots.stop]) != nothing for slots, nothing in self.items)


def laid_out(kind: Type) -> LaidOut:
    """What counts in states of a type."""
    piles = tuple(_piles(kind, 0))
    if piles:
        return LaidOut(tuple(slot for slot, _ in piles), (), sum(most for _, most in piles))
    items = tuple(_items(kind, 0))
    return LaidOut((), items, len(items))


def _piles(kind: Type, first: int) -> Iterator[tuple[int, int]]:
    """The slot with the size of each pile, and the most that it holds."""
    if isinstance(kind, PileType):
        yield first, kind.size
    for field, slot in _within(kind, first):
        yield from _piles(field, slot)


def _items(kind: Type, first: int) -> Iterator[tuple[range, tuple[int, ...]]]:
    if isinstance(kind, RowType) and not isinstance(kind.item, RowType):
        nothing = tuple(encode(kind.item, blank(kind.item)))
        for _, slot in _within(kind, first):
            yield range(slot, slot + len(nothing)), nothing
    else:
        for field, slot in _within(kind, first):
            yield from _items(field, slot)


def _within(kind: Type, first: int) -> Iterator[tuple[Type, int]]:
    """The fields of a record and the items of a row, with the slot where each begins."""
    if isinstance(kind, RecordType):
        for name, field in kind.fields:
            yield field, first + offset_of(kind, name)
    elif isinstance(kind, RowType):
        for index in range(kind.size):
            yield kind.item, first + index * width(kind.item)
