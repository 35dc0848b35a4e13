"""`--html`: what the page of a line holds, that it is the same bytes every time, and how it is refused."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from tests.games.corridor import game as corridor
from verifier.analysis.alternatives import Choices, strengthened
from verifier.analysis.choices import EngineChoice
from verifier.analysis.reach import Bounds, tightened
from verifier.analysis.review import judged
from verifier.cli import main
from verifier.instance import Instance, load_instance
from verifier.lang.picture import Label, Picture
from verifier.line import Line, replay
from verifier.registry import Games
from verifier.report.html.line import stepped
from verifier.results.stepped import Alternative, Stepped
from verifier.run.reference import Applied, Position

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "scenarios" / "until-dawn"
INTERPRETED = ("--engine", "interpreted")
NATIVE = ("--engine", "native")  # compiled once for all tests of the game
BEST = ("barricade 0", "barricade 0", "end-turn", "place 0", "place 0", "place 0", "barricade 0")  # the one of small-lost
Run = Callable[..., Any]


class Page(HTMLParser):
    """A page's elements with their attributes, and the text inside each kind of element."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.text = path.read_text(encoding="utf-8")
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(self.text)
        assert self._open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))
        assert len(dict(attributes)) == len(attributes)
        if tag not in ("meta", "input"):
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open:
            self.inside.setdefault(self._open[-1], []).append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("solved") / "page.html"
    assert main(["solve", str(SCENARIOS / "small-lost.toml"), *INTERPRETED, "--html", str(path)]) == 0
    return path


# -- what is in it ------------------------------------------------------------------------------------------------------------


def test_nothing_runs_or_loads_but_what_the_policy_names(solved: Path) -> None:
    page = Page(solved)
    (policy,) = [each["content"] for each in page.all("meta") if each.get("http-equiv") == "Content-Security-Policy"]
    hashes = {tag: b64encode(sha256("".join(page.inside[tag]).encode()).digest()).decode() for tag in ("style", "script")}
    assert policy == ("default-src 'none'; base-uri 'none'; form-action 'none'; "
                      f"style-src 'sha256-{hashes['style']}'; script-src 'sha256-{hashes['script']}'")
    assert len(page.all("style")) == len(page.all("script")) == 1
    assert {name for _, attributes in page.elements for name in attributes if name == "style" or name.startswith("on")} == set()
    links = {value for _, attributes in page.elements for name, value in attributes.items() if name in ("href", "src")}
    assert all(link is not None and link.startswith("#") for link in links)
    assert "://" not in page.text and "url(" not in page.text


def test_every_link_leads_somewhere_and_no_id_is_there_twice(solved: Path) -> None:
    page = Page(solved)
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    named = {one for _, attributes in page.elements for name, value in attributes.items() if name in ("aria-labelledby", "for")
             for one in (value or "").split()}
    assert len(set(ids)) == len(ids)
    assert named | {str(each["href"])[1:] for each in (*page.all("a"), *page.all("use"))} <= set(ids)


def test_the_page_of_an_answer_says_what_the_answer_says(solved: Path) -> None:
    page = Page(solved)
    text = " ".join(" ".join(page.inside[tag]) for tag in ("h1", "h2", "p", "dt", "dd"))
    assert "Lost: no line of this deal survives (proved)" in page.inside["h2"] and "Verdict: optimal" not in page.text
    for words in ("The search closed", "Grade", "survived no, alive 0, unbreached 1, shells 7", "Bound",
                  "line replayed by the plain rules", "states 2,", "no line of this deal reaches", "met", "The best line"):
        assert words in text
    events = [each["id"] for each in page.all("article")]
    assert events == [f"event-{number}" for number in range(len(events))]
    assert len(page.all("svg")) == len(events) + 1  # what pictures have in common is drawn once more, for all
    assert page.text.count("All 43 properties hold.") == len(events) - 1
    assert "Pass: time goes by." in text
    assert "An action moves the time marker one space to the right and then does one of five things." in text


def test_a_lost_line_links_to_where_it_was_lost(tmp_path: Path, daybreak: Run) -> None:
    ran = daybreak("solve", SCENARIOS / "reshuffle.toml", "--goal", "lose", *NATIVE, "--html", tmp_path / "page.html")
    assert "Point of no return: decision 5, \"place 0\"" in ran.out and ran.out.endswith(f"Page: {tmp_path / 'page.html'}\n")
    page = Page(tmp_path / "page.html")
    (link,) = re.findall(r'<dd><a href="#event-(\d+)">decision 5', page.text)
    article = page.text[page.text.index(f'id="event-{link}"'):]
    assert f'Decision 5 (event {link}): place 0</h3>' in article[:400]
    assert 'class="kind">decision<' in article[:article.index("</article>")]


def test_an_answer_without_a_line_has_a_page_too(tmp_path: Path, daybreak: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.search.best.Beam._take_played", lambda *_: None)  # as where no game at random comes to an end
    monkeypatch.setattr("verifier.analysis.reach.STATES_MAX", 30)
    ran = daybreak("solve", SCENARIOS / "demo.toml", "--states", 20, *INTERPRETED, "--html", tmp_path / "page.html")
    assert ran.code == 124
    page = Page(tmp_path / "page.html")
    assert len(page.all("article")) == 1 and "Verdict: unknown" in page.text and "0 events. Next: " in page.text


# -- the same bytes -----------------------------------------------------------------------------------------------------------


def test_the_same_bytes_whatever_the_machine(tmp_path: Path, solved: Path) -> None:
    command = ("import sys; from verifier.cli import main; "
               "sys.exit(main(['solve', 'small-lost.toml', '--engine', 'interpreted', '--html', sys.argv[1]]))")
    places = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [ROOT, *sys.path])), "PYTHONHASHSEED": "4711",
              "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONIOENCODING": "latin-1"}
    subprocess.run([sys.executable, "-c", command, str(tmp_path / "other.html")], cwd=SCENARIOS, env=places, check=True,
                   capture_output=True)
    assert (tmp_path / "other.html").read_bytes() == solved.read_bytes()


def test_times_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, daybreak: Run) -> None:
    pages: list[Stepped] = []
    monkeypatch.setattr("verifier.analysis.line_page.as_page", lambda found: pages.append(found) or "")
    daybreak("solve", SCENARIOS / "small-lost.toml", *NATIVE, "--html", tmp_path / "page.html")
    (found,) = pages
    assert found.solved is not None and "seconds" in found.solved.search
    slower = evolve(found, solved=evolve(found.solved, search={**found.solved.search, "seconds": 98765.4}))
    assert stepped(slower) == stepped(found) and "98765" not in stepped(slower) and "98,765" not in stepped(slower)


# -- other games --------------------------------------------------------------------------------------------------------------


@cache
def games() -> Games:
    return Games([EntryPoint("corridor", "tests.games.corridor:game", "daybreak.games")])


@pytest.fixture
def walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, daybreak: Run) -> Run:
    """Replays a line through the corridor, with a page."""
    monkeypatch.setattr("verifier.registry._found", games)
    games().program("corridor")  # whole, before a test takes some of it away
    (tmp_path / "walk.toml").write_text('schema = 1\ngame = "corridor"\n[deal]\ndoor = ["opens"]\n')

    def replayed(line: str, *more: Any) -> Any:
        (tmp_path / "line.txt").write_text(line)
        return daybreak("replay", tmp_path / "walk.toml", "--line", tmp_path / "line.txt",
                        "--html", tmp_path / "page.html", *more)

    return replayed


def test_what_a_line_breaks_is_told_where_it_breaks(walk: Run, tmp_path: Path) -> None:
    assert walk("run\nback\n").code == 12
    text = Page(tmp_path / "page.html").text
    first, second = text[text.index('id="event-1"'):text.index('id="event-2"')], text[text.index('id="event-2"'):]
    assert "<strong>Broken:</strong> the step property nobody_runs does not hold: One walks [CO-02]" in first
    assert "properties hold" not in first and "All 3 properties hold." in second
    assert '<a href="#event-1">1</a>' in second and "<svg" not in text and "<pre" not in text


def test_a_game_without_a_picture_shows_its_board(walk: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corridor, "drawing", lambda house: f" +--+\n | <{house.place.name}>")
    assert walk("walk\n").code == 0
    page = Page(tmp_path / "page.html")
    assert "".join(page.inside["pre"]) == "\n +--+\n | <HALL>\n +--+\n | <GALLERY>"
    assert "<svg" not in page.text


def test_json_stays_alone_on_stdout(walk: Run, tmp_path: Path) -> None:
    ran = walk("walk\n", "--json")
    assert ran.out.endswith("}\n") and "Page" not in ran.out and (tmp_path / "page.html").exists()


@pytest.mark.parametrize("painting", [lambda house: "<svg/>", lambda house: Picture(1, 1, [Label(0, 0, house.nothing)], ""),
                                      lambda house: Picture(-1, 1, [], "")])
def test_a_picture_that_is_none_is_told_as_such(painting: Any, walk: Run, tmp_path: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corridor, "painting", painting)
    ran = walk("walk\n")
    assert ran.code == 75 and "DB406 the picture of Corridor fails: " in ran.err and "test_line_page.py:" in ran.err
    assert not (tmp_path / "page.html").exists()


# -- refused ------------------------------------------------------------------------------------------------------------------


def test_what_cannot_be_is_refused_and_nothing_is_written(tmp_path: Path, daybreak: Run) -> None:
    scenario = tmp_path / "own.toml"
    scenario.write_bytes((SCENARIOS / "small-lost.toml").read_bytes())
    (tmp_path / "line.txt").write_text("")
    for code, arguments in {
        "DB580": ("solve", scenario, "--alternatives"), "DB581": ("solve", scenario, scenario, "--html", tmp_path / "x.html"),
        "DB582": ("solve", scenario, "--html", tmp_path), "DB583": ("solve", scenario, "--html", tmp_path / "." / "own.toml"),
    }.items():
        ran = daybreak(*arguments)
        assert (ran.code, ran.out) == (150, "") and ran.err.startswith(f"{code} ")
    for code, html in {"DB582": tmp_path / "none" / "x.html", "DB583": tmp_path / "line.txt"}.items():
        ran = daybreak("replay", scenario, "--line", tmp_path / "line.txt", "--html", html)
        assert (ran.code, ran.out) == (150, "") and ran.err.startswith(f"{code} ")
    for name, code in {"x" * 300: "DB507", "nul\0nul": "DB500"}.items():
        ran = daybreak("solve", scenario, *INTERPRETED, "--html", tmp_path / name)
        assert ran.code == 150 and ran.err.startswith(f"{code} ") and len(ran.err.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["line.txt", "own.toml"]


def test_a_game_without_grades_has_nothing_to_compare(walk: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rules = {name: rule for name, rule in corridor.rules.items() if rule.kind != "grade"}
    monkeypatch.setattr(corridor, "rules", rules)
    ran = walk("walk\n", "--alternatives", *INTERPRETED)
    assert ran.code == 150 and "DB585" in ran.err and not (tmp_path / "page.html").exists()


# -- alternatives -------------------------------------------------------------------------------------------------------------


TRIED: dict[Any, tuple[int, ...]] = {}  # positions of small-lost -> the best grade from there


def best_by_trying(instance: Instance, position: Position) -> tuple[int, ...]:
    """The best grade from a position of small-lost, by following every decision on the reference."""
    position = instance.reference.settled(position)
    key = instance.reference.key(position)
    if key not in TRIED:
        legal = instance.reference.legal(position)
        TRIED[key] = (max(best_by_trying(instance, instance.reference.apply(position, event).after) for event in legal)
                      if legal else instance.grade(position) or ())
    return TRIED[key]


def compared(instance: Instance, events: list[Applied]) -> dict[int, tuple[Alternative, ...]]:
    return judged(instance, EngineChoice.NATIVE, events, compare=True).alternatives


def test_alternatives_reach_what_trying_everything_reaches() -> None:
    instance = load_instance(SCENARIOS / "small-lost.toml")
    events = list(replay(instance.reference, instance.start, Line(BEST)))
    found = compared(instance, events)
    assert len(found) == len(BEST)
    less = 0
    for index in sorted(found)[2:]:
        before = events[index - 1].after
        tried = {event.text: best_by_trying(instance, instance.reference.apply(before, event).after)
                 for event in instance.reference.legal(before)}
        assert {each.event: tuple(map(int, (each.grade or {}).values())) for each in found[index]} == tried
        for each in found[index]:
            assert each.known and each.loses == (tried[each.event] < max(tried.values()))
            assert each.played == (each.event == events[index].event.text)
            less += each.loses
    assert less > 0 and len(TRIED) > 20


def test_what_a_limit_ended_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.analysis.reach.STATES_MAX", 30)
    instance = load_instance(SCENARIOS / "small-lost.toml")
    events = list(replay(instance.reference, instance.start, Line(BEST)))
    found = compared(instance, events)
    assert not any(each.known or each.loses for each in found[0])
    assert any(each.known for each in found[max(found)])


def test_a_blunder_is_seen_where_it_happens(walk: Run, tmp_path: Path) -> None:
    """Into the closet, with the garden next to it: no rule says what follows there; the carousel is not said to end."""
    assert walk("walk\nknock\nenter closet\n", "--alternatives", *INTERPRETED).code == 12
    text = Page(tmp_path / "page.html").text
    article = text[text.rindex("<article"):]
    rows = re.findall(r"<tr.*?</tr>", article, re.DOTALL)[1:]
    told = [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows]
    assert told == ["enter closet played undecided", "enter maze undecided", "enter carousel undecided",
                    "enter garden free, 3 flowers"]


# -- what is still within reach ------------------------------------------------------------------------------------------------

def played(line: tuple[str, ...]) -> tuple[Instance, list[Applied]]:
    """A line in small-lost, as far as it is legal."""
    instance = load_instance(SCENARIOS / "small-lost.toml")
    return instance, list(replay(instance.reference, instance.start, Line(line)))


@pytest.mark.parametrize("line", [BEST, ("pass", "pass", "end-turn"), ("fire 0", "pass")])
def test_what_is_within_reach_is_what_trying_everything_reaches(line: tuple[str, ...]) -> None:
    instance, events = played(line)
    reach = judged(instance, EngineChoice.NATIVE, events).reach
    positions = [instance.start, *(applied.after for applied in events)]
    assert len(reach) == len(positions)
    for position, one in zip(positions, reach, strict=True):
        assert one is not None and one.known and one.low == one.high is not None
        assert tuple(map(int, one.low.values())) == best_by_trying(instance, position)


def test_what_is_known_further_on_and_before_settles_what_is_between() -> None:
    given = [Bounds(3, 9), Bounds(-1, 9), Bounds(-1, 7), Bounds(5, 7), Bounds(4, 4), None, Bounds(1, 8), Bounds(2, 9)]
    assert tightened(given) == [Bounds(5, 9), Bounds(5, 9), Bounds(5, 7), Bounds(5, 7), Bounds(4, 4), None, Bounds(2, 8),
                                Bounds(2, 8)]


def test_a_best_line_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    instance, events = played(BEST)
    whole = judged(instance, EngineChoice.NATIVE, events).reach
    monkeypatch.setattr("verifier.analysis.reach.STATES_MAX", 2)
    assert judged(instance, EngineChoice.NATIVE, events, is_best=True).reach == whole
    assert judged(instance, EngineChoice.NATIVE, events).reach != whole


def test_every_moment_says_what_is_within_reach_and_where_it_drops(tmp_path: Path, daybreak: Run) -> None:
    ran = daybreak("solve", SCENARIOS / "reshuffle.toml", "--goal", "lose", *NATIVE, "--html", tmp_path / "page.html")
    text = Page(tmp_path / "page.html").text
    articles = re.findall(r"<article.*?</article>", text, re.DOTALL)
    reached = [re.findall(r'class="reach">Best possible result: (.*?)\.</p>', article) for article in articles]
    assert ran.code == 0 and all(len(each) == 1 for each in reached)
    drops = [at for at in range(len(articles)) if 'class="drop"' in articles[at]]
    assert drops == [at for at in range(1, len(articles)) if reached[at] != reached[at - 1]] and len(drops) == 4
    listed = re.findall(r'<a href="#event-(\d+)">Decision \d+ \(event (\d+)\): ', text)
    assert listed == [(str(at), str(at)) for at in drops]
    signs = re.findall('class="worse" aria-hidden="true">(▼+)<', text)
    assert signs == ["▼▼", "▼", *(["▼"] * 3), "▼▼"]  # the legend, then each mistake
    assert f"Loses the game. Before: {reached[drops[-1] - 1][0]}; after: " in articles[drops[-1]]
    assert "not survived" in reached[-1][0] and "survived no" in ran.out
    headline, = re.findall(r'class="headline"><strong>(.*?)</strong>', text)
    assert re.fullmatch(rf"Lost at decision 5 \(event {drops[-1]}\): place 0\. .* still won\.", headline)
    assert 'class="graph"' in text and "It falls at decision " in text


def test_a_game_without_grades_says_nothing_of_it(walk: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(corridor, "rules", {name: rule for name, rule in corridor.rules.items() if rule.kind != "grade"})
    assert walk("walk\n").code == 0
    assert "Best possible result" not in Page(tmp_path / "page.html").text


def test_a_line_is_judged_alike_by_review_and_replay(tmp_path: Path, daybreak: Run) -> None:
    """One analysis with the same limits and numbers: the same page, and the same words on the terminal."""
    (tmp_path / "line.txt").write_text("fire 0\npass\nend-turn\n")
    asked = (SCENARIOS / "reshuffle.toml", "--line", tmp_path / "line.txt", "--alternatives", "--engine", "native")
    reviewed = daybreak("review", *asked, "--html", tmp_path / "review.html")
    assert daybreak("replay", *asked, "--html", tmp_path / "replay.html").code == reviewed.code == 0
    assert (tmp_path / "review.html").read_bytes() == (tmp_path / "replay.html").read_bytes()
    headline, = re.findall(r'class="headline"><strong>(.*?)</strong>', Page(tmp_path / "replay.html").text)
    assert headline == "Mistake at decision 3 (event 3): end-turn gives up a better result (alive). treat kept it."
    assert headline in " ".join(reviewed.out.split())


def test_what_all_decisions_say_together_settles_what_can_be_reached() -> None:
    found = {0: Choices((("a", Bounds(1, 4)), ("b", Bounds(3, 4))), "a"), 3: Choices((("a", None), ("b", Bounds(2, 2))), "b")}
    assert strengthened([Bounds(1, 9), Bounds(1, 4), Bounds(0, 0)], found) == [Bounds(3, 4), Bounds(2, 4), Bounds(0, 0)]
    assert strengthened([Bounds(1, 9), None, None], found)[0].first == "b"  # type: ignore[union-attr]


def test_a_game_without_a_bound_has_a_best_line(walk: Run, tmp_path: Path, daybreak: Run) -> None:
    """Its bound is the highest grade there is, which the garden attains."""
    walk("walk\n")
    ran = daybreak("solve", tmp_path / "walk.toml", *INTERPRETED)
    assert ran.code == 0 and "bound     free yes, flowers 3" in ran.out and "line replayed by the plain rules" in ran.out
