"""Pages as Markdown, read back by a CommonMark parser: what was said is shown, and nothing of it is taken for markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.fuzz.payloads import PAYLOADS
from verifier.lang.picture import Picture
from verifier.report.markdown import escaped, markdown
from verifier.report.text.page import Page, counts, drawing, heading, line, pairs, pictured, unwrapped
from verifier.visible import visible

HOSTILE = [
    "<script>alert(1)</script>", "[link](javascript:alert(1))", "![x](http://example.invalid/x.png)", "**bold** _it_ `code`",
    "# heading", "- item", "1. item", "+ item", "1) item", "> quote", "a | b", "&lt;b&gt;", "~~gone~~", "***", "---", "===",
    "\\*", "<!-- -->", "<b onclick=x>", "http://example.invalid", "see WWW.example.invalid", "````", "* a\n* b",
    *map(visible, PAYLOADS),  # as they are made visible where they enter
]


def parsed(text: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(text)


def kinds(tokens: list[Token]) -> list[str]:
    found = []
    for token in tokens:
        found.append(token.type)
        found += [child.type for child in token.children or ()]
    return found


def shown(tokens: list[Token]) -> str:
    """All the text that a reader sees."""
    parts = []
    for token in tokens:
        parts += [" " if child.type == "softbreak" else child.content for child in token.children or ()
                  if child.type in ("text", "code_inline", "text_special", "softbreak")]
        if token.type == "fence":
            parts.append(token.content)
    return " ".join("".join(parts).split())


def test_a_page_has_its_parts() -> None:
    tokens = parsed(markdown(iter([
        heading("The title", "less loud"), line("A ", ("bold", "bold"), " word."), line(""), heading("A part"),
        pairs([("term", "what it is"), ("", "more")]), counts(("name", "count"), [("a", 1), ("b", 2)]),
        drawing("+--+\n|``|\n+--+"), unwrapped("  row"), line("The end.")])))
    found = kinds(tokens)
    assert [token.tag for token in tokens if token.type == "heading_open"] == ["h1", "h2"]
    assert found.count("strong_open") == 2 and found.count("list_item_open") == 2 and found.count("tr_open") == 3
    fence, = (token for token in tokens if token.type == "fence")
    assert fence.content == "+--+\n|``|\n+--+\n  row\n"


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_is_shown_and_never_taken_for_markup(text: str) -> None:
    def page(text: str) -> Page:
        yield heading(text)
        yield line(text)
        yield line((text, "bold"), " and ", text)
        yield pairs([(text, text), ("", text)])
        yield counts((text, "n"), [(text, 1)])
        yield drawing(text)
        yield pictured(Picture(10, 10, (), text), text, text)

    harmless, hostile = parsed(markdown(page("harmless"))), parsed(markdown(page(text)))
    plain = [kind for kind in kinds(harmless) if kind not in ("text", "text_special", "softbreak")]
    assert [kind for kind in kinds(hostile) if kind not in ("text", "text_special", "softbreak")] == plain
    assert shown(hostile).count(" ".join(text.split())) >= 9


def test_a_fence_is_longer_than_what_it_holds() -> None:
    def page() -> Iterator[object]:
        yield drawing("```\nnot the end\n`````")

    fence, = (token for token in parsed(markdown(page())) if token.type == "fence")
    assert fence.content == "```\nnot the end\n`````\n"


def test_what_is_escaped_is_the_same_text() -> None:
    for text in HOSTILE:
        tokens = parsed(f"x {escaped(text)}")
        assert shown(tokens) == " ".join(f"x {text}".split())


def test_no_bare_address_is_left_for_github_to_make_a_link_of() -> None:
    """GitHub's rule reads the source: `www.`, or a scheme and `://`, as they stand there."""
    for text in HOSTILE:
        assert not re.search(r"(?<!\\)://|www\.", escaped(text), re.IGNORECASE)
