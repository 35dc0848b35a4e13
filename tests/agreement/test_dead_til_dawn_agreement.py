"""The executions agree on Dead 'til Dawn: reachable, disturbed and random typed states, all events."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.agreement.dead_til_dawn_bulk import PROGRAM, batches, bulk
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.testing import Symbolic

POSITIONS = 90


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
    keeps_the_invariants(60, 5)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6, 10))
def test_play_keeps_the_invariants_again_and_again(seed: int) -> None:
    keeps_the_invariants(400, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 4))
def test_native_agrees_too(seed: int) -> None:
    done = bulk(1_000, [Native(PROGRAM, "interpreted"), Native(PROGRAM, "native")], seed)
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))


@pytest.mark.long
def test_the_symbolic_run_agrees() -> None:
    symbolic = Symbolic(PROGRAM)
    done = bulk(2_000, [symbolic], settles=False)
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))
    assert done.positions == 2_000 and not symbolic.declined
