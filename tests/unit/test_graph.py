"""The explored graph: every state, every event, and what the reference says is behind each edge."""

from itertools import product
from typing import Any

import pytest

from tests.games.corridor.drawn import PROPERTIES, drawn, explored, native, reference
from verifier.errors import BadInput, EngineBug
from verifier.run.reference import Impossible, Position, RanOut
from verifier.search.explore import ExploreOptions, explore
from verifier.search.graph import dead_ends, edges_in_order, graph_of, is_complete, nodes_with
from verifier.search.limits import Limits

MODES: list[dict[str, Any]] = [{"compress": one, "open_chance": other} for one, other in product((True, False), repeat=2)]
OPEN: dict[str, Any] = {"compress": True, "open_chance": True}


def places(graph: Any) -> list[str]:
    return [f"{data['state']['phase']} {data['state']['place']}" for _, data in graph.nodes(data=True)]


def test_nodes_are_in_the_order_of_discovery() -> None:
    graph = graph_of(explored(**OPEN), states=True)
    assert list(graph) == list(range(9))
    assert places(graph) == ["choose hall", "choose gallery", "knock gallery", "choose vault", "choose closet", "wander maze",
                             "turn carousel", "out garden", "out road"]
    assert [data["status"] for _, data in graph.nodes(data=True)] == [
        "decision", "decision", "chance", "decision", "dead-end", "loop", "chance", "end", "end"]
    assert {number: data["grade"] for number, data in graph.nodes(data=True) if data["grade"]} == {7: (1, 3), 8: (1, 0)}


def test_two_events_between_the_same_states_are_two_edges() -> None:
    graph = drawn(**OPEN)
    assert graph.number_of_edges() == 12
    assert list(graph.succ[0][1]) == ["walk", "run"]
    assert graph.edges[0, 1, "run"]["clauses"] == ("CO-01", "CO-02")


def test_edges_in_the_games_order_even_beside_parallel_ones() -> None:
    graph = drawn(**OPEN)
    assert [(number, target, data["event"]) for number, target, data in edges_in_order(graph)][:6] == [
        (0, 1, "walk"), (0, 1, "run"), (1, 0, "back"), (1, 2, "knock"), (2, 3, "door opens"), (2, 1, "door stays")]


def test_an_edge_says_what_followed_by_itself_and_every_clause() -> None:
    graph = drawn(compress=True)
    assert graph.edges[2, 4, "knock"] == {
        "event": "knock", "number": 3, "kind": "decision", "automatic": ("door opens", "go-through"),
        "clauses": ("CO-03", "CO-04", "CO-05"), "broken": ("doors_stay_shut",)}
    assert graph.edges[4, 7, "enter carousel"]["automatic"] == ("turn again", "slow", "turn off")
    assert graph.edges[4, 6, "enter maze"]["automatic"] == ("wander", "wander")


def test_without_running_chains_through_nothing_follows() -> None:
    graph = drawn(compress=False)
    assert graph.number_of_nodes() == 16
    assert {data["automatic"] for *_, data in graph.edges(data=True)} == {()}
    assert {data["kind"] for *_, data in graph.edges(data=True)} == {"decision", "chance", "step"}


def test_open_chance_has_its_weights() -> None:
    graph = drawn(**OPEN)
    assert {(number, data["event"]): data["weight"] for number, _, data in graph.edges(data=True) if "weight" in data} == {
        (2, "door opens"): 1, (2, "door stays"): 3, (6, "turn again"): 1, (6, "turn off"): 1}
    assert all("weight" not in data for *_, data in drawn(compress=False).edges(data=True))


def test_properties_and_goals() -> None:
    graph = drawn(**OPEN)
    assert [number for number, data in graph.nodes(data=True) if data["broken"]] == [4]
    assert graph.nodes[4]["broken"] == ("nobody_hides",)
    assert [number for number, data in graph.nodes(data=True) if data["goals"]] == [3]
    assert {(data["event"], data["broken"]) for *_, data in graph.edges(data=True) if data["broken"]} == {
        ("run", ("nobody_runs",)), ("door opens", ("doors_stay_shut",))}
    bare = graph_of(explored(**OPEN))
    assert all("broken" not in data for _, data in bare.nodes(data=True))


def test_the_state_in_words_comes_with_what_was_used_of_the_deal() -> None:
    graph = graph_of(explored(compress=True), states=True)
    assert graph.nodes[0]["state"] == {"phase": "choose", "place": "hall", "left": False}
    assert "used" not in graph.nodes[0]
    assert graph.nodes[7]["used"] == {"door": 2, "carousel": 2}


def test_the_graph_itself_says_where_it_is_from() -> None:
    assert drawn(**OPEN).graph == {
        "game": "corridor", "rulings": {}, "closed": True, "ending": "closed", "compressed": True, "open_chance": True,
        "start": 0, "opening": (), "opening_clauses": (), "grade_fields": ("free", "flowers"), "edges_replayed": 12}


def test_what_happens_before_the_first_decision_is_the_opening() -> None:
    run = reference()
    start = explored(compress=False)
    knocking = start.position(2)
    graph = graph_of(explore(native(), run.setting, knocking, ExploreOptions(edges=True)))
    assert graph.graph["opening"] == ("door stays",)
    assert graph.graph["opening_clauses"] == ("CO-04",)
    assert graph.nodes[0]["status"] == "decision"


def test_a_start_that_loops_is_one_node() -> None:
    run = reference()
    wandering = explored(compress=False).position(9)
    graph = graph_of(explore(native(), run.setting, wandering, ExploreOptions(edges=True)))
    assert [(number, data["status"]) for number, data in graph.nodes(data=True)] == [(0, "loop")]
    assert graph.graph["opening"] == ("wander", "wander")


def test_a_deal_that_runs_out_or_is_impossible() -> None:
    graph = drawn(deal=((), ()))
    assert nodes_with(graph, "ran-out") == [2]
    assert graph.edges[1, 2, "knock"]["automatic"] == ()
    assert dead_ends(graph) == []
    assert dead_ends(drawn(**OPEN)) == [4]


def test_every_strategy_draws_the_same_graph() -> None:
    def named(strategy: str) -> set[tuple[Any, ...]]:
        found = explored(**OPEN, strategy=strategy)
        keys = [reference().key(found.position(number)) for number in range(found.states)]
        return {(keys[number], keys[target], *sorted(data.items())) for number, target, data in graph_of(found).edges(data=True)}

    assert named("breadth-first") == named("depth-first") == named("iterative")
    assert len(named("iterative")) == 12


@pytest.mark.parametrize("mode", MODES)
def test_the_reference_alone_draws_the_same_graph(mode: dict[str, Any]) -> None:
    """A naive twin: states by the rule functions alone, chains by hand; a loop is named by its smallest state."""
    found = explored(**mode)
    graph = graph_of(found)
    names = {number: _name(found.position(number), **mode) for number in graph}
    assert {(names[number], key, names[target]) for number, target, key in graph.edges(keys=True)} == _twin(**mode)
    assert len(set(names.values())) == len(graph)


def _events(position: Position, open_chance: bool) -> list[Any]:
    run = reference()
    if run.kind(position) == 1:
        if open_chance:
            return [event for event, _ in run.outcomes(position)]
        try:
            return [run.dealt(position)]
        except (RanOut, Impossible):
            return []
    return run.events(position) if run.kind(position) == 2 else run.legal(position)


def _after(position: Position, event: Any, open_chance: bool) -> Position:
    after = reference().apply(position, event).after
    return Position(after.state, position.used) if open_chance else after


def _settled(position: Position, open_chance: bool) -> Position:
    run, seen = reference(), []
    while (run.kind(position) == 2 or (run.kind(position) == 1 and not open_chance)) and _events(position, open_chance):
        if run.key(position) in seen:
            return min((position, _after(position, run.events(position)[0], open_chance)), key=run.key)
        seen.append(run.key(position))
        position = _after(position, _events(position, open_chance)[0], open_chance)
    return position


def _name(position: Position, compress: bool, open_chance: bool) -> tuple[int, ...]:
    return reference().key(_settled(position, open_chance) if compress else position)


def _twin(compress: bool, open_chance: bool) -> set[tuple[Any, str, Any]]:
    edges, known, waiting = set(), set(), [reference().set_up()]
    while waiting:
        position = waiting.pop()
        name = reference().key(position)
        if name in known or (compress and _loops(position)):
            continue
        known.add(name)
        for event in _events(position, open_chance):
            after = _after(position, event, open_chance)
            after = _settled(after, open_chance) if compress else after
            edges.add((name, event.text, reference().key(after)))
            waiting.append(after)
    return edges


def _loops(position: Position) -> bool:
    return position.state.phase.name == "WANDER"


def test_beyond_the_limit_of_replays_nothing_is_claimed() -> None:
    graph = graph_of(explored(**OPEN), properties=PROPERTIES, replays_max=5)
    assert graph.graph["edges_replayed"] == 5
    assert [data["clauses"] is None for *_, data in edges_in_order(graph)] == [False] * 5 + [True] * 7
    assert [data["broken"] is None for *_, data in edges_in_order(graph)] == [False] * 5 + [True] * 7
    assert [data["broken"] is None for _, data in graph.nodes(data=True)] == [False] * 5 + [True] * 4
    assert [data["goals"] is None for _, data in graph.nodes(data=True)] == [False] * 5 + [True] * 4
    assert graph.nodes[8]["grade"] == (1, 0)
    assert graph_of(explored(**OPEN), replays_max=None).graph["edges_replayed"] == 12


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.search.graph._REPORT_EVERY", 5)
    told: list[int] = []
    graph_of(explored(**OPEN), report=told.append)
    assert told == [5, 10, 15, 20, 25, 30]  # 9 nodes, 12 edges, the nodes again


def test_a_limited_exploration_says_what_was_not_expanded() -> None:
    graph = drawn(Limits(depth=2), **OPEN)
    assert not graph.graph["closed"] and graph.graph["ending"] == "depth"
    assert {number: data["expanded"] for number, data in graph.nodes(data=True)} == {0: True, 1: True, 2: False}
    assert not is_complete(graph)
    assert is_complete(drawn(**OPEN))


def test_a_search_that_found_its_goal_left_its_last_state_half_expanded() -> None:
    graph = graph_of(explored(**OPEN, goal=0))
    assert graph.graph["ending"] == "goal"
    assert [number for number, data in graph.nodes(data=True) if not data["expanded"]] == [2, 3]


def test_a_start_at_which_the_rules_fail_is_not_looked_into() -> None:
    found = explored(Limits(depth=0), compress=True)
    found.tables.node[0] = 7
    graph = graph_of(found, properties=PROPERTIES, states=True)
    assert dict(graph.nodes(data=True)) == {0: {"status": "failed", "expanded": True, "grade": None}}


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(BadInput, match="DB530 corridor has no property 'nobody_hide'.*did you mean \"nobody_hides\""):
        graph_of(explored(**OPEN), properties=["nobody_hide", "nobody_runs"])
    with pytest.raises(BadInput, match="DB531 the graph has 9 states; at most 8 fit"):
        graph_of(explored(**OPEN), states_max=8)
    run = reference()
    with pytest.raises(EngineBug, match="DB903"):
        graph_of(explore(native(), run.setting, run.set_up()))


@pytest.mark.parametrize("mode", MODES)
def test_an_edge_that_does_not_replay_is_our_bug(mode: dict[str, Any]) -> None:
    found = explored(**mode)
    found.tables.edges[1, 1] = 2
    with pytest.raises(EngineBug, match="DB904 'run' from 0 leads to 2, but the reference's run does not"):
        graph_of(found)
    found = explored(**mode)
    found.tables.edges[0, 2] = [event.text for event in native().program.events].index("back")
    with pytest.raises(EngineBug, match="DB904 'back' from 0 leads to 1, but the reference's nothing does not"):
        graph_of(found)


def test_a_loop_that_is_none_is_our_bug() -> None:
    found = explored(compress=True)
    loop = found.numbers(4)[0]
    found.tables.node[loop], found.tables.node[8] = 3, 4
    with pytest.raises(EngineBug, match="DB904"):
        graph_of(found)
