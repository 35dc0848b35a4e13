"""What reading an expression needs everywhere, and loops: those of statements, and folds over generators.

`verifier.lang.expressions` reads the rest.
"""

from __future__ import annotations

import ast
from enum import IntEnum
from typing import Any

from attrs import evolve

from verifier.errors import RuleRefused
from verifier.lang import ir
from verifier.lang.game import Rule
from verifier.lang.intervals import INT, hull
from verifier.lang.scope import Scope, describe, sort
from verifier.lang.there import NOTHING, shown
from verifier.lang.types import EnumType, FlagType, IntType, PileType, RowType, Scalar, enum_type
from verifier.lang.unions import At, member, of_both, plain, widened

FLAG = FlagType()


class Loops:
    """Reads loops and folds, by what reads the expressions in them.

    `rulings` collects the readings asked for, `calls` the rules called, `inner_calls` those called within expressions; `there` is
    what is known not to be None where the pen is (`verifier.lang.there`).
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.rulings: list[tuple[ast.AST, str, tuple[str, ...]]] = []
        self.calls: list[tuple[ast.AST, Rule]] = []
        self.inner_calls: list[tuple[ast.AST, Rule]] = []
        self.lent: list[tuple[ast.AST, Rule]] = []
        self.repeated: list[ast.AST] = []
        self.there = NOTHING
        self._paths: dict[int, str] = {}  # how values that can be None are written, by their ids

    def _at(self, node: ast.AST) -> tuple[int, int]:
        return self.scope.numbers(), getattr(node, "lineno", 0)

    def fitted(self, node: ast.AST, value: ir.Expr, kind: ir.Type | None) -> ir.Expr:
        """A value for where one of a type is needed: as it is, or as one of that type if it is a part of it."""
        if isinstance(kind, Scalar) and plain(kind):
            value = self.what_is_there(node, value)
        return widened(value, kind, self._new(node)) if isinstance(kind, Scalar) else value

    def is_there(self, value: ir.Expr) -> bool:
        """Whether a value that can be None is known not to be."""
        return self._paths.get(value.id) in self.there

    def what_is_there(self, node: ast.AST, value: ir.Expr) -> ir.Expr:
        """What there is of a value that can be None, if it is known to be there; otherwise the value."""
        return member(value, self._new(node)) if self.is_there(value) else value

    def _new(self, node: ast.AST) -> At:
        return lambda: self._at(node)

    def place(self, node: ast.expr) -> ir.Place | None:
        """The place that an expression names, or None when it is not one."""
        raise NotImplementedError

    def scalar(self, node: ast.expr) -> ir.Expr:
        """Any scalar expression."""
        raise NotImplementedError

    def condition(self, node: ast.expr) -> ir.Expr:
        """An expression that must be true or false."""
        value = self.scalar(node)
        if not isinstance(value.type, FlagType):
            raise self.scope.refuse(node, f"a condition is needed, this is {describe(value.type)}", "compare it with something")
        return value

    def number(self, node: ast.expr) -> ir.Expr:
        """An expression that must be a number or an enum member."""
        value = self.scalar(node)
        if isinstance(value.type, FlagType):
            raise self.scope.refuse(node, "a number is needed and this is true or false", "write int(...) around it")
        value = self.what_is_there(node, value)
        if not plain(value.type):
            raise self._may_be_none(node, value.type)
        return value

    def _may_be_none(self, node: ast.AST, kind: Scalar) -> RuleRefused:
        return self.scope.refuse(node, f"this can be None: it is {describe(kind)}",
                                 "ask for `is not None` before, or write the(...) around it, which is an error where it is None")

    def constant(self, node: ast.AST, value: Any) -> ir.Const | None:
        """A Python value as a constant, or None when it is not a scalar."""
        if isinstance(value, IntEnum):
            return ir.Const(*self._at(node), int(value), evolve(all_of(type(value)), low=int(value), high=int(value)))
        if isinstance(value, bool):
            return ir.Const(*self._at(node), int(value), FLAG)
        if isinstance(value, int):
            if not INT.low <= value <= INT.high:
                raise self.scope.refuse(node, f"{value} is beyond 32 bits", f"use numbers in {INT.low}..{INT.high}")
            return ir.Const(*self._at(node), value, IntType(value, value))
        return None

    def _alike(self, node: ast.AST, one: ir.Expr, other: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
        """Two values as ones of the type that both are, if there is one; otherwise as they are."""
        both = of_both(one.type, other.type)
        if both is None or sort(one.type) == sort(other.type):
            return one, other
        return self.fitted(node, one, both), self.fitted(node, other, both)

    def _around(self, *types: Scalar) -> Scalar:
        span = hull(*types)
        if isinstance(types[0], EnumType):
            return evolve(types[0], low=span.low, high=span.high)
        return FLAG if isinstance(types[0], FlagType) else span

    def _one(self, node: ast.Call) -> ast.expr:
        if len(node.args) != 1:
            raise self.scope.refuse(node, "one argument is needed", "write one value between the parentheses")
        return node.args[0]

    # -- folds and loops --------------------------------------------------------------------------------------------------

    def _fold(self, node: ast.Call) -> ir.Expr:
        generator = self._one(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if not isinstance(generator, ast.GeneratorExp):
            raise self.scope.refuse(node, f"{name} needs a generator", f"write {name}(... for x in ...)")
        return self._folded(node, name, generator)

    def _chooses(self, node: ast.Call) -> bool:
        """Whether this is `max`, `min` or `next` of a generator."""
        return isinstance(node.func, ast.Name) and node.func.id in ("max", "min", "next") and bool(node.args) \
            and isinstance(node.args[0], ast.GeneratorExp)

    def _choice(self, node: ast.Call) -> ir.Expr:
        """`max(..., default=x)`, `min(..., default=x)` or `next((...), x)`: the value, and the default if nothing matches."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        wanted = "next((... for x in ...), other)" if name == "next" else f"{name}((... for x in ...), default=other)"
        others = node.args[1:] if name == "next" else [each.value for each in node.keywords if each.arg == "default"]
        generator = node.args[0] if node.args else None
        if not isinstance(generator, ast.GeneratorExp) or len(others) != 1 \
                or len(node.args) + len(node.keywords) != 2:
            raise self.scope.refuse(node, f"{name} of a generator needs a default for when nothing matches", f"write {wanted}")
        return self._folded(node, name, generator, self.scalar(others[0]))

    def _folded(self, node: ast.Call, name: str, generator: ast.GeneratorExp, otherwise: ir.Expr | None = None) -> ir.Expr:
        before, there = (dict(self.scope.scalars), dict(self.scope.places)), self.there
        loops: list[ir.ForRange | ir.ForEach] = []
        conditions: list[tuple[int, ir.Expr]] = []
        most = 1
        for part in generator.generators:
            self._refuse_shadow(part.target)
            loop, passes = self.loop(part.target, part.iter)
            most *= passes
            loops.append(loop)
            for each in part.ifs:
                conditions.append((len(loops), self.condition(each)))
                self.there |= shown(each, True)
        if otherwise is not None:
            value = self.what_is_there(generator.elt, self.scalar(generator.elt))
        else:
            value = self.number(generator.elt) if name == "sum" else self.condition(generator.elt)
        (self.scope.scalars, self.scope.places), self.there = before, there
        kind: Scalar = FLAG
        if name == "sum":
            kind = IntType(min(0, value.type.low * most), max(0, value.type.high * most))
        if otherwise is not None:
            value, otherwise = self._alike(node, value, otherwise)
            if sort(value.type) != sort(otherwise.type):
                raise self.scope.refuse(node, f"it is {describe(value.type)}, or else {describe(otherwise.type)}",
                                        "make both of one kind")
            if name != "next" and isinstance(value.type, FlagType):
                raise self.scope.refuse(node, f"{name} is for numbers and enums", "use any or all")
            if name != "next" and not plain(value.type):
                raise self._may_be_none(node, value.type)
            kind = self._around(value.type, otherwise.type)
        return ir.Fold(*self._at(node), name, tuple(loops), tuple(conditions), value, kind, otherwise)

    def _refuse_shadow(self, target: ast.expr) -> None:
        name = target.id if isinstance(target, ast.Name) else ""
        scope = self.scope
        if any(name in names for names in (scope.scalars, scope.places, scope.records, scope.bounds)):
            raise scope.refuse(target, f"{name} stands for something else outside this generator", "use another name")

    def loop(self, target: ast.expr, over: ast.expr) -> tuple[ir.ForRange | ir.ForEach, int]:
        """A loop without its body, its variable declared, and the most passes it can make."""
        if not isinstance(target, ast.Name):
            raise self.scope.refuse(target, "a loop has one variable", "write for x in ..., and index with it")
        name = target.id
        value = self.scope.global_value(over.id) if isinstance(over, ast.Name) else None
        if isinstance(value, type) and issubclass(value, IntEnum):
            kind: Scalar = all_of(value)
            return self._range_loop(target, over, name, self._const(over, kind.low), self._const(over, kind.high + 1), kind)
        if isinstance(value, tuple):
            kind = self._run_of(over, value)
            return self._range_loop(target, over, name, self._const(over, kind.low), self._const(over, kind.high + 1), kind)
        if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "range" and not over.keywords:
            ends = [self.number(each) for each in over.args]
            first = self._const(over, 0) if len(ends) == 1 else ends[0]
            if not 1 <= len(ends) <= 2 or ends[-1].type.high - first.type.low > 4096:
                raise self.scope.refuse(over, "a range needs one or two ends, and at most 4,096 passes by their declared ranges",
                                        "loop over a row, an enum, or a range with bounded ends")
            kind = IntType(first.type.low, max(first.type.low, ends[-1].type.high - 1))
            return self._range_loop(target, over, name, first, ends[-1], kind)
        place = self.place(over)
        if place is None or not isinstance(place.type, (RowType, PileType)):
            raise self.scope.refuse(over, "a loop runs over a range, an enum, a constant tuple, a row or a pile",
                                    "for a bag, loop over its enum and read the counts")
        item = place.type.item
        self.scope.scalars.pop(name, None)
        self.scope.places.pop(name, None)
        if isinstance(item, Scalar):
            self.scope.scalars[name] = item
        else:
            self.scope.places[name] = ir.Root(*self._at(target), name, item)
            self.scope.origins[name] = self.scope.origin(place)
        return ir.ForEach(*self._at(over), name, place), place.type.size

    def _run_of(self, over: ast.expr, table: tuple[Any, ...]) -> Scalar:
        """The numbers, or the members of an enum, that a constant tuple runs through one after the other."""
        found = [each for each in (self.constant(over, item) for item in table) if each is not None]
        if not found or len(found) != len(table) or len({sort(each.type) for each in found} - {FlagType}) != 1:
            raise self.scope.refuse(over, "a loop over a constant tuple is over numbers, or over members of one enum",
                                    "make every entry of one kind")
        values, kind = [each.value for each in found], self._around(*(each.type for each in found))
        if values != list(range(kind.low, kind.high + 1)):
            raise self.scope.refuse(over, "these do not follow one another, each one more than the last",
                                    "loop over range(...) and look each up: x = NAME[n]")
        return kind

    def _range_loop(self, target: ast.Name, over: ast.expr, name: str, first: ir.Expr, last: ir.Expr,
                    kind: Scalar) -> tuple[ir.ForRange, int]:
        self.scope.places.pop(name, None)
        self.scope.scalars[name] = kind
        return ir.ForRange(*self._at(over), name, first, last, kind), kind.high - kind.low + 1

    def _const(self, node: ast.AST, value: int) -> ir.Const:
        return ir.Const(*self._at(node), value, IntType(value, value))


def all_of(enum: type[IntEnum]) -> EnumType:
    """The type that has the members of an enum."""
    return enum_type(enum, None, enum.__name__)
