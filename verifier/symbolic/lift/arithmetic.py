"""Products, remainders and extremes of terms, lists in order, and entries of constant tables."""

from __future__ import annotations

from collections.abc import Sequence

import z3

from verifier.symbolic.lift.terms import (
    KEPT_MOST,
    REMEMBERED,
    Flag,
    Num,
    Number,
    any_of,
    at_most,
    changed,
    choose,
    equal,
    highest,
    less,
    lowest,
    negation,
    one_of,
    operation,
    subtract,
    within,
)

_LOOKED_UP: dict[tuple[tuple[int, ...], int, int, int], tuple[Num, Num]] = {}
REMEMBERED.append(_LOOKED_UP)


def multiply(one: Number, other: Number) -> Number:
    """The product; of a constant and a number that was changed, or is one of two constants, as such a number."""
    if isinstance(one, int) and isinstance(other, Num):
        return multiply(other, one)
    if isinstance(one, Num) and isinstance(other, int) and one.choice is not None and one.leaves == 2:
        condition, then, otherwise = one.choice
        return choose(condition, multiply(then, other), multiply(otherwise, other))
    ends = [a * b for a in (lowest(one), highest(one)) for b in (lowest(other), highest(other))]
    if isinstance(one, Num) and isinstance(other, int) and one.base is not None:
        return within_known(changed(multiply(one.base, other), multiply(one.shift, other)), min(ends), max(ends))
    return operation(z3.Z3_mk_bvmul, one, other, min(ends), max(ends), lambda a, b: a * b)


def modulo(one: Number, divisor: Number) -> Number:
    """The remainder as Python has it (never negative); the divisor is positive."""
    if lowest(one) >= 0 and highest(one) < lowest(divisor):
        return one
    make = z3.Z3_mk_bvsmod if lowest(one) < 0 else z3.Z3_mk_bvurem
    most = highest(divisor) - 1
    return operation(make, one, divisor, 0, min(most, highest(one)) if lowest(one) >= 0 else most, lambda a, b: a % b)


def floor_divide(one: Number, divisor: Number) -> Number:
    """The quotient rounded down, as Python has it; the divisor is positive."""
    ends = [a // b for a in (lowest(one), highest(one)) for b in (max(1, lowest(divisor)), max(1, highest(divisor)))]
    if lowest(one) >= 0:
        return operation(z3.Z3_mk_bvudiv, one, divisor, min(ends), max(ends), lambda a, b: a // b)
    exact = subtract(one, modulo(one, divisor))
    return operation(z3.Z3_mk_bvsdiv, exact, divisor, min(ends), max(ends), lambda a, b: a // b)


def at_most_in_order(one: Sequence[Number], other: Sequence[Number]) -> list[Flag]:
    """That one list of numbers does not come behind another: a condition for each place that can be the first to differ."""
    found: list[Flag] = []
    differs: list[Flag] = []
    for left, right in zip(one, other, strict=True):
        found.append(any_of([*differs, at_most(left, right)]))
        differs.append(negation(equal(left, right)))
    return found


def negative(value: Number) -> Number:
    """Minus the number."""
    return subtract(0, value)


def smaller(one: Number, other: Number) -> Number:
    """The smaller of two numbers."""
    return within_known(choose(less(other, one), other, one), min(lowest(one), lowest(other)), min(highest(one), highest(other)))


def bigger(one: Number, other: Number) -> Number:
    """The bigger of two numbers."""
    return within_known(choose(less(one, other), other, one), max(lowest(one), lowest(other)), max(highest(one), highest(other)))


def absolute(value: Number) -> Number:
    """The number without its sign."""
    if lowest(value) >= 0:
        return value
    most = max(abs(lowest(value)), abs(highest(value)))
    return within_known(choose(less(value, 0), negative(value), value), 0, most)


def within_known(value: Number, low: int, high: int) -> Number:
    """`within` for intervals that follow from how the number was made."""
    return value if isinstance(value, int) else within(value, low, high)


def look_up(table: tuple[int, ...], index: Number) -> Number:
    """An entry of a constant table; one that an entry of another table names is an entry of a table of its own."""
    if isinstance(index, int):
        return table[index]
    if index.entry is not None:
        inner, place = index.entry
        return look_up(tuple(table[min(max(0, each), len(table) - 1)] for each in inner), place)
    key = table, index.term.ast.value, index.low, index.high
    if key in _LOOKED_UP:
        return _LOOKED_UP[key][1]
    found = _looked_up(table, index)
    if isinstance(found, Num):
        found.entry = table, index
        if len(_LOOKED_UP) >= KEPT_MOST:
            _LOOKED_UP.clear()
        _LOOKED_UP[key] = index, found  # the index is held, so that its id stays its own
    return found


def _looked_up(table: tuple[int, ...], index: Num) -> Number:
    if index.choice is not None:  # of each that it can be: an entry that was asked for before is the same term
        condition, then, otherwise = index.choice
        return choose(condition, *(look_up(table, within(each, index.low, index.high)) for each in (then, otherwise)))
    reachable = range(max(0, index.low), min(len(table) - 1, index.high) + 1)
    values = sorted({table[each] for each in reachable}, key=lambda value: sum(table[each] == value for each in reachable))
    found: Number = values[-1]  # the most frequent one needs no test
    for value in reversed(values[:-1]):
        found = choose(one_of(index, (each for each in reachable if table[each] == value)), value, found)
    return found
