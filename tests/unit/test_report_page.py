"""Any text report as a page: the same parts as on the terminal, and nothing of a text taken for markup."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.fuzz.payloads import hidden
from tests.sampling import one_in
from tests.unit.test_markdown import HOSTILE
from verifier.lang.picture import Label, Picture, Rect
from verifier.report.html.report import report
from verifier.report.markdown import markdown
from verifier.report.text.page import Page, counts, drawing, folded, heading, line, pairs, pictured
from verifier.report.text.rendered import rendered

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
    yield pictured(Picture(10, 10, (Label(1, 1, text),), text), text, text)


def test_a_page_has_its_parts() -> None:
    seen = Seen(report(iter([heading("The title", "more"), heading("A part"), pairs([("term", "told"), ("", "below")]),
                             counts(("a", "b"), [("x", 12)]), drawing("+-+\n| |")])))
    tags = [tag for tag, _ in seen.elements]
    assert [tags.count(tag) for tag in ("h1", "h2", "dt", "dd", "th", "td", "pre", "script")] == [1, 1, 1, 2, 2, 2, 1, 1]
    assert "The title" in seen.text and "+-+\n| |" in seen.text
    policy = dict(next(attributes for tag, attributes in seen.elements
                       if tag == "meta" and ("http-equiv", "Content-Security-Policy") in attributes))["content"]
    assert policy is not None and "default-src 'none'" in policy and "script-src 'sha256-" in policy


def test_details_are_folded() -> None:
    """On a page alone: as text and Markdown a folded part is a part."""
    def shown() -> Page:
        yield heading("The title")
        yield line("found")
        yield folded("A detail", "in more words")
        yield line("much")
        yield heading("A part")
        yield line("seen")

    text = report(shown())
    assert '<details class="part" id="part-3">\n<summary><h2>A detail</h2></summary>' in text
    order = [text.index(each) for each in ("found", "<details class", "much", "</details>", "A part")]
    assert order == sorted(order)
    assert "## A detail\n\nin more words\n\nmuch" in markdown(shown()) and "A detail  in more words" in rendered(shown())


@pytest.mark.parametrize("text", one_in(4, [*HOSTILE, *MORE]))
def test_a_text_is_shown_and_never_taken_for_markup(text: str) -> None:
    harmless, hostile = Seen(report(page("h" * len(text)))), Seen(report(page(text)))  # a column is laid out by its length
    assert hostile.elements == harmless.elements
    assert " ".join(" ".join(hostile.text).split()).count(" ".join(text.split())) >= 10
    assert hidden(report(page(text))) == set() == hidden(rendered(page(text), width=60)) and "\x1b" not in rendered(page(text))


def test_a_long_report_has_its_contents_and_a_column_of_numbers_may_have_gaps() -> None:
    def parts(count: int) -> Page:
        yield heading("The title")
        for number in range(count):
            yield heading(f"Part {number}")
            yield counts(("", "seen"), [("a", 1_000), ("b", "")])

    short, long = (Seen(report(parts(count))) for count in (5, 6))
    assert not any(tag == "nav" for tag, _ in short.elements)
    links = [dict(attributes)["href"] for tag, attributes in long.elements if tag == "a"]
    assert links == [f"#{dict(attributes)['id']}" for tag, attributes in long.elements if tag == "h2"] and len(set(links)) == 6
    heads = [dict(attributes) for tag, attributes in long.elements if tag == "th"]
    assert heads == [{"scope": "col", "class": "number"}] * 6 and "1,000" in long.text


def test_a_picture_is_drawn_on_a_page_and_told_in_letters_elsewhere() -> None:
    def shown(picture: Picture | None) -> Page:
        yield heading("A table")
        yield pictured(picture, "[ ] table\n   below", "What lies on it")

    picture = Picture(40, 30, (Rect(1, 2, 30, 20, "wood-line"), Label(5, 9, "a card")), "A table with a card")
    seen = Seen(report(shown(picture)))
    drawing_of_it = next(dict(attributes) for tag, attributes in seen.elements if tag == "svg")
    assert drawing_of_it["viewbox"] == "0 0 40 30" and drawing_of_it["role"] == "img"
    assert "A table with a card" in report(shown(picture))
    tags = [tag for tag, _ in seen.elements]
    assert [tags.count(tag) for tag in ("figure", "figcaption", "rect", "text", "pre")] == [1, 1, 1, 1, 0]
    assert "a card" in seen.text and "What lies on it" in seen.text
    for text in (rendered(shown(picture), width=60), markdown(shown(picture))):
        assert "[ ] table\n   below\n" in text and "What lies on it" not in text and "a card" not in text
    assert "[ ] table" in report(shown(None)) and "<svg" not in report(shown(None))


def test_several_pictures_are_made_of_what_they_have_in_common() -> None:
    frame = [Rect(number, 0, 5, 5, "wood-line") for number in range(20)]
    pictures = [Picture(40, 30, (*frame, Label(5, 9, f"card {number}")), f"A table. With card {number}.") for number in range(4)]

    def shown(count: int) -> Page:
        yield heading("Tables")
        for picture in pictures[:count]:
            yield pictured(picture, "[ ]", "")

    one, four = Seen(report(shown(1))), Seen(report(shown(4)))
    alone, tags = ([tag for tag, _ in seen.elements] for seen in (one, four))
    assert tags.count("rect") == 20 == alone.count("rect") and "use" not in alone
    assert tags.count("use") >= 4 and tags.count("svg") == 5
    attributes = [dict(given) for tag, given in four.elements]
    there = {each["id"] for each in attributes if "id" in each}
    assert {str(each["href"])[1:] for each in attributes if "href" in each} <= there
    named = [str(each["aria-labelledby"]).split() for each in attributes if "aria-labelledby" in each]
    assert len(named) == 4 and all(set(ids) <= there and len(ids) == 2 for ids in named)
    assert four.text.count("A table.") == 1 and [four.text.count(f"card {number}") for number in range(4)] == [1] * 4
