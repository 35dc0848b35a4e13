"""Exhaustive exploration of the state graph from a position: breadth-first, depth-first or iterative deepening.

Exact: the visited set compares whole packed states.  Breadth-first lines are shortest in transitions (in decisions, when
chains of automatic transitions are run through); depth-first lines are not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, NoReturn

import numpy as np
from attrs import define, evolve, field, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.bounds import BOUND_HOLDS
from verifier.lang.events import Event
from verifier.run.backend import Backend
from verifier.run.control import Asked, Exploring, Status, Wanted, Why
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search.concrete import concrete
from verifier.search.limits import Ending, LimitReached, Limits, Watch
from verifier.search.tables import Tables, Workplace
from verifier.search.together import Crew, Notes

Strategy = Literal["breadth-first", "depth-first", "iterative"]
WORST_END = int(Wanted.WORST_END)
_ENDINGS: dict[int, Ending] = {Why.DONE: "closed", Why.PROPERTY: "property", Why.GOAL: "goal", Why.FAILED: "failed"}


@frozen
class ExploreOptions:
    """What to explore and what to stop at.

    `compress` runs chains of automatic transitions through, so that only decisions (and open chance) are states;
    `open_chance` follows every chance outcome instead of the deal's; `goal` is the index of a goal of the game, WORST_END,
    or None; `properties` switches checking on (of every state and transition that is stored; the bound is one of them).
    `least` leaves out the states that the game's bound, and the ends that their grade, shows to be worth less than this grade:
    whoever asks for it answers for the bound.  `interchange` stores one of the states that differ only in the order of
    interchangeable items; what tells them apart, a property or a goal, may not be asked for with it.  `threads` is how many
    cores may be used for compiled rules, breadth-first; whatever it is, every number found is the same.  `dominance` leaves out
    states that are worse than one that was found, as the game declares: it is for who wants the best of the ends, whoever asks
    for it answers for the declaration, and one thread explores then, breadth-first.  `stage` expands only states of that
    progress; others have the status LATER or EARLIER.  `total` is the slot of a number that only
    adds up (`verifier.program.totals`), and what it is in every state behind the start: whoever asks for it adds up themselves.
    """

    compress: bool = True
    open_chance: bool = False
    goal: int | None = None
    properties: frozenset[str] = frozenset()
    edges: bool = False
    strategy: Strategy = "breadth-first"
    least: int = 0
    interchange: bool = False
    threads: int = 1
    dominance: bool = False
    stage: int | None = None
    total: tuple[int, int] | None = None


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

    Breadth-first, the first `expanded` states are those that were expanded; the other strategies leave that at 0, and a search
    that expands states in an order of its own says of each state whether it `is_expanded`.
    `first` is the state array of the start, run through to its node.
    `found` is the state that a goal, a broken property or a failed rule concerns, `found_event` the event that broke the
    property (leaving `tables.edges[-1][0]`) or failed (leaving `found`); None when it is the start itself.
    """

    backend: Backend
    setting: Setting
    start: Position
    options: ExploreOptions
    ending: Ending
    tables: Tables
    context: Any
    first: Any
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
    is_expanded: Any = None
    dominated: int = 0
    _graded: tuple[Any, Any] | None = field(default=None, init=False)

    @property
    def closed(self) -> bool:
        """Whether the whole graph was explored."""
        return self.ending == "closed"

    @property
    def dead_ends(self) -> int:
        """At how many states play gets stuck: nothing is legal, or chance can bring nothing."""
        return len(self.numbers(Status.DEAD_END))

    def events_to(self, number: int, event: int | None = None) -> list[Event]:
        """The events of the nodes on the recorded way to a state, and an event there (automatic ones in between are not stored).

        From the start of the exploration, whatever interchangeable items are called in the states that are stored.
        """
        events = [*self.tables.events_to(number), *([] if event is None else [event])]
        if self.options.interchange:
            events = concrete(self.backend, self.setting, self.first, events, compress=self.options.compress,
                              open_chance=self.options.open_chance)
        return [self.backend.program.events[each] for each in events]

    def position(self, number: int) -> Position:
        """A stored state as a position."""
        return self.backend.position(self.tables.state(number))

    def numbers(self, status: Status) -> list[int]:
        """The states with a status."""
        found: list[int] = self._with(status).tolist()
        return found

    def _with(self, status: int, since: int = 0) -> Any:
        found: Any = since + np.flatnonzero(self.tables.node[since:self.states] == status)
        return found

    def ends(self, limits: Limits | None = None, since: int = 0) -> tuple[Any, Any]:
        """The numbers of the ends from a state on, and the number of each one's grade: two arrays of int64.

        Raises LimitReached where limits end before every end has its grade, RuleBroke where one has none.
        """
        if self._graded is not None and since == 0:
            return self._graded
        numbers, backend, tables = self._with(Status.END, since), self.backend, self.tables
        grades, context, begin = np.zeros_like(numbers), backend.context(self.setting), 0
        watch = None if limits is None else Watch(limits)
        while begin < len(numbers):
            until = len(numbers) if watch is None else min(len(numbers), begin + watch.most)
            done = int(backend.call("grade_states", context, *tables.stored, numbers, begin, until, tables.scratch, grades))
            if backend.failed(context):
                self._raise_failure(int(numbers[done]))
            if watch is not None and done < len(numbers) and (ending := watch.ending(0, done - begin)):
                raise LimitReached(ending)
            begin = done
        if since == 0:
            self._graded = numbers, grades
        return numbers, grades

    def _raise_failure(self, number: int) -> NoReturn:
        """Let the reference grade an end that the search could not grade, so that the message is the reference's."""
        rule = self.backend.program.game.only("grade")
        assert rule is not None
        Reference(self.backend.program, self.setting).value(rule, self.position(number))
        raise EngineBug(Problem("DB906", "an end's grade failed in the search and does not on the reference"))


@define(eq=False, slots=False)
class Exploration:
    """An exploration while it goes on: `run` all of it, or `begin` and `expand` what somebody else chooses."""

    backend: Backend
    setting: Setting
    start: Position
    options: ExploreOptions
    limits: Limits
    report: Callable[[Progress], None]
    starts: Any = None
    tables: Tables = field(init=False)
    control: Any = field(init=False)
    context: Any = field(init=False)
    switches: Any = field(init=False)
    checking: Any = field(init=False)
    layers: list[int] = field(factory=list)
    watch: Watch = field(init=False)
    status: int = 0
    state: Any = None
    crew: Crew | None = None  # as long as several threads expand states
    alone: Notes = field(init=False)

    def __attrs_post_init__(self) -> None:
        options, backend = self.options, self.backend
        game = backend.program.game
        self.control = np.zeros(max(Exploring) + 1, dtype=np.int64)
        # What is foreseen of a deal is foreseen of nothing else.
        self.context = backend.context(evolve(self.setting, tapes=()) if options.open_chance else self.setting)
        self.tape_arrays = backend.tapes(self.setting)
        names = [rule.name for rule in (*game.of_kind("invariant"), *game.of_kind("step_property"))]
        self.names = [*names, BOUND_HOLDS]
        self.checking = np.array([name in options.properties for name in self.names], dtype=np.bool_)
        deep = options.strategy != "breadth-first"
        compared = options.dominance and not deep and backend.constant("DOMINANCE") == 1
        self.tables = Tables(backend, edges=options.edges, queue=deep, compared=compared)
        self.switches = np.zeros(len(Asked), dtype=np.int64)
        asked = {
            Asked.COMPRESS: options.compress, Asked.OPEN_CHANCE: options.open_chance, Asked.EDGES: options.edges,
            Asked.GOAL: Wanted.NOTHING if options.goal is None else options.goal, Asked.DEPTH_FIRST: deep, Asked.DEPTH: -1,
            Asked.UP_TO: 1, Asked.CHECK: self.checking.any(), Asked.LEAST: options.least, Asked.INTERCHANGE: options.interchange,
            Asked.DOMINANCE: compared, Asked.STATES: -1 if self.limits.states is None else self.limits.states,
            Asked.STAGED: options.stage is not None, Asked.STAGE: options.stage or 0,
            Asked.TOTAL: 0 if options.total is None else 1 + options.total[0],
            Asked.TOTAL_AT: 0 if options.total is None else options.total[1]}
        for option, value in asked.items():
            self.switches[option] = value
        self.watch = Watch(self.limits)
        self.alone = Notes(backend)
        if options.threads > 1 and not deep and not compared and backend.is_machine_code:
            self.crew = Crew(backend, self.tables, self.context, options.threads)
        self.state = backend.state(self.start)
        mark = backend.blank()
        if options.compress:
            self.status = int(backend.call("settle_uncounted", self.state, self.context, *self.tape_arrays, options.open_chance,
                                           mark))
        else:
            self.status = int(backend.call("kind_of", self.state, self.context))

    def now(self, what: Exploring) -> int:
        """A number of the exploration as the kernel left it."""
        return int(self.control[what])

    def restart(self) -> None:
        self.tables.clear(self.control)
        self.tables.enter_start(self.state, self.status, self.control, interchange=self.options.interchange)
        self.control[Exploring.QUEUED] = 1

    def begin(self) -> Ending | None:
        """Enter the start alone; "failed" where a rule failed on the way to it."""
        self.restart()
        self.switches[Asked.PICKED] = 1
        return "failed" if self.status == Status.FAILED else None

    def expand(self, numbers: Any) -> Ending:
        """Expand these states, none of which was expanded before: "closed", or what ended it before the last of them."""
        self.tables.list_states(numbers)
        self.control[Exploring.NEXT], self.switches[Asked.UP_TO] = 0, len(numbers)
        return self._chunks()

    def run(self) -> Ending:
        """Explore until an ending; every strategy ends here."""
        try:
            return self._run()
        except KeyboardInterrupt:
            return "interrupted"
        finally:
            self._part()

    def _run(self) -> Ending:
        if self.starts is not None:
            return self.tables.enter_states(self.starts, self.context, self.control, self.watch) or self._layers()
        self.restart()
        if self.status == Status.FAILED:
            return "failed"
        at_start = self._at_start()
        if at_start is not None:
            return at_start
        if self.options.strategy == "iterative":
            return self._deepen()
        if self.options.strategy == "depth-first":
            self.switches[Asked.DEPTH] = -1 if self.limits.depth is None else self.limits.depth
            ending = self._chunks()
            return "depth" if ending == "closed" and self.control[Exploring.CUT] else ending
        return self._layers()

    def _at_start(self) -> Ending | None:
        """Whether the start itself breaks an invariant or is what is looked for (or a rule fails on it)."""
        backend = self.backend
        ending: Ending | None = None
        self.tables.edges[-1] = (0, 0, -1)
        for index in range(backend.constant("INVARIANTS")):
            if self.checking[index] and not backend.call("invariant", self.state, self.context, index) and ending is None:
                self.control[Exploring.WHY], self.control[Exploring.AT], self.control[Exploring.WHAT] = Why.PROPERTY, 0, 1 + index
                ending = "property"
        goal = int(self.switches[Asked.GOAL])
        if ending is None and goal != Wanted.NOTHING and backend.call("is_wanted", self.state, self.context, self.status, goal):
            self.control[Exploring.WHY], self.control[Exploring.AT] = Why.GOAL, 0
            ending = "goal"
        return "failed" if backend.failed(self.context) else ending

    def _layers(self) -> Ending:
        while True:
            first, last = self.now(Exploring.NEXT), self.now(Exploring.STATES)
            self.layers.append(last - first)
            if first == last:
                self.layers.pop()
                return "closed"
            if self.limits.depth is not None and len(self.layers) > self.limits.depth:
                return "depth"
            self.switches[Asked.UP_TO] = last
            ending = self._chunks()
            if ending != "closed":
                return ending

    def _deepen(self) -> Ending:
        depth = 0
        while True:
            self.switches[Asked.DEPTH] = depth
            self.restart()
            ending = self._chunks()
            if ending != "closed" or not self.control[Exploring.CUT]:
                return ending
            if self.limits.depth is not None and depth >= self.limits.depth:
                return "depth"
            depth += 1

    def _chunks(self) -> Ending:
        """Run the kernel, as long at a time as the limits allow, until it has nothing left (of the layer) or must stop."""
        while True:
            self.switches[Asked.MOST] = self.watch.most
            if not self._expanded_together():
                self._call(self.context, self.switches, self.control, self.tables.workplace, self.alone)()
            why = self.now(Exploring.WHY)
            is_layer_done = not self.switches[Asked.DEPTH_FIRST] and self.now(Exploring.NEXT) >= self.switches[Asked.UP_TO]
            if why == Why.PAUSE and is_layer_done:
                return "closed"
            if why in _ENDINGS:
                return _ENDINGS[why]
            ending = self.watch.ending(self.now(Exploring.STATES), self.now(Exploring.EXPANDED))
            if ending is None and why == Why.ROOM:
                ending = self.tables.make_room(self.now(Exploring.STATES), self.watch, edges=self.now(Exploring.EDGES),
                                               queued=self.now(Exploring.QUEUED))
            if ending is not None:
                return ending
            self.report(self.progress())

    def _call(self, context: Any, switches: Any, control: Any, place: Workplace, notes: Notes) -> Callable[[], Any]:
        """A call of the kernel, with what it needs of its own."""
        tables = self.tables
        return partial(self.backend.call, "explore", context, *self.tape_arrays, switches, self.checking, *tables.visited,
                       *tables.chains, tables.queue, tables.depth, tables.edges, control, place.scratch, place.out, place.weights,
                       place.packed, place.found, place.hashes, place.facts, *notes.arrays)

    def _expanded_together(self) -> bool:
        """Whether threads have expanded states together; where they cannot, or have met what a search stops at, they part."""
        if self.crew is None or not (until := self.crew.until(self.control, self.switches)):
            return False
        if self.crew.has_room(self.control, self.watch) and self.crew.expand(self.control, self.switches, until, self._call):
            return True
        self._part()
        return False

    def _part(self) -> None:
        crew, self.crew = self.crew, None
        if crew is not None:
            crew.close()

    def explored(self, ending: Ending, is_expanded: Any = None) -> Explored:
        """What was found; where states were expanded as somebody chose, `is_expanded` says which."""
        event = self.now(Exploring.WHAT) if ending == "failed" else int(self.tables.edges[-1][2]) if ending == "property" else -1
        stopped = ending in ("goal", "property", "failed") and self.status != Status.FAILED
        is_in_order = self.options.strategy == "breadth-first" and is_expanded is None
        return Explored(
            self.backend, self.setting, self.start, self.options, ending, self.tables, self.context, self.state,
            self.now(Exploring.STATES), self.now(Exploring.TRANSITIONS), self.now(Exploring.EDGES), tuple(self.layers),
            self.watch.seconds, self.now(Exploring.AT) if stopped else None, event if event >= 0 else None,
            self.names[self.now(Exploring.WHAT) - 1] if ending == "property" else None, self.backend.failed(self.context),
            self.now(Exploring.NEXT) if is_in_order else 0, is_expanded, self.now(Exploring.DOMINATED))

    def progress(self) -> Progress:
        """How far the search is."""
        states, expanded = self.now(Exploring.STATES), self.now(Exploring.NEXT)
        waiting = self.now(Exploring.QUEUED) if self.switches[Asked.DEPTH_FIRST] else states - expanded
        depth = int(self.switches[Asked.DEPTH]) if self.options.strategy == "iterative" else len(self.layers)
        return Progress(states, self.now(Exploring.TRANSITIONS), waiting, depth, self.watch.seconds, self.watch.held)


def explore(backend: Backend, setting: Setting, start: Position, options: ExploreOptions | None = None,
            limits: Limits | None = None, report: Callable[[Progress], None] = lambda progress: None, *,
            starts: Any = None) -> Explored:
    """Explore from a position.  Ctrl-C, limits, a goal or a broken property end it early with what was found so far.

    With `starts` it is explored breadth-first from these packed states, none of them twice, at which play stops, and not from the
    position; nobody looks whether they themselves are what is looked for.
    """
    options, limits = options or ExploreOptions(), limits or Limits()
    exploration = Exploration(backend, setting, start, options, limits, report, starts)
    return exploration.explored(exploration.run())
