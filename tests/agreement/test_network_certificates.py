"""What the certificate checker is given and asks, on random graphs: the positions, distances and moves of the charts."""

from __future__ import annotations

from collections import deque
from random import Random

import numpy as np
import pytest
from attrs import evolve

from tests.agreement.altered_answers import answer, network
from tests.games.network import PLACES, Phase, game
from tests.games.network.drawn import At, Drawn, chart_of, drawn, native
from verifier.analysis.choices import EngineChoice, Goal
from verifier.analysis.grounds import rechecked
from verifier.analysis.solve import Finding, Request
from verifier.errors import EngineBug
from verifier.instance import Instance, instance_of
from verifier.judge import Judge
from verifier.program.program import load
from verifier.run.reference import Position
from verifier.scenarios.loader import new_scenario
from verifier.search.best import solve_best
from verifier.search.limits import Limits
from verifier.search.members import Room, members
from verifier.verdict import Verdict

SEEDS = range(40)
SILENT = ("ran-out", "impossible", "dead-end")


def instance(chart: Drawn, seed: int) -> Instance:
    scenario = new_scenario(game, title=f"network {seed}")
    scenario = evolve(scenario, edition=evolve(scenario.edition, record=chart_of(chart, Random(seed))))
    made = instance_of(scenario, native().program)
    setting = evolve(made.setting, tapes=(chart.tape or (),))
    return Instance(scenario, made.program, setting, type(made.reference)(made.program, setting), made.start)


def at(position: Position) -> At:
    return position.state.at, position.used[0]


def decisions_to(chart: Drawn) -> dict[At, int]:
    """The fewest decisions to every position: what happens by itself takes none."""
    found, waiting = {(0, 0): 0}, deque([(0, 0)])
    while waiting:
        here = waiting.popleft()
        decided = chart.kinds[here[0]] is Phase.CHOOSE
        for each in chart.transitions(here):
            if found[here] + decided < found.get(each, 1000):
                found[each] = found[here] + decided
                (waiting.append if decided else waiting.appendleft)(each)
    return found


@pytest.mark.parametrize("decisions", [1, 2, 4, None])
def test_members_are_what_fewer_decisions_lead_to(decisions: int | None) -> None:
    whole = 0
    for seed in SEEDS:
        chart = drawn(seed)
        game_ = instance(chart, seed)
        found = members(native(), game_.setting, game_.start, decisions, Room())
        near = {each: away for each, away in decisions_to(chart).items() if decisions is None or away < decisions}
        layers = {at(native().position(np.array(key))): away for key, away in found.layers.items()}
        if any(chart.status(each) in SILENT for each in near):
            assert found.stop is not None, seed
            continue
        assert found.stop is None and layers == near, seed
        whole += 1
    assert whole > 3


def test_a_search_that_passes_over_what_is_silent_is_found_out() -> None:
    """Claimed is that it closed, where some line gets stuck, or the deal does not say how it goes on."""
    found_out = stood = 0
    for seed in SEEDS:
        chart = drawn(seed)
        dealt = instance(chart, seed)
        best = solve_best(native(), dealt.reference, dealt.setting, dealt.start)
        if best.grade is None or tuple(native().grade_fields(best.grade)) == (1, 7):
            continue
        grade = tuple(native().grade_fields(best.grade))
        claimed = Finding(Verdict.OPTIMAL, "exhausted", "closed", grade, grade, tuple(event.text for event in best.line), {})
        if any(chart.status(each) in SILENT for each in decisions_to(chart)):
            with pytest.raises(EngineBug, match="a search closed that should have reported"):
                rechecked(dealt, Request(Goal.BEST, EngineChoice.INTERPRETED, Limits()), claimed)
            found_out += 1
        else:
            assert rechecked(dealt, Request(Goal.BEST, EngineChoice.INTERPRETED, Limits()), claimed).grounds.positions, seed
            stood += 1
    assert found_out > 3 and stood > 3


def test_what_is_said_of_networks_stands_up_to_what_checks_it() -> None:
    program, met = load(game), set()
    for seed in range(20, 60):  # some loop without a decision, where nobody loses
        for goal in Goal:
            found = answer(network(program, seed), goal)
            assert found != "fault", (seed, goal)
            met.add((goal, found[0]))
    assert {verdict for goal, verdict in met if goal is Goal.LOSE} >= {"optimal", "proved", "stuck", "unknown"}


def test_the_judge_says_what_the_chart_says() -> None:
    for seed in SEEDS:
        chart = drawn(seed)
        judge = Judge(instance(chart, seed))
        for here in decisions_to(chart):
            kind, followed = chart.kinds[here[0]], chart.transitions(here)
            position = judge.at((int(kind), *here))
            assert judge.key(position) == (int(kind), *here)
            assert judge.over(position) == (kind is Phase.OUT), seed
            legal = judge.legal(position)
            assert [judge.decide(position, event) for event in legal].count(None) == 0
            assert [at(after) for event in legal if (after := judge.decide(position, event)) is not None] == (
                followed if kind is Phase.CHOOSE else []), seed
            after = judge.automatic(position)
            assert ([] if after is None else [at(after)]) == (followed if chart.is_automatic(here) else []), seed
            if kind is Phase.OUT:
                assert judge.grade(position) == chart.grades[here[0]], seed
                assert judge.loses(position) == (not chart.grades[here[0]][0]), seed


def test_the_judge_refuses_what_is_no_position() -> None:
    judge = Judge(instance(drawn(0), 0))
    assert judge.key(judge.at((0, PLACES - 1, 99))) == (0, PLACES - 1, 99)
    for key in ((-1, 0, 0), (4, 0, 0), (0, -1, 0), (0, PLACES, 0), (0, 0, -1), (0, 0), (0, 0, 0, 0)):
        with pytest.raises(ValueError, match="outside its range|are no position"):
            judge.at(key)
