"""Numbers and conditions of the symbolic run: either plain Python values, or z3 terms that know the interval they lie in.

A number is a bit-vector of the fewest bits that hold its interval (two's complement if it can be negative), so nothing ever
wraps: every operation first widens its operands to hold the result.  What the intervals decide is decided here, and never
reaches z3: constants stay Python values through whole rules.

No term can stand in Python's own tests, comparisons or loops: each such use raises, naming the function to call instead.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

import z3

RUN = 4  # so many numbers in a row are an interval

_CONTEXT = z3.main_ctx()
_REF = _CONTEXT.ref()
_NUMERALS: dict[tuple[int, int], Any] = {}  # making one takes z3 as long as making a term of it
_OF_CHOICES: dict[tuple[object, ...], tuple[Num, Flag]] = {}
_INTERVALS: dict[tuple[str, int], tuple[int, int]] = {}  # of a variable by its name and bits, as it was first made
REMEMBERED: list[dict[Any, Any]] = [_NUMERALS, _OF_CHOICES, _INTERVALS]  # what is forgotten with the terms it is about
LEAVES_MOST = 64  # numbers that one number chooses between, for asking each of them instead
KEPT_MOST = 100_000  # of what is remembered: 100 MB or so, where a rule looks much up


def begin_afresh() -> None:
    """Make all terms from here on as in a new process.

    Which of several models z3 answers with depends on every term that was made before: for the same bytes each time, whatever
    was asked earlier, begin afresh.  Terms and solvers from before cannot be used with those that follow.
    """
    global _CONTEXT, _REF
    z3.z3._main_ctx = None  # z3 has no other way to take another main context; it makes one when there is none
    _CONTEXT = z3.main_ctx()
    _REF = _CONTEXT.ref()
    for each in REMEMBERED:
        each.clear()


@atexit.register
def leave_to_the_system() -> None:
    """Let z3's memory go with the process: giving back many terms one by one takes z3 minutes, after all is said."""
    _CONTEXT.owner = False


class SymbolicMisuse(TypeError):
    """A term was used where Python needs a value."""


def _refuses(use: str, instead: str) -> Callable[..., NoReturn]:
    def raises(*operands: object) -> NoReturn:
        raise SymbolicMisuse(f"{use} a symbolic term has no meaning in Python: use verifier.symbolic.lift.{instead}")

    return raises


class _Term:
    """What terms refuse: everything that would turn them into a Python value in silence."""

    __slots__ = ()
    __bool__ = _refuses("the truth of", "terms.all_of, any_of or choose")
    __contains__ = _refuses("'in' on", "terms.one_of")
    __iter__ = _refuses("a loop over", "terms.choose, value by value")
    __len__ = _refuses("the length of", "terms.choose, value by value")
    __index__ = __int__ = _refuses("an index from", "terms.choose, value by value")
    __eq__ = __ne__ = _refuses("== on", "terms.equal")
    __lt__ = __le__ = __gt__ = __ge__ = _refuses("< on", "terms.less or at_most")
    __add__ = __radd__ = _refuses("+ on", "terms.add")
    __sub__ = __rsub__ = _refuses("- on", "terms.subtract")
    __mul__ = __rmul__ = _refuses("* on", "arithmetic.multiply")
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _refuses("division of", "arithmetic.floor_divide or modulo")
    __neg__ = __abs__ = _refuses("the sign of", "arithmetic.negative or absolute")
    __and__ = __rand__ = __or__ = __ror__ = __invert__ = _refuses("& | ~ on", "terms.all_of, any_of or negation")
    __hash__ = _refuses("the hash of", "terms.is_same")


class Num(_Term):
    """A number that z3 decides, within `low..high`.

    `base` and `shift`, if there is a base, add up to the number: what it was before, and by how much it was changed.  `choice`
    says, of a number that is one of two, by which condition, and which two; `entry`, of an entry of a constant table, of which,
    and where; `difference`, of a difference, of which two.
    """

    __slots__ = ("base", "bits", "choice", "declaration", "difference", "entry", "high", "leaves", "low", "shift", "term")

    def __init__(self, term: Any, low: int, high: int) -> None:
        self.term, self.low, self.high = term, low, high
        self.base: Num | None = None
        self.shift: Number = 0
        self.choice: tuple[Cond, Number, Number] | None = None
        self.leaves = 1
        self.entry: tuple[tuple[int, ...], Num] | None = None
        self.difference: tuple[Number, Number] | None = None
        self.declaration: int | None = None  # z3's number for it, once it was asked for; 0 if this is no bare variable
        self.bits: int = term.size()  # asking z3 again and again is what takes longest

    @classmethod
    def variable(cls, name: str, low: int, high: int) -> Num:
        """A bare variable that something else keeps within its interval."""
        return cls(z3.BitVec(name, width(low, high)), low, high)

    def __repr__(self) -> str:
        return f"Num({self.term}, {self.low}..{self.high})"


class Cond(_Term):
    """A condition that z3 decides.

    `choice` says, of one that is one of two, by which condition, and which two; `equates`, of one that numbers have certain
    values, which numbers, by z3's numbers for their terms, and which values.
    """

    __slots__ = ("choice", "declaration", "equates", "number", "opposite", "term")

    def __init__(self, term: Any) -> None:
        self.term = term
        self.number: Number | None = None  # `as_number` of it
        self.opposite: Cond | None = None
        self.equates: dict[int, int] = {}
        self.declaration: int | None = None  # as of a Num
        self.choice: tuple[Cond, Flag, Flag] | None = None

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


def leaves_of(value: Number) -> int:
    """How many numbers a number chooses between."""
    return 1 if isinstance(value, int) else value.leaves


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
    found = _narrowed(value.term, max(low, value.low), min(high, value.high))
    if isinstance(found, Num):
        found.choice, found.leaves, found.entry, found.difference = value.choice, value.leaves, value.entry, value.difference
    return _as_shifted(found, value.base, value.shift)


def _narrowed(term: Any, low: int, high: int) -> Number:
    if low == high:
        return low
    bits = width(low, high)
    if term.size() > bits:
        term = _bits(z3.Z3_mk_extract(_REF, bits - 1, 0, term.ast))
    return Num(term, low, high)


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
    found = _joined(terms, z3.Z3_mk_and, True)
    if len(terms) > 1 and isinstance(found, Cond) and not found.equates:
        for each in terms:
            found.equates.update(each.equates)
    return found


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


# -- comparisons --------------------------------------------------------------------------------------------------------------


# Whether a number that was changed somewhere is a constant is asked of each number that it can be: of what it was before, that is
# the same term wherever it was asked for before the change, and z3 need not see that of a choice between numbers.


def _of_choice(value: Num, question: tuple[object, ...], ask: Callable[[Number], Flag]) -> Flag:
    """What is asked of a number that is one of two, asked of each of these.  `question` is what tells it from others."""
    assert value.choice is not None
    key = (*question, value.term.ast.value, value.low, value.high)
    if key not in _OF_CHOICES:
        condition, then, otherwise = value.choice
        found = choose_flag(condition, ask(within(then, value.low, value.high)), ask(within(otherwise, value.low, value.high)))
        if len(_OF_CHOICES) >= KEPT_MOST:
            _OF_CHOICES.clear()
        _OF_CHOICES[key] = value, found  # the number is held, so that its id stays its own
    return _OF_CHOICES[key][1]


def _changes_of_the_same(one: Number, other: Number) -> tuple[Number, Number] | None:
    """By how much two numbers were changed that were the same, and the very same term: only that can tell them apart."""
    (base, shift), (other_base, other_shift) = taken_apart(one), taken_apart(other)
    return (shift, other_shift) if base is not None and other_base is not None and is_same(base, other_base) else None


def equal(one: Number, other: Number) -> Flag:
    """Whether two numbers are equal."""
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    if highest(one) < lowest(other) or highest(other) < lowest(one):
        return False
    if isinstance(one, int) and isinstance(other, Num) and other.choice is not None:
        return _of_choice(other, ("equal", one), lambda each: equal(each, one))
    if isinstance(other, int) and isinstance(one, Num) and one.choice is not None:
        return _of_choice(one, ("equal", other), lambda each: equal(each, other))
    if (changes := _changes_of_the_same(one, other)) is not None:
        return equal(*changes)
    bits = _common(one, other)
    left, right = _wide(one, bits), _wide(other, bits)
    if left.eq(right):
        return True
    found = _flag(_two(z3.Z3_mk_eq, left, right))
    for number, value in ((one, other), (other, one)):
        if isinstance(number, Num) and isinstance(value, int):
            found.equates = {number.term.ast.value: value}
    return found


def less(one: Number, other: Number) -> Flag:
    """Whether the one is smaller."""
    if highest(one) < lowest(other):
        return True
    if lowest(one) >= highest(other):
        return False
    if isinstance(one, int) and isinstance(other, Num) and other.choice is not None:
        return _of_choice(other, ("above", one), lambda each: less(one, each))
    if isinstance(other, int) and isinstance(one, Num) and one.choice is not None:
        return _of_choice(one, ("below", other), lambda each: less(each, other))
    if (changes := _changes_of_the_same(one, other)) is not None:
        return less(*changes)
    bits = _common(one, other)
    make = z3.Z3_mk_bvslt if min(lowest(one), lowest(other)) < 0 else z3.Z3_mk_bvult
    return _flag(_two(make, _wide(one, bits), _wide(other, bits)))


def at_most(one: Number, other: Number) -> Flag:
    """Whether the one is not bigger."""
    return negation(less(other, one))


def one_of(value: Number, choices: Iterable[int]) -> Flag:
    """Whether a number is one of some constants; of many that follow one another only the ends are looked at."""
    wanted = sorted(each for each in set(choices) if lowest(value) <= each <= highest(value))
    if isinstance(value, int):
        return bool(wanted)
    if value.choice is not None:
        return _of_choice(value, ("one of", *wanted), lambda each: one_of(each, wanted))
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
    (base, shift), (other_base, other_shift) = taken_apart(then), taken_apart(otherwise)
    if base is not None and other_base is not None and is_same(base, other_base):
        found = shifted(base, choose(condition, shift, other_shift), low, high)
        if isinstance(found, int):
            return found
    else:
        bits = width(low, high)
        one, other = _wide(then, bits), _wide(otherwise, bits)
        found = Num(_bits(z3.Z3_mk_ite(_REF, condition.term.ast, one.ast, other.ast)), low, high)
        was: Number = 0  # a constant does not change
        if isinstance(otherwise, int) and isinstance(then, Num) and then.base is not None:
            was, shift = choose(condition, then.base, otherwise), choose(condition, shift, 0)
        elif isinstance(then, int) and isinstance(otherwise, Num) and otherwise.base is not None:
            was, shift = choose(condition, then, otherwise.base), choose(condition, 0, other_shift)
        if isinstance(was, Num):
            found.base, found.shift = was, shift
    found.leaves = leaves_of(then) + leaves_of(otherwise)
    if found.leaves <= LEAVES_MOST:
        found.choice = condition, then, otherwise
    return found


def choose_flag(condition: Flag, then: Flag, otherwise: Flag) -> Flag:
    """The one flag where a condition holds, the other where it does not."""
    if isinstance(condition, bool):
        return then if condition else otherwise
    if is_same(then, otherwise):
        return then
    found: Flag
    if isinstance(then, bool):
        found = any_of((condition, otherwise)) if then else all_of((negation(condition), otherwise))
    elif isinstance(otherwise, bool):
        found = any_of((negation(condition), then)) if otherwise else all_of((condition, then))
    else:
        found = _flag(z3.Z3_mk_ite(_REF, condition.term.ast, then.term.ast, otherwise.term.ast))
    if isinstance(found, Cond) and all(found is not each for each in (condition, then, otherwise)):
        found.choice = condition, then, otherwise
    return found


def pick(condition: Flag, then: Value, otherwise: Value) -> Value:
    """`choose` for either sort."""
    if isinstance(then, (bool, Cond)):
        assert isinstance(otherwise, (bool, Cond))
        return choose_flag(condition, then, otherwise)
    assert isinstance(otherwise, (int, Num)) and not isinstance(otherwise, bool)
    return choose(condition, then, otherwise)


def as_number(value: Value) -> Number:
    """A flag as 0 or 1; a number as it is.  A flag that was changed somewhere is what it was, and what it was changed by."""
    if not isinstance(value, Cond):
        return int(value) if isinstance(value, bool) else value
    waiting = [value]  # choices share what they choose from: each number is made once, from those that it needs
    while value.number is None:
        needed = [part for part in (waiting[-1].choice or ())[1:] if isinstance(part, Cond) and part.number is None]
        waiting += needed
        if not needed:
            each = waiting.pop()
            each.number = _made_number(each)
    return value.number


def _made_number(value: Cond) -> Number:
    found = choose(value, 1, 0)
    if value.choice is not None and isinstance(found, Num):
        condition, then, otherwise = value.choice
        base, shift = taken_apart(was := as_number(otherwise))
        if base is not None:
            found.base, found.shift = base, add(shift, choose(condition, subtract(as_number(then), was), 0))
    return found


# -- arithmetic ---------------------------------------------------------------------------------------------------------------

# A sum of numbers that were changed is the sum of what they were, which is the same term wherever it was asked for before the
# change, and the sum of the changes: what a card leaves and what it comes to cancel out, and no adder has to be looked into.


def taken_apart(value: Number) -> tuple[Num | None, Number]:
    """What a number was, and by how much it was changed."""
    if isinstance(value, int):
        return None, value
    return (value, 0) if value.base is None else (value.base, value.shift)


def _as_shifted(value: Number, base: Num | None, shift: Number) -> Number:
    """A number that is known to be what another one was, and what it was changed by."""
    if isinstance(value, Num) and base is not None:
        value.base, value.shift = base, shift
    return value


def shifted(base: Num, shift: Number, low: int, high: int) -> Number:
    """A number and what it was changed by, known to lie in an interval."""
    if isinstance(shift, int) and shift == 0:
        return _as_shifted(_narrowed(base.term, max(low, base.low), min(high, base.high)), base.base, base.shift)
    found = plain_sum(base, shift)
    if isinstance(found, int):
        return found
    low, high = max(low, found.low), min(high, found.high)
    return _as_shifted(_narrowed(found.term, low, high), base, shift)


def changed(value: Number, change: Number) -> Number:
    """A number and what it is changed by: kept apart from it, so that changes can cancel out."""
    base, shift = taken_apart(value)
    if base is None:
        return add(value, change)
    return shifted(base, add(shift, change), lowest(value) + lowest(change), highest(value) + highest(change))


def add(one: Number, other: Number) -> Number:
    """The sum."""
    if isinstance(other, int) and other == 0:
        return one
    if isinstance(one, int) and one == 0:
        return other
    (base, shift), (other_base, other_shift) = taken_apart(one), taken_apart(other)
    if base is None or other_base is None:
        whole = other_base if base is None else base
        return plain_sum(one, other) if whole is None else shifted(
            whole, plain_sum(shift, other_shift), lowest(one) + lowest(other), highest(one) + highest(other))
    sums = plain_sum(base, other_base)
    changes = add(shift, other_shift)
    if isinstance(sums, int) or isinstance(changes, int) and changes == 0:
        return add(sums, changes)
    return shifted(sums, changes, lowest(one) + lowest(other), highest(one) + highest(other))


def plain_sum(one: Number, other: Number) -> Number:
    """The sum of what two numbers are, whatever they were before."""
    if isinstance(other, int) and other == 0:
        return one
    if isinstance(one, int) and one == 0:
        return other
    if isinstance(one, Num) and isinstance(other, Num) and one.difference is not None and other.difference is not None:
        (plus, minus), (other_plus, other_minus) = one.difference, other.difference
        if is_same(minus, other_plus):  # what one place gives up, and another takes
            return subtract(plus, other_minus)
        if is_same(plus, other_minus):
            return subtract(other_plus, minus)
    return operation(z3.Z3_mk_bvadd, one, other, lowest(one) + lowest(other), highest(one) + highest(other), lambda a, b: a + b)


def subtract(one: Number, other: Number) -> Number:
    """The difference."""
    if is_same(one, other):
        return 0
    (base, shift), (other_base, other_shift) = taken_apart(one), taken_apart(other)
    if base is not None and other_base is not None and is_same(base, other_base):
        return subtract(shift, other_shift)
    found = operation(z3.Z3_mk_bvsub, one, other, lowest(one) - highest(other), highest(one) - lowest(other), lambda a, b: a - b)
    if isinstance(found, Num):
        found.difference = one, other
    return found


def operation(make: Any, one: Number, other: Number, low: int, high: int, known: Callable[[int, int], int]) -> Number:
    """What z3 makes of two numbers, which lies in an interval, or what is `known` of two plain ones."""
    if isinstance(one, int) and isinstance(other, int):
        return known(one, other)
    if low == high:
        return low
    bits = width(min(low, lowest(one), lowest(other)), max(high, highest(one), highest(other)))
    return _narrowed(_bits(_two(make, _wide(one, bits), _wide(other, bits))), low, high)


# -- variables ----------------------------------------------------------------------------------------------------------------


def number_variable(name: str, low: int, high: int) -> tuple[Number, Flag]:
    """A number that z3 is free to choose in `low..high`, and the condition that keeps it there.

    What is remembered of a term was decided by its interval, so a variable of the same name and another interval is another term.
    """
    if low == high:
        return low, True
    bits = width(low, high)
    if _INTERVALS.setdefault((name, bits), (low, high)) != (low, high):
        name = f"{name} in {low}..{high}"
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
