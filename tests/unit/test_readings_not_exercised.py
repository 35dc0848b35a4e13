"""`daybreak readings`: a choice that no play exercised is told as that, and plays may start from scenarios."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.only_games import install_only
from tests.rule_modules import written
from verifier.registry import Games

Run = Callable[..., Any]
ENGINE = ("--engine", "interpreted")

DECLARATIONS = '''"""A stair of the tests: from the ground nobody comes to its top."""
from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Game, Range, record, require, ruling


class Phase(IntEnum):
    CLIMB = 0
    SLIDE = 1
    OVER = 2


@record
class Stair:
    phase: Phase
    step: Annotated[int, Range(0, 9)]
    moves: Annotated[int, Range(0, 3)]


@record
class Rail:
    first: Annotated[int, Range(0, 9)]


@record
class Height:
    step: Annotated[int, Range(0, 9)]


game = Game(name="probe", title="Probe", state=Stair, edition=Rail, folder=Path(__file__).parent, ends=(Phase.OVER,))
rail = game.edition
'''
# what happens at 7, where nobody decides. R-02: whether one may rest above it.
RULES = """
@game.setup
def ground(stair: Stair) -> None:
    stair.step = rail.first


@game.decision(Phase.CLIMB, clause="C-01")
def climb(stair: Stair) -> None:
    stair.step += 1
    stair.moves += 1
    if stair.step == 7:
        stair.phase = Phase.SLIDE
    elif stair.moves == 3:
        stair.phase = Phase.OVER


@game.step(Phase.SLIDE, clause="C-01")
def slide(stair: Stair) -> None:
    if ruling("R-01") == "slippery":
        stair.step = 0
    stair.phase = Phase.OVER if stair.step == 0 or stair.moves == 3 else Phase.CLIMB


@game.decision(Phase.CLIMB, clause="C-01")
def rest(stair: Stair) -> None:
    require(ruling("R-02") == "free" or stair.step < 8, "C-02")
    stair.phase = Phase.OVER


@game.grade
def height(stair: Stair) -> Height:
    return Height(step=stair.step)
"""
READINGS = """schema = 1
game = "probe"
""" + "".join(f"""
[[reading]]
id = "{id_}"
impact = "H"
clauses = ["C-01"]
question = "What of it?"
default = "{choices[0]}"
reason = "None."
[reading.choices]
{choices[0]} = "So."
{choices[1]} = "Otherwise."
""" for id_, choices in (("R-01", ("dry", "slippery")), ("R-02", ("free", "forbidden"))))
EDITION = """schema = 1
game = "probe"
name = "{name}"
title = "{name}"
[values.first]
value = {first}
status = "stated"
why = "Here."
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of scenarios of the stair; nobody who starts on its ground, in three moves, comes to step 7."""
    package = tmp_path / "package"
    package.mkdir()
    module = written(package, RULES, declarations=DECLARATIONS, readings=READINGS)
    (package / "edition-ground.toml").write_text(EDITION.format(name="ground", first=0))
    install_only(monkeypatch, Games([EntryPoint("probe", f"{module.__name__}:game", "daybreak.games"),
                                     EntryPoint("crossing", "tests.games.crossing:game", "daybreak.games")]))
    (tmp_path / "attic.toml").write_text(EDITION.format(name="attic", first=8))
    scenario(tmp_path, "high", '[start]\nphase = "climb"\nstep = 6\n')
    scenario(tmp_path, "attic-start", "", edition="attic.toml")
    return tmp_path


def scenario(folder: Path, name: str, rest: str, game: str = "probe", edition: str = "") -> Path:
    path = folder / f"{name}.toml"
    named = f'edition = "{edition}"\n' if edition else ""
    path.write_text(f'schema = 1\ngame = "{game}"\ntitle = "Start {name}"\n{named}{rest}')
    return path


def measured(daybreak: Run, *arguments: Any) -> dict[str, Any]:
    ran = daybreak("readings", "probe", "--deals", 8, "--pairs", 0, *arguments, *ENGINE, "--json")
    assert (ran.code, ran.err) == (0, "")
    document: dict[str, Any] = json.loads(ran.out)
    return document


def exercised(document: dict[str, Any]) -> dict[str, dict[str, bool]]:
    """By reading: the starts that it was measured from, the told one first."""
    names = [start["scenario"] or "set-up" for start in document["starts"]]
    return {reading["id"]: {names[each["start"]]: each["is_exercised"] for each in reading["starts"]}
            for reading in document["readings"]}


def test_a_reading_that_cannot_matter_from_the_start_is_not_exercised(folder: Path, daybreak: Run) -> None:
    document = measured(daybreak)
    assert exercised(document) == {"R-01": {"set-up": False}, "R-02": {"set-up": False}}
    for reading in document["readings"]:
        [effect] = reading["starts"][0]["effects"]
        assert (effect["measured"], effect["is_exercised"], effect["changed"], effect["differing"]) == (True, False, [], 0)
        assert effect["positions"] > 8 and effect["witness"]["position"] is not None


def test_a_scenario_exercises_what_the_set_up_cannot(folder: Path, daybreak: Run) -> None:
    document = measured(daybreak, "--from", folder / "high.toml")
    assert exercised(document)["R-01"] == {"high": True}
    [effect] = document["readings"][0]["starts"][0]["effects"]
    assert effect["is_exercised"] and effect["differing"] and {each["share"]["of"] for each in effect["changed"]} == {8}
    assert sum(each["share"]["count"] for each in effect["changed"])
    start = document["starts"][0]
    assert (start["scenario"], start["title"], start["further"]) == ("high", "Start high", False)
    assert start["edition"]["name"] == "ground"


def test_what_only_play_under_the_other_choice_meets_counts(folder: Path, daybreak: Run) -> None:
    """From 6 under `slippery` the peeking player and the best line rest; if the random one does too, nobody comes to 7."""
    start = scenario(folder, "wet", '[rulings]\nR-01 = "slippery"\n[start]\nphase = "climb"\nstep = 6\n')
    measuring = (measured(daybreak, "R-01", "--from", start, "--deals", 1, "--size", 0, "--seed", seed) for seed in range(1, 7))
    found = [document["readings"][0]["starts"][0]["effects"][0] for document in measuring]
    assert all(effect["is_exercised"] for effect in found)
    assert {effect["example"]["met"]["under"] for effect in found} == {"dry", "slippery"}


def test_results_are_told_by_start_and_the_one_with_most_exercise_comes_first(folder: Path, daybreak: Run) -> None:
    document = measured(daybreak, "--from", folder / "attic-start.toml", "--from", folder / "high.toml")
    assert [start["edition"]["name"] for start in document["starts"]] == ["attic", "ground"]
    assert exercised(document)["R-01"] == {"high": True, "attic-start": False}
    assert document["readings"][0]["starts"][1]["effects"][0]["changed"] == []


def test_from_a_further_start_only_what_is_left_is_measured(folder: Path, daybreak: Run) -> None:
    document = measured(daybreak, "--or-from", folder / "high.toml", "--or-from", folder / "attic-start.toml", "R-01")
    assert exercised(document) == {"R-01": {"high": True, "set-up": False}}  # nothing was left for the attic
    assert [start["further"] for start in document["starts"]] == [False, True]
    under_attic = measured(daybreak, "--edition", folder / "attic.toml", "--or-from", folder / "high.toml")
    assert exercised(under_attic) == {"R-02": {"set-up": True}, "R-01": {"high": True, "set-up": False}}


def test_the_rulings_of_a_scenario_are_in_force_but_for_those_given(folder: Path, daybreak: Run) -> None:
    rulings = '[rulings]\nR-01 = "slippery"\nR-02 = "forbidden"\n'
    slippery = scenario(folder, "slippery", f'{rulings}[start]\nphase = "climb"\nstep = 6\n')
    document = measured(daybreak, "--from", slippery, "--ruling", "R-02=free")
    assert document["starts"][0]["rulings"] == {"R-01": "slippery", "R-02": "free"}
    reading = next(each for each in document["readings"] if each["id"] == "R-01")
    start = reading["starts"][0]
    assert start["in_force"] == "slippery" and [effect["choice"] for effect in start["effects"]] == ["dry"]


def test_seeds_replace_the_deal_of_a_scenario(folder: Path, daybreak: Run) -> None:
    spelled = scenario(folder, "spelled", '[deal]\nseed = 9\ndeck = ["storm", "storm", "storm"]\n', "crossing")
    plain = scenario(folder, "plain", "", "crossing")
    told = [daybreak("readings", "crossing", "FE-Q1", "--deals", 5, "--size", 0, "--from", path, *ENGINE, "--json").out
            for path in (spelled, plain)]
    one, two = (re.sub(r'"seconds": [\d.]+', "", text).replace("spelled", "plain") for text in told)
    assert one == two and '"measured"' in one


def test_nothing_that_is_not_exercised_is_shown_with_an_interval(folder: Path, daybreak: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    late = scenario(folder, "late", '[start]\nphase = "climb"\nstep = 6\nmoves = 2\n')
    options = ("--deals", 8, "--pairs", 0, "--or-from", late)
    told = daybreak("readings", "probe", *options, "--html", page, *ENGINE).out
    for text in (told, page.read_text()):
        shown, _, idle = text.partition("Not exercised by these deals")
        assert "R-01: What" in shown and "R-02: What" in idle and "R-02" not in shown
        assert "not exercised by these deals" in idle
        assert not re.search(r"\d \(\d|95 %|no effect|undecided", idle)
    assert "at 95 %" in told
    document = measured(daybreak, "--or-from", late)
    effects = [effect for reading in document["readings"] for each in reading["starts"]
               for effect in each["effects"]]
    assert not [effect for effect in effects if not effect["is_exercised"] and effect["changed"]]
    assert [effect["is_exercised"] for effect in effects].count(False) >= 2


@pytest.mark.parametrize(("arguments", "codes"), [
    (["--from", "high.toml", "--edition", "ground"], ["DB573"]),
    (["--from", "ferry.toml"], ["DB574"]), (["--or-from", "ferry.toml"], ["DB574"]),
    (["--from", "over.toml"], ["DB575"]), (["--or-from", "over.toml"], ["DB575"]),
    (["--from", "over.toml", "--from", "ferry.toml", "--edition", "ground"], ["DB573", "DB575", "DB574"]),
    (["--from", "nowhere.toml"], ["DB101"]), (["--from", "high.toml", "--ruling", "R-01=wet"], ["DB209"]),
])
def test_starts_that_cannot_be(arguments: list[str], codes: list[str], folder: Path, daybreak: Run) -> None:
    scenario(folder, "over", '[start]\nphase = "over"\n')
    scenario(folder, "ferry", "", "crossing")
    paths = [str(folder / word) if word.endswith(".toml") else word for word in arguments]
    ran = daybreak("readings", "probe", *paths, *ENGINE)
    assert (ran.code, ran.out) == (150, "")
    assert re.findall(r"^(DB\d+)", ran.err, re.MULTILINE) == codes
