"""The size of a position: how much somebody has to lay out who sets it up.

That is the elements in its piles, and what rows have of the same kind that is not None: cards that were taken up from piles, say.
A game without piles is laid out in rows, and there the items count that are not blank (the lowest value of everything in them); a
row of rows counts the items of the inner ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum

from attrs import frozen

from verifier.lang.layout import encode, offset_of, width
from verifier.lang.types import EnumType, PileType, RecordType, RowType, Type, enums_in_piles
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
        held = tuple(_held(kind, 0, set(enums_in_piles(kind))))
        return LaidOut(tuple(slot for slot, _ in piles), held, sum(most for _, most in piles) + len(held))
    items = tuple(_items(kind, 0))
    return LaidOut((), items, len(items))


def _piles(kind: Type, first: int) -> Iterator[tuple[int, int]]:
    """The slot with the size of each pile, and the most that it holds."""
    if isinstance(kind, PileType):
        yield first, kind.size
    for field, slot in _within(kind, first):
        yield from _piles(field, slot)


def _held(kind: Type, first: int, enums: set[type[IntEnum]]) -> Iterator[tuple[range, tuple[int, ...]]]:
    """The items of rows that are a member of some enums, or None."""
    is_row = isinstance(kind, RowType)
    for field, slot in _within(kind, first):
        if is_row and isinstance(field, EnumType) and field.none is not None and field.enum in enums:
            yield range(slot, slot + 1), (0,)
        yield from _held(field, slot, enums)


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
