"""Room that kernels need to think and to learn in, and the tables that they read."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from verifier.lang.layout import slots
from verifier.run.backend import Backend

Array = NDArray[np.int64]
STAGES = 12  # how many times chance can come into it between two decisions, where outcomes are weighed


def paces(count: int) -> Array:
    """For each number n of tries below `count`: sqrt(ln(n + 1)) in units of 1/1,024, and 1 / sqrt(n) in units of 1/65,536."""
    return np.array([(round(1024 * sqrt(log(number + 1))), round(65536 / sqrt(max(1, number)))) for number in range(count)],
                    dtype=np.int64)


def room_to_weigh(backend: Backend) -> tuple[Array, ...]:
    """Room in which kernels weigh what chance can bring, outcome by outcome (`kernels/means.py`)."""
    outs, weights = (np.zeros((STAGES, backend.constant("EVENT_ROOM")), dtype=np.int64) for _ in range(2))
    return backend.blank(STAGES), outs, weights, np.zeros((STAGES, 4), dtype=np.int64)


def room_for_states(backend: Backend, count: int) -> tuple[Array, Array, Array]:
    """Room for so many states, what is noted of each, and the grades of games, as kernels that play to learn fill it."""
    highest = max(max(-each.low, each.high) for each in slots(backend.program.game.state_type))
    states = np.zeros((count, backend.constant("SLOTS")), dtype=np.int16 if highest < 2**15 else np.int32)
    return states, np.zeros((count, 4), dtype=np.int64), np.zeros(count, dtype=np.int64)
