"""`daybreak moves`: what is legal in a position, and the clause that forbids each other move."""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.cli.options import Json, ScenarioFile
from verifier.cli.shown import show


def moves(
    scenario: ScenarioFile,
    line: Annotated[str | None, typer.Option("--line", metavar="FILE", help="Events to play first, as for `replay`.")] = None,
    only: Annotated[str, typer.Option(metavar="WORDS", help="Only moves that start so, as \"move hunt\".")] = "",
    json: Json = False,
) -> int:
    """List the legal moves of a position; for each other move of the phase, the clause that forbids it."""
    from verifier import line as lines
    from verifier.analysis.moves import moves_after
    from verifier.instance import load_instance

    instance = load_instance(scenario)
    played = lines.read_line(line) if line is not None else lines.Line(())
    found = moves_after(instance, list(lines.replay(instance.reference, instance.start, played)), only.split())
    show(found, json=json)
    return 0
