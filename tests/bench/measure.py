"""What a benchmark reports: a name, what was reached, what is wanted, and whether that is enough."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from attrs import frozen

from verifier.instance import Instance, instance_of
from verifier.registry import installed
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario


@frozen
class Measured:
    """One number of the table."""

    name: str
    reached: str
    wanted: str
    enough: bool | None = None


class Memory:
    """What this process holds more, at most, than when the count began; Linux says so."""

    def __init__(self) -> None:
        self._before = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
        Path("/proc/self/clear_refs").write_text("5")  # the peak counts from here

    def peak(self) -> int:
        """The most bytes since then."""
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")) - self._before


def seconds(work: Callable[[], object], times: int = 3, clock: Callable[[], float] = time.perf_counter) -> float:
    """The median time of several runs; with `time.process_time`, what one core spends on them whatever else runs."""
    taken = []
    for _ in range(times):
        began = clock()
        work()
        taken.append(clock() - began)
    return median(taken)


def dealt(seed: int, name: str = "until-dawn", edition: str | None = None) -> Instance:
    """A game from its set-up, with the default rulings and (unless named) edition, dealt by a seed."""
    games = installed()
    scenario = new_scenario(games[name], title=f"seed {seed}", edition=edition, deal=Deal(seed))
    return instance_of(scenario, games.program(name))
