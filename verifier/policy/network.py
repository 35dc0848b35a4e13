"""A small network that learns what a state is worth, and its weights in whole numbers, which kernels judge by.

One layer of units, each cut at 0 and 1, over the rows that a state picks (`verifier.policy.encoding`); what the game's own
estimate, and each function of the state that its rules ask, adds to their weighted sum (`verifier.policy.estimates`); and a
logistic curve over that.  It is trained by Adam (D. Kingma and J. Ba, 2015) on the cross-entropy; the weights are averages over
its last steps (B. Polyak and A. Juditsky, 1992), which vary less.  Rows of ordered numbers are learned as differences of
neighbours, so that values which were never seen are worth what the nearest lower one is.

Networks that learned from games of their own err in different ways, and the mean of what they say errs less than any of them
(L. Hansen and P. Salamon, 1990).  The mean is taken before the curve: side by side, they are one network.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any
from zipfile import BadZipFile

import numpy as np
from attrs import Factory, define, field, frozen
from numpy.typing import NDArray

from verifier.policy.encoding import Encoding
from verifier.policy.estimates import all_passed, alone, are_estimates, are_functions, with_steps
from verifier.policy.scale import Scale
from verifier.run.backend import Backend
from verifier.run.control import Judge, Worth

Array = NDArray[Any]
BATCH = 2048  # states of a step of learning
_FIRST, _SECOND, _LEAST = 0.9, 0.999, 1e-8  # Adam's constants, as its authors name them
_FORGOTTEN, _RECENT = 0.002, 8  # of the average, with each step; early on that of about the last eighth of the steps
_LEAK = 0.02  # of what a unit would learn that is cut: none is lost for good
WEIGHT_MOST = 1 << 20
_PART, _SLOPE = 2.0 ** -32, 2.0 ** -44  # units in which kernels, which know whole numbers alone, add up rows and their slopes
CURVE = np.rint(int(Worth.SURE) / (1 + np.exp(-np.arange(-2048, 2048) * (2.0 ** int(Judge.FINE)) / int(Judge.ONE) ** 2))
                ).astype(np.int64)


@frozen(eq=False)
class Weights:
    """What one learner or several know, side by side, in whole numbers.

    `rows` has what their units add up, in units of 1 / Judge.ONE; `heads` has a row for each of them, its constant first, which
    is in units of 1 / Judge.ONE**2, and the others in those of `rows`.  `estimates` has some of the game's estimates in their
    order, and below them a row of what each of these learners adds for them, in units of 1 / Judge.ONE**2.  `functions` has the
    same of other functions of the state (`program/functions.py`), and of the estimate as number 0: rows of a function's number, a
    value and what each of these learners adds there, those of a function together and in order.
    """

    encoding: Encoding
    rows: Array
    heads: Array
    estimates: Array
    scale: Scale  # of what was aimed at
    positions: int = 0  # that they were learned from
    functions: Array = field(default=Factory(lambda self: np.zeros((0, 2 + len(self.heads)), dtype=np.int64), takes_self=True))

    @property
    def learners(self) -> int:
        """How many know this."""
        return len(self.heads)

    @property
    def places(self) -> list[Array]:
        """Where what the estimate adds was learned, and each function; nowhere for those that add nothing."""
        most = int(self.functions[:, 0].max(initial=0))
        return [self.estimates[0], *(self.functions[self.functions[:, 0] == number, 1] for number in range(1, most + 1))]

    @classmethod
    def side_by_side(cls, learners: Sequence[Weights]) -> Weights:
        """What several know who learned about the same game, and aimed at the same."""
        return cls(learners[0].encoding, np.concatenate([each.rows for each in learners], axis=1),
                   np.concatenate([each.heads for each in learners]),
                   np.concatenate([learners[0].estimates[:1], *(each.estimates[1:] for each in learners)]), learners[0].scale,
                   sum(each.positions for each in learners),
                   np.concatenate([learners[0].functions[:, :2], *(each.functions[:, 2:] for each in learners)], axis=1))

    @classmethod
    def by_estimates(cls, encoding: Encoding, places: Array, scale: Scale) -> Weights:
        """What somebody knows who has learned nothing, and goes by the game's estimate alone."""
        rows, heads = np.zeros((encoding.rows, 1), dtype=np.int32), np.zeros((1, 2), dtype=np.int64)
        return cls(encoding, rows, heads, alone(places), scale)

    def of(self, learner: int) -> Weights:
        """What one of them knows, by number."""
        units = self.heads.shape[1] - 1
        rows = np.ascontiguousarray(self.rows[:, learner * units:(learner + 1) * units])
        return Weights(self.encoding, rows, self.heads[learner:learner + 1], self.estimates[[0, 1 + learner]], self.scale,
                       self.positions // self.learners, self.functions[:, [0, 1, 2 + learner]])

    def arrays(self, states: int = 1) -> tuple[Array, ...]:
        """What kernels are given behind their own arguments: the mean of what all know, and room of its own for sums.

        That is for so many `states` whose sums are kept, and one more.
        """
        encoding, sums = self.encoding, np.zeros((1 + states, self.rows.shape[1]), dtype=np.int64)
        read = slice(None if self.rows.any() else 0)  # who goes by the estimate alone reads no numbers
        means = self.heads / self.learners
        heads = np.rint(np.concatenate([means[:, :1].sum(axis=0), means[:, 1:].ravel()])).astype(np.int64)
        added = np.rint(self.estimates[1:].mean(axis=0)).astype(np.int64)
        others = np.concatenate([self.functions[:, :2], np.rint(self.functions[:, 2:].mean(axis=1, keepdims=True))], axis=1)
        places = np.concatenate([np.stack([np.zeros_like(added), self.estimates[0], added], axis=1), others.astype(np.int64)])
        ends = np.searchsorted(places[:, :1].ravel(), places[:, :1], side="right") - 1  # the last row of the same function
        places = np.concatenate([places, ends], axis=1)
        return encoding.cells[read], encoding.piles[read], places, self.rows, heads, CURVE, sums

    @property
    def digest(self) -> str:
        """24 letters for the weights, and what was aimed at."""
        aimed = np.array(self.scale.numbers, dtype=np.int64)
        parts = self.rows, self.heads, self.estimates, aimed, self.functions
        return blake2b(b"".join(each.tobytes() for each in parts), digest_size=12).hexdigest()

    def written(self) -> bytes:
        """The weights as a file's content."""
        file = io.BytesIO()
        np.savez_compressed(file, rows=self.rows, heads=self.heads, estimates=self.estimates,
                            scale=np.array(self.scale.numbers, dtype=np.int64), positions=np.int64(self.positions),
                            functions=self.functions)
        return file.getvalue()

    @classmethod
    def read(cls, encoding: Encoding, content: bytes) -> Weights | None:
        """Weights from a file's content; None where it holds none for this encoding."""
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as file:
                rows, heads, estimates, scale = (file[name] for name in ("rows", "heads", "estimates", "scale"))
                positions = int(file["positions"])
                functions = file["functions"] if "functions" in file else np.zeros((0, 3), dtype=np.int64)
        except (OSError, ValueError, TypeError, KeyError, EOFError, BadZipFile):
            return None
        units = rows.shape[1] if rows.ndim == 2 else 0
        learners = heads.shape[0] if heads.ndim == 2 else 0
        if rows.shape != (encoding.rows, units) or heads.size != units + learners or units == 0 or learners == 0:
            return None
        if heads.shape[1] != units // learners + 1:
            return None
        if rows.dtype != np.int32 or heads.dtype != np.int64 or rows.min() < -WEIGHT_MOST or rows.max() > WEIGHT_MOST:
            return None
        aimed = Scale.read(scale)
        functions = functions if functions.size else np.zeros((0, 2 + learners), dtype=np.int64)  # files of before have none
        if aimed is None or not are_estimates(estimates, learners) or not are_functions(functions, learners):
            return None
        rows, heads, estimates, functions = (np.ascontiguousarray(each) for each in (rows, heads, estimates, functions))
        return cls(encoding, rows, heads, estimates, aimed, positions, functions)


def no_weights() -> tuple[Array, ...]:
    """What kernels are given that are to judge by nothing learned."""
    whole = np.int64
    return tuple(np.zeros(shape, dtype) for shape, dtype in (
        ((0, 6), whole), ((0, 8), whole), ((0, 4), whole), ((0, 1), np.int32), (0, whole), (0, whole), ((0, 1), whole)))


@define(eq=False, slots=False)
class Network:
    """The network while it learns: of the rows those that were met."""

    backend: Backend
    encoding: Encoding
    places: Sequence[Array]  # of estimates, and of each function, between which what they add is in proportion
    units: int
    lots: np.random.Generator
    _met: Array = field(init=False)
    _steps: int = field(init=False, default=0)
    _positions: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        rows, units = self.encoding.rows, self.units
        self._met = np.zeros(rows, dtype=bool)
        first = self.lots.normal(0, 0.05, (rows, units))
        first[0] = self.lots.uniform(0, 0.5, units)
        self._learned = [each.astype(np.float32) for each in (
            first, self.lots.normal(0, 2 / np.sqrt(units), units), np.zeros(1), np.zeros(sum(self._parts)))]
        self._averages = [each.copy() for each in self._learned]
        self._means = [np.zeros_like(each) for each in self._learned]
        self._squares = [np.zeros_like(each) for each in self._learned]

    @property
    def _parts(self) -> list[int]:
        """How many steps there are from place to place, of each function."""
        return [max(0, len(each) - 1) for each in self.places]

    def meet(self, states: Array) -> None:
        """Learn from now on about all values that occur in states, too; an ordered number is met from its lowest value on."""
        encoding, met = self.encoding, self._met
        self._positions += len(states)
        met[0] = True
        self.backend.call("meet_rows", states, encoding.cells, encoding.piles, met)
        for rows in encoding.ordered:
            met[rows.start] |= met[rows].any()

    def resume(self, weights: Weights) -> None:
        """Go on learning from what one learner knows."""
        rows, heads, one = weights.rows / int(Judge.ONE), weights.heads[0] / int(Judge.ONE), int(Judge.ONE)
        self._met |= weights.rows.any(axis=1)
        for part in self.encoding.ordered:
            self._met[part] = self._met[part].any()
            rows[part] = np.diff(rows[part], axis=0, prepend=0)
        added = [weights.estimates[1], *(weights.functions[weights.functions[:, 0] == number, 2]
                                         for number in range(1, len(self.places)))]
        steps = np.concatenate([np.diff(each) for each in added]) / one ** 2
        self._learned = [each.astype(np.float32) for each in (rows, heads[1:], heads[:1] / one, steps)]
        self._averages = [each.copy() for each in self._learned]
        self._positions = weights.positions

    def begin_with(self, weights: Weights) -> None:
        """Begin with what one says who goes by estimates alone: what is learned is where they are wrong."""
        added = weights.estimates[1] / int(Judge.ONE) ** 2
        others = np.zeros(sum(self._parts[1:]))
        self._learned[1:] = [each.astype(np.float32) for each in (
            np.zeros(self.units), added[:1], np.concatenate([np.diff(added), others]))]
        self._averages = [each.copy() for each in self._learned]

    def _whole(self, rows: Array) -> Array:
        """What is learned of rows, with all steps up to there where they are steps; nothing of what was not met."""
        found = np.where(self._met[:, np.newaxis], rows, 0)
        for part in self.encoding.ordered:
            np.cumsum(found[part], axis=0, out=found[part])
        return found

    def sums(self, states: Array, numbers: Array, rows: Array) -> Array:
        """What the rows add up to that some of the states pick, before it is cut: a state a row."""
        encoding, found = self.encoding, np.zeros((len(numbers), self.units), dtype=np.int64)
        whole = _in_parts(self._whole(rows), _PART)
        self.backend.call("pass_rows", states, numbers, encoding.cells, encoding.piles, whole, found, 0)
        return (found * _PART).astype(np.float32)

    def slopes(self, states: Array, numbers: Array, back: Array) -> Array:
        """How the loss rises with each row, by how it rises with the sums of some of the states: a state of these a row."""
        encoding, found = self.encoding, np.zeros((self.encoding.rows, self.units), dtype=np.int64)
        self.backend.call("pass_rows", states, numbers, encoding.cells, encoding.piles, found, _in_parts(back, _SLOPE), 1)
        for part in encoding.ordered:
            found[part] = np.cumsum(found[part][::-1], axis=0)[::-1]
        found[~self._met] = 0
        return (found * _SLOPE).astype(np.float32)

    def learn(self, states: Array, told: Array, numbers: Array, worths: Array, pace: float) -> float:
        """One step towards the worths, from 0 to 1, of some of the states, by their numbers; the mean loss before it.

        What was told by the estimate and by functions is of all states, the worths are those of some.
        """
        rows, heads, base, steps = self._learned
        sums, passed = self.sums(states, numbers, rows), all_passed(self.places, told[numbers])
        units = np.clip(sums, 0, 1)
        expected = 1 / (1 + np.exp(-(units @ heads + base[0] + passed @ steps)))
        missed = ((expected - worths) / len(worths)).astype(np.float32)
        back = np.outer(missed, heads)
        back[(sums <= 0) | (sums >= 1)] *= _LEAK
        self._steps += 1
        slopes = self.slopes(states, numbers, back), units.T @ missed, missed.sum(keepdims=True), passed.T @ missed
        for learned, mean, square, slope in zip(self._learned, self._means, self._squares, slopes, strict=True):
            mean += (1 - _FIRST) * (slope - mean)
            square += (1 - _SECOND) * (slope * slope - square)
            size = np.sqrt(square / (1 - _SECOND ** self._steps)) + _LEAST
            learned -= pace * (mean / (1 - _FIRST ** self._steps)) / size
        for learned, average in zip(self._learned, self._averages, strict=True):
            average += max(_RECENT / (self._steps + _RECENT - 1), _FORGOTTEN) * (learned - average)
        expected = np.clip(expected, 1e-6, 1 - 1e-6)
        return float(-np.mean(worths * np.log(expected) + (1 - worths) * np.log(1 - expected)))

    def weights(self, scale: Scale) -> Weights:
        """The weights as they are now, in whole numbers, for what is aimed at."""
        one = int(Judge.ONE)
        rows, heads, base, steps = (each.astype(np.float64) for each in self._averages)
        whole = np.clip(np.rint(self._whole(rows) * one), -WEIGHT_MOST, WEIGHT_MOST).astype(np.int32)
        heads = np.rint(np.concatenate([base * one * one, heads * one])).astype(np.int64)
        estimates, *others = (with_steps(places, part) for places, part in zip(
            self.places, np.split(steps, np.cumsum(self._parts)[:-1]), strict=True))
        functions = [np.stack([np.full_like(each[0], number), *each], axis=1) for number, each in enumerate(others, start=1)]
        return Weights(self.encoding, whole, heads[np.newaxis], estimates, scale, self._positions,
                       np.concatenate([np.zeros((0, 3), dtype=np.int64), *functions]))


def _in_parts(numbers: Array, part: float) -> Array:
    """Numbers as whole ones, in units of a part."""
    return np.rint(numbers / part).astype(np.int64)
