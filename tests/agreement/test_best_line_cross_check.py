"""`solve --with both`: z3 and the search agree on the lines of late positions, and a disagreement is our fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from verifier.analysis import cross_check
from verifier.analysis.choices import Goal
from verifier.instance import load_instance
from verifier.symbolic.prove import best_line
from verifier.symbolic.prove.best_line import CrossCheck

INTERPRETED = ("--engine", "interpreted")
LATE = """schema = 1
game = "until-dawn"
[deal]
seed = {seed}
[start]
time = 19
zombie_time = 19
ammo = 1
[[start.entrances]]
breached_by = "sneaker"
[[start.entrances]]
barricades = 1
stack = ["sneaker", "scratcher"]
[[start.entrances]]
stack = ["screamer"]
[[start.entrances]]
breached_by = "scratcher"
"""


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], str]:
    folder = tmp_path_factory.mktemp("late")

    def write(seed: int) -> str:
        path = folder / f"late-{seed}.toml"
        path.write_text(LATE.format(seed=seed))
        return str(path)

    return write


@cache
def said(path: str) -> CrossCheck:
    return cross_check.opinion(load_instance(Path(path)), Goal.BEST, 2, None)[0]


@pytest.mark.parametrize("goal", ["best", pytest.param("lose", marks=pytest.mark.long)])
def test_z3_agrees(goal: str, late: Callable[[int], str], daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", late(1), "--with", "both", "--decisions", "2", "--goal", goal, "--json", *INTERPRETED)
    document = json.loads(ran.out)["results"][0]
    assert ran.code == 0 and "agree" in document["cross_check"], document


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 22))
def test_z3_agrees_on_more_deals(seed: int, late: Callable[[int], str], daybreak: Callable[..., Any]) -> None:
    for goal in ("best", "lose"):
        ran = daybreak("solve", late(seed), "--with", "both", "--decisions", "3", "--goal", goal, "--json", *INTERPRETED)
        assert ran.code == 0, ran.err


def test_z3_alone_gives_the_line_and_its_proof(late: Callable[[int], str], daybreak: Callable[..., Any]) -> None:
    path = late(1)
    alone = json.loads(daybreak("solve", path, "--with", "z3", "--decisions", "2", "--json").out)["results"][0]
    searched = json.loads(daybreak("solve", path, "--json", *INTERPRETED).out)["results"][0]
    assert alone["grade"] == searched["grade"] and alone["verdict"] in ("optimal", "best-found")
    assert (alone["proof"] == "exhausted") == (alone["verdict"] == "optimal")
    few = json.loads(daybreak("solve", path, "--with", "z3", "--decisions", "0", "--json").out)["results"][0]
    assert (few["verdict"], few["ending"], few["line"]) == ("unknown", "decisions", [])


@pytest.mark.parametrize("lie", [
    lambda said: evolve(said, grade=(1, 2, 4, 8)),
    lambda said: evolve(said, grade=None, line=(), bounded=True, closed=False),
    lambda said: evolve(said, grade=(0, 0, 0, 0), bounded=True, closed=True),
])
def test_a_disagreement_is_our_fault(lie: Callable[[CrossCheck], CrossCheck], late: Callable[[int], str],
                                     daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # the reproducer is written here
    path = late(1)
    true = said(path)
    monkeypatch.setattr(cross_check, "opinion", lambda *arguments: (lie(true), 0.0))
    ran = daybreak("solve", path, "--with", "both", "--decisions", "2", *INTERPRETED)
    assert ran.code == 255 and "DB915" in ran.err and list(tmp_path.glob("daybreak-fault-*.txt"))


@pytest.mark.parametrize("goal", list(Goal))
def test_lines_that_are_not_followed_to_their_ends_bound_nothing(goal: Goal, late: Callable[[int], str],
                                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    instance = load_instance(Path(late(1)))
    monkeypatch.setattr(best_line, "EVENTS_MOST", 3)
    few = cross_check.opinion(instance, goal, 2, None)[0]
    assert (few.grade, few.bounded, few.closed) == (None, False, False) and "3 transitions" in few.reason
    monkeypatch.undo()
    late_ = cross_check.opinion(instance, goal, 2, 0.0)[0]
    assert (late_.bounded, late_.closed, late_.reason) == (False, False, "seconds")


def test_what_cannot_be_asked(late: Callable[[int], str], daybreak: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "open.toml"
    path.write_text('schema = 1\ngame = "until-dawn"\n')
    assert "DB541" in daybreak("solve", str(path), "--with", "z3").err
    ran = daybreak("solve", late(1), "--decisions", "3")
    assert ran.code == 150 and "DB542" in ran.err
