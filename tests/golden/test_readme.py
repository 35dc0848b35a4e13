"""The transcripts of the README are what the commands write, but for the parts left out and for times."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import scrubbed

ROOT = Path(__file__).parents[2]
CUT = "[...]"
TRANSCRIPTS = dict(re.findall(r"^```\n\$ daybreak ([^\n]+)\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"),
                              re.MULTILINE | re.DOTALL))
LONG = "solve scenarios/until-dawn/demo.toml --board"  # half a minute without a compiler


def compare(command: str, daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    engine = ["--engine", "interpreted"] if command.startswith("solve") else []
    ran = daybreak(*command.split(), *engine)
    written, at = scrubbed(ran.out), 0
    assert (ran.code, ran.err) == (0, "")
    for part in scrubbed(TRANSCRIPTS[command]).split(f"{CUT}\n"):
        found = written.find(part.strip("\n"), at)
        assert found >= at, f"`daybreak {command}` does not write:\n{part}"
        at = found + len(part.strip("\n"))


@pytest.mark.parametrize("command", sorted(TRANSCRIPTS.keys() - {LONG}))
def test_a_transcript_is_real(command: str, daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    compare(command, daybreak, monkeypatch)


@pytest.mark.long
def test_the_transcript_of_the_demo_is_real(daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    compare(LONG, daybreak, monkeypatch)
