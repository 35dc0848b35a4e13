"""Whether some line from a position reaches a grade: yes by a line, no by a proof, otherwise not known.

Random games come first, since where many lines reach it one of them mostly does.  Then the search for the best line runs as
if a line just short of the grade were in hand: whatever the bound shows to be no better than that is pruned, and where nothing is
left that could be better, no line reaches it.  Where the bound is not proved nothing is pruned by it (`solve_sure`).
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from verifier.lang.phases import END
from verifier.run.backend import Backend
from verifier.run.reference import Loops, Position, Reference
from verifier.run.setting import Setting
from verifier.search.best import DECISIONS_FIRST, GAMES_FIRST, Beam, Best, BestProgress
from verifier.search.limits import CLOSING_STATES, Ending, Limits
from verifier.search.passed_bound import passed_bound
from verifier.search.playouts import Playouts
from verifier.search.sure import solve_sure


@frozen
class Reached:
    """Whether some line reaches a grade (None: not known), and why the search for one ended."""

    answer: bool | None
    ending: Ending


def reaches(backend: Backend, reference: Reference, setting: Setting, start: Position, least: int, limits: Limits | None = None,
            report: Callable[[BestProgress], None] = lambda progress: None, *, bound_is_proved: bool) -> Reached:
    """Whether some line from a position ends with the grade `least` (a number, as searches have it) or a better one.

    Dead ends, and lines that the deal does not cover, leave it open as far as the bound there allows the grade.  Raises
    RuleFailed where that happens before the first decision, or a rule fails there.
    """
    limits = (limits or Limits()).running()
    try:
        settled = reference.settled(start)
    except Loops:  # an endless loop: play never comes to an end
        return Reached(False, "closed")
    state, context = backend.state(settled), backend.context(setting)
    if reference.kind(settled) == END:
        return Reached(int(backend.call("grade", state, context)) >= least, "closed")
    upper_bound = int(backend.call("bound", state, context))
    if bound_is_proved and upper_bound < least:
        return Reached(False, "closed")
    if reference.is_stuck(settled):
        return Reached(None, "stuck")
    playouts = Playouts(backend, setting, state)
    ending = playouts.play(GAMES_FIRST, DECISIONS_FIRST, limits)
    if playouts.best is not None and playouts.best.grade >= least:
        return Reached(True, "goal")
    if ending is not None:
        return Reached(None, ending)
    if not bound_is_proved:
        most = min(limits.states or CLOSING_STATES, CLOSING_STATES)
        best = solve_sure(backend, reference, setting, settled, limits, report, bound_is_proved=False, enough=least,
                          states_max=most)
        return Reached(_answer(best, least), best.ending)
    beam = Beam(backend, setting, state, limits, report, upper_bound, least, best=least - 1)
    ending = beam.run()
    if beam.passing is not None:
        raise passed_bound(reference, settled, [backend.program.events[number] for number in beam.passing])
    return Reached(True if beam.best >= least else False if beam.upper_bound < least else None, ending)


def _answer(best: Best, least: int) -> bool | None:
    """What a search without the bound says."""
    if best.grade is not None and best.grade >= least:
        return True
    is_closed = best.verdict == "optimal" or (best.verdict == "proved" and best.stuck_line is None)
    return False if is_closed and not best.search.get("uncovered") else None
