"""Enums whose members are interchangeable: `@interchangeable` over the enum that a row is by.

Only a declaration.  Whether the rules keep to it is proved when the game is loaded (`verifier.program.scalarset`), and a game
whose rules do not is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar, overload

from verifier.errors import Problem, RuleRefused
from verifier.lang.types import EnumType, Scalar

E = TypeVar("E", bound=type[IntEnum])


@overload
def interchangeable(enum: E) -> E: ...
@overload
def interchangeable(*, except_in: tuple[IntEnum, ...]) -> Callable[[E], E]: ...
def interchangeable(enum: Any = None, *, except_in: Any = ()) -> Any:
    """Say that the members of an enum are only names: whoever exchanges two of them has an equivalent state.

    The rows by the enum are permuted together, and fields that hold a member follow.  `except_in` names the phases in which the
    rules tell the members apart, as dealing in turn does; play must not come back to these from the others.
    """
    if enum is None:
        return lambda given: _marked(given, except_in)
    return _marked(enum, except_in)


def _marked(enum: E, except_in: Any) -> E:
    if not isinstance(except_in, tuple) or not all(isinstance(each, IntEnum) for each in except_in):
        raise refused(enum, "except_in is a tuple of phases", "write except_in=(Phase.DEAL,), with the comma")
    if hasattr(enum, "__extends__"):
        raise refused(enum, "an enum that extends another is not interchangeable", "write it over the enum that is extended")
    enum.__interchangeable__ = except_in  # type: ignore[attr-defined]
    return enum


def refused(enum: type[IntEnum], message: str, hint: str) -> RuleRefused:
    """The error for what is wrong with the declaration itself: the caller raises it."""
    return RuleRefused(Problem("DB319", f"{enum.__name__} is not interchangeable: {message}", enum.__name__, hint))


def is_interchangeable(enum: type[IntEnum]) -> bool:
    """Whether an enum is declared so."""
    return hasattr(enum, "__interchangeable__")


def names(kind: object, enum: type[IntEnum]) -> bool:
    """Whether values of a type are members of an enum, perhaps besides others."""
    return isinstance(kind, EnumType) and kind.enum is enum


def numbers(kind: Scalar, enum: type[IntEnum]) -> range:
    """The numbers that stand for the members of an enum in a type that names them."""
    assert isinstance(kind, EnumType)
    return range(kind.first, kind.first + len(enum))


def names_all(kind: Scalar, enum: type[IntEnum]) -> bool:
    """Whether every member of the enum is among the values of a type that names them."""
    members = numbers(kind, enum)
    return kind.low <= members[0] and members[-1] <= kind.high
