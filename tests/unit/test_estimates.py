"""What the game's estimate adds to what a table is worth: where it is read off, and how curious searches are."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from verifier.analysis.deal import subject
from verifier.instance import Dealer
from verifier.policy.estimates import alone, are_estimates, parts_passed, places_for, with_steps
from verifier.policy.players import player
from verifier.policy.policies.sampling import Sampling
from verifier.policy.table import Table
from verifier.run.control import Edge, Judge, Node, Playing, Worth

SEVERAL = np.array([3, -40, 7, 7, 900, 12, 55, 130, -2, 400, 31, 33, 72, 5, 6, 8])


def test_places_lie_among_estimates_and_further_and_further_beyond() -> None:
    places = places_for(SEVERAL).tolist()
    assert places == sorted({*places}) and {-40, 900} <= {*places}
    below, above = [each for each in places if each < -40], [each for each in places if each > 900]
    assert len(below) == len(above) == 4
    for one, *_, last in ([each - 900 for each in above], [-40 - each for each in reversed(below)]):
        assert last == 8 * one > 0
    assert places_for(np.array([5, 5, 5])).tolist() == places_for(np.array([], dtype=np.int64)).tolist() == []


def test_between_two_places_it_is_in_proportion() -> None:
    places, random = places_for(SEVERAL), Random(1)
    steps = np.array([random.uniform(-1, 1) for _ in places[1:]])
    read = with_steps(places, steps)
    for estimate in (-10**6, -40, -39, 0, 11, 899, 10**6):
        added = float(parts_passed(places, np.array([estimate]))[0] @ steps) * int(Judge.ONE) ** 2
        assert added == pytest.approx(float(np.interp(estimate, read[0], read[1])), abs=2)
    assert are_estimates(read, 1) and not are_estimates(read, 2) and not are_estimates(read[:, ::-1], 1)


def test_who_has_learned_nothing_takes_more_for_better() -> None:
    (places, added) = alone(places_for(SEVERAL))
    assert (np.diff(places) > 0).all() and (np.diff(added) > 0).all() and added[0] == -added[-1]
    assert alone(places_for(np.array([])).astype(np.int64)).shape == (2, 0)


@pytest.mark.parametrize("policy", ["uct", "estimate-uct"])
def test_a_search_is_as_curious_as_what_its_games_come_to_differs(policy: str) -> None:
    """By the standard deviation of all of them, which is the root's decisions' taken together."""
    instance, _ = subject("until-daylight")
    backend = instance.native("native")
    dealt = Dealer(instance.scenario, instance.program).instance(3)
    table = Table.of(backend, dealt.setting, backend.state(dealt.start))
    who = player(policy, backend, instance.setting.in_force, 200, whole_grade=True, start=backend.state(instance.start))
    assert isinstance(who, Sampling)
    for lot in range(90):
        table.decide(who.decide(table.seen, lot))
        if lot > 40 and who.nodes[0, Node.COUNT] > 1:
            break
    notes, sure = who.desk.notes, int(Worth.SURE)
    assert notes[Playing.PLAYED] == 200 and notes[Playing.SUM] == who.edges[:who.nodes[0, Node.COUNT], Edge.SUM].sum()
    mean, squares = notes[Playing.SUM] / 200, notes[Playing.SQUARES] / 200
    assert notes[Playing.SPREAD] == pytest.approx(max(sure / 1024, np.sqrt(squares - mean**2)), rel=0.02, abs=2)
    assert notes[Playing.BONUS] == notes[Playing.CURIOSITY] * notes[Playing.SPREAD] >> 10
    assert notes[Playing.SPREAD] < sure / 8
