"""`daybreak coverage`: which clauses of a rulebook were exercised, how often and by what, and which never."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import evolve

from verifier.cli.options import (
    WORK,
    ChanceChoice,
    Engine,
    EngineChoice,
    Force,
    HtmlReport,
    Json,
    Memory,
    Seconds,
    States,
    Work,
    limits_of,
)
from verifier.cli.shown import refuse_page, show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK, EXIT_VIOLATED, BadInput, Problem
from verifier.verdict import gravest

if TYPE_CHECKING:
    from verifier.cli.coverage_sources import Wanted
    from verifier.lang.program import Program
    from verifier.report.results.covered import Covered

GAMES = 1000  # random ones, when nothing is said of what to look at
GAMES_MOST = 10**9
PLAYING, PLAYING_SECONDS = 1 / 3, 60.0  # the share of the seconds, and the most, kept for the reference to play what is found
SEED_MOST = 2**31 - 3
LOOKED, WRITTEN = "What to look at (1,000 random games unless told)", "What comes of it"


def coverage(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    scenarios: Annotated[list[Path] | None, typer.Argument(
        metavar="SCENARIO", help="Scenario files: the best line of each, and every move beside it.",
        show_default=False)] = None,
    random: Annotated[int | None, typer.Option(
        metavar="N", min=1, max=GAMES_MOST, help="N random games from the set-up, chance open.", rich_help_panel=LOOKED)] = None,
    every_reading: Annotated[bool, typer.Option(
        "--every-reading", help="Share the random games out: the default rulings, and each other choice of each reading.",
        rich_help_panel=LOOKED)] = False,
    seed: Annotated[int, typer.Option(
        metavar="S", min=0, max=SEED_MOST, help="Of the random games.", rich_help_panel=LOOKED)] = 0,
    exhaust: Annotated[list[Path] | None, typer.Option(
        metavar="SCENARIO", help="Every state that can be reached from there; repeatable.", rich_help_panel=LOOKED)] = None,
    chance: Annotated[ChanceChoice | None, typer.Option(
        help="For --exhaust: what the deal says, or everything that can come (unless told: the deal, if there is one).",
        rich_help_panel=LOOKED)] = None,
    counts: Annotated[Path | None, typer.Option(
        metavar="FOLDER", help="What tests counted that ran with DAYBREAK_COUNTS naming this folder.",
        rich_help_panel=LOOKED)] = None,
    arms: Annotated[bool, typer.Option(
        "--arms", help="Count both arms of each branch of the rules, too.", rich_help_panel=LOOKED)] = False,
    prove: Annotated[bool, typer.Option(
        "--prove", help="Ask z3 of whatever was not seen whether it ever can be.", rich_help_panel=LOOKED)] = False,
    work: Work = WORK,
    fail_under: Annotated[float | None, typer.Option(
        "--fail-under", metavar="PERCENT", help="Exit with 12 if less of the rule clauses is exercised or proved dead.",
        rich_help_panel=WRITTEN)] = None,
    lcov: Annotated[Path | None, typer.Option(
        metavar="FILE", help="Write an lcov trace of the lines that name clauses.", rich_help_panel=WRITTEN)] = None,
    junit: Annotated[Path | None, typer.Option(
        metavar="FILE", help="Write JUnit XML with a test case for each clause.", rich_help_panel=WRITTEN)] = None,
    seconds: Seconds = None,
    states: States = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Tell which clauses of the rulebook were exercised, how often and by what, and which never.

    A clause is exercised by each event that names it, and refuses each move that it forbids where play came by; either makes
    it count.  A clause that only properties name is not counted.

    With --arms, each `if`, conditional expression, `require` and loop of the rules is told of besides: whether rules ever went
    either way.

    What nothing exercised is "not seen", however hard it was looked for.  It is "dead" from a scenario whose every state was
    looked at (--exhaust) to the end, under its rulings and with its chance; and wherever one starts, if z3 proves (--prove)
    that no position that keeps the invariants lets an event name it, lets it refuse a move, or lets rules go that way.  Such a
    proof rests on the invariants and the default rulings that it names (`check --with z3` proves invariants), and on the
    default component data.
    """
    from verifier.cli.coverage_sources import Wanted
    from verifier.registry import installed
    from verifier.report import json as as_json
    from verifier.report.text.coverage import covered as as_text

    _refuse(fail_under, every_reading, random)
    refuse_page(html, [*(scenarios or []), *(exhaust or [])], force, lcov, junit)
    program = installed().program(game)
    given = scenarios or exhaust or random or counts
    wanted = Wanted(tuple(scenarios or ()), random or (0 if given else GAMES), every_reading, seed, tuple(exhaust or ()), chance,
                    engine, limits_of(seconds, states, memory), counts=counts, work=work)
    found = evolve(covered_by(program, wanted, arms=arms, prove=prove), fail_under=fail_under)
    _write(found, lcov, junit, force)
    show(found, as_text, as_json.covered, json=json, html=html, force=force)
    ending = {"done": EXIT_OK, "interrupted": EXIT_INTERRUPTED}.get(found.ending, EXIT_LIMIT)
    return gravest([ending, EXIT_OK if found.enough else EXIT_VIOLATED])


def covered_by(program: Program, wanted: Wanted, *, arms: bool, prove: bool) -> Covered:
    """What is wanted looked at, clause by clause; the arms of branches besides, and what z3 says of what was not seen."""
    from verifier.cli.coverage_rows import covered
    from verifier.cli.coverage_sources import looked_at
    from verifier.lang.arms import with_arms

    armed, marked = with_arms(program) if arms else (program, ())
    limits = wanted.limits.running()
    left = limits.seconds_left
    looking = limits if left is None else limits.within(left - min(left * PLAYING, PLAYING_SECONDS))
    looked = looked_at(program, evolve(wanted, armed=armed if arms else None, limits=looking))
    found = covered(program, wanted.seed, looked, marked if arms else None, limits)
    if not prove:
        return found
    from verifier.cli.coverage_proofs import with_proofs

    return with_proofs(armed, found, marked, wanted.work, limits.until)


def _refuse(fail_under: float | None, every_reading: bool, random: int | None) -> None:
    """Options that make no sense, all at once."""
    problems = []
    if fail_under is not None and not (math.isfinite(fail_under) and 0 <= fail_under <= 100):
        problems.append(Problem("DB560", f"expected a percentage from 0 to 100, got {fail_under}", "--fail-under"))
    if every_reading and random is None:
        problems.append(Problem("DB562", "--every-reading shares out random games", "--every-reading", "add --random N"))
    if problems:
        raise BadInput(problems)


def _write(found: Covered, lcov: Path | None, junit: Path | None, force: bool) -> None:
    from verifier.cli.file import write_file
    from verifier.report.junit import junit as as_junit
    from verifier.report.lcov import lcov as as_lcov

    if lcov is not None:
        write_file(lcov, as_lcov(found, Path.cwd()), force=force)
    if junit is not None:
        write_file(junit, as_junit(found), force=force)
