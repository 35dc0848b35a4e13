"""Any text report as Markdown (CommonMark with tables): headings, paragraphs, lists of terms, tables, drawings as code.

It is made from the same page as the text on the terminal, so that the two never say different things.  Whatever a text holds is
escaped: no name or title of a scenario is taken for markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from verifier.report.text.page import Page

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
_FIRST = re.compile(r"^(\s*\d*)([-+=.)])", re.MULTILINE)  # what would begin a list, or underline a heading


def markdown(page: Page) -> str:
    """A page as the text of a file; its first heading is the title."""
    rows: list[str] = []
    code: list[str] = []
    for item in page:
        if isinstance(item, Text) and item.no_wrap:
            code += item.plain.split("\n")
            continue
        if code:
            rows += _fenced(code)
            code = []
        rows += _block(item, is_first=not rows)
    rows += _fenced(code) if code else []
    return re.sub(r"\n{3,}", "\n\n", "\n".join(rows)).strip("\n") + "\n"


def _block(item: Any, *, is_first: bool) -> Iterator[str]:
    """The rows of a paragraph, a heading, a list or a table, with an empty row behind it."""
    if isinstance(item, Padding):
        item = item.renderable
    if isinstance(item, Table):
        yield from _table([[_plain(cell) for cell in column.cells] for column in item.columns])
    elif isinstance(item, Text) and item.plain.strip():
        item = Text(item.plain.replace("\n", " "), spans=item.spans)
        end = _heading_end(item)
        if end is None:
            yield _paragraph(item)
        else:
            yield f"{'#' if is_first else '##'} {escaped(item.plain[:end])}"
            yield from ("", escaped(item.plain[end:].strip())) if item.plain[end:].strip() else ()
    yield ""


def _heading_end(text: Text) -> int | None:
    """Where the title of a heading ends: it begins bold, and nothing follows but something less loud behind two spaces."""
    bold = [span for span in text.spans if "bold" in str(span.style)]
    if len(bold) != 1 or bold[0].start > 0 or any(span is not bold[0] and str(span.style) != "dim" for span in text.spans):
        return None
    more = text.plain[bold[0].end:].rstrip()
    return bold[0].end if not more or more.startswith("  ") else None


def _plain(cell: Any) -> Text:
    return cell if isinstance(cell, Text) else Text(str(cell))


def _paragraph(text: Text) -> str:
    """A text with its bold parts marked."""
    marks = sorted((span.start, span.end) for span in text.spans if "bold" in str(span.style) and span.end > span.start)
    parts, at = [], 0
    for start, end in marks:
        inner = text.plain[start:end]
        body = inner.strip()
        if start < at or not body:
            continue
        left = start + inner.index(body[0])
        parts += [escaped(text.plain[at:left]), f"**{escaped(body)}**"]
        at = left + len(body)
    return "".join([*parts, escaped(text.plain[at:])]).strip()


def _table(columns: list[list[Text]]) -> Iterator[str]:
    """A list of terms for two columns without a head, a table for everything else."""
    rows = list(zip(*columns, strict=True))
    has_head = bool(rows) and all(str(cell.style) == "dim" for cell in rows[0])
    if len(columns) == 2 and not has_head:
        for term, explanation in rows:
            name, told = term.plain.strip(), _in_a_row(explanation)
            yield f"- **{escaped(name)}**: {told}" if name else f"- {told}"
        return
    head, body = (rows[0], rows[1:]) if has_head else ([Text("")] * len(columns), rows)
    yield f"| {' | '.join(_in_a_row(cell) for cell in head)} |"
    yield f"|{'|'.join(' --- ' for _ in columns)}|"
    for row in body:
        yield f"| {' | '.join(_in_a_row(cell) for cell in row)} |"


def _in_a_row(cell: Text) -> str:
    return " ".join(escaped(cell.plain).split())


def _fenced(rows: Iterable[str]) -> Iterator[str]:
    """Rows as code; a fence longer than any run of backticks in them."""
    told = [row.rstrip() for row in rows]
    fence = "`" * max(3, 1 + max((len(run) for row in told for run in re.findall("`+", row)), default=0))
    yield from ("", fence, *told, fence, "")


def escaped(text: str) -> str:
    """A text that Markdown shows as it is."""
    return _FIRST.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", text))
