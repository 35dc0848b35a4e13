"""Mistakes of a game's author are told as the author's, with the file and the line: never as a fault of ours, never raw."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from enum import IntEnum
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.only_games import install_only
from verifier.lang import words
from verifier.lang.types import words_of
from verifier.registry import Games

Run = Callable[..., Any]
INTERPRETED = ("--engine", "interpreted")
HOSTILE = "\u202e\x1b[31m\u200b"
NUMBERS = count()
PICTURE = ('from verifier.lang.picture import Picture\n\n\n@game.picture\ndef painted(table: Table) -> Picture:\n'
           '    """P."""\n    return [][0]\n\n\n@game.board')
CHECK = 'box = game.edition\n\n\n@game.edition_check\ndef odd(box: Box):\n    """O."""\n    raise SystemExit(0)\n    yield'


@pytest.fixture
def game(daybreak: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Lays the game of `daybreak new` with one thing altered, and installs it alone; its scenario."""

    def laid(file: str, old: str, new: str) -> Path:
        name = f"mistaken-{next(NUMBERS)}"
        module, folder = name.replace("-", "_"), tmp_path / name
        assert daybreak("new", name, folder).code == 0
        path = folder / module / file
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new, 1))
        monkeypatch.syspath_prepend(folder)
        install_only(monkeypatch, Games([EntryPoint(name, f"{module}:game", "daybreak.games")]))
        (folder / "line.txt").write_text("draw\n")
        return folder / "scenarios" / "first.toml"

    yield laid
    for module in [each for each in sys.modules if each.startswith("mistaken_")]:
        del sys.modules[module]


def line_of(scenario: Path, file: str, text: str) -> str:
    [path] = scenario.parent.parent.glob(f"mistaken_*/{file}")
    [number] = [number for number, line in enumerate(path.read_text().splitlines(), 1) if text in line]
    return f"{file}:{number}"


@pytest.mark.parametrize("wrong", [
    "    raise KeyError('boom')", "    return 5", "    raise SystemExit(0)", "    return board(table)",
    "    class Odd(BaseException): pass\n    raise Odd(); 'boom'",
    "    class Odd(Exception):\n        def __str__(self): return 1 / 0\n    raise Odd()"])
def test_a_board_that_fails_is_the_authors(wrong: str, game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game("board.py", "    number = min", f"{wrong}\n    number = min")
    for arguments in (("moves", scenario), ("replay", scenario, "--line", scenario.parent.parent / "line.txt"),
                      ("solve", scenario, "--board", *INTERPRETED)):
        ran = daybreak(*arguments)
        assert ran.code == 75 and ran.err.startswith("DB406 the board of Mistaken") and "@ board.py:" in ran.err
    if "boom" in wrong and "class" not in wrong:
        assert line_of(scenario, "board.py", "boom") in ran.err


def test_what_a_board_prints_is_no_answer(game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game("board.py", "    number = min", "    print('LOUD')\n    number = min")
    ran = daybreak("moves", scenario, "--json")
    assert ran.code == 0 and ran.err == "LOUD\n" and json.loads(ran.out)


def test_a_picture_that_fails_is_the_authors(game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game("board.py", "@game.board", PICTURE)
    folder = scenario.parent.parent
    ran = daybreak("replay", scenario, "--line", folder / "line.txt", "--html", folder / "page.html")
    assert ran.code == 75 and line_of(scenario, "board.py", "[][0]") in ran.err and "DB406 the picture of" in ran.err
    assert not (folder / "page.html").exists()


def test_a_bound_that_is_exceeded_at_the_start_is_the_authors(game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game("properties.py", "return Grade(won=most >= box.wanted, kept=most)",
                    "return Grade(won=most >= box.wanted, kept=most + 1)")
    place = line_of(scenario, "properties.py", "kept=most + 1")
    for arguments in (("solve", scenario), ("solve", scenario, "--goal", "lose"), ("check", scenario),
                      ("readings", scenario.parent.parent.name, "--deals", 1)):
        ran = daybreak(*arguments, *INTERPRETED)
        told = ran.err if ran.code != 0 else ran.out
        assert ran.code in (75, 0) and place in told and "255" not in told
        assert ran.code == 75 or arguments[0] == "readings"  # which tells the deal and the line, and goes on


def test_a_check_of_editions_that_exits_is_told(game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game("state.py", "box = game.edition", CHECK)
    ran = daybreak("moves", scenario)
    place = line_of(scenario, "state.py", "SystemExit")
    assert ran.code == 150 and f"DB217 the check odd fails: SystemExit: 0 ({place})" in ran.err
    assert daybreak("games").code == 150


@pytest.mark.parametrize("wrong", ["raise SystemExit(0)", "raise GeneratorExit", "class Odd(BaseException): pass\nraise Odd",
                                   "class Odd(KeyboardInterrupt): pass\nraise Odd", "import sys\nsys.exit()",
                                   "from verifier.lang import ruling\nruling('Q-01')"])
def test_an_import_that_raises_anything_names_the_package(wrong: str, game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game("rules.py", "@game.setup", f"{wrong}\n@game.setup")
    ran = daybreak("moves", scenario)
    assert ran.code == 150 and ran.err.startswith("DB501 the game package mistaken_") and "@ rules.py:" in ran.err
    ran = daybreak("games")
    assert ran.code == 150 and "DB501" in ran.out


@pytest.mark.parametrize(("wrong", "told"), [
    ("Phase.DECIED", 'Phase has no member DECIED; did you mean "DECIDE"? its members: DECIDE, DRAW, OVER'),
    ("@game.decison(Phase.DECIDE)\ndef odd(table: Table) -> None:\n    pass", 'a Game has no decison; did you mean "decision"?'),
    ("requir(1)", 'nothing is named requir; did you mean "require"?'),
    ("nowhere_at_all(1)", "nothing is named nowhere_at_all; import or define it"),
])
def test_a_name_that_is_not_there_is_told_with_one_that_is_like_it(
        wrong: str, told: str, game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game("rules.py", "@game.setup", f"{wrong}\n\n\n@game.setup")
    ran = daybreak("moves", scenario)
    assert ran.code == 150 and f"cannot be loaded: {told} @ {line_of(scenario, 'rules.py', wrong.splitlines()[0])}" in ran.err


def test_a_failed_import_is_told_alike_again_and_mended_without_a_new_process(game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game("rules.py", "@game.decision", "Phase.GONE\n@game.decision")
    first = daybreak("moves", scenario)
    assert first.code == 150 and "DB501" in first.err and "no member GONE" in first.err
    assert daybreak("moves", scenario) == first
    [path] = scenario.parent.parent.glob("mistaken_*/rules.py")
    path.write_text(path.read_text().replace("Phase.GONE\n", ""))
    importlib.invalidate_caches()
    assert daybreak("moves", scenario).code == 0


@pytest.mark.parametrize("odd", ["print('LOUD')", "import sys\nsys.stdout.close()", "import sys\nsys.stdout = None"])
def test_what_an_import_does_to_stdout_is_undone(odd: str, game: Callable[..., Path], daybreak: Run) -> None:
    ran = daybreak("moves", game("rules.py", "@game.setup", f"{odd}\n@game.setup"), "--json")
    assert ran.code == 0 and json.loads(ran.out)["legal"] and ran.err == ("LOUD\n" if "LOUD" in odd else "")


@pytest.mark.parametrize(("file", "old"), [
    ("state.py", 'title="'), ("rules.py", '"""Draw'), ("properties.py", '"""Nobody'), ("board.py", 'f"ROUND')])
def test_nothing_hidden_in_what_python_says_is_shown_raw(file: str, old: str, game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game(file, old, f"{old}{HOSTILE}")
    name, line = scenario.parent.parent.name, scenario.parent.parent / "line.txt"
    seen = ""
    for arguments in (("games",), ("deal", name, "--seed", 1), ("moves", scenario), ("replay", scenario, "--line", line),
                      ("check", scenario, *INTERPRETED),
                      ("replay", scenario, "--line", line, "--html", line.with_suffix(".html"))):
        ran = daybreak(*arguments)
        assert ran.code == 0, ran.err
        seen += ran.out + ran.err
    seen += line.with_suffix(".html").read_text()
    assert not set(HOSTILE[:2] + HOSTILE[-1]) & set(seen) and (r"\u{202e}" in seen or r"\\u{202e}" in seen)


def test_nothing_hidden_is_in_the_words_of_a_game() -> None:
    @words(HOSTILE)
    class Odd(IntEnum):
        ODD = 0

    assert words_of(Odd) == (r"\u{202e}\u{1b}[31m\u{200b}",)
    assert words_of(IntEnum("Odder", {HOSTILE: 0})) == (r"\u{202e}\u{1b}[31m\u{200b}",)


@pytest.mark.parametrize("wrong", ["sorted(None)", "from daybreak_games.until_dawn.state import no_such_name",
                                   "int('UD-01')  # no such number"])
def test_a_mistake_at_import_says_the_line_and_to_correct_it(wrong: str, game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game("rules.py", "@game.setup", f"{wrong}\n\n\n@game.setup")
    place = line_of(scenario, "rules.py", wrong.split("\n")[0])
    ran = daybreak("moves", scenario)
    assert ran.code == 150 and ran.err.startswith("DB501 the game package mistaken_"), ran.err
    assert f"@ {place}; correct this line" in ran.err and "uninstall" not in ran.err


def test_a_syntax_error_says_the_line_and_to_correct_it(game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game("rules.py", "@game.setup", "if\n@game.setup")
    ran = daybreak("moves", scenario)
    assert ran.code == 150 and ran.err.startswith("DB501 the game package mistaken_") and "SyntaxError" in ran.err
    assert "@ rules.py:" in ran.err and "correct this line" in ran.err and "uninstall" not in ran.err


IN_RULES = ("    table.rounds += 1\n", '    table.rounds += 1.5\n    clause("R-77")\n    nothing_yet(table)\n')


@pytest.mark.parametrize(("file", "old", "new", "code"), [
    ("properties.py", "@game.grade", "if\n@game.grade", "DB501"),  # no Python
    ("rules.py", "@game.completion",
     "@game.decision(Phase.NOWHERE)\ndef nothing_yet(table: Table) -> None: ...\n\n\n@game.completion", "DB501"),
    ("properties.py", "@record\nclass Grade:", "from verifier.lang import words\n\n\n@words('a')\nclass Odd(Colour.__base__):\n"
     "    A = 0\n    B = 1\n\n\n@record\nclass Grade:", "DB301"),
])
def test_an_import_that_fails_is_told_with_what_is_wrong_with_the_rules_before(
    file: str, old: str, new: str, code: str, game: Callable[..., Path], daybreak: Run,
) -> None:
    scenario = game("rules.py", *IN_RULES)
    for name, was, will in ((file, old, new), ("__init__.py", "board, properties, rules\n", "rules, board, properties\n")):
        [path] = scenario.parent.parent.glob(f"mistaken_*/{name}")
        path.write_text(path.read_text().replace(was, will, 1))
    ran = daybreak("moves", scenario)
    assert ran.code == 150 and ran.err.startswith(code), ran.err
    assert [line.split()[0] for line in ran.err.splitlines() if line.startswith("DB")] == [code, "DB321", "DB331"]


def test_every_file_of_a_package_that_is_no_python_is_told(game: Callable[..., Path], daybreak: Run) -> None:
    scenario = game("rules.py", "@game.setup", "if\n@game.setup")
    for name, text in (("properties.py", "def"), ("board.py", "x = (")):
        [path] = scenario.parent.parent.glob(f"mistaken_*/{name}")
        path.write_text(f"{path.read_text()}\n{text}\n")
    ran = daybreak("moves", scenario)
    told = [line for line in ran.err.splitlines() if line.startswith("DB501")]
    assert ran.code == 150 and [name for line in told for name in ("board", "rules", "properties") if f"@ {name}.py:" in line] \
        == ["board", "properties", "rules"]
