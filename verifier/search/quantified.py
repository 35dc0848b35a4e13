"""Candidate invariants about each item of a row: in a phase, each has one thing about it or another.

What an item has about it: a part of it is at rest, or not; it is what a field of the state is, or not; it is the one that a field
names, or not.  Rows by one enum are looked at together, so that one row can say something of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.lang.layout import offset_of, width
from verifier.lang.types import EnumType, RowType, Scalar
from verifier.program.lemmas import is_one_of, member, not_in, state_name
from verifier.program.program import Program
from verifier.search.features import scalars_of_items

Array = Any
Read = Callable[[Array], Array]  # of rows of cells: for each of them, of each item
ITEM = "each_one"
ITEMS_MOST = 40  # of a row


@frozen(eq=False)
class _Atom:
    """One thing about the items of rows by an enum, between two of its members; its opposite has the same number."""

    text: str
    low: int
    high: int
    number: int
    read: Read
    is_of_a_row: bool = True  # not only which item it is


@define(eq=False)
class Quantified:
    """What was seen of the items of rows by one enum."""

    program: Program
    by: EnumType
    _atoms: list[_Atom] = field(init=False)
    _pairs: list[tuple[int, int]] = field(init=False)
    _holds: Array = field(init=False)  # by phase and pair
    _alone: dict[range, Array] = field(init=False)  # between two members that are looked at: by phase and atom
    _count: Array = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._atoms = list(_atoms(self.program, self.by))
        self._pairs = [(one, other) for one, other in combinations(range(len(self._atoms)), 2)
                       if self._atoms[one].number != self._atoms[other].number
                       and (self._atoms[one].is_of_a_row or self._atoms[other].is_of_a_row) and self._both(one, other)]
        phases = len(self.program.phases)
        self._holds = np.ones((phases, len(self._pairs)), dtype=bool)
        ranges = {self._both(*pair) for pair in self._pairs}
        self._alone = {both: np.ones((phases, len(self._atoms)), dtype=bool) for both in ranges}
        self._count = np.zeros(phases, dtype=np.int64)

    def look(self, rows: Array) -> None:
        """Take some states in."""
        phases = rows[:, offset_of(self.program.game.state_type, "phase")]
        self._count += np.bincount(phases, minlength=len(self._count))
        size = self.by.high - self.by.low + 1
        seen = np.ones((len(self._atoms), len(rows), size), dtype=bool)
        for number, atom in enumerate(self._atoms):
            seen[number, :, atom.low - self.by.low:atom.high - self.by.low + 1] = atom.read(rows)
        for phase in np.unique(phases):
            here = seen[:, phases == phase]
            for both, alone in self._alone.items():
                alone[phase] &= here[:, :, both.start - self.by.low:both.stop - self.by.low].all(axis=(1, 2))
            for at in np.flatnonzero(self._holds[phase]):
                one, other = self._pairs[at]
                self._holds[phase, at] = bool((here[one] | here[other]).all())

    def conditions(self, least: int) -> Iterator[str]:
        """What holds of all that was seen in a phase, often enough; but for what one of the two says by itself."""
        for number, phase in enumerate(self.program.phases):
            if self._count[number] < least or not phase.events:
                continue
            for at in np.flatnonzero(self._holds[number]):
                one, other = self._pairs[at]
                alone = self._alone[self._both(one, other)][number]
                if not alone[one] and not alone[other]:
                    yield f"{not_in(self.program, phase.phase)} or {self._said(one, other)}"

    def _both(self, one: int, other: int) -> range:
        """The members that two atoms are both about."""
        atoms = self._atoms[one], self._atoms[other]
        return range(max(each.low for each in atoms), min(each.high for each in atoms) + 1)

    def _said(self, one: int, other: int) -> str:
        both = self._both(one, other)
        some = [f"{ITEM} >= {member(self.by, both[0])}"] if both[0] > self.by.low else []
        some += [f"{ITEM} <= {member(self.by, both[-1])}"] if both[-1] < self.by.high else []
        which = f" if {' and '.join(some)}" if some else ""
        return f"all({self._atoms[one].text} or {self._atoms[other].text} for {ITEM} in {self.by.enum.__name__}{which})"


def quantified(program: Program) -> list[Quantified]:
    """One for each enum that there are rows by."""
    enums = dict.fromkeys(kind.by.enum for _, kind in program.game.state_type.fields
                          if isinstance(kind, RowType) and kind.by is not None)
    return [Quantified(program, EnumType(enum, 0, len(enum) - 1)) for enum in enums]


def _atoms(program: Program, by: EnumType) -> Iterator[_Atom]:
    state, name, number = program.game.state_type, state_name(program), 0
    for text, kind in state.fields:
        if isinstance(kind, RowType) and kind.by is not None and kind.by.enum is by.enum and kind.size <= ITEMS_MOST:
            for part, scalar, place in scalars_of_items(kind):
                first, step = offset_of(state, text) + place, width(kind.item)
                cells = [first + each * step for each in range(kind.size)]
                for condition, opposite, read in _about(program, f"{name}.{text}[{ITEM}]{part}", scalar, cells):
                    number += 1
                    yield _Atom(condition, kind.by.low, kind.by.high, number, read)
                    yield _Atom(opposite, kind.by.low, kind.by.high, number, _opposite(read))
        elif isinstance(kind, EnumType) and kind.enum is by.enum and kind.more is None:
            number += 1
            at, items = offset_of(state, text), np.arange(by.low, by.high + 1) + kind.first
            read = _equals([at], items)
            yield _Atom(f"{name}.{text} == {ITEM}", by.low, by.high, number, read, is_of_a_row=False)
            yield _Atom(f"{name}.{text} != {ITEM}", by.low, by.high, number, _opposite(read), is_of_a_row=False)


def _about(program: Program, text: str, kind: Scalar, cells: Sequence[int]) -> Iterator[tuple[str, str, Read]]:
    """What a part of an item can be: at rest, or what a field of the state is."""
    rest = is_one_of(text, kind, [kind.low])
    if rest is None:
        return
    opposite = rest.replace(" == ", " != ").replace(" is None", " is not None")
    yield rest, text if rest == f"not {text}" else opposite, lambda rows: rows[:, cells] == kind.low
    for name, of in program.game.state_type.fields:
        if isinstance(kind, EnumType) and isinstance(of, EnumType) and kind.whole == of.whole:
            there = f"{state_name(program)}.{name}"
            yield f"{text} == {there}", f"{text} != {there}", _same(cells, offset_of(program.game.state_type, name))


def _opposite(read: Read) -> Read:
    return lambda rows: ~read(rows)


def _equals(cells: Sequence[int], numbers: Array) -> Read:
    return lambda rows: rows[:, cells] == numbers


def _same(cells: Sequence[int], at: int) -> Read:
    return lambda rows: rows[:, cells] == rows[:, [at]]
