"""What else could have been done along a line: at each decision, the grade that every legal one still reaches.

A search from behind each of them ends at a number of states, never at a time, so that the same line gives the same answer on
every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from verifier.cli import answer, engine
from verifier.cli.lost import best_from
from verifier.cli.options import EngineChoice
from verifier.cli.progress import Meter
from verifier.errors import BadInput, Problem, RuleFailed
from verifier.lang.phases import DECISION
from verifier.prepared import Prepared
from verifier.report.results.stepped import Alternative
from verifier.run.reference import Applied, Position

if TYPE_CHECKING:
    from verifier.lang.events import Event
    from verifier.search.limits import Limits

STATES_MAX = 50_000


def alternatives(prepared: Prepared, choice: EngineChoice, events: Sequence[Applied]) -> dict[int, tuple[Alternative, ...]]:
    """For the index of each decision of a line, the decisions that are legal there, in the game's order.

    Not promised: that a grade is known.  Behind an early decision there is more to search than `STATES_MAX` states.
    BadInput (DB585) for a game without grades.
    """
    from verifier.search.limits import Limits

    if prepared.program.game.only("grade") is None:
        raise BadInput(Problem("DB585", f"{prepared.program.game.title} has no grade to compare decisions by",
                               "--alternatives", "leave it out"))
    limits, position = Limits(states_max=STATES_MAX), prepared.start
    found: dict[int, tuple[Alternative, ...]] = {}
    with Meter("comparing decisions") as meter:
        for index, applied in enumerate(events):
            if applied.kind == DECISION:
                meter.step(f"event {index + 1} of {len(events)}")
                found[index] = _there(prepared, choice, position, applied.event, limits)
            position = applied.after
    return found


def _there(prepared: Prepared, choice: EngineChoice, position: Position, played: Event, limits: Limits
           ) -> tuple[Alternative, ...]:
    """The decisions of one position; one is worse when another is known to reach more."""
    fields = engine.grades(prepared, choice)
    reached = [(event, *_behind(prepared, choice, position, event, limits)) for event in prepared.reference.legal(position)]
    most = max((number for _, number, _ in reached if number is not None), default=None)
    return tuple(Alternative(event.text, answer.grade(prepared, None if number is None else fields(number)), known,
                             event is played, known and most is not None and (number is None or number < most))
                 for event, number, known in reached)


def _behind(prepared: Prepared, choice: EngineChoice, position: Position, event: Event, limits: Limits
            ) -> tuple[int | None, bool]:
    """The best grade found behind a decision, as a number, and whether it is known that none is better."""
    try:
        best = best_from(prepared, choice, prepared.reference.apply(position, event).after, limits, Meter(""))
    except RuleFailed:  # the deal has run out, or a rule fails: what is behind it nobody knows
        return None, False
    if best.ending == "interrupted":
        raise KeyboardInterrupt
    return best.grade, best.verdict == "optimal" or (best.grade is None and best.ending == "closed")
