"""What else could have been done along a line: at each decision, the grade that every legal one still reaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from verifier.analysis import answer, engine, reach
from verifier.analysis.choices import EngineChoice
from verifier.analysis.progress import Meter
from verifier.analysis.reach import NO_END, Bounds, behind
from verifier.errors import BadInput, Problem
from verifier.lang.phases import DECISION
from verifier.prepared import Prepared
from verifier.report.results.stepped import Alternative
from verifier.run.reference import Applied, Position

if TYPE_CHECKING:
    from verifier.lang.events import Event


def alternatives(prepared: Prepared, choice: EngineChoice, events: Sequence[Applied], reached: Sequence[Bounds | None]
                 ) -> dict[int, tuple[Alternative, ...]]:
    """For the index of each decision of a line, the decisions that are legal there, in the game's order.

    `reached` is what can be reached at the start and after each event of the line.  Not promised: that a grade is known.  Behind
    an early decision there is more to search than `reach.STATES_MAX` states.
    """
    position, found = prepared.start, dict[int, tuple[Alternative, ...]]()
    with Meter("comparing decisions") as meter:
        for index, applied in enumerate(events):
            if applied.kind == DECISION:
                meter.step(f"event {index + 1} of {len(events)}")
                found[index] = _there(prepared, choice, position, applied.event, reached[index + 1])
            position = applied.after
    return found


def refuse_ungraded(prepared: Prepared) -> None:
    """BadInput (DB585) for a game without grades."""
    if prepared.program.game.only("grade") is None:
        raise BadInput(Problem("DB585", f"{prepared.program.game.title} has no grade to compare decisions by",
                               "--alternatives", "leave it out"))


def _there(prepared: Prepared, choice: EngineChoice, position: Position, played: Event, reached: Bounds | None
           ) -> tuple[Alternative, ...]:
    """The decisions of one position; one is worse when another is known to reach more."""
    from verifier.search.limits import Limits

    limits, fields = Limits(states=reach.STATES_MAX), engine.grades(prepared, choice)
    after = {event: prepared.reference.apply(position, event).after for event in prepared.reference.legal(position)}
    bounds = [(event, reached if event is played else behind(prepared, choice, there, limits)) for event, there in after.items()]
    most = max((each.low for _, each in bounds if each is not None), default=NO_END)
    return tuple(Alternative(
        event.text, None if each is None or each.low == NO_END else answer.grade(prepared, fields(each.low)),
        each is not None and each.known, event is played, each is not None and each.high < most) for event, each in bounds)
