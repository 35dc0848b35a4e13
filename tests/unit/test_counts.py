"""What tests count of clauses: written by each process when it ends, read back as sums, refused when it is anything else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.games import ferry
from verifier.errors import BadInput
from verifier.ledger.counts import FILES_MOST, Counts, read_counts
from verifier.program.program import load
from verifier.registry import Games

PLAY = """
import sys
from tests.games import ferry
from verifier.program.program import load
from verifier.run.reference import Reference
from verifier.run.setting import Setting

program = load(ferry.game)
reference = Reference(program, Setting({"FE-Q1": sys.argv[1]}, ferry.Fare(tickets=1)))
position = reference.set_up()
for name in ("cross", "meet storm", "land"):
    position = reference.apply(position, program.event_by_text[name]).after
if sys.argv[1] == "paid":
    assert reference.forbidden_by(position, program.event_by_text["cross"]) == "FE-04"
"""
RUN = """schema = 1
game = "ferry"
[[run]]
transitions = 3
[run.rulings]
"FE-Q1" = "refunded"
[run.exercised]
"FE-05" = 1
[run.refused]
"""


def play(folder: Path, ruling: str) -> None:
    done = subprocess.run([sys.executable, "-c", PLAY, ruling], env=os.environ | {"DAYBREAK_COUNTS": str(folder)},
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def read(folder: Path) -> list[Counts]:
    program = load(ferry.game)
    return read_counts(folder, "ferry", program.clauses, program.readings.switches)


def test_processes_count_beside_one_another(tmp_path: Path, daybreak: Callable[..., Any],
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "counts"
    for ruling in ("paid", "refunded", "paid"):
        play(folder, ruling)
    assert len(list(folder.iterdir())) == 3
    paid, refunded = read(folder)
    assert (paid.chosen, refunded.chosen) == ({}, {"FE-Q1": "refunded"})
    assert (paid.transitions, refunded.transitions) == (6, 3)
    assert paid.exercised == {"FE-02": 2, "FE-03": 2, "FE-04": 2, "FE-05": 2, "FE-10": 2} and paid.refused == {"FE-04": 2}
    assert refunded.exercised == {**dict.fromkeys(paid.exercised, 1), "FE-06": 1} and not refunded.refused
    games = Games([EntryPoint("ferry", "tests.games.ferry:game", "daybreak.games")])
    monkeypatch.setattr("verifier.registry._found", lambda: games)
    document = json.loads(daybreak("coverage", "ferry", "--counts", folder, "--json").out)
    assert [(source["name"], source["kind"], source["edition"], source["looked"]) for source in document["sources"]] == [
        ("tests", "tests", None, {"transitions": 6}), ("tests, FE-Q1 = refunded", "tests", None, {"transitions": 3})]
    rows = {row["id"]: row for row in document["clauses"]}
    assert (rows["FE-04"]["exercised"], rows["FE-04"]["refused"], rows["FE-04"]["shortest"]) == (3, 2, None)
    assert [use["source"] for use in rows["FE-06"]["uses"]] == [1] and rows["FE-09"]["status"] == "not-seen"
    text = daybreak("coverage", "ferry", "--counts", folder).out
    assert "1. tests                    the reference runs of tests: transitions 6\n" in text
    assert "Only under other readings than the defaults  1\n  FE-06  FE-Q1 = refunded" in text


def test_nothing_is_written_unless_the_environment_asks(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DAYBREAK_COUNTS"}
    done = subprocess.run([sys.executable, "-c", PLAY, "paid"], env=environment | {"PYTHONPATH": os.getcwd()}, cwd=tmp_path,
                          check=False)
    assert done.returncode == 0 and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("old", "new", "codes"), [
    ("schema = 1", "schema = 2", ["DB210"]), ("transitions = 3", "transitions = -3", ["DB205"]),
    ("transitions = 3", "passes = 3", ["DB201", "DB202"]), ('"FE-05" = 1', '"FE-50" = 1', ["DB213"]),
    ('"FE-05" = 1', '"FE-05" = true', ["DB205"]), ('"FE-05" = 1', '"FE-05" = 1.5', ["DB116"]),
    ('"FE-05" = 1', '"FE-05" = 99999999999', ["DB115"]), ('"FE-Q1"', '"FE-Q2"', ["DB209"]),
    ('"refunded"', '"lost"', ["DB204"]), ("[[run]]", "run = 1", ["DB203"]), ("[run.exercised]", "= 1", ["DB111"]),
    ('"FE-05" = 1', '"FE-50" = -1\n"FE-05" = "1"', ["DB213", "DB205"]), ('"ferry"', '"raft"', ["DB565"]),
])
def test_what_is_no_count_is_refused(old: str, new: str, codes: list[str], tmp_path: Path) -> None:
    text = RUN.split("[[run]]")[0] + new if new == "run = 1" else RUN.replace(old, new)
    (tmp_path / "ferry-1-0.toml").write_text(text)
    with pytest.raises(BadInput) as refused:
        read(tmp_path)
    assert [problem.code for problem in refused.value.problems] == codes


def test_folders_without_counts_and_with_too_many_files(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(BadInput, match="DB565"):
            read(folder)
    (tmp_path / "ferry-1-0.toml").write_text(RUN)
    (tmp_path / "raft-1-0.toml").write_text('schema = 1\ngame = "raft"\n')
    assert [each.transitions for each in read(tmp_path)] == [3]
    for number in range(FILES_MOST):
        (tmp_path / f"ferry-2-{number}.toml").touch()
    with pytest.raises(BadInput, match="DB566"):
        read(tmp_path)
