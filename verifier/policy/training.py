"""Learning what a table is worth, for any game with a grade: games are played by what was learned so far, and learned from.

A round plays games, each decision being the one that is worth most after one look ahead, and learns what these games came to, for
every state in which somebody decided.  The first round plays at random.  Some decisions of later ones are random, too; what the
game came to then says nothing of the states before it, which are worth what was expected there.

Where searches that have learned nothing do much better than games at random, the first rounds are played by them, and all later
ones by search: those by the game's own estimate and, where hardly any game at random ends well, those by games at random.

In later rounds a short search decides, and what it found is learned (as D. Silver and others do, 2017): of the state in which
somebody decided, in equal parts with what the game came to, and of the states inside the search (J. Veness and others, 2009).
Play never comes to most of these, since the decisions that lead there are bad; but whoever searches judges them.

Where hardly any game ends well yet, the whole grade is aimed at until some do, on a scale by what random games come to, which
grows with what later ones come to.

Several learners do so, each with games of its own; who plays by it takes the mean of what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from verifier.policy.desk import Desk
from verifier.policy.encoding import encoding_of
from verifier.policy.estimates import places_for
from verifier.policy.network import BATCH, Network, Weights, no_weights
from verifier.policy.policies.sampling import DEPTH, FEW, Sampling
from verifier.policy.room import room_for_states
from verifier.policy.scale import Scale
from verifier.program.functions import functions_of
from verifier.run.backend import Backend
from verifier.run.control import Playing, Worth
from verifier.run.setting import Setting

Array = NDArray[Any]
Portion = tuple[Array, Array, Array]  # states in which somebody decided, what was noted of them, and the grades of the games
# A round is played in portions, each with lots of its own: what is played does not depend on the threads.  Every portion has room
# for a game, unless the round is a short one.
DECISIONS_MOST = 2048  # of a game
PORTIONS, PORTION_LEAST, ROOM_LEAST = 16, 2 * DECISIONS_MOST, 1024
KEPT = 8  # rounds that are learned from
USES, SEARCHED_USES = 2.5, 8  # how often each state is learned from
ENOUGH = 500  # games of a round; who knows the estimate learns less from states of fewer, since those of one game are alike
UNITS = 32
SAMPLES = 4  # of what chance brings after a decision
STRAY, SEARCHED_STRAY = 1000, 100  # one decision in so many is a random one
SEARCH_FROM = 0.5  # of the rounds
FOLLOWED = 0.2  # of the rounds, where searches that have learned nothing play much better than at random
MUCH = 0.05  # of what there is between the worst ends and the best
WORK = 50_000_000  # decisions in the mind of who searches by games at random, for a round: about half a minute
SEARCH_GAMES = 100  # of a search
SEARCH_CURIOSITY = 300  # less than whoever plays to win needs: few games are to come to states often enough
OFTEN, NEVER = 16, SEARCH_GAMES + 1  # games of a search by which a state inside it is learned from
TRUST = 0.5  # in what a search says of the state in which it began
PACE = 0.001
SLOWEST = 0.03  # of the pace, in the last round
RARE = 0.02  # of the games
_APART = 1_000_000_007  # seeds of learners
_WAIT = 0.2  # seconds, for news
_SURELY = 3  # standard errors


@frozen
class Round:
    """What a round came to: its games, the share that ended best by the grade's first field, the mean of what was aimed at.

    `aim` is "first" or "grade"; `loss` the mean cross-entropy of the last steps; `learner` the number of who played them, by the
    `policy` random, uct, estimate-uct, learned or learned-uct; `error` the standard error of that mean.  `width` is how many
    grades lie between the worst and the best of what was aimed at, which grows with what games come to.
    """

    learner: int
    policy: str
    games: int
    states: int
    won: float
    worth: float
    aim: str
    loss: float
    error: float = 0.0
    width: int = 1


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
        self._won = Scale.plain(self.backend, whole_grade=False)
        self.everybody = [
            Learner(self.backend, self.setting, self.start, number, self.rounds, self.positions, self.seed + number * _APART,
                    threads // self._at_once, self.whole_grade, None if self.base is None else self.base.of(number))
            for number in range(self.learners)]

    @property
    def weights(self) -> Weights:
        """What those know who have played at least half as many rounds as anybody, and of these who aim at the same.

        That is the first field, if anybody aims at it, and else as much as anybody aims at.
        """
        most = max(each.played for each in self.everybody)
        far = [each for each in self.everybody if 2 * each.played >= most]
        scales = [each.scale for each in far]
        aim = self._won if self._won in scales else max(scales, key=lambda scale: scale.highest)
        return Weights.side_by_side([each.weights for each in far if each.scale == aim])

    def _agree(self, go_on: Callable[[], None]) -> None:
        """Agree on what to aim at, and whose games to learn from first, by some games of those who have learned nothing."""
        first = self.everybody[0]
        at_random = first.portions(0, go_on)
        noted, grades = _all(noted for _, noted, _ in at_random), _all(grades for *_, grades in at_random)
        places = first.places(_all(seen for seen, *_ in at_random))
        ends_well = not self.whole_grade and self._won.share_won(grades) >= RARE
        scale = self._won if ends_well else Scale.spread(self.backend, grades)
        portion = SEARCH_GAMES * first.room * len(noted) / max(1, len(grades))  # decisions in the mind, if games are as long
        portions = 0 if ends_well else int(WORK / max(1, portion))
        games = dict[str, Array]()
        for policy, can in (("estimate-uct", len(places[0]) > 0), ("uct", portions > 0)):
            if can:
                first.agree(scale, places, policy, portions)
                games[policy] = _all(grades for *_, grades in first.portions(1, go_on))
        if not ends_well and games:
            well = not self.whole_grade and max(self._won.share_won(each) for each in games.values()) >= RARE
            scale = self._won if well else Scale.of_several(self.backend, [grades, *games.values()])
        best = max(games, key=lambda policy: float(scale.worths(games[policy]).mean()) if len(games[policy]) else 0.0, default="")
        follows = best if best and _is_better(scale.worths(games[best]), scale.worths(grades)) else ""
        for each in self.everybody:
            each.agree(scale, places, follows, portions)

    def learned(self, go_on: Callable[[str], None], time_gone: Callable[[], float] = lambda: 0.0) -> Iterator[Round]:
        """Rounds as they are played, of several learners at the same time; `go_on` is told often, and ends it all by raising.

        `time_gone` says which part of the time is over, where that will end it before all rounds are played: then searches begin
        and learning slows down by the time.
        """
        news, is_over, total = SimpleQueue[Round | None](), Event(), self.learners * self.rounds

        def told() -> None:
            if is_over.is_set():
                raise _OverError
            news.put(None)

        def learn(learner: Learner) -> None:
            for each in learner.learned(told, time_gone):
                news.put(each)

        with ThreadPoolExecutor(self._at_once) as pool:
            try:
                if self.base is None:
                    self._agree(lambda: go_on(f"round 1 of {total}"))
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
    scale: Scale = field(init=False)  # that is aimed by
    follows: str = field(init=False)  # whoever plays the first rounds, by search: estimate-uct or uct; nobody if it is empty
    room: int = field(init=False)  # of a portion
    played: int = field(init=False, default=0)  # rounds
    _kept: list[tuple[Array, Array, Array]] = field(init=False, factory=list)  # states, what is told of them, their worths
    _time_gone: float = field(init=False, default=0.0)  # of 1, when the round began

    def __attrs_post_init__(self) -> None:
        self._won = Scale.plain(self.backend, whole_grade=False)
        if self.base is None:
            self.agree(self._won, [np.zeros(0, dtype=np.int64)])
        else:
            self.agree(self.base.scale, self.base.places)
            self.network.resume(self.base)
        self._portions = max(1, min(PORTIONS, self.positions // PORTION_LEAST))
        self.room = max(self.positions // self._portions, ROOM_LEAST)
        self._seats = [Seat(self.backend, self.setting, self.start, self.room) for _ in range(self.threads)]

    @property
    def weights(self) -> Weights:
        """What was learned so far."""
        return self.network.weights(self.scale)

    def asked(self, states: Array, count: int) -> Array:
        """What the estimate and the functions after it, so many together, say of states: a state a row."""
        told = np.zeros((len(states), count), dtype=np.int64)
        context = self.backend.context(self.setting)
        self.backend.call("ask_functions", states.astype(np.int64), np.arange(len(states)), context, count, told)
        return told

    def places(self, states: Array) -> list[Array]:
        """Where it is learned what the estimate adds, and each function, by some states; nowhere for what never varies there."""
        # Functions say what units take long to work out.  After 20 rounds, with seeds 1 and 2, a short night of Survive Until
        # Daylight is survived in 209 of 800 deals by `learned`, and in 306 by `learned-uct` with 100 games; without functions in
        # 140 and 214.  In Until Dawn, Until Daylight and Dawn of the Zeds they change nothing beyond chance.  A search takes 5 %
        # to 20 % more CPU time with them.
        return [places_for(each) for each in self.asked(states, 1 + len(functions_of(self.backend.program))).T]

    def agree(self, scale: Scale, places: Sequence[Array], follows: str = "", portions: int = 0) -> None:
        """Begin to learn, by a scale, with places of estimates; first from whom it follows, of uct so many portions at most."""
        encoding = encoding_of(self.backend.program.game.state_type)
        self.scale, self.follows, self._slow = scale, follows, portions
        self.lots = np.random.default_rng(self.seed)
        self.network = Network(self.backend, encoding, places, UNITS, self.lots)
        self._teacher = Weights.by_estimates(encoding, places[0], scale)
        if follows == "estimate-uct":
            self.network.begin_with(self._teacher)

    def policy(self, number: int) -> str:
        """Who plays a round: random, uct, estimate-uct, learned, learned-uct."""
        if self.base is None:
            if number == 0:
                return "random"
            if self.follows and (number == 1 or number <= round(FOLLOWED * self.rounds) and self._time_gone <= FOLLOWED):
                return self.follows
        return "learned-uct" if (self.base is None and self.follows != "") or self._gone(number) >= SEARCH_FROM else "learned"

    def learned(self, go_on: Callable[[], None], time_gone: Callable[[], float] = lambda: 0.0) -> Iterator[Round]:
        """One round after the other; `go_on` is called often, and ends it all by raising."""
        for number in range(self.rounds):
            self._time_gone = time_gone()
            found = self._round(number, go_on)
            self.played += 1
            yield found
        self._kept.clear()

    def _round(self, number: int, go_on: Callable[[], None]) -> Round:
        portions, policy = self.portions(number, go_on), self.policy(number)
        if policy in ("random", self.follows):  # whose decisions are random ones to learn from, not to be cut off
            for _, noted, _ in portions:
                noted[:, 2] = 0
        grades = _all(grades for *_, grades in portions)
        won = self._won.share_won(grades)
        aim = "first" if self.scale == self._won else "grade"
        worths, width = self.scale.worths(grades), self.scale.highest - self.scale.lowest
        states = _all(seen for seen, *_ in portions)
        trust = TRUST if policy == "learned-uct" else 0.0
        targets = _all(_targets(noted, self.scale.worths(grades), trust) for _, noted, grades in portions)
        self.network.meet(states)
        loss = 0.0
        if len(states):
            self._kept = [*self._kept, (states, self.asked(states, len(self.network.places)), targets)][-KEPT:]
            loss = self._learn(number, len(grades), go_on)
        if self.scale != self._won:
            is_won = not self.whole_grade and won >= RARE
            scale = self._won if is_won else self.scale.reaching(self.backend, grades)
            if scale != self.scale:  # what was learned so far is corrected soon
                self.scale, self._kept = scale, []
        return Round(self.number, policy, len(grades), len(states), won, float(worths.mean()) if len(grades) else 0.0, aim, loss,
                     float(worths.std() / np.sqrt(len(grades))) if len(grades) else 0.0, width)

    def portions(self, number: int, go_on: Callable[[], None]) -> list[Portion]:
        """Games of a round, a portion after the other."""
        policy = self.policy(number)
        weights = {"random": None, "uct": None, "estimate-uct": self._teacher}.get(policy, self.weights)
        portions = min(self._portions, self._slow) if policy == "uct" else self._portions
        lots = [self.seed * 1_000_003 + number * PORTIONS + portion for portion in range(portions)]

        def played(seat: Seat, lot: int) -> Portion:
            if policy in ("uct", "estimate-uct", "learned-uct"):
                return seat.search(weights, lot, self.scale, OFTEN if policy == "learned-uct" else NEVER)
            return seat.play(weights, lot, self.scale)

        threads, found = len(self._seats), list[Portion]()
        with ThreadPoolExecutor(threads) as pool:
            for first in range(0, portions, threads):
                go_on()
                found += pool.map(played, self._seats, lots[first:first + threads])
        return found

    def _gone(self, number: int) -> float:
        """Which part of it is over; who goes on from weights, which a fast pace would make worse first, has had a half."""
        gone = max(number / max(1, self.rounds - 1), self._time_gone)
        return gone if self.base is None else (1 + gone) / 2

    def _learn(self, number: int, games: int, go_on: Callable[[], None]) -> float:
        pace = PACE * SLOWEST ** self._gone(number)
        uses = SEARCHED_USES if self.policy(number) == "learned-uct" else USES
        part = min(1.0, games / ENOUGH) if self.follows == "estimate-uct" else 1.0
        steps = max(1, round(len(self._kept[-1][0]) * uses * part / BATCH))
        losses = list[float]()
        for step in range(steps):
            if step % 16 == 0:
                go_on()
            states, told, targets = self._kept[int(self.lots.integers(len(self._kept)))]
            chosen = self.lots.integers(0, len(states), BATCH)
            losses.append(self.network.learn(states, told, chosen, targets[chosen], pace))
        return sum(losses[-steps // 4:]) / len(losses[-steps // 4:])


@define(eq=False, slots=False)
class Seat:
    """Somebody who plays to learn, with arrays of their own."""

    backend: Backend
    setting: Setting
    start: Array
    room: int

    def __attrs_post_init__(self) -> None:
        self.desk = Desk(self.backend, self.setting.in_force, Scale.plain(self.backend, whole_grade=False))
        self.desk.notes[Playing.SAMPLES], self.desk.notes[Playing.MOST] = SAMPLES, min(DECISIONS_MOST, self.room // 2)
        self.state = self.backend.blank()
        self.seen, self.noted, self.grades = room_for_states(self.backend, self.room)

    def play(self, weights: Weights | None, lot: int, scale: Scale, stray: int = STRAY) -> Portion:
        """Games with the lots of a portion, at random or one look ahead, those that were played to the end."""
        stray, arrays = (1, no_weights()) if weights is None else (stray, weights.arrays())
        return self._played("learn_by_lot", lot, scale, (self.desk.legal, stray), arrays)

    def search(self, weights: Weights | None, lot: int, scale: Scale, often: int) -> Portion:
        """Games with the lots of a portion, by search, those that were played to the end, and the states inside searches."""
        mind = Sampling(self.desk, SEARCH_GAMES, DEPTH, weights)
        self.desk.notes[Playing.CURIOSITY] = SEARCH_CURIOSITY
        room = self.desk.legal, self.desk.out, mind.states, mind.nodes, mind.edges, mind.way, mind.paces, SEARCHED_STRAY
        return self._played("learn_by_tree", lot, scale, (SEARCH_GAMES, FEW, often, *room), mind.arrays)

    def _played(self, kernel: str, lot: int, scale: Scale, how: tuple[Any, ...],
                arrays: tuple[Array, ...]) -> Portion:
        desk = self.desk
        desk.begin(lot)
        scale.note(desk.notes)
        count = int(self.backend.call(kernel, self.start, self.state, desk.scratch, desk.context, *desk.nothing_known, *how,
                                      self.seen, self.noted, self.grades, desk.notes, *arrays))
        self.backend.clear(desk.context)
        games = int(desk.notes[Playing.GAMES])
        return self.seen[:count].copy(), self.noted[:count].copy(), self.grades[:games].copy()


def _all(parts: Iterable[Array]) -> Array:
    return np.concatenate(list(parts))


def _is_better(worths: Array, others: Array) -> bool:
    """Whether games come to much more than others on average, and not by chance alone."""
    if min(len(worths), len(others)) < 2:
        return False
    error = np.sqrt(sum(each.var() / len(each) for each in (worths, others)))
    return bool(worths.mean() - others.mean() > max(MUCH, _SURELY * error))


def _targets(noted: Array, worths: Array, trust: float) -> Array:
    """What each state is to be worth: what was expected there counts by `trust`, and what its game came to for the rest.

    Of a state inside a search there is no more than what was expected.
    """
    expected, in_games = (noted[:, 0] / int(Worth.SURE)).astype(np.float32), noted[:, 1] >= 0
    if in_games.any():
        expected[in_games] *= trust
        expected[in_games] += (1 - trust) * _came_to(noted[in_games], worths)
    return expected


def _came_to(noted: Array, worths: Array) -> Array:
    """What games came to, or what was expected where a random decision comes first."""
    count, games = len(noted), noted[:, 1]
    random = np.where(noted[:, 2] == 1, np.arange(count), count - 1)
    nearest = np.minimum.accumulate(random[::-1])[::-1]
    is_cut = (noted[nearest, 2] == 1) & (games[nearest] == games)
    return np.where(is_cut, noted[nearest, 0] / int(Worth.SURE), worths[games]).astype(np.float32)
