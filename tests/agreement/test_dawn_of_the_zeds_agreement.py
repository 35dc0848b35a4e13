"""The executions agree on Dawn of the Zeds: reachable, disturbed and random typed states, all events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds import game
from daybreak_games.dawn_of_the_zeds.cards import SYMBOLS_MOST, Symbol
from daybreak_games.dawn_of_the_zeds.pieces import Post, Unit
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.native import Native
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.testing import Compared, Symbolic, compare, random_disturbed, random_reachable, random_setting, random_typed

PROGRAM: Program = load(game)
BATCH = 9  # the reference asks each of some 1,600 guards about a copy of the table: a tenth of a second a position
POSITIONS = 54


def edition(seed: int) -> Any:
    """One of the game's editions, for one player or several, with pressure symbols at random places on some cards."""
    rng = Random(f"edition {seed}")
    box = copied(load_edition(game, rng.choice(("third-party-data", "third-party-data", "tiny-skirmish")), Path()).record)
    box.players = rng.randint(1, 4)
    for sheet in box.events:
        symbols = list(sheet.zeds)
        while len(symbols) < SYMBOLS_MOST and rng.random() < 0.5:
            pressure = rng.choice((Symbol.MOVEMENT_PRESSURE, Symbol.PLACEMENT_PRESSURE))
            symbols.insert(rng.randint(0, len(symbols)), pressure)
        sheet.zeds.clear()
        for symbol in symbols:
            sheet.zeds.put_bottom(symbol)
    for unit in (Unit.SCHMIDT, Unit.FURIES):  # several may be drawn, or called
        if rng.random() < 0.3:
            box.units[unit].post = Post.ASIDE
    return box


def batches(seed: int) -> Iterator[tuple[Setting, Iterator[Position]]]:
    """Settings with positions, for ever: by turns reachable, disturbed and any typed ones."""
    for round_ in range(seed * 10**6, (seed + 1) * 10**6):
        setting = random_setting(PROGRAM, seed=round_, edition=edition(round_), default=1.0 if round_ % 3 == 0 else 0.5)
        yield setting, random_reachable(PROGRAM, setting, seed=round_, count=BATCH)
        met = random_reachable(PROGRAM, setting, seed=round_ + 1, count=BATCH)
        yield setting, random_disturbed(PROGRAM, met, seed=round_)
        yield setting, random_typed(PROGRAM, seed=round_, count=BATCH)


def bulk(positions: int, engines: list[Native], seed: int = 0) -> Compared:
    """Compare on that many positions."""
    done = Compared()
    for setting, some in batches(seed):
        done += compare(PROGRAM, setting, islice(some, positions - done.positions), engines)
        if done.positions >= positions or done.disagreements:
            return done
    raise AssertionError


def test_reference_and_interpreted_agree() -> None:
    done = bulk(POSITIONS, [Native(PROGRAM, "interpreted")])
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))
    assert done.positions == POSITIONS


def keeps_the_invariants(settings: int, seed: int) -> None:
    """Play under random readings, with random editions, and look at each position that is met."""
    for setting, met in islice(batches(seed), 0, 3 * settings, 3):
        run = Reference(PROGRAM, setting)
        for position in met:
            broken = [rule.name for rule in PROGRAM.game.of_kind("invariant") if not run.holds(rule, position.state)]
            assert not broken, (setting.rulings, position.state)


def test_play_keeps_the_invariants() -> None:
    keeps_the_invariants(24, 5)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6, 10))
def test_play_keeps_the_invariants_again_and_again(seed: int) -> None:
    keeps_the_invariants(250, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 4))
def test_native_agrees_too(seed: int) -> None:
    done = bulk(1_000, [Native(PROGRAM, "interpreted"), Native(PROGRAM, "native")], seed)
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))


@pytest.mark.long
def test_the_symbolic_run_agrees() -> None:
    symbolic, done = Symbolic(PROGRAM), Compared()
    for setting, some in batches(0):
        done += compare(PROGRAM, setting, islice(some, 2_000 - done.positions), [symbolic], settles=False)
        if done.positions >= 2_000 or done.disagreements:
            break
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))
    assert done.positions == 2_000 and symbolic.opened > 1_000_000 and not symbolic.declined
