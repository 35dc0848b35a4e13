"""A folder for a game of one's own: a whole little game from the template, under its own name."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.errors import BadInput, Problem
from verifier.files import laid_whole, make_folder, write_file
from verifier.registry import installed
from verifier.results.written import Laid
from verifier.visible import one_line, shown

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
NAME_MOST = 40
SUFFIX = ".template"
OURS = ("daybreak", "daybreak_games", "tests", "verifier")  # packages that a game's own would hide


def laid_out(name: str, folder: Path | None, title: str | None) -> Laid:
    """Write the template's files into a folder that is empty or not there (None: one of the game's name), all or none.

    BadInput (DB599) for a name that no game can have, a title that cannot stand in every file, and a folder with something in it.
    """
    _refuse_name(name)
    called = " ".join(word.capitalize() for word in name.split("-")) if title is None else _title(title)
    place = Path(name) if folder is None else folder
    folder_text = one_line(str(place))
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise BadInput(Problem("DB599", "expected a folder that is empty or not there", folder_text, "name another one"))
    with laid_whole(place):
        laid = []
        for path, text in _laid(files("verifier") / "template"):
            laid.append(_named(path, name, called))
            target = place / _named(path, name, called)
            make_folder(target.parent)
            write_file(target, _named(text, name, called), force=False)
    return Laid(name, called, folder_text, tuple(laid))


def _refuse_name(name: str) -> None:
    module = name.replace("-", "_")
    if not _NAME.fullmatch(name) or len(name) > NAME_MOST or iskeyword(module):
        raise BadInput(Problem("DB599", f"expected a name such as night-watch, got {shown(name)}", "NAME",
                               f"small letters, digits and dashes, at most {NAME_MOST}"))
    if module in (*sys.stdlib_module_names, *OURS):
        raise BadInput(Problem("DB599", f"Python has a module {module} already", "NAME", "take another name"))
    if name in installed():
        raise BadInput(Problem("DB599", f"there is a game {name} already", "NAME", "take another name"))


def _title(title: str) -> str:
    """A title that can stand in every file: in quotes and in docstrings, too."""
    if not title.strip() or len(title) > 100 or not title.isprintable() or set(title) & set('"\\'):
        raise BadInput(Problem("DB599", f"expected a title in one line without quotes, got {shown(title)}", "--title"))
    return title.strip()


def _laid(folder: Traversable, under: str = "") -> Iterator[tuple[str, str]]:
    """The files of a template, by where they go."""
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if each.is_dir():
            yield from _laid(each, f"{under}{each.name}/")
        elif each.name.endswith(SUFFIX):
            yield under + each.name.removesuffix(SUFFIX), each.read_text(encoding="utf-8")


def _named(text: str, name: str, title: str) -> str:
    return text.replace("MODULE", name.replace("-", "_")).replace("NAME", name).replace("TITLE", title)
