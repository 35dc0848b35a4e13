"""What an answer rests on: re-checked unasked where it is small, on demand where it is not, and never in silence."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from tests.only_games import install_only
from verifier.certificate import Claim, Rejected, check
from verifier.instance import Instance, load_instance
from verifier.judge import Judge
from verifier.registry import Games
from verifier.report.text.solve import rests_on
from verifier.results.solved import Grounds
from verifier.search import members as collecting
from verifier.search.explore import ExploreOptions, explore
from verifier.search.members import Members, Room, members

Run = Callable[..., Any]
INTERPRETED = ("--engine", "interpreted")


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> Games:
    names = ("crossing", "ferry")
    found = Games([EntryPoint(name, f"tests.games.{name}:game", "daybreak.games") for name in names])
    install_only(monkeypatch, found)
    return found


@pytest.fixture
def crossing(tmp_path: Path, games: Games) -> Path:
    """Nothing is gained in the storm: the grade is below the bound at the start, so only the closed search proves it."""
    return written(tmp_path, 'game = "crossing"\ntitle = "Rough"\n[deal]\ndeck = ["storm", "calm", "rough"]\n')


def written(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text("schema = 1\n" + text)
    return path


def answer(daybreak: Run, *arguments: Any, code: int = 0) -> dict[str, Any]:
    ran = daybreak("solve", *arguments, *INTERPRETED, "--json")
    assert ran.code == code, (ran.out, ran.err)
    found: dict[str, Any] = json.loads(ran.out)["results"][0]
    return found


def stepwise(instance: Instance) -> set[tuple[int, ...]]:
    """Every position, by the exhaustive search."""
    explored = explore(instance.native("interpreted"), instance.setting, instance.start, ExploreOptions(compress=False))
    return {tuple(int(cell) for cell in explored.tables.state(number)) for number in range(explored.states)}


# -- what is told, and the exit code -----------------------------------------------------------------------------------------


def test_a_small_search_is_re_checked_unasked(daybreak: Run, crossing: Path, games: Games) -> None:
    found = answer(daybreak, crossing)
    positions = len(stepwise(load_instance(crossing, games)))
    assert found["verdict"] == "optimal" and found["proof"] == "exhausted"
    assert found["rests_on"] == {"asked": False, "line": True, "search": "closed", "positions": positions, "not_re_checked": None,
                                 "bound": None, "interchangeable": [], "never_worse": None, "complete": True}
    told = " ".join(daybreak("solve", crossing, *INTERPRETED).out.split())
    assert f"line replayed by the plain rules; search closed, re-checked position by position ({positions}) search" in told


def test_what_is_not_re_checked_says_so(daybreak: Run, crossing: Path) -> None:
    found = answer(daybreak, crossing, "--no-certify")
    assert found["rests_on"]["not_re_checked"] == "unasked" and not found["rests_on"]["complete"]
    told = " ".join(daybreak("solve", crossing, *INTERPRETED, "--no-certify").out.split())
    assert "search closed, not re-checked (--no-certify) search" in told


def test_a_search_that_a_proved_bound_cut_rests_on_it(daybreak: Run, crossing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Instance, "bound_is_proved", True)
    assert answer(daybreak, crossing)["rests_on"]["bound"] == "proved"
    told = " ".join(daybreak("solve", crossing, *INTERPRETED, "--no-certify").out.split())
    assert "search closed, not re-checked (--no-certify); bound proved by z3 search" in told


def test_a_larger_search_is_re_checked_on_demand_only(daybreak: Run, crossing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, stop in (("POSITIONS_UNASKED", "positions"), ("WORK_UNASKED", "work")):
        with monkeypatch.context() as patched:
            patched.setattr(f"verifier.search.members.{name}", 3)
            found = answer(daybreak, crossing)["rests_on"]
            assert (found["positions"], found["not_re_checked"], found["complete"]) == (None, stop, False)
            assert answer(daybreak, crossing, "--certify")["rests_on"]["complete"]


def test_certify_that_a_limit_cuts_short_is_no_success(daybreak: Run, crossing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search itself needs fewer states than there are positions, and is done."""
    monkeypatch.setattr(Instance, "bound_is_proved", True)
    searched = answer(daybreak, crossing)["search"]["states"]
    found = answer(daybreak, crossing, "--certify", "--states", searched + 1, code=124)
    assert found["verdict"] == "optimal"
    assert (found["rests_on"]["positions"], found["rests_on"]["not_re_checked"]) == (None, "states")
    told = " ".join(daybreak("solve", crossing, *INTERPRETED, "--certify", "--states", searched + 1).out.split())
    assert "not re-checked (the state limit was reached)" in told


@pytest.mark.parametrize("stage", ["collecting", "checking"])
def test_certify_that_time_cuts_short_is_no_success(
    stage: str, daybreak: Run, crossing: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    if stage == "collecting":
        def no_time(*arguments: Any) -> Members:
            return members(*arguments[:4], evolve(arguments[4], until=0.0), *arguments[5:])
        monkeypatch.setattr(collecting, "members", no_time)
    else:
        at, asked = Judge.at, []

        def late(judge: Any, key: tuple[int, ...]) -> Any:
            asked.append(key)
            judge._until, judge._count = 0.0, 63
            return at(judge, key)
        monkeypatch.setattr(Judge, "at", late)
    found = answer(daybreak, crossing, "--certify", "--seconds", 1000, code=124)
    assert found["verdict"] == "optimal" and found["line"]
    assert (found["rests_on"]["positions"], found["rests_on"]["not_re_checked"]) == (None, "seconds")


@pytest.mark.parametrize("where", ["verifier.judge.Judge.at", "verifier.search.members._Collecting._enter"])
def test_ctrl_c_ends_the_re_check_and_not_the_answer(
    where: str, daybreak: Run, crossing: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*arguments: Any) -> Any:
        raise KeyboardInterrupt
    monkeypatch.setattr(where, interrupted)
    found = answer(daybreak, crossing, code=130)
    assert found["verdict"] == "optimal" and found["line"] and found["rests_on"]["not_re_checked"] == "interrupted"


def test_a_partial_answer_has_nothing_to_certify(daybreak: Run, crossing: Path) -> None:
    ran = daybreak("solve", crossing, *INTERPRETED, "--certify", "--states", 2)
    assert ran.code == 124 and "nothing was proved" in " ".join(ran.out.split())


def test_an_open_deal_is_not_certified(daybreak: Run, tmp_path: Path, games: Games) -> None:
    path = written(tmp_path, 'game = "ferry"\ntitle = "One ticket"\n[deal]\nweather = ["storm"]\n')
    found = answer(daybreak, path, "--certify", code=124)
    assert found["verdict"] != "optimal" and not found["rests_on"]["complete"]


def test_a_bound_that_only_the_game_vouches_for_is_not_needed_where_every_position_is_looked_at(
    daybreak: Run, tmp_path: Path, games: Games, monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = written(tmp_path, 'game = "crossing"\ntitle = "Calm"\n[start]\ngold = 1\ncrossings = 1\ndeck = ["calm", "calm"]\n'
                             '[deal]\ndeck = ["calm", "calm"]\n')
    found = answer(daybreak, path)
    assert (found["proof"], found["rests_on"]["bound"], found["rests_on"]["complete"]) == ("exhausted", None, True)
    monkeypatch.setattr("verifier.analysis.solve.CLOSING_STATES", 0)
    found = answer(daybreak, path, code=124)
    assert (found["verdict"], found["proof"], found["rests_on"]["bound"]) == ("best-found", None, "taken")
    found = answer(daybreak, path, "--certify")
    assert found["rests_on"]["complete"] and found["rests_on"]["positions"] > 3
    monkeypatch.setattr(Instance, "bound_is_proved", True)
    found = answer(daybreak, path)
    assert (found["proof"], found["rests_on"]["bound"], found["rests_on"]["complete"]) == ("bound-attained", "proved", True)


def test_no_bound_is_needed_for_the_highest_grade_there_is(daybreak: Run, tmp_path: Path, games: Games) -> None:
    path = written(tmp_path, 'game = "crossing"\ntitle = "Gold"\n[start]\ngold = 4\ncrossings = 2\ndeck = ["calm"]\n'
                             '[deal]\ndeck = ["calm"]\n')
    found = answer(daybreak, path, "--certify")
    assert found["proof"] == "bound-attained" and found["rests_on"]["bound"] == "highest" and found["rests_on"]["complete"]


def test_losses_are_re_checked(daybreak: Run, crossing: Path, tmp_path: Path) -> None:
    found = answer(daybreak, crossing, "--goal", "lose", "--certify")
    assert found["proof"] == "shortest" and found["rests_on"]["positions"] and found["rests_on"]["complete"]
    path = written(tmp_path, 'game = "crossing"\ntitle = "Fed"\n[start]\ngold = 3\ncrossings = 1\ndeck = ["calm", "storm"]\n'
                             '[deal]\ndeck = ["calm", "storm"]\n')
    found = answer(daybreak, path, "--goal", "lose", "--certify")
    assert (found["verdict"], found["proof"], found["line"]) == ("proved", "exhausted", [])
    assert found["rests_on"]["positions"] and found["rests_on"]["complete"] and not found["rests_on"]["line"]


@pytest.mark.parametrize("goal", ["best", "lose"])
def test_what_z3_says_is_re_checked_too(goal: str, daybreak: Run, crossing: Path) -> None:
    found = answer(daybreak, crossing, "--goal", goal, "--with", "z3", "--decisions", 3, "--certify")
    assert found["rests_on"]["search"] == "z3" and found["rests_on"]["complete"]


# -- searches that say what is not so ----------------------------------------------------------------------------------------


def test_a_search_that_calls_an_open_deal_closed_is_found_out(tmp_path: Path, games: Games) -> None:
    """Whoever crosses twice meets weather that the deal does not tell: better than staying is not excluded."""
    instance = load_instance(written(tmp_path, 'game = "ferry"\ntitle = "One storm"\n[deal]\nweather = ["storm"]\n'), games)
    assert members(instance.native("interpreted"), instance.setting, instance.start, None, Room()).stop == "uncovered"
    judge, grade = Judge(instance), (0, 3)
    everything = stepwise(instance)
    assert max(judge.grade(judge.at(key)) or () for key in everything if judge.over(judge.at(key))) == grade
    with pytest.raises(Rejected, match="the deal is silent"):
        check(judge, instance.start, Claim(("stay",), grade, grade, "exhausted", everything))


@pytest.mark.parametrize("goal", ["best", "lose"])
def test_positions_that_the_collecting_leaves_out_are_missed_by_the_checker(
    goal: str, daybreak: Run, crossing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)  # where what is needed to see a fault again is written

    def careless(*arguments: Any) -> Members:
        found = members(*arguments)
        return Members(dict(list(found.layers.items())[:-2]))
    monkeypatch.setattr(collecting, "members", careless)
    ran = daybreak("solve", crossing, "--goal", goal, *INTERPRETED)
    assert ran.code == 255 and "DB905" in ran.err and "does not stand up to the checker" in ran.err


@pytest.mark.parametrize("decisions", [None, 1, 2, 3])
def test_the_positions_are_those_of_the_exhaustive_search(decisions: int | None, crossing: Path, games: Games) -> None:
    instance = load_instance(crossing, games)
    found = members(instance.native("interpreted"), instance.setting, instance.start, decisions, Room())
    everything = stepwise(instance)
    assert found.stop is None and set(found.layers) <= everything
    assert (set(found.layers) == everything) == (decisions is None)
    assert decisions is None or max(found.layers.values()) == decisions - 1


def test_every_ground_is_told_in_words() -> None:
    assert rests_on(Grounds()) == "nothing: no line was found"
    assert rests_on(Grounds(True, True)) == "line replayed by the plain rules; not re-checked: nothing was proved"
    assert rests_on(Grounds(False, False, "closed", None, 25)) == "search closed, re-checked position by position (25)"
    for stop in ("unasked", "positions", "work", "states", "seconds", "memory", "interrupted", "uncovered", "dead-end", "failed"):
        assert "not re-checked (" in rests_on(Grounds(False, True, "closed", not_re_checked=stop))
    for bound in ("highest", "proved", "taken"):
        assert ("not proved" in rests_on(Grounds(False, True, None, bound))) is (bound == "taken")


def test_a_rule_that_fails_on_the_way_to_a_loss_is_told_with_the_line_there(daybreak: Run, tmp_path: Path, games: Games) -> None:
    """Not with another line, found in the same batch, on which nothing fails."""
    path = written(tmp_path, 'game = "crossing"\ntitle = "Too much gold"\n[start]\ngold = 4\ncrossings = 1\n'
                             'deck = ["calm", "calm"]\n[deal]\ndeck = ["calm", "calm"]\n')
    ran = daybreak("solve", path, "--goal", "lose", *INTERPRETED)
    assert ran.code == 75 and "DB401" in ran.err and "carry 1 / water calm / land / carry 2" in ran.err
