"""Any text report as a page of its own: the same headings, terms, tables and drawings; details fold, tables sort and filter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from verifier.lang.picture import Picture
from verifier.report.blocks import Block, Drawn, Grid, Heading, SideBySide, Terms, blocks
from verifier.report.html.gallery import gallery
from verifier.report.html.page import page
from verifier.report.text.page import Page

CONTENTS_FROM = 6  # parts
SHORT_MOST = 28  # characters that a column keeps on one row, on a phone too


@define
class Part:
    """What stands below a heading, with the number of the heading's block."""

    number: int
    heading: Heading | None
    blocks: list[Block] = field(factory=list)


@define
class Group:
    """A term with everything that is said about it."""

    term: str
    texts: list[str] = field(factory=list)


def report(text: Page) -> str:
    """The page: the same bytes for the same report."""
    found = list(blocks(text))
    title = next((block.text for block in found if isinstance(block, Heading)), "Daybreak")
    pictures = list(_pictures(found))
    drawn = gallery(pictures) if len(pictures) > 1 else None
    drawings = {} if drawn is None else {id(picture): drawing for picture, drawing in zip(pictures, drawn.drawings, strict=True)}
    data = {"title": title, "parts": _parts(found), "contents": _contents(found), "gallery": drawn}
    return page("report.html", ("page.css", "picture.css", "report.css"), "report.js", data, filters={
        "terms": _groups, "label": _label, "columns": _columns, "drawing": lambda picture: drawings[id(picture)]})


def _pictures(found: Sequence[Block]) -> Iterator[Picture]:
    """Every picture of the page, in its order."""
    for block in found:
        if isinstance(block, Drawn):
            yield block.picture
        if isinstance(block, SideBySide):
            yield from (picture for _, picture, _ in block.tables if picture is not None)


def _parts(found: Sequence[Block]) -> list[Part]:
    """The blocks by the headings that they stand below."""
    parts = [Part(0, None)]
    for number, block in enumerate(found, 1):
        if isinstance(block, Heading) and not block.is_first:
            parts.append(Part(number, block))
        else:
            parts[-1].blocks.append(block)
    return parts


def _contents(found: Sequence[Block]) -> list[tuple[int, str]]:
    """The parts of a long report, by the number of their block."""
    parts = [(number, block.text) for number, block in enumerate(found, 1) if isinstance(block, Heading) and not block.is_first]
    return parts if len(parts) >= CONTENTS_FROM else []


def _groups(terms: Terms) -> list[Group]:
    """Terms with what stands beside and below them."""
    groups: list[Group] = []
    for term, text in terms.rows:
        if term or not groups:
            groups.append(Group(term))
        groups[-1].texts.append(text)
    return groups


def _columns(grid: Grid) -> list[str]:
    """How each column is laid out: numbers to the right, what is short on one row, what is long not too narrow."""
    longest = [max(map(len, cells)) for cells in zip(grid.head, *grid.rows, strict=True)]
    return ["number" if number else "short" if length <= SHORT_MOST else "long"
            for number, length in zip(grid.numbers, longest, strict=True)]


def _label(grid: Grid) -> str:
    """What a screen reader calls a table."""
    named = [cell for cell in grid.head if cell]
    return f"table: {', '.join(named)}" if named else "table"
