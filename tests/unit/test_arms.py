"""The arms of branches, marked and counted: every kind of branch by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.rule_modules import Both, written
from verifier.program.arms import Arm, with_arms
from verifier.program.program import load
from verifier.run.native import Native
from verifier.run.reference import Position

RULES = '''
@game.rule
def worth(colour: Colour) -> int:
    if colour == Colour.RED:  # worth
        return 1
    return 0


@game.decision(Phase.ACT)
def act(table: Table, count: Annotated[int, Range(0, 3)]) -> None:
    require(count < 3, "C-01")  # guard
    require(worth(table.colour) == 0 or count > 0, "C-02")  # second guard
    hops = bound(3)
    while hops(table.m < count):  # while
        table.m += 1
    for card in table.cards:  # pile
        if card == Colour.RED:  # in the loop
            clause("C-03")
            break
    for number in range(count):  # range
        table.numbers[number] = 1
    for flag in table.flags:
        if flag:  # flag
            table.n = 1
        elif table.flag:  # elif
            clause("C-04", "C-05")
    match table.suit:
        case Suit.CUPS:  # case
            table.n = 2
        case _:
            table.n = 3
    table.m = min(table.m, 2 if table.n == 2 else 0)  # conditional
    table.phase = Phase.OVER
'''


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return written(tmp_path_factory.mktemp("arms"), RULES)


def lines_of(module: Any) -> dict[int, str]:
    """Line -> the words behind the comment sign there."""
    text = Path(module.__file__).read_text().splitlines()
    return {number: line.partition("  # ")[2] for number, line in enumerate(text, 1) if "  # " in line}


def taken(module: Any, state: Any, event: str) -> dict[str, tuple[int, int]]:
    """How often emitted code takes both arms of each branch when an event is considered and, if it is legal, happens."""
    both = Both(module)
    program, arms = with_arms(both.program)
    native = Native(program, "interpreted")
    context, number = native.context(both.setting), program.event_by_text[event].number
    array = native.state(Position(state, (0,) * len(program.tapes)))
    if native.call("guard", array, context, number) == 0:
        native.call("apply", array, context, number)
    assert native.failed(context) is None
    exercised = dict(zip(program.clauses, (int(count) for count in native.counters(context)[0]), strict=True))
    words, counts = lines_of(module), dict[str, list[int]]()
    for arm in arms:
        counts.setdefault(words[arm.line], [0, 0])[not arm.holds] += exercised[arm.id]
    return {name: (holds, fails) for name, (holds, fails) in counts.items()}


def table_of(module: Any, **fields: Any) -> Any:
    state = Both(module).state([0] * len(load(module.game).slots))
    state.colour, state.warm = module.Colour.GREEN, module.Colour.GREEN
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def test_every_kind_of_branch(module: Any) -> None:
    state = table_of(module, suit=module.Suit.COINS)
    state.cards.put_top(module.Colour.RED)
    state.cards.put_top(module.Colour.BLUE)
    state.flags[1] = True
    # A guard counts when it is considered and when the event happens; a loop once for a pass, and once if there was none.
    assert taken(module, state, "act 2") == {
        "worth": (0, 2), "guard": (2, 0), "second guard": (2, 0), "while": (2, 0), "pile": (2, 0), "in the loop": (1, 1),
        "range": (2, 0), "flag": (1, 1), "elif": (0, 1), "case": (0, 1), "conditional": (0, 1)}


def test_loops_without_a_pass_and_other_arms(module: Any) -> None:
    assert taken(module, table_of(module, flag=True), "act 0") == {
        "worth": (0, 2), "guard": (2, 0), "second guard": (2, 0), "while": (0, 1), "pile": (0, 1), "in the loop": (0, 0),
        "range": (0, 1), "flag": (0, 2), "elif": (2, 0), "case": (1, 0), "conditional": (1, 0)}


def test_a_move_that_is_refused_takes_the_arms_up_to_there(module: Any) -> None:
    nothing = dict.fromkeys(lines_of(module).values(), (0, 0))
    assert taken(module, table_of(module), "act 3") == {**nothing, "guard": (0, 1)}
    red = table_of(module, colour=module.Colour.RED)
    assert taken(module, red, "act 0") == {**nothing, "guard": (1, 0), "worth": (1, 0), "second guard": (0, 1)}


def test_clauses_of_arms(module: Any) -> None:
    words = lines_of(module)
    _, arms = with_arms(load(module.game))
    near = {(words[arm.line], arm.holds): arm.clauses for arm in arms}
    assert near["guard", True] == near["guard", False] == ("C-01",) and near["in the loop", True] == ("C-03",)
    assert near["elif", True] == ("C-04", "C-05") and near["flag", False] == ("C-04", "C-05")
    assert near["in the loop", False] == near["case", True] == ()
    by_branch: dict[int, list[Arm]] = {}
    for arm in arms:
        by_branch.setdefault(arm.branch, []).append(arm)
    assert all([arm.holds for arm in both] == [True, False] for both in by_branch.values())
    assert Counter(both[0].kind for both in by_branch.values()) == {"if": 5, "loop": 3, "require": 2, "conditional": 1}
