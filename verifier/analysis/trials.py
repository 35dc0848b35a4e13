"""Scenarios that rules are tried on: the line of each, what it uses of the rulebook, and what altered rules do otherwise there.

A scenario uses a clause when its set-up, an event of its line or a legal move beside it exercises the clause, or when the clause
refuses a move there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from attrs import define

from verifier.prepared import Prepared
from verifier.run.reference import Applied
from verifier.search.clause_counts import count_line
from verifier.search.mutation import Bench, Bodies, Killed, Walk


@define(eq=False, slots=False)
class Trial:
    """A scenario with its line: the events from its start that the reference played, decisions or not.

    `file` is what the scenario is found by, for records.
    """

    prepared: Prepared
    applied: Sequence[Applied]
    file: str = ""

    @property
    def name(self) -> str:
        """The name of the scenario."""
        return self.prepared.scenario.name

    @property
    def from_set_up(self) -> bool:
        """Whether it starts from the table that the set-up lays out."""
        return self.prepared.scenario.start is None

    @cached_property
    def uses(self) -> frozenset[str]:
        """The clauses that it uses."""
        prepared = self.prepared
        counted = count_line(prepared.reference, prepared.start, self.applied, whole=True)
        laid_out = prepared.reference.laid_out()[1] if self.from_set_up else ()
        return frozenset([*(+counted.exercised), *(+counted.refused), *laid_out])

    @cached_property
    def bench(self) -> Bench:
        """Its line, and every move beside it, by the rules as they are."""
        prepared = self.prepared
        walk = Walk(self.name, prepared.setting, prepared.start, tuple(each.event for each in self.applied), self.from_set_up)
        return Bench(prepared.native("interpreted"), [walk], [], 0)

    def judge(self, bodies: Bodies) -> Killed | None:
        """What tells rules with other bodies from the game here; None if nothing does."""
        return self.bench.judge(bodies)
