"""The counts that must not depend on a machine: executions and engines that agree, malformed files that end in coded errors."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.agreement.bounded_instances import UNKNOWN, answered, instances
from tests.agreement.until_dawn_bulk import ASSUMED, PROGRAM, bulk
from tests.bench.measure import Measured
from tests.fuzz.test_malformed_scenarios import fuzzed
from verifier.testing import Compared, Symbolic, compare, random_setting, random_typed
from verifier.testing.symbolic import SymbolicFacts

POSITIONS = 100_000
LIFTED_POSITIONS, LIFTED_BATCH = 10_000, 100
FILES = 20_000
INSTANCES = 200


def measure_agreement() -> Iterator[Measured]:
    """Reference, interpreted and native on random reachable and random typed states."""
    began = time.perf_counter()
    done = bulk(POSITIONS)
    differences = f"{len(done.disagreements)} differences ({time.perf_counter() - began:.0f} s)"
    yield Measured("agreement, reference = interpreted = native", f"{done.positions:,} states, {differences}",
                   "100,000 states, 0 differences",
                   done.positions >= POSITIONS and not done.disagreements)


def measure_lifted() -> Iterator[Measured]:
    """Reference and lifted rules on random type-correct states, all events of the phase; the time is the symbolic run's alone."""
    symbolic, done, seconds = Symbolic(PROGRAM), Compared(), 0.0
    for seed in range(LIFTED_POSITIONS // LIFTED_BATCH):
        setting = random_setting(PROGRAM, seed=seed, edition=None if seed % 2 else ASSUMED, default=0.0 if seed % 3 else 1.0)
        positions = list(random_typed(PROGRAM, seed=seed, count=LIFTED_BATCH))
        done += compare(PROGRAM, setting, positions, [symbolic], settles=False)
        facts, began = SymbolicFacts(symbolic, setting), time.perf_counter()
        for position in positions:
            facts.of(position)
        seconds += time.perf_counter() - began
    yield Measured("agreement, reference = symbolic (random type-correct states, all events)",
                   f"{done.positions:,} states, {done.events:,} events, {len(done.disagreements)} differences, "
                   f"{1000 * seconds / done.events:.1f} ms an event with every property",
                   "10,000 states, 0 differences", done.positions >= LIFTED_POSITIONS and not done.disagreements)


def measure_bounded() -> Iterator[Measured]:
    """z3 and a plain breadth-first search on random bounded questions, fixed deals and open decks; the seconds are z3's."""
    found = list(answered(instances(INSTANCES)))
    differences, unknown = sum(each.differs for each in found), sum(each.symbolic == UNKNOWN for each in found)
    truncated = sum(each.instance.truncated for each in found)
    seconds = [each.seconds for each in found]
    yield Measured("bounded reachability, z3 = explicit (up to 6 decisions, fixed deals and open decks)",
                   f"{len(found)} instances, {differences} differences, {unknown} unknown, {truncated} cut off by the bound on "
                   f"transitions, {median(seconds):.1f} s in the median and {max(seconds):.1f} s at most",
                   "200 instances, 0 differences, at most 2 unknown",
                   len(found) >= INSTANCES and not differences and unknown <= INSTANCES // 100)


def measure_fuzz() -> Iterator[Measured]:
    """Mutated scenario files through the loader; anything but a coded error ends the run."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        codes = fuzzed(FILES, 1, Path(folder) / "x.toml")
    files = sum(codes.values())
    ended = f"{len(codes)} codes ({time.perf_counter() - began:.0f} s)"
    yield Measured("loader fuzz", f"{files:,} malformed files, 0 tracebacks, {ended}",
                   "20,000 files, 0 tracebacks", files >= FILES)
