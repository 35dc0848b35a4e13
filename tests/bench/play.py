"""Random whole games from set-up: native with clause counters on, against the reference."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

import numpy as np

from tests.bench.measure import Measured, dealt, seconds
from verifier.instance import Instance
from verifier.run.reference import Position, Reference

WANTED = {"until-dawn": (20_000, 40, 50_000), "dawn-of-the-zeds": (2_000, 2, 2_000),
          "survive-until-daylight": (2_000, 4, 2_000)}  # games, reference games, games a second


def measure() -> Iterator[Measured]:
    """Games for each second that one core spends, and the ratio to the reference in the same run."""
    for name, (games, reference_games, wanted) in WANTED.items():
        yield from _measured(dealt(1, name), games, reference_games, wanted)


def _measured(instance: Instance, games: int, reference_games: int, wanted: int) -> Iterator[Measured]:
    title, native = instance.program.game.title, instance.native("native")
    context, start, state = native.context(instance.setting), native.state(instance.start), native.blank()
    room = native.constant("EVENT_ROOM")
    out, weights = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
    ended, totals = np.zeros(games, dtype=np.int64), np.zeros(4, dtype=np.int64)

    def play(count: int, seed: int = 777) -> None:
        native.call("play_games", start, state, context, count, seed, 5000, out, weights, ended, totals)

    play(10)
    rate = games / seconds(lambda: play(games), clock=time.process_time)
    exercised, _ = native.counters(context)
    began = time.process_time()
    for seed in range(reference_games):
        _game(instance.reference, instance.start, Random(seed))
    reference = reference_games / (time.process_time() - began)
    assert native.failed(context) is None
    yield Measured(f"random whole games of {title}, native, counters on",
                   f"{rate:,.0f} games/s of one core ({int(exercised.sum()):,} clauses counted)", f"{wanted:,} games/s",
                   rate >= wanted)
    yield Measured("native over reference on that work", f"{rate / reference:,.0f} x ({reference:.2f} games/s)", "200 x",
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
