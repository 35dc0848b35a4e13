"""Ranges of locals follow the flow, and no value ever leaves them: drawn rules are read with such ranges everywhere, and emitted
with a check wherever a local is read.  A range that is too narrow fails there, and the reference does not.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields

from tests.agreement.language_programs import program
from tests.rule_modules import READINGS, SWITCH, Both, random_value, written
from verifier.errors import RuleRefused
from verifier.lang import flow, front, ir
from verifier.lang.intervals import INT
from verifier.lang.scope import Scope
from verifier.lang.statements import Statements
from verifier.lang.types import EnumType, FlagType
from verifier.program.program import Program, load
from verifier.run.native import Engine, Native
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.testing import Symbolic, compare

HEAD = "@game.rule\ndef counted(table: Table) -> Annotated[int, Range({low}, {high})]:\n"
USE = """

@game.decision(Phase.ACT)
def act(table: Table) -> None:
    table.m = counted(table) % 4
    table.phase = Phase.OVER
"""
# The body of a rule, and the least range that it can be declared to return.
ACCEPTED = {
    "a second value in a branch": ("more = 0\nif table.flag:\n    more = table.m\nreturn min(4, table.m + more)", 0, 4),
    "both arms": ("if table.flag:\n    x = 2\nelse:\n    x = 5\nx += table.m\nreturn x", 2, 8),
    "an arm that returns": ("x = 90\nif table.flag:\n    return 1\nelse:\n    x = table.m\nreturn x", 0, 3),
    "cases": ("x = 1\nmatch table.colour:\n    case Colour.RED:\n        x = 4\n    case Colour.BLUE:\n        x += 1\n"
              "return x", 1, 4),
    "every case": ("x = 90\nmatch table.m:\n    case 1:\n        x = 4\n    case _:\n        x = 2\nreturn x", 2, 4),
    "a count": ("count = 0\nfor x in table.numbers:\n    if x > 2:\n        count += 1\nreturn count", 0, 4),
    "a sum in two loops": ("whole = 0\nfor row in table.grid:\n    for x in row:\n        whole += x\n"
                           "return whole", 0, 36),
    "a loop that is left": ("x = 0\nfor number in table.numbers:\n    x = 7\n    if number > 2:\n        x = 9\n        break\n"
                            "    x = 1\nreturn x", 0, 9),
    "a pass that is cut short": ("x = 0\nfor number in table.numbers:\n    x = -3\n    if number > 2:\n        continue\n"
                                 "    x = 1\nreturn x", -3, 1),
    "a loop with a bound": ("hops = bound(3)\nx = 0\nleft = table.m\nwhile hops(left > 0):\n    left -= 1\n    x += 2\n"
                            "return x", 0, 8),
    "a member": ("card = Colour.RED\nif table.flag:\n    card = Colour.GREEN\nreturn WARMTH[card]", 0, 5),
    "more passes than are followed, and no growth": ("x = 0\nfor i in range(300):\n    x = (x + i) % 7\nreturn x", 0, 6),
}


def _rule(body: str, low: int, high: int) -> str:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"WARMTH = (0, 5)\n\n\n{HEAD.format(low=low, high=high)}{lines}\n{USE}"


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_local_that_is_assigned_twice_keeps_a_range(name: str, tmp_path: Path) -> None:
    module = written(tmp_path, _rule(*ACCEPTED[name]))
    both, random = Both(module), Random(name)
    states = [random_value(module.game.state_type, random) for _ in range(60)]
    for state in states:
        state.phase = module.Phase.ACT
        assert both.difference(state) is None
    settings = Setting(both.program.default_rulings, both.setting.edition)
    done = compare(both.program, settings, [Position(state, ()) for state in states[:6]], [Symbolic(both.program, 0.5, 1)],
                   settles=False)
    assert not done.disagreements


@pytest.mark.parametrize("name", [name for name in ACCEPTED if "passes" not in name])
def test_the_range_is_the_least_that_holds(name: str, tmp_path: Path) -> None:
    body, low, high = ACCEPTED[name]
    with pytest.raises(RuleRefused, match=rf"returns a number in {low}\.\.{high}"):
        load(written(tmp_path, _rule(body, low, high - 1)).game)


def test_what_grows_longer_than_is_followed_can_be_anything(tmp_path: Path) -> None:
    body = "x = 0\nfor i in range(300):\n    x += 1\nreturn x"
    with pytest.raises(RuleRefused, match=r"returns a number in -2147483648\.\.2147483647"):
        load(written(tmp_path, _rule(body, 0, 300)).game)


# -- drawn ------------------------------------------------------------------------------------------------------------------


def _followed(scope: Scope) -> tuple[Statements, tuple[ir.Stmt, ...]]:
    statements = Statements(Scope(scope.game, scope.rule, scope.source, scope.numbers, follows=True))
    return statements, statements.block(scope.source.tree.body)


def _held(node: Any) -> Any:
    """A node in which every local that is read is checked against its range."""
    if isinstance(node, tuple):
        return tuple(_held(each) for each in node)
    if not isinstance(node, ir.Node):
        return node
    if isinstance(node, ir.Local) and not isinstance(node.type, FlagType) and "." not in node.name:
        wide = EnumType(node.type.enum, INT.low, INT.high) if isinstance(node.type, EnumType) else INT
        return ir.Convert(node.id, node.line, evolve(node, type=wide), node.type)
    return evolve(node, **{each.name: _held(getattr(node, each.name)) for each in fields(type(node))
                           if isinstance(getattr(node, each.name), (ir.Node, tuple))})


def _checked(program: Program) -> Program:
    return evolve(program, bodies={name: evolve(body, body=_held(body.body)) for name, body in program.bodies.items()})


def _narrow(program: Program) -> int:
    """How many reads of locals have a range that only the flow gives."""
    return sum(isinstance(node, ir.Local) and not isinstance(node.type, FlagType) and node.type.high - node.type.low < 2000
               for body in program.bodies.values() for node in ir.walk(body.body))


def _differences(folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch, engine: Engine = "interpreted",
                 states: int = 8) -> list[str]:
    """Where drawn rules with followed ranges, checked at every read and not, differ from the reference."""
    monkeypatch.setattr(front, "_read_body", _followed)
    module = written(folder, program(seed, 12), readings=READINGS + SWITCH)
    random = Random(seed)
    both = Both(module, engine, random_value(module.game.edition_type, random), {"R-01": random.choice(("top", "under"))})
    assert _narrow(both.program) > 20
    checked, plain, found = Native(_checked(both.program), engine), both.native, []
    for _ in range(states):
        state = random_value(module.game.state_type, random)
        state.phase = module.Phase.ACT
        for native in (plain, checked):
            both.native = native
            if (difference := both.difference(state)) is not None:
                found.append(f"seed {seed}, {module.__file__}: {difference}")
    return found


@pytest.mark.parametrize("seed", range(6000, 6004))
def test_no_value_leaves_its_range(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _differences(tmp_path, seed, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6100, 6300))
def test_no_value_leaves_its_range_in_many_rules(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _differences(tmp_path, seed, monkeypatch, states=20)


@pytest.mark.long
def test_no_value_leaves_its_range_natively(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path / "cache"))
    assert not _differences(tmp_path, 6400, monkeypatch, "native", states=100)


@pytest.mark.parametrize("name", ["a count", "a loop that is left", "a member"])
def test_a_join_that_forgets_a_way_is_found(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "joined", lambda first, *others: first)
    monkeypatch.setattr(front, "_read_body", _followed)
    module = written(tmp_path, _rule(*ACCEPTED[name]))
    both, random = Both(module), Random(name)
    both.native = Native(_checked(both.program), "interpreted")
    states = [random_value(module.game.state_type, random) for _ in range(40)]
    for state in states:
        state.phase = module.Phase.ACT
    assert any(both.difference(state) for state in states)


@pytest.mark.parametrize("seed", [6500])
def test_drawn_rules_with_followed_ranges_agree_lifted(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "_read_body", _followed)
    module = written(tmp_path, program(seed, 12), readings=READINGS + SWITCH)
    loaded, random = load(module.game), Random(seed)
    setting = Setting({"R-01": "top"}, random_value(module.game.edition_type, random))
    states = [random_value(module.game.state_type, random) for _ in range(4)]
    for state in states:
        state.phase = module.Phase.ACT
    done = compare(loaded, setting, [Position(state, ()) for state in states], [Symbolic(loaded, 0.3, seed)], settles=False)
    assert not done.disagreements
