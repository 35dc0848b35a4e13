"""The sliding tiles explored by every strategy, by the rules themselves, and by a search that knows no rule language."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.sliding import Board, Frame, game
from verifier.program.program import load
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.search.explore import Explored, ExploreOptions, Strategy, explore

PROGRAM = load(game)
Tiles = tuple[int, ...]


def twin(rows: int, columns: int) -> list[set[Tiles]]:
    """The orders of the tiles by their distance from the solved one: a textbook search on tuples, 0 being the hole."""
    start = (*range(1, rows * columns), 0)
    layers, seen = [{start}], {start}
    while layers[-1]:
        layers.append({after for tiles in layers[-1] for after in moved(tiles, columns)} - seen)
        seen |= layers[-1]
    return layers[:-1]


def moved(tiles: Tiles, columns: int) -> list[Tiles]:
    """The orders one slide away."""
    found, hole = [], tiles.index(0)
    for place in range(len(tiles)):
        down, right = abs(place // columns - hole // columns), abs(place % columns - hole % columns)
        if down + right == 1:
            swapped = list(tiles)
            swapped[hole], swapped[place] = swapped[place], 0
            found.append(tuple(swapped))
    return found


def _explored(rows: int, columns: int, strategy: Strategy) -> Explored:
    setting = Setting({}, Frame(rows=rows, columns=columns))
    start = Reference(PROGRAM, setting).set_up()
    return explore(Native(PROGRAM, "interpreted"), setting, start, ExploreOptions(strategy=strategy))


def _orders(found: Explored, size: int) -> list[Tiles]:
    boards: list[Board] = [found.position(number).state for number in range(found.states)]
    return [tuple(board.tiles[place] for place in range(size)) for board in boards]


def test_breadth_first_finds_the_layers_of_the_twin() -> None:
    found, layers = _explored(2, 3, "breadth-first"), twin(2, 3)
    orders = _orders(found, 6)
    assert found.layers == tuple(len(layer) for layer in layers)
    for size, layer in zip(found.layers, layers, strict=True):
        assert set(orders[:size]) == layer
        orders = orders[size:]


@pytest.mark.parametrize(("strategy", "rows", "columns"), [("depth-first", 2, 3), ("depth-first", 3, 2), ("iterative", 2, 2)])
def test_the_other_strategies_find_the_same_states(strategy: Strategy, rows: int, columns: int) -> None:
    found = _explored(rows, columns, strategy)
    assert found.ending == "closed"
    orders = _orders(found, rows * columns)
    assert len(set(orders)) == len(orders)
    assert set(orders) == set().union(*twin(rows, columns))


@pytest.mark.long
def test_iterative_deepening_finds_the_same_states_of_2x3() -> None:
    found = _explored(2, 3, "iterative")
    assert (found.ending, found.states) == ("closed", 360)
    assert set(_orders(found, 6)) == set().union(*twin(2, 3))


def test_random_walks_go_the_same_way_in_the_rules_and_the_twin() -> None:
    random = Random(7)
    for rows, columns in ((3, 3), (2, 5), (5, 2), (1, 5), (2, 2)):
        setting = Setting({}, Frame(rows=rows, columns=columns))
        reference, size = Reference(PROGRAM, setting), rows * columns
        position = reference.set_up()
        for _ in range(60):
            events = reference.legal(position)
            here = tuple(position.state.tiles[place] for place in range(size))
            after = [reference.apply(position, event).after for event in events]
            assert {tuple(each.state.tiles[place] for place in range(size)) for each in after} == set(moved(here, columns))
            position = random.choice(after)
