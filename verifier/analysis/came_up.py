"""In how many games another ruling would have made a difference at some position: whether a reading comes up in play."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from verifier.instance import Dealer, Instance
from verifier.run.backend import Backend
from verifier.search.policy import POSITIONS_MOST, Player, Side, dealt

Game = tuple[int, Sequence[str]]  # the seed of its deal, and its decisions


def games_in_which(backend: Backend, instance: Instance, other: Instance, games: Sequence[Game],
                   report: Callable[[int], None] = lambda count: None) -> int:
    """In how many games, played on the table of an instance, the rulings of another one for the same game make a difference.

    They do so if play begins elsewhere, or at some position something is legal under one side only, an event leads elsewhere, or
    an end has another grade.  A game of more positions than are compared counts.
    """
    events, deals = instance.program.event_by_text, Dealer(instance.scenario, instance.program)
    if not np.array_equal(backend.state(instance.start), backend.state(other.start)):
        return len(games)
    here, there = (Side.of(backend, dict(each.setting.rulings), each.setting.edition, each.start) for each in (instance, other))
    player, found = Player(backend), 0
    for at, (seed, line) in enumerate(games):
        report(at)
        deal = dealt(backend, seed, deals.instance(seed).setting.tapes)
        count = player.trace(here, deal, tuple(events[text].number for text in line))
        found += count == POSITIONS_MOST or bool(player.differences(here, there, count).any())
    return found
