"""A measure of progress that falls, in games whose moves can be taken back: searches find the same as without it.

The declaration says that it never falls, and guides searches alone: one that is wrong may cost time, and never an answer.
A patience is asked in `tests/agreement/test_patience.py`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from tests.agreement.test_sliding import moved, twin
from tests.agreement.test_sokoban import FEWEST
from tests.altered_games import altered_game
from tests.games.fifteen import MOST as MOST_SLIDES
from tests.games.sokoban import MOST as MOST_PUSHES
from verifier.instance import Instance, instance_of
from verifier.lang.game import Game
from verifier.ledger.editions import load_edition
from verifier.program.program import load
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import Limits

STRATEGIES = ("portfolio", "beam", "best-first")
SIDE = 3
GROUPS = """game.patterns(counts="slides", keeps=("hole",), row="tiles",
              groups=((1, 4, 5, 8, 9), (2, 3, 6, 7, 11), (10, 12, 13, 14, 15)))
"""
IN_PLACE = '''@game.progress
def progress(board: Board) -> Annotated[int, Range(0, PLACES)]:
    """How many tiles are where they belong, which others move away again."""
    return sum(1 for place in range(PLACES) if board.tiles[place] == place)


'''
ON_MARKS = '''@game.progress
def progress(warehouse: Warehouse) -> Annotated[int, Range(0, PLACES)]:
    """How many boxes are on marks, some of which have to be pushed on."""
    return sum(1 for place in range(PLACES) if warehouse.boxes[place] and is_mark(place))


'''
GRADE = "@game.grade("
Tiles = tuple[int, ...]


def altered(package: str, folder: Path, *changes: tuple[str, str]) -> Game[Any, Any]:
    """A game of the tests with some of its text replaced, one after the other."""
    found, root = None, None
    for change in changes:
        found = altered_game(package, folder, {"__init__.py": change}, root)
        package, root = found.folder.name, folder
    assert found is not None
    return found


def falls(of: Instance, line: tuple[str, ...]) -> bool:
    """Whether progress falls along a line."""
    reference, position = of.reference, of.reference.settled(of.start)
    [rule] = of.program.game.of_kind("progress")
    come = [reference.value(rule, position)]
    for text in line:
        position = reference.settled(reference.apply(position, of.program.event_by_text[text]).after)
        come.append(reference.value(rule, position))
    return any(after < before for before, after in zip(come, come[1:], strict=False))


# -- tiles ----------------------------------------------------------------------------------------------------------------------


@cache
def distances() -> dict[Tiles, int]:
    """How far every order of 3x3 tiles is from the one with the hole last, by the textbook."""
    return {tiles: far for far, layer in enumerate(twin(SIDE, SIDE)) for tiles in layer}


def turned(tiles: Tiles) -> Tiles:
    """The frame turned upside down, with the tiles named from the other end: the hole belongs first, and then last."""
    return tuple(len(tiles) - tile if tile else 0 for tile in reversed(tiles))


def walked(seed: int) -> Tiles:
    """An order some slides away from the solved one."""
    random, tiles = Random(seed), tuple(range(SIDE * SIDE))
    for _ in range(10 * seed):
        tiles = random.choice(moved(tiles, SIDE))
    return tiles


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_tiles_are_put_in_order_as_soon(strategy: str, tmp_path: Path) -> None:
    small = (("SIZE = 4\n", f"SIZE = {SIDE}\n"), (GROUPS, ""))
    plain = load(altered("tests.games.fifteen", tmp_path, *small))
    measured = load(altered("tests.games.fifteen", tmp_path, *small, (GRADE, IN_PLACE + GRADE)))
    have_fallen = 0
    for seed in range(1, 9):
        tiles, found = walked(seed), []
        for program in (plain, measured):
            of = instance_of(evolve(new_scenario(program.game, title=f"tiles {seed}"), start={"tiles": list(tiles)}), program)
            found.append(daybreak.solve(of, strategy=strategy, limits=Limits(states=100_000), engine="native", certify=False))
        without, beside = found
        fewest = distances()[turned(tiles)]
        assert without.grade == beside.grade == {"solved": True, "unspent": MOST_SLIDES - fewest}, tiles
        assert (without.verdict, without.upper_bound) == (beside.verdict, beside.upper_bound), tiles
        have_fallen += falls(of, beside.line)
    assert have_fallen > 3


# -- boxes ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_boxes_are_pushed_as_seldom(strategy: str, tmp_path: Path) -> None:
    program = load(altered("tests.games.sokoban", tmp_path, (GRADE, ON_MARKS + GRADE)))
    have_fallen = 0
    for number, pushes in FEWEST.items():
        edition = load_edition(program.game, f"microban-{number:02d}", Path())
        of = instance_of(evolve(new_scenario(program.game, title=f"level {number}"), edition=edition), program)
        found = daybreak.solve(of, strategy=strategy, limits=Limits(states=100_000), engine="native", certify=False)
        assert found.grade == {"solved": True, "unspent": MOST_PUSHES - pushes}, number
        have_fallen += falls(of, found.line)
    assert have_fallen > 2
