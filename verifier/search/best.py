"""The best line of a deal: beams that widen and a best-first search in turns, with branch and bound and exact visited sets.

A beam goes through the game decision by decision, keeping at most `width` states at each and dropping the rest: one half of
them for what the game's estimate promises, the other for their bounds, since those with the best bounds are often those that
have spent nothing yet.  If the game has a measure of progress, states are compared only with others of equal progress (as in the
sweep-line method), since lines that hurry look bad, or good, among those that take their time.  Where a pass has gone through
many decisions without progress, moves can be taken back, and there is no end to them: from then on, as in a game without such a
measure, states are compared with all others.  What the bound shows to be no better than the
best line so far is pruned.

In a long game the states of a wide pass are much alike, and many narrow passes that differ find more than one.  So, as long as
no line does any good by the first field of the grade (wins, say), as much work as went into a long pass goes into narrower ones
whose estimates are shaken a little.  The noise is the same in every run, and what such a pass drops counts as in any other.

The best-first search (`best_first.py`) takes turns with the passes, for as many states as they take: for more of them when it
finds something better, for fewer when they do.  In a game that says how far it has come it gets few of them, as long as no pass
goes on without progress.  It finds its way where decisions can be taken back, and closes what fits into memory.
What lies around a new best line is looked at for a better one (`shorten.py`).

Where the game says that a decision is safe, it is made at once, and what else could be decided there is deferred until nothing
better waits.  Then it is searched like everything else.  So a declaration makes wins come sooner, and no proof rests on it: to a
bound and to a closed space deferred states count as what their bounds allow.

Where it says that more of something is never worse, a state is left out if one is stored that is better in nothing but that, and
so is one that waits when a better one is found.  That is so if z3 has proved the declaration; else such states are deferred.
Where it is proved for lines that win, they are left out as soon as there is one.

Random games are played before the first pass and as the search goes on: what is
found is never worse than the best of them.  They are kept in hand until the pass is over, for its own lines look better.

Where play gets stuck, no rule says what follows, so that a dead end counts as what its bound allows: a line that is proved best
would be so whatever a corrected rule were to bring there, as long as the rule keeps to the bound like every other.  Of a closed
search whose only dead ends are decisions with nothing legal, "proved" says that no line which comes to an end is better.

A pass after which nothing that was dropped could be better has closed the space: its best line is optimal (exhausted).
A line whose grade equals the bound at the start is optimal at once (bound-attained).  Otherwise the line is the best found
and the bound stays open.  Nothing here decides what is legal: the line is replayed by the reference before it is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import sqrt
from typing import Any, Literal

import numpy as np
from attrs import define, field

from verifier import clock
from verifier.lang.events import Event
from verifier.lang.phases import END
from verifier.run.backend import Backend
from verifier.run.control import Dominance, Searching, Why
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search.best_first import BestFirst
from verifier.search.derived import Derived, derived_bounds
from verifier.search.frontier import SOON_WORTH, Frontier, Soon
from verifier.search.limits import Ending, Limits, Watch
from verifier.search.passed_bound import passed_bound
from verifier.search.playouts import Playouts
from verifier.search.shorten import shortened

WIDTH_FIRST = 32
WIDTH_GROWTH = 4
# Through how many decisions without progress, by the game's own measure, a pass of the first width goes before states are no
# longer compared by it; wider ones go through more.  Where moves can be taken back, a pass would go round in every stage until
# all of its states were seen: of 5 deals of Baker's Game, the progress being cards at home, one was not won with 3,000,000
# states while what made no progress was dropped instead.  But a stage can be long: a search in Survive Until Daylight takes up
# to 110 decisions.  With 64 here, 13 of its first 25 deals were won with 6,000,000 states each, and with 256, 21.
STAGE_DECISIONS = 256
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
# What is looked at around a line: this part of the states of a pass, for a better line, or of all of them, for a shorter one.
REPAIR, REPAIR_SOON, SHORTEN, SHORTEN_LEAST, SHORTEN_MOST = 32, 2, 8, 2_000, 100_000
# What best-first search gets for each state of a pass: more the more it finds, the least where there is a measure of progress.
# It takes its turn after so many states of a pass.
SHARE_LEAST, SHARE_FIRST, SHARE_MOST, TURN = 1 / 8, 1.0, 4.0, 8192

Ways = Literal["portfolio", "beam", "best-first"]
# Which way of searching came to a line; "repair" is the search of what lies around another line, "" says that there is none.
FoundBy = Literal["", "beam", "best-first", "playouts", "repair", "exhaustive", "rollouts"]


def states_around(states: int) -> int:
    """How many states may be looked at around a line that a search of so many states has found, to make it shorter."""
    return max(SHORTEN_LEAST, min(states // SHORTEN, SHORTEN_MOST))


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

    `found_by` is the way by which its grade was come to; the line may have been made shorter since.

    `stuck_line` leads to a dead end of the rules behind which something better could be: then no line is optimal.  `dead_ends`
    counts those, if all of them that were found are decisions without a legal move.  "proved" says what is known where the search
    closed, and there are only these, or nothing but rounds: of the lines that come to an end none is better, or there is none.
    """

    verdict: Literal["optimal", "best-found", "proved", "unknown"]
    proof: Literal["bound-attained", "exhausted"] | None
    grade: int | None
    upper_bound: int
    line: list[Event]
    ending: Ending
    search: dict[str, int | float]
    failed_line: list[Event] | None = None
    stuck_line: list[Event] | None = None
    dead_ends: int | None = None
    found_by: FoundBy = ""


def can_be_won(backend: Backend, best: Best) -> bool | None:
    """Whether some line ends with the first field of the grade above its lowest; None where that was not settled."""
    lowest = backend.constant("LOWEST_STEP")
    if best.grade is not None and best.grade >= lowest:
        return True
    return False if best.upper_bound < lowest and not best.search.get("uncovered") else None


@define(eq=False, slots=False)
class Beam:
    """A search for the line that is worth most: the best grade or, if an end is wanted `soon`, the fewest decisions."""

    backend: Backend
    setting: Setting
    state: Any
    limits: Limits
    report: Callable[[BestProgress], None]
    upper_bound: int
    enough: int | None = None
    soon: Soon | None = None
    shorten: bool = False
    ways: Ways = "portfolio"
    dominance: Dominance = Dominance.OFF
    derived: Sequence[Derived] = ()
    best: int = -1
    line: list[int] = field(factory=list)
    found_by: FoundBy = ""
    width: int = 0
    shake: float = 0.0
    random: Any = field(factory=lambda: np.random.default_rng(0))
    depth: int = 0
    states: int = 0
    transitions: int = 0
    cut: int = 0
    deferred: int = 0
    dominated: int = 0
    failed: list[int] | None = None
    empty_chance: bool = False
    stuck: tuple[int, list[int]] = (-1, [])
    passing: list[int] | None = None
    decisions_played: int = 0
    repaired: int = -1
    best_then: int = -1
    around: int = 0
    safe: bool = field(init=False)
    share: float = field(init=False)
    began: float = field(factory=clock.seconds)

    def __attrs_post_init__(self) -> None:
        self.safe = self.soon is None and self.backend.constant("SAFE") == 1
        if self.soon is not None or not self.backend.constant("DOMINANCE"):
            self.dominance = Dominance.OFF  # a worse state may have been come to in fewer decisions
        self.passes = Frontier(self.backend, self.setting, self.state, self.soon, dominance=self.dominance, derived=self.derived)
        self.watch = Watch(self.limits)
        self.playouts = Playouts(self.backend, self.setting, self.state, to_lose=self.soon is not None and self.soon.loses)
        self.best_first: BestFirst | None = None
        self.goes_forward = self.soon is None and self.backend.program.game.only("progress") is not None
        self.share = min(SHARE_FIRST, SHARE_LEAST) if self.goes_forward else SHARE_FIRST

    def run_pass(self, width: int, shake: float = 0.0) -> Ending | None:
        """One pass: "goal" when the bound is attained; "closed", "uncovered" or "stuck" when nothing better was dropped.

        Otherwise None; the bounds of what was dropped are then a bound of the whole deal.
        """
        passes, self.width, self.shake, self.depth = self.passes, width, shake, 0
        passes.safe, passes.dominance = self.safe, self.dominance
        passes.begin(self.upper_bound)
        self._aim(passes)
        dropped_bound, waiting, seen = -1, np.zeros(1, dtype=np.int32), 1
        decisions, turn = Counter[int](), 0
        decisions_most = STAGE_DECISIONS * sqrt(width / WIDTH_FIRST)  # without progress
        while len(waiting := self._or_deferred(waiting, dropped_bound)):
            stages = passes.stages[waiting] if self.goes_forward or self.soon is not None else np.zeros(len(waiting))
            stage = int(stages.min())
            now = stages == stage
            decisions[stage] += 1
            if self.goes_forward and decisions[stage] > decisions_most:
                self.share, self.goes_forward = SHARE_FIRST, False
                continue
            picks, most = self._choose(waiting[now])
            dropped_bound = max(dropped_bound, most)
            ending = self._expand(passes, picks)
            found = passes.found_since(seen)
            if ending is not None:
                left = np.concatenate([waiting, found])
                self._bound_by(passes, max(dropped_bound, int(passes.bounds[left[passes.is_hopeful(left)]].max(initial=-1))))
                return ending
            waiting, seen = np.concatenate([waiting[~now], found[passes.is_hopeful(found)]]), passes.states
            self.depth += 1
            if passes.states - turn >= TURN:
                if (ending := self._best_first(passes.states - turn)) is not None:
                    return ending
                self._aim(passes)
                turn = passes.states
        self._bound_by(passes, dropped_bound)
        return self._best_first(passes.states - turn) if dropped_bound > self.best else passes.exhausted()

    def _or_deferred(self, waiting: Any, dropped_bound: int) -> Any:
        """What waits in a pass; where nothing does, and nothing better was dropped, what was deferred."""
        if len(waiting) or dropped_bound > self.best:
            return waiting
        self.safe = False  # they found nothing better, and proved nothing
        if self.dominance != Dominance.PROVED:
            self.dominance = Dominance.OFF
        return self.passes.undefer()

    def _aim(self, frontier: Frontier) -> None:
        """Only what is better than the best line so far counts, and what is enough will do."""
        enough = self.upper_bound if self.enough is None else min(self.upper_bound, self.enough)
        most = None if self.limits.states is None else self.limits.states - self.stored + frontier.states
        frontier.aim(self.best, enough, most)
        self.watch.begin()

    def _bound_by(self, frontier: Frontier, left: int) -> None:
        """No line is worth more than the best one, than what is left, and than what the deal or the rules do not cover."""
        self.upper_bound = min(self.upper_bound, max(self.best, frontier.most_left(left)))

    def _choose(self, numbers: Any) -> tuple[Any, int]:
        """Of the states as far as each other that could still be better: those to go on with, and the others' best bound."""
        hopeful = numbers[self.passes.is_hopeful(numbers)]
        score, bounds = -self.passes.score[hopeful], -self.passes.bounds[hopeful]
        if self.shake and len(hopeful) > self.width:
            score = score + self.random.normal(0.0, self.shake * max(1.0, float(score.std())), len(score))
        order = np.lexsort((hopeful, score, bounds))
        if len(hopeful) <= self.width:
            return hopeful[order], -1
        kept = np.zeros(len(hopeful), dtype=np.bool_)
        kept[np.lexsort((hopeful, bounds, score))[:(self.width + 1) // 2]] = True
        kept[order[~kept[order]][:self.width // 2]] = True
        return hopeful[order[kept[order]]], int(self.passes.bounds[hopeful[~kept]].max())

    def _expand(self, frontier: Frontier, picks: Any) -> Ending | None:
        tables, room = frontier.tables, self.backend.constant("EVENT_ROOM")
        while len(picks):
            some = picks[:min(self.watch.most, _PICKS_MOST)]
            ending = tables.make_room(frontier.states, self.watch, more=len(some) * room)
            if ending is not None:
                return ending
            frontier.expand(some)
            self.empty_chance |= frontier.now(Searching.EMPTY_CHANCE) > 0
            if frontier.now(Searching.STUCK_MOST) > self.stuck[0]:
                there = frontier.line_to(frontier.now(Searching.STUCK_AT), frontier.now(Searching.STUCK_EVENT))
                self.stuck = (frontier.now(Searching.STUCK_MOST), there)
            if frontier.now(Searching.WHY) == Why.FAILED:
                self.failed = frontier.line_to(frontier.now(Searching.AT), frontier.now(Searching.EVENT))
                return "failed"
            if frontier.now(Searching.BEST) > self.best:
                self._better(frontier.now(Searching.BEST), frontier.line_to(frontier.now(Searching.AT)),
                             "beam" if frontier is self.passes else "best-first")
                if self._is_enough():
                    return "goal"
            self.report(self.progress())
            ending = self._play_on(_DECISIONS_AT_ONCE) or self.watch.ending(self.stored, frontier.now(Searching.DONE))
            if ending is not None:
                return ending
            picks = picks[frontier.now(Searching.DONE):]
        return None

    @property
    def stuck_line(self) -> list[Event] | None:
        """A line to a dead end behind which something better than the best could be; None if there is none."""
        worth, line = self.stuck
        return [self.backend.program.events[number] for number in line] if worth > self.best else None

    @property
    def dead_ends(self) -> int | None:
        """How many decisions without a legal move were found, if there is a dead end that matters, and no other kind of it."""
        if self.stuck_line is None or self.empty_chance:
            return None
        return max(each.now(Searching.DEAD_ENDS) for each in self._frontiers)

    def _better(self, worth: int, line: Sequence[int], found_by: FoundBy) -> None:
        if worth > self.best:
            self.best, self.line, self.found_by = worth, list(line), found_by

    def _is_enough(self) -> bool:
        return self.best >= self.upper_bound or (self.enough is not None and self.best >= self.enough)

    def _play_on(self, least: int = 1) -> Ending | None:
        """Play the games that are due by now, if they take so many decisions; the limit that ends it.

        What they find counts between the passes only, so that nothing depends on when in a pass they are played.
        """
        due = self.stored // (_STATES_A_DECISION if self.soon is None else 1) - self.decisions_played
        if due < least or not self._plays:
            return None
        self.decisions_played += due
        ending = self.playouts.play(due, due, self.watch.limits)
        self.watch.begin()
        return ending

    @property
    def _plays(self) -> bool:
        """Whether games at random can be worth more than the line in hand: they are no shorter than one that was searched for."""
        return self.soon is None or self.soon.loses

    @property
    def stored(self) -> int:
        """How many states were stored so far, in all passes and by all ways to search."""
        return self.states + sum(each.states for each in self._frontiers)

    @property
    def _frontiers(self) -> list[Frontier]:
        return [self.passes, *([] if self.best_first is None else [self.best_first.frontier])]

    def progress(self) -> BestProgress:
        """How far the search is."""
        transitions = self.transitions + sum(each.now(Searching.TRANSITIONS) for each in self._frontiers)
        return BestProgress(self.stored, transitions, self.width, self.depth, self.best, self.upper_bound,
                            clock.seconds() - self.began, self.watch.held)

    def grade_of(self, line: Sequence[int]) -> int:
        """The grade, as a number, of the end that a line leads to."""
        state, mark, context = self.state.copy(), self.backend.blank(), self.playouts.context
        for event in line:
            self.backend.call("apply_uncounted", state, context, event)
            self.backend.call("settle_uncounted", state, context, *self.playouts.tape_arrays, False, mark)
        return int(self.backend.call("grade", state, context))

    def counts(self) -> dict[str, int | float]:
        """What the search did, in numbers."""
        uncovered, loops = (max(each.now(what) for each in self._frontiers) for what in (Searching.UNCOVERED, Searching.LOOPS))
        deferred = {"deferred": self.deferred} if self.backend.constant("SAFE") else {}
        deferred |= {"dominated": self.dominated} if self.backend.constant("DOMINANCE") else {}
        return {"states": self.states, "transitions": self.transitions, "cut": self.cut, "width": self.width,
                "around": self.around, "playouts": self.playouts.games, "uncovered": uncovered, "without_grade": loops,
                **deferred, "seconds": clock.seconds() - self.began}

    def run(self) -> Ending:
        """Games at random, passes of growing width and best-first search, until one ends the search."""
        self.passes.expand(np.empty(0, dtype=np.int32))  # compiling is not searching: the clock starts behind it
        self.playouts.warm_up()
        self.began = clock.seconds()
        if self.derived:
            self.passes.begin(self.upper_bound)
            self.upper_bound = min(self.upper_bound, int(self.passes.bounds[0]))
        ending: Ending = "interrupted"
        with suppress(KeyboardInterrupt):
            ending = self._widen()
            self._play_on()
        for frontier in self._frontiers:
            self._count(frontier)
        if ending != "failed":
            self._take_played(ending)
        is_proved = self.soon is not None and self.best >= self.upper_bound
        if self.shorten and not is_proved and self.passing is None and ending not in ("failed", "interrupted"):
            with suppress(KeyboardInterrupt):
                self._look_around(states_around(self.states), self.watch.limits.with_grace())
        return "goal" if self._is_enough() and ending in ("states", "seconds", "memory") else ending

    def _widen(self) -> Ending:
        width = WIDTH_FIRST
        ending = self.playouts.play(GAMES_FIRST, DECISIONS_FIRST, self.watch.limits) if self._plays else None
        while ending is None:
            before = self.stored
            if self.ways != "best-first":
                ending = self._counted_pass(width)
            else:
                ending = self._best_first(width)
            work = self.stored - before
            if ending is None:
                ending = self._repair(work)
            if ending is None and work >= LONG_PASS and self.ways != "best-first":
                ending = self._shaken_passes(width, work)
            width *= WIDTH_GROWTH
        return ending

    def _shaken_passes(self, below: int, work: int) -> Ending | None:
        """Passes of the widths below one, with shaken estimates, of so many states in all, as long as no line does any good."""
        width, until, lowest = WIDTH_FIRST, self.states + work, self.backend.constant("LOWEST_STEP")
        ending: Ending | None = None
        while ending is None and self.soon is None and self.best < lowest and self.states < until:
            ending = self._counted_pass(width, SHAKE)
            width = width * WIDTH_GROWTH if width * WIDTH_GROWTH < below else WIDTH_FIRST
        return ending

    def _counted_pass(self, width: int, shake: float = 0.0) -> Ending | None:
        """A pass, added to the sums if it does not end the search, and the games at random that are due after it."""
        ending = self.run_pass(width, shake)
        if ending is not None:
            return ending
        ending = self._play_on()
        self._count(self.passes)
        self._take_played()
        return "failed" if self.passing else "goal" if self._is_enough() else ending

    def _best_first(self, states: int) -> Ending | None:
        """Best-first search for its share of so many states; it goes on where it stopped.

        It keeps every state that it finds: when these take half of the memory that there may be, they make room for the passes.
        """
        if self.best_first is not None and self.ways == "portfolio" and 2 * self.watch.held > self.watch.memory:
            self._count(self.best_first.frontier)
            self.best_first, self.share = None, 0.0
        if self.soon is not None or self.share == 0 or self.ways == "beam":
            return None
        if self.best_first is None:
            self.best_first = BestFirst(Frontier(self.backend, self.setting, self.state, safe=self.safe, dominance=self.dominance,
                                                 derived=self.derived), self._expand)
            self.best_first.begin(self.upper_bound)
        if self.best > self.best_then >= 0:  # by a pass
            self.share = max(min(self.share, SHARE_LEAST), self.share / 2)
        search, before, share = self.best_first, self.best, max(1, int(states * self.share))
        self._aim(search.frontier)
        ending = search.run(search.frontier.states + share)
        if ending is None:
            left = search.most_waiting()
            self._bound_by(search.frontier, left)
            ending = None if left > self.best else search.frontier.exhausted()
        if self.best > before:
            self.share = min(SHARE_MOST, 2 * self.share)
        self.best_then = self.best
        return ending

    def _repair(self, work: int) -> Ending | None:
        """Look around a new best line for a better one; where few decisions are wanted, further around the same one, too."""
        if self.best <= self.repaired and self._plays:
            return None
        most = work // (REPAIR if self._plays else REPAIR_SOON)
        most = most if self.limits.states is None else min(most, self.limits.states - self.stored)
        self._look_around(most, self.watch.limits)
        self.states, self.around, self.repaired = self.states + self.around, 0, self.best
        self.watch.begin()
        return "failed" if self.passing else "goal" if self._is_enough() else self.watch.ending(self.stored, 0)

    def _look_around(self, states: int, limits: Limits) -> None:
        """Search the neighbourhood of the best line, if there is one, for one that is better or shorter."""
        if not self.line:
            return
        found = shortened(self.backend, self.setting, self.state, self.line, self.best, states, limits, self.soon)
        self.around += found.states
        self.found_by = "repair" if found.worth > self.best else self.found_by
        self.best, self.line = found.worth, list(found.line)
        if self.best > self.upper_bound:
            self.passing = self.line

    def _count(self, frontier: Frontier) -> None:
        """Add what a frontier did to the sums."""
        self.states += frontier.states
        self.transitions += frontier.now(Searching.TRANSITIONS)
        self.cut += frontier.now(Searching.CUT)
        self.deferred += frontier.now(Searching.DEFERRED)
        self.dominated += frontier.now(Searching.DOMINATED)
        for counted in (Searching.STATES, Searching.TRANSITIONS, Searching.CUT, Searching.DEFERRED, Searching.DOMINATED):
            frontier.control[counted] = 0

    def _take_played(self, ending: Ending | None = None) -> None:
        """The best game that was played at random is the best line, if it is better, unless the pass has found what was wanted.

        None can be above a true bound.
        """
        played = self.playouts.best if self.soon is None else self.playouts.quickest_loss
        if played is not None and self._plays:
            worth = played.grade if self.soon is None else SOON_WORTH - len(played.line)
            if worth > self.upper_bound:
                self.passing = list(played.line)
            if ending != "goal":
                self._better(worth, played.line, "playouts")
        if self.soon is not None and self.best >= 0:
            self.playouts.give_up_after(len(self.line) - 1)


def solve_best(backend: Backend, reference: Reference, setting: Setting, start: Position, limits: Limits | None = None,
               report: Callable[[BestProgress], None] = lambda progress: None, *, enough: int | None = None,
               shorten: bool = False, ways: Ways = "portfolio", patterns: bool = True,
               dominance: Dominance = Dominance.OFF) -> Best:
    """The best line from a position for the deal of the setting, or the first one found whose grade is `enough`.

    Besides the game's own bound it prunes by those that are derived from the `patterns` that the game declares.  With `shorten`
    what lies around the line is looked at, up to an eighth as many states again, for a shorter one.  `dominance` is what is known
    of the game's declaration that states are worse than others: whoever says that it is proved answers for that.  Not promised:
    that the line is the shortest among the best.  Ties are broken the same way in every run that is not cut short by time or
    memory.  Raises RuleFailed (DB407) when a random game exceeds the bound that the search would prune by.
    """
    settled = reference.settled(start)
    context = backend.context(setting)
    state = backend.state(settled)
    upper_bound = int(backend.call("bound", state, context))
    if over := over_at_once(backend, reference, setting, settled):
        return over
    limits = (limits or Limits()).running()
    derived = derived_bounds(backend, setting, state, limits) if patterns else []
    beam = Beam(backend, setting, state, limits, report, upper_bound, enough, shorten=shorten, ways=ways,
                dominance=dominance, derived=derived)
    ending = beam.run()
    events = backend.program.events
    if beam.passing is not None:
        raise passed_bound(reference, start, [events[number] for number in beam.passing])
    verdict, proof = _judged(beam, ending, upper_bound)
    return Best(verdict, proof, beam.best if beam.best >= 0 else None, beam.best if proof else beam.upper_bound,
                [events[number] for number in beam.line], ending, beam.counts(),
                None if beam.failed is None else [events[number] for number in beam.failed], beam.stuck_line, beam.dead_ends,
                beam.found_by)


def _judged(beam: Beam, ending: Ending, upper_bound: int) -> tuple[
        Literal["optimal", "best-found", "proved", "unknown"], Literal["bound-attained", "exhausted"] | None]:
    """What a search says of its line, and by which proof."""
    if ending == "goal" and beam.best >= beam.upper_bound and beam.stuck_line is None:
        return "optimal", "bound-attained" if beam.best >= upper_bound else "exhausted"
    if ending == "closed" and beam.best >= 0:
        return "optimal", "exhausted"
    if ending == "closed" or ending == "stuck" and beam.dead_ends is not None:
        return "proved", "exhausted"
    return "best-found" if beam.best >= 0 else "unknown", None


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
