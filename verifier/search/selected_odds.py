"""Explorations that go where the odds of the start are in doubt, and nowhere else.

Breadth-first, all states are alike.  Here some are expanded at a time, and then the bounds of all are worked out anew, a state
that was not expanded being worth anything.  The doubt about the start is spread over what can follow: by the odds where chance
decides, and over decisions that could still be the best ones.  The states on which most of it rests are expanded next.  So likely
play comes first, and what is behind a decision that cannot be the best any more is never looked at.  In other turns doubt goes
to what looks best alone, by the middle of bounds or by weights that were learned for the game: good play raises lower bounds
sooner.  Once the start is known, each of its events is in doubt instead.

After bounded real-time dynamic programming (McMahan, Likhachev and Gordon 2005), with whole sweeps instead of trials.  Bounds
here only say where to look: what is proved is worked out from the exploration, as of any other (`enclosed_odds`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.errors import EngineBug, Problem
from verifier.run.backend import Backend
from verifier.run.control import Backwards, Decided, Exploring, Status, Worth
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.search.enclosed_odds import InCircles, Question
from verifier.search.explore import Exploration, Explored, ExploreOptions
from verifier.search.graph import START
from verifier.search.growing import Growing
from verifier.search.limits import Ending, LimitReached, Limits
from verifier.search.odds_bounds import BITS, STATES_EACH, unit_of, weights_most

Array = Any
Arrays = tuple[Array, ...]
PICKS_LEAST, SHARE = 64, 32  # so many states are expanded at a time, or this part of those that are stored if that is more
# So often doubt goes to all that could be the best, and else to what looks best alone.  Of 16 positions of Until Dawn, eight
# decisions before the end, five million states leave bounds 29, 24 and 26 points apart with 2, 4 and 8 where weights guide.
BROAD_EACH, BROAD_EACH_GUIDED = 2, 4
NUMBER_BITS, SCATTER = 31, 2654435761  # numbers of states times this, modulo 2**31, are as different, and in no order
NEAR = 34  # bounds leave no doubt once they are the whole apart, halved so often: well below a billionth
ONE_BITS = 30  # of all doubt
_BYTES_A_STATE = 56  # for a moment; 85 stay


def explore_selected(backend: Backend, setting: Setting, start: Position, options: ExploreOptions, limits: Limits,
                     question: Question, report: Callable[[int, float, float], None],
                     judge: Arrays | None = None) -> Explored:
    """Explore from a position until what is asked is known of it, and of each of its events: "settled", if not all is explored.

    Edges are kept, in the order of states.  With `judge`, learned weights as kernels take them, it goes where somebody would who
    plays by these.  `report` is called with the states so far, and with bounds of the start as shares of the span.  Raises
    InCircles where play comes back to a state, and Coarse where weights of chance may be so large that bounds are none.
    """
    exploration = Exploration(backend, setting, start, options, limits, lambda progress: None)
    return _Selecting(exploration, question, report, None if judge is None else _Guide(exploration, judge)).explored()


@frozen(eq=False)
class _Bounds:
    """Bounds of states, until they are worked out anew, and the expanded states, each behind all that follow it."""

    low: Array
    high: Array
    sequence: Array


class _Guide:
    """What learned weights make of states."""

    def __init__(self, exploration: Exploration, judge: Arrays) -> None:
        self._exploration, self._judge = exploration, judge
        self._shares, self._guesses = exploration.tables.beside(np.float32), exploration.tables.beside(np.int64)

    def look(self, begin: int, end: int) -> None:
        """Look at states."""
        exploration, found = self._exploration, np.zeros(end - begin, dtype=np.int64)
        exploration.backend.call("guess_states", exploration.context, *exploration.tables.stored, begin, end,
                                 exploration.tables.scratch, found, *self._judge)
        self._shares.array[begin:end] = found / int(Worth.SURE)

    def guesses(self, bounds: _Bounds, begins: Array, ends: Array, weights: Array, decides: Array, most: int) -> Array:
        """What states are worth, by what follows them and by a look at the last ones."""
        exploration, states = self._exploration, len(bounds.low)
        found = self._guesses.array[:states]
        np.clip((self._shares.array[:states] * np.float64(most)).astype(np.int64), bounds.low, bounds.high, out=found)
        exploration.backend.call("guess_backwards", bounds.sequence, len(bounds.sequence), begins, ends, exploration.tables.edges,
                                 weights, decides, bounds.low, bounds.high, found)
        return found


@define(eq=False)
class _Selecting:
    exploration: Exploration
    question: Question
    report: Callable[[int, float, float], None]
    guide: _Guide | None
    seen: int = 0  # states
    seen_edges: int = 0
    turn: int = 0
    unit: int = field(init=False)
    one: int = field(init=False)
    begins: Growing = field(init=False)  # of each state, its first edge
    ends: Growing = field(init=False)  # and the one behind its last
    low: Growing = field(init=False)  # bounds without a look at what follows; -1 once that says it
    high: Growing = field(init=False)
    decides: Growing = field(init=False)
    weights: Growing = field(init=False)  # of edges
    room: list[Growing] = field(init=False)  # what working out bounds needs for each state

    def __attrs_post_init__(self) -> None:
        tables, program = self.exploration.tables, self.exploration.backend.program
        self.unit = unit_of(program, self.question.span)
        self.one = 1 << min(ONE_BITS, BITS - weights_most(program).bit_length())
        self.begins, self.ends, self.low, self.high = (tables.beside(np.int64) for _ in range(4))
        self.decides, self.weights = tables.beside(np.int8), Growing(len(tables.edges), np.int64)
        self.room = [tables.beside(kind) for kind in (np.int64, np.int64, np.int64, np.int64, np.int32, np.int32)]

    @property
    def most(self) -> int:
        """The most that anything can be worth, in units."""
        return self.unit * self.question.span

    def explored(self) -> Explored:
        """Expand states until nothing is in doubt that was asked."""
        ending: Ending
        try:
            ending = self._ending()
        except KeyboardInterrupt:
            ending = "interrupted"
        except LimitReached as reached:
            ending = reached.ending
        return self._in_order(ending)

    def _ending(self) -> Ending:
        picks = np.array([START], dtype=np.int32)
        if self.exploration.begin() is not None:
            return "failed"
        self._look_at_states()
        while len(picks):
            if (ending := self.exploration.expand(picks)) != "closed":
                return ending
            self._look_at_states()
            self._look_at_edges()
            picks = self._picks()
        node = self.exploration.tables.node[:self.seen]
        return "settled" if ((node < Status.END) & self._are_leaves()).any() else "closed"

    def _are_leaves(self) -> Array:
        """The states that have no edges."""
        return self.begins.array[:self.seen] == self.ends.array[:self.seen]

    def _look_at_states(self) -> None:
        """What new states are worth as they are, and who decides there."""
        found = self.exploration.explored("states")
        worths, against = self.question.worths(found, self.seen), self.question.against(found, self.seen)
        node, self.seen = found.tables.node[self.seen:found.states], found.states
        unknown = (worths < 0) & ((node < Status.END) | (node == Status.DEAD_END))
        new = slice(self.seen - len(node), self.seen)
        if self.guide is not None:
            self.guide.look(new.start, new.stop)
        self.low.array[new] = np.maximum(worths, 0) * self.unit
        self.high.array[new] = np.where(unknown, self.most, self.low.array[new])
        self.decides.array[new] = np.where(node == Status.DECISION, np.where(against, Decided.BY_OTHERS, Decided.BY_US),
                                           Decided.BY_CHANCE)

    def _look_at_edges(self) -> None:
        """Whose new edges are, and their weights; what a state is worth that has some is known by them."""
        exploration, tables, begin = self.exploration, self.exploration.tables, self.seen_edges
        self.seen_edges = exploration.now(Exploring.EDGES)
        self.weights.grow(len(tables.edges))
        found = int(exploration.backend.call("note_edges", exploration.context, *tables.stored, tables.node, tables.edges, begin,
                                             self.seen_edges, tables.scratch, self.begins.array, self.ends.array,
                                             self.weights.array))
        if found < 0:
            raise EngineBug(Problem("DB906", "a weight failed that the search had found"))
        froms = tables.edges[begin:self.seen_edges, 0]
        self.low.array[froms] = self.high.array[froms] = -1

    def _picks(self) -> Array:
        """The states to expand next: none once nothing is in doubt."""
        if not self.exploration.watch.has_memory(_BYTES_A_STATE * self.seen):
            raise LimitReached("memory")
        bounds = self._bounds()
        self.report(self.seen, bounds.low[START] / self.most, bounds.high[START] / self.most)
        waiting = (self.exploration.tables.node[:self.seen] < Status.END) & self._are_leaves() & (bounds.low < bounds.high)
        self.turn += 1
        is_narrow = self.turn % (BROAD_EACH if self.guide is None else BROAD_EACH_GUIDED) != 0
        for narrow in (is_narrow, not is_narrow):
            shares = self._shares(bounds, narrow=narrow)
            numbers = np.flatnonzero(waiting & (shares > 0))
            if len(numbers):
                most = max(PICKS_LEAST, self.seen // SHARE)
                if len(numbers) > most:  # of those on which as much rests, some here and some there
                    keys = shares[numbers] * 2**NUMBER_BITS + numbers * SCATTER % 2**NUMBER_BITS  # all of them different
                    numbers = np.sort(numbers[np.argpartition(keys, -most)[-most:]])
                return numbers.astype(np.int32)
        return np.zeros(0, dtype=np.int32)

    def _bounds(self) -> _Bounds:
        """The bounds of all states by those that are known without a look at what follows."""
        tables, states, notes = self.exploration.tables, self.seen, np.zeros(len(Backwards), dtype=np.int64)
        low, high, stack, place, best, order = (each.array for each in self.room)
        low[:states], high[:states], order[:states], stack[0] = self.low.array[:states], self.high.array[:states], 0, START
        if low[START] < 0:
            low[START], place[0], notes[Backwards.DEPTH] = -2, self.begins.array[START], 1
        while notes[Backwards.DEPTH] > 0:
            self.exploration.backend.call("odds_backwards", self.begins.array, self.ends.array, tables.edges, self.weights.array,
                                          self.decides.array, np.zeros(1, dtype=np.int32), 0, self.most, low, high, best, order,
                                          stack, place, STATES_EACH, notes)
            if notes[Backwards.CIRCLE]:
                raise InCircles
            self.exploration.limits.check()
        sequence = np.empty(int(notes[Backwards.DONE]), dtype=np.int64)
        numbers = np.flatnonzero(order[:states])
        sequence[order[numbers] - 1] = numbers
        return _Bounds(low[:states], high[:states], sequence)

    def _shares(self, bounds: _Bounds, *, narrow: bool) -> Array:
        """How much of the doubt rests on each state: about the start, or else about what its events lead to."""
        tables, shares, near = self.exploration.tables, np.zeros(self.seen, dtype=np.int64), self.most >> NEAR
        is_known = bounds.high[START] - bounds.low[START] <= near
        after = tables.edges[self.begins.array[START]:self.ends.array[START], 1]
        shares[after if is_known else START] = self.one
        begins, ends, weights, decides = self.begins.array, self.ends.array, self.weights.array, self.decides.array
        guesses = bounds.low + bounds.high if self.guide is None else self.guide.guesses(bounds, begins, ends, weights, decides,
                                                                                         self.most)
        self.exploration.backend.call("spread_doubt", bounds.sequence, len(bounds.sequence), begins, ends, tables.edges, weights,
                                      decides, bounds.low, bounds.high, guesses, near, narrow, self.one, shares)
        if is_known:
            shares[bounds.high - bounds.low <= near] = 0
        return shares

    def _in_order(self, ending: Ending) -> Explored:
        """What was found, with edges in the order of states; of a state that was expanded in part none is kept."""
        exploration = self.exploration
        edges = exploration.tables.edges
        if ending in ("failed", "interrupted") and (count := exploration.now(Exploring.EDGES)):
            begin = count
            while begin and edges[begin - 1, 0] == edges[count - 1, 0]:
                begin -= 1
            exploration.control[Exploring.EDGES] = begin
        exploration.tables.order_edges(exploration.now(Exploring.EDGES))
        is_expanded = np.zeros(exploration.now(Exploring.STATES), dtype=np.bool_)
        is_expanded[exploration.tables.edges[:exploration.now(Exploring.EDGES), 0]] = True
        return exploration.explored(ending, is_expanded | (exploration.tables.node[:len(is_expanded)] >= Status.END))
