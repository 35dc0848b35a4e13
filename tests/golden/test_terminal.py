"""What each command writes, exactly: 100 columns, no colours, times scrubbed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"
FIGURE_2 = SCENARIOS / "e2.toml"
RESHUFFLE = SCENARIOS / "reshuffle.toml"
LINE = "fire 0\npass\nend-turn\n"
ENGINE = ("--engine", "interpreted")


@pytest.fixture
def line_file(tmp_path: Path) -> Path:
    path = tmp_path / "line.txt"
    path.write_text(LINE)
    return path


@pytest.mark.parametrize("command", ["", "games", "deal", "moves", "replay", "solve", "explore", "check"])
def test_help(command: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak(*command.split(), "--help")
    assert (ran.code, ran.err) == (0, "")
    golden(f"help-{command or 'daybreak'}.txt", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_games(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("games", *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"games.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_deal(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("deal", "until-dawn", "--seed", 7, "--ruling", "UD-06=underneath", *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"deal.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_moves(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("moves", FIGURE_2, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"moves.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_replay(form: str, line_file: Path, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("replay", RESHUFFLE, "--line", line_file, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"replay.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_solve(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("solve", RESHUFFLE, *(["--board"] if form == "text" else []), *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"solve.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_solve_for_the_quickest_loss(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("solve", RESHUFFLE, "--goal", "lose", *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"solve-lose.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_explore(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("explore", RESHUFFLE, "--depth", 3, *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (0, "")
    golden(f"explore.{_ending(form)}", ran.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_check(form: str, daybreak: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    ran = daybreak("check", RESHUFFLE, "--depth", 4, "--property", "cards-are-conserved", "--property", "ammo_within_track",
                   *ENGINE, *_form(form))
    assert (ran.code, ran.err) == (124, "")
    golden(f"check.{_ending(form)}", ran.out)


def _form(form: str) -> list[str]:
    return ["--json"] if form == "json" else []


def _ending(form: str) -> str:
    return "json" if form == "json" else "txt"
