"""The commands put together.  What is slow to import (numpy, llvmlite, networkx) is imported by the command that needs it.

Each command is a function of the module of its name, which is loaded when the command is called, or all of them are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial, wraps
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from verifier import __version__
from verifier.cli.arguments import read_quickly
from verifier.cli.overview import overview
from verifier.cli.terminal import put_out
from verifier.errors import interrupts

PANEL_PLAY = "Games and lines"
PANEL_SEARCH = "Answers"
PANEL_REPORTS = "Reports"

# Each command with the first sentence of its help: reading that from the commands would mean to load them all.
PANELS: dict[str, dict[str, str]] = {
    PANEL_PLAY: {
        "games": "List the installed games, their editions, and how complete each is.",
        "new": "Create a folder for a game of your own: a package with rules, ledgers, a scenario and tests, to change step by "
               "step.",
        "deal": "Write a scenario of GAME from its set-up, with the order of the deal spelled out.",
        "moves": "List the legal moves of a position; for each other move of the phase, the clause that forbids it.",
        "replay": "Play a line: the board after each event, and the clauses that the event used.",
        "review": "Judge a line that was played: which decisions were best, which were mistakes, where the game was lost.",
    },
    PANEL_SEARCH: {
        "solve": "Find the best line of each deal, with its grade and the proof that no line does better.",
        "certify": "Check what `solve --certificate FILE` wrote: replay the line and expand every position by the plain rules.",
        "play-out": "Play many seeded deals with players who do not know what chance will bring, and report the share that each "
                    "of them wins.",
        "above": "Bound from above what any player can win who sees the table but not the deal.",
        "train": "Learn from games what a table of GAME is worth to a player who does not know the deal.",
        "odds": "Compute the probability of a good end under best play when chance is open, and what each decision leaves of it.",
        "explore": "Explore every state that can be reached: counts by depth, ends by grade, dead ends, loops, points of no "
                   "return.",
        "check": "Prove or refute the properties of a game: invariants, step properties, goals that can be reached.",
        "find": "Look for an example of something, as a scenario: where readings differ, a position, an order of the deck.",
    },
    PANEL_REPORTS: {
        "readings": "Count the deals of GAME that end otherwise under each choice of a reading than under the ruling in force.",
        "readings-played": "Measure what each reading of GAME changes for a good player, who sees the table and not the deal.",
        "coverage": "List the clauses of the rulebook: which are tested, which are used in play, how often and by what, and "
                    "which never.",
        "mutants": "Alter the rules one thing at a time, and find out what kills each mutant.",
        "difficulty": "Vary one thing, step by step, and show what players of different strength make of the same deals.",
        "winnability": "Solve many seeded deals: how many can be won by knowing the whole deal, and how many are won without "
                       "knowing it.",
        "reports": "Write every report of a game: rule coverage, winnability, readings, mutants; each as JSON, Markdown and "
                   "HTML.",
        "batch": "Answer the same question about thousands or millions of deals, keep the answers, and show or export them.",
    },
}
# Commands that have some of their own: each is a function of the command's module, `find_readings` of `verifier.cli.find`.
GROUPS = {"find": ("readings", "position", "order"), "batch": ("run", "show", "export")}
ABOUT = "Check and solve the rules of tabletop games."
EPILOG = ("Exit codes: 0 as expected, 12 violated or not as expected, 75 a rule failed, 124 limit reached, "
          "130 interrupted, 143 terminated, 150 bad input, 255 our fault.")


def _version(wanted: bool) -> None:
    if wanted:
        put_out(f"daybreak {__version__}\n")
        raise typer.Exit


def daybreak(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Nothing is done before a command: this declares the options of the whole."""


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


def _app(names: Iterable[str]) -> typer.Typer:
    """The command line with these commands alone."""
    app = typer.Typer(name="daybreak", pretty_exceptions_enable=False, rich_markup_mode="rich", help=ABOUT, epilog=EPILOG,
                      context_settings={"help_option_names": ["-h", "--help"]})
    app.callback()(daybreak)
    for panel, each in PANELS.items():
        for name in each:
            if name in names and name in GROUPS:
                app.add_typer(_group(name), name=name, rich_help_panel=panel, help=PANELS[panel][name])
            elif name in names:
                module = name.replace("-", "_")
                function = getattr(import_module(f"verifier.cli.{module}"), module)
                app.command(rich_help_panel=panel, help=_paragraphs(function.__doc__ or ""))(_interruptible(function))
    return app


class _RunsByItself(TyperGroup):
    """A group that has a command `run`, whose name may be left out: `batch GAME` is `batch run GAME`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments call."""
        is_game = "run" in self.commands and args[0] not in self.commands and not args[0].startswith("-")
        return super().resolve_command(ctx, ["run", *args] if is_game else args)


def _group(group: str) -> typer.Typer:
    found, module = typer.Typer(cls=_RunsByItself, no_args_is_help=True, rich_markup_mode="rich"), import_module(
        f"verifier.cli.{group}")
    for name in GROUPS[group]:
        function = getattr(module, f"{group}_{name}")
        found.command(name, help=_paragraphs(function.__doc__ or ""))(_interruptible(function))
    return found


def help_of_all() -> str | None:
    """The help of the whole, without loading any command; None where it is left to typer."""
    return overview(ABOUT, {panel: tuple(each.items()) for panel, each in PANELS.items()}, EPILOG)


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every command by the words that call it, in the order of the help."""
    for name, each in group.commands.items():
        if hasattr(each, "commands"):
            yield from commands(each, f"{before}{name} ")
        else:
            yield f"{before}{name}", each


def command(named: str | None = None) -> Any:
    """The command line as typer runs it: with one command alone if it is named (loading all takes long), else with every one."""
    every = [name for names in PANELS.values() for name in names]
    found: Any = typer.main.get_command(_app([named] if named in every else every))
    for each in (found, *(group for group in found.commands.values() if hasattr(group, "commands")),
                 *(leaf for _, leaf in commands(found))):
        for parameter in each.params:
            _show_plainly(parameter)
            read_quickly(parameter)
        each.get_help_option = partial(_help_option, each.get_help_option)
    return found


def _help_option(made: Callable[[Any], Any], context: Any) -> Any:
    option = made(context)
    _show_plainly(option)
    read_quickly(option)
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
