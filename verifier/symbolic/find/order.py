"""An order of the next outcomes of chance with which a deal is won by some line, or lost by every one.

Counterexample-guided: z3 proposes an order, whoever asks answers with what becomes of the deal under it and how many of its
entries that rests on, and z3 never again proposes an order that begins with those.  When it has none left, the answer is that
there is none: each order was shown to be another case by a line, or by a search of all lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum

from attrs import frozen

from verifier.symbolic.lift.terms import Number, add, any_of, at_most, choose, equal, negation, number_variable
from verifier.symbolic.solver import Effort, Outcome, Solver


@frozen
class Orders:
    """All sequences of so many outcomes (numbers from 0) of a stream of chance.

    With `held`, no outcome comes more often than that; an order that is a rearrangement holds just as many as are held.
    """

    outcomes: int
    count: int
    held: tuple[int, ...] | None = None


class Fate(StrEnum):
    """What becomes of a deal, under one order, when it is played as well as can be."""

    WON = "won"  # by a line that was replayed
    LOST = "lost"  # by every line: they were all searched
    EASY = "easy"  # by a line, though not as hard to win as is asked for
    OPEN = "open"  # not known: the search was cut short, or the deal does not say enough


@frozen
class Judged:
    """The fate of a deal under an order; the same under every order that begins with the first `entries` of its entries.

    A deal that is won is so by `line`, which needs no more of the order than those entries.
    """

    fate: Fate
    entries: int
    reason: str = ""
    line: tuple[str, ...] = ()


class Proposals:
    """Orders that z3 proposes: any of those asked for that do not begin as one that was excluded."""

    def __init__(self, orders: Orders, effort: Effort | None = None) -> None:
        self.solver = Solver(effort)
        found = [number_variable(f"entry {place}", 0, orders.outcomes - 1) for place in range(orders.count)]
        self.entries: list[Number] = [number for number, _ in found]
        self.solver.require([kept for _, kept in found])
        for outcome, most in enumerate(orders.held or ()):
            times: Number = 0
            for entry in self.entries:
                times = add(times, choose(equal(entry, outcome), 1, 0))
            self.solver.require([at_most(times, most)])

    def propose(self) -> tuple[tuple[int, ...] | None, str]:
        """An order, or None: with a reason if z3 does not know one, without if there is none."""
        answer = self.solver.ask()
        if answer.outcome is Outcome.SAT:
            return tuple(answer.numbers(self.entries)), ""
        return None, answer.reason if answer.outcome is Outcome.UNKNOWN else ""

    def exclude(self, beginning: Sequence[int]) -> None:
        """Never again an order that begins like this."""
        pairs = zip(self.entries, beginning, strict=False)
        self.solver.require([any_of(negation(equal(entry, outcome)) for entry, outcome in pairs)])


class OrderSearch:
    """The search for an order with a fate that is wanted; what is known when it ends, or is interrupted.

    `found` is the order and how it was judged; `none` says that there is no such order.  `tried` counts the orders that were
    judged, `undecided` has the reasons of those that stayed open.
    """

    def __init__(self, orders: Orders, wanted: Fate, judge: Callable[[tuple[int, ...]], Judged], effort: Effort | None = None,
                 progress: Callable[[str], None] = lambda _: None) -> None:
        self.proposals, self.wanted, self.judge, self.progress = Proposals(orders, effort), wanted, judge, progress
        self.found: tuple[tuple[int, ...], Judged] | None = None
        self.none = False
        self.tried = 0
        self.undecided: list[str] = []
        self.reason = ""

    def run(self) -> None:
        """Propose orders until one has the fate that is wanted, or none is left, or there is no time left."""
        while True:
            order, self.reason = self.proposals.propose()
            if order is None:
                self.none = not self.reason and not self.undecided
                if self.undecided and not self.reason:
                    self.reason = Counter(self.undecided).most_common(1)[0][0]
                return
            judged = self.judge(order)
            self.tried += 1
            if judged.fate is self.wanted:
                self.found = order, judged
                return
            if judged.fate is Fate.OPEN:
                self.undecided.append(judged.reason)
            self.progress(f"{self.tried} orders tried, {len(self.undecided)} undecided")
            self.proposals.exclude(order[:judged.entries])
