"""The best line of a deal: beam searches that widen until one closes, with branch and bound and exact visited sets.

Each pass goes through the game decision by decision, keeping at most `width` states at each and dropping the rest: one half
of them for what the game's estimate promises, the other for their bounds, since those with the best bounds are often those that
have spent nothing yet.  If the game has a measure of progress, states are compared only with others of equal progress (as in the
sweep-line method), since lines that hurry look bad, or good, among those that take their time.  A pass goes through only so many
decisions without progress: where moves can be taken back, there is no end to them.  What the bound shows to be no better than the
best line so far is pruned.

In a long game the states of a wide pass are much alike, and many narrow passes that differ find more than one.  So, as long as
no line does any good by the first field of the grade (wins, say), as much work as went into a long pass goes into narrower ones
whose estimates are shaken a little.  The noise is the same in every run, and what such a pass drops counts as in any other.

Random games are played before the first pass and as the search goes on: what is
found is never worse than the best of them.  They are kept in hand until the pass is over, for its own lines look better.

Where play gets stuck, no rule says what follows, so that a dead end counts as what its bound allows: a line that is proved best
would be so whatever a corrected rule were to bring there, as long as the rule keeps to the bound like every other.

A pass after which nothing that was dropped could be better has closed the space: its best line is optimal (exhausted).
A line whose grade equals the bound at the start is optimal at once (bound-attained).  Otherwise the line is the best found
and the bound stays open.  Nothing here decides what is legal: the line is replayed by the reference before it is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf, sqrt
from typing import Any, Literal

import numpy as np
from attrs import define, field

from verifier import clock
from verifier.lang.events import Event
from verifier.lang.phases import DECISION, END
from verifier.run.backend import Backend
from verifier.run.control import Searching, Why
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search.limits import Ending, Limits, Watch
from verifier.search.passed_bound import passed_bound
from verifier.search.playouts import Playouts
from verifier.search.tables import Tables

WIDTH_FIRST = 32
WIDTH_GROWTH = 4
# Through how many decisions without progress, by the game's own measure, a pass of the first width goes: what is left then is
# dropped.  Wider ones go through more.  Where moves can be taken back, a pass would go round until every state was seen.
STAGE_DECISIONS = 64
# How far the estimates of a shaken pass are moved: by the normal distribution, in standard deviations of those compared (or in
# ones, if they are alike); and how many states make a pass a long one.  Below, a wider one costs little and may close it.
SHAKE = 0.1
LONG_PASS = 250_000
# Games at random before the first pass: so many, or of so many decisions together.  From then on they take a decision for each
# _STATES_A_DECISION states, so that they have their share of any limit: a fifth of the time in Until Dawn, half in Dawn of the
# Zeds.  There a pass of the least width through a whole game takes 300,000 states: before it ends, games are all there is.  Where
# losing is wanted they take a decision for each state, since random play loses soon, and games longer than the loss in hand stop.
GAMES_FIRST = 256
DECISIONS_FIRST = 2048
_STATES_A_DECISION = 2
_DECISIONS_AT_ONCE = 2048
_PICKS_MOST = 4096
_NEVER = 2**62


@define
class BestProgress:
    """How far a search for the best line is."""

    states: int
    transitions: int
    width: int
    depth: int
    best: int
    upper_bound: int
    seconds: float
    bytes_used: int


@define(eq=False)
class Best:
    """What a search for the best line found.  `line` holds the decisions; grades are numbers (`Native.grade_fields`).

    `stuck_line` leads to a dead end of the rules behind which something better could be: then nothing is proved.
    """

    verdict: Literal["optimal", "best-found", "unknown"]
    proof: Literal["bound-attained", "exhausted"] | None
    grade: int | None
    upper_bound: int
    line: list[Event]
    ending: Ending
    search: dict[str, int | float]
    failed_line: list[Event] | None = None
    stuck_line: list[Event] | None = None


def can_be_won(backend: Backend, best: Best) -> bool | None:
    """Whether some line ends with the first field of the grade above its lowest; None where that was not settled."""
    lowest = backend.constant("LOWEST_STEP")
    if best.grade is not None and best.grade >= lowest:
        return True
    return False if best.upper_bound < lowest and not best.search.get("uncovered") else None


@define(eq=False, slots=False)
class Beam:
    """A search for the line that is worth most: the best grade or, with `loss` above 0, `loss` less the decisions of a loss."""

    backend: Backend
    setting: Setting
    state: Any
    limits: Limits
    report: Callable[[BestProgress], None]
    upper_bound: int
    enough: int | None = None
    loss: int = 0
    best: int = -1
    line: list[int] = field(factory=list)
    width: int = 0
    shake: float = 0.0
    random: Any = field(factory=lambda: np.random.default_rng(0))
    depth: int = 0
    states: int = 0
    transitions: int = 0
    cut: int = 0
    failed: list[int] | None = None
    stuck: tuple[int, list[int]] = (-1, [])
    passing: list[int] | None = None
    decisions_played: int = 0
    began: float = field(factory=clock.seconds)

    def __attrs_post_init__(self) -> None:
        backend = self.backend
        self.context = backend.context(self.setting)
        self.tape_arrays = backend.tapes(self.setting)
        self.tables = Tables(backend)
        self._score, self._bounds, self._stages = (self.tables.beside(np.int64) for _ in range(3))
        self.watch = Watch(self.limits)
        self.control = np.zeros(len(Searching), dtype=np.int64)
        self.playouts = Playouts(backend, self.setting, self.state, to_lose=self.loss > 0)

    def now(self, what: Searching) -> int:
        """A number of the search as the kernel left it."""
        return int(self.control[what])

    @property
    def score(self) -> Any:
        """The estimate of each state."""
        return self._score.array

    @property
    def bounds(self) -> Any:
        """The bound of each state."""
        return self._bounds.array

    @property
    def stages(self) -> Any:
        """How far the game has come in each state."""
        return self._stages.array

    def run_pass(self, width: int, shake: float = 0.0) -> Ending | None:
        """One pass: "goal" when the bound is attained; "closed", "uncovered" or "stuck" when nothing better was dropped.

        Otherwise None; the bounds of what was dropped are then a bound of the whole deal.
        """
        self._begin(width, shake)
        dropped_bound, waiting, seen = -1, np.zeros(1, dtype=np.int32), 1
        decisions, decisions_most = Counter[int](), self._decisions_most(width)
        while len(waiting):
            stage = int(self.stages[waiting].min())
            now = self.stages[waiting] == stage
            decisions[stage] += 1
            if decisions[stage] > decisions_most:
                dropped_bound, waiting = max(dropped_bound, int(self.bounds[waiting[now]].max())), waiting[~now]
                continue
            picks, most = self._choose(waiting[now])
            dropped_bound = max(dropped_bound, most)
            ending = self._expand(picks)
            found = np.arange(seen, self.control[Searching.STATES], dtype=np.int32)
            if ending is not None:
                left = np.concatenate([waiting, found])
                self._bound_by(max(dropped_bound, int(self.bounds[left[self._is_hopeful(left)]].max(initial=-1))))
                return ending
            waiting, seen = np.concatenate([waiting[~now], found[self._is_hopeful(found)]]), self.now(Searching.STATES)
            self.depth += 1
        self._bound_by(dropped_bound)
        if dropped_bound > self.best:
            return None
        if self.control[Searching.STUCK_MOST] > self.best:
            return "stuck"
        return "uncovered" if self._silent() > self.best else "closed"

    def _decisions_most(self, width: int) -> float:
        """How many decisions a pass goes through without progress; any number where the game has no measure of it."""
        if self.loss or self.backend.program.game.only("progress") is None:
            return inf
        return STAGE_DECISIONS * sqrt(width / WIDTH_FIRST)

    def _begin(self, width: int, shake: float) -> None:
        self.tables.clear(self.control)
        self.tables.enter_start(self.state, DECISION, self.control)
        self.control[Searching.BEST], self.control[Searching.ENDS] = self.best, 0
        self.control[Searching.ENOUGH] = self.upper_bound if self.enough is None else min(self.upper_bound, self.enough)
        self.control[Searching.STATES_MOST] = _NEVER if self.limits.states is None else self.limits.states - self.states
        self.control[Searching.LOSS] = self.loss
        self.control[Searching.UNCOVERED_MOST] = self.control[Searching.STUCK_MOST] = -1
        self.watch.begin()
        self.score[0], self.bounds[0], self.stages[0] = 0, self.upper_bound, 0
        self.width, self.shake, self.depth = width, shake, 0

    def _bound_by(self, left: int) -> None:
        """No line is worth more than the best one, than what is left, and than what the deal or the rules do not cover."""
        self.upper_bound = min(self.upper_bound, max(self.best, left, self._silent(), self.now(Searching.STUCK_MOST)))

    def _silent(self) -> int:
        """The most that lines which the deal does not cover could be worth; -1 when there are none."""
        if self.loss:
            return self.now(Searching.UNCOVERED_MOST)
        return self.upper_bound if self.control[Searching.UNCOVERED] else -1

    def _is_hopeful(self, numbers: Any) -> Any:
        """Whether each state is a decision that could lead to something better."""
        return (self.bounds[numbers] > self.control[Searching.BEST]) & (self.tables.node[numbers] == DECISION)

    def _choose(self, numbers: Any) -> tuple[Any, int]:
        """Of the states as far as each other that could still be better: those to go on with, and the others' best bound."""
        hopeful = numbers[self._is_hopeful(numbers)]
        score, bounds = -self.score[hopeful], -self.bounds[hopeful]
        if self.shake and len(hopeful) > self.width:
            score = score + self.random.normal(0.0, self.shake * max(1.0, float(score.std())), len(score))
        order = np.lexsort((hopeful, score, bounds))
        if len(hopeful) <= self.width:
            return hopeful[order], -1
        kept = np.zeros(len(hopeful), dtype=np.bool_)
        kept[np.lexsort((hopeful, bounds, score))[:(self.width + 1) // 2]] = True
        kept[order[~kept[order]][:self.width // 2]] = True
        return hopeful[order[kept[order]]], int(self.bounds[hopeful[~kept]].max())

    def _expand(self, picks: Any) -> Ending | None:
        tables, room = self.tables, self.backend.constant("EVENT_ROOM")
        while len(picks):
            some = picks[:min(self.watch.most, _PICKS_MOST)]
            ending = tables.make_room(self.now(Searching.STATES), self.watch, more=len(some) * room)
            if ending is not None:
                return ending
            self._expand_now(some)
            if self.control[Searching.STUCK_MOST] > self.stuck[0]:
                there = self._line_to(self.now(Searching.STUCK_AT), self.now(Searching.STUCK_EVENT))
                self.stuck = (self.now(Searching.STUCK_MOST), there)
            if self.control[Searching.WHY] == Why.FAILED:
                self.failed = [*tables.events_to(self.now(Searching.AT)), self.now(Searching.EVENT)]
                return "failed"
            if self.control[Searching.BEST] > self.best:
                self._better(self.now(Searching.BEST), tables.events_to(self.now(Searching.AT)))
                if self._is_enough():
                    return "goal"
            self.report(self.progress())
            ending = self._play_on(_DECISIONS_AT_ONCE) or self._limit(self.now(Searching.DONE))
            if ending is not None:
                return ending
            picks = picks[self.now(Searching.DONE):]
        return None

    def _line_to(self, number: int, event: int) -> list[int]:
        """The events to a state and an event there, if one is given (not -1)."""
        return [*self.tables.events_to(number), *([event] if event >= 0 else [])]

    @property
    def stuck_line(self) -> list[Event] | None:
        """A line to a dead end behind which something better than the best could be; None if there is none."""
        worth, line = self.stuck
        return [self.backend.program.events[number] for number in line] if worth > self.best else None

    def _better(self, worth: int, line: Sequence[int]) -> None:
        if worth > self.best:
            self.best, self.line = worth, list(line)

    def _is_enough(self) -> bool:
        return self.best >= self.upper_bound or (self.enough is not None and self.best >= self.enough)

    def _expand_now(self, picks: Any) -> None:
        tables = self.tables
        self.backend.call("expand", self.context, *self.tape_arrays, picks, tables.store, tables.parent, tables.via, tables.node,
                         tables.table, self.score, self.bounds, self.stages, self.control, tables.scratch, tables.out,
                         tables.packed)

    def _play_on(self, least: int = 1) -> Ending | None:
        """Play the games that are due by now, if they take so many decisions; the limit that ends it.

        What they find counts between the passes only, so that nothing depends on when in a pass they are played.
        """
        due = (self.states + self.now(Searching.STATES)) // (1 if self.loss else _STATES_A_DECISION) - self.decisions_played
        if due < least:
            return None
        self.decisions_played += due
        ending = self.playouts.play(due, due, self.watch.limits)
        self.watch.begin()
        return ending

    def _limit(self, done: int) -> Ending | None:
        return self.watch.ending(self.states + self.now(Searching.STATES), done)

    def progress(self) -> BestProgress:
        """How far the search is."""
        states, transitions = self.states + self.now(Searching.STATES), self.transitions + self.now(Searching.TRANSITIONS)
        return BestProgress(states, transitions, self.width, self.depth, self.best, self.upper_bound,
                            clock.seconds() - self.began, self.watch.held)

    def counts(self) -> dict[str, int | float]:
        """What the search did, in numbers."""
        return {"states": self.states, "transitions": self.transitions, "cut": self.cut, "width": self.width,
                "playouts": self.playouts.games, "uncovered": self.now(Searching.UNCOVERED),
                "without_grade": self.now(Searching.LOOPS),
                "seconds": clock.seconds() - self.began}

    def run(self) -> Ending:
        """Games at random and passes of growing width, until one ends the search."""
        self._expand_now(np.empty(0, dtype=np.int32))  # compiling is not searching: the clock starts behind it
        self.playouts.warm_up()
        self.began = clock.seconds()
        ending: Ending = "interrupted"
        with suppress(KeyboardInterrupt):
            ending = self._widen()
            self._play_on()
        self._count()
        if ending != "failed":
            self._take_played(ending)
        return "goal" if self._is_enough() and ending in ("states", "seconds", "memory") else ending

    def _widen(self) -> Ending:
        width = WIDTH_FIRST
        ending: Ending | None = self.playouts.play(GAMES_FIRST, DECISIONS_FIRST, self.watch.limits)
        while ending is None:
            before = self.states
            ending = self._counted_pass(width)
            if ending is None and self.states - before >= LONG_PASS:
                ending = self._shaken_passes(width, self.states - before)
            width *= WIDTH_GROWTH
        return ending

    def _shaken_passes(self, below: int, work: int) -> Ending | None:
        """Passes of the widths below one, with shaken estimates, of so many states in all, as long as no line does any good."""
        width, until, lowest = WIDTH_FIRST, self.states + work, self.backend.constant("LOWEST_STEP")
        ending: Ending | None = None
        while ending is None and not self.loss and self.best < lowest and self.states < until:
            ending = self._counted_pass(width, SHAKE)
            width = width * WIDTH_GROWTH if width * WIDTH_GROWTH < below else WIDTH_FIRST
        return ending

    def _counted_pass(self, width: int, shake: float = 0.0) -> Ending | None:
        """A pass, added to the sums if it does not end the search, and the games at random that are due after it."""
        ending = self.run_pass(width, shake)
        if ending is not None:
            return ending
        ending = self._play_on()
        self._count()
        self._take_played()
        return "failed" if self.passing else "goal" if self._is_enough() else ending

    def _count(self) -> None:
        """Add the pass that is over to the sums."""
        self.states += self.now(Searching.STATES)
        self.transitions += self.now(Searching.TRANSITIONS)
        self.cut += self.now(Searching.CUT)
        self.control[Searching.STATES] = self.control[Searching.TRANSITIONS] = self.control[Searching.CUT] = 0

    def _take_played(self, ending: Ending | None = None) -> None:
        """The best game that was played at random is the best line, if it is better, unless the pass has found what was wanted.

        None can be above a true bound.
        """
        played = self.playouts.quickest_loss if self.loss else self.playouts.best
        if played is not None:
            worth = self.loss - len(played.line) if self.loss else played.grade
            if worth > self.upper_bound:
                self.passing = list(played.line)
            if ending != "goal":
                self._better(worth, played.line)
        if self.loss and self.best >= 0:
            self.playouts.give_up_after(len(self.line) - 1)


def solve_best(backend: Backend, reference: Reference, setting: Setting, start: Position, limits: Limits | None = None,
               report: Callable[[BestProgress], None] = lambda progress: None, *, enough: int | None = None) -> Best:
    """The best line from a position for the deal of the setting, or the first one found whose grade is `enough`.

    Not promised: that the line is the shortest among the best.  Ties are broken the same way in every run that is not cut
    short by time or memory.  Raises RuleFailed (DB407) when a random game exceeds the bound that the search would prune by.
    """
    settled = reference.settled(start)
    context = backend.context(setting)
    state = backend.state(settled)
    upper_bound = int(backend.call("bound", state, context))
    if over := over_at_once(backend, reference, setting, settled):
        return over
    beam = Beam(backend, setting, state, limits or Limits(), report, upper_bound, enough)
    ending = beam.run()
    events = backend.program.events
    if beam.passing is not None:
        raise passed_bound(reference, start, [events[number] for number in beam.passing])
    proof: Literal["bound-attained", "exhausted"] | None = None
    if ending == "goal" and beam.best >= beam.upper_bound and beam.stuck_line is None:
        proof = "bound-attained" if beam.best >= upper_bound else "exhausted"
        upper_bound = beam.best
    elif ending == "closed" and beam.best >= 0:
        proof, upper_bound = "exhausted", beam.best
    else:
        upper_bound = beam.upper_bound
    verdict: Literal["optimal", "best-found", "unknown"] = "optimal" if proof else "best-found" if beam.best >= 0 else "unknown"
    return Best(verdict, proof, beam.best if beam.best >= 0 else None, upper_bound, [events[number] for number in beam.line],
                ending, beam.counts(), None if beam.failed is None else [events[number] for number in beam.failed],
                beam.stuck_line)


def over_at_once(backend: Backend, reference: Reference, setting: Setting, position: Position) -> Best | None:
    """What a position without any event says: its grade if it is an end, else a dead end that no grade can be given to.

    None where there is something to decide.
    """
    if any(reference.forbidden_by(position, event) is None for event in reference.events(position)):
        return None
    state, context = backend.state(position), backend.context(setting)
    empty: dict[str, int | float] = {"states": 1, "transitions": 0, "width": 0, "seconds": 0.0}
    if reference.kind(position) != END:
        return Best("unknown", None, None, int(backend.call("bound", state, context)), [], "stuck", empty, stuck_line=[])
    value = int(backend.call("grade", state, context))
    return Best("optimal", "exhausted", value, value, [], "closed", empty)
