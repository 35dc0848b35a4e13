"""Grades within reach, points of no return, and what nobody avoids."""

from typing import Any

import pytest

from tests.games.corridor.drawn import drawn, made_up
from verifier.errors import BadInput
from verifier.search.graph import Graph, nodes_with
from verifier.search.graph_grades import (
    PointOfNoReturn,
    best_grades,
    not_known,
    points_of_no_return,
    states_reaching,
    unavoidable,
)
from verifier.search.graph_lines import at_least, nodes_along
from verifier.search.limits import Limits

OPEN: dict[str, Any] = {"compress": True, "open_chance": True}
TO_THE_VAULT = ("walk", "knock", "door opens")
TO_THE_ROAD = (*TO_THE_VAULT, "enter carousel", "turn again", "turn off")


def test_the_best_grade_within_reach() -> None:
    assert best_grades(drawn(**OPEN)) == {
        0: (1, 3), 1: (1, 3), 2: (1, 3), 3: (1, 3), 4: None, 5: None, 6: (1, 0), 7: (1, 3), 8: (1, 0)}


def test_the_road_is_chosen_at_the_carousel() -> None:
    graph = drawn(**OPEN)
    lost = PointOfNoReturn(3, 3, "enter carousel", "decision", (1, 3), (1, 0), True)
    assert points_of_no_return(graph, TO_THE_ROAD, (1, 1)) == [lost]
    assert points_of_no_return(graph, TO_THE_ROAD) == [lost]
    assert points_of_no_return(graph, TO_THE_ROAD, (1,)) == []
    assert points_of_no_return(graph, TO_THE_ROAD, (2,)) == []
    assert points_of_no_return(graph, (*TO_THE_VAULT, "enter garden"), (1, 3)) == []


def test_a_dead_end_loses_every_grade() -> None:
    lost = PointOfNoReturn(3, 3, "enter closet", "decision", (1, 3), None, True)
    for grade in (None, (1, 3), (1, 0), (0,)):
        assert points_of_no_return(drawn(**OPEN), (*TO_THE_VAULT, "enter closet"), grade) == [lost]


def test_a_deal_can_be_lost_by_one_knock_too_many() -> None:
    graph = drawn(deal=((-2,), ()))
    assert points_of_no_return(graph, ["walk", "knock", "knock"]) == []
    assert set(best_grades(graph).values()) == {None}
    assert not_known(graph) == set(graph)


def test_what_was_not_explored_leaves_it_open() -> None:
    graph = drawn(**OPEN)
    graph.remove_edge(6, 8)
    graph.nodes[6]["expanded"] = False
    [lost] = points_of_no_return(graph, (*TO_THE_VAULT, "enter carousel"))
    assert lost == PointOfNoReturn(3, 3, "enter carousel", "decision", (1, 3), None, False)
    assert not_known(graph) == {0, 1, 2, 3, 6}


def test_a_line_that_leaves_the_graph_is_refused() -> None:
    with pytest.raises(BadInput, match="DB532"):
        points_of_no_return(drawn(**OPEN), ["walk", "walk"])


def test_nobody_avoids_gallery_and_vault() -> None:
    graph = drawn(**OPEN)
    assert unavoidable(graph) == [0, 1, 2, 3]
    assert unavoidable(graph, at_least((1, 3))) == [0, 1, 2, 3, 7]
    assert unavoidable(graph, lambda number, data: number == 8) == [0, 1, 2, 3, 6, 8]
    assert unavoidable(graph, lambda number, data: number == 0) == [0]
    assert unavoidable(graph, at_least((2,))) == []
    assert unavoidable(drawn(Limits(depth=2), **OPEN)) == []


@pytest.mark.parametrize("seed", range(60))
def test_grades_agree_with_a_naive_search(seed: int) -> None:
    graph = made_up(seed)
    best = best_grades(graph)
    for number in graph:
        grades = [graph.nodes[end]["grade"] for end in nodes_with(graph, "end") if end in _within_reach(graph, number)]
        assert best[number] == max(grades, default=None)
        assert (number in states_reaching(graph, at_least((1,)))) == any(grade >= (1,) for grade in grades)


@pytest.mark.parametrize("seed", range(60))
def test_points_of_no_return_agree_with_asking_at_every_state(seed: int) -> None:
    graph = made_up(seed)
    best, line = best_grades(graph), _some_line(graph, seed)
    nodes = nodes_along(graph, line)
    for grade in ((0, 0), (0, 2), (1,), (1, 1)):
        still = [best[number] is not None and (best[number] or ()) >= grade for number in nodes]
        lost = [index for index in range(len(line)) if still[index] and not still[index + 1]]
        found = points_of_no_return(graph, line, grade)
        assert [point.index for point in found] == lost and len(lost) <= 1
        assert all(nodes[point.index] == point.node and line[point.index] == point.event for point in found)


@pytest.mark.parametrize("seed", range(60))
def test_unavoidable_states_agree_with_taking_each_away(seed: int) -> None:
    graph = made_up(seed)
    ends = set(nodes_with(graph, "end"))
    found = unavoidable(graph)
    if not ends & _within_reach(graph, 0):
        assert found == []
        return
    expected = {number for number in graph if not ends & _within_reach(graph, 0, without=number)}
    assert set(found) == expected and found[0] == 0
    for earlier, later in zip(found, found[1:], strict=False):
        assert later not in _within_reach(graph, 0, without=earlier)


def _within_reach(graph: Graph, start: int, without: int | None = None) -> set[int]:
    if start == without:
        return set()
    found, waiting = {start}, [start]
    while waiting:
        for target in graph.succ[waiting.pop()]:
            if target not in found and target != without:
                found.add(target)
                waiting.append(target)
    return found


def _some_line(graph: Graph, seed: int) -> list[str]:
    line, number = [], 0
    for step in range(12):
        edges = list(graph.out_edges(number, keys=True))
        if not edges:
            break
        _, number, key = edges[(seed + step) % len(edges)]
        line.append(key)
    return line
