"""`games` for people."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.report.text.page import Page, assumed_text, heading, line, order_fact, pairs
from verifier.report.text.tested import recorded
from verifier.results.edition import EditionNote, EditionRow, ValueRow
from verifier.results.played import GameRow, Games

UNNAMED_MOST = 8
TITLES = {"assumed": "Assumed, and why", "stated": "Stated, and where"}


def listed(found: Games) -> Page:
    """Each installed game with its editions and how complete it is, or what is wrong with it."""
    if not found.games:
        yield line("No games are installed: a game is a package with an entry point of the group daybreak.games.")
    for index, row in enumerate(found.games):
        if index:
            yield line("")
        yield heading(row.name, f"{row.title}, from {row.package}" if row.title else f"from {row.package}")
        if row.problems:
            for problem in row.problems:
                yield line(("  cannot be used: ", "bold red"), problem)
            continue
        yield pairs([
            ("editions", "; ".join(_edition(note) for note in row.editions) or "none"),
            ("rules", f"{row.events} events in {row.phases} phases"),
            ("rulebook", f"{row.clauses_named} of {row.clauses_ruled} rule clauses are named by a rule or "
                         f"property{_missing(row)}; {row.clauses} clauses in all"),
            ("tested", recorded(row.tested)),
            ("ambiguities", f"{row.readings} reading{'' if row.readings == 1 else 's'} to choose from, {row.recorded} settled"),
            ("properties", f"{row.properties}"),
            *(("on offer", f"{name}: {sentence}") for name, sentence in row.on_offer.items()),
            *order_fact(row.grade_order),
        ])
        yield from _described(row.described)


def _missing(row: GameRow) -> str:
    """The clauses that nothing names, the first few."""
    more = ", ..." if len(row.unnamed) > UNNAMED_MOST else ""
    return f", all but {', '.join(row.unnamed[:UNNAMED_MOST])}{more}" if row.unnamed else ""


def _edition(note: EditionNote) -> str:
    return f"{note.name} ({note.title}: {assumed_text(note)})"


def _described(editions: Sequence[EditionRow]) -> Page:
    """The values of each edition, assumed ones first; what it inherits from one that is listed before it is not repeated."""
    before: set[str] = set()
    for edition in editions:
        note = edition.note
        yield line("")
        yield heading(f"{note.name}: {note.title}", assumed_text(note) + (", the default" if edition.default else ""))
        for status, title in TITLES.items():
            rows = [row for row in edition.data if row.status == status and row.given_by not in before]
            if rows:
                yield line((title, "bold"))
                yield pairs([(_format_value(row), row.why + _giver(row, note)) for row in rows])
        inherited = [row.given_by for row in edition.data if row.given_by in before]
        if inherited:
            yield line(f"The other {len(inherited)} values are those of {', '.join(dict.fromkeys(inherited))}.")
        before.add(note.name)


def _format_value(row: ValueRow) -> str:
    """A value by its name, with what it is if that is short."""
    value = "yes" if row.value is True else "no" if row.value is False else row.value
    return f"{row.name} {value}" if isinstance(value, str | int) else row.name


def _giver(row: ValueRow, note: EditionNote) -> str:
    return "" if row.given_by == note.name else f" (as in {row.given_by})"
