"""Random charts of the network, and the textbook's search of them: plain sets and queues, nothing of Daybreak.

A position is a place and how many entries of the tape are used.  Of a deal, an entry of 0 or more picks a way by that number
modulo the weights; one below 0 names the way -(entry + 1).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import cache
from random import Random

from attrs import field, frozen

from tests.games.network import NOWHERE, PLACES, WAYS, Chart, Phase, game
from verifier.lang.values import blank
from verifier.program.program import load
from verifier.run.native import Native

At = tuple[int, int]
Worth = tuple[int, int]


@cache
def native() -> Native:
    """The network without a compiler."""
    return Native(load(game), "interpreted")


@frozen(eq=False)
class Drawn:
    """A chart as plain lists, and the tape of a deal (None: chance is open)."""

    kinds: list[Phase]
    leads: list[list[int]]
    weights: list[list[int]]
    grades: list[Worth]
    tape: tuple[int, ...] | None
    _next: dict[At, list[At] | str] = field(factory=dict, init=False)  # what was asked already: the textbook asks again and again
    _settled: dict[At, At | None] = field(factory=dict, init=False)

    def next(self, at: At) -> list[At] | str:
        """What follows a position; in words, why nothing does."""
        if at not in self._next:
            self._next[at] = self._following(at)
        return self._next[at]

    def _following(self, at: At) -> list[At] | str:
        place, used = at
        ways = [(way, lead) for way, lead in enumerate(self.leads[place]) if lead != NOWHERE]
        match self.kinds[place]:
            case Phase.OUT:
                return "end"
            case Phase.PASS:
                return [(self.leads[place][0], used)]
            case Phase.CHOOSE:
                return [(lead, used) for _, lead in ways] or "dead-end"
        weights = self.weights[place]
        if sum(weights) == 0:
            return "dead-end"
        if self.tape is None:
            return [(lead, used) for way, lead in ways if weights[way]]
        if used >= len(self.tape):
            return "ran-out"
        entry = self.tape[used]
        if entry < 0:
            return [(self.leads[place][-entry - 1], used + 1)] if weights[-entry - 1] else "impossible"
        picked = [way for way in range(WAYS) for _ in range(weights[way])][entry % sum(weights)]
        return [(self.leads[place][picked], used + 1)]

    def status(self, at: At) -> str:
        """What a search says of a position."""
        following = self.next(at)
        if isinstance(following, str):
            return following
        return {Phase.CHOOSE: "decision", Phase.DRAW: "chance", Phase.PASS: "step"}[self.kinds[at[0]]]

    def is_automatic(self, at: At) -> bool:
        """Whether nobody decides here and something follows."""
        kind = self.kinds[at[0]]
        return kind is Phase.PASS or (kind is Phase.DRAW and self.tape is not None and isinstance(self.next(at), list))

    def settled(self, at: At) -> At | None:
        """Where what follows by itself comes to rest; None if it goes round for ever."""
        if at not in self._settled:
            self._settled[at] = self._rest(at)
        return self._settled[at]

    def _rest(self, at: At) -> At | None:
        seen = set()
        while self.is_automatic(at):
            if at in seen:
                return None
            seen.add(at)
            (at,) = self.next(at)  # type: ignore[misc]
        return at

    def distances(self, following: Callable[[At], Iterable[At]], start: At) -> dict[At, int]:
        """How far every position is from the start, breadth-first."""
        found, waiting = {start: 0}, deque([start])
        while waiting:
            at = waiting.popleft()
            for each in following(at):
                if each not in found:
                    found[each] = found[at] + 1
                    waiting.append(each)
        return found

    def transitions(self, at: At) -> list[At]:
        """Every position one transition away."""
        following = self.next(at)
        return [] if isinstance(following, str) else following

    def moves(self, at: At) -> list[At]:
        """Every position one move and what follows by itself away, but where that goes round for ever."""
        return [after for each in self.transitions(at) if (after := self.settled(each)) is not None]

    def best(self) -> list[Worth]:
        """For each place the best grade of an end that can follow, however chance falls; the worst where none can."""
        found = [grade if kind is Phase.OUT else (0, 0) for kind, grade in zip(self.kinds, self.grades, strict=True)]
        for _ in range(PLACES):
            for place in range(PLACES):
                found[place] = max([found[place], *(found[lead] for lead in self.ways(place))])
        return found

    def ways(self, place: int) -> list[int]:
        """Where the ways lead that can be taken from a place, whatever the deal."""
        return [lead for way, lead in enumerate(self.leads[place]) if lead != NOWHERE and self._can(place, way)]

    def _can(self, place: int, way: int) -> bool:
        kind = self.kinds[place]
        return kind is Phase.CHOOSE or (kind is Phase.PASS and way == 0) or (kind is Phase.DRAW and self.weights[place][way] > 0)


def drawn(seed: int, *, dealt: bool = True, luck: bool = True) -> Drawn:
    """A random chart; with `dealt` a tape, which may be too short or name what cannot be."""
    random = Random(seed)
    share = [Phase.CHOOSE] * 5 + [Phase.PASS] * 4 + [Phase.DRAW] * (2 if luck else 0) + [Phase.OUT] * 2
    kinds = [Phase.CHOOSE, *(random.choice(share) for _ in range(PLACES - 1))]
    leads, weights = [], []
    for kind in kinds:
        ways = [random.randrange(PLACES) if random.random() < 0.8 else NOWHERE for _ in range(WAYS)]
        ways[0] = random.randrange(PLACES) if kind is Phase.PASS or (kind is Phase.CHOOSE and random.random() < 0.9) else ways[0]
        if kind is Phase.CHOOSE and leads and random.random() < 0.15:
            ways = [NOWHERE] * WAYS
        leads.append(ways)
        weights.append([random.randrange(4) if lead != NOWHERE and kind is Phase.DRAW else 0 for lead in ways])
    grades = [(int(random.random() < 0.5), random.choice((0, 0, 1, 3, 5, 7))) for _ in kinds]
    tape = tuple(random.randrange(-WAYS, 6) if random.random() < 0.3 else random.randrange(2**20)
                 for _ in range(random.choice((0, 2, 6, 40))))
    return Drawn(kinds, leads, weights, grades, tape if dealt else None)


def chart_of(drawn: Drawn, random: Random, *, slack: int = 0) -> Chart:
    """The chart as component data, with a bound that holds (`slack` above the best that can follow; with 7 anything could) and
    random hints, among them which ways are said to be safe: none in one chart of three, true or not in the others."""
    chart: Chart = blank(game.edition_type)
    sure = Random(str(drawn.leads))
    share = sure.choice((0.0, 0.2, 0.6))
    best, hours = drawn.best(), random.choice((0, 9))  # of one hour, everything is compared with everything else
    for place in range(PLACES):
        chart.kinds[place] = drawn.kinds[place]
        chart.safe[place], chart.worth[place] = bool(drawn.grades[place][0]), drawn.grades[place][1]
        chart.may_be_safe[place], chart.hope[place] = bool(best[place][0]) or slack == 7, min(7, best[place][1] + slack)
        chart.promise[place], chart.hour[place] = random.randint(-99, 99), random.randint(0, hours)
        for way in range(WAYS):
            chart.leads[place * WAYS + way] = drawn.leads[place][way]
            chart.weights[place * WAYS + way] = drawn.weights[place][way]
            chart.sure[place * WAYS + way] = sure.random() < share
    return chart
