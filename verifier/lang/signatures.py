"""What is refused of a rule before its body, and which names nobody knows in its body by that."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator
from inspect import unwrap
from typing import Any

from attrs import frozen

from verifier.errors import Problem, RuleRefused
from verifier.lang.annotations import RESULT
from verifier.lang.expressions import returned
from verifier.lang.game import Game, Rule
from verifier.lang.names import locals_of, parameters_of, refused_in_signature
from verifier.lang.source import Source
from verifier.lang.types import EnumType, FlagType, IntType, RecordType, Scalar, Type

RETURNING = ("invariant", "lemma", "step_property", "goal", "grade", "bound", "estimate", "progress",
             "outcome")  # something, each of them

_ANNOTATIONS = {  # what to write of a result
    **dict.fromkeys(("invariant", "lemma", "step_property", "goal"), "write -> bool"),
    **dict.fromkeys(("grade", "bound"), "write -> and the record that it returns"),
    **dict.fromkeys(("estimate", "progress"), "write -> int"),
    "outcome": "write -> bool, -> Annotated[int, Range(0, 4)] or -> and the record that it returns",
    "rule": "write -> bool, -> Card or -> Annotated[int, Range(0, 4)]",
}


@frozen(eq=False)
class Signature:
    """A rule with its source (None where that cannot be found), and what is refused of its declaration.

    `unknown` names what its body may be right about all the same, RESULT if that is what it returns.
    """

    rule: Rule
    source: Source | None
    problems: tuple[Problem, ...] = ()
    unknown: frozenset[str] = frozenset()


def signature_of(game: Game[Any, Any], rule: Rule, *, finished: bool = True) -> Signature:
    """The declaration of a rule, with all that is refused of it; if its game is not `finished`, its body may name anything."""
    try:
        source = Source(rule.function)
    except RuleRefused as refused:
        return Signature(rule, None, (*rule.refused, *refused.problems))
    globals_ = names_of(rule)
    if rule.kind == "completion":  # ordinary Python
        return Signature(rule, source, rule.refused)
    kinds = [dict(rule.parameters).get(name) for name in parameters_of(source.tree)]
    unknown = {*rule.unknown, *(() if finished else _names_of_nothing(source, globals_))}
    if _lacks_state(game, rule, kinds):
        parameters = [source.refused(source.tree, f"{rule.name} needs the state as its first parameter",
                                     f"write def {rule.name}(state: {game.state.__name__}, ...)")]
        unknown |= _names_of_nothing(source, globals_)  # what the body calls the state
    else:
        parameters = list(_parameters(game, rule, source, kinds))
    result = list(_result(rule, source))
    if result:
        unknown.add(RESULT)
    odd = refused_in_signature(source, globals_, game)
    return Signature(rule, source, (*rule.refused, *parameters, *result, *odd), frozenset(unknown))


def names_of(rule: Rule) -> dict[str, Any]:
    """The names of the module that a rule is written in."""
    names: dict[str, Any] = unwrap(rule.function).__globals__
    return names


def names_of_refused(signatures: Iterable[Signature], unregistered: Iterable[Callable[..., Any]],
                     names: dict[str, Any]) -> frozenset[str]:
    """What a module calls the rules whose declarations or decorators are refused: nobody knows what they take and return."""
    functions = (*(each.rule.function for each in signatures if each.problems), *unregistered)
    refused: list[Callable[..., Any]] = [unwrap(each) for each in functions]
    if not refused:
        return frozenset()
    return frozenset(name for name, value in names.items()
                     if callable(value) and any(unwrap(value) is each for each in refused))


def named(rule: Rule) -> str:
    """The kind of a rule, with its article."""
    if rule.kind == "hidden":
        return "a rule that hides"
    if rule.kind == "stuck":
        return "a rule for where no decision is legal"
    kind = rule.kind.replace("_", " ")
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _names_of_nothing(source: Source, globals_: dict[str, Any]) -> set[str]:
    known = {*locals_of(source), *globals_, *vars(builtins)}
    return {node.id for node in source.names} - known


def _lacks_state(game: Game[Any, Any], rule: Rule, kinds: list[Type | None]) -> bool:
    states = 2 if rule.kind == "step_property" else 1
    return rule.kind != "rule" and (len(kinds) < states or any(kind not in (None, game.state_type) for kind in kinds[:states]))


def _parameters(game: Game[Any, Any], rule: Rule, source: Source, kinds: list[Type | None]) -> Iterator[Problem]:
    """What is wrong with a rule's parameters, by its kind; of those that have no type, nothing."""
    if rule.kind == "rule":
        if kinds.count(game.state_type) > 1:
            yield source.refused(source.tree, f"{rule.name} takes the state more than once", "compare states in step properties")
    elif rule.kind in ("outcome", "hidden"):
        seat = kinds[1] if len(kinds) == 2 else None
        if len(kinds) != 2 or seat is not None and not (isinstance(seat, EnumType) and seat.none is None):
            yield source.refused(source.tree, f"{named(rule)} takes the state and a seat",
                                 f"write def {rule.name}(state: {game.state.__name__}, seat: Seat), with the enum of your seats")
    elif rule.kind not in ("decision", "chance"):
        if len(kinds) > (2 if rule.kind == "step_property" else 1):
            yield source.refused(source.tree, f"{named(rule)} takes nothing but the state",
                                 "keep what it needs in fields of the state")
    elif any(kind is not None and not isinstance(kind, Scalar) for kind in kinds[1:]):
        yield source.refused(source.tree, "a decision or chance rule takes flags, enums and bounded numbers besides the state",
                             "give the place of a record by a number or an enum")


def _unsaid(rule: Rule, source: Source) -> bool:
    """Whether a rule returns a value, or should, and has no annotation that says which."""
    values = (node.value for node in source.nodes if isinstance(node, ast.Return))
    return source.tree.returns is None and (rule.kind in RETURNING or rule.kind == "rule" and any(
        value is not None and not (isinstance(value, ast.Constant) and value.value is None) for value in values))


def _result(rule: Rule, source: Source) -> Iterator[Problem]:
    """What is wrong with what a rule returns, by its kind."""
    if RESULT in rule.unknown:
        return
    if _unsaid(rule, source):
        yield source.refused(source.tree, f"{rule.name} has no return annotation", _ANNOTATIONS[rule.kind], "DB304")
        return
    kind: Type | None = returned(rule) or rule.returned_record
    flag, number = ("true or false", isinstance(kind, FlagType)), ("a number", isinstance(kind, IntType))
    record = ("a record of scalars", isinstance(kind, RecordType) and kind.flat)
    worth = ("true or false, a number or a record of scalars", flag[1] or number[1] or record[1])
    wanted, fits = {
        "invariant": flag, "lemma": flag, "step_property": flag, "goal": flag, "estimate": number, "progress": number,
        "grade": record, "bound": record, "outcome": worth,
        "rule": ("a scalar or nothing", kind is None or isinstance(kind, Scalar)),
    }.get(rule.kind, ("nothing", kind is None))
    if not fits:
        yield source.refused(source.tree, f"{named(rule)} returns {wanted}", "say so in its annotation")
