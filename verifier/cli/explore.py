"""`daybreak explore`: the state graph of a scenario, counted and, if asked for, written to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import ChanceChoice, EngineChoice, StrategyChoice
from verifier.cli.options import (
    Engine,
    Force,
    HtmlReport,
    Json,
    Memory,
    ScenarioFile,
    Seconds,
    States,
    Threads,
    bytes_of,
    limits_of,
)
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK, EXIT_VIOLATED
from verifier.files import refuse_page
from verifier.verdict import gravest

ON_DISK = "More states than fit in memory"


def explore(
    scenario: ScenarioFile,
    depth: Annotated[int | None, typer.Option(metavar="N", min=0, help="Explore N decisions from the start, no further.")] = None,
    graph: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the graph: .graphml, .json, .dot or .gv.")] = None,
    strategy: Annotated[StrategyChoice, typer.Option(help="The order of the search.")] = StrategyChoice.BREADTH_FIRST,
    all_states: Annotated[bool, typer.Option("--all-states", help="Keep every state, not only decisions (and chance).")] = False,
    chance: Annotated[ChanceChoice | None, typer.Option(
        help="Follow what the deal says, or everything that can come (default: the deal, if there is one).")] = None,
    disk: Annotated[str | None, typer.Option(
        metavar="SIZE", help="Keep states in files, of at most this much: 200G.", rich_help_panel=ON_DISK)] = None,
    disk_folder: Annotated[Path | None, typer.Option(
        metavar="DIR", help="Where these files are (default: in the cache).", rich_help_panel=ON_DISK)] = None,
    resume: Annotated[bool, typer.Option(
        "--resume", help="Go on from the last whole layer of what is there.", rich_help_panel=ON_DISK)] = False,
    seconds: Seconds = None,
    states: States = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    threads: Threads = None,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Explore every state that can be reached: counts by depth, ends by grade, dead ends, loops, points of no return.

    Loops and points of no return are looked for if the search closes with at most 50,000 states; a larger --states raises that,
    at about a kilobyte for each state and each transition.

    With --disk, half of what --memory leaves is used for states, and the rest of them is on disk, so that there can be many more
    than fit in memory.  Counts are the same; loops, points of no return and lines need transitions, which are not kept.  An
    exploration that a limit ended, or that was killed, is kept: --resume goes on, --force begins anew.

    Threads work on compiled rules, breadth-first, in memory; all else is done by one.

    The exit code is 12 if there are dead ends of the rules: states where the game is not over and nothing is legal, or chance
    has no outcome.
    """
    from verifier.api import deals, scenarios

    refuse_page(html, [scenario], force, graph)
    limits = limits_of(seconds, states, memory, depth)
    found = deals.explore(scenarios.scenario(scenario), chance=chance, strategy=strategy, all_states=all_states, limits=limits,
                          engine=engine, threads=threads, graph=graph, disk=None if disk is None else bytes_of(disk, "--disk"),
                          disk_folder=disk_folder, resume=resume, force=force)
    show(found, json=json, html=html, force=force)
    # The depth was asked for: reaching it is what was to be done, as reaching a limit is not.
    ended = {"closed": EXIT_OK, "depth": EXIT_OK, "interrupted": EXIT_INTERRUPTED}.get(found.ending, EXIT_LIMIT)
    return gravest([ended, EXIT_VIOLATED if found.dead_ends else EXIT_OK])
