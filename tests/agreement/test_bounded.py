"""Bounded reachability: z3 and a plain breadth-first search say the same, down to the fewest transitions."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from tests.agreement.bounded_instances import DECISIONS_MOST, UNKNOWN, Answered, answered, instance, instances


def agreed(some: list[Answered]) -> None:
    different = [f"{each.instance}\nbreadth-first: {each.instance.fewest}, z3: {each.symbolic}" for each in some if each.differs]
    assert not different, "\n\n".join(different[:3])


def test_z3_and_breadth_first_search_agree() -> None:
    found = list(answered(instances(12)))
    agreed(found)
    assert all(each.symbolic != UNKNOWN for each in found)
    assert len({each.instance.game for each in found}) == 4 and len({each.instance.open_chance for each in found}) == 2


@pytest.mark.long
def test_200_instances_agree() -> None:
    found = list(answered(instances(200)))
    agreed(found)
    assert len(found) == 200 and sum(each.symbolic == UNKNOWN for each in found) <= 2
    asked = Counter((each.instance.open_chance, each.instance.decisions_max) for each in found)
    assert len(asked) == 2 * DECISIONS_MOST  # fixed deals and open decks, one decision to six
    assert min(sum(each.instance.fewest is None for each in found), sum((each.instance.fewest or 0) > 0 for each in found)) > 40


def test_an_instance_is_the_same_every_time() -> None:
    one, other = instance(1), instance(1)
    assert str(one) == str(other) and (one.fewest, one.states) == (other.fewest, other.states)


def test_another_answer_is_a_difference() -> None:
    one = instance(8)
    assert one.fewest is not None and not next(answered([one])).differs
    assert all(next(answered([evolve(one, fewest=fewest)])).differs for fewest in (None, one.fewest - 1, one.fewest + 1))
