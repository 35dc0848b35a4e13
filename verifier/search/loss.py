"""The quickest loss of a deal: the fewest decisions to an end with the worst first field of the grade.

A breadth-first search that closes without such an end proves that no line loses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from attrs import frozen

from verifier.lang.events import Event
from verifier.run.native import Native
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.search.explore import WORST_END, Explored, Progress, Wish, explore
from verifier.search.limits import Limits


@frozen(eq=False)
class Loss:
    """What a search for the quickest loss found.

    "optimal": `line` (decisions) loses and no shorter one does; "proved": the search closed, so no line loses; "unknown":
    a limit ended it, or parts of the graph are not covered by the deal.
    """

    verdict: Literal["optimal", "proved", "unknown"]
    grade: int | None
    line: list[Event]
    explored: Explored


def quickest_loss(native: Native, setting: Setting, start: Position, limits: Limits | None = None,
                  report: Callable[[Progress], None] = lambda progress: None) -> Loss:
    """The line with the fewest decisions to an end with the worst first grade field, for the deal of the setting."""
    explored = explore(native, setting, start, Wish(goal=WORST_END), limits, report)
    if explored.ending == "goal" and explored.found is not None:
        value = int(native.call("grade", explored.tables.state(explored.found), explored.context))
        return Loss("optimal", value, explored.events_to(explored.found), explored)
    uncovered = any(explored.numbers(status) for status in (5, 6))
    return Loss("proved" if explored.closed and not uncovered else "unknown", None, [], explored)
