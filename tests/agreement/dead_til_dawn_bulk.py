"""Dead 'til Dawn's executions compared on many random positions, for three to eight players, with cards at random."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from daybreak_games.dead_til_dawn import game
from tests.agreement.dead_til_dawn_pairs import editions
from verifier.program.program import Program, load
from verifier.run.native import Native
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.testing import Compared, Symbolic, compare, random_disturbed, random_reachable, random_setting, random_typed

PROGRAM: Program = load(game)
BATCH = 10


def edition(seed: int) -> Any:
    """The game's edition for some number of players, its numbers, Characters and cards drawn at random."""
    return editions(Random(f"edition {seed}"))[0]


def batches(seed: int, size: int = BATCH) -> Iterator[tuple[Setting, Iterator[Position]]]:
    """Settings with positions, for ever: by turns reachable, disturbed and any typed ones."""
    for round_ in range(seed * 10**6, (seed + 1) * 10**6):
        setting = random_setting(PROGRAM, seed=round_, edition=edition(round_), default=1.0 if round_ % 3 == 0 else 0.5)
        yield setting, random_reachable(PROGRAM, setting, seed=round_, count=size)
        met = random_reachable(PROGRAM, setting, seed=round_ + 1, count=size)
        yield setting, random_disturbed(PROGRAM, met, seed=round_)
        yield setting, random_typed(PROGRAM, seed=round_, count=size)


def bulk(positions: int, engines: list[Native] | list[Symbolic], seed: int = 0, *, settles: bool = True) -> Compared:
    """Compare on that many positions."""
    done = Compared()
    for setting, some in batches(seed):
        done += compare(PROGRAM, setting, islice(some, positions - done.positions), engines, settles=settles)
        if done.positions >= positions or done.disagreements:
            return done
    raise AssertionError
