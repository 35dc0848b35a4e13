"""Arms of branches: emitted code takes those that CPython runs, what they are named by changes nothing, dead ones are dead."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from attrs import evolve

from tests.agreement.test_find_position import every_position, setting_of
from tests.agreement.until_dawn_bulk import PROGRAM as UNTIL_DAWN
from tests.games import ferry, staircase
from verifier.instance import instance_of
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.program.arms import Arm, with_arms
from verifier.program.program import load
from verifier.run.native import Native
from verifier.run.reference import Applied, Reference
from verifier.scenarios.loader import new_scenario
from verifier.search.clause_counts import count_games, count_ways
from verifier.symbolic.find.use import Use, Way, possible_uses
from verifier.symbolic.solver import Outcome

RULINGS = [{}, {"UD-28": "attack-first"}, {"UD-06": "underneath", "UD-38": "discarded"}, {"UD-43": "deck"}]
Lines = set[tuple[str, int]]


@contextmanager
def traced() -> Iterator[Lines]:
    """The lines that CPython runs."""
    seen: Lines = set()

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            seen.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield seen
    finally:
        sys.settrace(before)


def first_lines(arms: tuple[Arm, ...]) -> dict[str, tuple[str, int]]:
    """The arms of `if` and loops that start with a line of their own -> that line, as CPython's parser sees it."""
    by_line: dict[tuple[str, int], ast.If | ast.For] = {}
    for file in {arm.file for arm in arms}:
        for node in ast.walk(ast.parse(Path(file).read_text())):
            if isinstance(node, (ast.If, ast.For)):
                by_line[file, node.lineno] = node
    found = {}
    for arm in arms:
        node = by_line.get((arm.file, arm.line))
        if node is None or arm.kind not in ("if", "loop"):
            continue
        block = node.body if arm.holds else node.orelse
        if block:
            found[arm.id] = arm.file, block[0].lineno
    return found


def random_line(reference: Reference, start: Any, random: Random) -> list[Applied]:
    position, line = start, []
    while reference.kind(position) != END and len(line) < 400:
        if reference.kind(position) == CHANCE:
            possible = [event for event, _ in reference.outcomes(position)]
        else:
            possible = reference.legal(position) or reference.events(position)
        line.append(reference.apply(position, random.choice(possible)))
        position = line[-1].after
    return line


def consider(reference: Reference, start: Any, line: list[Applied]) -> None:
    """What `count_ways` does along a line, on the reference: every decision tried, every weight asked for."""
    position = start
    for applied in (*line, None):
        for event in reference.events(position):
            if reference.kind(position) == DECISION:
                reference.forbidden_by(position, event)
            elif reference.kind(position) == CHANCE:
                reference.weight(position.state, event)
        if applied is not None:
            reference.apply(position, applied.event)
            position = applied.after


@pytest.mark.parametrize("rulings", RULINGS, ids=str)
def test_the_arms_that_are_taken_are_the_lines_that_run(rulings: dict[str, str]) -> None:
    program, arms = with_arms(UNTIL_DAWN)
    instance = instance_of(new_scenario(program.game, title="Arms", rulings=rulings), UNTIL_DAWN)
    reference = Reference(UNTIL_DAWN, evolve(instance.setting, tapes=()))
    native, random = Native(program, "interpreted"), Random(5)
    ways, lines = dict.fromkeys((arm.id for arm in arms), 0), first_lines(arms)
    ran: Lines = set()
    for _ in range(2):
        line = random_line(reference, instance.start, random)
        for id_, count in count_ways(native, instance.setting, instance.start, line).items():
            if id_ in ways:
                ways[id_] += count
        with traced() as seen:
            consider(reference, instance.start, line)
        ran |= seen
    told = {arm.id: f"{arm.rule}:{arm.line} {arm.kind} {arm.holds}" for arm in arms}
    assert len(lines) > 140
    assert {told[id_] for id_ in lines if ways[id_]} == {told[id_] for id_, line in lines.items() if line in ran}
    assert 0 < sum(ways[id_] == 0 for id_ in lines) < len(lines)


@pytest.mark.parametrize("module", [ferry, staircase], ids=["ferry", "staircase"])
def test_naming_arms_changes_nothing_else(module: Any) -> None:
    program = load(module.game)
    armed, arms = with_arms(program)
    assert armed.clauses[:len(program.clauses)] == program.clauses and len(arms) == len(armed.clauses) - len(program.clauses)
    setting = setting_of(program)
    start = Reference(program, setting).set_up()
    plain, marked = (count_games(Native(each, "interpreted"), setting, start, games=80, seed=4) for each in (program, armed))
    assert plain.looked == marked.looked
    for id_ in program.clauses:
        assert (plain.exercised[id_], plain.refused[id_]) == (marked.exercised[id_], marked.refused[id_])


def test_naming_arms_changes_nothing_of_until_dawn() -> None:
    armed, _ = with_arms(UNTIL_DAWN)
    instance = instance_of(new_scenario(UNTIL_DAWN.game, title="Arms"), UNTIL_DAWN)
    plain, marked = (count_games(Native(each, "interpreted"), instance.setting, instance.start, games=8, seed=9)
                     for each in (UNTIL_DAWN, armed))
    assert plain.looked == marked.looked and plain.looked["transitions"] > 1000
    for id_ in UNTIL_DAWN.clauses:
        assert (plain.exercised[id_], plain.refused[id_]) == (marked.exercised[id_], marked.refused[id_])


def test_arms_that_z3_calls_dead_are_taken_from_no_small_position() -> None:
    program = load(staircase.game)
    armed, arms = with_arms(program)
    native, setting = Native(armed, "interpreted"), setting_of(program)
    reference = Reference(program, setting)
    context = native.context(setting)
    for size in range(3):
        for position in every_position(program, staircase, size):
            if not all(reference.holds(rule, position.state) for rule in program.game.of_kind("invariant")):
                continue
            for event in reference.events(position):
                asked = {"decision": "guard", "chance": "weigh"}.get(event.rule.kind)
                told = 0 if asked is None else native.call(asked, native.state(position), context, event.number)
                if (told > 0) == (asked == "weigh"):
                    native.call("apply", native.state(position), context, event.number)
    assert native.failed(context) is None
    exercised = dict(zip(armed.clauses, native.counters(context)[0].tolist(), strict=True))
    found = possible_uses(armed, setting, [Use(arm.id, Way.PASSED) for arm in arms])
    outcomes = {arm: found[Use(arm.id, Way.PASSED)] for arm in arms}
    # Only positions with nine in the pile take one arm, and here there are none so large.
    assert {arm for arm, known in outcomes.items() if known.outcome is Outcome.UNSAT} == {
        arm for arm in arms if not exercised[arm.id] and not (arm.rule == "gust" and arm.holds and arm.line == full_pile())}
    [dead] = [known for known in outcomes.values() if known.outcome is Outcome.UNSAT]
    assert dead.rulings == {"ST-Q1": "shows"}


def full_pile() -> int:
    lines = Path(str(staircase.__file__)).read_text().splitlines()
    return 1 + next(number for number, line in enumerate(lines) if "felt.size == 9" in line)
