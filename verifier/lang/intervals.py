"""Which values an expression can take, from the declared ranges: what decides where a run-time check is needed."""

from __future__ import annotations

from verifier.lang.types import INT_MAX, INT_MIN, IntType, Scalar

INT = IntType(INT_MIN, INT_MAX)
_WIDEST = 2**62


def arithmetic(operator: str, left: Scalar, right: Scalar) -> IntType | None:
    """The interval of `left operator right`; None when it could leave 62 bits or divide by something not positive."""
    if operator in ("//", "%") and right.low <= 0:
        return None
    if operator == "+":
        low, high = left.low + right.low, left.high + right.high
    elif operator == "-":
        low, high = left.low - right.high, left.high - right.low
    elif operator == "%":
        low, high = (left.low, left.high) if left.low >= 0 and left.high < right.low else (0, right.high - 1)
    else:
        ends = [_apply(operator, a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        low, high = min(ends), max(ends)
    return IntType(low, high) if low >= -_WIDEST and high <= _WIDEST else None


def _apply(operator: str, left: int, right: int) -> int:
    return left * right if operator == "*" else left // right


def hull(*types: Scalar) -> IntType:
    """The smallest interval around several."""
    return IntType(min(each.low for each in types), max(each.high for each in types))


def fits(inner: Scalar, outer: Scalar) -> bool:
    """Whether every value of the inner interval lies in the outer one."""
    return outer.low <= inner.low and inner.high <= outer.high
