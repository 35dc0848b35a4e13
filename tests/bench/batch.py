"""What a batch costs besides its searches, what a second process brings, and a million rows."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import verifier as daybreak
from tests.bench.measure import Measured
from verifier.analysis.batches.question import Asked, asked
from verifier.analysis.batches.row import Row
from verifier.analysis.batches.store import Store
from verifier.registry import installed
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import Limits
from verifier.search.strategies import best_line

GAME, STATES, DEALS, ROWS = "until-dawn", 300, 10_000, 1_000_000
SHARE, RUNS = 2_000, 5  # deals of a run in which it shows how long a process takes to begin, and how often it is repeated


def measure() -> Iterator[Measured]:
    """Ratios of CPU time and of wall-clock time within this run."""
    program = installed().program(GAME)
    here = Asked(asked(new_scenario(program.game, title=GAME), program, "solve", states=STATES), installed())
    instance = here.instance(1)
    best_line(instance.native("native"), instance.reference, instance.setting, instance.start, Limits(STATES),
              bound_is_proved=here.question.bound_is_proved)

    def bare() -> None:
        for seed in range(1, DEALS + 1):
            instance = here.instance(seed)
            best_line(instance.native("native"), instance.reference, instance.setting, instance.start, Limits(STATES).running(),
                      bound_is_proved=here.question.bound_is_proved)

    searched, whole = _cpu(bare), _cpu(lambda: _batch(DEALS, 1))
    yield Measured(f"batch of {DEALS:,} small deals, CPU time against the searches alone", f"{whole / searched:.3f}",
                   "1.10 at most", whole <= 1.10 * searched)
    faster = _two_processes(DEALS, 1)
    yield Measured(f"batch of {DEALS:,} small deals, two processes against one", f"{faster:.2f} times as fast", "1.8",
                   faster >= 1.8)
    yield Measured(f"the same of {SHARE:,}, where it counts that a process takes a while to begin",
                   f"{_two_processes(SHARE, RUNS):.2f} times as fast", "as it is", None)
    yield from _rows(here)


def _two_processes(deals: int, runs: int) -> float:
    """How many times as fast two processes are, on the wall: the median of runs with one and with two in turn."""
    return median(_wall(lambda: _batch(deals, 1)) / _wall(lambda: _batch(deals, 2)) for _ in range(runs))


def _batch(deals: int, jobs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        daybreak.batch(GAME, seeds=range(1, deals + 1), out=folder, states=STATES, jobs=jobs)


def _rows(here: Asked) -> Iterator[Measured]:
    """A store of a million rows, all of them alike but for what differs between deals."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Store.opened(folder, make=True) as store:
            for first in range(1, ROWS, 10_000):
                store.add(here.question, [_row(seed) for seed in range(first, first + 10_000)])
        for to in ("csv", "jsonl", "parquet"):
            seconds = _cpu(lambda to=to: daybreak.batch_export(folder, folder / f"rows.{to}"))  # type: ignore[misc]
            yield Measured(f"{ROWS:,} rows exported as {to}, CPU time", f"{seconds:.1f} s", "10 s", seconds <= 10)
        seconds = _cpu(lambda: daybreak.batch_show(folder))
        yield Measured(f"{ROWS:,} rows in a table, CPU time", f"{seconds:.2f} s", "1 s", seconds <= 1)


def _row(seed: int) -> Row:
    won = seed % 50 > 0
    return Row(seed, "optimal", "bound-attained", "goal", won, (int(won), seed % 3, seed % 5, seed % 9), (1, 2, 4, 8),
               40 + seed % 9, seed % 300, seed % 20, 0, seed % 30, 0, (9, 4, 0), "", tuple(range(40)), seconds=0.01)


def _cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _wall(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
