"""The source of rule functions, and errors that show it: file, line, the line itself with carets, what to write instead."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import copy
from functools import cache, cached_property
from inspect import unwrap
from pathlib import Path
from textwrap import dedent
from typing import Any

from verifier.errors import Problem, RuleRefused
from verifier.lang.authored import where

SHOWN_MOST = 88  # characters of a line of source, which messages indent, in a terminal of 100
_HOLDING = ("body", "orelse", "handlers", "finalbody", "cases")


@cache
def _module(path: str) -> tuple[dict[tuple[str, int], ast.FunctionDef], tuple[str, ...]]:
    """The functions of a file by name and by each line that their code may say it starts at; and the file's lines."""
    text = Path(path).read_text(encoding="utf-8")
    functions = {(node.name, line): node for node in _statements(ast.parse(text)) if isinstance(node, ast.FunctionDef)
                 for line in (node.lineno, *(each.lineno for each in node.decorator_list))}
    return functions, tuple(text.split("\n"))


def forget_sources() -> None:
    """Read files again when they are asked for: somebody may have mended one."""
    _module.cache_clear()


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Every statement below a node, and what else holds statements; expressions hold none, and are most of a tree."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [each for name in _HOLDING for each in getattr(node, name, ())]


def walked(tree: ast.AST) -> list[ast.AST]:
    """The nodes of `ast.walk`, in its order: its generators took a sixth of the time in which a game's rules are read."""
    nodes = [tree]
    for node in nodes:  # which grows
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                nodes += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST):
                nodes.append(value)
    return nodes


class Source:
    """One rule function's syntax tree and the text it came from."""

    def __init__(self, function: Callable[..., Any]) -> None:
        function, self.name = unwrap(function), function.__name__
        code = getattr(function, "__code__", None)
        if code is None:
            raise RuleRefused(Problem("DB320", f"{self.name} is no function", where(function), "write rules as plain functions"))
        self.path, first = code.co_filename, code.co_firstlineno
        try:
            functions, self.lines = _module(self.path)
        except OSError:
            functions, self.lines = {}, ()
        found = functions.get((self.name, first))
        if found is None:
            raise RuleRefused(Problem("DB320", f"the source of {self.name} cannot be found", f"{self.path}:{first}",
                                      "write rules as plain functions in a file"))
        self.tree = found

    @property
    def first(self) -> int:
        """The line at which the function begins, its decorators included."""
        return min([self.tree.lineno, *(each.lineno for each in self.tree.decorator_list)])

    @property
    def text(self) -> str:
        """The function as it is written, its decorators included."""
        return "\n".join(self.lines[self.first - 1:self.tree.end_lineno])

    def changed(self, text: str) -> Source:
        """The function with another text, at the same line of the same file; SyntaxError when that is no Python.

        ValueError when it is something else than this one function.
        """
        whole = "\n" * (self.first - 1) + dedent(text)
        body = ast.parse(whole).body
        if len(body) != 1 or not isinstance(body[0], ast.FunctionDef) or body[0].name != self.name:
            raise ValueError(f"what is left is not the function {self.name} alone")
        other = copy(self)
        for name in ("nodes", "names", "stored"):  # worked out from the tree
            other.__dict__.pop(name, None)
        other.tree, other.lines = body[0], tuple(whole.split("\n"))
        return other

    def line(self, number: int) -> ast.AST:
        """A whole line of the source, for messages."""
        text = self.lines[number - 1]
        place = ast.Pass()
        place.lineno, place.col_offset = number, len(text.encode()) - len(text.lstrip().encode())
        return place

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the function's syntax tree."""
        return tuple(walked(self.tree))

    @cached_property
    def names(self) -> tuple[ast.Name, ...]:
        """Every name in the function's syntax tree."""
        return tuple(node for node in self.nodes if isinstance(node, ast.Name))

    @cached_property
    def stored(self) -> frozenset[str]:
        """The names that are given a value: by assignments, loops and generators."""
        return frozenset(node.id for node in self.names if isinstance(node.ctx, ast.Store))

    @property
    def file(self) -> str:
        """The name of the file, without its folder."""
        return Path(self.path).name

    def refuse(self, node: ast.AST, message: str, instead: str = "", code: str = "DB321") -> RuleRefused:
        """The error for a construct: the caller raises it."""
        return RuleRefused(self.refused(node, message, instead, code))

    def refused(self, node: ast.AST, message: str, instead: str = "", code: str = "DB321") -> Problem:
        """What is wrong with a construct, shown in its line."""
        line, start = getattr(node, "lineno", self.tree.lineno), getattr(node, "col_offset", 0)
        text = self.lines[line - 1]
        end = getattr(node, "end_col_offset", None) if getattr(node, "end_lineno", None) == line else None
        # Python counts columns in bytes
        start = len(text.encode()[:start].decode(errors="ignore"))
        end = len(text) if end is None else len(text.encode()[:end].decode(errors="ignore"))
        text, start, end = _cut(text, start, end)
        shown = f"{message}\n    {text}\n    {' ' * start}{'^' * max(1, end - start)}"
        return Problem(code, shown, f"{self.file}:{line} in {self.name}", f"\n    {instead}" if instead else "")


def _cut(text: str, start: int, end: int) -> tuple[str, int, int]:
    """A line and the columns that are marked in it, short enough not to be wrapped, or carets would point at nothing."""
    if len(text) <= SHOWN_MOST:
        return text, start, end
    indent = len(text) - len(text.lstrip())
    first = max(indent, min(start - SHOWN_MOST // 4, len(text) - SHOWN_MOST + indent))
    before = "..." if first > indent else ""
    shown = text[:indent] + before + text[first:]
    moved = first - indent - len(before)
    if len(shown) > SHOWN_MOST:
        shown = f"{shown[:SHOWN_MOST - 3]}..."
    return shown, start - moved, min(end - moved, len(shown))
