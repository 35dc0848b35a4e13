"""What each decision of a line gave up: one analysis for the review of a line and for its page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer, engine, luck, reach
from verifier.analysis.alternatives import alternatives, strengthened
from verifier.analysis.built_in import dead_end
from verifier.analysis.choices import EngineChoice
from verifier.analysis.engine import NO_GRADE
from verifier.analysis.grounds import settled_between
from verifier.analysis.lost import first_field
from verifier.analysis.reach import NO_END, Bounds
from verifier.errors import BadInput, Problem
from verifier.lang.phases import DECISION, END
from verifier.results.solved import UNGRADED, Reviewed, ReviewedDecision

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.results.luck import Luck
    from verifier.results.stepped import Alternative, Reach
    from verifier.run.reference import Applied
    from verifier.search.limits import Limits

BEST, WORSE, LOST, UNKNOWN = "best", "worse", "lost", "unknown"


@frozen
class Judged:
    """The decisions of a line, and what could be reached: `bounds` by how many decisions were taken, `reach` at the start and
    after each event; `alternatives` by the index of the event.  `ending` is "done" or "interrupted"; `luck` is there if it was
    asked for.
    """

    decisions: tuple[ReviewedDecision, ...]
    bounds: tuple[Bounds | None, ...]
    reach: tuple[Reach | None, ...]
    alternatives: dict[int, tuple[Alternative, ...]]
    ending: str
    luck: Luck | None = None


def judged(instance: Instance, choice: EngineChoice, events: Sequence[Applied], limits: Limits | None = None, *,
           is_best: bool = False, compare: bool = False) -> Judged:
    """Each decision of a line by what could be reached before and after it; `limits` are for the search from one position.

    With `compare` every legal decision is searched, not only the one that was taken; that can settle more.  `is_best` where the
    line is known to be a best one.  Not promised: that a decision is known to be best or a mistake; and without grades none is.
    """
    if instance.program.game.only("grade") is None:
        return _ungraded(events)
    limits = reach.limited(limits)
    positions = [instance.start, *(applied.after for applied in events)]
    decided = [index for index, applied in enumerate(events) if applied.kind == DECISION]
    bounds, ending = reach.along(instance, choice, [positions[at] for at in [*decided, len(events)]], limits, is_best=is_best)
    others = {}
    if compare and ending == "done":
        found, ending = alternatives(instance, choice, events, bounds, limits)
        bounds = strengthened(bounds, found)
        others = {index: each.to_result(instance, choice) for index, each in found.items()}
    rows = tuple(_judged(instance, choice, number, index + 1, events[index].event.text, bounds[number - 1], bounds[number])
                 for number, index in enumerate(decided, 1))
    until = [at + 1 for at in decided]
    by_event = [bounds[sum(number >= each for each in until)] for number in range(len(positions))]
    return Judged(rows, tuple(bounds), tuple(reach.to_result(instance, choice, each) for each in by_event), others, ending)


def _ungraded(events: Sequence[Applied]) -> Judged:
    """The decisions of a line that nobody judges by what all could reach."""
    decided = [(index + 1, applied.event.text) for index, applied in enumerate(events) if applied.kind == DECISION]
    rows = tuple(ReviewedDecision(number, event, UNKNOWN, at=at, open=UNGRADED) for number, (at, event) in enumerate(decided, 1))
    return Judged(rows, (None,) * (len(rows) + 1), (None,) * (len(events) + 1), {}, "done")


def refuse(instance: Instance, *, by_seat: bool = False) -> None:
    """BadInput for what cannot be judged: a game without grades (DB520), if not `by_seat`; chance that no deal fixes (DB593)."""
    if instance.program.game.only("grade") is None and not by_seat:
        hint = "add --honest --by-seat, since its ends are worth something to each seat" if instance.seats else NO_GRADE
        raise BadInput(Problem("DB520", f"{instance.program.game.title} has no grade: no line is better than another", hint=hint))
    if instance.program.tapes and not instance.has_deal:
        raise BadInput(Problem("DB593", "decisions are judged by a deal, and the scenario has none", "$.deal", "give it a seed"))


def summary(instance: Instance, choice: EngineChoice, events: Sequence[Applied], limits: Limits, *, compare: bool = False,
            honest: luck.Request | None = None) -> tuple[Reviewed, Judged]:
    """The review of a line that was played, and what it rests on; RuleFailed where a dead end leaves a decision undecided.

    With `honest` it says what could be known without the deal, too: `verifier.analysis.luck`.
    """
    began = clock.seconds()
    found = judged(instance, choice, events, limits, compare=compare)
    totals = None
    if honest is not None and found.ending != "done":
        totals = luck.unbegun(instance, events, honest)
    elif honest is not None:
        try:
            rows, totals, ending = luck.judged(instance, choice, events, honest)
            decisions = tuple(evolve(each, chances=row) for each, row in zip(found.decisions, rows, strict=True))
            found = evolve(found, decisions=decisions, ending=ending)
        except KeyboardInterrupt:
            found, totals = evolve(found, ending="interrupted"), luck.unbegun(instance, events, honest)
    found = evolve(found, luck=totals)
    _refuse_dead_end(instance, events, found)
    last = events[-1].after if events else instance.start
    over = instance.reference.kind(last) == END
    start, best, settled = found.bounds[0], None, None
    if start is not None and start.known:
        best = reach.graded(instance, choice, start.low)
    elif start is not None and start.low != NO_END:
        fields = engine.grades(instance, choice)
        settled = settled_between(instance, fields(start.low), fields(start.high))
    return Reviewed(answer.about(instance), found.decisions, over, answer.grade(instance, instance.grade(last)) if over else None,
                    best, found.ending, round(clock.seconds() - began, 3), settled, totals), found


def _refuse_dead_end(instance: Instance, events: Sequence[Applied], found: Judged) -> None:
    """Say what keeps a decision from being judged, if it is a dead end of the rules."""
    for each in found.decisions:
        for taken in (each.number - 1, each.number):
            bounds = found.bounds[taken]
            if each.verdict == UNKNOWN and bounds is not None and bounds.stuck_line is not None:
                until = each.at - 1 if taken < each.number else _next_decision(found, each, len(events))
                raise dead_end(instance, [*(applied.event for applied in events[:until]), *bounds.stuck_line])


def _next_decision(found: Judged, each: ReviewedDecision, end: int) -> int:
    """How many events come before the decision after one."""
    return found.decisions[each.number].at - 1 if each.number < len(found.decisions) else end


def _judged(instance: Instance, choice: EngineChoice, number: int, at: int, event: str, before: Bounds | None,
            after: Bounds | None) -> ReviewedDecision:
    """A decision by what could be reached before and after it; what searches left open may still distinguish the two."""
    row = ReviewedDecision(number, event, UNKNOWN, at=at)
    if before is None or after is None:
        return evolve(row, open="deal")
    if before.high == after.low:
        grade = reach.graded(instance, choice, after.low)
        return evolve(row, verdict=BEST, before=grade, after=grade)
    fields = engine.grades(instance, choice)
    row = evolve(row, before=reach.graded(instance, choice, before.low) if before.known else None,
                 after=reach.graded(instance, choice, after.low) if after.known else None)
    if after.high >= before.low:
        kept = None if after.low == NO_END else settled_between(instance, fields(after.low), fields(before.high))
        return evolve(row, kept=kept, open="limit")
    could, can = fields(before.low), None if after.high == NO_END else fields(after.high)
    _, lowest = first_field(instance)
    verdict = LOST if could[0] > lowest and (can is None or can[0] == lowest) else WORSE
    rule = instance.program.game.only("grade")
    assert rule is not None and rule.returned_record is not None
    names = [name for name, _ in rule.returned_record.fields]
    severity = next(index for index, one in enumerate(could) if can is None or one != can[index])
    return evolve(row, verdict=verdict, better=before.first, cost=names[severity], severity=severity)
