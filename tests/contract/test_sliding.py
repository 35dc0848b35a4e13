"""The sliding tiles: whole spaces explored exactly, with the counts and depths that are known for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.sliding import Frame, game
from verifier.ledger.editions import load_edition
from verifier.program.program import load
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.search.explore import ExploreOptions, explore

# Known for long: half of all orders can be reached, and the farthest of them is so many slides away.
STATES_3X3, DEPTH_3X3 = 181_440, 31
STATES_2X5, DEPTH_2X5 = 1_814_400, 55
PROGRAM = load(game)


@pytest.fixture(scope="module")
def native() -> Native:
    return Native(PROGRAM, "native")


def _setting(size: str) -> Setting:
    return Setting({}, load_edition(game, size, Path()).record)


def test_the_state_fits_one_word() -> None:
    assert Native(PROGRAM, "interpreted").constant("WORDS") == 1


@pytest.mark.parametrize(("rows", "columns", "states", "depth"), [(1, 1, 1, 0), (2, 2, 12, 6), (2, 3, 360, 21), (3, 2, 360, 21)])
def test_small_frames_interpreted(rows: int, columns: int, states: int, depth: int) -> None:
    setting = Setting({}, Frame(rows=rows, columns=columns))
    found = explore(Native(PROGRAM, "interpreted"), setting, Reference(PROGRAM, setting).set_up())
    assert (found.ending, found.states, len(found.layers) - 1) == ("closed", states, depth)


def test_3x3_has_181440_states_and_depth_31(native: Native) -> None:
    setting = _setting("3x3")
    options = ExploreOptions(properties=frozenset({"hole_is_empty"}))
    found = explore(native, setting, Reference(PROGRAM, setting).set_up(), options)
    assert found.ending == "closed"
    assert found.states == STATES_3X3
    assert len(found.layers) - 1 == DEPTH_3X3
    assert found.layers[:6] == (1, 2, 4, 8, 16, 20)
    assert found.layers[-1] == 2
    assert found.transitions == 2 * 12 * STATES_3X3 // 9  # each of the 12 borders of 9 places is crossed both ways
    assert found.dead_ends == 0


def test_the_farthest_3x3_orders_are_solved_in_31_moves(native: Native) -> None:
    setting = _setting("3x3")
    reference = Reference(PROGRAM, setting)
    far = explore(native, setting, reference.set_up())
    start = far.position(far.states - 1)
    solved = explore(native, setting, start, ExploreOptions(goal=0))
    assert solved.ending == "goal"
    assert solved.found is not None
    line = solved.events_to(solved.found)
    assert len(line) == DEPTH_3X3
    position = start
    for event in line:
        assert reference.forbidden_by(position, event) is None
        position = reference.apply(position, event).after
    assert position.state == reference.set_up().state


@pytest.mark.long
def test_2x5_has_1814400_states_and_depth_55(native: Native) -> None:
    setting = _setting("2x5")
    found = explore(native, setting, Reference(PROGRAM, setting).set_up())
    assert found.ending == "closed"
    assert found.states == STATES_2X5
    assert len(found.layers) - 1 == DEPTH_2X5
    assert found.transitions == 2 * 13 * STATES_2X5 // 10
