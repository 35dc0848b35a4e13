"""`check --with both` on the games of the tests: explicit search and z3 never contradict each other."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds import game
from verifier.registry import Games

Run = Callable[..., Any]
# What explicit search says where play gets stuck: what should follow is not known, though z3 proves it of the rules as they are.
STUCK = "play gets stuck at a dead end of the rules"
STARTS = {
    "corridor": ('[deal]\ndoor = ["stays", "opens"]\ncarousel = ["again", "off"]\n', '[start]\nplace = "gallery"\n',
                 '[start]\nplace = "vault"\n'),
    "staircase": ('[deal]\nseed = 3\n', "[start]\nheight = 3\ntired = 1\n", '[rulings]\n"ST-Q1" = "hides"\n'),
    "sliding": ('edition = "3x3"\n', 'edition = "2x5"\n[start]\nhole = 0\ntiles = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n'),
}


@pytest.mark.parametrize("depth", [0, 3, 6])
@pytest.mark.parametrize(("game", "more"), [(game, more) for game, starts in STARTS.items() for more in starts])
def test_both_agree(game: str, more: str, depth: int, daybreak: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games([EntryPoint(game, f"tests.games.{game}:game", "daybreak.games")])
    monkeypatch.setattr("verifier.registry._found", lambda: games)
    path = tmp_path / "own.toml"
    path.write_text(f'schema = 1\ngame = "{game}"\ntitle = "Own"\n{more}', encoding="utf-8")
    ran = daybreak("check", path, "--with", "both", "--depth", depth, "--engine", "interpreted", "--json")
    assert (ran.err, ran.code in (0, 12, 124)) == ("", True)
    for row in json.loads(ran.out)["properties"]:
        shown_by_both = row["methods"] == ["explicit", "z3"] or row["name"] == "no-endless-loop"
        assert row["methods"] and (row["verdict"] != "refuted" or not row["line"] or shown_by_both)


@pytest.mark.parametrize(("game", "more", "chance"), [
    *(("corridor", more, "deal") for more in STARTS["corridor"]),
    *(pytest.param("staircase", more, "deal", marks=pytest.mark.long) for more in STARTS["staircase"]),
    *(("corridor", more, "open") for more in STARTS["corridor"])])
def test_z3_closes_what_explicit_search_closes(game: str, more: str, chance: str, daybreak: Run, tmp_path: Path,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games([EntryPoint(game, f"tests.games.{game}:game", "daybreak.games")])
    monkeypatch.setattr("verifier.registry._found", lambda: games)
    path = tmp_path / "own.toml"
    path.write_text(f'schema = 1\ngame = "{game}"\ntitle = "Own"\n{more}', encoding="utf-8")
    arguments = ["check", path, "--with", "both", "--close", 2000, "--chance", chance, "--engine", "interpreted"]
    ran = daybreak(*arguments, "--json")
    assert (ran.err, ran.code in (0, 12, 124)) == ("", True)
    found = json.loads(ran.out)
    if any("the deal runs out" in (row["reason"] or "") for row in found["properties"]):
        assert not found["closing"]["closed"]
    else:
        assert found["ending"] == "closed" and found["closing"] == {"states": found["states"], "reason": None, "closed": True}
        asked = [row for row in found["properties"] if row["name"] != "no-endless-loop"]
        assert all(row["methods"] == ["explicit", "z3"] for row in asked if STUCK not in (row["reason"] or ""))
        assert any(row["methods"] == ["explicit", "z3"] and row["verdict"] == "proved" for row in asked)
        assert {row["verdict"] for row in asked} <= {"proved", "refuted"}


@pytest.mark.long
@pytest.mark.parametrize(("chance", "most"), [("deal", 2_000), ("open", 100_000)])
def test_z3_closes_the_skirmish_of_dawn_of_the_zeds(chance: str, most: int, daybreak: Run) -> None:
    skirmish = Path(__file__).parents[2] / "scenarios" / "dawn-of-the-zeds" / "skirmish.toml"
    found = json.loads(daybreak("check", skirmish, "--with", "both", "--close", most, "--chance", chance, "--json").out)
    assert found["ending"] == "closed" and found["closing"] == {"states": found["states"], "reason": None, "closed": True}
    rows = {row["name"]: row for row in found["properties"]}
    asked = {rule.name for kind in ("invariant", "step_property") for rule in game.of_kind(kind)}
    assert set(rows) == asked | {"ranges", "no-dead-end", "chance-has-an-outcome", "no-endless-loop"}
    assert {row["verdict"] for row in rows.values()} == {"proved"}
    assert rows.pop("no-endless-loop")["methods"] == ["explicit"]
    assert all(row["methods"] == ["explicit", "z3"] for row in rows.values())
