"""What some seats can force within so many decisions, by z3: yes with a strategy that was checked, or not within them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.choices import Against, Endless
from verifier.analysis.cross_check import DECISIONS, disagrees
from verifier.analysis.explore import is_open
from verifier.analysis.forced import Request, chance_of, forced_by, played_to_the_end, rule_named
from verifier.analysis.outcomes import fields_of_outcome, highest_outcome, outcome_in_words, seats_named
from verifier.analysis.progress import Meter
from verifier.analysis.sides_judge import SidesJudge
from verifier.analysis.strategy import Strategy
from verifier.certificate import Rejected
from verifier.errors import BadInput, EngineBug, Problem
from verifier.forced_certificate import ForceClaim, check_force
from verifier.lang.phases import CHANCE, DECISION
from verifier.report.text.endings import LIMITS
from verifier.results.forced import Forced, Recheck
from verifier.run.reference import Position
from verifier.search.limits import LimitReached

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.lang.events import Event
    from verifier.lang.game import Rule
    from verifier.search.limits import Limits
    from verifier.symbolic.prove.refinement import Counts, Refinement
    from verifier.symbolic.prove.sided_lines import Aim, SidedLines, Sides
    from verifier.symbolic.solver import Effort

Key = tuple[int, ...]
SURE_OF_NOTHING = -1  # play may not end within the decisions: less than any end


def forced_by_z3(instance: Instance, request: Request, decisions: int | None) -> tuple[Forced, Strategy | None]:
    """What the seats can force within so many decisions of everybody together (None: 2), and the strategy, which was checked.

    BadInput (DB586) for what z3 is not asked of seats; Declined for rules that cannot be lifted.
    """
    asked = _asked(instance, request, decisions)
    return asked.in_words(asked.found())


def forced_by_both(instance: Instance, request: Request, decisions: int | None) -> tuple[Forced, Strategy | None]:
    """What the search says, with what z3 says to it; EngineBug (DB915) where both cannot be right."""
    request = evolve(request, limits=request.limits.running())
    asked = _asked(instance, request, decisions)
    said = asked.found()
    found, strategy, searched = forced_by(instance, request)
    return evolve(found, cross_check=asked.compared(said, (searched.least.at(0), searched.most.at(0)))), strategy


def _asked(instance: Instance, request: Request, decisions: int | None) -> _Asked:
    """The question, once nothing of it is refused."""
    seats = seats_named(instance, request.seats)
    rule = None if request.to is None else rule_named(instance, request.to)
    if request.against is not Against.REST:
        raise BadInput(Problem("DB586", "z3 answers what seats can force, not what they can have with everybody's help", "--with",
                               "add --against rest"))
    if request.endless is Endless.BEST:
        raise BadInput(Problem("DB586", "play of so many decisions is never endless", "--endless", "leave it out with z3"))
    if rule is not None and rule.kind != "goal":
        raise BadInput(Problem("DB586", "an invariant is kept for ever, and z3 looks at so many decisions", "--to",
                               "name a goal, or leave out --with"))
    return _Asked(instance, request, seats, rule, DECISIONS if decisions is None else decisions,
                  is_open(instance, request.chance), request.limits.running(), clock.seconds())


@define
class _Found:
    """What is known so far: the outcome that can be forced, as a number, by which strategy, and that no better one can.

    `silent` says that it depends on what follows where the rules or the deal do not say it; `closed` that no play takes more
    decisions.
    """

    least: int = SURE_OF_NOTHING
    claim: ForceClaim | None = None
    settled: bool = False
    silent: bool = False
    closed: bool = False
    ending: str = ""
    reason: str = ""
    line: list[str] = field(factory=list)
    recheck: Recheck = Recheck()
    counts: list[Counts] = field(factory=list)


@frozen
class _Asked:
    """A question of so many decisions, with what it is answered by."""

    instance: Instance
    request: Request
    seats: tuple[str, ...]
    rule: Rule | None
    decisions: int
    open_chance: bool
    limits: Limits
    began: float

    @property
    def top(self) -> int:
        """The best that there is to be forced, as a number."""
        return 1 if self.rule is not None else highest_outcome(self.instance)

    def found(self) -> _Found:
        """What z3 finds within the limits."""
        from verifier.symbolic.prove.sided_lines import Unanswered
        from verifier.symbolic.solver import OUT_OF_TIME

        found = _Found()
        with Meter("asking z3") as meter:
            try:
                self._ask(found, meter)
            except Unanswered as unanswered:
                found.ending, found.reason = "seconds" if str(unanswered) == OUT_OF_TIME else "work", str(unanswered)
            except LimitReached as reached:
                found.ending = reached.ending
            except KeyboardInterrupt:
                found.ending = "interrupted"
        return found

    def _ask(self, found: _Found, meter: Meter) -> None:
        """The outcomes from the best down, until one can be forced; then whether anything is left open."""
        from verifier.symbolic.prove.sided_lines import Aim, SidedLines, Sides
        from verifier.symbolic.solver import Effort

        effort, judge = Effort(until=self.limits.until), self._judge()
        sides = Sides(self.instance.program, self.instance.setting, {int(self.instance.seats[seat]) for seat in self.seats},
                      self.rule, open_chance=self.open_chance)
        meter.step("all lines together")
        lines = SidedLines(sides, self.instance.start, self.decisions, effort, "all ")
        sides.dead_ends = lines.is_silent(self._events_behind)

        def asked(aim: Aim) -> Refinement:
            return self._refinement(sides, judge, aim, effort, found, meter)

        for worth in self._worths(lines):
            by = asked(Aim(worth))
            if by.force(self.instance.start, self.decisions)[0]:
                self._check(found, by.choices(self.instance.start, self.decisions), by.worth)
                found.least = worth  # not before: a limit may come while the strategy is put together
                break
        above = max(found.least, 0) + 1
        found.silent = sides.dead_ends and found.least < self.top and \
            asked(Aim(above, silence_wins=True)).force(self.instance.start, self.decisions)[0]
        found.settled = not found.silent
        found.closed = found.settled and found.least < self.top and lines.is_closed(Aim(above))
        found.ending = "closed" if found.closed else "goal" if found.least == self.top else "decisions"
        if found.closed:
            found.least = max(found.least, 0)

    def _worths(self, lines: SidedLines) -> Iterator[int]:
        """What there is to be forced, from the best that a line comes to down to more than the worst outcome."""
        if self.rule is not None:
            yield 1
            return
        worth = lines.best(self.top + 1)
        while worth:
            yield worth
            worth = lines.best(worth)

    def _refinement(self, sides: Sides, judge: SidesJudge, aim: Aim, effort: Effort, found: _Found, meter: Meter) -> Refinement:
        from verifier.symbolic.prove.refinement import Counts, Refinement

        counts = Counts(number=len(found.counts) + 1)
        found.counts.append(counts)

        def step() -> None:
            self.limits.check()
            if self.limits.states is not None and sum(each.positions for each in found.counts) >= self.limits.states:
                raise LimitReached("states")
            meter.step(f"{sum(each.positions for each in found.counts):,} positions, "
                       f"{sum(each.replies for each in found.counts):,} replies")

        return Refinement(sides, judge, self.seats, aim, self._fields(aim.worth), effort, step, counts)

    def _fields(self, worth: int) -> tuple[int, ...]:
        return (worth,) if self.rule is not None else fields_of_outcome(self.instance, worth)

    def _judge(self) -> SidesJudge:
        return SidesJudge(self.instance, None if self.rule is None else self.rule.name, self.open_chance, self.limits)

    def _events_behind(self, line: Sequence[Event]) -> Sequence[Event]:
        """The events that the plain rules allow behind a line."""
        reference, position = self.instance.reference, self.instance.start
        for event in line:
            after = reference.apply(position, event).after
            is_free = event.rule.kind == "chance" and self.open_chance
            position = Position(after.state, position.used) if is_free else after
        return reference.legal(position) if reference.kind(position) == DECISION else \
            [event for event, _ in reference.outcomes(position)]

    # -- what the plain rules say of a strategy -------------------------------------------------------------------------------

    def _check(self, found: _Found, choices: dict[Key, str], worth: tuple[int, ...]) -> None:
        """Have the independent checker follow the strategy; EngineBug (DB927) where it does not hold, or takes more decisions."""
        claim = ForceClaim(self.seats, worth, choices)
        try:
            certified = check_force(self._judge(), self.instance.start, claim)
        except Rejected as error:
            raise EngineBug(Problem("DB927", f"a strategy does not stand up to the checker: {error}")) from error
        longest = self._longest(self._judge(), claim, self.instance.start, {})
        if longest[0] > self.decisions:
            raise EngineBug(Problem("DB927", f"a strategy takes {longest[0]} decisions, not {self.decisions}"))
        found.claim, found.recheck, found.line = claim, Recheck(certified.positions), longest[1]

    def _longest(self, judge: SidesJudge, claim: ForceClaim, position: Position, known: dict[Key, tuple[int, list[str]]]
                 ) -> tuple[int, list[str]]:
        """How many decisions a strategy takes at most, and the events of such a play, that was checked."""
        while not judge.over(position) and not (moves := judge.moves(position)):
            after = judge.automatic(position)
            assert after is not None
            position = after
        if judge.over(position):
            return 0, []
        key = judge.key(position)
        if key not in known:
            ours = judge.seat(position) in claim.seats
            follow = [claim.choices[key]] if ours else list(moves)
            plays = [(event, *self._longest(judge, claim, moves[event], known)) for event in follow]
            event, count, line = max(plays, key=lambda play: play[1])
            known[key] = count + (self.instance.reference.kind(position) == DECISION), [event, *line]
        return known[key]

    # -- the answer -----------------------------------------------------------------------------------------------------------

    def bounds(self, found: _Found) -> tuple[int, int]:
        """The least that can be forced, and the most, however many decisions there are."""
        return found.least, found.least if found.closed else self.top

    def compared(self, found: _Found, explored: tuple[int, int]) -> str:
        """In words, what z3 says to the bounds that a search found."""
        within, (least, most) = f"within {self.decisions} decisions", self.bounds(found)
        if least > explored[1] or most < explored[0]:
            raise disagrees(f"z3 says {least} to {most} (0 is the worst), and the search {explored[0]} to {explored[1]}")
        if not found.settled:
            return f"z3 gave no answer {within}: {self._reason(found)}"
        if found.closed or found.least == self.top:
            return f"z3 agrees, for play of at most {self.decisions} decisions: more are not needed"
        return f"z3 agrees {within}" if least == explored[0] else f"z3: not so much {within}; nothing to compare with"

    def in_words(self, found: _Found) -> tuple[Forced, Strategy | None]:
        """The answer, and the strategy."""
        least, most = self.bounds(found)
        played = played_to_the_end(self.instance, found.line, self.open_chance)
        kinds = (DECISION, CHANCE) if self.open_chance else (DECISION,)
        answered = Forced(
            answer.about(self.instance), self.seats, self.request.against, chance_of(self.instance, self.open_chance), False,
            self.request.endless, self.request.to or "", "outcome" if self.rule is None else self.rule.kind,
            self._worth(least), self._worth(most), least == most, found.ending,
            sum(each.positions for each in found.counts), 0, 0,
            tuple(each.event.text for each in played if each.kind in kinds), False, found.recheck, Recheck(),
            "" if least == most else self._reason(found), clock.seconds() - self.began,
            answer.replayed(self.instance, played, boards=self.request.boards), self.decisions, found.settled,
            sum(each.replies for each in found.counts))
        named = None if self.rule is None else self.rule.name
        return answered, None if found.claim is None else Strategy(found.claim, named, self.open_chance)

    def _worth(self, number: int) -> object:
        if self.rule is not None:
            return number == 1
        return None if number == SURE_OF_NOTHING else outcome_in_words(self.instance, number)

    def _reason(self, found: _Found) -> str:
        """Why it is not settled however many decisions there are."""
        if found.silent:
            return "somewhere the deal or the rules do not say what follows"
        return "lines with more decisions were not looked at" if found.settled else \
            LIMITS.get(found.ending, found.reason or found.ending)
