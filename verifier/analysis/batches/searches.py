"""The searches that `readings` makes of deals, in a store: what is there is not searched again, what is new is added.

A deal whose best grade is known under the rulings in force is asked about as a batch asks ("solve").  Of the others only the
first field can be compared, and a line that has its best value ends their searches: that is another question ("first").
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from verifier.analysis.batches.answering import best_of, row_of
from verifier.analysis.batches.question import Question, asked_of, start_digest
from verifier.analysis.batches.row import Row
from verifier.analysis.batches.store import Store
from verifier.instance import Instance, instance_of
from verifier.scenarios.deal import Deal

if TYPE_CHECKING:
    from verifier.run.backend import Backend
    from verifier.search.best import Best
    from verifier.search.policy import Deal as Dealt
    from verifier.search.policy import Side


@define(eq=False)
class KeptSearches:
    """A store as what answers the searches of a comparison (`verifier.search.effect.Searches`), of some seeds."""

    store: Store
    backend: Backend
    states: int
    seeds: range
    sides: dict[Side, tuple[Instance, Question]] = field(factory=dict)
    known: dict[str, dict[int, Row]] = field(factory=dict)

    def about(self, side: Side, instance: Instance) -> None:
        """Say what a side is: deals from the start of an instance that has none."""
        key = instance.reference.key(instance.start)
        start = "" if instance.scenario.start is None else start_digest(key)
        self.sides[side] = instance, asked_of(instance, "solve", states=self.states, start=start)

    def __call__(self, side: Side, deal: Dealt, enough: int | None, search: Callable[[], Best]) -> Best:
        """The answer that is kept, or that of the search, which is kept then unless a limit of this run ended it."""
        instance, question = self.sides[side]
        if enough is not None:
            question = evolve(question, ask="first")
        rows = self._rows(question)
        if deal.seed in rows:
            return best_of(rows[deal.seed], self.backend)
        began = process_time()
        found = search()
        if found.ending not in ("interrupted", "seconds", "memory"):
            dealt = instance_of(evolve(instance.scenario, deal=Deal(deal.seed)), instance.program)
            row = evolve(row_of(self.backend, dealt, deal.seed, found), seconds=round(process_time() - began, 6))
            self.store.add(question, [row])
            rows[deal.seed] = row
        return found

    def _rows(self, question: Question) -> dict[int, Row]:
        if question.key not in self.known:
            self.known[question.key] = self.store.of(question, self.seeds[0], self.seeds[-1])
        return self.known[question.key]
