"""`solve --for --html`: the page to play against a strategy has every reply that the rules allow; where it is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import verifier as daybreak
from tests.agreement.test_forced import coalitions, with_sides
from tests.games.noughts import game as noughts
from tests.only_games import install_only
from tests.unit.test_line_page import Page
from tests.unit.test_report_page import MORE, Seen
from verifier.analysis.choices import Against, ChanceChoice, Endless, EngineChoice
from verifier.analysis.forced import Request, forced_by
from verifier.analysis.sides_judge import SidesJudge
from verifier.analysis.strategy_page import _Walk, shown_strategy
from verifier.errors import BadInput, EngineBug
from verifier.instance import Instance, load_instance
from verifier.registry import Games
from verifier.report.html.strategy import strategy as as_page
from verifier.results.strategy import Place, ShownStrategy
from verifier.run.reference import Position
from verifier.search.limits import Limits

NAMES = ("crossing", "heaps", "noughts", "network")
EMPTY = Path("tests/games/noughts/empty.toml")
INTERPRETED = ("--engine", "interpreted")
Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint(name, f"tests.games.{name}:game", "daybreak.games") for name in NAMES]))


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    file = tmp_path / "nim.toml"
    file.write_text('schema = 1\ngame = "heaps"\ntitle = "Three heaps"\nedition = "nim"\n')
    return file


def asked(instance: Instance, *seats: str, most: int = 300, against: Against = Against.REST, **more: Any) -> ShownStrategy:
    """What the page of a question shows."""
    question = {"endless": Endless.WORST, "chance": None, "engine": EngineChoice.INTERPRETED, "limits": Limits(), **more}
    found, _, searched = forced_by(instance, Request(seats, against, **question))
    return shown_strategy(instance, found, searched, most)


# -- every position, by the plain rules -----------------------------------------------------------------------------------------


def halted(judge: SidesJudge, position: Position) -> Position | None:
    """Where play comes to by itself; None where it goes round."""
    seen = {judge.key(position)}
    while not judge.over(position) and not judge.moves(position):
        following = judge.automatic(position)
        if following is None:
            return position
        if judge.key(following) in seen:
            return None
        seen.add(judge.key(following))
        position = following
    return position


def assert_played(instance: Instance, shown: ShownStrategy, rule: str | None = None) -> None:
    """Walk through all that is shown, one step of the rules after the other: no reply lacks, and none is there besides."""
    judge = SidesJudge(instance, rule, shown.forced.chance == "open")
    theirs = {"seats": [True], "others": [False], "all": [True, False], "nobody": []}[shown.side]
    standing: dict[int, Position | None] = {0: halted(judge, instance.start)}
    waiting = [0]
    while waiting:
        number = waiting.pop()
        place, position = shown.places[number], standing[number]
        moves = {} if position is None or judge.over(position) else judge.moves(position)
        is_ours = position is not None and judge.seat(position) in shown.forced.seats
        assert place.is_chosen == (bool(moves) and is_ours in theirs)
        events = [reply.event for reply in place.replies]
        assert sorted([*events, *place.others]) == sorted(moves) and (len(events) == 1 if place.is_chosen else not place.others)
        assert_end(instance, judge, place, position, moves)
        for reply in place.replies:
            after = halted(judge, moves[reply.event])
            if reply.leads is None:
                assert not shown.is_whole
            elif reply.leads in standing:
                there = standing[reply.leads]
                assert after is there or after is not None and there is not None and judge.key(after) == judge.key(there)
            else:
                standing[reply.leads] = after
                waiting.append(reply.leads)
    assert sorted(standing) == list(range(len(shown.places)))
    if shown.is_whole and shown.side == "seats":
        ends = [judge.worth(each, shown.forced.seats) for each in standing.values() if each is not None and judge.over(each)]
        assert all(each >= (int(shown.forced.least or 0),) for each in ends)


def assert_end(instance: Instance, judge: SidesJudge, place: Place, position: Position | None, moves: Any) -> None:
    if position is None:
        assert place.kind == "endless"
    elif judge.over(position):
        assert place.kind == "end"
        if not moves and place.outcomes:
            assert place.outcomes == {seat: instance.outcome(position, seat)[0] for seat in instance.seats}
    else:
        assert (place.kind == "stuck") == (not moves)


def test_every_reply_of_noughts_and_crosses_is_there() -> None:
    instance = load_instance(EMPTY)
    shown = asked(instance, "cross")
    assert shown.side == "seats" and shown.is_whole and shown.line_is_whole and len(shown.places) == 150
    assert_played(instance, shown)
    others = asked(instance, "cross", to="cross_has_a_line", most=1000)
    assert others.side == "others" and others.is_whole and {place.reached for place in others.places} == {None, False}
    assert_played(instance, others, "cross_has_a_line")


def test_everybody_helps_and_nobody_knows() -> None:
    instance = load_instance(EMPTY)
    helped = asked(instance, "nought", against=Against.NOBODY)
    assert helped.side == "all" and len(helped.places) == len(helped.line) == 7
    assert_played(instance, helped)
    cut = asked(instance, "cross", limits=Limits(states=50), most=40)
    assert cut.side == "nobody" and not cut.is_whole and len(cut.places) == 40
    assert_played(instance, cut)


@pytest.mark.parametrize("seed", range(12))
def test_every_reply_of_random_charts_is_there(seed: int) -> None:
    """With chance, open or dealt, with dead ends, and with play that goes round."""
    chart, _, _, instance = with_sides(seed)
    chance = ChanceChoice.OPEN if chart.tape is None else ChanceChoice.DEAL
    seats = tuple(map(str, coalitions(seed)))
    for more in ({}, {"against": Against.NOBODY}, {"endless": Endless.BEST}, {"to": "at_the_last_place"},
                 {"to": "never_at_the_last_place"}):
        for most in (300, 4):
            shown = asked(instance, *seats, most=most, chance=chance, **more)
            assert_played(instance, shown, more.get("to"))  # type: ignore[arg-type]
            assert as_page(shown).count("<article") == len(shown.places) <= most


def test_a_choice_that_cannot_be_done_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Walk, "_along", lambda *_: 0)
    with pytest.raises(EngineBug, match="DB927"):
        asked(load_instance(EMPTY), "cross")


# -- what the page says ---------------------------------------------------------------------------------------------------------


def written(daybreak: Run, scenario: Path, folder: Path, *options: Any, name: str = "page.html") -> tuple[Page, str]:
    ran = daybreak("solve", scenario, *options, *INTERPRETED, "--html", folder / name)
    assert ran.out.endswith(f"Page: {folder / name}\n"), ran.err
    page = Page(folder / name)
    return page, " ".join(part for parts in page.inside.values() for part in parts)


def test_the_page_says_who_plays_and_what_is_sure(daybreak: Run, tmp_path: Path) -> None:
    page, text = written(daybreak, EMPTY, tmp_path, "--for", "cross", "--against", "rest")
    for words in ("cross can force an outcome of 1, and no more", "strategy re-checked position by position (150)",
                  "The strategy plays for cross. You decide for nought.",
                  "Sure for cross, whatever you decide: an outcome of 1, or better.", "nought decides",
                  "an outcome of 2", "places", "cross, nothing, nothing"):
        assert words in text, words
    assert len(page.all("article")) == 150 and "Not all of it is here" not in text
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    links = [str(each["href"]) for each in page.all("a")]
    assert len(set(ids)) == len(ids) and {link[1:] for link in links} <= set(ids) and all(link[0] == "#" for link in links)
    assert "://" not in page.text and "style=" not in page.text
    again, _ = written(daybreak, EMPTY, tmp_path, "--for", "cross", "--against", "rest", name="again.html")
    assert again.text == page.text


def test_nothing_can_be_forced(daybreak: Run, nim: Path, tmp_path: Path) -> None:
    _, text = written(daybreak, nim, tmp_path, "--for", "second", "--against", "rest")
    assert "The strategy plays for first, against second. You decide for second." in text
    assert "The most that second can get, whatever you decide: nothing better than a loss." in text
    assert "wins" in text and "does not win" in text
    assert_played(load_instance(nim), asked(load_instance(nim), "second"))


@pytest.mark.parametrize(("limit", "value"), [("POSITIONS_MOST", 20), ("BYTES_MOST", 60_000)])
def test_a_strategy_that_is_too_large_is_cut(limit: str, value: int, daybreak: Run, tmp_path: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"verifier.analysis.strategy_page.{limit}", value)
    page, text = written(daybreak, EMPTY, tmp_path, "--for", "cross", "--against", "rest")
    count = len(page.all("article"))
    assert 10 < count < 40 and len(page.text) < 60_000 and "not on this page" in text
    assert "Not all of it is here." in text and f"It shows the {count} nearest to the start and the main line" in text
    assert 'title="Played as well as can be by both sides">main line' in page.text
    shown = asked(load_instance(EMPTY), "cross", most=20)
    assert shown.line_is_whole and len(shown.line) == 10 and "an outcome of 1" in text
    short = asked(load_instance(EMPTY), "cross", most=6)
    assert not short.line_is_whole and len(short.line) == 3 and "of the main line, its beginning" in as_page(short)


def test_no_text_is_taken_for_markup(daybreak: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def elements(text: str) -> Any:
        (tmp_path / "own.toml").write_text(f'schema = 1\ngame = "noughts"\ntitle = {json.dumps(text)}\n'
                                           '[start]\nplaces = ["cross", "cross", "nought", "nought", "nought", "cross", '
                                           '"nothing", "nothing", "nothing"]\n')
        monkeypatch.setattr(noughts, "drawing", lambda board: text)
        monkeypatch.setattr(noughts, "title", text)
        ran = daybreak("solve", tmp_path / "own.toml", "--for", "cross", "--against", "rest", *INTERPRETED, "--html",
                       tmp_path / "page.html", "--force")
        assert ran.code == 0, ran.err
        return Seen((tmp_path / "page.html").read_text()).elements

    harmless = elements("harmless")
    assert len([tag for tag, _ in harmless if tag == "pre"]) > 3
    for text in MORE:
        assert elements(text) == harmless, text


# -- refused, and beside other options ---------------------------------------------------------------------------------------


def test_what_cannot_be_is_refused_before_anything_is_searched(
        daybreak: Run, nim: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = tmp_path / "there.html"
    there.write_text("mine")
    sides = ("--for", "first", "--against", "rest")
    with monkeypatch.context() as patch:
        patch.setattr("verifier.api.deals.forced_by", lambda *_: pytest.fail("searched before it was refused"))
        for code, arguments in {"DB516": (nim, *sides, "--html", there), "DB581": (nim, nim, *sides, "--html", tmp_path / "x"),
                                "DB582": (nim, *sides, "--html", tmp_path), "DB583": (nim, *sides, "--html", nim),
                                "DB561": (nim, *sides, "--html", tmp_path / "x", "--certificate", tmp_path / "x"),
                                "DB586": (nim, *sides, "--html", tmp_path / "x", "--alternatives")}.items():
            ran = daybreak("solve", *arguments)
            assert (ran.code, ran.out) == (150, "") and ran.err.startswith(f"{code} "), (code, ran.err)
        with pytest.raises(BadInput, match="DB516"):
            daybreak_force(nim, html=there)
    assert there.read_text() == "mine" and not (tmp_path / "x").exists()
    assert daybreak("solve", nim, *sides, *INTERPRETED, "--html", there, "--force").code == 0 and len(there.read_text()) > 1_000


def daybreak_force(scenario: Path, **options: Any) -> Any:
    return daybreak.force(daybreak.scenario(scenario), "first", against="rest", engine="interpreted", **options)


def test_a_game_without_sides_has_no_such_page(daybreak: Run, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('schema = 1\ngame = "crossing"\n[deal]\nseed = 1\n')
    ran = daybreak("solve", tmp_path / "one.toml", "--for", "0", "--html", tmp_path / "page.html", *INTERPRETED)
    assert ran.code == 150 and "DB586" in ran.err and not (tmp_path / "page.html").exists()


def test_json_stays_alone_on_stdout(daybreak: Run, nim: Path, tmp_path: Path) -> None:
    ran = daybreak("solve", nim, "--for", "first", "--against", "rest", "--json", "--html", tmp_path / "page.html", *INTERPRETED)
    assert json.loads(ran.out)["results"][0]["least"] is True and (tmp_path / "page.html").exists()


def test_from_python_it_is_the_same_page_and_the_answer_comes_first(
        daybreak: Run, nim: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, _ = written(daybreak, nim, tmp_path, "--for", "first", "--against", "rest")
    given: list[Any] = []
    daybreak_force(nim, html=tmp_path / "other.html", on_answer=given.append)
    assert (tmp_path / "other.html").read_text() == page.text

    def full(*_: Any, **__: Any) -> Iterator[None]:
        raise OSError("no space")

    monkeypatch.setattr("verifier.analysis.strategy_page.write_file", full)
    with pytest.raises(OSError, match="no space"):
        daybreak_force(nim, html=tmp_path / "third.html", on_answer=given.append)
    assert [each.command for each in given] == ["force", "force"]
