"""`solve --shortest`: what is told in text, in JSON and on the page, when the exit code is 124, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verifier.report.text.solve import shortest
from verifier.results.solved import Shortest

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"
WON = SCENARIOS / "reshuffle.toml"


def test_the_fewest_decisions_are_told(daybreak: Callable[..., Any], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ran = daybreak("solve", WON, "--shortest", "--no-certify", "--html", page)
    assert (ran.code, ran.err) == (0, "")
    told = "4 decisions, proved: every line with fewer was followed, and none ends so well; not re-checked (--no-certify)"
    assert told in " ".join(ran.out.split()) and "The best line (4 decisions)" in ran.out
    assert told in page.read_text()
    found = json.loads(daybreak("solve", WON, "--shortest", "--no-certify", "--json").out)["results"][0]
    assert found["shortest"]["decisions"] == found["shortest"]["at_least"] == len(found["line"]) == 4
    assert found["shortest"]["proved"] and found["shortest"]["not_re_checked"] == "unasked"


def test_what_is_not_known_does_not_exit_with_0(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", SCENARIOS / "small-perfect.toml", "--shortest", "--states", 10_000, "--json")
    found = json.loads(ran.out)["results"][0]
    assert (ran.code, found["verdict"]) == (124, "optimal")
    assert 1 < found["shortest"]["at_least"] < found["shortest"]["decisions"] and found["shortest"]["ending"] == "states"
    assert not found["shortest"]["proved"] and found["shortest"]["states"] + found["search"]["states"] <= 10_100


def test_a_proof_that_was_to_be_re_checked_and_was_not_does_not_exit_with_0(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", WON, "--shortest", "--certify", "--states", 2_800, "--json")  # 3,049 positions are to be expanded
    found = json.loads(ran.out)["results"][0]
    assert (ran.code, found["verdict"], found["rests_on"]["complete"]) == (124, "optimal", True)
    assert found["shortest"]["proved"] and found["shortest"]["positions"] is None


def test_nobody_who_did_not_ask_is_told(daybreak: Callable[..., Any]) -> None:
    assert json.loads(daybreak("solve", WON, "--json").out)["results"][0]["shortest"] is None


@pytest.mark.parametrize("beside", [("--goal", "lose"), ("--with", "z3")])
def test_where_there_is_no_shortest_line_it_is_refused(beside: tuple[str, str], daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", WON, "--shortest", *beside)
    assert (ran.code, ran.out) == (150, "") and ran.err.startswith("DB528") and "--shortest" in ran.err


def test_seats_have_none(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", WON, "--shortest", "--for", "1")
    assert ran.code == 150 and "DB586" in ran.err and "--shortest" in ran.err


@pytest.mark.parametrize(("found", "told"), [
    (Shortest(1, 1, "closed", 9, positions=3),
     "1 decision, proved: every line with fewer was followed, and none ends so well; re-checked position by position (3)"),
    (Shortest(7, 7, "closed", 9, not_re_checked="unasked"),
     "7 decisions, proved: every line with fewer was followed, and none ends so well; not re-checked (--no-certify)"),
    (Shortest(7, 4, "seconds", 9), "7 decisions, best found; no line as good has fewer than 4: "),
])
def test_in_words(found: Shortest, told: str) -> None:
    assert shortest(found).startswith(told)
    assert found.proved == ("proved" in told)
