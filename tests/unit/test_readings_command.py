"""`daybreak readings`: what it refuses, partial answers, the same answer twice, and the same seeds for every reading."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.only_games import install_only
from tests.rule_modules import written
from verifier.analysis.defaults import READING_DEALS_MOST
from verifier.analysis.reading_example import _weights as possible
from verifier.instance import Instance
from verifier.lang.values import blank
from verifier.program.program import load
from verifier.registry import Games
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search.effect import Comparison, OutOfTime
from verifier.search.policy import Player, Side

Run = Callable[..., Any]
ENGINE = ("--engine", "interpreted")


@pytest.fixture(autouse=True)
def tests_games(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games([EntryPoint(name, f"tests.games.{name}:game", "daybreak.games") for name in ("crossing", "staircase")])
    install_only(monkeypatch, games)


@pytest.mark.parametrize(("arguments", "code", "told"), [
    (["crossing", "FE-Q9"], "DB570", "has no reading"),
    (["crossing", "FE-Q7"], "DB570", "is settled: Yes."),
    (["crossing", "FE-Q9", "FE-Q7", "FE-Q1"], "DB570", "FE-Q7"),
    (["staircase"], "DB571", "has no grade"),
    (["crossing", "--seed", "18446744073709551615", "--deals", "2"], "DB572", "begin lower"),
    (["crossing", "--seed", "-1"], "DB205", "expected a seed"),
    (["crossing", "--deals", "0"], "DB", "deals"), (["crossing", "--deals", str(READING_DEALS_MOST + 1)], "DB", "deals"),
    (["crossing", "--size", "-1"], "DB", "size"), (["crossing", "--seconds", "0"], "DB505", "seconds"),
    (["crossing", "--ruling", "FE-Q1=flies"], "DB209", "FE-Q1"), (["crossing", "--edition", "deep"], "DB", "deep"),
    (["canal"], "DB", "canal"),
])
def test_bad_input_is_a_coded_message(arguments: list[str], code: str, told: str, daybreak: Run) -> None:
    ran = daybreak("readings", *arguments, *ENGINE)
    assert (ran.code, ran.out) == (150, "")
    assert ran.err.startswith(code) and told in ran.err and "Traceback" not in ran.err


def measured(daybreak: Run, *arguments: Any, code: int = 0) -> dict[str, Any]:
    ran = daybreak("readings", "crossing", *arguments, *ENGINE, "--json")
    assert (ran.code, ran.err) == (code, "")
    document: dict[str, Any] = json.loads(ran.out)
    return document


def effects_of(reading: dict[str, Any]) -> list[dict[str, Any]]:
    """The effects of the choices of a reading where it was exercised most."""
    effects: list[dict[str, Any]] = reading["starts"][0]["effects"]
    return effects


def statuses(document: dict[str, Any]) -> dict[str, list[str]]:
    return {reading["id"]: ["measured" if effect["measured"] else "unknown" for effect in effects_of(reading)]
            for reading in document["readings"]}


def test_two_runs_are_the_same_but_for_the_time(daybreak: Run) -> None:
    runs = [daybreak("readings", "crossing", "--deals", 4, *ENGINE, "--json").out for _ in range(2)]
    one, two = (re.sub(r'"seconds": [\d.]+', "", run) for run in runs)
    assert one == two and '"changed"' in one


def test_readings_that_are_named_are_measured_like_all(daybreak: Run) -> None:
    every, some = measured(daybreak, "--deals", 6), measured(daybreak, "FE-Q3", "FE-Q1", "FE-Q3", "--deals", 6)
    assert list(statuses(some)) == ["FE-Q1", "FE-Q3"] and every["recorded"] == some["recorded"] == 1
    wanted = {reading["id"]: reading for reading in every["readings"]}
    for reading in some["readings"]:
        for effect, other in zip(effects_of(reading), effects_of(wanted[reading["id"]]), strict=True):
            assert {**effect, "seconds": 0} == {**other, "seconds": 0}


def test_another_ruling_in_force_changes_what_is_compared(daybreak: Run) -> None:
    [reading] = measured(daybreak, "FE-Q1", "--ruling", "FE-Q1=half", "--deals", 5)["readings"]
    assert reading["starts"][0]["in_force"] == "half"
    assert [effect["choice"] for effect in effects_of(reading)] == ["lost", "swims"]


def test_every_reading_gets_the_same_seeds(daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[list[int]] = []
    compared = Comparison.compared

    def noted(self: Comparison, known: Any, side: Side, deals: Any) -> Any:
        met.append([deal.seed for deal in deals])
        return compared(self, known, side, deals)

    monkeypatch.setattr(Comparison, "compared", noted)
    document = measured(daybreak, "--seed", 5, "--deals", 4, "--pairs", 0)
    assert met == [[5, 6, 7, 8]] * 7 and (document["seed"], document["deals"]) == (5, 4)
    assert all(changed["share"]["of"] == 4 for reading in document["readings"] for effect in effects_of(reading)
               for changed in effect["changed"])


def test_no_time_at_all_leaves_everything_unknown(daybreak: Run) -> None:
    document = measured(daybreak, "--seconds", "0.000001", code=124)
    assert document["ending"] == "seconds" and document["starts"][0]["best_known"] is None
    assert {each for statuses_of in statuses(document).values() for each in statuses_of} == {"unknown"}
    text = daybreak("readings", "crossing", "--seconds", "0.000001", *ENGINE)
    assert text.code == 124 and "the time limit was reached" in text.out and "unknown" in text.out


@pytest.mark.parametrize(("error", "ending", "code"), [(OutOfTime, "seconds", 124), (KeyboardInterrupt, "interrupted", 130)])
def test_what_was_measured_is_told(
    error: type[BaseException], ending: str, code: int, daybreak: Run, monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared, calls = Comparison.compared, iter(range(100))

    def until_the_fourth(self: Comparison, *arguments: Any) -> Any:
        if next(calls) == 3:
            raise error
        return compared(self, *arguments)

    monkeypatch.setattr(Comparison, "compared", until_the_fourth)
    document = measured(daybreak, "--deals", 6, code=code)
    assert document["ending"] == ending and document["starts"][0]["best_known"] == 6
    assert statuses(document) == {"FE-Q1": ["measured", "measured"], "FE-Q2": ["measured"], "FE-Q3": ["unknown"],
                                  "FE-Q4": ["unknown"], "FE-Q5": ["unknown"], "FE-Q6": ["unknown"]}
    assert list(statuses(document))[-4:] == ["FE-Q3", "FE-Q4", "FE-Q5", "FE-Q6"]


def test_a_measure_that_decides_no_deal_is_left_out(daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told = daybreak("readings", "crossing", "--deals", 6, *ENGINE).out
    assert "best grade" in told.partition("Deals that end otherwise")[2]
    monkeypatch.setattr("verifier.search.best.Beam._take_played", lambda *_: None)  # as where no game at random attains the bound
    told = daybreak("readings", "crossing", "--deals", 6, "--states", 1, *ENGINE).out
    facts, _, rest = told.partition("Deals that end otherwise")
    assert "no best grade within 1 state each" in facts
    assert "best grade" not in rest and "random player" in rest and "not decided in any" not in rest


def test_every_choice_has_the_smallest_position_that_shows_it_or_the_proof_that_there_is_none(daybreak: Run) -> None:
    document = measured(daybreak, "--deals", 1, "--size", 1)
    found = {reading["id"]: effect["witness"] for reading in document["readings"] for effect in effects_of(reading)}
    assert document["size"] == 1 and all(each["size"] == 1 and each["reason"] is None for each in found.values())
    assert {id_ for id_, each in found.items() if each["none_below"] is None} == {"FE-Q6"} and found["FE-Q6"]["position"] is None
    shown = {id_: each["position"] for id_, each in found.items() if each["position"] is not None}
    assert all(found[id_]["smallest"] and each["laid_out"] == 0 and each["met"] is None for id_, each in shown.items())
    assert shown["FE-Q3"]["only"] == [["cross-empty"], []] and shown["FE-Q3"]["sides"][1]["why_not"] == "FE-02"
    kept, forgotten = (side["state"] for side in shown["FE-Q5"]["sides"])
    assert kept["seen"] and not forgotten["seen"] and kept["phase"] != "land"  # played on to where nothing follows by itself


def test_the_position_that_z3_lays_out_is_a_scenario_that_plays_as_told(daybreak: Run, tmp_path: Path) -> None:
    [reading] = measured(daybreak, "FE-Q1", "--deals", 1)["readings"]
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("[]")
    for effect in effects_of(reading):
        position = effect["witness"]["position"]
        for side in position["sides"]:
            path = tmp_path / f"{side['choice']}.toml"
            path.write_text(position["scenario"].replace('FE-Q1 = "lost"', f'FE-Q1 = "{side["choice"]}"'))
            played = json.loads(daybreak("replay", path, "--line", nothing, "--json").out)
            assert [each["event"] for each in played["events"]] == [each["event"] for each in side["events"]]
            assert played["events"][-1]["state"] == side["state"]
        assert position["differs"] and position["sides"][0]["state"] != position["sides"][1]["state"]


def test_the_strongest_readings_are_measured_in_pairs(daybreak: Run) -> None:
    document = measured(daybreak, "--deals", 6, "--pairs", 2)
    [pair] = document["pairs"]
    alone = {(reading["id"], effect["choice"]): {each["measure"]: each["share"]["count"] for each in effect["changed"]}
             for reading in document["readings"] for effect in effects_of(reading)}
    strongest = sorted(alone, key=lambda choice: -sum(alone[choice].values()))
    assert list(strongest[0]) in pair["choices"] and len(pair["choices"]) == 2
    for changed in pair["changed"]:
        if not changed["undecided"]:
            assert [changed["one"], changed["other"]] == [alone[tuple(choice)][changed["measure"]] for choice in pair["choices"]]
        assert changed["of"] == 6 and changed["only_together"] <= changed["both"]
    assert measured(daybreak, "--deals", 2, "--pairs", 0)["pairs"] == []


def test_a_contradiction_is_a_finding_of_its_own(daybreak: Run) -> None:
    [found] = measured(daybreak, "--deals", 1)["contradictions"]
    assert (found["id"], found["switch"], found["clauses"]) == ("FE-Q1", True, ["FE-03"]) and found["ruling"] == "Nobody."
    assert measured(daybreak, "FE-Q2", "--deals", 1)["contradictions"] == []
    text = daybreak("readings", "crossing", "--deals", 1, *ENGINE).out
    assert "Contradictions in the rulebook" in text and "the inn says" in text


def test_the_example_is_a_scenario_from_which_the_event_happens(daybreak: Run, tmp_path: Path) -> None:
    [reading] = measured(daybreak, "FE-Q3", "--deals", 6)["readings"]
    example = effects_of(reading)[0]["example"]
    path = tmp_path / "own.toml"
    path.write_text(example["scenario"])
    moves = json.loads(daybreak("moves", path, "--json").out)
    assert example["only"][0] == ["cross-empty"] and "cross-empty" in moves["legal"]
    path.write_text(example["scenario"].replace('"may"', '"may-not"'))
    assert "cross-empty" not in json.loads(daybreak("moves", path, "--json").out)["legal"]


# -- emitted code that lies ---------------------------------------------------------------------------------------------------


def nothing_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.search.effect.stuck", lambda *arguments: None)


def everything_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "differences", lambda self, side, other, count: self.found[:count] * 0 + 1)


def lines_are_better_than_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "follow", lambda self, side, deal, line: (99, 100))


@pytest.mark.parametrize(("lie", "reading"), [
    (nothing_is_stuck, "FE-Q2"), (everything_differs, "FE-Q6"), (lines_are_better_than_best, "FE-Q6")])
def test_what_the_reference_does_not_see_is_our_fault(
    lie: Callable[[pytest.MonkeyPatch], None], reading: str, daybreak: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    lie(monkeypatch)
    ran = daybreak("readings", "crossing", reading, "--deals", 5, *ENGINE)
    assert (ran.code, ran.out) == (255, "") and ran.err.startswith("DB905")


def test_what_is_possible_where_a_rule_fails(tmp_path: Path) -> None:
    """A step is what comes next even if it fails; of chance whose weight cannot be worked out nothing is."""
    program = load(written(tmp_path, """
@game.step(Phase.ACT, clause="C-01")
def falls(table: Table) -> None:
    table.m = table.n
    table.phase = Phase.OVER
""").game)
    reference = Reference(program, Setting(program.default_rulings, blank(program.game.edition_type)))
    table = blank(program.game.state_type)
    table.n = 9
    here = cast(Instance, SimpleNamespace(reference=reference))
    assert possible(here, Position(table, ())) == {"falls": 1}
    program = load(written(tmp_path, """
@game.chance(Phase.ACT, tape="dice", clause="C-01")
def falls(table: Table, k: Annotated[int, Range(0, 3)]) -> None:
    weight(int(table.cards[k]))
    table.phase = Phase.OVER
""").game)
    reference = Reference(program, Setting(program.default_rulings, blank(program.game.edition_type)))
    here = cast(Instance, SimpleNamespace(reference=reference))
    assert possible(here, Position(blank(program.game.state_type), (0,))) == {}
