"""Games drawn by hypothesis: every installed game and the games of the tests are clean, and planted faults are found.

A fault is planted by changing one line of the staircase.  What is asserted of it: the line that is found is the shortest there
is, and the files that are written show it to whoever runs `daybreak replay`.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import TestCase

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.games import corridor, cups, sliding, staircase
from verifier.errors import BadInput
from verifier.instance import load_instance
from verifier.line import read_line, replay
from verifier.program.program import Program, load
from verifier.registry import Games, installed
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.scenarios.start import start_state
from verifier.testing import Failure, game_machine, reproduced
from verifier.testing.starts import Change, Start, places, scenario_of_start
from verifier.testing.walk import Walk, WalkOptions

CORRIDOR_BREAKS = ("nobody_hides", "nobody_runs", "doors_stay_shut")
GAMES: dict[str, tuple[Callable[[], Program], tuple[str, ...]]] = {
    "corridor": (lambda: load(corridor.game), CORRIDOR_BREAKS),
    "cups": (lambda: load(cups.game), ()),
    "sliding": (lambda: load(sliding.game), ()),
    "staircase": (lambda: load(staircase.game), ()),
    **{name: ((lambda name=name: installed().program(name)), ()) for name in installed()},
}
# Games and events.  Of Dawn of the Zeds the reference asks some 1,600 guards behind every event, each on a copy of the table.
SIZES = {"dawn-of-the-zeds": (3, 8)}
_planted = count()


def run(machine: Any, games: int, events: int) -> None:
    """Play so many games of so many choices."""
    run_state_machine_as_test(machine, settings=settings(machine.TestCase.settings, max_examples=games,
                                                         stateful_step_count=events))


def failure(program: Program, folder: Path, **more: Any) -> Failure:
    """What a machine finds from the set-up."""
    with pytest.raises(Failure) as caught:
        run(game_machine(program, folder=folder, **{"changes_max": 0, **more}), 300, 16)
    return caught.value


def planted(folder: Path, old: str, new: str) -> ModuleType:
    """The staircase with a line changed, imported from a folder of its own."""
    home = Path(staircase.__file__).parent
    text = (home / "__init__.py").read_text(encoding="utf-8")
    assert old in text
    name = f"planted_{next(_planted)}"
    shutil.copytree(home, folder / name)
    (folder / name / "__init__.py").write_text(text.replace(old, new), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, folder / name / "__init__.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # annotations of records are looked up by the name of the module
    spec.loader.exec_module(module)
    return module


def install(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> None:
    """Let commands find a game."""
    games = Games([EntryPoint("staircase", f"{module.__name__}:game", "daybreak.games")])
    monkeypatch.setattr("verifier.registry._found", lambda: games)


@pytest.mark.parametrize("name", GAMES)
def test_games_are_clean(name: str, tmp_path: Path) -> None:
    program, breaks = GAMES[name]
    run(game_machine(program(), folder=tmp_path, ignoring=breaks), *SIZES.get(name, (5, 12)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_many_games_are_clean(name: str, tmp_path: Path) -> None:
    program, breaks = GAMES[name]
    run(game_machine(program(), folder=tmp_path, ignoring=breaks), *((12, 15) if name in SIZES else (200, 60)))


# -- planted faults -------------------------------------------------------------------------------------------------------

FORGETS_REST = ("    climber.tired = min(climber.tired, climber.height)\n", "")
FALLS = ("        climber.lit = False\n", "        climber.lit = False\n        if climber.height == 2:\n"
         "            climber.height = 0\n            climber.tired = 0\n")
NO_FOOT = ('    require(climber.height > 0, "ST-02")\n', "")
FORGETS_TIRED = ('    if not given("tired"):\n        climber', "    if True:\n        climber")
NOTHING = ("", "")
UP = ("climb", "gust calm", "land")


@pytest.mark.parametrize(("change", "what", "events", "code"), [
    (FORGETS_REST, "the invariant nobody_is_too_tired does not hold", (*UP, "descend"), 12),
    (FALLS, "the step property stair_by_stair does not hold", (*UP, "climb", "gust blows"), 12),
    (NO_FOOT, "a rule fails: DB401 descend: Climber.height: -1", ("descend",), 75),
], ids=["invariant", "step property", "rule"])
def test_a_planted_fault_is_found_and_replays(
        change: tuple[str, str], what: str, events: tuple[str, ...], code: int, tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch, daybreak: Callable[..., Any]) -> None:
    module = planted(tmp_path, *change)
    found = failure(load(module.game), tmp_path / "found")
    assert what in found.what and found.events == events
    assert f"daybreak replay {found.scenario} --line {found.line}" in str(found)
    assert sorted((tmp_path / "found").iterdir()) == sorted([found.scenario, found.line])
    assert found.disagreement is None
    install(monkeypatch, module)
    ran = daybreak("replay", found.scenario, "--line", found.line)
    assert ran.code == code
    told = " ".join((ran.out + ran.err).split())
    assert what.removeprefix("a rule fails: ") in told and "/".join(events[-1:]) in told
    if code == 12:
        assert "Broken: the" in ran.out
        answer = json.loads(daybreak("replay", found.scenario, "--line", found.line, "--json").out)
        assert [each["number"] for each in answer["broken"]][:1] == [len(events)]


def test_the_deal_is_spelled_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = planted(tmp_path, *FORGETS_REST)
    found = failure(load(module.game), tmp_path)
    install(monkeypatch, module)
    instance = load_instance(found.scenario)
    assert instance.scenario.deal.given == {"wind": ("calm",)} and instance.scenario.start is None
    made = list(replay(instance.reference, instance.start, read_line(str(found.line))))
    assert tuple(applied.event.text for applied in made)[:len(found.events)] == found.events


def test_events_that_only_go_together_are_left_out(tmp_path: Path) -> None:
    """From the corridor's hall one goes there and back for ever; each way alone cannot be left out."""
    found = failure(load(corridor.game), tmp_path, ignoring=("nobody_runs", "doors_stay_shut"))
    assert len(found.events) == 5 and found.events[1:] == ("knock", "door opens", "go-through", "enter closet")


def lying_about_the_lamp(program: Program) -> Native:
    """Emitted code that puts the lamp out where it should light it, on the second stair."""
    native, light = Native(program, "interpreted"), program.event_by_text["light"].number
    honest, lit = native.module.apply, [slot.path for slot in program.slots].index("lit")

    def lie(s: Any, x: Any, event: int) -> None:
        honest(s, x, event)
        if event == light and s[1] == 2:
            s[lit] = 0

    native.module.apply = lie  # type: ignore[attr-defined]
    return native


def test_a_lie_of_emitted_code_is_found_and_replays(tmp_path: Path) -> None:
    program = load(staircase.game)
    found = failure(program, tmp_path, engines=[lying_about_the_lamp(program)])
    assert "effect of light" in found.what and len(found.events) == 6 and "gust blows" in found.events
    assert found.disagreement is not None and str(found.disagreement) in str(found)
    again = reproduced(program, found.disagreement, [lying_about_the_lamp(program)])
    assert [each.event for each in again if each.what == "effect"] == ["light"]
    assert reproduced(program, found.disagreement, ["interpreted"]) == []


def test_a_changed_table_is_written_as_a_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(staircase.game)
    found = failure(program, tmp_path, engines=[lying_about_the_lamp(program)], changes_max=4)
    install(monkeypatch, staircase)
    instance = load_instance(found.scenario)
    assert instance.scenario.start is None or set(instance.scenario.start) <= {"phase", "height", "tired", "lit"}
    assert len(found.events) <= 6


def test_a_state_that_no_file_can_say_is_a_fault(tmp_path: Path) -> None:
    found = failure(load(planted(tmp_path, *FORGETS_TIRED).game), tmp_path)
    assert "another one when it is loaded from a scenario file" in found.what and found.events == (*UP, "rest")


def test_a_crash_is_a_fault_and_not_an_error_of_the_machine(tmp_path: Path) -> None:
    def crash(climber: Any) -> None:
        raise TypeError("no")

    program = load(planted(tmp_path, *NOTHING).game)
    object.__setattr__(program.game.rules["land"], "function", crash)
    found = failure(program, tmp_path)
    assert "crashes with TypeError: no" in found.what and found.scenario.exists()
    assert found.events == UP[:len(found.events)]  # a seeded deal says it one event before


def test_a_start_that_is_refused_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                            daybreak: Callable[..., Any]) -> None:
    module = planted(tmp_path, "    climber.lit = True\n\n\n@game.completion", "    climber.tired = 1\n\n\n@game.completion")
    found = failure(load(module.game), tmp_path)
    assert "the start is refused: DB221" in found.what and found.events == ()
    install(monkeypatch, module)
    ran = daybreak("replay", found.scenario, "--line", found.line)
    assert ran.code == 150 and "nobody_is_too_tired" in ran.err


# -- what is drawn --------------------------------------------------------------------------------------------------------


def test_changes_that_break_an_invariant_are_left_out() -> None:
    program = load(staircase.game)
    at = {place.path: place for place in places(program)}
    assert list(at) == ["phase", "height", "tired", "lit", "felt"]
    changes = (Change(at["tired"], (4,)), Change(at["height"], (3,)), Change(at["felt"], (2, 1, 0, *[0] * 7)))
    scenario = scenario_of_start(program, Start("steep", (("ST-Q1", "hides"),), 7, changes))
    assert scenario.start == {"height": 3, "felt": ["calm", "blows"]} and scenario.chosen == {"ST-Q1": "hides"}
    assert (start_state(scenario).tired, scenario.edition.name, scenario.deal.seed) == (3, "steep", 7)
    assert [repr(change) for change in changes] == ["<tired = 4>", "<height = 3>", "<felt = 1, 0>"]


def test_a_changed_table_may_fail_unless_the_invariants_are_inductive() -> None:
    """On the highest stair but before the end, the next stair is out of range: a table of nobody's game."""
    program = load(staircase.game)
    at = {place.path: place for place in places(program)}
    scenario = scenario_of_start(program, Start("steep", (), None, (Change(at["phase"], (2,)), Change(at["height"], (9,)),
                                                                    Change(at["phase"], (1,)))))
    walk = Walk(WalkOptions(program, [Native(program, "interpreted")]), scenario)
    assert not walk.strict and Walk(WalkOptions(program, [], inductive=True), scenario).strict
    walk.begin()
    assert not walk.over and walk.instance.start.state.height == 9


def test_an_honest_walk_ends_and_begins_again() -> None:
    program = load(staircase.game)
    walk = Walk(WalkOptions(program, [Native(program, "interpreted")]), scenario_of_start(program, Start("plain")))
    for _ in range(2):
        walk.begin()
        while not walk.over:
            walk.play(walk.options[-1][0])
        assert walk.events == [*UP] * 5 and walk.outcomes == {"wind": ["calm"] * 5} and len(walk.choices) == 10
    assert walk.position.used == (5,) and Reference(program, walk.instance.setting).kind(walk.position) == 3


# -- how it is asked for --------------------------------------------------------------------------------------------------


def test_unknown_games_and_editions_are_refused() -> None:
    with pytest.raises(BadInput, match="DB207"):
        game_machine("until-dusk")
    with pytest.raises(BadInput, match=r"DB208 expected an edition of staircase, got 'flat'.*plain, steep"):
        game_machine(load(staircase.game), editions=["plain", "flat"])


def test_the_kit_loads_without_hypothesis_and_says_what_to_install() -> None:
    program = ("import sys; sys.modules['hypothesis'] = None\n"
               "from verifier.errors import BadInput\n"
               "from verifier.testing import game_machine, random_games\n"
               "try:\n    game_machine('until-dawn')\nexcept BadInput as error:\n    print(error)")
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "DB540" in ran.stdout and "pip install 'daybreak-rules[testing]'" in ran.stdout


def test_without_a_folder_the_files_are_in_a_temporary_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(Failure) as caught:
        run(game_machine(load(corridor.game)), 100, 10)
    assert caught.value.scenario.parent.parent == tmp_path and caught.value.scenario.exists()


def test_it_is_a_test_case() -> None:
    case = game_machine(load(sliding.game)).TestCase
    assert issubclass(case, TestCase) and case.settings.derandomize == settings().derandomize
