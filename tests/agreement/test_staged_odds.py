"""Odds stage by stage against those of all states together: random charts with stages, sides, circles and dead ends; games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import verifier as daybreak
from tests.agreement.test_enclosed_odds import onwards
from tests.agreement.test_odds_with_sides import Drawing, drawing_of
from tests.agreement.test_totals import asked, stall
from tests.games import crossing
from tests.games.network import PLACES
from tests.games.network.drawn import Drawn, native
from verifier.analysis import odds as module
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.results.likely import Likely
from verifier.run.control import Status
from verifier.scenarios.loader import new_scenario
from verifier.search import odds_bounds, staged_odds
from verifier.search.enclosed_odds import InCircles, Question
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.forced import seats_of, worths_of
from verifier.search.graph import graph_of
from verifier.search.graph_odds import odds
from verifier.search.limits import LimitReached, Limits
from verifier.search.odds_bounds import Coarse, weights_most
from verifier.search.staged_odds import InStages, NotInStages, in_stages

SCENARIOS = Path(__file__).parents[2] / "scenarios"
NARROW = 10**-9
STAGES = 4


@pytest.fixture(autouse=True)
def in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stages are worked out one start at a time, and then a few."""
    monkeypatch.setattr(staged_odds, "STARTS_FIRST", 1)
    monkeypatch.setattr(staged_odds, "STATES_EACH", 3)


def question_of(drawing: Drawing, seed: int) -> Question:
    """What is wanted in a chart, and who is against it: at times all, at times none."""

    def worths(explored: Explored, since: int) -> np.ndarray:
        found = np.full(explored.states, -1, dtype=np.int64)
        if drawing.least == 0:
            found[[number for number in range(explored.states) if explored.position(number).state.at == PLACES - 1]] = 1
        else:
            ends, worth = worths_of(explored, drawing.coalition)
            found[ends[worth >= drawing.least]] = 1
        return found[since:]

    def against(explored: Explored, since: int) -> np.ndarray:
        decisions = (explored.tables.node[:explored.states] == Status.DECISION)[since:]
        if seed % 3 == 0:
            return np.zeros(explored.states - since, dtype=np.bool_)
        return decisions if seed % 3 == 1 else decisions & ~np.isin(seats_of(explored)[since:], sorted(drawing.coalition))

    return Question(worths, against, 1)


def staged(seed: int, change: Callable[[Drawn], Drawn], hours: Callable[[int], int], threads: int = 1
           ) -> tuple[InStages | str, Any, Explored]:
    """A chart's odds by stages, or why there are none; and exactly, with all of its states."""
    drawing, made = drawing_of(seed, change)
    for place in range(PLACES):
        made.setting.edition.hour[place] = hours(place)
    options, question = ExploreOptions(open_chance=True, edges=True, compress=drawing.least > 0), question_of(drawing, seed)
    explored = explore(native(), made.setting, made.start, options, Limits())
    worths, against = question.worths(explored, 0), question.against(explored, 0)
    exact = odds(graph_of(explored, replays_max=0), lambda number, data: max(0, int(worths[number])),
                 against=set(np.flatnonzero(against).tolist()))
    try:
        found = in_stages(native(), made.setting, made.start, options, Limits(), question, lambda text: None, threads)
        return found, exact, explored
    except (NotInStages, InCircles, Coarse) as refused:
        return type(refused).__name__, exact, explored


def compare(seeds: range, change: Callable[[Drawn], Drawn], hours: Callable[[int], int]) -> Counter[str]:
    """How many charts had which answer; all that are there have to be right."""
    count = Counter[str]()
    for seed in seeds:
        found, exact, explored = staged(seed, change, hours)
        if isinstance(found, str):
            count[found] += 1
            continue
        low, high = exact.start
        assert low == high, seed  # nothing was stuck, and all was looked at
        assert found.low <= low <= found.high <= found.low + NARROW, seed
        events = {event: value for event, value, _ in exact.after(graph_of(explored, replays_max=0), 0)}
        assert {event for event, _, _ in found.after} == set(events)
        assert all(least <= events[event] <= most for event, least, most in found.after), seed
        count["right"] += 1
        count["between"] += 0 < low < 1
    return count


def test_charts_with_stages() -> None:
    count = compare(range(300), onwards, lambda place: place * STAGES // PLACES)
    assert count["right"] > 100 and count["between"] > 10 and count["NotInStages"] > 10 and not count["InCircles"], count


def test_where_play_goes_in_a_circle_or_back_there_is_no_wrong_answer() -> None:
    count = compare(range(200), lambda chart: chart, lambda place: place * STAGES // PLACES)
    assert count["NotInStages"] > 50, count
    count = compare(range(200), lambda chart: chart, lambda place: int(place > PLACES // 2))
    assert count["InCircles"] > 10 and count["right"] > 0, count


def test_a_declaration_that_is_wrong_does_no_harm() -> None:
    count = compare(range(200), onwards, lambda place: (place * 7) % 5)
    assert count["NotInStages"] > 50 and count["right"] > 10, count


def test_parts_that_lead_to_too_many_states_are_halved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Down to one start, behind which there is no answer; the answers that are there are the same."""
    whole = {seed: staged(seed, onwards, lambda place: place * STAGES // PLACES)[0] for seed in range(120)}
    monkeypatch.setattr(staged_odds, "STARTS_FIRST", 4)
    monkeypatch.setattr(staged_odds, "STATES_MOST", 6)
    halved = alike = 0
    for seed, found in whole.items():
        other = staged(seed, onwards, lambda place: place * STAGES // PLACES)[0]
        if isinstance(found, str) or isinstance(other, str):
            halved += other == "NotInStages" and not isinstance(found, str)
            continue
        assert (other.low, other.high, other.after) == (found.low, found.high, found.after), seed
        alike += 1
    assert halved > 0 and alike > 20


def test_memory_that_is_over_ends_it() -> None:
    drawing, made = drawing_of(3, onwards)
    options = ExploreOptions(open_chance=True, edges=True, compress=drawing.least > 0)
    with pytest.raises(LimitReached, match="memory"):
        in_stages(native(), made.setting, made.start, options, Limits(memory=1), question_of(drawing, 3), lambda text: None)


def test_several_threads_find_the_same() -> None:
    compared = 0
    for seed in range(60):
        one, other = (staged(seed, onwards, lambda place: place * STAGES // PLACES, threads)[0] for threads in (1, 3))
        assert one == other, seed
        compared += not isinstance(one, str)
    assert compared > 20


# -- in answers -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are worked out together for a single state."""
    monkeypatch.setattr(module, "EXACT_STATES", 1)
    monkeypatch.setattr(module, "ODDS_STATES", 1)


def answered(made: Instance, **more: Any) -> Likely:
    return daybreak.odds(made, **{"engine": "interpreted", "limits": daybreak.Limits(states=100_000)} | more)


@pytest.mark.parametrize(("name", "stages"), [
    ("crossing", 3), ("dead-til-dawn/refusing-to-help.toml", 5), ("until-dawn/positions/mutant-565-place-called.toml", 21)])
def test_games(name: str, stages: int, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.setattr(staged_odds, "STATES_EACH", 200)
    made = instance_of(new_scenario(crossing.game, title="Crossing"), load(crossing.game)) if name == "crossing" else \
        daybreak.scenario(SCENARIOS / name)
    exact = answered(made)
    request.getfixturevalue("of_few")
    found = answered(made)
    assert exact.low is not None and found.low is not None and found.high is not None
    assert found.low <= exact.low <= found.high and found.is_known and (found.ending, found.stages) == ("closed", stages)
    assert found.states >= exact.states
    for one, other in zip(found.choices, exact.choices, strict=True):
        assert one.event == other.event and one.low <= other.low <= one.high and one.best == other.best


def test_a_score_that_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days = ("@game.grade", "@game.progress\ndef days(stall: Stall) -> Annotated[int, Range(0, 4)]:\n    return stall.day\n\n\n"
            "@game.grade")
    made = stall(tmp_path, days)
    exact = asked(made, 250_000, monkeypatch)
    monkeypatch.setattr(module, "ODDS_STATES", 1)
    found = asked(made, 1, monkeypatch)
    assert exact.low is not None and found.low is not None and found.high is not None
    assert (found.left_out, found.stages, found.ending) == ("score", 4, "closed")
    assert found.low <= exact.low <= found.high and found.is_known
    text = " ".join(found.to_text().split())
    assert "4, worked out one after the other, the last one first" in text
    compiled = asked(made, 1, monkeypatch, engine="native")
    assert compiled == found


@pytest.mark.parametrize(("hours", "is_left_out"), [("stall.day + stall.score // 9", True), ("min(4, stall.score // 3)", False)])
def test_progress_that_looks_at_a_score(hours: str, is_left_out: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the score it is what it is at the lowest: stages have to be those of the states that are stored."""
    early = ("    stall.wares += more", "    stall.wares += more\n    stall.score += 9 * more")  # before the day is over, too
    progress = f"@game.progress\ndef hours(stall: Stall) -> Annotated[int, Range(0, 99)]:\n    return {hours}\n\n\n@game.grade"
    made = stall(tmp_path, early, ("@game.grade", progress))
    exact = asked(made, 250_000, monkeypatch)
    monkeypatch.setattr(module, "ODDS_STATES", 1)
    found = asked(made, 1, monkeypatch)
    assert exact.low is not None and found.low is not None and found.high is not None
    assert found.low <= exact.low <= found.high and found.is_known and (found.left_out == "score") is is_left_out


def test_a_score_that_may_leave_its_range_in_stages_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days = ("@game.grade", "@game.progress\ndef days(stall: Stall) -> Annotated[int, Range(0, 4)]:\n    return stall.day\n\n\n"
            "@game.grade")
    made = stall(tmp_path, days, ("score: Annotated[int, Range(0, 200)]", "score: Annotated[int, Range(0, 12)]"))
    monkeypatch.setattr(module, "ODDS_STATES", 1)
    with pytest.raises(daybreak.DaybreakError, match="score"):
        asked(made, 1, monkeypatch)


@pytest.mark.usefixtures("of_few")
def test_limits_leave_what_was_known_before() -> None:
    found = answered(daybreak.scenario(SCENARIOS / "dead-til-dawn" / "refusing-to-help.toml"), limits=daybreak.Limits(states=30))
    assert found.ending == "states" and not found.is_known


def test_what_a_part_of_the_states_tells_is_not_worked_out_by_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ODDS_STATES", 2_000)
    found = answered(daybreak.scenario(SCENARIOS / "dead-til-dawn" / "refusing-to-help.toml"))
    assert found.is_known and (found.low, found.stages, found.ending) == (1, 1, "settled")


def test_limits_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing, made = drawing_of(3, onwards)
    options = ExploreOptions(open_chance=True, edges=True, compress=drawing.least > 0)
    with pytest.raises(LimitReached, match="states"):
        in_stages(native(), made.setting, made.start, options, Limits(states=1), question_of(drawing, 3), lambda text: None)
    monkeypatch.setattr(staged_odds, "explore", lambda *arguments, **more: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(LimitReached, match="interrupted"):
        in_stages(native(), made.setting, made.start, options, Limits(), question_of(drawing, 3), lambda text: None)


def test_weights_are_bounded_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    program = native().program
    draws = [number for phase in program.phases for number in phase.events if program.events[number].rule.name == "draw"]
    assert weights_most(program) == 3 * len(draws)  # each from 0 to 3
    monkeypatch.setattr(odds_bounds, "weights_most", lambda program: 2**60)
    assert staged(3, onwards, lambda place: place * STAGES // PLACES)[0] == "Coarse"


def test_who_stops_it_is_told_so(monkeypatch: pytest.MonkeyPatch, of_few: None) -> None:
    def stopped(*arguments: Any, **more: Any) -> InStages:
        raise LimitReached("interrupted")

    monkeypatch.setattr(staged_odds, "in_stages", stopped)
    found = answered(daybreak.scenario(SCENARIOS / "dead-til-dawn" / "refusing-to-help.toml"))
    assert found.ending == "interrupted" and not found.is_known
