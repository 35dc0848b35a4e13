"""How often each clause of a rulebook is exercised, and by which shortest line: on a line, in random games, in every state.

Counted are uses, not lines of code: a clause is *exercised* each time that an event names it, and it *refuses* each time that
a `require` with it forbids a move at a decision that play came to.  The arms of branches are clauses too in a program that
`verifier.program.arms` has marked, and are counted with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier import clock
from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION
from verifier.run.backend import Backend
from verifier.run.control import Totals
from verifier.run.reference import Applied, Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.search.explore import Explored, ExploreOptions, Progress, explore
from verifier.search.limits import Limits, Watch

GAME_TRANSITIONS_MAX = 5000
SEEDS = 2**31 - 2  # of the generator of random play, which starts at 1 to 2**31 - 2
_CHUNK_SECONDS = 0.05

Events = tuple[Event, ...]


@define(eq=False)
class Counted:
    """What was counted.

    `exercised_by` has for each clause the events of the shortest line known that exercises it, the event that does so last;
    `refused_after` the events to where it forbids a move.  `looked` says how much was examined.  `ending` is "done",
    "failed", a limit or "interrupted"; for `count_states` as in `Explored`.  When a rule failed, `failed` are the events
    before it, and it itself if it was an event.
    """

    ending: str = "done"
    exercised: Counter[str] = field(factory=Counter)
    refused: Counter[str] = field(factory=Counter)
    exercised_by: dict[str, Events] = field(factory=dict)
    refused_after: dict[str, Events] = field(factory=dict)
    looked: Mapping[str, int] = field(factory=dict)
    seconds: float = 0.0
    failed: Events | None = None
    explored: Explored | None = None

    def exercise(self, clauses: Sequence[str], events: Events, times: int = 1) -> None:
        """Count what the last event of a line exercised, or the set-up when there is none."""
        if times == 0:
            return
        for clause in clauses:
            self.exercised[clause] += times
            if clause not in self.exercised_by or len(events) < len(self.exercised_by[clause]):
                self.exercised_by[clause] = events

    def refuse(self, clause: str, events: Events) -> None:
        """Count a move that is forbidden behind some events."""
        self.refused[clause] += 1
        if clause not in self.refused_after or len(events) < len(self.refused_after[clause]):
            self.refused_after[clause] = events


def count_line(reference: Reference, start: Position, applied: Sequence[Applied], *, whole: bool = False) -> Counted:
    """Count a line that was played: its events, and at each decision on it, the last one too, every other move as well.

    A legal move is tried for that one event, a forbidden one counts for the clause that forbids it.  The `whole` of a line is
    also what chance or the rules can bring behind it, whatever a deal says; and a move that fails is then passed over.
    """
    counted = Counted()
    done: Events = ()
    position, tried = start, 0
    for each in (*applied, None):
        taken = None if each is None else each.event
        if reference.kind(position) == DECISION:
            for event in reference.events(position):
                if (clause := reference.forbidden_by(position, event)) is not None:
                    counted.refuse(clause, done)
                elif event is not taken:
                    with suppress(*((RuleBroke,) if whole else ())):
                        counted.exercise(reference.apply(position, event).clauses, (*done, event))
                        tried += 1
        elif each is None and whole:
            for event in _following(reference, position):
                with suppress(RuleBroke):
                    counted.exercise(reference.apply(position, event).clauses, (*done, event))
        if each is not None:
            done = (*done, each.event)
            counted.exercise(each.clauses, done)
            position = each.after
    counted.looked = {"transitions": len(applied), "moves_tried": tried}
    return counted


def _following(reference: Reference, position: Position) -> list[Event]:
    """What can follow by itself: every outcome that has weight, or the step."""
    if reference.kind(position) == CHANCE:
        with suppress(RuleBroke):
            return [event for event, _ in reference.outcomes(position)]
        return []
    return reference.events(position)


def count_ways(backend: Backend, setting: Setting, start: Position, applied: Sequence[Applied]) -> Counter[str]:
    """How often emitted code names each clause along a line and at the moves beside it: for the arms of `with_arms`.

    Moves that are forbidden are considered, legal ones are tried, and so is every weight of what chance brings.
    """
    context, position = backend.context(setting), start
    for each in (*applied, None):
        phase = backend.program.phases[position.state.phase]
        happens = [] if each is None else [each.event.number]
        for number in phase.events if phase.kind in (DECISION, CHANCE) else ():
            forbidden = backend.call("guard" if phase.kind == DECISION else "weigh", backend.state(position), context, number)
            if phase.kind == DECISION and not forbidden and number not in happens:
                happens.append(number)
        if phase.stuck >= 0 and not happens:
            happens = [phase.stuck]
        for number in happens:
            backend.call("apply", backend.state(position), context, number)
        if each is not None:
            position = each.after
    exercised, _ = backend.counters(context)
    return Counter({id_: int(count) for id_, count in zip(backend.program.clauses, exercised, strict=True) if count})


class _Tally:
    """A context that counts, with what the counting kernels keep beside it."""

    def __init__(self, backend: Backend, setting: Setting) -> None:
        self.backend, self.clauses = backend, backend.program.clauses
        self.context, self.tapes = backend.context(setting), backend.tapes(setting)
        self.seen = np.zeros(2 * len(self.clauses) + 1, dtype=np.int64)  # one more than needed: no array is empty
        self.shortest, self.where = np.full_like(self.seen, -1), np.zeros_like(self.seen)
        room = backend.constant("EVENT_ROOM")
        self.out, self.weights = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
        self.events = np.zeros(GAME_TRANSITIONS_MAX, dtype=np.int64)
        self.totals = np.zeros(len(Totals), dtype=np.int64)

    def games(self, start: Any, games: int, seed: int, moves_most: int = GAME_TRANSITIONS_MAX) -> int:
        """Play games; how many were played."""
        played: int = self.backend.call(
            "count_games", start, self.backend.blank(), self.context, games, seed, moves_most, self.out, self.weights,
            self.events, self.seen, self.shortest, self.where, self.totals)
        return played

    def states(self, explored: Explored, begin: int, end: int) -> None:
        """Count what leaves some stored states."""
        tables = explored.tables
        self.backend.call(
            "count_states", self.context, *self.tapes, int(explored.options.open_chance), *tables.stored, tables.node, begin, end,
            tables.scratch, self.out, self.weights, self.seen, self.shortest, self.where)

    def last_game(self) -> Events:
        """The events of the last game."""
        return tuple(self.backend.program.events[number] for number in self.events[:self.totals[Totals.EVENTS]].tolist())

    def counted(self, ending: str, looked: Mapping[str, int], seconds: float, line: Callable[[int, int], Events]) -> Counted:
        """What was counted; `line` finds a line by what `shortest` and `where` hold."""
        exercised, refused = self.backend.counters(self.context)
        counted = Counted(ending, looked=looked, seconds=seconds)
        for index, id_ in enumerate(self.clauses):
            counted.exercised[id_], counted.refused[id_] = int(exercised[index]), int(refused[index])
            for entry, lines in ((index, counted.exercised_by), (index + len(self.clauses), counted.refused_after)):
                if self.shortest[entry] >= 0:
                    lines[id_] = line(int(self.shortest[entry]), int(self.where[entry]))
        return counted


@frozen
class Playing:
    """How far random play is: for progress displays."""

    games: int
    transitions: int
    seconds: float


def count_games(backend: Backend, setting: Setting, start: Position, *, games: int, seed: int = 0,
                limits: Limits | None = None, report: Callable[[Playing], None] = lambda playing: None) -> Counted:
    """Play random games from a position: each legal move as likely as every other, chance by its weights whatever the deal says.

    The same seed (0..SEEDS - 1) means the same games, compiled or not.  `looked` has `games`, `transitions`, `dead_ends` and
    `unfinished` (games that did not end within GAME_TRANSITIONS_MAX transitions, loops among them).  `limits.seconds`
    and Ctrl-C end it between games.
    """
    tally, state = _Tally(backend, setting), backend.state(start)
    tally.totals[Totals.SEED] = 1 + seed
    tally.games(state, 0, 1 + seed)  # compiling is not playing: the clock starts behind it
    began, played, chunk, ending = clock.seconds(), 0, 1, "done"
    until = (limits or Limits()).running().until
    try:
        while played < games:
            at = clock.seconds()
            count = min(chunk, games - played)
            went = tally.games(state, count, int(tally.totals[Totals.SEED]))
            played += went
            if went < count:
                ending = "failed"
                break
            now = clock.seconds()
            chunk = min(2 * chunk, 10**6) if now - at < _CHUNK_SECONDS else chunk
            report(Playing(played, int(tally.totals[Totals.TRANSITIONS]), now - began))
            if until is not None and now >= until and played < games:
                ending = "seconds"
                break
    except KeyboardInterrupt:
        ending = "interrupted"
    counted = {"transitions": Totals.TRANSITIONS, "dead_ends": Totals.DEAD_ENDS, "unfinished": Totals.UNFINISHED}
    looked = {"games": played, **{name: int(tally.totals[number]) for name, number in counted.items()}}
    again = _Tally(backend, setting)

    def line(length: int, seed: int) -> Events:
        again.games(state, 1, seed, length)
        return again.last_game()

    seconds = clock.seconds() - began
    if ending == "failed":
        return Counted(ending, looked=looked, seconds=seconds, failed=tally.last_game())
    return tally.counted(ending, looked, seconds, line)


def count_states(backend: Backend, setting: Setting, start: Position, *, open_chance: bool = False,
                 limits: Limits | None = None, report: Callable[[Progress], None] = lambda progress: None) -> Counted:
    """Explore every state that can be reached, the steps between decisions too, and count every transition once.

    A clause that refuses counts once for each move that it forbids in a state.  Only what was expanded is counted, so that
    after a limit the counts are those of a part.  When the exploration failed, nothing is counted: see `Explored`.
    """
    limits = (limits or Limits()).running()
    left = limits.seconds_left
    explored = explore(backend, setting, start, ExploreOptions(compress=False, open_chance=open_chance),
                       limits if left is None else limits.within(left / 2), report)  # counting takes as long again
    looked = {"states": explored.states, "transitions": explored.transitions}
    if explored.ending == "failed":
        return Counted("failed", looked=looked, seconds=explored.seconds, explored=explored)
    tally, ending = _Tally(backend, setting), str(explored.ending)
    tally.states(explored, 0, 0)
    began, at, watch = clock.seconds(), 0, Watch(limits)
    try:
        while at < explored.expanded and backend.failed(tally.context) is None:
            first, at = at, min(explored.expanded, at + watch.most)
            tally.states(explored, first, at)
            reached = watch.ending(0, at - first)
            if reached is not None and at < explored.expanded:
                ending = reached
                break
    except KeyboardInterrupt:
        ending = "interrupted"

    def line(number: int, event: int) -> Events:
        numbers = [*explored.tables.events_to(number), *([event] if event >= 0 else [])]
        return tuple(backend.program.events[each] for each in numbers)

    counted = tally.counted(ending, looked, explored.seconds + clock.seconds() - began, line)
    counted.explored = explored
    return counted
