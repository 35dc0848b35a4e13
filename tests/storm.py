"""Storm's own answer for a graph with open chance: an independent solver of decision processes (`pip install stormpy`)."""

from __future__ import annotations

from fractions import Fraction
from tempfile import NamedTemporaryFile

from verifier.search.graph import START, Graph
from verifier.search.graph_lines import WantedNode


def storm_odds(graph: Graph, wanted: WantedNode) -> list[float]:
    """The highest probability of coming to a wanted state, for every state in the order of their numbers."""
    import stormpy

    with NamedTemporaryFile("w", suffix=".drn") as file:
        file.write(_explicit(graph, wanted))
        file.flush()
        model = stormpy.build_model_from_drn(file.name)
    result = stormpy.model_checking(model, stormpy.parse_properties('Pmax=? [F "won"]')[0], only_initial_states=False)
    return list(result.get_value_vector())


def _explicit(graph: Graph, wanted: WantedNode) -> str:
    """A graph in Storm's format for explicit models; states are numbered in order, and what nothing leaves stays where it is."""
    place = {number: index for index, number in enumerate(sorted(graph))}
    rows, count = [], 0
    for number, index in place.items():
        data = graph.nodes[number]
        edges = [(place[target], edge.get("weight")) for _, target, edge in graph.out_edges(number, data=True)]
        labels = f"{' init' if number == START else ''}{' won' if wanted(number, data) else ''}"
        choices = [edges] if edges and data["status"] == "chance" else [[(target, 1)] for target, _ in edges] or [[(index, 1)]]
        rows.append(f"state {index}{labels}")
        for action, choice in enumerate(choices):
            total, shares = sum(weight for _, weight in choice), dict[int, Fraction]()
            for target, weight in choice:
                shares[target] = shares.get(target, Fraction(0)) + Fraction(weight, total)
            rows += [f"\taction {action}", *(f"\t\t{target} : {share}" for target, share in sorted(shares.items()))]
            count += 1
    head = ["@type: MDP", "@value_type: rational", "@parameters", "", "@reward_models", "", "@nr_states", str(len(place)),
            "@nr_choices", str(count), "@model"]
    return "\n".join([*head, *rows, ""])
