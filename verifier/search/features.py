"""What candidate invariants are about: numbers that can be read off a state.

The fields of the state; whether a row is at rest, how much a pile or bag holds; what a row holds where a field says; and what
the game's own rules say of a state, or of what a field of it names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.lang import ir
from verifier.lang.expressions import returned
from verifier.lang.game import Rule
from verifier.lang.layout import offset_of, width
from verifier.lang.types import BagType, EnumType, FlagType, IntType, PileType, RecordType, RowType, Scalar, Type
from verifier.program.lemmas import is_one_of, member, state_name
from verifier.program.program import Program
from verifier.run.reference import Reference, RuleBroke

Array = Any
VALUES_MOST = 256  # of a field that is looked at
SIDES_OF_MOST = 8  # items of a row of which those before one and those from it on are told apart
SAID_MOST = 64  # values of what a rule says
NOTHING, FAILED = -(2**31), -(2**31) + 1
FLAG = FlagType()


@define(eq=False)
class Sample:
    """Some states, as rows of cells, and as rules see them."""

    reference: Reference
    rows: Array
    _numbers: dict[str, Array] = field(factory=dict, init=False)

    def of(self, feature: Feature) -> Array:
        """What a feature of each state is, read once."""
        if feature.text not in self._numbers:
            self._numbers[feature.text] = feature.read(self).astype(np.int64)
        return self._numbers[feature.text]

    @cached_property
    def states(self) -> list[Any]:
        """The states, for rules to be asked of."""
        return [self.reference.program.decode(row.tolist()) for row in self.rows]


@frozen(eq=False)
class Feature:
    """Something of a state that is one number: how rules write it, its type, and how it is read off a sample.

    Where there is nothing to read, as of a unit that is None, its number is `NOTHING`, and rules have to ask `unless` first;
    where a rule fails that is asked, it is `FAILED`.
    """

    text: str
    kind: Scalar
    read: Callable[[Sample], Array]
    is_control: bool = False  # a field of the state that others may hang on
    unless: str = ""
    is_field: bool = True  # not what a rule says

    @property
    def values(self) -> int:
        """How many values it can have."""
        return self.kind.high - self.kind.low + 1


def features(program: Program) -> list[Feature]:
    """What is looked at of a game's states."""
    state, name = program.game.state_type, state_name(program)
    found: list[Feature] = []
    for text, kind in state.fields:
        if text != "phase":
            found += _of(f"{name}.{text}", kind, offset_of(state, text))
    found += [*_looked_up(program, name), *_on_either_side(program, name)]
    return [each for each in found if 1 < each.values <= VALUES_MOST]


def _of(text: str, kind: Type, offset: int) -> Iterator[Feature]:
    if isinstance(kind, Scalar):
        yield Feature(text, kind, lambda sample: sample.rows[:, offset], not isinstance(kind, IntType))
    elif isinstance(kind, RecordType):
        for name, part in kind.fields:
            yield from _of(f"{text}.{name}", part, offset + offset_of(kind, name))
    elif isinstance(kind, PileType):
        yield Feature(f"{text}.size", IntType(0, kind.size), lambda sample: sample.rows[:, offset])
    elif isinstance(kind, BagType):
        yield Feature(f"{text}.total", IntType(0, width(kind) * kind.high),
                      lambda sample: sample.rows[:, offset:offset + width(kind)].sum(axis=1))
    elif isinstance(kind, RowType):
        yield from _at_rest(text, kind, offset)


def _at_rest(text: str, row: RowType, offset: int) -> Iterator[Feature]:
    """Whether all items of a row have their lowest value; of records, each of their fields, of rows, each of their items."""
    for name, part, place in scalars_of_items(row):
        cells = [offset + place + number * width(row.item) for number in range(row.size)]
        rest = is_one_of(f"each{name}", part, [part.low])
        yield Feature(f"all({rest} for each in {text})", FLAG, _all_low(cells, part.low))


def scalars_of_items(row: RowType) -> Iterator[tuple[str, Scalar, int]]:
    """The scalars of each item of a row, and the sizes of its piles: what rules write behind it, the type, the cell within it."""
    item = row.item
    parts: list[tuple[str, Type, int]] = []
    if isinstance(item, Scalar):
        parts = [("", item, 0)]
    elif isinstance(item, RecordType):
        parts = [(f".{name}", part, offset_of(item, name)) for name, part in item.fields]
    elif isinstance(item, RowType):
        parts = [(f"[{number}]", item.item, number * width(item.item)) for number in range(item.size)]
    elif isinstance(item, PileType):
        parts = [("", item, 0)]
    for text, part, place in parts:
        if isinstance(part, Scalar):
            yield text, part, place
        elif isinstance(part, PileType):
            yield f"{text}.size", IntType(0, part.size), place


def _all_low(cells: Sequence[int], low: int, sign: str = "", at: int = 0, first: int = 0) -> Callable[[Sample], Array]:
    """Whether all cells are low; with a sign, of the items before the one that a cell says ("<"), or from that one on (">=")."""
    def read(sample: Sample) -> Array:
        is_low = sample.rows[:, cells] == low
        if sign:
            is_before = np.arange(first, first + len(cells)) < sample.rows[:, at, None]
            is_low = is_low | (~is_before if sign == "<" else is_before)
        return np.where(sample.rows[:, at] == first, NOTHING, is_low.all(axis=1)) if sign == "<" else is_low.all(axis=1)
    return read


def _looked_up(program: Program, name: str) -> Iterator[Feature]:
    """What the rows of the state hold where a field of the state says, if it says anything."""
    state = program.game.state_type
    for index, kind, row, held in _indices(program):
        yield from _item(f"{name}.{row}", held, f"{name}.{index}", kind, offset_of(state, row), offset_of(state, index))


def _on_either_side(program: Program, name: str) -> Iterator[Feature]:
    """Whether the items of a row are at rest that come before the one that a field says, or from that one on."""
    state = program.game.state_type
    for index, kind, row, held in _indices(program):
        if kind.more is not None or kind.none is not None or held.size > SIDES_OF_MOST:
            continue
        for part, scalar, place in scalars_of_items(held):
            rest = is_one_of(f"{name}.{row}[each]{part}", scalar, [scalar.low])
            cells = [offset_of(state, row) + place + number * width(held.item) for number in range(held.size)]
            first = f"{name}.{index} == {member(kind, held.first)}"  # then none comes before
            for sign, unless in (("<", first), (">=", "")):
                text = f"all({rest} for each in {kind.enum.__name__} if each {sign} {name}.{index})"
                yield Feature(text, FLAG, _all_low(cells, scalar.low, sign, offset_of(state, index), held.first), unless=unless,
                              is_field=False)


def _indices(program: Program) -> Iterator[tuple[str, EnumType, str, RowType]]:
    """The fields of the state that say which item of a row is meant, and the row: by their enum, or rules look so into it."""
    state = program.game.state_type
    looks = {(node.base.name, node.index.type.enum) for name, body in program.bodies.items() if name not in program.beside_play
             for node in ir.walk(body.body)
             if isinstance(node, ir.ItemOf) and isinstance(node.base, ir.FieldOf) and isinstance(node.index.type, EnumType)}
    for index, kind in state.fields:
        for row, held in state.fields:
            if not isinstance(kind, EnumType) or not isinstance(held, RowType):
                continue
            is_looked = (row, kind.enum) in looks and kind.low == 0 and len(kind.enum) == held.size
            if is_looked if held.by is None else kind.more is None and _goes_in(kind, held.by):
                yield index, kind, row, held


def _item(text: str, row: RowType, index: str, by: EnumType, offset: int, at: int) -> Iterator[Feature]:
    """What an item of a row holds, by a field that says which."""
    step, most = width(row.item), min(by.high, by.first + len(by.enum) - 1)
    for name, part, place in scalars_of_items(row):
        first = offset + place - (row.first + by.first) * step
        yield Feature(f"{text}[{_there(index, by)}]{name}", part, _at_index(first, step, at, by.first, most),
                      unless=_unless(index, by))


def _there(text: str, kind: Scalar) -> str:
    return f"the({text})" if isinstance(kind, EnumType) and kind.none is not None else text


def _unless(text: str, kind: Scalar) -> str:
    if isinstance(kind, EnumType) and kind.more is not None:
        return f"not isinstance({text}, {kind.enum.__name__})"
    return f"{text} is None" if isinstance(kind, EnumType) and kind.none is not None else ""


def _at_index(first: int, step: int, at: int, low: int, high: int) -> Callable[[Sample], Array]:
    def read(sample: Sample) -> Array:
        index = sample.rows[:, at]
        found = sample.rows[np.arange(len(index)), first + step * np.clip(index, low, high)]
        return np.where((index < low) | (index > high), NOTHING, found)
    return read


# -- what rules say ------------------------------------------------------------------------------------------------------------


def features_by_rules(program: Program) -> list[Feature]:
    """What the game's own rules say of states: those of the state alone, and of what a field names."""
    found: list[Feature] = []
    state, name = program.game.state_type, state_name(program)
    for rule in program.game.of_kind("rule"):
        kind = returned(rule)
        if rule.name in {name, "the", "all"}:  # within a lemma it means something else
            continue
        if not program.bodies[rule.name].pure or kind is None or kind.high - kind.low >= SAID_MOST or _asks_more(program, rule):
            continue
        kinds = [each for _, each in rule.parameters]
        takes_state = kinds[:1] == [state]
        if kinds == [state]:
            found.append(Feature(f"{rule.name}({name})", kind, _said_by(rule, kind, None), is_field=False))
        elif len(kinds) == 1 + takes_state and isinstance(kinds[-1], EnumType):
            for text, of in state.fields:
                if isinstance(of, EnumType) and text != "phase" and _goes_in(of, kinds[-1]):
                    where = f"{name}.{text}"
                    arguments = f"{name}, {_there(where, of)}" if takes_state else _there(where, of)
                    found.append(Feature(f"{rule.name}({arguments})", kind, _said_by(rule, kind, text), unless=_unless(where, of),
                                         is_field=False))
    return [*found, *(_is_lowest(each) for each in found if not isinstance(each.kind, FlagType))]


def _is_lowest(feature: Feature) -> Feature:
    """Whether what a rule says is the first of its values, which often stands for nothing."""
    said = is_one_of(feature.text, feature.kind, [feature.kind.low])
    assert said is not None

    def read(sample: Sample) -> Array:
        numbers = sample.of(feature)
        return np.where(numbers <= FAILED, numbers, numbers == feature.kind.low)
    return Feature(said, FLAG, read, unless=feature.unless, is_field=False)


def _asks_more(program: Program, rule: Rule) -> bool:
    """Whether what a rule says depends on more than the state and the component data (a ruling, what happened), or is counted."""
    return any(isinstance(node, ir.RulingIn | ir.Happened | ir.MayHappen | ir.Clauses)
               for name in program.run_by([rule.name]) for node in ir.walk(program.bodies[name].body))


def _goes_in(kind: EnumType, wanted: EnumType) -> bool:
    """Whether the members that a field can name are all that a parameter takes."""
    return (kind.enum is wanted.enum and kind.more is wanted.more and wanted.none is None
            and wanted.low <= max(0, kind.low - kind.first) and kind.high - kind.first <= wanted.high)


def _said_by(rule: Rule, kind: Scalar, about: str | None) -> Callable[[Sample], Array]:
    def read(sample: Sample) -> Array:
        takes_state = len(rule.parameters) > 1 or about is None
        return np.array([_number(sample.reference, rule, kind, state, about, takes_state) for state in sample.states],
                        dtype=np.int64)
    return read


def _number(reference: Reference, rule: Rule, kind: Scalar, state: Any, about: str | None, takes_state: bool) -> int:
    argument = None if about is None else getattr(state, about)
    if about is not None and argument is None:
        return NOTHING
    try:
        said = reference.said(rule, *([state] if takes_state else []), *([] if about is None else [argument]))
    except RuleBroke:
        return FAILED
    return kind.number(said) if isinstance(kind, EnumType) else int(said)
