"""Storm's own answer for a graph with open chance: an independent solver of decision processes (`pip install stormpy`).

Storm 2.0 reads stochastic games with two sides but solves none: asked for `<<1>> Pmax=? [F "won"]`, it gives nothing.  A value
of a game is confirmed by two decision processes instead: with the decisions of either side fixed, the other can do no better.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from tempfile import NamedTemporaryFile

from verifier.search.graph import START, Graph
from verifier.search.graph_lines import WantedNode


def storm_odds(graph: Graph, wanted: WantedNode, *, least: bool = False, fixed: Mapping[int, str] | None = None) -> list[float]:
    """The highest probability of coming to a wanted state, for every state in the order of their numbers; or the `least`.

    `fixed` has the events that are chosen at some states; whoever wants it so decides at all others.
    """
    import stormpy

    if not any(wanted(number, data) for number, data in graph.nodes(data=True)):
        return [0.0] * len(graph)  # Storm refuses a label that no state has

    with NamedTemporaryFile("w", suffix=".drn") as file:
        file.write(_explicit(graph, wanted, fixed or {}))
        file.flush()
        model = stormpy.build_model_from_drn(file.name)
    asked = stormpy.parse_properties(f'P{"min" if least else "max"}=? [F "won"]')[0]
    result = stormpy.model_checking(model, asked, only_initial_states=False)
    return list(result.get_value_vector())


def _explicit(graph: Graph, wanted: WantedNode, fixed: Mapping[int, str]) -> str:
    """A graph in Storm's format for explicit models; states are numbered in order, and what nothing leaves stays where it is."""
    place = {number: index for index, number in enumerate(sorted(graph))}
    rows, count = [], 0
    for number, index in place.items():
        data = graph.nodes[number]
        edges = [(place[target], edge.get("weight")) for _, target, event, edge in graph.out_edges(number, keys=True, data=True)
                 if fixed.get(number, event) == event]
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
