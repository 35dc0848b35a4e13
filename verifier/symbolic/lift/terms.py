"""Numbers and conditions of the symbolic run: either plain Python values, or z3 terms that know the interval they lie in.

A number is a bit-vector of the fewest bits that hold its interval (two's complement if it can be negative), so nothing ever
wraps: every operation first widens its operands to hold the result.  What the intervals decide is decided here, and never
reaches z3: constants stay Python values through whole rules.

No term can stand in Python's own tests, comparisons or loops: each such use raises, naming the function to call instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

import z3

RUN = 4  # so many numbers in a row are an interval

_CONTEXT = z3.main_ctx()
_REF = _CONTEXT.ref()
_NUMERALS: dict[tuple[int, int], Any] = {}  # making one takes z3 as long as making a term of it
_LOOKED_UP: dict[tuple[int, int, int, int], tuple[object, object, Num]] = {}
LOOKED_UP_MOST = 100_000  # 100 MB or so, where a rule looks much up


def begin_afresh() -> None:
    """Make all terms from here on as in a new process.

    Which of several models z3 answers with depends on every term that was made before: for the same bytes each time, whatever
    was asked earlier, begin afresh.  Terms and solvers from before cannot be used with those that follow.
    """
    global _CONTEXT, _REF
    z3.z3._main_ctx = None  # z3 has no other way to take another main context; it makes one when there is none
    _CONTEXT = z3.main_ctx()
    _REF = _CONTEXT.ref()
    _NUMERALS.clear()
    _LOOKED_UP.clear()


class SymbolicMisuse(TypeError):
    """A term was used where Python needs a value."""


def _refuses(use: str, instead: str) -> Callable[..., NoReturn]:
    def raises(*operands: object) -> NoReturn:
        raise SymbolicMisuse(f"{use} a symbolic term has no meaning in Python: use verifier.symbolic.lift.terms.{instead}")

    return raises


class _Term:
    """What terms refuse: everything that would turn them into a Python value in silence."""

    __slots__ = ()
    __bool__ = _refuses("the truth of", "all_of, any_of or choose")
    __contains__ = _refuses("'in' on", "one_of")
    __iter__ = _refuses("a loop over", "choose, value by value")
    __len__ = _refuses("the length of", "choose, value by value")
    __index__ = __int__ = _refuses("an index from", "choose, value by value")
    __eq__ = __ne__ = _refuses("== on", "equal")
    __lt__ = __le__ = __gt__ = __ge__ = _refuses("< on", "less or at_most")
    __add__ = __radd__ = _refuses("+ on", "add")
    __sub__ = __rsub__ = _refuses("- on", "subtract")
    __mul__ = __rmul__ = _refuses("* on", "multiply")
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _refuses("division of", "floor_divide or modulo")
    __neg__ = __abs__ = _refuses("the sign of", "negative or absolute")
    __and__ = __rand__ = __or__ = __ror__ = __invert__ = _refuses("& | ~ on", "all_of, any_of or negation")
    __hash__ = _refuses("the hash of", "is_same")


class Num(_Term):
    """A number that z3 decides, within `low..high`; if it is a sum over a loop, with what is added up, in order.

    `base` and `shift`, if there is a base, add up to the number: what it was before, and by how much it was changed.
    """

    __slots__ = ("addends", "base", "bits", "high", "low", "shift", "term")

    def __init__(self, term: Any, low: int, high: int, addends: Sequence[Number] = ()) -> None:
        self.term, self.low, self.high, self.addends = term, low, high, addends
        self.base: Num | None = None
        self.shift: Number = 0
        self.bits: int = term.size()  # asking z3 again and again is what takes longest

    @classmethod
    def variable(cls, name: str, low: int, high: int) -> Num:
        """A bare variable that something else keeps within its interval."""
        return cls(z3.BitVec(name, width(low, high)), low, high)

    def __repr__(self) -> str:
        return f"Num({self.term}, {self.low}..{self.high})"


class Cond(_Term):
    """A condition that z3 decides."""

    __slots__ = ("opposite", "term")

    def __init__(self, term: Any) -> None:
        self.term = term
        self.opposite: Cond | None = None

    def __repr__(self) -> str:
        return f"Cond({self.term})"


Number = int | Num
Flag = bool | Cond
Value = Number | Flag

# -- z3's own constructors, without the coercions of its operators -----------------------------------------------------------


def _bits(ast: Any) -> Any:
    return z3.BitVecRef(ast, _CONTEXT)


def _flag(ast: Any) -> Cond:
    return Cond(z3.BoolRef(ast, _CONTEXT))


def _two(make: Any, left: Any, right: Any) -> Any:
    """A z3 node from two terms.  They are parameters so that both live until it is made: z3 frees what nobody holds."""
    return make(_REF, left.ast, right.ast)


def width(low: int, high: int) -> int:
    """The bits of a number in `low..high`: unsigned unless it can be negative."""
    if low >= 0:
        return max(1, high.bit_length())
    return max((-low - 1).bit_length(), high.bit_length() if high > 0 else 0) + 1


def lowest(value: Number) -> int:
    """The lower end of a number's interval."""
    return value if isinstance(value, int) else value.low


def highest(value: Number) -> int:
    """The upper end of a number's interval."""
    return value if isinstance(value, int) else value.high


def _wide(value: Number, bits: int) -> Any:
    """The term of a number in a given width, which must hold it."""
    if isinstance(value, int):
        numeral = _NUMERALS.get((value, bits))
        if numeral is None:
            numeral = _NUMERALS[value, bits] = z3.BitVecVal(value, bits)
        return numeral
    missing = bits - value.bits
    if missing <= 0:
        return value.term
    extend = z3.Z3_mk_sign_ext if value.low < 0 else z3.Z3_mk_zero_ext
    return _bits(extend(_REF, missing, value.term.ast))


def within(value: Number, low: int, high: int) -> Number:
    """A number that is known to lie in an interval: narrowed to it.  The caller answers for that.

    Where it cannot lie in it (the caller has noted a failure then) it is the nearest end.
    """
    if isinstance(value, int):
        return min(max(value, low), high)
    if value.high < low or high < value.low:
        return low if value.high < low else high
    return _as_shifted(_narrowed(value.term, max(low, value.low), min(high, value.high), value.addends), value.base, value.shift)


def _narrowed(term: Any, low: int, high: int, addends: Sequence[Number] = ()) -> Number:
    if low == high:
        return low
    bits = width(low, high)
    if term.size() > bits:
        term = _bits(z3.Z3_mk_extract(_REF, bits - 1, 0, term.ast))
    return Num(term, low, high, addends)


def _common(*values: Number) -> int:
    """A width in which all of them are comparable."""
    return width(min(lowest(each) for each in values), max(highest(each) for each in values))


# -- conditions ---------------------------------------------------------------------------------------------------------------


def is_same(one: Value, other: Value) -> bool:
    """Whether two values are the same Python value or the very same term (not: whether they are equal)."""
    if one is other:
        return True
    if isinstance(one, _Term):
        return isinstance(other, _Term) and bool(one.term.eq(other.term))
    return not isinstance(other, _Term) and one == other


def negation(condition: Flag) -> Flag:
    """Not."""
    if isinstance(condition, bool):
        return not condition
    if condition.opposite is None:
        term = condition.term
        condition.opposite = Cond(term.arg(0)) if z3.is_not(term) else _flag(z3.Z3_mk_not(_REF, term.ast))
    return condition.opposite


def all_of(conditions: Iterable[Flag]) -> Flag:
    """And."""
    terms = []
    for each in conditions:
        if each is False:
            return False
        if each is not True:
            assert isinstance(each, Cond)
            terms.append(each)
    return _joined(terms, z3.Z3_mk_and, True)


def any_of(conditions: Iterable[Flag]) -> Flag:
    """Or."""
    terms = []
    for each in conditions:
        if each is True:
            return True
        if each is not False:
            assert isinstance(each, Cond)
            terms.append(each)
    return _joined(terms, z3.Z3_mk_or, False)


def _joined(terms: list[Cond], make: Any, empty: bool) -> Flag:
    distinct = list({each.term.ast.value: each for each in terms}.values())
    if not distinct:
        return empty
    if len(distinct) == 1:
        return distinct[0]
    array = (z3.Ast * len(distinct))(*(each.term.ast for each in distinct))
    return _flag(make(_REF, len(distinct), array))


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
    array = (z3.Ast * len(terms))(*(each.term.ast for each in terms))
    return _flag(z3.Z3_mk_atmost(_REF, len(terms), array, most))


def parts(condition: Flag) -> list[Flag]:
    """The conditions that a conjunction joins; any other condition alone."""
    if isinstance(condition, Cond) and z3.is_and(condition.term):
        return [Cond(each) for each in condition.term.children()]
    return [condition]


def implies(condition: Flag, then: Flag) -> Flag:
    """If the one, the other."""
    return any_of((negation(condition), then))


# -- comparisons --------------------------------------------------------------------------------------------------------------


def equal(one: Number, other: Number) -> Flag:
    """Whether two numbers are equal."""
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    if highest(one) < lowest(other) or highest(other) < lowest(one):
        return False
    bits = _common(one, other)
    left, right = _wide(one, bits), _wide(other, bits)
    if left.eq(right):
        return True
    return _flag(_two(z3.Z3_mk_eq, left, right))


def less(one: Number, other: Number) -> Flag:
    """Whether the one is smaller."""
    if highest(one) < lowest(other):
        return True
    if lowest(one) >= highest(other):
        return False
    bits = _common(one, other)
    make = z3.Z3_mk_bvslt if min(lowest(one), lowest(other)) < 0 else z3.Z3_mk_bvult
    return _flag(_two(make, _wide(one, bits), _wide(other, bits)))


def at_most(one: Number, other: Number) -> Flag:
    """Whether the one is not bigger."""
    return negation(less(other, one))


def at_most_in_order(one: Sequence[Number], other: Sequence[Number]) -> list[Flag]:
    """That one list of numbers does not come behind another: a condition for each place that can be the first to differ."""
    found: list[Flag] = []
    differs: list[Flag] = []
    for left, right in zip(one, other, strict=True):
        found.append(any_of([*differs, at_most(left, right)]))
        differs.append(negation(equal(left, right)))
    return found


def one_of(value: Number, choices: Iterable[int]) -> Flag:
    """Whether a number is one of some constants; of many that follow one another only the ends are looked at."""
    wanted = sorted(each for each in set(choices) if lowest(value) <= each <= highest(value))
    if isinstance(value, int):
        return bool(wanted)
    runs: list[list[int]] = []
    for each in wanted:
        if runs and runs[-1][1] == each - 1:
            runs[-1][1] = each
        else:
            runs.append([each, each])
    tests: list[Flag] = []
    for first, last in runs:
        if last - first >= RUN:
            tests.append(all_of((at_most(first, value), at_most(value, last))))
        else:
            tests += [equal(value, each) for each in range(first, last + 1)]
    return any_of(tests)


def same(one: Value, other: Value) -> Flag:
    """Whether two flags or two numbers are equal."""
    if isinstance(one, (bool, Cond)):
        assert isinstance(other, (bool, Cond))
        if isinstance(one, bool):
            return other if one else negation(other)
        if isinstance(other, bool):
            return one if other else negation(one)
        return True if one.term.eq(other.term) else _flag(_two(z3.Z3_mk_iff, one.term, other.term))
    assert isinstance(other, (int, Num))
    return equal(one, other)


def plain(value: Value, number: int) -> Value:
    """What a model says of a value, of the value's own kind."""
    return bool(number) if isinstance(value, (bool, Cond)) else number


def is_number(value: Value, number: int) -> Flag:
    """That a number or a flag is what a model says."""
    return same(value, plain(value, number))


# -- choices ------------------------------------------------------------------------------------------------------------------


def choose(condition: Flag, then: Number, otherwise: Number) -> Number:
    """The one number where a condition holds, the other where it does not."""
    if isinstance(condition, bool):
        return then if condition else otherwise
    if is_same(then, otherwise):
        return then
    low, high = min(lowest(then), lowest(otherwise)), max(highest(then), highest(otherwise))
    (base, shift), (other_base, other_shift) = _taken_apart(then), _taken_apart(otherwise)
    if base is not None and other_base is not None and is_same(base, other_base):
        return _shifted(base, choose(condition, shift, other_shift), low, high, _chosen(condition, then, otherwise))
    bits = width(low, high)
    one, other = _wide(then, bits), _wide(otherwise, bits)
    return Num(_bits(z3.Z3_mk_ite(_REF, condition.term.ast, one.ast, other.ast)), low, high, _chosen(condition, then, otherwise))


def addends(value: Number) -> Sequence[Number]:
    """What a sum over a loop adds up; nothing of any other number."""
    return () if isinstance(value, int) else value.addends


def grown(before: Number, after: Number) -> list[Flag]:
    """Ways in which a number can have grown, one of which it must have: of sums of as many, one for each thing added up."""
    ones, others = addends(before), addends(after)
    if not ones or len(ones) != len(others):
        return [less(before, after)]
    return [less(one, other) for one, other in zip(ones, others, strict=True)]


def _chosen(condition: Flag, then: Number, otherwise: Number) -> Sequence[Number]:
    """The addends of the one or the other of two sums."""
    ones, others = addends(then), addends(otherwise)
    if not ones or len(ones) != len(others):
        return ()
    return [choose(condition, one, other) for one, other in zip(ones, others, strict=True)]


def choose_flag(condition: Flag, then: Flag, otherwise: Flag) -> Flag:
    """The one flag where a condition holds, the other where it does not."""
    if isinstance(condition, bool):
        return then if condition else otherwise
    if is_same(then, otherwise):
        return then
    if isinstance(then, bool):
        return any_of((condition, otherwise)) if then else all_of((negation(condition), otherwise))
    if isinstance(otherwise, bool):
        return any_of((negation(condition), then)) if otherwise else all_of((condition, then))
    return _flag(z3.Z3_mk_ite(_REF, condition.term.ast, then.term.ast, otherwise.term.ast))


def pick(condition: Flag, then: Value, otherwise: Value) -> Value:
    """`choose` for either sort."""
    if isinstance(then, (bool, Cond)):
        assert isinstance(otherwise, (bool, Cond))
        return choose_flag(condition, then, otherwise)
    assert isinstance(otherwise, (int, Num)) and not isinstance(otherwise, bool)
    return choose(condition, then, otherwise)


def as_number(value: Value) -> Number:
    """A flag as 0 or 1; a number as it is."""
    if isinstance(value, (bool, Cond)):
        return choose(value, 1, 0)
    return value


# -- arithmetic ---------------------------------------------------------------------------------------------------------------


# A sum of numbers that were changed is the sum of what they were, which is the same term wherever it was asked for before the
# change, and the sum of the changes: what a card leaves and what it comes to cancel out, and no adder has to be looked into.


def _taken_apart(value: Number) -> tuple[Num | None, Number]:
    """What a number was, and by how much it was changed."""
    if isinstance(value, int):
        return None, value
    return (value, 0) if value.base is None else (value.base, value.shift)


def _as_shifted(value: Number, base: Num | None, shift: Number) -> Number:
    """A number that is known to be what another one was, and what it was changed by."""
    if isinstance(value, Num) and base is not None:
        value.base, value.shift = base, shift
    return value


def _shifted(base: Num, shift: Number, low: int, high: int, addends: Sequence[Number] = ()) -> Number:
    """A number and what it was changed by, known to lie in an interval."""
    if isinstance(shift, int) and shift == 0:
        return _as_shifted(_narrowed(base.term, max(low, base.low), min(high, base.high), addends), base.base, base.shift)
    found = _plain_sum(base, shift)
    if isinstance(found, int):
        return found
    low, high = max(low, found.low), min(high, found.high)
    return _as_shifted(_narrowed(found.term, low, high, addends), base, shift)


def total(values: Iterable[Number]) -> Number:
    """The sum of any number of numbers, added up in pairs: the adders of a chain are deep, and wide from early on."""
    known, waiting, every, shifts = 0, list[Number](), list(values), list[Number]()
    for each in every:
        base, shift = _taken_apart(each)
        if base is not None:
            waiting.append(base)
        if isinstance(shift, int):
            known += shift
        else:
            shifts.append(shift)
    sums = [_in_pairs(waiting), add(_in_pairs(shifts), known)]
    low, high = sum(map(lowest, every)), sum(map(highest, every))
    if not isinstance(sums[0], Num):
        found = add(*sums)
    elif shifts:
        found = _shifted(sums[0], sums[1], low, high)
    else:
        found = add(*sums)
    if isinstance(found, int):
        return found
    return _as_shifted(Num(found.term, found.low, found.high, every), found.base, found.shift)


def _in_pairs(waiting: list[Number]) -> Number:
    """The sum of numbers that are as they were."""
    while len(waiting) > 1:
        waiting = [_plain_sum(*waiting[at:at + 2]) if at + 1 < len(waiting) else waiting[at] for at in range(0, len(waiting), 2)]
    return waiting[0] if waiting else 0


def add(one: Number, other: Number) -> Number:
    """The sum."""
    if isinstance(other, int) and other == 0:
        return one
    if isinstance(one, int) and one == 0:
        return other
    (base, shift), (other_base, other_shift) = _taken_apart(one), _taken_apart(other)
    if base is None or other_base is None:
        whole = other_base if base is None else base
        return _plain_sum(one, other) if whole is None else _shifted(
            whole, _plain_sum(shift, other_shift), lowest(one) + lowest(other), highest(one) + highest(other))
    sums = _plain_sum(base, other_base)
    changes = add(shift, other_shift)
    if isinstance(sums, int) or isinstance(changes, int) and changes == 0:
        return add(sums, changes)
    return _shifted(sums, changes, lowest(one) + lowest(other), highest(one) + highest(other))


def _plain_sum(one: Number, other: Number) -> Number:
    if isinstance(other, int) and other == 0:
        return one
    if isinstance(one, int) and one == 0:
        return other
    return _arithmetic(z3.Z3_mk_bvadd, one, other, lowest(one) + lowest(other), highest(one) + highest(other), lambda a, b: a + b)


def subtract(one: Number, other: Number) -> Number:
    """The difference."""
    return _arithmetic(z3.Z3_mk_bvsub, one, other, lowest(one) - highest(other), highest(one) - lowest(other), lambda a, b: a - b)


def multiply(one: Number, other: Number) -> Number:
    """The product."""
    ends = [a * b for a in (lowest(one), highest(one)) for b in (lowest(other), highest(other))]
    return _arithmetic(z3.Z3_mk_bvmul, one, other, min(ends), max(ends), lambda a, b: a * b)


def modulo(one: Number, divisor: Number) -> Number:
    """The remainder as Python has it (never negative); the divisor is positive."""
    if lowest(one) >= 0 and highest(one) < lowest(divisor):
        return one
    make = z3.Z3_mk_bvsmod if lowest(one) < 0 else z3.Z3_mk_bvurem
    most = highest(divisor) - 1
    return _arithmetic(make, one, divisor, 0, min(most, highest(one)) if lowest(one) >= 0 else most, lambda a, b: a % b)


def floor_divide(one: Number, divisor: Number) -> Number:
    """The quotient rounded down, as Python has it; the divisor is positive."""
    ends = [a // b for a in (lowest(one), highest(one)) for b in (max(1, lowest(divisor)), max(1, highest(divisor)))]
    if lowest(one) >= 0:
        return _arithmetic(z3.Z3_mk_bvudiv, one, divisor, min(ends), max(ends), lambda a, b: a // b)
    exact = subtract(one, modulo(one, divisor))
    return _arithmetic(z3.Z3_mk_bvsdiv, exact, divisor, min(ends), max(ends), lambda a, b: a // b)


def _arithmetic(make: Any, one: Number, other: Number, low: int, high: int, known: Callable[[int, int], int]) -> Number:
    if isinstance(one, int) and isinstance(other, int):
        return known(one, other)
    if low == high:
        return low
    bits = width(min(low, lowest(one), lowest(other)), max(high, highest(one), highest(other)))
    return _narrowed(_bits(_two(make, _wide(one, bits), _wide(other, bits))), low, high)


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
    """An entry of a constant table."""
    if isinstance(index, int):
        return table[index]
    key = id(table), index.term.ast.value, index.low, index.high
    if key in _LOOKED_UP:
        return _LOOKED_UP[key][2]
    found = _looked_up(table, index)
    if isinstance(found, Num):
        if len(_LOOKED_UP) >= LOOKED_UP_MOST:
            _LOOKED_UP.clear()
        _LOOKED_UP[key] = table, index, found  # both are held, so that their ids stay their own
    return found


def _looked_up(table: tuple[int, ...], index: Num) -> Number:
    reachable = range(max(0, index.low), min(len(table) - 1, index.high) + 1)
    values = sorted({table[each] for each in reachable}, key=lambda value: sum(table[each] == value for each in reachable))
    found: Number = values[-1]  # the most frequent one needs no test
    for value in reversed(values[:-1]):
        found = choose(one_of(index, (each for each in reachable if table[each] == value)), value, found)
    return found


# -- variables ----------------------------------------------------------------------------------------------------------------


def number_variable(name: str, low: int, high: int) -> tuple[Number, Flag]:
    """A number that z3 is free to choose in `low..high`, and the condition that keeps it there."""
    if low == high:
        return low, True
    bits = width(low, high)
    number = Num(z3.BitVec(name, bits), low, high)
    smallest, biggest = (0, 2**bits - 1) if low >= 0 else (-2**(bits - 1), 2**(bits - 1) - 1)
    over, under = (z3.Z3_mk_bvuge, z3.Z3_mk_bvule) if low >= 0 else (z3.Z3_mk_bvsge, z3.Z3_mk_bvsle)
    ends = [True if low == smallest else _flag(_two(over, number.term, _wide(low, bits))),
            True if high == biggest else _flag(_two(under, number.term, _wide(high, bits)))]
    return number, all_of(ends)


def flag_variable(name: str) -> Cond:
    """A flag that z3 is free to choose."""
    return Cond(z3.Bool(name))


def z3_flag(condition: Flag) -> Any:
    """A condition as z3 takes it."""
    return z3.BoolVal(condition) if isinstance(condition, bool) else condition.term
