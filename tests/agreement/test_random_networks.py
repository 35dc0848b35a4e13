"""Exploration of random graphs, against the textbook's: the same states and the same distances."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.altered_games import altered_game
from tests.games.network import NOWHERE, PLACES, WAYS, Phase
from tests.games.network.drawn import At, Drawn, chart_of, drawn, native
from verifier.program.program import load
from verifier.run.native import Native
from verifier.run.reference import Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.search.explore import Explored, ExploreOptions, Strategy, explore
from verifier.search.graph import STATUSES
from verifier.search.limits import Limits

SEEDS = range(40)
LAST = PLACES - 1


def explored(chart: Drawn, seed: int, **options: Any) -> Explored:
    setting = Setting({}, chart_of(chart, Random(seed)), (chart.tape or (),))
    start = Reference(native().program, setting).set_up()
    return explore(native(), setting, start, ExploreOptions(open_chance=chart.tape is None, **options))


def positions(found: Explored) -> dict[At, str]:
    """The positions that a search stored, with their status."""
    placed = {}
    for number in range(found.states):
        position = found.position(number)
        placed[position.state.at, position.used[0]] = STATUSES[int(found.tables.node[number])]
    assert len(placed) == found.states, "a position was stored twice"
    return placed


@pytest.mark.parametrize("strategy", ["breadth-first", "depth-first", "iterative"])
@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "open"])
def test_every_position_is_found_and_no_other(dealt: bool, strategy: Strategy) -> None:
    for seed in SEEDS if strategy != "iterative" else SEEDS[::5]:  # which comes back to what it found nearer, again and again
        chart = drawn(seed, dealt=dealt)
        far = chart.distances(chart.transitions, (0, 0))
        found = explored(chart, seed, compress=False, strategy=strategy, edges=True)
        assert found.closed, seed
        assert positions(found) == {at: chart.status(at) for at in far}, seed
        if strategy == "breadth-first":
            assert found.transitions == found.edge_count == sum(len(chart.transitions(at)) for at in far), seed
            assert found.layers == tuple(list(far.values()).count(depth) for depth in range(max(far.values()) + 1)), seed
        for number in range(found.states):
            position = found.position(number)
            away = len(found.events_to(number))
            least = far[position.state.at, position.used[0]]
            assert away == least if strategy != "depth-first" else away >= least, seed


@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "open"])
def test_chains_run_through_come_to_the_same_decisions_and_ends(dealt: bool) -> None:
    for seed in SEEDS:
        chart = drawn(seed, dealt=dealt)
        start = chart.settled((0, 0))
        assert start is not None
        found = explored(chart, seed)
        rests = {at: each for at, each in positions(found).items() if each != "loop"}
        assert rests == {at: chart.status(at) for at in chart.distances(chart.moves, start)}, seed


@pytest.mark.parametrize("rounds", [10, 63, 64, 65, 100])
def test_a_long_chain_is_no_loop_while_the_deal_goes_on(rounds: int) -> None:
    """From the first place to one that chance leads back to, so often, and then to an end."""
    kinds = [Phase.CHOOSE, Phase.DRAW, *[Phase.OUT] * (PLACES - 2)]
    leads = [[1, NOWHERE, NOWHERE], [1, 2, NOWHERE], *[[NOWHERE] * WAYS for _ in range(PLACES - 2)]]
    weights = [[0] * WAYS, [1, 1, 0], *[[0] * WAYS for _ in range(PLACES - 2)]]
    chart = Drawn(kinds, leads, weights, [(1, 1)] * PLACES, (*[-1] * rounds, -2))
    found = explored(chart, 0)
    assert positions(found) == {(0, 0): "decision", (2, rounds + 1): "end"} and found.closed
    assert {at: chart.status(at) for at in chart.distances(chart.moves, (0, 0))} == positions(found)


def test_ends_have_the_grades_that_were_drawn() -> None:
    met = set()
    for seed in SEEDS:
        chart = drawn(seed)
        found = explored(chart, seed)
        numbers, grades = found.ends(Limits())
        assert numbers.tolist() == [number for number in range(found.states) if STATUSES[int(found.tables.node[number])] == "end"]
        for number, grade in zip(numbers.tolist(), grades.tolist(), strict=True):
            fields = tuple(native().grade_fields(grade))
            assert fields == chart.grades[found.position(number).state.at], seed
            met.add(fields)
    assert len(met) > 4


def test_an_end_without_a_grade_is_told_by_the_reference(tmp_path: Path) -> None:
    text = "chart.worth[walker.at]"
    game = altered_game("tests.games.network", tmp_path, {"__init__.py": (text, f"{text} + 8")})
    program = load(game)
    failed = 0
    for seed in SEEDS[:10]:
        chart = drawn(seed)
        setting = Setting({}, chart_of(chart, Random(seed)), (chart.tape or (),))
        found = explore(Native(program, "interpreted"), setting, Reference(program, setting).set_up())
        if found.numbers(3):
            with pytest.raises(RuleBroke, match="worth"):
                found.ends(Limits())
            failed += 1
    assert failed


def test_goals_and_broken_properties_are_found_by_shortest_lines() -> None:
    reached = 0
    for seed in SEEDS:
        chart = drawn(seed)
        far = [away for at, away in chart.distances(chart.transitions, (0, 0)).items() if at[0] == LAST]
        for options, ending in (({"goal": 0}, "goal"), ({"properties": frozenset({"never_at_the_last_place"})}, "property")):
            found = explored(chart, seed, compress=False, **options)
            assert found.ending == (ending if far else "closed"), seed
            if far:
                number = found.found if ending == "goal" else int(found.tables.edges[-1][0])
                assert number is not None
                assert len(found.events_to(number)) + (ending == "property") == min(far), seed
                reached += 1
    assert reached > 12


def test_a_search_cut_short_proves_nothing() -> None:
    for seed in SEEDS:
        chart = drawn(seed)
        states = len(chart.distances(chart.transitions, (0, 0)))
        for most in (1, 2, states // 2):
            setting = Setting({}, chart_of(chart, Random(seed)), (chart.tape or (),))
            found = explore(native(), setting, Reference(native().program, setting).set_up(), ExploreOptions(compress=False),
                            Limits(states=most, depth=1))
            assert not found.closed or len(chart.distances(chart.transitions, (0, 0))) == found.states


@pytest.mark.parametrize("strategy", ["breadth-first", "depth-first", "iterative"])
@pytest.mark.parametrize("depth", [0, 1, 3])
def test_a_limit_of_depth_is_that_of_the_textbook(strategy: Strategy, depth: int) -> None:
    closed = 0
    for seed in SEEDS:
        chart = drawn(seed)
        far = chart.distances(chart.transitions, (0, 0))
        setting = Setting({}, chart_of(chart, Random(seed)), (chart.tape or (),))
        found = explore(native(), setting, Reference(native().program, setting).set_up(),
                        ExploreOptions(compress=False, strategy=strategy), Limits(depth=depth))
        assert positions(found).keys() == {at for at, away in far.items() if away <= depth}, seed
        assert found.closed or found.ending == "depth", seed
        assert not found.closed or max(far.values()) <= depth, seed
        closed += found.closed
    assert (closed > 0) == (depth == 3)


def test_charts_have_what_searches_must_tell_apart() -> None:
    met = {chart.status(at) for seed in SEEDS for chart in [drawn(seed)] for at in chart.distances(chart.transitions, (0, 0))}
    assert met == {"decision", "chance", "step", "end", "dead-end", "ran-out", "impossible"}
    charts = [drawn(seed) for seed in SEEDS]
    assert any(chart.settled(at) is None for chart in charts for at in chart.distances(chart.transitions, (0, 0)))
