"""The best line by every state that a deal can come to: slow, and without a bound that anyone has to believe in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from attrs import evolve

from verifier.lang.events import Event
from verifier.run.backend import Backend
from verifier.run.control import Dominance, Status
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search.best import Best, BestProgress, over_at_once, states_around
from verifier.search.endless import first_dead_end
from verifier.search.explore import Explored, ExploreOptions, Progress, explore
from verifier.search.frontier import most_besides
from verifier.search.limits import LimitReached, Limits
from verifier.search.passed_bound import passed_bound
from verifier.search.shorten import shortened

Order = Literal["breadth-first", "depth-first"]


def solve_exhaustively(backend: Backend, reference: Reference, setting: Setting, start: Position, limits: Limits | None = None,
                       report: Callable[[BestProgress], None] = lambda progress: None, *, bound_is_proved: bool = False,
                       enough: int | None = None, states_max: int | None = None, shorten: bool = False, threads: int = 1,
                       dominance: Dominance = Dominance.OFF, order: Order = "breadth-first") -> Best:
    """The best line of a deal by exploring all of it; of one that the limits leave open, the best end that was come to.

    Breadth-first no line to the same end has fewer decisions; depth-first ends are come to soon, by long lines, which are made
    shorter where that is asked for.  States that are worse than others, as the game declares, are left out breadth-first, as far
    as that is proved; and only breadth-first several threads explore.

    Takes what every strategy takes, and has no use for `bound_is_proved`, `enough` and `states_max`: nothing is pruned, and
    nothing is known before the end.
    """
    settled = reference.settled(start)
    if over := over_at_once(backend, reference, setting, settled):
        return over
    limits = (limits or Limits()).running()
    highest = backend.constant("GRADES") - 1

    def on_progress(so_far: Progress) -> None:
        report(BestProgress(so_far.states, so_far.transitions, 0, so_far.depth, -1, highest, so_far.seconds, so_far.bytes_used))

    if order == "depth-first":
        explored = explore(backend, setting, settled, ExploreOptions(interchange=True, strategy=order), limits, on_progress)
    else:
        explored = every_state(backend, setting, settled, threads, dominance, limits, on_progress)
    dominated = {"dominated": explored.dominated} if backend.constant("DOMINANCE") else {}
    counts: dict[str, int | float] = {"states": explored.states, "transitions": explored.transitions, "width": 0,
                                      **dominated, "seconds": explored.seconds}
    best = Best("unknown", None, None, highest, [], explored.ending, counts)
    if explored.ending == "failed":
        return evolve(best, failed_line=_failed(backend, explored))
    best = _found_so_far(explored, best, limits)
    best = closed(explored, best, limits) if explored.closed else best
    if not (shorten and order == "depth-first" and best.line) or best.ending == "interrupted":
        return best
    with suppress(KeyboardInterrupt):
        return _shortened(backend, reference, setting, settled, best, limits)
    return best


def every_state(backend: Backend, setting: Setting, settled: Position, threads: int, dominance: Dominance, limits: Limits,
                report: Callable[[Progress], None] = lambda progress: None) -> Explored:
    """Every state of a deal, but for those that are proved to come to nothing better than others do.

    What is proved for lines that win alone says nothing of a deal that is lost: all of it is explored then, with
    what is left of the limits.
    """
    limits = limits.running()
    leaves_out = dominance in (Dominance.WINS, Dominance.PROVED) and backend.constant("DOMINANCE") == 1
    options = ExploreOptions(interchange=True, threads=threads, dominance=leaves_out)
    explored = explore(backend, setting, settled, options, limits, report)
    if dominance != Dominance.WINS or not explored.closed or not explored.dominated:
        return explored
    try:
        _, grades = explored.ends(limits)
    except LimitReached as reached:
        return evolve(explored, ending=reached.ending)
    if int(grades.max(initial=-1)) > most_besides(backend, dominance):
        return explored
    left = limits if limits.states is None else evolve(limits, states=max(1, limits.states - explored.states))
    return explore(backend, setting, settled, evolve(options, dominance=False), left, report)


def closed(explored: Explored, best: Best, limits: Limits) -> Best:
    """What all the states of a deal say: the best of its ends, if nothing keeps a state from having an end behind it.

    The line of `best` is kept if it is one of the best; else it is the one whose end was come to first.  Where the only dead ends
    are decisions with nothing legal, "proved" says that no line which comes to an end is better.
    """
    if explored.numbers(Status.RAN_OUT) or explored.numbers(Status.IMPOSSIBLE):
        return evolve(best, ending="uncovered")
    stuck = explored.numbers(Status.DEAD_END)
    if stuck:
        best = evolve(best, ending="stuck", stuck_line=explored.events_to(stuck[0]))
        if first_dead_end(explored, chance_only=True) is not None:
            return best
        best = evolve(best, dead_ends=len(stuck))
    try:
        ends, grades = explored.ends(limits)
    except LimitReached as reached:
        return evolve(best, ending=reached.ending)
    if not len(ends):
        return evolve(best, verdict="proved", proof="exhausted", ending="stuck" if stuck else "closed", upper_bound=-1)
    first = int(grades.argmax())
    grade = int(grades[first])
    if grade != best.grade:
        best = evolve(best, line=_decisions(explored.events_to(int(ends[first]))), found_by="exhaustive")
    best = evolve(best, proof="exhausted", grade=grade, upper_bound=grade)
    if stuck and grade < explored.backend.constant("GRADES") - 1:
        return evolve(best, verdict="proved")
    return evolve(best, verdict="optimal", ending="closed", stuck_line=None, dead_ends=None)


def _found_so_far(explored: Explored, best: Best, limits: Limits) -> Best:
    """The best of the ends that were come to: a line, and no proof."""
    try:
        ends, grades = explored.ends(limits.with_grace())
    except LimitReached:
        return best
    if not len(ends):
        return best
    first = int(grades.argmax())
    return evolve(best, verdict="best-found", grade=int(grades[first]), line=_decisions(explored.events_to(int(ends[first]))),
                  found_by="exhaustive")


def _shortened(backend: Backend, reference: Reference, setting: Setting, settled: Position, best: Best, limits: Limits) -> Best:
    """The line made shorter, or better where it is not proved, by what lies around it.

    EngineBug (DB905) where one is better than all states of the deal are said to come to.
    """
    assert best.grade is not None
    around, before = states_around(int(best.search["states"])), [event.number for event in best.line]
    found = shortened(backend, setting, backend.state(settled), before, best.grade, around, limits.with_grace())
    line = [backend.program.events[number] for number in found.line]
    if found.worth > best.upper_bound:
        raise passed_bound(reference, settled, line)
    return evolve(best, line=line, grade=found.worth, search={**best.search, "around": found.states},
                  found_by="repair" if found.worth > best.grade else best.found_by)


def _failed(backend: Backend, explored: Explored) -> list[Event]:
    """The line to a rule that fails."""
    if explored.found is not None:
        return explored.events_to(explored.found, explored.found_event)
    return [] if explored.found_event is None else [backend.program.events[explored.found_event]]


def _decisions(events: list[Event]) -> list[Event]:
    return [event for event in events if event.rule.kind == "decision"]
