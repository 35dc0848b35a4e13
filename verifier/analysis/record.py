"""What a game's package keeps of the statuses of its clauses: written from what was found, and counted while it fits."""

from __future__ import annotations

from verifier.program.program import Program
from verifier.program.tested import FILE, Digests, fitting, text_of, way_to
from verifier.results.tested import STATUSES, Recorded, StatusCounts, Tested


def record_of(program: Program, found: Tested) -> str:
    """The text of the file that keeps what was found, with digests of the rules and files as they are now."""
    digests = Digests(program)
    kept = (digests.kept(row.id, row.status, row.by, way_to(program, row.file)) for row in found.clauses)
    return text_of(program.game.name, (each for each in kept if each is not None))


def recorded(program: Program) -> Recorded:
    """What is kept, counted if every clause of kind `rule` has a status that fits; else there are no counts."""
    ruled = [id_ for id_, clause in program.rulebook.items() if clause.kind == "rule"]
    if not (program.game.folder / FILE).exists():
        return Recorded(False, stale=len(ruled))
    known = fitting(program)
    statuses = [known[id_].status for id_ in ruled if id_ in known and known[id_].status in STATUSES]
    if len(statuses) < len(ruled):
        return Recorded(True, stale=len(ruled) - len(statuses))
    return Recorded(True, StatusCounts.of(statuses))
