"""Candidate lemmas against counterexamples to induction: what of such a state was never seen together in a sample.

A step of induction that fails shows a state, its counterexample.  Where no play comes to it, something about it should say so.
All that can be read off it together does, if no sampled state has that; and so does a small part of it, which says as much about
other states that are as impossible.  "Not all of these at once" is then a candidate, which may have a counterexample of its own,
and so on.  That is how IC3 finds the clauses of its proofs (Bradley, VMCAI 2011), but for one thing: there z3 says what may be
left out of a clause, here the sample does, and z3 takes or drops what is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.lang.layout import offset_of
from verifier.lang.types import IntType
from verifier.program.lemmas import differs, not_in
from verifier.program.program import Program
from verifier.run.reference import Reference
from verifier.search.features import FAILED, Feature, Sample, features

ROWS_MOST = 200_000  # sampled states that are kept
OF_THE_PHASE_LEAST = 100  # of them, to say something of a phase
TOGETHER_MOST = 4  # things that are never seen together, besides the phase: more say little about any other state
WAYS = 4  # candidates against one state
Array = Any


@frozen
class _Atom:
    """That a feature is a number, or is no higher or no lower than that."""

    feature: Feature
    number: int
    sign: str = "=="

    def holds(self, values: Array) -> Array:
        """Of which values it is true."""
        return values == self.number if self.sign == "==" else (values > FAILED) & (
            values <= self.number if self.sign == "<=" else values >= self.number)

    @property
    def denied(self) -> str:
        """That it is not so, as rules say it; true as well where there is nothing to read."""
        feature = self.feature
        said = differs(feature.text, feature.kind, self.number) if self.sign == "==" else (
            f"{feature.text} {'>' if self.sign == '<=' else '<'} {self.number}")
        return f"{feature.unless} or {said}" if feature.unless else said


@define(eq=False)
class NeverSeen:
    """What was seen of the features of sampled states, and what was not."""

    reference: Reference
    _features: list[Feature] = field(init=False)
    _phases: list[Array] = field(factory=list, init=False)
    _values: list[Array] = field(factory=list, init=False)
    _rows: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self._features = features(self.reference.program)

    @property
    def _program(self) -> Program:
        return self.reference.program

    def look(self, rows: Array) -> None:
        """Take some states in, as rows of cells."""
        rows = rows[:max(0, ROWS_MOST - self._rows)]
        if len(rows):
            self._rows += len(rows)
            self._phases.append(rows[:, offset_of(self._program.game.state_type, "phase")].copy())
            self._values.append(self._read(rows))

    def _read(self, rows: Array) -> Array:
        sample = Sample(self.reference, rows)
        return np.column_stack([sample.of(each).astype(np.int32) for each in self._features])

    def conditions(self, state: Any) -> list[str]:
        """What excludes a state and no state of the sample, in a few ways; none if nothing that is simple does."""
        if len(self._values) > 1:
            self._phases, self._values = [np.concatenate(self._phases)], [np.concatenate(self._values)]
        [phases], [values], phase = self._phases, self._values, int(state.phase)
        here = phases == phase
        if here.sum() < OF_THE_PHASE_LEAST:
            return []
        own = self._read(np.array([self._program.encode(state)], dtype=np.int64))[0]
        atoms = [_Atom(feature, int(number)) for feature, number in zip(self._features, own, strict=True)]
        told = [place for place, atom in enumerate(atoms) if atom.number > FAILED]
        found = list[str]()
        for chosen in self._ways(values[here] == own, told):
            some = self._wider([(place, atoms[place]) for place in chosen], values[here])
            anywhere = not np.logical_and.reduce([atom.holds(values[:, place]) for place, atom in some]).any()
            conditions = [] if anywhere else [not_in(self._program, self._program.game.phases(phase))]
            found.append(" or ".join([*conditions, *(atom.denied for _, atom in some)]))
        return list(dict.fromkeys(found))

    def _ways(self, agrees: Array, told: Sequence[int]) -> Iterator[list[int]]:
        """Small sets of features in which no state of the sample agrees with a state in all; each without what led the others."""
        banned = set[int]()
        for _ in range(WAYS):
            chosen = self._smallest(agrees, [place for place in told if place not in banned])
            if not chosen:
                return
            yield chosen
            banned.add(chosen[0])

    @staticmethod
    def _smallest(agrees: Array, places: Sequence[int]) -> list[int]:
        """The feature that most states disagree in, then that of most of the others, and so on; without what is not needed."""
        chosen, left = list[int](), agrees
        while len(left):
            if len(chosen) == TOGETHER_MOST or not places:
                return []
            seen = left[:, places].sum(axis=0)
            if seen.min() == len(left):
                return []
            chosen.append(places[int(seen.argmin())])
            left = left[left[:, chosen[-1]]]
        for place in list(chosen):
            others = [each for each in chosen if each != place]
            if others and not agrees[:, others].all(axis=1).any():
                chosen = others
        return chosen

    @staticmethod
    def _wider(some: list[tuple[int, _Atom]], values: Array) -> list[tuple[int, _Atom]]:
        """The same with numbers that are too high or too low where no state of the sample has that either."""
        for number, (place, atom) in enumerate(some):
            for sign in ("<=", ">=") if isinstance(atom.feature.kind, IntType) else ():
                wider = [*some[:number], (place, _Atom(atom.feature, atom.number, sign)), *some[number + 1:]]
                if not np.logical_and.reduce([each.holds(values[:, at]) for at, each in wider]).any():
                    some = wider
                    break
        return some
