"""The ranges of locals as they follow the flow of a rule: apart in branches, joined behind them, grown pass by pass in loops.

A range is an interval that holds every value a local can have at that place, whatever conditions say: no condition narrows
one, so a rule stays inside its ranges when a mutant turns its conditions round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from verifier.lang.scope import Scope, joined, widest
from verifier.lang.types import Scalar

T = TypeVar("T")
Ranges = dict[str, Scalar]
ROUNDS_MOST = 64  # of one loop, before what still grows is taken to be anything
ROUNDS_ALL = 2000  # of all loops of a rule: in nested loops rounds multiply


class Flow:
    """Follows the ranges of one rule's locals, which are `scope.scalars`; does nothing for a scope that does not follow them."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.gone = False  # whether nothing gets to where the pen is
        self._breaks: list[Ranges] = []
        self._continues: list[Ranges] = []
        self._rounds = 0

    @property
    def state(self) -> tuple[bool, list[Ranges], list[Ranges]]:
        """Where the pen is among loops, to go back to behind a statement that is refused."""
        return self.gone, self._breaks, self._continues

    @state.setter
    def state(self, state: tuple[bool, list[Ranges], list[Ranges]]) -> None:
        self.gone, self._breaks, self._continues = state

    def ends(self) -> None:
        """The rule is left here."""
        self.gone = True

    def breaks(self) -> None:
        """The innermost loop is left here."""
        self._leave(self._breaks)

    def continues(self) -> None:
        """The innermost loop goes on with its next pass here."""
        self._leave(self._continues)

    def _leave(self, into: list[Ranges]) -> None:
        if not self.gone:
            into.append(dict(self.scope.scalars))
        self.gone = True

    def apart(self, *ways: Callable[[], T]) -> list[T]:
        """What each of several ways gives; every one begins with the ranges of here, and behind them holds what fits all."""
        if not self.scope.follows:
            return [way() for way in ways]
        before, gone = self.scope.scalars, self.gone
        found, reached, others = [], [], Ranges()
        for way in ways:
            # A name of another way has no value in this one, but stays of its sort.
            self.scope.scalars, self.gone = {**others, **before}, gone
            found.append(way())
            if not self.gone:
                reached.append(self.scope.scalars)
            others = {**others, **self.scope.scalars}
        self.gone = not reached
        self.scope.scalars = {name: _around(name, kind, reached) for name, kind in others.items()}
        return found

    def looped(self, passes: int, way: Callable[[], T]) -> T:
        """The body of a loop that makes at most so many passes, read with ranges that hold in each of them.

        It is read again and again: what holds before pass k + 1 is what held before pass k, or what that pass left.  So after as
        many rounds as there are passes the ranges hold, though they may still grow; a counter has its exact range.
        """
        if not self.scope.follows:
            return way()
        scope, gone, outer = self.scope, self.gone, (self._breaks, self._continues)
        known = dict(scope.places), dict(scope.records), dict(scope.bounds), dict(scope.origins)
        head, number = dict(scope.scalars), 0
        while True:
            scope.places, scope.records, scope.bounds, scope.origins = (dict(each) for each in known)  # type: ignore[assignment]
            scope.scalars, self.gone, self._breaks, self._continues = dict(head), False, [], []
            number, self._rounds = number + 1, self._rounds + 1
            found = way()
            ends = self._continues if self.gone else [*self._continues, scope.scalars]
            after = {name: joined(kind, *(end.get(name, kind) for end in ends)) for name, kind in head.items()}
            if after == head or number == passes:
                break
            if number >= ROUNDS_MOST or self._rounds >= ROUNDS_ALL:
                after = {name: kind if kind == head[name] else widest(kind) for name, kind in after.items()}
            head = after
        left = {name: joined(kind, *(each.get(name, kind) for each in self._breaks)) for name, kind in after.items()}
        scope.scalars = {**scope.scalars, **left}
        self.gone, (self._breaks, self._continues) = gone, outer
        return found


def _around(name: str, otherwise: Scalar, reached: list[Ranges]) -> Scalar:
    """The range of a name behind several ways; what it was in a way that leads nowhere, if no other way knows it."""
    kinds = [each[name] for each in reached if name in each]
    return joined(*kinds) if kinds else otherwise
