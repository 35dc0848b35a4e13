"""The model of Dead 'til Dawn and its naive twin play the same games: questions, answers, chances, tables, winners.

Under the default readings, and under readings at random; three to eight players.
"""

import pytest

from tests.agreement.dead_til_dawn_pairs import Followed, play_many

GAMES = 40
GAMES_OF_READINGS = 40
CHUNKS_LONG = range(1, 21)  # of 100 games, with other seeds than the default run's
ALWAYS = ("accept", "characters", "equipment", "events", "haunt", "join", "limit", "loot", "lose", "pick-up", "play", "prowl",
          "save", "tie", "trade", "vote", "zombies")


def agreed(done: Followed, games: int) -> None:
    assert done.games == games == sum(done.ends.values())
    assert done.ends["dawn"] and done.ends["all dead"]
    assert done.transitions > 150 * games and done.questions > 60 * games and done.decisions > 40 * games


def test_the_model_and_its_twin_play_the_same_games() -> None:
    done = play_many(range(GAMES))
    agreed(done, GAMES)
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
