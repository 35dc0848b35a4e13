"""A kernel of emitted Python as modules of LLVM's assembly language, with every function that it needs.

Each function is translated once for the types that it is called with: a number, a flag, a pointer to numbers, or a whole array,
which is passed as where it lies and how long its axes are.  LLVM does the rest: it inlines, and keeps locals in registers.

What all kernels call (`@shared`) is a module of its own where it is large: it is compiled once for all of them, at the same time
as they are.  The text of a module depends on nothing but what its functions do, so what an edit leaves alone has the same text.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence

from verifier.run.llvm.statements import Function
from verifier.run.llvm.values import FLAG, ITEMS, NOTHING, NUMBER, POINTER, WIDE, WIDELY, Kind, Type, Value, untranslatable, views

ENTRY = "daybreak_kernel"
SHARED = "shared."  # begins the names of functions that other modules call
SHARED_LINES = 1000  # of a shared function and all that it calls: LLVM leaves one so large where it is, whoever calls it
_CALLED = re.compile(r"call \S+ @([\w.]+)\(")
_NAMED = re.compile(r"@(\w+)")


class Module:
    """The functions, constants and tables of a source."""

    def __init__(self, source: str) -> None:
        self.constants: dict[str, int] = {}
        self.tables: dict[str, tuple[int, ...]] = {}
        self._sources: dict[str, ast.FunctionDef] = {}
        self._symbols: dict[tuple[str, tuple[Type, ...]], tuple[str, str]] = {}
        self._functions: dict[str, str] = {}  # by symbol
        self._apart: dict[str, tuple[str, str]] = {}  # by symbol: how other modules declare it, and the module
        self._uncounted, self._shared, self._counts = set[str](), set[str](), True
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef):
                self._sources[node.name] = node
                decorators = [each.id for each in node.decorator_list if isinstance(each, ast.Name)]
                if "uncounted" in decorators:
                    self._uncounted.add(node.name)
                if "shared" in decorators:
                    self._shared.add(node.name)
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
            symbol = ".".join([name, *map(_letters, types)])
            if name in self._shared:
                symbol = self._put_apart(symbol, function)
            if symbol not in self._apart:
                self._functions[symbol] = function.text(symbol)
            known = self._symbols[name, types] = symbol, function.type
        return known

    def _put_apart(self, symbol: str, function: Function) -> str:
        """Make a module of a function and all that it calls, if that is large; the name to call it by."""
        text = function.text(f"{SHARED}{symbol}", "")
        texts = [*self._called_by(text), text]
        if sum(each.count("\n") for each in texts) < SHARED_LINES:
            return symbol
        if any(word in each for each in texts for word in ("atomic", "cmpxchg")):
            raise untranslatable(f"{symbol}, which is declared to wait for no other thread")
        self._apart[f"{SHARED}{symbol}"] = function.declared(f"{SHARED}{symbol}"), self._module(texts)
        return f"{SHARED}{symbol}"

    def translated(self, name: str, kinds: Sequence[Kind | None]) -> tuple[str, ...]:
        """The kernel of a name for arguments of these kinds, None being a number: `i64 kernel(i64 *numbers)`.

        The numbers are the arguments one behind the other: of an array its address, and how long each axis is.  Behind the module
        of the kernel are those that it needs besides.
        """
        self._symbols.clear()
        self._functions.clear()
        self._apart.clear()
        name = f"call_{name}" if f"call_{name}" in self._sources else name
        self._counts = name not in self._uncounted
        symbol, returned = self.function(name, tuple(NUMBER if kind is None else kind for kind in kinds))
        types = [each for kind in kinds for each in ([NUMBER] if kind is None else views(kind))]
        lines = [f"define i64 @{ENTRY}(ptr %numbers) nounwind {{"]
        for index, each in enumerate(types):
            lines += [f"%at{index} = getelementptr i64, ptr %numbers, i64 {index}", f"%p{index} = load {each}, ptr %at{index}"]
        given = ", ".join(f"{each} %p{index}" for index, each in enumerate(types))
        lines += [f"{'' if returned == NOTHING else '%result = '}call {returned} @{symbol}({given})", *_returning(returned), "}"]
        entry = "\n".join(lines)
        return self._module([*self._called_by(entry), entry]), *(module for _, module in self._apart.values())

    def _called_by(self, text: str) -> list[str]:
        """The functions that one calls, directly or not, in the order of their names: the same wherever they were met first."""
        found, waiting = set[str](), [text]
        while waiting:
            called = {each for each in _CALLED.findall(waiting.pop()) if each in self._functions} - found
            waiting += [self._functions[each] for each in called]
            found |= called
        return [self._functions[each] for each in sorted(found)]

    def _module(self, texts: Iterable[str]) -> str:
        """These functions with the tables that they read, and what they call of other modules."""
        text = "\n".join([*texts, ""])
        tables = [self._table(each) for each in sorted(self.tables.keys() & set(_NAMED.findall(text)))]
        called = set(_CALLED.findall(text))
        elsewhere = [declared for symbol, (declared, _) in sorted(self._apart.items()) if symbol in called]
        return "\n".join([*_DECLARED, *tables, *elsewhere, text, *([WIDELY] if WIDE in text else [])])

    def _table(self, name: str) -> str:
        values = self.tables[name]
        return f"@{name} = internal constant [{len(values)} x i64] [{', '.join(f'i64 {each}' for each in values)}]"


def _letters(type_: Type) -> str:
    """A type as part of a name."""
    return type_ if isinstance(type_, str) else f"{ITEMS[type_[0]]}x{type_[1]}{type_[0][1]}"


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
