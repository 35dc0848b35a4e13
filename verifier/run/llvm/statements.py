"""Functions of emitted Python, statement by statement, as instructions."""

from __future__ import annotations

import ast
from collections.abc import Callable

from verifier.run.llvm.expressions import Expressions, Unit
from verifier.run.llvm.values import FLAG, ITEMS, NOTHING, NUMBER, POINTER, WIDE, Type, Value, View, untranslatable, views


class Function(Expressions):
    """One function, for arguments of given types."""

    def __init__(self, unit: Unit, node: ast.FunctionDef, types: tuple[Type, ...]) -> None:
        super().__init__(unit)
        self._returned: list[tuple[int, Value]] = []  # which line returns what
        self._loops: list[tuple[str, str]] = []  # for each loop that is open, where `continue` and `break` go
        self._parameters: list[Value] = []
        self._attributes = "cold noinline " if "seldom" in map(ast.unparse, node.decorator_list) else ""
        for argument, kind in zip(node.args.args, types, strict=True):
            self._parameter(argument.arg, kind)
        self.block(node.body)
        self.type = self._type_returned()
        self.code.end(f"ret {self.type}" + ("" if self.type == NOTHING else " 0"))

    def text(self, symbol: str, linkage: str = "internal ") -> str:
        """The whole function under a name."""
        parameters = ", ".join(each.typed for each in self._parameters)
        head = f"define {linkage}{self.type} @{symbol}({parameters}) nounwind {self._attributes}{{"
        return "\n".join([head, "begin:", *self.code.locals, *self.code.lines, "}"])

    def declared(self, symbol: str) -> str:
        """The function under a name as modules know it that do not hold it: what LLVM cannot see there it is told.

        All memory that emitted code reaches is what its arguments point to, and tables, which are constant.
        """
        parameters = ", ".join(each.type for each in self._parameters)
        return f"declare {self.type} @{symbol}({parameters}) nounwind nofree norecurse nosync memory(argmem: readwrite)"

    def _parameter(self, name: str, kind: Type) -> None:
        given = [Value(f"%p{len(self._parameters) + index}", each)
                 for index, each in enumerate([kind] if isinstance(kind, str) else views(kind))]
        self._parameters += given
        if isinstance(kind, str):
            self._set(name, given[0])
        else:
            self.locals[name] = View(kind, given[0], tuple(given[1:]))

    def _type_returned(self) -> str:
        """The type of what is returned; where that is a number in one line and a flag in another, the flag is 0 or 1."""
        types = {value.type for _, value in self._returned}
        if types <= {NUMBER, FLAG} and len(types) == 2:
            for line, value in self._returned:
                if value.type == FLAG:
                    name = f"%{self.code.name()}"
                    self.code.lines[line] = f"{name} = zext {value.typed} to i64\nret i64 {name}"
            return NUMBER
        if len(types) > 1:
            raise untranslatable(f"a function that returns {', '.join(sorted(types))}")
        return types.pop() if types else NOTHING

    # -- statements -----------------------------------------------------------------------------------------------------------

    def block(self, statements: list[ast.stmt]) -> None:
        """Statements one behind the other, as far as they can be reached."""
        for each in statements:
            if not self.code.is_open:
                return
            method: Callable[[ast.stmt], None] | None = getattr(self, f"_{type(each).__name__.lower()}_statement", None)
            if method is None:
                raise untranslatable(ast.unparse(each))
            method(each)

    def _set(self, name: str, value: Value) -> None:
        """Give a local a value; its first one says its type."""
        if name not in self.locals:
            self.locals[name] = (self.code.memory(value.type), value.type)
        known = self.locals[name]
        if isinstance(known, View) or value.type != known[1] != NUMBER:
            raise untranslatable(f"{name} = {value.typed}")
        self.code.add(f"store {(self.as_number(value) if known[1] == NUMBER else value).typed}, {known[0].typed}")

    def _write(self, place: Value, item: str, value: Value) -> None:
        """Write an item of a type to a place."""
        number = self.as_number(value)
        if item == "|b1":
            number = self.as_number(self.code.value(f"icmp ne {number.typed}, 0", FLAG))
        memory = ITEMS[item]
        text = number.text if memory == NUMBER else self.code.value(f"trunc {number.typed} to {memory}", memory).text
        self.code.add(f"store {memory} {text}, {place.typed}")

    def _assign_to(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self._set(target.id, value)
        elif isinstance(target, ast.Subscript):
            self._write(*self.place(target), value)
        else:
            raise untranslatable(ast.unparse(target))

    def _assign_statement(self, node: ast.Assign) -> None:
        first = node.targets[0]
        if isinstance(first, ast.Tuple) and isinstance(node.value, ast.Tuple):
            values = [self.value(each) for each in node.value.elts]
            for target, value in zip(first.elts, values, strict=True):
                self._assign_to(target, value)
            return
        value = self.value(node.value)
        for target in node.targets:
            self._assign_to(target, value)

    def _augassign_statement(self, node: ast.AugAssign) -> None:
        if self.unit.is_counter(node.target):
            return
        if isinstance(node.target, ast.Name):
            self._set(node.target.id, self.operated(node.op, self.number(node.target), self.number(node.value)))
        elif isinstance(node.target, ast.Subscript):
            place, item = self.place(node.target)
            before = self.as_number(self.read(place, item))
            self._write(place, item, self.operated(node.op, before, self.number(node.value)))
        else:
            raise untranslatable(ast.unparse(node))

    def _expr_statement(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.value(node.value)

    def _pass_statement(self, node: ast.Pass) -> None:
        pass

    def _return_statement(self, node: ast.Return) -> None:
        value = None if node.value is None else self.value(node.value)
        if value is None or value.type == NOTHING:
            self.code.end("ret void")
            return
        self._returned.append((len(self.code.lines), value))
        self.code.end(f"ret {value.typed}")

    def _if_statement(self, node: ast.If) -> None:
        after = self.code.name()
        orelse: list[ast.stmt] = [node]
        while len(orelse) == 1 and isinstance(orelse[0], ast.If):  # `elif` is an `if` in an `else`, and there may be hundreds
            node, then, otherwise = orelse[0], self.code.name(), self.code.name()
            self.branch(node.test, then, otherwise)
            self.code.begin(then)
            self.block(node.body)
            self.code.jump(after)
            self.code.begin(otherwise)
            orelse = node.orelse
        self.block(orelse)
        self.code.begin(after)

    # -- loops ----------------------------------------------------------------------------------------------------------------

    def _while_statement(self, node: ast.While) -> None:
        head, body, after = (self.code.name() for _ in range(3))
        self.code.begin(head)
        self.branch(node.test, body, after)
        self.code.begin(body)
        self._body(node.body, head, after)
        self.code.jump(head)
        self.code.begin(after)

    def _body(self, statements: list[ast.stmt], following: str, after: str) -> None:
        self._loops.append((following, after))
        self.block(statements)
        self._loops.pop()

    def _for_statement(self, node: ast.For) -> None:
        """A loop over a range or an array.  What the body sets does not change what the loop counts with."""
        if not isinstance(node.target, ast.Name):
            raise untranslatable(ast.unparse(node.target))
        view = self.view(node.iter)
        first, last, step = self._range(node.iter) if view is None else (Value("0", NUMBER), view.shape[0], 1)
        head, body, following, after = (self.code.name() for _ in range(4))
        counter = self.code.memory(NUMBER)
        self.code.add(f"store {first.typed}, {counter.typed}")
        self.code.begin(head)
        at = self.code.value(f"load i64, {counter.typed}", NUMBER)
        more = self.code.value(f"icmp {'slt' if step > 0 else 'sgt'} {at.typed}, {last.text}", FLAG)
        self.code.fork(more, body, after)
        self.code.begin(body)
        if view is None:
            item = at
        else:
            place = self.code.value(f"getelementptr {view.item}, {view.data.typed}, {at.typed}", POINTER)
            item = self.read(place, view.kind[0])
        self._set(node.target.id, item)
        self._body(node.body, following, after)
        self.code.begin(following)
        self.code.add(f"store {self.code.value(f'add nsw {at.typed}, {step}', NUMBER).typed}, {counter.typed}")
        self.code.jump(head, WIDE if self._adds_by_item(node) else "")
        self.code.begin(after)

    def _adds_by_item(self, node: ast.For) -> bool:
        """Whether a loop adds to each item of a whole array, and does nothing else: LLVM can do several items at once."""
        return ast.unparse(node.iter).startswith("range(len(") and all(
            isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Subscript)
            and self.view(each.target.value) is not None and not any(isinstance(part, ast.Call) for part in ast.walk(each))
            for each in node.body)

    def _range(self, node: ast.expr) -> tuple[Value, Value, int]:
        """From where up to where a range goes, and in what steps."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "range":
            raise untranslatable(ast.unparse(node))
        first, last = [Value("0", NUMBER), *(self.number(each) for each in node.args[:2])][-2:]
        try:
            return first, last, ast.literal_eval(node.args[2]) if len(node.args) == 3 else 1
        except ValueError:
            raise untranslatable(ast.unparse(node)) from None

    def _break_statement(self, node: ast.Break) -> None:
        self.code.jump(self._loops[-1][1])

    def _continue_statement(self, node: ast.Continue) -> None:
        self.code.jump(self._loops[-1][0])
