"""What options all commands share, that they do what they say, and that what stops a command names the option that raises it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.only_games import install_only
from verifier.analysis import progress
from verifier.cli.app import command, commands
from verifier.registry import Games
from verifier.search.strategies import CLOSING

Run = Callable[..., Any]
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"
E2, E6, LOST = (SCENARIOS / f"{name}.toml" for name in ("e2", "e6", "small-lost"))
SEARCH = ("solve", "review", "odds", "explore", "check", "coverage", "find order", "mutants", "readings", "winnability",
          "difficulty")
LITTLE = ("--memory", "1M")  # less than Python holds


def options(name: str) -> set[str]:
    return {option for each in dict(commands(command()))[name].params for option in each.opts}


@pytest.fixture
def ferry(monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint("ferry", "tests.games.ferry:game", "daybreak.games")]))


@pytest.mark.parametrize("name", dict(commands(command())))
def test_every_command_takes_json(name: str) -> None:
    assert "--json" in options(name)


@pytest.mark.parametrize("name", SEARCH)
def test_what_searches_takes_limits(name: str) -> None:
    assert {"--seconds", "--states", "--memory"} <= options(name)


@pytest.mark.parametrize("asked", [
    ("winnability", "until-dawn", "--deals", 2), ("readings", "until-dawn", "UD-14", "--deals", 2, "--engine", "interpreted"),
    ("play-out", "until-dawn", "--deals", 2, "--policy", "random", "--engine", "interpreted"),
    ("difficulty", "until-dawn", "--vary", "shells=2,4", "--deals", 2, "--policy", "random", "--engine", "interpreted"),
    ("mutants", "until-dawn", E2, "--rule", "pass_", "--states", 0, "--lines", 100)], ids=lambda asked: asked[0])
def test_too_little_memory_ends_it_with_what_there_is(asked: tuple[Any, ...], daybreak: Run) -> None:
    ran = daybreak(*asked, *LITTLE, "--json")
    assert ran.code == 124 and json.loads(ran.out)["ending"] == "memory"
    assert "--memory raises it" in daybreak(*asked, *LITTLE).out.replace("\n", " ")


def test_an_order_is_looked_for_within_limits(daybreak: Run) -> None:
    ran = daybreak("find", "order", LOST, "deck:2", "--wins", "--states", 1, "--engine", "interpreted")
    assert ran.code == 124 and "some deals take more states or memory than allowed" in " ".join(ran.out.split())
    ran = daybreak("find", "position", "until-dawn", "--reaches", "survive", "--states", 5)
    assert ran.code == 150 and "`daybreak find position --help`" in ran.err


def test_reports_are_begun_within_limits(daybreak: Run, tmp_path: Path) -> None:
    for limit, ending in ((("--seconds", "0.000001"), "seconds"), (LITTLE, "memory")):
        ran = daybreak("reports", "until-dawn", tmp_path / "out", "--only", "winnability", *limit, "--json")
        document = json.loads(ran.out)
        assert ran.code == 124 and document["ending"] == ending
        assert document["reports"] == [{"name": "winnability", "state": ending}]
    ran = daybreak("reports", "until-dawn", tmp_path / "out", "--only", "winnability", *LITTLE)
    assert ran.code == 124 and "winnability: not begun, the memory limit was reached; --memory raises it" in ran.err


def test_new_says_what_it_laid(daybreak: Run, tmp_path: Path) -> None:
    ran = daybreak("new", "night-watch", tmp_path / "own", "--json")
    document = json.loads(ran.out)
    assert ran.code == 0 and document["schema"] == 2 and document["game"] == "night-watch"
    assert sorted(document["files"]) == sorted(
        path.relative_to(tmp_path / "own").as_posix() for path in (tmp_path / "own").rglob("*") if path.is_file())


def test_an_option_without_its_value_points_at_the_help_of_its_command(daybreak: Run) -> None:
    ran = daybreak("find", "readings", "until-dawn", "UD-20", "--between")
    assert ran.code == 150 and ran.err.strip() == "DB500 Option '--between' requires an argument; " \
        "`daybreak find readings --help` says how it is used"
    assert "`daybreak find --help`" in daybreak("find", "until-dawn", "--reading", "UD-20").err


def test_of_several_files_solve_says_which_it_is_at(daybreak: Run, ferry: None, tmp_path: Path) -> None:
    files = [tmp_path / "a.toml", tmp_path / "b.toml"]
    for file in files:
        file.write_text('schema = 1\ngame = "ferry"\ntitle = "A ferry"\n[deal]\nseed = 1\n')
    ran = daybreak("solve", *files, "--engine", "interpreted")
    assert ran.out.startswith(f"1 of 2: {files[0]}\n") and f"\n\n2 of 2: {files[1]}\n" in ran.out, ran.out + ran.err
    assert " of 2" not in daybreak("solve", files[0], "--engine", "interpreted").out
    assert len(json.loads(daybreak("solve", *files, "--engine", "interpreted", "--json").out)["results"]) == 2


def test_what_stops_a_search_names_the_option_that_raises_it(daybreak: Run) -> None:
    ran = daybreak("explore", E6, "--chance", "deal", "--states", 10, "--engine", "interpreted")
    assert ran.code == 124 and "the state limit was reached; --states raises it" in ran.out
    ran = daybreak("odds", E6, "--states", 10, "--engine", "interpreted")
    assert ran.code == 124 and "--states 40 would explore more" in " ".join(ran.out.split())
    assert "250,000 states" in " ".join(daybreak("odds", "--help").out.split())


def test_a_graph_may_have_as_many_states_as_are_asked_for(daybreak: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.search.graph.STATES_MAX", 10)
    asked = ("explore", E6, "--chance", "deal", "--depth", 2, "--engine", "interpreted", "--graph")
    ran = daybreak(*asked, tmp_path / "small.json")
    assert ran.code == 150 and "DB531" in ran.err and "--states N allows more" in ran.err
    assert daybreak(*asked, tmp_path / "large.json", "--states", 1_000_000).code == 0


def test_long_work_says_how_long_it_has_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    clock = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    with progress.watched_by(lambda step: said.append(step.text)), progress.Meter("working") as meter:
        meter.step("nothing to say yet")
        for clock[0] in (5.2, 65.0, 7_500.0):
            meter.step("so far")
    assert said == ["working: so far, 5 s", "working: so far, 1 min 5 s", "working: so far, 2 h 5 min", ""]


def test_a_deal_by_another_strategy(daybreak: Callable[..., Any]) -> None:
    found = {name: json.loads(daybreak("solve", str(SCENARIOS / "small-lost.toml"), "--strategy", name, "--json").out)
             for name in CLOSING}
    results = {name: document["results"][0] for name, document in found.items()}
    assert {(each["verdict"], str(each["grade"])) for each in results.values()} == {("optimal", str(results["beam"]["grade"]))}
    assert len({str({**each["search"], "seconds": 0}) for each in results.values()}) >= 3
    assert results["best-first"]["rests_on"]["bound"] and results["exhaustive"]["rests_on"]["bound"] is None


@pytest.mark.parametrize("arguments", [("--strategy", "exhaustiv"), ("--strategy", "exhaustive", "--goal", "lose"),
                                       ("--strategy", "exhaustive", "--with", "z3")])
def test_strategies_that_cannot_be(arguments: tuple[str, ...], daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", str(SCENARIOS / "small-lost.toml"), *arguments)
    assert ran.code == 150 and "DB527" in ran.err


def test_loops_of_a_larger_graph_are_looked_for_if_states_allow_it(
        daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = json.loads(daybreak("explore", str(LOST), "--engine", "interpreted", "--json").out)
    assert whole["ending"] == "closed" and whole["points_of_no_return"] is not None
    monkeypatch.setattr("verifier.analysis.explore.GRAPH_STATES_MAX", whole["states"] - 1)
    small = json.loads(daybreak("explore", str(LOST), "--engine", "interpreted", "--json").out)
    [note] = small["notes"]
    assert small["points_of_no_return"] is None and note.endswith(f"--states {whole['states']} allows it")
    lifted = daybreak("explore", str(LOST), "--engine", "interpreted", "--json", "--states", str(whole["states"] + 1))
    assert json.loads(lifted.out)["points_of_no_return"] == whole["points_of_no_return"]


@pytest.mark.parametrize("name", [name for name, _ in commands(command())])
def test_help_names_what_follows_and_no_types_of_python(name: str, daybreak: Run) -> None:
    text = daybreak(*name.split(), "--help").out
    usage, rest = text.split("\n", 2)[1], re.sub(r"\[\d*<=?x<=?\d+\]", "", text)
    assert usage.strip().startswith(f"Usage: daybreak {name} [OPTIONS]")
    assert not re.search(r"<\w|\[\[|[{}]|\]\.\.\.|\b(Path|str|bool|int|float)\b", usage + rest), text


@pytest.mark.parametrize("command", [("solve", "--no-certify"), ("solve", "--goal", "lose"), ("explore",)])
def test_more_states_than_can_be_counted_are_no_limit(command: tuple[str, ...], daybreak: Callable[..., Any]) -> None:
    ran = daybreak(command[0], str(SCENARIOS / "small-lost.toml"), *command[1:], "--states", 10**20)
    assert ran.code == 0 and ran.err == ""


def test_a_group_of_commands_alone_says_what_is_missing(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("find")
    assert ran.code == 150 and ran.err == "DB500 no command is named; `daybreak find --help` says how it is used\n"


def test_a_word_that_is_none_of_the_choices_is_told_with_the_one_that_is_meant(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("play-out", "until-dawn", "--policy", "utc")
    assert ran.code == 150 and "'utc' is not one of random, greedy, " in ran.err and 'did you mean "uct"?' in ran.err
    assert "Value error" not in ran.err
    assert "did you mean" not in daybreak("play-out", "until-dawn", "--policy", "zzz").err
