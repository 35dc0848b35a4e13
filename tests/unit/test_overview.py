"""`daybreak --help` and what reads a command line do without what typer loads, to be quick: they say and read the same."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from verifier.cli.app import PANELS, command, commands, help_of_all
from verifier.cli.overview import OPTIONS
from verifier.visible import visible

RESHUFFLE = "scenarios/until-dawn/reshuffle.toml"


def test_every_command_is_listed_with_the_first_paragraph_of_its_help() -> None:
    listed = {name: text for panel in PANELS.values() for name, text in panel.items()}
    assert listed == {name: each.help.split("\n\n")[0] for name, each in command().commands.items()}
    for panel, names in PANELS.items():
        assert {each.rich_help_panel for name, each in command().commands.items() if name in names} == {panel}


def test_the_options_are_those_of_the_command_line() -> None:
    whole = command()
    options = [*whole.params, whole.get_help_option(whole.make_context("daybreak", ["--version"], resilient_parsing=True))]
    found = {(max(each.opts, key=len), *(sorted(set(each.opts) - {max(each.opts, key=len)}) or [""]), each.help)
             for each in options}
    assert found == set(OPTIONS)


@pytest.mark.parametrize("width", [60, 71, 100, 140])
def test_it_is_drawn_as_the_help_of_commands_is(
    width: int, daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERMINAL_WIDTH", str(width))
    ours = daybreak("--help")
    program = "from verifier.cli.app import command; command()(['--help'], prog_name='daybreak')"
    theirs = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ours.out == theirs.stdout


def test_where_no_box_can_be_drawn_it_is_left_to_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMINAL_WIDTH", "40")
    assert help_of_all() is None


@pytest.mark.parametrize("arguments", [["--help"], ["solve", RESHUFFLE, "--engine", "interpreted", "--states", "2000"]])
def test_a_plain_command_line_loads_no_pydantic(arguments: list[str]) -> None:
    program = ("import sys; from verifier.cli import main; main(sys.argv[1:]); "
               "print([name for name in ('pydantic', 'cattrs') if name in sys.modules], file=sys.stderr)")
    ran = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    assert ran.stderr.strip() == "[]"


@pytest.mark.parametrize("value", ["0", "-1", "007", " 7", "1_000", "x", "", "7.0", "9" * 30, "\u0663"])
def test_numbers_are_read_as_typer_reads_them(value: str) -> None:
    solve = dict(commands(command()))["solve"]
    states = next(each for each in solve.params if each.name == "states")
    assert _outcome(states, value) == _outcome(states, value, by_typer=True)


@pytest.mark.parametrize(("name", "value"), [
    ("goal", "best"), ("goal", "BEST"), ("goal", "worst"), ("goal", ""), ("html", "page.html"), ("html", ""), ("to", ""),
    ("scenarios", ["a.toml", "b.toml"]), ("scenarios", []), ("scenarios", None), ("seconds", "1.5"), ("seconds", "nan"),
    ("board", True), ("certify", None), ("certify", False),
])
def test_values_are_read_as_typer_reads_them(name: str, value: Any) -> None:
    parameter = next(each for each in dict(commands(command()))["solve"].params if each.name == name)
    assert repr(_outcome(parameter, value)) == repr(_outcome(parameter, value, by_typer=True))


def _outcome(parameter: Any, value: Any, *, by_typer: bool = False) -> Any:
    context = dict(commands(command()))["solve"].make_context("solve", [RESHUFFLE])
    read = type(parameter).process_value.__get__(parameter) if by_typer else parameter.process_value
    try:
        return read(context, value)
    except Exception as error:
        return visible(getattr(error, "format_message", error.__str__)())
