"""The state as symbolic cells: one value for each slot of the layout, with piles turned over so that the top lies first.

In the flat layout a pile's bottom lies first, which is right for code that moves the top.  Here an element's place in the pile
is its place in the cells, so that looking at the third zombie needs no arithmetic on the pile's size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from attrs import frozen

from verifier.lang.layout import Slot, slots, width
from verifier.lang.size import laid_out
from verifier.lang.types import BagType, FlagType, IntType, PileType, RecordType, RowType, Scalar, Type
from verifier.symbolic.lift.looked_into import all_in_model
from verifier.symbolic.lift.sums import no_more_than, total
from verifier.symbolic.lift.terms import (
    Flag,
    Number,
    Value,
    all_of,
    any_of,
    as_number,
    at_most,
    equal,
    flag_variable,
    is_number,
    negation,
    number_variable,
)


@frozen
class PileSpan:
    """Where a pile lies: the cell of its size, the cells of each element, the most elements."""

    base: int
    item: int
    most: int

    def element(self, place: int) -> int:
        """The first cell of an element, counted from the top."""
        return self.base + 1 + place * self.item


class Table:
    """The cells of one record type: how many, what kind, and where the piles are."""

    def __init__(self, kind: Type) -> None:
        self.kind = kind
        self.slots: tuple[Slot, ...] = tuple(slots(kind))
        self.scalars: tuple[Scalar, ...] = tuple(_scalars(kind))
        self.flags: tuple[bool, ...] = tuple(isinstance(each, FlagType) for each in self.scalars)
        self.piles: tuple[PileSpan, ...] = tuple(_piles(kind, 0))
        self._counted = laid_out(kind)
        self._pile_of = {cell: pile for pile in self.piles for cell in range(pile.base + 1, pile.element(pile.most))}

    def laid_out(self, cells: Sequence[Value]) -> Number:
        """The size of a position (`verifier.lang.size`)."""
        in_piles = (as_number(cells[size]) for size in self._counted.piles)
        return total(chain(in_piles, (as_number(each) for each in self._items(cells))))

    def is_small(self, cells: Sequence[Value], most: int) -> Flag:
        """That the size of a position is at most that."""
        if self._counted.piles:
            return at_most(self.laid_out(cells), most)
        return no_more_than(most, self._items(cells))

    def _items(self, cells: Sequence[Value]) -> Iterator[Flag]:
        """Of each item that counts, that it is not blank."""
        for where, nothing in self._counted.items:
            yield any_of(negation(is_number(cells[slot], number)) for slot, number in zip(where, nothing, strict=True))

    def turned(self, numbers: Sequence[int]) -> list[int]:
        """Flat integers of the layout with each pile turned over; its own inverse."""
        turned = list(numbers)
        for pile in self.piles:
            size = numbers[pile.base]
            for place in range(size):
                source = pile.element(size - 1 - place)
                turned[pile.element(place):pile.element(place + 1)] = numbers[source:source + pile.item]
        return turned

    def known(self, numbers: Sequence[int]) -> list[Value]:
        """The cells of a state given as flat integers."""
        return [bool(number) if flag else int(number) for number, flag in zip(self.turned(numbers), self.flags, strict=True)]

    def unknown(self, prefix: str, most: int | None = None) -> tuple[list[Value], list[Flag]]:
        """Cells that z3 is free to choose, and what makes them a state: ranges, and nothing beyond what a pile holds.

        With `most`, no pile holds more elements than that.
        """
        cells: list[Value] = []
        kept: list[Flag] = []
        for number, (slot, scalar) in enumerate(zip(self.slots, self.scalars, strict=True)):
            pile = self._pile_of.get(number)
            low, high = (slot.low, slot.high) if pile else (scalar.low, scalar.high)
            if most is not None and pile is None and any(each.base == number for each in self.piles):
                high = min(high, most)
            if pile is not None and most is not None and number >= pile.element(most):
                cells.append(False if isinstance(scalar, FlagType) else 0)
            elif isinstance(scalar, FlagType):
                cells.append(flag_variable(f"{prefix}{slot.path}"))
            else:
                value, condition = number_variable(f"{prefix}{slot.path}#{number}", low, high)
                cells.append(value)
                kept.append(condition)
        kept += [condition for condition in self.tidy(cells) if condition is not True]
        return cells, kept

    def tidy(self, cells: Sequence[Value]) -> Iterator[Flag]:
        """What every state keeps: cells beyond a pile's last element are 0, the others in the range of what the pile holds."""
        for pile in self.piles:
            size: Any = cells[pile.base]
            for place in range(pile.most):
                empty = at_most(size, place)
                for cell in range(pile.element(place), pile.element(place + 1)):
                    value: Any = cells[cell]
                    nothing = negation(value) if self.flags[cell] else equal(value, 0)
                    yield any_of((negation(empty), nothing))
                    if not self.flags[cell]:
                        kind = self.scalars[cell]
                        yield any_of((empty, all_of((at_most(kind.low, value), at_most(value, kind.high)))))

    def decoded(self, model: Any, cells: Sequence[Value]) -> list[int]:
        """Flat integers of the layout: what the cells are in a z3 model."""
        return self.turned(all_in_model(model, cells))


def _scalars(kind: Type) -> Iterator[Scalar]:
    """What each cell holds, in the order of the layout; in a bag, a kind that it cannot hold counts 0."""
    if isinstance(kind, RecordType):
        for _, field in kind.fields:
            yield from _scalars(field)
    elif isinstance(kind, RowType):
        for _ in range(kind.size):
            yield from _scalars(kind.item)
    elif isinstance(kind, PileType):
        yield IntType(0, kind.size)
        for _ in range(kind.size):
            yield from _scalars(kind.item)
    elif isinstance(kind, BagType):
        yield from (IntType(0, 0) if each < kind.kind.low else IntType(kind.low, kind.high) for each in range(width(kind)))
    else:
        yield kind


def _piles(kind: Type, base: int) -> Iterator[PileSpan]:
    """Every pile of a value that lies from `base` on."""
    if isinstance(kind, RecordType):
        for _, field in kind.fields:
            yield from _piles(field, base)
            base += width(field)
    elif isinstance(kind, RowType):
        for index in range(kind.size):
            yield from _piles(kind.item, base + index * width(kind.item))
    elif isinstance(kind, PileType):
        yield PileSpan(base, width(kind.item), kind.size)
