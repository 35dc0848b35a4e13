"""Threads of which one goes on at a time, and at each look at what they share another one may be drawn: any interleaving, again.

For interpreted kernels, which Python would interleave in its own way, and never the same.  What a kernel does between two calls
of `seen`, `swapped` and `added` counts as one step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from threading import Semaphore, Thread
from typing import Any

import pytest

from verifier.run.native import Native
from verifier.search import together

SHARED = ("seen", "swapped", "added")


class Interleaved:
    """What takes the place of `together.Threads`; `switches` counts how often another thread went on."""

    def __init__(self, random: Random) -> None:
        self.random, self.switches = random, 0
        self._turns: list[Semaphore] = []
        self._alive: list[int] = []
        self._current = -1
        self.count = 0

    def of(self, count: int) -> Interleaved:
        """So many threads."""
        self.count = count
        return self

    def run(self, calls: Sequence[Callable[[], object]]) -> None:
        """Make the calls, a step of one and a step of another."""
        assert len(calls) <= self.count and self._current < 0
        raised: list[BaseException] = []
        self._turns, self._alive = [Semaphore(0) for _ in calls], list(range(len(calls)))

        def work(index: int, call: Callable[[], object]) -> None:
            self._turns[index].acquire()
            try:
                call()
            except BaseException as error:
                raised.append(error)
            self._alive.remove(index)
            if self._alive:
                self._go_on(self.random.choice(self._alive))

        threads = [Thread(target=work, args=(index, call)) for index, call in enumerate(calls)]
        for thread in threads:
            thread.start()
        self._go_on(self.random.choice(self._alive))
        for thread in threads:
            thread.join()
        self._current = -1
        if raised:
            raise raised[0]

    def _go_on(self, index: int) -> None:
        self._current = index
        self._turns[index].release()

    def pause(self) -> None:
        """Before a look at what is shared: perhaps another thread goes on first."""
        me = self._current
        if me >= 0 and self.random.random() < 0.5 and (next_one := self.random.choice(self._alive)) != me:
            self.switches += 1
            self._go_on(next_one)
            self._turns[me].acquire()

    def close(self) -> None:
        """Nothing waits between the rounds."""


@contextmanager
def interleaved(native: Native, seed: int) -> Iterator[Interleaved]:
    """Threads of an interpreted execution, for rounds however small, that take two states at a time."""
    names: dict[str, Any] = native.module.__dict__
    before = {name: names[name] for name in SHARED}
    threads = Interleaved(Random(seed))

    def pausing(name: str) -> Callable[..., Any]:
        def paused(*arguments: Any) -> Any:
            threads.pause()
            return before[name](*arguments)

        return paused

    with pytest.MonkeyPatch.context() as patch:
        for name in SHARED:
            patch.setitem(names, name, pausing(name))
        patch.setattr(together, "Threads", threads.of)
        patch.setattr(together, "ROUND_LEAST", 0)
        patch.setattr(together, "NOTES", 1)
        patch.setattr(together, "TAKE", 2)
        patch.setattr(Native, "is_machine_code", property(lambda native: True))
        yield threads
