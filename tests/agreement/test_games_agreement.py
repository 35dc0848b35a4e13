"""The executions agree on games: reachable, disturbed and random typed states, all events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from tests.agreement import dead_til_dawn_bulk, survive_until_daylight_bulk, until_daylight_bulk
from verifier.run.native import Native
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.testing import Compared, Symbolic, compare, random_disturbed, random_reachable, random_setting, random_typed

POSITIONS, BATCH = 60, 10
GAMES = {"survive-until-daylight": survive_until_daylight_bulk, "until-daylight": until_daylight_bulk,
         "dead-til-dawn": dead_til_dawn_bulk}
of_each_game = pytest.mark.parametrize("game", GAMES)


def batches(game: str, seed: int) -> Iterator[tuple[Setting, Iterator[Position]]]:
    """Settings with positions, for ever: by turns reachable, disturbed and any typed ones."""
    program = GAMES[game].PROGRAM
    for round_ in range(seed * 10**6, (seed + 1) * 10**6):
        edition = GAMES[game].edition(round_)
        setting = random_setting(program, seed=round_, edition=edition, default=1.0 if round_ % 3 == 0 else 0.5)
        yield setting, random_reachable(program, setting, seed=round_, count=BATCH)
        met = random_reachable(program, setting, seed=round_ + 1, count=BATCH)
        yield setting, random_disturbed(program, met, seed=round_)
        yield setting, random_typed(program, seed=round_, count=BATCH)


def bulk(game: str, positions: int, engines: list[Native] | list[Symbolic], seed: int = 0, *, settles: bool = True) -> Compared:
    """Compare on that many positions."""
    done = Compared()
    for setting, some in batches(game, seed):
        done += compare(GAMES[game].PROGRAM, setting, islice(some, positions - done.positions), engines, settles=settles)
        if done.positions >= positions or done.disagreements:
            return done
    raise AssertionError


@of_each_game
def test_reference_and_interpreted_agree(game: str) -> None:
    done = bulk(game, POSITIONS, [Native(GAMES[game].PROGRAM, "interpreted")])
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))
    assert done.positions == POSITIONS


def keeps_the_invariants(game: str, settings: int, seed: int) -> None:
    """Play under random readings, with random editions, and look at each position that is met."""
    program = GAMES[game].PROGRAM
    for setting, met in islice(batches(game, seed), 0, 3 * settings, 3):
        run = Reference(program, setting)
        for position in met:
            broken = [rule.name for rule in program.game.of_kind("invariant") if not run.holds(rule, position.state)]
            assert not broken, (setting.rulings, position.state)


@of_each_game
def test_play_keeps_the_invariants(game: str) -> None:
    keeps_the_invariants(game, 12, 5)


@pytest.mark.long
@of_each_game
@pytest.mark.parametrize("seed", range(6, 10))
def test_play_keeps_the_invariants_again_and_again(game: str, seed: int) -> None:
    keeps_the_invariants(game, 400, seed)


@pytest.mark.long
@of_each_game
@pytest.mark.parametrize("seed", range(1, 4))
def test_native_agrees_too(game: str, seed: int) -> None:
    program = GAMES[game].PROGRAM
    done = bulk(game, 1_000, [Native(program, "interpreted"), Native(program, "native")], seed)
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))


@pytest.mark.long
@of_each_game
def test_the_symbolic_run_agrees(game: str) -> None:
    symbolic = Symbolic(GAMES[game].PROGRAM)
    done = bulk(game, 2_000, [symbolic], settles=False)
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))
    assert done.positions == 2_000 and not symbolic.declined
