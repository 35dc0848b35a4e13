"""Where a line gets stuck, by the reference: rules that go round for ever, a decision without a legal move, a rule that fails.

A chain that no decision interrupts goes round for ever if a state of a deal comes back, or if, whatever chance brings, no
decision and no end can be reached any more.  The latter is claimed only when every state that can follow was explored.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from verifier.errors import RuleFailed
from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.run.reference import DeadEnd, Impossible, Loops, Position, RanOut, Reference
from verifier.run.setting import Setting

ENDLESS, DEAD_END, FAILS = "no-endless-loop", "no-dead-end", "ranges"
STATES_MOST = 500  # that follow each other without a decision; the movement cards of Until Dawn that draw again make 12


@frozen
class Stuck:
    """How play gets stuck: the built-in property that it breaks (as `check` calls them), why, and what repeats, if known."""

    property: str
    why: str
    repeats: tuple[str, ...] = ()


def stuck(reference: Reference, start: Position, line: Sequence[Event]) -> Stuck | None:
    """How the decisions of a line get stuck on the reference's deal; None when they are possible and do not, or nobody knows.

    Not known is what comes after the deal, but that it can come to no decision and no end.
    """
    position = start
    met = [start]
    try:
        for event in [None, *line]:
            if event is not None:
                if reference.forbidden_by(position, event) is not None:
                    return None
                position = reference.apply(position, event).after
                met.append(position)
            for applied in reference.advance(position):
                position = applied.after
                met.append(position)
    except Loops as error:
        return Stuck(ENDLESS, "the same states come back without any decision", error.events)
    except DeadEnd:
        return Stuck(DEAD_END, "no outcome of chance is possible")
    except (RanOut, Impossible):
        return _behind_the_deal(reference, position)
    except RuleFailed as error:
        return Stuck(FAILS, str(error))
    try:
        for each in met:
            reference.evaluate(each)
    except RuleFailed as error:
        return Stuck(FAILS, str(error))
    if reference.kind(position) == DECISION and not reference.legal(position):
        return Stuck(DEAD_END, "nothing is legal")
    return None


def _behind_the_deal(reference: Reference, position: Position) -> Stuck | None:
    """What is certain of a position of chance whatever chance brings."""
    count = never_settles(reference, position)
    return None if count is None else Stuck(
        ENDLESS, f"whatever chance brings, no decision and no end is reached any more ({count} states)")


def never_settles(reference: Reference, position: Position) -> int | None:
    """How many states can follow if none of them is a decision or an end; None when one is, or there are too many to explore."""
    free = Reference(reference.program, Setting(reference.setting.rulings, reference.setting.edition))
    waiting = [free.position(position.state)]
    seen = {tuple(free.program.encode(position.state))}  # every state in it was or will be expanded
    while waiting:
        current = waiting.pop()
        kind = free.kind(current)
        if kind in (DECISION, END) or len(seen) > STATES_MOST:
            return None
        events = [event for event, _ in free.outcomes(current)] if kind == CHANCE else free.events(current)
        try:
            following = [free.position(free.apply(current, event).after.state) for event in events]
        except RuleFailed:
            return None
        if not following:
            return None
        for each in following:
            key = tuple(free.program.encode(each.state))
            if key not in seen:
                seen.add(key)
                waiting.append(each)
    return len(seen)
