"""One decision ahead, by the game's own bound and estimate."""

from __future__ import annotations

from attrs import define

from verifier.policy.desk import Desk
from verifier.policy.table import Seen


@define(eq=False)
class Greedy:
    """The decision after which the game's own bound, and then its estimate, promise most on the average of what chance brings."""

    desk: Desk

    def decide(self, seen: Seen, lot: int) -> int:
        desk = self.desk
        desk.begin(lot)
        if seen.blind is not None:
            return desk.call_blind("promising_blind", seen, seen.blind, lot, desk.notes)
        return desk.call("promising_by_lot", seen, desk.left(seen), desk.legal, desk.notes)
