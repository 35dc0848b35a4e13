"""Lines through an explored graph: the shortest to what one is looking for, and the nodes along a given one.

Lengths count edges: decisions when chains are run through, every transition otherwise.  Among lines of equal length the
first in the game's order of events is found.  On a graph that is not complete, no witness means none so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from verifier.errors import BadInput, Problem, did_you_mean
from verifier.search.graph import START, Attributes, Graph

Edge: TypeAlias = "tuple[int, int, str]"
WantedNode: TypeAlias = "Callable[[int, Attributes], bool]"
WantedEdge: TypeAlias = "Callable[[Edge, Attributes], bool]"


@frozen
class Witness:
    """A line: the nodes along it, and the events between them (one fewer)."""

    nodes: tuple[int, ...]
    events: tuple[str, ...]


def witnesses(graph: Graph, wanted: WantedNode, start: int = START) -> Iterator[Witness]:
    """A shortest line to each node that is wanted, the nearest first."""
    parents: dict[int, Edge] = {}
    if wanted(start, graph.nodes[start]):
        yield Witness((start,), ())
    for edge, first, _ in _breadth_first(graph, start):
        if first:
            parents[edge[1]] = edge
            if wanted(edge[1], graph.nodes[edge[1]]):
                yield _traced(parents, start, edge)


def shortest_witness(graph: Graph, wanted: WantedNode, start: int = START) -> Witness | None:
    """A shortest line to a node that is wanted; None when no node is."""
    return next(witnesses(graph, wanted, start), None)


def shortest_exercise(graph: Graph, wanted: WantedEdge, start: int = START) -> Witness | None:
    """A shortest line whose last edge is wanted; None when no edge is."""
    parents: dict[int, Edge] = {}
    for edge, first, data in _breadth_first(graph, start):
        if wanted(edge, data):
            return _traced(parents, start, edge)
        if first:
            parents[edge[1]] = edge
    return None


def breaking(name: str) -> WantedNode:
    """Wants nodes that break an invariant (the graph must have been asked for it)."""
    return lambda number, data: name in (data.get("broken") or ())


def at_least(grade: Sequence[int]) -> WantedNode:
    """Wants ends with at least a grade: its fields, best first; fields that are left out may be anything."""
    wanted = tuple(grade)
    return lambda number, data: data["grade"] is not None and data["grade"] >= wanted


def exercises(clause: str) -> WantedEdge:
    """Wants edges that exercise a clause (edges that were not replayed are not known to)."""
    return lambda edge, data: clause in (data["clauses"] or ())


def breaks(name: str) -> WantedEdge:
    """Wants edges that break a property on the way (the graph must have been asked for it); for nodes, `breaking`."""
    return lambda edge, data: name in (data.get("broken") or ())


def nodes_along(graph: Graph, line: Iterable[str], start: int = START) -> tuple[int, ...]:
    """The nodes that a line of edge events goes through, its start included.

    Raises BadInput (DB532), with what leaves the node instead, at the first event that is no edge there.
    """
    nodes = [start]
    for index, event in enumerate(line):
        following = {key: target for _, target, key in graph.out_edges(nodes[-1], keys=True)}
        if event not in following:
            raise BadInput(Problem("DB532", f"no edge {event!r} leaves state {nodes[-1]} of the graph", f"$.line[{index}]",
                                   did_you_mean(event, following)))
        nodes.append(following[event])
    return tuple(nodes)


def _breadth_first(graph: Graph, start: int) -> Iterator[tuple[Edge, bool, Attributes]]:
    """Every edge that can be reached, nearest first, and whether it is the first into its target."""
    found = {start}
    layer = [start]
    while layer:
        following: list[int] = []
        for number in layer:
            for edge, data in _leaving(graph, number):
                first = edge[1] not in found
                if first:
                    found.add(edge[1])
                    following.append(edge[1])
                yield edge, first, data
        layer = following


def _leaving(graph: Graph, number: int) -> list[tuple[Edge, Attributes]]:
    """The edges that leave a node, in the game's order (networkx keeps parallel edges together)."""
    edges = [((number, target, key), data) for target, keys in graph.succ[number].items() for key, data in keys.items()]
    return sorted(edges, key=lambda each: int(each[1]["number"]))


def _traced(parents: dict[int, Edge], start: int, last: Edge) -> Witness:
    edges = [last]
    while edges[-1][0] != start:
        edges.append(parents[edges[-1][0]])
    edges.reverse()
    return Witness((start, *(target for _, target, _ in edges)), tuple(event for _, _, event in edges))
