"""Learning what a table is worth, for any game with a grade: games are played by what was learned so far, and learned from.

A round plays games, each decision being the one that is worth most after one look ahead, and learns what these games came to, for
every state in which somebody decided.  The first round plays at random.  Some decisions of later ones are random, too, and what
the game came to then says nothing of the states before it: they are worth what was expected there.

Where hardly any game ends well yet, the whole grade is aimed at until some do.

Several learners do so, each with games of its own; who plays by it takes the mean of what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from verifier.lang.layout import slots
from verifier.policy.encoding import encoding_of
from verifier.policy.network import BATCH, Network, Weights, no_weights
from verifier.policy.players import DECISIONS_MOST, Desk
from verifier.run.backend import Backend
from verifier.run.control import Playing, Worth
from verifier.run.setting import Setting

Array = NDArray[Any]
# A round is played in portions, each with lots of its own: what is played does not depend on the threads.  Every portion has room
# for a game.
PORTIONS, PORTION_LEAST = 16, 2 * DECISIONS_MOST
KEPT = 8  # rounds that are learned from
USES = 2.5  # how often each state is learned from
UNITS = 32
SAMPLES = 4  # of what chance brings after a decision
# One decision in so many is a random one: hardly any while play is to become good, and later more, since whoever looks ahead also
# meets what good play does not come to.
STRAY, STRAY_LATER = 1000, 40
PACE = 0.001
SLOWEST = 0.03  # of the pace, in the last round
RARE = 0.02  # of the games
_APART = 1_000_000_007  # seeds of learners
_WAIT = 0.2  # seconds, for news


@frozen
class Round:
    """What a round came to: its games, the share that ended best by the grade's first field, the mean of what was aimed at.

    `aim` is "first" or "grade"; `loss` the mean cross-entropy of the last steps; `learner` the number of who played them.
    """

    learner: int
    games: int
    states: int
    won: float
    worth: float
    aim: str
    loss: float


class _OverError(Exception):
    """Somebody else has ended it all."""


@define(eq=False, slots=False)
class Training:
    """Learners of a game in a setting: from the first round on, or on from what as many learned in another setting."""

    backend: Backend
    setting: Setting
    start: Array
    learners: int
    rounds: int  # of each of them
    positions: int  # of a round
    seed: int
    threads: int
    whole_grade: bool
    base: Weights | None = None  # to go on from
    everybody: list[Learner] = field(init=False)

    def __attrs_post_init__(self) -> None:
        threads = self.threads if self.backend.is_machine_code else 1
        self._at_once = min(threads, self.learners)
        self.everybody = [
            Learner(self.backend, self.setting, self.start, number, self.rounds, self.positions, self.seed + number * _APART,
                    threads // self._at_once, self.whole_grade, None if self.base is None else self.base.of(number))
            for number in range(self.learners)]

    @property
    def weights(self) -> Weights:
        """What those know who have played at least half as many rounds as anybody."""
        most = max(each.played for each in self.everybody)
        return Weights.side_by_side([each.weights for each in self.everybody if 2 * each.played >= most])

    def learned(self, go_on: Callable[[str], None]) -> Iterator[Round]:
        """Rounds as they are played, of several learners at the same time; `go_on` is told often, and ends it all by raising."""
        news, is_over, total = SimpleQueue[Round | None](), Event(), self.learners * self.rounds

        def told() -> None:
            if is_over.is_set():
                raise _OverError
            news.put(None)

        def learn(learner: Learner) -> None:
            for each in learner.learned(told):
                news.put(each)

        with ThreadPoolExecutor(self._at_once) as pool:
            try:
                work = [pool.submit(learn, each) for each in self.everybody]
                while not (all(each.done() for each in work) and news.empty()):
                    go_on(f"round {sum(each.played for each in self.everybody) + 1} of {total}")
                    with suppress(Empty):
                        found = news.get(timeout=_WAIT)
                        if found is not None:
                            yield found
            finally:
                is_over.set()
        for done in work:
            done.result()


@define(eq=False, slots=False)
class Learner:
    """One who learns, with `threads` that play."""

    backend: Backend
    setting: Setting
    start: Array
    number: int
    rounds: int
    positions: int  # of a round
    seed: int
    threads: int
    whole_grade: bool
    base: Weights | None = None  # to go on from
    played: int = field(init=False, default=0)  # rounds
    _kept: list[tuple[Array, Array]] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.lots = np.random.default_rng(self.seed)
        self.network = Network(self.backend, encoding_of(self.backend.program.game.state_type), UNITS, self.lots)
        if self.base is not None:
            self.network.resume(self.base)
        self._portions = max(1, min(PORTIONS, self.positions // PORTION_LEAST))
        room = max(self.positions // self._portions, PORTION_LEAST)
        self._seats = [_Seat(self.backend, self.setting, self.start, room) for _ in range(self.threads)]
        self._whole = self.whole_grade

    @property
    def weights(self) -> Weights:
        """What was learned so far."""
        return self.network.weights()

    def learned(self, go_on: Callable[[], None]) -> Iterator[Round]:
        """One round after the other; `go_on` is called often, and ends it all by raising."""
        for number in range(self.rounds):
            found = self._round(number, go_on)
            self.played += 1
            yield found
        self._kept.clear()

    def _round(self, number: int, go_on: Callable[[], None]) -> Round:
        backend = self.backend
        portions = list(self._played(number, go_on))
        is_first = number == 0 and self.base is None
        if is_first:  # whose decisions are random ones to learn from, not to be cut off
            for _, noted, _ in portions:
                noted[:, 2] = 0
        grades = np.concatenate([grades for *_, grades in portions])
        won = float(np.mean(grades // backend.constant("LOWEST_STEP") == (backend.constant("GRADES") - 1) // backend.constant(
            "LOWEST_STEP"))) if len(grades) else 0.0
        if is_first:
            self._whole = self.whole_grade or won < RARE
        aim = "grade" if self._whole else "first"
        worths = self._worths(grades)
        states = np.concatenate([seen for seen, *_ in portions])
        targets = np.concatenate([_targets(noted, self._worths(grades)) for _, noted, grades in portions])
        self.network.meet(states)
        self._kept = [*self._kept, (states, targets)][-KEPT:]
        loss = self._learn(number, go_on)
        if not self.whole_grade and self._whole and won >= RARE:
            self._whole, self._kept = False, []
        return Round(self.number, len(grades), len(states), won, float(worths.mean()) if len(grades) else 0.0, aim, loss)

    def _worths(self, grades: Array) -> Array:
        divisor = 1 if self._whole else self.backend.constant("LOWEST_STEP")
        highest = (self.backend.constant("GRADES") - 1) // divisor
        worths: Array = np.minimum(np.maximum(grades, 0) // divisor, highest) / max(1, highest)
        return worths

    def _played(self, number: int, go_on: Callable[[], None]) -> Iterator[tuple[Array, Array, Array]]:
        """Games: the states in which somebody decided, what was noted of them, and the grades of the games."""
        weights, stray = None, 1
        if number or self.base is not None:
            weights, stray = self.weights, STRAY if self._gone(number) < 0.5 else STRAY_LATER
        lots = [self.seed * 1_000_003 + number * PORTIONS + portion for portion in range(self._portions)]

        def played(seat: _Seat, lots: list[int]) -> list[tuple[Array, Array, Array]]:
            return [seat.play(weights, stray, lot, whole_grade=self._whole) for lot in lots]

        threads = len(self._seats)
        with ThreadPoolExecutor(threads) as pool:
            for first in range(0, self._portions, threads):
                go_on()
                each = [[lot] for lot in lots[first:first + threads]]
                for portions in pool.map(played, self._seats, each):
                    yield from portions

    def _gone(self, number: int) -> float:
        """Which part of it is over; who goes on from weights, which a fast pace would make worse first, has had a half."""
        gone = number / max(1, self.rounds - 1)
        return gone if self.base is None else (1 + gone) / 2

    def _learn(self, number: int, go_on: Callable[[], None]) -> float:
        pace = PACE * SLOWEST ** self._gone(number)
        steps = max(1, round(len(self._kept[-1][0]) * USES / BATCH))
        losses = list[float]()
        for step in range(steps):
            if step % 16 == 0:
                go_on()
            states, targets = self._kept[int(self.lots.integers(len(self._kept)))]
            chosen = self.lots.integers(0, len(states), BATCH)
            losses.append(self.network.learn(states, chosen, targets[chosen], pace))
        return sum(losses[-steps // 4:]) / len(losses[-steps // 4:])


@define(eq=False, slots=False)
class _Seat:
    """Somebody who plays to learn, with arrays of their own."""

    backend: Backend
    setting: Setting
    start: Array
    room: int

    def __attrs_post_init__(self) -> None:
        self.desks = {whole: Desk(self.backend, self.setting, whole_grade=whole) for whole in (False, True)}
        for desk in self.desks.values():
            desk.notes[Playing.SAMPLES] = SAMPLES
        self.state = self.backend.blank()
        highest = max(max(-each.low, each.high) for each in slots(self.backend.program.game.state_type))
        self.seen = np.zeros((self.room, self.backend.constant("SLOTS")), dtype=np.int16 if highest < 2**15 else np.int32)
        self.noted, self.grades = np.zeros((self.room, 3), dtype=np.int64), np.zeros(self.room, dtype=np.int64)

    def play(self, weights: Weights | None, stray: int, lot: int, *, whole_grade: bool) -> tuple[Array, Array, Array]:
        """Games with the lots of a portion, those that were played to the end."""
        desk = self.desks[whole_grade]
        desk.begin(lot)
        arrays = no_weights() if weights is None else weights.arrays()  # with room for sums that no other seat writes to
        count = int(self.backend.call("learn_by_lot", self.start, self.state, desk.scratch, desk.context, *desk.nothing_known,
                                      desk.legal, stray, self.seen, self.noted, self.grades, desk.notes, *arrays))
        self.backend.clear(desk.context)
        games = int(desk.notes[Playing.GAMES])
        return self.seen[:count].copy(), self.noted[:count].copy(), self.grades[:games].copy()


def _targets(noted: Array, worths: Array) -> Array:
    """What each state is to be worth: what its game came to, or what was expected where a random decision comes first."""
    count, games = len(noted), noted[:, 1]
    random = np.where(noted[:, 2] == 1, np.arange(count), count - 1)
    nearest = np.minimum.accumulate(random[::-1])[::-1]
    is_cut = (noted[nearest, 2] == 1) & (games[nearest] == games)
    return np.where(is_cut, noted[nearest, 0] / int(Worth.SURE), worths[games]).astype(np.float32)
