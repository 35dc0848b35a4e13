"""Questions with sides: what a coalition of seats can force against the rest, or have if everybody helps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from verifier.analysis import answer
from verifier.analysis.choices import Against, ChanceChoice, Endless, EngineChoice
from verifier.analysis.engine import searched
from verifier.analysis.explore import ending_of, is_open, raise_failure, run
from verifier.analysis.outcomes import fields_of_outcome, outcome_in_words, seats_named
from verifier.analysis.progress import Meter
from verifier.analysis.sides_judge import SidesJudge
from verifier.analysis.strategy import NO_END, Strategy
from verifier.certificate import Rejected
from verifier.errors import BadInput, EngineBug, Problem, did_you_mean
from verifier.forced_certificate import ForceClaim, check_force
from verifier.lang.phases import CHANCE, DECISION
from verifier.line import EVENTS_MOST, BrokeOff, Line, replay
from verifier.report.text.endings import ENDINGS, LIMITS
from verifier.results.forced import Forced, Recheck
from verifier.run.reference import Applied, DeadEnd, Impossible, Loops, RanOut, Reference
from verifier.search.limits import LimitReached
from verifier.search.members import POSITIONS_UNASKED, WORK_UNASKED, work_of
from verifier.search.strategies import PROOF_NUMBER, SIDED_DEFAULT, known_of_sides
from verifier.visible import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from verifier.instance import Instance
    from verifier.lang.game import Rule
    from verifier.run.backend import Backend
    from verifier.search.explore import Explored
    from verifier.search.forced import Choice
    from verifier.search.forced import Forced as Found
    from verifier.search.limits import Limits

TRIED_ALL = "with open cards they can; no strategy without memory does it by what they see alone, and one that remembers may"
NOT_SETTLED = "with open cards they can; whether they can by what they see alone is not settled"


@frozen
class Request:
    """Who wants to know, against whom, and how far; `certify` re-checks the strategies however large (False: not at all).

    `to` names a goal that the seats want to come to, or an invariant that they want to keep; None asks for outcomes.  `blind`: by
    decisions that rest only on what the game does not hide from whoever makes them.  `strategy` is one of `strategies.SIDED`.
    """

    seats: tuple[str, ...]
    against: Against
    endless: Endless
    chance: ChanceChoice | None
    engine: EngineChoice
    limits: Limits
    certify: bool | None = None
    boards: bool = False
    to: str | None = None
    blind: bool = False
    threads: int = 1
    strategy: str = SIDED_DEFAULT


def forced_by(instance: Instance, request: Request) -> tuple[Forced, Strategy | None, Found]:
    """What the seats can force, or have with everybody's help, the strategy, if it stood up to the checker, and what the search
    found.

    Every state that can be reached is explored for it, or, by proof numbers, those that settle it.  BadInput (DB527) for a
    strategy that there is not, or where there is no choice of one.
    """
    seats_named(instance, request.seats)
    _refuse_strategy(request)
    if request.blind:
        _refuse_blind(instance, request, is_open(instance, request.chance))
    request = evolve(request, limits=request.limits.running())
    if request.strategy == PROOF_NUMBER:
        return _answered(instance, request, *_by_proof_numbers(instance, request))
    return forced_in(instance, request, explored_for(instance, request))


def chance_of(instance: Instance, open_chance: bool) -> str:
    """What chance is to the seats, in the word that answers have for it."""
    return "none" if not instance.program.tapes else "open" if open_chance else "deal"


def explored_for(instance: Instance, request: Request) -> Explored:
    """Every state that can be reached, to be asked about; the limits are running, and half of the time is left for that."""
    from verifier.search.explore import ExploreOptions

    limits = request.limits
    options = ExploreOptions(compress=request.to is None, open_chance=is_open(instance, request.chance), edges=True,
                             threads=request.threads)
    half = limits if limits.seconds is None else limits.within(limits.seconds / 2)
    explored = run(instance, request.engine, half, options, "exploring")
    raise_failure(instance, explored)
    return explored


def _refuse_strategy(request: Request) -> None:
    """BadInput (DB527) for a strategy that there is not, and for proof numbers where everything has to be explored."""
    if known_of_sides(request.strategy, "--strategy") != PROOF_NUMBER:
        return
    if request.against is Against.NOBODY:
        raise BadInput(Problem("DB527", "where everybody helps there is nobody to prove anything against", "--strategy",
                               "add --against rest, or leave it out"))
    if request.blind:
        raise BadInput(Problem("DB527", "what is done by what is seen is looked for among all states", "--strategy",
                               "leave it out with --blind"))


def forced_in(instance: Instance, request: Request, explored: Explored) -> tuple[Forced, Strategy | None, Found]:
    """What `forced_by` answers, in what was explored for it or for a request of the same kind."""
    from verifier.search.forced import forced, forced_to

    numbers, together = _numbers(instance, request), request.against is Against.NOBODY
    if request.to is None:
        found = forced(explored, numbers, endless=_endless(request, explored.backend), together=together)
    else:
        found = forced_to(explored, numbers, rule_named(instance, request.to), together=together)
    return _answered(instance, request, explored, found)


def _numbers(instance: Instance, request: Request) -> set[int]:
    """The seats by their numbers."""
    return {int(instance.seats[seat]) for seat in seats_named(instance, request.seats)}


def _endless(request: Request, backend: Backend) -> int:
    """What play that never ends is worth: less than any end, or more."""
    from verifier.search.forced import NEVER

    return NEVER if request.endless is Endless.WORST else backend.constant("OUTCOMES")


def _by_proof_numbers(instance: Instance, request: Request) -> tuple[Explored, Found]:
    """What was explored to settle the question, and what can be forced by it; half of the time is left for the strategies."""
    from verifier.search.proof_number import forced_by_proof_numbers

    rule = None if request.to is None else rule_named(instance, request.to)
    limits = request.limits
    half = limits if limits.seconds is None else limits.within(limits.seconds / 2)
    known: dict[int, Found | None] = {}

    with Meter("proving") as meter:
        def search(backend: Backend, limits: Limits) -> Explored:
            explored, found = forced_by_proof_numbers(
                backend, instance.setting, instance.start, _numbers(instance, request), rule=rule,
                endless=_endless(request, backend), open_chance=is_open(instance, request.chance), limits=limits, report=meter)
            known[id(explored)] = found
            return explored

        explored = searched(instance, request.engine, half, meter, search)
    raise_failure(instance, explored)
    found = known[id(explored)]
    assert found is not None
    return explored, found


def _answered(instance: Instance, request: Request, explored: Explored, found: Found) -> tuple[Forced, Strategy | None, Found]:
    """The answer, by what was found in what was explored."""
    seats = seats_named(instance, request.seats)
    rule = None if request.to is None else rule_named(instance, request.to)
    open_chance, limits = is_open(instance, request.chance), request.limits
    asked = _Asked(instance, request, seats, rule, open_chance, limits)
    sure = asked.by_what_is_seen(found) if request.blind else asked.with_open_cards(found)
    replies, _ = asked.rechecked(found.strategy(of_others=True), found, found.most.at(0), of_others=True)
    least, most = (asked.in_words(worth, found.endless) for worth in (sure.worth, found.most.at(0)))
    events, goes_on = found.line(EVENTS_MOST, sure.strategy)
    played = played_to_the_end(instance, [instance.program.events[each].text for each in events], open_chance)
    answered = Forced(
        answer.about(instance), seats, request.against, chance_of(instance, open_chance), request.blind, request.endless,
        request.to or "", "outcome" if rule is None else rule.kind, least, most, least == most,
        sure.ending or ending_of(explored), explored.states, explored.transitions, found.unknown,
        tuple(each.event.text for each in played if each.kind == DECISION or open_chance and each.kind == CHANCE), goes_on,
        sure.recheck, replies, "" if least == most else sure.reason or _reason(found, explored.ending), explored.seconds,
        answer.replayed(instance, played, boards=request.boards))
    claimed = None if sure.claim is None else Strategy(sure.claim, None if rule is None else rule.name, open_chance)
    return answered, claimed, found


def _refuse_blind(instance: Instance, request: Request, open_chance: bool) -> None:
    """BadInput (DB587) where it makes no sense, or would be wrong, to ask for decisions that rest on what is seen."""
    title, is_dealt = instance.program.game.title, bool(instance.program.tapes) and not open_chance
    if instance.program.game.only("hidden") is None:
        raise BadInput(Problem("DB587", f"nothing is hidden in {title}", "--blind",
                               "ask without it, or say under @game.hidden what a seat does not see"))
    if request.against is Against.NOBODY:
        raise BadInput(Problem("DB587", "whoever has everybody's help is told what is hidden", "--blind", "add --against rest"))
    if is_dealt:
        raise BadInput(Problem("DB587", "the deal says what chance will bring, and nobody sees that", "--blind",
                               "add --chance open"))


def rule_named(instance: Instance, name: str) -> Rule:
    """A goal or an invariant of the game; BadInput (DB530) where it has none of that name."""
    known = {rule.name: rule for rule in instance.program.game.of_kind("goal", "invariant")}
    rule = known.get(name.replace("-", "_"))
    if rule is None:
        raise BadInput(Problem("DB530", f"{instance.program.game.title} has no goal or invariant {shown(name)}", "--to",
                               did_you_mean(name, known)))
    return rule


def _reason(found: Found, ending: str) -> str:
    """Why it is not settled."""
    limit = LIMITS.get(ending)
    states = f"{found.unknown:,} state{'s' if found.unknown != 1 else ''}"
    return f"at {states} the deal or the rules do not say what follows" if limit is None else f"{limit}: {states} left to explore"


@frozen
class _Sure:
    """What the seats are sure of, how that was re-checked, and what they claim to do.

    Of decisions that rest on what is seen: why no more is known and the limit that ended the search, if any; and what they do.
    """

    worth: int
    recheck: Recheck
    claim: ForceClaim | None
    reason: str = ""
    ending: str = ""
    strategy: Mapping[int, tuple[int, int]] = field(factory=dict)


@frozen
class _Asked:
    """A question with what its answer is re-checked by."""

    instance: Instance
    request: Request
    seats: tuple[str, ...]
    rule: Rule | None
    is_open: bool
    limits: Limits

    def in_words(self, number: int, endless: int) -> Any:
        """An outcome in words, None for play that never ends; or whether the goal is come to, or the invariant kept."""
        if self.rule is not None:
            return number == 1
        return None if number == endless else outcome_in_words(self.instance, number)

    def with_open_cards(self, found: Found) -> _Sure:
        """What the seats are sure of if they see everything."""
        worth = found.least.at(0)
        return _Sure(worth, *self.rechecked(found.strategy(), found, worth))

    def by_what_is_seen(self, found: Found) -> _Sure:
        """What the seats are sure of by what each of them sees: the most for which a strategy without memory is found."""
        from verifier.search.blind import blind

        lowest, tried_all = min(0, found.endless), not found.unknown  # what was not explored may be worth it
        aims = [aim for aim in sorted(set(found.least.value.tolist()), reverse=True) if lowest < aim <= found.least.at(0)]
        with Meter("looking at hands") as meter:
            look_of = _Looks(self, found, meter)
            try:
                for aim in aims:
                    tried = blind(found, aim, look_of)
                    if tried.strategy is not None:
                        reason = "" if aim == found.least.at(0) else TRIED_ALL if tried_all else NOT_SETTLED
                        done = {each.number: each.edges[0] for each in tried.strategy if found.ours[each.number] and each.edges}
                        return _Sure(aim, *self.rechecked(tried.strategy, found, aim), reason, "", done if aim > 0 else {})
                    tried_all = tried_all and tried.tried_all
            except LimitReached as reached:
                return _Sure(lowest, Recheck(), None, NOT_SETTLED, reached.ending)
            except KeyboardInterrupt:
                return _Sure(lowest, Recheck(), None, NOT_SETTLED, "interrupted")
        return _Sure(lowest, Recheck(), None, (TRIED_ALL if tried_all else NOT_SETTLED) if aims else "")

    def rechecked(self, choices: Iterable[Choice], found: Found, aim: int, *, of_others: bool = False
                  ) -> tuple[Recheck, ForceClaim | None]:
        """Have the independent checker follow a side's strategy; EngineBug (DB927) where it does not stand up to it.

        What it followed is given too.
        """
        if self.request.against is Against.NOBODY or (aim >= found.top if of_others else aim <= 0):
            return Recheck(), None
        if self.request.certify is False:
            return Recheck(None, "--no-certify"), None
        strategy = self._followed(choices, found)
        if strategy is None:
            return Recheck(None, "--certify does it"), None
        with Meter("re-checking a strategy") as meter:
            judge = SidesJudge(self.instance, None if self.rule is None else self.rule.name, self.is_open, self.limits, meter)
            claim = self._claim(found, strategy, aim, of_others)
            try:
                certified = check_force(judge, self.instance.start, claim)
            except LimitReached as reached:
                return Recheck(None, LIMITS.get(reached.ending, reached.ending)), None
            except KeyboardInterrupt:
                return Recheck(None, ENDINGS["interrupted"]), None
            except Rejected as error:
                raise EngineBug(Problem("DB927", f"a strategy does not stand up to the checker: {error}")) from error
        return Recheck(certified.positions), claim

    def _followed(self, choices: Iterable[Choice], found: Found) -> list[Choice] | None:
        """The positions of a strategy; None if there are more than are re-checked without being asked."""
        followed: list[Choice] = []
        work = 0
        for each in choices:
            followed.append(each)
            work += work_of(self.instance.program, int(found.explored.position(each.number).state.phase))
            if not self.request.certify and (len(followed) > POSITIONS_UNASKED or work > WORK_UNASKED):
                return None
        return followed

    def _claim(self, found: Found, strategy: list[Choice], aim: int, of_others: bool) -> ForceClaim:
        explored, events = found.explored, self.instance.program.events
        choices = {self.instance.reference.key(explored.position(each.number)): events[each.edges[0][0]].text
                   for each in strategy if len(each.edges) == 1}
        may_go_on = aim >= found.endless if of_others else aim <= found.endless
        if self.rule is not None:
            worth: tuple[int, ...] = (max(0, aim),)
        elif aim == found.endless:
            worth = () if of_others else NO_END
        else:
            worth = fields_of_outcome(self.instance, aim)
        return ForceClaim(self.seats, worth, choices, of_others, may_go_on, self.request.blind and not of_others)


class _Looks:
    """How a state looks to the seat whose decision it is, by the plain rules; LimitReached where a limit does not allow it."""

    def __init__(self, asked: _Asked, found: Found, meter: Meter) -> None:
        self._asked, self._found, self._meter = asked, found, meter
        self._words = {int(member): word for word, member in asked.instance.seats.items()}
        self._known: dict[int, tuple[str, tuple[int, ...]]] = {}

    def __call__(self, number: int) -> tuple[str, tuple[int, ...]]:
        if number not in self._known:
            self._asked.limits.check()
            self._meter.step(f"{len(self._known):,} positions")
            seat = self._words[int(self._found.seats[number])]
            self._known[number] = (seat, self._asked.instance.sees(self._found.explored.position(number), seat))
        return self._known[number]


def played_to_the_end(instance: Instance, texts: Sequence[str], open_chance: bool) -> list[Applied]:
    """A line as the rules play it, up to where it goes round for ever, or where nobody knows what follows."""
    setting = evolve(instance.setting, tapes=()) if open_chance else instance.setting
    played = list[Applied]()
    try:
        for applied in replay(Reference(instance.program, setting), instance.start, Line(tuple(texts))):
            played.append(applied)
    except BrokeOff as broke:
        if not isinstance(broke.cause, Loops | RanOut | Impossible | DeadEnd):
            raise
    return played
