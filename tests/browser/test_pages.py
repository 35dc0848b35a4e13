"""Pages in a real browser: a line stepped through by keys, buttons and slider; reports; readable without scripts; for everybody.

The browser is the system's chromium.  Where there is none the tests are skipped, unless DAYBREAK_BROWSER_REQUIRED is set
(`.ci/run` sets it): then they fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from verifier.cli import main
from verifier.registry import Games

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"
NAMES = ("chromium", "chromium-browser", "google-chrome")
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
PAGES = ("solved", "lost", "plain", "reported", "plotted", "ruled", "forced")
SHOWN = ".event:not([hidden])"
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
         "resultTypes": ["violations"]}


def missing() -> str:
    """What a browser test lacks here, or ""."""
    lacking = [name for name in ("playwright", "axe_playwright_python") if find_spec(name) is None]
    if not any(map(shutil.which, NAMES)):
        lacking.append("chromium")
    return ", ".join(lacking)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    if missing() and not os.environ.get("DAYBREAK_BROWSER_REQUIRED"):
        pytest.skip(f"not installed: {missing()}")
    assert not missing()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=next(filter(None, map(shutil.which, NAMES))))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lost position solved, with a picture and with what every other decision would have reached."""
    path = tmp_path_factory.mktemp("page") / "solved.html"
    assert main(["solve", str(SCENARIOS / "small-lost.toml"), "--engine", "interpreted", "--alternatives",
                 "--html", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deal that can be won, lost: a line that lets go of better grades on its way."""
    path = tmp_path_factory.mktemp("lost") / "lost.html"
    assert main(["solve", str(SCENARIOS / "reshuffle.toml"), "--goal", "lose", "--engine", "interpreted",
                 "--html", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def plotted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Winnability with its two kinds of plot, one below the other, a picture with a caption without spaces; it has contents."""
    from verifier.lang.picture import Circle, Picture
    from verifier.report.html.report import report
    from verifier.report.text.page import heading, pictured
    from verifier.report.text.winnability import winnability
    from verifier.results.edition import EditionNote
    from verifier.results.share import share
    from verifier.results.winnable import GradeShare, Winnability, WinnabilityPoint

    def found(field: str | None, count: int) -> Winnability:
        grades = (GradeShare({"survived": True}, share(10, 4, 20)),
                  GradeShare({"a_long_name_of_a_grade_" * 4: 3}, share(0, 4, 20)))
        points = tuple(WinnabilityPoint(value if field else None, share(18 - value, 2, 20), grades, (1,), (2,), ())
                       for value in range(count))
        return Winnability("probe", EditionNote("probe", "plain", "Plain", 1, 3), {}, 1, 20, 1000, field, points, "done", 0.0)

    path = tmp_path_factory.mktemp("plot") / "plot.html"
    dot = Picture(300, 40, (Circle(20, 20, 9, "red"),), "A dot")
    shown = [*winnability(found(None, 1)), *winnability(found("spaces", 19)), heading("A dot"), pictured(dot, "o", "W" * 90)]
    path.write_text(report(iter(shown)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rules of the largest game at a glance: a picture of 53 phases, and three long tables."""
    path = tmp_path_factory.mktemp("ruled") / "ruled.html"
    assert main(["games", "dawn-of-the-zeds", "--rules", "--html", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A line that breaks a property, of a game without a picture; a title without spaces, and a board wider than any page."""
    folder = tmp_path_factory.mktemp("plain")
    (folder / "walk.toml").write_text(f'schema = 1\ngame = "corridor"\ntitle = "{"W" * 256}"\n')
    (folder / "line.txt").write_text("run\nback\n")
    games = Games([EntryPoint("corridor", "tests.games.corridor:game", "daybreak.games")])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verifier.registry._found", lambda: games)
        patch.setattr("tests.games.corridor.game.drawing", lambda house: f"{'A long board, ' * 20}\nin {house.place.name}")
        assert main(["replay", str(folder / "walk.toml"), "--line", str(folder / "line.txt"),
                     "--html", str(folder / "plain.html")]) == 12
    return folder / "plain.html"


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with headings, terms, wide tables and code, and texts without spaces."""
    from verifier.report.html.report import report
    from verifier.report.text.page import counts, drawing, folded, heading, line, pairs

    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(report(iter([
        heading("A report", "of everything"), line(("Bold", "bold"), " and plain"), heading("A part", "in more words"),
        pairs([("term", "what it is"), ("", "and more"), ("W" * 80, "W" * 300)]),
        counts(("what", *(f"column {number}" for number in range(12))),
               [(name, cell, *range(11)) for name, cell in (("x", "12 % (9-15)"), ("y", "none; at most 9 %"), ("z", "5.0 %"),
                                                            ("a", "undecided"))]),
        folded("A detail", "in more words"), line("Much to say"), heading("Another part"),
        counts(("", "share"), [("W" * 90, "50 %")]), drawing("+--+\n" + "|" + "-" * 200 + "|"), line("The end.")])),
        encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def forced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Noughts and crosses, to be played against a strategy that never loses."""
    path = tmp_path_factory.mktemp("forced") / "forced.html"
    games = Games([EntryPoint("noughts", "tests.games.noughts:game", "daybreak.games")])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verifier.registry._found", lambda: games)
        assert main(["solve", "tests/games/noughts/empty.toml", "--for", "cross", "--against", "rest", "--engine", "interpreted",
                     "--html", str(path)]) == 0
    return path


@pytest.fixture
def opened(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page; afterwards, nothing may have been complained about and nothing asked of a network."""
    heard: list[str] = []
    contexts = []

    def open_page(path: Path, **options: Any) -> Any:
        context = chromium.new_context(**{"viewport": DESK, "color_scheme": "light", **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: heard.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("request", lambda request: heard.append(request.url) if not request.url.startswith("file:") else None)
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert heard == []


def number(page: Any) -> int:
    """The number of the only event that is shown."""
    shown = page.locator(SHOWN)
    assert shown.count() == 1
    return int(shown.get_attribute("id").removeprefix("event-"))


def drawn(page: Any) -> str:
    return str(page.locator(f"{SHOWN} svg").inner_html())


def test_arrow_keys_step_and_the_board_changes(solved: Path, opened: Callable[..., Any]) -> None:
    page = opened(solved)
    assert number(page) == 0
    before = drawn(page)
    page.keyboard.press("ArrowRight")
    assert number(page) == 1 and drawn(page) != before
    assert "Decision 1 (event 1): pass" in page.locator("#status").inner_text()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert number(page) == 0 and drawn(page) == before


def test_home_end_n_and_p_step_by_ends_and_by_decisions(solved: Path, opened: Callable[..., Any]) -> None:
    page = opened(solved)

    def after(key: str) -> int:
        page.keyboard.press(key)
        return number(page)

    kinds = page.locator(".event").evaluate_all("events => events.map(event => event.dataset.kind)")
    first, second = [at for at, kind in enumerate(kinds) if kind == "decision"][:2]
    assert [after(key) for key in ("n", "n", "p", "End", "Home")] == [first, second, first, len(kinds) - 1, 0]


def test_a_picture_is_drawn_when_it_is_shown(solved: Path, opened: Callable[..., Any]) -> None:
    """Until then it is a text in its noscript; then it has its shapes, none of them repeated by `use`."""
    page = opened(solved)
    assert page.locator(".event svg[role=img]").count() == 1 and page.locator(".event use").count() == 0
    assert page.locator(f"{SHOWN} svg text").count() > 10
    page.keyboard.press("End")
    assert page.locator(".event svg[role=img]").count() == 2 and page.locator(f"{SHOWN} svg").is_visible()


def test_the_slider_goes_anywhere(solved: Path, opened: Callable[..., Any]) -> None:
    page = opened(solved)
    slider = page.get_by_label("Event", exact=True)
    last = int(slider.get_attribute("max"))
    slider.fill("40")
    assert number(page) == 40
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert number(page) == 41
    page.keyboard.press("End")
    assert number(page) == last and page.locator("#count").inner_text() == f"{last} of {last}"
    page.keyboard.press("ArrowRight")
    assert number(page) == last
    assert slider.get_attribute("aria-valuetext") == page.locator(f"{SHOWN} .title").inner_text()


def test_buttons_go_by_events_and_by_decisions(solved: Path, opened: Callable[..., Any]) -> None:
    page = opened(solved)

    def after(name: str) -> int:
        page.get_by_role("button", name=name).click()
        return number(page)

    kinds = page.locator(".event").evaluate_all("events => events.map(event => event.dataset.kind)")
    decisions = [at for at, kind in enumerate(kinds) if kind == "decision"]
    assert after("Forward one event") == 1 == decisions[0]
    for at in decisions[1:]:
        assert after("Next decision") == at
    assert after("Back one event") == decisions[-1] - 1 != decisions[-2]
    assert after("Previous decision") == decisions[-2]
    assert (after("End of the line"), after("Start of the line")) == (len(kinds) - 1, 0)


def test_a_link_to_an_event_shows_it(solved: Path, opened: Callable[..., Any]) -> None:
    page = opened(solved)
    page.get_by_text("All events").click()
    page.locator('.events a[href="#event-7"]').click()
    page.locator("#event-7:not([hidden])").wait_for()  # not by a function: the page's policy lets no text become code
    assert number(page) == 7 and page.url.endswith("#event-7")
    page.reload()
    assert number(page) == 7


def test_mistakes_are_listed_and_shown_where_they_happen(lost: Path, opened: Callable[..., Any]) -> None:
    page = opened(lost)
    headline = page.locator(".headline").inner_text()
    assert headline.startswith("Lost at decision 5 (event ") and headline.endswith(" still won.")
    assert page.locator(".graph svg").is_visible()
    links = page.locator(".mistakes a")
    events = [link.get_attribute("href").removeprefix("#event-") for link in links.all()]
    titles = [page.locator(f"#title-{event}").text_content() for event in events]
    assert len(events) == 4 and links.all_inner_texts() == titles and events == sorted(events, key=int)
    assert not page.locator(f"{SHOWN} .drop").count()
    links.last.click()
    page.locator(f"#event-{events[-1]}:not([hidden])").wait_for()  # not by a function: the page's policy lets no text become code
    drop = page.locator(f"{SHOWN} .drop")
    assert drop.is_visible() and "▼▼ Loses the game. Before: survived, " in drop.inner_text()
    assert "Loses the game" in page.locator("#status").inner_text()
    page.get_by_text("All events").click()
    assert page.locator(".events li", has_text="▼").count() == 4


def test_tables_sort_and_filter_and_details_open(reported: Path, opened: Callable[..., Any]) -> None:
    page = opened(reported)
    table = page.locator(".wide table").first

    def names() -> list[str]:
        return list(table.locator("tbody tr:not([hidden]) td:first-child").all_inner_texts())

    assert names() == ["x", "y", "z", "a"]
    page.get_by_role("button", name="what").first.click()
    assert names() == ["a", "x", "y", "z"] and table.locator("th").first.get_attribute("aria-sort") == "ascending"
    page.get_by_role("button", name="column 0").first.click()
    assert names() == ["x", "z", "y", "a"]  # 12 %, 5 %, none, and what is no number
    page.get_by_label("Show rows with").first.fill("z")
    assert names() == ["z"] and page.locator(".filter output").first.inner_text() == "1 of 4"
    part = page.locator("details.part")
    assert not page.get_by_text("Much to say").is_visible()
    part.locator("summary").click()
    assert page.get_by_text("Much to say").is_visible()


def test_a_report_without_scripts_has_its_tables_and_details(reported: Path, opened: Callable[..., Any]) -> None:
    page = opened(reported, java_script_enabled=False)
    assert page.locator(".wide table").first.is_visible() and page.locator(".filter").count() == 0
    page.locator("details.part summary").click()
    assert page.get_by_text("Much to say").is_visible()


def place(page: Any) -> str:
    """The title of the only position that is shown."""
    shown = page.locator(SHOWN)
    assert shown.count() == 1
    return str(shown.locator(".title").inner_text())


def test_a_game_is_played_against_a_strategy(forced: Path, opened: Callable[..., Any]) -> None:
    """By keys and by clicks, to an end: cross chooses by itself, and nought does not win whatever it does."""
    page = opened(forced)
    assert place(page) == "Start: cross plays by the strategy" and page.locator(f"{SHOWN} .reply").count() == 1
    for turn in range(4):
        assert place(page).endswith("cross plays by the strategy")
        page.keyboard.press("ArrowRight") if turn % 2 else page.locator(f"{SHOWN} .chosen").click()
        if place(page).endswith("the end"):
            break
        assert place(page).endswith("nought decides") and page.locator(f"{SHOWN} .reply").count() == 8 - 2 * turn
        page.keyboard.press("1") if turn % 2 else page.locator(f"{SHOWN} .reply").first.click()
    assert place(page).endswith("the end")
    rows = page.locator(f"{SHOWN} .outcomes tbody tr")
    assert rows.all_inner_texts() == ["cross\tan outcome of 2", "nought\tan outcome of 0"]
    made = page.locator("#path li").count()
    assert made >= 5 and page.locator("#count").inner_text() == f"{made} events" and page.locator("[data-go=on]").is_disabled()
    assert "an outcome of 2" in page.locator("#status").inner_text()
    assert page.locator("#last").inner_text().startswith("cross: mark")


def test_a_game_against_a_strategy_is_taken_back(forced: Path, opened: Callable[..., Any]) -> None:
    """By a key, by the browser's own way back, and to any place of the game so far; a reload keeps it."""
    page = opened(forced)
    titles = [place(page)]
    for key in ("ArrowRight", "3", "ArrowRight", "2"):
        page.keyboard.press(key)
        titles.append(place(page))
    moves = page.locator("#path li").all_inner_texts()
    assert len(set(titles)) == 5 and [each.split(":")[0] for each in moves] == ["cross", "nought", "cross", "nought"]
    page.reload()
    assert place(page) == titles[4] and page.locator("#path li").all_inner_texts() == moves
    page.keyboard.press("ArrowLeft")
    assert place(page) == titles[3]
    page.go_back()
    assert place(page) == titles[4]
    page.locator("#path a").nth(1).click()
    assert place(page) == titles[2] and page.locator("#path li").all_inner_texts() == moves[:2]
    page.keyboard.press("Home")
    assert place(page) == titles[0] and not page.locator("#so-far").is_visible()
    page.keyboard.press("9")  # of one reply
    assert place(page) == titles[0]


def test_a_position_that_is_named_is_come_to_by_a_shortest_way(forced: Path, opened: Callable[..., Any]) -> None:
    page = opened(forced)
    page.get_by_text("The main line: played as well as can be by both sides").click()
    page.locator("details .path a").last.click()
    assert place(page).endswith("the end") and page.locator("#path li").count() == 9


def test_a_strategy_without_scripts_has_every_position_and_links(forced: Path, opened: Callable[..., Any]) -> None:
    page = opened(forced, java_script_enabled=False)
    assert page.locator(".event").count() == 150 and not page.locator("#walker").is_visible()
    page.locator("#position-0 .chosen").click()
    assert page.url.endswith("#position-1") and page.locator("#position-1").is_visible()
    assert page.locator("#position-1 .came a").get_attribute("href") == "#position-0"


def test_without_scripts_everything_is_there(solved: Path, opened: Callable[..., Any]) -> None:
    page = opened(solved, java_script_enabled=False)
    events = page.locator(".event")
    assert events.count() > 50
    assert all(events.nth(at).is_visible() and events.nth(at).locator("svg").is_visible() for at in (0, 1, events.count() - 1))
    assert not page.locator("#stepper").is_visible()
    assert page.get_by_text("Legal decisions here, and the best possible result of each").first.is_visible()


def test_printed_it_has_every_event(solved: Path, opened: Callable[..., Any]) -> None:
    page = opened(solved)
    page.emulate_media(media="print")
    assert page.locator(".event").last.is_visible() and not page.locator("#stepper").is_visible()


WORDS_OVER = """svg => {
    const spaces = [...svg.querySelectorAll("rect")].map(each => each.getBBox()).filter(box => box.width > 90 && box.width < 200);
    const inside = (word, box) => word.x >= box.x && word.x < box.x + box.width && word.y > box.y && word.y < box.y + box.height;
    return [...svg.querySelectorAll("text")].filter(each => {
        const word = each.getBBox();
        return spaces.some(box => inside(word, box) && word.x + word.width > box.x + box.width);
    }).map(each => each.textContent);
}"""


def test_the_names_on_the_map_of_the_zeds_fit_their_spaces(tmp_path: Path, opened: Callable[..., Any]) -> None:
    (tmp_path / "line.txt").write_text("end-actions\n")
    scenario = SCENARIOS.parent / "dawn-of-the-zeds" / "e10.toml"
    assert main(["replay", str(scenario), "--line", str(tmp_path / "line.txt"), "--html", str(tmp_path / "page.html"),
                 "--engine", "interpreted", "--states", "20"]) == 0  # what can be reached is not what is looked at here
    page = opened(tmp_path / "page.html", viewport=PHONE)
    map_ = page.locator(f"{SHOWN} svg")
    assert map_.get_by_text("1 Suspension", exact=True).count() == map_.get_by_text("Bridge", exact=True).count() == 1
    assert map_.evaluate(WORDS_OVER) == []
    map_.get_by_text("Bridge", exact=True).evaluate("word => { word.textContent = 'Bridge of Suspension' }")
    assert map_.evaluate(WORDS_OVER) == ["Bridge of Suspension"]


@pytest.mark.parametrize("which", PAGES)
@pytest.mark.parametrize("scripts", [True, False])
def test_no_scrolling_sideways_on_a_phone(scripts: bool, which: str, opened: Callable[..., Any],
                                          request: pytest.FixtureRequest) -> None:
    page = opened(request.getfixturevalue(which), viewport=PHONE, java_script_enabled=scripts)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    reaching = "each => each.getBoundingClientRect().right > innerWidth && !each.closest('pre, .unseen, .wide')"
    assert page.evaluate(f"[...document.body.querySelectorAll('*')].filter({reaching}).map(each => each.outerHTML)") == []


@pytest.mark.parametrize("which", PAGES)
@pytest.mark.parametrize(("size", "scheme"), [
    pytest.param(PHONE, "dark", id="phone-dark"), pytest.param(DESK, "light", id="desk-light"),
    pytest.param(PHONE, "light", id="phone-light", marks=pytest.mark.long),
    pytest.param(DESK, "dark", id="desk-dark", marks=pytest.mark.long)])
def test_axe_finds_nothing_that_keeps_people_out(size: dict[str, int], scheme: str, which: str, opened: Callable[..., Any],
                                                 request: pytest.FixtureRequest) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(request.getfixturevalue(which), viewport=size, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    page.keyboard.press("ArrowRight")
    found = Axe().run(page, options=RULES)
    assert len(found.response["passes"]) >= 15
    assert found.violations_count == 0, found.generate_report()


def test_axe_finds_what_is_wrong(solved: Path, opened: Callable[..., Any]) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(solved)
    page.evaluate("document.querySelector('.event svg[role=img]').removeAttribute('aria-labelledby'); document.title = ''")
    assert {each["id"] for each in Axe().run(page, options=RULES).response["violations"]} == {"svg-img-alt", "document-title"}
