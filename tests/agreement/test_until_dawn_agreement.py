"""Reference, interpreted and native agree on Until Dawn: reachable, disturbed and random typed states, all events."""

import pytest

from tests.agreement.until_dawn_bulk import PROGRAM, bulk
from verifier.run.native import Native

POSITIONS = 500
CHUNKS_LONG = range(1, 5)  # other seeds than the default run's


@pytest.fixture(scope="module")
def engines() -> list[Native]:
    return [Native(PROGRAM, "interpreted"), Native(PROGRAM, "native")]


def test_the_executions_agree(engines: list[Native]) -> None:
    done = bulk(POSITIONS, engines=engines)
    assert done.positions == POSITIONS and done.facts > 50 * POSITIONS
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))


@pytest.mark.long
@pytest.mark.parametrize("seed", CHUNKS_LONG)
def test_the_executions_agree_on_100_000_states(engines: list[Native], seed: int) -> None:
    done = bulk(25_000, seed=seed, engines=engines)
    assert done.positions == 25_000
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements))
