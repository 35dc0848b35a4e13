"""The arrays of an exact search: packed states, parent links, and an open-addressing table of state numbers.

All of them start small and grow with what is found: the arrays where they are, the tables when they are four fifths full.  These
grow by half; where a state is a word or two, which is entered so quickly that entering all of them anew is a fifth of the work,
they double, and small ones grow to four times as many.  Before anything grows it is asked whether the process may hold so much,
and whether there is the time to fill a table anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from attrs import frozen

from verifier import clock
from verifier.run.backend import Backend
from verifier.search.growing import Growing
from verifier.search.limits import Ending, Watch

Array = Any
TABLE_FIRST = 1 << 14
QUADRUPLED_MOST = 1 << 20  # places: four times as many take 16 MB
STATES_MOST = 2**31 - 2  # their numbers are 32 bits wide
_LINES = 128  # bytes: two lines, which some processors fetch together
_GROWTHS = (2.0, 1.25, 1.0)  # where the system has no more to reserve, less will do


class _Table:
    """Entries, and how long it takes to enter one anew, in seconds, as last seen."""

    def __init__(self, places: int) -> None:
        self._memory = Growing(places, np.int32)
        self.seconds = 0.0

    @property
    def array(self) -> Array:
        return self._memory.array

    def renew(self, places: int) -> None:
        """Have so many places, all free.  What is entered stands elsewhere too: the old table need not be held beside the new."""
        self._memory = Growing(1, np.int32)
        self._memory = Growing(places, np.int32)


def apart(*shape: int, dtype: type = np.int64) -> Array:
    """An array of zeros that has its lines of a processor's cache for itself: threads wait when they write to one line."""
    size, beside = int(np.prod(shape)), _LINES // np.dtype(dtype).itemsize
    return np.zeros(beside + size + beside, dtype=dtype)[beside:beside + size].reshape(shape)


@frozen(eq=False)
class Workplace:
    """What a kernel needs of its own while it expands states: room for states, events with their weights, and a batch of rows."""

    scratch: Array
    out: Array
    weights: Array
    packed: Array
    found: Array
    hashes: Array
    facts: Array

    @classmethod
    def of(cls, backend: Backend) -> Workplace:
        """A new one."""
        room, row, part = (backend.constant(name) for name in ("EVENT_ROOM", "ROW", "PART"))
        batch, width = backend.constant("BATCH") * room, row * max(1, part)
        return cls(apart(5, max(backend.constant("CELLS"), width)), apart(room), apart(room), apart(batch, width),
                   apart(batch, row, dtype=np.int32 if part else np.int64), apart(batch, 1 + row), apart(batch, 5))


class Tables:
    """State number -> row of the store, parent, event and status; row -> state number.  Parts of states likewise.

    A state costs what its row has, 6 bytes (7 where a game has many events) and 5 to 7.5 bytes of the table (10 where it is
    no row of parts); with edges, 12 bytes for each transition; where states are compared as a game declares, 10 to 12.5 bytes
    more.  Parts cost as much as a state and its place in a table, but many states share them.  Arrays are other objects after
    `make_room`.
    """

    def __init__(self, backend: Backend, *, edges: bool = False, queue: bool = False, compared: bool = False) -> None:
        self.backend = backend
        room, row, part = (backend.constant(name) for name in ("EVENT_ROOM", "ROW", "PART"))
        self._batch = batch = backend.constant("BATCH") * room
        number = np.int32 if part else np.int64
        spare = 2 * batch
        self._store = Growing(spare, number, row)
        self._parent, self._via = Growing(spare, np.int32), Growing(spare, _event_type(backend.constant("EVENTS")))
        self._node = Growing(spare, np.int8)
        self._queue = Growing(spare if queue else 1, np.int32)
        self._depth = Growing(spare if queue else 1, np.int32)
        self._edges = Growing(spare if edges else 1, np.int32, 3)
        self._chain = Growing(spare if compared else 1, np.int32)
        self._beaten = Growing(spare if compared else 1, np.int8)
        self._heads = _Table(max(TABLE_FIRST, 2 * spare) if compared else 1)
        self._compared = compared
        self._beside: list[Growing] = [*([self._depth] if queue else []), *([self._chain, self._beaten] if compared else [])]
        self._table = _Table(max(TABLE_FIRST, 2 * spare))
        self._part_rows = row if part else 0
        self._parts = Growing(spare * row if part else 1, np.int64, max(1, part))
        self._places = _Table(max(TABLE_FIRST, 2 * spare * row) if part else 1)
        self.counts = apart(1)
        self.workplace = Workplace.of(backend)
        self.rehash: Callable[[Array, int, Array], object] | None = None  # what threads use instead of the kernel
        self.scratch, self.facts = self.workplace.scratch, self.workplace.facts
        self.out, self.weights = self.workplace.out, self.workplace.weights

    @property
    def store(self) -> Array:
        """The states, each a row."""
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
    def table(self) -> Array:
        """The entries that find states."""
        return self._table.array

    @property
    def parts(self) -> Array:
        """The parts of states."""
        return self._parts.array

    @property
    def places(self) -> Array:
        """The entries that find parts."""
        return self._places.array

    @property
    def queue(self) -> Array:
        """The states that wait, of a depth-first search."""
        return self._queue.array

    @property
    def depth(self) -> Array:
        """How far each state is from the start, in a depth-first search."""
        return self._depth.array

    @property
    def chains(self) -> tuple[Array, Array, Array]:
        """What kernels take that look for better states (`verifier.run.kernels.dominance`): heads, chain, beaten."""
        return self._heads.array, self._chain.array, self._beaten.array

    @property
    def edges(self) -> Array:
        """From, to and event of each transition; the last row says where a search stopped for a property."""
        return self._edges.array

    @property
    def visited(self) -> tuple[Array, ...]:
        """What kernels take that look for states and add them."""
        return self.store, self.parent, self.via, self.node, self.table, self.parts, self.places, self.counts

    @property
    def stored(self) -> tuple[Array, Array]:
        """What kernels take that read states."""
        return self.store, self.parts

    @property
    def rows(self) -> tuple[Array, Array, Array]:
        """What kernels take to make rows in: packed states, rows, hashes."""
        return self.workplace.packed, self.workplace.found, self.workplace.hashes

    @property
    def capacity(self) -> int:
        """How many states there is room for without growing."""
        return len(self._node.array)

    def beside(self, dtype: type, width: int | None = None) -> Growing:
        """Another number (or a row of so many) for each state, in an array that grows with the others."""
        grown = Growing(self.capacity, dtype, width)
        self._beside.append(grown)
        return grown

    def enter_start(self, state: Array, status: int, control: Array, *, interchange: bool = False) -> None:
        """Make a state the first one; with `interchange`, the canonical one of those that are equivalent."""
        if interchange:
            state = state.copy()
            self.backend.call("canonical", state)
        self.backend.call("enter_start", state, status, *self.visited, self.scratch, *self.rows, control)
        self._chain.array[0] = self._beaten.array[0] = 0
        self.depth[0] = 0
        self.queue[0] = 0

    def enter_states(self, words: Array, context: Array, control: Array, watch: Watch) -> Ending | None:
        """Make packed states the first ones, in their order, each of them once; a limit that stands against it."""
        for begin in range(0, len(words), self._batch):
            if ending := self.make_room(begin, watch):
                return ending
            self.backend.call("enter_states", context, words, begin, min(len(words), begin + self._batch), *self.visited,
                              self.scratch, *self.rows, control)
        return None

    def list_states(self, numbers: Array) -> None:
        """Have the queue list these states, in place of what it had."""
        if len(numbers) > len(self._queue.array):
            self._queue.grow(2 * len(numbers))
        self._queue.array[:len(numbers)] = numbers

    def order_edges(self, count: int) -> None:
        """Put the first so many edges in the order of the states that they leave; those of one stay as they are."""
        edges = self._edges.array[:count]
        edges[:] = edges[np.argsort(edges[:, 0], kind="stable")]

    def make_room(self, count: int, watch: Watch, *, more: int | None = None, edges: int = 0, queued: int = 0,
                  threads: int = 1) -> Ending | None:
        """Make room for `more` states (default: those of a batch) beside the `count` there are, and for edges and queue.

        Parts have room for those of a batch for each of the `threads`.

        When there is no room for that, the limit that stands against it; what there is can still be read, and nothing added.
        """
        more = self._batch if more is None else more
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
            parts = int(self.counts[0])
            parts_needed = parts + threads * (self._batch * self._part_rows + 1)
            _grow(self._parts, parts_needed if self._part_rows else 1)
            return self._widen(self._table, self._rehash, self.store, count, needed, watch) or self._widen(
                self._heads, self._rechain, self.store, count, needed if self._compared else 0, watch) or self._widen(
                self._places, partial(self.backend.call, "rehash_parts"), self.parts, parts,
                parts_needed if self._part_rows else 0, watch)
        except MemoryError:
            return "memory"

    def _rehash(self, rows: Array, count: int, table: Array) -> None:
        if self.rehash is None:
            self.backend.call("rehash", rows, count, table)
        else:
            self.rehash(rows, count, table)

    def _rechain(self, rows: Array, count: int, heads: Array) -> None:
        self.backend.call("rechain", rows, self.parts, count, heads, self._chain.array, self.scratch)

    def _widen(self, table: _Table, rehash: Callable[[Array, int, Array], object], rows: Array, count: int, needed: int,
               watch: Watch) -> Ending | None:
        """Give a table half as many places more, or as many as it takes, if so many entries would fill more than four fifths.

        Where states are small it gets as many more as it has (three times as many, while that is little), if the process may hold
        so much.
        """
        places = len(table.array)
        if needed * 5 <= places * 4:
            return None
        more = max(places // 2, needed * 5 // 4 + 1 - places)
        generous = max(more, 3 * places if places <= QUADRUPLED_MOST else places)
        if not self._part_rows and watch.has_memory(generous * table.array.itemsize):
            more = generous
        if not watch.has_time(table.seconds * count):
            return "seconds"
        if not watch.has_memory(more * table.array.itemsize):
            return "memory"
        began = clock.seconds()
        table.renew(places + more)
        rehash(rows, count, table.array)
        table.seconds = (clock.seconds() - began) / max(count, 1)
        return None

    def forget_entries(self, count: int) -> None:
        """Have the table find the first `count` states and nothing else."""
        self._table.renew(len(self.table))
        self._rehash(self.store, count, self.table)

    def clear(self, control: Array) -> None:
        """Forget every state."""
        self.table.fill(0)
        self._heads.array.fill(0)
        control[:] = 0

    def state(self, number: int) -> Array:
        """A stored state as a state array."""
        state = self.backend.blank()
        self.backend.call("state_at", *self.stored, number, self.scratch, state)
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


def _event_type(events: int) -> type:
    return np.uint8 if events < 2**8 else np.int16 if events < 2**15 else np.int32
