"""What every answer can do: become JSON, be shown in a terminal and in a notebook."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from attrs import frozen


@frozen
class Format:
    """How answers of one kind are shown: the page for a terminal (rich renderables), and the JSON document as text."""

    page: Callable[[Any], Iterable[Any]]
    json: Callable[[Any], str]


class Result:
    """An answer: frozen data, comparable and picklable.  `verifier.report.formats` says how each kind is shown."""

    __slots__ = ()
    formats: ClassVar[dict[type, Format]] = {}

    @property
    def _format(self) -> Format:
        import verifier.report.formats  # noqa: F401 - what was unpickled may be the first thing that is loaded of all this

        return self.formats[type(self)]

    def to_json(self) -> str:
        """What the command prints with --json: one object, `schema` first; the same for the same answer (but for `seconds`)."""
        return self._format.json(self)

    def to_dict(self) -> dict[str, Any]:
        """`to_json` as plain data."""
        found: dict[str, Any] = json.loads(self.to_json())
        return found

    def to_text(self, width: int = 100) -> str:
        """What the command prints, in lines of a width (in letters)."""
        from verifier.report.text.rendered import rendered

        return rendered(self._format.page(self), width=width)

    def __rich__(self) -> Any:
        """What the command prints, for rich's consoles."""
        from rich.console import Group

        return Group(*self._format.page(self))

    def _repr_html_(self) -> str:
        """What a notebook shows: what the command prints."""
        return f"<pre>{html.escape(self.to_text())}</pre>"
