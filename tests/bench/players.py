"""Players who see the table and not the deal: what the best one wins of fresh deals, and how long it thinks."""

from __future__ import annotations

import time
from collections.abc import Iterator

import verifier as daybreak
from tests.bench.measure import Measured

DEALS, FIRST, SIMULATIONS = 300, 400_001, 2_000


def measure(deals: int = DEALS, simulations: int = SIMULATIONS) -> Iterator[Measured]:
    """The share that is won by what comes with Until Dawn, and the CPU time of a deal."""
    seeds = range(FIRST, FIRST + deals)
    daybreak.play_out("until-dawn", policies=["learned-uct"], seeds=seeds[:1], simulations=10, threads=1)  # compiles
    began = time.process_time()
    found = daybreak.play_out("until-dawn", policies=["learned-uct"], seeds=seeds, simulations=simulations, threads=1)
    seconds, won = (time.process_time() - began) / deals, found.policies[0].won
    share = won.count / won.of
    yield Measured(f"deals of Until Dawn won without knowing the deck, {simulations:,} games a decision",
                   f"{share:.1%} of {won.of} ({won.low:.1%} to {won.high:.1%})", "82 %", share >= 0.82)
    yield Measured("CPU time of such a deal", f"{seconds:.2f} s", "1 s", seconds <= 1)
