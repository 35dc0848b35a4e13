"""Votes of searches, each in a deal that is imagined and known."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
from attrs import define, field

from verifier.policy.desk import Desk, by_lot
from verifier.policy.policies.sampling import Sampling
from verifier.policy.table import PublicState, Seen

IMAGINED, IMAGINED_GAMES = 16, 64  # deals at most of who decides by hindsight, and games in each at least
ENTRIES = 1_024  # of each stream of chance in such a deal, after which lots come


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
            return by_lot(seen.blind.choices, lot)
        votes = Counter(self.search.decide(self._imagined(seen, number, f"{lot} {number}"), lot) for number in range(self.deals))
        if seen.blind is not None:  # where what is legal was hidden, too, some votes are for what is not
            choices = set(seen.blind.choices.tolist())
            if not choices & set(votes):
                return by_lot(seen.blind.choices, lot)
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
        return Seen(PublicState(state), (entries, np.full(self._tapes, ENTRIES, dtype=np.int64)), choices=seen.choices)
