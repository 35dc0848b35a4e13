"""`explore` for people: how many states at which depth, how games end, and where they get stuck."""

from __future__ import annotations

from verifier.report.text.endings import ENDINGS
from verifier.report.text.page import Page, about, counts, grade_text, heading, line, pairs
from verifier.report.text.solve import took
from verifier.results.explored import Layered

STOPS = {
    "dead-end": "dead ends (no legal move, or no outcome of chance)",
    "loop": "loops without any decision",
    "ran-out": "states at which the deal runs out",
    "impossible": "states at which the deal names what cannot happen",
}


def explored(found: Layered) -> Page:
    """Totals, layers, ends by grade, and what stops play."""
    yield from about(found.about)
    yield line("")
    closed = "every state that can be reached" if found.ending == "closed" else f"not everything: {ENDINGS[found.ending]}"
    yield line(("Explored: ", "bold"), closed)
    on_disk = [] if found.disk_bytes is None else [("on disk", f"{found.disk_bytes:,} bytes, {_each(found)} a state")]
    yield pairs([
        ("states", f"{found.states:,}{' (decisions, ends, open chance)' if found.compressed else ''}"),
        ("transitions", f"{found.transitions:,}"), *on_disk,
        ("search", f"{found.strategy}, chance {'open' if found.chance == 'open' else 'as dealt'}{took(found.seconds)}"),
    ])
    if found.layers:
        yield line("")
        yield heading("States by depth", "decisions and open chance from the start" if found.compressed else "from the start")
        yield counts(("depth", "states"), list(enumerate(found.layers)))
    yield line("")
    yield heading("Ends by grade" if found.ends else "No end was reached", _order(found))
    if found.ends:
        yield counts(("states", "grade"), [(each.states, grade_text(each.grade)) for each in found.ends])
    yield line("")
    yield from _findings(found)


def _each(found: Layered) -> str:
    return f"{(found.disk_bytes or 0) / max(found.states, 1):.1f}"


def _order(found: Layered) -> str:
    order = found.about.grade_order
    return f"grade order: {order}" if order and any(each.grade is not None for each in found.ends) else ""


def _findings(found: Layered) -> Page:
    yield heading("Where play gets stuck")
    rows = [(text, f"{found.stops.get(name, 0):,}") for name, text in STOPS.items()]
    rows.append(("cycles in which play can go on for ever", "not known" if found.loops is None else f"{found.loops:,}"))
    if found.ends and found.ends[0].grade is not None:
        first = next(iter(found.ends[0].grade)).replace("_", " ")
        rows.append((f'states where a decision can put "{first}" out of reach',
                     "not known" if found.points_of_no_return is None else f"{found.points_of_no_return:,}"))
    yield pairs(rows)
    for each in found.examples:
        yield line((f"The shortest line to a {each.what}: ", "bold"), " / ".join(each.line) or "the start itself")
    if found.stuck:
        yield line(("What is wrong there: ", "bold"), found.stuck)
    for note in found.notes:
        yield line(("Note: ", "dim"), note)
    if found.graph_file is not None:
        yield line(("Graph: ", "bold"), found.graph_file)
