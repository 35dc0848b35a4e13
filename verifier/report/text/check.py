"""`check` for people: each property with its verdict, and the line that breaks those that do not hold."""

from __future__ import annotations

from collections import Counter

from rich.text import Text

from verifier.report.results import Checked, PropertyRow
from verifier.report.text.page import Clauses, Page, about, drawing, heading, line, pairs
from verifier.report.text.play import STYLES as EVENT_STYLES
from verifier.report.text.solve import ENDINGS, STYLES
from verifier.verdict import Verdict


def checked(found: Checked) -> Page:
    """A row for each property, then the lines of those that are refuted."""
    yield from about(found.about)
    yield line("")
    closed = found.ending == "closed"
    scope = "every state that can be reached" if closed else f"not everything: {ENDINGS.get(found.ending, found.ending)}"
    yield line(("Checked: ", "bold"), scope)
    yield pairs([
        ("states", f"{found.states:,}, with {found.transitions:,} transitions"
                   + ("" if closed else f"; all of them up to {found.depth} transitions from the start")),
        ("search", f"breadth-first, chance {'open' if found.chance == 'open' else 'as dealt'}; {found.seconds:.2f} s"),
    ])
    yield line("")
    yield pairs([_row(row) for row in found.rows])
    clauses = Clauses(found.texts)
    for row in found.rows:
        if row.events:
            yield line("")
            yield from _line(row, clauses)
    yield line("")
    totals = Counter(str(row.verdict) for row in found.rows)
    yield line(("Properties: ", "bold"), ", ".join(f"{count} {verdict}" for verdict, count in sorted(totals.items())))


def _row(row: PropertyRow) -> tuple[Text, str]:
    verdict = f"{row.verdict} {row.within}" if row.within is not None else str(row.verdict)
    clauses = f" [{', '.join(row.clauses)}]" if row.clauses else ""
    reason = f" ({ENDINGS.get(row.reason, row.reason)})" if row.reason and row.within is None else ""
    return Text(verdict, style=STYLES.get(row.verdict, "")), f"{row.name}: {row.text}{clauses}{reason}"


def _line(row: PropertyRow, clauses: Clauses) -> Page:
    title = "reached" if row.verdict is Verdict.PROVED else "broken"
    count = f"{len(row.events)} event{'s' if len(row.events) != 1 else ''}"
    yield heading(f"{row.name} is {title} after {count}", "the shortest line")
    for number, happening in enumerate(row.events, 1):
        yield from clauses.event(f"{number}. {happening.event} ({happening.kind})", EVENT_STYLES[happening.kind],
                                 happening.clauses)
    if row.repeats:
        first, last = len(row.events) - row.repeats + 1, len(row.events)
        told = f"event {last} repeats" if first == last else f"events {first} to {last} repeat"
        yield line((f"From here on, {told} for ever.", "bold red"))
    if row.events and row.events[-1].board is not None:
        yield drawing(row.events[-1].board)
