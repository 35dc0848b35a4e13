"""Where a member of an enum is as good as a member or None, or as a member of the enum or of one that extends it.

In the intermediate form all of them are numbers: with None it is 0, and the members are counted from 1.  So a member that goes
where there may be None becomes one more, and the other way round one less, which is checked.  The members of an enum that extends
another count on from there, and need no change.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from attrs import evolve

from verifier.lang import ir
from verifier.lang.types import EnumType, IntType, Scalar

At = Callable[[], tuple[int, int]]  # a fresh id for a node, and its line


class Nothing(IntEnum):
    """The enum of None by itself, before anything is known that it could be otherwise."""


NONE = EnumType(Nothing, 0, 0, none="none")


def of_both(one: Scalar, other: Scalar) -> EnumType | None:
    """The type that has the members of two others, with None if one of them has it; None if they have too little in common."""
    if not isinstance(one, EnumType) or not isinstance(other, EnumType):
        return None
    if one.enum is Nothing or other.enum is Nothing:
        known = other if one.enum is Nothing else one
        return evolve(known, none=known.none or "none").whole
    if one.enum is not other.enum or len({one.more, other.more} - {None}) > 1:
        return None
    return evolve(one, more=one.more or other.more, none=other.none if one.none is None else one.none).whole


def holds(kind: Scalar, value: Scalar) -> bool:
    """Whether values of a type are also values of another, whatever their ranges."""
    both = of_both(kind, value)
    return both is not None and isinstance(kind, EnumType) and (both.more, both.none is None) == (kind.more, kind.none is None)


def plain(kind: Scalar) -> bool:
    """Whether a type's numbers are those of its members, so that they can be counted with."""
    return isinstance(kind, IntType) or isinstance(kind, EnumType) and kind.none is None


def widened(value: ir.Expr, kind: Scalar, at: At) -> ir.Expr:
    """A value as one of a type that `holds` it; any other as it is."""
    if not isinstance(kind, EnumType) or not isinstance(value.type, EnumType) or not holds(kind, value.type):
        return value
    step = kind.first - value.type.first
    if isinstance(value, ir.Const):
        number = value.value + step
        return ir.Const(*at(), number, evolve(kind, low=number, high=number))
    if step == 0:
        return evolve(value, type=evolve(kind, low=value.type.low, high=value.type.high))
    return ir.Convert(*at(), _moved(value, step, at), kind.whole)


def member(value: ir.Expr, at: At) -> ir.Expr:
    """What there is of a value that can be None; checked, whatever the conditions around it say."""
    assert isinstance(value.type, EnumType) and value.type.none is not None
    whole = value.type.whole
    return ir.Convert(*at(), _moved(value, -1, at), evolve(whole, none=None, high=whole.high - 1))


def is_one_of(value: ir.Expr, kind: EnumType, at: At) -> tuple[str, ir.Const] | tuple[int, ...] | None:
    """How to ask whether a value is a member of a part of what it can be: a comparison, or numbers; None if it always is."""
    known = value.type
    assert isinstance(known, EnumType)
    low, high, whole = kind.low + known.first, kind.high + known.first, known.whole
    if (low, high) == (0, whole.high):
        return None
    if high == whole.high:
        operator, number = (("!=", 0) if low == 1 and known.none is not None else (">=", low))
    elif low == 0:
        operator, number = "<", high + 1
    else:
        return tuple(range(low, high + 1))
    return operator, ir.Const(*at(), number, evolve(known, low=number, high=number))


def _moved(value: ir.Expr, step: int, at: At) -> ir.Expr:
    """The number of a value, one more or one less."""
    if step == 0:
        return value
    one = ir.Const(*at(), 1, IntType(1, 1))
    kind = IntType(value.type.low + step, value.type.high + step)
    return ir.Binary(*at(), "+" if step > 0 else "-", value, one, kind)
