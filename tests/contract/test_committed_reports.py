"""The reports that are committed: as their manifests say, read by `load_result`, true to their schemas, and not too large."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path

import jsonschema
import pytest

import verifier
from verifier.report.concise import concise

ROOT = Path(__file__).parents[2]
REPORTS = ROOT / "reports"
BYTES_MOST = 4_000_000  # of a game's reports: people look at them, and each change of a rule changes much of them
FOLDERS = sorted(path.parent for path in REPORTS.glob("*/manifest.json"))
DATA = [folder / name for folder in FOLDERS for entry in json.loads((folder / "manifest.json").read_text())["reports"].values()
        for name in entry["files"] if name.endswith(".json")]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_is_small(folder: Path) -> None:
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) <= BYTES_MOST


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_file_is_as_its_manifest_says(folder: Path) -> None:
    for entry in json.loads((folder / "manifest.json").read_text())["reports"].values():
        for name, digest in entry["files"].items():
            assert blake2b((folder / name).read_bytes(), digest_size=16).hexdigest() == digest, name


@pytest.mark.parametrize("path", DATA, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_data_are_read_back_and_written_alike_and_keep_their_schema(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = verifier.load_result(text)
    assert concise(found) == text
    schema = json.loads((ROOT / "docs" / "schemas" / f"{found.command}.json").read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(json.loads(text))
