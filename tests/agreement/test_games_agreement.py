"""The executions agree on games: reachable, disturbed and random typed states, all events."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.agreement import dead_til_dawn_bulk, survive_until_daylight_bulk, until_daylight_bulk
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.testing import Symbolic

POSITIONS = 90
GAMES = {"survive-until-daylight": survive_until_daylight_bulk, "until-daylight": until_daylight_bulk,
         "dead-til-dawn": dead_til_dawn_bulk}
of_each_game = pytest.mark.parametrize("game", GAMES)


@of_each_game
def test_reference_and_interpreted_agree(game: str) -> None:
    done = GAMES[game].bulk(POSITIONS, [Native(GAMES[game].PROGRAM, "interpreted")])
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))
    assert done.positions == POSITIONS


def keeps_the_invariants(game: str, settings: int, seed: int) -> None:
    """Play under random readings, with random editions, and look at each position that is met."""
    program = GAMES[game].PROGRAM
    for setting, met in islice(GAMES[game].batches(seed), 0, 3 * settings, 3):
        run = Reference(program, setting)
        for position in met:
            broken = [rule.name for rule in program.game.of_kind("invariant") if not run.holds(rule, position.state)]
            assert not broken, (setting.rulings, position.state)


@of_each_game
def test_play_keeps_the_invariants(game: str) -> None:
    keeps_the_invariants(game, 60, 5)


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
    done = GAMES[game].bulk(1_000, [Native(program, "interpreted"), Native(program, "native")], seed)
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))


@pytest.mark.long
@of_each_game
def test_the_symbolic_run_agrees(game: str) -> None:
    symbolic = Symbolic(GAMES[game].PROGRAM)
    done = GAMES[game].bulk(2_000, [symbolic], settles=False)
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))
    assert done.positions == 2_000 and not symbolic.declined
