"""What an answer rests on: the independent checker re-establishes what was found, and says how far.

A line is always replayed by the rules.  That no line is better rests on a search; if few positions have to be expanded for that,
or `--certify` asks for it, each is expanded again by the plain rules.  Which positions these are is collected by code that nobody
has to trust (`verifier.search.members`): the checker detects any that is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.choices import Goal, Method
from verifier.analysis.progress import Meter
from verifier.certificate import BOUND_ATTAINED, EXHAUSTED, Certified, Claim, LossClaim, Rejected, check, check_loss
from verifier.errors import BadInput, EngineBug, Problem, RuleFailed
from verifier.instance import Instance
from verifier.judge import Judge, highest_grade, lowest_first
from verifier.line import Line, replay
from verifier.results.solved import Grounds, Settled, Shortest
from verifier.run.control import Dominance
from verifier.search import members as collecting
from verifier.search.members import Members, Room
from verifier.search.memory import allowed, resident
from verifier.search.strategies import STRATEGIES
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from verifier.analysis.finding import Finding
    from verifier.analysis.solve import Request
    from verifier.run.reference import Applied, Position

SHORTEST = "shortest"
BOUND = "bound"  # the ending of a search that is kept from an answer by a bound that is not proved
STOPS_REPORTED = {"dead-end": "some line gets stuck at a dead end of the rules", "uncovered": "on some line the deal is silent"}


@frozen
class Rechecked:
    """What was claimed of an answer and stood up to the checker, what it rests on, and the line as the rules played it.

    `shortest` is what the answer says of the line's length, with how far that stood up to it, too.
    """

    claim: Claim | LossClaim | None
    grounds: Grounds
    played: Sequence[Applied] = field(default=(), eq=False)
    shortest: Shortest | None = None


def rechecked(instance: Instance, request: Request, found: Finding) -> Rechecked:
    """Have the independent checker re-establish what was found; EngineBug when it does not stand up to it."""
    return evolve(_rechecked(instance, request, found), shortest=_shortest(instance, request, found))


def _rechecked(instance: Instance, request: Request, found: Finding) -> Rechecked:
    search = _search(request, found)
    grounds = Grounds(request.certify is True, found.has_line, search, bound_of(instance, request, found),
                      interchangeable=_interchangeable(instance) if search == "closed" else (),
                      never_worse=_never_worse(instance, found) if search == "closed" else "")
    members, stop = _collected(instance, request, found, grounds)
    until = _room(request, found, grounds).until
    if members is not None:
        claim = _claim(request, found, members)
        try:
            certified, judge = _checked(instance, found, claim, until)
            return Rechecked(claim, evolve(grounds, positions=certified.positions), judge.played)
        except _Unfinished as unfinished:
            stop = unfinished.stop
    grounds = evolve(grounds, not_re_checked=stop)
    if not found.has_line:
        return Rechecked(None, grounds)
    claim = _claim(request, found, None)
    with clock.stopped():  # a line is replayed whatever that takes: otherwise it could not be shown
        return Rechecked(claim, grounds, _checked(instance, found, claim, None)[1].played)


def _shortest(instance: Instance, request: Request, found: Finding) -> Shortest | None:
    """What is said of the line's length; if it is proved shortest, re-established by distances, as of a quickest loss.

    What nearer positions lead to is expanded by the plain rules alone: nothing is left out for the bound.
    """
    shortest = found.shortest
    if shortest is None or not shortest.proved:
        return shortest
    if request.certify is False:
        return evolve(shortest, not_re_checked="unasked")
    room, decisions = _room_for(request, request.certify is True), len(found.line)
    with Meter("collecting the positions to re-check") as meter:
        collected = collecting.members(instance.native("interpreted"), instance.setting, instance.start, decisions, room,
                                       meter.step)
    if collected.stop:
        return evolve(shortest, not_re_checked=collected.stop)
    claim = LossClaim(found.line, found.grade, {key: decisions - layer for key, layer in collected.layers.items()})
    try:
        return evolve(shortest, positions=_checked(instance, found, claim, room.until, found.grade)[0].positions)
    except _Unfinished as unfinished:
        return evolve(shortest, not_re_checked=unfinished.stop)


def attest(instance: Instance, claim: Claim | LossClaim) -> Grounds:
    """What a claim of somebody's rests on, when the checker accepts it; Rejected or RuleFailed when it does not."""
    with Meter("re-checking every position") as meter:
        certified = _established(_Watched(instance, meter, None), instance, claim)
    proof = claim.proof if isinstance(claim, Claim) else EXHAUSTED
    bound = None if proof != BOUND_ATTAINED or claim.grade is None else _bound(instance, claim.grade)
    positions = certified.positions if certified.established in ("closed-set", "distances") else None
    return Grounds(True, claim.line is not None, "certificate" if proof == EXHAUSTED else None, bound, positions)


def bound_of(instance: Instance, request: Request, found: Finding) -> str | None:
    """Where the bound comes from that a proof uses ("highest": no grade is higher; "proved"), or would use ("taken").

    None when none is used: nothing is proved, or every line was followed.
    """
    if request.goal is Goal.LOSE or not STRATEGIES[request.strategy].prunes:
        return None
    if found.proof is None:
        return "taken" if found.ending == BOUND else None
    bound = None if found.grade is None else _bound(instance, found.grade)
    return None if bound == "taken" else bound  # what is proved all the same was found without it


def _bound(instance: Instance, grade: tuple[int, ...]) -> str | None:
    if grade == highest_grade(instance):
        return "highest"
    if instance.program.game.only("bound") is None:
        return None
    return "proved" if instance.bound_is_proved else "taken"


def settled(instance: Instance, request: Request, found: Finding) -> Settled | None:
    """The fields of the grade, from the first, in which no line can be better, where the whole grade is not proved best."""
    high = found.upper_bound
    if request.goal is Goal.LOSE or found.verdict in (Verdict.OPTIMAL, Verdict.PROVED) or high is None:
        return None
    return settled_between(instance, found.grade or (lowest_first(instance),), high)


def settled_between(instance: Instance, low: tuple[int, ...], high: tuple[int, ...]) -> Settled | None:
    """The fields, from the first, that every grade from `low` to `high` has."""
    count = next((index for index, (one, other) in enumerate(zip(low, high, strict=False)) if one != other), len(low))
    names, highest = answer.grade(instance, high), highest_grade(instance)
    if count == 0 or names is None or highest is None:
        return None
    return Settled(dict(list(names.items())[:count]), "line" if low[:count] == highest[:count] else "bound")


def _search(request: Request, found: Finding) -> str | None:
    """What followed every line that matters, if something did."""
    if found.proof not in (EXHAUSTED, SHORTEST):
        return None
    return "z3" if request.method is Method.Z3 else "closed"


def _interchangeable(instance: Instance) -> tuple[str, ...]:
    """The enums of whose members searches take any order for the same."""
    return tuple(group.enum.__name__ for group in instance.program.interchange.groups)


def _never_worse(instance: Instance, found: Finding) -> str:
    """By which proved declaration a search left states out; empty if it left none out.  The re-check is made without it."""
    is_proved = instance.dominance in (Dominance.WINS, Dominance.PROVED)
    return str(instance.program.game.dominance) if is_proved and found.counts.get("dominated") else ""


def _collected(instance: Instance, request: Request, found: Finding, grounds: Grounds) -> tuple[Members | None, str | None]:
    """The positions to expand again; or None, and what kept them from being collected, if there was something to collect."""
    if grounds.search is None:
        return None, None
    if request.goal is not Goal.LOSE and found.verdict is Verdict.PROVED:
        return None, "no-end"
    if request.certify is False:
        return None, "unasked"
    if resident() >= allowed(request.limits.memory):  # before the rules are read once more
        return None, "memory"
    room, decisions = _room(request, found, grounds), len(found.line) if found.proof == SHORTEST else None
    with Meter("collecting the positions to re-check") as meter:
        collected = collecting.members(instance.native("interpreted"), instance.setting, instance.start, decisions, room,
                                       meter.step)
    if collected.stop in STOPS_REPORTED and _passed_over(collected, grounds, decisions):
        raise EngineBug(Problem("DB905", f"a search closed that should have reported: {STOPS_REPORTED[collected.stop]}"))
    if collected.stop == "positions" and room.positions_max == request.limits.states:
        return None, "states"
    return (None, collected.stop) if collected.stop else (collected, None)


def _passed_over(collected: Members, grounds: Grounds, decisions: int | None) -> bool:
    """Whether a search says that it followed every line that matters, and one of them could not be followed to its end.

    Where a bound pruned lines, or states were left out as worse than others, it is not known whether this one was among them.
    """
    if grounds.search != "closed" or grounds.bound is not None or grounds.never_worse or collected.ends_after is None:
        return False
    return decisions is None or collected.ends_after < decisions


def _room(request: Request, found: Finding, grounds: Grounds) -> Room:
    """What the limits leave; at most what is re-checked without being asked, unless a search is to be re-checked on demand."""
    return _room_for(request, grounds.asked and grounds.search is not None)


def _room_for(request: Request, all_of_them: bool) -> Room:
    limits = request.limits
    if all_of_them:
        return Room(limits.states, None, limits.memory, limits.until)
    most = collecting.POSITIONS_UNASKED
    return Room(min(most, limits.states or most), collecting.WORK_UNASKED, limits.memory, limits.until)


def _claim(request: Request, found: Finding, members: Members | None) -> Claim | LossClaim:
    if request.goal is Goal.LOSE:
        distances: dict[tuple[int, ...], float] | None = None
        if members is not None:
            distances = {key: len(found.line) - layer if found.has_line else inf for key, layer in members.layers.items()}
        return LossClaim(found.line if found.has_line else None, found.grade, distances)
    # An open bound may come from what the search dropped: nobody claims that it is proved.
    proof = EXHAUSTED if members is not None else None if found.verdict is Verdict.PROVED else found.proof
    return Claim(found.line, found.grade or (), found.upper_bound if proof else None, proof,
                 None if members is None else members.layers)


def _checked(instance: Instance, found: Finding, claim: Claim | LossClaim, until: float | None,
             least: tuple[int, ...] | None = None) -> tuple[Certified, Judge]:
    with Meter("re-checking every position") as meter:
        judge = _Watched(instance, meter, until, least)
        try:
            return _established(judge, instance, claim), judge
        except RuleFailed:  # the game's own bound or grade cannot be evaluated: the search did not ask it there
            raise
        except Rejected as error:
            replayed(instance, found.line)  # says more, where the line itself is what is wrong
            raise EngineBug(Problem("DB905", f"what was found does not stand up to the checker: {error}")) from error
        except KeyboardInterrupt:
            raise _Unfinished("interrupted") from None


def _established(judge: Judge, instance: Instance, claim: Claim | LossClaim) -> Certified:
    return check(judge, instance.start, claim) if isinstance(claim, Claim) else check_loss(judge, instance.start, claim)


def replayed(instance: Instance, line: Sequence[str]) -> None:
    """Play the line of a search by the reference; EngineBug when the reference does not allow it."""
    try:
        for _ in replay(instance.reference, instance.start, Line(tuple(line), "the line found")):
            pass
    except BadInput as error:
        problem = Problem("DB905", "the line that was found does not replay on the reference")
        raise EngineBug([problem, *error.problems]) from error


class _Unfinished(Exception):
    def __init__(self, stop: str) -> None:
        self.stop = stop


class _Watched(Judge):
    """A judge that reports how far the checker is, and stops it when the time is up.

    With a grade `least`, ends that are worth it or more are what distances are to, instead of those that lose.
    """

    def __init__(self, instance: Instance, meter: Meter, until: float | None, least: tuple[int, ...] | None = None) -> None:
        super().__init__(instance)
        self._meter, self._until, self._count, self._least = meter, until, 0, least

    def loses(self, position: Position) -> bool:
        """Whether an end is one that distances are to."""
        if self._least is None:
            return super().loses(position)
        return (self.grade(position) or ()) >= self._least

    def at(self, key: tuple[int, ...]) -> Position:
        """The position of a key; the checker asks for each once."""
        self._count += 1
        if self._count % 64 == 0:
            self._meter.step(f"{self._count:,} positions")
        if self._until is not None and clock.seconds() >= self._until:
            raise _Unfinished("seconds")
        return super().at(key)
