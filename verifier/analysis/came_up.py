"""In how many games another ruling would have made a difference at some position: whether a reading comes up in play."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from verifier.instance import Dealer, Instance
from verifier.run.backend import Backend
from verifier.search.policy import Deal, Player, Side, dealt

POSITIONS_MOST = 16_384  # of a game
Game = tuple[int, Sequence[str]]  # the seed of its deal, and its decisions


def games_in_which(backend: Backend, instance: Instance, others: Sequence[Instance], games: Sequence[Game],
                   go_on: Callable[[int], None] = lambda count: None) -> list[int]:
    """In how many games, played on the table of an instance, the rulings of each other one for the same game make a difference.

    They do so if play begins elsewhere, or at some position something is legal under one side only, an event leads elsewhere, or
    an end has another grade, or is worth something else to a seat.  A game of more positions than are compared counts.  `go_on`
    is called before each game, and ends it all by raising.
    """
    events, dealer, deals = instance.program.event_by_text, Dealer(instance.scenario, instance.program), dict[int, Deal]()
    here, *there = (_side(backend, each) for each in (instance, *others))
    player, found = Player(backend, POSITIONS_MOST), [0] * len(there)
    begins_elsewhere = [not np.array_equal(here.state, side.state) for side in there]
    for at, (seed, line) in enumerate(games):
        go_on(at)
        if seed not in deals:
            deals[seed] = dealt(backend, seed, dealer.instance(seed).setting.tapes)
        count = player.trace(here, deals[seed], tuple(events[text].number for text in line))
        for number, side in enumerate(there):
            found[number] += bool(begins_elsewhere[number] or count == POSITIONS_MOST
                                  or player.differences(here, side, count).any())
    return found


def _side(backend: Backend, instance: Instance) -> Side:
    return Side.of(backend, dict(instance.setting.rulings), instance.setting.edition, instance.start)
