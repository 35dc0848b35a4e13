"""A deal that no line wins is headed so: proved only by a closed search or a proved bound."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.only_games import install_only
from verifier.analysis.choices import EngineChoice, Goal
from verifier.analysis.lost import lost_deal
from verifier.analysis.solve import Finding, Request
from verifier.instance import Instance, load_instance
from verifier.registry import Games
from verifier.results.solved import Lost, Settled
from verifier.search.limits import Limits
from verifier.verdict import Verdict

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"
LOST, WON = SCENARIOS / "small-lost.toml", SCENARIOS / "reshuffle.toml"
REQUEST = Request(Goal.BEST, EngineChoice.INTERPRETED, Limits())


def test_a_deal_that_is_proved_lost_is_headed_so(daybreak: Callable[..., Any], tmp_path: Path) -> None:
    ran = daybreak("solve", LOST, "--html", tmp_path / "page.html")
    assert "Lost: no line of this deal survives (proved)" in ran.out.splitlines()
    assert "Lost: no line of this deal survives (proved)" in (tmp_path / "page.html").read_text()
    assert json.loads(daybreak("solve", LOST, "--json").out)["results"][0]["lost"] == {"wins": "survives", "proved": True}


def test_a_limit_proves_nothing(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", SCENARIOS / "full-lost.toml", "--states", 200)
    assert any(row.startswith("Not won so far: no line found survives, but ") for row in ran.out.splitlines())
    assert ran.code == 124 and "(proved)" not in ran.out


@pytest.mark.parametrize("arguments", [(WON,), (LOST, "--goal", "lose")])
def test_neither_a_deal_that_is_won_nor_a_loss_that_was_asked_for_is_headed_so(
    arguments: tuple[Any, ...], daybreak: Callable[..., Any],
) -> None:
    ran = daybreak("solve", *arguments, "--json")
    assert ran.code == 0 and json.loads(ran.out)["results"][0]["lost"] is None


@pytest.mark.parametrize(("verdict", "settled", "proved"), [
    (Verdict.OPTIMAL, None, True), (Verdict.BEST_FOUND, None, False),
    (Verdict.BEST_FOUND, Settled({"survived": False}, "bound"), True),
    (Verdict.BEST_FOUND, Settled({"survived": False}, "line"), False),
])
def test_what_proves_a_loss(verdict: Verdict, settled: Settled | None, proved: bool) -> None:
    found = Finding(verdict, None, "seconds", (0, 0, 1, 7), (0, 2, 4, 8), (), {})
    assert lost_deal(load_instance(LOST), REQUEST, found, settled) == Lost("survives", proved)


def test_a_bound_that_is_not_proved_proves_no_loss() -> None:
    class Doubtful(Instance):
        bound_is_proved = False

    own = load_instance(LOST)
    doubtful = Doubtful(own.scenario, own.program, own.setting, own.reference, own.start)
    found = Finding(Verdict.BEST_FOUND, None, "seconds", (0, 0, 1, 7), (0, 2, 4, 8), (), {})
    assert lost_deal(doubtful, REQUEST, found, Settled({"survived": False}, "bound")) == Lost("survives", False)


def test_a_game_without_a_verb_is_told_by_its_field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                    daybreak: Callable[..., Any]) -> None:
    install_only(monkeypatch, Games([EntryPoint("crossing", "tests.games.crossing:game", "daybreak.games")]))
    path = tmp_path / "own.toml"
    path.write_text('schema = 1\ngame = "crossing"\n[deal]\ndeck = ["calm"]\n[start]\ncrossings = 2\n')
    found = json.loads(daybreak("solve", path, "--json").out)["results"][0]
    assert found["lost"] == {"wins": 'gets "fed"', "proved": True}
