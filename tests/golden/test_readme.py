"""The transcripts of the README and the tour are what the commands write, but for the parts left out and for times."""

from __future__ import annotations

import re
import runpy
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import scrubbed

ROOT = Path(__file__).parents[2]
CUT = "[...]"
PAGES = [ROOT / "README.md", ROOT / "docs" / "tour.md"]
LISTING = re.compile(r"^```console\n\$ ([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TRANSCRIPTS = {command: shown for page in PAGES for command, shown in LISTING.findall(page.read_text(encoding="utf-8"))}
DEMO = "scenarios/until-dawn/demo.toml"
SMALLER = {"who_can_force.py": ("1",)}  # arguments
COMPILING = ("delay_the_wave.py",)  # a large game, of which nothing else here needs compiled rules
README_BYTES = 6 * 1024


def printed(command: str, daybreak: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> str:
    """What a command writes; with the engine that starts at once."""
    words = shlex.split(command)
    if words[0] == "python":
        capsys.readouterr()
        runpy.run_path(words[1], run_name="__main__")
        return capsys.readouterr().out
    assert words[0] == "daybreak"
    engine = ["--engine", "interpreted"] if words[1] in ("solve", "review") else []
    ran = daybreak(*words[1:], *engine)
    told = [each for each in ran.err.splitlines() if not each.startswith("daybreak: compiling the rules of ")]
    assert (ran.code, told) == (0, [])  # a machine where that takes two seconds says that it compiles, once
    return str(ran.out)


def compare(command: str, shown: str, written: str) -> None:
    """Every part that is shown is written, in order; the first and the last part are the first and the last thing written."""
    pattern = ".*".join(re.escape(part.strip("\n")) for part in scrubbed(shown).split(f"{CUT}\n"))
    assert re.fullmatch(rf"\n*{pattern}\n*", scrubbed(written), re.DOTALL), f"`{command}` writes:\n{written}\nand not:\n{shown}"


@pytest.mark.parametrize("command", sorted(TRANSCRIPTS))  # all of them: a long test lets a stale page pass
def test_a_transcript_is_real(command: str, daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch,
                              capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    compare(command, TRANSCRIPTS[command], printed(command, daybreak, capsys))


@pytest.mark.parametrize("path", [pytest.param(path, id=path.name, marks=[pytest.mark.long] * (path.name in COMPILING))
                                  for path in sorted((ROOT / "docs" / "examples").glob("*.py"))])
def test_an_example_of_the_documents_runs(path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
                                          ) -> None:
    monkeypatch.setattr("sys.argv", [str(path), *SMALLER.get(path.name, ())])
    if f"python {path.relative_to(ROOT)}" not in TRANSCRIPTS:
        runpy.run_path(str(path), run_name="__main__")
        assert capsys.readouterr().out


def test_no_page_shows_what_a_command_prints_without_saying_which_or_that_takes_long() -> None:
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    listings = sum(len(LISTING.findall(text)) for text in texts)
    assert sum(text.count("\n```console\n") for text in texts) == listings == len(TRANSCRIPTS)
    assert not [command for command in TRANSCRIPTS if DEMO in command]  # half a minute without a compiler


@pytest.mark.long
def test_the_demo_is_proved_to_be_best(daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    ran = daybreak("solve", DEMO, "--board", "--engine", "interpreted")
    assert ran.code == 0 and "Verdict: optimal" in ran.out


def test_the_readme_is_short_and_has_a_picture() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.encode()) <= README_BYTES
    [picture] = re.findall(r'<img src="([^"]+)"', text)
    assert (ROOT / picture).is_file()


def test_every_make_target_of_the_readme_is_one_that_the_tests_or_the_integration_run() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"\bmake ([a-z]+)\b", text))
    assert {"demo", "test", "docs"} <= targets and not [each for each in targets if f"\n{each}:" not in makefile]
    demo = re.search(r"^DEMO := (.*)$", makefile, re.MULTILINE)
    assert demo and demo[1] == DEMO and "make test" in (ROOT / ".ci" / "run").read_text()


def test_the_board_of_the_readme_is_that_of_the_solved_deal() -> None:
    import verifier as daybreak

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    [board] = re.findall(r"^```\n( +1 SECOND.*?)^```$", text, re.MULTILINE | re.DOTALL)
    deal = daybreak.scenario(ROOT / "scenarios" / "until-dawn" / "e2.toml")
    end = daybreak.start(deal).after(*daybreak.solve(deal, engine="interpreted").line)
    assert [line.rstrip() for line in (end.board or "").splitlines()] == [line.rstrip() for line in board.splitlines()]
