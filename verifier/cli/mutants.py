"""`daybreak mutants`: rules with one thing altered, and what kills it: lines, properties, counts, or only a position z3 finds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.defaults import GAMES_SEED_MOST, JOBS_MOST, LINE_STATES, LINE_STATES_LEAST, MUTANT_STATES, WORK
from verifier.cli.options import Force, HtmlReport, Json, Memory, Seconds, Work, limits_of
from verifier.cli.shown import show
from verifier.errors import (
    EXIT_INTERRUPTED,
    EXIT_LIMIT,
    EXIT_OK,
    EXIT_VIOLATED,
)
from verifier.files import refuse_page


def mutants(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    scenarios: Annotated[list[Path] | None, typer.Argument(
        metavar="SCENARIO", help="Scenarios that should kill mutants.")] = None,
    rule: Annotated[list[str] | None, typer.Option(metavar="RULE", help="Alter only this rule; repeatable.")] = None,
    every: Annotated[int, typer.Option(metavar="N", min=1, help="Try only every N-th mutant.")] = 1,
    states: Annotated[int, typer.Option(
        metavar="N", min=0, help="Count N states from each scenario; 0: none.")] = MUTANT_STATES,
    lines: Annotated[int, typer.Option(
        metavar="N", min=LINE_STATES_LEAST, help="Search N states for the best line of each scenario.")] = LINE_STATES,
    random: Annotated[int, typer.Option(
        metavar="N", min=0, help="Also compare on N random games from each start, under every reading.")] = 0,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=GAMES_SEED_MOST, help="The seed of the random games.")] = 0,
    work: Work = WORK,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=JOBS_MOST, help="Let N processes ask z3.")] = 1,
    write: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write the missing scenarios to this folder.")] = None,
    seconds: Seconds = None,
    memory: Memory = None,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Alter the rules one thing at a time, and find out what kills each mutant.

    A mutant is killed by a scenario if its best line, or a legal move beside that line, leads elsewhere; by a property that
    breaks; by a count of states that changes; and, with --random, by random games: from the set-up, under the default rulings
    and each other choice of each reading, and from the start of each scenario.

    For each mutant that survives, z3 looks for a position, under any reading, where mutant and game differ: that is a scenario
    your tests are missing.  If there is none, the mutant is equivalent; this is proved from the invariants that are named
    (`check --with z3` proves those) and for the default component data.

    Exit codes: 0 if nothing is missing; 12 if a scenario is; 124 if something stayed undecided.
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
