"""A line that is better than a search says any can be: the step at which it exceeds the game's bound, by the reference.

Searches prune by the bound that a game declares.  A wrong bound lets them close without the best line, and no state that they
examined shows it.  A random game, which nothing prunes, can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.errors import DaybreakError, EngineBug, Problem, RuleFailed
from verifier.lang.bounds import BOUND_HOLDS
from verifier.lang.events import Event
from verifier.run.broken_part import broken_part
from verifier.run.reference import Applied, Position, Reference

EVENTS_TOLD = 24


def passed_bound(reference: Reference, start: Position, line: Sequence[Event]) -> DaybreakError:
    """What is to be said of such a line: RuleFailed (DB407) at the step that passes the bound, or a fault of ours."""
    rule, before, texts = reference.program.bound_property, start, []
    for applied in _played(reference, start, line):
        texts.append(applied.event.text)
        if rule is not None and not reference.holds(rule, before.state, applied.after.state, event=applied.event):
            return _no_bound(reference, before, applied, texts)
        before = applied.after
    return EngineBug(Problem("DB905", f"a game gets a better grade than the search says any can: {_ending(texts)}"))


def _played(reference: Reference, position: Position, line: Sequence[Event]) -> Iterator[Applied]:
    """Every transition of a line of decisions, the automatic ones included."""
    for event in [None, *line]:
        if event is not None:
            decided = reference.apply(position, event)
            yield decided
            position = decided.after
        for applied in reference.advance(position):
            yield applied
            position = applied.after


def _no_bound(reference: Reference, before: Position, applied: Applied, texts: Sequence[str]) -> RuleFailed:
    program, event = reference.program, applied.event
    bound, rule = program.game.only("bound"), program.bound_property
    assert bound is not None and rule is not None
    part = broken_part(reference, rule, before.state, applied.after.state, event=event)
    why = "an event exceeds it" if part is None else part.text
    return RuleFailed([
        Problem("DB407", f"{bound.name} is no bound: {why} ({event.rule.name}, {event.rule.where})", bound.where,
                f"correct it, then prove it with daybreak check {program.game.name} --property {BOUND_HOLDS} --with z3"),
        Problem("DB405", f"the line there: {_ending(texts)}")])


def _ending(texts: Sequence[str]) -> str:
    return " / ".join(["...", *texts[-EVENTS_TOLD:]] if len(texts) > EVENTS_TOLD else texts)
