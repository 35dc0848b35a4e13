"""Candidate invariants read off sampled states: in each phase, what a field was never seen to be, alone or with another field.

Templates: a phase, and in it a field (or what a row holds at a field, whether a row is at rest, how much a pile or bag holds)
that is a constant, one of a few values, or in a range; the same while a flag or a small enum has some value; and two fields of
one type that are equal.  A sample proves nothing: candidates are for an induction to take or to drop.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, count
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.lang.layout import offset_of, width
from verifier.lang.types import BagType, EnumType, FlagType, IntType, PileType, RecordType, RowType, Scalar, Type
from verifier.program.lemmas import Candidate, is_one_of, member, state_name
from verifier.program.program import Program

Array = Any
VALUES_MOST = 128  # of a field that is looked at
CONTROL_MOST = 8  # values of a field that others are looked at by
SEEN_LEAST = 40  # states of a phase, for a candidate about it
FLAG = FlagType()


@frozen(eq=False)
class Feature:
    """Something of a state that is one number: how rules write it, its type, and how it is read off rows of cells."""

    text: str
    kind: Scalar
    read: Callable[[Array], Array]
    is_control: bool = False  # a field of the state that others may hang on

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
    found += _looked_up(program, name)
    return [each for each in found if 1 < each.values <= VALUES_MOST]


def _of(text: str, kind: Type, offset: int) -> Iterator[Feature]:
    if isinstance(kind, Scalar):
        yield Feature(text, kind, lambda rows: rows[:, offset], not isinstance(kind, IntType))
    elif isinstance(kind, RecordType):
        for name, part in kind.fields:
            yield from _of(f"{text}.{name}", part, offset + offset_of(kind, name))
    elif isinstance(kind, PileType):
        yield Feature(f"{text}.size", IntType(0, kind.size), lambda rows: rows[:, offset])
    elif isinstance(kind, BagType):
        yield Feature(f"{text}.total", IntType(0, width(kind) * kind.high),
                      lambda rows: rows[:, offset:offset + width(kind)].sum(axis=1))
    elif isinstance(kind, RowType):
        yield from _at_rest(text, kind, offset)


def _at_rest(text: str, row: RowType, offset: int) -> Iterator[Feature]:
    """Whether all items of a row have their lowest value; of records, each of their fields."""
    item = row.item
    parts = [("", item, 0)] if isinstance(item, Scalar) else [
        (f".{name}", part, offset_of(item, name)) for name, part in item.fields] if isinstance(item, RecordType) else []
    for name, part, place in parts:
        if isinstance(part, Scalar):
            cells = [offset + place + number * width(item) for number in range(row.size)]
            rest = is_one_of(f"each{name}", part, [part.low])
            yield Feature(f"all({rest} for each in {text})", FLAG, _all_low(cells, part.low))


def _all_low(cells: Sequence[int], low: int) -> Callable[[Array], Array]:
    return lambda rows: (rows[:, cells] == low).all(axis=1)


def _looked_up(program: Program, name: str) -> Iterator[Feature]:
    """What the rows of the state hold where a field of the state says."""
    state = program.game.state_type
    for index, kind in state.fields:
        if not isinstance(kind, EnumType) or kind.none is not None or kind.more is not None:
            continue
        for row, held in state.fields:
            if isinstance(held, RowType) and held.by is not None and held.by.enum is kind.enum and (
                    held.by.low <= kind.low and kind.high <= held.by.high):
                yield from _item(f"{name}.{row}[{name}.{index}]", held, offset_of(state, row), offset_of(state, index))


def _item(text: str, row: RowType, offset: int, index: int) -> Iterator[Feature]:
    item, step = row.item, width(row.item)
    parts = [("", item, 0)] if isinstance(item, Scalar) else [
        (f".{name}", part, offset_of(item, name)) for name, part in item.fields] if isinstance(item, RecordType) else [
        (f"[{number}]", item.item, number) for number in range(item.size)] if isinstance(item, RowType) and isinstance(
            item.item, Scalar) else []
    for name, part, place in parts:
        if isinstance(part, Scalar):
            yield Feature(f"{text}{name}", part, _at_index(offset + place - row.first * step, step, index))


def _at_index(first: int, step: int, index: int) -> Callable[[Array], Array]:
    return lambda rows: rows[np.arange(len(rows)), first + step * rows[:, index]]


@define(eq=False)
class Observed:
    """What was seen so far; `candidates` are what that leaves."""

    program: Program
    states: int = 0
    _features: list[Feature] = field(init=False)
    _controls: list[int] = field(init=False)
    _seen: list[Array] = field(init=False)
    _with: dict[tuple[int, int], Array] = field(init=False)
    _pairs: dict[tuple[int, int], Array] = field(init=False)
    _count: Array = field(init=False)

    def __attrs_post_init__(self) -> None:
        phases = len(self.program.phases)
        self._features = features(self.program)
        self._controls = [number for number, each in enumerate(self._features)
                          if each.values <= CONTROL_MOST and each.is_control]
        self._seen = [np.zeros((phases, each.values), dtype=np.int64) for each in self._features]
        self._with = {(control, number): np.zeros((phases, self._features[control].values, each.values), dtype=np.int64)
                      for number, each in enumerate(self._features) for control in self._controls if control != number}
        same = [(one, other) for one, other in combinations(range(len(self._features)), 2)
                if self._features[one].kind == self._features[other].kind and not isinstance(self._features[one].kind, FlagType)]
        self._pairs = {each: np.zeros(phases, dtype=np.int64) for each in same}
        self._count = np.zeros(phases, dtype=np.int64)

    def look(self, rows: Array) -> None:
        """Take some states in: whatever they are not is a candidate no more."""
        phase = rows[:, offset_of(self.program.game.state_type, "phase")]
        numbers = [each.read(rows).astype(np.int64) - each.kind.low for each in self._features]
        self.states += len(rows)
        self._count += np.bincount(phase, minlength=len(self._count))
        for table, values in zip(self._seen, numbers, strict=True):
            _tally(table, phase, values)
        for (control, number), table in self._with.items():
            _tally(table, phase, numbers[control], numbers[number])
        for (one, other), table in self._pairs.items():
            table += np.bincount(phase, weights=numbers[one] == numbers[other], minlength=len(table)).astype(np.int64)

    def candidates(self) -> list[Candidate]:
        """What holds of every state seen, the simplest first, each with a name of its own."""
        taken = set(self.program.game.rules)
        found = []
        for condition in dict.fromkeys([*self._alone(), *self._together(), *self._equal()]):
            name = _name_of(condition, taken)
            taken.add(name)
            found.append(Candidate(name, _sentence(condition), condition))
        return found

    def _phases(self) -> Iterator[tuple[int, str]]:
        name = state_name(self.program)
        for number, phase in enumerate(self.program.phases):
            if self._count[number] >= SEEN_LEAST and phase.events:
                yield number, f"{name}.phase != {type(phase.phase).__name__}.{phase.phase.name}"

    def _alone(self) -> Iterator[str]:
        for number, each in enumerate(self._features):
            whole = _said(each, self._seen[number].sum(axis=0))
            if whole is not None:
                yield whole
            for phase, elsewhere in self._phases():
                said = _said(each, self._seen[number][phase])
                if said is not None and said != whole:
                    yield f"{elsewhere} or {_bracketed(said)}"

    def _together(self) -> Iterator[str]:
        """A field's values while another one has some value, where they are fewer than without that."""
        for (control, number), table in self._with.items():
            by, each = self._features[control], self._features[number]
            for phase, elsewhere in self._phases():
                for value in range(by.values):
                    said = _said(each, table[phase, value]) if table[phase, value].sum() >= SEEN_LEAST else None
                    if said is not None and " and " not in said and " or " not in said and said != _said(
                            each, self._seen[number][phase]):
                        yield f"{elsewhere} or {_bracketed(_otherwise(by, value))} or {_bracketed(said)}"

    def _equal(self) -> Iterator[str]:
        for (one, other), table in self._pairs.items():
            for phase, elsewhere in self._phases():
                fixed = _said(self._features[one], self._seen[one][phase]), _said(self._features[other], self._seen[other][phase])
                if table[phase] == self._count[phase] and not any(each is not None and " == " in each for each in fixed):
                    yield f"{elsewhere} or {self._features[one].text} == {self._features[other].text}"


def _tally(table: Array, *indices: Array) -> None:
    """Count rows by some numbers of each."""
    flat = np.ravel_multi_index(indices, table.shape)
    table += np.bincount(flat, minlength=table.size).reshape(table.shape)


def _said(feature: Feature, seen: Array) -> str | None:
    return is_one_of(feature.text, feature.kind, (np.flatnonzero(seen) + feature.kind.low).tolist())


def _otherwise(feature: Feature, value: int) -> str:
    """That a field has another value."""
    kind, number = feature.kind, value + feature.kind.low
    if isinstance(kind, FlagType):
        return f"not {feature.text}" if number else feature.text
    if not isinstance(kind, EnumType):
        return f"{feature.text} != {number}"
    return f"{feature.text} is not None" if kind.none is not None and number == 0 else f"{feature.text} != {member(kind, number)}"


def _bracketed(condition: str) -> str:
    return f"({condition})" if " and " in condition or " or " in condition else condition


_PHASE = re.compile(r"^\w+\.phase != \w+\.(\w+) or (.*)$")


def _sentence(condition: str) -> str:
    """A condition in words that stand close to it."""
    found = _PHASE.match(condition)
    return f"In phase {found[1]}: {found[2]}." if found else f"Always: {condition}."


def _name_of(condition: str, taken: set[str]) -> str:
    """A name that says what a condition is about."""
    found = _PHASE.match(condition)
    about = re.findall(r"\w+\.([a-z_]+)", found[2] if found else condition)
    words = [about[0], *(["with", about[1]] if len(set(about)) > 1 else []), *(["in", found[1].lower()] if found else [])]
    name = "_".join(words)
    return next(each for each in chain([name], (f"{name}_{number}" for number in count(2))) if each not in taken)


def mined(program: Program, batches: Iterable[Array]) -> Observed:
    """What some states leave of all that the templates say."""
    observed = Observed(program)
    for rows in batches:
        observed.look(rows)
    return observed
