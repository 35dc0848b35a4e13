"""Graphs as JSON, GraphML and DOT: complete, in a fixed order, and safe whatever the texts contain."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import pytest

from tests.fuzz.payloads import PAYLOADS
from tests.games.corridor.drawn import PROPERTIES, drawn, explored, made_up
from verifier.search.graph import Graph, edges_in_order, graph_of
from verifier.search.graph_dot import dot_lines, quoted
from verifier.search.graph_export import FORMATS, graphml_lines, json_lines
from verifier.visible import visible

OPEN: dict[str, Any] = {"compress": True, "open_chance": True}
HOSTILE = ['"', "\\", '\\"', "\\N", "\\l\\", "<b>", "]]>", "&lt;", "&#0;", "</graph>", '"];evil [label="', "// # /*",
           "\x00\x1b[2J", "a\u202eb\u2066c", "\ud800", "\ufeff", "\ufffe\uffff", "line\nend\r\ttab", "\x85\u2028", "é ☃ 𝕏",
           "--> ]]", "%s {0}", "", *PAYLOADS]
GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"


def hostile() -> Graph:
    graph: Graph = nx.MultiDiGraph(
        game=HOSTILE[10], rulings={text: text for text in HOSTILE}, closed=True, ending="closed", compressed=True,
        open_chance=False, start=0, opening=tuple(HOSTILE), opening_clauses=(), grade_fields=("won",),
        edges_replayed=len(HOSTILE))
    graph.add_node(0, status="decision", expanded=True, grade=None, broken=tuple(HOSTILE),
                   state={text: [text] for text in HOSTILE})
    graph.add_node(1, status="end", expanded=True, grade=(1,), broken=(), state={})
    for index, text in enumerate(HOSTILE):
        graph.add_edge(0, 1, text, event=text, number=index, kind="decision", automatic=(text,), clauses=(text,), broken=None)
    return graph


def strict(text: str) -> str:
    """What GraphML and DOT hold of a text."""
    return re.sub("[\ufffe\uffff]", lambda found: f"\\u{{{ord(found.group()):x}}}", visible(text))


def test_json_is_one_documented_object() -> None:
    document = json.loads("\n".join(json_lines(graph_of(explored(**OPEN), properties=PROPERTIES, states=True))))
    assert list(document) == ["format", "schema", "game", "rulings", "closed", "ending", "compressed", "open_chance", "start",
                              "opening", "opening_clauses", "edges_replayed", "nodes", "edges"]
    assert (document["format"], document["schema"], document["game"]) == ("daybreak-graph", 1, "corridor")
    assert document["nodes"][8] == {
        "id": 8, "status": "end", "expanded": True, "grade": {"free": True, "flowers": 0}, "broken": [], "goals": [],
        "state": {"phase": "out", "place": "road", "left": False}}
    assert document["edges"][4] == {
        "from": 2, "to": 3, "event": "door opens", "kind": "chance", "weight": 1, "automatic": ["go-through"],
        "clauses": ["CO-04", "CO-05"], "broken": ["doors_stay_shut"]}
    first = [(edge["from"], edge["event"]) for edge in document["edges"]][:4]
    assert first == [(0, "walk"), (0, "run"), (1, "back"), (1, "knock")]


def test_json_says_null_for_what_was_not_replayed() -> None:
    document = json.loads("\n".join(json_lines(graph_of(explored(**OPEN), replays_max=1))))
    assert [edge["clauses"] for edge in document["edges"]][:3] == [["CO-01"], None, None]
    assert [node["grade"] for node in document["nodes"]][6:] == [None, {"free": True, "flowers": 3}, {"free": True, "flowers": 0}]


def test_json_is_exact_ascii_with_a_node_or_edge_to_a_line() -> None:
    lines = list(json_lines(hostile()))
    assert all(line.isascii() and "\n" not in line for line in lines)
    document = json.loads("\n".join(lines))
    assert [edge["event"] for edge in document["edges"]] == HOSTILE == document["opening"]
    assert document["nodes"][0]["state"] == {text: [text] for text in HOSTILE}
    assert sum(line.startswith('{"from"') for line in lines) == len(HOSTILE)


def test_an_empty_list_of_edges_is_json_too() -> None:
    graph = hostile()
    graph.remove_edges_from(list(graph.edges(keys=True)))
    assert json.loads("".join(json_lines(graph)))["edges"] == []


def test_graphml_can_be_read_back() -> None:
    graph = graph_of(explored(**OPEN), properties=PROPERTIES, states=True)
    read: Any = nx.read_graphml(BytesIO("\n".join(graphml_lines(graph)).encode()), node_type=int, edge_key_type=str)
    assert isinstance(read, nx.MultiDiGraph) and list(read) == list(graph)
    assert read.nodes[8] == {"status": "end", "expanded": "yes", "grade_free": 1, "grade_flowers": 0, "broken": "", "goals": "",
                             "state": '{"phase": "out", "place": "road", "left": false}'}
    assert read.edges[2, 3, "e4"] == {"event": "door opens", "kind": "chance", "weight": 1, "automatic": "go-through",
                                      "clauses": "CO-04 / CO-05", "broken": "doors_stay_shut"}
    assert read.graph["closed"] == "yes" and read.graph["edges_replayed"] == 12
    assert sorted(read.edges()) == sorted(graph.edges())


def test_graphml_holds_hostile_texts_as_texts() -> None:
    text = "\n".join(graphml_lines(hostile()))
    root = ElementTree.fromstring(text)
    keys = {key.get("id"): key.get("attr.name") for key in root.iter(f"{GRAPHML}key")}
    edges = [{keys[data.get("key")]: data.text or "" for data in edge} for edge in root.iter(f"{GRAPHML}edge")]
    assert [edge["event"] for edge in edges] == [strict(text) for text in HOSTILE]
    assert len({edge.get("id") for edge in root.iter(f"{GRAPHML}edge")}) == len(HOSTILE)
    assert {element.tag.removeprefix(GRAPHML) for element in root.iter()} == {"graphml", "graph", "key", "node", "edge", "data"}


def test_dot_of_the_corridor() -> None:
    lines = list(dot_lines(drawn(**OPEN)))
    assert lines[:4] == ['digraph "corridor" {', "  node [shape=ellipse];", '  0 [shape=ellipse, label="0"];',
                         '  1 [shape=ellipse, label="1"];']
    assert '  4 [shape=box, label="4\\ndead-end\\nbreaks nobody_hides"];' in lines
    assert '  7 [shape=doublecircle, label="7\\nend\\nfree 1, flowers 3"];' in lines
    assert '  0 -> 1 [label="run", tooltip="CO-01, CO-02"];' in lines
    assert '  2 -> 3 [label="door opens", tooltip="go-through\\nCO-04, CO-05", style=dotted];' in lines
    assert lines[-1] == "}" and len(lines) == 2 + 9 + 12 + 1


def test_dot_marks_what_was_not_expanded() -> None:
    graph = hostile()
    graph.nodes[0]["expanded"] = False
    assert next(line for line in dot_lines(graph) if line.startswith("  0 [")).endswith(", style=dashed];")


@pytest.mark.parametrize("text", HOSTILE)
def test_graphviz_shows_a_text_as_it_is(text: str) -> None:
    [found] = list(_strings(quoted(text)))
    assert _shown(found) == strict(text).replace("\t", " ")


def test_dot_of_hostile_texts_has_the_statements_of_any_other() -> None:
    """Every line is a statement of one form once its strings are taken out, and no string reaches over a line."""
    forms = (r"digraph S \{", r"  node \[shape=ellipse\];", r"  \d+ \[shape=\w+, label=S\];",
             r"  \d+ -> \d+ \[label=S(, tooltip=S)?\];", r"\}")
    for line in dot_lines(hostile()):
        assert line.isprintable()
        bare = re.sub(r'"(?:[^"\\]|\\.)*"', "S", line)
        assert any(re.fullmatch(form, bare) for form in forms), line


def _strings(text: str) -> Iterator[str]:
    return (found.group(1) for found in re.finditer(r'"((?:[^"\\]|\\.)*)"', text))


def _shown(text: str) -> str:
    """What Graphviz makes of a label: escapes first, then HTML entities (of which ours only writes one)."""
    shown = re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found.group(1), found.group(1)), text)
    assert not re.search("&(?!amp;)", shown)
    return shown.replace("&amp;", "&")


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("seed", range(5))
def test_the_same_graph_is_written_the_same(ending: str, seed: int) -> None:
    """Also if its edges were added in another order."""
    graph = made_up(seed)
    again: Graph = nx.MultiDiGraph(**graph.graph)
    again.add_nodes_from(graph.nodes(data=True))
    again.add_edges_from(sorted(graph.edges(keys=True, data=True), key=lambda edge: -edge[3]["number"]))
    assert list(FORMATS[ending](graph)) == list(FORMATS[ending](again)) == list(FORMATS[ending](made_up(seed)))
    assert len(edges_in_order(graph)) == graph.number_of_edges()
