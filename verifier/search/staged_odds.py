"""The odds of more states than fit in memory, one stage of the game after the other, the last one first.

A game says how far it has come (`@game.progress`), which never falls along a line.  Of each stage it is enough to know at which
states play enters it, and what these are worth.  First all of them are found, from the first stage on.  Then what they are worth
is worked out, from the last stage on and some of them at a time, by explorations of their stage that rest on what is known of
later ones (`enclosed_odds`).  So each state is expanded twice, and again wherever several parts of a stage lead to it; only the
states at which stages are entered are kept.  Nothing rests on the declaration: where progress falls, or play comes back to a
state, there is no answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
from attrs import define, evolve, field, frozen

from verifier.run.backend import Backend
from verifier.run.control import Decided, Status
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.search.enclosed_odds import Enclosed, Later, Question, enclosed
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.graph import START
from verifier.search.limits import LimitReached, Limits, Watch
from verifier.search.odds_bounds import unit_of
from verifier.search.runs import Coder

Array = Any
T = TypeVar("T")
Part = tuple[range, tuple[int, int], T]  # which states at which a stage is entered, the states and transitions there, what of it
_COPIES = 4  # of packed states that are there at once while they are sorted
_STUCK = (Status.EARLIER, Status.DEAD_END)
STARTS_FIRST = 16  # states that a stage is entered at, to see how many others they lead to
STATES_EACH = 400_000  # of a stage that are worked out together, about
STATES_MOST = 5_000_000  # that one start may lead to inside its stage


class NotInStages(Exception):
    """Stages do not help: progress falls, rules get stuck, or there is one stage only or one that is too large."""


@frozen
class InStages:
    """The odds of the start between two fractions, and what each of its events leads to.

    `status` is that of the start, `is_against` whether somebody decides there who is against it; `states` and `transitions` are
    those of all stages, each as often as it was worked out.
    """

    low: Fraction
    high: Fraction
    after: tuple[tuple[str, Fraction, Fraction], ...]
    status: int
    is_against: bool
    stages: int
    states: int
    transitions: int


@define(eq=False)
class _Stage:
    """The states at which a stage is entered, packed and in order, with what is known of each."""

    rows: Array
    low: Array
    high: Array
    farthest: Array

    @classmethod
    def of(cls, rows: Array) -> _Stage:
        """One of which nothing is known yet."""
        return cls(rows, *(np.zeros(len(rows), dtype=np.int64) for _ in range(3)))

    def keep(self, part: range, found: _Solved) -> None:
        """Keep what some of them are worth."""
        chosen = slice(part.start, part.stop)
        self.low[chosen], self.high[chosen], self.farthest[chosen] = found.low, found.high, found.farthest


@frozen(eq=False)
class _Solved:
    """What some of the states at which a stage is entered are worth; of the first stage also what all others there are worth."""

    low: Array
    high: Array
    farthest: Array
    whole: Enclosed | None


def in_stages(backend: Backend, setting: Setting, start: Position, options: ExploreOptions, limits: Limits, question: Question,
              report: Callable[[str], None], threads: int = 1) -> InStages:
    """The odds of a position, each stage worked out on its own, at most `threads` parts of one at a time.

    Raises NotInStages where that is no way to them, InCircles where play comes back to a state, TotalCounts where a total cannot
    be left out, Coarse where weights may be too large, and LimitReached: nothing is known of the start then.
    """
    return _InStages(backend, setting, start, options, limits, question, report, threads).worked_out()


@define(eq=False)
class _InStages:
    backend: Backend
    setting: Setting
    start: Position
    options: ExploreOptions
    limits: Limits
    question: Question
    report: Callable[[str], None]
    threads: int
    stages: dict[int, _Stage] = field(factory=dict)
    states: int = 0
    unit: int = field(init=False)
    coder: Coder = field(init=False)
    pool: ThreadPoolExecutor = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.unit, self.coder = unit_of(self.backend.program, self.question.span), Coder(self.backend)
        self.pool = ThreadPoolExecutor(self.threads)

    def worked_out(self) -> InStages:
        """All stages, forwards and backwards."""
        try:
            self._find()
            if len(self.stages) == 1:
                raise NotInStages
            return self._value()
        except KeyboardInterrupt:
            raise LimitReached("interrupted") from None
        finally:
            self.pool.shutdown(cancel_futures=True)

    # -- forwards ---------------------------------------------------------------------------------------------------------------

    def _find(self) -> None:
        """Find the states at which stages are entered."""
        first, row = self._first()
        waiting, news = {first: row}, dict[int, list[Array]]()
        while waiting:
            at = min(waiting)
            stage = self.stages[at] = _Stage.of(waiting.pop(at))
            for _, counts, entered in self._parts(at, stage, self._entered, edges=False):
                self.states += counts[0]
                self.report(f"stage {len(self.stages)} found, {self.states:,} states")
                if self.limits.states is not None and self.states > self.limits.states:
                    raise LimitReached("states")
                for later, rows in entered:
                    news.setdefault(later, []).append(rows)
                    if sum(map(len, news[later])) > max(STATES_EACH, len(waiting.get(later, ()))):
                        waiting[later] = self._merged(waiting.get(later), news.pop(later))
            waiting |= {later: self._merged(waiting.get(later), rows) for later, rows in news.items()}
            news.clear()

    def _merged(self, known: Array | None, news: list[Array]) -> Array:
        """Packed states in order, each once; LimitReached where there is no memory for that."""
        parts = [*([] if known is None else [known]), *news]
        if not Watch(self.limits).has_memory(_COPIES * sum(each.nbytes for each in parts)):
            raise LimitReached("memory")
        return self.coder.sorted(np.concatenate(parts))

    def _first(self) -> tuple[int, Array]:
        """The stage of the start, and the start, run through to where play stops and packed."""
        state, words, backend = self.backend.state(self.start), self.coder.empty(1), self.backend
        context = backend.context(evolve(self.setting, tapes=()))
        if self.options.compress:
            backend.call("settle_uncounted", state, context, *backend.tapes(self.setting), True, backend.blank())
        if self.options.total is not None:
            state[self.options.total[0]] = self.options.total[1]
        backend.call("pack", state, words[0])
        return int(backend.call("progress", state, context)), words

    def _entered(self, explored: Explored, part: range) -> list[tuple[int, Array]]:
        """The states of later stages that some of a stage lead to."""
        _, rows, stages = self._later(explored)
        return [(int(each), self.coder.sorted(rows[stages == each])) for each in np.unique(stages)]

    # -- backwards --------------------------------------------------------------------------------------------------------------

    def _value(self) -> InStages:
        """What the start is worth, by what all other states are worth at which stages are entered."""
        states = transitions = 0
        for behind, at in enumerate(sorted(self.stages, reverse=True)):
            stage = self.stages[at]
            for part, counts, found in self._parts(at, stage, self._solved, edges=True):
                stage.keep(part, found)
                states, transitions = states + counts[0], transitions + counts[1]
                self.report(f"{len(self.stages) - behind} stages to work out, {states:,} of about {self.states:,} states")
        start = found.whole  # the first stage is entered at the start alone
        assert start is not None
        low, high = start.between()
        status = int(start.process.explored.tables.node[START])
        is_against = bool(start.process.decides[START] == Decided.BY_OTHERS)
        return InStages(low, high, tuple(start.after()), status, is_against, len(self.stages), states, transitions)

    def _solved(self, explored: Explored, part: range) -> _Solved:
        """What some states of a stage are worth, by what is known of later ones."""
        numbers, rows, stages = self._later(explored)
        low, high, farthest = (np.zeros(len(numbers), dtype=np.int64) for _ in range(3))
        for each in np.unique(stages):
            known, here = self.stages[int(each)], stages == each
            places = self.coder.places(rows[here], known.rows)
            low[here], high[here], farthest[here] = known.low[places], known.high[places], known.farthest[places]
        found = enclosed(explored, self.question.worths(explored, 0), self.question.against(explored, 0), self.limits,
                         span=self.question.span, later=Later(numbers, low, high, farthest, self.unit, len(part)))
        most = np.zeros(len(part), dtype=np.int64) if found.farthest is None else found.farthest[:len(part)].copy()
        return _Solved(found.lost.low[:len(part)].copy(), found.won.high[:len(part)].copy(), most,
                       found if explored.options.stage == min(self.stages) else None)

    # -- both ways --------------------------------------------------------------------------------------------------------------

    def _parts(self, at: int, stage: _Stage, work: Callable[[Explored, range], T], *, edges: bool) -> Iterator[Part[T]]:
        """Work on a stage, some of the states at which it is entered at a time: twice as many, until they lead to enough."""
        options, end = evolve(self.options, stage=at, edges=edges), len(stage.rows)

        def done(part: range) -> list[Part[T]]:
            self.limits.check()
            explored = explore(self.backend, self.setting, self.start, options, evolve(self.limits, states=STATES_MOST),
                               starts=stage.rows[part.start:part.stop])
            if explored.ending == "states" and len(part) > 1:
                del explored
                half = part.start + len(part) // 2
                return [*done(range(part.start, half)), *done(range(half, part.stop))]
            if explored.ending in ("failed", "states") or np.isin(explored.tables.node[:explored.states], _STUCK).any():
                raise NotInStages
            if explored.ending != "closed":
                raise LimitReached(explored.ending)
            return [(part, (explored.states, explored.transitions), work(explored, part))]

        begin, each = 0, STARTS_FIRST
        while begin < end:
            found = done(range(begin, min(end, begin + each)))
            yield from found
            begin, states = found[-1][0].stop, sum(counts[0] for _, counts, _ in found)
            if 2 * states > STATES_EACH:
                each = max(1, each * STATES_EACH // states)
                break
            each *= 2
        parts = deque(range(first, min(end, first + each)) for first in range(begin, end, each))
        waiting = deque[Future[list[Part[T]]]]()
        while parts or waiting:
            while parts and len(waiting) < self.threads:
                waiting.append(self.pool.submit(done, parts.popleft()))
            yield from waiting.popleft().result()

    def _later(self, explored: Explored) -> tuple[Array, Array, Array]:
        """The states of later stages in an exploration: their numbers, packed, and their stages."""
        numbers = np.flatnonzero(explored.tables.node[:explored.states] == Status.LATER)
        rows, stages = self.coder.empty(len(numbers)), np.zeros(len(numbers), dtype=np.int64)
        tables = explored.tables
        self.backend.call("read_stages", explored.context, *tables.stored, numbers, tables.scratch, rows, stages)
        return numbers, rows, stages
