"""The arrays of an exact search: packed states, parent links, and an open-addressing table of state numbers.

Large arrays are reserved at once and only touched as far as they are used, so that memory follows the states found; the
table doubles when it is three quarters full.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from verifier.run.native import Native
from verifier.search.limits import memory_default

Array = Any
TABLE_FIRST = 1 << 14


class Tables:
    """State number -> packed state, parent, event and status; packed state -> state number.

    A state costs 8 * WORDS + 7 bytes and 10.7 to 21.3 bytes of the table; with edges, 12 bytes for each transition.
    """

    def __init__(self, native: Native, *, states_max: int | None, memory_max: int | None, edges: bool, queue: bool) -> None:
        self.native = native
        self.words = native.constant("WORDS")
        self.memory_max = memory_max or memory_default()
        each = 8 * self.words + 7 + 22 + (8 if queue else 0)
        room = native.constant("EVENT_ROOM")
        spare = 2 * room * native.constant("BATCH")
        self.capacity = max(spare, min(self.memory_max // each, 2**31 - 2, (states_max or 2**31) + spare))
        self.store = np.empty((self.capacity, self.words), dtype=np.int64)
        self.parent = np.empty(self.capacity, dtype=np.int32)
        self.via = np.empty(self.capacity, dtype=np.int16)
        self.node = np.empty(self.capacity, dtype=np.int8)
        self.queue = np.empty(2 * self.capacity if queue else 1, dtype=np.int32)
        self.depth = np.empty(self.capacity if queue else 1, dtype=np.int32)
        self.edges = np.empty((min(4 * self.capacity, 2**28) if edges else 1, 3), dtype=np.int32)
        self.table = np.full(max(TABLE_FIRST, 1 << (2 * spare).bit_length()), -1, dtype=np.int64)
        self.scratch = native.blank(3)
        self.out = np.zeros(room, dtype=np.int64)
        self.weights = np.zeros(room, dtype=np.int64)
        self.packed = np.zeros(self.words, dtype=np.int64)
        batch = native.constant("BATCH") * room
        self.found = np.zeros((batch, self.words), dtype=np.int64)
        self.hashes = np.zeros(batch, dtype=np.int64)
        self.facts = np.zeros((batch, 4), dtype=np.int64)

    def enter_start(self, state: Array, status: int, control: Array) -> None:
        """Make a state the first one."""
        self.native.call("pack", state, self.packed)
        h = self.native.call("hash_of", self.packed)
        self.native.call("add_state", self.packed, h, status, -1, -1, self.store, self.parent, self.via, self.node, self.table,
                         control)
        self.depth[0] = 0
        self.queue[0] = 0
        control[8] = 1

    def grow(self, count: int) -> bool:
        """Double the table when that is what is full; False when the arrays themselves are."""
        return self.make_room(count, len(self.found))

    def make_room(self, count: int, more: int) -> bool:
        """Double the table until `more` states fit beside the `count` it holds; False when they already did."""
        size = len(self.table)
        while (count + more) * 4 > size * 3:
            size *= 2
        if size == len(self.table):
            return False
        self.table = np.full(size, -1, dtype=np.int64)
        self.native.call("rehash", self.store, count, self.table)
        return True

    def clear(self, control: Array) -> None:
        """Forget every state."""
        self.table.fill(-1)
        control[:] = 0

    def state(self, number: int) -> Array:
        """A stored state as a state array."""
        state = self.native.blank()
        self.native.call("unpack", self.store[number], state)
        return state

    def events_to(self, number: int) -> list[int]:
        """The events on the recorded way from the start to a state."""
        events: list[int] = []
        while self.parent[number] >= 0:
            events.append(int(self.via[number]))
            number = int(self.parent[number])
        return events[::-1]

    def bytes_used(self, count: int, edges: int) -> int:
        """Bytes touched by so many states and edges."""
        queue = 8 if len(self.depth) > 1 else 0
        return count * (8 * self.words + 7 + queue) + self.table.nbytes + edges * 12
