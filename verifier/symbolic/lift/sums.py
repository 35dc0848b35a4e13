"""Sums of many numbers: in pairs, what they were apart from what they were changed by; and how many conditions hold at most."""

from __future__ import annotations

from collections.abc import Iterable

import z3

from verifier.symbolic.lift.terms import (
    KEPT_MOST,
    REMEMBERED,
    Cond,
    Flag,
    Num,
    Number,
    add,
    choose,
    highest,
    is_same,
    lowest,
    plain_sum,
    shifted,
    taken_apart,
)

SUMS: dict[int, Num] = {}  # of many numbers, by the numbers that z3 has for their terms
SUM_OF_MANY = 6  # numbers
REMEMBERED.append(SUMS)


def total(values: Iterable[Number]) -> Number:
    """The sum of any number of numbers, added up in pairs: the adders of a chain are deep, and wide from early on."""
    known, waiting, every, shifts = 0, list[Number](), list(values), list[Num]()
    for each in every:
        base, shift = taken_apart(each)
        if base is not None:
            waiting.append(base)
        if isinstance(shift, int):
            known += shift
        else:
            shifts.append(shift)
    whole, changes = _in_pairs(waiting), add(_in_pairs(_one_at_a_time(shifts)), known)
    if len(waiting) >= SUM_OF_MANY and isinstance(whole, Num) and len(SUMS) < KEPT_MOST:
        SUMS[whole.term.as_ast().value] = whole
    if isinstance(whole, Num) and shifts:
        return shifted(whole, changes, sum(map(lowest, every)), sum(map(highest, every)))
    return add(whole, changes)


def _one_at_a_time(changes: Iterable[Num]) -> list[Number]:
    """The changes, but as one those of which each takes another value of the same number: no adder has to find out that no two
    of them come together."""
    others, possible = list[Number](), list[tuple[Cond, Number]]()
    for change in changes:
        condition, then, otherwise = change.choice or (None, 0, 0)
        if condition is not None and condition.equates and is_same(otherwise, 0):
            possible.append((condition, then))
        else:
            others.append(change)
    values: dict[int, set[int]] = {}
    for condition, _ in possible:
        for number, value in condition.equates.items():
            values.setdefault(number, set()).add(value)
    joined = dict[int, Number]()
    for condition, then in possible:
        key = max(condition.equates, key=lambda number: len(values[number]))
        if condition.equates[key] in values[key]:
            values[key].remove(condition.equates[key])
            joined[key] = choose(condition, then, joined.get(key, 0))
        else:  # it would come together with one before it
            others.append(choose(condition, then, 0))
    return [*others, *joined.values()]


def _in_pairs(waiting: list[Number]) -> Number:
    """The sum of numbers that are as they were."""
    while len(waiting) > 1:
        waiting = [plain_sum(*waiting[at:at + 2]) if at + 1 < len(waiting) else waiting[at] for at in range(0, len(waiting), 2)]
    return waiting[0] if waiting else 0


def no_more_than(most: int, conditions: Iterable[Flag]) -> Flag:
    """Whether at most so many of the conditions hold, which z3 counts better than adders do."""
    terms = []
    for each in conditions:
        if each is True:
            most -= 1
        elif each is not False:
            assert isinstance(each, Cond)
            terms.append(each)
    if most < 0 or most >= len(terms):
        return most >= 0
    return Cond(z3.AtMost(*(each.term for each in terms), most))
