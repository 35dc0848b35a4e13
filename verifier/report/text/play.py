"""`replay` and `moves` for people: the table after each event with the clauses it used; what can be done, what not and why."""

from __future__ import annotations

from verifier.report.results.played import Illegal, Moves, Replayed
from verifier.report.text.page import Clauses, Page, about, counts, drawing, grade_text, heading, line, pairs, unwrapped

STYLES = {"decision": "bold cyan", "chance": "magenta", "step": ""}


def replayed(found: Replayed, *, boards: bool = True) -> Page:
    """Every event with its clauses and the board after it."""
    yield from about(found.about)
    if boards and found.start_board is not None:
        yield line("")
        yield drawing(found.start_board)
    clauses = Clauses(found.texts)
    for number, happening in enumerate(found.events, 1):
        yield line("")
        yield from clauses.event(f"{number}. {happening.event} ({happening.kind})", STYLES[happening.kind], happening.clauses)
        for broken in found.broken:
            if broken.number == number:
                yield line(("Broken: ", "bold red"), broken.told)
        if boards and happening.board is not None:
            yield drawing(happening.board)
    yield line("")
    yield from ending(found)


def ending(found: Replayed) -> Page:
    """What there is after the last event."""
    if found.over:
        yield line(("The game is over: ", "bold"), grade_text(found.grade))
    else:
        yield line(("Next: ", "bold"), found.next)


def decisions(found: Replayed, *, boards: bool) -> Page:
    """A line by its decisions, each with its clauses and what followed by itself; boards stand before the next decision."""
    clauses = Clauses(found.texts)
    if boards and found.start_board is not None:
        yield drawing(found.start_board)
        yield line("")
    number = 0
    for index, happening in enumerate(found.events):
        if happening.kind == "decision":
            number += 1
        mark = f"{number}." if happening.kind == "decision" else ""
        yield from clauses.event(f"{mark:<3} {happening.event}", STYLES[happening.kind], happening.clauses, indent=8)
        last = index + 1 == len(found.events) or found.events[index + 1].kind == "decision"
        if boards and last and happening.board is not None:
            yield line("")
            yield drawing(happening.board)
            yield line("")


def moves(found: Moves) -> Page:
    """The board, the legal moves, and the others with the clause that forbids each."""
    yield from about(found.about)
    if found.events:
        yield line(("After: ", "dim"), " / ".join(found.events))
    if found.board is not None:
        yield line("")
        yield drawing(found.board)
    yield line("")
    if found.kind == "end":
        yield line(("The game is over: ", "bold"), grade_text(found.grade))
    elif found.kind == "chance":
        yield line(("Chance decides", "bold"), ", and the deal does not say what:")
        yield counts(("event", "weight"), found.outcomes)
    else:
        yield from _decisions(found)


def _decisions(found: Moves) -> Page:
    yield heading("Legal moves" if found.legal else "No legal move: a dead end")
    for event in found.legal:
        yield unwrapped(f"  {event}", STYLES["decision"])
    if found.illegal:
        yield line("")
        yield heading("Not legal here")
        yield pairs([_reason(found, illegal) for illegal in found.illegal])


def _reason(found: Moves, illegal: Illegal) -> tuple[str, str]:
    return illegal.event, f"{illegal.clause}: {found.texts.get(illegal.clause, 'no rule allows it')}"
