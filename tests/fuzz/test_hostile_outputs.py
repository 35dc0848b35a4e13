"""Hostile titles, component data and file names through every command that takes a scenario, into everything it writes.

What a command writes for a hostile scenario has the elements, cells and lines of what it writes for a harmless one: pages,
Markdown, GraphML and DOT are parsed and compared, JSON and TOML read back, and nothing hidden is in any of them.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from tests.fuzz.payloads import PAYLOADS, hidden, toml
from tests.fuzz.test_hostile_pages import Structure
from tests.games.corridor import game
from verifier.cli import main
from verifier.registry import Games

HARMLESS = "harmless"
INTERPRETED = ("--engine", "interpreted")
# {s} a scenario, {l} a line, {f} a folder, {n} the name that a file is given.
RUNS = {
    "moves": ("moves", "{s}"),
    "replay": ("replay", "{s}", "--line", "{l}", "--html", "{f}/{n}.html"),
    "solve": ("solve", "{s}", *INTERPRETED, "--html", "{f}/{n}.html", "--alternatives"),
    "review": ("review", "{s}", "--line", "{l}", *INTERPRETED, "--html", "{f}/{n}.html"),
    "explore-graphml": ("explore", "{s}", *INTERPRETED, "--html", "{f}/{n}.html", "--graph", "{f}/{n}.graphml"),
    "solve-many": ("solve", "{s}", "{s}", "{f}/{n}.txt", *INTERPRETED),
    "explore-dot": ("explore", "{s}", *INTERPRETED, "--graph", "{f}/{n}.dot"),
    "explore-json": ("explore", "{s}", *INTERPRETED, "--graph", "{f}/{n}.json"),
    "find": ("find", "order", "{s}", "door:1", "--wins", *INTERPRETED, "--output", "{f}/{n}.toml", "--html", "{f}/{n}.html"),
    "check": ("check", "{s}", *INTERPRETED, "--html", "{f}/{n}.html"),
    "coverage": ("coverage", "corridor", "{s}", *INTERPRETED, "--html", "{f}/{n}.html", "--junit", "{f}/{n}.xml",
                 "--lcov", "{f}/{n}.info"),
    "deal": ("deal", "corridor", "--seed", "1", "--edition", "{f}/edition.toml", "--output", "{f}/{n}.toml"),
    "winnability": ("winnability", "corridor", "--edition", "{f}/edition.toml", "--deals", "1", "--html", "{f}/{n}.html"),
    "difficulty": ("difficulty", "corridor", "--edition", "{f}/edition.toml", "--vary", "stubborn=1,3", "--deals", "1",
                   "--policy", "random", *INTERPRETED, "--html", "{f}/{n}.html"),
    "games": ("games", "corridor", "--edition", "{f}/edition.toml"),
    "reports": ("reports", "corridor", "{f}/{n}", "{s}", "--games", "5", "--only", "coverage"),
}
FILE_NAMES = [text for text in PAYLOADS if not set(text) & set("/\0") and len(text.encode()) < 100]


@pytest.fixture(autouse=True)
def corridor(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games([EntryPoint("corridor", "tests.games.corridor:game", "daybreak.games")])
    monkeypatch.setattr("verifier.registry._found", lambda: games)


def written(folder: Path, text: str, name: str) -> dict[str, str]:
    """The files of a scenario that has a text wherever one is taken, under a name; what to fill into a command with."""
    folder.mkdir()
    lines = (game.folder / "edition-plain.toml").read_text().splitlines()
    given = {"title": f"title = {toml(text)}", "stubborn": f'stubborn = {{ value = 3, status = "assumed", why = {toml(text)} }}'}
    (folder / "edition.toml").write_text("\n".join(given.get(line.split(" ")[0], line) for line in lines))
    (folder / f"{name}.scenario.toml").write_text(
        f'schema = 1\ngame = "corridor"\nedition = "edition.toml"\ntitle = {toml(text)}\n[deal]\ndoor = ["opens"]\n')
    (folder / f"{name}.txt").write_text("walk\nknock\nenter garden\n")
    return {"s": str(folder / f"{name}.scenario.toml"), "l": str(folder / f"{name}.txt"), "f": str(folder), "n": name}


def shapes(run: str, text: str, folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    """What a run comes to, and the shape of everything it writes; every text is looked through for hidden characters."""
    given = written(folder, text, name)
    arguments = [part.format_map(given) for part in RUNS[run]]
    before = set(folder.iterdir())
    yield main(arguments)
    out, err = capsys.readouterr()
    assert hidden(out) <= {"0x9"} and hidden(err) <= {"0x9"}, (run, out, err)
    for path in sorted(set(folder.rglob("*")) - before, key=lambda path: (path.suffix, path.name)):
        if path.is_file():
            content = path.read_text(encoding="utf-8")
            assert hidden(content) <= {"0x9"}, (run, path.suffix, content)
            yield path.suffix, SHAPE[path.suffix](content)
    if run != "reports":
        yield main([*arguments, "--json", *(["--force"] if {"--html", "--graph", "--output"} & set(arguments) else [])])
        out, err = capsys.readouterr()
        assert out.isascii() and hidden(out + err) == set()
        yield sorted(json.loads(out))


def markdown_shape(text: str) -> list[str]:
    kinds = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        kinds += [token.type, *(child.type for child in token.children or ())]
    return [kind for kind in kinds if kind not in ("text", "text_special", "softbreak")]


def dot_shape(text: str) -> list[str]:
    """The statements without their texts."""
    return [re.sub(r'"(?:[^"\\]|\\.)*"', "S", line) for line in text.splitlines()]


def xml_shape(text: str) -> list[tuple[str, list[str]]]:
    return [(element.tag, sorted(element.attrib)) for element in ElementTree.fromstring(text).iter()]


SHAPE: dict[str, Callable[[str], Any]] = {
    ".html": lambda text: Structure(text).found, ".md": markdown_shape, ".dot": dot_shape, ".graphml": xml_shape,
    ".xml": xml_shape, ".json": lambda text: sorted(json.loads(text)), ".toml": lambda text: sorted(tomllib.loads(text)),
    ".info": lambda text: len(text.splitlines()), ".txt": lambda text: None,
}


@pytest.mark.parametrize("run", RUNS)
def test_nothing_new_in_anything_that_is_written(run: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Some of the texts for each command, others for the next one."""
    nothing_new(run, PAYLOADS[list(RUNS).index(run)::40], tmp_path, capsys)


@pytest.mark.long
@pytest.mark.parametrize("run", RUNS)
def test_nothing_new_whichever_the_text(run: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nothing_new(run, PAYLOADS, tmp_path, capsys)


def nothing_new(run: str, texts: Sequence[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    harmless = list(shapes(run, HARMLESS, tmp_path / "harmless", "plain", capsys))
    assert harmless[0] in (0, 12, 124, 150) and len(harmless) >= 2
    for number, text in enumerate(texts):
        name = text if text in FILE_NAMES else "plain"
        assert list(shapes(run, text, tmp_path / str(number), name, capsys)) == harmless, ascii(text)


def test_enough_of_them_can_be_file_names() -> None:
    assert len(FILE_NAMES) >= 40
