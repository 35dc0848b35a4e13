"""`readings` where ends are worth something to seats: games that come to the same grade, and that somebody else wins."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from verifier.analysis.deal import subject
from verifier.instance import Instance, instance_of
from verifier.scenarios import deal
from verifier.search.policy import POLICIES, Player, Side, dealt

SEEDS = range(1, 21)


@cache
def instance(choice: str, seed: int | None = None) -> Instance:
    here, _ = subject("dead-til-dawn", edition="short", rulings=[f"DTD-05={choice}"])
    return here if seed is None else instance_of(evolve(here.scenario, deal=deal.Deal(seed)), here.program)


def end_of(choice: str, seed: int, policy: str) -> tuple[Any, ...]:
    """The grade of a policy's game and what its end is worth to each seat, by the reference; the line is the kernel's."""
    here = instance(choice, seed)
    native, start = here.native("native"), here.reference.settled(here.start)
    tapes = here.setting.tapes
    game = Player(native).play(Side.of(native, dict(here.setting.rulings), here.setting.edition, start),
                               dealt(native, seed, tapes), policy)
    position = start
    for number in game.line:
        position = here.reference.settled(here.reference.apply(position, here.program.events[number]).after)
    return here.grade(position), *(here.outcome(position, seat) for seat in here.seats)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_game_of_the_same_grade_that_somebody_else_wins_ends_otherwise(policy: str) -> None:
    found = daybreak.readings("dead-til-dawn", ["DTD-05"], edition="short", deals=len(SEEDS), states=1, size=1)
    [changed] = [each for each in found.readings[0].starts[0].effects[0].changed if each.measure == policy]
    ends = [(end_of("both", seed, policy), end_of("either", seed, policy)) for seed in SEEDS]
    assert changed.same_grade == sum(one != other and one[0] == other[0] for one, other in ends)
    assert changed.share.count == sum(one != other for one, other in ends)
    assert changed.same_grade > 5
    before, after = (dict(each) for each in (changed.changes[0].before, changed.changes[0].after))
    assert before != after and before["dawn"] == after["dawn"] and before["living"] == after["living"]
    assert "of the same grade, worth something else to a seat" in " ".join(found.to_text().split())
