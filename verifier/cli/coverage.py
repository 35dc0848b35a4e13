"""`daybreak coverage`: which clauses of a rulebook were exercised, how often and by what, and which never."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verifier.analysis.choices import ChanceChoice, EngineChoice
from verifier.analysis.defaults import GAMES_SEED_MOST, RANDOM_GAMES_MOST, WORK
from verifier.cli.options import Engine, Force, HtmlReport, Json, Memory, Seconds, States, Work, limits_of
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK, EXIT_VIOLATED
from verifier.files import refuse_page
from verifier.verdict import gravest

if TYPE_CHECKING:
    from verifier.results.covered import Covered

LOOKED, WRITTEN = "What to examine (default: 1,000 random games)", "Output"


def coverage(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    scenarios: Annotated[list[Path] | None, typer.Argument(
        metavar="SCENARIO", help="Scenario files: the best line of each, and every move beside it.",
        show_default=False)] = None,
    random: Annotated[int | None, typer.Option(
        metavar="N", min=1, max=RANDOM_GAMES_MOST, help="Play N random games from the set-up, chance open.",
        rich_help_panel=LOOKED)] = None,
    every_reading: Annotated[bool, typer.Option(
        "--every-reading", help="Divide the random games among the default rulings and each other choice of each reading.",
        rich_help_panel=LOOKED)] = False,
    seed: Annotated[int, typer.Option(
        metavar="S", min=0, max=GAMES_SEED_MOST, help="The seed of the random games.", rich_help_panel=LOOKED)] = 0,
    exhaust: Annotated[list[Path] | None, typer.Option(
        metavar="SCENARIO",
        help="Examine every state that can be reached from this scenario; repeatable.", rich_help_panel=LOOKED)] = None,
    chance: Annotated[ChanceChoice | None, typer.Option(
        help="For --exhaust: follow what the deal says, or everything that can come (default: the deal, if there is one).",
        rich_help_panel=LOOKED)] = None,
    counts: Annotated[Path | None, typer.Option(
        metavar="FOLDER", help="Add what tests counted that ran with DAYBREAK_COUNTS set to this folder.",
        rich_help_panel=LOOKED)] = None,
    arms: Annotated[bool, typer.Option(
        "--arms", help="Also count how often each side of each branch of the rules was taken.", rich_help_panel=LOOKED)] = False,
    tested: Annotated[bool, typer.Option(
        "--tested", help="For each clause, find out whether a SCENARIO shows a difference when the rules do without it.",
        rich_help_panel=LOOKED)] = False,
    position: Annotated[list[Path] | None, typer.Option(
        metavar="SCENARIO", help="With --tested: a scenario that is used only to test clauses; repeatable.",
        rich_help_panel=LOOKED)] = None,
    prove: Annotated[bool, typer.Option(
        "--prove",
        help="Ask z3 whether what was not seen can ever be, and with --tested whether what nothing tests can be tested.",
        rich_help_panel=LOOKED)] = False,
    work: Work = WORK,
    fail_under: Annotated[float | None, typer.Option(
        "--fail-under", metavar="PERCENT",
        help="With --tested: exit with 12 if a smaller share of the modelled clauses is tested.",
        rich_help_panel=WRITTEN)] = None,
    record: Annotated[bool, typer.Option(
        "--record", help="With --tested: keep the statuses in the game's package.", rich_help_panel=WRITTEN)] = False,
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
    """List the clauses of the rulebook: which are tested, which are used in play, how often and by what, and which never.

    With --tested, each clause that is a rule gets a status.  "tested": some SCENARIO that uses the clause shows a difference from
    the same rules without it (the game's without.toml), in its line, in a move beside that line, or in its set-up; or a property
    that names the clause breaks without it.  "named": a rule names it, and nothing shows a difference.  "dead": --prove proved
    that nothing ever uses it, or that the rules without it do the same in every position.  "not-modelled": the rulebook ledger
    says why.  Anything else is "unnamed", which has to be corrected (exit code 12).  --record keeps the statuses in the game's
    package, where other commands read them until a rule or a scenario changes.

    A clause that is used in play is not thereby tested.  Each event that names a clause exercises it, and each move that the
    clause forbids, at a position of these games, counts as refused by it.  A clause that only properties name is not counted.

    With --arms, every `if`, conditional expression, `require` and loop of the rules is listed too, with how often each side was
    taken.

    What nothing exercised is "not seen", however hard it was looked for.  It is called "dead" only with a proof: for one
    scenario, if every state of it was explored (--exhaust), under its rulings and with its chance; for any start, if z3 proves
    (--prove) that no position that keeps the invariants lets an event name the clause, lets it refuse a move, or lets the rules
    take that side.  Such a proof rests on the invariants and default rulings that it names (`check --with z3` proves invariants)
    and on the default component data.
    """
    from verifier.api.rulebooks import coverage as covered

    refuse_page(html, [*(scenarios or []), *(exhaust or []), *(position or [])], force, lcov, junit)
    found = covered(game, scenarios or (), random=random, every_reading=every_reading, seed=seed, exhaust=exhaust or (),
                    chance=chance, positions=position or (), tested=tested, arms=arms, prove=prove, fail_under=fail_under,
                    record=record, limits=limits_of(seconds, states, memory), engine=engine, counts=counts, work=work)
    _write(found, lcov, junit, force)
    show(found, json=json, html=html, force=force)
    ending = {"done": EXIT_OK, "interrupted": EXIT_INTERRUPTED}.get(found.ending, EXIT_LIMIT)
    return gravest([ending, EXIT_OK if found.enough else EXIT_VIOLATED])


def _write(found: Covered, lcov: Path | None, junit: Path | None, force: bool) -> None:
    from verifier.files import write_file
    from verifier.report.junit import junit as as_junit
    from verifier.report.lcov import lcov as as_lcov

    if lcov is not None:
        write_file(lcov, as_lcov(found, Path.cwd()), force=force)
    if junit is not None:
        write_file(junit, as_junit(found), force=force)
