"""Which part of a property says no: the conjunct of what it returns, with the values of the loops that lead to it.

The reference evaluates the property; the `return` by which it was left is then taken apart, and each part is evaluated again in
the names it had there.  This tells people where to look, and is never part of a verdict.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import FrameType
from typing import Any

from attrs import frozen

from verifier.lang.bounds import passed
from verifier.lang.events import Event
from verifier.lang.game import Rule
from verifier.lang.values import copied
from verifier.lang.words import Run, running
from verifier.run.reference import Reference

TEXT_MOST = 60


@frozen
class BrokenPart:
    """A part of a property: its source, the file and line it begins on, and the loop variables that it was false for."""

    text: str
    file: str
    line: int
    values: tuple[tuple[str, str], ...] = ()


def broken_part(reference: Reference, rule: Rule, *states: Any, event: Event | None = None) -> BrokenPart | None:
    """The part of a property that is false; None where it holds, cannot be worked out, or its source is not there."""
    run = Run(reference.setting.rulings, reference.setting.edition)
    run.never = reference.setting.never
    if event is not None:
        run.event_rule, run.event_values = event.rule.name, event.values
    try:
        with running(run):
            if rule is reference.program.bound_property:
                return _of_bound(reference, *states)
            lines, first = inspect.getsourcelines(rule.function)
            function = ast.parse(textwrap.dedent("".join(lines))).body[0]
            return _Blame(rule, function, "".join(lines), first).find([copied(state) for state in states])
    except Exception:  # whatever it is, it is not what the property says: then nothing is pointed at
        return None


def _of_bound(reference: Reference, before: Any, after: Any) -> BrokenPart | None:
    """How an event passes the bound, and where the game says what the bound is."""
    game = reference.program.game
    found, rule = passed(game, copied(before), copied(after)), game.only("bound")
    if found is None or rule is None:
        return None
    code = rule.function.__code__
    return BrokenPart(str(found), Path(code.co_filename).name, code.co_firstlineno)


class _Blame:
    """A property's source and how it was left."""

    def __init__(self, rule: Rule, function: ast.stmt, source: str, first: int) -> None:
        self.rule, self.function, self.source, self.first = rule, function, textwrap.dedent(source), first
        self.file = Path(rule.function.__code__.co_filename).name

    def find(self, states: list[Any]) -> BrokenPart | None:
        """Run the property, then look into the return that said no."""
        left = self._left(states)
        if left is None:
            return None
        line, names = left
        around = [path for path in _paths(self.function) if isinstance(path[-1], ast.Return)
                  and path[-1].lineno <= line <= (path[-1].end_lineno or 0)]
        if not around:
            return None
        path = around[-1]
        loops = [each.target for each in path if isinstance(each, ast.For)]
        values = tuple((name, _words(names[name])) for target in loops for name in _names(target) if name in names)
        returned = path[-1]
        assert isinstance(returned, ast.Return)
        if returned.value is None or isinstance(returned.value, ast.Constant):
            tests = [each.test for each in path if isinstance(each, ast.If)]
            return self._part(tests[-1] if tests else returned, values, returned.lineno)
        return self._into(returned.value, {**self.rule.function.__globals__, **names}, values)

    def _left(self, states: list[Any]) -> tuple[int, dict[str, Any]] | None:
        """The line (of the function's own source) by which the property was left, and its names then."""
        found: list[tuple[int, dict[str, Any]]] = []
        code = self.rule.function.__code__

        def inside(frame: FrameType, what: str, argument: Any) -> Any:
            if what == "return" and not argument:
                found.append((frame.f_lineno - self.first + 1, dict(frame.f_locals)))
            return inside

        before = sys.gettrace()
        sys.settrace(lambda frame, what, argument: inside if frame.f_code is code else None)
        try:
            self.rule.function(*states)
        finally:
            sys.settrace(before)
        return found[-1] if found else None

    def _into(self, node: ast.expr, names: Mapping[str, Any], values: tuple[tuple[str, str], ...]) -> BrokenPart:
        """The smallest part of a false expression that is false by itself."""
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            return self._into(next(each for each in node.values if not _value(each, names)), names, values)
        if isinstance(node, ast.IfExp):
            return self._into(node.body if _value(node.test, names) else node.orelse, names, values)
        loop = _loop(node)
        if loop is not None:
            generator, goes_on = loop
            variables = list(dict.fromkeys(name for each in generator.generators for name in _names(each.target)))
            at = _first(generator, variables, names, goes_on)
            values = (*values, *((name, _words(value)) for name, value in at.items()))
            return self._into(generator.elt, {**names, **at}, values) if goes_on else self._part(generator.elt, values)
        if isinstance(node, ast.Name):
            meanings = [each.value for each in ast.walk(self.function) if isinstance(each, ast.Assign)
                        and _names(each.targets[0]) == [node.id]]
            if len(meanings) == 1 and not _value(meanings[0], names):
                return self._into(meanings[0], names, values)
        return self._part(node, values)

    def _part(self, node: ast.AST, values: tuple[tuple[str, str], ...], line: int | None = None) -> BrokenPart:
        text = " ".join((ast.get_source_segment(self.source, node) or "").split())
        at: int = getattr(node, "lineno", 1) if line is None else line
        return BrokenPart(text, self.file, self.first - 1 + at, values)


def _paths(node: ast.AST, above: tuple[ast.AST, ...] = ()) -> Iterator[tuple[ast.AST, ...]]:
    """Every node with what it lies in."""
    path = (*above, node)
    yield path
    for each in ast.iter_child_nodes(node):
        yield from _paths(each, path)


def _names(target: ast.AST) -> list[str]:
    return [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]


def _loop(node: ast.expr) -> tuple[ast.GeneratorExp, bool] | None:
    """The generator of `all(...)` (and True), or of `not any(...)` (and False)."""
    called, negated = (node.operand, True) if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) else (node, False)
    if isinstance(called, ast.Call) and isinstance(called.func, ast.Name) and len(called.args) == 1:
        generator = called.args[0]
        if called.func.id == ("any" if negated else "all") and isinstance(generator, ast.GeneratorExp):
            return generator, not negated
    return None


def _first(generator: ast.GeneratorExp, variables: list[str], names: Mapping[str, Any], goes_on: bool) -> dict[str, Any]:
    """The loop variables at the first element that ends the loop."""
    wanted = ast.Tuple([ast.Name(name, ast.Load()) for name in variables], ast.Load())
    test = ast.UnaryOp(ast.Not(), generator.elt) if goes_on else generator.elt
    *outer, last = generator.generators
    inner = ast.comprehension(last.target, last.iter, [*last.ifs, test], last.is_async)
    found = _value(ast.GeneratorExp(wanted, [*outer, inner]), names)
    return dict(zip(variables, next(found), strict=True))


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    expression = ast.fix_missing_locations(ast.Expression(node))
    return eval(compile(expression, "<part>", "eval"), dict(names))


def _words(value: Any) -> str:
    text = value.name.lower() if isinstance(value, Enum) else str(value)
    return text if len(text) <= TEXT_MOST else f"{text[:TEXT_MOST]}..."
