"""The fifteen puzzle: shortest solutions of the standard instances as published, by `solve`, and by IDA* in plain Python."""

from __future__ import annotations

import pytest
from attrs import evolve

import verifier as daybreak
from tests.contract.test_games_with_sides import program
from tests.games import fifteen
from tests.games.fifteen import MOST
from verifier.instance import Instance, instance_of
from verifier.scenarios.loader import new_scenario

# Twenty of the hundred instances by their numbers, from those that IDA* finds easy to its hardest: how many slides the shortest
# solution has, and the tiles row by row (R. E. Korf, Depth-first iterative-deepening, Artificial Intelligence 27, 1985).
KORF = {
    79: (42, (0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15)),
    12: (45, (14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15)),
    42: (42, (4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10)),
    55: (41, (13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11)),
    97: (44, (9, 14, 5, 7, 8, 15, 1, 2, 10, 4, 13, 6, 12, 0, 11, 3)),
    19: (46, (7, 11, 8, 3, 14, 0, 6, 15, 1, 4, 13, 9, 5, 12, 2, 10)),
    94: (53, (5, 7, 11, 8, 0, 14, 9, 13, 10, 12, 3, 15, 6, 1, 4, 2)),
    47: (47, (6, 10, 1, 14, 15, 8, 3, 5, 13, 0, 2, 7, 4, 9, 11, 12)),
    93: (46, (13, 9, 14, 6, 12, 8, 1, 2, 3, 4, 0, 7, 5, 10, 11, 15)),
    9: (46, (3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0)),
    48: (49, (8, 11, 4, 6, 7, 3, 10, 9, 2, 12, 15, 13, 0, 1, 5, 14)),
    74: (56, (14, 13, 4, 11, 15, 8, 6, 9, 0, 7, 3, 1, 2, 10, 12, 5)),
    5: (56, (4, 7, 14, 13, 10, 3, 9, 12, 11, 5, 6, 15, 1, 2, 8, 0)),
    2: (55, (13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6)),
    43: (64, (11, 15, 14, 13, 1, 9, 10, 4, 3, 6, 2, 12, 7, 5, 8, 0)),
    1: (57, (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)),
    17: (66, (15, 14, 0, 4, 11, 1, 6, 13, 7, 5, 8, 9, 3, 2, 10, 12)),
    60: (66, (11, 14, 13, 1, 2, 3, 12, 4, 15, 7, 9, 5, 10, 6, 8, 0)),
    82: (62, (14, 10, 2, 1, 13, 9, 8, 11, 7, 3, 6, 12, 15, 5, 4, 0)),
    88: (65, (15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4)),
}
OPEN = (1, 17, 60, 82, 88)  # not settled within so many states
NAIVE = (79, 12, 42, 55, 97)  # about a million nodes each
Tiles = tuple[int, ...]
FAR = [[0 if tile == 0 else abs(tile // 4 - place // 4) + abs(tile % 4 - place % 4) for place in range(16)] for tile in range(16)]
BESIDE = [[to for to in range(16) if abs(to // 4 - place // 4) + abs(to % 4 - place % 4) == 1] for place in range(16)]


def shortest(tiles: Tiles) -> int:
    """The slides of a shortest solution: iterative deepening A* on Manhattan distance, in plain Python."""
    board = list(tiles)

    def deepen(hole: int, came_from: int, far: int, rest: int) -> bool:
        if far == 0:
            return True
        for to in BESIDE[hole]:
            tile = board[to]
            after = far + FAR[tile][hole] - FAR[tile][to]
            if to != came_from and after < rest:
                board[hole], board[to] = tile, 0
                found = deepen(to, hole, after, rest - 1)
                board[hole], board[to] = 0, tile
                if found:
                    return True
        return False

    far = sum(FAR[tile][place] for place, tile in enumerate(tiles))
    slides = far
    while not deepen(board.index(0), -1, far, slides):
        slides += 2  # every slide changes the distance by one
    return slides


def puzzle(number: int) -> Instance:
    """An instance as a scenario."""
    scenario = new_scenario(fifteen.game, title=f"Korf {number}")
    return instance_of(evolve(scenario, start={"tiles": list(KORF[number][1])}), program(fifteen))


@pytest.mark.parametrize("number", [79, *(pytest.param(number, marks=pytest.mark.long) for number in NAIVE[1:])])
def test_the_naive_search_finds_the_published_length(number: int) -> None:
    slides, tiles = KORF[number]
    assert shortest(tiles) == slides


@pytest.mark.long  # its patterns alone take a gigabyte, and most of a minute
@pytest.mark.parametrize("number", KORF)
def test_solve_finds_the_published_length(number: int) -> None:
    """Where no proof is found within so many states, the two bounds leave the published length open."""
    slides, _ = KORF[number]
    of = puzzle(number)
    assert of.bound_is_proved
    limits = daybreak.Limits(states=4_000_000 if number in OPEN else 8_000_000)
    found = daybreak.solve(of, limits=limits, engine="native", certify=False)
    assert found.grade["solved"] and found.grade["unspent"] <= MOST - slides <= found.upper_bound["unspent"]
    assert (found.verdict == "optimal") <= (found.grade["unspent"] == MOST - slides)
    assert found.verdict == "optimal" or number in OPEN
