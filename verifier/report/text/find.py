"""`find` for people: an example with both its ends, how small it is known to be, and the scenario to go on with."""

from __future__ import annotations

from verifier.report.results import FoundReadings, FoundSide
from verifier.report.text.page import Clauses, Page, drawing, heading, line, pairs, unwrapped
from verifier.report.text.play import STYLES as EVENT_STYLES
from verifier.report.text.solve import ENDINGS, STYLES


def found_readings(found: FoundReadings) -> Page:
    """One reading, two of its choices."""
    yield heading(f"{found.reading}: {found.question}", f"{found.game}, {found.edition}")
    yield pairs([
        ("compared", " and ".join(found.choices)),
        ("from", ", ".join(found.begins)),
        ("until", ", ".join(found.stops)),
    ])
    yield line("")
    yield line((str(found.verdict), STYLES.get(found.verdict, "")), f": {_told(found)}")
    yield pairs([(f"size {size}", f"none: {how}") for size, how in enumerate(found.how)])
    if found.board is not None:
        yield line("")
        yield heading("The table")
        yield drawing(found.board)
    clauses = Clauses(found.texts)
    for side in found.sides:
        yield line("")
        yield from _side(found.reading, side, clauses)
    if found.scenario is not None:
        yield line("")
        yield heading("The scenario", f"written to {found.file}" if found.file else "for `solve`, `replay` and `explore`")
        if not found.file:
            for row in found.scenario.splitlines():
                yield unwrapped(row)


def _told(found: FoundReadings) -> str:
    if found.size is not None:
        size = f"they end differently with {found.size} to lay out: {found.in_piles} in piles, {found.drawn} from chance"
        return f"{size}; {'none is smaller' if found.smallest else f'none below {found.none_below} is proved'}"
    if found.reason:
        return f"no example was found; none below size {found.none_below} is proved ({ENDINGS.get(found.reason, found.reason)})"
    return f"they end alike on every table with up to {found.within} to lay out"


def _side(reading: str, side: FoundSide, clauses: Clauses) -> Page:
    yield heading(f"{reading} = {side.choice}")
    for number, happening in enumerate(side.events, 1):
        yield from clauses.event(f"{number}. {happening.event} ({happening.kind})", EVENT_STYLES[happening.kind],
                                 happening.clauses)
    if side.board is not None:
        yield drawing(side.board)
