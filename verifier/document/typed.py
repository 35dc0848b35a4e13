"""Reads values of a TOML document as the types that a game declares: words for enums, notation for the elements of piles.

What is not given is blank (the lowest value; empty).  Whatever does not fit is complained about with its path, and a blank
value takes its place so that reading goes on to the next mistake.

A row by an enum is a table by its words.  In a start, a word that is left out is a blank item: hardly any space has somebody on
it.  Component data are read `whole`: a key left out would be taken for a blank, and nobody would notice the gap.
Nor may a table there leave out a field that can be below 0: people mean 0 by that, and blank is the lowest value.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from verifier.document.complaints import Complaints, at, key_text
from verifier.lang.types import (
    BagType,
    EnumType,
    FlagType,
    IntType,
    PileType,
    RecordType,
    RowType,
    Scalar,
    Type,
    notation,
)
from verifier.lang.values import Bag, Pile, Row, blank


def named(cls: type) -> str:
    """What messages call a value of an enum or record: `Card` is "a card", `BiteCard` "a bite card"."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", cls.__name__).strip("_").lower()
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def _named_value(kind: EnumType) -> str:
    """What messages call a value of an enum, or of one that extends it."""
    return named(kind.enum) if kind.more is None else f"{named(kind.enum)} or {named(kind.more)}"


def _noun(cls: type) -> str:
    return named(cls).partition(" ")[2]


def described(kind: Type) -> str:
    """What messages say was expected."""
    if isinstance(kind, IntType):
        return f"an integer {kind.low}..{kind.high}"
    if isinstance(kind, FlagType):
        return "true or false"
    if isinstance(kind, EnumType):
        return _named_value(kind)
    if isinstance(kind, RecordType):
        return f"a table for {named(kind.record)}"
    if isinstance(kind, RowType):
        return f"a list of {kind.size}" if kind.by is None else f"a table by {_noun(kind.by.enum)}"
    if isinstance(kind, PileType):
        return f"a list of at most {kind.size}, the top first"
    return "a table of counts, or a list of words"


def value_of(kind: Scalar, number: int) -> Any:
    """A number as a rule sees it: an enum member, None, a bool or an int."""
    if isinstance(kind, FlagType):
        return bool(number)
    return kind.value(number) if isinstance(kind, EnumType) else number


@cache
def numbers_of(kind: EnumType) -> dict[str, int]:
    """Word -> number, for the members that the type allows."""
    return {word: number for number, word in enumerate(kind.words) if kind.low <= number <= kind.high}


@cache
def elements_of(kind: RecordType) -> dict[str, tuple[int, ...]]:
    """Notation -> field values, for the records of a pile."""
    return notation(kind)


def read_value(kind: Type, raw: Any, path: str, complaints: Complaints, name: str = "", *, whole: bool = False) -> Any:
    """The value of a type that a TOML value stands for; containers are new, and called `name` in later messages.

    `whole` complains about rows by an enum that leave out a word, unless they are declared partial, and about records that leave
    out a field whose blank value has a number below 0.
    """
    if isinstance(kind, Scalar):
        return read_scalar(kind, raw, path, complaints)
    value = blank(kind, name)
    if isinstance(kind, RecordType):
        _fill_record(kind, value, raw, path, complaints, whole)
    elif isinstance(kind, RowType) and kind.by is not None:
        _fill_by_word(kind, kind.by, value, raw, path, complaints, whole)
    elif isinstance(kind, RowType):
        _fill_row(kind, value, raw, path, complaints, name, whole)
    elif isinstance(kind, PileType):
        _fill_pile(kind, value, raw, path, complaints)
    else:
        _fill_bag(kind, value, raw, path, complaints)
    return value


def read_scalar(kind: Scalar, raw: Any, path: str, complaints: Complaints) -> Any:
    """The enum member, bool or int that a TOML value stands for; the lowest one, with a complaint, if it is none."""
    if isinstance(kind, EnumType):
        number = read_word(kind, raw, path, complaints)
        return kind.value(kind.low if number is None else number)
    if isinstance(kind, FlagType):
        if isinstance(raw, bool):
            return raw
        complaints.expected(described(kind), raw, path)
        return False
    if isinstance(raw, int) and not isinstance(raw, bool):
        if kind.low <= raw <= kind.high:
            return raw
        complaints.expected(described(kind), raw, path, code="DB205")
    else:
        complaints.expected(described(kind), raw, path)
    return kind.low


def read_word(kind: EnumType, raw: Any, path: str, complaints: Complaints) -> int | None:
    """The number of an enum's word; a word that looks like a number may be given as an integer."""
    known = numbers_of(kind)
    if isinstance(raw, (str, int)) and not isinstance(raw, bool):
        number = known.get(str(raw))
        if number is None:
            complaints.unknown(_named_value(kind), raw, path, known)
        return number
    complaints.expected(_named_value(kind), raw, path)
    return None


def _fill_record(kind: RecordType, value: Any, raw: Any, path: str, complaints: Complaints, whole: bool) -> None:
    table = complaints.table(raw, path, described(kind))
    fields = dict(kind.fields)
    complaints.keys(table, path, (), fields)
    for key, item in table.items():
        if key in fields:
            put_field(fields[key], value, key, read_value(fields[key], item, at(path, key), complaints, key, whole=whole))
    if whole and isinstance(raw, dict):
        for key, field in fields.items():
            if key not in table and (low := lowest(field)) < 0:
                complaints.add("DB201", f"the key {key_text(key)} is missing, and left out it would be {low}", path,
                               f"write {key_text(key)} = {_zeros(field)}")


def lowest(kind: Type) -> int:
    """The lowest number in a blank value of a type; 0 where that has none below."""
    if isinstance(kind, IntType):
        return min(0, kind.low)
    if isinstance(kind, RecordType):
        return min((lowest(field) for _, field in kind.fields), default=0)
    return lowest(kind.item) if isinstance(kind, RowType) else 0


def _zeros(kind: Type) -> str:
    """What to write for a value that is nothing: as near to 0 as it can be."""
    if isinstance(kind, IntType):
        return str(min(0, kind.high))
    if isinstance(kind, RowType) and kind.by is None and isinstance(kind.item, IntType):
        return f"[{', '.join([_zeros(kind.item)] * kind.size)}]"
    return described(kind)


def put_field(kind: Type, record: Any, key: str, value: Any) -> None:
    """Set a field of a record; a container takes the place of the one that was there."""
    if isinstance(kind, Scalar):
        setattr(record, key, value)
    else:
        record.__dict__[key] = value


def _fill_by_word(kind: RowType, by: EnumType, row: Row[Any], raw: Any, path: str, complaints: Complaints, whole: bool) -> None:
    """A table of items by word."""
    words = numbers_of(by)
    if not isinstance(raw, dict):
        complaints.expected(described(kind), raw, path, f"give each {_noun(by.enum)} by its word: {next(iter(words))} = ...")
        return
    for word, item in raw.items():
        number = read_word(by, word, at(path, word), complaints)
        if number is not None:
            row._items[number - kind.first] = read_value(kind.item, item, at(path, word), complaints, row._name, whole=whole)
    missing = [word for word in words if word not in raw]
    if whole and missing and not kind.partial:
        complaints.add("DB201", f"nothing is given for {_listed(missing)}", path, f"give every {_noun(by.enum)} its own")


def _listed(words: list[str]) -> str:
    named_most = 12
    more = f" and {len(words) - named_most} more" if len(words) > named_most else ""
    return ", ".join(words[:named_most]) + more


def _fill_row(kind: RowType, row: Row[Any], raw: Any, path: str, complaints: Complaints, name: str, whole: bool) -> None:
    if not isinstance(raw, list):
        complaints.expected(described(kind), raw, path)
        return
    if len(raw) != kind.size:
        if isinstance(kind.item, RecordType):
            complaints.expected(f"{kind.size} tables, each for {named(kind.item.record)}", len(raw), path,
                                "an empty table is a blank one", "DB206")
        else:
            complaints.expected(f"{kind.size} entries", len(raw), path, code="DB206")
    for index, item in enumerate(raw[:kind.size]):
        value = read_value(kind.item, item, at(path, index), complaints, name, whole=whole)
        if isinstance(kind.item, Scalar):
            row[index] = value
        else:
            row._items[index] = value


def _fill_pile(kind: PileType, pile: Pile[Any], raw: Any, path: str, complaints: Complaints) -> None:
    if not isinstance(raw, list):
        complaints.expected(described(kind), raw, path)
        return
    if len(raw) > kind.size:
        complaints.expected(f"at most {kind.size} entries", len(raw), path, code="DB206")
    for index, item in enumerate(raw[:kind.size]):
        element = _element(kind.item, item, at(path, index), complaints)
        if element is not None:
            pile.put_bottom(element)


def _element(kind: Type, raw: Any, path: str, complaints: Complaints) -> Any:
    """An element of a pile: a scalar as everywhere, a record by its notation; None with a complaint if it is neither."""
    if isinstance(kind, Scalar):
        return read_scalar(kind, raw, path, complaints)
    assert isinstance(kind, RecordType)
    if not isinstance(raw, (str, int)) or isinstance(raw, bool):
        complaints.expected(named(kind.record), raw, path)
        return None
    elements = elements_of(kind)
    numbers = elements.get(str(raw))
    if numbers is None:
        complaints.unknown(named(kind.record), raw, path, elements)
        return None
    fields = zip(kind.fields, numbers, strict=True)
    return kind.record(**{name: value_of(field, number) for (name, field), number in fields if isinstance(field, Scalar)})


def _fill_bag(kind: BagType, bag: Bag[Any], raw: Any, path: str, complaints: Complaints) -> None:
    """A table of counts by word, or a list of words in any order."""
    counts: dict[int, tuple[Any, str]] = {}
    if isinstance(raw, dict):
        for word, count in raw.items():
            number = read_word(kind.kind, word, at(path, word), complaints)
            if number is not None:
                counts[number] = (count, at(path, word))
    elif isinstance(raw, list):
        for index, word in enumerate(raw):
            number = read_word(kind.kind, word, at(path, index), complaints)
            if number is not None:
                counts[number] = (counts.get(number, (0, ""))[0] + 1, at(path, index))
    else:
        complaints.expected(described(kind), raw, path)
    for number, (count, where) in counts.items():
        bag[kind.kind.enum(number)] = read_scalar(IntType(kind.low, kind.high), count, where, complaints)
