"""Planted bugs: every one is found by explicit search and by z3, in a line of the pinned length, and the reference shows it too.

Breadth-first over every transition, or depth by depth, chance open, so that no shorter line shows the bug; without the bug the
same search, asking for every property, finds nothing.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from tests.agreement.planted_bugs import (
    FOLDER,
    RANGE,
    Misplanted,
    PlantedBug,
    altered_text,
    planted_bugs,
    with_bug,
    without_bug,
)
from tests.sampling import one_in
from verifier.instance import Instance
from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION, STEP
from verifier.run.native import Native
from verifier.run.reference import Applied, Position, Reference, RuleBroke
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.limits import Limits
from verifier.symbolic.prove.bounded import RANGES, BoundedCheck, Found, known_start
from verifier.symbolic.prove.induction import Induction

BUGS = planted_bugs()
# What no line can break, and why: the declared ranges of a stack's cards and of `breached_by` hold zombies only, so any other
# card fails there first ("red bites are zombies" does).
BEHIND_RANGES = {"only_zombies_at_entrances"}
# No rule of play: what they say is checked elsewhere, or nothing but properties.
NO_RULES = {"__init__.py", "board.py", "picture.py", "edition_checks.py", "grading.py", "phase_properties.py", "properties.py",
            "step_properties.py"}

every_bug = pytest.mark.parametrize("bug", one_in(4, BUGS), ids=[bug.name.replace(" ", "-") for bug in BUGS])


@every_bug
def test_a_planted_bug_is_found(bug: PlantedBug, tmp_path: Path) -> None:
    instance = with_bug(bug, tmp_path)
    if bug.events:
        assert instance.reference.key(instance.start) == without_bug(bug).reference.key(without_bug(bug).start)
    found = searched(Native(instance.program, "interpreted"), instance, bug.events, asked(bug))
    assert found.ending == ("failed" if bug.breaks == RANGE else "property")
    line = shown(found)
    assert (len(line), sum(event.rule.kind == "decision" for event in line)) == (bug.events, bug.decisions)
    assert refutes(instance, bug, line, found)


@pytest.mark.parametrize("bug", [
    pytest.param(bug, id=bug.name.replace(" ", "-"), marks=[pytest.mark.long] * (bug.events > 5 or number % 8 > 0))
    for number, bug in enumerate(BUGS)])
def test_z3_refutes_a_planted_bug(bug: PlantedBug, tmp_path: Path) -> None:
    instance = with_bug(bug, tmp_path)
    program, rules = instance.program, [instance.program.game.rules[name] for name in asked(bug)]
    start = known_start(program, instance.setting, instance.start, open_chance=True)
    (found,) = BoundedCheck(program, instance.setting, start, rules, ranges=not rules).run(bug.events + 1).values()
    assert (found.name, found.found, found.depth) == (bug.breaks if rules else RANGES, Found.BROKEN, bug.events), found.reason
    # the reference has played the line already; once more, with what explicit search knows of the bug
    reference = Reference(program, evolve(instance.setting, tapes=()))
    line = [*(each.event for each in found.line), *([] if found.event is None else [found.event])]
    assert len(line) == bug.events and shows(reference, bug, instance.start, line)


@pytest.mark.parametrize("bug", [
    pytest.param(bug, id=bug.name.replace(" ", "-"), marks=[pytest.mark.long] * (number not in (16, 64)))
    for number, bug in enumerate(BUGS)])
def test_induction_does_not_prove_what_a_planted_bug_breaks(bug: PlantedBug, tmp_path: Path) -> None:
    instance = with_bug(bug, tmp_path)
    name = RANGES if bug.breaks == RANGE else bug.breaks
    at_set_up = bug.start is None
    free = tuple(instance.program.readings.switches) if at_set_up else ()
    induction = Induction(instance.program, instance.setting, free=free, start=None if at_set_up else instance.start.state)
    assert not induction.prove([name])[name].proved


@every_bug
def test_without_the_bug_nothing_breaks(bug: PlantedBug) -> None:
    alike = [each for each in BUGS if _scenario(each) == _scenario(bug)]
    assert unaltered(alike[0].name, max(each.events for each in alike)) in ("closed", "depth")


@pytest.mark.long
@every_bug
def test_the_reference_finds_it_no_sooner(bug: PlantedBug, tmp_path: Path) -> None:
    instance = with_bug(bug, tmp_path)
    reference = Reference(instance.program, evolve(instance.setting, tapes=()))
    layer, seen = [instance.start], {reference.key(instance.start)}
    assert bug.events == 0 or holds(reference, bug, instance.start)
    for _ in range(bug.events - 1):
        following = []
        for position in layer:
            for applied in (reference.apply(position, event) for event in possible(reference, position)):
                assert holds(reference, bug, position, applied), "a shorter line shows the bug"
                if (key := reference.key(applied.after)) not in seen:
                    seen.add(key)
                    following.append(applied.after)
        layer = following


def test_every_property_and_every_rule_file_has_a_bug() -> None:
    game = without_bug(BUGS[0]).program.game
    properties = {rule.name for rule in game.of_kind("invariant", "step_property")}
    assert {bug.breaks for bug in BUGS} == properties - BEHIND_RANGES | {RANGE}
    assert {bug.file for bug in BUGS} == {path.name for path in FOLDER.glob("*.py")} - NO_RULES
    assert len({(bug.file, bug.rule, bug.line, bug.altered) for bug in BUGS}) == len({bug.name for bug in BUGS}) == len(BUGS)
    assert all((bug.breaks == RANGE) == bool(bug.outside) and bug.decisions <= 3 for bug in BUGS)


@pytest.mark.parametrize("wrong", [
    {"line": "night.ammo -= 3"}, {"line": "door = night.entrances"}, {"rule": "fires"},
    {"line": 'require(night.ammo > 0, "UD-T05")\n    '}, {"altered": "night.ammo -= 1"}, {"altered": "night.ammo -= 2\npass"},
    {"altered": ""}, {"altered": " pass"}])
def test_a_bug_that_does_not_fit_is_refused(wrong: dict[str, str]) -> None:
    bug = next(bug for bug in BUGS if bug.name == "a shot costs two shells")
    text = (FOLDER / bug.file).read_text(encoding="utf-8")
    assert len([1 for one, other in zip(text.split("\n"), altered_text(bug, text).split("\n"), strict=True) if one != other]) == 1
    with pytest.raises(Misplanted):
        altered_text(evolve(bug, **wrong), text)


def test_a_line_that_stands_there_twice_is_refused() -> None:
    bug = next(bug for bug in BUGS if bug.name == "a shot costs two shells")
    text = (FOLDER / bug.file).read_text(encoding="utf-8")
    with pytest.raises(Misplanted, match="has 2 lines"):
        altered_text(bug, text.replace("    night.ammo -= 1\n", "    night.ammo -= 1\n    night.ammo -= 1\n"))


# -- the searches ------------------------------------------------------------------------------------------------------------


def asked(bug: PlantedBug) -> frozenset[str]:
    return frozenset() if bug.breaks == RANGE else frozenset({bug.breaks})


def searched(native: Native, instance: Instance, events: int, properties: frozenset[str]) -> Explored:
    options = ExploreOptions(compress=False, open_chance=True, properties=properties)
    return explore(native, instance.setting, instance.start, options, Limits(depth=events))


def shown(found: Explored) -> list[Event]:
    """The shortest line that shows the bug, the event that breaks something last."""
    number = int(found.tables.edges[-1][0]) if found.ending == "property" else found.found
    assert number is not None
    last = [] if found.found_event is None else [found.backend.program.events[found.found_event]]
    return [*found.events_to(number), *last]


@cache
def unaltered(name: str, events: int) -> str:
    instance = without_bug(next(bug for bug in BUGS if bug.name == name))
    properties = frozenset(rule.name for rule in instance.program.game.of_kind("invariant", "step_property"))
    return searched(instance.native("interpreted"), instance, events, properties).ending


def _scenario(bug: PlantedBug) -> Any:
    return bug.edition, bug.rulings, bug.start


# -- the same on the reference -----------------------------------------------------------------------------------------------


def possible(reference: Reference, position: Position) -> list[Event]:
    """Every event that can happen here, chance open."""
    kind = reference.kind(position)
    if kind == DECISION:
        return reference.legal(position)
    if kind == CHANCE:
        return [event for event, _ in reference.outcomes(position)]
    return reference.events(position) if kind == STEP else []


def holds(reference: Reference, bug: PlantedBug, position: Position, applied: Applied | None = None) -> bool:
    """Whether the property that the bug breaks holds: of the position, or of the transition from it (which has not failed)."""
    if bug.breaks == RANGE:
        return True
    rule = reference.program.game.rules[bug.breaks]
    if rule.kind == "invariant":
        return reference.holds(rule, (position if applied is None else applied.after).state)
    return applied is None or reference.holds(rule, position.state, applied.after.state, event=applied.event)


def refutes(instance: Instance, bug: PlantedBug, line: list[Event], found: Explored) -> bool:
    """Whether the line is legal play, shows nothing before its last event, and then what the bug is said to break."""
    reference = Reference(instance.program, evolve(instance.setting, tapes=()))
    return shows(reference, bug, instance.start, line, None if found.failure is None else found.failure[1])


def shows(reference: Reference, bug: PlantedBug, position: Position, line: list[Event], failed_at: int | None = None) -> bool:
    """The same of a line alone; `failed_at` is where a search says that the rule failed."""
    good = holds(reference, bug, position)
    for number, event in enumerate(line, 1):
        assert good and event in possible(reference, position)
        if number == len(line) and bug.breaks == RANGE:
            with pytest.raises(RuleBroke) as broke:
                reference.apply(position, event)
            assert failed_at in (None, broke.value.line) and str(broke.value.__cause__) == bug.outside
            return True
        applied = reference.apply(position, event)
        good, position = holds(reference, bug, position, applied), applied.after
    return not good
