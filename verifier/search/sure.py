"""The best line, called so only where that does not rest on a bound that nobody has proved.

`solve_best` prunes what the game's bound shows to be no better, and stops where a line attains it: if the bound is wrong, a
better line may lie in what was pruned.  Where it is not proved, a small deal is closed once more, without it; of a larger one
nothing is said but the line that was found.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from verifier.lang.phases import END
from verifier.run.backend import Backend
from verifier.run.control import Dominance
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search.best import Best, BestProgress, Ways, solve_best
from verifier.search.exhaustive import closed, every_state
from verifier.search.explore import Explored
from verifier.search.limits import CLOSING_STATES, Ending, Limits


def solve_sure(backend: Backend, reference: Reference, setting: Setting, start: Position, limits: Limits | None = None,
               report: Callable[[BestProgress], None] = lambda progress: None, *, bound_is_proved: bool,
               enough: int | None = None, states_max: int | None = CLOSING_STATES, shorten: bool = False,
               threads: int = 1, ways: Ways = "portfolio", dominance: Dominance = Dominance.DECLARED) -> Best:
    """`solve_best`; unless the bound is proved, what it says of lines that it did not find is taken back or found again.

    The deal is closed without the bound if it has about `states_max` states at most (None: as many as the limits allow).
    """
    limits = limits or Limits()
    best = solve_best(backend, reference, setting, start, limits, report, enough=enough, shorten=shorten, ways=ways,
                      dominance=dominance)
    highest = backend.constant("GRADES") - 1
    is_unpruned = best.verdict == "proved" and best.grade is None  # without a line in hand there is nothing to prune by
    if bound_is_proved or is_unpruned or best.grade == highest or reference.kind(settled := reference.settled(start)) == END:
        return best
    unproved = evolve(best, verdict="unknown" if best.grade is None else "best-found", proof=None, upper_bound=highest)
    if best.proof is None and best.ending not in ("closed", "goal") or (enough is not None and (best.grade or -1) >= enough):
        return unproved
    if states_max == 0:
        return evolve(unproved, ending="bound")
    explored = every_state(backend, setting, settled, threads, dominance, _left(limits, best, states_max))
    unproved = evolve(unproved, search={**best.search, "without_bound": explored.states})
    if not explored.closed:
        return evolve(unproved, ending=_ending(explored, limits, states_max))
    return closed(explored, unproved, limits)


def _left(limits: Limits, best: Best, states_max: int | None) -> Limits:
    """What the search has left of the limits."""
    most = [each for each in (limits.states, states_max) if each is not None]
    limits = evolve(limits, states=min(most, default=None))
    if limits.seconds is None or limits.until is not None:
        return limits
    return evolve(limits, seconds=max(0.0, limits.seconds - best.search["seconds"]))


def _ending(explored: Explored, limits: Limits, states_max: int | None) -> Ending:
    """A limit of this closing's own is no limit of the search: then it is the bound that keeps it from an answer."""
    own = explored.ending == "states" and states_max is not None and states_max <= (limits.states or states_max)
    return "bound" if own else explored.ending

