"""One decision ahead, by weights that were learned from games."""

from __future__ import annotations

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from verifier.policy.desk import Desk
from verifier.policy.network import Weights
from verifier.policy.table import Seen

Array = NDArray[np.int64]


@define(eq=False)
class Learned:
    """The decision after which the game is worth most on the average of what chance brings, by weights that were learned."""

    desk: Desk
    weights: Weights
    _arrays: tuple[Array, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._arrays = self.weights.arrays()

    def decide(self, seen: Seen, lot: int) -> int:
        desk = self.desk
        desk.begin(lot)
        if seen.blind is not None:
            return desk.call_blind("judging_blind", seen, seen.blind, lot, desk.notes, *self._arrays)
        return desk.call("judging_by_lot", seen, desk.left(seen), desk.legal, desk.notes, *self._arrays)
