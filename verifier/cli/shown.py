"""What a report command found, shown: text or JSON on stdout and, with `--html`, the same report as a page."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from verifier.cli.file import write_file
from verifier.cli.terminal import put_out, put_page
from verifier.errors import BadInput, Problem
from verifier.scenario.visible import one_line

if TYPE_CHECKING:
    from verifier.report.text.page import Page

T = TypeVar("T")


def refuse_page(html: Path | None, inputs: Sequence[Path]) -> None:
    """BadInput (DB582, DB583) for a page that cannot be written there, or would replace one of the inputs."""
    if html is None:
        return
    name = one_line(str(html))
    # os.path says no where pathlib raises: for names that are too long, or hold what no name can.
    if os.path.isdir(html) or not os.path.isdir(html.parent):
        raise BadInput(Problem("DB582", "expected a file in a folder that is there", name))
    if any(os.path.exists(each) and os.path.exists(html) and os.path.samefile(each, html) for each in inputs):
        raise BadInput(Problem("DB583", "the page would replace a file that the command reads", name, "name another file"))


def show(found: T, page: Callable[[T], Page], document: Callable[[T], Any], *, json: bool, html: Path | None,
         whole: Callable[[T], Page] | None = None) -> None:
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

        write_file(html, report((whole or page)(timeless(found))))
        put_out("" if json else written(html))


def written(html: Path) -> str:
    """What is said of a page that was written."""
    return f"Page: {one_line(str(html))}\n"
