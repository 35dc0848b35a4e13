"""Odds by exploring what they rest on, against those of all states: random charts with sides, circles and dead ends; games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve

import verifier as daybreak
from tests.agreement.test_enclosed_odds import onwards
from tests.agreement.test_odds_with_sides import drawing_of
from tests.agreement.test_staged_odds import question_of
from tests.games.network.drawn import Drawn, native
from verifier.analysis import odds as module
from verifier.policy.network import no_weights
from verifier.results.likely import Likely
from verifier.run.control import Exploring, Status, Worth
from verifier.run.native import Native
from verifier.search import odds_bounds, selected_odds
from verifier.search.enclosed_odds import Enclosed, InCircles, enclosed
from verifier.search.explore import Exploration, Explored, ExploreOptions, explore
from verifier.search.graph import graph_of
from verifier.search.graph_odds import Odds, odds
from verifier.search.limits import Limits
from verifier.search.odds_bounds import Coarse
from verifier.search.selected_odds import explore_selected

SCENARIOS = Path(__file__).parents[2] / "scenarios"
NARROW = 10**-9


@pytest.fixture(autouse=True)
def few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """States are expanded one by one, and then two by two."""
    monkeypatch.setattr(selected_odds, "PICKS_LEAST", 1)
    monkeypatch.setattr(selected_odds, "SHARE", 12)


def both(seed: int, change: Callable[[Drawn], Drawn], limits: Limits, judge: Any = None
         ) -> tuple[Explored, Enclosed, Explored, Odds]:
    """A chart, explored where its odds are in doubt, and whole; with the odds of either."""
    drawing, made = drawing_of(seed, change)
    options, question = ExploreOptions(open_chance=True, edges=True, compress=drawing.least > 0), question_of(drawing, seed)
    whole = explore(native(), made.setting, made.start, options, Limits())
    worths, against = question.worths(whole, 0), question.against(whole, 0)
    exact = odds(graph_of(whole, replays_max=0), lambda number, data: max(0, int(worths[number])),
                 against=set(np.flatnonzero(against).tolist()))
    some = explore_selected(native(), made.setting, made.start, options, limits, question, lambda states, low, high: None,
                            judge)
    found = enclosed(some, question.worths(some, 0), question.against(some, 0), Limits())
    return some, found, whole, exact


def compare(seeds: range, limit: Callable[[int], int | None], judge: Any = None) -> Counter[str]:
    """How many charts had which answer; none may be wrong, and those that are settled have to be known."""
    count = Counter[str]()
    for seed in seeds:
        states = limit(seed)
        some, found, whole, exact = both(seed, onwards, Limits(states=states), judge)
        (low, high), (least, most) = found.between(), exact.start
        assert low <= least and most <= high, seed
        assert some.states <= whole.states and some.edge_count == some.transitions <= whole.transitions, seed
        stuck = bool(whole.numbers(Status.DEAD_END))
        events = {event: value for event, *value in exact.after(graph_of(whole, replays_max=0), 0)}
        for event, lower, upper in found.after():
            least_of, most_of = events[event]
            assert lower <= least_of and most_of <= upper, (seed, event)
            assert some.ending == "states" or stuck or upper <= lower + NARROW, (seed, event)
        assert some.ending == "states" or stuck or high <= low + NARROW, seed
        assert some.ending in (("states", "settled", "closed") if states else ("settled", "closed")), seed
        assert some.ending != "closed" or (some.states, some.transitions) == (whole.states, whole.transitions), seed
        count[some.ending] += 1
        count["between"] += 0 < least < 1
        count["stuck"] += stuck
        count["open"] += high > low + NARROW
    return count


def test_charts() -> None:
    count = compare(range(400), lambda seed: None)
    assert count["closed"] > 50 and count["settled"] > 50 and count["between"] > 40 and count["stuck"] > 10, count


def test_charts_with_a_limit() -> None:
    count = compare(range(400), lambda seed: 3 + seed % 9)
    assert count["states"] > 50 and count["open"] > 30, count


def test_whatever_is_guessed_of_states_nothing_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    lots = Random(1)

    def look(guide: Any, begin: int, end: int) -> None:
        guide._shares.array[begin:end] = [lots.choice((0.0, 1.0, lots.random())) for _ in range(begin, end)]

    monkeypatch.setattr(selected_odds._Guide, "look", look)
    count = compare(range(400), lambda seed: None if seed % 2 else 3 + seed % 9, no_weights())
    assert count["settled"] > 20 and count["between"] > 40 and count["states"] > 20 and count["open"] > 15, count


def test_what_was_learned_of_a_game_guides_the_search_and_not_where_something_else_is_asked() -> None:
    table = daybreak.deal("until-dawn", 3)
    asked = module.Asked("survived", [1], None)
    weights = module._guide(table, asked)
    assert weights is not None
    assert module._guide(table, evolve(asked, wanted="a goal")) is None
    assert module._guide(table, evolve(asked, sides=module.Sides(("player",), against=True))) is None


def test_guesses_are_what_the_weights_say() -> None:
    """Of the states of a game that are stored, as of one state that is looked at alone."""
    table = daybreak.deal("until-dawn", 3)
    backend = Native(table.program, "native")
    weights = module._guide(table, module.Asked("survived", [1], None))
    assert weights is not None
    options = ExploreOptions(open_chance=True, edges=True, compress=True)
    exploration = Exploration(backend, table.setting, table.start, options, Limits(states=400), lambda progress: None)
    exploration.begin()
    exploration.expand(np.array([0], dtype=np.int32))
    guide = selected_odds._Guide(exploration, weights.arrays())
    seen = exploration.explored("states")
    guide.look(0, seen.states)
    for number in range(0, seen.states, 7):
        state = backend.state(seen.position(number))
        said = backend.call("call_judged", state, backend.context(table.setting), *weights.arrays())
        assert guide._shares.array[number] == pytest.approx(said / int(Worth.SURE), abs=1e-6)


def test_where_play_goes_in_a_circle_it_gives_up() -> None:
    refused = 0
    for seed in range(100):
        try:
            some, found, _, exact = both(seed, lambda chart: chart, Limits())
        except InCircles:
            refused += 1
            continue
        assert found.between()[0] <= exact.start[0] and exact.start[1] <= found.between()[1], seed
    assert 20 < refused < 100


def test_what_cannot_be_the_best_any_more_is_not_looked_at() -> None:
    """No state is expanded twice, and few are that breadth-first search would not need."""
    saved = 0
    for seed in range(200):
        some, _, whole, _ = both(seed, onwards, Limits())
        froms = some.tables.edges[:some.edge_count, 0]
        assert (np.diff(froms) >= 0).all(), seed
        rows = some.tables.edges[:some.edge_count]
        assert len(np.unique(rows, axis=0)) == len(rows), seed
        expanded = np.zeros(some.states, dtype=np.bool_)
        expanded[froms] = True
        over = ~np.isin(some.tables.node[:some.states], (Status.DECISION, Status.CHANCE, Status.STEP))
        assert (some.is_expanded == (expanded | over)).all(), seed
        saved += whole.transitions - some.transitions
    assert saved > 100


def test_who_stops_it_gets_bounds_of_what_was_expanded_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of a state's events, as it comes where kernels are interpreted."""
    for seed in range(0, 120, 4):
        drawing, made = drawing_of(seed, onwards)
        question = question_of(drawing, seed)
        options = ExploreOptions(open_chance=True, edges=True, compress=drawing.least > 0)
        expand, calls = Exploration.expand, Counter[str]()

        def stopped(exploration: Exploration, numbers: Any, expand: Any = expand, calls: Counter[str] = calls) -> Any:
            ending = expand(exploration, numbers)
            calls["all"] += 1
            if calls["all"] == 3:
                exploration.control[Exploring.EDGES] -= 1
                raise KeyboardInterrupt
            return ending

        monkeypatch.setattr(Exploration, "expand", stopped)
        some = explore_selected(native(), made.setting, made.start, options, Limits(), question, lambda states, low, high: None)
        monkeypatch.setattr(Exploration, "expand", expand)
        if calls["all"] < 3:
            continue
        assert some.ending == "interrupted"
        found = enclosed(some, question.worths(some, 0), question.against(some, 0), Limits())
        _, _, _, exact = both(seed, onwards, Limits())
        assert found.between()[0] <= exact.start[0] and exact.start[1] <= found.between()[1], seed


def test_memory_that_is_over_and_weights_that_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    some, found, _, exact = both(3, onwards, Limits(memory=1))
    assert some.ending == "memory" and found.between()[0] <= exact.start[0] <= found.between()[1]
    monkeypatch.setattr(odds_bounds, "weights_most", lambda program: 2**60)
    with pytest.raises(Coarse):
        both(3, onwards, Limits())


# -- in answers -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """All states are explored together where there are ten of them, or fewer."""
    monkeypatch.setattr(module, "EXACT_STATES", 10)


def answered(name: str, **more: Any) -> Likely:
    return daybreak.odds(daybreak.scenario(SCENARIOS / name), **{"engine": "interpreted"} | more)


@pytest.mark.parametrize(("name", "more"), [
    ("dead-til-dawn/refusing-to-help.toml", {}), ("until-dawn/positions/mutant-565-place-called.toml", {}),
    ("until-dawn/positions/mutant-145-next-entrance.toml", {"at_least": {"survived": True, "alive": 1}}),
    ("until-dawn/positions/mutant-145-next-entrance.toml", {"expected": "alive"}),
    ("dead-til-dawn/refusing-to-help.toml", {"seats": "1", "against": "rest"})])
def test_games(name: str, more: dict[str, Any], request: pytest.FixtureRequest) -> None:
    exact = answered(name, **more)
    request.getfixturevalue("of_few")
    found = answered(name, limits=daybreak.Limits(states=10_000), **more)
    assert exact.low is not None and found.low is not None and found.high is not None
    assert found.low <= exact.low <= found.high and found.is_known and found.ending in ("settled", "closed")
    assert found.states <= exact.states
    for one, other in zip(found.choices, exact.choices, strict=True):
        assert one.event == other.event and one.low <= other.low <= one.high and one.best == other.best
    compiled = answered(name, limits=daybreak.Limits(states=10_000), engine="native", **more)
    assert compiled == found
