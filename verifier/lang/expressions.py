"""From Python expressions to the intermediate form: constants, reads, arithmetic, conditions, calls and folds."""

from __future__ import annotations

import ast
import builtins
from enum import IntEnum
from functools import cache
from types import ModuleType
from typing import Any

from attrs import evolve

from verifier.errors import RuleRefused, nearest
from verifier.lang import ir
from verifier.lang.game import TRANSITIONS, Kind, Rule
from verifier.lang.intervals import arithmetic, fits, hull
from verifier.lang.loops import FLAG, Loops, all_of
from verifier.lang.names import FUNCTIONS
from verifier.lang.scope import describe, sort
from verifier.lang.there import path, shown
from verifier.lang.types import BagType, EnumType, FlagType, IntType, PileType, RecordType, RowType, Scalar
from verifier.lang.unions import NONE, Nothing, holds, is_one_of, member, plain

CALLED: tuple[Kind, ...] = ("rule", "invariant", "goal", "grade", "bound", "estimate", "progress")  # by other rules
_ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
_COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_INSTEAD = {
    ast.Lambda: "write a @game.rule function", ast.ListComp: "loop, or use any/all/sum over a generator",
    ast.SetComp: "loop, or use any/all/sum over a generator", ast.DictComp: "use a constant tuple indexed by an enum",
    ast.Dict: "use a constant tuple indexed by an enum", ast.List: "declare a pile or row in the state",
    ast.JoinedStr: "rules have no texts", ast.NamedExpr: "assign in a line of its own", ast.Await: "rules are plain functions",
    ast.Slice: "index one element at a time",
}


class Expressions(Loops):
    """Turns the expressions of one rule into nodes."""

    # -- places ---------------------------------------------------------------------------------------------------------

    def place(self, node: ast.expr) -> ir.Place | None:
        """The place that an expression names, or None when it is not one."""
        if isinstance(node, ast.Name):
            if node.id in self.scope.places:
                return ir.Root(*self._at(node), node.id, self.scope.places[node.id].type)
            if self.scope.global_value(node.id) is self.scope.game.edition:
                return ir.Root(*self._at(node), ir.EDITION, self.scope.game.edition_type)
            return None
        if isinstance(node, ast.Attribute):
            base = self.place(node.value)
            if base is None:
                return None
            if not isinstance(base.type, RecordType):
                return None
            kind = base.type.field(node.attr)
            if kind is None:
                raise self.scope.refuse(node, f"{describe(base.type)} has no field {node.attr!r}",
                                        its_fields(node.attr, base.type))
            return ir.FieldOf(*self._at(node), base, node.attr, kind)
        if isinstance(node, ast.Subscript):
            base = self.place(node.value)
            return None if base is None else self._indexed(node, base)
        return None

    def _indexed(self, node: ast.Subscript, base: ir.Place) -> ir.Place:
        index = self.number(node.slice)
        if isinstance(base.type, RowType):
            if base.type.by is not None and sort(index.type) not in (base.type.by.enum, IntType):
                raise self.scope.refuse(node.slice, f"a row by {base.type.by.enum.__name__} is indexed by {describe(index.type)}",
                                        f"use a {base.type.by.enum.__name__}")
            return ir.ItemOf(*self._at(node), base, index, base.type.item)
        if isinstance(base.type, PileType):
            return ir.ElementOf(*self._at(node), base, index, base.type.item)
        if isinstance(base.type, BagType):
            if sort(index.type) != base.type.kind.enum:
                raise self.scope.refuse(node.slice, f"a bag of {base.type.kind.enum.__name__} is indexed by "
                                        f"{describe(index.type)}", f"use a {base.type.kind.enum.__name__}")
            return ir.CountOf(*self._at(node), base, index, IntType(base.type.low, base.type.high))
        raise self.scope.refuse(node, f"{describe(base.type)} cannot be indexed", "index rows, piles and bags")

    # -- scalars --------------------------------------------------------------------------------------------------------

    def scalar(self, node: ast.expr) -> ir.Expr:
        """Any scalar expression."""
        handler = getattr(self, f"_{type(node).__name__.lower()}", None)
        if handler is None:
            raise self.scope.refuse(node, f"{type(node).__name__} is not part of the rule language", self._instead(node))
        value: ir.Expr = handler(node)
        if isinstance(value.type, EnumType) and value.type.none is not None and (written := path(node)):
            self._paths[value.id] = min(written)
        return value

    def _instead(self, node: ast.AST) -> str:
        otherwise = "docs/language.md lists what an expression can be"
        return next((text for kind, text in _INSTEAD.items() if isinstance(node, kind)), otherwise)

    def _constant(self, node: ast.Constant) -> ir.Expr:
        if node.value is None:
            return ir.Const(*self._at(node), 0, NONE)
        value = self.constant(node, node.value)
        if value is None:
            raise self.scope.refuse(node, f"{node.value!r} is not a value of the rule language",
                                    "use integers, True, False and enum members")
        return value

    def _name(self, node: ast.Name) -> ir.Expr:
        if node.id in self.scope.scalars:
            return ir.Local(*self._at(node), node.id, self.scope.scalars[node.id])
        for taken, what in ((self.scope.places, "a place"), (self.scope.records, "a record"), (self.scope.bounds, "a bound")):
            if node.id in taken:
                raise self.scope.refuse(node, f"{node.id} is {what}, not a value", "name one of its fields")
        known = self.scope.global_value(node.id)
        value = self.constant(node, known)
        if value is None:
            if isinstance(known, list):
                raise self._no_constant(node)
            raise self.scope.refuse(node, f"{node.id} is not known here",
                                    "use a local, a parameter, an enum member or a constant of the module")
        return value

    def _attribute(self, node: ast.Attribute) -> ir.Expr:
        if isinstance(node.value, ast.Name):
            name = node.value.id
            if name in self.scope.records:
                kind = self.scope.records[name].field(node.attr)
                if not isinstance(kind, Scalar):
                    raise self.scope.refuse(node, f"{name} has no field {node.attr!r}",
                                            its_fields(node.attr, self.scope.records[name]))
                return ir.Local(*self._at(node), f"{name}.{node.attr}", kind)
            if name not in self.scope.places and name not in self.scope.scalars:
                owner = self.scope.global_value(name)
                value = self.constant(node, getattr(owner, node.attr, None)) if isinstance(owner, (type, ModuleType)) else None
                if value is not None:
                    return value
        if isinstance(node.value, ast.Call) and (record := self.graded(node.value)) is not None:
            return self._part(node, record)
        base = self.place(node.value)
        if base is not None and isinstance(base.type, PileType) and node.attr == "size":
            return ir.SizeOf(*self._at(node), base, IntType(0, base.type.size))
        if base is not None and isinstance(base.type, BagType) and node.attr == "total":
            return ir.TotalOf(*self._at(node), base, IntType(0, base.type.high * (base.type.kind.high + 1)))
        return self._read(node)

    def graded(self, node: ast.expr) -> RecordType | None:
        """The record that a call of the game's grade or bound returns; None for anything else."""
        rule = self.called_rule(node) if isinstance(node, ast.Call) else None
        return rule.returned_record if rule is not None and rule.kind in ("grade", "bound") else None

    def _part(self, node: ast.Attribute, record: RecordType) -> ir.Expr:
        names = [name for name, _ in record.fields]
        if node.attr not in names:
            raise self.scope.refuse(node, f"{describe(record)} has no field {node.attr!r}", its_fields(node.attr, record))
        return self.parts(node.value)[names.index(node.attr)]

    def parts(self, node: ast.expr) -> tuple[ir.Part, ...]:
        """Every field of the record that a call of the grade or the bound returns."""
        record = self.graded(node)
        assert isinstance(node, ast.Call) and record is not None
        if node.keywords:
            raise self.scope.refuse(node, "rules are called with arguments in order", "leave out the names")
        call = self.call(node)
        self.inner_calls.append((node, call.rule))
        return tuple(ir.Part(*self._at(node), call, place, kind) for place, (_, kind) in enumerate(record.fields)
                     if isinstance(kind, Scalar))

    def _subscript(self, node: ast.Subscript) -> ir.Expr:
        if isinstance(node.value, ast.Name) and isinstance(self.scope.global_value(node.value.id), tuple) \
                and node.value.id not in self.scope.places:
            return self._lookup(node, self.scope.global_value(node.value.id))
        if isinstance(node.value, ast.Name) and node.value.id not in self.scope.places \
                and isinstance(self.scope.global_value(node.value.id), list):
            raise self._no_constant(node.value)
        return self._read(node)

    def _no_constant(self, node: ast.Name) -> RuleRefused:
        """The error for a list of the module: it could change, and emitted code would not know."""
        return self.scope.refuse(node, f"{node.id} is a list, and a constant of the module is a tuple",
                                 f"write {node.id} = (...) with parentheses instead of brackets")

    def _lookup(self, node: ast.Subscript, table: tuple[Any, ...]) -> ir.Expr:
        index = self.number(node.slice)
        constants = [self.constant(node, each) for each in table]
        types = {sort(each.type) for each in constants if each is not None}
        if None in constants or len(types) != 1:
            raise self.scope.refuse(node, "a table is a constant tuple of numbers, flags or members of one enum",
                                    "make every entry of one kind")
        if not fits(index.type, IntType(0, len(table) - 1)):
            raise self.scope.refuse(node.slice, f"the index can be {index.type.low}..{index.type.high} and the table has "
                                    f"{len(table)} entries", "index with an enum, or a value whose range fits")
        found = [each for each in constants if each is not None]
        span = hull(*(each.type for each in found))
        kind: Scalar = FLAG if isinstance(found[0].type, FlagType) else span
        if isinstance(found[0].type, EnumType):
            kind = evolve(found[0].type, low=span.low, high=span.high)
        return ir.Lookup(*self._at(node), tuple(each.value for each in found), index, kind)

    def _read(self, node: ast.expr) -> ir.Expr:
        place = self.place(node)
        if place is None:
            raise self.scope.refuse(node, "this is not a place of the state, nor a constant", "name a field of the state")
        if not isinstance(place.type, Scalar):
            raise self.scope.refuse(node, f"this is {describe(place.type)}, not a value", "name one of its fields, or its size")
        return ir.Read(*self._at(node), place, place.type)

    def _unaryop(self, node: ast.UnaryOp) -> ir.Expr:
        if isinstance(node.op, ast.Not):
            return ir.Not(*self._at(node), self.condition(node.operand), FLAG)
        operand = self.number(node.operand)
        if isinstance(node.op, ast.USub):
            if isinstance(operand, ir.Const):
                return ir.Const(*self._at(node), -operand.value, IntType(-operand.value, -operand.value))
            return ir.Negative(*self._at(node), operand, IntType(-operand.type.high, -operand.type.low))
        raise self.scope.refuse(node, "this operator is not part of the rule language", "use not, or - before a number")

    def _binop(self, node: ast.BinOp) -> ir.Expr:
        operator = _ARITHMETIC.get(type(node.op))
        if operator is None:
            raise self.scope.refuse(node, f"the operator {type(node.op).__name__} is not part of the rule language",
                                    "use + - * // %; for whole division write //")
        left, right = self.number(node.left), self.number(node.right)
        kind = arithmetic(operator, left.type, right.type)
        if kind is None and operator in ("//", "%") and right.type.low <= 0:
            raise self.scope.refuse(node, f"the divisor could be zero or negative: it is {right.type.low}..{right.type.high}",
                                    "divide by a positive constant or a value whose range starts at 1")
        if kind is None:
            raise self.scope.refuse(node, "the result could be beyond 62 bits",
                                    "narrow the ranges of what it is made of, or take remainders earlier: a % 7 * b % 7")
        return ir.Binary(*self._at(node), operator, left, right, kind)

    def _boolop(self, node: ast.BoolOp) -> ir.Expr:
        operator = "and" if isinstance(node.op, ast.And) else "or"
        before, items = self.there, []
        for each in node.values:
            items.append(self.condition(each))
            self.there |= shown(each, operator == "and")
        self.there = before
        return ir.Junction(*self._at(node), operator, tuple(items), FLAG)

    def _ifexp(self, node: ast.IfExp) -> ir.Expr:
        condition, before, sides = self.condition(node.test), self.there, []
        for side, holds_there in ((node.body, True), (node.orelse, False)):
            self.there = before | shown(node.test, holds_there)
            sides.append(self.what_is_there(node, self.scalar(side)))
        self.there = before
        then, otherwise = self._alike(node, *sides)
        if sort(then.type) != sort(otherwise.type):
            raise self.scope.refuse(node, f"one side is {describe(then.type)}, the other {describe(otherwise.type)}",
                                    "make both of one kind")
        return ir.Choose(*self._at(node), condition, then, otherwise, self._around(then.type, otherwise.type))

    # -- comparisons and rulings ------------------------------------------------------------------------------------------

    def _compare(self, node: ast.Compare) -> ir.Expr:
        parts = [node.left, *node.comparators]
        self.repeated += parts[1:-1]
        found = [self._comparison(node, left, op, right)
                 for left, op, right in zip(parts, node.ops, parts[1:], strict=False)]
        return found[0] if len(found) == 1 else ir.Junction(*self._at(node), "and", tuple(found), FLAG)

    def _comparison(self, node: ast.Compare, left: ast.expr, op: ast.cmpop, right: ast.expr) -> ir.Expr:
        if self._is_ruling(left):
            return self._ruling_test(node, left, op, right)
        if isinstance(op, (ast.Is, ast.IsNot)):
            return self._is_none(node, left, op, right)
        if isinstance(op, (ast.In, ast.NotIn)):
            operand = self.scalar(left)
            inside = ir.OneOf(*self._at(node), operand, self._members(right, operand.type), FLAG)
            return inside if isinstance(op, ast.In) else ir.Not(*self._at(node), inside, FLAG)
        a, b = self.scalar(left), self.scalar(right)
        if Nothing in (sort_enum(a.type), sort_enum(b.type)):
            raise self.scope.refuse(node, "this compares with None", "write `is None` or `is not None`")
        if not isinstance(op, (ast.Eq, ast.NotEq)):
            a, b = self._in_order(left, a), self._in_order(right, b)
        a, b = self._alike(node, a, b)
        if sort(a.type) != sort(b.type) and not ({sort(a.type), sort(b.type)} & {IntType} and plain(a.type) and plain(b.type)):
            raise self.scope.refuse(node, f"compares {describe(a.type)} with {describe(b.type)}", "compare like with like")
        return ir.Compare(*self._at(node), _COMPARE[type(op)], a, b, FLAG)

    def _in_order(self, node: ast.expr, value: ir.Expr) -> ir.Expr:
        """A value that is compared by its order, in which None has no place."""
        value = self.what_is_there(node, value)
        if isinstance(value.type, EnumType) and value.type.none is not None:
            raise self._may_be_none(node, value.type)
        return value

    def _is_none(self, node: ast.Compare, left: ast.expr, op: ast.cmpop, right: ast.expr) -> ir.Expr:
        if not isinstance(right, ast.Constant) or right.value is not None:
            raise self.scope.refuse(node, "`is` is not part of the rule language, but for `is None`", "compare with ==")
        value = self.scalar(left)
        if not isinstance(value.type, EnumType) or value.type.none is None:
            raise self.scope.refuse(left, f"this is never None: it is {describe(value.type)}", "leave out the test")
        none = ir.Const(*self._at(right), 0, evolve(value.type, low=0, high=0))
        return ir.Compare(*self._at(node), "==" if isinstance(op, ast.Is) else "!=", value, none, FLAG)

    def _members(self, node: ast.expr, kind: Scalar) -> tuple[int, ...]:
        constants: list[ir.Expr | None] = []
        if isinstance(node, (ast.Tuple, ast.Set, ast.List)):
            constants += [self.scalar(each) for each in node.elts]
        else:
            value = self.scope.global_value(node.id) if isinstance(node, ast.Name) else None
            if isinstance(value, list) and isinstance(node, ast.Name):
                raise self._no_constant(node)
            if not isinstance(value, (tuple, frozenset)):
                raise self.scope.refuse(node, "membership is tested in constants", "write (Card.A, Card.B) or a constant tuple")
            constants += [self.constant(node, item) for item in value]
        constants = [None if each is None else self.fitted(node, each, kind) for each in constants]
        found = [each for each in constants if isinstance(each, ir.Const) and sort(each.type) == sort(kind)]
        if len(found) != len(constants):
            raise self.scope.refuse(node, f"membership of {describe(kind)} is tested in constants of the same kind",
                                    "compare like with like")
        return tuple(each.value for each in found)

    def _is_ruling(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ruling"

    def _ruling_test(self, node: ast.Compare, left: ast.expr, op: ast.cmpop, right: ast.expr) -> ir.Expr:
        texts = right.elts if isinstance(right, (ast.Tuple, ast.Set, ast.List)) else [right]
        choices = tuple(each.value for each in texts if isinstance(each, ast.Constant) and isinstance(each.value, str))
        if len(choices) != len(texts) or not choices or not isinstance(op, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)):
            raise self.scope.refuse(node, "a ruling is compared with the names of its choices",
                                    'write ruling("UD-06") == "top"')
        test = self.ruling_in(left, choices)
        return test if isinstance(op, (ast.Eq, ast.In)) else ir.Not(*self._at(node), test, FLAG)

    def ruling_in(self, node: ast.expr, choices: tuple[str, ...]) -> ir.Expr:
        """Whether the ruling asked for by a call of `ruling` is one of some choices."""
        assert isinstance(node, ast.Call)
        if len(node.args) != 1 or not isinstance(node.args[0], ast.Constant) or not isinstance(node.args[0].value, str):
            raise self.scope.refuse(node, "ruling takes the id of a reading", 'write ruling("UD-06")')
        self.rulings.append((node, node.args[0].value, choices))
        return ir.RulingIn(*self._at(node), node.args[0].value, choices, FLAG)

    # -- calls ------------------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> ir.Expr:
        if node.keywords and not self._chooses(node):
            raise self.scope.refuse(node, "rules are called with arguments in order", "leave out the names")
        if isinstance(node.func, ast.Attribute):
            raise self.scope.refuse(node, f"{node.func.attr} changes something, or is not part of the rule language",
                                    "use it in a line of its own")
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        special = {"min": self._extreme, "max": self._extreme, "abs": self._abs, "int": self._int, "bool": self._bool,
                   "len": self._len, "any": self._fold, "all": self._fold, "sum": self._fold,
                   "next": self._choice, "happened": self._happened, "following": self._following, "the": self._the,
                   "isinstance": self._isinstance, "may_happen": self._may_happen}
        if name in special:
            return special[name](node)
        if name == "ruling":
            raise self.scope.refuse(node, "a ruling is compared with the names of its choices",
                                    'write ruling("UD-06") == "top"')
        value = self.scope.global_value(name)
        if isinstance(value, type) and issubclass(value, IntEnum):
            return self._member(node, value)
        call = self.call(node)
        if not call.valued:
            instead = "name a field of it" if self.graded(node) is not None else "call it in a line of its own"
            raise self.scope.refuse(node, f"{name} returns {describe(self.graded(node))}", instead)
        self.inner_calls.append((node, call.rule))
        return call

    def called_rule(self, node: ast.Call) -> Rule | None:
        """The rule that a call names, or None."""
        value = self.scope.global_value(node.func.id) if isinstance(node.func, ast.Name) else None
        if not callable(value):
            return None
        target = getattr(value, "__wrapped__", value)
        return next((rule for rule in self.scope.game.rules.values() if rule.function is target), None)

    def call(self, node: ast.Call) -> ir.Call:
        """A call of another rule."""
        rule = self.called_rule(node)
        called = self.scope.global_value(node.func.id) if isinstance(node.func, ast.Name) else None
        if any(called is check for check in self.scope.game.edition_checks):
            raise self.scope.refuse(node, "this checks editions when they are loaded, and is no rule",
                                    "read the component data by the game's edition")
        if rule is None:
            raise self._unknown(node)
        if rule.kind not in CALLED:
            raise self.scope.refuse(node, "this function is not a rule of the game", "decorate it with @game.rule")
        if len(node.args) != len(rule.parameters):
            raise self.scope.refuse(node, f"{rule.name} takes {len(rule.parameters)} arguments",
                                    f"they are: {', '.join(name for name, _ in rule.parameters)}")
        self.calls.append((node, rule))
        arguments = tuple(self._argument(each, name, kind)
                          for each, (name, kind) in zip(node.args, rule.parameters, strict=True))
        self._check_origins(node, rule, arguments)
        kind = returned(rule)
        return ir.Call(*self._at(node), rule, arguments, kind or FLAG, kind is not None)

    def _unknown(self, node: ast.Call) -> RuleRefused:
        """The error for a call of something that is no rule: what it is decides what to do."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "print":
            return self.scope.refuse(node, "rules print nothing: they run compiled, and millions of times",
                                     "delete it; `daybreak replay SCENARIO --line FILE --board` shows the table after each event")
        if name and self.scope.global_value(name) is None and hasattr(builtins, name):
            return self.scope.refuse(node, f"{name} is a function of Python that is not part of the rule language",
                                     f"of Python's there are {', '.join(FUNCTIONS)}")
        if name and self.scope.global_value(name) is None:
            names = [rule.name for rule in self.scope.game.rules.values() if rule.kind in CALLED]
            return self.scope.refuse(node, f"nothing is named {name}",
                                     nearest(name, [*names, *FUNCTIONS]).strip() or "import it, or write it under @game.rule")
        return self.scope.refuse(node, "this function is not a rule of the game", "decorate it with @game.rule")

    def _check_origins(self, node: ast.Call, rule: Rule, arguments: tuple[ir.Expr | ir.Place, ...]) -> None:
        """A rule works on one table: places of one state, or component data that it only reads."""
        origins = {self.scope.origin(each) for each in arguments if isinstance(each, ir.Place)}
        if len(origins) > 1:
            raise self.scope.refuse(node, f"{rule.name} gets places of {' and of '.join(sorted(origins))}",
                                    "let it read the component data itself, and compare two states outside it")
        if ir.EDITION in origins:
            self.lent.append((node, rule))

    def _argument(self, node: ast.expr, name: str, kind: ir.Type) -> ir.Expr | ir.Place:
        if isinstance(kind, Scalar):
            value = self.fitted(node, self.scalar(node), kind)
            if not fits_in(kind, value.type):
                raise self.scope.refuse(node, f"{name} is {describe(kind)} and this is {describe(value.type)}",
                                        "convert it, for example Entrance(number) or int(flag)")
            return value if fits(value.type, kind) else ir.Convert(*self._at(node), value, kind)
        place = self.place(node)
        if place is None or place.type != kind:
            raise self.scope.refuse(node, f"{name} must be {describe(kind)} on the table", "pass a place of the state")
        return place

    def _extreme(self, node: ast.Call) -> ir.Expr:
        if self._chooses(node):
            return self._choice(node)
        items = tuple(self.number(each) for each in node.args)
        if len(items) < 2:
            raise self.scope.refuse(node, "min and max take two or more numbers", "write min(a, b)")
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        pick = min if name == "min" else max
        kind = IntType(pick(each.type.low for each in items), pick(each.type.high for each in items))
        return ir.Extreme(*self._at(node), name, items, kind)

    def _abs(self, node: ast.Call) -> ir.Expr:
        operand = self.number(self._one(node))
        most = max(abs(operand.type.low), abs(operand.type.high))
        return ir.Absolute(*self._at(node), operand, IntType(0, most))

    def _int(self, node: ast.Call) -> ir.Expr:
        operand = self.scalar(self._one(node))
        if not plain(operand.type) and not isinstance(operand.type, FlagType):
            raise self._may_be_none(node, operand.type)
        return ir.Convert(*self._at(node), operand, IntType(operand.type.low, operand.type.high))

    def _bool(self, node: ast.Call) -> ir.Expr:
        return self.condition(self._one(node))

    def _len(self, node: ast.Call) -> ir.Expr:
        place = self.place(self._one(node))
        if place is None or not isinstance(place.type, RowType):
            raise self.scope.refuse(node, "len is for rows", "use pile.size or bag.total")
        return ir.Const(*self._at(node), place.type.size, IntType(place.type.size, place.type.size))

    def _member(self, node: ast.Call, enum: type[IntEnum]) -> ir.Expr:
        return ir.Convert(*self._at(node), self.number(self._one(node)), all_of(enum))

    def _the(self, node: ast.Call) -> ir.Expr:
        """What there is of a value that can be None, checked."""
        operand = self.scalar(self._one(node))
        if not isinstance(operand.type, EnumType) or operand.type.none is None or operand.type.enum is Nothing:
            raise self.scope.refuse(node, f"this is {describe(operand.type)}, so it is there", "leave out the(...)")
        return member(operand, self._new(node))

    def _isinstance(self, node: ast.Call) -> ir.Expr:
        """Which of the enums it can be a member of a value is one of; None is a member of none."""
        enum = self.scope.global_value(node.args[1].id) if len(node.args) == 2 and isinstance(node.args[1], ast.Name) else None
        if not isinstance(enum, type) or not issubclass(enum, IntEnum):
            raise self.scope.refuse(node, "isinstance takes a value and an enum", "write isinstance(table.guest, Side)")
        value, kind = self.scalar(node.args[0]), all_of(enum)
        asked = is_one_of(value, kind, self._new(node)) if holds(value.type, kind) else None
        if asked is None:
            raise self.scope.refuse(node, f"this is {describe(value.type)}, so there is nothing to test", "leave out the test")
        if isinstance(asked[1], ir.Const):
            return ir.Compare(*self._at(node), str(asked[0]), value, asked[1], FLAG)
        return ir.OneOf(*self._at(node), value, tuple(each for each in asked if isinstance(each, int)), FLAG)

    def _following(self, node: ast.Call) -> ir.Expr:
        """The next member of an enum, checked."""
        operand = self.number(self._one(node))
        if not isinstance(operand.type, EnumType) or operand.type.more is not None:
            raise self.scope.refuse(node, f"following is for members of one enum, and this is {describe(operand.type)}",
                                    "write following(side), or x + 1 for numbers")
        one = ir.Const(*self._at(node), 1, IntType(1, 1))
        more = ir.Binary(*self._at(node), "+", operand, one, IntType(operand.type.low + 1, operand.type.high + 1))
        return ir.Convert(*self._at(node), more, operand.type.whole)

    def _happened(self, node: ast.Call) -> ir.Expr:
        argument = self._one(node)
        value = self.scope.global_value(argument.id) if isinstance(argument, ast.Name) else None
        rule = next((each for each in self.scope.game.rules.values() if each.function is value), None)
        if rule is None or rule.kind not in TRANSITIONS or self.scope.rule.kind != "step_property":
            raise self.scope.refuse(node, "happened asks, in a step property, whether the event was of a rule",
                                    "name a decision, chance, step or when_stuck: happened(fire)")
        return ir.Happened(*self._at(node), rule.name, FLAG)

    def _may_happen(self, node: ast.Call) -> ir.Expr:
        argument, foreseen = self._one(node), self.scope.game.foreseen
        name = argument.id if isinstance(argument, ast.Name) else ""
        if not foreseen or foreseen[0].which != name or self.scope.rule.kind != "bound":
            raise self.scope.refuse(node, "may_happen asks, in a bound, about the outcomes that the game's foresight is about",
                                    "name its second rule: game.foresight(draw, is_help, draws_left), then may_happen(is_help)")
        return ir.MayHappen(*self._at(node), FLAG)


def its_fields(word: str, record: RecordType) -> str:
    """The fields of a record, for a message about one that it does not have."""
    names = [name for name, _ in record.fields]
    return f"{nearest(word, names)}its fields: {', '.join(names)}"


def sort_enum(kind: Scalar) -> type[IntEnum] | None:
    """The enum that a type has members of, if it has any."""
    return kind.enum if isinstance(kind, EnumType) else None


def fits_in(kind: Scalar, value: Scalar) -> bool:
    """Whether a value of one type goes where another is needed, but for its range; a member goes where a number is needed."""
    return sort(value) == sort(kind) or isinstance(kind, IntType) and isinstance(value, EnumType) and plain(value)


def loaded(target: ast.expr) -> ast.expr:
    """A target of an assignment, as an expression that reads it."""
    copy: ast.expr = ast.parse(ast.unparse(target), mode="eval").body
    for node in ast.walk(copy):
        ast.copy_location(node, target)
    return copy


@cache
def returned(rule: Rule) -> Scalar | None:
    """What a rule returns, from its annotation; a declared range is checked where the rule returns."""
    return rule.returned if isinstance(rule.returned, Scalar) else None
