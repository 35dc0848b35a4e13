"""What the game's own estimate adds to what a state is worth: so much at some estimates, and in proportion between them.

A decision may change an estimate by little, and who decides has to see that: it is read off, not put in steps.  What other
functions of the state add is read off in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verifier.run.control import Judge

Array = NDArray[Any]
_AMONG, _BEYOND = 12, 4  # places among the estimates of some states, and on either side of them, twice as far out each
MOST = 1 << 34  # of an estimate: products with what is added fit in whole numbers
ADDED_MOST = 1 << 26
_FUNCTIONS_MOST = 1 << 10
_WIDE = 4  # how far apart the lowest and the highest lie, in units of log odds, as long as nothing is learned


def places_for(estimates: Array) -> Array:
    """Where it is learned what estimates add, by those of some states; nowhere if all are the same."""
    among = np.unique(np.quantile(estimates, np.linspace(0, 1, _AMONG), method="nearest")) if len(estimates) else estimates
    if len(among) < 2:
        return np.zeros(0, dtype=np.int64)
    apart = max(1, int(among[-1] - among[0]) // len(among)) << np.arange(_BEYOND)
    found: Array = np.unique(np.concatenate([among[0] - apart, among, among[-1] + apart])).astype(np.int64)
    return found[np.abs(found) <= MOST]


def parts_passed(places: Array, estimates: Array) -> Array:
    """Which part of the way from each place to the next estimates have behind them, 0 to 1: an estimate a row."""
    if len(places) < 2:
        return np.zeros((len(estimates), 0), dtype=np.float32)
    return np.clip((estimates[:, np.newaxis] - places[:-1]) / np.diff(places), 0, 1).astype(np.float32)


def all_passed(places: Sequence[Array], told: Array) -> Array:
    """As `parts_passed`, of several functions beside one another: `told` has what each of them says of a state in a row."""
    return np.concatenate([parts_passed(each, told[:, number]) for number, each in enumerate(places)], axis=1)


def with_steps(places: Array, steps: Array) -> Array:
    """The places, and what is added there, in whole numbers, by the steps from each to the next."""
    added = np.cumsum(np.concatenate([np.zeros(min(1, len(places))), steps])) * int(Judge.ONE) ** 2
    return np.stack([places, np.clip(np.rint(added), -ADDED_MOST, ADDED_MOST).astype(np.int64)])


def alone(places: Array) -> Array:
    """As `with_steps`, for whoever has learned nothing: in proportion from the lowest to the highest, around even odds."""
    found = with_steps(places, np.diff(places) * (_WIDE / max(1, int(places[-1] - places[0]))) if len(places) else np.zeros(0))
    found[1:] -= _WIDE * int(Judge.ONE) ** 2 // 2
    return found


def are_estimates(read: Array, learners: int) -> bool:
    """Whether what was read from a file is places and what so many learners add there."""
    if read.dtype != np.int64 or read.ndim != 2 or len(read) != 1 + learners or read.shape[1] == 1:
        return False
    is_small = bool((np.abs(read[0]) <= MOST).all() and (np.abs(read[1:]) <= ADDED_MOST).all())
    return is_small and bool((np.diff(read[0]) > 0).all())


def are_functions(read: Array, learners: int) -> bool:
    """Whether what was read from a file is what functions add: each function's rows together, two or more, its values rising."""
    if read.dtype != np.int64 or read.ndim != 2 or read.shape[1] != 2 + learners or len(read) == 1:
        return False
    numbers, places, added = read[:, 0], read[:, 1], read[:, 2:]
    is_small = bool(((numbers >= 0) & (numbers < _FUNCTIONS_MOST) & (np.abs(places) <= MOST)).all()) and bool(
        (np.abs(added) <= ADDED_MOST).all())
    same, rises = np.diff(numbers) == 0, np.diff(places) > 0
    counts = np.unique(numbers, return_counts=True)[1]
    return is_small and bool((np.diff(numbers) >= 0).all() and (rises | ~same).all() and (counts > 1).all())
