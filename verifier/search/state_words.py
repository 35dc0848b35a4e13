"""A state in the words of scenario files: what `[start]` would say to get exactly this state."""

from __future__ import annotations

from typing import Any

from verifier.lang.types import (
    BagType,
    EnumType,
    FlagType,
    PileType,
    RecordType,
    RowType,
    Scalar,
    Type,
    run_together,
    scalar_values,
)
from verifier.lang.values import blank


def state_words(kind: RecordType, state: Any) -> dict[str, Any]:
    """A record as tables, lists, words, integers and flags, every field given; bags by the kinds that are there, rows by an
    enum by the members whose items are not blank.

    Reading the result back (`verifier.document.typed.read_value`) gives an equal record.
    """
    return {name: value_words(field, getattr(state, name)) for name, field in kind.fields}


def value_words(kind: Type, value: Any) -> Any:
    """A value of a type as a scenario file writes it."""
    if isinstance(kind, Scalar):
        return scalar_words(kind, _number(kind, value))
    if isinstance(kind, RecordType):
        return state_words(kind, value)
    if isinstance(kind, RowType) and kind.by is not None:
        nothing = blank(kind.item)
        return {kind.word(index): value_words(kind.item, item) for index, item in enumerate(value, kind.first) if item != nothing}
    if isinstance(kind, RowType):
        return [value_words(kind.item, item) for item in value]
    if isinstance(kind, PileType):
        return [_element(kind.item, item) for item in value]
    assert isinstance(kind, BagType)
    members = [member for member in kind.kind.enum if kind.kind.low <= member <= kind.kind.high]
    return {kind.kind.word(member): value[member] for member in members if value[member]}


def filled(kind: Type, given: Any) -> Any:
    """The words that `value_words` gave for a value, with the kinds and members that it left out, so that values compare."""
    if isinstance(kind, RecordType):
        return {name: filled(field, given[name]) for name, field in kind.fields}
    if isinstance(kind, RowType) and kind.by is not None:
        nothing = value_words(kind.item, blank(kind.item))
        words = [kind.word(kind.first + index) for index in range(kind.size)]
        return {word: filled(kind.item, given.get(word, nothing)) for word in words}
    if isinstance(kind, RowType):
        return [filled(kind.item, each) for each in given]
    if isinstance(kind, BagType):
        return {kind.kind.word(each): given.get(kind.kind.word(each), 0) for each in scalar_values(kind.kind)}
    return given


def scalar_words(kind: Scalar, number: int) -> Any:
    """A word, an integer or a flag; words that are integers in the declaration are integers here."""
    if isinstance(kind, EnumType):
        text = kind.texts[number]
        return text if isinstance(text, int) else kind.word(number)
    return bool(number) if isinstance(kind, FlagType) else number


def _element(kind: Type, value: Any) -> Any:
    """An element of a pile: a scalar as everywhere, a record as the words of its fields as one."""
    if not isinstance(kind, RecordType):
        return value_words(kind, value)
    return run_together(field.word(_number(field, getattr(value, name))) for name, field in kind.fields
                        if isinstance(field, Scalar))


def _number(kind: Scalar, value: Any) -> int:
    return kind.number(value) if isinstance(kind, EnumType) else int(value)
