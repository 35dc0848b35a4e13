"""Scenarios that rules are tried on: the line of each, what it uses of the rulebook, and what altered rules do otherwise there.

A scenario uses a clause when its set-up, an event of its line or a legal move beside it exercises the clause, or when the clause
refuses a move there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from attrs import define

from verifier.instance import Instance
from verifier.run.reference import Applied
from verifier.search.clause_counts import count_line
from verifier.search.mutation import Bench, Bodies, Killed, Walk


@define(eq=False, slots=False)
class Trial:
    """A scenario with its line: the events from its start that the reference played, decisions or not.

    `file` is what the scenario is found by, for records.
    """

    instance: Instance
    applied: Sequence[Applied]
    file: str = ""

    @property
    def name(self) -> str:
        """The name of the scenario."""
        return self.instance.scenario.name

    @property
    def from_set_up(self) -> bool:
        """Whether it starts from the table that the set-up lays out."""
        return self.instance.scenario.start is None

    @cached_property
    def uses(self) -> frozenset[str]:
        """The clauses that it uses."""
        instance = self.instance
        counted = count_line(instance.reference, instance.start, self.applied, whole=True)
        laid_out = instance.reference.laid_out()[1] if self.from_set_up else ()
        return frozenset([*(+counted.exercised), *(+counted.refused), *laid_out])

    @cached_property
    def bench(self) -> Bench:
        """Its line, and every move beside it, by the rules as they are."""
        instance = self.instance
        walk = Walk(self.name, instance.setting, instance.start, tuple(each.event for each in self.applied), self.from_set_up)
        return Bench(instance.native("interpreted"), [walk], [], 0)

    def judge(self, bodies: Bodies) -> Killed | None:
        """The first difference that rules with other bodies make here; None if there is none."""
        return self.bench.judge(bodies)
