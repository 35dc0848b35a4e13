"""What Yahtzee alone is worth under best play, both ways to read the joker: hundreds of millions of states, stage by stage."""

from __future__ import annotations

import time
from collections.abc import Iterator

import verifier as daybreak
from tests.bench.measure import Measured
from tests.games.yahtzee import game
from verifier.instance import instance_of
from verifier.program.program import load
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import Limits

PUBLISHED = {"forced": 254.5877, "free": 254.5896}
STATES = 3_000_000_000


def measure() -> Iterator[Measured]:
    """Both values, which were published with four digits; half an hour each on two cores."""
    for ruling, published in PUBLISHED.items():
        table = instance_of(new_scenario(game, title="Yahtzee", edition="full", rulings={"YA-Q1": ruling}), load(game))
        began = time.process_time()
        found = daybreak.odds(table, expected="score", limits=Limits(states=STATES))
        minutes, low, high = (time.process_time() - began) / 60, float(found.low or 0), float(found.high or 0)
        reached = (f"{low:.9f} to {high:.9f} points, {found.states:,} states in {found.stages} stages, {minutes:.0f} min of CPU "
                   "time")
        yield Measured(f"Yahtzee alone, joker {ruling}", reached, f"{published} points",
                       found.is_known and round(low, 4) == round(high, 4) == published)
