"""What terms are made of, and what they are in a model."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import z3

from verifier.symbolic.lift.sums import SUMS
from verifier.symbolic.lift.terms import Cond, Flag, Num, Value


def is_atom(value: Value) -> bool:
    """Whether a value is a Python value or a bare variable, so that copying it costs nothing."""
    return not isinstance(value, Num | Cond) or z3.is_const(value.term)


def in_model(model: Any, value: Value) -> int:
    """What a value is in a z3 model; what the model leaves open is completed."""
    if not isinstance(value, Num | Cond):
        return int(value)
    found = model.eval(value.term, model_completion=True)
    if isinstance(value, Cond):
        return int(z3.is_true(found))
    return int(found.as_signed_long() if value.low < 0 else found.as_long())


def all_in_model(model: Any, values: Sequence[Value]) -> list[int]:
    """What each of many values is in a z3 model, which is not needed if all are Python values.

    Bare variables are looked up: evaluating each takes many times as long.
    """
    known = _interpretations(model) if any(isinstance(value, Num | Cond) for value in values) else {}
    found = []
    for value in values:
        if not isinstance(value, Num | Cond) or (variable := _variable(value)) is None:
            found.append(in_model(model, value))
        else:
            number = known.get(variable, 0)
            if isinstance(value, Num) and value.low < 0 and number >> (value.bits - 1):
                number -= 1 << value.bits
            found.append(number)
    return found


def _interpretations(model: Any) -> dict[int, int]:
    """What a model says of each variable, flags as 0 or 1 and numbers without a sign, by z3's number for its declaration."""
    context, found = z3.main_ctx().ref(), dict[int, int]()
    for place in range(z3.Z3_model_get_num_consts(context, model.model)):
        declared = z3.Z3_model_get_const_decl(context, model.model, place)
        value, number = z3.Z3_model_get_const_interp(context, model.model, declared), ctypes.c_uint64()
        if z3.Z3_get_ast_kind(context, value) == z3.Z3_NUMERAL_AST:
            z3.Z3_get_numeral_uint64(context, value, ctypes.byref(number))
            found[declared.value] = number.value
        else:
            found[declared.value] = int(z3.Z3_get_bool_value(context, value) == z3.Z3_L_TRUE)
    return found


def _variable(value: Num | Cond) -> int | None:
    """z3's number for the declaration of a bare variable."""
    if value.declaration is None:
        is_bare = z3.is_const(value.term) and value.term.decl().kind() == z3.Z3_OP_UNINTERPRETED
        value.declaration = z3.Z3_get_app_decl(z3.main_ctx().ref(), value.term.as_ast()).value if is_bare else 0
    return value.declaration or None


def size_of(values: Iterable[Value], most: int) -> int:
    """How many different terms some values are made of; `most` if there are more."""
    return min(most, len(_parts_of(values, most)))


def variables_of(values: Iterable[Value]) -> frozenset[str]:
    """The names of the variables that some values depend on."""
    terms = (z3.ExprRef(ast, z3.main_ctx()) for ast, parts in _parts_of(values).values() if not parts)
    return frozenset(term.decl().name() for term in terms if term.decl().kind() == z3.Z3_OP_UNINTERPRETED)


def sums_in(condition: Flag) -> list[Num]:
    """The sums of many numbers that a condition asks about, as they were when they were made."""
    return [SUMS[number] for number in _parts_of([condition]) if number in SUMS]


def with_variables(condition: Flag, variables: Sequence[tuple[Num, Num]]) -> Flag:
    """A condition with variables in the place of some numbers."""
    if not isinstance(condition, Cond) or not variables:
        return condition
    return Cond(z3.substitute(condition.term, *((number.term, variable.term) for number, variable in variables)))


def uses_in_conditions(values: Iterable[Value]) -> Counter[int]:
    """How often each variable is asked about in the terms that some values are made of: whether it is 3, and the like.

    A condition counts as often as other terms use it.  Variables are known by the numbers that z3 has for their terms.
    """
    parts = {number: parts for number, (_, parts) in _parts_of(values).items()}
    return Counter(variable for term in parts.values() for condition in term for variable in parts[condition]
                   if not parts[variable])


def _parts_of(values: Iterable[Value], most: int | None = None) -> dict[int, tuple[Any, list[int]]]:
    """Every different term that some values are made of (`most`, if there are more), and of which terms that is made.

    By z3's own functions: a Python object for each of many thousand terms takes seconds.
    """
    context = z3.main_ctx().ref()
    waiting = [value.term.as_ast() for value in values if isinstance(value, Num | Cond)]
    found: dict[int, tuple[Any, list[int]]] = {}
    while waiting and len(found) != most:
        ast = waiting.pop()
        if ast.value not in found:
            parts = [z3.Z3_get_app_arg(context, ast, place) for place in range(z3.Z3_get_app_num_args(context, ast))]
            found[ast.value] = ast, [each.value for each in parts]
            waiting += parts
    return found


def parts(condition: Flag) -> list[Flag]:
    """The conditions that a conjunction joins, also by conjunctions in it, however deep; any other condition alone."""
    found, waiting = list[Flag](), [condition]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Cond) and z3.is_and(each.term):
            waiting += [Cond(term) for term in reversed(each.term.children())]
        else:
            found.append(each)
    return found
