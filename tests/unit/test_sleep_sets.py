"""The search with sleep sets that `make bench ARGS=order` counts transitions by, on graphs that are known."""

from __future__ import annotations

from random import Random

import pytest

from tests.bench.order import Ways, independent, transitions_with_sleep_sets


def cube(decisions: int) -> Ways:
    """Every set of decisions made, each of which can be made once: all orders of the same ones lead to the same state."""
    return [{each: state | 1 << each for each in range(decisions) if not state & 1 << each} for state in range(1 << decisions)]


@pytest.mark.parametrize("decisions", range(1, 6))
def test_of_independent_decisions_one_order_is_made(decisions: int) -> None:
    """Every state but the first is come to once."""
    assert transitions_with_sleep_sets(cube(decisions)) == (2 ** decisions - 1, 2 ** decisions)


def test_decisions_that_end_elsewhere_or_forbid_each_other_depend_on_each_other() -> None:
    elsewhere: Ways = [{0: 1, 1: 2}, {1: 3}, {0: 4}, {}, {}]
    forbidden: Ways = [{0: 1, 1: 2}, {}, {0: 3}, {}]
    for ways in (elsewhere, forbidden):
        assert not independent(ways, 0, 0, 1)
        assert transitions_with_sleep_sets(ways) == (sum(map(len, ways)), len(ways))


def test_no_state_is_left_out() -> None:
    random = Random(3)
    for _ in range(300):
        ways: Ways = [{event: random.randrange(12) for event in range(4) if random.random() < 0.6} for _ in range(12)]
        met, stack = {0}, [0]
        while stack:
            for after in ways[stack.pop()].values():
                if after not in met:
                    met.add(after)
                    stack.append(after)
        made, states = transitions_with_sleep_sets(ways)
        assert states == len(met) and made <= sum(len(ways[state]) for state in met)
