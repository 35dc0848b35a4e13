"""The quickest loss of a deal: the fewest decisions to an end with the worst first field of the grade.

The same search as for the best line (`verifier.search.best`), with another worth: the fewer decisions, the more a loss is worth.
Games at random find a loss first; passes through the deal, decision by decision, the least promising states kept, find shorter
ones, and what lies around a new one is looked at.  A pass in which nothing that was dropped could lose sooner proves the loss
shortest, or that no line loses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from attrs import frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.events import Event
from verifier.lang.phases import DECISION, END
from verifier.run.backend import Backend
from verifier.run.control import Status
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.search.best import Beam, BestProgress, FoundBy
from verifier.search.frontier import SOON_WORTH, Soon, decisions_of
from verifier.search.limits import Ending, Limits


@frozen(eq=False)
class Loss:
    """What a search for the quickest loss found.

    "optimal": `line` (decisions) loses and no shorter one does; "best-found": `line` loses, and shorter ones may; "proved": the
    search closed, so no line loses; "unknown": a limit ended it, or the deal does not cover every line.  No line with fewer
    decisions than `fewest` loses.  `stuck_line` leads to a dead end of the rules, where a corrected rule might lose sooner;
    where somebody has to decide, with one decision more.
    """

    verdict: Literal["optimal", "best-found", "proved", "unknown"]
    grade: int | None
    line: list[Event]
    fewest: int
    ending: Ending
    search: dict[str, int | float]
    failed_line: list[Event] | None = None
    stuck_line: list[Event] | None = None
    found_by: FoundBy = ""


def quickest_loss(backend: Backend, setting: Setting, start: Position, limits: Limits | None = None,
                  report: Callable[[BestProgress], None] = lambda progress: None) -> Loss:
    """The line with the fewest decisions to an end with the worst first grade field, for the deal of the setting."""
    state, context = backend.state(start), backend.context(setting)
    status = int(backend.call("settle_uncounted", state, context, *backend.tapes(setting), False, backend.blank()))
    if status != DECISION:
        return _without_decisions(backend, state, context, status)
    beam = Beam(backend, setting, state, limits or Limits(), report, SOON_WORTH - 1, soon=Soon(), shorten=True)
    ending = beam.run()
    events = backend.program.events
    if beam.passing is not None:
        line = " / ".join(events[number].text for number in beam.passing)
        raise EngineBug(Problem("DB905", f"a game loses sooner than the search says any can: {line}"))
    return Loss(_verdict(beam, ending), None if beam.best < 0 else beam.grade_of(beam.line),
                [events[number] for number in beam.line], decisions_of(beam.upper_bound), ending, beam.counts(),
                None if beam.failed is None else [events[number] for number in beam.failed], beam.stuck_line, beam.found_by)


def _verdict(beam: Beam, ending: Ending) -> Literal["optimal", "best-found", "proved", "unknown"]:
    if beam.best >= 0:
        return "optimal" if beam.best >= beam.upper_bound else "best-found"
    return "proved" if ending == "closed" else "unknown"


def _without_decisions(backend: Backend, state: object, context: object, status: int) -> Loss:
    """A start that leads to no decision: an end, a loop, a rule that fails, or chance that the deal is silent about."""
    counts: dict[str, int | float] = {"states": 1, "transitions": 0, "seconds": 0.0}
    if status == END:
        value = int(backend.call("grade", state, context))
        is_lost = value < backend.constant("LOWEST_STEP")
        return Loss("optimal" if is_lost else "proved", value if is_lost else None, [], 0, "closed", counts)
    if status == Status.FAILED:
        return Loss("unknown", None, [], 0, "failed", counts, [])
    if status == Status.DEAD_END:
        return Loss("unknown", None, [], 0, "stuck", counts, stuck_line=[])
    return Loss("unknown", None, [], 0, "uncovered" if status in (Status.RAN_OUT, Status.IMPOSSIBLE) else "closed", counts)
