"""The phases of a game in layers, to be drawn: by how many rules lead to each from the set-up at the least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

import networkx as nx

SWEEPS = 8  # more changed nothing in the games that there are


def layered(follows: Mapping[str, Sequence[str]], starts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The phases (the keys) in layers, the starts first; those that nothing leads to come last.

    Within a layer each stands near those that it is joined to in the layers before and behind (the barycentre heuristic, so
    that few lines cross; not promised to be fewest).  The same graph gives the same layers.
    """
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(follows)
    graph.add_edges_from((phase, other) for phase, others in follows.items() for other in others if other != phase)
    layers = [[phase for phase in follows if phase in layer] for layer in map(set, nx.bfs_layers(graph, list(starts)))]
    unreached = [phase for phase in follows if not any(phase in layer for layer in layers)]
    layers += [unreached] if unreached else []
    for _ in range(SWEEPS):
        for order in (range(1, len(layers)), range(len(layers) - 2, -1, -1)):
            step = 1 if order.step < 0 else -1
            for index in order:
                _sort_by_neighbours(graph, layers[index], layers[index + step])
    return tuple(map(tuple, layers))


def _sort_by_neighbours(graph: nx.DiGraph[str], layer: list[str], other: list[str]) -> None:
    place = {phase: (index + 0.5) / len(other) for index, phase in enumerate(other)}
    before = {phase: (index + 0.5) / len(layer) for index, phase in enumerate(layer)}

    def middle(phase: str) -> float:
        joined = [place[each] for each in (*graph.pred[phase], *graph.succ[phase]) if each in place]
        return fmean(joined) if joined else before[phase]

    layer.sort(key=middle)
