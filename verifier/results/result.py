"""What every answer can do: become JSON, be shown in a terminal and in a notebook."""

from __future__ import annotations

import html
import json
from importlib import import_module
from pathlib import PurePath
from types import ModuleType
from typing import Any, ClassVar

# How a field of an answer goes into JSON: what is only there to be shown (boards, pictures) not at all, and it has no weight
# when answers are compared; some with their own fields in place of themselves; a file of a game's rules without its folder.
SHOWN_ONLY, FLAT, CODE_FILE = {"omitted": True}, {"flat": True}, {"short": True}


def short(path: str) -> str:
    """The name of a file without its folder."""
    return PurePath(path).name


def _report(name: str) -> ModuleType:
    """A module of `verifier.report`, which knows of answers; these know nothing of it but that it shows them."""
    return import_module(f"verifier.report.{name}")


class Result:
    """An answer: frozen data, comparable and picklable.  `command` is the command that gives it."""

    __slots__ = ()
    command: ClassVar[str]

    def to_json(self) -> str:
        """One object, `schema` first; the same for the same answer, but for `seconds`.  `load_result` reads it."""
        text: str = _report("json").to_json(self)
        return text

    def to_dict(self) -> dict[str, Any]:
        """`to_json` as plain data."""
        found: dict[str, Any] = json.loads(self.to_json())
        return found

    def to_rows(self) -> list[dict[str, Any]]:
        """The answer as a table, a plain dict a row, as pandas takes it: `pandas.DataFrame(answer.to_rows())`.

        A row is a property of `check`, a deal of `winnability`, a clause of `coverage`, a mutant, a decision of `review`, an
        event of `replay`, a grade of `explore`, a measure of a choice of `readings`; of other answers there is one row.  A value
        inside another has both names: `grade.turns`.
        """
        rows: list[dict[str, Any]] = _report("rows").rows(self)
        return rows

    def to_text(self, width: int = 100) -> str:
        """What the command prints, in lines of a width (in letters)."""
        text: str = _report("text.rendered").rendered(_report("formats").page_of(self), width=width)
        return text

    def __rich__(self) -> Any:
        """What the command prints, for rich's consoles."""
        from rich.console import Group

        return Group(*_report("formats").page_of(self))

    def _repr_html_(self) -> str:
        """What a notebook shows: what the command prints."""
        return f"<pre>{html.escape(self.to_text())}</pre>"
