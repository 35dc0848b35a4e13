"""Looking ahead in a graph of what can come next, by learned weights where it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
from attrs import define
from numpy.typing import NDArray

from verifier.policy.desk import Desk, by_lot
from verifier.policy.network import Weights
from verifier.policy.room import room_to_weigh
from verifier.policy.table import PublicState, Seen
from verifier.run.control import Lead, Outlook, Worth

Array = NDArray[np.int64]
LOOKED_INTO = 8  # tables that may lie there, of who looks ahead from each of them
LEAVES = 256  # outcomes of chance that are weighed one by one
_EDGES_A_NODE = 16


@define(eq=False, slots=False)
class Expectimax:
    """The decision that is worth most by looking ahead in a graph of so many states, judged by learned weights where it ends.

    A state in which chance comes is judged by all that it can bring, if that is at most LEAVES outcomes, and else by samples.
    Where things are hidden, it looks ahead from some of the tables that may lie there, and takes the mean.
    """

    desk: Desk
    room: int  # of states
    weights: Weights

    def __attrs_post_init__(self) -> None:
        backend = self.desk.backend
        events = backend.constant("EVENT_ROOM")
        count = self.room + 1 + events  # the first decision is always looked at
        self.arrays = self.weights.arrays(2)
        self.nodes = np.zeros((count, len(Outlook)), dtype=np.int64)
        self.edges = np.zeros((count * _EDGES_A_NODE + events, len(Lead)), dtype=np.int64)
        self.room_to_think = (
            backend.blank(), np.zeros(events, dtype=np.int64), backend.blank(count), self.nodes, self.edges,
            np.zeros(2 * count, dtype=np.int64), np.zeros(count, dtype=np.int64), *room_to_weigh(backend))

    def decide(self, seen: Seen, lot: int) -> int:
        blind = seen.blind
        if blind is None:
            event = self._look_ahead(seen, lot)
            return event if seen.choices is None else self._best(self._worths(seen.choices))
        if not len(blind.worlds) or len(blind.choices) < 2:
            return by_lot(blind.choices, lot)
        worths = Counter[int]()
        for world in blind.worlds[:LOOKED_INTO]:
            self._look_ahead(Seen(PublicState(world), seen.known), lot)
            worths.update(self._worths(blind.choices))
        return self._best(worths)

    def _worths(self, choices: Array) -> dict[int, int]:
        """What decisions are worth by the look ahead that was the last, 0 for one that was not legal there."""
        first, count = int(self.nodes[0, Outlook.FIRST]), int(self.nodes[0, Outlook.COUNT])
        found = {event: int(self.nodes[target, Outlook.VALUE]) for event, target, _ in self.edges[first:first + count].tolist()}
        return {event: found.get(event, 0) for event in choices.tolist()}

    def _best(self, worths: Mapping[int, int]) -> int:
        """The decision that is worth most, the first of equal ones."""
        return max(worths, key=lambda event: worths[event])

    def _look_ahead(self, seen: Seen, lot: int) -> int:
        desk = self.desk
        desk.begin(lot)
        return desk.call("expectimax_by_lot", seen, LEAVES, desk.legal, *self.room_to_think, desk.notes, *self.arrays)

    def worth(self, seen: Seen, lot: int) -> float:
        """What a table is worth on which something is legal, 0 to 1, by so much of what can come next."""
        self.decide(seen, lot)
        return int(self.nodes[0, Outlook.VALUE]) / int(Worth.SURE)
