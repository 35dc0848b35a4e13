"""How many best lines a deal has, all of them and up to the order of independent decisions.

The states from which the grade can still be had are explored; those that lead to an end with it, and the decisions between them,
are a graph without a way round (else there is no end of the lines).  From the ends backwards each state gets two things:

- `lines`: how many ways lead from it to such an end, the sum over its decisions.
- `classes`: these ways up to order.  The classes of a state are those behind its decisions, each with that decision in front,
  where [a b w] and [b a w] are the same class for every square (a then b leads where b then a does) and every class [w] behind
  it.  An exchange of the first two decisions of a way is such a square; one further on was made behind its first decision.  So
  two ways are in one class exactly if exchanges make one of the other (`tests/agreement/test_count_lines.py` does that by hand).

Independence is asked anew in every state, so that no words of trace theory for a fixed relation of independence (normal forms,
Foata's among them) would do: two ways without any exchange that puts the smaller decision first can still be of one class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import evolve, frozen

from verifier.results.counted import CountedLines
from verifier.run.control import Status
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.limits import Ending, Limits

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.run.backend import Backend
    from verifier.run.reference import Position

STATES_MAX = 250_000
CLASSES_MAX = 2_000_000  # classes of all states together: some hundred bytes each
_LOOK = 1024  # states between two looks at the clock


class _TooMany(Exception):
    """The classes are too many, or the time is up."""


@frozen(eq=False)
class _Graph:
    """The states on ways to the grade, each behind those that lead to it; from each its decisions and where they lead."""

    order: list[int]
    after: dict[int, dict[int, int]]
    endless: bool

    def lines(self) -> dict[int, int]:
        """How many ways lead from each state to an end."""
        found: dict[int, int] = {}
        for number in reversed(self.order):
            found[number] = sum(found[target] for target in self.after[number].values()) if self.after[number] else 1
        return found

    def at_least(self) -> int:
        """How many classes there are at the least: no exchange changes where a way ends, nor how many decisions it has."""
        lengths: dict[int, int] = {self.order[0]: 1}  # a bit for each length of a way from the start
        for number in self.order:
            for target in self.after[number].values():
                lengths[target] = lengths.get(target, 0) | lengths[number] << 1
        return sum(lengths[number].bit_count() for number in self.order if not self.after[number])


def count_lines(instance: Instance, backend: Backend, line: Sequence[str], grade: int, *, is_best: bool,
                limits: Limits | None = None, on_progress: Callable[[str], None] = lambda text: None,
                classes_max: int = CLASSES_MAX) -> CountedLines:
    """Count the lines of a deal that get the grade (a number, as searches have it) of `line`, or a better one.

    At most `limits.states` states are explored at a time (default: STATES_MAX), and `classes_max` classes kept.  If not every
    state can be explored, those after a decision of the line are, as early a decision as limits allow: the count is then a lower
    bound.  Not promised: a count of classes where there are millions.
    """
    limits = (limits or Limits()).running()
    least = grade if instance.bound_is_proved else 0
    explored = _explored(instance, backend, instance.start, least, limits, on_progress)
    ending: Ending = explored.ending
    is_whole = explored.closed
    if not is_whole and ending != "interrupted":
        later = _behind(instance, backend, line, least, limits, on_progress)
        explored = explored if later is None else later
    on_progress("counting")
    graph = _graph(explored, grade)
    if graph is None:  # no end was met: the line is all that is known
        return CountedLines(1, False, 1, False, False, is_best, explored.states, ending)
    if graph.endless:
        return CountedLines(1, False, 1, False, True, is_best, explored.states, ending)
    uncovered = (Status.RAN_OUT, Status.IMPOSSIBLE, Status.DEAD_END)
    covers = is_whole and not any(explored.numbers(status) for status in uncovered)
    lines = graph.lines()[graph.order[0]]
    try:
        classes = _classes(graph, limits, classes_max) if covers else None
    except _TooMany:
        classes = None
    if classes is None:
        return CountedLines(lines, covers, min(lines, graph.at_least()), covers and lines == 1, False, is_best, explored.states,
                            ending)
    return CountedLines(lines, True, classes, True, False, is_best, explored.states, ending)


def _explored(instance: Instance, backend: Backend, start: Position, least: int, limits: Limits,
              on_progress: Callable[[str], None]) -> Explored:
    return explore(backend, instance.setting, start, ExploreOptions(edges=True, least=least),
                   evolve(limits, states=limits.states or STATES_MAX),
                   lambda progress: on_progress(f"{progress.states:,} states"))


def _behind(instance: Instance, backend: Backend, line: Sequence[str], least: int, limits: Limits,
            on_progress: Callable[[str], None]) -> Explored | None:
    """The states after the earliest decision of the line after which all of them can be explored, found by bisection."""
    reference, program = instance.reference, instance.program
    positions = [reference.settled(instance.start)]
    for text in line:
        positions.append(reference.settled(reference.apply(positions[-1], program.event_by_text[text]).after))
    low, high, best = 1, len(positions) - 1, None
    while low <= high:
        middle = (low + high) // 2
        explored = _explored(instance, backend, positions[middle], least, limits, on_progress)
        if explored.closed:
            best, high = explored, middle - 1
        elif explored.ending in ("interrupted", "seconds", "memory"):
            break
        else:
            low = middle + 1
    return best


def _graph(explored: Explored, grade: int) -> _Graph | None:
    """The graph of the ways to the grade; None if there is none in what was explored."""
    numbers, grades = explored.ends()
    leads = np.zeros(explored.states, dtype=np.bool_)
    leads[numbers[grades >= grade]] = True
    edges = explored.tables.edges[:explored.edge_count]
    while True:
        more = edges[leads[edges[:, 1]] & ~leads[edges[:, 0]], 0]
        if not len(more):
            break
        leads[more] = True
    return _ordered(edges[leads[edges[:, 0]] & leads[edges[:, 1]]]) if leads[0] else None


def _ordered(edges: Any) -> _Graph:
    """The states in an order in which each comes behind those that lead to it; endless where there is none."""
    after: dict[int, dict[int, int]] = {0: {}}
    waiting: dict[int, int] = {0: 0}
    for number, target, event in edges.tolist():
        after.setdefault(number, {})[event] = target
        after.setdefault(target, {})
        waiting[target] = waiting.get(target, 0) + 1
    ready, order = [number for number in after if not waiting.get(number)], list[int]()
    while ready:
        order.append(number := ready.pop())
        for target in after[number].values():
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    return _Graph(order, after, len(order) < len(after))


def _classes(graph: _Graph, limits: Limits, classes_max: int) -> int:
    """How many ways there are from the first state, up to order; _TooMany."""
    count: dict[int, int] = {}
    maps: dict[int, dict[int, Sequence[int]]] = {}
    held = 0
    for done, number in enumerate(reversed(graph.order)):
        if done % _LOOK == 0 and limits.seconds_left == 0.0:
            raise _TooMany
        after = graph.after[number]
        held += sum(count[target] for target in after.values())
        if held > classes_max:
            raise _TooMany
        count[number], maps[number] = _joined(after, graph, count, maps)
    return count[graph.order[0]]


def _joined(after: dict[int, int], graph: _Graph, count: dict[int, int], maps: dict[int, dict[int, Sequence[int]]]
            ) -> tuple[int, dict[int, Sequence[int]]]:
    """The classes of a state: how many, and which of them each class behind a decision becomes."""
    if not after:
        return 1, {}
    if len(after) == 1:
        event, target = next(iter(after.items()))
        return count[target], {event: range(count[target])}
    first, total = {}, 0
    for event, target in after.items():
        first[event] = total
        total += count[target]
    parent = list(range(total))

    def root(one: int) -> int:
        while parent[one] != one:
            parent[one] = one = parent[parent[one]]
        return one

    for one, other, square in _squares(after, graph):
        left, right = maps[after[one]][other], maps[after[other]][one]
        for way in range(count[square]):
            parent[root(first[one] + left[way])] = root(first[other] + right[way])
    names: dict[int, int] = {}
    joined = [names.setdefault(root(one), len(names)) for one in range(total)]
    return len(names), {event: joined[first[event]:first[event] + count[target]] for event, target in after.items()}


def _squares(after: dict[int, int], graph: _Graph) -> Sequence[tuple[int, int, int]]:
    """Each two decisions that are independent in a state, and the state that both orders lead to."""
    events = list(after)
    found = []
    for at, one in enumerate(events):
        for other in events[:at]:
            target = graph.after[after[one]].get(other)
            if target is not None and target == graph.after[after[other]].get(one):
                found.append((one, other, target))
    return found
