"""Random whole games in emitted code, with every invariant and step property checked on the way, and the bound at the end."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.lang.events import Event
from verifier.lang.phases import DECISION, END, STEP
from verifier.run.native import Native
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting

BROKEN_MOST = 10
STEPS_BEFORE_LOOKING = 200  # steps in a row after which a loop is looked for


@frozen
class Broken:
    """A property that does not hold, or a rule that failed: what, and the events that led there from the start."""

    what: str
    events: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.what} after {' / '.join(self.events)}"


@define
class Played:
    """What random games met.  `exercised` and `refused` count clauses; `unfinished` games hit the limit of transitions."""

    games: int = 0
    transitions: int = 0
    ends: Counter[tuple[int, ...]] = field(factory=Counter)
    loops: int = 0
    dead_ends: int = 0
    unfinished: int = 0
    broken: list[Broken] = field(factory=list)
    exercised: Counter[str] = field(factory=Counter)
    refused: Counter[str] = field(factory=Counter)


def random_games(native: Native, setting: Setting, *, seed: int, games: int, start: Position | None = None,
                 transitions_max: int = 5000) -> Played:
    """Play random games from `start` (by default the set-up), chance by its weights whatever the deal says.

    Broken are: an invariant in a position, a step property in a transition, a rule that fails, and a grade at the end that is
    better than the bound was on the way.  A rule is drawn before its arguments, as in `random_reachable`.  A game that loops
    without any decision or chance is counted, not broken: whether it may is for the caller to say.
    """
    start = Reference(native.program, setting).set_up() if start is None else start
    player = _Player(native, setting, native.state(start), Random(f"games {seed}"), transitions_max)
    for _ in range(games):
        player.play()
        if len(player.played.broken) >= BROKEN_MOST:
            break
    return player.finished()


class _Player:
    """Plays in one context and checks in another, so that what properties call is not counted as exercised."""

    def __init__(self, native: Native, setting: Setting, start: Any, rng: Random, transitions_max: int) -> None:
        self.native, self.program, self.rng, self.transitions_max = native, native.program, rng, transitions_max
        self.context, self.checking, self.tapes = native.context(setting), native.context(setting), native.tapes(setting)
        self.start, self.played = start, Played()
        self.state, self.before, self.scratch, self.mark = (native.blank() for _ in range(4))
        self.out, self.weights = (np.zeros(native.constant("EVENT_ROOM"), dtype=np.int64) for _ in range(2))
        game = self.program.game
        self.invariants = [rule.name for rule in game.of_kind("invariant")]
        self.step_properties = [rule.name for rule in game.of_kind("step_property")]
        self.phase = native.constant("PHASE")
        self.grades = game.only("grade") is not None
        self.line: list[str] = []
        self.legal_events = native.on("legal_events", self.state, self.context, self.out)
        self.kind = native.on("kind_of", self.state, self.context)
        self.outcomes = native.on("possible_outcomes", self.state, self.context, self.out, self.weights)
        self.apply = native.on("apply", self.state, self.context)
        self.invariant = native.on("invariant", self.state, self.checking)
        self.step_property = native.on("step_property", self.before, self.state, self.checking)
        self.bound_of = native.on("bound", self.state, self.checking) if self.grades else None

    def play(self) -> None:
        """One game."""
        self.state[:], self.line, self.steps = self.start, [], 0
        self.bound = self.native.constant("GRADES")
        self.played.games += 1
        broken = len(self.played.broken)
        self._check_position()
        for _ in range(self.transitions_max):
            kind = int(self.kind())
            if kind == END:
                self._end()
                return
            event = self._any_event(kind)
            if event is None:
                self.played.dead_ends += 1
                return
            self.steps = self.steps + 1 if kind == STEP else 0
            if self.steps > STEPS_BEFORE_LOOKING and self._loops():
                self.played.loops += 1
                return
            self._apply(event)
            if len(self.played.broken) > broken:
                return
        self.played.unfinished += 1

    def finished(self) -> Played:
        """What was met, with the clauses counted."""
        exercised, refused = self.native.counters(self.context)
        for index, id_ in enumerate(self.program.clauses):
            self.played.exercised[id_] += int(exercised[index])
            self.played.refused[id_] += int(refused[index])
        return self.played

    def _any_event(self, kind: int) -> Event | None:
        events = self.program.events
        if kind == STEP:
            only: Event = events[self.program.phases[int(self.state[self.phase])].by_itself]
            return only
        if kind == DECISION:
            count = int(self.legal_events())
            legal = [events[number] for number in self.out[:count].tolist()]
            if not legal:
                return None
            rules = list(dict.fromkeys(event.rule for event in legal))
            rule = rules[int(self.rng.random() * len(rules))]
            legal = [event for event in legal if event.rule is rule]
            chosen: Event = legal[int(self.rng.random() * len(legal))]
            return chosen
        count = int(self.outcomes())
        left = int(self.rng.random() * int(self.weights[:count].sum()))
        for number, weight in zip(self.out[:count].tolist(), self.weights[:count].tolist(), strict=True):
            left -= weight
            if left < 0:
                outcome: Event = events[number]
                return outcome
        return None

    def _apply(self, event: Event) -> None:
        self.before[:] = self.state
        self.apply(event.number)
        self.line.append(event.text)
        self.played.transitions += 1
        if self._failed(event.text):
            return
        self._check_position()
        rule = self.native.names.rules[event.rule.name]
        for index, name in enumerate(self.step_properties):
            if not self.step_property(rule, index):
                self._broke(name)
        self._failed("a step property")

    def _check_position(self) -> None:
        for index, name in enumerate(self.invariants):
            if not self.invariant(index):
                self._broke(name)
        if self.bound_of is not None:
            self.bound = min(self.bound, int(self.bound_of()))
        self._failed("an invariant or the bound")

    def _end(self) -> None:
        if not self.grades:
            self.played.ends[()] += 1
            return
        grade = int(self.native.call("grade", self.state, self.checking))
        if not self._failed("the grade"):
            self.played.ends[self.native.grade_fields(grade)] += 1
            if grade > self.bound:
                self._broke(f"the bound {self.native.grade_fields(self.bound)} was passed: "
                            f"{self.native.grade_fields(grade)}")

    def _loops(self) -> bool:
        self.scratch[:] = self.state
        code = int(self.native.call("settle", self.scratch, self.checking, *self.tapes, True, self.mark))
        return code == 4

    def _failed(self, what: str) -> bool:
        error = self.native.constant("ERROR")
        for context in (self.context, self.checking):
            failed = self.native.failed(context)
            if failed is not None:
                self._broke(f"{what}: {failed[0]} fails in line {failed[1]} with {failed[2]}")
                context[error:error + 2] = 0
                return True
        return False

    def _broke(self, what: str) -> None:
        self.played.broken.append(Broken(what, tuple(self.line)))
