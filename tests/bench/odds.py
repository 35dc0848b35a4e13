"""Odds of millions of states: exploring them, working the bounds out and checking them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

import numpy as np

import verifier as daybreak
from tests.bench.measure import Measured
from verifier.search.enclosed_odds import enclosed
from verifier.search.explore import ExploreOptions, explore
from verifier.search.limits import Limits

SCENARIO, STATES, RUNS = "scenarios/until-dawn/small-lost.toml", 4_000_000, 5


def measure() -> Iterator[Measured]:
    """States a second of CPU time, exploring included."""
    instance, options = daybreak.scenario(SCENARIO), ExploreOptions(open_chance=True, edges=True)
    backend, rates, alone = instance.native("native"), [], []
    for _ in range(RUNS + 1):  # the first compiles
        began = time.process_time()
        explored = explore(backend, instance.setting, instance.start, options, Limits(states=STATES))
        ends, grades = explored.ends()
        wanted = np.zeros(explored.states, dtype=np.bool_)
        wanted[ends[grades >= backend.constant("LOWEST_STEP")]] = True
        between = time.process_time()
        enclosed(explored, wanted, np.zeros_like(wanted), Limits())
        rates.append(explored.states / (time.process_time() - began) / 1e6)
        alone.append(explored.states / (time.process_time() - between) / 1e6)
    rate = median(rates[1:])
    yield Measured(f"odds of {STATES:,} states of Until Dawn, exploring included", f"{rate:.2f} M states/s of CPU time "
                   f"(without it {median(alone[1:]):.2f})", "1 M states/s", rate >= 1)
