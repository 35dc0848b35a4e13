"""Who plays when nobody knows what chance will bring; what each policy does is in POLICIES, how in `verifier.policy.policies`.

A player sees the table (`verifier.policy.table`) and thinks about what chance could bring by its weights there.  Who is told what
it brings next thinks with that first.  Games that are played to think, and ties, go by the lot of the decision, so that a game
replays identically everywhere.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from verifier.policy.desk import Desk
from verifier.policy.encoding import encoding_of
from verifier.policy.estimates import places_for
from verifier.policy.network import Weights, no_weights
from verifier.policy.policies.expectimax import Expectimax
from verifier.policy.policies.greedy import Greedy
from verifier.policy.policies.hindsight import IMAGINED, IMAGINED_GAMES, Hindsight
from verifier.policy.policies.learned import Learned
from verifier.policy.policies.sampling import DEPTH, Sampling
from verifier.policy.policies.uniform import Random
from verifier.policy.room import room_for_states
from verifier.policy.scale import Scale
from verifier.policy.table import Player, PublicState
from verifier.run.backend import Backend
from verifier.run.control import Playing
from verifier.run.setting import InForce

Array = NDArray[np.int64]
_LOOKED_AT = 16_384  # states of games at random


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


def _at_random(desk: Desk, start: PublicState) -> tuple[Array, Array]:
    """What the game's estimate says of states in games at random, the same ones each time; and what these games came to."""
    room = room_for_states(desk.backend, _LOOKED_AT)
    desk.begin(1)
    count = desk.backend.call("learn_by_lot", start, desk.backend.blank(), desk.scratch, desk.context, *desk.nothing_known,
                              desk.legal, 1, *room, desk.notes, *no_weights())
    desk.backend.clear(desk.context)
    return room[1][:count, 3], room[2][:int(desk.notes[Playing.GAMES])]
