"""Which part of a property says no."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.rule_modules import DECLARATIONS, written
from verifier.lang.values import blank
from verifier.program.program import load
from verifier.run.broken_part import BrokenPart, broken_part
from verifier.run.reference import Reference
from verifier.run.setting import Setting

ACT = '''
@game.decision(Phase.ACT)
def act(table: Table) -> None:
    """Over."""
    table.phase = Phase.OVER
'''


def part(tmp_path: Path, body: str, **cells: Any) -> BrokenPart | None:
    """The part of a property with this body that is false on a table with some fields changed."""
    rules = f'{ACT}\n\n@game.invariant()\ndef asked(table: Table) -> bool:\n    """Asked."""\n    {body}\n'
    program = load(written(tmp_path, rules).game)
    reference = Reference(program, Setting({}, blank(program.game.edition_type)))
    state = blank(program.game.state_type)
    for name, value in {"n": 0, **{f"at_{place}": 0 for place in range(4)}, **cells}.items():
        if name.startswith("at_"):
            state.numbers[int(name[3:])] = value
        else:
            setattr(state, name, value)
    return broken_part(reference, program.game.rules["asked"], state)


@pytest.mark.parametrize(("body", "cells", "text", "values"), [
    ("return table.n == 0 and table.m < 3", {"m": 3}, "table.m < 3", {}),
    ("return table.flag or table.n == 0 and table.m < 3", {"m": 3}, "table.flag or table.n == 0 and table.m < 3", {}),
    ("return table.m < 9 and all(each == 0 for each in table.numbers)", {"at_2": 4}, "each == 0", {"each": "4"}),
    ("return all(table.numbers[i] == 0 and i < 9 for i in range(4))", {"at_3": 1}, "table.numbers[i] == 0", {"i": "3"}),
    ("return not any(each > 3 for each in table.numbers)", {"at_1": 4}, "each > 3", {"each": "4"}),
    ("fine = table.n == 0\n    small = table.m < 3\n    return fine and small", {"m": 3}, "table.m < 3", {}),
    ("for i in range(4):\n        if table.numbers[i] > 3:\n            return False\n    return True", {"at_2": 5},
     "table.numbers[i] > 3", {"i": "2"}),
    ("return table.m < 3 if table.flag else table.n == 0", {"n": 1}, "table.n == 0", {}),
    ("return (table.n == 0\n            and table.colour == Colour.RED)", {"n": -1}, "table.n == 0", {}),
])
def test_the_part_that_is_false(body: str, cells: dict[str, Any], text: str, values: dict[str, str], tmp_path: Path) -> None:
    found = part(tmp_path, body, **cells)
    assert found is not None and (found.text, dict(found.values)) == (text, values)


def test_its_line_is_that_of_the_file(tmp_path: Path) -> None:
    found = part(tmp_path, "return (table.n == 0\n            and table.m < 3)", m=3)
    assert found is not None
    source = (tmp_path / found.file).read_text(encoding="utf-8").splitlines()
    assert source[found.line - 1].strip() == "and table.m < 3)"
    assert DECLARATIONS.count("\n") < found.line


def test_what_holds_has_none(tmp_path: Path) -> None:
    assert part(tmp_path, "return table.n == 0") is None
