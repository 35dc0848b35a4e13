"""Candidate invariants read off sampled states: in each phase, what was never seen of a field, alone or with another field.

Templates: a phase, and in it a feature (a field, what a row holds at a field, what one of the game's rules says of it) that is a
constant, one of a few values, or in a range; the same while a flag or a small enum has some value; two features of one enum
that are equal, and how numbers compare (`orderings.py`).  A sample proves nothing: candidates are for an induction to take, or to
drop.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, count
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.lang.layout import offset_of
from verifier.lang.types import EnumType, FlagType
from verifier.program.lemmas import Candidate, differs, is_one_of, member, not_in
from verifier.program.program import Program
from verifier.run.reference import Reference
from verifier.search.features import FAILED, NOTHING, Feature, Sample, features, features_by_rules
from verifier.search.orderings import Orderings
from verifier.search.quantified import Quantified, quantified

Array = Any
CONTROL_MOST = 8  # values of a field that others are looked at by
ASKED_MOST, ASKED_OF_A_PHASE = 40_000, 50  # states that rules are asked of: in all, and of each phase in a batch
LOOKED_AT = 4  # one in so many is looked at item by item
SEEN_LEAST = 100  # states of a phase, for a candidate about it


@frozen(eq=False)
class _Numbers:
    """What a feature was seen to be: so often in each phase and, for a control, while that has each of its values."""

    feature: Feature
    control: Feature | None
    seen: Array


@define(eq=False)
class Observers:
    """Who looks at sampled states: at cells and at the items of rows; and, which takes longer, at what rules say of some."""

    reference: Reference
    states: int = 0
    _cells: Observed = field(init=False)
    _rules: Observed = field(init=False)
    _items: list[Quantified] = field(init=False)
    _orderings: Orderings = field(init=False)

    def __attrs_post_init__(self) -> None:
        program = self.reference.program
        self._cells = Observed(self.reference, features(program))
        self._rules = Observed(self.reference, features_by_rules(program))
        self._items = quantified(program)
        self._orderings = Orderings(self.reference)

    def look(self, rows: Array) -> None:
        """Take some states in: whatever they are not is a candidate no more."""
        self.states += len(rows)
        self._cells.look(rows)
        for each in self._items:
            each.look(rows[::LOOKED_AT])
        self._orderings.look(rows[::LOOKED_AT])
        if self._rules.states < ASKED_MOST:
            self._rules.look(self._of_every_phase(rows))

    def _of_every_phase(self, rows: Array) -> Array:
        """The first few states of each phase, so that rare phases are not passed over."""
        phase = rows[:, offset_of(self.reference.program.game.state_type, "phase")]
        return rows[np.concatenate([np.flatnonzero(phase == each)[:ASKED_OF_A_PHASE] for each in np.unique(phase)])]

    def candidates(self) -> list[Candidate]:
        """What holds of every state seen, each with a name of its own."""
        items = (condition for each in self._items for condition in each.conditions(SEEN_LEAST))
        return named(self.reference.program, [
            *self._cells.conditions(), *self._rules.conditions(), *self._orderings.conditions(SEEN_LEAST), *items])


def named(program: Program, conditions: Iterable[str]) -> list[Candidate]:
    """Candidates for lemmas, each with a name that the game does not have."""
    taken, found = set(program.game.rules), []
    for condition in dict.fromkeys(conditions):
        name = _name_of(condition, taken)
        taken.add(name)
        found.append(Candidate(name, _sentence(condition), condition))
    return found


@define(eq=False)
class Observed:
    """What was seen so far of some features; `conditions` are what that leaves."""

    reference: Reference
    features: Sequence[Feature]
    states: int = 0
    _alone: list[_Numbers] = field(init=False)
    _together: list[_Numbers] = field(init=False)
    _pairs: dict[tuple[int, int], Array] = field(init=False)
    _count: Array = field(init=False)
    _failed: dict[str, Array] = field(init=False)  # of a feature: whether it failed in a state of each phase

    def __attrs_post_init__(self) -> None:
        phases = len(self.program.phases)
        self._failed = {each.text: np.zeros(phases, dtype=bool) for each in self.features}
        controls = [each for each in features(self.program) if each.is_control and each.values <= CONTROL_MOST]
        self._alone = [_Numbers(each, None, np.zeros((phases, each.values), dtype=np.int64)) for each in self.features]
        self._together = [
            _Numbers(each, control, np.zeros((phases, control.values, each.values), dtype=np.int32))
            for each in self.features for control in controls
            if each.text != control.text and (each.is_field or isinstance(each.kind, FlagType))]
        same = [(one, other) for one, other in combinations(range(len(self.features)), 2)
                if _are_of_one_enum(self.features[one], self.features[other])]
        self._pairs = {each: np.zeros(phases, dtype=np.int64) for each in same}
        self._count = np.zeros(phases, dtype=np.int64)

    @property
    def program(self) -> Program:
        """The game's."""
        return self.reference.program

    def look(self, rows: Array) -> None:
        """Take some states in: whatever they are not is a candidate no more."""
        sample = Sample(self.reference, rows)
        phase = rows[:, offset_of(self.program.game.state_type, "phase")]
        self.states += len(rows)
        self._count += np.bincount(phase, minlength=len(self._count))
        for feature in self.features:
            self._failed[feature.text][phase[sample.of(feature) == FAILED]] = True
        for each in [*self._alone, *self._together]:
            parts = [each.feature] if each.control is None else [each.control, each.feature]
            _tally(each.seen, phase, *((part, sample.of(part)) for part in parts))
        for (one, other), table in self._pairs.items():
            values = sample.of(self.features[one]), sample.of(self.features[other])
            are_equal = (values[0] == values[1]) | (values[0] == NOTHING) | (values[1] == NOTHING)
            table += np.bincount(phase, weights=are_equal, minlength=len(table)).astype(np.int64)

    def conditions(self) -> Iterator[str]:
        """What holds of every state seen, the simplest first."""
        yield from self._of_one()
        yield from self._of_two()
        yield from self._equal()

    def _phases(self, *features: Feature) -> Iterator[tuple[int, str]]:
        """The phases of which something can be said, by these features: none of them failed there."""
        for number, phase in enumerate(self.program.phases):
            failed = any(self._failed[each.text][number] for each in features)
            if self._count[number] >= SEEN_LEAST and phase.events and not failed:
                yield number, not_in(self.program, phase.phase)

    def _of_one(self) -> Iterator[str]:
        for each in self._alone:
            whole = [] if self._failed[each.feature.text].any() else _all_said(each.feature, each.seen.sum(axis=0))
            yield from whole
            for phase, elsewhere in self._phases(each.feature):
                yield from (f"{elsewhere} or {_bracketed(said)}" for said in _all_said(each.feature, each.seen[phase])
                            if said not in whole)

    def _of_two(self) -> Iterator[str]:
        """A feature's values while a field has some value, where they are fewer than without that: in a phase, or always."""
        for each in self._together:
            assert each.control is not None
            seen = each.seen.sum(axis=0)
            for value in range(each.control.values):
                is_whole = seen[value].sum() >= SEEN_LEAST and not self._failed[each.feature.text].any()
                whole = _said(each.feature, seen[value]) if is_whole else None
                if whole is not None and whole != _said(each.feature, seen.sum(axis=0)):
                    yield f"{_bracketed(_otherwise(each.control, value))} or {_bracketed(whole)}"
                for phase, elsewhere in self._phases(each.feature):
                    numbers = each.seen[phase, value]
                    said = _said(each.feature, numbers) if numbers.sum() >= SEEN_LEAST else None
                    if said is not None and said != whole and said != _said(each.feature, each.seen[phase].sum(axis=0)):
                        yield f"{elsewhere} or {_bracketed(_otherwise(each.control, value))} or {_bracketed(said)}"

    def _equal(self) -> Iterator[str]:
        for (one, other), table in self._pairs.items():
            alike = self.features[one], self.features[other]
            unless = "".join(f"{each.unless} or " for each in alike if each.unless)
            for phase, elsewhere in self._phases(*alike):
                fixed = _said(alike[0], self._alone[one].seen[phase]), _said(alike[1], self._alone[other].seen[phase])
                if table[phase] == self._count[phase] and not any(each is not None and " == " in each for each in fixed):
                    yield f"{elsewhere} or {unless}{alike[0].text} == {alike[1].text}"


def _are_of_one_enum(one: Feature, other: Feature) -> bool:
    return (isinstance(one.kind, EnumType) and isinstance(other.kind, EnumType) and (one.is_field or other.is_field)
            and one.kind.whole == other.kind.whole)


def _tally(table: Array, phase: Array, *numbers: tuple[Feature, Array]) -> None:
    """Count rows by phase and by some numbers of each, as far as these are there."""
    there = np.all([each > FAILED for _, each in numbers], axis=0)
    indices = [phase[there], *(each[there] - feature.kind.low for feature, each in numbers)]
    table += np.bincount(np.ravel_multi_index(indices, table.shape), minlength=table.size).reshape(table.shape)


def _said(feature: Feature, seen: Array) -> str | None:
    """What is said of the values of a feature that were seen, if there is anything to say."""
    said = is_one_of(feature.text, feature.kind, (np.flatnonzero(seen) + feature.kind.low).tolist())
    return said if said is None or not feature.unless else f"{feature.unless} or {_bracketed(said)}"


def _all_said(feature: Feature, seen: Array) -> list[str]:
    """What is said, and of an enum of many members that it is not the first, which often stands for nothing."""
    said = _said(feature, seen)
    lowest = f"{feature.text} != {member(feature.kind, 0)}" if isinstance(feature.kind, EnumType) and feature.kind.low == 0 and (
        feature.kind.none is None and not seen[0] and seen.any()) else None
    if lowest is not None and feature.unless:
        lowest = f"{feature.unless} or {lowest}"
    return [each for each in dict.fromkeys([said, lowest]) if each is not None]


def _otherwise(feature: Feature, value: int) -> str:
    """That a field has another value."""
    return differs(feature.text, feature.kind, value + feature.kind.low)


def _bracketed(condition: str) -> str:
    return f"({condition})" if " and " in condition or " or " in condition else condition


_ABOUT = re.compile(r"\b(?!all\b|the\b)([a-z_]+)\(|\w+\.([a-z_]+)")
_PHASE = re.compile(r"^\w+\.phase != \w+\.(\w+) or (.*)$")


def _sentence(condition: str) -> str:
    """A condition in words that stand close to it."""
    found = _PHASE.match(condition)
    return f"In phase {found[1]}: {found[2]}." if found else f"Always: {condition}."


def _name_of(condition: str, taken: set[str]) -> str:
    """A name that says what a condition is about."""
    found = _PHASE.match(condition)
    about = [one or other for one, other in _ABOUT.findall(found[2] if found else condition)]
    words = [about[0], *(["with", about[1]] if len(set(about)) > 1 else []), *(["in", found[1].lower()] if found else [])]
    name = "_".join(words)
    return next(each for each in chain([name], (f"{name}_{number}" for number in count(2))) if each not in taken)


