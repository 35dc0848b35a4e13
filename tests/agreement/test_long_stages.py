"""Deals whose stages, by the game's own measure of progress, take many decisions: passes go through all of them."""

from __future__ import annotations

import pytest
from attrs import evolve

import verifier as daybreak
from verifier.instance import instance_of
from verifier.registry import installed
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario


@pytest.mark.parametrize("seed", [3, 10])
def test_passes_go_through_long_stages(seed: int) -> None:
    """With passes that leave a stage after 64 decisions, neither deal is won by so many states."""
    program = installed().program("survive-until-daylight")
    deal = instance_of(evolve(new_scenario(program.game, title="A deal"), deal=Deal(seed, {})), program)
    found = daybreak.solve(deal, limits=daybreak.Limits(states=300_000), certify=False)
    assert found.grade is not None
    assert found.grade["won"]
