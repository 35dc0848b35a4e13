"""The native run: the generated module of a game, compiled by LLVM (or interpreted), with its arrays and parameters."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from types import ModuleType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from verifier import clock
from verifier.errors import EngineBug, Problem
from verifier.lang import ir
from verifier.lang.layout import encode, number_of, values_of
from verifier.lang.patterns import Patterns
from verifier.lang.types import Scalar
from verifier.program.program import Program
from verifier.run.compiled import Compiler
from verifier.run.emit import module_source, names_of, numbers_of, rule_writer
from verifier.run.machine import Kernel, Kinds, flattened, kinds_of
from verifier.run.projected import projected_numbers, projected_source
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.visible import visible

Engine = Literal["native", "interpreted"]
Array = Any

_INTERPRETED_HEAD = '''"""Generated from a game's rules."""


def compiled(function):
    return function


kernel = seldom = shared = uncounted = compiled


def pointer(array):
    return array


def prefetch(item):
    pass


def seen(array, at):
    return int(array[at])


def swapped(array, at, old, new):
    same = int(array[at]) == old
    if same:
        array[at] = new
    return same


def added(array, at, number):
    array[at] += number
    return int(array[at]) - number


def table(values):
    return values


def _wide(value):
    return int(value)


'''


class Native:
    """A program as emitted code.  `engine` says whether it is compiled; both compute the same.

    With `patterns`, of its rules what they can do to a pattern of a state (`verifier.run.projected`), and no search.
    """

    def __init__(self, program: Program, engine: Engine = "native", patterns: Patterns | None = None) -> None:
        self.program, self.engine = program, engine
        self.names = names_of(program)
        self._numbers = numbers_of(program)
        if patterns is None:
            self._body = module_source(program)
        else:
            self._numbers |= projected_numbers(program, patterns)
            self._body = projected_source(program, patterns)
        self.asked: dict[tuple[str, Kinds], None] = {}  # what was called interpreted, which may be wanted compiled
        self._kernels: dict[tuple[str, Kinds], Kernel] = {}
        self._compiling = threading.Lock()
        self._projected: dict[Patterns, Native] = {}

    @cached_property
    def module(self) -> ModuleType:
        """The generated module, interpreted."""
        if self.engine != "interpreted":
            raise EngineBug(Problem("DB925", "compiled rules are no module of Python"))
        module = ModuleType(f"daybreak_interpreted_{self.program.game.name.replace('-', '_')}")
        with clock.stopped():
            exec(compile(_INTERPRETED_HEAD + self._body, "<generated rules>", "exec"), module.__dict__)
        return module

    @cached_property
    def compiler(self) -> Compiler:
        """What makes its kernels."""
        game = self.program.game
        return Compiler(game.name, visible(game.title), self._body)

    @property
    def warm(self) -> bool:
        """Whether compiled code is waiting in the cache, so that calls start at once."""
        with clock.stopped():
            return self.engine == "interpreted" or self.compiler.folder.compiled

    @property
    def edited(self) -> bool:
        """Whether the game's rules were compiled as they stood before, so that only what an edit changed has to be compiled."""
        with clock.stopped():
            return self.engine != "interpreted" and self.compiler.folder.edited

    @property
    def is_machine_code(self) -> bool:
        """Whether several calls can run at the same time, in threads."""
        return self.engine == "native"

    def call(self, name: str, *arguments: Any) -> Any:
        """Call an emitted function or kernel.  Compiled, the first call for arguments of a kind may compile it."""
        if self.engine == "interpreted":
            asked = kinds_of(arguments)
            if asked is not None:
                self.asked[name, asked] = None
            return self._function(name)(*arguments)
        kinds, numbers = flattened(arguments)
        return self._ready(name, kinds)(numbers)

    def on(self, name: str, *arrays: Array) -> Callable[..., Any]:
        """What calls an emitted function on these arrays, with the numbers that it is given behind them.

        For many calls on the same arrays: their addresses are worked out once, which is most of the time of calling a small rule.
        """
        if self.engine == "interpreted":
            return lambda *numbers: self._function(name)(*arrays, *numbers)
        kinds, addresses = flattened(arrays)

        def called(*numbers: int, kept_alive: Any = arrays) -> Any:
            return self._ready(name, kinds + (None,) * len(numbers))([*addresses, *numbers])

        return called

    def _ready(self, name: str, kinds: Kinds) -> Kernel:
        kernel = self._kernels.get((name, kinds))
        if kernel is None:
            with self._compiling, clock.stopped():  # of several threads one compiles, and the others wait for it
                kernel = self._kernels.get((name, kinds))
                if kernel is None:
                    kernel = self._kernels[name, kinds] = self.compiler.kernel(name, kinds)
        return kernel

    def _function(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(self.module, f"call_{name}", None) or getattr(self.module, name)
        return function

    def prepare(self, asked: Iterable[tuple[str, Kinds]]) -> None:
        """Compile kernels for arguments of these kinds, at the same time where there are cores."""
        with clock.stopped():
            self.compiler.prepare(asked)

    def constant(self, name: str) -> int:
        """One of the numbers that emitted code uses (WORDS, CELLS, GRADES, ...)."""
        return self._numbers[name]

    def projected(self, patterns: Patterns) -> Native:
        """The rules as they are for patterns of states, in the same execution."""
        if patterns not in self._projected:
            with clock.stopped():
                self._projected[patterns] = Native(self.program, self.engine, patterns)
        return self._projected[patterns]

    @property
    def source(self) -> str:
        """All that is compiled, as Python."""
        return self._body

    # -- other rules in the place of some; interpreted only ----------------------------------------------------------------------

    @contextmanager
    def altered(self, *bodies: ir.RuleBody) -> Iterator[None]:
        """Run other bodies in the place of their rules', while the context lasts: only those rules are written anew."""
        names = self._interpreted_names()
        before = dict(names)
        exec(compile(self._rule_writer(bodies), f"<{', '.join(body.rule.name for body in bodies)} altered>", "exec"), names)
        try:
            yield
        finally:
            names.clear()
            names.update(before)

    @contextmanager
    def overheard(self) -> Iterator[set[str]]:
        """The names of the rules that run, while the context lasts: a set that whoever asks may clear."""
        names, heard = self._interpreted_names(), set[str]()
        before = dict(names)
        for rule in self.program.bodies:
            for name in (f"g_{rule}", f"w_{rule}", f"r_{rule}"):
                if name in before:
                    names[name] = _heard(before[name], rule, heard)
        try:
            yield heard
        finally:
            names.clear()
            names.update(before)

    @cached_property
    def _rule_writer(self) -> Callable[[Iterable[ir.RuleBody]], str]:
        return rule_writer(self.program)

    def _interpreted_names(self) -> dict[str, Any]:
        if self.engine != "interpreted":
            raise EngineBug(Problem("DB925", "compiled rules cannot be replaced one by one"))
        return self.module.__dict__

    # -- arrays -----------------------------------------------------------------------------------------------------------

    def context(self, setting: Setting) -> Array:
        """The context array of a setting: choices in force, the edition, a clear error slot, clause counters at zero."""
        chosen = [self.names.choices[id_][setting.rulings[id_]] for id_ in self.names.readings]
        cells = self._numbers.get("CONTEXT", self.names.counters + 2 * len(self.program.clauses))
        context = np.zeros(cells, dtype=np.int64)
        numbers = chosen + encode(self.program.game.edition_type, setting.edition)
        context[:len(numbers)] = numbers
        if self.program.foresight is not None and "CONTEXT" not in self._numbers:
            context[self.names.never] = setting.never
        return context

    def tapes(self, setting: Setting) -> tuple[Array, Array]:
        """The tapes as one rectangle, and their lengths."""
        lengths = [len(tape) for tape in setting.tapes] or [0] * max(1, len(self.program.tapes))
        rectangle = np.zeros((max(1, len(lengths)), max(1, *lengths, 1)), dtype=np.int64)
        for row, tape in enumerate(setting.tapes):
            rectangle[row, :len(tape)] = tape
        return rectangle, np.array(lengths or [0], dtype=np.int64)

    def state(self, position: Position) -> NDArray[np.int64]:
        """A position as a state array."""
        return np.array([*self.program.encode(position.state), *position.used], dtype=np.int64)

    def blank(self, count: int | None = None) -> Array:
        """A state array (or several) of zeros."""
        cells = self.constant("CELLS")
        return np.zeros(cells if count is None else (count, cells), dtype=np.int64)

    def counters(self, context: Array) -> tuple[Array, Array]:
        """The parts of a context that count clauses exercised, and clauses that refused a decision."""
        first, count = self.names.counters, len(self.program.clauses)
        return context[first:first + count], context[first + count:]

    def failed(self, context: Array) -> tuple[str, int, int] | None:
        """The rule, the line and the value of the first check that failed; None when none did."""
        node = int(context[self.names.counters - 2])
        return (*self.program.lines[node], int(context[self.names.counters - 1])) if node else None

    def clear(self, context: Array) -> None:
        """Clear the error slot and the counters."""
        context[self.names.counters - 2:] = 0

    def position(self, state: Array) -> Position:
        """The position that a state array stands for."""
        numbers = [int(number) for number in state]
        slots = self.constant("SLOTS")
        return Position(self.program.decode(numbers[:slots]), tuple(numbers[slots:]))

    def grade_fields(self, number: int) -> tuple[int, ...]:
        """The fields of a grade from its number, best field first."""
        return values_of(self._grade, number)

    def grade_number(self, fields: tuple[int, ...]) -> int:
        """The number of a grade from its fields, best field first."""
        return number_of(self._grade, fields)

    @cached_property
    def _grade(self) -> list[Scalar]:
        rule = self.program.game.only("grade")
        record = rule.returned_record if rule else None
        if record is None:
            raise EngineBug(Problem("DB902", "the game has no grade"))
        return [kind for _, kind in record.fields if isinstance(kind, Scalar)]


def _heard(function: Callable[..., Any], rule: str, heard: set[str]) -> Callable[..., Any]:
    """A function that notes its rule each time it runs."""
    def noted(*arguments: Any) -> Any:
        heard.add(rule)
        return function(*arguments)

    return noted
