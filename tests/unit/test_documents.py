"""What the documents say of the project that can be looked up: numbers of games, paths, commands."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

import verifier
from verifier.analysis.games import row_of
from verifier.cli.app import PANELS
from verifier.registry import installed
from verifier.report.text.tested import recorded

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "models" / "README.md", ROOT / "tests" / "README.md"])
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
             ("verifier", "models", "tests", "scenarios", "reports", "docs")} - PLANNED
    linked = set(re.findall(r"\]\(([\w./-]+)\)", text))
    missing = [path for path in sorted(named) if not (ROOT / path).exists()]
    assert not missing + [path for path in sorted(linked) if not (document.parent / path).exists()]


def test_the_pages_that_are_made_from_the_source_are_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "generated.py"))["PAGES"]
    stale = [name for name, page in made.items() if (ROOT / "docs" / name).read_text(encoding="utf-8") != page()]
    assert not stale, "run `make docs`, or `python docs/generated.py`, and commit what it writes"


def test_every_command_has_its_section() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    there = {name for panel in PANELS.values() for name in panel}
    assert there <= set(re.findall(r"^### daybreak ([\w-]+)", text, re.MULTILINE))


def test_the_json_of_the_golden_files_keeps_the_schemas() -> None:
    asked = set()
    for path in sorted((ROOT / "tests" / "golden" / "expected").glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        for each in document.get("results", [document]):
            schema = json.loads((ROOT / "docs" / "schemas" / f"{each['command']}.json").read_text(encoding="utf-8"))
            Draft202012Validator.check_schema(schema)
            Draft202012Validator(schema).validate(each)
            asked.add(each["command"])
    assert len(asked) >= 13
    with pytest.raises(ValidationError):
        Draft202012Validator(schema).validate({**each, "command": "fly"})


def test_the_scenarios_of_the_formats_are_scenarios() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    shown = [tomllib.loads(part) for part in re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]
    scenarios = [tables for tables in shown if "deal" in tables]
    assert len(scenarios) == 2
    for tables in scenarios:
        assert verifier.start(verifier.scenario(tables)).legal()
