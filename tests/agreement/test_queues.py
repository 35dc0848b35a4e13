"""The queues of best-first search give states in the order of a sorted list, compiled and interpreted."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.games.network.drawn import native
from verifier.run.native import Native
from verifier.search.best_first import Queue, _ordered
from verifier.search.growing import Growing

STATES = 3_000  # more than a queue has room for at first


@pytest.mark.parametrize("engine", ["native", "interpreted"])
@pytest.mark.parametrize("seed", range(4))
def test_a_queue_is_a_sorted_list(seed: int, engine: str) -> None:
    random, backend = Random(seed), native() if engine == "native" else Native(native().program, "interpreted")
    keys = np.array([random.randrange(-20, 20) for _ in range(STATES)], dtype=np.int64)
    ties, done = Growing(STATES, np.int32), np.zeros(STATES, dtype=np.int8)
    ties.array[:] = [random.randrange(3) for _ in range(STATES)]
    bounds = np.array([random.randrange(4) for _ in range(STATES)], dtype=np.int64)
    queue = Queue(backend, np.zeros(2, dtype=np.int64), 1, ties)
    waiting: set[int] = set()
    entered = picked = 0
    while entered < STATES or waiting:
        some = np.arange(entered, min(STATES, entered + random.randrange(400)), dtype=np.int32)
        queue.enter(keys[some], some)
        entered += len(some)
        waiting |= set(some.tolist())
        for number in random.sample(sorted(waiting), len(waiting) // 10):  # done by another queue
            done[number] = 1
            waiting.remove(number)
        in_order = sorted(waiting, key=lambda number: (keys[number], -ties.array[number], number))
        assert queue.least_key(done) == (keys[in_order[0]] if in_order else None)
        most, best = random.randrange(1, 300), random.randrange(3)
        picks = queue.leave(most, done, bounds, best).tolist()
        hopeful = [number for number in in_order if bounds[number] > best]
        assert picks == hopeful[:most]
        left = in_order[:in_order.index(picks[-1]) + 1] if len(picks) == most else in_order
        assert all(done[number] for number in left)
        waiting -= set(left)
        picked += len(picks)
    assert picked > STATES // 4


def test_keys_are_in_the_order_of_their_values() -> None:
    values = np.array([-1e300, -2.5, -2.0, -1e-9, -0.0, 0.0, 1e-9, 2.0, 2.5, 1e300])
    keys = _ordered(values).tolist()
    assert keys == sorted(keys) and len(set(keys)) == len(values) - 1
