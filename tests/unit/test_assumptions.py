"""What nobody has read in the rulebook is said in the open: every answer names its edition, and whose order a grade has."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.every_command import ANSWERS, ENGINE, GRADED, NO_ANSWERS
from tests.games.ferry import game
from tests.only_games import install_only
from verifier.cli.app import command, commands
from verifier.registry import Games
from verifier.report.text.page import edition_text
from verifier.results.edition import EditionNote

Run = Callable[..., Any]
ORDER = "ours, for a test"
NOTE = {"game": "ferry", "is_file": False, "name": "plain", "title": "Plain", "assumed": 1, "values": 1}
TOLD = "Edition: Plain (1 of 1 values assumed; daybreak games ferry lists them)"


@pytest.fixture(autouse=True)
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, daybreak: Run) -> None:
    install_only(monkeypatch, Games([EntryPoint("ferry", "tests.games.ferry:game", "daybreak.games")]))
    monkeypatch.setattr(game, "grade_order", ORDER)
    monkeypatch.chdir(tmp_path)
    Path("over.toml").write_text('schema = 1\ngame = "ferry"\ntitle = "Over"\n[deal]\nweather = ["calm", "calm", "calm"]\n')
    Path("line.txt").write_text("cross\nstay\n")


def objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(each)


def test_every_command_that_answers_is_asked() -> None:
    named = dict(commands(command()))
    asked = {" ".join(map(str, arguments[:1 if arguments[0] in named else 2])) for arguments in ANSWERS.values()}
    assert asked == named.keys() - NO_ANSWERS


@pytest.mark.parametrize("what", ANSWERS)
def test_every_answer_names_its_edition_with_what_is_assumed(what: str, daybreak: Run) -> None:
    if what == "certify":
        assert daybreak("solve", "over.toml", "--certificate", "certificate.json", *ENGINE).code == 0
    if what == "batch, shown":
        assert daybreak(*ANSWERS["batch"]).code == 0
    document = json.loads(daybreak(*ANSWERS[what], "--json").out)
    notes = [each["edition"] for each in objects(document) if each.get("edition") is not None]
    assert notes and all(note == NOTE for note in notes)
    out = daybreak(*ANSWERS[what]).out
    assert out.count(TOLD) == {"deal": 0, "solve, several": 2}.get(what, 1)
    if what in GRADED:
        assert ORDER in out and ORDER in [each.get("grade_order") for each in objects(document)]
    if what in ("moves", "check", "mutants", "coverage", "find, a position"):
        assert ORDER not in out


def test_a_page_names_them_too(daybreak: Run) -> None:
    for name, more in (("solve", ENGINE), ("replay", ("--line", "line.txt", *ENGINE))):
        assert daybreak(name, "over.toml", "--html", "page.html", "--force", *more).code == 0
        text = re.sub(r"<[^>]*>", "", Path("page.html").read_text())
        assert TOLD in text and text.count(f"rade order: {ORDER}") + text.count(f"rade order{ORDER}") >= 1
    assert daybreak("winnability", "ferry", "--deals", 2, "--html", "report.html").code == 0
    text = re.sub(r"<[^>]*>", "", Path("report.html").read_text())
    assert TOLD in text and ORDER in text


def test_an_edition_of_the_users(daybreak: Run) -> None:
    Path("mine.toml").write_text('schema = 1\ngame = "ferry"\nname = "mine"\ntitle = "Mine"\ninherits = "plain"\n[values]\n')
    Path("own.toml").write_text('schema = 1\ngame = "ferry"\nedition = "mine.toml"\n')
    told = "Edition: Mine (1 of 1 values assumed; daybreak games ferry --edition FILE lists them)"
    assert told in daybreak("moves", "own.toml").out
    out = daybreak("games", "ferry", "--edition", "mine.toml").out
    assert "\nmine: Mine  1 of 1 values assumed\nAssumed, and why\n" in out
    assert "  tickets 3  There and back, and once more. (as in plain)\n" in out
    (row,) = json.loads(daybreak("games", "ferry", "--edition", "mine.toml", "--json").out)["games"]
    assert row["described"] == [{
        "game": "ferry", "is_file": True, "name": "mine", "title": "Mine", "assumed": 1, "values": 1, "default": False, "data": [
        {"name": "tickets", "value": 3, "status": "assumed", "why": "There and back, and once more.", "given_by": "plain"}]}]
    Path("mine.toml").write_text(Path("mine.toml").read_text() + 'tickets = { value = 2, status = "stated", why = "My copy." }')
    assert "Edition: Mine (no value of 1 assumed)" in daybreak("moves", "own.toml").out


def test_games_that_cannot_be_listed(daybreak: Run) -> None:
    for arguments, code in ((("fery",), "DB207"), (("ferry", "--edition", "plian"), "DB208"), (("--edition", "plain"), "DB518"),
                            (("ferry", "--edition", "none.toml"), "DB101")):
        ran = daybreak("games", *arguments)
        assert (ran.code, ran.out) == (150, "") and ran.err.startswith(code), ran.err


def test_how_much_is_assumed_in_words() -> None:
    assert edition_text(EditionNote("chess", "own", "Own", 0, 7)) == "Own (no value of 7 assumed)"
    assert edition_text(EditionNote("chess", "own", "Own", 2, 7, is_file=True)) == \
        "Own (2 of 7 values assumed; daybreak games chess --edition FILE lists them)"
