"""Files that commands write: nothing that is there is replaced without `--force`, whatever it is, and with it nothing is torn."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.only_games import install_only
from verifier.errors import BadInput
from verifier.files import write_file
from verifier.registry import Games

Run = Callable[..., Any]
INTERPRETED = ("--engine", "interpreted")
# Every option that names a file to write, with a command that is quick.
OPTIONS = {
    "deal -o": ("deal", "ferry", "--seed", 1, "--output"),
    "replay --html": ("replay", "{scenario}", "--line", "{line}", "--html"),
    "solve --html": ("solve", "{scenario}", *INTERPRETED, "--html"),
    "solve --certificate": ("solve", "{scenario}", *INTERPRETED, "--certificate"),
    "explore --graph": ("explore", "{scenario}", *INTERPRETED, "--graph"),
    "coverage --lcov": ("coverage", "ferry", "--random", 1, *INTERPRETED, "--lcov"),
    "coverage --junit": ("coverage", "ferry", "--random", 1, *INTERPRETED, "--junit"),
    "find order -o": ("find", "order", "{scenario}", "weather:1", "--wins", *INTERPRETED, "--output"),
    "find readings -o": ("find", "readings", "ferry", "FE-Q1", "--output"),
}


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    install_only(monkeypatch, Games([EntryPoint("ferry", "tests.games.ferry:game", "daybreak.games")]))
    (tmp_path / "over.toml").write_text('schema = 1\ngame = "ferry"\n[deal]\nseed = 3\n')
    (tmp_path / "line.txt").write_text("")
    return {"scenario": tmp_path / "over.toml", "line": tmp_path / "line.txt"}


@pytest.mark.parametrize("option", OPTIONS)
def test_what_is_there_is_replaced_only_by_force(option: str, ferry: dict[str, Path], tmp_path: Path, daybreak: Run) -> None:
    given = [str(each).format(**ferry) for each in OPTIONS[option]]
    path, link, loop = (tmp_path / f"{name}.json" for name in ("there", "link", "loop"))
    path.write_text("mine")
    path.chmod(0o604)
    link.symlink_to(path)
    loop.symlink_to(loop)
    for there in (path, link, loop):
        ran = daybreak(*given, there)
        assert (ran.code, ran.out) == (150, "") and ran.err.startswith("DB516 the file is there already")
    assert path.read_text() == "mine"
    assert daybreak(*given, link, "--force").code in (0, 12, 124) and link.is_symlink()
    assert path.read_text() != "mine" and path.stat().st_mode & 0o777 == 0o604
    looped = daybreak(*given, loop, "--force")
    assert looped.code == 150 and "DB507" in looped.err and os.readlink(loop) == str(loop)
    assert len(list(tmp_path.iterdir())) == 5  # no temporary file was left


def test_every_option_that_writes_a_file_is_among_them() -> None:
    from verifier.cli.app import command, commands

    named = {f"{name} {option.opts[-1]}" for name, each in commands(command()) for option in each.params
             if option.metavar == "FILE" and "rite" in (option.help or "")}
    # The pages of the report commands are tested in tests/unit/test_report_files.py.
    pages = {name for name in named if name.endswith("--html")} - {"replay --html", "solve --html"}
    # `find position` writes by the function that `find order` does; what `check` writes is tested in tests/unit/test_lemmas.py,
    # what `batch export` does in tests/unit/test_batch.py.
    assert named - pages - {"find position -o", "check --lemmas", "batch export file"} == set(OPTIONS)
    for name in {each.rpartition(" ")[0] for each in named} | {"mutants", "reports"}:
        assert any("--force" in option.opts for option in dict(commands(command()))[name].params), name


def test_a_file_that_came_to_be_meanwhile_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, links = tmp_path / "page.html", os.link

    def link(source: str, target: str) -> None:
        path.write_text("another's")
        links(source, target)

    monkeypatch.setattr(os, "link", link)
    with pytest.raises(BadInput, match="DB516"):
        write_file(path, "mine", force=False)
    assert path.read_text() == "another's" and list(tmp_path.iterdir()) == [path]


def test_a_file_system_without_links_is_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(source: str, target: str) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", link)
    write_file(tmp_path / "page.html", "mine", force=False)
    assert (tmp_path / "page.html").read_text() == "mine" and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(BadInput, match="DB516"):
        write_file(tmp_path / "page.html", "other", force=False)


def test_missing_scenarios_of_another_run_stay(ferry: dict[str, Path], tmp_path: Path, daybreak: Run) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mutant-1-sail.toml").write_text("mine")
    ran = daybreak("mutants", "ferry", ferry["scenario"], "--every", 9, "--write", tmp_path / "out")
    assert ran.code == 150 and "DB516" in ran.err and (tmp_path / "out" / "mutant-1-sail.toml").read_text() == "mine"


def test_a_game_that_cannot_be_laid_whole_is_not_laid(tmp_path: Path, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.analysis import new_game

    written: list[Path] = []

    def fails(path: Path, text: str, *, force: bool) -> None:
        if len(written) == 5:
            raise BadInput([])
        written.append(path)
        write_file(path, text, force=force)

    monkeypatch.setattr(new_game, "write_file", fails)
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "own", tmp_path / "empty"):
        written.clear()
        assert daybreak("new", "night-watch", folder).code == 150 and len(written) == 5
    assert list(tmp_path.rglob("*")) == [tmp_path / "empty"]
