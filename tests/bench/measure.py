"""What a benchmark reports: a name, what was reached, what is wanted, and whether that is enough."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from attrs import frozen

from verifier.prepared import Prepared, prepare_scenario
from verifier.registry import installed
from verifier.scenario.deal import Deal
from verifier.scenario.loader import new_scenario


@frozen
class Measured:
    """One number of the table."""

    name: str
    reached: str
    wanted: str
    enough: bool | None = None


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """The median time of several runs."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return median(taken)


def dealt(seed: int) -> Prepared:
    """Until Dawn from its set-up, with the default edition and rulings, dealt by a seed."""
    games = installed()
    scenario = new_scenario(games["until-dawn"], title=f"seed {seed}", deal=Deal(seed))
    return prepare_scenario(scenario, games.program("until-dawn"))
