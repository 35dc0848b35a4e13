"""What is told of contradictions in rulebooks is what the ledgers mark as such, each with a command that exists."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verifier.registry import installed

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (?P<id>[A-Z]+-\d+) \|.*\| `(?P<command>[^`]+)` \|$", re.MULTILINE)
FINDINGS = {found["id"]: found["command"] for found in ROW.finditer((ROOT / "docs" / "findings.md").read_text("utf-8"))}
TESTS = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
GAMES = [installed().program(name) for name in ("until-dawn", "dawn-of-the-zeds", "survive-until-daylight",
                                                   "until-daylight", "dead-til-dawn")]
SWITCHES = {name: program.game.name for program in GAMES for name in program.readings.switches}


def test_every_contradiction_is_told() -> None:
    marked = {each.id for program in GAMES for kind in (program.readings.switches, program.readings.recorded)
              for each in kind.values() if each.contradiction}
    assert marked and marked == FINDINGS.keys()


def test_a_command_shows_the_contradiction_and_a_position(daybreak: Callable[..., Any]) -> None:
    words = shlex.split(FINDINGS["UD-14"])
    ran = daybreak(*words[1:], "--deals", 2, "--states", 200, "--engine", "interpreted")
    text = " ".join(ran.out.split())
    assert ran.code == 0 and "Contradictions in the rulebook" in text and "The rule (line 127) turns every zombie" in text
    assert "smallest position size 4 on the table; no smaller one differs in any event (proved by z3" in text
    assert "The position" in text


@pytest.mark.parametrize("name", FINDINGS)
def test_its_command_shows_it(name: str) -> None:
    words = shlex.split(FINDINGS[name])
    if name in SWITCHES:
        # `find readings` looks at every phase and may take for ever: UD-14 gave no answer in ten minutes.
        assert words[:4] == ["daybreak", "readings", SWITCHES[name], name]
        assert all((ROOT / word).is_file() for word in words if word.endswith(".toml"))
    else:
        assert words[:2] == ["make", "test"]
        assert f"def {words[2].removeprefix('ARGS=-k ')}(" in TESTS
