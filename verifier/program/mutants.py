"""Mutants: a game's rules with one small thing altered, to see whether scenarios and properties kill them.

A mutant is made in the intermediate form, so everything that runs from it (emitted code, the symbolic run) runs the mutant;
the reference, which runs the functions themselves, stays as it is.  Only what transitions do is altered: no property, no grade.

Kinds: a guard is dropped; a comparison lets one value more or less through, or turns into its opposite; an effect is dropped; a
sum becomes a difference; an element goes to, or comes from, the other end of a pile; a number given to a rule is mirrored in its
range (clockwise becomes counterclockwise); two arguments of one type are swapped; a condition holds always, or never.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from attrs import evolve, fields, frozen

from verifier.lang import ir
from verifier.lang.source import Source
from verifier.lang.types import FlagType, IntType
from verifier.program.program import Program

OPPOSITES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
Change = Callable[[Any], Any]  # a node in place of a node; None drops a statement


@frozen(eq=False)
class Mutant:
    """One alteration: of which rule, at which line of which file, what it does, and the clauses that stand there.

    `number` counts the mutants of a program from 0, in the order of its rules and their lines.
    """

    number: int
    rule: str
    file: str
    line: int
    kind: str
    text: str
    clauses: tuple[str, ...]
    body: ir.RuleBody

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.number} {self.rule}: {self.kind} at {self.file}:{self.line}"


def mutated(program: Program, mutant: Mutant) -> Program:
    """The program with the mutant in the place of its rule."""
    return evolve(program, bodies={**program.bodies, mutant.rule: mutant.body})


def mutants(program: Program) -> list[Mutant]:
    """Every mutant of the rules that transitions are made of."""
    found: list[Mutant] = []
    for name in program.played:
        body = program.bodies[name]
        source = Source(body.rule.function)
        for node, kind, change, clauses in _alterations(body):
            other = altered(body, node, change)
            line = source.lines[node.line - 1].strip() if node.line <= len(source.lines) else ""
            found.append(Mutant(len(found), name, Path(source.path).name, node.line, kind, line, clauses, other))
    return found


# -- what can be altered ------------------------------------------------------------------------------------------------------


def _alterations(body: ir.RuleBody) -> Iterator[tuple[ir.Node, str, Change, tuple[str, ...]]]:
    """Each node with a kind, a change, and the clauses that were named last before it."""
    clauses = body.rule.clauses
    for node in ir.walk(body.body):
        if isinstance(node, ir.Clauses):
            clauses = node.ids
        for kind, change in _changes(node):
            yield node, kind, change, ((node.clause,) if isinstance(node, ir.Require) else clauses)


def _changes(node: ir.Node) -> Iterator[tuple[str, Change]]:
    if isinstance(node, ir.Require):
        yield "guard dropped", lambda _: None
    elif isinstance(node, (ir.Store, ir.Count, ir.Put, ir.Clear, ir.Pour)):
        yield "effect dropped", lambda _: None
    elif isinstance(node, ir.If):
        yield "condition always holds", lambda each: evolve(each, condition=_constant(each.condition, 1))
        yield "condition never holds", lambda each: evolve(each, condition=_constant(each.condition, 0))
    elif isinstance(node, ir.Compare):
        kind = "comparison off by one" if node.operator in ("<", "<=", ">", ">=") else "comparison turned round"
        yield kind, lambda each: evolve(each, operator=OPPOSITES[each.operator])
    if isinstance(node, ir.Store) and isinstance(node.value, ir.Binary) and node.value.operator in ("+", "-"):
        yield "plus and minus swapped", lambda each: evolve(each, value=_negated(each.value))
    if isinstance(node, ir.Put):
        yield "other end of the pile", lambda each: evolve(each, on_top=not each.on_top)
    if isinstance(node, ir.Take) and (node.index is None or _is_top(node.index)):
        yield "other end of the pile", _other_end
    if isinstance(node, ir.Call):
        yield from _of_calls(node)


def _of_calls(node: ir.Call) -> Iterator[tuple[str, Change]]:
    for place, (argument, (_, kind)) in enumerate(zip(node.arguments, node.rule.parameters, strict=True)):
        if isinstance(argument, ir.Const) and isinstance(kind, IntType) and kind.low + kind.high != 2 * argument.value:
            yield "number mirrored", partial(_mirrored, place=place, kind=kind)
        for other in range(place + 1, len(node.arguments)):
            if node.rule.parameters[other][1] == kind and node.arguments[other] != argument:
                yield "arguments swapped", partial(_swapped, one=place, other=other)


def _constant(node: Any, value: int) -> ir.Const:
    return ir.Const(node.id, node.line, value, FlagType(None, value, value))


def _negated(value: ir.Binary) -> ir.Binary:
    """The difference for the sum, or the other way round, with the interval that this gives it."""
    left, right = value.left.type, value.right.type
    if value.operator == "-":
        return evolve(value, operator="+", type=IntType(left.low + right.low, left.high + right.high))
    return evolve(value, operator="-", type=IntType(left.low - right.high, left.high - right.low))


def _is_top(index: ir.Expr) -> bool:
    return isinstance(index, ir.Const) and index.value == 0


def _other_end(node: ir.Take) -> ir.Take:
    return evolve(node, index=ir.Const(node.id, node.line, 0, IntType(0, 0)) if node.index is None else None)


def _mirrored(node: ir.Call, place: int, kind: IntType) -> ir.Call:
    """The number at a place of the arguments, counted from the other end of the range that the rule takes."""
    arguments, number = list(node.arguments), node.arguments[place]
    assert isinstance(number, ir.Const)
    value = kind.low + kind.high - number.value
    arguments[place] = evolve(number, value=value, type=IntType(value, value))
    return evolve(node, arguments=tuple(arguments))


def _swapped(node: ir.Call, one: int, other: int) -> ir.Call:
    arguments = list(node.arguments)
    arguments[one], arguments[other] = arguments[other], arguments[one]
    return evolve(node, arguments=tuple(arguments))


# -- putting it in ------------------------------------------------------------------------------------------------------------


def altered(body: ir.RuleBody, target: ir.Node, change: Change) -> ir.RuleBody:
    """The body with one node changed; a guard that loses a statement is so much shorter."""
    found = tuple(each for each in (_replaced(each, target, change) for each in body.body) if each is not None)
    return evolve(body, body=found, guard=body.guard - (len(body.body) - len(found) if isinstance(target, ir.Require) else 0))


def _replaced(node: Any, target: ir.Node, change: Change) -> Any:
    if node is target:
        return change(node)
    if isinstance(node, tuple):
        found = tuple(_replaced(each, target, change) for each in node)
        return tuple(each for each in found if each is not None) if any(
            one is not other for one, other in zip(found, node, strict=True)) else node
    if not isinstance(node, ir.Node):
        return node
    changed = {}
    for each in fields(type(node)):
        old = getattr(node, each.name)
        if isinstance(old, (ir.Node, tuple)):
            new = _replaced(old, target, change)
            if new is not old:
                changed[each.name] = new
    return evolve(node, **changed) if changed else node
