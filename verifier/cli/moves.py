"""`daybreak moves`: what is legal in a position, and the clause that forbids each other move."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.cli.options import Json, ScenarioFile
from verifier.cli.shown import show


def moves(
    scenario: ScenarioFile,
    line: Annotated[str | None, typer.Option(
        "--line", metavar="FILE", help="Events to play first, in the form that `replay` takes.")] = None,
    only: Annotated[str, typer.Option(
        metavar="WORDS", help="List only moves that start with these words, such as \"move hunt\".")] = "",
    json: Json = False,
) -> int:
    """List the legal moves of a position; for each other move of the phase, the clause that forbids it."""
    from verifier.api import games, scenarios
    from verifier.line import read_line

    instance = scenarios.scenario(scenario)
    show(games.moves(instance, () if line is None else read_line(line), only=only), json=json)
    return 0
