"""What terms are made of, and what they are in a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import z3

from verifier.symbolic.lift.terms import Cond, Num, Value


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


def size_of(values: Iterable[Value], most: int) -> int:
    """How many different terms some values are made of; `most` if there are more."""
    return sum(1 for _ in islice(_terms_of(values), most))


def variables_of(values: Iterable[Value]) -> frozenset[str]:
    """The names of the variables that some values depend on."""
    return frozenset(term.decl().name() for term in _terms_of(values) if z3.is_const(term) and
                     term.decl().kind() == z3.Z3_OP_UNINTERPRETED)


def _terms_of(values: Iterable[Value]) -> Iterator[Any]:
    """Every different term that some values are made of."""
    waiting = [value.term for value in values if isinstance(value, Num | Cond)]
    seen: set[int] = set()
    while waiting:
        term = waiting.pop()
        key = term.ast.value
        if key not in seen:
            seen.add(key)
            yield term
            waiting += term.children()


def uses_in_conditions(values: Iterable[Value]) -> Counter[int]:
    """How often each variable is asked about in the terms that some values are made of: whether it is 3, and the like.

    A condition counts as often as other terms use it.  Variables are known by the numbers that z3 has for their terms.
    """
    waiting = [value.term for value in values if isinstance(value, Num | Cond)]
    parts: dict[int, list[int]] = {}
    if not waiting:
        return Counter()
    context, asts = waiting[0].ctx_ref(), [term.as_ast() for term in waiting]
    while asts:  # by z3's own functions: a Python object for each of many thousand terms takes seconds
        ast = asts.pop()
        if ast.value not in parts:
            children = [z3.Z3_get_app_arg(context, ast, place) for place in range(z3.Z3_get_app_num_args(context, ast))]
            parts[ast.value] = [child.value for child in children]
            asts += children
    return Counter(variable for term in parts.values() for condition in term for variable in parts[condition]
                   if not parts[variable])
