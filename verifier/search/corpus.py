"""A corpus: from random games, one position for each way that they take through the rules.

A way is what a rule does of its arms (`verifier.program.arms`) when an event is considered, or happens.  Games are played at
random under a setting, chance open; an event that goes a way not taken before is kept with the state before it, and so are the
other events there that do.  What is kept depends on the program, the settings in their order, the games and the seed alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.lang.phases import CHANCE, DECISION, END, PhaseRules
from verifier.run.backend import Backend
from verifier.run.reference import Position
from verifier.run.setting import Setting

GAME_TRANSITIONS_MAX = 2_000
EACH_WAY = 8  # of Dawn of the Zeds' mutants, 446 outlived a corpus with 1 for each way, 411 one with 8


@frozen(eq=False)
class Entry:
    """A state's cells, the events whose being possible goes a new way there, and those that go a new way when they happen."""

    state: tuple[int, ...]
    considered: tuple[int, ...]
    tried: tuple[int, ...]


@frozen(eq=False)
class Corpus:
    """What random games under one setting add."""

    name: str
    setting: Setting
    entries: tuple[Entry, ...]


def corpora(backend: Backend, clauses: int, starts: Sequence[tuple[str, Setting, Position]], *, games: int, seed: int,
            report: Callable[[str], None] = lambda text: None) -> Iterator[Corpus]:
    """A corpus of each start, from so many games each; what an earlier one has is not in a later one.

    The native run is of a program with its arms among its clauses, behind the `clauses` of the rulebook.  Rules that fail in
    a game end it.
    """
    ways: Counter[bytes] = Counter()
    for number, (name, setting, start) in enumerate(starts):
        player = _Player(backend, clauses, setting, ways, random.Random(f"{seed} {number}"))
        for game in range(games):
            report(f"random games, {name}: {game} of {games}, {len(ways):,} ways")
            player.play(backend.state(start))
        yield Corpus(name, setting, tuple(player.entries))


@define(eq=False)
class _Player:
    """Plays games under one setting; `ways` are those taken so far, whatever the setting."""

    backend: Backend
    clauses: int
    setting: Setting
    ways: Counter[bytes]
    chance: random.Random
    entries: list[Entry] = field(factory=list)
    context: Any = field(init=False)
    out: Any = field(init=False)
    weights: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        room = self.backend.constant("EVENT_ROOM")
        self.context = self.backend.context(self.setting)
        self.out, self.weights = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)

    def play(self, state: Any) -> None:
        """One game to its end, to a rule that fails, or as long as GAME_TRANSITIONS_MAX."""
        for _ in range(GAME_TRANSITIONS_MAX):
            phase = self.backend.program.phases[int(state[self.backend.constant("PHASE")])]
            event = None if phase.kind == END else self._chosen(state, phase)
            if event is None:
                return
            before = state.copy()
            if self._is_new("apply", state, event):
                self._keep(before, event, phase.kind, phase.events)
            if self.backend.failed(self.context):
                return

    def _chosen(self, state: Any, phase: PhaseRules) -> int | None:
        """A random event; None where none is possible."""
        backend, out = self.backend, self.out
        backend.clear(self.context)
        if phase.kind == DECISION:
            count = int(backend.call("legal_events", state, self.context, out))
            if count == 0 and phase.stuck >= 0:
                return phase.stuck
            return int(out[self.chance.randrange(count)]) if count and not backend.failed(self.context) else None
        if phase.kind != CHANCE:
            return phase.events[0]
        count = int(backend.call("possible_outcomes", state, self.context, out, self.weights))
        if not count or backend.failed(self.context):
            return None
        return int(self.chance.choices(out[:count].tolist(), self.weights[:count].tolist())[0])

    def _is_new(self, question: str, state: Any, event: int) -> bool:
        """Ask the rules, and whether they went a way that nothing took before."""
        backend, context = self.backend, self.context
        backend.clear(context)
        backend.call(question, state, context, event)
        taken, _ = backend.counters(context)
        rule = backend.program.events[event].rule.name
        way = f"{question} {rule} ".encode() + np.packbits(taken[self.clauses:] > 0).tobytes()
        self.ways[way] += 1
        return self.ways[way] <= EACH_WAY

    def _keep(self, state: Any, event: int, kind: int, events: Sequence[int]) -> None:
        """The state before an event that went a new way, and what else goes one there."""
        considered = []
        tried = [event]
        if kind in (DECISION, CHANCE):
            question = "guard" if kind == DECISION else "weigh"
            considered = [number for number in events if self._is_new(question, state, number)]
            self.backend.clear(self.context)
            count = int(self.backend.call("legal_events", state, self.context, self.out)) if kind == DECISION else 0
            legal = self.out[:count].tolist()
            tried += [number for number in legal if number != event and self._is_new("apply", state.copy(), number)]
        self.entries.append(Entry(tuple(state.tolist()), tuple(considered), tuple(tried)))
