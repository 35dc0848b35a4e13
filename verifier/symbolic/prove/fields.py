"""What a rule can be split by: fields of the state and arguments of few values that it asks about, or uses as an index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from attrs import frozen

from verifier.lang import ir
from verifier.lang.layout import offset_of
from verifier.lang.types import FlagType
from verifier.program.program import Program
from verifier.symbolic.lift.looked_into import uses_in_conditions
from verifier.symbolic.lift.terms import Cond, Num, as_number, highest, lowest

if TYPE_CHECKING:
    from verifier.symbolic.prove.step import InductiveStep

T = TypeVar("T")
VALUES_MOST = 40  # of a field
NUMBERS_TRIED, FLAGS_TRIED = 3, 2


@frozen
class Field:
    """What a rule can be split by: the cell of a field of the state, or an argument, and the values that it can have."""

    offset: int  # of an argument: -1 - its place
    values: range


def cell_or_argument(offset: int, cells: Sequence[T], arguments: Sequence[T]) -> T:
    """The cell of a field, or below 0 the argument whose place is -1 - offset."""
    return cells[offset] if offset >= 0 else arguments[-1 - offset]


def fields_asked_about(step: InductiveStep, *, indices: bool = False) -> list[Field]:
    """The fields of few values that conditions and indices ask about, in a step's rule and in what it calls, in their order.

    With `indices`, what the rule itself uses as the index of a row comes first, its arguments too.
    """
    program = step.induction.program
    phase = offset_of(program.game.state_type, "phase")
    found: dict[int, Field] = {}
    names = dict.fromkeys(_asked_about(program, step.rule.name, set()))
    offsets = [*(_indices(step) if indices else ()), *(offset_of(program.game.state_type, name) for name in names)]
    for offset in offsets:
        cell = as_number(cell_or_argument(offset, step.before, step.arguments))
        values = range(lowest(cell), highest(cell) + 1)
        if offset != phase and 1 < len(values) <= VALUES_MOST:
            found.setdefault(offset, Field(offset, values))
    return list(found.values())


def fields_branched_on(step: InductiveStep) -> list[Field]:
    """The cells and arguments of few values that most of a rule's conditions are about, in whatever it calls: numbers, flags."""
    fired = step.fired
    uses = uses_in_conditions([*fired.after, fired.fails, fired.enabled])
    cells = [*enumerate(step.before), *((-1 - place, value) for place, value in enumerate(step.arguments))]
    found = [(uses[value.term.as_ast().value], offset, value) for offset, value in cells if isinstance(value, Num | Cond)]
    found = sorted((each for each in found if each[0]), key=lambda each: -each[0])
    numbers = [Field(offset, range(value.low, value.high + 1)) for _, offset, value in found
               if isinstance(value, Num) and value.high - value.low < VALUES_MOST]
    flags = [Field(offset, range(2)) for _, offset, value in found if isinstance(value, Cond)]
    return numbers[:NUMBERS_TRIED] + flags[:FLAGS_TRIED]


def _indices(step: InductiveStep) -> Iterator[int]:
    """What the step's rule uses as an index of a row: fields of the state by their offsets, arguments below 0."""
    program, arguments = step.induction.program, [name for name, _ in step.rule.arguments]
    for node in ir.walk(program.bodies[step.rule.name].body):
        if isinstance(node, ir.ItemOf):
            name = ir.field_read(node.index, program.game.state_type)
            if name is not None:
                yield offset_of(program.game.state_type, name)
            elif isinstance(node.index, ir.Local) and node.index.name in arguments:
                yield -1 - arguments.index(node.index.name)


def _asked_about(program: Program, name: str, seen: set[str]) -> Iterator[str]:
    seen.add(name)
    for node in ir.walk(program.bodies[name].body):
        if isinstance(node, ir.If | ir.Choose | ir.Require | ir.ItemOf):
            for read in ir.walk(node.index if isinstance(node, ir.ItemOf) else node.condition):
                name_read = ir.field_read(read, program.game.state_type)
                if name_read is not None and isinstance(read, ir.Read) and not isinstance(read.type, FlagType):
                    yield name_read
        elif isinstance(node, ir.Call) and node.rule.name not in seen:
            yield from _asked_about(program, node.rule.name, seen)
