"""Until Daylight's executions compared on many random positions, for three to six players, with boards at random."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from daybreak_games.until_daylight import game
from daybreak_games.until_daylight.box import TICKS
from daybreak_games.until_daylight.cards import Advantage, Character, Drawback, Horde, Rubble
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.native import Native
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.testing import Compared, Symbolic, compare, random_disturbed, random_reachable, random_setting, random_typed

PROGRAM: Program = load(game)
BATCH = 10


def edition(seed: int) -> Any:
    """The game's edition for some number of players, its boards drawn at random, some cards left out, a short Search."""
    rng = Random(f"edition {seed}")
    players = rng.randint(3, 6)
    name = "printed-and-assumed" if players == 4 else f"printed-and-assumed-{players}"
    box = copied(load_edition(game, name, Path()).record)
    for character in Character:
        board = box.boards[character]
        board.health = rng.randint(2, 12)
        if rng.random() < 0.5:
            board.advantage, board.drawback = rng.choice(list(Advantage)), rng.choice(list(Drawback))
    if rng.random() < 0.5:  # piles run out
        basic = {board.weapon for board in box.boards}
        for card in Rubble:
            if card not in basic:
                box.rubble[card] = rng.randint(0, box.rubble[card])
        for kind in Horde:
            box.horde[kind] = rng.randint(0, 4)
    if rng.random() < 0.5:
        box.rounds = rng.randint(1, 4)
        for tick in range(TICKS):
            box.gong[tick] = int(4 <= tick <= 12)
    return box


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
