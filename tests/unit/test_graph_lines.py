"""Shortest lines through a graph, and the nodes along a line."""

from typing import Any

import pytest

from tests.games.corridor.drawn import drawn, made_up
from verifier.errors import BadInput
from verifier.search.graph import Graph, edges_in_order
from verifier.search.graph_lines import (
    Witness,
    at_least,
    breaking,
    breaks,
    exercises,
    nodes_along,
    shortest_exercise,
    shortest_witness,
    witnesses,
)

OPEN: dict[str, Any] = {"compress": True, "open_chance": True}
TO_THE_VAULT = ("walk", "knock", "door opens")


def test_the_shortest_line_to_what_is_wanted() -> None:
    graph = drawn(**OPEN)
    assert shortest_witness(graph, lambda number, data: data["status"] == "end") == Witness(
        (0, 1, 2, 3, 7), (*TO_THE_VAULT, "enter garden"))
    assert shortest_witness(graph, lambda number, data: number == 8) == Witness(
        (0, 1, 2, 3, 6, 8), (*TO_THE_VAULT, "enter carousel", "turn off"))
    assert shortest_witness(graph, lambda number, data: data["status"] == "ran-out") is None
    assert shortest_witness(graph, lambda number, data: number == 0) == Witness((0,), ())
    assert shortest_witness(graph, lambda number, data: number == 0, start=4) is None


def test_every_witness_the_nearest_first() -> None:
    found = list(witnesses(drawn(**OPEN), lambda number, data: data["status"] in ("end", "loop", "dead-end")))
    assert [witness.nodes[-1] for witness in found] == [4, 5, 7, 8]
    assert [len(witness.events) for witness in found] == [4, 4, 4, 5]


def test_the_shortest_line_that_does_something() -> None:
    graph = drawn(**OPEN)
    assert shortest_exercise(graph, exercises("CO-02")) == Witness((0, 1), ("run",))
    assert shortest_exercise(graph, exercises("CO-08")) == Witness(
        (0, 1, 2, 3, 6, 6), (*TO_THE_VAULT, "enter carousel", "turn again"))
    assert shortest_exercise(graph, exercises("CO-99")) is None
    assert shortest_exercise(graph, breaks("doors_stay_shut")) == Witness((0, 1, 2, 3), TO_THE_VAULT)
    assert shortest_witness(graph, breaking("nobody_hides")) == Witness((0, 1, 2, 3, 4), (*TO_THE_VAULT, "enter closet"))


def test_ends_of_at_least_a_grade() -> None:
    graph = drawn(**OPEN)
    assert [witness.nodes[-1] for witness in witnesses(graph, at_least((1,)))] == [7, 8]
    assert [witness.nodes[-1] for witness in witnesses(graph, at_least((1, 1)))] == [7]
    assert list(witnesses(graph, at_least((2,)))) == []


def test_the_nodes_along_a_line() -> None:
    graph = drawn(**OPEN)
    assert nodes_along(graph, ["run", "back", "walk", "knock", "door stays", "knock"]) == (0, 1, 0, 1, 2, 1, 2)
    assert nodes_along(graph, []) == (0,)
    with pytest.raises(BadInput, match=r'DB532 no edge .bakc. leaves state 1 .* @ \$\.line\[1\]; did you mean "back"'):
        nodes_along(graph, ["run", "bakc"])
    with pytest.raises(BadInput, match="none is known here"):
        nodes_along(graph, [*TO_THE_VAULT, "enter closet", "enter closet"])


@pytest.mark.parametrize("seed", range(40))
def test_witnesses_agree_with_a_naive_search(seed: int) -> None:
    graph = made_up(seed)
    distances = _distances(graph)
    found = {witness.nodes[-1]: witness for witness in witnesses(graph, lambda number, data: True)}
    assert {number: len(witness.events) for number, witness in found.items()} == distances
    for witness in found.values():
        assert nodes_along(graph, witness.events) == witness.nodes
    lengths = [len(witness.events) for witness in found.values()]
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("seed", range(40))
def test_exercises_agree_with_a_naive_search(seed: int) -> None:
    graph = made_up(seed)
    distances = _distances(graph)
    for clause in ("C-0", "C-1", "C-2", "C-3"):
        reached = [distances[number] + 1 for number, _, data in edges_in_order(graph)
                   if clause in data["clauses"] and number in distances]
        witness = shortest_exercise(graph, exercises(clause))
        assert (len(witness.events) if witness else None) == min(reached, default=None)
        if witness:
            assert clause in graph.edges[witness.nodes[-2], witness.nodes[-1], witness.events[-1]]["clauses"]


def _distances(graph: Graph) -> dict[int, int]:
    """Distances from the start by relaxing every edge until nothing changes."""
    found = {0: 0}
    for _ in graph:
        for number, target in graph.edges():
            if number in found:
                found[target] = min(found.get(target, len(graph)), found[number] + 1)
    return found
