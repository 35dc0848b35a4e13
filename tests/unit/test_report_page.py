"""Any text report as a page: the same parts as on the terminal, and nothing of a text taken for markup."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.unit.test_markdown import HOSTILE
from verifier.report.html.report import report
from verifier.report.text.page import Page, counts, drawing, heading, line, pairs

MORE = ['"><img src=x onerror=alert(1)>', "</script><script>alert(1)</script>", "</title><h1>", "{{ 7 * 7 }}", "{% raw %}",
        "]]>", "<!--", "&#x3c;b&#x3e;", "' onmouseover='x", "<svg/onload=alert(1)>", "</pre><b>", "</td><td>"]


class Seen(HTMLParser):
    """The elements with their attributes, and the text between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple((name, "" if name == "aria-label" else value) for name, value in attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def page(text: str) -> Page:
    yield heading(text, text)
    yield line((text, "bold"), " and ", text)
    yield heading(text)
    yield pairs([(text, text), ("", text)])
    yield counts((text, "n"), [(text, 1)])
    yield drawing(text)


def test_a_page_has_its_parts() -> None:
    seen = Seen(report(iter([heading("The title", "more"), heading("A part"), pairs([("term", "told"), ("", "below")]),
                             counts(("a", "b"), [("x", 12)]), drawing("+-+\n| |")])))
    tags = [tag for tag, _ in seen.elements]
    assert [tags.count(tag) for tag in ("h1", "h2", "dt", "dd", "th", "td", "pre", "script")] == [1, 1, 1, 2, 2, 2, 1, 0]
    assert "The title" in seen.text and "+-+\n| |" in seen.text
    policy = dict(next(attributes for tag, attributes in seen.elements
                       if tag == "meta" and ("http-equiv", "Content-Security-Policy") in attributes))["content"]
    assert policy is not None and "default-src 'none'" in policy and "script-src 'none'" in policy


@pytest.mark.parametrize("text", [*HOSTILE, *MORE])
def test_a_text_is_shown_and_never_taken_for_markup(text: str) -> None:
    harmless, hostile = Seen(report(page("harmless"))), Seen(report(page(text)))
    assert hostile.elements == harmless.elements
    assert " ".join(" ".join(hostile.text).split()).count(" ".join(text.split())) >= 8
