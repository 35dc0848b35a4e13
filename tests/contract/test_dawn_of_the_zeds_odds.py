"""Exact odds of survival in the skirmish edition, worked out by hand; and, where it is installed, by Storm.

The Zed stands next to Town Center and walks in, which loses the game, unless it dies or somebody stands in its way; then the
last card wins. Two dice come to a row of the tables: 2; 3 or 4; 5 or 6; 7; 8 or 9; 10 or 11; 12. In 36 rolls these are 1, 5, 9,
6, 9, 5, 1.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds.cards import FateCard
from tests.storm import storm_odds
from verifier.instance import Instance, load_instance
from verifier.lang.types import words_of
from verifier.registry import Games
from verifier.search.explore import ExploreOptions, explore
from verifier.search.graph import START, Graph, graph_of
from verifier.search.graph_odds import Odds, odds

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "dawn-of-the-zeds"
GAMES = Games([EntryPoint("dawn-of-the-zeds", "daybreak_games.dawn_of_the_zeds:game", "daybreak.games")])  # read once


@pytest.fixture(autouse=True)
def this_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.registry._found", lambda: GAMES)


def won(number: int, data: Any) -> bool:
    return bool(data["grade"] is not None and data["grade"][0])


def solved(path: Path) -> tuple[Graph, Odds]:
    """The whole graph of a position with open chance, and the odds of its states."""
    instance: Instance = load_instance(path)
    options = ExploreOptions(open_chance=True, edges=True)
    explored = explore(instance.native("interpreted"), instance.setting, instance.start, options)
    assert explored.closed
    graph = graph_of(explored, replays_max=0, states_max=None)
    return graph, odds(graph, won)


def altered(tmp_path: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A scenario with some words replaced."""
    text = (SCENARIOS / f"{name}.toml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "own.toml"
    path.write_text(text)
    return path


# Hunt fires with Strength 5 in the fifth column: no Hit in the first row, one in the second, two further down. Its attack on
# Strength 2 is in the sixth column, where every row has a Hit; on Strength 3 in the fifth, where whoever does not win in the
# first two rows is dead.
LAST_SHOT = [
    ((), {"fire hunt mountain-0 first": Fraction(35, 36), "move hunt mountain-0": 1, "end-actions": 0}),
    ((("3/2-", "3/2"),), {"fire hunt mountain-0 first": Fraction(30, 36), "move hunt mountain-0": Fraction(30, 36)}),
    # Piazza fires with 2 in the second column: a Hit from the fifth row on. It attacks 2 with 3 in the fifth column, where one
    # row is without a Hit.
    ((("hunt =", "piazza ="),), {"fire piazza mountain-0 first": Fraction(15, 36), "move piazza mountain-0": Fraction(35, 36)}),
    ((("hunt =", "piazza ="), ("ammo = 1", "ammo = 0")), {"move piazza mountain-0": Fraction(35, 36)}),
]


@pytest.mark.parametrize(("changes", "worked_out"), LAST_SHOT)
def test_one_combat(changes: tuple[tuple[str, str], ...], worked_out: dict[str, Fraction], tmp_path: Path) -> None:
    graph, found = solved(altered(tmp_path, "last-shot", *changes))
    told = {event: low for event, low, high in found.after(graph, START) if low == high}
    assert {event: told[event] for event in worked_out} == worked_out
    assert found.start[0] == found.start[1] == max(worked_out.values())


def test_two_actions() -> None:
    """Fire: two Hits kill it, 30 of 36; after one, 5 of 36, the attack on Strength 2 is certain; after none 30 of 36 again."""
    graph, found = solved(SCENARIOS / "two-shots.toml")
    assert found.start == (Fraction(30, 36) + Fraction(5, 36) + Fraction(1, 36) * Fraction(30, 36),) * 2
    assert found.decisions[START] == "fire hunt mountain-0 first"


def positions(tmp_path: Path) -> Iterator[Path]:
    """A handful of positions, some with ways to go on for long."""
    yield SCENARIOS / "two-shots.toml"
    for changes, _ in LAST_SHOT:
        yield altered(tmp_path, "last-shot", *changes)
    yield altered(tmp_path, "two-shots", ("hunt =", "civilians-7 ="), ("mountain-0 =", "mountain-2 ="))


def test_storm_says_the_same(tmp_path: Path) -> None:
    pytest.importorskip("stormpy")
    for path in positions(tmp_path):
        graph, found = solved(path)
        assert storm_odds(graph, won) == pytest.approx([float(found.low[number]) for number in sorted(graph)], abs=1e-6)


def test_the_command_tells_exact_odds(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("odds", str(SCENARIOS / "last-shot.toml"), "--engine", "interpreted")
    assert ran.code == 0 and "Odds of won yes: 100 %" in ran.out and "97.222222 %" in ran.out


FATED = """
schema = 1
game = "dawn-of-the-zeds"
title = "Fated, and nothing left to draw"
edition = "third-party-data"

[start]
phase = "symbol"
event = "end-fated"
act = 5
zeds = { forest-3 = ["6/1", "none"] }
fates = { HELD }
"""


@pytest.mark.parametrize("held", [8, 7])
def test_who_has_no_fate_card_left_on_the_last_turn_has_not_lost(held: int, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    """The only Zed is too far away to come; without a card its track is not even activated.  That was called a certain loss."""
    words = words_of(FateCard)
    path = tmp_path / "fated.toml"
    path.write_text(FATED.replace("HELD", ", ".join(f'{word} = "held"' for word in words[:held])))
    ran = daybreak("odds", path, "--json", "--engine", "interpreted")
    assert ran.code == 0, ran.err
    document = json.loads(ran.out)
    assert document["exact"] and document["low"]["fraction"] == "1" and document["dead_ends"] == 0
