"""Where a lost deal was lost: the last event of its line before which the first field of the grade was still within reach.

Along a line what is within reach only ever shrinks, so the line is walked from its end: near the end little is left to
search, and the first position from which some line does better shows the mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from verifier.analysis import engine
from verifier.analysis.choices import EngineChoice
from verifier.analysis.progress import Meter
from verifier.instance import Instance
from verifier.lang.phases import DECISION
from verifier.results.solved import Lost, NoReturn, Settled
from verifier.search.strategies import best_line

if TYPE_CHECKING:
    from verifier.analysis.finding import Finding
    from verifier.analysis.solve import Request
    from verifier.run.backend import Backend
    from verifier.run.reference import Applied, Position
    from verifier.search.best import Best
    from verifier.search.limits import Limits

SECONDS_MAX = 20.0


def first_field(instance: Instance) -> tuple[str, int]:
    """The field of the grade that matters most, and its lowest value."""
    rule = instance.program.game.only("grade")
    assert rule is not None and rule.returned_record is not None
    name, kind = rule.returned_record.fields[0]
    return name, int(getattr(kind, "low", 0))


def lost_deal(instance: Instance, request: Request, found: Finding, settled: Settled | None) -> Lost | None:
    """That no line found for a deal wins, and whether none can: a search closed, or a proved bound says so."""
    if request.goal != "best" or not is_lost(instance, found):
        return None
    name, _ = first_field(instance)
    by_bound = settled is not None and name in settled.fields and settled.by == "bound" and instance.bound_is_proved
    return Lost(instance.program.game.wins or f'gets "{name.replace("_", " ")}"', found.verdict.is_proof or by_bound)


def is_lost(instance: Instance, found: Finding) -> bool:
    """Whether a line ends with the field that matters most at its lowest."""
    return found.grade is not None and found.grade[0] == first_field(instance)[1]


def lost_at(instance: Instance, request: Request, found: Finding, played: Sequence[Applied]) -> NoReturn:
    """Where a lost line, as it was played, was lost; not known when a search along it does not end in time."""
    name, lowest = first_field(instance)
    if request.goal == "best":
        if found.verdict.is_proof:
            return NoReturn(True, name, 0)
        return NoReturn(False, name, reason="no closed search says whether another line does better")
    decided = _decided(instance, played)
    limits = request.limits.within(SECONDS_MAX)
    fields = engine.grades(instance, request.engine)
    with Meter("looking for the point of no return") as meter:
        for index in range(len(decided) - 1, -1, -1):
            best = best_from(instance, request.engine, decided[index], limits, meter)
            if best.grade is not None and fields(best.grade)[0] > lowest:
                return NoReturn(True, name, index + 1, found.line[index])
            if best.verdict != "optimal":
                return NoReturn(False, name, reason=f"the best grade before event {index + 1} was not proved in time")
    return NoReturn(True, name, 0)


def _decided(instance: Instance, played: Sequence[Applied]) -> list[Position]:
    """The positions at which the decisions of a line are taken."""
    before = [instance.start, *(applied.after for applied in played)]
    return [position for position, applied in zip(before, played, strict=False) if applied.kind == DECISION]


def best_from(instance: Instance, choice: EngineChoice, position: Position, limits: Limits, meter: Meter) -> Best:
    """The best line from a position of a line."""
    def search(backend: Backend, limits: Limits) -> Best:
        return best_line(backend, instance.reference, instance.setting, position, limits, meter,
                          bound_is_proved=instance.bound_is_proved, dominance=instance.dominance)

    return engine.searched(instance, choice, limits, meter, search)
