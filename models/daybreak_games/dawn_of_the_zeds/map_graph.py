"""The map as a networkx graph, made from the edition's table of spaces, which the rules read too.

Ordinary Python, outside the rule language; networkx is imported inside the functions, as playing does without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daybreak_games.dawn_of_the_zeds.box import Box
from daybreak_games.dawn_of_the_zeds.places import SPACES, TRACK_LENGTH, TRACK_OF, Ground, Place, Track

if TYPE_CHECKING:
    import networkx as nx


def spaces_of(box: Box) -> list[Place]:
    """The spaces that the map has, in the order of `Place`: each track from its Start space on, Town Center last."""
    return [space for space in SPACES if box.map[space].ground != Ground.ABSENT]


def line_of(box: Box, track: Track) -> list[Place]:
    """The spaces that the map has of a track, from the Start space to the Town space; empty if it lacks the track."""
    return [space for space in SPACES[track * TRACK_LENGTH:(track + 1) * TRACK_LENGTH] if box.map[space].ground != Ground.ABSENT]


def map_graph(box: Box) -> nx.DiGraph[Place]:
    """Every space of the map with an edge to the one ahead of it, towards Town Center.

    Nodes keep `ground`, `site` and `track` (Town Center has none).  A space that leads to itself has no edge; one that leads to a
    space that the map lacks has none either, and is not connected.
    """
    import networkx as nx

    graph: nx.DiGraph[Place] = nx.DiGraph()
    spaces = spaces_of(box)
    for space in spaces:
        sheet = box.map[space]
        graph.add_node(space, ground=sheet.ground, site=sheet.site, track=None if space == Place.TOWN_CENTER else TRACK_OF[space])
    graph.add_edges_from((space, box.map[space].ahead) for space in spaces if box.map[space].ahead in graph.nodes - {space})
    return graph


def adjacency(box: Box) -> nx.Graph[Place]:
    """Which spaces are next to each other; the spaces next to Town Center are the Town spaces."""
    return map_graph(box).to_undirected()
