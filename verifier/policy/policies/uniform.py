"""Every legal decision is equally likely."""

from __future__ import annotations

from attrs import define

from verifier.policy.desk import Desk, by_lot
from verifier.policy.table import Seen


@define(eq=False)
class Random:
    """Every legal decision is equally likely."""

    desk: Desk

    def decide(self, seen: Seen, lot: int) -> int:
        if seen.blind is not None:
            return by_lot(seen.blind.choices, lot)
        if seen.choices is not None:
            return by_lot(seen.choices, lot)
        desk = self.desk
        count = int(desk.backend.call("call_legal_events", seen.state, desk.context, desk.legal))
        desk.backend.clear(desk.context)
        return by_lot(desk.legal[:count], lot)
