"""What can still become of a game: the best grade within reach of each state, where a line loses it, what nobody avoids.

"Within reach" is by the best decisions and, when chance is open, with luck.  What lies behind a state that was not expanded,
or where the deal runs out, is not known and counts as nothing; `certain` says where that matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import networkx as nx
from attrs import frozen

from verifier.search.graph import START, Graph, nodes_with
from verifier.search.graph_lines import WantedNode, nodes_along

GradeFields: TypeAlias = "tuple[int, ...]"


@frozen
class PointOfNoReturn:
    """The last state of a line from which a grade was still within reach.

    It is state `node`, after `index` events of the line; the next event, `event`, lost it.  `before` and `after` are the
    best grades within reach around that event, None for no end at all.  `certain` is False when the state after it leads to
    something that was not explored.
    """

    index: int
    node: int
    event: str
    kind: str
    before: GradeFields
    after: GradeFields | None
    certain: bool


def best_grades(graph: Graph) -> dict[int, GradeFields | None]:
    """The best grade of an end within reach of each node, itself included; None when no end is.

    Ends are taken best first, and each claims the ancestors that no better one has claimed: every edge is visited once.
    """
    best: dict[int, GradeFields | None] = dict.fromkeys(graph)
    ends: list[tuple[GradeFields, int]] = []
    for number in nodes_with(graph, "end"):
        grade: GradeFields | None = graph.nodes[number]["grade"]
        if grade is not None:
            ends.append((grade, number))
    claimed: set[int] = set()
    for grade, number in sorted(ends, key=lambda each: each[0], reverse=True):
        for each in _ancestors(graph, [number], claimed):
            best[each] = grade
    return best


def states_reaching(graph: Graph, wanted: WantedNode) -> set[int]:
    """The nodes from which some line leads to a node that is wanted, those included."""
    return set(_ancestors(graph, [number for number, data in graph.nodes(data=True) if wanted(number, data)], set()))


def not_known(graph: Graph) -> set[int]:
    """The nodes that lead to something that was not explored, or that the deal does not fix."""
    return states_reaching(graph, lambda number, data: not data["expanded"] or data["status"] == "ran-out")


def points_of_no_return(graph: Graph, line: Sequence[str], grade: Sequence[int] | None = None,
                        start: int = START) -> list[PointOfNoReturn]:
    """Where a line of edge events loses a grade: the last states from which it, or a better one, was within reach.

    Along a line what is within reach only ever shrinks.  With a grade (its fields, best first; the first few are enough, the
    rest count as lowest) there is one such point, or none because it was out of reach from the start or is never lost.
    Without one, every event that lost something is listed.
    """
    nodes = nodes_along(graph, line, start)
    best, unknown = best_grades(graph), not_known(graph)
    found = []
    for index, event in enumerate(line):
        before, after = best[nodes[index]], best[nodes[index + 1]]
        if before is None or before == after:
            continue
        if grade is not None and not _lost(tuple(grade), before, after):
            continue
        kind = graph.edges[nodes[index], nodes[index + 1], event]["kind"]
        found.append(PointOfNoReturn(index, nodes[index], event, kind, before, after, nodes[index + 1] not in unknown))
    return found


def unavoidable(graph: Graph, wanted: WantedNode | None = None, start: int = START) -> list[int]:
    """The nodes that every line from the start to any end goes through, in the order in which lines do.

    The start is the first of them; an end is among them only if it is the only one.  `wanted` says which nodes count as
    ends (default: those of status "end"); empty when none is within reach.  On a graph that is not complete: of the lines
    found so far.
    """
    ends = [number for number, data in graph.nodes(data=True)
            if (data["status"] == "end" if wanted is None else wanted(number, data))]
    flow: nx.DiGraph[int] = nx.DiGraph()
    flow.add_nodes_from(graph)
    flow.add_edges_from(graph.edges())
    sink = -1
    flow.add_edges_from((number, sink) for number in ends)
    # networkx: the immediate dominator of every node within reach but the start; the chain of the sink's is the answer.
    dominators = nx.immediate_dominators(flow, start)
    found: list[int] = []
    at = sink
    while at in dominators and at != start:
        at = dominators[at]
        found.append(at)
    return found[::-1]


def _lost(grade: GradeFields, before: GradeFields, after: GradeFields | None) -> bool:
    return before >= grade and (after is None or after < grade)


def _ancestors(graph: Graph, numbers: Iterable[int], claimed: set[int]) -> list[int]:
    """The nodes that lead to some of these, these included, without those claimed before; they are claimed now."""
    waiting = [number for number in numbers if number not in claimed]
    claimed.update(waiting)
    found = []
    while waiting:
        number = waiting.pop()
        found.append(number)
        for each in graph.pred[number]:
            if each not in claimed:
                claimed.add(each)
                waiting.append(each)
    return found
