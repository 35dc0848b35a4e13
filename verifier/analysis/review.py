"""What each decision of a line that somebody played gave up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis.choices import EngineChoice
from verifier.analysis.progress import Meter
from verifier.errors import BadInput, Problem, RuleFailed
from verifier.line import Line, replay

if TYPE_CHECKING:
    from verifier.lang.events import Event
    from verifier.prepared import Prepared
    from verifier.report.results.solved import Reviewed, ReviewedDecision
    from verifier.run.reference import Applied, Position
    from verifier.search.limits import Limits

DECISION_SECONDS = 10.0  # for what can be had from one position, unless a limit says otherwise
BEST, WORSE, LOST, UNKNOWN = "best", "worse", "lost", "unknown"


@frozen
class _Reach:
    """What can still be had from a position: at least `low` (None: nothing known), at most `high`, and how to begin.

    `stuck_line` leads from there to a dead end of the rules, behind which something better could be.
    """

    low: tuple[int, ...] | None
    high: tuple[int, ...]
    first: str | None = None
    stuck_line: Sequence[Event] | None = None

    @property
    def grade(self) -> tuple[int, ...] | None:
        """The best grade, where it is known."""
        return self.low if self.low == self.high else None


def reviewed(prepared: Prepared, line: Line, choice: EngineChoice, limits: Limits) -> Reviewed:
    """Each decision of a line that somebody played, judged; `limits` are for what can be had from one position."""
    if prepared.program.game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{prepared.program.game.title} has no grade: no line is better than another"))
    if not prepared.has_deal:
        raise BadInput(Problem("DB593", "decisions are judged by a deal, and the scenario has none", "$.deal", "give it a seed"))
    if limits.seconds is None:
        limits = evolve(limits, seconds=DECISION_SECONDS)
    played = list(replay(prepared.reference, prepared.start, line))
    from verifier.analysis import answer
    from verifier.analysis.grounds import settled_between
    from verifier.lang.phases import DECISION, END
    from verifier.report.results.solved import Reviewed

    began, ending = clock.seconds(), "done"
    positions = [prepared.start, *(applied.after for applied in played)]
    decided = [number for number, applied in enumerate(played) if applied.kind == DECISION]
    reach: dict[int, _Reach | None] = {}
    over = prepared.reference.kind(positions[-1]) == END
    with Meter("reviewing") as meter:
        try:
            # From the end, where little is left to search.
            for at in [len(played), *reversed(decided)]:
                meter.step(f"{len(reach)} of {len(decided) + 1} positions")
                reach[at] = _reach(prepared, positions[at], choice, limits, meter)
        except KeyboardInterrupt:
            ending = "interrupted"
    rows = []
    for number, (at, following) in enumerate(zip(decided, [*decided, len(played)][1:], strict=True), 1):
        rows.append(_judged(prepared, number, played[at].event.text, reach.get(at), reach.get(following)))
        if rows[-1].verdict == UNKNOWN:
            _refuse_dead_end(prepared, played, {at: reach.get(at), following: reach.get(following)})
    start = reach.get(decided[0] if decided else len(played))
    grade = prepared.grade(positions[-1]) if over else None
    return Reviewed(answer.about(prepared), tuple(rows), over, answer.grade(prepared, grade),
                    answer.grade(prepared, None if start is None else start.grade), ending, round(clock.seconds() - began, 3),
                    None if start is None or start.low is None or start.grade is not None
                    else settled_between(prepared, start.low, start.high))


def _refuse_dead_end(prepared: Prepared, played: list[Applied], reach: Mapping[int, _Reach | None]) -> None:
    """Say what keeps a decision from being judged, if it is a dead end of the rules."""
    from verifier.analysis.stuck import dead_end

    for at, found in reach.items():
        if found is not None and found.stuck_line is not None:
            raise dead_end(prepared, [*(applied.event for applied in played[:at]), *found.stuck_line])


def _reach(prepared: Prepared, position: Position, choice: EngineChoice, limits: Limits, meter: Meter) -> _Reach | None:
    """What can be had from a position; None where the deal has run out, or the rules cannot go on."""
    from verifier.analysis import engine
    from verifier.analysis.lost import best_from

    try:
        best = best_from(prepared, choice, position, limits, meter)
    except RuleFailed:
        return None
    if best.ending == "interrupted":
        raise KeyboardInterrupt
    fields = engine.grades(prepared, choice)
    low = None if best.grade is None else fields(best.grade)
    high = fields(best.upper_bound) if best.verdict != "optimal" or low is None else low
    return _Reach(low, high, best.line[0].text if best.line else None, best.stuck_line)


def _judged(prepared: Prepared, number: int, event: str, before: _Reach | None, after: _Reach | None) -> ReviewedDecision:
    """A decision by what could be had before and after it; what searches left open may still tell the two apart."""
    from verifier.analysis import answer
    from verifier.analysis.grounds import settled_between
    from verifier.analysis.lost import first_field
    from verifier.report.results.solved import ReviewedDecision

    if before is None or after is None:
        return ReviewedDecision(number, event, UNKNOWN)
    known = answer.grade(prepared, before.grade), answer.grade(prepared, after.grade)
    if before.high == after.low:
        return ReviewedDecision(number, event, BEST, answer.grade(prepared, after.low), answer.grade(prepared, after.low))
    if before.low is None or after.high >= before.low:
        kept = None if after.low is None else settled_between(prepared, after.low, before.high)
        return ReviewedDecision(number, event, UNKNOWN, *known, kept=kept)
    _, lowest = first_field(prepared)
    verdict = LOST if after.high[0] == lowest < before.low[0] else WORSE
    rule = prepared.program.game.only("grade")
    assert rule is not None and rule.returned_record is not None
    names = [name for name, _ in rule.returned_record.fields]
    cost = next(name for name, one, other in zip(names, before.low, after.high, strict=True) if one != other)
    return ReviewedDecision(number, event, verdict, *known, before.first, cost)
