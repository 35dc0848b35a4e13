"""An explored graph as JSON and as GraphML: lines of text in a fixed order, the same for the same graph.

JSON, `schema` 1, one object (node and edge objects one to a line):

    format            "daybreak-graph"
    schema            1
    game, rulings, closed, ending, compressed, open_chance, start, opening, opening_clauses, edges_replayed
                      as in `verifier.search.graph`
    nodes             [{"id": 0, "status": "decision", "expanded": true, ...}], ids ascending; with "grade" (an object by
                      field, null if there is none), and "broken", "goals", "state", "used" if the graph has them
    edges             [{"from": 0, "to": 1, "event": "fire 2", "kind": "decision", "automatic": [...], "clauses": [...]}],
                      by "from", then in the game's order of events; with "weight" and "broken" if the graph has them;
                      "automatic", "clauses" and "broken" are null where the edge was not replayed
Texts are exact and escaped to ASCII, so that events can be fed to `replay --line`.

GraphML has the same in scalars: lists as text, each field of the grade as a number of its own (`grade_NAME`), flags as "yes"
and "no".  Hidden characters of its texts are made visible, since XML cannot hold all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import Any

import networkx as nx

from verifier.lang.types import word_of
from verifier.search.graph import Attributes, Graph, edges_in_order
from verifier.search.graph_dot import dot_lines, plain

SCHEMA = 1
_HEAD = ("game", "rulings", "closed", "ending", "compressed", "open_chance", "start", "opening", "opening_clauses",
         "edges_replayed")
_NODE = ("status", "expanded", "grade", "broken", "goals", "state", "used")
_EDGE = ("event", "kind", "weight", "automatic", "clauses", "broken")


def json_lines(graph: Graph) -> Iterator[str]:
    """The graph as one JSON object, line by line (without line ends)."""
    yield "{"
    head = {"format": "daybreak-graph", "schema": SCHEMA, **{key: graph.graph[key] for key in _HEAD}}
    for key, value in head.items():
        yield f"{_json(key)}: {_json(value)},"
    yield '"nodes": ['
    yield from _listed(_json_node(graph, number, data) for number, data in graph.nodes(data=True))
    yield "],"
    yield '"edges": ['
    yield from _listed({"from": number, "to": target, **_chosen(_EDGE, data)} for number, target, data in edges_in_order(graph))
    yield "]"
    yield "}"


def graphml_lines(graph: Graph) -> Iterator[str]:
    """The graph as GraphML, line by line (without line ends)."""
    flat: Graph = nx.MultiDiGraph(**_scalars({key: graph.graph[key] for key in _HEAD}))
    fields = graph.graph["grade_fields"]
    for number, data in graph.nodes(data=True):
        values = _chosen(_NODE, data)
        grade = values.pop("grade") or ()
        values |= {f"grade_{name}": int(value) for name, value in zip(fields, grade, strict=False)}
        flat.add_node(number, **_scalars(values))
    # Edge ids must be unique in the whole file, which the texts of events are not.
    for index, (number, target, edge) in enumerate(edges_in_order(graph)):
        flat.add_edge(number, target, f"e{index}", **_scalars(_chosen(_EDGE, edge)))
    yield from nx.generate_graphml(flat)


FORMATS: dict[str, Callable[[Graph], Iterator[str]]] = {
    ".json": json_lines, ".graphml": graphml_lines, ".dot": dot_lines, ".gv": dot_lines}
"""How to write a graph, by the ending of the file's name: lines without line ends, to be encoded as UTF-8."""


def _chosen(keys: tuple[str, ...], data: Attributes) -> dict[str, Any]:
    return {key: data[key] for key in keys if key in data}


def _json_node(graph: Graph, number: int, data: Attributes) -> dict[str, Any]:
    values = {"id": number, **_chosen(_NODE, data)}
    if data["grade"] is not None:
        fields = zip(graph.graph["grade_fields"], data["grade"], strict=True)
        values["grade"] = {name: word_of(value) if isinstance(value, IntEnum) else value for name, value in fields}
    return values


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)


def _listed(items: Iterator[dict[str, Any]]) -> Iterator[str]:
    """One item to a line, with the commas that JSON wants between them."""
    before = ""
    for item in items:
        if before:
            yield f"{before},"
        before = _json(item)
    if before:
        yield before


def _scalars(values: Attributes) -> dict[str, Any]:
    """What GraphML can hold of some attributes; what is None or missing is left out."""
    return {key: _scalar(value) for key, value in values.items() if value is not None}


def _scalar(value: Any) -> int | str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return int(value)
    if isinstance(value, tuple):
        return plain(" / ".join(value))
    return plain(value if isinstance(value, str) else _json(value))
