"""The statuses of clauses for people: the line that counts them, and each clause with what shows it or what is missing."""

from __future__ import annotations

from collections.abc import Callable

from verifier.report.text.endings import ENDINGS
from verifier.report.text.page import Page, heading, line, pairs
from verifier.results.tested import (
    DEAD,
    NAMED,
    NOT_MODELLED,
    TESTED,
    UNNAMED,
    ClauseStatus,
    Recorded,
    StatusCounts,
    Tested,
)

NOT_RECORDED = "not recorded for these rules"


def counted(counts: StatusCounts) -> str:
    """How many clauses are tested, of how many, and what of the others."""
    others = [("named", counts.named), ("dead", counts.dead), ("not modelled", counts.not_modelled)]
    others += [("unnamed", counts.unnamed)] if counts.unnamed else []
    text = ", ".join(f"{name} {count}" for name, count in others)
    return f"{counts.tested} of {counts.modelled} modelled clauses, {counts.percent:.1f} %; {text}"


def recorded(found: Recorded) -> str:
    """The counts that a game's package keeps, if they are of the rules as they are."""
    if found.counts is not None:
        return counted(found.counts)
    clauses = f"{found.stale} clause{'s' if found.stale != 1 else ''}"
    return f"{NOT_RECORDED}: what was kept of {clauses} is out of date" if found.kept else NOT_RECORDED


def statuses(found: Tested) -> Page:
    """Every clause with its status, what has to be corrected first."""
    yield from _listed(found, UNNAMED, "To be corrected: rules of the rulebook that nothing names", lambda row: row.what)
    yield from _listed(found, NAMED, "Named only: nothing shows that the rules do what they say", lambda row: row.what)
    yield from _listed(found, DEAD, f"Dead: proved, with the component data of {found.proved_for}", lambda row: row.what)
    yield from _listed(found, NOT_MODELLED, "Not modelled", lambda row: row.what)
    yield from _listed(found, TESTED, "Tested: what shows that the rules without them differ", _shown)


def summary(found: Tested) -> Page:
    """The line that counts them, whether the answer is whole, and where it was recorded."""
    yield line(("Tested: ", "bold"), counted(found.counts))
    if found.ending != "done":
        yield line(("Not every clause was examined: ", "bold yellow"), ENDINGS.get(found.ending, found.ending))
    if found.recorded:
        yield line(("Recorded: ", "bold"), found.recorded)


def _shown(row: ClauseStatus) -> str:
    return f"{row.scenario}, {row.what}"


def _listed(found: Tested, status: str, title: str, format_status: Callable[[ClauseStatus], str]) -> Page:
    rows = [row for row in found.clauses if row.status == status]
    if rows:
        yield line("")
        yield heading(title, f"{len(rows)}")
        yield pairs([(row.id, f"{format_status(row)}: {row.text}" if status != TESTED else format_status(row)) for row in rows])
