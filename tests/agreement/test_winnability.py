"""What `winnability` counts, against deals solved one by one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import verifier
from daybreak_games.until_dawn import game
from tests.bench.measure import dealt
from verifier.analysis.difficulty import Measures, difficulty
from verifier.lang import Flaw
from verifier.report.formats import page_of
from verifier.report.markdown import markdown
from verifier.results.winnable import Winnability
from verifier.search.best import solve_best
from verifier.search.limits import Limits

EDITION = Path(__file__).parent / "edition-three-shells.toml"


@pytest.fixture(autouse=True)
def _few_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions are looked at of the hardest and of the easiest deal."""
    for module in ("winnability", "solved_deal"):
        monkeypatch.setattr(f"verifier.analysis.{module}.SEEDS_SHOWN", 1)


def counted(document: dict[str, Any], point: int = 0) -> Counter[str]:
    return Counter({json.dumps(each["grade"]): each["share"]["count"] for each in document["points"][point]["grades"]})


def test_deals_are_counted_as_they_are_solved(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("winnability", "until-dawn", "--deals", 4, "--seed", 30, "--states", 16_000, "--games", 20, "--json")
    found = json.loads(ran.out)
    point, = found["points"]
    expected, unknown, won = Counter[str](), 0, 0
    for seed in range(30, 34):
        instance = dealt(seed)
        native = instance.native("native")
        best = solve_best(native, instance.reference, instance.setting, instance.start, Limits(states=16_000))
        won += best.grade is not None and native.grade_fields(best.grade)[0] == 1
        if best.verdict == "optimal" and best.grade is not None:
            survived, alive, unbreached, shells = native.grade_fields(best.grade)
            expected[json.dumps({"survived": bool(survived), "alive": alive, "unbreached": unbreached, "shells": shells})] += 1
        else:
            unknown += 1
    assert ran.code == 0 and counted(found) == expected
    assert {each["share"]["undecided"] for each in point["grades"]} == {unknown} != {0}
    assert (point["won"]["count"], point["won"]["of"]) == (won, 4)
    assert len(point["hardest"]) == len(point["easiest"]) == min(1, won)


def test_hardest_first_is_by_difficulty_as_it_is_defined(daybreak: Callable[..., Any]) -> None:
    """Each deal measured by itself: by random games, then greedy games, then first decisions, then the seed."""
    found = json.loads(daybreak("winnability", "until-dawn", "--deals", 4, "--seed", 30, "--games", 20, "--json").out)
    point, expected = found["points"][0], {}
    for seed in range(30, 34):
        instance = dealt(seed)
        native = instance.native("native")
        best = solve_best(native, instance.reference, instance.setting, instance.start)
        expected[seed] = difficulty(instance, native, [event.text for event in best.line], Measures(20))
    keys = {seed: (each.random.count, each.greedy.count, each.first.keep / each.first.legal, seed)
            for seed, each in expected.items() if each.first is not None}
    order = sorted(keys, key=lambda seed: keys[seed])
    assert [deal["seed"] for deal in point["measured"]] == order and len(order) == 4
    assert point["hardest"] == order[:1] and point["easiest"] == order[::-1][:1]
    for deal in point["measured"]:
        own, told = expected[deal["seed"]], deal["difficulty"]
        assert (told["random"]["count"], told["greedy"]["count"]) == (own.random.count, own.greedy.count)
        assert own.first is not None and (told["first"]["keep"], told["first"]["unknown"]) == (own.first.keep, own.first.unknown)
        listed = deal["seed"] in {order[0], order[-1]}
        assert (told["only_moves"] is not None) == listed
        if listed:
            assert own.only_moves is not None and told["only_moves"]["count"] == own.only_moves.count


def test_a_number_of_the_component_data_is_varied(daybreak: Callable[..., Any]) -> None:
    varied = json.loads(daybreak("winnability", "until-dawn", "--deals", 2, "--vary", "shells=2..3", "--games", 1, "--json").out)
    assert [point["value"] for point in varied["points"]] == [2, 3]
    own = json.loads(daybreak("winnability", "until-dawn", "--deals", 2, "--edition", EDITION, "--games", 1, "--json").out)
    assert counted(varied, 1) == counted(own)
    assert all(json.loads(grade)["shells"] <= 2 for grade in counted(varied))


@pytest.mark.parametrize("vary, values", [
    ("shells=1..3", [1, 2, 3]), ("shells=1..6..2", [1, 3, 5]), ("shells=8,2", [2, 8]),
    ("UD-43=deck,bite-pile", ["deck", "bite-pile"])])
def test_the_values_that_are_varied(vary: str, values: list[int | str], daybreak: Callable[..., Any]) -> None:
    ran = daybreak("winnability", "until-dawn", "--deals", 1, "--states", 100, "--games", 1, "--simulations", 0, "--vary", vary,
                   "--json")
    found = verifier.load_result(ran.out)
    assert isinstance(found, Winnability) and [point.value for point in found.points] == values
    assert verifier.load_result(found.to_json()) == found and [row["value"] for row in found.to_rows()] == values


def test_a_reading_is_varied_as_by_a_ruling() -> None:
    few: dict[str, Any] = {"seeds": range(1, 4), "states": 3_000, "games": 1, "decision_states": 20, "policies": ["greedy"]}
    varied = verifier.winnability("until-dawn", vary="UD-43=bite-pile,deck", **few)
    for point in varied.points:
        [own] = verifier.winnability("until-dawn", rulings={"UD-43": str(point.value)}, **few).points
        assert evolve(own, value=point.value) == point
    assert varied.points[0].players != varied.points[1].players
    text = varied.to_text()
    assert "bite-pile: can be won" in text and "deck: won by greedy" in text


def test_a_value_that_the_game_refuses_in_an_edition_is_not_varied_to(
    daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch,
) -> None:
    def check(box: Any) -> list[Flaw]:
        return [Flaw("three is odd", ("shells",), "take two")] if box.shells == 3 else []

    monkeypatch.setattr(game, "edition_checks", [check])
    ran = daybreak("winnability", "until-dawn", "--deals", 1, "--states", 10, "--vary", "shells=2..3")
    assert (ran.code, ran.out) == (150, "")
    assert ran.err.strip() == "DB216 three is odd @ --vary shells=3: $.values.shells.value; take two"


def test_deals_that_are_kept_of_one_value_are_not_those_of_another(tmp_path: Path) -> None:
    few: dict[str, Any] = {"seeds": range(1, 4), "vary": "shells=0..8..8", "states": 2_000, "games": 1, "decision_states": 50}
    plain = verifier.winnability("until-dawn", **few)
    assert plain.points[0].deals != plain.points[1].deals
    for _ in range(2):
        assert verifier.winnability("until-dawn", store=tmp_path / "kept", **few).points == plain.points


def test_how_won_deals_differ_is_measured_only_if_games_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All else is the same; and what is kept then is measured by whoever asks for that later."""
    few: dict[str, Any] = {"seeds": range(30, 34), "states": 16_000, "simulations": 0, "store": tmp_path}
    monkeypatch.setattr("verifier.analysis.batches.answering.difficulty", None)  # which nobody calls
    without = verifier.winnability("until-dawn", games=0, **few)
    assert verifier.winnability("until-dawn", games=0, **few) == without
    monkeypatch.undo()
    found = verifier.winnability("until-dawn", games=5, **few)
    assert without.points[0].won == found.points[0].won and without.points[0].grades == found.points[0].grades
    assert not without.points[0].measured and not without.points[0].hardest and found.points[0].measured
    assert "How won deals differ" not in markdown(page_of(without, whole=True))


def test_no_time_is_a_valid_answer(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("winnability", "until-dawn", "--seconds", 0.0001, "--vary", "shells=2..3", "--json")
    found = json.loads(ran.out)
    assert (ran.code, found["ending"], [point["won"]["of"] for point in found["points"]]) == (124, "seconds", [0])
    assert "not known" in daybreak("winnability", "until-dawn", "--seconds", 0.0001).out


@pytest.mark.parametrize("code, arguments", [
    ("DB207", ("until-dusk",)), ("DB631", ("until-dawn", "--vary", "moons=1..2")),
    ("DB632", ("until-dawn", "--vary", "cards=1,2")), ("DB633", ("until-dawn", "--vary", "shells=x")),
    ("DB633", ("until-dawn", "--vary", "shells=3")), ("DB633", ("until-dawn", "--vary", "shells=3..2")),
    ("DB633", ("until-dawn", "--vary", "shells=1..99")), ("DB633", ("until-dawn", "--vary", "shells=1..3..0")),
    ("DB633", ("until-dawn", "--vary", "shells=1..3..1..1")), ("DB633", ("until-dawn", "--vary", "shells=..")),
    ("DB634", ("until-dawn", "--ruling", "UD-43=deck", "--vary", "UD-43=bite-pile,deck")),
    ("DB209", ("until-dawn", "--ruling", "UD-06=sideways")),
])
def test_what_cannot_be_asked(code: str, arguments: tuple[str, ...], daybreak: Callable[..., Any]) -> None:
    ran = daybreak("winnability", *arguments)
    assert ran.code == 150 and ran.err.startswith(code) and ran.out == ""
