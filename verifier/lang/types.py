"""How a state is declared: bounded integers, flags, enums, records, rows, piles and bags.

A record's annotations are read once, by `record`, into the types of this module; the reference run checks values against
them, the layout places them in a flat array, the emitter and the lifter take ranges from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import cache
from itertools import product
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from attrs import Factory, evolve, field, frozen

from verifier.errors import Problem, RuleRefused
from verifier.lang.declared import as_written, place_in
from verifier.visible import one_line

INT_MIN, INT_MAX = -(2**31), 2**31 - 1
CELL_BITS = 62
_INSTEAD: dict[Any, str] = {
    list: "an order of cards is a pile: write Annotated[Pile[Card], Size(4)]; a list of a fixed length is a Row",
    dict: "counts of cards are a bag: write Annotated[Bag[Card], Range(0, 9)]; a value for each member is a Row with By",
}
ROW, PILE, BAG = "row", "pile", "bag"  # what `verifier.lang.values` calls its containers


@frozen
class Range:
    """`Annotated[int, Range(0, 8)]`: both ends are included.  On an enum: a contiguous part of its members."""

    low: int
    high: int


@frozen
class Size:
    """`Annotated[Row[Door], Size(4)]`: the length of a row, or the most elements a pile can hold."""

    size: int


@frozen
class By:
    """`Annotated[Row[Door], By(Side)]`: an item for each member of an enum, or of a contiguous part of one.

    Files write such a row as a table by the members' words.  A member that a scenario leaves out has a blank item; an edition
    must name every one, unless the row is `partial`.
    """

    enum: Any
    partial: bool = False


@frozen
class Word:
    """`Annotated[bool, Word("!")]`: how a set flag is written; a flag that is not set is written as nothing.

    `Annotated[Unit | None, Word("nobody")]`: how None is written, which is `none` otherwise.
    """

    text: str


@frozen
class IntType:
    """A bounded integer."""

    low: int
    high: int

    def word(self, value: int) -> str:
        """How a value is written in events, scenarios and output."""
        return str(value)


@frozen
class FlagType:
    """True or false; `text` is how a set flag is written inside a record's notation."""

    text: str | None = None
    low: int = 0
    high: int = 1

    def word(self, value: int) -> str:
        """How a value is written in events, scenarios and output."""
        if self.text is not None:
            return self.text if value else ""
        return "yes" if value else "no"


@frozen(cache_hash=True)
class EnumType:
    """An enum whose members are 0..n-1, or a contiguous part of one; perhaps with the members of one that extends it, or None.

    Where there is None (`none` is how it is written) it is number 0, and the members are counted from 1.
    """

    enum: type[IntEnum]
    low: int
    high: int
    more: type[IntEnum] | None = None
    none: str | None = None

    @property
    def first(self) -> int:
        """The number of the enum's first member: 1 behind None, otherwise 0."""
        return 0 if self.none is None else 1

    @property
    def whole(self) -> EnumType:
        """The type with all that it is a part of."""
        return evolve(self, low=0, high=len(_values(self.enum, self.more, self.none)) - 1)

    def value(self, number: int) -> IntEnum | None:
        """The member that a number stands for, or None."""
        return _values(self.enum, self.more, self.none)[number]

    def number(self, value: int | None) -> int:
        """The number that stands for a member, or for None."""
        return 0 if value is None else int(value) + self.first

    def word(self, number: int) -> str:
        """How a value is written in events, scenarios and output."""
        return self.words[number]

    @property
    def words(self) -> tuple[str, ...]:
        """How every value is written, in the order of the numbers."""
        return _words(self.enum, self.more, self.none)

    @property
    def texts(self) -> tuple[str | int, ...]:
        """The words, as integers where `@words` has integers."""
        return _texts(self.enum, self.more, self.none)


Scalar = IntType | FlagType | EnumType


@frozen(cache_hash=True)
class RecordType:
    """A fixed set of named fields."""

    record: type
    fields: tuple[tuple[str, Type], ...]
    _by_name: dict[str, Type] = field(init=False, eq=False, repr=False, default=Factory(lambda self: dict(self.fields), True))

    def field(self, name: str) -> Type | None:
        """The type of a field, or None when the record has no such field."""
        return self._by_name.get(name)

    @property
    def flat(self) -> bool:
        """Whether every field is a scalar, so that the record can be an element of a pile."""
        return all(isinstance(kind, Scalar) for _, kind in self.fields)


@frozen(cache_hash=True)
class RowType:
    """A fixed number of items; with `by`, one for each member of an enum, in the order of their values.

    `partial` says that an edition may leave some out; it makes no other type.  `first` is the index of the first item.
    """

    item: Type
    size: int
    by: EnumType | None = None
    partial: bool = field(default=False, eq=False)
    first: int = field(init=False, eq=False, repr=False, default=Factory(lambda self: self.by.low if self.by else 0, True))

    def word(self, index: int) -> str:
        """How an index is written: a member's word, or a number where there is no such member."""
        if self.by is not None and 0 <= index < len(self.by.enum):
            return self.by.word(index)
        return str(int(index))


@frozen(cache_hash=True)
class PileType:
    """An ordered, bounded pile of scalars or flat records; the top comes first."""

    item: Type
    size: int


@frozen(cache_hash=True)
class BagType:
    """A count for each member of an enum, each within the same range."""

    kind: EnumType
    low: int
    high: int


Type = Scalar | RecordType | RowType | PileType | BagType
E = TypeVar("E", bound=type[IntEnum])


def words(*texts: str | int) -> Callable[[E], E]:
    """Say how the members of an enum are written, in order; integers are written as integers in scenario files."""

    def decorate(enum: E) -> E:
        if len(texts) != len(enum) or len({str(text) for text in texts}) != len(texts):
            refuse(enum.__name__, f"@words needs {len(enum)} different words, one for each member in order",
                   'write @words("red", "green") over the enum')
        enum.__words__ = texts  # type: ignore[attr-defined]
        return enum

    return decorate


def extends(base: type[IntEnum]) -> Callable[[E], E]:
    """Say that an enum has more members for where another is not enough: `Entrance | Jasper` is an entrance, or one of these.

    They count on from those of the other, so that no number stands for two things.  Refused (`DB301`) where they do not.
    """

    def decorate(enum: E) -> E:
        count = len(base)
        if hasattr(base, "__extends__"):
            refuse(enum.__name__, f"{base.__name__} extends another enum itself", f"extend {base.__extends__.__name__}")
        if len(enum) == 0 or [int(member) for member in enum] != list(range(count, count + len(enum))):
            refuse(enum.__name__, f"the members must count on from those of {base.__name__}: {count}, {count + 1}, ... in order",
                   f"number the first one {count}")
        enum.__extends__ = base  # type: ignore[attr-defined]
        return enum

    return decorate


def words_of(enum: type[IntEnum]) -> tuple[str, ...]:
    """How the members of an enum are written, in the order of their values."""
    return tuple(one_line(str(text)) for text in _texts_of(enum))


def word_of(member: IntEnum) -> str:
    """How a member of an enum is written."""
    return words_of(type(member))[list(type(member)).index(member)]


def _texts_of(enum: type[IntEnum]) -> tuple[str | int, ...]:
    words: tuple[str | int, ...] | None = getattr(enum, "__words__", None)
    return tuple(member.name.lower().replace("_", "-") for member in enum) if words is None else words


@cache
def _texts(enum: type[IntEnum], more: type[IntEnum] | None, none: str | None) -> tuple[str | int, ...]:
    return (*(() if none is None else (none,)), *_texts_of(enum), *(() if more is None else _texts_of(more)))


@cache
def _words(enum: type[IntEnum], more: type[IntEnum] | None, none: str | None) -> tuple[str, ...]:
    return tuple(one_line(str(text)) for text in _texts(enum, more, none))


@cache
def _values(enum: type[IntEnum], more: type[IntEnum] | None, none: str | None) -> tuple[IntEnum | None, ...]:
    return (*(() if none is None else (None,)), *enum, *(() if more is None else more))


def refuse(where: str, message: str, hint: str = "") -> None:
    """Refuse a declaration, naming the place."""
    raise RuleRefused(Problem("DB301", message, where, hint))


def enum_type(enum: type[IntEnum], bounds: Range | None, where: str) -> EnumType:
    """The type of an enum after checking that its members count from zero, or on from those of the enum that it extends."""
    base: type[IntEnum] | None = getattr(enum, "__extends__", None)
    first = 0 if base is None else len(base)
    if base is None and not _counts_from_0(enum) or len(enum) == 0:
        refuse(where, f"the members of {enum.__name__} must be 0, 1, 2, ... in order", "number them from 0 without gaps")
    low, high = (int(bounds.low), int(bounds.high)) if bounds else (first, first + len(enum) - 1)
    if not first <= low <= high < first + len(enum):
        refuse(where, f"Range({low}, {high}) is not a part of {enum.__name__}", "name its first and last member")
    return EnumType(enum, low, high) if base is None else EnumType(base, low, high, enum)


@cache
def _counts_from_0(enum: type[IntEnum]) -> bool:
    return [int(member) for member in enum] == list(range(len(enum)))


def bounded(bounds: Range | None, where: str) -> Range:
    """The range of an integer or a bag, which must be given and sensible."""
    if bounds is None:
        refuse(where, "an integer needs a range", "write Annotated[int, Range(0, 8)]")
    assert bounds is not None
    if not INT_MIN <= bounds.low <= bounds.high <= INT_MAX:
        refuse(where, f"Range({bounds.low}, {bounds.high}) is empty or beyond 32 bits", "put the lower end first")
    return bounds


def _container(hint: Any) -> str:
    """Which of the containers of `verifier.lang.values` an annotation names; empty for anything else."""
    name: str = getattr(get_origin(hint), "__container__", "")
    return name


def type_of(hint: Any, where: str) -> Type:
    """The type that an annotation declares; refuses, with `where`, what the language does not have."""
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *extra = get_args(hint)
        marks = tuple(extra)
    bounds = next((mark for mark in marks if isinstance(mark, Range)), None)
    size = next((mark.size for mark in marks if isinstance(mark, Size)), None)
    word = next((one_line(str(mark.text)) for mark in marks if isinstance(mark, Word)), None)
    by = next((mark for mark in marks if isinstance(mark, By)), None)
    if by is not None and _container(hint) != ROW:
        refuse(where, "By is for rows", "write Annotated[Row[Door], By(Side)]")
    if get_origin(hint) in (Union, UnionType):
        return _union(get_args(hint), bounds, word, where)
    if hint is bool:
        return FlagType(word)
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return enum_type(hint, bounds, where)
    if hint is int:
        bounds = bounded(bounds, where)
        return IntType(bounds.low, bounds.high)
    if isinstance(hint, type) and hasattr(hint, "__daybreak__"):
        found = record_type(hint)
        if not found.fields:
            refuse(where, f"{hint.__name__} has no fields, or holds itself", "give it fields of other types")
        return found
    container, inner = _container(hint), get_args(hint)
    if container == BAG:
        kind = type_of(inner[0], where)
        bounds = bounded(bounds, where)
        if not isinstance(kind, EnumType) or kind.more is not None or kind.none is not None or bounds.low != 0:
            refuse(where, "a bag counts the members of an enum, each from 0 up", "write Annotated[Bag[Card], Range(0, 9)]")
        assert isinstance(kind, EnumType)
        return BagType(kind, bounds.low, bounds.high)
    if container in (ROW, PILE):
        kinds = _row_kinds(by, size, where) if by is not None else None
        size = kinds.high - kinds.low + 1 if kinds is not None else size
        if size is None or size < 1:
            refuse(where, "a row or pile needs a size", "write Annotated[Row[Door], Size(4)]")
        assert size is not None
        item = type_of(Annotated[inner[0], bounds] if bounds else inner[0], where)
        if container == ROW:
            return RowType(item, size, kinds, by is not None and by.partial)
        if not (isinstance(item, Scalar) or (isinstance(item, RecordType) and item.flat)):
            refuse(where, "a pile holds scalars or records of scalars", "use a row for what holds piles and rows")
        if sum((each.high - each.low).bit_length() for each in _scalars(item)) > CELL_BITS:
            refuse(where, f"an element of a pile has at most {CELL_BITS} bits", "narrow the ranges of its fields")
        return PileType(item, size)
    refuse(where, f"{as_written(hint)} is not a type of the rule language",
           _INSTEAD.get(get_origin(hint) or hint,
                        "use bool, an IntEnum, Annotated[int, Range(..)], a @record, or Row, Pile, Bag"))
    raise AssertionError


def _union(hints: tuple[Any, ...], bounds: Range | None, word: str | None, where: str) -> EnumType:
    """A member of an enum, or of one that extends it, or None; `bounds` and `word` are those of the whole annotation."""
    kinds = [type_of(hint, where) for hint in hints if hint is not NoneType]
    enums = [kind for kind in kinds if isinstance(kind, EnumType) and kind.none is None]
    found = next((kind for kind in enums if kind.more is None), None)
    others = [kind for kind in enums if kind is not found]
    if found is None or len(enums) != len(kinds) or len(others) > 1 or any(kind.enum is not found.enum for kind in others):
        refuse(where, "this can be a member of an enum, of one more that extends it, or None",
               "write Card | None, or Side | Beyond where Beyond is an enum under @extends(Side)")
    assert found is not None
    if bounds is not None:
        found = enum_type(found.enum, bounds, where)
    ends = (found.high + 1, *(kind.low for kind in others))
    if found.low > 0 or ends[0] != ends[-1]:
        refuse(where, f"a part of {found.enum.__name__} with something else begins with its first member, and leaves none out "
               "before members of another enum", f"write {found.enum.__name__} for all of it")
    if others:
        found = evolve(found, more=others[0].more, high=others[0].high)
    if NoneType in hints:
        found = evolve(found, none=word or "none", high=found.high + 1)
    if len(set(found.words)) < len(found.words):
        refuse(where, f"two values are written alike: {', '.join(found.words)}", "give them other words, None by Word(...)")
    return found


def _row_kinds(by: By, size: int | None, where: str) -> EnumType:
    """The enum, or the part of one, that a row's items stand for."""
    if size is not None:
        refuse(where, "a row by an enum takes its size from it", "leave out Size")
    kinds = type_of(by.enum, where)
    if not isinstance(kinds, EnumType) or kinds.more is not None or kinds.none is not None:
        refuse(where, "By takes an enum, or a part of one", "write By(Side), or By(Annotated[Side, Range(Side.A, Side.C)])")
    assert isinstance(kinds, EnumType)
    return kinds


def record_type(record: type) -> RecordType:
    """The declared fields of a class decorated with `record`."""
    found: RecordType | None = record.__dict__.get("__daybreak_type__")
    if found is None:
        hints = get_type_hints(record, include_extras=True)
        record.__daybreak_type__ = RecordType(record, ())  # type: ignore[attr-defined]  # a record inside itself finds this one, and is refused
        fields = tuple((name, _field(record, name, hint)) for name, hint in hints.items())
        found = RecordType(record, fields)
        record.__daybreak_type__ = found  # type: ignore[attr-defined]
    return found


def _field(record: type, name: str, hint: Any) -> Type:
    """The type of a field; what is refused of it is shown with its line."""
    where = f"{record.__name__}.{name}"
    try:
        kind = type_of(hint, where)
        if name in record.__dict__:
            refuse(where, "a field has no default value", "set it in the set-up")
        return kind
    except RuleRefused as refused:
        place = f"{place_in(record, name)} {where}".strip()
        raise RuleRefused(evolve(each, path=place) if each.path == where else each for each in refused.problems) from refused


def _scalars(kind: Type) -> list[Scalar]:
    return [kind] if isinstance(kind, Scalar) else [each for _, each in kind.fields if isinstance(each, Scalar)]  # type: ignore[union-attr]


def types_in(kind: Type) -> Iterator[Type]:
    """A type and every type in it: of fields and items, of what bags count and what rows are by."""
    yield kind
    within = [field for _, field in kind.fields] if isinstance(kind, RecordType) else [
        getattr(kind, name, None) for name in ("item", "kind", "by")]
    for each in within:
        if each is not None:
            yield from types_in(each)


def enums_in_piles(kind: Type) -> Iterator[type[IntEnum]]:
    """The enums whose members lie in the piles of a type, alone or in records."""
    for pile in types_in(kind):
        if isinstance(pile, PileType):
            yield from (each.enum for each in types_in(pile.item) if isinstance(each, EnumType))


def scalar_values(kind: Scalar) -> range:
    """Every value of a scalar type, as plain integers."""
    return range(kind.low, kind.high + 1)


def notation(item: Type) -> dict[str, tuple[int, ...]]:
    """Text -> field values for the elements of a pile, as `run_together` writes them."""
    kinds = [item] if isinstance(item, Scalar) else [kind for _, kind in item.fields]  # type: ignore[union-attr]
    scalars: list[Scalar] = [kind for kind in kinds if isinstance(kind, Scalar)]
    return {
        run_together(kind.word(value) for kind, value in zip(scalars, values, strict=True)): values
        for values in product(*(scalar_values(kind) for kind in scalars))
    }


def run_together(words: Iterable[str]) -> str:
    """The words of a record's fields as one: `sneaker+!`.  Two that could not be told apart have a space: `raider player-1`."""
    whole = ""
    for word in words:
        whole += f" {word}" if whole[-1:].isalnum() and word[:1].isalpha() else word
    return whole


def leaves(kind: Type, path: str = "") -> Iterator[tuple[str, Type]]:
    """The named containers and scalars directly below a record, with their dotted paths."""
    if isinstance(kind, RecordType):
        for name, field in kind.fields:
            yield from leaves(field, f"{path}.{name}" if path else name)
    else:
        yield path, kind
