"""Exhaustive search of the 2x5 sliding tiles: exact visited set, parent links kept; its rate, its ratio, its memory."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.bench.measure import Measured
from tests.games.sliding import game
from verifier.ledger.editions import load_edition
from verifier.program.program import load
from verifier.run.native import Engine, Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.search.explore import Explored, explore
from verifier.search.limits import Limits

STATES, DEPTH = 1_814_400, 55
INTERPRETED_STATES = 20_000


def search(engine: Engine, size: str, limits: Limits | None = None) -> Explored:
    """Explore a frame breadth-first from its solved order."""
    program = load(game)
    setting = Setting({}, load_edition(game, size, Path()).record)
    return explore(Native(program, engine), setting, Reference(program, setting).set_up(), limits=limits)


def measure() -> Iterator[Measured]:
    """States a second, the ratio to the same search interpreted, and the memory a state takes."""
    search("native", "2x3")
    runs = [search("native", "2x5") for _ in range(5)]
    assert all(run.closed and run.states == STATES and len(run.layers) == DEPTH + 1 for run in runs)
    rate = median(run.states / run.seconds for run in runs)
    slow = search("interpreted", "2x5", Limits(states=INTERPRETED_STATES))
    slow_rate = slow.states / slow.seconds
    yield Measured("exhaustive search of 2x5 tiles (1,814,400 states, depth 55)", f"{rate / 1e6:.2f} M states/s, "
                   f"{rate / slow_rate:,.0f} x interpreted ({slow_rate:,.0f} states/s)", "2 M states/s", rate >= 2e6)
    packed = 8 * runs[0].tables.words
    each = float(subprocess.run([sys.executable, "-m", "tests.bench.sliding"], capture_output=True, text=True,
                                check=True).stdout)
    yield Measured("memory of that search, peak", f"{each:.1f} bytes a state", f"{2 * (packed + 16)} bytes a state",
                   each <= 2 * (packed + 16))


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def _peak() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    search("native", "2x3")
    before = _resident()
    Path("/proc/self/clear_refs").write_text("5")  # the peak counts from here
    search("native", "2x5")
    print((_peak() - before) / STATES)
