"""Ways in which play goes on for ever, and the graph without them."""

import networkx as nx
import pytest

from tests.games.corridor.drawn import drawn, made_up
from verifier.search.graph import Graph
from verifier.search.graph_loops import Endless, condensed, endless, loops_without_decisions
from verifier.search.limits import Limits

ROUND_THE_HALL = Endless((0, 1, 2), True, ((2, 3, "door opens"),), True)


def test_decisions_a_loop_of_steps_and_a_carousel() -> None:
    maze = Endless((5,), False, (), True)
    carousel = Endless((6,), False, ((6, 8, "turn off"),), True)
    graph = drawn(compress=True, open_chance=True)
    assert endless(graph) == [ROUND_THE_HALL, maze, carousel]
    assert loops_without_decisions(graph) == [maze, carousel]
    assert [each.inescapable for each in endless(graph)] == [False, True, False]


def test_the_same_step_by_step() -> None:
    graph = drawn(compress=False, open_chance=True)
    assert endless(graph) == [ROUND_THE_HALL, Endless((6, 9), False, (), True),
                              Endless((7, 10), False, ((7, 11, "turn off"),), True)]


def test_a_deal_is_used_up_so_only_moves_without_it_repeat() -> None:
    assert endless(drawn(compress=True)) == [
        Endless((0, 1), True, ((1, 2, "knock"),), True), Endless((2, 3), True, ((2, 4, "knock"),), True),
        Endless((6,), False, (), True)]


def test_what_was_not_expanded_may_have_more_ways_out() -> None:
    [found] = endless(drawn(Limits(depth=2), compress=True, open_chance=True))
    assert found == Endless((0, 1), True, ((1, 2, "knock"),), True)
    graph = drawn(compress=True, open_chance=True)
    graph.remove_edge(2, 3)
    graph.nodes[2]["expanded"] = False
    assert endless(graph)[0] == Endless((0, 1, 2), True, (), False)
    assert not endless(graph)[0].inescapable


def test_the_condensed_graph() -> None:
    graph = condensed(drawn(compress=False, open_chance=True))
    assert [(data["members"], data["endless"]) for _, data in graph.nodes(data=True)] == [
        ((0, 1, 2), True), ((3,), False), ((4,), False), ((5,), False), ((6, 9), True), ((7, 10), True), ((8,), False),
        ((11,), False)]
    assert list(graph.edges(data="count")) == [(0, 1, 1), (1, 2, 1), (2, 3, 1), (2, 4, 1), (2, 5, 1), (2, 6, 1), (5, 7, 1)]


def test_parallel_edges_are_counted() -> None:
    graph = drawn(compress=True, open_chance=True)
    graph.remove_edge(1, 0)
    graph.remove_edge(2, 1)
    assert next(iter(condensed(graph).edges(data="count"))) == (0, 1, 2)


@pytest.mark.parametrize("seed", range(60))
def test_components_agree_with_mutual_reachability(seed: int) -> None:
    graph = made_up(seed)
    reach = _reach(graph)
    together = {number: tuple(sorted({number} | {other for other in graph if other in reach[number] and number in reach[other]}))
                for number in graph}
    loops = {number for number, data in graph.nodes(data=True) if number in reach[number] or data["status"] == "loop"}
    expected = sorted({together[number] for number in loops})
    assert [each.nodes for each in endless(graph)] == expected
    for each in endless(graph):
        assert each.decided == any(graph.nodes[number]["status"] == "decision" for number in each.nodes)
        assert {target for _, target, _ in each.escapes} == {
            target for number in each.nodes for target in graph.succ[number] if target not in each.nodes}
    parts = condensed(graph)
    assert sorted(data["members"] for _, data in parts.nodes(data=True)) == sorted(set(together.values()))
    assert nx.is_directed_acyclic_graph(parts) and all(one < other for one, other in parts.edges())
    inside = sum(together[number] == together[target] for number, target in graph.edges())
    assert sum(count for *_, count in parts.edges(data="count")) + inside == graph.number_of_edges()


def _reach(graph: Graph) -> dict[int, set[int]]:
    """What one or more edges lead to, by Warshall's closure."""
    reach = {number: set(graph.succ[number]) for number in graph}
    for middle in graph:
        for number in graph:
            if middle in reach[number]:
                reach[number] |= reach[middle]
    return reach
