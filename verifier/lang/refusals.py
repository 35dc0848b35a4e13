"""What is refused of a rule, statement by statement, but for what only follows from a refusal before.

A refused statement leaves names without a type, and conditions that it would have shown unknown; so does a refused declaration.
Whatever mentions one of these later is refused in silence: it may be right once the first is corrected.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from verifier.errors import Problem
from verifier.lang.there import shown


class Refusals:
    """Collects the problems of one rule, in the order in which they are found, each once; `whole` if nothing was refused."""

    def __init__(self, unknown: Iterable[str] = ()) -> None:
        self.problems: list[Problem] = []
        self.whole = True
        self._never = frozenset(unknown)  # names that no assignment makes known
        self._unknown = set(self._never)  # names and fields, as they are written

    def add(self, node: ast.stmt, problems: Iterable[Problem]) -> None:
        """Take down what is refused of a statement, blocks inside it apart, and what nobody knows after it."""
        self.whole, parts = False, list(_own(node))
        if not any(_read(part, node) in self._unknown or isinstance(part, ast.Name) and part.id in self._never for part in parts):
            self.problems += [problem for problem in dict.fromkeys(problems) if problem not in self.problems]
        self._unknown |= {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        for test in _tests(node):
            self._unknown |= shown(test, True) | shown(test, False)


def blocks(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks of statements directly inside a statement."""
    if isinstance(node, ast.Match):
        yield from (case.body for case in node.cases)
    for name in ("body", "orelse"):
        inner = getattr(node, name, [])
        if inner:
            yield inner


def named(node: ast.stmt, *words: str) -> Iterator[tuple[ast.AST, str]]:
    """The ids that a statement, blocks inside it apart, gives to some words of the language, with the places that show them."""
    for call in _own(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in words:
            ids = {"require": call.args[1:2], "ruling": call.args[:1]}.get(call.func.id, call.args)
            yield from ((call if call.func.id == "ruling" else each, each.value) for each in ids
                        if isinstance(each, ast.Constant) and isinstance(each.value, str))


def _own(node: ast.stmt) -> Iterator[ast.AST]:
    """What a statement consists of, without the statements inside it."""
    waiting: list[ast.AST] = [node]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += [each for each in ast.iter_child_nodes(part) if not isinstance(each, ast.stmt)]


def _read(part: ast.AST, node: ast.stmt) -> str:
    """A name or field that a statement asks for, as it is written."""
    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and not isinstance(node, ast.AugAssign):
        return ""
    return ast.unparse(part) if isinstance(part, ast.Name | ast.Attribute | ast.Subscript) else ""


def _tests(node: ast.stmt) -> Iterator[ast.expr]:
    """The conditions that a statement asks, whose answer shows what is there."""
    match node:
        case ast.If() | ast.While():
            yield node.test.args[0] if isinstance(node.test, ast.Call) and len(node.test.args) == 1 else node.test
        case ast.Expr(value=ast.Call(func=ast.Name(id="require"), args=[test, *_])):
            yield test
