"""`daybreak replay`: plays a line by the reference, one event after the other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import EngineChoice
from verifier.cli.options import (
    Alternatives,
    Engine,
    Force,
    Html,
    Json,
    Memory,
    ScenarioFile,
    Seconds,
    States,
    limits_of,
)
from verifier.cli.shown import show, written
from verifier.cli.terminal import put_out
from verifier.errors import EXIT_OK, EXIT_VIOLATED
from verifier.files import refuse_page

Strategy = Annotated[Path | None, typer.Option(
    "--strategy", metavar="FILE", help="What `solve --for SEATS --against rest --certificate FILE` wrote: these seats play by "
    "it, and the line has the events of the others.")]
LineFile = Annotated[str, typer.Option(
    "--line", metavar="FILE", help="The events: one per row, or a JSON list, or what `solve --json` prints; - is stdin.")]


def replay(
    scenario: ScenarioFile,
    line: LineFile,
    strategy: Strategy = None,
    board: Annotated[bool, typer.Option(help="Show the board after each event.")] = True,
    html: Html = None,
    alternatives: Alternatives = False,
    seconds: Seconds = None,
    states: States = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    force: Force = False,
    json: Json = False,
) -> int:
    """Play a line: the board after each event, and the clauses that the event used.

    The line has the decisions; what the deal and the rules decide follows by itself.  An illegal event is refused with the
    clause that forbids it and the moves that would be legal there.  If a property of the game does not hold after an event, that
    is shown there, and the exit code is 12.

    The page judges each decision as `daybreak review` does.  Limits are for the search from one position (default: 100,000
    states).
    """
    from verifier.api import games, scenarios
    from verifier.line import read_line

    refuse_page(html, [scenario, Path(line)], force)
    found = games.replay(
        scenarios.scenario(scenario), read_line(line), boards=board and not json, html=html, alternatives=alternatives,
        strategy=strategy, limits=None if html is None else limits_of(seconds, states, memory), engine=engine, force=force,
        on_answer=lambda answer: show(answer, json=json))
    if html is not None:
        put_out("" if json else written(html))
    return EXIT_VIOLATED if found.broken else EXIT_OK
