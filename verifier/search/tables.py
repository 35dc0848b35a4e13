"""The arrays of an exact search: packed states, parent links, and an open-addressing table of state numbers.

All of them start small and grow with what is found: the arrays where they are, the table by doubling when it is three quarters
full.  Before anything grows it is asked whether the process may hold so much, and whether there is the time to fill a table anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from verifier import clock
from verifier.run.backend import Backend
from verifier.run.control import Exploring
from verifier.search.growing import Growing
from verifier.search.limits import Ending, Watch

Array = Any
TABLE_FIRST = 1 << 14
STATES_MOST = 2**31 - 2  # their numbers are 32 bits wide
_GROWTHS = (2.0, 1.25, 1.0)  # where the system has no more to reserve, less will do


class Tables:
    """State number -> packed state, parent, event and status; packed state -> state number.

    A state costs 8 * WORDS + 7 bytes and 10.7 to 21.3 bytes of the table; with edges, 12 bytes for each transition.  Arrays are
    other objects after `make_room`.
    """

    def __init__(self, backend: Backend, *, edges: bool = False, queue: bool = False) -> None:
        self.backend = backend
        self.words = backend.constant("WORDS")
        room = backend.constant("EVENT_ROOM")
        spare = 2 * room * backend.constant("BATCH")
        self._store = Growing(spare, np.int64, self.words)
        self._parent, self._via, self._node = Growing(spare, np.int32), Growing(spare, np.int16), Growing(spare, np.int8)
        self._queue = Growing(spare if queue else 1, np.int32)
        self._depth = Growing(spare if queue else 1, np.int32)
        self._edges = Growing(spare if edges else 1, np.int32, 3)
        self._beside: list[Growing] = [self._depth] if queue else []
        self.table = np.full(max(TABLE_FIRST, 1 << (2 * spare).bit_length()), -1, dtype=np.int64)
        self._rehash_seconds = 0.0  # for a state, when last seen
        self.scratch = backend.blank(3)
        self.out = np.zeros(room, dtype=np.int64)
        self.weights = np.zeros(room, dtype=np.int64)
        self.packed = np.zeros(self.words, dtype=np.int64)
        batch = backend.constant("BATCH") * room
        self.found = np.zeros((batch, self.words), dtype=np.int64)
        self.hashes = np.zeros(batch, dtype=np.int64)
        self.facts = np.zeros((batch, 4), dtype=np.int64)

    @property
    def store(self) -> Array:
        """The packed states."""
        return self._store.array

    @property
    def parent(self) -> Array:
        """The state that each was found from; -1 for the start."""
        return self._parent.array

    @property
    def via(self) -> Array:
        """The event that led from there."""
        return self._via.array

    @property
    def node(self) -> Array:
        """The status of each state."""
        return self._node.array

    @property
    def queue(self) -> Array:
        """The states that wait, of a depth-first search."""
        return self._queue.array

    @property
    def depth(self) -> Array:
        """How far each state is from the start, in a depth-first search."""
        return self._depth.array

    @property
    def edges(self) -> Array:
        """From, to and event of each transition; the last row says where a search stopped for a property."""
        return self._edges.array

    @property
    def capacity(self) -> int:
        """How many states there is room for without growing."""
        return len(self._node.array)

    def beside(self, dtype: type) -> Growing:
        """Another number for each state, in an array that grows with the others."""
        grown = Growing(self.capacity, dtype)
        self._beside.append(grown)
        return grown

    def enter_start(self, state: Array, status: int, control: Array, *, interchange: bool = False) -> None:
        """Make a state the first one; with `interchange`, the canonical one of those that are equivalent."""
        if interchange:
            state = state.copy()
            self.backend.call("canonical", state)
        self.backend.call("pack", state, self.packed)
        h = self.backend.call("hash_of", self.packed)
        self.backend.call("add_state", self.packed, h, status, -1, -1, self.store, self.parent, self.via, self.node, self.table,
                         control)
        self.depth[0] = 0
        self.queue[0] = 0
        control[Exploring.QUEUED] = 1

    def make_room(self, count: int, watch: Watch, *, more: int | None = None, edges: int = 0, queued: int = 0) -> Ending | None:
        """Make room for `more` states (default: those of a batch) beside the `count` there are, and for edges and queue.

        When there is no room for that, the limit that stands against it; what there is can still be read, and nothing added.
        """
        more = len(self.found) if more is None else more
        needed = count + more
        if needed > STATES_MOST:
            return "memory"
        try:
            for array in (self._store, self._parent, self._via, self._node, *self._beside):
                _grow(array, needed)
            if len(self._edges.array) > 1:
                _grow(self._edges, edges + more + 1)
            if len(self._queue.array) > 1:
                _grow(self._queue, queued + more)
            return self._widen(count, needed, watch)
        except MemoryError:
            return "memory"

    def _widen(self, count: int, needed: int, watch: Watch) -> Ending | None:
        """Double the table until so many states fill it no more than three quarters."""
        size = len(self.table)
        while needed * 4 > size * 3:
            size *= 2
        if size == len(self.table):
            return None
        if not watch.has_time(self._rehash_seconds * count):
            return "seconds"
        if not watch.has_memory(8 * (size - len(self.table))):
            return "memory"
        began = clock.seconds()
        self.table = np.empty(0, dtype=np.int64)  # every state is in the store: the old table need not be held beside the new
        self.table = np.full(size, -1, dtype=np.int64)
        self.backend.call("rehash", self.store, count, self.table)
        self._rehash_seconds = (clock.seconds() - began) / max(count, 1)
        return None

    def clear(self, control: Array) -> None:
        """Forget every state."""
        self.table.fill(-1)
        control[:] = 0

    def state(self, number: int) -> Array:
        """A stored state as a state array."""
        state = self.backend.blank()
        self.backend.call("unpack", self.store[number], state)
        return state

    def events_to(self, number: int) -> list[int]:
        """The events on the recorded way from the start to a state."""
        events: list[int] = []
        while self.parent[number] >= 0:
            events.append(int(self.via[number]))
            number = int(self.parent[number])
        return events[::-1]


def _grow(array: Growing, needed: int) -> None:
    """Room for so many rows, and for more to come; MemoryError when there is not even that much."""
    rows = len(array.array)
    for growth in _GROWTHS if needed > rows else ():
        try:
            return array.grow(max(needed, int(growth * rows)))
        except MemoryError:
            if growth == _GROWTHS[-1]:
                raise
    return None
