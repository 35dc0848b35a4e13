"""What a coalition can force by what its seats see: one event for all positions that look the same to whoever decides.

A blind strategy is one of open cards too, so it never leaves the positions that are worth as much with open cards, and chooses
only events that lead to such.  Of each look, which is whose decision it is and what that seat sees, the events are kept that do
so at every position come to so far; where several are left, one is tried, those that do at all positions of the look first.  What
cannot go on is taken back, the last choice first, so that a search that ends without a strategy has tried them all.

Strategies have no memory: what is done depends on the look alone, not on how play came to it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING

from attrs import define, frozen

from verifier.search.forced import Choice

if TYPE_CHECKING:
    from verifier.search.forced import Forced

Look = Hashable
CHOICES_TAKEN_BACK_MOST = 10_000


@frozen
class Blind:
    """The positions of a strategy with what is done there, the start first; None where none was found.

    `tried_all`: none of the strategies without memory does it.
    """

    strategy: list[Choice] | None
    tried_all: bool


@define
class _Tried:
    """A look with the events that are still to be tried, and how much was known before the first of them was."""

    look: Look
    events: Iterator[int]
    come_to: int
    expanded: int
    narrowed: int


def blind(found: Forced, aim: int, look_of: Callable[[int], Look], *, taken_back_most: int = CHOICES_TAKEN_BACK_MOST) -> Blind:
    """A strategy without memory by which the coalition has `aim` at least, from what each of its seats sees.

    `found` is what it can force with open cards, which is not less; `look_of` says how a state that the coalition decides looks.
    """
    return _Search(found, aim, look_of).run(taken_back_most)


class _Search:
    """A search under way.

    `come_to` are the states that play can come to by what was chosen so far, the first `expanded` of them with what follows;
    `left` are the events that are left of each look, one once it is chosen; `narrowed` is what they were before, to take back.
    """

    def __init__(self, found: Forced, aim: int, look_of: Callable[[int], Look]) -> None:
        self.found, self.aim = found, aim
        self.keeping: dict[int, dict[int, int]] = {}  # state -> event -> next state; of the coalition's, what keeps the aim
        self.looks: dict[int, Look] = {}
        self.everywhere: dict[Look, Counter[int]] = defaultdict(Counter)  # at how many states of a look an event keeps the aim
        self.alike: Counter[Look] = Counter()
        for number in self._worth_as_much():
            if found.ours[number] and self.keeping[number]:
                look = self.looks[number] = look_of(number)
                self.alike[look] += 1
                self.everywhere[look].update(self.keeping[number].keys())
        self.come_to: list[int] = []
        self.is_come_to: set[int] = set()
        self.expanded = 0
        self.left: dict[Look, frozenset[int]] = {}
        self.narrowed: list[tuple[Look, frozenset[int] | None]] = []
        self.tried: list[_Tried] = []

    def _worth_as_much(self) -> Iterator[int]:
        """The states that play can come to as long as the coalition keeps the aim, with the events that keep it."""
        waiting, seen = [0], {0}
        for number in waiting:
            is_ours, following = self.found.ours[number], self.found.followed(number, None)
            self.keeping[number] = {event: after for event, after in following
                                    if not is_ours or self.found.least.at(after) >= self.aim}
            yield number
            for after in self.keeping[number].values():
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)

    def run(self, taken_back_most: int) -> Blind:
        """Choose, and take back what cannot go on."""
        fits, taken_back = self._come(0), 0
        while True:
            fits = fits and self._expand()
            if fits and self._ends():
                return Blind(list(self._strategy()), False)
            if not self._take_back():
                return Blind(None, True)
            fits, taken_back = True, taken_back + 1
            if taken_back > taken_back_most:
                return Blind(None, False)

    def _expand(self) -> bool:
        """What follows all states that play can come to; whether an event is left for each look."""
        while self.expanded < len(self.come_to):
            number = self.come_to[self.expanded]
            look = self.looks.get(number)
            if look is not None and len(self.left[look]) > 1:
                tried = _Tried(look, iter(self._in_order(number, look)), len(self.come_to), self.expanded, len(self.narrowed))
                self.tried.append(tried)
                self._narrow(look, frozenset((next(tried.events),)))
            self.expanded += 1
            if not all(self._come(after) for after in self._after(number)):
                return False
        return True

    def _come(self, number: int) -> bool:
        """Play can come to a state: whether an event is left for how it looks."""
        if number in self.is_come_to:
            return True
        self.is_come_to.add(number)
        self.come_to.append(number)
        look = self.looks.get(number)
        if look is None:
            return True
        keeping = frozenset(self.keeping[number])
        self._narrow(look, self.left.get(look, keeping) & keeping)
        return bool(self.left[look])

    def _after(self, number: int) -> list[int]:
        """What follows a state by what is chosen there."""
        look = self.looks.get(number)
        if look is None:
            return list(self.keeping[number].values())
        (event,) = self.left[look]
        return [self.keeping[number][event]]

    def _in_order(self, number: int, look: Look) -> list[int]:
        """The events to be tried: those first that keep the aim wherever it looks so, and what open cards would have one do."""
        kept, alike, (opened, _) = self.everywhere[look], self.alike[look], self.found.chosen(number)
        return sorted(self.left[look], key=lambda event: (kept[event] < alike, event != opened, -kept[event], event))

    def _narrow(self, look: Look, events: frozenset[int]) -> None:
        before = self.left.get(look)
        if before != events:
            self.narrowed.append((look, before))
            self.left[look] = events

    def _take_back(self) -> bool:
        """Take the last choice back for the next event, or the one before; whether there was one left."""
        while self.tried:
            last = self.tried[-1]
            while len(self.narrowed) > last.narrowed:
                look, before = self.narrowed.pop()
                if before is None:
                    del self.left[look]
                else:
                    self.left[look] = before
            self.is_come_to.difference_update(self.come_to[last.come_to:])
            del self.come_to[last.come_to:]
            self.expanded = last.expanded
            event = next(last.events, None)
            if event is not None:
                self._narrow(last.look, frozenset((event,)))
                return True
            self.tried.pop()
        return False

    def _ends(self) -> bool:
        """Whether play comes to an end, or need not."""
        if self.aim <= self.found.endless:
            return True
        done, under_way, waiting = set[int](), {0}, [(0, iter(self._after(0)))]
        while waiting:
            number, following = waiting[-1]
            after = next(following, None)
            if after is None:
                under_way.remove(number)
                done.add(number)
                waiting.pop()
            elif after in under_way:
                return False
            elif after not in done:
                under_way.add(after)
                waiting.append((after, iter(self._after(after))))
        return True

    def _strategy(self) -> Iterator[Choice]:
        for number in self.come_to:
            edges = tuple(self.keeping[number].items())
            if (look := self.looks.get(number)) is not None:
                (event,) = self.left[look]
                edges = ((event, self.keeping[number][event]),)
            yield Choice(number, int(self.found.seats[number]), edges)
