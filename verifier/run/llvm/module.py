"""A kernel of emitted Python as a module of LLVM's assembly language, with every function that it needs.

Each function is translated once for the types that it is called with: a number, a flag, a pointer to numbers, or a whole array,
which is passed as where it lies and how long its axes are.  LLVM does the rest: it inlines, and keeps locals in registers.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from verifier.run.llvm.statements import Function
from verifier.run.llvm.values import FLAG, NOTHING, NUMBER, POINTER, Kind, Type, Value, untranslatable, views

ENTRY = "daybreak_kernel"


class Module:
    """The functions, constants and tables of a source."""

    def __init__(self, source: str) -> None:
        self.constants: dict[str, int] = {}
        self.tables: dict[str, tuple[int, ...]] = {}
        self._sources: dict[str, ast.FunctionDef] = {}
        self._symbols: dict[tuple[str, tuple[Type, ...]], tuple[str, str]] = {}
        self._functions: list[str] = []
        self._uncounted, self._counts = set[str](), True
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef):
                self._sources[node.name] = node
                if "uncounted" in map(ast.unparse, node.decorator_list):
                    self._uncounted.add(node.name)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._constant(node.targets[0].id, node.value)

    def _constant(self, name: str, node: ast.expr) -> None:
        if isinstance(node, ast.Call):
            self.tables[name] = ast.literal_eval(node.args[0])
        else:
            self.constants[name] = ast.literal_eval(node)

    def is_counter(self, node: ast.expr) -> bool:
        """Whether a place is a clause counter, behind the error slot of the context `x`, and the kernel does not count."""
        return (not self._counts and isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "x"
                and isinstance(node.slice, ast.Constant) and int(str(node.slice.value)) >= self.constants["ERROR"] + 2)

    def function(self, name: str, types: tuple[Type, ...]) -> tuple[str, str]:
        """A function's name for arguments of these types, and the type of what it returns."""
        known = self._symbols.get((name, types))
        if known is None:
            if name not in self._sources:
                raise untranslatable(f"no function {name}")
            function = Function(self, self._sources[name], types)
            known = self._symbols[name, types] = (f"{name}.{len(self._symbols)}", function.type)
            self._functions.append(function.text(known[0]))
        return known

    def translated(self, name: str, kinds: Sequence[Kind | None]) -> str:
        """The kernel of a name for arguments of these kinds, None being a number: `i64 kernel(i64 *numbers)`.

        The numbers are the arguments one behind the other: of an array its address, and how long each axis is.
        """
        self._symbols.clear()
        self._functions.clear()
        name = f"call_{name}" if f"call_{name}" in self._sources else name
        self._counts = name not in self._uncounted
        symbol, returned = self.function(name, tuple(NUMBER if kind is None else kind for kind in kinds))
        types = [each for kind in kinds for each in ([NUMBER] if kind is None else views(kind))]
        lines = [f"define i64 @{ENTRY}(ptr %numbers) nounwind {{"]
        for index, each in enumerate(types):
            lines += [f"%at{index} = getelementptr i64, ptr %numbers, i64 {index}", f"%p{index} = load {each}, ptr %at{index}"]
        given = ", ".join(f"{each} %p{index}" for index, each in enumerate(types))
        lines += [f"{'' if returned == NOTHING else '%result = '}call {returned} @{symbol}({given})", *_returning(returned), "}"]
        return "\n".join([*_DECLARED, *map(self._table, self.tables), *self._functions, *lines, ""])

    def _table(self, name: str) -> str:
        values = self.tables[name]
        return f"@{name} = internal constant [{len(values)} x i64] [{', '.join(f'i64 {each}' for each in values)}]"


_DECLARED = ("declare i64 @llvm.smin.i64(i64, i64)", "declare i64 @llvm.smax.i64(i64, i64)", "declare i64 @llvm.abs.i64(i64, i1)",
             "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")


def _returning(returned: str) -> list[str]:
    if returned == NOTHING:
        return ["ret i64 0"]
    if returned == FLAG:
        return ["%number = zext i1 %result to i64", "ret i64 %number"]
    if returned == POINTER:
        raise untranslatable("a kernel that returns a pointer")
    return [f"ret {Value('%result', returned).typed}"]
