"""`games GAME --rules` for people: the phase graph, and clause, function and reading side by side."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.report.phase_picture import phase_picture
from verifier.report.text.page import Page, counts, heading, line, pairs, pictured
from verifier.results.overview import LedgerRow, ReadingRow, RulesOverview

CAPTION = ("Each box is a phase, with what happens in it; those at the top are where the set-up ends. Arrows down are amber "
           "and thick, arrows back up grey and thin; \"repeats\" is a phase that can follow itself.")
ABOUT_PHASES = ("Read from the rules, for every deal, reading and edition: a phase that is not listed cannot follow. One that "
                "is listed may be unreachable, since conditions other than the phase are not evaluated.")


def overview(found: RulesOverview) -> Page:
    """The whole answer."""
    yield heading(found.game, found.title)
    yield line("")
    yield heading("Phases", f"{len(found.phases)}, and which can follow which, by which rule")
    yield line(ABOUT_PHASES)
    picture = phase_picture(found)
    if picture is not None:
        yield pictured(picture, "  (--html FILE writes a page with a picture of this)", CAPTION)
    yield counts(("phase", "what happens", "rule", "where", "can be followed by"), _phases(found))
    yield line("")
    ruled = sum(row.kind == "rule" for row in found.clauses)
    yield heading("Clauses", f"{len(found.clauses)}, of them {ruled} rules, each with its functions and readings")
    yield line("A function that only reads the table (a property, a grade) stands in brackets. Beside a reading is its default.")
    by_id = {reading.id: reading for reading in found.readings}
    yield counts(("clause", "place", "what it says", "functions", "readings"),
                 [(row.id, row.place, row.text, _functions(row), ", ".join(_ruling(by_id[id_]) for id_ in row.readings))
                  for row in found.clauses])
    yield line("")
    yield heading("Readings", f"{len(found.readings)}, each with its choices, the default first")
    for reading in found.readings:
        yield line((reading.id, "bold"), f" {reading.question} ({', '.join(reading.clauses)})")
        yield pairs(_choices(reading))


def _phases(found: RulesOverview) -> Iterator[tuple[str, str, str, str, str]]:
    for phase in found.phases:
        name, kind = phase.name, phase.kind + (", after the set-up" if phase.is_start else "")
        for each in phase.rules:
            yield name, kind, each.rule, each.place, ", ".join(each.next)
            name = kind = ""
        if not phase.rules:
            yield name, kind, "", "", "nothing: the game is over"


def _functions(row: LedgerRow) -> str:
    if row.not_modelled:
        return f"not modelled: {row.not_modelled}"
    return ", ".join(f"{each.rule} ({each.place})" if each.by_play else f"[{each.rule} ({each.place})]" for each in row.functions)


def _ruling(reading: ReadingRow) -> str:
    return f"{reading.id} = {reading.ruling}" if reading.choices else reading.id


def _choices(reading: ReadingRow) -> list[tuple[str, str]]:
    if not reading.choices:
        return [("settled", reading.ruling)]
    ordered = sorted(reading.choices.items(), key=lambda choice: choice[0] != reading.ruling)
    return [(choice, " ".join(text.split())) for choice, text in ordered]
