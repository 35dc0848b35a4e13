"""Exhaustive exploration of the state graph from a position: breadth-first, depth-first or iterative deepening.

Exact: the visited set compares whole packed states.  Breadth-first lines are shortest in transitions (in decisions, when
chains of automatic transitions are run through); depth-first lines are not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NoReturn

import numpy as np
from attrs import define, field, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.bounds import BOUND_HOLDS
from verifier.lang.events import Event
from verifier.run.native import Native
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search.limits import Ending, LimitReached, Limits, Watch
from verifier.search.node_status import NodeStatus
from verifier.search.tables import Tables

Strategy = Literal["breadth-first", "depth-first", "iterative"]
WORST_END = -2
_WHY: dict[int, Ending] = {0: "closed", 2: "property", 3: "goal", 4: "failed"}


@frozen
class ExploreOptions:
    """What to explore and what to stop at.

    `compress` runs chains of automatic transitions through, so that only decisions (and open chance) are states;
    `open_chance` follows every chance outcome instead of the deal's; `goal` is the index of a goal of the game, WORST_END,
    or None; `properties` switches checking on (of every state and transition that is stored; the bound is one of them).
    `least` leaves out the states that the game's bound, and the ends that their grade, shows to be worth less than this grade:
    whoever asks for it answers for the bound.
    """

    compress: bool = True
    open_chance: bool = False
    goal: int | None = None
    properties: frozenset[str] = frozenset()
    edges: bool = False
    strategy: Strategy = "breadth-first"
    least: int = 0


@frozen
class Progress:
    """How far a search is: for progress displays."""

    states: int
    transitions: int
    waiting: int
    depth: int
    seconds: float
    bytes_used: int


@define(eq=False)
class Explored:
    """What an exploration found.  `ending` is "closed" when every reachable state was expanded.

    Breadth-first, the first `expanded` states are those that were expanded; the other strategies leave that at 0.
    `found` is the state that a goal, a broken property or a failed rule concerns, `found_event` the event that broke the
    property (leaving `tables.edges[-1][0]`) or failed (leaving `found`); None when it is the start itself.
    """

    native: Native
    setting: Setting
    start: Position
    options: ExploreOptions
    ending: Ending
    tables: Tables
    context: Any
    states: int
    transitions: int
    edge_count: int
    layers: tuple[int, ...]
    seconds: float
    found: int | None = None
    found_event: int | None = None
    property_name: str | None = None
    failure: tuple[str, int, int] | None = None
    expanded: int = 0
    _graded: tuple[Any, Any] | None = field(default=None, init=False)

    @property
    def closed(self) -> bool:
        """Whether the whole graph was explored."""
        return self.ending == "closed"

    @property
    def dead_ends(self) -> int:
        """At how many states play gets stuck: nothing is legal, or chance can bring nothing."""
        return len(self.numbers(NodeStatus.DEAD_END))

    def events_to(self, number: int) -> list[Event]:
        """The events of the nodes on the recorded way to a state (automatic events in between are not stored)."""
        return [self.native.program.events[event] for event in self.tables.events_to(number)]

    def position(self, number: int) -> Position:
        """A stored state as a position."""
        return self.native.position(self.tables.state(number))

    def numbers(self, status: NodeStatus) -> list[int]:
        """The states with a status."""
        found: list[int] = self._with(status).tolist()
        return found

    def _with(self, status: int) -> Any:
        found: Any = np.flatnonzero(self.tables.node[:self.states] == status)
        return found

    def ends(self, limits: Limits | None = None) -> tuple[Any, Any]:
        """The numbers of the ends, and the number of each one's grade: two arrays of int64.

        Raises LimitReached where limits end before every end has its grade, RuleBroke where one has none.
        """
        if self._graded is not None:
            return self._graded
        numbers, native, tables = self._with(NodeStatus.END), self.native, self.tables
        grades, context, begin = np.zeros_like(numbers), native.context(self.setting), 0
        watch = None if limits is None else Watch(limits)
        while begin < len(numbers):
            until = len(numbers) if watch is None else min(len(numbers), begin + watch.most)
            done = int(native.call("grade_states", context, tables.store, numbers, begin, until, tables.scratch, grades))
            if native.failed(context):
                self._raise_failure(int(numbers[done]))
            if watch is not None and done < len(numbers) and (ending := watch.ending(0, done - begin)):
                raise LimitReached(ending)
            begin = done
        self._graded = numbers, grades
        return self._graded

    def _raise_failure(self, number: int) -> NoReturn:
        """Let the reference grade an end that the search could not grade, so that the message is the reference's."""
        rule = self.native.program.game.only("grade")
        assert rule is not None
        Reference(self.native.program, self.setting).value(rule, self.position(number))
        raise EngineBug(Problem("DB906", "an end's grade failed in the search and does not on the reference"))


@define(eq=False, slots=False)
class _Search:
    native: Native
    setting: Setting
    start: Position
    options: ExploreOptions
    limits: Limits
    report: Callable[[Progress], None]
    tables: Tables = field(init=False)
    control: Any = field(init=False)
    context: Any = field(init=False)
    switches: Any = field(init=False)
    checking: Any = field(init=False)
    layers: list[int] = field(factory=list)
    watch: Watch = field(init=False)
    status: int = 0
    state: Any = None

    def __attrs_post_init__(self) -> None:
        options, native = self.options, self.native
        game = native.program.game
        self.control = np.zeros(12, dtype=np.int64)
        self.context = native.context(self.setting)
        self.tape_arrays = native.tapes(self.setting)
        names = [rule.name for rule in (*game.of_kind("invariant"), *game.of_kind("step_property"))]
        self.names = [*names, BOUND_HOLDS]
        self.checking = np.array([name in options.properties for name in self.names], dtype=np.bool_)
        deep = options.strategy != "breadth-first"
        self.tables = Tables(native, edges=options.edges, queue=deep)
        goal = -1 if options.goal is None else options.goal
        most = -1 if self.limits.states is None else self.limits.states
        self.switches = np.array([options.compress, options.open_chance, 0, goal, options.edges, deep, -1, 1,
                                  bool(self.checking.any()), most, options.least], dtype=np.int64)
        self.watch = Watch(self.limits)
        self.state = native.state(self.start)
        mark = native.blank()
        if options.compress:
            self.status = int(native.call("settle", self.state, self.context, *self.tape_arrays, options.open_chance, mark))
        else:
            self.status = native.program.phases[int(self.state[native.constant("PHASE")])].kind

    def restart(self) -> None:
        self.tables.clear(self.control)
        self.tables.enter_start(self.state, self.status, self.control)

    def run(self) -> Ending:
        """Explore until an ending; every strategy ends here."""
        try:
            return self._run()
        except KeyboardInterrupt:
            return "interrupted"

    def _run(self) -> Ending:
        self.restart()
        if self.status == 7:
            return "failed"
        at_start = self._at_start()
        if at_start is not None:
            return at_start
        if self.options.strategy == "iterative":
            return self._deepen()
        if self.options.strategy == "depth-first":
            self.switches[6] = -1 if self.limits.depth is None else self.limits.depth
            ending = self._chunks()
            return "depth" if ending == "closed" and self.control[9] else ending
        return self._layers()

    def _at_start(self) -> Ending | None:
        """Whether the start itself breaks an invariant or is what is looked for (or a rule fails on it)."""
        native = self.native
        ending: Ending | None = None
        self.tables.edges[-1] = (0, 0, -1)
        for index in range(native.constant("INVARIANTS")):
            if self.checking[index] and not native.call("invariant", self.state, self.context, index) and ending is None:
                self.control[3], self.control[4], self.control[5] = 2, 0, 1 + index
                ending = "property"
        goal = int(self.switches[3])
        if ending is None and goal != -1 and native.call("is_wanted", self.state, self.context, self.status, goal):
            self.control[3], self.control[4] = 3, 0
            ending = "goal"
        return "failed" if native.failed(self.context) else ending

    def _layers(self) -> Ending:
        while True:
            first, last = int(self.control[1]), int(self.control[0])
            self.layers.append(last - first)
            if first == last:
                self.layers.pop()
                return "closed"
            if self.limits.depth is not None and len(self.layers) > self.limits.depth:
                return "depth"
            self.switches[7] = last
            ending = self._chunks()
            if ending != "closed":
                return ending

    def _deepen(self) -> Ending:
        depth = 0
        while True:
            self.switches[6] = depth
            self.restart()
            ending = self._chunks()
            if ending != "closed" or not self.control[9]:
                return ending
            if self.limits.depth is not None and depth >= self.limits.depth:
                return "depth"
            depth += 1

    def _chunks(self) -> Ending:
        """Run the kernel, as long at a time as the limits allow, until it has nothing left (of the layer) or must stop."""
        control = self.control
        while True:
            self.switches[2] = self.watch.most
            self._kernel()
            why = int(control[3])
            if why == 1 and self.switches[5] == 0 and control[1] >= self.switches[7]:
                return "closed"
            if why in _WHY:
                return _WHY[why]
            ending = self.watch.ending(int(control[0]), int(control[11]))
            if ending is None and why == 5:
                ending = self.tables.make_room(int(control[0]), self.watch, edges=int(control[6]), queued=int(control[8]))
            if ending is not None:
                return ending
            self.report(self.progress())

    def _kernel(self) -> None:
        tables = self.tables
        self.native.call("explore", self.context, *self.tape_arrays, self.switches, self.checking, tables.store, tables.parent,
                         tables.via, tables.node, tables.table, tables.queue, tables.depth, tables.edges, self.control,
                         tables.scratch, tables.out, tables.weights, tables.found, tables.hashes, tables.facts)

    def progress(self) -> Progress:
        """How far the search is."""
        states, expanded = int(self.control[0]), int(self.control[1])
        waiting = int(self.control[8]) if self.switches[5] else states - expanded
        depth = int(self.switches[6]) if self.options.strategy == "iterative" else len(self.layers)
        return Progress(states, int(self.control[2]), waiting, depth, self.watch.seconds, self.watch.held)


def explore(native: Native, setting: Setting, start: Position, options: ExploreOptions | None = None,
            limits: Limits | None = None, report: Callable[[Progress], None] = lambda progress: None) -> Explored:
    """Explore from a position.  Ctrl-C, limits, a goal or a broken property end it early with what was found so far."""
    options, limits = options or ExploreOptions(), limits or Limits()
    search = _Search(native, setting, start, options, limits, report)
    ending = search.run()
    control = search.control
    event = int(control[5]) if ending == "failed" else int(search.tables.edges[-1][2]) if ending == "property" else -1
    found = int(control[4]) if ending in ("goal", "property", "failed") and search.status != 7 else None
    return Explored(
        native, setting, start, options, ending, search.tables, search.context, int(control[0]), int(control[2]),
        int(control[6]), tuple(search.layers), search.watch.seconds, found,
        event if event >= 0 else None,
        search.names[int(control[5]) - 1] if ending == "property" else None, native.failed(search.context),
        int(control[1]) if options.strategy == "breadth-first" else 0)
