"""One scenario solved: the search, the independent check of what it claims, and what else the answer reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier.analysis import answer, cross_check, short_deal
from verifier.analysis.built_in import dead_end
from verifier.analysis.choices import EngineChoice, Goal, Method
from verifier.analysis.engine import NO_GRADE, grades, searched
from verifier.analysis.expectation import compared_with_expected
from verifier.analysis.finding import Finding
from verifier.analysis.grounds import SHORTEST, rechecked, replayed, settled
from verifier.analysis.lost import is_lost, lost_at, lost_deal
from verifier.analysis.measure import difficulty_of, lines_of
from verifier.analysis.progress import Meter, note
from verifier.errors import BadInput, EngineBug, Problem
from verifier.instance import Instance
from verifier.line import evaluated
from verifier.results.played import Replayed
from verifier.results.solved import DeadEnds, NoReturn, Shortest, Solved
from verifier.run.reference import DeadEnd
from verifier.search.limits import CLOSING_STATES
from verifier.search.strategies import DEFAULT, STRATEGIES, best_line, known
from verifier.verdict import Verdict
from verifier.visible import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from verifier.analysis.batches.line import KeptLine
    from verifier.certificate import Claim, LossClaim
    from verifier.lang.events import Event
    from verifier.run.backend import Backend
    from verifier.search.best import Best
    from verifier.search.fewest import Fewest
    from verifier.search.limits import Limits
    from verifier.search.loss import Loss

REPLAYING, REPLAYING_SECONDS = 1 / 10, 2.0  # the share of the seconds, and the most, kept for what is found to be replayed


@frozen
class Request:
    """How to solve: the goal, the execution, the limits; whether to re-check proofs position by position (None: small ones).

    `difficulty` and `count` add the measures of `verifier.analysis.measure`; `strategy` is one of
    `verifier.search.strategies`, and `threads` how many explore where every state is explored; `shortest` asks for the fewest
    decisions among the best lines; `store` is a folder that has answers with their difficulty, and gets new ones.
    """

    goal: Goal
    engine: EngineChoice
    limits: Limits
    certify: bool | None = None
    boards: bool = False
    method: Method = Method.EXPLICIT
    decisions: int | None = None
    difficulty: bool = False
    count: bool = False
    strategy: str = DEFAULT
    threads: int = 1
    shortest: bool = False
    store: Path | None = None


def refuse(request: Request) -> None:
    """BadInput for what cannot be asked together: DB526 (a loss has no difficulty), DB542 (only z3 counts decisions), and
    DB527 for a strategy that there is not, or where there is no choice of one; DB528 where no shortest line is looked for; DB626
    for answers that no store keeps.
    """
    refuse_decisions(request.method, request.decisions)
    known(request.strategy, "--strategy")
    if request.strategy != DEFAULT and (request.goal is Goal.LOSE or request.method is Method.Z3):
        raise BadInput(Problem("DB527", "strategies are for the best line of a search", "--strategy",
                               "leave it out with --goal lose and --with z3"))
    if request.shortest and (request.goal is Goal.LOSE or request.method is Method.Z3):
        raise BadInput(Problem("DB528", "shorter lines are looked for by a search, among those to the best grade", "--shortest",
                               "leave it out with --goal lose, which looks for the fewest decisions anyhow, and with --with z3"))
    if request.goal is Goal.LOSE and (request.difficulty or request.count):
        raise BadInput(Problem("DB526", "a loss has no difficulty, and best lines are not counted for it",
                               "--difficulty" if request.difficulty else "--count", "leave out --goal lose"))
    if request.store is not None and not request.difficulty:
        raise BadInput(Problem("DB626", "a store keeps how difficult deals are", "--store", "add --difficulty"))
    if request.store is not None and (request.method is not Method.EXPLICIT or request.strategy != DEFAULT or request.shortest
                                      or request.certify):
        raise BadInput(Problem("DB626", "a store keeps what the search says by itself", "--store",
                               "leave out --with, --strategy, --shortest, --certify and --certificate"))


def refuse_decisions(method: Method, decisions: int | None) -> None:
    """BadInput (DB542) for a number of decisions that nobody counts."""
    if decisions is not None and method is Method.EXPLICIT:
        raise BadInput(Problem("DB542", "--decisions is for z3", "--decisions", "add --with z3 or --with both"))


def solution(instance: Instance, request: Request) -> Solved:
    """The answer for one scenario: the first part of what `certified` gives."""
    return certified(instance, request)[0]


def certified(instance: Instance, request: Request) -> tuple[Solved, Claim | LossClaim | None]:
    """The answer for one scenario, and what was claimed of it and stood up to the checker (None: nothing).

    Raises RuleFailed (with the line that leads there) when a rule cannot be evaluated, and EngineBug when what was found does
    not stand up to the reference.
    """
    refuse(request)
    game = instance.program.game
    if game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{game.title} has no grade: no line is better than another", hint=NO_GRADE))
    request = evolve(request, limits=request.limits.running())
    short = short_deal.named(instance, request.engine, request.limits) if request.method is not Method.Z3 else ""
    if short:
        note(f"the deal is too short: {short}")
        request = evolve(request, limits=short_deal.searched_so_far(request.limits))
    if request.store is None:
        return _certified(instance, request, short, None)
    from verifier.analysis.batches.line import line_in

    with line_in(instance, request) as kept:
        return _certified(instance, request, short, kept)


def _certified(instance: Instance, request: Request, short: str, kept: KeptLine | None
               ) -> tuple[Solved, Claim | LossClaim | None]:
    """What is found, or kept, re-checked, with everything else that the answer reports."""
    there = None if kept is None else kept.finding
    if there is not None:
        note(f"the search is not made again: its answer is in {one_line(str(request.store))}")
    found, second = (there, "") if there is not None else _found(instance, evolve(request, limits=_searching(request.limits)))
    checked = rechecked(instance, request, found)
    played: Replayed | None = None
    no_return: NoReturn | None = None
    if found.has_line:
        played = answer.replayed(instance, checked.played, boards=request.boards)
        no_return = lost_at(instance, request, found, checked.played) if is_lost(instance, found) else None
    grade = answer.grade(instance, found.grade)
    expect = instance.scenario.expect if request.goal is Goal.BEST else None
    fields = settled(instance, request, found)
    lost = lost_deal(instance, request, found, fields)
    return Solved(
        answer.about(instance), request.goal, found.verdict, found.proof, found.ending, grade,
        answer.grade(instance, found.upper_bound), found.line, found.counts, checked.grounds,
        fields, played, no_return, compared_with_expected(expect, found.verdict, grade), second, short, lost, found.dead_ends,
        difficulty_of(instance, request, found, lost, kept), lines_of(instance, request, found), checked.shortest,
        found.found_by), checked.claim


def _searching(limits: Limits) -> Limits:
    """What a search may use of the limits: the rest of the seconds is for what it finds to be replayed and re-checked."""
    left = limits.seconds_left
    return limits if left is None else limits.within(left - min(left * REPLAYING, REPLAYING_SECONDS))


def _found(instance: Instance, request: Request) -> tuple[Finding, str]:
    """What the search or z3 found; with both, what z3 says to it."""
    if request.method is Method.EXPLICIT:
        return _search(instance, request), ""
    decisions = cross_check.DECISIONS if request.decisions is None else request.decisions
    said, seconds = cross_check.opinion(instance, request.goal, decisions, request.limits.until)
    if request.method is Method.Z3:
        if said.stuck is not None:
            raise dead_end(instance, said.stuck)
        return cross_check.finding(instance, request.goal, said, seconds), ""
    found = _search(instance, request)
    return found, f"{cross_check.compared(instance, request.goal, found, said)}; {seconds:.2f} s"


def _search(instance: Instance, request: Request) -> Finding:
    return _quickest_loss(instance, request) if request.goal is Goal.LOSE else _best(instance, request)


@frozen(eq=False)
class _Searched:
    """A best line, and how short it is if that was asked; `ending` is that of the last search that did not come to its end."""

    best: Best
    fewest: Fewest | None = None

    @property
    def ending(self) -> str:
        return self.best.ending if self.fewest is None or self.fewest.ending == "closed" else self.fewest.ending

    @property
    def shortest(self) -> Shortest | None:
        """What is known of the line's length, as data."""
        return None if self.fewest is None else Shortest(
            len(self.best.line), self.fewest.at_least, self.fewest.ending, self.fewest.states)


def _best(instance: Instance, request: Request) -> Finding:
    fields = grades(instance, request.engine)

    with Meter("solving", lambda number: "/".join(str(field) for field in fields(number))) as meter:
        def search(backend: Backend, limits: Limits) -> _Searched:
            def best(limits: Limits) -> Best:
                return best_line(backend, instance.reference, instance.setting, instance.start, limits, meter,
                                 bound_is_proved=instance.bound_is_proved,
                                 states_max=None if request.certify is True else CLOSING_STATES, shorten=True,
                                 strategy=request.strategy, threads=request.threads, dominance=instance.dominance)

            return _shortest(instance, request, backend, limits, best) if request.shortest else _Searched(best(limits))

        try:
            found = searched(instance, request.engine, request.limits, meter, search)
        except DeadEnd:  # before the first decision
            raise dead_end(instance, []) from None
    best = found.best
    if best.failed_line is not None:
        raise_failure(instance, best.failed_line)
    dead_ends: DeadEnds | None = None
    if best.stuck_line is not None and best.ending != "interrupted":
        stuck = dead_end(instance, best.stuck_line)
        if best.dead_ends is None:
            raise stuck
        dead_ends = DeadEnds(best.dead_ends, tuple(event.text for event in best.stuck_line), stuck.problems[0].message)
    return Finding(Verdict(best.verdict), best.proof, best.ending, None if best.grade is None else fields(best.grade),
                   None if best.upper_bound < 0 else fields(best.upper_bound), tuple(event.text for event in best.line),
                   _rounded(best.search), dead_ends, found.shortest, best.found_by)


def _shortest(instance: Instance, request: Request, backend: Backend, limits: Limits, search: Callable[[Limits], Best]
              ) -> _Searched:
    """A best line, if there is one, with as few decisions as what the search for it leaves of the limits gives it."""
    from verifier.search.fewest import fewest_decisions, for_the_best
    from verifier.search.frontier import decisions_of

    limits = limits.running()
    best = search(for_the_best(limits))
    if best.grade is None:
        return _Searched(best)
    by_bound = instance.bound_is_proved and STRATEGIES[request.strategy].prunes
    with Meter("looking for a shorter line", lambda worth: f"{decisions_of(worth)} decisions") as meter:
        return _Searched(*fewest_decisions(backend, instance.reference, instance.setting, instance.start, best, limits, meter,
                                           bound_is_proved=by_bound))


def _quickest_loss(instance: Instance, request: Request) -> Finding:
    from verifier.search.frontier import decisions_of
    from verifier.search.loss import quickest_loss

    with Meter("looking for the quickest loss", lambda worth: f"{decisions_of(worth)} decisions") as meter:
        def search(backend: Backend, limits: Limits) -> Loss:
            return quickest_loss(backend, instance.setting, instance.start, limits, meter)

        loss = searched(instance, request.engine, request.limits, meter, search)
    if loss.failed_line is not None:
        raise_failure(instance, loss.failed_line)
    if loss.stuck_line is not None and loss.ending != "interrupted":
        raise dead_end(instance, loss.stuck_line)
    is_proved = loss.verdict in ("optimal", "proved")
    counts = loss.search if is_proved else {"none_with_fewer": loss.fewest, **loss.search}
    return Finding(
        Verdict(loss.verdict), {"optimal": SHORTEST, "proved": "exhausted"}.get(loss.verdict), loss.ending,
        None if loss.grade is None else grades(instance, request.engine)(loss.grade), None,
        tuple(event.text for event in loss.line), _rounded(counts), found_by=loss.found_by)


def _rounded(counts: Mapping[str, int | float]) -> dict[str, int | float]:
    return {name: round(value, 3) if isinstance(value, float) else int(value) for name, value in counts.items()}


def raise_failure(instance: Instance, events: Sequence[Event]) -> None:
    """Let the reference run into the rule that failed in a search, so that its message is the reference's."""
    line = [event.text for event in events]
    replayed(instance, line)
    evaluated(instance.reference, instance.start, line)
    raise EngineBug(Problem("DB906", f"a rule failed in the search and does not on the reference: {' / '.join(line)}"))
