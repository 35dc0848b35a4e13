"""`--html`: a line as a page to step through, written beside whatever else a command says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verifier.analysis.choices import EngineChoice
from verifier.cli.shown import refuse_page, written
from verifier.errors import BadInput, Problem
from verifier.files import write_file
from verifier.prepared import Prepared
from verifier.report.results.played import BrokenProperty
from verifier.report.results.solved import Solved
from verifier.report.results.stepped import Reach
from verifier.run.reference import Applied
from verifier.verdict import Verdict


def refuse_early(html: Path | None, alternatives: bool, inputs: Sequence[Path], force: bool) -> None:
    """BadInput (DB516, DB580, DB582, DB583) for what can be told before anything is searched."""
    if html is None and alternatives:
        raise BadInput(Problem("DB580", "--alternatives is for the page", "--alternatives", "add --html FILE"))
    refuse_page(html, inputs, force)


def write_page(path: Path, prepared: Prepared, events: Sequence[Applied], broken: Sequence[BrokenProperty], *,
               engine: EngineChoice, compare: bool, force: bool, solved: Solved | None = None) -> str:
    """Write the page of a line, whole or not at all; what to say of it.  If wanted, the other decisions are compared."""
    from verifier.analysis.alternatives import alternatives, refuse_ungraded
    from verifier.analysis.reach import along, told
    from verifier.analysis.stepped import stepped
    from verifier.report.html.line import stepped as as_page

    if compare:
        refuse_ungraded(prepared)
    others, reach = None, list[Reach | None]()
    if prepared.program.game.only("grade") is not None:
        is_best = solved is not None and solved.goal == "best" and solved.verdict is Verdict.OPTIMAL
        bounds = along(prepared, engine, events, is_best=is_best)
        others = alternatives(prepared, engine, events, bounds) if compare else None
        reach = told(prepared, engine, bounds)
    write_file(path, as_page(stepped(prepared, events, broken, solved, others, reach)), force=force)
    return written(path)
