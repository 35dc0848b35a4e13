"""Threads that expand the states of a layer together; every number is the one that a single thread would give.

Machine code runs without Python's lock, so that calls of it in several threads use several cores.  A search of few states never
starts a thread: `ROUND_LEAST` is what it takes to be worth the tenth of a millisecond that they need to begin and to end.
What they do within a round, and why the numbers are the same, is told in `verifier.run.kernels.together`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np

from verifier.run.backend import Backend
from verifier.run.control import Asked, Exploring, Together, Why
from verifier.search.limits import Watch
from verifier.search.tables import Tables, Workplace, apart

Array = Any
Call = Callable[[], object]
ROUND_LEAST = 512  # states for each thread
BATCHES_MOST = 4096  # of a round
NOTES = 1 << 15  # for each thread: a megabyte or two
TAKE = 32  # states at a time, or as many as a kernel expands together if these are fewer
PLACES_MOST = 2**31 - 1  # of the table: notes have 32 bits for them


class Threads:
    """So many calls at a time: one here, the others in threads that wait for the next.  They start with the first calls."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._inboxes: list[SimpleQueue[Call | None]] = []
        self._threads: list[Thread] = []
        self._ended: SimpleQueue[BaseException | None] = SimpleQueue()

    def run(self, calls: Sequence[Call]) -> None:
        """Make at most `count` calls at the same time; when all have ended, raises what one of them raised."""
        while len(self._threads) < len(calls) - 1:
            self._inboxes.append(SimpleQueue())
            self._threads.append(Thread(target=self._work, args=(self._inboxes[-1],), daemon=True))
            self._threads[-1].start()
        for inbox, call in zip(self._inboxes, calls[1:], strict=False):
            inbox.put(call)
        raised: list[BaseException | None] = []
        try:
            calls[0]()
        finally:
            raised = [self._ended.get() for _ in calls[1:]]
        for error in raised:
            if error is not None:
                raise error

    def _work(self, inbox: SimpleQueue[Call | None]) -> None:
        while (call := inbox.get()) is not None:
            raised: BaseException | None = None
            try:
                call()
            except BaseException as error:
                raised = error
            del call  # its arrays grow where they are only if nobody looks at them
            self._ended.put(raised)
            del raised

    def close(self) -> None:
        """Wait until no thread works any more."""
        for inbox in self._inboxes:
            inbox.put(None)
        for thread in self._threads:
            thread.join()
        self._threads, self._inboxes = [], []


class _Hand:
    """What one thread has of its own."""

    def __init__(self, backend: Backend, context: Array) -> None:
        self.context, self.place = apart(len(context)), Workplace.of(backend)
        self.context[:] = context
        self.control = apart(max(Exploring) + 1)

    def begin(self, control: Array, notes: int, room: int) -> None:
        """A round begins, and notes go where it is said."""
        spare = self.control[Exploring.SPARE]
        self.control[:] = 0
        self.control[Exploring.STATES], self.control[Exploring.NEXT] = control[Exploring.STATES], control[Exploring.NEXT]
        self.control[Exploring.NOTES], self.control[Exploring.NOTES_END] = notes, notes + room
        self.control[Exploring.SPARE] = spare


class Notes:
    """The notes of a round, with the batches that they are of; of one that expands alone, none."""

    def __init__(self, backend: Backend, rows: int = 1, batches: int = 1) -> None:
        row, part = backend.constant("ROW"), backend.constant("PART")
        self.noted = np.zeros((rows, row), dtype=np.int32 if part else np.int64)
        self.notes = np.zeros((rows, 4), dtype=np.int32)
        self.holds = np.zeros(rows, dtype=np.int8)
        self.batches = np.zeros((batches, 4), dtype=np.int64)
        self.together = apart(len(Together))

    @property
    def arrays(self) -> tuple[Array, ...]:
        """What kernels take that expand."""
        return self.noted, self.notes, self.holds, self.batches, self.together


class Crew:
    """Threads for one breadth-first search, whose arrays they share."""

    def __init__(self, backend: Backend, tables: Tables, context: Array, threads: int) -> None:
        self.backend, self.tables, self.threads = backend, tables, Threads(threads)
        self.take = min(TAKE, backend.constant("BATCH"))
        self.successors = self.take * backend.constant("EVENT_ROOM")  # of what a thread takes, at most
        self.room = max(NOTES, 4 * self.successors)  # for notes, of each thread
        self._context, self._hands, self._notes = context, list[_Hand](), Notes(backend)

    def until(self, control: Array, switches: Array) -> int:
        """Up to which state a round would go now; 0 where that is not worth it."""
        first, count = int(control[Exploring.NEXT]), self.threads.count
        until = min(int(switches[Asked.UP_TO]), first + int(switches[Asked.MOST]), first + BATCHES_MOST * self.take)
        return until if until - first >= ROUND_LEAST * count and self._notes_each(control, switches) >= self.successors else 0

    def _notes_each(self, control: Array, switches: Array) -> int:
        """For how many notes each thread has room, so that there are never as many states as there may be."""
        if switches[Asked.STATES] < 0:
            return self.room
        return min(self.room, int(switches[Asked.STATES] - control[Exploring.STATES] - 1) // self.threads.count)

    def has_room(self, control: Array, watch: Watch) -> bool:
        """Make room for what a round can find; False where a limit stands against it."""
        count = self.threads.count
        ending = self.tables.make_room(int(control[Exploring.STATES]), watch, more=count * self.room, threads=count,
                                       edges=int(control[Exploring.EDGES]))
        return ending is None and len(self.tables.table) <= PLACES_MOST

    def expand(self, control: Array, switches: Array, until: int, call: Callable[..., Call]) -> bool:
        """Expand states up to one, or as many as there is room for; False, with nothing done, where a search stops at something.

        `call` makes the call of one thread, from what it has of its own, the switches and the notes.
        """
        if not self._hands:
            self._prepare()
        count, tables, notes, known = self.threads.count, self.tables, self._notes, int(control[Exploring.STATES])
        first, room, asked = int(control[Exploring.NEXT]), self._notes_each(control, switches), switches.copy()
        asked[Asked.UP_TO], asked[Asked.THREADS], asked[Asked.TAKE] = until, count, self.take
        notes.together[:] = 0
        notes.together[[Together.FIRST, Together.TAKEN]] = first
        for index, hand in enumerate(self._hands):
            hand.begin(control, index * self.room, room)
        self.threads.run([call(hand.context, asked, hand.control, hand.place, notes) for hand in self._hands])
        if any(hand.control[Exploring.WHY] == Why.FAILED for hand in self._hands):
            tables.forget_entries(known)
            return False
        done = min(until, int(notes.together[Together.TAKEN]))
        batches = -(-(done - first) // self.take)
        after = control.copy()  # until everything is written, Ctrl-C leaves what was there before
        self.backend.call("count_round", batches, notes.batches, notes.holds, after)
        self._finish(batches, known)
        if switches[Asked.EDGES]:
            self._link(batches)
        after[Exploring.NEXT], after[Exploring.EXPANDED], after[Exploring.WHY] = done, done - first, Why.PAUSE
        after[Exploring.TRANSITIONS] += sum(int(hand.control[Exploring.TRANSITIONS]) for hand in self._hands)
        control[:] = after
        return True

    def _prepare(self) -> None:
        """Arrays for every thread; and kernels are compiled here, since several threads would compile them several times."""
        count = self.threads.count
        self._hands = [_Hand(self.backend, self._context) for _ in range(count)]
        self._notes = Notes(self.backend, count * self.room, BATCHES_MOST)
        self._finish(0, 0)
        self._link(0)
        self._rehash(self.tables.store, 0, np.zeros(1, dtype=np.int32))
        self.tables.rehash = self._rehash

    def _rehash(self, store: Array, count: int, table: Array) -> None:
        together = self._notes.together
        together[Together.REHASHED] = 0
        table.fill(0)  # memory that is read before it is written to makes the system stop every thread, page by page
        self._everywhere(count, "rehash_together", store, count, table, together)

    def _finish(self, batches: int, known: int) -> None:
        tables, notes = self.tables, self._notes
        self._everywhere(batches, "number_batches", batches, known, notes.batches, notes.noted, notes.notes, notes.holds,
                         tables.store, tables.parent, tables.via, tables.node, tables.table, notes.together)

    def _link(self, batches: int) -> None:
        tables, notes = self.tables, self._notes
        self._everywhere(batches, "link_batches", batches, notes.batches, notes.notes, tables.table, tables.edges, notes.together)

    def _everywhere(self, work: int, name: str, *arguments: Any) -> None:
        """Call a kernel in every thread, or here alone if there is no work."""
        self.threads.run([partial(self.backend.call, name, *arguments)] * (self.threads.count if work else 1))

    def close(self) -> None:
        """Wait until no thread works any more."""
        self.tables.rehash = None
        self.threads.close()
