"""What else could have been done along a line: at each decision, the grade that every legal one still reaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from verifier.analysis import reach
from verifier.analysis.choices import EngineChoice
from verifier.analysis.progress import Meter
from verifier.analysis.reach import NO_END, Bounds, behind
from verifier.errors import BadInput, Problem
from verifier.instance import Instance
from verifier.lang.phases import DECISION
from verifier.results.stepped import Alternative
from verifier.run.reference import Applied, Position

if TYPE_CHECKING:
    from verifier.search.limits import Limits


@frozen
class Choices:
    """The legal decisions at one point of a line, in the game's order, with what each still reaches; one of them was `played`."""

    bounds: tuple[tuple[str, Bounds | None], ...]
    played: str

    @property
    def low(self) -> int:
        """What some decision is known to reach."""
        return max((each.low for _, each in self.bounds if each is not None), default=NO_END)

    @property
    def high(self) -> int | None:
        """What no decision passes; None where it is not known of one."""
        highs = [each.high for _, each in self.bounds if each is not None]
        return max(highs) if len(highs) == len(self.bounds) else None

    def to_result(self, instance: Instance, choice: EngineChoice) -> tuple[Alternative, ...]:
        """The decisions as data; one is worse when another is known to reach more."""
        return tuple(Alternative(event, None if each is None else reach.graded(instance, choice, each.low),
                                 each is not None and each.known, event == self.played, each is not None and each.high < self.low)
                     for event, each in self.bounds)


def alternatives(instance: Instance, choice: EngineChoice, events: Sequence[Applied], bounds: Sequence[Bounds | None],
                 limits: Limits) -> tuple[dict[int, Choices], str]:
    """For the index of each decision of a line, the decisions that are legal there; and "done", or "interrupted".

    `bounds` are what can be reached by how many decisions of the line were taken.  Not promised: that a grade is known.  Behind
    an early decision there is more to search than any limit allows.
    """
    position, found, taken = instance.start, dict[int, Choices](), 0
    with Meter("comparing decisions") as meter:
        try:
            for index, applied in enumerate(events):
                if applied.kind == DECISION:
                    taken += 1
                    meter.step(f"event {index + 1} of {len(events)}")
                    found[index] = _there(instance, choice, position, applied, bounds[taken], limits)
                position = applied.after
        except KeyboardInterrupt:
            return found, "interrupted"
    return found, "done"


def strengthened(bounds: Sequence[Bounds | None], found: Mapping[int, Choices]) -> list[Bounds | None]:
    """Bounds along a line with what all decisions at a point say together: the best of them reaches what can be reached there."""
    result = list(bounds)
    for taken, (_, choices) in enumerate(sorted(found.items())):
        one = result[taken]
        low = max((each for each in choices.bounds if each[1] is not None), key=lambda each: each[1].low if each[1] else NO_END,
                  default=None)
        if one is None or low is None or low[1] is None:
            continue
        first = low[0] if low[1].low > one.low else one.first
        high = one.high if choices.high is None else min(one.high, choices.high)
        result[taken] = Bounds(max(one.low, low[1].low), high, first, one.stuck_line)
    return reach.tightened(result)


def refuse_ungraded(instance: Instance) -> None:
    """BadInput (DB585) for a game without grades."""
    if instance.program.game.only("grade") is None:
        raise BadInput(Problem("DB585", f"{instance.program.game.title} has no grade to compare decisions by",
                               "--alternatives", "leave it out"))


def _there(instance: Instance, choice: EngineChoice, position: Position, played: Applied, after: Bounds | None, limits: Limits
           ) -> Choices:
    """The decisions of one position, each with what it still reaches."""
    there = {event: instance.reference.apply(position, event).after for event in instance.reference.legal(position)}
    return Choices(tuple((event.text, after if event == played.event else behind(instance, choice, reached, limits))
                         for event, reached in there.items()), played.event.text)
