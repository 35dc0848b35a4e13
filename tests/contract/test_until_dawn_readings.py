"""Random games of Until Dawn under every reading: nothing breaks, nothing loops but the one reading that says so, and every
rule of the rulebook is exercised.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.until_dawn import game
from daybreak_games.until_dawn.state import Card
from tests.agreement.until_dawn_bulk import ASSUMED, PROGRAM, random_edition
from verifier.lang.types import words_of
from verifier.lang.values import blank
from verifier.lang.words import Run, running
from verifier.run.native import Native
from verifier.run.setting import Setting
from verifier.testing import Played, random_games

DEFAULT = ("all", "default")
READINGS = [DEFAULT, *((id_, choice) for id_, reading in PROGRAM.readings.switches.items() for choice in reading.choices
                       if choice != reading.default)]
EDITIONS = [ASSUMED, random_edition(5)]
GAMES, GAMES_LONG = 6, 1000  # for each reading and edition
GAMES_BY_DEFAULT = 120
LOOPS = ("UD-18", "attacks-again")
# The bite pile takes every other card from play, until those left to draw all say to draw again: see the last test.
DRAWS_FOR_EVER = ("UD-43", "deck")
ELSEWHERE = "\n".join(f'"{words_of(Card)[card]}" = {count}' for card in Card
                      if (count := ASSUMED.cards[card] - (card in (Card.MOVE_CW_AGAIN, Card.MOVE_CCW_AGAIN))))
# What only set-up exercises, which is no part of play.
SET_UP = {f"UD-S0{number}" for number in range(2, 10)}


def played(native: Native, reading: tuple[str, str], games: int) -> list[Played]:
    rulings = PROGRAM.default_rulings | ({} if reading == DEFAULT else {reading[0]: reading[1]})
    return [random_games(native, Setting(rulings, edition), seed=number, games=games) for number, edition in enumerate(EDITIONS)]


@pytest.fixture(scope="module")
def native() -> Native:
    return Native(PROGRAM, "native")


@pytest.fixture(scope="module")
def by_default(native: Native) -> list[Played]:
    return played(native, DEFAULT, GAMES_BY_DEFAULT)


def check(reading: tuple[str, str], runs: list[Played]) -> None:
    for run in runs:
        assert not run.broken, f"{reading}: {run.broken[0]}"
        assert run.dead_ends == 0
        assert run.loops == 0 or reading == LOOPS
        assert run.unfinished == 0 or reading == DRAWS_FOR_EVER
        assert run.ends.total() + run.loops + run.unfinished == run.games


@pytest.mark.parametrize("reading", READINGS, ids=" ".join)
def test_nothing_breaks_under_a_reading(native: Native, reading: tuple[str, str]) -> None:
    runs = played(native, reading, GAMES)
    assert [run.games for run in runs] == [GAMES] * len(EDITIONS)
    check(reading, runs)


def test_the_reading_that_loops_does(native: Native) -> None:
    assert played(native, LOOPS, 100)[0].loops > 0


def test_every_rule_is_exercised_by_play(by_default: list[Played]) -> None:
    rules = {id_ for id_, clause in PROGRAM.rulebook.items() if clause.kind == "rule" and not clause.not_modelled}
    exercised: Counter[str] = Counter()
    for run in by_default:
        exercised += run.exercised
    assert rules - set(exercised) == SET_UP


def test_every_rule_that_play_leaves_out_is_exercised_by_set_up() -> None:
    rule, run = game.only("setup"), Run(PROGRAM.default_rulings, ASSUMED)
    assert rule is not None
    with running(run):
        rule.function(blank(game.state_type))
    assert set(run.clauses) == SET_UP


def test_play_ends_in_every_way(by_default: list[Played]) -> None:
    ends = sum((run.ends for run in by_default), Counter[tuple[int, ...]]())
    assert {end[0] for end in ends} == {0, 1} and {end[1] for end in ends} == {0, 1, 2}


@pytest.mark.long
@pytest.mark.parametrize("reading", READINGS, ids=" ".join)
def test_nothing_breaks_in_many_games(native: Native, reading: tuple[str, str]) -> None:
    check(reading, played(native, reading, GAMES_LONG))


def test_the_reading_that_loops_is_reported_as_broken(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("readings", "until-dawn", LOOPS[0], "--seed", 9, "--deals", 1, "--states", 1, "--json", "--engine",
                   "interpreted")
    [reading] = json.loads(ran.out)["readings"]
    broken = {effect["choice"]: effect["stuck"] for effect in reading["starts"][0]["effects"]}
    assert ran.code == 0 and [each["property"] for each in broken.pop(LOOPS[1])] == ["no-endless-loop"]
    assert broken == {"stays": []}


def test_a_deck_that_always_draws_again_is_drawn_for_ever(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    """Movement cards end up on the bite pile if bites are compared with the deck; otherwise plain ones always come back."""
    path = tmp_path / "own.toml"
    path.write_text(f"""schema = 1
game = "until-dawn"
[rulings]
"{DRAWS_FOR_EVER[0]}" = "{DRAWS_FOR_EVER[1]}"
[start]
phase = "draw"
time = 9
zombie_time = 9
deck = {{ "move-cw+" = 1 }}
discard = {{ "move-ccw+" = 1 }}
[start.bite_pile]
{ELSEWHERE}
""")
    ran = daybreak("check", str(path), "--property", "no-endless-loop", "--chance", "open", "--json", "--engine", "interpreted")
    [row] = json.loads(ran.out)["properties"]
    assert ran.code == 12 and row["verdict"] == "refuted"
    assert {"draw move-cw+", "draw move-ccw+", "reshuffle"} <= {each["event"] for each in row["events"]}
