"""Where each scalar of a declared record lies in a flat array of integers, and how states are carried there and back.

A pile takes one slot for its size and then, bottom first, one slot per scalar of each possible element (so that the usual
end, the top, grows without moving the rest); slots above the top are 0.  A bag takes one slot per member of its enum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from attrs import frozen

from verifier.lang.types import BagType, EnumType, FlagType, PileType, RecordType, RowType, Scalar, Type
from verifier.lang.values import Bag, Pile, Row, filled

Encoder = Callable[[Any, list[int]], None]


@frozen
class Slot:
    """One integer of a flat array: its dotted path and its range."""

    path: str
    low: int
    high: int

    @property
    def bits(self) -> int:
        """How many bits hold every value of the range."""
        return (self.high - self.low).bit_length()


def number_of(kinds: Sequence[Scalar], values: Iterable[int]) -> int:
    """Values of several types as one number, the first in the highest place: it compares as they do, one by one."""
    number = 0
    for kind, value in zip(kinds, values, strict=True):
        number = number * (kind.high - kind.low + 1) + value - kind.low
    return number


def values_of(kinds: Sequence[Scalar], number: int) -> tuple[int, ...]:
    """The values that `number_of` made a number of."""
    found = list[int]()
    for kind in reversed(kinds):
        number, value = divmod(number, kind.high - kind.low + 1)
        found.append(value + kind.low)
    return tuple(reversed(found))


@cache
def width(kind: Type) -> int:
    """How many slots a value of a type takes."""
    if isinstance(kind, RecordType):
        return sum(width(field) for _, field in kind.fields)
    if isinstance(kind, RowType):
        return kind.size * width(kind.item)
    if isinstance(kind, PileType):
        return 1 + kind.size * width(kind.item)
    if isinstance(kind, BagType):
        return kind.kind.high + 1
    return 1


@cache
def offset_of(kind: RecordType, name: str) -> int:
    """The slots before a field of a record."""
    offset = 0
    for each, field in kind.fields:
        if each == name:
            return offset
        offset += width(field)
    raise KeyError(name)


def slots(kind: Type, path: str = "") -> Iterator[Slot]:
    """Every slot of a value of a type, in order."""
    if isinstance(kind, RecordType):
        for name, field in kind.fields:
            yield from slots(field, f"{path}.{name}" if path else name)
    elif isinstance(kind, RowType):
        for index in range(kind.size):
            yield from slots(kind.item, f"{path}[{kind.word(kind.first + index)}]")
    elif isinstance(kind, PileType):
        yield Slot(f"{path}.size", 0, kind.size)
        for index in range(kind.size):
            for slot in slots(kind.item, f"{path}[-{index + 1}]"):
                yield Slot(slot.path, min(slot.low, 0), max(slot.high, 0))
    elif isinstance(kind, BagType):
        for index in range(kind.kind.high + 1):
            yield Slot(f"{path}[{kind.kind.word(index)}]", kind.low, kind.high)
    else:
        yield Slot(path, kind.low, kind.high)


def encode(kind: Type, value: Any) -> list[int]:
    """A value as flat integers."""
    numbers: list[int] = []
    _encoder(kind)(value, numbers)
    return numbers


@cache
def _encoder(kind: Type) -> Encoder:
    """What appends a value of a type to flat integers: which type it is is asked once, not of every value of every state."""
    if isinstance(kind, EnumType):
        first = kind.first
        return lambda value, numbers: numbers.append(0 if value is None else int(value) + first)
    if isinstance(kind, Scalar):
        return lambda value, numbers: numbers.append(int(value))
    if isinstance(kind, RecordType):
        return _record_encoder(kind)
    if isinstance(kind, BagType):
        return lambda value, numbers: numbers.extend(value._counts)
    item = _encoder(kind.item)
    if isinstance(kind, RowType):
        def row(value: Any, numbers: list[int]) -> None:
            for each in value._items:
                item(each, numbers)

        return row
    slots_of_pile = width(kind)

    def pile(value: Any, numbers: list[int]) -> None:
        end = len(numbers) + slots_of_pile
        numbers.append(value.size)
        for each in reversed(value._items):
            item(each, numbers)
        numbers.extend([0] * (end - len(numbers)))

    return pile


def _record_encoder(kind: RecordType) -> Encoder:
    if kind.flat and not any(isinstance(field, EnumType) and field.none is not None for _, field in kind.fields):
        names = [name for name, _ in kind.fields]

        def flat(value: Any, numbers: list[int]) -> None:
            fields = value.__dict__
            numbers.extend([int(fields[name]) for name in names])

        return flat
    parts = [(name, _encoder(field)) for name, field in kind.fields]

    def whole(value: Any, numbers: list[int]) -> None:
        fields = value.__dict__
        for name, encoder in parts:
            encoder(fields[name], numbers)

    return whole


def decode(kind: Type, numbers: list[int], name: str = "") -> Any:
    """The value that flat integers stand for; the inverse of `encode`."""
    return _decode(kind, iter(numbers), name)


def _decode(kind: Type, numbers: Iterator[int], name: str) -> Any:
    if isinstance(kind, Scalar):
        number = int(next(numbers))
        if isinstance(kind, FlagType):
            return bool(number)
        return kind.value(number) if isinstance(kind, EnumType) else number
    if isinstance(kind, RecordType):
        record: Any = object.__new__(kind.record)
        record.__dict__.update({field_name: _decode(field, numbers, field_name) for field_name, field in kind.fields})
        return record
    if isinstance(kind, RowType):
        return filled(Row, kind, name, [_decode(kind.item, numbers, name) for _ in range(kind.size)])
    if isinstance(kind, PileType):
        size = min(int(next(numbers)), kind.size)
        cells = [_decode(kind.item, numbers, name) for _ in range(size)]
        for _ in range((kind.size - size) * width(kind.item)):
            next(numbers)
        return filled(Pile, kind, name, cells[::-1])
    bag: Bag[Any] = Bag(kind, name)
    bag._counts = [int(next(numbers)) for _ in bag._counts]
    return bag
