"""Any text report as Markdown (CommonMark with tables).

Whatever a text holds is escaped: no name or title of a scenario is taken for markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verifier.report.blocks import Block, Grid, Heading, Paragraph, SideBySide, Terms, blocks
from verifier.report.text.page import Page

# Besides what is markup everywhere: GitHub makes links of bare addresses, which begin with `://` and `www.`.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!]|:(?=//)|(?<=www)\.)", re.IGNORECASE)
_FIRST = re.compile(r"^(\s*\d*)([-+=.)])", re.MULTILINE)  # what would begin a list, or underline a heading


def markdown(page: Page) -> str:
    """A page as the text of a file; its first heading is the title."""
    return "\n\n".join("\n".join(_rows(block)) for block in blocks(page)) + "\n"


def escaped(text: str) -> str:
    """A text that Markdown shows as it is."""
    return _FIRST.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", text))


def _rows(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' if block.is_first else '##'} {escaped(block.text)}"
        yield from ("", escaped(block.more)) if block.more else ()
    elif isinstance(block, Paragraph):
        yield "".join(_run(text, bold) for text, bold in block.runs).strip()
    elif isinstance(block, Terms):
        for term, value in block.rows:
            yield f"- **{escaped(term)}**: {escaped(value)}" if term else f"- {escaped(value)}"
    elif isinstance(block, Grid):
        yield _row(block.head)
        yield f"|{'|'.join(' ---: ' if number else ' --- ' for number in block.numbers)}|"
        yield from (_row(row) for row in block.rows)
    elif isinstance(block, SideBySide):
        for title, _, text in block.tables:
            yield from ("", escaped(title), "", *_fenced(text))
    else:
        yield from _fenced(block.text)


def _run(text: str, bold: bool) -> str:
    """A part of a paragraph; the marks of a bold one stand close to its first and its last letter."""
    inner = text.strip()
    if not bold or not inner:
        return escaped(text)
    left = text[:text.index(inner[0])]
    return f"{left}**{escaped(inner)}**{text[len(left) + len(inner):]}"


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(escaped(cell) for cell in cells)} |"


def _fenced(text: str) -> Iterator[str]:
    """Rows as code; a fence longer than any run of backticks in them."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    yield from (fence, text, fence)
