"""A page that leads to others: what each shows, and in which forms it exists."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.report.html.page import page

Row = tuple[str, str, Sequence[tuple[str, str]]]  # a name, what it shows, and its files: how each is called, and where it is


def index_page(title: str, about: str, parts: Sequence[tuple[str, Sequence[Row]]]) -> str:
    """The page of a list in parts, each with its heading."""
    return page("index.html", ("page.css", "report.css"), "", {"title": title, "about": about, "parts": parts})
