"""The options that commands share, each declared once so that it means and says the same everywhere."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verifier.analysis.choices import EngineChoice, Objective, PlayObjective
from verifier.analysis.defaults import (
    THREADS_MOST,
    TRAINING_LEARNERS_MOST,
    TRAINING_ROUNDS_MOST,
    TRAINING_STATES_LEAST,
    TRAINING_STATES_MOST,
)
from verifier.errors import BadInput, Problem
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.search.limits import Limits


LIMITS = "Limits (the answer so far is given when one is reached)"
LEARNING = "Learning (what was learned is kept in the cache, and not learned again)"

ScenarioFile = Annotated[Path, typer.Argument(metavar="SCENARIO", help="A scenario file.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout and nothing else.")]
Html = Annotated[Path | None, typer.Option(
    "--html", metavar="FILE", help="Also write a page to step through the line: the table, the clauses, the properties.")]
HtmlReport = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Also write the report as a page.")]
Force = Annotated[bool, typer.Option("--force", help="Replace existing files.")]
Alternatives = Annotated[bool, typer.Option(
    "--alternatives", help="Also search what every legal decision would still reach, and show it on the page.")]
Work = Annotated[int, typer.Option(metavar="N", min=1_000, help="How much work z3 may do on each question, in its own units.")]
Threads = Annotated[int | None, typer.Option(
    "--threads", metavar="N", min=1, max=THREADS_MOST,
    help="Let N threads explore together once there are many states; answers do not depend on it (default: one for each core).")]
# Of commands that play deals by players who do not know them.
Aim = Annotated[Objective, typer.Option(
    "--objective", help="What players aim at: the first field of the grade, or the whole grade.")]
PlayAim = Annotated[PlayObjective, typer.Option(
    "--objective", help="What players aim at: the first field of the grade, the whole grade, or each seat at what the end is "
    "worth to it.")]
PlayThreads = Annotated[int | None, typer.Option(
    "--threads", metavar="N", min=1, max=THREADS_MOST,
    help="Let N threads play at the same time; games do not depend on it (default: one for each core).")]
PlayEngine = Annotated[EngineChoice, typer.Option("--engine", help="Run the rules compiled (auto and native) or interpreted.")]
VARIED = ("a field of the component data (a number, flag or word), a reading, or the edition itself (edition=NAME,FILE.toml), as "
          "LOW..HIGH, LOW..HIGH..STEP or V1,V2,...")
# Of commands whose players learn several tables of a game.
Learn = Annotated[bool, typer.Option(
    "--train", help="First learn each step for which nothing was learned, so that learned-uct plays at every step; the options "
    "below say how.", rich_help_panel=LEARNING)]
Learners = Annotated[int, typer.Option(
    "--learners", metavar="N", min=1, max=TRAINING_LEARNERS_MOST,
    help="How many networks learn side by side, where they learn from the beginning; players judge by their mean.",
    rich_help_panel=LEARNING)]
Rounds = Annotated[int, typer.Option(
    "--rounds", metavar="N", min=2, max=TRAINING_ROUNDS_MOST,
    help="How many rounds each learns, where it learns from the beginning.", rich_help_panel=LEARNING)]
RoundsAgain = Annotated[int, typer.Option(
    "--again", metavar="N", min=1, max=TRAINING_ROUNDS_MOST,
    help="How many more rounds each learns for another value or choice, going on from what was learned.",
    rich_help_panel=LEARNING)]
RoundPositions = Annotated[int, typer.Option(
    "--positions", metavar="N", min=TRAINING_STATES_LEAST, max=TRAINING_STATES_MOST,
    help="About how many states each round adds to learn from.", rich_help_panel=LEARNING)]
EditionName = Annotated[str | None, typer.Option("--edition", metavar="NAME|FILE.toml", help="The component data to use.")]
Rulings = Annotated[list[str] | None, typer.Option(
    "--ruling", metavar="ID=CHOICE", help="Another reading in force; repeatable.")]
Seconds = Annotated[float | None, typer.Option(
    "--seconds", metavar="S",
    help="Stop after S seconds of work, or a tenth more; loading and compiling the rules, and replaying the line found, do not "
         "count.",
    rich_help_panel=LIMITS)]
States = Annotated[int | None, typer.Option(
    "--states", metavar="N", min=1, help="Stop after N states; the successors of the last one may be a few more.",
    rich_help_panel=LIMITS)]
Memory = Annotated[str | None, typer.Option(
    "--memory", metavar="SIZE",
    help="Stop when the process holds this much memory, or a tenth more, including the 100M to 300M it starts with: 500M, 2G "
         "(default: half of what the machine, its control group or ulimit -v has).",
    rich_help_panel=LIMITS)]
Engine = Annotated[EngineChoice, typer.Option(
    "--engine", help="Run the rules compiled or interpreted; auto starts interpreted, and compiles if the work takes long.")]

_SIZE = re.compile(r"(\d{1,15})\s*([kmgt]?)i?b?", re.IGNORECASE)
_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def limits_of(seconds: float | None, states: int | None, memory: str | None, depth: int | None = None) -> Limits:
    """The limits that the options name; BadInput (DB505) for a number of seconds or a size that is none.

    OutOfMemory (DB508) where `ulimit -v` does not leave enough to search at all.
    """
    from verifier.run.address_space import refuse_too_little
    from verifier.search.limits import Limits

    refuse_too_little()
    if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
        raise BadInput(Problem("DB505", f"expected a number of seconds above 0, got {seconds}", "--seconds"))
    return Limits(states=states, seconds=seconds, memory=None if memory is None else bytes_of(memory, "--memory"),
                  depth=depth)


def bytes_of(text: str, option: str) -> int:
    """The size that an option gives; BadInput (DB505) for a text that is none."""
    found = _SIZE.fullmatch(text.strip())
    size = int(found[1]) * _UNITS[found[2].lower()] if found else 0
    if size == 0:
        raise BadInput(Problem("DB505", f"expected a size such as 500M or 2G, got {shown(text)}", option))
    return size
