"""What `find position` say, against every position of a small game, and on planted bugs of Until Dawn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from tests.agreement.planted_bugs import PlantedBug, planted_bugs, with_bug
from tests.agreement.test_game_machine import planted
from tests.agreement.test_planted_bugs import asked, searched, shown
from tests.agreement.until_dawn_bulk import ASSUMED
from tests.agreement.until_dawn_bulk import PROGRAM as UNTIL_DAWN
from tests.games import staircase
from verifier.instance import Instance
from verifier.ledger.editions import default_edition, load_edition
from verifier.program.program import Program, load
from verifier.run.native import Native
from verifier.run.reference import Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.find.position import Positions, Smallest, Sought, smallest_position
from verifier.symbolic.solver import Effort

TIRING = 'clause("ST-04")', "climber.height = max(0, climber.height - climber.felt.size)"
FALLING = 'clause("ST-04")', "climber.height = climber.height - climber.felt.size"


def setting_of(program: Program) -> Setting:
    edition = load_edition(program.game, default_edition(program.game), Path(__file__).parent).record
    return Setting(program.default_rulings, edition)


def every_position(program: Program, module: Any, size: int) -> Iterator[Position]:
    """Every state with so many in its pile, of the phases that go on."""
    for phase, height, tired, lit in product(module.Phase, range(10), range(10), (False, True)):
        if phase in program.game.ends:
            continue
        for winds in product(module.Wind, repeat=size):
            state = program.decode([0] * len(program.slots))
            state.phase, state.height, state.tired, state.lit = phase, height, tired, lit
            for wind in winds:
                state.felt.put_top(wind)
            yield Position(state, (0,))


def breaks(reference: Reference, name: str, position: Position) -> bool:
    """Whether one event from a position that keeps the invariants breaks a property, or (ranges) fails."""
    program = reference.program
    if not all(reference.holds(rule, position.state) for rule in program.game.of_kind("invariant")):
        return False
    phase = program.phases[position.state.phase]
    for event in (program.events[number] for number in phase.events):
        if event.rule.kind == "decision" and reference.forbidden_by(position, event):
            continue
        try:
            after = reference.apply(position, event).after
        except RuleBroke:
            if name == "ranges":
                return True
            continue
        if name != "ranges":
            rule = program.game.rules[name]
            states = (after.state,) if rule.kind == "invariant" else (position.state, after.state)
            if not reference.holds(rule, *states, event=event):
                return True
    return False


def smallest(program: Program, name: str, size: int, **more: Any) -> Smallest:
    rule = None if name == "ranges" else program.game.rules[name]
    return smallest_position(program, setting_of(program), rule, Positions(size, more.pop("steps", 1), **more))


@pytest.mark.parametrize(("change", "name"), [(TIRING, "stair_by_stair"), (FALLING, "ranges"), (FALLING, "stair_by_stair")])
def test_no_smaller_position_of_a_small_game_breaks_it(change: tuple[str, str], name: str, tmp_path: Path) -> None:
    module = planted(tmp_path, *change)
    program = load(module.game)
    found = smallest(program, name, 3)
    reference = Reference(program, setting_of(program))
    first = next(size for size in range(4)
                 if any(breaks(reference, name, each) for each in every_position(program, module, size)))
    assert (found.found, found.size, found.none_below, found.is_smallest) == (Sought.FOUND, first, first, True)
    assert found.bounded is not None and found.bounded.start is not None and breaks(reference, name, found.bounded.start)


def test_none_of_a_size_is_not_none_of_any_size(tmp_path: Path) -> None:
    program = load(planted(tmp_path, *TIRING).game)
    few = smallest(program, "stair_by_stair", 1)
    assert (few.found, few.none_below, few.bounded) == (Sought.NONE, 2, None)
    none = smallest(load(staircase.game), "stair_by_stair", 1)
    assert (none.found, none.none_below) == (Sought.NONE, None)


def test_a_line_of_any_length_needs_invariants_that_are_kept(tmp_path: Path) -> None:
    honest = smallest(load(staircase.game), "stair_by_stair", 0, steps=3)
    assert (honest.found, honest.none_below, honest.whatever_length) == (Sought.NONE, None, True)
    program = load(planted(tmp_path, "climber.tired = min(climber.tired, climber.height)", "climber.height += 0").game)
    assert smallest(program, "stair_by_stair", 0).none_below is None
    found = smallest(program, "nobody_is_too_tired", 0)
    assert (found.found, found.size) == (Sought.FOUND, 0)


def test_no_time_is_no_answer(tmp_path: Path) -> None:
    program = load(planted(tmp_path, *TIRING).game)
    found = smallest_position(program, setting_of(program), program.game.rules["stair_by_stair"], Positions(2, 1),
                              effort=Effort(until=0.0))
    assert (found.found, found.none_below, found.reason) == (Sought.UNKNOWN, 0, "seconds")


def test_readings_can_be_left_to_z3(tmp_path: Path) -> None:
    change = 'if ruling("ST-Q1") == "hides":\n            climber.felt.clear()', \
        'if ruling("ST-Q1") == "hides":\n            climber.height = 0'
    program = load(planted(tmp_path, *change).game)
    assert setting_of(program).rulings["ST-Q1"] != "hides"
    assert smallest(program, "stair_by_stair", 1).none_below is None
    found = smallest(program, "stair_by_stair", 1, free=("ST-Q1",))
    assert found.size == 0 and found.bounded is not None and found.bounded.rulings["ST-Q1"] == "hides"


@pytest.mark.parametrize("size", [1, pytest.param(4, marks=pytest.mark.long)])
def test_until_dawn_has_no_position_that_breaks_it(size: int) -> None:
    rule = UNTIL_DAWN.game.rules["jasper_dies_of_movement"]
    found = smallest_position(UNTIL_DAWN, Setting(UNTIL_DAWN.default_rulings, ASSUMED), rule, Positions(size, 1))
    assert (found.found, found.none_below) == (Sought.NONE, None)


BUGS = [bug for bug in planted_bugs() if bug.events and not bug.rulings and bug.edition == "assumed-20"]


@pytest.mark.long
@pytest.mark.parametrize("bug", BUGS, ids=[bug.name.replace(" ", "-") for bug in BUGS])
def test_a_position_that_shows_a_planted_bug_is_a_scenario(bug: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                           daybreak: Callable[..., Any]) -> None:
    instance = with_bug(bug, tmp_path)
    program = instance.program

    class Games(dict[str, Any]):
        def program(self, name: str) -> Program:
            return program

    monkeypatch.setattr("verifier.registry._found", lambda: Games({"until-dawn": program.game}))
    file, name = tmp_path / "found.toml", "ranges" if bug.breaks == "range" else bug.breaks
    ran = daybreak("find", "position", "until-dawn", "--breaks", name, "--size", "3", "--json", "-o", file)
    document = json.loads(ran.out)
    if document["verdict"] == "refuted":
        # No one step breaks it: on the way, another invariant broke before, and no scenario is such a position.
        assert ran.code == 12 and not is_kept_before(instance, bug)
        return
    assert (ran.code, document["verdict"], document["smallest"]) == (0, "proved", True), document
    assert file.read_text() == document["scenario"] and len(document["events"]) + (document["last"] is not None) == 1


def is_kept_before(instance: Instance, bug: PlantedBug) -> bool:
    """Whether all invariants hold in the position before the event with which legal play shows a bug."""
    reference = Reference(instance.program, evolve(instance.setting, tapes=()))
    line = shown(searched(Native(instance.program, "interpreted"), instance, bug.events, asked(bug)))
    position = instance.start
    for event in line[:-1]:
        position = reference.apply(position, event).after
    return all(reference.holds(rule, position.state) for rule in instance.program.game.of_kind("invariant"))
