"""A text report taken apart into the blocks that any format knows: headings, paragraphs, terms, tables, code, pictures.

Formats other than the terminal are made from these, so that they never say anything else than the terminal does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from verifier.lang.picture import Picture
from verifier.report.text.page import Compared, Folded, Page, Pictured


@frozen
class Heading:
    """A title, with something less loud behind it; the first of a page is its own, what is below a folded one are details."""

    text: str
    more: str
    is_first: bool
    is_folded: bool = False


@frozen
class Paragraph:
    """A text in runs, each with whether it is bold."""

    runs: tuple[tuple[str, bool], ...]


@frozen
class Terms:
    """Terms with explanations; a term that is empty belongs to the one above it."""

    rows: tuple[tuple[str, str], ...]


@frozen
class Grid:
    """A table; `numbers` says for each column whether it holds nothing but numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[bool, ...]


@frozen
class Code:
    """Rows to be shown as they are."""

    text: str


@frozen
class Drawn:
    """A picture with what is said below it; `text` is its form in letters, for formats that cannot draw."""

    picture: Picture
    text: str
    caption: str


@frozen
class SideBySide:
    """Tables to be compared, each with what it is, as a picture if there is one, and in letters."""

    tables: tuple[tuple[str, Picture | None, str], ...]


Block = Heading | Paragraph | Terms | Grid | Code | Drawn | SideBySide


def blocks(page: Page) -> Iterator[Block]:
    """The blocks of a page, in order; rows that follow each other as they are make one."""
    code: list[str] = []
    is_first = True
    for item in page:
        if isinstance(item, Text) and item.no_wrap:
            code += [row.rstrip() for row in item.plain.split("\n")]
            continue
        if code:
            yield Code("\n".join(code))
            code = []
        block = _block(item, is_first)
        if block is not None:
            is_first = False
            yield block
    if code:
        yield Code("\n".join(code))


def _block(item: Any, is_first: bool) -> Block | None:
    if isinstance(item, Pictured):
        return Drawn(item.picture, item.text, item.caption)
    if isinstance(item, Compared):
        return SideBySide(item.tables)
    if isinstance(item, Padding):
        item = item.renderable
    if isinstance(item, Table):
        return _table([[cell if isinstance(cell, Text) else Text(str(cell)) for cell in column.cells] for column in item.columns])
    if not isinstance(item, Text) or not item.plain.strip():
        return None
    is_folded = isinstance(item, Folded)
    item = Text(item.plain.replace("\n", " "), spans=item.spans)
    end = _heading_end(item)
    if end is None:
        return Paragraph(tuple(_runs(item)))
    return Heading(item.plain[:end], item.plain[end:].strip(), is_first, is_folded and not is_first)


def _heading_end(text: Text) -> int | None:
    """Where the title of a heading ends: it begins bold, and nothing follows but something less loud behind two spaces."""
    bold = [span for span in text.spans if "bold" in str(span.style)]
    if len(bold) != 1 or bold[0].start > 0 or any(span is not bold[0] and str(span.style) != "dim" for span in text.spans):
        return None
    more = text.plain[bold[0].end:].rstrip()
    return bold[0].end if not more or more.startswith("  ") else None


def _runs(text: Text) -> Iterator[tuple[str, bool]]:
    at = 0
    for span in sorted(text.spans, key=lambda span: (span.start, span.end)):
        if "bold" in str(span.style) and span.end > span.start >= at:
            if span.start > at:
                yield text.plain[at:span.start], False
            yield text.plain[span.start:span.end], True
            at = span.end
    if at < len(text.plain):
        yield text.plain[at:], False


def _table(columns: list[list[Text]]) -> Block | None:
    """Terms for two columns without a head, a table for everything else."""
    rows = list(zip(*columns, strict=True))
    if not rows:
        return None
    has_head = all(str(cell.style) == "dim" for cell in rows[0])
    cells = [tuple(" ".join(cell.plain.split()) for cell in row) for row in rows]
    if len(columns) == 2 and not has_head:
        return Terms(tuple((one, other) for one, other in cells))
    head, body = (cells[0], cells[1:]) if has_head else (("",) * len(columns), cells)
    return Grid(head, tuple(body), tuple(_is_number([row[index] for row in body]) for index in range(len(columns))))


def _is_number(cells: list[str]) -> bool:
    """Whether a column holds numbers; a cell may be empty."""
    return any(cells) and all(not cell or cell.replace(",", "").isdigit() for cell in cells)
