"""What sleep sets would save: decisions that two orders lead to the same state by, of which a search may skip one order.

Sleep sets (P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996) are the part of partial-order
reduction that needs no more than the state at hand.  Two decisions legal in a state are independent there if each stays legal
after the other and both orders lead to the same state; a search that has made one need not make it again behind the other.
By definition no state is left out, only transitions.  Here the search is run on graphs that were explored whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from attrs import evolve

from tests.agreement.test_sokoban import level
from tests.bench.measure import Measured, dealt
from tests.games.sliding import Frame
from tests.games.sliding import game as sliding
from tests.games.sokoban import MOST
from tests.small_patience import small_patience
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.run.native import Native
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.limits import Limits

DEALS = 10
STATES = 200_000  # of a graph, at most: it is walked in plain Python
PUSHES = 20
Ways = list[dict[int, int]]  # by state: where each decision leads


def measure(deals: int = DEALS, states: int = STATES) -> Iterator[Measured]:
    """The share of transitions that sleep sets would save, of a few small spaces, each explored whole."""
    spaces = [*_puzzles(states), *(
        (f"the last decisions of {deals} deals of {name}", [_near_the_end(dealt(seed, name), states, seed)
                                                          for seed in range(1, deals + 1)])
        for name in ("until-dawn", "dawn-of-the-zeds"))]
    for name, graphs in spaces:
        made = every = states_met = 0
        for explored in graphs:
            assert explored.closed, name
            ways: Ways = [{} for _ in range(explored.states)]
            for source, target, event in explored.tables.edges[:explored.edge_count].tolist():
                ways[source][event] = target
            with_sets, met = transitions_with_sleep_sets(ways)
            assert met == explored.states, name
            made, every, states_met = made + with_sets, every + explored.edge_count, states_met + met
        yield Measured(f"sleep sets, {name}", f"save {1 - made / every:.1%} of {every:,} transitions and none of "
                       f"{states_met:,} states", "as it is")


def transitions_with_sleep_sets(ways: Ways) -> tuple[int, int]:
    """How many transitions a depth-first search with sleep sets makes from state 0, and how many states it meets.

    `asleep` holds, of each state met, the decisions that were made before it on another way.  A state that is met again with
    fewer of them has to make those that it skipped and now cannot.
    """
    asleep: dict[int, set[int]] = {}
    made, stack = 0, [(0, frozenset[int]())]
    while stack:
        state, sleep = stack.pop()
        if state in asleep:
            awake = sorted(asleep[state] - sleep)
            asleep[state] &= sleep
        else:
            awake = sorted(ways[state].keys() - sleep)
            asleep[state] = set(sleep)
        done = set(asleep[state])
        for event in awake:
            made += 1
            stack.append((ways[state][event], frozenset(other for other in done if independent(ways, state, event, other))))
            done.add(event)
    return made, len(asleep)


def independent(ways: Ways, state: int, one: int, other: int) -> bool:
    """Whether each of two decisions stays legal after the other, and both orders lead to the same state."""
    after = ways[state]
    target = ways[after[one]].get(other)
    return target is not None and target == ways[after[other]].get(one)


# -- what is explored -----------------------------------------------------------------------------------------------------------


def _puzzles(states: int) -> Iterator[tuple[str, list[Explored]]]:
    program, setting = load(sliding), Setting({}, Frame(rows=3, columns=3))
    yield "3x3 tiles", [_explored(Native(program, "native"), setting, Reference(program, setting).set_up(), states)]
    boxes = level(2)
    yield f"Sokoban, level 2, {PUSHES} pushes at most", [_whole(
        instance_of(evolve(boxes.scenario, start={"pushes": MOST - PUSHES}), boxes.program), states)]
    with TemporaryDirectory() as folder:
        patience = small_patience(Path(folder), ranks=2, columns=3, cells=2, interchangeable=False)
        table = instance_of(evolve(new_scenario(patience.game, title="a deal"), deal=Deal(1, {})), patience)
    yield "a patience of eight cards", [_whole(table, states)]


def _explored(backend: Native, setting: Setting, start: Position, states: int) -> Explored:
    return explore(backend, setting, start, ExploreOptions(edges=True), Limits(states=states))


def _whole(instance: Instance, states: int) -> Explored:
    return _explored(instance.native("native"), instance.setting, instance.start, states)


def _near_the_end(instance: Instance, states: int, seed: int) -> Explored:
    """The largest graph within so many states that a position of a random game leads to, from its end backwards."""
    reference, random = instance.reference, Random(seed)
    line = [reference.settled(instance.start)]
    while legal := reference.legal(line[-1]):
        line.append(reference.settled(reference.apply(line[-1], random.choice(legal)).after))
    found = None
    for position in reversed(line):
        explored = _explored(instance.native("native"), instance.setting, position, states)
        if not explored.closed:
            break
        found = explored
    assert found is not None
    return found
