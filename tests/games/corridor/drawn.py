"""Explorations and graphs of the corridor, and graphs that were never played."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import networkx as nx

from tests.games.corridor import Box, game
from verifier.program.program import load
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.graph import Graph, graph_of
from verifier.search.limits import Limits

PROPERTIES = frozenset({"nobody_hides", "doors_stay_shut", "nobody_runs"})
# The door stays shut once, then opens; the carousel goes round once, then lets go.
DEAL = ((-2, -1), (-1, -2))


@cache
def native() -> Native:
    """The corridor without a compiler."""
    return Native(load(game), "interpreted")


def reference(deal: tuple[tuple[int, ...], ...] = DEAL) -> Reference:
    """The corridor's own functions, under a deal."""
    return Reference(native().program, Setting({}, Box(stubborn=3), deal))


def explored(limits: Limits | None = None, deal: tuple[tuple[int, ...], ...] = DEAL, **options: Any) -> Explored:
    """An exploration of the corridor from the hall, with edges."""
    run = reference(deal)
    return explore(native(), run.setting, run.set_up(), ExploreOptions(edges=True, **options), limits)


def drawn(limits: Limits | None = None, deal: tuple[tuple[int, ...], ...] = DEAL, **options: Any) -> Graph:
    """The graph of an exploration of the corridor."""
    return graph_of(explored(limits, deal, **options), properties=PROPERTIES)


def made_up(seed: int, nodes: int = 9, edges: int = 16) -> Graph:
    """A random graph with every kind of node and with parallel edges; ends have grades, and nothing leaves what is over."""
    random = Random(seed)
    graph: Graph = nx.MultiDiGraph(
        game="made-up", rulings={}, closed=False, ending="states", compressed=True, open_chance=True, start=0, opening=(),
        opening_clauses=(), grade_fields=("won", "left"), edges_replayed=edges)
    kinds = ("decision", "decision", "decision", "chance", "step", "end", "end", "loop", "dead-end", "ran-out")
    for number in range(nodes):
        status = random.choice(kinds)
        grade = (random.randrange(2), random.randrange(3)) if status == "end" else None
        graph.add_node(number, status=status if number else "decision", expanded=True, grade=grade if number else None)
    over = {number for number, data in graph.nodes(data=True) if data["status"] in ("end", "loop", "dead-end", "ran-out")}
    for index in range(edges):
        number = random.choice([number for number in graph if number not in over])
        graph.add_edge(number, random.randrange(nodes), f"e{index}", event=f"e{index}", number=index, kind="decision",
                       automatic=(), clauses=(f"C-{random.randrange(4)}",))
    for number, data in graph.nodes(data=True):
        data["expanded"] = number in over or (graph.out_degree(number) > 0 and random.random() < 0.9)
    return graph
