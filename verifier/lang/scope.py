"""What names mean inside one rule: locals and their types, places, record values, and the module's own names."""

from __future__ import annotations

import ast
from collections import Counter
from itertools import count
from typing import Any

from attrs import evolve

from verifier.errors import RuleRefused
from verifier.lang.game import Game, Rule
from verifier.lang.intervals import INT, hull
from verifier.lang.ir import EDITION, Place, RecordType, Root, Scalar
from verifier.lang.names import locals_of
from verifier.lang.source import Source
from verifier.lang.types import EnumType, FlagType, IntType, Type, type_of
from verifier.lang.unions import Nothing

EACH_RULE = 256  # ids: more than nine in ten rules of our games take fewer


class Numbers:
    """Hands out node ids, unique within a program.

    Each rule begins at a round one, so that an edit of a rule leaves most ids of the others, and what is compiled of them, alone.
    """

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> int:
        self._last += 1
        return self._last

    def begin_rule(self) -> None:
        """Go on behind the next multiple of EACH_RULE."""
        self._last += -self._last % EACH_RULE


class Scope:
    """The names of one rule.  `places` are references, `scalars` locals with types, `records` record values.

    With `follows`, `scalars` holds the ranges of where the pen is (`verifier.lang.flow`); without, a local that is assigned
    twice may be anything of its sort.  `unknown` are names that nobody knows by what is refused before the body is read.
    """

    def __init__(self, game: Game[Any, Any], rule: Rule, source: Source, numbers: Numbers, *, follows: bool = False,
                 unknown: frozenset[str] = frozenset()) -> None:
        self.game, self.rule, self.source, self.numbers, self.follows = game, rule, source, numbers, follows
        self.unknown = unknown
        self.names: dict[str, Any] = getattr(rule.function, "__wrapped__", rule.function).__globals__
        self.places: dict[str, Place] = {}
        self.scalars: dict[str, Scalar] = {}
        self.records: dict[str, RecordType] = {}
        self.bounds: dict[str, int] = {}
        self.assigned = Counter(_assigned(source))
        self.mine = locals_of(source)
        self.origins: dict[str, str] = {}
        self.temporaries = count()
        for name, kind in rule.parameters:
            if isinstance(kind, Scalar):
                self.scalars[name] = kind
            else:
                self.places[name] = Root(numbers(), source.tree.lineno, name, kind)

    def refuse(self, node: ast.AST, message: str, instead: str = "", code: str = "DB321") -> RuleRefused:
        """The error for a construct of this rule."""
        return self.source.refuse(node, message, instead, code)

    def global_value(self, name: str) -> Any:
        """What a name means in the module, or None."""
        return None if name in self.mine else self.names.get(name)

    def union(self, annotation: ast.expr) -> EnumType | None:
        """`Card | None` and the like as the type of a local: all of it, as a part would not be checked."""
        if not isinstance(annotation, ast.BinOp):
            return None
        names = {each.id: self.global_value(each.id) for each in ast.walk(annotation) if isinstance(each, ast.Name)}
        kind = None
        if all(isinstance(each, type) for each in names.values()):
            kind = type_of(eval(ast.unparse(annotation), {}, names), self.rule.where)  # names of classes, | and None
        return kind if isinstance(kind, EnumType) else None

    def origin(self, place: Place) -> str:
        """What a place belongs to: the component data (EDITION), or the parameter or table that it was reached from."""
        root = place
        while not isinstance(root, Root):
            root = root.base
        if root.name == EDITION:
            return EDITION
        if self.rule.kind == "step_property":
            return self.origins.get(root.name, root.name)
        return self.origins.get(root.name, "table")

    def declare(self, node: ast.AST, name: str, kind: Scalar) -> None:
        """Give a local its type at an assignment; later assignments must be of the same sort."""
        if name in self.places or name in self.records or name in self.bounds:
            raise self.refuse(node, f"{name} stands for something else already", "use another name")
        known = self.scalars.get(name)
        if known is not None and sort(known) != sort(kind):
            raise self.refuse(node, f"{name} was {describe(known)} and becomes {describe(kind)}", "use another name")
        if self.follows:
            self.scalars[name] = _in_32_bits(kind)
        elif known is None:
            self.scalars[name] = widest(kind) if self.assigned[name] > 1 else kind

    def declare_record(self, node: ast.AST, name: str, kind: RecordType) -> None:
        """Make a local a record value; it stays of one kind."""
        known = self.records.get(name)
        if name in self.scalars or name in self.places or name in self.bounds or known not in (None, kind):
            raise self.refuse(node, f"{name} stands for something else already", "use another name")
        self.records[name] = kind

    def temporary(self) -> str:
        """A fresh name that no rule can write."""
        return f"_t{next(self.temporaries)}"


def _assigned(source: Source) -> list[str]:
    names = []
    for node in source.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.append(node.id)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
    return names


def sort(kind: Type | None) -> object:
    """Types of the same sort may be assigned to and compared with one another."""
    if isinstance(kind, EnumType):
        return kind.enum if kind.more is None and kind.none is None else (kind.enum, kind.more, kind.none is not None)
    return type(kind)


def widest(kind: Scalar) -> Scalar:
    """The type of a local of this sort that is assigned more than once."""
    if isinstance(kind, IntType):
        return INT
    return kind.whole if isinstance(kind, EnumType) else kind


def _in_32_bits(kind: Scalar) -> Scalar:
    """What is left of a range behind the check of an assignment, which keeps 32 bits."""
    if not isinstance(kind, IntType):
        return kind
    return IntType(*(max(INT.low, min(INT.high, end)) for end in (kind.low, kind.high)))


def joined(first: Scalar, *others: Scalar) -> Scalar:
    """The smallest type that holds the values of several of one sort."""
    if all(each == first for each in others):
        return first
    span = hull(first, *others)
    if isinstance(first, EnumType):
        return evolve(first, low=span.low, high=span.high)
    return FlagType() if isinstance(first, FlagType) else span


def describe(kind: Type | None) -> str:
    """A type in a few words, for messages."""
    if kind is None:
        return "nothing"
    if isinstance(kind, FlagType):
        return "true or false"
    if isinstance(kind, EnumType):
        others = [*([kind.more.__name__] if kind.more is not None else []), *(["None"] if kind.none is not None else [])]
        return "None" if kind.enum is Nothing else " or ".join([f"a {kind.enum.__name__}", *others])
    if isinstance(kind, IntType):
        return "a number"
    if isinstance(kind, RecordType):
        return f"a {kind.record.__name__} record"
    return f"a {type(kind).__name__.removesuffix('Type').lower()}"
