"""What a rule function's annotations say, each read by itself: one that cannot be read leaves the others known."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature, unwrap
from types import NoneType, SimpleNamespace
from typing import Any, get_type_hints

from attrs import frozen

from verifier.errors import Problem, RuleRefused
from verifier.lang.authored import is_mistake, reason, where
from verifier.lang.intervals import INT
from verifier.lang.types import Type, record_type, type_of

RESULT = "return"  # how Python names the annotation of what is returned: no parameter is called so
_PLAIN = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


@frozen
class Declared:
    """The parameters whose types are known; the names of all others, RESULT among them if what is returned is not known; and why.

    What the front end refuses anyway (`*cards`) is among the others without a problem.
    """

    parameters: tuple[tuple[str, Type], ...]
    unknown: frozenset[str]
    problems: tuple[Problem, ...]


def annotation(function: Callable[..., Any], name: str, *, extras: bool = True) -> Any:
    """An annotation of a function, evaluated; None if there is none.  Raises whatever evaluating it raises."""
    written = getattr(function, "__annotations__", {})
    if name not in written:
        return None
    names = getattr(unwrap(function), "__globals__", {})
    return get_type_hints(SimpleNamespace(__annotations__={name: written[name]}), names, include_extras=extras)[name]


def result_of(function: Callable[..., Any]) -> Type | None:
    """The type of what a function returns, by its annotation; None if that is nothing."""
    hint = annotation(function, RESULT)
    if hint is int:
        return INT
    if hint is None or hint is NoneType:
        return None
    if isinstance(hint, type) and hasattr(hint, "__daybreak__"):
        return record_type(hint)
    return type_of(hint, f"{where(function)} {function.__name__}(...)")


def declared(function: Callable[..., Any], *, numbers: bool, returns: bool) -> Declared:
    """What a function declares, with all that is refused of it.

    With `numbers` a parameter may be an `int` without a range; without `returns` the result is nobody's business.
    """
    name = function.__name__
    plain = [each.name for each in signature(function).parameters.values() if each.kind in _PLAIN]
    found: dict[str, Type] = {}
    unknown, problems = set(signature(function).parameters), list[Problem]()
    for each in plain:
        hint, refused = _read(function, each)
        if hint is not None:
            kind, refused = _typed(hint, f"{where(function)} {name}({each})", numbers)
            if kind is not None:
                found[each] = kind
        elif not refused:
            refused = [Problem("DB304", f"{name}: annotate the parameter {each}", where(function),
                               f"write {each}: Card, bool or Annotated[int, Range(0, 8)]")]
        problems += refused
    if returns and (refused := _result_refused(function)):
        unknown.add(RESULT)
        problems += refused
    return Declared(tuple(found.items()), frozenset(unknown - found.keys()), tuple(problems))


def _read(function: Callable[..., Any], name: str) -> tuple[Any, list[Problem]]:
    try:
        return annotation(function, name), []
    except BaseException as error:  # whatever it is: to evaluate it runs somebody's code
        if not is_mistake(error):
            raise
        what = f"the result of {function.__name__}" if name == RESULT else f"{function.__name__}: the parameter {name}"
        return None, [Problem("DB304", f"{what} has an annotation that Python cannot read: {reason(error)}", where(function),
                              "declare or import what it names, or correct it")]


def _typed(hint: Any, place: str, numbers: bool) -> tuple[Type | None, list[Problem]]:
    if hint is int and numbers:
        return INT, []
    try:
        return type_of(hint, place), []
    except RuleRefused as refused:
        return None, list(refused.problems)


def _result_refused(function: Callable[..., Any]) -> list[Problem]:
    problems = _read(function, RESULT)[1]
    if not problems:
        try:
            result_of(function)
        except RuleRefused as refused:
            return list(refused.problems)
    return problems
