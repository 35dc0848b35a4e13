"""`--html`: a line as a page to step through, written beside whatever else a command says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.analysis.choices import EngineChoice
from verifier.cli.shown import refuse_page, written
from verifier.errors import BadInput, Problem
from verifier.files import write_file
from verifier.instance import Instance
from verifier.results.played import BrokenProperty
from verifier.results.solved import Solved
from verifier.run.reference import Applied
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from verifier.analysis.review import Judged
    from verifier.search.limits import Limits


def refuse_early(html: Path | None, alternatives: bool, inputs: Sequence[Path], force: bool) -> None:
    """BadInput (DB516, DB580, DB582, DB583) for what can be refused before anything is searched."""
    if html is None and alternatives:
        raise BadInput(Problem("DB580", "--alternatives is for the page", "--alternatives", "add --html FILE"))
    refuse_page(html, inputs, force)


def write_page(path: Path, instance: Instance, events: Sequence[Applied], broken: Sequence[BrokenProperty], *,
               engine: EngineChoice, compare: bool, force: bool, solved: Solved | None = None, limits: Limits | None = None,
               judged: Judged | None = None) -> str:
    """Write the page of a line, whole or not at all; what to say of it.

    Its decisions are judged as `review` judges them (unless they are `judged` already), within `limits` for each position; if
    wanted, the other decisions are compared.
    """
    from verifier.analysis import review
    from verifier.analysis.alternatives import refuse_ungraded
    from verifier.analysis.stepped import stepped
    from verifier.report.html.line import stepped as as_page

    if compare:
        refuse_ungraded(instance)
    if judged is None and instance.program.game.only("grade") is not None:
        is_best = solved is not None and solved.goal == "best" and solved.verdict is Verdict.OPTIMAL
        judged = review.judged(instance, engine, events, limits, is_best=is_best, compare=compare)
        if judged.ending == "interrupted":
            raise KeyboardInterrupt
    write_file(path, as_page(stepped(instance, events, broken, solved, judged)), force=force)
    return written(path)
