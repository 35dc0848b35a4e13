"""Numbers and conditions of the symbolic run: what Python says of integers, folded and through z3, in the interval promised."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
import z3

from verifier.symbolic.lift import arithmetic, looked_into, terms
from verifier.symbolic.lift.evaluate import Assignment, Packed
from verifier.symbolic.lift.sums import total
from verifier.symbolic.lift.terms import Cond, Num, Number, SymbolicMisuse, Value

LEAST, MOST = -3, 3
INTERVALS = [(low, high) for low in range(LEAST, MOST + 1) for high in range(low, MOST + 1)]
TABLE = (4, -1, 4, 0, 7)


def named(name: str, low: int, high: int) -> tuple[Number, range]:
    """A number in an interval (a Python value where that has one member), and its values."""
    return terms.number_variable(f"{name} {low}..{high}", low, high)[0], range(low, high + 1)


def values(*found: Value) -> Callable[[list[tuple[Value, int]]], list[int]]:
    """What terms are where variables have values."""
    packed, given = Packed(found), Assignment()

    def at(variables: list[tuple[Value, int]]) -> list[int]:
        given.give([variable for variable, _ in variables], [number for _, number in variables])
        return packed.numbers(given)

    return at


def check_promise(value: Value, number: int) -> None:
    """A result lies in its interval, and takes the fewest bits that hold it."""
    if isinstance(value, Num):
        assert value.low <= number <= value.high and value.low < value.high
        assert value.term.size() == terms.width(value.low, value.high)


@pytest.mark.parametrize(("low", "high", "bits"), [
    (0, 0, 1), (0, 1, 1), (1, 1, 1), (0, 2, 2), (5, 7, 3), (0, 8, 4), (-1, 0, 1), (-1, 1, 2), (-2, 1, 2), (-2, 2, 3), (-3, -2, 3),
    (-4, -4, 3), (-5, 3, 4), (-1, 127, 8), (-128, 0, 8), (-129, 0, 9), (-(2**31), 2**31 - 1, 32)])
def test_a_number_takes_the_fewest_bits(low: int, high: int, bits: int) -> None:
    assert terms.width(low, high) == bits


BINARY: dict[Callable[..., Any], Callable[[int, int], Any]] = {
    terms.add: operator.add, terms.subtract: operator.sub, arithmetic.multiply: operator.mul, arithmetic.smaller: min,
    arithmetic.bigger: max,
    terms.equal: operator.eq, terms.less: operator.lt, terms.at_most: operator.le, terms.same: operator.eq}


@pytest.mark.parametrize("one", INTERVALS, ids=str)
def test_operations_with_two_numbers(one: tuple[int, int]) -> None:
    for other in INTERVALS:
        (a, firsts), (b, seconds) = named("a", *one), named("b", *other)
        found = [work(a, b) for work in BINARY]
        at = values(*found)
        for first, second in product(firsts, seconds):
            wanted = [int(work(first, second)) for work in BINARY.values()]
            assert at([(a, first), (b, second)]) == wanted
            assert [int(work(first, second)) for work in BINARY] == wanted  # folded
            for value, number in zip(found, wanted, strict=True):
                check_promise(value, number)


@pytest.mark.parametrize("one", [*INTERVALS, (-9, 9), (-8, 7), (0, 15), (5, 8)], ids=str)
def test_division_is_that_of_python(one: tuple[int, int]) -> None:
    for other in [(low, high) for low in range(-1, 5) for high in range(max(low, 1), 6)]:
        (a, firsts), (b, seconds) = named("a", *one), named("b", *other)
        found = [arithmetic.floor_divide(a, b), arithmetic.modulo(a, b)]
        at = values(*found)
        for first, second in product(firsts, (each for each in seconds if each > 0)):  # what the interval adds is never met
            assert at([(a, first), (b, second)]) == [first // second, first % second]
            assert [arithmetic.floor_divide(first, second), arithmetic.modulo(first, second)] == [first // second, first % second]
            for value, number in zip(found, (first // second, first % second), strict=True):
                check_promise(value, number)


@pytest.mark.parametrize("one", [*INTERVALS, (-9, 5), (-20, -10)], ids=str)
def test_operations_with_one_number(one: tuple[int, int]) -> None:
    a, numbers = named("a", *one)
    found = [arithmetic.negative(a), arithmetic.absolute(a), terms.one_of(a, (3, -2, 1, 3, 99)), terms.one_of(a, ())]
    at = values(*found)
    for number in numbers:
        wanted = [-number, abs(number), int(number in (3, -2, 1)), 0]
        assert at([(a, number)]) == wanted
        known = arithmetic.negative(number), arithmetic.absolute(number), terms.one_of(number, (3, -2, 1, 3, 99))
        assert [int(each) for each in known] == wanted[:3]
        for value, each in zip(found, wanted, strict=True):
            check_promise(value, each)


@pytest.mark.parametrize("one", INTERVALS, ids=str)
def test_within_keeps_what_lies_within(one: tuple[int, int]) -> None:
    a, numbers = named("a", *one)
    for low, high in INTERVALS:
        kept = terms.within(a, low, high)
        assert low <= terms.lowest(kept) <= terms.highest(kept) <= high  # also where nothing of the number lies within
        at = values(kept)
        for number in numbers:
            if low <= number <= high:
                assert at([(a, number)]) == [number]
                assert terms.within(number, low, high) == number
                check_promise(kept, number)


@pytest.mark.parametrize(("low", "high"), [(0, 4), (2, 2), (1, 3), (-1, 9), (3, 8)])
def test_look_up_is_an_entry_of_a_table(low: int, high: int) -> None:
    index, numbers = named("i", low, high)
    found = arithmetic.look_up(TABLE, index)
    at = values(found)
    for number in numbers:
        if 0 <= number < len(TABLE):
            assert at([(index, number)]) == [TABLE[number]] == [arithmetic.look_up(TABLE, number)]
            check_promise(found, TABLE[number])


def test_an_entry_that_an_entry_names_is_that_of_one_table() -> None:
    index, numbers = named("i", 0, 3)
    inner, outer = (2, 0, 1, 1), (5, 7, 6)
    flag = terms.flag_variable("other")
    known = arithmetic.look_up(inner, index)
    found, chosen = (arithmetic.look_up(outer, each) for each in (known, terms.choose(flag, known, 0)))
    assert terms.is_same(found, arithmetic.look_up((6, 5, 7, 7), index))
    at = values(found, chosen)
    for number, is_known in product(numbers, (0, 1)):
        entry = outer[inner[number]]
        assert at([(index, number), (flag, is_known)]) == [entry, entry if is_known else outer[0]]


def test_what_one_gives_up_and_another_takes_cancels_out() -> None:
    (a, firsts), (b, seconds), (c, thirds) = named("a", 0, 2), named("b", 0, 3), named("c", 0, 2)
    whole, wholes = named("n", 3, 5)
    given = terms.changed(whole, terms.subtract(a, b))
    back, on = terms.changed(given, terms.subtract(b, a)), terms.changed(given, terms.subtract(b, c))
    other_way = terms.changed(terms.changed(whole, terms.subtract(b, c)), terms.subtract(a, b))
    known = terms.changed(4, terms.subtract(a, b))
    assert terms.is_same(terms.within(back, 3, 5), whole) and terms.subtract(a, a) == 0
    at = values(given, back, on, other_way, known)
    for one, other, third, number in product(firsts, seconds, thirds, wholes):
        passed = number + one - third
        found = at([(a, one), (b, other), (c, third), (whole, number)])
        assert found == [number + one - other, number, passed, passed, 4 + one - other]
        check_promise(on, passed)


def conditions(name: str) -> Iterator[tuple[terms.Flag, tuple[bool, ...]]]:
    """A condition that z3 decides, one that it decides the other way round, and the two that are known; what each can be."""
    flag = terms.flag_variable(name)
    yield flag, (False, True)
    yield True, (True,)
    yield False, (False,)


def test_operations_with_conditions() -> None:
    for (a, firsts), (b, seconds), (c, thirds) in product(conditions("a"), conditions("b"), conditions("c")):
        at = values(terms.negation(a), terms.negation(terms.negation(a)), terms.all_of((a, b, c)), terms.any_of((a, b, c)),
                    terms.same(a, b), terms.choose_flag(a, b, c), terms.pick(a, b, c), terms.as_number(a),
                    terms.all_of(()), terms.any_of(()), terms.all_of((a, a)), terms.any_of((a, terms.negation(a))))
        for first, second, third in product(firsts, seconds, thirds):
            chosen = second if first else third
            assert at([(a, first), (b, second), (c, third)]) == [
                not first, first, first and second and third, first or second or third, first == second,
                chosen, chosen, first, True, False, first, True]


def test_a_choice_lies_in_the_interval_around_both() -> None:
    condition = terms.flag_variable("c")
    for one, other in product(INTERVALS, INTERVALS):
        (a, firsts), (b, seconds) = named("a", *one), named("b", *other)
        found = terms.choose(condition, a, b)
        at = values(found, terms.pick(condition, a, b))
        for first, second, so in product((firsts[0], firsts[-1]), (seconds[0], seconds[-1]), (False, True)):
            wanted = first if so else second
            assert at([(a, first), (b, second), (condition, so)]) == [wanted, wanted]
            assert terms.choose(so, first, second) == wanted
            check_promise(found, wanted)


def test_what_intervals_decide_never_reaches_z3() -> None:
    (small, _), (big, _) = named("small", -2, 1), named("big", 2, 5)
    assert terms.equal(small, big) is False and terms.less(small, big) is True and terms.at_most(big, small) is False
    assert terms.equal(small, small) is True and arithmetic.modulo(big, 6) is big and arithmetic.floor_divide(big, 6) == 0
    assert arithmetic.multiply(small, 0) == 0 and arithmetic.absolute(big) is big and terms.one_of(small, (2, 3)) is False
    condition = terms.flag_variable("c")
    assert terms.all_of((condition, False)) is False and terms.any_of((condition, True)) is True
    assert terms.all_of((condition, True, condition)) is condition and terms.choose(condition, big, big) is big
    assert terms.is_same(terms.add(small, big), terms.add(small, big)) and not terms.is_same(small, big)
    assert looked_into.is_atom(small) and looked_into.is_atom(3) and not looked_into.is_atom(terms.add(small, big))


@pytest.mark.parametrize("interval", [*INTERVALS, (0, 5), (5, 7), (-8, 7), (-5, 9), (-7, -5)], ids=str)
def test_a_variable_takes_just_the_values_of_its_range(interval: tuple[int, int]) -> None:
    number, kept = terms.number_variable("n", *interval)
    solver, met = z3.Solver(), set()
    solver.add(terms.z3_flag(kept))
    while solver.check() == z3.sat:
        met.add(looked_into.in_model(solver.model(), number))
        solver.add(terms.z3_flag(terms.negation(terms.one_of(number, met))))
    assert met == set(range(interval[0], interval[1] + 1))


def test_a_model_is_completed() -> None:
    solver = z3.Solver()
    assert solver.check() == z3.sat
    model = solver.model()
    number, condition = terms.number_variable("n", 0, 3)[0], terms.flag_variable("f")
    assert [looked_into.in_model(model, each) for each in (number, condition, True)] == [0, 0, 1]


REFUSED: dict[str, tuple[Callable[[Any], object], str]] = {
    "truth": (bool, "all_of"), "if": (lambda x: 1 if x else 2, "choose"), "not": (lambda x: not x, "any_of"),
    "in": (lambda x: 1 in x, "one_of"), "a row": (lambda x: [*x], "value by value"), "len": (len, "value by value"),
    "range": (range, "value by value"), "int": (int, "value by value"), "index": (lambda x: (1, 2)[x], "value by value"),
    "==": (lambda x: x == 1, "equal"), "!=": (lambda x: x != 1, "equal"), "<": (lambda x: x < 1, "less"),
    "<=": (lambda x: x <= 1, "at_most"), ">": (lambda x: x > 1, "less"), ">=": (lambda x: x >= 1, "at_most"),
    "+": (lambda x: x + 1, "add"), "1 +": (lambda x: 1 + x, "add"), "-": (lambda x: x - 1, "subtract"),
    "1 -": (lambda x: 1 - x, "subtract"), "*": (lambda x: x * 2, "multiply"), "2 *": (lambda x: 2 * x, "multiply"),
    "//": (lambda x: x // 2, "floor_divide"), "%": (lambda x: x % 2, "modulo"), "2 //": (lambda x: 2 // x, "floor_divide"),
    "2 %": (lambda x: 2 % x, "modulo"), "- x": (lambda x: -x, "negative"), "abs": (abs, "absolute"),
    "&": (lambda x: x & True, "all_of"),
    "|": (lambda x: x | True, "any_of"), "~": (lambda x: ~x, "negation"), "hash": (hash, "is_same"),
    "set": (lambda x: {x}, "is_same"),
    "sum": (lambda x: sum((x,)), "add"), "max": (lambda x: max(x, 1), "less"), "sorted": (lambda x: sorted((x, 1)), "less"),
}


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.parametrize("term", [terms.number_variable("n", 0, 3)[0], terms.flag_variable("f")], ids=["number", "condition"])
def test_a_term_does_not_stand_for_a_python_value(term: Num | Cond, what: str) -> None:
    use, instead = REFUSED[what]
    with pytest.raises(SymbolicMisuse, match=instead) as caught:
        use(term)
    module, named_there = str(caught.value).split("verifier.symbolic.lift.")[1].split(",")[0].split()[0].split(".")
    assert hasattr({"terms": terms, "arithmetic": arithmetic}[module], named_there)


def test_a_number_that_is_one_of_two_is_asked_about_as_each_of_them() -> None:
    """What was asked of a number before it changed is the same term afterwards, and what the answer is is as ever."""
    (a, firsts), (b, seconds), flag = named("a", 0, 6), named("b", -2, 3), terms.flag_variable("f")
    either = terms.choose(flag, a, b)
    narrow = terms.within(either, 0, 3)
    asked = [(terms.equal, operator.eq), (terms.less, operator.lt), (terms.at_most, operator.le)]
    for known in range(-3, 8):
        found = [*(ask(either, known) for ask, _ in asked), *(ask(known, either) for ask, _ in asked),
                 terms.one_of(either, (known, 1, 4)), arithmetic.look_up(TABLE, narrow)]
        at = values(*found)
        for first, second, which in product(firsts, seconds, (0, 1)):
            number = first if which else second
            *answers, entry = at([(a, first), (b, second), (flag, which)])
            assert answers == [*(does(number, known) for _, does in asked), *(does(known, number) for _, does in asked),
                               number in (known, 1, 4)]
            assert not 0 <= number <= 3 or entry == TABLE[number]
    one, other = terms.equal(terms.choose(flag, 5, a), 2), terms.equal(a, 2)
    assert isinstance(one, Cond) and isinstance(other, Cond) and any(each.eq(other.term) for each in one.term.children())


# -- evaluation -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("counted", [(0, 1, 2), (0, 0, 1), (1, 2, 2, 2)], ids=str)
@pytest.mark.parametrize("taken", [-1, 0, 2])
def test_a_sum_of_cells_of_which_one_is_changed(counted: tuple[int, ...], taken: int) -> None:
    """Also where a cell is counted twice, changes by the index, and again; and sums of flags, and what is made of sums."""
    (index, indices), cells = named("index", 0, 3), [named(f"cell {at}", 0, 2)[0] for at in range(3)]
    changed = [terms.choose(terms.equal(index, at), terms.add(cell, at + 1), cell) for at, cell in enumerate(cells)]
    again = [terms.choose(terms.equal(index, at), terms.add(cell, taken), cell) for at, cell in enumerate(changed)]
    held = [terms.as_number(terms.less(0, cell)) for cell in again]
    whole, flags = total([again[at] for at in counted]), total([held[at] for at in counted])
    was, (m, numbers), masks = total([cells[at] for at in counted]), named("m", -1, 1), terms.equal(index, 1)
    made = [whole, flags, arithmetic.multiply(3, whole), arithmetic.multiply(whole, -2), arithmetic.multiply(whole, 0),
            arithmetic.multiply(terms.choose(masks, 3, 1), 2), terms.choose(masks, whole, 4), terms.choose(masks, 0, whole),
            total([terms.choose(masks, 1, whole), terms.changed(whole, m)]), terms.subtract(terms.choose(masks, whole, 4), was),
            terms.less(whole, was), terms.less(was, whole), terms.equal(whole, was), terms.less(terms.changed(was, m), whole)]
    find = values(*made)
    for at, by, *before in product(indices, numbers, range(3), range(3), range(3)):
        after = [number + (each + 1 + taken if each == at else 0) for each, number in enumerate(before)]
        now, then = (sum(table[each] for each in counted) for table in (after, before))
        expected = [now, sum(after[each] > 0 for each in counted), 3 * now, -2 * now, 0, 6 if at == 1 else 2,
                    now if at == 1 else 4, 0 if at == 1 else now, (1 if at == 1 else now) + now + by,
                    (now if at == 1 else 4) - then, now < then, then < now, now == then, then + by < now]
        assert find([(index, at), (m, by), *zip(cells, before, strict=True)]) == expected
        for value, number in zip(made, expected, strict=True):
            check_promise(value, number)


def test_a_flag_that_was_changed_often_is_a_number_at_once() -> None:
    """Each change chooses between two flags that share what they were: as a tree of choices they would be endless."""
    flags = [terms.flag_variable(f"flag {at}") for at in range(3)]
    value: Value = terms.all_of(flags[:2])
    for at in range(2000):
        value = terms.choose_flag(terms.flag_variable(f"asked {at}"), terms.any_of((value, flags[at % 3])), value)
    held = terms.as_number(value)
    assert (terms.lowest(held), terms.highest(held)) == (0, 1)


def test_changes_of_one_cell_at_a_time_are_one_change() -> None:
    (index, _), cells = named("index", 0, 9), [named(f"cell {at}", 0, 2)[0] for at in range(10)]
    changed = [terms.choose(terms.equal(index, at), terms.add(cell, 1), cell) for at, cell in enumerate(cells)]
    change = terms.subtract(total(changed[:9]), total(cells[:9]))
    assert (terms.lowest(change), terms.highest(change)) == (0, 1)


@pytest.mark.parametrize("number", [-8, -1, 0, 5, 7])
def test_many_values_in_a_model_are_what_each_is(number: int) -> None:
    """Numbers below 0, flags, what the model leaves open, what is made of variables, and Python values."""
    (signed, _), (small, _), flag = named("signed", -8, 7), named("small", 0, 9), terms.flag_variable("flag")
    (left_open, _), left_out = named("left open", 0, 3), terms.flag_variable("left out")
    solver = z3.Solver()
    solver.add(signed.term == number, small.term == 9, flag.term)
    assert solver.check() == z3.sat
    wanted = [signed, small, flag, left_open, left_out, terms.negation(flag), terms.add(signed, small), 3, True]
    found = looked_into.all_in_model(solver.model(), wanted)
    assert found == [looked_into.in_model(solver.model(), each) for each in wanted]
    assert found == [number, 9, 1, 0, 0, 0, number + 9, 3, 1]


def test_a_variable_can_be_given_anew() -> None:
    (a, _), (b, _), flag = named("a", -3, 3), named("b", 0, 7), terms.flag_variable("f")
    at = values(terms.add(a, b), a, flag, 5, terms.negation(flag))
    assert at([(a, -3), (b, 7), (flag, 1)]) == [4, -3, 1, 5, 0]
    assert at([(a, 3)]) == [10, 3, 1, 5, 0]
    assert at([(flag, 0), (b, 0)]) == [3, 3, 0, 5, 1]


def test_a_wrong_assignment_is_refused() -> None:
    (a, _), (b, _) = named("a", 0, 4), named("b", 0, 4)
    given, total = Assignment(), Packed([terms.add(a, b)])
    given.give([a, 3], [1, 3])
    with pytest.raises(SymbolicMisuse, match=r"b 0\.\.4 was left open"):
        total.numbers(given)
    with pytest.raises(ValueError, match="cannot be 5"):
        given.give([b], [5])
    with pytest.raises(ValueError, match="3 is known, and cannot be 2"):
        given.give([3], [2])
    with pytest.raises(SymbolicMisuse, match="is no variable"):
        given.give([terms.add(a, b)], [2])


def test_a_name_that_is_used_again_with_another_interval_is_another_variable() -> None:
    """What is remembered of a number was decided by its interval: 0..2 is never 3, and 0..3 can be."""
    wanted = terms.flag_variable("wanted")
    for high, can_be in ((2, z3.unsat), (3, z3.sat)):
        number, kept = terms.number_variable("used again", 0, high)
        three = terms.equal(terms.choose(wanted, number, 3), 3)
        solver = z3.Solver()
        solver.add(*map(terms.z3_flag, (wanted, kept, three)))
        assert solver.check() == can_be


def test_a_conjunction_of_any_depth_is_taken_apart_in_order() -> None:
    flags = [Cond(z3.Bool(f"flag {number}")) for number in range(5_000)]
    joined = flags[0].term
    for flag in flags[1:]:
        joined = z3.And(joined, flag.term)
    found = looked_into.parts(Cond(joined))
    assert [str(each.term) for each in found if isinstance(each, Cond)] == [str(each.term) for each in flags]
