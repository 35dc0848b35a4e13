"""A game's package, copied with some of its text altered, and imported under a name of its own."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from verifier.lang.game import Game

_copies = count()


def altered_game(package: str, folder: Path, altered: Mapping[str, tuple[str, str]],
                 root: Path | None = None) -> Game[Any, Any]:
    """The game of a package (`daybreak_games.until_dawn`, `tests.games.crossing`) with a text of each file replaced by another.

    The package lies below `root`, or where Python finds it.  The copy is written into `folder` and shares nothing with any other.
    A text that is not there exactly once is refused.
    """
    name = f"altered_{next(_copies)}"
    copy = folder / name
    place = _place(package) if root is None else root.joinpath(*package.split("."))
    shutil.copytree(place, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for file, (text, other) in altered.items():
        before = (copy / file).read_text(encoding="utf-8")
        assert before.count(text) == 1, f"{package}: {file} has {before.count(text)} times {text!r}"
        (copy / file).write_text(before.replace(text, other), encoding="utf-8")
    for each in copy.glob("*.py"):
        each.write_text(each.read_text(encoding="utf-8").replace(package, name), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, copy / "__init__.py", submodule_search_locations=[str(copy)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # the modules of the copy import each other by this name
    spec.loader.exec_module(module)
    game: Game[Any, Any] = module.game
    return game


def _place(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None and spec.origin is not None, f"{package} is not there"
    return Path(spec.origin).parent
