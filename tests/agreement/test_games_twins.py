"""The models of games and their naive twins play the same games: questions, answers, chances, tables, how they end.

Under the default readings, and under readings at random; any number of players.
"""

from __future__ import annotations

import pytest
from attrs import frozen

from tests.agreement import dead_til_dawn_pairs, survive_until_daylight_pairs, until_daylight_pairs
from tests.agreement.pairing import Followed, Games

CHUNKS_LONG = range(1, 21)  # of 100 games, with other seeds than the default run's


@frozen
class Expected:
    """What games of both must have come to: at least so much of everything in each of them."""

    both: Games
    games: int
    games_of_readings: int
    ends: tuple[str, str]
    transitions: int
    questions: int
    decisions: int
    always: tuple[str, ...]  # asked in some of the games under the default readings

    def check(self, done: Followed, games: int) -> None:
        """That so many games were played, to either end and none of them in a few steps."""
        assert done.games == games == sum(done.ends.values())
        assert all(done.ends[end] for end in self.ends)
        assert done.transitions > self.transitions * games
        assert done.questions > self.questions * games and done.decisions > self.decisions * games


GAMES = {
    "survive-until-daylight": Expected(
        survive_until_daylight_pairs.GAMES, games=10, games_of_readings=6, ends=("won", "lost"),
        transitions=100, questions=60, decisions=30,
        always=("aim", "assault", "choose", "combat", "enemy", "found", "load", "loss", "place", "rearrange", "rubble", "search",
                "strike", "tie", "to", "trade", "turn", "type", "wave", "wave-choice")),
    "until-daylight": Expected(
        until_daylight_pairs.GAMES, games=12, games_of_readings=10, ends=("won", "lost"),
        transitions=100, questions=60, decisions=20,
        always=("act", "aim", "assign", "enemy-roll", "fate", "gong", "horde", "keep", "lose", "objective", "prepare", "roll",
                "rubble")),
    "dead-til-dawn": Expected(
        dead_til_dawn_pairs.GAMES, games=10, games_of_readings=8, ends=("dawn", "all dead"),
        transitions=150, questions=60, decisions=40,
        always=("accept", "characters", "equipment", "events", "haunt", "join", "limit", "loot", "lose", "pick-up", "play",
                "prowl", "save", "tie", "trade", "vote", "zombies")),
}
of_each_game = pytest.mark.parametrize("expected", GAMES.values(), ids=GAMES)


@of_each_game
def test_the_model_and_its_twin_play_the_same_games(expected: Expected) -> None:
    done = expected.both.play_many(range(expected.games))
    expected.check(done, expected.games)
    assert not {*expected.always} - {*done.asked}


@of_each_game
def test_they_play_the_same_games_under_other_readings(expected: Expected) -> None:
    games = expected.games_of_readings
    expected.check(expected.both.play_many(range(10_000, 10_000 + games), readings=True), games)


@pytest.mark.long
@of_each_game
@pytest.mark.parametrize("chunk", CHUNKS_LONG)
def test_the_model_and_its_twin_play_2_000_games(expected: Expected, chunk: int) -> None:
    expected.check(expected.both.play_many(range(1000 * chunk, 1000 * chunk + 100)), 100)


@pytest.mark.long
@of_each_game
@pytest.mark.parametrize("chunk", CHUNKS_LONG)
def test_they_play_2_000_games_under_other_readings(expected: Expected, chunk: int) -> None:
    expected.check(expected.both.play_many(range(100_000 + 1000 * chunk, 100_000 + 1000 * chunk + 100), readings=True), 100)
