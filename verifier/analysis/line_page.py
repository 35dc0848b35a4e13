"""The page of a line: its events to step through, each decision judged, and the answer that it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.analysis import answer, review
from verifier.analysis.alternatives import refuse_ungraded
from verifier.analysis.choices import EngineChoice
from verifier.analysis.stepped import stepped
from verifier.files import write_file
from verifier.instance import Instance
from verifier.report.html.line import stepped as as_page
from verifier.results.solved import Solved
from verifier.run.reference import Applied
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from verifier.search.limits import Limits


def write_line_page(path: Path, instance: Instance, events: Sequence[Applied], *, engine: EngineChoice, compare: bool = False,
                    force: bool = False, solved: Solved | None = None, limits: Limits | None = None,
                    judged: review.Judged | None = None) -> None:
    """Write the page of a line, whole or not at all.

    Its decisions are judged as `review` judges them (unless they are `judged` already), within `limits` for each position; with
    `compare`, what each other decision would still reach is there, too.  KeyboardInterrupt if that is interrupted: nothing is
    written then.
    """
    if compare:
        refuse_ungraded(instance)
    if judged is None and instance.program.game.only("grade") is not None:
        is_best = solved is not None and solved.goal == "best" and solved.verdict is Verdict.OPTIMAL
        judged = review.judged(instance, engine, events, limits, is_best=is_best, compare=compare)
        if judged.ending == "interrupted":
            raise KeyboardInterrupt
    page = stepped(instance, events, answer.broken(instance, events), solved, judged)
    write_file(path, as_page(page), force=force)
