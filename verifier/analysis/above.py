"""Bounds on what any player can win who sees the table alone: seeded deals, each played by one who knows it and pays for that."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.choices import EngineChoice
from verifier.analysis.engine import NO_GRADE, compiled
from verifier.analysis.progress import Meter
from verifier.analysis.relaxation import PARTS, NothingLearned, Relaxation, Relaxed
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem
from verifier.instance import Dealer, Instance
from verifier.policy.kept import kept_weights
from verifier.results.above import Above, BoundAtScale, BoundOfDeal
from verifier.results.share import DIGITS, LEAST_FREE, share, student
from verifier.scenarios.shuffle import stream
from verifier.search.limits import LimitReached, Limits
from verifier.search.reaches import reaches

if TYPE_CHECKING:
    from verifier.policy.network import Weights
    from verifier.run.backend import Backend


@frozen
class Request:
    """What the options say; `scales` in parts of PARTS, `states` of each deal."""

    seed: int
    deals: int
    scales: tuple[int, ...]
    level: float | None
    states: int
    samples: int
    objective: str
    limits: Limits
    engine: EngineChoice = EngineChoice.AUTO


Bounds = list[tuple[int, tuple[Relaxed, ...]]]


def bounded_above(instance: Instance, request: Request, weights: Weights | None = None) -> Above:
    """The bounds of the deals of the seeds, on the table of an instance, by `weights` or else by those that are kept.

    BadInput where the game has no grade (DB520), chance brings what nobody weighs (DB597), somebody pays and nothing was learned
    (DB630), or the scenario says what chance brings (DB635), since a penalty is a fair bet only where odds are those of
    the table.
    """
    program, scenario = instance.program, instance.scenario
    if program.game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{program.game.title} has no grade: no game is won or lost", hint=NO_GRADE))
    refuse_unweighed(program, scenario.edition.record, "a bound on what players win", "above")
    if scenario.deal.given:
        named = ", ".join(scenario.deal.given)
        raise BadInput(Problem("DB635", f"the scenario spells out what chance brings ({named}), and bounds are about deals of "
                               "which nothing is known", "$.deal", "leave that out of [deal]"))
    if any(request.scales):
        weights = weights or kept_weights(program, instance.setting, request.objective)
        if weights is None:
            game, aim = program.game, " --objective grade" if request.objective == "grade" else ""
            raise BadInput(Problem("DB630", f"penalties go by what was learned, and nothing was learned about {game.title} "
                                   "with this edition and these rulings", "--scales",
                                   f"run `daybreak train {game.name}{aim}` first, with the same edition and rulings; or give "
                                   "--scales 0, which bounds by who knows the deal"))
    limits, ending, found = request.limits.running(), "done", Bounds()
    began = clock.seconds()
    with Meter("bounding deals") as meter:
        backend = compiled(instance, request.engine, meter)
        relaxation = Relaxation(backend, instance.setting, weights or NothingLearned(), request.objective == "grade",
                                request.samples, bound_is_proved=instance.bound_is_proved)
        dealer = Dealer(scenario, program)
        try:
            for seed in range(request.seed, request.seed + request.deals):
                limits.check()
                found.append((seed, _deal(dealer.instance(seed), seed, relaxation, request, limits)))
                meter.step(f"{len(found)} of {request.deals}")
        except LimitReached as reached:
            ending = reached.ending
        except KeyboardInterrupt:
            ending = "interrupted"
    return Above(program.game.name, answer.edition(scenario), scenario.rulings, scenario.title, request.seed, request.deals,
                 request.objective, request.level, request.states, request.samples, 0 if weights is None else weights.positions,
                 program.game.only("hidden") is not None,
                 tuple(_at_scale(scale, [(seed, each[at]) for seed, each in found]) for at, scale in enumerate(request.scales)),
                 sum(any(each.unended for each in bounds) for _, bounds in found), ending, round(clock.seconds() - began, 3),
                 program.game.grade_order, program.game.title)


def _deal(dealt: Instance, seed: int, relaxation: Relaxation, request: Request, limits: Limits) -> tuple[Relaxed, ...]:
    """A deal at each scale.  Without penalties it is a deal to be won, which searches for a line settle with fewer states."""
    backend, limits = relaxation.backend, evolve(limits, states=request.states)
    lot = next(stream(seed, "", "above"))
    paid = tuple(scale for scale in request.scales if scale or not relaxation.is_won_or_lost)
    found = dict(zip(paid, relaxation.bounds(dealt.setting, backend.state(dealt.start), lot, paid, request.level, limits),
                     strict=True)) if paid else {}
    if len(found) < len(request.scales):
        found[0] = _clairvoyant(dealt, backend, limits)
    return tuple(found[scale] for scale in request.scales)


def _clairvoyant(dealt: Instance, backend: Backend, limits: Limits) -> Relaxed:
    """Whether the deal can be won by one who pays nothing; won, where that was not settled."""
    found = reaches(backend, dealt.reference, dealt.setting, dealt.start, backend.constant("LOWEST_STEP"), limits,
                    bound_is_proved=dealt.bound_is_proved)
    if found.ending == "interrupted":
        raise KeyboardInterrupt
    if found.answer is None and (found.ending == "seconds" or (found.ending == "memory" and limits.memory is not None)):
        raise LimitReached(found.ending)
    is_known = found.answer is not None
    return Relaxed(0, float(found.answer is not False), "closed" if is_known else "states", False, 0, 0)


def _at_scale(scale: int, found: list[tuple[int, Relaxed]]) -> BoundAtScale:
    """The mean of the bounds, with its interval."""
    bounds = [each.bound for _, each in found]
    at = fmean(bounds) if bounds else 0.0
    if not scale and {*bounds} <= {0.0, 1.0}:  # deals that can be won, or not
        won = share(round(sum(bounds)), 0, len(bounds))
        low, high = won.low, won.high
    elif len(bounds) <= LEAST_FREE:
        low, high = 0.0, max(1.0, at)
    else:
        half = student(len(bounds) - 1) * stdev(bounds) / sqrt(len(bounds))
        low, high = max(0.0, at - half), at + half
    return BoundAtScale(scale / PARTS, round(at, DIGITS), round(low, DIGITS), round(high, DIGITS),
                        sum(each.ending != "closed" for _, each in found), sum(each.is_level for _, each in found),
                        tuple(BoundOfDeal(seed, round(each.bound, DIGITS), each.ending, each.is_level, each.states)
                              for seed, each in found))
