"""The checked objects that the reference run works on: records, rows, piles and bags that know their ranges.

They are deliberately plain (Python lists and attributes): this is the truth that the other executions are compared with.
Leaving a range, taking from an empty pile or indexing outside a row raises `LeftRange` at the line that did it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from typing import Any, Generic, TypeVar, cast, dataclass_transform

from verifier.lang.types import (
    BAG,
    PILE,
    ROW,
    BagType,
    EnumType,
    FlagType,
    IntType,
    PileType,
    RecordType,
    RowType,
    Scalar,
    Type,
    record_type,
)

T = TypeVar("T")
K = TypeVar("K", bound=IntEnum)
C = TypeVar("C", bound="_Items[Any]")


class LeftRange(Exception):
    """A value outside its declared range: `field`, the `value` and the `expected` range in words."""

    def __init__(self, field: str, value: object, expected: str) -> None:
        super().__init__(f"{field}: {value!r} is outside {expected}")
        self.field, self.value, self.expected = field, value, expected


def checked(kind: Scalar, value: Any, field: str) -> Any:
    """The value as its declared type (an enum member, None, a bool or an int), or LeftRange."""
    if isinstance(kind, FlagType):
        if not isinstance(value, bool):
            raise LeftRange(field, value, "true or false")
        return value
    if isinstance(kind, EnumType):
        return _checked_member(kind, value, field)
    if isinstance(value, bool) or not isinstance(value, int) or not kind.low <= value <= kind.high:
        raise LeftRange(field, value, f"{kind.low}..{kind.high}")
    return int(value)


def _checked_member(kind: EnumType, value: Any, field: str) -> Any:
    if value is None:
        number = -1 if kind.none is None else 0
    else:
        known = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        number = int(value) + kind.first if known else -1
    if not kind.low <= number <= kind.high:
        raise LeftRange(field, value, f"{kind.word(kind.low)}..{kind.word(kind.high)}")
    return kind.value(number)


def blank(kind: Type, name: str = "") -> Any:
    """A value of a type with every scalar at its lowest and every pile and bag empty."""
    if isinstance(kind, FlagType):
        return False
    if isinstance(kind, IntType):
        return kind.low
    if isinstance(kind, EnumType):
        return kind.value(kind.low)
    if isinstance(kind, RecordType):
        return kind.record()
    container = {RowType: Row, PileType: Pile, BagType: Bag}[type(kind)]
    return container(kind, name)


class _Record:
    """What `record` gives every declared class: keyword construction, checked assignment, equality, a readable repr."""

    def __init__(self, **values: Any) -> None:
        kind = record_type(type(self))
        unknown = set(values) - {name for name, _ in kind.fields}
        if unknown:
            raise TypeError(f"{type(self).__name__} has no field {min(unknown)!r}")
        for name, field in kind.fields:
            if name in values and isinstance(field, Scalar):
                setattr(self, name, values[name])
            else:
                self.__dict__[name] = blank(field, name)

    def __setattr__(self, name: str, value: Any) -> None:
        field = record_type(type(self)).field(name)
        if field is None:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")
        where = f"{type(self).__name__}.{name}"
        if not isinstance(field, Scalar):
            raise TypeError(f"{where} is a container: change it through its own methods")
        self.__dict__[name] = checked(field, value, where)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({fields})"


@dataclass_transform(kw_only_default=True)
def record(cls: type[T]) -> type[T]:
    """Declare a record: a class whose annotations are its fields (see `verifier.lang.types`).

    Records are built blank (every scalar at its lowest value) or from keywords naming scalar fields.
    """
    for name in ("__init__", "__setattr__", "__eq__", "__hash__", "__repr__"):
        setattr(cls, name, _Record.__dict__[name])
    cls.__daybreak__ = True  # type: ignore[attr-defined]
    return cls


def copied(value: Any) -> Any:
    """A deep copy of a scalar, record, row, pile or bag."""
    if value is None or isinstance(value, int):  # first, as most values are: asking an enum for anything else is slow
        return value
    kind = type(value)
    if kind is Row or kind is Pile:
        items = value._items
        return filled(kind, value._kind, value._name, items[:] if isinstance(value._kind.item, Scalar) else [*map(copied, items)])
    if kind is Bag:
        bag = Bag.__new__(Bag)
        bag._kind, bag._name, bag._counts = value._kind, value._name, value._counts[:]
        return bag
    if hasattr(kind, "__daybreak__"):
        twin = object.__new__(kind)
        fields = twin.__dict__
        fields.update(value.__dict__)
        for name in _containers(kind):  # type: ignore[arg-type]
            fields[name] = copied(fields[name])
        return twin
    return value


@cache
def _containers(record: Any) -> tuple[str, ...]:
    """The fields of a class of records that a copy cannot share."""
    return tuple(name for name, kind in record_type(record).fields if not isinstance(kind, Scalar))


def filled(container: type[C], kind: RowType | PileType, name: str, items: list[Any]) -> C:
    """A row or a pile of items that are known to be of its kind."""
    made = container.__new__(container)
    made._kind, made._name, made._items = kind, name, items
    return made


class _Items(Generic[T]):
    """What rows and piles share: indexing from zero, without Python's negative indices."""

    _kind: RowType | PileType
    _name: str
    _items: list[T]

    def _at(self, index: int) -> int:
        if not 0 <= index < len(self._items):
            raise LeftRange(f"{self._name}[index]", int(index), f"0..{len(self._items) - 1}")
        return int(index)

    def _word_of(self, index: int) -> str:
        return str(int(index))

    def __getitem__(self, index: int) -> T:
        return self._items[self._at(index)]

    def __setitem__(self, index: int, value: T) -> None:
        if not isinstance(self._kind.item, Scalar):
            raise TypeError(f"{self._name}[...] holds records: change their fields")
        self._items[self._at(index)] = cast(T, checked(self._kind.item, value, f"{self._name}[{self._word_of(index)}]"))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._items == other._items

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._items)


class Row(_Items[T]):
    """A fixed number of items, indexed by an integer or an enum member: from 0, or from the first member that a row is by."""

    __container__ = ROW
    _kind: RowType

    def __init__(self, kind: RowType, name: str = "row") -> None:
        self._kind, self._name = kind, name
        self._items: list[T] = [blank(kind.item, name) for _ in range(kind.size)]

    def __getitem__(self, index: int) -> T:
        at = index - self._kind.first
        return self._items[at if 0 <= at < len(self._items) else self._at(index)]

    def _at(self, index: int) -> int:
        first, last = self._kind.first, self._kind.first + len(self._items) - 1
        if not first <= index <= last:
            member = self._kind.by is not None and 0 <= index < len(self._kind.by.enum)
            raise LeftRange(f"{self._name}[index]", self._kind.word(index) if member else int(index),
                            f"{self._kind.word(first)}..{self._kind.word(last)}")
        return int(index) - first

    def _word_of(self, index: int) -> str:
        return self._kind.word(index)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)


class Pile(_Items[T]):
    """An ordered, bounded pile; index 0 is the top."""

    __container__ = PILE

    def __init__(self, kind: PileType, name: str = "pile") -> None:
        self._kind, self._name = kind, name
        self._items: list[T] = []

    @property
    def size(self) -> int:
        """How many elements the pile holds."""
        return len(self._items)

    def __bool__(self) -> bool:
        raise TypeError("a pile is neither true nor false: compare pile.size with a number")

    def __iter__(self) -> Iterator[T]:
        size = len(self._items)
        for index in range(size):
            yield self._items[index]
            if len(self._items) != size:
                raise TypeError(f"{self._name} was changed inside a loop over it")

    def _checked(self, value: T) -> T:
        if len(self._items) >= self._kind.size:
            raise LeftRange(f"{self._name}.size", len(self._items) + 1, f"0..{self._kind.size}")
        if isinstance(self._kind.item, Scalar):
            return cast(T, checked(self._kind.item, value, self._name))
        return cast(T, copied(value))

    def put_top(self, value: T) -> None:
        """Put an element on top."""
        self._items.insert(0, self._checked(value))

    def put_bottom(self, value: T) -> None:
        """Put an element underneath all others."""
        self._items.append(self._checked(value))

    def take_at(self, index: int) -> T:
        """Take the element `index` places below the top out of the pile."""
        return self._items.pop(self._at(index))

    def take_top(self) -> T:
        """Take the top element."""
        return self.take_at(0)

    def take_bottom(self) -> T:
        """Take the bottom element."""
        if not self._items:
            raise LeftRange(f"{self._name}[index]", -1, "a pile with elements")
        return self._items.pop()

    def clear(self) -> None:
        """Empty the pile."""
        self._items.clear()


class Bag(Generic[K]):
    """How many of each kind: a pile whose order nobody knows or needs."""

    __container__ = BAG

    def __init__(self, kind: BagType, name: str = "bag") -> None:
        self._kind, self._name = kind, name
        self._counts = [0] * (kind.kind.high + 1)

    def _index(self, kind: int) -> int:
        if not self._kind.kind.low <= kind <= self._kind.kind.high:
            raise LeftRange(f"{self._name}[kind]", kind, f"{self._kind.kind.low}..{self._kind.kind.high}")
        return int(kind)

    def _set(self, index: int, count: int) -> None:
        if not self._kind.low <= count <= self._kind.high:
            word = self._kind.kind.word(index)
            raise LeftRange(f"{self._name}[{word}]", count, f"{self._kind.low}..{self._kind.high}")
        self._counts[index] = count

    def __getitem__(self, kind: K) -> int:
        return self._counts[self._index(kind)]

    def __setitem__(self, kind: K, count: int) -> None:
        self._set(self._index(kind), count)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bag) and self._counts == other._counts

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise TypeError("a bag is neither true nor false: compare bag.total with a number")

    def __repr__(self) -> str:
        counts = {self._kind.kind.word(index): count for index, count in enumerate(self._counts) if count}
        return repr(counts)

    @property
    def total(self) -> int:
        """How many there are of all kinds together."""
        return sum(self._counts)

    def add(self, kind: K) -> None:
        """Put one of a kind in."""
        index = self._index(kind)
        self._set(index, self._counts[index] + 1)

    def take(self, kind: K) -> None:
        """Take one of a kind out."""
        index = self._index(kind)
        self._set(index, self._counts[index] - 1)

    def add_all(self, other: Bag[K]) -> None:
        """Put in as many of each kind as the other bag holds; the other bag keeps its own."""
        for index, count in enumerate(list(other._counts)):
            self._set(index, self._counts[index] + count)

    def clear(self) -> None:
        """Empty the bag."""
        self._counts = [0] * len(self._counts)
