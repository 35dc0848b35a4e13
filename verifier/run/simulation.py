"""Whether one state can do all that another can: a step of a simulation, by the game's own functions.

Where a game says that more of something is never worse (`verifier.lang.dominance`), the better of two states has to match each
step of the worse one: by the same event, to a state that is at least as good as where the worse one comes to, or by staying where
it is.  Where a rule fails in the worse state, nothing comes of it and nothing has to be matched.  The same chance has to have the
same weights, and of two ends the better has no lower grade.  If every pair of states matches like this, every line from the
worse one to an end has a line from the better one, no longer and to an end as good.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from verifier.lang.events import Event
from verifier.lang.layout import encode
from verifier.lang.phases import CHANCE, END
from verifier.lang.words import Refused
from verifier.run.reference import Position, Reference, RuleBroke


@frozen(eq=False)
class Unmatched:
    """What the better of two states does not match: an event of the worse one, or what it is itself (no event), and why.

    `loses`: the event ends the game there with the first field of the grade at its lowest, so that no line that wins goes there.
    """

    event: Event | None
    why: str
    loses: bool = False

    def __str__(self) -> str:
        return f"{self.event.text}: {self.why}" if self.event is not None else self.why


def unmatched(reference: Reference, worse: Position, better: Position) -> Iterator[Unmatched]:
    """What the second state does not match, which has to be at least as good as the first."""
    program = reference.program
    assert program.better.is_at_least(reference.key(better), reference.key(worse))
    phase = program.phases[worse.state.phase]
    if phase.kind == END:
        if (said := _values(reference, "grade", worse, better)) is not None:
            yield Unmatched(None, said)
        return
    for number in (*phase.events, *(() if phase.stuck < 0 else (phase.stuck,))):
        event = program.events[number]
        if phase.kind == CHANCE and (said := _weights(reference, worse, better, event)) is not None:
            yield Unmatched(event, said)
            continue
        after = _after(reference, worse, event)
        if after is not None and (said := _unlike(reference, better, event, after)) is not None:
            yield Unmatched(event, said, loses=_loses(reference, after))
    if _is_stuck(reference, worse):
        if not _is_stuck(reference, better):
            yield Unmatched(None, "nothing is legal there, which the rules call no end, and something is in the better state")
        elif (said := _values(reference, "bound", worse, better)) is not None:
            yield Unmatched(None, said)


def _unlike(reference: Reference, better: Position, event: Event, after: Position) -> str | None:
    """How the better state does not match an event of the worse one, which leads to `after`; None if it does."""
    key = reference.key(after)
    is_at_least = reference.program.better.is_at_least
    if is_at_least(reference.key(better), key):
        return None
    there = _after(reference, better, event)
    if there is None:
        return "it cannot happen in the better state"
    return None if is_at_least(reference.key(there), key) else "it leads the better state to one that is not at least as good"


def _weights(reference: Reference, worse: Position, better: Position, event: Event) -> str | None:
    try:
        here = reference.weight(worse.state, event)
    except RuleBroke:
        return None
    try:
        there = reference.weight(better.state, event)
    except RuleBroke:
        return "its weight cannot be worked out in the better state"
    return None if here == there else f"its weight is {here}, and {there} in the better state"


def _after(reference: Reference, position: Position, event: Event) -> Position | None:
    """Where an event leads to; None where it cannot happen, or its rule fails."""
    try:
        if event.rule.kind == "stuck" and reference.forbidden_by(position, event) is not None:
            return None
        if event.rule.kind == "chance" and reference.weight(position.state, event) <= 0:
            return None
        return reference.apply(position, event).after
    except (Refused, RuleBroke):
        return None


def _is_stuck(reference: Reference, position: Position) -> bool:
    try:
        return reference.is_stuck(position)
    except RuleBroke:
        return False


def _loses(reference: Reference, after: Position) -> bool:
    """Whether a position is an end whose grade has its first field at its lowest."""
    if reference.program.phases[after.state.phase].kind != END:
        return False
    fields, rule = _fields(reference, "grade", after), reference.program.game.only("grade")
    record = None if rule is None else rule.returned_record
    assert record is not None
    return fields is not None and fields[0] == record.fields[0][1].low  # type: ignore[union-attr]


def _values(reference: Reference, kind: str, worse: Position, better: Position) -> str | None:
    """How a grade or a bound is lower in the better state; None if it is not."""
    if reference.program.game.only(kind) is None:  # type: ignore[arg-type]
        return None
    here, there = _fields(reference, kind, worse), _fields(reference, kind, better)
    if here is None:
        return None
    if there is None:
        return f"the {kind} cannot be worked out in the better state"
    return None if there >= here else f"the {kind} is {here}, and {there} in the better state"


def _fields(reference: Reference, kind: str, position: Position) -> tuple[int, ...] | None:
    rule = reference.program.game.only(kind)  # type: ignore[arg-type]
    assert rule is not None and rule.returned_record is not None
    try:
        return tuple(encode(rule.returned_record, reference.value(rule, position)))
    except RuleBroke:
        return None
