"""Patiences with cells: which deals can be won, by `solve` and by Freecell Solver."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from attrs import evolve

import verifier as daybreak
from tests.contract.test_games_with_sides import program
from tests.games import cells
from verifier.instance import Instance, instance_of
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario

# Of each game, by seeds from 1 on: how many deals Freecell Solver 5.0.0 (S. Fish; Debian's freecell-solver-bin) was given, and
# which of them it finds to be lost.  It wins all others.
LOST: dict[str, tuple[int, set[int]]] = {
    "bakers-game": (50, {1, 6, 7, 10, 14, 19, 23, 26, 34, 46, 48}),
    "seahaven": (50, {7, 17, 22, 40}),
    "eight-off": (50, set()),
    "freecell": (20, set()),
}


def dealt(edition: str, seed: int) -> Instance:
    """A seeded deal."""
    scenario = new_scenario(cells.game, title=f"Deal {seed}", edition=edition)
    return instance_of(evolve(scenario, deal=Deal(seed, {})), program(cells))


def agree(edition: str, seeds: Iterable[int], states: int) -> list[int]:
    """Those of the deals that `solve` decides, all as Freecell Solver does."""
    decided = []
    for seed in seeds:
        found = daybreak.solve(dealt(edition, seed), limits=daybreak.Limits(states=states), engine="native", certify=False)
        if found.verdict == "optimal":
            assert found.grade["won"] == (seed not in LOST[edition][1]), f"{edition} {seed}"
            decided.append(seed)
    return decided


@pytest.mark.parametrize(("edition", "seeds"), [
    ("bakers-game", (1, 8, 14)), ("seahaven", (2, 7)), ("eight-off", (1,)), ("freecell", (1,))])
def test_deals_are_won_and_lost_as_freecell_solver_says(edition: str, seeds: tuple[int, ...]) -> None:
    assert agree(edition, seeds, 300_000) == list(seeds)


@pytest.mark.long
@pytest.mark.parametrize(("edition", "share"), [("bakers-game", 0.9), ("seahaven", 0.8), ("eight-off", 0.8), ("freecell", 0.8)])
def test_many_deals_are_won_and_lost_as_freecell_solver_says(edition: str, share: float) -> None:
    deals, _ = LOST[edition]
    assert len(agree(edition, range(1, deals + 1), 700_000)) >= share * deals
