"""`daybreak new`: what it lays is a game that plays, proves and tests itself; what is there is never replaced."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
MAIN = "import sys; from verifier.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def night_watch(daybreak: Run, tmp_path: Path) -> Path:
    """The folder, as if installed: what `pip install -e` leaves for Python to find the game by."""
    folder = tmp_path / "own"
    ran = daybreak("new", "night-watch", folder, "--title", "The Night's Watch")
    assert (ran.code, ran.err) == (0, "")
    assert f"  cd {folder}\n  pip install -e '.[dev]'\n  daybreak solve scenarios/first.toml --board\n" in ran.out
    metadata = folder / "night_watch-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: night-watch\nVersion: 0.1.0\n")
    (metadata / "entry_points.txt").write_text("[daybreak.games]\nnight-watch = night_watch:game\n")
    return folder


def in_the_folder(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), os.getcwd()]), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def answer(folder: Path, *arguments: str) -> dict[str, Any]:
    ran = in_the_folder(folder, sys.executable, "-c", MAIN, *arguments, "--json")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    document: dict[str, Any] = json.loads(ran.stdout)
    return document


def test_what_is_laid_plays_and_is_proved(night_watch: Path) -> None:
    [game] = [each for each in answer(night_watch, "games", "night-watch")["games"] if each["name"] == "night-watch"]
    assert game["problems"] == [] and game["title"] == "The Night's Watch" and game["clauses_ruled"] == game["clauses_named"] == 7
    [solved] = answer(night_watch, "solve", "scenarios/first.toml", "--engine", "interpreted")["results"]
    assert solved["verdict"] == "optimal" and solved["grade"]["won"] and solved["scenario"] == "first"
    checked = answer(night_watch, "check", "night-watch", "--with", "z3")
    assert {each["verdict"] for each in checked["properties"]} == {"proved"} and len(checked["properties"]) == 8
    odds = answer(night_watch, "odds", "scenarios/first.toml", "--engine", "interpreted")
    assert odds["exact"] and 0.4 < odds["low"]["value"] < 0.6  # as the edition says: not easy and not hopeless
    moves = answer(night_watch, "moves", "scenarios/twice.toml")
    assert moves["legal"] == ["draw", "keep"] and moves["state"]["kept"] == {"green": 2}
    assert moves["state"]["row"] == ["red", "blue"] and moves["state"]["deck"] == {"red": 2}  # a pile, a row by an enum, a deck
    read = answer(night_watch, "games", "night-watch", "--rules")
    assert [phase["name"] for phase in read["phases"]] == ["DECIDE", "DRAW", "OVER"]
    covered = answer(night_watch, "coverage", "night-watch", "--random", "100", "--engine", "interpreted")
    assert covered["exercised"] == covered["rules"] == 7


@pytest.mark.long
def test_the_invariant_that_serves_proofs_is_found_again(night_watch: Path) -> None:
    """Without it chance is not known to have an outcome; what takes its place is said in words, and as Python."""
    place = night_watch / "night_watch" / "properties.py"
    text = place.read_text()
    first, last = text.index('@game.invariant(clause=("R-02", "R-04"))'), text.index('@game.invariant(clause="R-06")')
    place.write_text(text[:first] + text[last:])
    checked = answer(night_watch, "check", "night-watch", "--with", "z3", "--mine")
    assert {each["verdict"] for each in checked["properties"]} == {"proved"} and len(checked["properties"]) == 7
    [lemma] = checked["mined"]["lemmas"]
    assert lemma["sentence"].startswith("In phase DRAW: ") and "@game.lemma" in checked["mined"]["module"]


def test_a_bound_that_games_at_random_pass_ends_a_search_at_the_step_that_passes_it(night_watch: Path) -> None:
    """The search itself would close with a line that keeps little, and call it the best."""
    place = night_watch / "night_watch" / "properties.py"
    text = place.read_text()
    wrong = text.replace("ROW_MOST * (box.rounds - table.rounds)", "table.row.size")
    assert wrong != text
    place.write_text(wrong)
    ran = in_the_folder(night_watch, sys.executable, "-c", MAIN, "solve", "scenarios/first.toml", "--engine", "interpreted")
    assert ran.returncode == 75 and ran.stdout == ""
    assert "DB407 at_best is no bound: the bound rises: " in ran.stderr and "DB405 the line there: " in ran.stderr
    assert "properties.py:" in ran.stderr and "daybreak check night-watch --property bound-holds --with z3" in ran.stderr


def test_what_is_laid_is_tested_and_clean(night_watch: Path) -> None:
    tested = in_the_folder(night_watch, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert tested.returncode == 0 and "4 passed" in tested.stdout, tested.stdout + tested.stderr
    linted = in_the_folder(night_watch, sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--line-length", "130",
                           "--select", "E,F,I,UP,B,D1", ".")
    assert linted.returncode == 0, linted.stdout
    texts = [path.read_text() for path in night_watch.rglob("*") if path.is_file()]
    assert not any(word in text for text in texts for word in ("MODULE", "TITLE"))


def test_a_lemma_that_the_author_left_out_is_found(night_watch: Path) -> None:
    """Without its invariant about drawing, a rule might overfill the row for all that z3 knows; a sample says what is missing."""
    properties = night_watch / "night_watch" / "properties.py"
    text = properties.read_text()
    helper, others = text.index('@game.invariant(clause=("R-02", "R-04"))'), text.index('@game.invariant(clause="R-06")')
    properties.write_text(text[:helper] + text[others:])
    asked = ("check", "night-watch", "--with", "z3", "--engine", "interpreted", "--json")
    plain = json.loads(in_the_folder(night_watch, sys.executable, "-c", MAIN, *asked).stdout)
    assert {row["name"]: row["verdict"] for row in plain["properties"]}["ranges"] == "holds-within"
    found = answer(night_watch, *asked[:-1], "--mine")
    assert {row["verdict"] for row in found["properties"]} == {"proved"}
    assert [lemma["sentence"] for lemma in found["mined"]["lemmas"]] == ["In phase DRAW: table.row.size <= 2."]


@pytest.mark.long
def test_what_is_laid_notices_a_bound_that_is_none(night_watch: Path) -> None:
    properties = night_watch / "night_watch" / "properties.py"
    text, right = properties.read_text(), "kept_in_all(table) + ROW_MOST * (box.rounds - table.rounds)"
    assert text.count(right) == 1
    properties.write_text(text.replace(right, "kept_in_all(table) + table.row.size"))
    tested = in_the_folder(night_watch, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "bound")
    assert tested.returncode == 1 and "the bound rises: " in " ".join(tested.stdout.split()), tested.stdout + tested.stderr


def test_nothing_is_replaced(night_watch: Path, daybreak: Run, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in night_watch.rglob("*") if path.is_file()}
    for place in (night_watch, night_watch / "pyproject.toml"):
        ran = daybreak("new", "other-watch", place)
        assert ran.code == 150 and "DB599" in ran.err and "empty or not there" in ran.err
    assert {path: path.read_bytes() for path in night_watch.rglob("*") if path.is_file()} == before
    empty = tmp_path / "empty"
    empty.mkdir()
    assert daybreak("new", "other-watch", empty).code == 0 and (empty / "other_watch" / "rules.py").exists()
    assert daybreak("new", "other-watch", tmp_path / "no" / "way").code == 150


@pytest.mark.parametrize("name", ["", "Night", "night_watch", "9-lives", "-x", "x-", "a--b", "class", "x" * 41, "../up",
                                  "a b", "é"])
def test_a_name_that_is_none(name: str, daybreak: Run, tmp_path: Path) -> None:
    ran = daybreak("new", "--", name, tmp_path / "own")
    assert ran.code == 150 and "DB599" in ran.err and not (tmp_path / "own").exists()


def test_a_name_that_is_taken_and_titles_that_are_none(daybreak: Run, tmp_path: Path) -> None:
    ran = daybreak("new", "until-dawn", tmp_path / "own")
    assert ran.code == 150 and "there is a game until-dawn already" in ran.err
    for name in ("random", "verifier"):
        ran = daybreak("new", name, tmp_path / "own")
        assert ran.code == 150 and f"a module {name} already" in ran.err and not (tmp_path / "own").exists()
    for title in ("", " ", 'a "b"', "a\nb", "a\\", "x" * 101, "\u202eabc"):
        ran = daybreak("new", "mine", tmp_path / "own", "--title", title)
        assert ran.code == 150 and "DB599" in ran.err and not (tmp_path / "own").exists()
