"""Expressions of emitted Python as instructions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Protocol

from verifier.run.llvm.values import FLAG, ITEMS, NOTHING, NUMBER, POINTER, Instructions, Type, Value, View, untranslatable

_OPERATORS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.LShift: "shl", ast.RShift: "ashr", ast.BitAnd: "and",
              ast.BitOr: "or", ast.BitXor: "xor"}
_COMPARISONS = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge"}
_EXTREMES = {"min": "smin", "max": "smax"}


class Unit(Protocol):
    """What a function finds outside itself."""

    @property
    def constants(self) -> Mapping[str, int]:
        """Numbers by name."""

    @property
    def tables(self) -> Mapping[str, tuple[int, ...]]:
        """Constant tables by name."""

    def is_counter(self, node: ast.expr) -> bool:
        """Whether a place is a counter that this kernel does without."""

    def function(self, name: str, types: tuple[Type, ...]) -> tuple[str, str]:
        """A function's name for arguments of these types, and the type of what it returns."""


class Expressions:
    """Writes expressions.  `locals` has where each local's value lies and its type, or the whole array that it is."""

    def __init__(self, unit: Unit) -> None:
        self.unit, self.code = unit, Instructions()
        self.locals: dict[str, tuple[Value, str] | View] = {}

    def value(self, node: ast.expr) -> Value:
        """An expression's value."""
        method: Callable[[ast.expr], Value] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise untranslatable(ast.unparse(node))
        return method(node)

    def number(self, node: ast.expr) -> Value:
        """An expression's value as a number; a flag is 0 or 1."""
        return self.as_number(self.value(node))

    def as_number(self, value: Value) -> Value:
        """A value as a number; a flag is 0 or 1."""
        if value.type == FLAG:
            return self.code.value(f"zext i1 {value.text} to i64", NUMBER)
        if value.type != NUMBER:
            raise untranslatable(f"a number was expected, not {value.typed}")
        return value

    def flag(self, node: ast.expr) -> Value:
        """Whether an expression is true."""
        value = self.value(node)
        return value if value.type == FLAG else self.code.value(f"icmp ne {value.typed}, 0", FLAG)

    def branch(self, node: ast.expr, then: str, otherwise: str) -> None:
        """Go to one of two blocks, as an expression is true or not, evaluating no more of it than Python does."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.branch(node.operand, otherwise, then)
        elif isinstance(node, ast.BoolOp):
            for each in node.values[:-1]:
                following = self.code.name()
                self.branch(each, *((following, otherwise) if isinstance(node.op, ast.And) else (then, following)))
                self.code.begin(following)
            self.branch(node.values[-1], then, otherwise)
        else:
            self.code.fork(self.flag(node), then, otherwise)

    # -- places ---------------------------------------------------------------------------------------------------------------

    def view(self, node: ast.expr) -> View | None:
        """The whole array that an expression names, if it does."""
        known = self.locals.get(node.id) if isinstance(node, ast.Name) else None
        return known if isinstance(known, View) else None

    def place(self, node: ast.Subscript) -> tuple[Value, str]:
        """Where an item lies, and numpy's name for its type."""
        indices = [self.number(each) for each in (node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice])]
        view = self.view(node.value)
        if view is not None:
            return self._item(view, indices), view.kind[0]
        if isinstance(node.value, ast.Name) and node.value.id in self.unit.tables:
            data = Value(f"@{node.value.id}", POINTER)
        else:
            data = self.value(node.value)
        if data.type != POINTER or len(indices) != 1:
            raise untranslatable(ast.unparse(node))
        return self.code.value(f"getelementptr i64, {data.typed}, {indices[0].typed}", POINTER), "<i8"

    def _item(self, view: View, indices: list[Value]) -> Value:
        """Where an item lies, or a row begins."""
        offset = indices[0]
        for index, count in zip([*indices[1:], *[Value("0", NUMBER)] * (len(view.shape) - len(indices))], view.shape[1:],
                                strict=True):
            row = self.code.value(f"mul {offset.typed}, {count.text}", NUMBER)
            offset = self.code.value(f"add {row.typed}, {index.text}", NUMBER)
        return self.code.value(f"getelementptr {view.item}, {view.data.typed}, {offset.typed}", POINTER)

    def read(self, place: Value, item: str) -> Value:
        """The item of a type that lies at a place."""
        memory = ITEMS[item]
        found = self.code.value(f"load {memory}, {place.typed}", memory)
        if item == "|b1":
            return self.code.value(f"icmp ne {found.typed}, 0", FLAG)
        widened = "zext" if item == "|u1" else "sext"
        return found if memory == NUMBER else self.code.value(f"{widened} {found.typed} to i64", NUMBER)

    # -- by kind of expression ------------------------------------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, bool):
            return Value("true" if node.value else "false", FLAG)
        if not isinstance(node.value, int):
            raise untranslatable(ast.unparse(node))
        return Value(str(node.value), NUMBER)

    def _name(self, node: ast.Name) -> Value:
        known = self.locals.get(node.id)
        if isinstance(known, tuple):
            place, kind = known
            return self.code.value(f"load {kind}, {place.typed}", kind)
        if known is None and node.id in self.unit.constants:
            return Value(str(self.unit.constants[node.id]), NUMBER)
        raise untranslatable(f"the name {node.id}")

    def _subscript(self, node: ast.Subscript) -> Value:
        return self.read(*self.place(node))

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self.code.value(f"xor {self.flag(node.operand).typed}, true", FLAG)
        if not isinstance(node.op, ast.USub):
            raise untranslatable(ast.unparse(node))
        return self.code.value(f"sub i64 0, {self.number(node.operand).text}", NUMBER)

    def _binop(self, node: ast.BinOp) -> Value:
        return self.operated(node.op, self.number(node.left), self.number(node.right))

    def operated(self, operator: ast.operator, left: Value, right: Value) -> Value:
        """What an operator makes of two numbers.  Quotients are rounded down; divisors are above 0, as the language has it."""
        code, operands = self.code, f"{left.typed}, {right.text}"
        if type(operator) in _OPERATORS:
            return code.value(f"{_OPERATORS[type(operator)]} {operands}", NUMBER)
        if not isinstance(operator, (ast.FloorDiv, ast.Mod)):
            raise untranslatable(type(operator).__name__)
        rest = code.value(f"srem {operands}", NUMBER)
        is_below = code.value(f"icmp slt {rest.typed}, 0", FLAG)
        if isinstance(operator, ast.Mod):
            turned = code.value(f"add {rest.typed}, {right.text}", NUMBER)
            return code.value(f"select {is_below.typed}, {turned.typed}, {rest.typed}", NUMBER)
        quotient = code.value(f"sdiv {operands}", NUMBER)
        return code.value(f"add {quotient.typed}, {code.value(f'sext {is_below.typed} to i64', NUMBER).text}", NUMBER)

    def _compare(self, node: ast.Compare) -> Value:
        left, result = self.number(node.left), None
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In) and isinstance(right, ast.Tuple):
                holds = self._is_any(left, [self.number(each) for each in right.elts])
            elif type(operator) in _COMPARISONS:
                following = self.number(right)
                holds = self.code.value(f"icmp {_COMPARISONS[type(operator)]} {left.typed}, {following.text}", FLAG)
                left = following
            else:
                raise untranslatable(ast.unparse(node))
            result = holds if result is None else self.code.value(f"and {result.typed}, {holds.text}", FLAG)
        assert result is not None
        return result

    def _is_any(self, number: Value, others: list[Value]) -> Value:
        result = Value("false", FLAG)
        for each in others:
            same = self.code.value(f"icmp eq {number.typed}, {each.text}", FLAG)
            result = self.code.value(f"or {result.typed}, {same.text}", FLAG)
        return result

    def _boolop(self, node: ast.BoolOp) -> Value:
        then, otherwise, after = (self.code.name() for _ in range(3))
        self.branch(node, then, otherwise)
        for block in (then, otherwise):
            self.code.begin(block)
            self.code.jump(after)
        self.code.begin(after)
        return self.code.value(f"phi i1 [true, %{then}], [false, %{otherwise}]", FLAG)

    def _ifexp(self, node: ast.IfExp) -> Value:
        then, otherwise, after = (self.code.name() for _ in range(3))
        self.branch(node.test, then, otherwise)
        values: list[Value] = []
        incoming: list[str] = []
        for block, each in ((then, node.body), (otherwise, node.orelse)):
            self.code.begin(block)
            values.append(self.value(each))
            incoming.append(f"[{values[-1].text}, %{self.code.block}]")
            self.code.jump(after)
        self.code.begin(after)
        if values[0].type != values[1].type:
            raise untranslatable(f"{ast.unparse(node)} is a number or a flag")
        return self.code.value(f"phi {values[0].type} {', '.join(incoming)}", values[0].type)

    def _call(self, node: ast.Call) -> Value:
        if not isinstance(node.func, ast.Name):
            raise untranslatable(ast.unparse(node))
        name = node.func.id
        if name == "pointer":
            return self._pointer(node.args[0])
        if name == "prefetch" and isinstance(node.args[0], ast.Subscript):
            place, _ = self.place(node.args[0])
            self.code.add(f"call void @llvm.prefetch.p0({place.typed}, i32 0, i32 3, i32 1)")
            return Value("", NOTHING)
        if name in ("seen", "swapped", "added"):
            return self._shared(name, node.args)
        if name == "len" and (length := self._length(node.args[0])) is not None:
            return length
        if name in _EXTREMES:
            return self._extreme(_EXTREMES[name], [self.number(each) for each in node.args])
        if name == "abs":
            return self.code.value(f"call i64 @llvm.abs.i64({self.number(node.args[0]).typed}, i1 false)", NUMBER)
        if name == "_wide":
            return self.number(node.args[0])
        return self._called(name, node.args)

    def _length(self, node: ast.expr) -> Value | None:
        """How many items an array has, or each row of one that has rows."""
        is_row = isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Tuple)
        view = self.view(node.value if isinstance(node, ast.Subscript) else node)
        return view.shape[is_row] if view is not None and len(view.shape) > is_row else None

    def _shared(self, name: str, arguments: list[ast.expr]) -> Value:
        """An item of an array that several threads see, as whoever wrote it left it: read, exchanged or added to."""
        view = self.view(arguments[0])
        if view is None or view.item not in (NUMBER, "i32"):
            raise untranslatable(f"{name}({ast.unparse(arguments[0])})")
        place, code, memory = self._item(view, [self.number(arguments[1])]), self.code, view.item
        given = [self._narrowed(self.number(each), memory) for each in arguments[2:]]
        if name == "seen":
            found = code.value(f"load atomic {memory}, {place.typed} acquire, align {int(memory[1:]) // 8}", memory)
        elif name == "added":
            found = code.value(f"atomicrmw add {place.typed}, {given[0].typed} acq_rel", memory)
        else:
            pair = code.value(f"cmpxchg {place.typed}, {given[0].typed}, {given[1].typed} acq_rel acquire", memory)
            return code.value(f"extractvalue {{ {memory}, i1 }} {pair.text}, 1", FLAG)
        return found if memory == NUMBER else code.value(f"sext {found.typed} to i64", NUMBER)

    def _narrowed(self, number: Value, memory: str) -> Value:
        return number if memory == NUMBER else self.code.value(f"trunc {number.typed} to {memory}", memory)

    def _extreme(self, name: str, values: list[Value]) -> Value:
        result = values[0]
        for each in values[1:]:
            result = self.code.value(f"call i64 @llvm.{name}.i64({result.typed}, {each.typed})", NUMBER)
        return result

    def _pointer(self, node: ast.expr) -> Value:
        """Where the numbers of an array, or of one of its rows, lie."""
        row = isinstance(node, ast.Subscript)
        view = self.view(node.value if isinstance(node, ast.Subscript) else node)
        if view is None or view.item != NUMBER or len(view.shape) != 1 + row:
            raise untranslatable(f"pointer({ast.unparse(node)})")
        return self._item(view, [self.number(node.slice)]) if isinstance(node, ast.Subscript) else view.data

    def _called(self, name: str, arguments: list[ast.expr]) -> Value:
        types: list[Type] = []
        operands: list[Value] = []
        for each in arguments:
            given = self.view(each) or self.value(each)
            types.append(given.kind if isinstance(given, View) else given.type)
            operands += (given.data, *given.shape) if isinstance(given, View) else (given,)
        symbol, returned = self.unit.function(name, tuple(types))
        call = f"call {returned} @{symbol}({', '.join(each.typed for each in operands)})"
        if returned == NOTHING:
            self.code.add(call)
            return Value("", returned)
        return self.code.value(call, returned)
