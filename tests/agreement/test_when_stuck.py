"""What happens where no decision is legal: on random networks, against their twins in which it is a step."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import asdict, evolve, has

import verifier as daybreak
from tests.agreement.falling import dead_ends, falling, native, twins
from tests.games.network import NOWHERE, PLACES, SEATS, WAYS, Phase, Seat
from tests.games.network.drawn import drawn
from tests.games.network.drawn import native as network_native
from verifier.analysis import cross_check
from verifier.analysis.choices import Against, ChanceChoice, Endless, EngineChoice, Goal
from verifier.analysis.forced import Request, forced_by
from verifier.analysis.forced_within import forced_by_z3
from verifier.errors import DaybreakError
from verifier.instance import Instance
from verifier.lang.bounds import BOUND_HOLDS
from verifier.lang.phases import STEP
from verifier.lang.values import copied
from verifier.run.reference import Reference
from verifier.scenarios.deal import Deal
from verifier.search.explore import ExploreOptions, explore
from verifier.search.limits import Limits
from verifier.symbolic.prove import best_line, sided_lines
from verifier.symbolic.prove.dead_ends import dead_ends as dead_ends_left
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.solver import Outcome
from verifier.testing.agreement import compare
from verifier.testing.games import random_games

SEEDS = range(24)
FEW = Limits(states=20_000)
BESIDE = ("about", "seconds", "text", "board", "state", "effort")


def said(ask: Callable[[], Any]) -> str:
    """Everything that an answer says, but for what is beside the question; a fall is written as the step of the twin."""
    try:
        found = ask()
    except DaybreakError as error:
        found = [each.message for each in error.problems] if error.code != "DB406" else error.code
    told = asdict(found, filter=lambda field, _: field.name not in BESIDE) if has(type(found)) else found
    if isinstance(told, dict) and "search" in told:
        told["search"] = {name: count for name, count in told["search"].items() if name != "seconds"}
    return str(told).replace("'fall'", "'onwards'").replace("altered_0", "network")


def alike(one: Instance, other: Instance, ask: Callable[[Instance], Any]) -> str:
    """What is said of both twins, which has to be the same."""
    here, there = said(lambda: ask(one)), said(lambda: ask(other))
    assert here == there, one.scenario.title
    return here


def test_the_three_executions_agree_on_every_place() -> None:
    met = Counter[int]()
    for seed in range(12):
        _, one, _ = twins(seed)
        places = []
        for place in range(PLACES):
            state = copied(one.start.state)
            state.at, state.phase = place, drawn(seed).kinds[place]
            places.append(one.reference.position(state))
        found = compare(falling(), one.setting, places, ("interpreted", "native", "symbolic") if seed < 4 else ("interpreted",))
        assert not found.disagreements, seed
        met.update(one.reference.kind(each) for each in places)
        stuck = {each.state.at for each in places if one.reference.kind(each) == STEP and each.state.phase == Phase.CHOOSE}
        assert stuck == set(dead_ends(drawn(seed))), seed
        assert not any(one.reference.is_stuck(each) or one.reference.legal(each) for each in places if each.state.at in stuck)
    assert min(met.values()) > 5 and len(met) == 4


@pytest.mark.parametrize("compress", [True, False], ids=["chains", "every state"])
@pytest.mark.parametrize("strategy", ["breadth-first", "depth-first"])
def test_the_same_states_are_found_in_the_same_order(strategy: Any, compress: bool) -> None:
    falls = 0
    for seed in SEEDS:
        _, *both = twins(seed, dealt=seed % 2 == 0)
        found = [explore(emitted, made.setting, made.start, ExploreOptions(
            compress=compress, strategy=strategy, edges=True, open_chance=not made.has_deal))
            for emitted, made in zip((native(), network_native()), both, strict=True)]
        one, other = found
        assert (one.states, one.transitions, one.layers) == (other.states, other.transitions, other.layers), seed
        assert (one.tables.node[:one.states] == other.tables.node[:other.states]).all(), seed
        assert [one.position(number).state.at for number in range(one.states)] == [
            other.position(number).state.at for number in range(other.states)], seed
        texts = [[each.backend.program.events[event].text for _, _, event in each.tables.edges[:each.edge_count]]
                 for each in found]
        assert ["onwards" if text == "fall" else text for text in texts[0]] == texts[1], seed
        falls += "fall" in texts[0]
    assert compress or falls > 3


@pytest.mark.parametrize("goal", ["best", "lose"])
def test_the_same_is_solved_and_stands_up_to_the_checker(goal: Any) -> None:
    met = Counter[str]()
    for seed in SEEDS:
        _, one, other = twins(seed, slack=(0, 1, 7)[seed % 3])
        found = alike(one, other, lambda made: daybreak.solve(made, goal=goal, engine="interpreted", certify=True))
        met[re.sub(r".*?'verdict': <Verdict.(\w+):.*", r"\1", found)] += 1
    assert len(met) >= 3, met


def test_a_line_leaves_it_out_and_may_name_it() -> None:
    """What nobody chooses is in no line of decisions, and a whole line that was played is played again."""
    falls = 0
    for seed in range(60):
        _, one, _ = twins(seed)
        try:
            solved = daybreak.solve(one, engine="interpreted")
        except DaybreakError:
            continue
        if not solved.line:
            continue
        played = daybreak.replay(one, solved.line)
        events = [each.event for each in played.events]
        assert "fall" not in solved.line
        falls += "fall" in events
        again = daybreak.replay(one, events)
        assert again.events == played.events and again.grade == played.grade, seed
        assert {each.kind for each in played.events if each.event == "fall"} <= {"step"}
    assert falls > 3


def test_the_same_is_said_of_odds_reviews_and_explorations() -> None:
    met = Counter[str]()
    for seed in range(16):
        _, one, other = twins(seed, dealt=False)
        odds = alike(one, other, lambda made: daybreak.odds(made, engine="interpreted", at_least="safe=yes", limits=FEW))
        against = alike(one, other, lambda made: daybreak.odds(
            made, engine="interpreted", at_least="2", seats=["north"], against="rest", limits=FEW))
        alike(one, other, lambda made: daybreak.explore(made, engine="interpreted", limits=FEW))
        alike(one, other, lambda made: daybreak.explore(made, engine="interpreted", all_states=True, limits=FEW))
        met.update(["odds" if "'exact': True" in odds else "open", "against" if "'exact': True" in against else "open"])
    assert met["odds"] > 3 and met["against"] > 3, met


def test_the_same_properties_hold() -> None:
    names, verdicts = ["never_at_the_last_place", "no-dead-end", "at_the_last_place", "bound-holds"], Counter[str]()
    for seed in SEEDS:
        _, one, other = twins(seed, dealt=False)
        rows = [daybreak.check(made, properties=names, engine="interpreted").properties for made in (one, other)]
        told = [[(each.name, each.verdict, [event.event for event in each.events]) for each in each_rows] for each_rows in rows]
        assert str(told[0]).replace("'fall'", "'onwards'") == str(told[1]), seed
        verdicts.update(f"{name}: {verdict}" for name, verdict, _ in told[0])
    assert verdicts["no-dead-end: refuted"] == 0 or verdicts["no-dead-end: proved"] > 3, verdicts  # chance can be stuck still
    assert len(verdicts) >= 5, verdicts


def test_induction_proves_the_same_and_that_nobody_is_stuck_without_asking() -> None:
    proved = Counter[bool]()
    for seed in range(4):
        chart, one, other = twins(seed, dealt=False)
        best, found = max(chart.best()), list[dict[str, bool]]()
        for made in (one, other):
            if seed % 2:
                made.setting.edition.hope[chart.best().index(best)] = 0
            asked = Induction(made.program, made.setting).prove([BOUND_HOLDS, "the_phase_is_that_of_the_place"])
            found.append({name: each.proved for name, each in asked.items()})
        assert found[0] == found[1], seed
        proved[found[0][BOUND_HOLDS]] += 1
        induction = Induction(falling(), one.setting)
        assert dead_ends_left(induction, []).outcome is Outcome.UNSAT and not induction.crossed.values, seed
    assert len(proved) == 2


def request(seats: tuple[str, ...], chance: ChanceChoice | None) -> Request:
    return Request(seats, Against.REST, Endless.WORST, chance, EngineChoice.INTERPRETED, Limits())


def test_the_same_can_be_forced() -> None:
    exact = 0
    for seed in SEEDS:
        _, one, other = twins(seed, dealt=seed % 3 != 0)
        seats = tuple(Seat(each).name.lower() for each in sorted(Random(seed).sample(range(SEATS), 1 + seed % 2)))
        found = alike(one, other, lambda made, seats=seats: forced_by(made, request(seats, None))[0])  # type: ignore[misc]
        exact += "'exact': True" in found
    assert exact > 5


def test_z3_says_the_same_of_what_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sided_lines, "EVENTS_MOST", 40)
    met = Counter[str]()
    for seed in range(6):
        _, one, other = twins(seed, dealt=seed % 3 != 0)
        chance = ChanceChoice.OPEN if seed % 3 == 0 else None
        told = []
        for made in (one, other):
            forced = forced_by_z3(made, request(("north",), chance), 2)[0]
            told.append((forced.least, forced.most, forced.exact, forced.settled, forced.ending))
        assert told[0] == told[1], seed
        met[str(told[0][2])] += 1
    assert len(met) == 2, met


def test_z3_says_the_same_of_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_line, "EVENTS_MOST", 12)
    told = Counter[str]()
    for seed in range(10):
        _, one, other = twins(seed)
        for goal in Goal if one.has_deal else ():
            found = [cross_check.opinion(made, goal, 2, None)[0] for made in (one, other)]
            one_says, other_says = ((each.grade, each.bounded, each.closed) for each in found)
            assert one_says == other_says, seed
            told[f"bounded: {found[0].bounded}, found: {found[0].grade is not None}"] += 1
    assert len(told) >= 3, told


def last_decision() -> Instance:
    """A network where the only decision of the good line leads to where there is no way, and the fall to an end that pays."""
    _, made, _ = twins(0)
    chart = made.setting.edition
    for place in range(PLACES):
        chart.kinds[place] = Phase.CHOOSE if place < 2 else Phase.OUT
        chart.safe[place], chart.may_be_safe[place], chart.hope[place] = place == 2, True, 7
        for way in range(WAYS):
            chart.leads[place * WAYS + way] = (1, 3, NOWHERE)[way] if place == 0 else NOWHERE
        for seat in range(SEATS):
            chart.owners[place], chart.pays[place * SEATS + seat] = Seat.NORTH, 3 if place == 2 else 0
    start = made.reference.set_up()
    scenario = evolve(made.scenario, deal=Deal(given={"ways": (0,)}))
    return Instance(scenario, made.program, made.setting, made.reference, start)


def test_z3_goes_on_where_nothing_is_legal_once_the_decisions_are_used_up() -> None:
    made = last_decision()
    forced, strategy = forced_by_z3(made, request(("north",), None), 1)
    assert (forced.least, forced.exact) == (3, True) and strategy is not None
    found = cross_check.opinion(made, Goal.BEST, 1, None)[0]
    assert found.closed and found.grade is not None and found.grade[0] == 1
    assert [event.text for event in found.line] == ["choose left"]


def test_it_is_a_step_whoever_would_have_decided() -> None:
    """No seat is named there, and the table goes on by itself."""
    for seed in range(12):
        _, one, _ = twins(seed)
        for place in dead_ends(drawn(seed)):
            state = copied(one.start.state)
            state.at, state.phase = place, Phase.CHOOSE
            reference = Reference(falling(), one.setting)
            position = reference.position(state)
            applied = reference.automatic(position)
            assert applied is not None and applied.event.text == "fall" and applied.kind == STEP
            assert reference.seat(position, applied.event.rule) is None
            assert applied.after.state.at == (place + 1) % PLACES


def test_random_games_of_the_kit_never_get_stuck_there() -> None:
    """They end as those of the twin do: nobody is stuck but where chance can bring nothing."""
    falls = 0
    for seed in range(8):
        _, one, other = twins(seed)
        found = [random_games(emitted, made.setting, games=20, seed=seed, transitions_max=200)
                 for emitted, made in zip((native(), network_native()), (one, other), strict=True)]
        assert (found[0].ends, found[0].dead_ends, found[0].loops) == (found[1].ends, found[1].dead_ends, found[1].loops), seed
        falls += found[0].exercised["NE-04"]
    assert falls > 10
