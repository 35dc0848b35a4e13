"""Which values numbers can have, read off their terms without asking z3: the constants that they choose between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from verifier.symbolic.lift.terms import Num, Number, highest, lowest


def possible(value: Number) -> list[int]:
    """The values that a number can have: the constants it chooses between, or else its whole interval."""
    if isinstance(value, int):
        return [value]
    found: set[int] = set()
    waiting, seen = [value.term], set()
    while waiting:
        term = waiting.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        if z3.is_bv_value(term):
            found.add(term.as_signed_long() if value.low < 0 else term.as_long())
        elif z3.is_app_of(term, z3.Z3_OP_ITE):
            waiting += [term.arg(1), term.arg(2)]
        elif value.low >= 0 and z3.is_app_of(term, z3.Z3_OP_ZERO_EXT):
            waiting.append(term.arg(0))
        else:
            return list(range(value.low, value.high + 1))
    return sorted(each for each in found if value.low <= each <= value.high)


def together(values: Sequence[Number], most: int) -> list[tuple[int, ...]] | None:
    """What several numbers can be at once, as far as the conditions they choose by say; None if that is more than `most`.

    Where numbers choose by the same condition, they choose alike: so two fields that one branch sets are not mixed with what
    the other branch sets.
    """
    found: set[tuple[int, ...]] = set()
    waiting: list[tuple[Number, ...]] = [tuple(values)]
    seen: set[tuple[int, ...]] = set()
    kept: list[Any] = []  # z3 gives the ids of terms that nobody holds to others
    while waiting:
        now = [_bare(each) for each in waiting.pop()]
        kept.append(now)
        key = tuple(each if isinstance(each, int) else -1 - each.term.get_id() for each in now)
        if key in seen:
            continue
        seen.add(key)
        at = next((at for at, each in enumerate(now) if not isinstance(each, int)), None)
        if at is None:
            found.add(key)
            continue
        if len(seen) > most:
            return None
        one = now[at]
        assert isinstance(one, Num)
        if z3.is_app_of(one.term, z3.Z3_OP_ITE):
            test = one.term.arg(0)
            waiting += [tuple(_branch(each, test, number) for each in now) for number in (1, 2)]
        else:
            waiting += [(*now[:at], value, *now[at + 1:]) for value in range(one.low, one.high + 1)]
    return sorted(each for each in found
                  if all(lowest(value) <= number <= highest(value) for number, value in zip(each, values, strict=True)))


def _bare(value: Number) -> Number:
    """A number without the widening around it; a constant as a plain number."""
    if isinstance(value, int):
        return value
    term = value.term
    while value.low >= 0 and z3.is_app_of(term, z3.Z3_OP_ZERO_EXT):
        term = term.arg(0)
    if z3.is_bv_value(term):
        return int(term.as_signed_long() if value.low < 0 else term.as_long())
    return Num(term, value.low, value.high)


def _branch(value: Number, test: Any, number: int) -> Number:
    """What a number is where a condition holds (1) or does not (2), if that is what it chooses by."""
    if isinstance(value, int) or not z3.is_app_of(value.term, z3.Z3_OP_ITE):
        return value
    own = value.term.arg(0)
    if own.eq(test):
        return Num(value.term.arg(number), value.low, value.high)
    if (z3.is_not(own) and own.arg(0).eq(test)) or (z3.is_not(test) and test.arg(0).eq(own)):
        return Num(value.term.arg(3 - number), value.low, value.high)
    return value
