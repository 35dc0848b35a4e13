"""The model of Dawn of the Zeds and its naive twin play the same games: every question, its answers and chances, every table."""

import pytest

from tests.agreement.dawn_of_the_zeds_pairs import Followed, play_many

GAMES = 40
CHUNKS_LONG = range(1, 21)  # of 100 games, with other seeds than the default run's
ALWAYS = ("act", "activate", "armed", "back-up", "beat-off", "calm", "card", "civilians", "cup", "defender", "die", "event",
          "fate", "fated", "fewest", "forward", "other-start", "pressed", "reroll", "share-hit", "smell", "tough", "underfoot",
          "who-first", "withdraw", "withdrawal")


def agreed(done: Followed, games: int) -> None:
    assert done.games == games == sum(done.ends.values())
    assert done.ends["won"] and done.ends["lost"]
    assert done.transitions > 400 * games and done.questions > 100 * games and done.decisions > 40 * games


def test_the_model_and_its_twin_play_the_same_games() -> None:
    done = play_many(range(GAMES))
    agreed(done, GAMES)
    assert not {*ALWAYS} - {*done.asked}


@pytest.mark.long
@pytest.mark.parametrize("chunk", CHUNKS_LONG)
def test_the_model_and_its_twin_play_2_000_games(chunk: int) -> None:
    agreed(play_many(range(1000 * chunk, 1000 * chunk + 100)), 100)
