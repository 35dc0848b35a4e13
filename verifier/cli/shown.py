"""What a report command found, shown: text or JSON on stdout and, with `--html`, the same report as a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from verifier.cli.terminal import put_out, put_page
from verifier.files import write_file
from verifier.visible import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from verifier.results.result import Result


def show(found: Result | Sequence[Result], *, json: bool, html: Path | None = None, force: bool = False) -> None:
    """Show an answer, or several of one kind, and write their page, which holds no times: the same answer gives the same bytes.

    The page shows everything; a terminal shows less.
    """
    from verifier.report.formats import page_of
    from verifier.results.result import Result

    answers = (found,) if isinstance(found, Result) else found
    if json:
        put_out(to_json(found))
    else:
        put_page(chain.from_iterable(page_of(each) for each in answers))
    if html is not None:
        from verifier.report.html.report import report
        from verifier.report.timeless import timeless

        write_file(html, report(chain.from_iterable(page_of(timeless(each), whole=True) for each in answers)), force=force)
        put_out("" if json else written(html))


def to_json(found: Result | Sequence[Result]) -> str:
    """An answer as an object, several as its `results`."""
    from verifier.report import json as as_json
    from verifier.results.result import Result

    return found.to_json() if isinstance(found, Result) else as_json.text(as_json.results(map(as_json.document, found)))


def written(html: Path) -> str:
    """What is said of a page that was written."""
    return f"Page: {one_line(str(html))}\n"
