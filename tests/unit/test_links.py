"""Every link and anchor of the documents leads somewhere, and every page is in a list of the site.

It reads the Markdown itself, so that no site tool is needed; what Sphinx would warn of besides ends `make docs`.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md"), *ROOT.glob("*/README.md")])
MARKDOWN = MarkdownIt("commonmark").enable("table")


def inline(page: Path) -> list[Token]:
    """The parts of a page's paragraphs, headings and cells."""
    return [child for token in MARKDOWN.parse(page.read_text(encoding="utf-8")) for child in token.children or ()]


def links(page: Path) -> list[str]:
    """Where a page's links and pictures lead."""
    found = [str(token.attrs[name]) for token in inline(page) for name in ("href", "src") if name in token.attrs]
    html = [token.content for token in MARKDOWN.parse(page.read_text(encoding="utf-8")) if token.type == "html_block"]
    return found + [match for text in html for match in re.findall(r'(?:src|href)="([^"]+)"', text)]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges and the site make them."""
    tokens = MARKDOWN.parse(page.read_text(encoding="utf-8"))
    headings = ["".join(child.content for child in after.children or ()) for token, after in zip(tokens, tokens[1:], strict=False)
                if token.type == "heading_open"]
    return {"".join(letter for letter in text.lower().replace(" ", "-")
                    if letter in "-_" or unicodedata.category(letter)[0] in "LN") for text in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_is_dead(page: Path) -> None:
    dead = []
    for link in links(page):
        if re.match(r"[a-z]+:", link):
            continue  # elsewhere; nothing of ours depends on it
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            dead.append(link)
        if page.parent == DOCS and path and not (target.parent == DOCS or DOCS in target.parents):
            dead.append(f"{link} leads out of the site")
    assert not dead


def test_every_page_is_in_the_list_of_the_site() -> None:
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    listed = re.search(r"```\{toctree\}\n(.*?)```", text, re.DOTALL)
    assert listed is not None
    names = {line for line in listed[1].splitlines() if line and not line.startswith(":")}
    assert names == {page.stem for page in DOCS.glob("*.md")} - {"index"}
    assert names == {link.removesuffix(".md") for link in links(DOCS / "index.md")}


def test_the_index_of_the_reports_leads_to_every_one() -> None:
    index = (ROOT / "reports" / "index.html").read_text(encoding="utf-8")
    led_to = set(re.findall(r'<a href="([^"]+)"', index))
    there = {str(path.relative_to(ROOT / "reports")) for path in (ROOT / "reports").rglob("*")
             if path.suffix in (".html", ".md", ".json") and path.name not in ("index.html", "README.md", "manifest.json")}
    assert led_to == there
