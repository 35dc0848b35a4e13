"""The commands put together.  What is slow to import (numpy, llvmlite, networkx) is imported by the command that needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import Annotated, Any

import typer

from verifier import __version__
from verifier.cli.certify import certify
from verifier.cli.check import check
from verifier.cli.coverage import coverage
from verifier.cli.deal import deal
from verifier.cli.explore import explore
from verifier.cli.find import find_order, find_position, find_readings
from verifier.cli.games import games
from verifier.cli.moves import moves
from verifier.cli.mutants import mutants
from verifier.cli.new import new
from verifier.cli.odds import odds
from verifier.cli.readings import readings
from verifier.cli.replay import replay
from verifier.cli.reports import reports
from verifier.cli.review import review
from verifier.cli.solve import solve
from verifier.cli.terminal import put_out
from verifier.cli.winnability import winnability
from verifier.errors import interrupts

PANEL_PLAY = "Games and lines"
PANEL_SEARCH = "Answers"
PANEL_REPORTS = "Reports"

app = typer.Typer(name="daybreak", pretty_exceptions_enable=False, rich_markup_mode="rich",
                  context_settings={"help_option_names": ["-h", "--help"]},
                  epilog="Exit codes: 0 as expected, 12 violated or not as expected, 75 a rule failed, 124 limit reached, "
                         "130 interrupted, 143 terminated, 150 bad input, 255 our fault.")


def _version(wanted: bool) -> None:
    if wanted:
        put_out(f"daybreak {__version__}\n")
        raise typer.Exit


@app.callback()
def daybreak(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Check and solve the rules of tabletop games."""


class Interrupted(Exception):
    """Ctrl-C in a command; typer would end quietly."""


def _interruptible(function: Callable[..., int]) -> Callable[..., int]:
    @wraps(function)
    def called(*arguments: Any, **options: Any) -> int:
        try:
            with interrupts():
                return function(*arguments, **options)
        except KeyboardInterrupt as error:
            raise Interrupted from error

    return called


def _paragraphs(text: str) -> str:
    """A docstring with each paragraph on one line: the help wraps it itself."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


PANELS: dict[str, tuple[Callable[..., int], ...]] = {
    PANEL_PLAY: (games, new, deal, moves, replay, review), PANEL_SEARCH: (solve, certify, odds, explore, check),
    PANEL_REPORTS: (readings, coverage, mutants, winnability, reports)}

for panel, functions in PANELS.items():
    for function in functions:
        app.command(rich_help_panel=panel, help=_paragraphs(function.__doc__ or ""))(_interruptible(function))


finding = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")
for name, function in (("readings", find_readings), ("position", find_position), ("order", find_order)):
    finding.command(name, help=_paragraphs(function.__doc__ or ""))(_interruptible(function))
app.add_typer(finding, name="find", rich_help_panel=PANEL_SEARCH,
              help="Look for an example of something, as a scenario: where readings differ, a position, an order of the deck.")


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every command by the words that call it, in the order of the help."""
    for name, each in group.commands.items():
        if hasattr(each, "commands"):
            yield from commands(each, f"{before}{name} ")
        else:
            yield f"{before}{name}", each


def command() -> Any:
    """The command line as typer runs it."""
    found: Any = typer.main.get_command(app)
    for each in (found, *(group for group in found.commands.values() if hasattr(group, "commands")),
                 *(leaf for _, leaf in commands(found))):
        for parameter in each.params:
            _show_plainly(parameter)
        each.get_help_option = partial(_help_option, each.get_help_option)
    return found


def _help_option(made: Callable[[Any], Any], context: Any) -> Any:
    option = made(context)
    _show_plainly(option)
    return option


def _show_plainly(parameter: Any) -> None:
    """Name what follows as our texts do.  Otherwise the help has "<bool>" behind a flag, as if a value were to follow, Python's
    types behind arguments, which it puts in braces besides, and choices in angle brackets."""
    if parameter.param_type_name == "argument":
        name = f"{parameter.metavar}{'...' if parameter.nargs == -1 else ''}"
        parameter.get_usage_pieces = lambda context: [name if parameter.required else f"[{name}]"]
        parameter.display_type_rich = lambda ctx: None
    elif parameter.is_flag:
        parameter.metavar = " "
    elif parameter.metavar is None and parameter.type_descriptor.is_choice:
        parameter.metavar = "|".join(str(choice) for choice in parameter.type_descriptor.choices)
