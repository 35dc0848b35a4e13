"""Where a record's fields and an enum's members stand in the author's files, and annotations as people write them.

All for messages: nothing depends on it.
"""

from __future__ import annotations

import ast
import sys
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin


def place_in(declared: type, name: str) -> str:
    """`file:line` of a field or member of a class, of the class itself if it is not there; nothing where there is no file."""
    path = getattr(sys.modules.get(declared.__module__), "__file__", None)
    lines = _lines(path).get(declared.__qualname__, {}) if path else {}
    line = lines.get(name, lines.get(""))
    return "" if line is None else f"{Path(str(path)).name}:{line}"


def phase_place(phase: IntEnum) -> str:
    """`file:line` of a phase; the name of its enum where there is no file."""
    return place_in(type(phase), phase.name) or type(phase).__name__


@cache
def _lines(path: str) -> dict[str, dict[str, int]]:
    """The classes of a file by name, each with the lines of what it assigns or annotates; under no name its own."""
    try:
        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return {}
    found: dict[str, dict[str, int]] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = {"": node.lineno}
            for each in node.body:
                targets = each.targets if isinstance(each, ast.Assign) else [getattr(each, "target", None)]
                found[node.name].update({target.id: each.lineno for target in targets if isinstance(target, ast.Name)})
    return found


def forget_places() -> None:
    """Read files again when they are asked for: somebody may have mended one."""
    _lines.cache_clear()


def as_written(hint: Any) -> str:
    """An annotation about as somebody writes it, without what `Annotated` adds."""
    if get_origin(hint) is Annotated:
        return as_written(get_args(hint)[0])
    origin, inner = get_origin(hint), get_args(hint)
    if inner and isinstance(origin, type):
        return f"{origin.__name__}[{', '.join(as_written(each) for each in inner)}]"
    return hint.__name__ if isinstance(hint, type) else "..." if hint is Ellipsis else repr(hint)
