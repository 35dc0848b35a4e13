"""Sliding tiles in as few slides as can be, by `solve --shortest` and by plain breadth-first search: the grade says "solved".

How many slides that took is not in the state, so that the best grade alone has lines of any length.
"""

from __future__ import annotations

import importlib.util
import sys
from collections import deque
from itertools import count
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import verifier as daybreak
from tests.games import sliding
from verifier.instance import Instance, instance_of
from verifier.program.program import Program, load
from verifier.scenarios.loader import new_scenario

DEPTH_2X3, DEPTH_3X3 = 21, 31  # slides from the farthest orders, as has long been known
CHANGES = [
    ("    SLIDE = 0\n", "    SLIDE = 0\n    DONE = 1\n"), ("ends=()", "ends=(Phase.DONE,)"),
    ("    board.hole = to\n", "    board.hole = to\n    if in_order(board):\n        board.phase = Phase.DONE\n"),
    ("@game.rule\ndef move_hole", '''@record
class Grade:
    """Whether the tiles are in order."""

    solved: bool


@game.grade(order="ours")
def grade(board: Board) -> Grade:
    """In order, or not."""
    return Grade(solved=board.phase == Phase.DONE)


@game.estimate
def estimate(board: Board) -> Annotated[int, Range(-99, 99)]:
    """Tiles in their places."""
    return sum(1 for place in range(9) if board.tiles[place] == place + 1)


@game.rule
def in_order(board: Board) -> bool:
    """Whether every tile is in its place, and the hole is last."""
    return all(board.tiles[place] == place + 1 for place in range(frame.rows * frame.columns - 1))


@game.rule
def move_hole'''),
    ("    return all(board.tiles[place] == place + 1 for place in range(frame.rows * frame.columns - 1))\n\n\n@game.invariant",
     "    return in_order(board)\n\n\n@game.invariant"),
]
_modules = count()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The sliding tiles with an end: the tiles in order."""
    source = Path(sliding.__file__)
    text = source.read_text(encoding="utf-8")
    for old, new in CHANGES:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    home = tmp_path_factory.mktemp("tiles") / f"tiles_{next(_modules)}"
    home.mkdir()
    for ledger in source.parent.glob("*.toml"):
        (home / ledger.name).write_text(ledger.read_text(encoding="utf-8"), encoding="utf-8")
    (home / "__init__.py").write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(home.name, home / "__init__.py", submodule_search_locations=[str(home)])
    assert spec is not None and spec.loader is not None
    module = sys.modules[home.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return load(module.game)


def slides(rows: int, columns: int) -> dict[tuple[int, ...], int]:
    """How many slides every order is from the one that is wanted, by plain breadth-first search."""
    solved = (*range(1, rows * columns), 0)
    found, waiting = {solved: 0}, deque([solved])
    while waiting:
        tiles = waiting.popleft()
        hole = tiles.index(0)
        for to in range(len(tiles)):
            if abs(to // columns - hole // columns) + abs(to % columns - hole % columns) == 1:
                after = list(tiles)
                after[hole], after[to] = after[to], 0
                if (order := tuple(after)) not in found:
                    found[order] = found[tiles] + 1
                    waiting.append(order)
    return found


def ordered(program: Program, size: str, tiles: tuple[int, ...]) -> Instance:
    """A frame with its tiles in some order."""
    scenario = new_scenario(program.game, title=size, edition=size)
    return instance_of(evolve(scenario, start={"tiles": [*tiles, *[0] * (10 - len(tiles))], "hole": tiles.index(0)}), program)


def test_every_order_of_a_small_frame_takes_as_many_slides_as_breadth_first_search_says(program: Program) -> None:
    far = slides(2, 3)
    assert len(far) == 360 and max(far.values()) == DEPTH_2X3
    orders = sorted(far, key=far.__getitem__)
    for tiles in [orders[1], *orders[2::48], orders[-1]]:
        found = daybreak.solve(ordered(program, "2x3", tiles), shortest=True, engine="interpreted", certify=None)
        assert found.verdict == "optimal" and found.grade == {"solved": True}
        assert found.shortest.proved and found.shortest.decisions == len(found.line) == far[tiles]
        assert found.shortest.positions is not None  # every nearer position was expanded again by the plain rules


def test_cut_short_no_more_is_said_than_is_known(program: Program) -> None:
    far = slides(2, 3)
    tiles = max(far, key=far.__getitem__)
    said = set()
    for states in (20, 60, 120, 240, 400, 800, 1200, 4000):
        found = daybreak.solve(ordered(program, "2x3", tiles), shortest=True, engine="interpreted", certify=False,
                               limits=daybreak.Limits(states=states))
        if found.shortest is not None:
            assert found.shortest.at_least <= DEPTH_2X3 <= len(found.line)
            said.add(found.shortest.at_least)
    assert len(said) > 2 and DEPTH_2X3 in said


@pytest.mark.long
def test_orders_of_the_8_puzzle_take_as_many_slides_as_breadth_first_search_says(program: Program) -> None:
    far = slides(3, 3)
    assert len(far) == 181_440 and max(far.values()) == DEPTH_3X3
    orders = [*Random(1).sample(sorted(far), 20), *[tiles for tiles in far if far[tiles] == DEPTH_3X3]]
    for tiles in orders:
        found = daybreak.solve(ordered(program, "3x3", tiles), shortest=True, engine="native", certify=False)
        assert found.shortest.proved and found.shortest.decisions == len(found.line) == far[tiles]
