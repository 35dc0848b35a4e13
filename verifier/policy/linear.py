"""A linear model of what a table is worth, found by trying: so much for each thing that can be counted on it.

Weights are drawn around a mean, each player looks one decision ahead by its own, all of them play the same games, and the next
mean is that of those who came to most (the cross-entropy method: R. Rubinstein, 1999).  Some noise, less and less of it, keeps
the spread from closing too soon (I. Szita and A. Lorincz, Learning Tetris using the noisy cross-entropy method, 2006).

What is counted is read off the state's type: numbers, how many things show a name, and what lies in piles.  Places that are alike
are counted together, and the game's own estimate is one more number.  A player by a network wins more; these weights can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from verifier.lang.types import BagType, EnumType, IntType, PileType, RecordType, RowType, Scalar, Type
from verifier.policy.encoding import Encoding, encoding_of
from verifier.policy.estimates import ADDED_MOST, MOST
from verifier.policy.network import WEIGHT_MOST, Weights
from verifier.policy.scale import Scale
from verifier.policy.training import RARE, ROOM_LEAST, Round, Seat
from verifier.run.backend import Backend
from verifier.run.control import Judge
from verifier.run.setting import Setting

Array = NDArray[Any]
TRIED, BEST, AGAIN = 56, 10, 8  # players of a round, how many the next mean is of, and portions of games of the mean itself
KEEPING = 0.3  # of the mean and the spread before
NOISE, QUIET_FROM = 0.3, 0.6  # of a spread of 1 at first, and from which part of the rounds on there is none
NEVER = 1 << 30  # decisions in which one is random
SAMPLED = 4_096  # states by which numbers are measured
_WIDE, _CUT = 1.5, 6.0  # how far what tables are worth lies apart in logits, and where that is cut
ESTIMATE = "the game's estimate"


@frozen(eq=False)
class Counted:
    """What is counted on a table: the names, and for each row of an encoding which of them it adds one to (-1: none).

    Rows of an ordered number add one each up to its value, so that a number counts as how far it is above its lowest value.
    """

    names: tuple[str, ...]
    rows: Array


def counted_of(kind: Type, encoding: Encoding) -> Counted:
    """What can be counted on states of a type: of each kind in a bag, and together what lies in places of a row or a pile."""
    named = list(_named(kind, ""))
    numbers, rows = dict[str, int](), np.full(encoding.rows, -1, dtype=np.int64)
    cells = [(cell[0], *cell[2:]) for cell in encoding.cells.tolist()]
    piles = [(pile[1], *pile[4:]) for pile in encoding.piles.tolist()]
    for slot, most, first, step, is_ordered in (*cells, *piles):
        for value in range(1, most + 1) if step > 0 else ():
            path, scalar = named[slot]
            word = scalar.word(scalar.low + value) if isinstance(scalar, EnumType) else "yes"
            name = path if is_ordered else f"{path} = {word}"
            rows[first + value] = numbers.setdefault(name, len(numbers))
    return Counted(tuple(numbers), rows)


def _named(kind: Type, path: str) -> Iterator[tuple[str, Scalar]]:
    """The path of each slot, as slots are laid out, without which item of a row or pile it is; and its type."""
    if isinstance(kind, RecordType):
        for name, each in kind.fields:
            yield from _named(each, f"{path}.{name}" if path else name)
    elif isinstance(kind, RowType):
        for _ in range(kind.size):
            yield from _named(kind.item, f"{path}[*]")
    elif isinstance(kind, PileType):
        yield f"{path}.size", IntType(0, kind.size)
        for _ in range(kind.size):
            yield from _named(kind.item, f"{path}[*]")
    elif isinstance(kind, BagType):
        for number in range(kind.kind.high + 1):
            yield f"{path}[{kind.kind.word(number)}]", IntType(kind.low, kind.high)
    else:
        yield path, kind


@define(eq=False, slots=False)
class CrossEntropy:
    """Somebody who finds linear weights, with `threads` that play; rounds have about so many `positions`."""

    backend: Backend
    setting: Setting
    start: Array
    rounds: int
    positions: int
    seed: int
    threads: int
    whole_grade: bool
    played: int = field(init=False, default=0)
    _states: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self._encoding = encoding_of(self.backend.program.game.state_type)
        self.counted = counted_of(self.backend.program.game.state_type, self._encoding)
        room = max(self.positions // (TRIED + AGAIN), 2 * ROOM_LEAST)
        self._seats = [Seat(self.backend, self.setting, self.start, room) for _ in range(self.threads)]
        self._won, self._lots = Scale.plain(self.backend, whole_grade=False), np.random.default_rng(self.seed)
        states, noted, grades = self._at_random()
        self._measure(states, noted[:, 3])
        is_rare = self._won.share_won(grades) < RARE
        self.scale = Scale.spread(self.backend, grades) if self.whole_grade or is_rare else self._won
        self.mean, self.spread = np.zeros(len(self._widths)), np.ones(len(self._widths))

    def _at_random(self) -> tuple[Array, Array, Array]:
        found = [self._seats[0].play(None, self.seed * 1_000_003 + number, self._won) for number in range(AGAIN)]
        states, noted, grades = (np.concatenate(each) for each in zip(*found, strict=True))
        return states, noted, grades

    def _measure(self, states: Array, estimates: Array) -> None:
        """How what is counted varies in some states; what never does is left out."""
        chosen = self._lots.permutation(len(states))[:SAMPLED]
        counts = np.zeros((len(chosen), self._encoding.rows), dtype=np.int8)
        self.backend.call("count_rows", states, chosen, self._encoding.cells, self._encoding.piles,
                          np.arange(self._encoding.rows), counts)
        table = np.zeros((len(chosen), len(self.counted.names) + 1))
        for row in np.flatnonzero((self.counted.rows >= 0) & counts.any(axis=0)):
            table[:, self.counted.rows[row]] += counts[:, row]
        table[:, -1] = estimates[chosen]
        varies = table.std(axis=0)
        self._varying = np.flatnonzero(varies > 0)
        self._centres, self._widths = table.mean(axis=0)[self._varying], varies[self._varying]
        self._sample = (table[:, self._varying] - self._centres) / self._widths

    @property
    def weights(self) -> Weights:
        """What the mean of those who came to most goes by."""
        return self._written(self.mean)

    @property
    def matters(self) -> list[tuple[str, float, float]]:
        """What counts, what matters most first: by one more of it, and by as much as it varies, as shares of the most."""
        most = max(1e-9, float(np.abs(self.mean).max(initial=0)))
        names = (*self.counted.names, ESTIMATE)
        found = [(names[number], round(float(weight / width / most), 6), round(float(weight / most), 4))
                 for number, weight, width in zip(self._varying.tolist(), self.mean, self._widths, strict=True)]
        return sorted(found, key=lambda each: -abs(each[2]))

    def _written(self, tried: Array) -> Weights:
        """Weights for things as they vary, as what players judge by: one unit that is hardly ever cut, and the estimate."""
        one, width = int(Judge.ONE), float((self._sample @ tried).std())
        scaled = tried * (_WIDE / max(width, 1e-9)) / self._widths  # logits for one more
        each = np.zeros(len(self.counted.names) + 1)
        each[self._varying] = scaled
        rows = np.where(self.counted.rows >= 0, each[:-1][self.counted.rows], 0.0)
        for part in self._encoding.ordered:
            rows[part] = np.cumsum(rows[part])
        rows[0] = _CUT - float(scaled @ self._centres) + each[-1] * self._centre_of_estimates
        whole = np.clip(np.rint(rows / (2 * _CUT) * one), -WEIGHT_MOST, WEIGHT_MOST).astype(np.int32)[:, np.newaxis]
        heads = np.array([[-_CUT * one * one, 2 * _CUT * one]]).astype(np.int64)
        return Weights(self._encoding, whole, heads, self._estimates(float(each[-1])), self.scale, self._states)

    @property
    def _centre_of_estimates(self) -> float:
        names = len(self.counted.names)
        return float(self._centres[-1]) if len(self._varying) and self._varying[-1] == names else 0.0

    def _estimates(self, slope: float) -> Array:
        """What the estimate adds: in proportion, far beyond what it was in the states that it was measured by."""
        if slope == 0.0:
            return np.zeros((2, 0), dtype=np.int64)
        centre, width = self._centre_of_estimates, max(1.0, 16 * float(self._widths[-1]))
        places = np.rint(np.clip([centre - width, centre + width], -MOST, MOST)).astype(np.int64)
        if places[0] == places[1]:
            return np.zeros((2, 0), dtype=np.int64)
        added = np.rint((places - centre) * slope * int(Judge.ONE) ** 2).astype(np.int64)
        return np.stack([places, np.clip(added, -ADDED_MOST, ADDED_MOST)])

    def learned(self, go_on: Callable[[str], None], time_gone: Callable[[], float] = lambda: 0.0) -> Iterator[Round]:
        """Rounds as they are played; `go_on` is told often, and ends it all by raising.  `time_gone` is as in `Training`."""
        for number in range(self.rounds):
            gone = max(number / max(1, self.rounds - 1), time_gone())
            yield self._round(number, gone, lambda: go_on(f"round {self.played + 1} of {self.rounds}"))

    def _round(self, number: int, gone: float, go_on: Callable[[], None]) -> Round:
        """The mean plays, and then others around it, of whom the best make the next one."""
        lot = self.seed * 1_000_003 + number * (TRIED + AGAIN) + AGAIN
        tried = self.mean + self.spread * self._lots.standard_normal((TRIED, len(self.mean)))
        games = self._played([(self.weights, lot + again) for again in range(AGAIN)], go_on)
        others = self._played([(self._written(each), lot) for each in tried], go_on)
        grades = np.concatenate([each for each, _ in games])
        came_to = np.array([self.scale.worths(each).mean() if len(each) else 0.0 for each, _ in others])
        best = tried[np.argsort(-came_to, kind="stable")[:BEST]]
        noise = NOISE * max(0.0, 1 - gone / QUIET_FROM)
        self.mean = KEEPING * self.mean + (1 - KEEPING) * best.mean(axis=0)
        self.spread = KEEPING * self.spread + (1 - KEEPING) * np.sqrt(best.var(axis=0) + noise ** 2)
        self.played, states = self.played + 1, sum(count for _, count in (*games, *others))
        self._states += states
        worths, width = self.scale.worths(grades), self.scale.highest - self.scale.lowest
        found = Round(0, "linear", len(grades), states, self._won.share_won(grades), float(worths.mean()) if len(grades) else 0.0,
                      "first" if self.scale == self._won else "grade", float(self.spread.mean()),
                      float(worths.std() / np.sqrt(len(grades))) if len(grades) else 0.0, width)
        if self.scale != self._won:
            is_won = not self.whole_grade and found.won >= RARE
            self.scale = self._won if is_won else self.scale.reaching(self.backend, grades)
        return found

    def _played(self, who: list[tuple[Weights, int]], go_on: Callable[[], None]) -> list[tuple[Array, int]]:
        """The grades of the games that each plays with the lots of a portion, and how many states they had."""
        found = list[tuple[Array, int]]()

        def play(seat: Seat, one: tuple[Weights, int]) -> tuple[Array, int]:
            states, _, grades = seat.play(*one, self.scale, stray=NEVER)
            return grades, len(states)

        with ThreadPoolExecutor(len(self._seats)) as pool:
            for first in range(0, len(who), len(self._seats)):
                go_on()
                found += pool.map(play, self._seats, who[first:first + len(self._seats)])
        return found
