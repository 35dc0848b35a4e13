"""`replay` and `moves` for people: the table after each event with the clauses it used; what can be done, what not and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from verifier.report.text.page import (
    Clauses,
    Page,
    about,
    counts,
    decided_by,
    game_over,
    heading,
    labelled,
    line,
    pairs,
    table_of,
    unwrapped,
)
from verifier.results.played import Dealt, Moves, Replayed

REASONS_MOST = 40  # moves that are not legal, each listed with its reason
STYLES = {"decision": "bold cyan", "chance": "magenta", "step": ""}


def replayed(found: Replayed) -> Page:
    """Every event with its clauses, and the board after it if there is one."""
    yield from about(found.about)
    if found.start_board is not None:
        yield line("")
        yield table_of(found.start_board)
    clauses = Clauses(found.clauses)
    for number, happening in enumerate(found.events, 1):
        yield line("")
        yield from clauses.event(f"{number}. {labelled(happening)} ({happening.kind})", STYLES[happening.kind], happening.clauses)
        for broken in found.broken:
            if broken.number == number:
                yield line(("Broken: ", "bold red"), broken.text)
        if happening.board is not None:
            yield table_of(happening.board)
    yield line("")
    yield from ending(found)


def dealt(found: Dealt) -> Page:
    """The scenario, or where it was written."""
    if found.scenario is not None:
        yield unwrapped(found.scenario)
    else:
        yield line(("Scenario: ", "bold"), found.file or "")


def ending(found: Replayed) -> Page:
    """What there is after the last event."""
    if found.over:
        yield from game_over(found.grade, found.about.grade_order)
    else:
        yield line(("Next: ", "bold"), found.next)


def decisions(found: Replayed, marks: Mapping[int, str] | None = None) -> Page:
    """A line by its decisions, each with its clauses and what followed by itself; boards, if any, stand before the next decision.

    A step that cites no clause tells a reader nothing: it is left out (`replay` has it).  `marks` stand behind decisions, by
    their number.
    """
    clauses = Clauses(found.clauses)
    if found.start_board is not None:
        yield table_of(found.start_board)
        yield line("")
    number = 0
    for index, happening in enumerate(found.events):
        text = f"    {labelled(happening)}"
        if happening.kind == "decision":
            number += 1
            text = f"{f'{number}.':<3} {labelled(happening)} {(marks or {}).get(number, '')}".rstrip()
        if happening.kind != "step" or happening.clauses:
            yield from clauses.event(text, STYLES[happening.kind], happening.clauses, indent=8)
        last = index + 1 == len(found.events) or found.events[index + 1].kind == "decision"
        if last and happening.board is not None:
            yield line("")
            yield table_of(happening.board)
            yield line("")


def moves(found: Moves) -> Page:
    """The board, the legal moves, and the others with the clause that forbids each."""
    yield from about(found.about)
    if found.events:
        yield line(("After: ", "dim"), " / ".join(found.events))
    if found.board is not None:
        yield line("")
        yield table_of(found.board)
    yield line("")
    if found.kind == "end":
        yield from game_over(found.grade, found.about.grade_order)
    elif found.kind == "chance":
        yield line(("Chance decides", "bold"), ", and the deal does not say what:")
        yield counts(("event", "weight"), [(each.event, each.weight) for each in found.outcomes])
    else:
        yield from _decisions(found)


def _decisions(found: Moves) -> Page:
    dead_end = f"No legal move starts with {found.only}" if found.only else "No legal move: a dead end"
    yield heading("Legal moves" if found.legal else dead_end)
    for event, seat in zip(found.legal, found.seats, strict=True):
        yield unwrapped(f"  {decided_by(seat, event)}", STYLES["decision"])
    if found.illegal:
        yield line("")
        yield from _forbidden(found)


def _forbidden(found: Moves) -> Page:
    """Each move with its reason; where there are too many to read, each reason with how many moves of what kind it forbids."""
    if len(found.illegal) <= REASONS_MOST:
        yield heading("Not legal here")
        yield pairs([(each.event, f"{each.clause}: {_text(found, each.clause)}") for each in found.illegal])
        return
    example = " ".join(found.illegal[0].event.split()[:2])
    yield heading("Not legal here", f'{len(found.illegal):,} moves, by the clause that forbids them; --only "{example}" '
                                    "lists those that start so, each with its reason")
    kinds: dict[str, Counter[str]] = {}
    for each in found.illegal:
        kinds.setdefault(each.clause, Counter())[each.event.split()[0]] += 1
    yield pairs([(clause, f"{', '.join(f'{count:,} {kind}' for kind, count in counted.items())}: {_text(found, clause)}")
                 for clause, counted in sorted(kinds.items(), key=lambda each: -each[1].total())])


def _text(found: Moves, clause: str) -> str:
    return found.clauses.get(clause, "no rule allows it")
