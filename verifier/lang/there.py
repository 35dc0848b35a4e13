"""What is known to be there, where the pen is: names and fields that a condition has found not to be None.

A condition narrows no range: what it shows only decides where a value that can be None may stand for what there is, and that is
checked when the rule runs, so that a mutant with its conditions turned round stays inside its ranges.  What is known of a local
holds until it is assigned again; what is known of a field until anything is changed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable

from verifier.lang.source import walked

Paths = frozenset[str]  # as they are written
NOTHING: Paths = frozenset()
_QUIET = ("require", "clause", "weight")  # statements that change nothing


def shown(test: ast.expr, holds: bool) -> Paths:
    """The names and fields that are there where a condition holds, or where it does not."""
    match test:
        case ast.UnaryOp(op=ast.Not()):
            return shown(test.operand, not holds)
        case ast.BoolOp() if isinstance(test.op, ast.And) == holds:
            return frozenset().union(*(shown(each, holds) for each in test.values))
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as asked], comparators=[ast.Constant(value=None)]):
            return path(left) if isinstance(asked, ast.IsNot) == holds else NOTHING
        case ast.Call(func=ast.Name(id="isinstance"), args=[asked_of, _]) if holds:
            return path(asked_of)
    return NOTHING


def path(node: ast.expr) -> Paths:
    """A name, a field or an item as it is written; nothing for any other expression."""
    parts = walked(node)
    plain = all(isinstance(each, ast.Name | ast.Attribute | ast.Subscript | ast.Constant | ast.expr_context) for each in parts)
    return frozenset([ast.unparse(node)]) if plain else NOTHING


def kept(paths: Paths, nodes: Iterable[ast.stmt], changes: Callable[[ast.stmt], bool]) -> Paths:
    """What is still known behind statements; `changes` says of one whether it may change the state."""
    if not paths:  # mostly
        return paths
    inside = [each for node in nodes for each in walked(node)]
    stored = {each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    changed = any(isinstance(each, ast.stmt) and changes(each) for each in inside)
    return frozenset(each for each in paths
                     if not stored & set(re.findall(r"\w+", each)) and not (changed and re.search(r"[.\[]", each)))


def is_quiet(node: ast.Expr) -> bool:
    """Whether a statement that is only an expression changes nothing."""
    call = node.value
    return not isinstance(call, ast.Call) or isinstance(call.func, ast.Name) and call.func.id in _QUIET


def leaves(body: list[ast.stmt]) -> bool:
    """Whether nothing gets behind a block."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return leaves(last.body) and leaves(last.orelse)
    return isinstance(last, ast.Return | ast.Break | ast.Continue)


def is_anything(pattern: ast.pattern) -> bool:
    """Whether a case is `_`."""
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None and pattern.name is None
