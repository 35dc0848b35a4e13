"""Rules do no arithmetic to say "one of these or none" or "the next one", and cast nothing by way of a number."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = sorted(file.parent for file in (ROOT / "models" / "daybreak_games").glob("*/state.py"))
TEMPLATE = ROOT / "verifier" / "template"  # what `daybreak new` lays
RULES = [*((folder.name, sorted(folder.glob("*.py"))) for folder in GAMES), ("template", sorted(TEMPLATE.rglob("*.py.template")))]


def offsets_and_casts(text: str) -> Iterator[str]:
    """`Who(unit + 1)`, `Card(held - 1)`, `Track(int(symbol))`: a class that is called with a number made of a member."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.BinOp(op=ast.Add() | ast.Sub(), right=ast.Constant(value=1))]):
                found = name[:1].isupper()
            case ast.Call(func=ast.Name(id=name), args=[ast.Call(func=ast.Name(id="int"))]):
                found = name[:1].isupper()
            case _:
                found = False
        if found:
            yield f"{ast.unparse(node)} in line {getattr(node, 'lineno', 0)}"


def test_what_is_looked_for_is_found() -> None:
    text = "a = Who(unit + 1)\nb = Card(night.drawn - 1)\nc = Track(int(symbol))\nd = min(x + 1, 2)\ne = Side(x)\n"
    assert len(list(offsets_and_casts(text))) == 3


@pytest.mark.parametrize(("name", "files"), RULES, ids=[name for name, _ in RULES])
def test_rules_have_none(name: str, files: list[Path]) -> None:
    assert len(files) > 3, name
    found = {file.name: list(offsets_and_casts(file.read_text(encoding="utf-8"))) for file in files}
    assert not any(found.values()), found
