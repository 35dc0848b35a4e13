"""Ways in which play goes on for ever: cycles of the explored graph, who could leave them, and the graph without them."""

from __future__ import annotations

from typing import TypeAlias

import networkx as nx
from attrs import frozen

from verifier.search.graph import Graph
from verifier.search.graph_lines import Edge

Condensation: TypeAlias = "nx.DiGraph[int]"


@frozen
class Endless:
    """States among which play can go round for ever: a strongly connected component with a cycle, or one loop node.

    `decided` says whether one of them is a decision: if none is, nobody ever chose to go on.  `escapes` are the edges that
    leave, by a decision or by luck.  `known` is False when some of the states were not fully expanded, so that escapes may
    be missing.
    """

    nodes: tuple[int, ...]
    decided: bool
    escapes: tuple[Edge, ...]
    known: bool

    @property
    def inescapable(self) -> bool:
        """Whether a game that gets here is certain never to end."""
        return self.known and not self.escapes


def endless(graph: Graph) -> list[Endless]:
    """Every way in which play can go on for ever, by lowest state.

    A node of status "loop" stands for a chain of automatic transitions that repeats; the others are cycles of edges.  In
    what is infinite only because it was not explored further, nothing is found.
    """
    found = [_endless(graph, members) for members in _components(graph) if _has_cycle(graph, members)]
    return sorted(found, key=lambda each: each.nodes)


def loops_without_decisions(graph: Graph) -> list[Endless]:
    """Those of `endless` in which nobody decides anything; with escapes, chance can still end them, and may never."""
    return [each for each in endless(graph) if not each.decided]


def condensed(graph: Graph) -> Condensation:
    """The graph with each strongly connected component drawn together: acyclic, numbered in a topological order.

    Node attributes: `members` (state numbers, ascending) and `endless` (whether play can stay for ever); edge attribute:
    `count` (how many edges of the graph it stands for).  Ties in the order go to the lowest state.
    """
    components = _components(graph)
    part = {number: index for index, members in enumerate(components) for number in members}
    counts: dict[tuple[int, int], int] = {}
    for number, target in graph.edges():
        if part[number] != part[target]:
            counts[part[number], part[target]] = counts.get((part[number], part[target]), 0) + 1
    rough: Condensation = nx.DiGraph()
    rough.add_nodes_from(range(len(components)))
    rough.add_edges_from(counts)
    order = list(nx.lexicographical_topological_sort(rough, key=lambda index: components[index][0]))
    rank = {index: place for place, index in enumerate(order)}
    result: Condensation = nx.DiGraph()
    for index in order:
        result.add_node(rank[index], members=components[index], endless=_has_cycle(graph, components[index]))
    for (one, other), count in sorted(counts.items(), key=lambda item: (rank[item[0][0]], rank[item[0][1]])):
        result.add_edge(rank[one], rank[other], count=count)
    return result


def _components(graph: Graph) -> list[tuple[int, ...]]:
    return [tuple(sorted(members)) for members in nx.strongly_connected_components(graph)]


def _has_cycle(graph: Graph, members: tuple[int, ...]) -> bool:
    one = members[0]
    return len(members) > 1 or graph.has_edge(one, one) or graph.nodes[one]["status"] == "loop"


def _endless(graph: Graph, members: tuple[int, ...]) -> Endless:
    inside = set(members)
    nodes = [graph.nodes[number] for number in members]
    escapes = [(number, target, key) for number, target, key in graph.out_edges(members, keys=True) if target not in inside]
    return Endless(members, any(each["status"] == "decision" for each in nodes), tuple(sorted(escapes)),
                   all(each["expanded"] for each in nodes))
