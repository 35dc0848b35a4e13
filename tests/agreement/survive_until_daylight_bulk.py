"""Survive Until Daylight's executions compared on many random positions, for one to six players, with and without Perks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from daybreak_games.survive_until_daylight import game
from daybreak_games.survive_until_daylight.cards import Character, Horde, Perk, Rubble
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
    """The game's edition for some number of players, its Perks and Health trackers drawn at random, some cards left out."""
    rng = Random(f"edition {seed}")
    box = copied(load_edition(game, "printed-and-assumed", Path()).record)
    box.players = rng.randint(1, 6)
    for character in Character:
        board = box.boards[character]
        board.health = rng.randint(2, 12)
        if rng.random() < 0.5:
            board.main, board.first = rng.choice(list(Perk)), rng.choice(list(Perk))
    if rng.random() < 0.5:  # piles run out
        for numbered in box.rubble:
            for card in Rubble:
                numbered[card] = rng.randint(0, numbered[card])
        for horde in Horde:
            box.horde[horde] = rng.randint(0, 2)
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
