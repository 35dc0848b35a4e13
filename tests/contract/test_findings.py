"""What is told of contradictions in rulebooks is what the ledgers mark as such, each with a command that exists."""

import re
import shlex
from pathlib import Path

import pytest

from verifier.registry import installed

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (?P<id>[A-Z]+-\d+) \|.*\| `(?P<command>[^`]+)` \|$", re.MULTILINE)
FINDINGS = {found["id"]: found["command"] for found in ROW.finditer((ROOT / "docs" / "findings.md").read_text("utf-8"))}
TESTS = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
GAMES = [installed().program(name) for name in ("until-dawn", "dawn-of-the-zeds")]
SWITCHES = {name: program.game.name for program in GAMES for name in program.readings.switches}


def test_every_contradiction_is_told() -> None:
    marked = {each.id for program in GAMES for kind in (program.readings.switches, program.readings.recorded)
              for each in kind.values() if each.contradiction}
    assert marked and marked == FINDINGS.keys()


@pytest.mark.parametrize("name", FINDINGS)
def test_its_command_shows_it(name: str) -> None:
    words = shlex.split(FINDINGS[name])
    if name in SWITCHES:
        assert words[0] == "daybreak" and (words[1] == "readings" or words[1:3] == ["find", "readings"])
        assert words[2 + (words[1] == "find")] == SWITCHES[name] and name in words
        assert all((ROOT / word).is_file() for word in words if word.endswith(".toml"))
    else:
        assert words[:2] == ["make", "test"]
        assert f"def {words[2].removeprefix('ARGS=-k ')}(" in TESTS
