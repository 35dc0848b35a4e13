"""`--html` of the report commands: the page says what the terminal says, is the same bytes each time, and is refused early."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.only_games import install_only
from verifier.registry import Games

FERRY = 'schema = 1\ngame = "ferry"\ntitle = "Over"\n[deal]\nseed = 3\n'
INTERPRETED = ("--engine", "interpreted")
COMMANDS = {
    "coverage": ("coverage", "ferry", "{scenario}", "--random", 20, *INTERPRETED),
    "mutants": ("mutants", "ferry", "{scenario}", "--every", 9, "--states", 50),
    "winnability": ("winnability", "ferry", "--deals", 3),
    "play-out": ("play-out", "ferry", "--deals", 3, "--simulations", 3, *INTERPRETED),
    "difficulty": ("difficulty", "ferry", "--vary", "tickets=1..3", "--deals", 3, "--simulations", 3, *INTERPRETED),
    "readings": ("readings", "ferry", "--deals", 3, *INTERPRETED),
    "review": ("review", "{scenario}", "--line", "{line}", *INTERPRETED),
    "check": ("check", "{scenario}", *INTERPRETED),
    "explore": ("explore", "{scenario}", *INTERPRETED),
    "games": ("games",),
    "games --rules": ("games", "ferry", "--rules"),
    "find": ("find", "position", "ferry", "--breaks", "ranges", "--size", 1),
}


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Games:
    games = Games([EntryPoint("ferry", "tests.games.ferry:game", "daybreak.games")])
    install_only(monkeypatch, games)
    (tmp_path / "over.toml").write_text(FERRY)
    (tmp_path / "line.txt").write_text("")
    return games


def arguments(command: str, folder: Path) -> list[str]:
    named = {"scenario": folder / "over.toml", "line": folder / "line.txt"}
    return [str(each).format(**named) for each in COMMANDS[command]]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_says_what_the_terminal_says(command: str, ferry: Games, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    given, pages = arguments(command, tmp_path), [tmp_path / "one.html", tmp_path / "two.html"]
    plain = daybreak(*given)
    shown = daybreak(*given, "--html", pages[0])
    as_json = daybreak(*given, "--html", pages[1], "--json")
    assert plain.code == shown.code == as_json.code and plain.code in (0, 12, 124), plain.err
    assert shown.out.endswith(f"Page: {pages[0]}\n") and "Page:" not in as_json.out and as_json.out.startswith("{")
    written = pages[0].read_bytes()
    assert written == pages[1].read_bytes() and b"Content-Security-Policy" in written
    first = plain.out.split("\n", 1)[0].split("  ")[0]
    assert first in unescape(written.decode()) and " s</" not in written.decode()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_that_cannot_be_written_is_refused_before_anything_is_searched(
        command: str, ferry: Games, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    ran = daybreak(*arguments(command, tmp_path), "--html", tmp_path / "nowhere" / "page.html")
    assert (ran.code, ran.out) == (150, "") and ran.err.startswith("DB582")
    if "{scenario}" in COMMANDS[command]:
        ran = daybreak(*arguments(command, tmp_path), "--html", tmp_path / "over.toml")
        assert ran.code == 150 and ran.err.startswith("DB583") and (tmp_path / "over.toml").read_text() == FERRY
