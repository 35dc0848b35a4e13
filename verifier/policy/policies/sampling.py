"""Search by sampling: games in the mind, and a tree of what earlier ones came to.

Flat, uct, estimate-uct and learned-uct differ in how deep the tree is, and in what judges where a game in the mind leaves it.
"""

from __future__ import annotations

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from verifier.policy.desk import Desk
from verifier.policy.network import Weights, no_weights
from verifier.policy.room import paces
from verifier.policy.table import PublicState, Seen
from verifier.run.control import Branch, Edge, Look, Node, Playing, Status, Worth

Array = NDArray[np.int64]
DEPTH = 64  # decisions that the tree of a search looks ahead
CURIOSITY, JUDGING_CURIOSITY = 1536, 768  # in 1/1,024 of how far what games come to lies apart
WIDENING = 16
FEW = 16  # games from a state, by which no decision there is known to be the best
_EDGES_A_NODE = 16
_LOOKS_A_GAME = 3  # of several seats, that are new: one or two, and another where the worth of a decision is asked for


@define(eq=False, slots=False)
class Sampling:
    """A search by sampling: so many games from the table, to a depth of decisions up to which it learns from them.

    Behind that, games go on at random; or they are broken off, and what they are worth there is judged by learned `weights`.
    """

    desk: Desk
    simulations: int
    depth: int
    weights: Weights | None = None
    states: Array = field(init=False)
    arrays: tuple[Array, ...] = field(init=False)  # that kernels judge by

    def __attrs_post_init__(self) -> None:
        count, notes = self.simulations + 2, self.desk.notes
        self.arrays = no_weights() if self.weights is None else self.weights.arrays(count)
        self.states = self.desk.backend.blank(count)
        self.nodes = np.zeros((count, len(Node)), dtype=np.int64)
        room = count * _EDGES_A_NODE + self.desk.backend.constant("EVENT_ROOM")
        self.edges = np.zeros((room, len(Edge)), dtype=np.int64)
        if self.desk.backend.constant("OBSERVERS") or notes[Playing.BY_SEAT]:
            observers = max(1, self.desk.backend.constant("OBSERVERS"))
            times = 1 if observers == 1 else _LOOKS_A_GAME
            self.minds = np.zeros((observers, 2), dtype=np.int64)
            self.looks = np.zeros((times * count, len(Look)), dtype=np.int64)
            self.branches = np.zeros((times * room + observers, len(Branch)), dtype=np.int64)
        self.way = np.zeros((self.depth + 1, 5), dtype=np.int64)
        self.paces = paces(count)
        curiosity = CURIOSITY if self.weights is None else JUDGING_CURIOSITY
        for name, number in ((Playing.DEPTH, self.depth), (Playing.CURIOSITY, curiosity), (Playing.WIDENING, WIDENING)):
            notes[name] = number

    def decide(self, seen: Seen, lot: int) -> int:
        desk = self.desk
        desk.begin(lot)
        if seen.blind is not None:
            return desk.call_blind("search_blind", seen, seen.blind, lot, seen.blind.common, self.simulations, self.minds,
                                   desk.legal, desk.out, self.looks, self.branches, self.way, self.paces, desk.notes,
                                   *self.arrays)
        return desk.call("search_by_lot", seen, desk.left(seen), self.simulations, desk.legal, desk.out, self.states,
                         self.nodes, self.edges, self.way, self.paces, desk.notes, *self.arrays)

    def after(self, seen: Seen, event: int) -> Seen | None:
        """The next table on which somebody decides, where chance brings nothing up to there; else None."""
        desk = self.desk
        desk.begin(0)
        state = PublicState(seen.state.copy())
        status = desk.backend.call("step_by_lot", state, desk.context, *desk.nothing_known, event, desk.notes)
        return Seen(state) if status == Status.DECISION else None

    def worth(self, seen: Seen, event: int, lot: int) -> float:
        """What a legal decision is worth, 0 to 1, by so many games that all begin with it.

        Not promised: how far it is from what can be done from there; other lots give other numbers around it.  To a seat that
        does not see all it is the mean over tables that may lie there, with everybody going by what this seat sees.
        """
        desk = self.desk
        desk.begin(lot)
        if seen.blind is not None:
            taken = np.array([event], dtype=np.int64)
            return desk.call_blind("worth_blind", seen, seen.blind, lot, seen.blind.common, taken, self.simulations, self.minds,
                                   desk.legal, desk.out, self.looks, self.branches, self.way, self.paces, desk.notes,
                                   *self.arrays) / int(Worth.SURE)
        return desk.call("worth_by_lot", seen, event, self.simulations, FEW, desk.legal, desk.out, self.states, self.nodes,
                         self.edges, self.way, self.paces, desk.notes, *self.arrays) / int(Worth.SURE)
