"""An explored graph in the DOT language of Graphviz, in a fixed order, whatever the texts of the game contain.

A quoted string of DOT is not plain text: in labels a backslash starts an escape (`\\N` is the node's name, `\\l` a line end)
and `&lt;` is a character.  So quotes, backslashes, ampersands and line ends are escaped, and hidden characters made visible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verifier.search.graph import Attributes, Graph, edges_in_order
from verifier.visible import visible

_SHAPES = {"decision": "ellipse", "chance": "diamond", "step": "plaintext", "end": "doublecircle", "loop": "octagon",
           "ran-out": "note", "impossible": "note", "failed": "tripleoctagon", "dead-end": "box"}
_NO_CHARACTER = re.compile("[\ufffe\uffff]")
_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "&": "&amp;", "\n": "\\n", "\t": " "})


def dot_lines(graph: Graph) -> Iterator[str]:
    """The graph in DOT, line by line (without line ends).

    Nodes show their number and, where it is not a decision, chance or a step, their status and grade; edges show their
    event, and on pointing the automatic events and the clauses.  Dashed nodes were not expanded.
    """
    yield f"digraph {quoted(graph.graph['game'])} {{"
    yield "  node [shape=ellipse];"
    for number, data in graph.nodes(data=True):
        style = "" if data["expanded"] else ", style=dashed"
        yield f"  {number} [shape={_SHAPES[data['status']]}, label={quoted(_node_label(graph, number, data))}{style}];"
    for number, target, edge in edges_in_order(graph):
        behind = _behind(edge)
        pointing = f", tooltip={quoted(behind)}" if behind else ""
        style = ", style=dotted" if edge["kind"] == "chance" else ""
        yield f"  {number} -> {target} [label={quoted(edge['event'])}{pointing}{style}];"
    yield "}"


def plain(text: str) -> str:
    """A text that every format can hold: hidden characters made visible, and the two that neither XML nor UTF-8 tools take."""
    return _NO_CHARACTER.sub(lambda found: f"\\u{{{ord(found.group()):x}}}", visible(text))


def quoted(text: str) -> str:
    """A text as a quoted string of DOT that Graphviz shows as the text itself."""
    return f'"{plain(text).translate(_ESCAPES)}"'


def _node_label(graph: Graph, number: int, data: Attributes) -> str:
    lines = [str(number)]
    if data["status"] not in ("decision", "chance", "step"):
        lines.append(data["status"])
    if data["grade"] is not None:
        lines.append(", ".join(f"{name} {int(value)}" for name, value in
                               zip(graph.graph["grade_fields"], data["grade"], strict=True)))
    if data.get("broken"):
        lines.append(f"breaks {', '.join(data['broken'])}")
    return "\n".join(lines)


def _behind(data: Attributes) -> str:
    automatic = " / ".join(data["automatic"] or ())
    clauses = ", ".join(data["clauses"] or ())
    return "\n".join(part for part in (automatic, clauses) if part)
