"""Deals that say too little, or what cannot be: named with the entry, before anything is searched."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bench.measure import dealt
from verifier import clock
from verifier import instance as preparing
from verifier.analysis import short_deal
from verifier.analysis.choices import EngineChoice
from verifier.instance import Instance, load_instance
from verifier.program.program import Program
from verifier.search.limits import Limits
from verifier.search.shortfall import IMPOSSIBLE, RAN_OUT, shortfall

DEMO = Path("scenarios/until-dawn/demo.toml")
COMPARE = Path("scenarios/until-dawn/positions/mutant-178-discard-barricades.toml")
ENGINE = ("--engine", "interpreted")


def demo(folder: Path, bite_pile: str, seed: str = "") -> Path:
    """The demo with another order of the bite pile, and without the seed that would go on where it ends."""
    text = re.sub(r"bite-pile = \[[^]]*\]", f"bite-pile = {bite_pile}", DEMO.read_text())
    path = folder / "short.toml"
    path.write_text(re.sub(r"seed = .*", seed, text))
    return path


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """The three cards that lie on the bite pile at the start, given as what is pulled from it in the whole night."""
    return demo(tmp_path, '["scratcher", "screamer", "sneaker"]')


def test_a_deal_that_no_game_can_end_on_is_named_first(short: Path, daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", short, "--states", 300, *ENGINE)
    assert ran.code == 124
    told = (r"the deal is too short: none of \d+ random games comes to an end, most often \(\d+\) "
            r"since \$\.deal\.bite-pile has 3 entries, and one more is needed: give a seed")
    assert re.match(told, ran.err)
    assert "Verdict: unknown" in ran.out and "$.deal.bite-pile has" in " ".join(ran.out.split())


@pytest.mark.parametrize("goal", ["best", "lose"])
def test_a_deal_that_is_too_short_is_not_searched_for_long(goal: str, short: Path, daybreak: Callable[..., Any],
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless a limit says for how long: what is given counts."""
    monkeypatch.setattr("verifier.analysis.short_deal.STATES_MOST", 100)
    found = json.loads(daybreak("solve", short, "--goal", goal, *ENGINE, "--json").out)["results"][0]
    assert found["ending"] == "states" and 100 <= found["search"]["states"] < 120
    assert "$.deal.bite-pile" in found["short_deal"]
    found = json.loads(daybreak("solve", short, "--goal", goal, "--states", 200, *ENGINE, "--json").out)["results"][0]
    assert 200 <= found["search"]["states"] < 220


def test_what_cannot_happen_is_named_with_its_entry(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", demo(tmp_path, '["move-cw"]'), "--states", 100, *ENGINE)
    assert ran.code == 124 and "since \"move-cw\" at $.deal.bite-pile[0] cannot happen there" in ran.err


def test_a_deal_that_games_end_on_is_not_named(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    """Though most games stop early: with a seed for what comes behind, some end."""
    path = demo(tmp_path, '["scratcher", "screamer", "sneaker"]', "seed = 7")
    ran = daybreak("solve", path, "--states", 300, *ENGINE, "--json")
    assert ran.err == "" and json.loads(ran.out)["results"][0]["short_deal"] is None


def test_an_impossible_outcome_before_the_first_decision_is_bad_input(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    text = COMPARE.read_text()
    assert "[deal]" in text
    path = tmp_path / "impossible.toml"
    path.write_text(re.sub(r"bite-pile = \[[^]]*\]", 'bite-pile = ["move-cw"]', text, count=1))
    for command in (["solve"], ["moves"], ["explore"]):
        ran = daybreak(*command, path)
        assert ran.code == 150 and "DB224 the deal wants" in ran.err and "@ $.deal.bite-pile[0]" in ran.err


def stops(instance: Instance) -> set[tuple[int, str]]:
    found = shortfall(instance.native("interpreted"), instance.setting, instance.start)
    assert found is not None and sum(count for _, count in found.stops) == found.games
    return {(stop.status, instance.program.tapes[stop.tape]) for stop, _ in found.stops}


def test_every_way_to_stop_is_counted(short: Path, tmp_path: Path) -> None:
    assert stops(load_instance(short)) == {(RAN_OUT, "bite-pile"), (IMPOSSIBLE, "bite-pile")}
    assert stops(load_instance(demo(tmp_path, "[]"))) == {(RAN_OUT, "bite-pile")}
    seeded = dealt(1)
    assert shortfall(seeded.native("interpreted"), seeded.setting, seeded.start) is None


def test_seconds_are_not_spent_on_writing_the_code_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a large game has none left to play in."""
    now, instance, native = [1_000.0], load_instance(DEMO), preparing.native_of

    def slow(program: Program, engine: Any) -> Any:
        now[0] += 60
        return native(program, engine)

    monkeypatch.setattr(clock, "monotonic", lambda: now[0])
    monkeypatch.setattr(clock, "_excused", [0.0])
    monkeypatch.setattr(preparing, "native_of", slow)
    limits = Limits(seconds=1.0).running()
    assert short_deal.named(instance, EngineChoice.INTERPRETED, limits) == ""
    assert now[0] > 1_000 and limits.seconds_left == 1.0


def test_seconds_are_not_spent_on_looking_for_the_proof_of_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    now, instance, digests = [1_000.0], load_instance(DEMO), preparing.digests_of

    def slow(*arguments: Any) -> list[str]:
        now[0] += 60
        return digests(*arguments)

    monkeypatch.setattr(clock, "monotonic", lambda: now[0])
    monkeypatch.setattr(clock, "_excused", [0.0])
    monkeypatch.setattr(preparing, "digests_of", slow)
    limits = Limits(seconds=1.0).running()
    assert instance.bound_is_proved is not None and now[0] > 1_000
    assert limits.seconds_left == 1.0
