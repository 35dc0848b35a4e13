"""`solve --difficulty` and `solve --count`: what is told in text, in JSON and on the page, and when the exit code is 124."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verifier.report.text.difficulty import counted, legend, marks, rows
from verifier.results.counted import CountedLines
from verifier.results.difficult import Difficulty, Kept, LinePoint
from verifier.results.share import share

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"
WON, LOST = SCENARIOS / "reshuffle.toml", SCENARIOS / "small-lost.toml"
NONE = share(0, 0, 100)


def test_the_measures_and_the_marks_are_told(daybreak: Callable[..., Any], golden: Callable[[str, str], None],
                                             tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ran = daybreak("solve", LOST, "--difficulty", "--count", "--html", page)
    assert (ran.code, ran.err) == (0, "")
    golden("solve-difficulty.txt", ran.out.replace(str(page), "page.html"))
    document = json.loads(daybreak("solve", LOST, "--difficulty", "--count", "--json").out)["results"][0]
    marked = {each["number"]: each["mark"] for each in document["difficulty"]["decisions"] if each["mark"]}
    shown = {int(number): mark for number, mark in re.findall(r"^(\d+)\. .*? (!!?|\?)  UD-", ran.out, re.MULTILINE)}
    assert shown == marked and "!" in marked.values() and "  !  the only move that keeps this result" in ran.out
    assert document["difficulty"]["first"] == {"legal": 8, "keep": 0, "unknown": 0, "only": False}
    assert document["best_lines"]["exact"] and document["best_lines"]["up_to_order_exact"]
    told = page.read_text()
    assert told.count('<p class="only">') == len(marked) and "up to the order of independent decisions" in told


def test_nobody_who_did_not_ask_is_told(daybreak: Callable[..., Any]) -> None:
    document = json.loads(daybreak("solve", WON, "--json").out)["results"][0]
    assert document["difficulty"] is document["best_lines"] is None


def test_what_is_not_known_does_not_exit_with_0(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", SCENARIOS / "full-perfect.toml", "--count", "--json")
    found = json.loads(ran.out)["results"][0]
    assert (ran.code, found["verdict"], found["best_lines"]["exact"]) == (124, "optimal", False)
    assert found["best_lines"]["lines"] > 1 and not found["best_lines"]["up_to_order_exact"]


@pytest.mark.parametrize("option", ["--difficulty", "--count"])
def test_a_loss_has_neither(option: str, daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", WON, "--goal", "lose", option)
    assert (ran.code, ran.out) == (150, "") and ran.err.startswith("DB526") and option in ran.err


@pytest.mark.parametrize(("found", "told"), [
    (CountedLines(1, True, 1, True, False, True, 9, "closed"), "1 best line"),
    (CountedLines(1200, True, 7, True, False, True, 9, "closed"), "1,200 best lines, 7 up to the order of independent decisions"),
    (CountedLines(1200, True, 7, False, False, True, 9, "closed"),
     "1,200 best lines, at least 7 up to the order of independent decisions"),
    (CountedLines(1, False, 1, False, False, True, 9, "states"),
     "at least 1 best line, at least 1 up to the order of independent decisions"),
    (CountedLines(2, False, 2, False, False, False, 9, "states"),
     "at least 2 lines with this grade or a better one, at least 2 up to the order of independent decisions"),
    (CountedLines(1, False, 1, False, True, True, 9, "closed"), "infinitely many best lines: some repeat a position"),
])
def test_how_many_lines_is_told(found: CountedLines, told: str) -> None:
    assert counted(found) == told


@pytest.mark.parametrize(("win", "result", "mark"), [
    (Kept(3, 1, 0), Kept(3, 1, 0), "!!"), (Kept(3, 2, 0), Kept(3, 1, 0), "!"), (Kept(3, 2, 0), Kept(3, 2, 0), ""),
    (Kept(1, 1, 0), Kept(1, 1, 0), ""),  # nobody chooses
    (Kept(3, 1, 1), Kept(3, 1, 0), "!"), (Kept(3, 1, 1), Kept(3, 1, 1), "?"), (Kept(3, 2, 1), Kept(3, 1, 1), "?"),
    (Kept(3, 2, 1), Kept(3, 2, 1), ""), (None, Kept(2, 1, 0), "!"), (None, Kept(2, 1, 1), "?"),
])
def test_marks(win: Kept | None, result: Kept, mark: str) -> None:
    point = LinePoint(1, "go", win, result)
    found = Difficulty(100, NONE, NONE, None, (point,), 1)
    assert point.mark == mark and marks(found) == ({1: mark} if mark else {})
    assert [each for each, _ in legend(marks(found))] == ([mark] if mark else [])


def test_what_is_not_known_is_told() -> None:
    points = tuple(LinePoint(number, "go", Kept(3, 1, unknown), None) for number, unknown in enumerate((0, 1, 2), 1))
    found = Difficulty(100, share(40, 3, 100), NONE, Kept(5, 1, 2), points, 50, "seconds")
    assert dict(rows(found)) == {
        "random": "40 of 100 games won (30.9% to 52.8%), 3 without an end", "peeking": "0 of 100 games won (0.0% to 3.7%)",
        "first": "1 of 5 first decisions still win, 2 not known",
        "only move": "at least 1 of 3 decisions of the line: only one move keeps the win; 2 not known",
        "incomplete": "the time limit was reached; --seconds raises it"}
    assert not found.is_known
