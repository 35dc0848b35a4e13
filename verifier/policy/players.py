"""Ways to play when nobody knows what chance will bring, one class each; what each does is in POLICIES.

A player sees the table (`verifier.policy.table`) and thinks about what chance could bring by its weights there.  Who is told what
it brings next thinks with that first.  Games that are played to think, and ties, go by the lot of the decision, so that a game
replays identically everywhere.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from verifier.lang.layout import slots
from verifier.policy.encoding import encoding_of
from verifier.policy.estimates import places_for
from verifier.policy.network import Weights, no_weights
from verifier.policy.scale import Scale
from verifier.policy.table import Blind, Player, PublicState, Seen
from verifier.run.backend import Backend
from verifier.run.control import Branch, Edge, Lead, Look, Node, Outlook, Playing, Status, Worth
from verifier.run.setting import InForce

Array = NDArray[np.int64]
SAMPLES = 16  # of what chance brings after a decision
DEPTH = 64  # decisions that the tree of a search looks ahead
DECISIONS_MOST = 512  # of a game that is played to think
CURIOSITY, JUDGING_CURIOSITY = 1536, 768  # in 1/1,024 of how far what games come to lies apart
WIDENING = 16
IMAGINED, IMAGINED_GAMES = 16, 64  # deals at most of who decides by hindsight, and games in each at least
ENTRIES = 1_024  # of each stream of chance in such a deal, after which lots come
LOOKED_INTO = 8  # tables that may lie there, of who looks ahead from each of them
LEAVES = 256  # outcomes of chance that are weighed one by one
STAGES = 12  # how many times chance can come into it between two decisions, where outcomes are weighed
FEW = 16  # games from a state, by which no decision there is known to be the best
_EDGES_A_NODE = 16
_LOOKS_A_GAME = 3  # of several seats, that are new: one or two, and another where the worth of a decision is asked for
_LOOKED_AT = 16_384  # states of games at random


@define(eq=False, slots=False)
class Desk:
    """The arrays that a player thinks with: a context of its own, and room.  Two desks share nothing."""

    backend: Backend
    in_force: InForce
    scale: Scale  # of what ends are worth

    def __attrs_post_init__(self) -> None:
        backend = self.backend
        self.context, self.scratch = backend.context(self.in_force.undealt), backend.blank()
        self.nothing_known = np.zeros((0, 0), dtype=np.int64), np.zeros(0, dtype=np.int64)
        self.legal, self.out = (np.zeros(backend.constant("EVENT_ROOM"), dtype=np.int64) for _ in range(2))
        self.notes = np.zeros(len(Playing), dtype=np.int64)
        self.notes[Playing.SAMPLES], self.notes[Playing.MOST] = SAMPLES, DECISIONS_MOST
        self.scale.note(self.notes)

    def aim(self, scale: Scale) -> None:
        """Judge ends by another scale from now on."""
        self.scale = scale
        scale.note(self.notes)

    def begin(self, lot: int) -> None:
        """Begin to think about a decision, by its lot."""
        self.notes[Playing.RANDOM] = lot % 2147483646 + 1

    def call(self, kernel: str, seen: Seen, *arguments: Any) -> int:
        """A kernel's decision at a table; what a rule that failed while thinking has left is cleared."""
        known = self.nothing_known if seen.known is None else seen.known
        event = int(self.backend.call(kernel, seen.state, self.scratch, self.context, *known, *arguments))
        self.backend.clear(self.context)
        return event

    def call_blind(self, kernel: str, seen: Seen, blind: Blind, lot: int, *arguments: Any) -> int:
        """The decision of a kernel that judges worlds, where things are hidden; by lot where there are none to judge."""
        if not len(blind.choices) or not len(blind.worlds):
            return _by_lot(blind.choices, lot)
        known = self.nothing_known if seen.known is None else seen.known
        event = int(self.backend.call(kernel, blind.worlds, self.backend.blank(2), self.context, *known, blind.seat,
                                      blind.choices, *arguments))
        self.backend.clear(self.context)
        return event


def _by_lot(choices: Array, lot: int) -> int:
    return int(choices[(lot >> 4) % len(choices)]) if len(choices) else -1


@define(eq=False)
class Random:
    """Every legal decision is equally likely."""

    desk: Desk

    def decide(self, seen: Seen, lot: int) -> int:
        if seen.blind is not None:
            return _by_lot(seen.blind.choices, lot)
        desk = self.desk
        count = int(desk.backend.call("call_legal_events", seen.state, desk.context, desk.legal))
        desk.backend.clear(desk.context)
        return _by_lot(desk.legal[:count], lot)


@define(eq=False)
class Greedy:
    """The decision after which the game's own bound, and then its estimate, promise most on the average of what chance brings."""

    desk: Desk

    def decide(self, seen: Seen, lot: int) -> int:
        desk = self.desk
        desk.begin(lot)
        if seen.blind is not None:
            return desk.call_blind("promising_blind", seen, seen.blind, lot, desk.notes)
        return desk.call("promising_by_lot", seen, desk.legal, desk.notes)


@define(eq=False)
class Learned:
    """The decision after which the game is worth most on the average of what chance brings, by weights that were learned."""

    desk: Desk
    weights: Weights
    _arrays: tuple[Array, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._arrays = self.weights.arrays()

    def decide(self, seen: Seen, lot: int) -> int:
        desk = self.desk
        desk.begin(lot)
        if seen.blind is not None:
            return desk.call_blind("judging_blind", seen, seen.blind, lot, desk.notes, *self._arrays)
        return desk.call("judging_by_lot", seen, desk.legal, desk.notes, *self._arrays)


@define(eq=False, slots=False)
class Sampling:
    """A search by sampling: so many games from the table, to a depth of decisions up to which it learns from them.

    Behind that, games go on at random; or they are broken off, and what they are worth there is judged by learned `weights`.
    """

    desk: Desk
    simulations: int
    depth: int
    weights: Weights | None = None
    states: Array = field(init=False)
    arrays: tuple[Array, ...] = field(init=False)  # that kernels judge by

    def __attrs_post_init__(self) -> None:
        count, notes = self.simulations + 2, self.desk.notes
        self.arrays = no_weights() if self.weights is None else self.weights.arrays(count)
        self.states = self.desk.backend.blank(count)
        self.nodes = np.zeros((count, len(Node)), dtype=np.int64)
        room = count * _EDGES_A_NODE + self.desk.backend.constant("EVENT_ROOM")
        self.edges = np.zeros((room, len(Edge)), dtype=np.int64)
        if self.desk.backend.constant("OBSERVERS") or notes[Playing.BY_SEAT]:
            observers = max(1, self.desk.backend.constant("OBSERVERS"))
            times = 1 if observers == 1 else _LOOKS_A_GAME
            self.minds = np.zeros((observers, 2), dtype=np.int64)
            self.looks = np.zeros((times * count, len(Look)), dtype=np.int64)
            self.branches = np.zeros((times * room + observers, len(Branch)), dtype=np.int64)
        self.way = np.zeros((self.depth + 1, 5), dtype=np.int64)
        self.paces = paces(count)
        curiosity = CURIOSITY if self.weights is None else JUDGING_CURIOSITY
        for name, number in ((Playing.DEPTH, self.depth), (Playing.CURIOSITY, curiosity), (Playing.WIDENING, WIDENING)):
            notes[name] = number

    def decide(self, seen: Seen, lot: int) -> int:
        desk = self.desk
        desk.begin(lot)
        if seen.blind is not None:
            return desk.call_blind("search_blind", seen, seen.blind, lot, seen.blind.common, self.simulations, self.minds,
                                   desk.legal, desk.out, self.looks, self.branches, self.way, self.paces, desk.notes,
                                   *self.arrays)
        return desk.call("search_by_lot", seen, self.simulations, desk.legal, desk.out, self.states, self.nodes,
                         self.edges, self.way, self.paces, desk.notes, *self.arrays)

    def after(self, seen: Seen, event: int) -> Seen | None:
        """The next table on which somebody decides, where chance brings nothing up to there; else None."""
        desk = self.desk
        desk.begin(0)
        state = PublicState(seen.state.copy())
        status = desk.backend.call("step_by_lot", state, desk.context, *desk.nothing_known, event, desk.notes)
        return Seen(state) if status == Status.DECISION else None

    def worth(self, seen: Seen, event: int, lot: int) -> float:
        """What a legal decision is worth, 0 to 1, by so many games that all begin with it.

        Not promised: how far it is from what can be done from there; other lots give other numbers around it.  To a seat that
        does not see all it is the mean over tables that may lie there, with everybody going by what this seat sees.
        """
        desk = self.desk
        desk.begin(lot)
        if seen.blind is not None:
            taken = np.array([event], dtype=np.int64)
            return desk.call_blind("worth_blind", seen, seen.blind, lot, seen.blind.common, taken, self.simulations, self.minds,
                                   desk.legal, desk.out, self.looks, self.branches, self.way, self.paces, desk.notes,
                                   *self.arrays) / int(Worth.SURE)
        return desk.call("worth_by_lot", seen, event, self.simulations, FEW, desk.legal, desk.out, self.states, self.nodes,
                         self.edges, self.way, self.paces, desk.notes, *self.arrays) / int(Worth.SURE)


@define(eq=False, slots=False)
class Expectimax:
    """The decision that is worth most by looking ahead in a graph of so many states, judged by learned weights where it ends.

    A state in which chance comes is judged by all that it can bring, if that is at most LEAVES outcomes, and else by samples.
    Where things are hidden, it looks ahead from some of the tables that may lie there, and takes the mean.
    """

    desk: Desk
    room: int  # of states
    weights: Weights

    def __attrs_post_init__(self) -> None:
        backend = self.desk.backend
        events = backend.constant("EVENT_ROOM")
        count = self.room + 1 + events  # the first decision is always looked at
        self.arrays = self.weights.arrays(2)
        self.nodes = np.zeros((count, len(Outlook)), dtype=np.int64)
        self.edges = np.zeros((count * _EDGES_A_NODE + events, len(Lead)), dtype=np.int64)
        self.room_to_think = (
            backend.blank(), np.zeros(events, dtype=np.int64), backend.blank(count), self.nodes, self.edges,
            np.zeros(2 * count, dtype=np.int64), np.zeros(count, dtype=np.int64), *room_to_weigh(backend))

    def decide(self, seen: Seen, lot: int) -> int:
        blind = seen.blind
        if blind is None:
            return self._look_ahead(seen, lot)
        if not len(blind.worlds) or len(blind.choices) < 2:
            return _by_lot(blind.choices, lot)
        worths: dict[int, int] = dict.fromkeys(blind.choices.tolist(), 0)
        for world in blind.worlds[:LOOKED_INTO]:
            self._look_ahead(Seen(PublicState(world), seen.known), lot)
            first, count = int(self.nodes[0, Outlook.FIRST]), int(self.nodes[0, Outlook.COUNT])
            for event, target, _ in self.edges[first:first + count].tolist():
                if event in worths:
                    worths[event] += int(self.nodes[target, Outlook.VALUE])
        return max(worths, key=lambda event: worths[event])

    def _look_ahead(self, seen: Seen, lot: int) -> int:
        desk = self.desk
        desk.begin(lot)
        return desk.call("expectimax_by_lot", seen, LEAVES, desk.legal, *self.room_to_think, desk.notes, *self.arrays)

    def worth(self, seen: Seen, lot: int) -> float:
        """What a table is worth on which something is legal, 0 to 1, by so much of what can come next."""
        self.decide(seen, lot)
        return int(self.nodes[0, Outlook.VALUE]) / int(Worth.SURE)


@define(eq=False)
class Hindsight:
    """The decision that most of some searches vote for, each of which knows all that chance brings in a deal imagined for it.

    These are optimists: a search that knows the next card takes a risk that somebody who does not know it should not take, or
    puts off what it will know in time (strategy fusion: I. Frank and D. Basin, Search in games with incomplete information,
    Artificial Intelligence 100, 1998).  Of decisions with as many votes it is the first.
    """

    search: Sampling
    deals: int  # that are imagined
    _tapes: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._tapes = len(self.desk.backend.program.tapes)

    @property
    def desk(self) -> Desk:
        """What the searches think with."""
        return self.search.desk

    def decide(self, seen: Seen, lot: int) -> int:
        if seen.blind is not None and not len(seen.blind.worlds):
            return _by_lot(seen.blind.choices, lot)
        votes = Counter(self.search.decide(self._imagined(seen, number, f"{lot} {number}"), lot) for number in range(self.deals))
        if seen.blind is not None:  # where what is legal was hidden, too, some votes are for what is not
            choices = set(seen.blind.choices.tolist())
            if not choices & set(votes):
                return _by_lot(seen.blind.choices, lot)
            votes = Counter({event: count for event, count in votes.items() if event in choices})
        return min(votes, key=lambda event: (-votes[event], event))

    def _imagined(self, seen: Seen, number: int, name: str) -> Seen:
        """The table with everything known: what is known of it, and behind that numbers, by which chance picks its outcomes.

        Where things are hidden, too, it is one of the tables that may lie there.
        """
        count = self._tapes * ENTRIES
        numbers = np.frombuffer(random.Random(name).randbytes(4 * count), dtype="<u4").astype(np.int64) >> 1
        entries = numbers.reshape(self._tapes, ENTRIES)
        if seen.known is not None:
            known, lengths = seen.known
            for tape, length in enumerate(lengths):
                entries[tape, :length] = known[tape, :length]
        state = seen.state if seen.blind is None else seen.blind.worlds[number % len(seen.blind.worlds)]
        return Seen(PublicState(state), (entries, np.full(self._tapes, ENTRIES, dtype=np.int64)))


def paces(count: int) -> Array:
    """For each number n of tries below `count`: sqrt(ln(n + 1)) in units of 1/1,024, and 1 / sqrt(n) in units of 1/65,536."""
    return np.array([(round(1024 * sqrt(log(number + 1))), round(65536 / sqrt(max(1, number)))) for number in range(count)],
                    dtype=np.int64)


@frozen
class Way:
    """A way to play: what it does, in a few words; who plays so; whether games are played to think; whether it takes weights.

    `foresees` is whether it thinks about what chance will bring, so that knowing a part of that may change how it plays;
    `estimates` whether it goes by the game's own estimate alone, `votes` whether searches that know too much vote, and `uneven`
    whether it looks further where it expects more: what these make of a table is no odds.  `linear`: the weights that it takes
    are linear ones.  `plays_for_itself`: it can aim at what ends are worth to the seat that decides.
    """

    about: str
    player: Callable[[Desk, int, Weights | None], Player]
    thinks: bool = False
    learns: bool = False
    foresees: bool = True
    estimates: bool = False
    votes: bool = False
    uneven: bool = False
    linear: bool = False
    plays_for_itself: bool = False

    @property
    def takes_weights(self) -> bool:
        """Whether it plays by weights that were learned."""
        return self.learns or self.linear

    @property
    def knows_odds(self) -> bool:
        """Whether it can say what a decision is worth."""
        return self.thinks and not (self.estimates or self.votes or self.uneven)


def _given(weights: Weights | None) -> Weights:
    if weights is None:
        raise ValueError("who plays by what was learned takes weights")
    return weights


def _learned(desk: Desk, weights: Weights | None) -> Learned:
    return Learned(desk, _given(weights))


def _hindsight(desk: Desk, games: int) -> Hindsight:
    deals = max(1, min(IMAGINED, games // IMAGINED_GAMES))
    return Hindsight(Sampling(desk, games // deals, DEPTH), deals)


def _judging(desk: Desk, simulations: int, weights: Weights | None) -> Sampling:
    return Sampling(desk, simulations, DEPTH, _given(weights))


def _expectimax(desk: Desk, states: int, weights: Weights | None) -> Expectimax:
    return Expectimax(desk, states, _given(weights))


POLICIES = {
    "random": Way("every legal decision is equally likely", lambda desk, *_: Random(desk), foresees=False,
                  plays_for_itself=True),
    "greedy": Way("one decision ahead, by the game's bound and estimate", lambda desk, *_: Greedy(desk)),
    "flat": Way("games at random after each decision", lambda desk, games, _: Sampling(desk, games, 1), thinks=True,
                plays_for_itself=True),
    "uct": Way("games at random, guided by a tree of what earlier ones came to",
               lambda desk, games, _: Sampling(desk, games, DEPTH), thinks=True, plays_for_itself=True),
    "hindsight": Way("votes of uct in deals that are imagined and known",
                     lambda desk, games, _: _hindsight(desk, games), thinks=True, votes=True),
    "estimate-uct": Way("a tree, at whose ends the game's own estimate says what they are worth", _judging, thinks=True,
                        estimates=True),
    "linear": Way("one decision ahead, by so much for each thing that counts (`daybreak train --model linear`)",
                  lambda desk, _, weights: _learned(desk, weights), linear=True),
    "learned": Way("one decision ahead, by what was learned from games (`daybreak train`)",
                   lambda desk, _, weights: _learned(desk, weights), learns=True),
    "learned-uct": Way("a tree as well, at whose ends what was learned says what they are worth", _judging,
                       thinks=True, learns=True),
    "learned-expectimax": Way("all that can come next, weighed by how likely it is, and what was learned where that ends",
                              _expectimax, thinks=True, learns=True, uneven=True),
}


def player(policy: str, backend: Backend, in_force: InForce, simulations: int, *, whole_grade: bool = False,
           weights: Weights | None = None, start: PublicState | None = None, by_seat: bool = False,
           aim: Scale | None = None) -> Player:
    """A player by the name of the policy, who thinks with arrays of their own.

    Some policies look at games at random from `start` first.  Who goes by the game's estimate has seen what it says of their
    states.  Who plays games at random to think aims at the whole grade, on a scale by what these came to, if none of them ended
    well; one in a hundred is enough to go by, and who aims at more than to win takes other risks.

    `simulations` are the games that policies which think play for each decision; each takes a state.  They aim at the first field
    of the grade, at the whole grade, or at an `aim`; who plays by what was learned, at what was aimed at then.  With `by_seat`
    whoever decides aims at what the end is worth to that seat, at a `Table` by seats.  KeyError for another name, ValueError
    where a policy takes `weights`, or a `start`, and there are none, and for one that does not play for itself.
    """
    way = POLICIES[policy]
    aim = aim or Scale.plain(backend, whole_grade=whole_grade)
    scale = weights.scale if way.takes_weights and weights is not None else aim
    desk = Desk(backend, in_force, scale)
    desk.notes[Playing.BY_SEAT] = by_seat
    if by_seat and not way.plays_for_itself:
        raise ValueError("who goes by an estimate, or by what was learned, knows what is good for all seats alone")
    if way.estimates:
        if start is None:
            raise ValueError("who goes by the estimate takes a start")
        estimates, _ = _at_random(desk, start)
        weights = Weights.by_estimates(encoding_of(backend.program.game.state_type), places_for(estimates), scale)
    elif way.thinks and not way.learns and start is not None and not whole_grade and not by_seat:
        _, grades = _at_random(desk, start)
        if scale.share_won(grades) == 0:
            desk.aim(Scale.spread(backend, grades))
    return way.player(desk, simulations, weights)


def room_to_weigh(backend: Backend) -> tuple[Array, ...]:
    """Room in which kernels weigh what chance can bring, outcome by outcome (`kernels/means.py`)."""
    outs, weights = (np.zeros((STAGES, backend.constant("EVENT_ROOM")), dtype=np.int64) for _ in range(2))
    return backend.blank(STAGES), outs, weights, np.zeros((STAGES, 4), dtype=np.int64)


def room_for_states(backend: Backend, count: int) -> tuple[Array, Array, Array]:
    """Room for so many states, what is noted of each, and the grades of games, as kernels that play to learn fill it."""
    highest = max(max(-each.low, each.high) for each in slots(backend.program.game.state_type))
    states = np.zeros((count, backend.constant("SLOTS")), dtype=np.int16 if highest < 2**15 else np.int32)
    return states, np.zeros((count, 4), dtype=np.int64), np.zeros(count, dtype=np.int64)


def _at_random(desk: Desk, start: PublicState) -> tuple[Array, Array]:
    """What the game's estimate says of states in games at random, the same ones each time; and what these games came to."""
    room = room_for_states(desk.backend, _LOOKED_AT)
    desk.begin(1)
    count = desk.backend.call("learn_by_lot", start, desk.backend.blank(), desk.scratch, desk.context, *desk.nothing_known,
                              desk.legal, 1, *room, desk.notes, *no_weights())
    desk.backend.clear(desk.context)
    return room[1][:count, 3], room[2][:int(desk.notes[Playing.GAMES])]
