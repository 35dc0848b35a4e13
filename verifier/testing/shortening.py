"""Makes the line to a fault shorter than hypothesis can.

hypothesis leaves out a few draws at a time: one event, hardly ever two.  What has to go together (there and back again, a draw
and the turn that it belongs to) stays.  Here any run of events is left out if the rest is still possible and ends in the same
fault.  The shortest line of all is not promised: `daybreak explore` and `check` find it where they can look everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, STEP
from verifier.run.reference import Position, Reference
from verifier.scenarios.deal import Deal
from verifier.testing.walk import Fault, Walk

# Every size of a run up to here is tried, above it only halves, quarters, ... of the line.
RUN_MOST = 16


def shortened(walk: Walk, fault: Fault) -> tuple[Walk, Fault]:
    """A walk to the same fault with runs of its choices left out, and its fault; the given ones if nothing can be left out.

    Chance no longer follows the deal that the walk had: what it chose is chosen still.
    """
    probe = Walk(walk.asked, evolve(walk.scenario, deal=Deal()))
    choices = _shortest(probe, list(walk.choices), fault)
    if len(choices) < len(walk.choices):
        try:
            probe.begin()
            for event in choices:
                probe.play(event)
        except Fault as found:
            if found.about == fault.about:
                return probe, found
        except Exception:
            return walk, fault
    return walk, fault


def _shortest(probe: Walk, choices: list[Event], fault: Fault) -> list[Event]:
    """The choices without the runs that are not needed; the last one is."""
    longer = True
    while longer:
        longer = False
        for size in _sizes(len(choices) - 1):
            trail = _trail(probe, choices)
            start = 0
            while start + size < len(trail):
                after = _after(probe.reference, trail[start], choices[start + size:-1])
                if after is not None and _fails(probe, after, choices[-1], fault):
                    choices, longer = choices[:start] + choices[start + size:], True
                    trail = _trail(probe, choices)
                else:
                    start += 1
    return choices


def _sizes(most: int) -> Iterator[int]:
    """Sizes of runs, the largest first."""
    size = most
    while size > RUN_MOST:
        yield size
        size //= 2
    yield from range(min(most, RUN_MOST), 0, -1)


def _trail(probe: Walk, choices: Sequence[Event]) -> list[Position]:
    """The position before each choice, as far as they are possible."""
    trail: list[Position] = []
    try:
        position = _settled(probe.reference, probe.instance.start)
    except Exception:
        return trail
    for event in choices:
        if position is None:
            break
        trail.append(position)
        position = _after(probe.reference, position, [event])
    return trail


def _after(reference: Reference, position: Position, choices: Sequence[Event]) -> Position | None:
    """The position after some choices and the steps that follow them; None if one of them is not possible, or fails anyhow."""
    found: Position | None = position
    for event in choices:
        try:
            if found is None or not _possible(reference, found, event):
                return None
            found = _settled(reference, reference.apply(found, event).after)
        except Exception:
            return None
    return found


def _possible(reference: Reference, position: Position, event: Event) -> bool:
    if event.rule.phase != position.state.phase:
        return False
    if reference.kind(position) == CHANCE:
        return event in [outcome for outcome, _ in reference.outcomes(position)]
    return reference.forbidden_by(position, event) is None


def _settled(reference: Reference, position: Position) -> Position | None:
    """The position after the steps; None where they go round for ever."""
    seen = {reference.key(position)}
    while reference.kind(position) == STEP:
        position = reference.apply(position, reference.events(position)[0]).after
        key = reference.key(position)
        if key in seen:
            return None
        seen.add(key)
    return position


def _fails(probe: Walk, position: Position, event: Event, fault: Fault) -> bool:
    """Whether an event leads from a position to the same fault."""
    probe.position = position
    try:
        if _possible(probe.reference, position, event):
            probe.play(event)
    except Fault as found:
        return found.about == fault.about
    except Exception:
        return False
    return False
