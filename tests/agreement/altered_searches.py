"""Alterations of what must never be wrong (searches, kernels, packing, certificates): the kit that asks who notices.

They are data, in `altered_searches.toml`: a piece of text of a file below `verifier/`, what it becomes, and the tests of the
default run that notice.  One that no test can notice says why it changes no answer.

    for each in alterations():
        tree = altered(each, tmp_path)       # a copy of the project with that one change
        killed(tree, each.tests)             # whether its tests fail there
        answered(tree)                       # what solving a few deals says there, as `altered_answers.py` asks
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

ROOT = Path(__file__).parents[2]
COPIED = ("verifier", "models", "tests", "scenarios", "pyproject.toml", "README.md", "ARCHITECTURE.md")
SECONDS_MOST = 900  # an altered search may go on for ever, which whoever runs the tests notices
NETWORKS = ("tests/agreement/test_random_networks.py", "tests/agreement/test_network_lines.py")


class Misplaced(Exception):
    """An alteration whose text does not (or no longer) stand exactly once in its file, or whose tests do not run."""


@frozen
class Alteration:
    """One change: `text` of `file` becomes `altered`; `tests` notice, or `equivalent` says why nothing can."""

    name: str
    file: str
    text: str
    altered: str
    tests: tuple[str, ...] = NETWORKS
    equivalent: str = ""


@cache
def alterations() -> tuple[Alteration, ...]:
    """Every alteration, in the order of the file."""
    document = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple(Alteration(**{**entry, "tests": tuple(entry.get("tests", NETWORKS))}) for entry in document["alteration"])


def altered_text(alteration: Alteration, text: str) -> str:
    """The file's text with the change; Misplaced unless there is exactly one place for it."""
    if text.count(alteration.text) != 1 or alteration.text == alteration.altered:
        raise Misplaced(f"{alteration.name}: {alteration.file} has {text.count(alteration.text)} places for it")
    return text.replace(alteration.text, alteration.altered)


def copied(folder: Path) -> Path:
    """A copy of the project without its reports."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "browser"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def altered(alteration: Alteration, folder: Path) -> Path:
    """A copy of the project with one change."""
    path = copied(folder) / "verifier" / alteration.file
    path.write_text(altered_text(alteration, path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def killed(tree: Path, tests: tuple[str, ...]) -> bool:
    """Whether the tests of a tree fail, or never end; Misplaced when they cannot be run."""
    try:
        code = _python(tree, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests).returncode
    except subprocess.TimeoutExpired:
        return True
    if code not in (0, 1):
        raise Misplaced(f"pytest ended with {code}")
    return code == 1


def answered(tree: Path) -> dict[str, Any]:
    """What a tree's own run-time checks leave of its answers: for each deal the answer, or that it was called a fault."""
    try:
        run = _python(tree, "-m", "tests.agreement.altered_answers")
    except subprocess.TimeoutExpired:
        return {}
    found: dict[str, Any] = json.loads(run.stdout) if run.returncode == 0 else {}
    return found


def _python(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(tree), str(tree / "models")])
    environment = {**os.environ, "PYTHONPATH": path, "DAYBREAK_CACHE": str(tree / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True,
                          timeout=SECONDS_MOST, check=False)
