"""Quickest losses against games played at random and against every end: a line where a game has one, and never a longer one."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest

from tests.agreement.test_best_line import ends
from tests.agreement.test_playouts import random_games
from tests.bench.measure import dealt
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.run.native import Native
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario
from verifier.search.explore import WORST_END, Explored, ExploreOptions, explore
from verifier.search.limits import Limits
from verifier.search.loss import Loss, quickest_loss

SMALL = "scenarios/until-dawn/demo.toml"


def never_longer(instance: Instance, native: Native, games: int, limits: Limits) -> Loss:
    loss = quickest_loss(native, instance.setting, instance.start, limits)
    lowest, title = native.constant("LOWEST_STEP"), instance.scenario.title
    played = [len(line) for grade, line in random_games(instance, native, games) if grade < lowest]
    if played:
        assert loss.grade is not None and len(loss.line) <= min(played), title
    if loss.grade is not None:
        assert loss.grade < lowest and loss.fewest <= len(loss.line), title
        replays_to(instance, native, loss)
    return loss


def replays_to(instance: Instance, native: Native, loss: Loss) -> None:
    reference = instance.reference
    position = reference.settled(instance.start)
    for event in loss.line:
        assert event in reference.legal(position)
        position = reference.settled(reference.apply(position, event).after)
    assert not reference.legal(position)
    assert native.call("grade", native.state(position), native.context(instance.setting)) == loss.grade


@pytest.mark.parametrize("seed", range(940_001, 940_006))
def test_a_deal_has_a_loss_where_a_random_game_has_one_and_none_longer(seed: int) -> None:
    instance = dealt(seed)
    loss = never_longer(instance, instance.native("native"), 400, Limits(states=30_000))
    assert loss.verdict in ("optimal", "best-found")


@pytest.mark.long
def test_a_deal_of_200_has_a_loss_where_a_game_of_3000_has_one_and_none_longer() -> None:
    verdicts = []
    for seed in range(940_001, 940_201):
        instance = dealt(seed)
        verdicts.append(never_longer(instance, instance.native("native"), 3000, Limits(states=300_000)).verdict)
    assert {"optimal", "best-found"} >= set(verdicts)


@pytest.mark.long
def test_a_deal_of_30_of_another_game_has_a_loss_where_a_game_of_3000_has_one_and_none_longer() -> None:
    for seed in range(940_001, 940_031):
        instance = dealt(seed, "dawn-of-the-zeds")
        loss = never_longer(instance, instance.native("native"), 3000, Limits(states=100_000))
        assert loss.verdict in ("optimal", "best-found")


def test_a_small_deal_of_another_game_has_a_loss_no_longer_than_those_of_games() -> None:
    instance = dealt(940_001, "dawn-of-the-zeds", "tiny-skirmish")
    for states in (1, 200):
        never_longer(instance, instance.native("interpreted"), 20, Limits(states=states))


@pytest.mark.parametrize("width", [1, 3])
@pytest.mark.parametrize("name", ["corridor", "crossing", "ferry"])
def test_narrow_beams_that_widen_find_the_nearest_of_all_losses(name: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a search that is cut short never says that no loss is as near as the nearest."""
    monkeypatch.setattr("verifier.search.best.WIDTH_FIRST", width)
    monkeypatch.setattr("verifier.search.best.WIDTH_GROWTH", 2)
    monkeypatch.setattr("verifier.search.best.GAMES_FIRST", 1)
    game = import_module(f"tests.games.{name}").game
    program = load(game)
    native = Native(program, "interpreted")
    for seed in range(1, 9):
        instance = instance_of(new_scenario(game, title=f"{name} {seed}", deal=Deal(seed)), program)
        everything = explore(native, instance.setting, instance.start, limits=Limits(states=20_000))
        nearest = nearest_loss(native, instance)
        loss = never_longer(instance, native, 5, Limits())
        assert everything.closed
        assert (nearest is None) == all(grade >= native.constant("LOWEST_STEP") for grade in ends(everything))
        # Nobody is known to be safe where play gets stuck on some line.
        assert loss.verdict == ("optimal" if nearest is not None else "unknown" if everything.dead_ends else "proved"), seed
        assert (loss.stuck_line is not None) == (loss.verdict == "unknown"), seed
        assert nearest is None or len(loss.line) == loss.fewest == nearest, seed
        for states in range(1, everything.states, 3):
            cut = never_longer(instance, native, 0, Limits(states=states))
            assert nearest is None or cut.fewest <= nearest <= len(cut.line) + 1000 * (cut.grade is None), (seed, states)
            assert cut.verdict != "optimal" or len(cut.line) == nearest
            assert cut.verdict != "proved" or nearest is None


def nearest_loss(native: Native, instance: Instance) -> int | None:
    """The decisions to the nearest loss, by plain breadth-first search."""
    explored: Explored = explore(native, instance.setting, instance.start, ExploreOptions(goal=WORST_END))
    return None if explored.found is None else len(explored.events_to(explored.found))


def test_a_loss_that_is_not_proved_shortest_is_told_with_what_is(daybreak: Any) -> None:
    limits = ("--goal", "lose", "--states", 300, "--engine", "interpreted")
    ran = daybreak("solve", SMALL, *limits)
    assert ran.code == 124 and ran.err == ""
    assert "Verdict: best-found, shorter losses may exist; none with fewer than " in ran.out
    assert "The quickest loss so far (" in ran.out
    found = json.loads(daybreak("solve", SMALL, *limits, "--json").out)["results"][0]
    assert found["verdict"] == "best-found" and found["proof"] is None and found["grade"]["survived"] is False
    assert 1 < found["search"]["none_with_fewer"] <= len(found["line"])
