"""Hostile texts through every text of a scenario, and of the data behind a page: nothing new in the page, nothing hidden.

A page with a hostile text has the elements, attributes, style and script of the page with a harmless one, in their order.
"""

from __future__ import annotations

import json
from functools import cache
from html.parser import HTMLParser
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.fuzz.payloads import PAYLOADS, hidden, toml
from tests.games.corridor import game
from tests.sampling import one_in
from verifier.cli import main
from verifier.errors import BadInput
from verifier.lang.picture import Label, Picture
from verifier.registry import Games
from verifier.report.html.line import stepped
from verifier.results.edition import EditionNote
from verifier.results.played import About, Happening, Replayed
from verifier.results.solved import Expected, Grounds, NoReturn, ReviewedDecision, Settled, Solved
from verifier.results.stepped import Alternative, Moment, PropertyKept, Reach, Stepped
from verifier.scenarios.loader import load_scenario
from verifier.verdict import Verdict

HARMLESS = "harmless"
OURS = ("style", "script")
# Where a scenario file has a text: given one that is none of the words known there, it is refused.
REFUSED = {
    "game": "game = {}", "edition": 'game = "corridor"\nedition = {}', "ruling": 'game = "corridor"\n[rulings]\n{} = "top"',
    "choice": 'game = "corridor"\n[rulings]\n"CO-R1" = {}', "stream": 'game = "corridor"\n[deal]\n{} = ["opens"]',
    "outcome": 'game = "corridor"\n[deal]\ndoor = [{}]', "field": 'game = "corridor"\n[start]\n{} = 1',
    "word": 'game = "corridor"\n[start]\nplace = {}', "verdict": 'game = "corridor"\n[expect]\nverdict = {}',
    "grade": 'game = "corridor"\n[expect.grade]\n{} = 1', "key": 'game = "corridor"\n{} = 1',
}


class Structure(HTMLParser):
    """The elements of a page with the names of their attributes, and what is in the style and the script."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Any] = []
        self.texts: list[str] = []
        self._inside = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, sorted(name for name, _ in attributes)))
        self.texts += [value or "" for _, value in attributes]
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"/{tag}")
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in OURS:
            self.found.append(data)
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.found.append(f"comment {data}")

    def handle_decl(self, declaration: str) -> None:
        self.found.append(f"declaration {declaration}")

    def handle_pi(self, data: str) -> None:
        self.found.append(f"instruction {data}")

    def unknown_decl(self, data: str) -> None:
        self.found.append(f"unknown {data}")


def data(text: str) -> Stepped:
    """Everything that a page can show, with a text wherever there is one."""
    note = EditionNote(text, text, text, 1, 2)
    about = About(text, text, text, text, note, {text: text}, {text: text}, {text: [text, text], "seed": text}, text)
    grade = {text: text}
    happening = Happening(text, "decision", (text,), None, text)
    replayed = Replayed(about, None, text, (happening, happening), False, grade, text, {text: text})
    picture = Picture(10, 10, (Label(1, 1, text), Label(2, 2, f"{text} ")), text)
    others = (Alternative(text, grade, True, True, True), Alternative(text, grade, False, False, False))
    less = {text: text, f"{text} too": 0}
    moments = (Moment(happening, text, 1, picture, (text,), others, Reach(grade, less, False, (0, 1))),
               Moment(happening, text, None, None, reach=Reach(grade, None, True)))
    solved = Solved(about, text, Verdict.OPTIMAL, "exhausted", "closed", grade, grade, (text,), {text: 3},
                    Grounds(line=True), Settled(grade, "line"), replayed, NoReturn(True, text, 1, text), Expected(text, None),
                    text)
    return Stepped(about, replayed, picture, moments, (PropertyKept(text, text, text, (text,), (1,)),), solved,
                   Reach(grade, None, False), (
                       ReviewedDecision(1, text, "lost", grade, grade, text, text, at=1, severity=0),
                       ReviewedDecision(2, text, "worse", None, None, text, text, at=2, severity=1)))


@cache
def harmless_structure() -> list[Any]:
    return Structure(stepped(data(HARMLESS))).found


def test_there_are_enough_of_them() -> None:
    assert len(set(PAYLOADS)) >= 40
    assert sum(bool(hidden(text)) for text in PAYLOADS) >= 20


def test_the_harmless_page_shows_every_text_of_the_data() -> None:
    where: dict[str, str] = {}

    def marked(value: Any, path: str) -> Any:
        """The data with another text in every place but in what clauses are looked up by."""
        if attrs.has(type(value)):
            return attrs.evolve(value, **{each.name: marked(getattr(value, each.name), f"{path}.{each.name}")
                                          for each in attrs.fields(type(value)) if each.name != "clauses"})
        if isinstance(value, tuple | list):
            return type(value)(marked(each, path) for each in value)
        if isinstance(value, dict):
            return {key: marked(each, path) for key, each in value.items()}
        if value == HARMLESS:
            where[f"mark {len(where)};"] = path
            return f"mark {len(where) - 1};"
        return value

    given = data(HARMLESS)
    over = attrs.evolve(given, played=attrs.evolve(given.played, over=True), start_picture=None)
    pages = stepped(marked(given, "")) + stepped(marked(over, ""))
    unseen = set(where.values()) - {path for mark, path in where.items() if mark in pages}
    again = (".solved.about.", ".solved.played.", ".played.about.", ".played.events.")  # what the page takes from elsewhere
    assert {path for path in unseen if not path.startswith(again)} == {
        ".about.game", ".about.chosen", ".solved.goal", ".solved.line", ".solved.cross_check"}


@pytest.mark.parametrize("text", one_in(3, PAYLOADS), ids=ascii)
def test_nothing_new_in_a_page_of_hostile_data(text: str) -> None:
    found = Structure(stepped(data(text)))
    assert found.found == harmless_structure()
    assert any(text.strip() in each or text.replace("\r", "\n").strip() in each for each in found.texts)


@cache
def games() -> Games:
    return Games([EntryPoint("corridor", "tests.games.corridor:game", "daybreak.games")])


def run(*arguments: str) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verifier.registry._found", games)
        return main([*arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "line.txt").write_text("run\nback\n")
    return tmp_path


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The structure of the page of a harmless scenario."""
    folder = tmp_path_factory.mktemp("harmless")
    (folder / "line.txt").write_text("run\nback\n")
    assert run("replay", str(scenario(folder, HARMLESS)), "--line", str(folder / "line.txt"),
               "--html", str(folder / "page.html")) == 12
    return Structure((folder / "page.html").read_text(encoding="utf-8")).found


def scenario(folder: Path, text: str) -> Path:
    """A scenario that has a text wherever any is taken: its title, its own edition's title, and its file's name."""
    lines = (game.folder / "edition-plain.toml").read_text().splitlines()
    edition = "\n".join(f"title = {toml(text)}" if line.startswith("title") else line for line in lines)
    (folder / "edition.toml").write_text(edition)
    path = folder / "own.toml"
    path.write_text(f'schema = 1\ngame = "corridor"\nedition = "edition.toml"\ntitle = {toml(text)}\n')
    return path


@pytest.mark.parametrize("text", one_in(6, PAYLOADS), ids=ascii)
def test_a_hostile_title_stays_a_title(text: str, folder: Path, harmless: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    page = folder / "page.html"
    path, line = scenario(folder, text), folder / "line.txt"
    assert run("replay", str(path), "--line", str(line), "--html", str(page)) == 12
    told = capsys.readouterr().out
    written = page.read_text(encoding="utf-8")
    assert hidden(written) - {"0x9"} == set() == hidden(told) - {"0x9"}
    assert run("replay", str(path), "--line", str(line), "--json") == 12
    document = capsys.readouterr().out
    assert hidden(document) == set() and document.isascii() and json.loads(document)["scenario"] == "own"
    assert Structure(written).found == harmless


@pytest.mark.parametrize("text", one_in(4, (
    text for text in PAYLOADS if "/" not in text and "\0" not in text and len(text.encode()) < 200)), ids=ascii)
def test_a_hostile_file_name_stays_a_name(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = folder / f"{text}.toml", folder / f"{text}.html"
    path.write_text('schema = 1\ngame = "corridor"\n')
    assert run("replay", str(path), "--line", str(folder / "line.txt"), "--html", str(page)) == 12
    ran = capsys.readouterr()
    assert hidden(page.read_text(encoding="utf-8")) == set() == hidden(ran.out + ran.err)
    assert "page.html" not in ran.out and "Page: " in ran.out


@pytest.mark.parametrize("field", REFUSED)
def test_a_hostile_word_is_refused_in_plain_letters(field: str, tmp_path: Path) -> None:
    path = tmp_path / "refused.toml"
    for text in PAYLOADS:
        path.write_text("schema = 1\n" + REFUSED[field].format(toml(text)) + "\n")
        with pytest.raises(BadInput) as refused:
            load_scenario(path, {"corridor": game})
        assert all(str(problem).isprintable() for problem in refused.value.problems), repr(text)
