"""What the documents say of the project that can be looked up: numbers of games, paths, commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from verifier.analysis.games import row_of
from verifier.cli.app import app
from verifier.registry import installed
from verifier.report.text.tested import recorded

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), ROOT / "models" / "README.md", ROOT / "tests" / "README.md"])
PLANNED = {"verifier/symbolic/"}
ELSEWHERE = ("my-copy.toml",)


def test_the_table_of_games_is_what_the_games_say() -> None:
    text = (ROOT / "models" / "README.md").read_text(encoding="utf-8")
    told = {name: [int(cell) for cell in cells.split("|")]
            for name, cells in re.findall(r"^\| `([\w-]+)` \| ([\d |]+) \|$", text, re.MULTILINE)}
    tested = dict(re.findall(r"^\| `([\w-]+)` \| ((?:not recorded|\d+ of)[^|]*) \|$", text, re.MULTILINE))
    rows = [row_of(listed) for listed in installed().listed() if listed.package.startswith("daybreak-rules ")]
    assert told == {row.name: [row.clauses_ruled, row.clauses_named, row.clauses, row.readings, row.recorded, row.properties,
                               row.events] for row in rows}
    assert tested == {row.name: recorded(row.tested) for row in rows}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_paths_that_a_document_names_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = {path for path in re.findall(r"`([\w./-]+/[\w./-]*)`", text) if path.split("/")[0] in
             ("verifier", "models", "tests", "scenarios", "reports")} - PLANNED
    linked = set(re.findall(r"\]\(([\w./-]+)\)", text))
    missing = [path for path in sorted(named) if not (ROOT / path).exists()]
    assert not missing + [path for path in sorted(linked) if not (document.parent / path).exists()]


def test_every_command_is_in_the_readme_and_the_other_way_round() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    there = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
    told = set(re.findall(r"^\| `daybreak (\w+)[^|]*\|.*\| 0\.1 \|$", text.replace("\\|", "/"), re.MULTILINE))
    assert told == there
