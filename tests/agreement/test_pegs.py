"""Peg solitaire by the rules, by a few lines of plain Python, and by the numbers that were published about both boards."""

from __future__ import annotations

from functools import cache

import pytest

import verifier as daybreak
from tests.contract.test_games_with_sides import instance
from tests.games import pegs
from tests.games.pegs import SIZE, Place
from verifier.instance import Instance
from verifier.search.explore import ExploreOptions, explore
from verifier.search.limits import Limits

# Of the triangle by the hole that is empty first: how many games end with one peg, and how many of them in that hole (B. Butler,
# durangobill.com/PegSolitaire.html); how many positions there are after each jump (J. Scherphuis, jaapsch.net/puzzles/
# trisolit.htm).
# Every other hole is a rotation or a reflection of one of these four; all holes together have 438,984 games.
SOLUTIONS = {"a1": (29_760, 6_816), "a2": (14_880, 720), "a3": (85_258, 51_452), "b3": (1_550, 0)}
AFTER_JUMPS = {
    "a1": (1, 2, 8, 35, 122, 293, 530, 679, 623, 414, 212, 75, 18, 4),
    "a2": (1, 2, 6, 24, 79, 193, 375, 525, 519, 366, 196, 70, 17, 4),
    "a3": (1, 4, 16, 59, 186, 446, 760, 931, 840, 583, 285, 98, 23, 5),
    "b3": (1, 2, 6, 21, 58, 139, 260, 350, 351, 261, 142, 49, 10, 1),
}
# Where the last peg can be, by the kind of hole (the same page): corners, their neighbours, middles of sides, or inside.
LAST = {"a1": {"a1", "a2", "a3"}, "a2": {"a1", "a2", "a3"}, "a3": {"a1", "a2", "a3", "b3"}, "b3": {"a3"}}
# Of the English board, the centre empty first: positions after each jump, those that are rotations or reflections of another
# counted once, the first seven of them (OEIS A112737, G. I. Bell; 23,475,688 in all).
ENGLISH = (1, 1, 2, 8, 39, 171, 719, 2_757)

Pegs = frozenset[tuple[int, int]]
TRIANGLE = frozenset((row, column) for row in range(5) for column in range(row + 1))
CROSS = frozenset((row, column) for row in range(7) for column in range(7) if 2 <= row <= 4 or 2 <= column <= 4)
SQUARE = ((0, 1), (0, -1), (1, 0), (-1, 0))
SLANTED = (*SQUARE, (1, 1), (-1, -1))


# -- without the model ----------------------------------------------------------------------------------------------------------


def jumped(position: Pegs, holes: Pegs, ways: tuple[tuple[int, int], ...]) -> list[Pegs]:
    """The positions one jump away, each as often as there are jumps to it."""
    found = []
    for row, column in position:
        for down, across in ways:
            over, to = (row + down, column + across), (row + 2 * down, column + 2 * across)
            if over in position and to in holes and to not in position:
                found.append(position - {(row, column), over} | {to})
    return found


def hole(name: str) -> tuple[int, int]:
    """A hole as row and column."""
    return int(name[1]) - 1, "abcdefg".index(name[0])


def layers(first: str) -> list[set[Pegs]]:
    """The positions of the triangle after each number of jumps."""
    found = [{TRIANGLE - {hole(first)}}]
    while after := {each for position in found[-1] for each in jumped(position, TRIANGLE, SLANTED)}:
        found.append(after)
    return found


@cache
def games(position: Pegs, last: tuple[int, int] | None) -> int:
    """How many ways lead from here to a single peg on the triangle, in a hole if one is named."""
    if len(position) == 1:
        return int(last is None or last in position)
    return sum(games(after, last) for after in jumped(position, TRIANGLE, SLANTED))


def like(name: str) -> str:
    """The hole of the table that a hole of the triangle is a rotation or a reflection of."""
    row, column = hole(name)
    to_sides = sorted((column, row - column, 4 - row))  # the three sides of the triangle
    return {(0, 0, 4): "a1", (0, 1, 3): "a2", (0, 2, 2): "a3", (1, 1, 2): "b3"}[tuple(to_sides)]


# -- by the rules ---------------------------------------------------------------------------------------------------------------


def begun(edition: str, first: str, where: str = "anywhere") -> Instance:
    """A board with one hole empty."""
    made = instance(pegs, edition, {"PE-R1": where})
    start = made.reference.set_up()
    [event] = [event for event in made.reference.legal(start) if event.text == f"empty {first}"]
    return Instance(made.scenario, made.program, made.setting, made.reference, made.reference.apply(start, event).after)


def reached(of: Instance, limits: Limits | None = None, engine: str = "interpreted") -> list[set[Pegs]]:
    """The positions after each number of jumps, by the rules."""
    found = explore(of.native(engine), of.setting, of.start, ExploreOptions(), limits)
    boards = [found.position(number).state.pegs for number in range(found.states)]
    positions = [frozenset(divmod(place, SIZE) for place in Place if board[place]) for board in boards]
    by_layer: list[set[Pegs]] = []
    for size in found.layers:
        by_layer.append(set(positions[:size]))
        assert len(by_layer[-1]) == size
        positions = positions[size:]
    return by_layer


@pytest.mark.parametrize("first", ["b3", *(pytest.param(name, marks=pytest.mark.long) for name in ("a1", "a2", "a3"))])
def test_the_triangle_has_the_published_positions(first: str) -> None:
    by_rules = reached(begun("triangle", first))
    assert by_rules == layers(first)
    assert tuple(len(layer) for layer in by_rules) == AFTER_JUMPS[first]
    assert {like(f"{'abcde'[column]}{row + 1}") for [(row, column)] in by_rules[-1]} == LAST[first]


@pytest.mark.parametrize("first", SOLUTIONS)
def test_the_naive_count_is_the_published_one(first: str) -> None:
    start = TRIANGLE - {hole(first)}
    assert (games(start, None), games(start, hole(first))) == SOLUTIONS[first]


@pytest.mark.parametrize("first", ["b3", *(pytest.param(name, marks=pytest.mark.long) for name in ("a1", "a2", "a3"))])
@pytest.mark.parametrize("where", ["anywhere", "first"])
def test_as_many_best_lines_as_published_solutions(first: str, where: str) -> None:
    found = daybreak.solve(begun("triangle", first, where), count=True, engine="interpreted", certify=False)
    solutions = SOLUTIONS[first][where == "first"]
    assert found.verdict == "optimal" and found.grade["won"] == (solutions > 0)
    if solutions:
        assert found.best_lines.exact and found.best_lines.lines == solutions


@pytest.mark.long
def test_all_holes_together_have_the_published_solutions() -> None:
    found = daybreak.solve(instance(pegs, "triangle"), count=True)
    assert found.best_lines.exact and found.best_lines.lines == sum(
        SOLUTIONS[like(f"{'abcde'[column]}{row + 1}")][0] for row, column in TRIANGLE) == 438_984


def turned(position: Pegs) -> Pegs:
    """The first of all rotations and reflections of a position of the English board."""
    found = [position]
    for _ in range(3):
        found.append(frozenset((column, 6 - row) for row, column in found[-1]))
    found += [frozenset((row, 6 - column) for row, column in each) for each in found]
    return min(found, key=sorted)


@pytest.mark.parametrize(("jumps", "engine"), [(5, "interpreted"), pytest.param(7, "native", marks=pytest.mark.long)])
def test_the_english_board_has_the_published_positions(jumps: int, engine: str) -> None:
    by_rules = reached(begun("english", "d4"), Limits(depth=jumps), engine)
    assert tuple(len({turned(position) for position in layer}) for layer in by_rules) == ENGLISH[:jumps + 1]


@pytest.mark.long
@pytest.mark.parametrize("first", ["c1", "d1", "c2", "d2", "c3", "d3", "d4"])
def test_the_english_board_can_be_won_from_every_hole(first: str) -> None:
    """Every hole is a rotation or a reflection of one of these seven; all can be won, as has long been known."""
    found = daybreak.solve(begun("english", first), limits=daybreak.Limits(states=5_000_000), certify=False)
    assert found.grade["won"]
