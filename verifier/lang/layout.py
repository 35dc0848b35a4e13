"""Where each scalar of a declared record lies in a flat array of integers, and how states are carried there and back.

A pile takes one slot for its size and then, bottom first, one slot per scalar of each possible element (so that the usual
end, the top, grows without moving the rest); slots above the top are 0.  A bag takes one slot per member of its enum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from attrs import frozen

from verifier.lang.types import BagType, EnumType, FlagType, IntType, PileType, RecordType, RowType, Scalar, Type
from verifier.lang.values import Bag, Pile, Row, filled

_PLAIN = (IntType, FlagType)


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
    _encode(kind, value, numbers)
    return numbers


def _encode(kind: Type, value: Any, numbers: list[int]) -> None:
    if isinstance(kind, RecordType):
        fields = value.__dict__
        for name, field in kind.fields:
            if isinstance(field, _PLAIN):  # most are
                numbers.append(int(fields[name]))
            else:
                _encode(field, fields[name], numbers)
    elif isinstance(kind, EnumType):
        numbers.append(kind.number(value))
    elif isinstance(kind, _PLAIN):
        numbers.append(int(value))
    elif isinstance(kind, RowType):
        for item in value._items:
            _encode(kind.item, item, numbers)
    elif isinstance(kind, PileType):
        end = len(numbers) + width(kind)
        numbers.append(value.size)
        for item in reversed(value._items):
            _encode(kind.item, item, numbers)
        numbers.extend([0] * (end - len(numbers)))
    else:
        numbers.extend(value._counts)


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
