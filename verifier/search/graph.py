"""The explored graph as a networkx graph, with what edges mean and what holds at nodes.

A MultiDiGraph: two events can lead from one state to the same other state (two shots with the same effect), and both are
moves that a player has, so neither may be lost.  Nodes are the numbers of the exploration (0 is the start), added in that
order; edges are keyed by the text of their event and added by state, then in the game's order of events.  Every walk over
the graph is therefore in a fixed order (networkx lists parallel edges together: `edges_in_order` does not).

Node attributes
    status     one of STATUSES
    expanded   whether every event that leaves the state is an edge (False behind a limit, or where the search stopped)
    grade      of ends: the fields of the grade, best first, as a tuple that compares; None elsewhere
    broken     names of the invariants that the state breaks; only if properties were asked for
    goals      names of the goals that it reaches; only if the game has goals
               (both None on states beyond the limit of replays)
    state      the state in the words of scenario files, and `used`, if it is not 0 anywhere, by tape; only if asked for

Edge attributes
    event      its text, which is also the key
    number     its number in the game, which is the order of events
    kind       "decision", "chance" or "step"
    weight     the integer weight of a chance outcome; only when chance is open
    automatic  the events that followed by themselves before the next node, when chains are run through
    clauses    ids of the clauses exercised by all of these, each once, in the order of their first use
    broken     names of the step properties broken on the way, and of the invariants broken in passing; only if asked for
The last three come from replaying the edge on the reference, and are None on edges beyond the limit of replays.

Graph attributes: game, rulings, closed, ending, compressed, open_chance, start (0), opening and opening_clauses (what
happened by itself before the first node), grade_fields, edges_replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias

import networkx as nx
import numpy as np
from attrs import define, field

from verifier.errors import BadInput, EngineBug, Problem, did_you_mean
from verifier.lang.game import Rule
from verifier.lang.layout import decode
from verifier.run.backend import Backend
from verifier.run.control import Status
from verifier.run.reference import Reference
from verifier.search.explore import Explored
from verifier.search.graph_replay import Replay
from verifier.search.state_words import state_words

Graph: TypeAlias = "nx.MultiDiGraph[int]"
Attributes: TypeAlias = Mapping[str, Any]

START = 0
REPLAYS_MAX = 10_000  # about 1 ms each in Until Dawn, 6 ms with all of its properties
STATES_MAX = 250_000  # a node costs about a kilobyte, and so does an edge
_REPORT_EVERY = 256
STATUSES = {int(each): each.name.lower().replace("_", "-") for each in Status if each is not Status.GIVEN_UP}
_LEAVES = ("decision", "chance", "step")


def graph_of(explored: Explored, *, properties: Collection[str] = (), states: bool = False,
             replays_max: int | None = REPLAYS_MAX, states_max: int | None = STATES_MAX,
             report: Callable[[int], None] = lambda count: None) -> Graph:
    """The graph of an exploration that kept its edges (`ExploreOptions(edges=True)`).

    `properties` names invariants and step properties to evaluate (on the reference); `states` puts the state in words on
    every node; `replays_max` (None: no limit) is how many edges are replayed, and on how many nodes properties and goals are
    evaluated; `report` is called now and then with the number of nodes and edges made.  The exploration need not be closed: its
    attributes say so, and `expanded` says where.

    Raises BadInput for a property that the game lacks (DB530) and for more than `states_max` states (DB531), RuleFailed when
    a property or a grade cannot be evaluated, and EngineBug when an edge does not replay (DB904).
    """
    if not explored.options.edges:
        raise EngineBug(Problem("DB903", "the exploration kept no edges", hint="explore with ExploreOptions(edges=True)"))
    if states_max is not None and explored.states > states_max:
        raise BadInput(Problem("DB531", f"the graph has {explored.states:,} states; at most {states_max:,} fit", "--graph",
                               "--states N allows more; or limit the exploration by --depth, or start nearer"))
    return _Building(explored, _rules_named(explored, properties), states, replays_max, report).graph()


def is_complete(graph: Graph) -> bool:
    """Whether every reachable state is in the graph, with all its edges."""
    return all(data["expanded"] for _, data in graph.nodes(data=True))


def nodes_with(graph: Graph, status: str) -> list[int]:
    """The nodes of a status: "dead-end" for decisions where nothing is legal, "end", "ran-out", ..."""
    return [number for number, data in graph.nodes(data=True) if data["status"] == status]


def dead_ends(graph: Graph) -> list[int]:
    """The decisions at which nothing is legal (and chance at which no outcome has weight)."""
    return nodes_with(graph, "dead-end")


def edges_in_order(graph: Graph) -> list[tuple[int, int, Attributes]]:
    """Every edge, by state, then in the game's order of events (networkx keeps parallel edges together)."""
    return sorted(graph.edges(data=True), key=lambda edge: (edge[0], edge[2]["number"]))


def _rules_named(explored: Explored, names: Collection[str]) -> list[Rule]:
    game = explored.backend.program.game
    known = {rule.name: rule for rule in game.of_kind("invariant", "step_property")}
    unknown = [Problem("DB530", f"{game.name} has no property {name!r}", "--property", did_you_mean(name, known))
               for name in sorted(set(names) - known.keys())]
    if unknown:
        raise BadInput(unknown)
    return [rule for name, rule in known.items() if name in names]


@define(eq=False)
class _Building:
    explored: Explored
    properties: list[Rule]
    states: bool
    replays_max: int | None
    report: Callable[[int], None]
    made: int = 0
    goals: list[Rule] = field(init=False)
    invariants: list[Rule] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.goals = self.explored.backend.program.game.of_kind("goal")
        self.invariants = [rule for rule in self.properties if rule.kind == "invariant"]

    def _count(self) -> None:
        self.made += 1
        if self.made % _REPORT_EVERY == 0:
            self.report(self.made)

    def graph(self) -> Graph:
        explored = self.explored
        program = explored.backend.program
        reference = Reference(program, explored.setting)
        replay = Replay(reference, explored, self.properties)
        graph: Graph = nx.MultiDiGraph(
            game=program.game.name, rulings=dict(explored.setting.rulings), closed=explored.closed, ending=explored.ending,
            compressed=explored.options.compress, open_chance=explored.options.open_chance, start=START,
            grade_fields=_grade_fields(explored), edges_replayed=0, opening=(), opening_clauses=())
        opening = replay.opening()
        if opening is not None:
            graph.graph.update(opening=opening.automatic, opening_clauses=opening.clauses)
        grades = _grades(explored)
        for number in range(explored.states):
            graph.add_node(number, **self._node(number, reference, grades.get(number)))
            self._count()
        self._add_edges(graph, reference, replay)
        self._mark_expanded(graph)
        return graph

    def _node(self, number: int, reference: Reference, grade: tuple[int, ...] | None) -> dict[str, Any]:
        status = STATUSES[int(self.explored.tables.node[number])]
        found: dict[str, Any] = {"status": status, "expanded": True, "grade": grade}
        if status == "failed" or not (self.goals or self.properties or self.states):
            return found
        position = self.explored.position(number)
        asked = self.replays_max is None or number < self.replays_max
        if self.properties:
            found["broken"] = tuple(rule.name for rule in self.invariants
                                    if not reference.holds(rule, position.state)) if asked else None
        if self.goals:
            found["goals"] = tuple(rule.name for rule in self.goals if reference.holds(rule, position.state)) if asked else None
        if self.states:
            found["state"] = state_words(reference.program.game.state_type, position.state)
            used = {tape: count for tape, count in zip(reference.program.tapes, position.used, strict=True) if count}
            if used:
                found["used"] = used
        return found

    def _rows(self) -> Iterator[tuple[int, int, int]]:
        """Edges as (from, event, to), sorted: whatever the strategy, whatever was expanded twice."""
        rows = self.explored.tables.edges[:self.explored.edge_count]
        for row in np.lexsort((rows[:, 2], rows[:, 0])):
            number, target, event = (int(cell) for cell in rows[row])
            yield number, event, target

    def _add_edges(self, graph: Graph, reference: Reference, replay: Replay) -> None:
        program = reference.program
        for number, event, target in self._rows():
            text, kind = program.events[event].text, program.events[event].happens_as
            if graph.has_edge(number, target, text):
                continue
            graph.add_edge(number, target, text, event=text, number=event, kind=kind,
                           **self._weight(number, event, kind), **self._replayed(number, event, target, replay))
            self._count()
        graph.graph["edges_replayed"] = replay.edges

    def _weight(self, number: int, event: int, kind: str) -> dict[str, Any]:
        """The weight of an outcome, as emitted code has it: to make a position for the reference takes a millisecond."""
        explored = self.explored
        if kind != "chance" or not explored.options.open_chance:
            return {}
        explored.backend.clear(explored.context)
        return {"weight": int(explored.backend.call("weigh", explored.tables.state(number).copy(), explored.context, event))}

    def _replayed(self, number: int, event: int, target: int, replay: Replay) -> dict[str, Any]:
        found: dict[str, Any] = {"automatic": None, "clauses": None}
        if self.properties:
            found["broken"] = None
        if self.replays_max is None or replay.edges < self.replays_max:
            replayed = replay.edge(number, replay.reference.program.events[event], target)
            found = {key: getattr(replayed, key) for key in found}
        return found

    def _mark_expanded(self, graph: Graph) -> None:
        """A state that has events but no edge was not expanded; the last one before a sudden end only in part."""
        for number, data in graph.nodes(data=True):
            if data["status"] in _LEAVES and graph.out_degree(number) == 0:
                data["expanded"] = False
            self._count()
        explored = self.explored
        if explored.ending in ("goal", "property", "failed", "interrupted") and explored.edge_count:
            graph.nodes[int(explored.tables.edges[explored.edge_count - 1][0])]["expanded"] = False


def _grade_fields(explored: Explored) -> tuple[str, ...]:
    rule = explored.backend.program.game.only("grade")
    record = rule.returned_record if rule else None
    return tuple(name for name, _ in record.fields) if record else ()


def grade_reader(backend: Backend) -> Callable[[int], tuple[int, ...]] | None:
    """What tells the fields of a grade from its number: flags and enum members compare as the integers they are.

    None where a game has no grade.
    """
    rule = backend.program.game.only("grade")
    record = rule.returned_record if rule else None
    if record is None:
        return None

    @cache
    def fields(grade: int) -> tuple[int, ...]:
        value = decode(record, list(backend.grade_fields(grade)))
        return tuple(getattr(value, name) for name, _ in record.fields)

    return fields


def _grades(explored: Explored) -> dict[int, tuple[int, ...]]:
    """The fields of each end's grade."""
    fields = grade_reader(explored.backend)
    if fields is None:
        return {}
    numbers, grades = explored.ends()
    return {number: fields(grade) for number, grade in zip(numbers.tolist(), grades.tolist(), strict=True)}
