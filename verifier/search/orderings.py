"""Candidate invariants about two or three numbers: one is never above another, and no two together above a third.

Which of the numbers of a state may be compared, the declarations do not say; so all are, and what their ranges in a phase say
anyway is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from attrs import define, field

from verifier.lang.layout import offset_of
from verifier.lang.types import IntType
from verifier.program.lemmas import not_in
from verifier.program.program import Program
from verifier.run.reference import Reference
from verifier.search.features import FAILED, Feature, Sample, features

NUMBERS_MOST = 40  # that are compared with each other
ADDED_MOST = 12  # of which two are added up
Array = Any


@define(eq=False)
class Orderings:
    """How the numbers of sampled states compare, in each phase."""

    reference: Reference
    _numbers: list[Feature] = field(init=False)
    _count: Array = field(init=False)
    _low: Array = field(init=False)  # by phase and number
    _high: Array = field(init=False)
    _above: Array = field(init=False)  # by phase, one number and another: the most that the one was above the other
    _pairs: list[tuple[int, int]] = field(init=False)
    _sums: Array = field(init=False)  # by phase, pair and number: the most that the pair together was above the number

    def __attrs_post_init__(self) -> None:
        program = self.reference.program
        self._numbers = [each for each in features(program) if isinstance(each.kind, IntType)][:NUMBERS_MOST]
        plain = [place for place, each in enumerate(self._numbers) if not each.unless and each.is_field][:ADDED_MOST]
        self._pairs = list(combinations(plain, 2))
        phases, numbers = len(program.phases), len(self._numbers)
        self._count = np.zeros(phases, dtype=np.int64)
        self._low = np.full((phases, numbers), np.iinfo(np.int32).max)
        self._high = np.full((phases, numbers), FAILED)
        self._above = np.full((phases, numbers, numbers), FAILED)
        self._sums = np.full((phases, len(self._pairs), numbers), FAILED)

    @property
    def _program(self) -> Program:
        return self.reference.program

    def look(self, rows: Array) -> None:
        """Take some states in, as rows of cells."""
        if not self._numbers:
            return
        sample = Sample(self.reference, rows)
        phases = rows[:, offset_of(self._program.game.state_type, "phase")]
        values = np.column_stack([sample.of(each) for each in self._numbers])
        for phase in np.unique(phases):
            here = values[phases == phase]
            there = here > FAILED
            self._count[phase] += len(here)
            low = np.where(there, here, np.iinfo(np.int32).max).min(axis=0)
            self._low[phase] = np.minimum(self._low[phase], low)
            self._high[phase] = np.maximum(self._high[phase], here.max(axis=0))
            for one in range(len(self._numbers)):
                above = _most(here[:, one, None] - here, there[:, one, None] & there)
                self._above[phase, one] = np.maximum(self._above[phase, one], above)
            for number, (one, other) in enumerate(self._pairs):
                together = here[:, one] + here[:, other]
                self._sums[phase, number] = np.maximum(self._sums[phase, number], _most(together[:, None] - here, there))

    def conditions(self, least: int) -> Iterator[str]:
        """What holds of all that was seen in a phase, often enough, and does not follow from the ranges there."""
        for number, phase in enumerate(self._program.phases):
            if self._count[number] < least or not phase.events:
                continue
            for unless, said in [*self._of_two(number), *self._of_three(number)]:
                yield " or ".join([not_in(self._program, phase.phase), *unless, said])

    def _of_two(self, phase: int) -> Iterator[tuple[list[str], str]]:
        low, high, above = self._low[phase], self._high[phase], self._above[phase]
        for one, other in combinations(range(len(self._numbers)), 2):
            if high[one] == low[one] or high[other] == low[other] or max(above[one, other], above[other, one]) <= FAILED:
                continue  # a constant, or never there together: their ranges say it all
            if above[one, other] <= 0 and above[other, one] <= 0:
                yield self._said(one, "==", other)
            elif above[one, other] <= 0 and high[one] > low[other]:
                yield self._said(one, "<" if above[one, other] < 0 else "<=", other)
            elif above[other, one] <= 0 and high[other] > low[one]:
                yield self._said(other, "<" if above[other, one] < 0 else "<=", one)

    def _of_three(self, phase: int) -> Iterator[tuple[list[str], str]]:
        low, high = self._low[phase], self._high[phase]
        for number, (one, other) in enumerate(self._pairs):
            if high[one] == low[one] or high[other] == low[other]:
                continue
            for third, above in enumerate(self._sums[phase, number]):
                if third not in (one, other) and FAILED < above <= 0 < high[one] + high[other] - low[third]:
                    yield self._said(one, f"+ {self._numbers[other].text} <=", third)

    def _said(self, one: int, sign: str, other: int) -> tuple[list[str], str]:
        both = self._numbers[one], self._numbers[other]
        return list(dict.fromkeys(each.unless for each in both if each.unless)), f"{both[0].text} {sign} {both[1].text}"


def _most(values: Array, there: Array) -> Array:
    """The highest of each column, of the values that are there; FAILED where none is."""
    return np.where(there, values, FAILED).max(axis=0)
