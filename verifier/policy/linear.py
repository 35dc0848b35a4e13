"""A linear model of what a table is worth, found by trying: so much for each thing that can be counted on it.

Weights are drawn around a mean, each player looks one decision ahead by its own, all of them play the same games, and the next
mean is that of those who came to most (the cross-entropy method: R. Rubinstein, 1999).  Some noise, less and less of it, keeps
the spread from closing too soon (I. Szita and A. Lorincz, Learning Tetris using the noisy cross-entropy method, 2006).

What is counted is read off the state's type: numbers, how many things show a name, and what lies in piles; places that are alike
are counted together.  The game's own estimate is one more number, and so are the functions of a state that its rules ask.  A
player by a network wins more; these weights can be read.
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
from verifier.program.functions import functions_of
from verifier.run.backend import Backend
from verifier.run.control import Judge
from verifier.run.setting import Setting

Array = NDArray[Any]
TRIED, BEST, AGAIN = 56, 10, 8  # players of a round, how many the next mean is of, and portions of games of the mean itself
KEEPING = 0.3  # of the mean and the spread before
NOISE, QUIET_FROM = 0.3, 0.6  # of a spread of 1 at first, and from which part of the rounds on there is none
NEVER = 1 << 30  # decisions in which one is random
SAMPLED = 4_096  # states by which numbers are measured
_FAR = 16  # standard deviations
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
        self.names = (*self.counted.names, ESTIMATE, *(each.name for each in functions_of(self.backend.program)))
        room = max(self.positions // (TRIED + AGAIN), 2 * ROOM_LEAST)
        self._seats = [Seat(self.backend, self.setting, self.start, room) for _ in range(self.threads)]
        self._won, self._lots = Scale.plain(self.backend, whole_grade=False), np.random.default_rng(self.seed)
        states, grades = self._at_random()
        self._measure(states)
        is_rare = self._won.share_won(grades) < RARE
        self.scale = Scale.spread(self.backend, grades) if self.whole_grade or is_rare else self._won
        self.mean, self.spread = np.zeros(len(self._widths)), np.ones(len(self._widths))

    def _at_random(self) -> tuple[Array, Array]:
        """States of games at random, and the grades of these."""
        found = [self._seats[0].play(None, self.seed * 1_000_003 + number, self._won) for number in range(AGAIN)]
        states, _, grades = (np.concatenate(each) for each in zip(*found, strict=True))
        return states, grades

    def _measure(self, states: Array) -> None:
        """How what is counted, and what functions say, varies in some states; what never does is left out."""
        chosen, first = self._lots.permutation(len(states))[:SAMPLED], len(self.counted.names)
        table = np.zeros((len(chosen), len(self.names)))
        counts = np.zeros((len(chosen), self._encoding.rows), dtype=np.int8)
        self.backend.call("count_rows", states, chosen, self._encoding.cells, self._encoding.piles, counts)
        for row in np.flatnonzero((self.counted.rows >= 0) & counts.any(axis=0)):
            table[:, self.counted.rows[row]] += counts[:, row]
        told = np.zeros((len(chosen), len(self.names) - first), dtype=np.int64)
        context = self.backend.context(self.setting)
        self.backend.call("ask_functions", states.astype(np.int64), chosen, context, told.shape[1], told)
        table[:, first:] = told
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
        found = [(self.names[number], round(float(weight / width / most), 6), round(float(weight / most), 4))
                 for number, weight, width in zip(self._varying.tolist(), self.mean, self._widths, strict=True)]
        return sorted(found, key=lambda each: -abs(each[2]))

    def _written(self, tried: Array) -> Weights:
        """Weights for things as they vary, as what players judge by: one unit that is hardly ever cut, and what functions add."""
        one, width = int(Judge.ONE), float((self._sample @ tried).std())
        scaled = tried * (_WIDE / max(width, 1e-9)) / self._widths  # logits for one more
        each, first = np.zeros(len(self.names)), len(self.counted.names)
        each[self._varying] = scaled
        rows = np.where(self.counted.rows >= 0, each[:first][self.counted.rows], 0.0)
        for part in self._encoding.ordered:
            rows[part] = np.cumsum(rows[part])
        are_counted = self._varying < first
        rows[0] = _CUT - float((scaled * self._centres)[are_counted].sum())
        whole = np.clip(np.rint(rows / (2 * _CUT) * one), -WEIGHT_MOST, WEIGHT_MOST).astype(np.int32)[:, np.newaxis]
        heads = np.array([[-_CUT * one * one, 2 * _CUT * one]]).astype(np.int64)
        others = np.flatnonzero(~are_counted)
        functions = [self._function(int(self._varying[at]) - first, scaled[at], self._centres[at], self._widths[at])
                     for at in others]
        return Weights(self._encoding, whole, heads, np.zeros((2, 0), dtype=np.int64), self.scale, self._states,
                       np.concatenate([np.zeros((0, 3), dtype=np.int64), *functions]))

    @staticmethod
    def _function(number: int, slope: float, centre: float, width: float) -> Array:
        """What a function adds: in proportion, far beyond what it was in the states that it was measured by."""
        reach = max(1.0, _FAR * width)
        places = np.rint(np.clip([centre - reach, centre + reach], -MOST, MOST)).astype(np.int64)
        added = np.clip(np.rint((places - centre) * slope * int(Judge.ONE) ** 2), -ADDED_MOST, ADDED_MOST).astype(np.int64)
        rows: Array = np.stack([np.full(2, number), places, added], axis=1)
        return rows if places[0] < places[1] else rows[:0]

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
