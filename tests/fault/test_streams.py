"""The standard streams when they are closed, full or nobody reads them, and widths that no line fits in."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PERFECT = str(ROOT / "scenarios" / "until-dawn" / "small-perfect.toml")
MAIN = "import sys; from verifier.cli import main; sys.exit(main())"
CLOSED = [">&-", "2>&-", "<&- >&- 2>&-"]
Run = Callable[..., Any]


def in_a_shell(arguments: str, streams: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", f'"$0" -c "$1" {arguments} {streams}', sys.executable, MAIN], cwd=ROOT, check=False,
                          capture_output=True, text=True, env={**os.environ, **environment})


@pytest.mark.parametrize("streams", CLOSED)
@pytest.mark.parametrize(("arguments", "code"), [(f"moves {PERFECT} --json", 0), ("moves nowhere", 150)])
def test_with_a_stream_closed_the_exit_code_is_right(arguments: str, code: int, streams: str) -> None:
    ran = in_a_shell(arguments, streams)
    answered = code == 0 and ">&-" not in streams.split()
    assert ran.returncode == (code if answered else 150)
    assert bool(ran.stdout) is answered and "Traceback" not in ran.stderr
    if "2>&-" not in streams:
        assert ran.stderr.startswith({True: "DB506 the answer cannot be written", False: "DB101"}[code == 0]) or answered


def test_a_file_is_never_taken_for_a_closed_stream(tmp_path: Path) -> None:
    output = tmp_path / "deal.toml"
    ran = in_a_shell(f"deal until-dawn --seed 7 -o {output} --json", "<&- >&- 2>&-")
    assert ran.returncode == 150  # the file is there, the answer that says so is not
    assert output.read_text() == in_a_shell("deal until-dawn --seed 7", "<&-").stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_help_for_a_full_disk_is_told() -> None:
    ran = in_a_shell("--help", ">/dev/full")
    assert ran.returncode == 150 and ran.stderr == "DB506 the answer cannot be written: No space left on device @ stdout\n"
    assert in_a_shell("moves nowhere", "2>/dev/full").returncode == 150


def test_help_that_nobody_reads_is_no_failure() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run([sys.executable, "-c", MAIN, "--help"], stdout=writer, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize(("width", "least"), [("0", 100), ("1", 20), ("-7", 100), ("", 100), ("wide", 100), ("²", 100),
                                              ("9" * 30, 100)])
def test_a_width_that_is_none_is_not_taken(width: str, least: int, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    ran = daybreak("games")
    assert ran.code == 0 and ran.err == "" and ran.out.startswith("dawn-of-the-zeds")
    assert max(map(len, ran.out.splitlines())) > least * 0.8
    assert "Usage: daybreak" in daybreak("deal", "--help").out


def test_what_reads_the_width_of_help_is_told_no_nonsense() -> None:
    ran = in_a_shell("--help", "", TERMINAL_WIDTH="wide", COLUMNS="0")
    assert ran.returncode == 0 and "Usage: daybreak" in ran.stdout and ran.stderr == ""
