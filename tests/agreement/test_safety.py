"""Safe decisions: what the kit says of a declaration is so, and those of the patiences are safe.

That a wrong declaration changes no answer is tested where searches are: random networks say at random which ways are safe
(`test_network_lines.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from attrs import evolve

from tests.agreement import test_cells, test_klondike
from tests.games.network import Phase, game
from tests.games.network.drawn import At, Drawn, Worth, chart_of, drawn, native
from verifier.instance import Instance
from verifier.line import Line, replay
from verifier.run.positions import random_reachable
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import Limits
from verifier.search.strategies import best_line
from verifier.testing.safety import safety
from verifier.testing.walk import Fault, Walk, WalkOptions

# -- what the kit says --------------------------------------------------------------------------------------------------------


def best_behind(chart: Drawn, at: At) -> Worth | None:
    """The best grade of an end that can follow a position on the chart's deal; None: there is none."""
    rest = chart.settled(at)
    ends = [] if rest is None else [chart.grades[each[0]] for each in chart.distances(chart.moves, rest)
                                    if chart.kinds[each[0]] is Phase.OUT]
    return max(ends, default=None)


@pytest.mark.parametrize("seeds", [range(60), pytest.param(range(60, 1_500), marks=pytest.mark.long)], ids=len)
def test_a_safe_decision_of_a_random_network_hurts_where_the_best_grade_is_lower_behind_it(seeds: range) -> None:
    """What is answered everywhere hurts nowhere; what hurts is said to, and nothing else is."""
    found, answered_everywhere = Counter[str](), 0
    for seed in seeds:
        chart = drawn(seed)
        setting = Setting({}, chart_of(chart, Random(seed)), (chart.tape or (),))
        start = Reference(native().program, setting).set_up()
        rests = chart.distances(chart.moves, chart.settled((0, 0)) or (0, 0))
        asked = [Position(evolved(start, at), (at[1],)) for at in rests if chart.kinds[at[0]] is Phase.CHOOSE]
        said = list(safety(native(), setting, asked))
        hurts = []
        for each in said:
            at = each.position.state.at, each.position.used[0]
            before = best_behind(chart, at)
            behind = best_behind(chart, (chart.leads[at[0]][each.event.arguments[0]], at[1]))
            hurts.append(before is not None and (behind is None or behind < before))
            assert each.found == "unknown" or each.found == "answered" or (each.found == "hurts") == hurts[-1], seed
            found[each.found] += 1
        if said and all(each.found == "answered" for each in said):
            assert not any(hurts), seed
            answered_everywhere += 1
    assert min(found[each] for each in ("answered", "searched", "hurts")) > len(seeds) // 10
    assert answered_everywhere > len(seeds) // 20


def test_the_walk_of_the_kit_stops_where_a_safe_decision_hurts() -> None:
    """At the first place two ways lead out; the one that is said to be safe leads to the worse end."""
    edition = chart_of(drawn(0), Random(0))
    edition.kinds[0] = Phase.CHOOSE
    for way, (place, is_sure) in enumerate(((1, True), (2, False), (2, False))):
        edition.leads[way], edition.sure[way], edition.kinds[place] = place, is_sure, Phase.OUT
    edition.safe[1], edition.safe[2] = False, True
    edition.may_be_safe[0] = edition.may_be_safe[2] = True
    scenario = new_scenario(game, title="Two ways")
    scenario = evolve(scenario, edition=evolve(scenario.edition, record=edition))
    with pytest.raises(Fault, match="what is called safe hurts: network: the safe decision choose left"):
        Walk(WalkOptions(native().program, [native()]), scenario).begin()
    edition.sure[0], edition.sure[1] = False, True
    Walk(WalkOptions(native().program, [native()]), scenario).begin()


def evolved(start: Position, at: At) -> object:
    """The state of the walker at a place where somebody decides."""
    state = native().program.decode(native().program.encode(start.state))
    state.at, state.phase = at[0], Phase.CHOOSE
    return state


# -- patiences ----------------------------------------------------------------------------------------------------------------


def on_the_way(instance: Instance) -> Iterator[Position]:
    """The positions of a winning line."""
    best = best_line(instance.native("native"), instance.reference, instance.setting, instance.start, Limits(states=100_000),
                     bound_is_proved=instance.bound_is_proved)
    assert best.verdict == "optimal" and best.grade
    for applied in replay(instance.reference, instance.start, Line(tuple(event.text for event in best.line), "the search")):
        yield applied.before


@pytest.mark.parametrize("instance", [test_cells.dealt("bakers-game", 8), test_cells.dealt("seahaven", 4),
                                      test_cells.dealt("freecell", 1), test_klondike.dealt(2, plays="all"),
                                      test_klondike.dealt(4, "deep", plays="all"),
                                      test_klondike.dealt(3, "deep", "turned", "all")], ids=str)
def test_cards_that_go_home_early_are_answered(instance: Instance) -> None:
    said = safety(instance.native("native"), instance.setting, on_the_way(instance), states_max=0)
    found = Counter(each.found for each in said)
    assert found.keys() == {"answered"} and found["answered"] > 8


def test_random_positions_of_patiences_have_no_other_safe_decisions() -> None:
    found = Counter[str]()
    for instance in (test_cells.dealt("eight-off", 1), test_klondike.dealt(1, plays="all")):
        positions = random_reachable(instance.program, instance.setting, seed=1, count=60, start=instance.start)
        found.update(each.found for each in safety(instance.native("native"), instance.setting, positions, states_max=0))
    assert found.keys() == {"answered"} and found["answered"] > 2
