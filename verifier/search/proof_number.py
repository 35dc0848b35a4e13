"""What a coalition can force, by proof-number search: a short forced win is found without exploring the whole game.

The search expands one most proving state after the other (`kernels/proof_numbers.py`) for one outcome at a time: whether the
coalition can be sure of so much.  As soon as that looks settled, backward induction (`forced.py`) says what each state of the
graph is worth as if all that was not explored were worth least, and as if it were worth most; nothing else is an answer, so that
none depends on which states were expanded in which order.  Where the two agree on the start, it is settled.

Two aims, or three, take turns, each for as many states as there are: the best outcome that is still open, the worst one, and one
in the middle.  Where play that goes round makes a start look disproved and it is not, or a turn has found nothing to do, the
states nearest to the start are expanded that may matter.  So the search ends with an answer whenever exploring everything does.

Not promised: that it takes fewer states.  Where nothing is forced before the last decision it takes nearly all of them, and each
costs several times as much time and memory as in an exploration.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np
from attrs import define, field

from verifier.lang.game import Rule
from verifier.run.backend import Backend
from verifier.run.control import Asked, Exploring, Known, Link, Proving, Status, Wanted, Why
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.search.explore import Explored, ExploreOptions, Progress
from verifier.search.forced import NEVER, Forced, forced, forced_to
from verifier.search.growing import Growing
from verifier.search.limits import Ending, Limits, Watch
from verifier.search.tables import Tables

Array = Any
FIRST_TURN = 256  # states
INFINITY = 2**30
IN_VAIN_MOST = 10_000  # walks that lead to no state: each bars an event or mends a number, and then the next leads to one
NEAREST = 8  # the states that are expanded where no number says which: this part of all
_NONE = np.zeros(0, dtype=np.int64)
_SETTLED: Ending = "goal"


@define(eq=False, slots=False)
class ProofNumberSearch:
    """A search for what `coalition` can force from a position, of outcomes or, with a rule, of its goal or invariant."""

    backend: Backend
    setting: Setting
    start: Position
    coalition: tuple[int, ...]
    options: ExploreOptions
    limits: Limits
    report: Callable[[Progress], None]
    endless: int
    rule: Rule | None = None
    tables: Tables = field(init=False)
    watch: Watch = field(init=False)

    def __attrs_post_init__(self) -> None:
        backend, options = self.backend, self.options
        self.context, self.tape_arrays = backend.context(self.setting), backend.tapes(self.setting)
        self.tables = Tables(backend, edges=True)
        self.known = self.tables.beside(np.int32, len(Known))
        self.links = self.tables.beside(np.int64, len(Link))
        self.way, self.ring = self.tables.beside(np.int32), self.tables.beside(np.int32)
        self.before, self.barred = Growing(len(self.tables.edges), np.int64), Growing(len(self.tables.edges), np.int8)
        self.control, self.asked = np.zeros(max(Exploring) + 1, dtype=np.int64), np.zeros(len(Proving), dtype=np.int64)
        self.seats = np.array(sorted(self.coalition), dtype=np.int64)
        self.checking = np.zeros(backend.constant("INVARIANTS") + backend.constant("STEP_PROPERTIES") + 1, dtype=np.bool_)
        self.switches = np.zeros(len(Asked), dtype=np.int64)
        for option, value in ((Asked.COMPRESS, options.compress), (Asked.OPEN_CHANCE, options.open_chance), (Asked.EDGES, 1),
                              (Asked.GOAL, Wanted.NOTHING), (Asked.DEPTH, -1),
                              (Asked.STATES, -1 if self.limits.states is None else self.limits.states)):
            self.switches[option] = value
        self.asked[Proving.MOST], self.asked[Proving.IN_VAIN_MOST] = INFINITY, IN_VAIN_MOST
        if self.rule is not None:
            self.asked[Proving.KIND] = 1 if self.rule.kind == "goal" else 2
            self.asked[Proving.RULE] = backend.program.game.of_kind(self.rule.kind).index(self.rule)
        self.watch = Watch(self.limits)

    @property
    def states(self) -> int:
        """How many states are stored."""
        return int(self.control[Exploring.STATES])

    def run(self) -> tuple[Explored, Forced | None]:
        """The graph that was explored, and what can be forced by it; None where a rule failed on a transition."""
        ending = self._begin()
        turn = 0
        try:
            while ending is None:
                found = self.found("interrupted")
                least, most = found.least.at(0), found.most.at(0)
                if least == most:
                    ending = _SETTLED
                    break
                aims = sorted({most, (least + most + 1) // 2, least + 1}, reverse=True)
                before = self.states
                self._aim(aims[turn % len(aims)], found)
                ending = self._call(_NONE, max(FIRST_TURN, 2 * before))
                turn += 1
                if self._is_stuck() or self.states == before:
                    ending = ending or self._expand_nearest(found)
        except KeyboardInterrupt:
            ending = "interrupted"
        assert ending is not None
        ending = "closed" if ending == _SETTLED and self._is_expanded().all() else ending
        return self._explored(ending), None if ending == "failed" else self.found(ending)

    def _begin(self) -> Ending | None:
        state, mark, backend = self.backend.state(self.start), self.backend.blank(), self.backend
        if self.options.compress:
            status = int(backend.call("settle_uncounted", state, self.context, *self.tape_arrays, self.options.open_chance,
                                          mark))
        else:
            status = int(backend.call("kind_of", state, self.context))
        self.first, tables = state, self.tables
        tables.clear(self.control)
        tables.enter_start(state, status, self.control)
        if status == Status.FAILED:
            return "failed"
        self._compile()
        backend.call("note_start", self.context, *tables.stored, tables.node, tables.scratch, self.seats, self.known.array,
                     self.links.array, self.asked)
        self.watch = Watch(self.limits)
        return None

    def _compile(self) -> None:
        """Compiling is not searching: the clock starts behind it."""
        self.asked[Proving.WALKS] = 0
        self._expand(_NONE)

    def _expand(self, picks: Array) -> None:
        tables = self.tables
        self.backend.call(
            "prove", self.context, *self.tape_arrays, self.switches, self.checking, *tables.visited, *tables.chains, tables.queue,
            tables.depth, tables.edges, self.control, tables.scratch, tables.out, tables.weights, *tables.rows, tables.facts,
            self.seats, self.known.array, self.links.array, self.before.array, self.barred.array, self.way.array,
            self.ring.array, picks, self.asked)

    def _call(self, picks: Array, until: int) -> Ending | None:
        """Expand the most proving states, or those picked, until there are so many states: what ended the search, or None."""
        self.asked[Proving.UNTIL], self.asked[Proving.PICKED], self.asked[Proving.IN_VAIN] = until, 0, 0
        while True:
            self.asked[Proving.WALKS] = self.watch.most
            self._expand(picks)
            why = int(self.control[Exploring.WHY])
            if why == Why.FAILED:
                return "failed"
            if why == Why.PROPERTY:  # a rule of sides failed: asked again, it says so itself
                self.found("failed")
            ending = self.watch.ending(self.states, int(self.control[Exploring.EXPANDED]))
            if ending is None and why == Why.ROOM:
                ending = self.tables.make_room(self.states, self.watch, edges=int(self.control[Exploring.EDGES]))
                for each in (self.before, self.barred):
                    each.grow(len(self.tables.edges))
            if ending is not None:
                return ending
            if why == Why.DONE or (not len(picks) and self.states >= until):
                return None
            self.report(self._progress())

    def _aim(self, aim: int, found: Forced) -> None:
        """From now on the numbers are for this aim, and begin with what is known."""
        self.asked[Proving.AIM], self.asked[Proving.ATTACKS] = aim, aim > found.endless
        order = np.argsort(-self.known.array[:self.states, Known.DEPTH], kind="stable")
        self.backend.call("renumber", order, self.tables.edges, int(self.control[Exploring.EDGES]), self.tables.node,
                          found.least.value, found.most.value, self.known.array, self.links.array, self.barred.array, self.asked)

    def _is_stuck(self) -> bool:
        """Whether the start looks disproved, and is not known to be."""
        state, disproof = (int(self.known.array[0, each]) for each in (Known.STATE, Known.DISPROOF))
        return state == 0 and disproof == 0

    def _expand_nearest(self, found: Forced) -> Ending | None:
        """Expand the nearest states that may matter by what was found before; of nothing to expand the search ends."""
        count = len(found.least.value)
        if self.states > count:
            found = self.found("interrupted")
            count = self.states
        picks = np.zeros(max(1, count // NEAREST), dtype=np.int64)
        seen = np.zeros(count, dtype=np.int8)
        picked = self.backend.call("nearest_open", self.tables.edges, found.least.value, found.most.value, self.tables.node,
                                   self.known.array, self.links.array, self.way.array, seen, picks)
        picks = picks[:picked] if picked else np.flatnonzero(~self._is_expanded())[:len(picks)]
        return self._call(picks, self.states) if len(picks) else "closed"

    def _is_expanded(self) -> Array:
        """Of each state whether all is known that follows it: it was expanded, or play is over there, or nobody can know."""
        count = self.states
        return ((self.links.array[:count, Link.FIRST] >= 0) | (self.tables.node[:count] >= Status.END)
                | (self.known.array[:count, Known.WORTH] >= 0))

    def _explored(self, ending: Ending) -> Explored:
        """What was explored so far."""
        event = int(self.control[Exploring.WHAT]) if ending == "failed" else -1
        found = int(self.control[Exploring.AT]) if ending == "failed" and self.tables.node[0] != Status.FAILED else None
        return Explored(
            self.backend, self.setting, self.start, self.options, ending, self.tables, self.context, self.first, self.states,
            int(self.control[Exploring.TRANSITIONS]), int(self.control[Exploring.EDGES]), (), self.watch.seconds, found,
            event if event >= 0 else None, None, self.backend.failed(self.context), is_expanded=self._is_expanded())

    def found(self, ending: Ending) -> Forced:
        """What can be forced by the graph so far, by backward induction."""
        explored = self._explored(ending)
        if self.rule is not None:
            return forced_to(explored, self.coalition, self.rule)
        return forced(explored, self.coalition, endless=self.endless)

    def _progress(self) -> Progress:
        expanded = int(self.asked[Proving.EXPANDED])
        return Progress(self.states, int(self.control[Exploring.TRANSITIONS]), self.states - expanded, 0, self.watch.seconds,
                        self.watch.held)


def forced_by_proof_numbers(
        backend: Backend, setting: Setting, start: Position, coalition: Collection[int], *, rule: Rule | None = None,
        endless: int = NEVER, open_chance: bool = False, limits: Limits | None = None,
        report: Callable[[Progress], None] = lambda progress: None) -> tuple[Explored, Forced | None]:
    """What a coalition of seats can force, or whether it can come to the goal or keep the invariant that a rule is.

    Gives the graph that was explored for it, whose ending is "goal" where what was not explored makes no difference, and what
    `forced` or `forced_to` finds in it (None where a rule failed).  Deterministic for a given number of states; what seconds or
    memory end is cut there.  Raises RuleBroke for an outcome or a seat that cannot be worked out.
    """
    options = ExploreOptions(compress=rule is None, open_chance=open_chance, edges=True)
    return ProofNumberSearch(backend, setting, start, tuple(sorted(coalition)), options, (limits or Limits()).running(), report,
                             endless, rule).run()
