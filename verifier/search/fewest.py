"""How few decisions a line as good as the best one takes: the shortest of the lines to the best grade, proved or best found.

The same search as for the quickest loss (`verifier.search.best` with an end that is wanted soon), with other ends wanted: those
of the best grade that was found, or of a better one.  The line in hand counts from the start, so that only what takes fewer
decisions is followed; chance of a deal and what happens by itself are no decisions.  A pass in which nothing that was dropped
could be shorter proves the number.  What the game's bound puts below the grade is left out where the bound is proved, and only
there.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from verifier import clock
from verifier.errors import EngineBug, Problem
from verifier.run.backend import Backend
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search.best import Beam, Best, BestProgress
from verifier.search.frontier import SOON_WORTH, Soon, decisions_of
from verifier.search.limits import Ending, Limits

SHARE = 1 / 2  # of the limits, for the best line: what that leaves is for a shorter one


@frozen(eq=False)
class Fewest:
    """The fewest decisions of a line as good as the best one, or better: `at_least` so many, exactly so many if that has no more.

    `ending` says why the search ended, `states` how many it stored.
    """

    at_least: int
    ending: Ending
    states: int


def for_the_best(limits: Limits) -> Limits:
    """The limits of a search for the best line after which a shorter one is to be looked for."""
    left = limits.seconds_left
    states = limits.states
    halved = limits if states is None else evolve(limits, states=max(1, int(states * SHARE)))
    return halved if left is None else halved.within(left * SHARE)


def fewest_decisions(backend: Backend, reference: Reference, setting: Setting, start: Position, best: Best,
                     limits: Limits | None = None, report: Callable[[BestProgress], None] = lambda progress: None, *,
                     bound_is_proved: bool) -> tuple[Best, Fewest]:
    """The best line made as short as can be within what the search for it left of the limits, and what is known of that.

    `best` has a line.  Where its grade is not proved, a better one may be found on the way, and is taken.  Lines that get stuck
    come to no end, and count for nothing.  Not promised: which of several lines as short it is, but that it is the same in every
    run that is not cut short by time or memory.
    """
    assert best.grade is not None
    limits = (limits or Limits()).running()
    spent = best.search["states"]
    if not best.line or best.ending == "interrupted" or limits.states is not None and spent >= limits.states:
        return best, Fewest(min(1, len(best.line)), best.ending if best.line else "closed", 0)
    state = backend.state(reference.settled(start))
    line, grade, states = [event.number for event in best.line], best.grade, int(best.search["states"])
    before, began = states, clock.seconds()
    while True:
        left = limits if limits.states is None else evolve(limits, states=max(1, limits.states - states))
        beam = Beam(backend, setting, state, left, report, SOON_WORTH - 1, soon=Soon(grade, bound_is_proved), shorten=True,
                    best=SOON_WORTH - len(line), line=line)
        ending = beam.run()
        states, line = states + beam.states, beam.line
        better = beam.grade_of(line)
        if beam.passing is not None or better < grade or (better > grade and best.verdict in ("optimal", "proved")):
            said = " / ".join(backend.program.events[number].text for number in line)
            raise EngineBug(Problem("DB905", f"a line is better or shorter than the search says any can be: {said}"))
        if better == grade:
            break
        grade = better
    proved = beam.best >= beam.upper_bound
    best = evolve(best, line=[backend.program.events[number] for number in line], found_by=beam.found_by or best.found_by,
                  search={**best.search, "seconds": best.search["seconds"] + clock.seconds() - began})
    fewest = Fewest(len(line) if proved else max(1, decisions_of(beam.upper_bound)), "closed" if proved else ending,
                    states - before)
    return _with_grade(backend, best, grade, int(backend.call("bound", state, backend.context(setting)))), fewest


def _with_grade(backend: Backend, best: Best, grade: int, bound: int) -> Best:
    """A best line that was found with a better grade than it was known for: where that attains the bound, it is proved."""
    if grade == best.grade:
        return best
    best = evolve(best, grade=grade)
    if grade < best.upper_bound or best.stuck_line is not None:
        return best
    return evolve(best, verdict="optimal", proof="bound-attained" if grade >= bound else "exhausted")
