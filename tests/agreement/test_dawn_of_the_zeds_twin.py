"""The model of Dawn of the Zeds and its naive twin play the same games: every question, its answers and chances, every table.

Under the default readings, and under readings at random.
"""

from functools import reduce
from operator import add

import pytest

from tests.agreement.dawn_of_the_zeds_pairs import Followed, play_many

SEEDS = (4, 9, 11, 19)  # of the first 20 games: between them they ask everything that is asked always
GAMES_OF_READINGS = 3
CHUNKS_LONG = range(1, 21)  # of 100 games, with other seeds than the default run's
ALWAYS = ("act", "activate", "armed", "back-up", "beat-off", "calm", "card", "civilians", "cup", "defender", "die", "event",
          "fate", "fated", "fewest", "forward", "hero", "new-hero", "other-start", "pick-die", "pressed", "reroll", "share-hit",
          "smell", "tough", "traps", "underfoot", "who-first", "withdraw", "withdrawal")


def agreed(done: Followed, games: int) -> None:
    assert done.games == games == sum(done.ends.values())
    assert done.ends["won"] and done.ends["lost"]
    assert done.transitions > 400 * games and done.questions > 100 * games and done.decisions > 40 * games


def test_the_model_and_its_twin_play_the_same_games() -> None:
    done = reduce(add, (play_many(range(seed, seed + 1)) for seed in SEEDS))
    agreed(done, len(SEEDS))
    assert not {*ALWAYS} - {*done.asked}


def test_they_play_the_same_games_under_other_readings() -> None:
    agreed(play_many(range(10_000, 10_000 + GAMES_OF_READINGS), readings=True), GAMES_OF_READINGS)


@pytest.mark.long
@pytest.mark.parametrize("chunk", CHUNKS_LONG)
def test_the_model_and_its_twin_play_2_000_games(chunk: int) -> None:
    agreed(play_many(range(1000 * chunk, 1000 * chunk + 100)), 100)


@pytest.mark.long
@pytest.mark.parametrize("chunk", CHUNKS_LONG)
def test_they_play_2_000_games_under_other_readings(chunk: int) -> None:
    agreed(play_many(range(100_000 + 1000 * chunk, 100_000 + 1000 * chunk + 100), readings=True), 100)
