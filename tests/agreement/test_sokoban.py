"""Sokoban: the fewest pushes that small levels need, by `solve` and by a search in plain Python that knows no rule language."""

from __future__ import annotations

from collections import deque

import pytest

import verifier as daybreak
from tests.contract.test_games_with_sides import instance
from tests.games import sokoban
from tests.games.sokoban import MOST, SIZE, Square
from verifier.instance import Instance

# The fewest pushes of levels of Microban, by the search below.
FEWEST = {1: 8, 2: 3, 3: 13, 4: 7, 5: 6, 7: 6, 9: 10, 11: 16, 12: 11, 13: 21, 14: 10, 15: 12, 17: 9, 18: 13, 19: 20, 20: 16,
          21: 5, 22: 15, 25: 7, 31: 6}
SLOW = (7,)  # for the search below
Spot = tuple[int, int]


def level(number: int) -> Instance:
    """A level at its start."""
    return instance(sokoban, f"microban-{number:02d}")


def fewest_pushes(squares: list[Square]) -> int:
    """The fewest pushes: breadth-first by pushes, steps without one being free."""
    where: dict[Square, set[Spot]] = {kind: set() for kind in Square}
    for place, square in enumerate(squares):
        where[square].add(divmod(place, SIZE))
    marks = frozenset(where[Square.MARK] | where[Square.BOX_ON_MARK] | where[Square.MAN_ON_MARK])
    [man] = where[Square.MAN] | where[Square.MAN_ON_MARK]
    start = (man, frozenset(where[Square.BOX] | where[Square.BOX_ON_MARK]))
    pushes, queue = {start: 0}, deque([start])
    while queue:
        (row, column), boxes = here = queue.popleft()
        if boxes <= marks:
            return pushes[here]
        for down, across in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            to, behind = (row + down, column + across), (row + 2 * down, column + 2 * across)
            if to in where[Square.WALL] or to in boxes and (behind in where[Square.WALL] or behind in boxes):
                continue
            after = (to, boxes - {to} | {behind} if to in boxes else boxes)
            cost = pushes[here] + (to in boxes)
            if cost < pushes.get(after, MOST):
                pushes[after] = cost
                (queue.append if to in boxes else queue.appendleft)(after)
    raise AssertionError("the level cannot be solved")


@pytest.mark.parametrize("number", [
    number if number not in SLOW else pytest.param(number, marks=pytest.mark.long) for number in FEWEST])
def test_solve_proves_the_fewest_pushes(number: int) -> None:
    of = level(number)
    assert of.bound_is_proved
    assert fewest_pushes(of.setting.edition.squares) == FEWEST[number]
    found = daybreak.solve(of, limits=daybreak.Limits(states=5_000_000), engine="native", certify=False)
    assert (found.verdict, found.grade) == ("optimal", {"solved": True, "unspent": MOST - FEWEST[number]})
    assert found.upper_bound == found.grade


@pytest.mark.parametrize("number", [2, *(pytest.param(number, marks=pytest.mark.long) for number in (1, 15, 21))])
def test_the_bound_is_proved(number: int) -> None:
    """A push moves one box by one place, and `far` differs by at most one between neighbours."""
    [row] = daybreak.check(level(number), properties=["bound-holds"], with_="z3").properties
    assert row.verdict == "proved"


def test_what_was_played_can_be_reviewed_without_a_deal() -> None:
    """Chance has no part in it: there is no deal to be missing."""
    best = daybreak.solve(level(21))
    found = daybreak.review(level(21), list(best.line), limits=daybreak.Limits(states=200_000))
    assert found.over and [each.verdict for each in found.decisions] == ["best"] * len(best.line)
