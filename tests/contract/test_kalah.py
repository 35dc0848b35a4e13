"""Kalah on small boards: who wins is what was published, and by how much what a few lines of plain Python say."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

import verifier as daybreak
from tests.contract.test_games_with_sides import asked, instance
from tests.games import kalah

# Whether who begins wins, draws or loses, by houses a side and then by seeds a house from 1 to 6 (G. Irving, J. Donkers and
# J. Uiterwijk, Solving Kalah, ICGA Journal 23 (3), 2000, pages 139-147).
PUBLISHED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL", 4: "WWWWWD"}
ENDINGS = {"L": "loss", "D": "draw", "W": "win"}
SMALL = [(houses, seeds) for houses in (1, 2) for seeds in range(1, 7)] + [(3, 1), (3, 2), (4, 1)]
LARGER = [(3, 3), (3, 4), (4, 2)]
LARGEST = [(3, 5), (3, 6), (4, 3)]
Row = tuple[int, ...]


def after(ours: Row, theirs: Row, house: int, alone: bool) -> tuple[int, bool, Row, Row]:
    """A move: the seeds that come into one's store, whether one is in turn again, and the two rows."""
    size, seeds = len(ours), ours[house]
    pits, last = [*ours, 0, *theirs], house
    pits[house] = 0
    for _ in range(seeds):
        last = (last + 1) % len(pits)
        pits[last] += 1
    gained, across = pits[size], 2 * size - last
    if last < size and pits[last] == 1 and (alone or pits[across]):
        gained += 1 + pits[across]
        pits[last] = pits[across] = 0
    return gained, last == size, tuple(pits[:size]), tuple(pits[size + 1:])


def solver(alone: bool = True, either: bool = True) -> Callable[[Row, Row], list[int]]:
    """The margins that the legal moves of who is in turn are worth, from here to the end; or the one of an end."""

    @cache
    def margins(ours: Row, theirs: Row) -> list[int]:
        if not any(ours) or (either and not any(theirs)):
            return [sum(ours) - sum(theirs)]
        return [worth(*after(ours, theirs, house, alone)) for house, seeds in enumerate(ours) if seeds]

    def worth(gained: int, again: bool, ours: Row, theirs: Row) -> int:
        return gained + (max(margins(ours, theirs)) if again else -max(margins(theirs, ours)))

    return margins


def naive(houses: int, seeds: int, alone: bool = True, either: bool = True) -> list[int]:
    """The margins of the first moves."""
    return solver(alone, either)((seeds,) * houses, (seeds,) * houses)


def compare(houses: int, seeds: int, engine: str) -> None:
    """What either side can force with what was published and with what the naive solver says."""
    made = instance(kalah, "2x2", houses=houses, seeds=seeds)
    south, north = (asked(made, seat, engine=engine, certify=None).least for seat in ("south", "north"))
    assert south["ending"] == ENDINGS[PUBLISHED[houses][seeds - 1]]
    assert south["seeds"] - north["seeds"] == max(naive(houses, seeds))
    assert south["seeds"] + north["seeds"] == 2 * houses * seeds


@pytest.mark.parametrize(("houses", "seeds"), SMALL)
def test_who_wins_is_as_published(houses: int, seeds: int) -> None:
    compare(houses, seeds, "interpreted")


@pytest.mark.parametrize(("houses", "seeds"), LARGER)
def test_who_wins_is_as_published_on_larger_boards(houses: int, seeds: int) -> None:
    compare(houses, seeds, "native")


@pytest.mark.long
@pytest.mark.parametrize(("houses", "seeds"), LARGEST)
def test_who_wins_is_as_published_on_the_largest_boards(houses: int, seeds: int) -> None:
    compare(houses, seeds, "native")


@pytest.mark.parametrize(("houses", "seeds"), SMALL)
def test_every_first_move_is_worth_what_the_naive_solver_says(houses: int, seeds: int) -> None:
    made = instance(kalah, "2x2", houses=houses, seeds=seeds)
    for ending, least in (("win", 1), ("draw", 0)):
        found = daybreak.odds(made, seats="south", at_least=f"ending={ending}", against="rest", engine="interpreted")
        assert [each.low for each in found.choices] == [margin >= least for margin in naive(houses, seeds)]


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("either", [True, False])
def test_every_reading_is_the_naive_solver_s(alone: bool, either: bool) -> None:
    rulings = {"KA-Q1": "alone" if alone else "together", "KA-Q2": "either" if either else "in-turn"}
    differences = set()
    for houses, seeds in SMALL:
        made = instance(kalah, "2x2", rulings, houses=houses, seeds=seeds)
        found = asked(made, "south", certify=None).least
        assert 2 * found["seeds"] - 2 * houses * seeds == max(naive(houses, seeds, alone, either))
        if found["ending"] != ENDINGS[PUBLISHED[houses][seeds - 1]]:
            differences.add((houses, seeds))
    expected = set() if either else {(1, 5), (2, 2)} if alone else {(1, 5)}
    assert differences == expected  # so the published game ends when either side's houses are empty
