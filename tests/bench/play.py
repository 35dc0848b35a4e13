"""Random whole games of Until Dawn from set-up: native with clause counters on, against the reference."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

import numpy as np

from tests.bench.measure import Measured, dealt, seconds
from verifier.run.reference import Position, Reference

GAMES = 20_000
REFERENCE_GAMES = 40


def measure() -> Iterator[Measured]:
    """Games a second, and the ratio to the reference in the same run."""
    prepared = dealt(1)
    native = prepared.native("native")
    context, start, state = native.context(prepared.setting), native.state(prepared.start), native.blank()
    room = native.constant("EVENT_ROOM")
    out, weights = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
    ended, totals = np.zeros(GAMES, dtype=np.int64), np.zeros(4, dtype=np.int64)

    def play(games: int, seed: int = 777) -> None:
        native.call("play_games", start, state, context, games, seed, 5000, out, weights, ended, totals)

    play(10)
    rate = GAMES / seconds(lambda: play(GAMES))
    exercised, _ = native.counters(context)
    began = time.perf_counter()
    for seed in range(REFERENCE_GAMES):
        _game(prepared.reference, prepared.start, Random(seed))
    reference = REFERENCE_GAMES / (time.perf_counter() - began)
    assert native.failed(context) is None
    yield Measured("random whole games, native, counters on", f"{rate:,.0f} games/s ({int(exercised.sum()):,} clauses counted)",
                   "50,000 games/s", rate >= 50_000)
    yield Measured("native over reference on that work", f"{rate / reference:,.0f} x ({reference:.1f} games/s)", "200 x",
                   rate / reference >= 200)


def _game(reference: Reference, position: Position, random: Random) -> None:
    while True:
        kind = reference.kind(position)
        if kind == 3:
            return
        if kind == 0:
            event = random.choice(reference.legal(position))
        elif kind == 1:
            outcomes = reference.outcomes(position)
            event = random.choices([event for event, _ in outcomes], [weight for _, weight in outcomes])[0]
        else:
            event = reference.events(position)[0]
        position = reference.apply(position, event).after
