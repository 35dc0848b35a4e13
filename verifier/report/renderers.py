"""How an answer becomes text, rows, JSON or what a notebook shows: what `verifier.results.result.Renderers` asks for."""

from __future__ import annotations

import html
import json
from typing import Any

from rich.console import Group

from verifier.report import json as as_json
from verifier.report import rows as as_rows
from verifier.report.formats import page_of
from verifier.report.text.rendered import rendered
from verifier.results.result import Result


def to_json(found: Result) -> str:
    """One object, `schema` first."""
    return as_json.to_json(found)


def to_dict(found: Result) -> dict[str, Any]:
    """`to_json` as plain data."""
    document: dict[str, Any] = json.loads(as_json.to_json(found))
    return document


def to_rows(found: Result) -> list[dict[str, Any]]:
    """A table, a plain dict a row."""
    return as_rows.rows(found)


def to_text(found: Result, width: int) -> str:
    """What the command prints, in lines of a width."""
    return rendered(page_of(found), width=width)


def to_console(found: Result) -> Group:
    """What the command prints, for rich's consoles."""
    return Group(*page_of(found))


def to_notebook(found: Result, width: int) -> str:
    """What the command prints, as HTML."""
    return f"<pre>{html.escape(to_text(found, width))}</pre>"
