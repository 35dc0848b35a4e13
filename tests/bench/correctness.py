"""The two counts that must not depend on a machine: executions that agree, and malformed files that end in coded errors."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.agreement.until_dawn_bulk import bulk
from tests.bench.measure import Measured
from tests.fuzz.test_malformed_scenarios import fuzzed

POSITIONS = 100_000
FILES = 20_000


def measure_agreement() -> Iterator[Measured]:
    """Reference, interpreted and native on random reachable and random typed states."""
    began = time.perf_counter()
    done = bulk(POSITIONS)
    differences = f"{len(done.disagreements)} differences ({time.perf_counter() - began:.0f} s)"
    yield Measured("agreement, reference = interpreted = native", f"{done.positions:,} states, {differences}",
                   "100,000 states, 0 differences",
                   done.positions >= POSITIONS and not done.disagreements)


def measure_fuzz() -> Iterator[Measured]:
    """Mutated scenario files through the loader; anything but a coded error ends the run."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        codes = fuzzed(FILES, 1, Path(folder) / "x.toml")
    files = sum(codes.values())
    ended = f"{len(codes)} codes ({time.perf_counter() - began:.0f} s)"
    yield Measured("loader fuzz", f"{files:,} malformed files, 0 tracebacks, {ended}",
                   "20,000 files, 0 tracebacks", files >= FILES)
