"""What a coalition of seats can force on an explored graph, whatever the others and open chance do: backward induction.

An end is worth to a coalition what it is worth to the seat of it that it is worth least to.  From the ends backwards every
state is settled once (`kernels/sides.py`), so that the work is that of looking at each edge once.  Play that never ends is worth
`endless`: ends that are worth more are settled for the coalition, which has to reach them (a least fixed point), those that are
worth less for the others, whom the coalition has to keep from them (a greatest one); what neither can force goes on for ever.

States that were not explored, and those where the deal or the rules do not say what follows, are worth anything: the answer is
two numbers, as if all of them were worth least and as if all were worth most.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from attrs import define, frozen

from verifier.errors import EngineBug, Problem
from verifier.lang.game import Rule
from verifier.lang.types import EnumType
from verifier.lang.values import copied
from verifier.run.control import Status
from verifier.run.reference import Position, Reference
from verifier.search.explore import Explored

Array = Any  # numpy's
NEVER = -1  # what play without an end is worth where the coalition has to end it: less than any end


@frozen
class Choice:
    """A state of a strategy: whose it is (-1: nobody's), and the edges that are followed, each an event and the next state."""

    number: int
    seat: int
    edges: tuple[tuple[int, int], ...]


@define(eq=False)
class Worths:
    """What each state is worth to a coalition, and the edge that whoever wants that follows (-1: any that is as good)."""

    value: Array
    via: Array

    def at(self, number: int) -> int:
        """What one state is worth."""
        return int(self.value[number])


@define(eq=False, slots=False)
class Forced:
    """What can be forced: `least` as if all that is not known were worth least, `most` as if it were worth most.

    `seats` says whose decision each state is, `ours` which of them the coalition decides.  Worths count from 0 for the worst
    outcome that there can be, `top` is the best one, and `endless` what play without an end is worth.  What comes behind the
    states in `stops` does not matter.
    """

    explored: Explored
    seats: Array
    ours: Array
    endless: int
    top: int
    stops: Array
    least: Worths
    most: Worths
    unknown: int

    def strategy(self, *, of_others: bool = False) -> Iterator[Choice]:
        """What the coalition does to be sure of `least` at the start; or the others, to keep it to `most`.

        Every state that play can come to, the start first: one edge where the side decides, all of them elsewhere.
        """
        waiting, seen = deque([0]), {0}
        while waiting:
            number = waiting.popleft()
            found = self.followed(number, of_others)
            yield Choice(number, int(self.seats[number]), found)
            for _, after in found:
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)

    def chooses(self, number: int, of_others: bool) -> bool:
        """Whether a state is the side's to decide: the coalition's, or everybody else's and open chance's."""
        return bool(self.ours[number]) is not of_others

    def followed(self, number: int, of_others: bool | None) -> tuple[tuple[int, int], ...]:
        """The edges that are followed from a state, each an event and the next state: of a side's choice one, else all.

        None for `of_others` stands for neither side.
        """
        edges, leaving = self.explored.tables.edges, self._leaving(number)
        if leaving and of_others is not None and self.chooses(number, of_others):
            leaving = [self._chosen(number, leaving, of_others)]
        return tuple((int(edges[each, 2]), int(edges[each, 1])) for each in leaving)

    def chosen(self, number: int) -> tuple[int, int]:
        """The event that the side follows whose state it is, with the state that it leads to."""
        return self.followed(number, of_others=not self.ours[number])[0]

    def line(self, most: int, strategy: Mapping[int, tuple[int, int]] = MappingProxyType({})) -> tuple[list[int], bool]:
        """The events of a play in which each side follows its strategy, at most so many, and whether it goes on behind them.

        Where `strategy` names an event of a state, with the state behind it, that one is followed.
        """
        events, number, seen = list[int](), 0, {0}
        while (leaving := self._leaving(number)) and len(events) < most:
            event, number = strategy[number] if number in strategy else self.chosen(number)
            events.append(event)
            if number in seen:
                return events, True
            seen.add(number)
        return events, bool(leaving or self.explored.tables.node[number] == Status.LOOP)

    def _leaving(self, number: int) -> list[int]:
        """The edges that leave a state."""
        first, order = self._by_source
        found: list[int] = order[first[number]:first[number + 1]].tolist()
        return [] if self.stops[number] else found

    @cached_property
    def _by_source(self) -> tuple[Array, Array]:
        sources = self.explored.tables.edges[:self.explored.edge_count, 0]
        return np.searchsorted(np.sort(sources), np.arange(self.explored.states + 1)), np.argsort(sources, kind="stable")

    def _chosen(self, number: int, leaving: list[int], of_others: bool) -> int:
        """The edge that a side follows: the one that settled the state, or, where nothing did, one that leads to no worse."""
        worths, sign = (self.most, -1) if of_others else (self.least, 1)
        if worths.via[number] >= 0:
            return int(worths.via[number])
        edges = self.explored.tables.edges
        return max(leaving, key=lambda each: sign * worths.at(int(edges[each, 1])))


def forced(explored: Explored, coalition: Collection[int], *, endless: int = NEVER, together: bool = False) -> Forced:
    """What a coalition of seats (by their numbers) can force; `together`: what it can have if everybody helps, and chance too.

    The exploration must have its edges and run through chains that follow by themselves (`ExploreOptions(compress=True)`).
    Raises RuleBroke for an outcome or a seat that cannot be worked out.
    """
    top = max(explored.backend.constant("OUTCOMES") - 1, endless)
    return _of_ends(explored, coalition, together, *worths_of(explored, coalition), endless, top)


def forced_to(explored: Explored, coalition: Collection[int], rule: Rule, *, together: bool = False) -> Forced:
    """Whether a coalition can force play to a goal (worth 1, else 0), or away from where an invariant is broken, for ever.

    The exploration must have its edges and stop at every transition (`ExploreOptions(compress=False)`).
    """
    there = states_where(explored, rule)
    ends = np.flatnonzero(there | (explored.tables.node[:explored.states] == Status.END))
    is_goal = rule.kind == "goal"
    worths = (there if is_goal else ~there)[ends].astype(np.int64)
    return _of_ends(explored, coalition, together, ends, worths, NEVER if is_goal else 1, 1)


def _of_ends(explored: Explored, coalition: Collection[int], together: bool, ends: Array, worths: Array, endless: int, top: int
             ) -> Forced:
    """What a coalition can force where these are the ends, with their worths."""
    seats, stops = seats_of(explored), np.zeros(explored.states, dtype=np.bool_)
    ours, stops[ends] = np.isin(seats, sorted(coalition)) | together, True
    unknown, links = _unknown(explored, stops), _Links.of(explored)
    least = most = _solved(explored, links, ours, ends, worths, unknown, min(0, endless), endless)
    if len(unknown):
        most = _solved(explored, links, ours, ends, worths, unknown, top, endless)
    return Forced(explored, seats, ours, endless, top, stops, least, most, len(unknown))


def states_where(explored: Explored, rule: Rule, since: int = 0) -> Array:
    """At which states a goal is reached, or an invariant broken; nobody looks at those before `since`."""
    rules, there = explored.backend.program.game.of_kind(rule.kind), np.zeros(explored.states, dtype=np.bool_)
    tables, context = explored.tables, explored.backend.context(explored.setting)
    done = explored.backend.call("states_where", context, *tables.stored, since, explored.states, rule.kind == "goal",
                                 rules.index(rule), tables.scratch, there)
    _raise_failure(explored, context, done, lambda reference, position: reference.holds(rule, position.state))
    return there


def seats_of(explored: Explored, since: int = 0) -> Array:
    """Whose decision each state is, by the number of the seat; -1 where it is everybody's or nobody's, and before `since`."""
    seats = np.full(explored.states, -1, dtype=np.int64)
    tables, context = explored.tables, explored.backend.context(explored.setting)
    done = explored.backend.call("seats_of_states", context, *tables.stored, tables.node, since, explored.states, tables.scratch,
                                 seats)
    _raise_failure(explored, context, done,
                   lambda reference, position: reference.seat(position, reference.events(position)[0].rule))
    return seats


def worths_of(explored: Explored, coalition: Collection[int], since: int = 0) -> tuple[Array, Array]:
    """The ends from a state on, and what each is worth to the seat of a coalition that it is worth least to."""
    ends = since + np.flatnonzero(explored.tables.node[since:explored.states] == Status.END)
    return ends, np.min([outcomes_of(explored, ends, seat) for seat in sorted(coalition)], axis=0)


def outcomes_of(explored: Explored, ends: Array, seat: int) -> Array:
    """What ends are worth to a seat, counted from 0 for the worst."""
    outcomes = np.zeros(len(ends), dtype=np.int64)
    tables, context = explored.tables, explored.backend.context(explored.setting)
    done = explored.backend.call("outcomes_of_states", context, *tables.stored, ends, 0, len(ends), seat, tables.scratch,
                                 outcomes)
    rule = explored.backend.program.game.only("outcome")
    assert rule is not None and isinstance(rule.parameters[1][1], EnumType)
    member = rule.parameters[1][1].value(seat)
    if done < len(ends):
        _raise_failure(explored, context, int(ends[done]),
                       lambda reference, position: reference.said(rule, copied(position.state), member))
    return outcomes


def _raise_failure(explored: Explored, context: Array, number: int, ask: Callable[[Reference, Position], object]) -> None:
    """Where a rule failed at a state, let the reference run into it, so that the message is the reference's."""
    if explored.backend.failed(context) is not None:
        ask(Reference(explored.backend.program, explored.setting), explored.position(number))
        raise EngineBug(Problem("DB906", "a rule failed in the search and does not on the reference"))


def _unknown(explored: Explored, stops: Array) -> Array:
    """The states of which nobody knows what they are worth: not expanded, not covered by the deal, or dead ends of the rules."""
    node = explored.tables.node[:explored.states]
    expanded = explored.is_expanded
    if expanded is None:
        expanded = explored.closed | (np.arange(explored.states) < explored.expanded)
    return np.flatnonzero(~(stops | (node == Status.LOOP) | expanded & (node <= Status.STEP)))


@define(eq=False)
class _Links:
    """The edges of a graph by where they lead, and how many leave each state."""

    first: Array
    leaving: Array
    back: Array

    @classmethod
    def of(cls, explored: Explored) -> _Links:
        """Those of an exploration."""
        links = cls(np.zeros(explored.states + 1, dtype=np.int64), np.zeros(explored.states, dtype=np.int64),
                    np.zeros(max(1, explored.edge_count), dtype=np.int64))
        explored.backend.call("link_back", explored.tables.edges, explored.edge_count, explored.states, links.first,
                              links.leaving, links.back)
        return links


def _solved(explored: Explored, links: _Links, ours: Array, ends: Array, worths: Array, unknown: Array, guessed: int,
            endless: int) -> Worths:
    """What each state is worth, if what is unknown is worth `guessed`."""
    numbers = np.concatenate([ends, unknown])
    worth = np.concatenate([worths, np.full(len(unknown), guessed, dtype=np.int64)])
    found = Worths(np.full(explored.states, endless, dtype=np.int64), np.full(explored.states, -1, dtype=np.int64))
    for sign, deciding in ((-1, ours), (1, ~ours)):  # the best for the coalition first; then, for the others, the worst
        counted = worth * sign < endless * sign
        order = np.argsort(sign * worth[counted], kind="stable")
        _force(explored, links, deciding, numbers[counted][order], worth[counted][order], found)
    found.value[numbers] = worth
    return found


def _force(explored: Explored, links: _Links, ours: Array, ends: Array, worths: Array, found: Worths) -> None:
    if not len(ends):
        return
    is_settled, queue = np.zeros(explored.states, dtype=np.bool_), np.zeros(explored.states, dtype=np.int64)
    is_settled[ends] = True
    explored.backend.call("force", explored.tables.edges, links.first, links.back, links.leaving.copy(), ours, ends, worths,
                          found.value, found.via, is_settled, queue)
