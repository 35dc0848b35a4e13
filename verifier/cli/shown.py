"""What a report command found, shown: text or JSON on stdout and, with `--html`, the same report as a page."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from verifier.cli.terminal import put_out, put_page
from verifier.errors import BadInput, Problem
from verifier.files import refuse_outputs, write_file
from verifier.scenarios.visible import one_line

if TYPE_CHECKING:
    from verifier.report.text.page import Page

T = TypeVar("T")


def refuse_page(html: Path | None, inputs: Sequence[Path], force: bool, *others: Path | None) -> None:
    """BadInput (DB582) for a page that cannot be written there, and for any output that `refuse_outputs` refuses."""
    # os.path says no where pathlib raises: for names that are too long, or hold what no name can.
    if html is not None and (os.path.isdir(html) or not os.path.isdir(html.parent)):
        raise BadInput(Problem("DB582", "expected a file in a folder that is there", one_line(str(html))))
    refuse_outputs((html, *others), inputs, force)


def show(found: T, page: Callable[[T], Page], document: Callable[[T], Any], *, json: bool, html: Path | None,
         force: bool, whole: Callable[[T], Page] | None = None) -> None:
    """Show a result, and write its page, which holds no times: the same result gives the same bytes.

    The page that is written is the `whole` one, if a terminal is told less.
    """
    from verifier.report import json as as_json

    if json:
        put_out(as_json.text(document(found)))
    else:
        put_page(page(found))
    if html is not None:
        from verifier.report.html.report import report
        from verifier.report.timeless import timeless

        write_file(html, report((whole or page)(timeless(found))), force=force)
        put_out("" if json else written(html))


def written(html: Path) -> str:
    """What is said of a page that was written."""
    return f"Page: {one_line(str(html))}\n"
