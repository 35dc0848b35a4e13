"""What seats hold possible that do not see all of a table: tables that may lie there, by all that the seat has seen so far.

Worlds are samples of what the rules make possible, with others deciding at random.  They rest on what the seat saw (by the game's
`@game.hidden`) and on its own decisions.  The table itself has no part in them but for its start, in which things that the seat
does not see change places at random.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from copy import copy
from enum import IntEnum
from random import Random

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from verifier.lang.layout import width
from verifier.lang.types import BagType, EnumType, PileType, RecordType, RowType, Type
from verifier.run.backend import Backend
from verifier.run.control import Playing, Spot

Array = NDArray[np.int64]
EVERYBODY = -1  # the seat of somebody who sees what all seats see, and decides nothing
WORLDS, WORLDS_MOST = 64, 1_024  # that a seat holds possible
MORE = 4  # times as many, where none is left
EXCHANGES = 4  # that are tried in each world, before each transition
SHUFFLING = 512  # that are tried at the start
ATTEMPTS, DIRECTED = 5, 32  # to come to what was seen: the second with so many exchanges towards it, the next with twice as many


@frozen(eq=False)
class Sight:
    """What a seat saw behind a transition, a state with what is hidden written over; `event` is its own decision, or -1."""

    look: Array
    event: int


@define(eq=False, slots=False)
class Belief:
    """What a seat holds possible, beginning with the start: it knows what cannot change places unseen there, and nothing more.

    Where no world is left, things are exchanged in those before, and that failing, the whole game is thought over with more of
    them.  Not promised: that the worlds are many that differ, or that others decide as likely in one way as in another.
    """

    backend: Backend
    _context: Array  # of its own: rulings and component data, and no deal
    seat: int
    start: Array
    seed: int  # of lots, another one in each game: or all players of some deals would be wrong about the same things
    count: int = WORLDS
    is_lost: bool = field(init=False, default=False)  # whether none of the most worlds was left: nothing is believed any more
    _sights: list[Sight] = field(init=False, factory=list)
    _worlds: Array | None = field(init=False, default=None)  # behind the first `_thought` sights; None before it has thought
    _thought: int = field(init=False, default=0)
    _lots: Random = field(init=False, factory=Random)

    def __attrs_post_init__(self) -> None:
        backend, room = self.backend, self.backend.constant("EVENT_ROOM")
        self._scratch = backend.blank(3)
        self._outcomes, self._weights = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
        self._notes = np.zeros(len(Playing), dtype=np.int64)
        self._spots, self._kinds = spots_of(backend.program.game.state_type)

    def _begun(self) -> Array:
        """The worlds of the start."""
        self._lots = Random(f"{self.seed} {self.seat} {self.count}")
        self._notes[Playing.RANDOM] = self._lots.randrange(1, 2**31 - 1)
        worlds = np.tile(self.start, (self.count, 1))
        self._thought = 0
        looks = self.backend.blank(1)
        self.backend.call("look_at", self.start, looks, self._context, self.seat)
        self._look: Array = looks[0]  # of the last of them
        self._shuffle(worlds, SHUFFLING)
        return worlds

    def twin(self) -> Belief:
        """Another that has seen the same, and sees other things from now on."""
        other = copy(self)
        other._sights, other._lots, other._notes = [*self._sights], copy(self._lots), self._notes.copy()
        other._worlds = None if self._worlds is None else self._worlds.copy()
        return other

    def saw(self, sight: Sight) -> None:
        """Remember a sight."""
        self._sights.append(sight)

    def worlds(self) -> Array:
        """What may lie there now, a state in each row, each as likely; no rows once nothing is believed any more."""
        worlds = self._begun() if self._worlds is None else self._worlds
        while not self.is_lost and self._thought < len(self._sights):
            found = self._following(worlds, self._sights[self._thought])
            self._thought += 1
            if found is None:
                self.count *= MORE
                self.is_lost = self.count > WORLDS_MOST
                found = self._begun()
            worlds = found
        self._worlds = worlds
        return worlds[:0] if self.is_lost else worlds

    def worlds_where(self, choices: Array) -> Array:
        """As many worlds, at a decision of the seat, which sees what is legal: those where just that is, if there are any."""
        worlds = self.worlds()
        fits = np.zeros(len(worlds), dtype=np.bool_)
        self.backend.call("where_legal", worlds, self._context, choices, self._outcomes, fits)
        return worlds[np.resize(np.flatnonzero(fits), len(worlds))] if fits.any() else worlds

    def _following(self, worlds: Array, sight: Sight) -> Array | None:
        """What worlds come to by a transition; None if none is left."""
        following, shares = np.empty_like(worlds), np.zeros(self.count, dtype=np.int64)
        for attempt in range(ATTEMPTS if len(self._kinds) > 1 else 1):
            self._exchange(worlds, sight, attempt)
            self.backend.call("believe", worlds, following, shares, sight.look, self.seat, sight.event, self._context,
                              self._scratch, self._outcomes, self._weights, self._notes)
            self.backend.clear(self._context)
            if shares.any():
                break
        else:
            return None
        self._look = sight.look
        if (shares == shares[0]).all():
            return following
        # As many places as there are worlds, as far apart from each other, and each falls to a world by how likely it is.
        sums = np.cumsum(shares)
        first = self._lots.randrange(int(sums[-1]))
        places = (first + np.arange(self.count) * int(sums[-1])) // self.count
        return following[np.searchsorted(sums, places, side="right")]

    def _exchange(self, worlds: Array, sight: Sight, attempt: int) -> None:
        """Let things change places: at random first, and then towards what was seen, where no world would have come to it."""
        if attempt == 0:
            self._shuffle(worlds, EXCHANGES)
        elif len(self._kinds) > 1:
            self.backend.call("approach", worlds, DIRECTED << attempt - 1, self._look, sight.look, self.seat, sight.event,
                              self._spots, self._kinds, self._context, self._scratch, self._outcomes, self._weights, self._notes)
        self.backend.clear(self._context)

    def _shuffle(self, worlds: Array, moves: int) -> None:
        """Let things change places at random in each world."""
        if len(self._kinds) > 1:
            self.backend.call("exchange", worlds, moves, self._look, self.seat, self._spots, self._kinds, self._context,
                              self._scratch, self._notes)
            self.backend.clear(self._context)


def spots_of(kind: Type) -> tuple[Array, Array]:
    """Where things can lie that there are several places for (`Spot`), and where those of each kind begin.

    A kind is an enum of which a bag or a pile has members: others name something, and are no things that change places.
    """
    found = defaultdict[type[IntEnum], list[tuple[int, ...]]](list)
    things, holder = set[type[IntEnum]](), -1
    for holder, (enum, is_several, rows) in enumerate(_holders(kind)):
        found[enum] += [(holder, *row) for row in rows]
        if is_several:
            things.add(enum)
    kept = [rows for enum, rows in found.items() if enum in things and len({row[0] for row in rows}) > 1]
    begins = np.cumsum([0, *(len(rows) for rows in kept)])
    return np.array([row for rows in kept for row in rows], dtype=np.int64).reshape(-1, len(Spot)), begins.astype(np.int64)


def _holders(kind: Type, base: int = 0) -> Iterator[tuple[type[IntEnum], bool, list[tuple[int, ...]]]]:
    """Each bag, pile and field of members of an enum: which enum, whether it can hold several, and its spots."""
    if isinstance(kind, RecordType):
        for _, field_type in kind.fields:
            yield from _holders(field_type, base)
            base += width(field_type)
    elif isinstance(kind, RowType):
        for index in range(kind.size):
            yield from _holders(kind.item, base + index * width(kind.item))
    elif isinstance(kind, BagType):
        yield kind.kind.enum, True, [(base + member, member, 0, -1, 0, 0, kind.high) for member in range(kind.kind.high + 1)]
    elif isinstance(kind, PileType) and isinstance(kind.item, EnumType):
        range_of_item = kind.item.low, kind.item.high
        yield kind.item.enum, True, [(base + 1 + index, -1, kind.item.first, base, index, *range_of_item)
                                     for index in range(kind.size)]
    elif isinstance(kind, EnumType):
        yield kind.enum, False, [(base, -1, kind.first, -1, 0, kind.low, kind.high)]
