"""What a search needs of the execution that it runs on.  Searches are written against this; `native.py` has the executions."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from verifier.lang import ir
from verifier.lang.patterns import Patterns
from verifier.program.program import Program
from verifier.run.reference import Position
from verifier.run.setting import Setting

if TYPE_CHECKING:  # numpy takes long to import
    import numpy as np
    from numpy.typing import NDArray

Array = Any  # numpy's, of 64-bit integers


class Backend(Protocol):
    """A program whose rules, and the kernels around them, are called by name on arrays of integers.

    A state is an array of `constant("CELLS")` cells; a context holds rulings, component data, the first check that failed and
    how often each clause was used.  Two backends compute the same; they differ in how long the first call and the others take.
    """

    @property
    def program(self) -> Program:
        """The rules."""

    @property
    def warm(self) -> bool:
        """Whether calls start at once, without compiling first."""

    @property
    def is_machine_code(self) -> bool:
        """Whether several calls can run at the same time, in threads."""

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function or kernel."""

    def constant(self, name: str) -> int:
        """One of the numbers that it uses (WORDS, CELLS, GRADES, ...)."""

    def context(self, setting: Setting) -> Array:
        """The context of a setting, with nothing failed and nothing counted."""

    def clear(self, context: Array) -> None:
        """Forget in a context what failed and what was counted."""

    def counters(self, context: Array) -> tuple[Array, Array]:
        """The parts of a context that count clauses exercised, and clauses that refused a decision."""

    def failed(self, context: Array) -> tuple[str, int, int] | None:
        """The rule, the line and the value of the first check that failed; None when none did."""

    def tapes(self, setting: Setting) -> tuple[Array, Array]:
        """What chance brings, a row for each stream, and how long each is."""

    def blank(self, count: int | None = None) -> Array:
        """A state (or so many) of zeros."""

    def state(self, position: Position) -> NDArray[np.int64]:
        """A position as a state, the whole of it: no type lets a player be handed that (`verifier.policy.table.PublicState`)."""

    def position(self, state: Array) -> Position:
        """The position that a state stands for."""

    def grade_fields(self, number: int) -> tuple[int, ...]:
        """The fields of a grade from its number, best field first."""

    def grade_number(self, fields: tuple[int, ...]) -> int:
        """The number of a grade from its fields."""

    def projected(self, patterns: Patterns) -> Backend:
        """The rules as they are for patterns of states (`verifier.run.kernels.patterns`), in the same execution."""

    @property
    def source(self) -> str:
        """All that it runs, as Python: what is kept of what it worked out is good for the same source only."""

    def altered(self, *bodies: ir.RuleBody) -> AbstractContextManager[None]:
        """Run other bodies in the place of their rules', while the context lasts; EngineBug (DB925) if rules are compiled."""

    def overheard(self) -> AbstractContextManager[set[str]]:
        """The names of the rules that run, while the context lasts; EngineBug (DB925) if rules are compiled."""
