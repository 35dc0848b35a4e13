"""`daybreak mutants`: rules with one thing altered, and what kills it: lines, properties, counts, or only a position z3 finds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.defaults import GAMES_SEED_MOST, JOBS_MOST, LINE_STATES, LINE_STATES_LEAST, MUTANT_STATES, WORK
from verifier.cli.options import Force, HtmlReport, Json, Memory, Seconds, Work, limits_of
from verifier.cli.shown import refuse_page, show
from verifier.errors import (
    EXIT_INTERRUPTED,
    EXIT_LIMIT,
    EXIT_OK,
    EXIT_VIOLATED,
)


def mutants(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    scenarios: Annotated[list[Path] | None, typer.Argument(metavar="[SCENARIO]...", help="What should kill mutants.")] = None,
    rule: Annotated[list[str] | None, typer.Option(metavar="RULE", help="Only mutants of this rule; repeatable.")] = None,
    every: Annotated[int, typer.Option(metavar="N", min=1, help="Every N-th mutant only.")] = 1,
    states: Annotated[int, typer.Option(
        metavar="N", min=0, help="Count so many states from each scenario; 0: none.")] = MUTANT_STATES,
    lines: Annotated[int, typer.Option(
        metavar="N", min=LINE_STATES_LEAST, help="Search so many states for the best line of each scenario.")] = LINE_STATES,
    random: Annotated[int, typer.Option(
        metavar="N", min=0, help="Compare them on N random games from each start, under every reading, too.")] = 0,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=GAMES_SEED_MOST, help="Of the random games.")] = 0,
    work: Work = WORK,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=JOBS_MOST, help="So many processes ask z3.")] = 1,
    write: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write the scenarios that are missing there.")] = None,
    seconds: Seconds = None,
    memory: Memory = None,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Alter the rules one thing at a time, and see what kills it.

    A mutant is killed by a scenario whose best line, or a legal move beside it, does not lead where it did; with --random, by
    random games from the set-up, under the default rulings and each other choice of each reading, and from where each scenario
    starts; by a property that breaks, or by a count of states that changes.

    For each one that survives z3 looks for a position that tells it from the game, under any reading: that is a scenario that is
    missing.  Where there is none the mutant is equivalent, which is proved from the invariants that are named (`check --with z3`
    proves those) and for the default component data.

    Ends with 0 when nothing is missing, 12 when a scenario is, 124 when something stayed undecided.
    """
    from verifier.api.rulebooks import mutants as judged
    from verifier.results.mutated import MISSING, UNDECIDED

    limits = limits_of(seconds, None, memory)
    refuse_page(html, scenarios or [], force)
    found = judged(game, scenarios or (), rules=rule or (), every=every, states=states, lines=lines, random=random, seed=seed,
                   seconds=seconds, work=work, jobs=jobs, memory=limits.memory, write=write, force=force)
    show(found, json=json, html=html, force=force)
    if found.ending == "interrupted":
        return EXIT_INTERRUPTED
    verdicts = {row.verdict for row in found.mutants}
    return EXIT_VIOLATED if MISSING in verdicts else EXIT_LIMIT if UNDECIDED in verdicts else EXIT_OK
