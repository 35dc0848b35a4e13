"""Exhaustive search of the 2x5 sliding tiles: exact visited set, parent links kept; its rate, its ratios, its memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.measure import Measured, Memory
from tests.games.sliding import game
from verifier.ledger.editions import load_edition
from verifier.program.program import load
from verifier.run.native import Engine, Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.external import OnDisk, explore_on_disk
from verifier.search.limits import Limits

STATES, DEPTH = 1_814_400, 55
INTERPRETED_STATES = 20_000
DISK_BUFFER = 20 << 20
IN_C = Path(__file__).with_name("tiles.c")
OF_C = 0.8  # of the states a second that the program in C finds
OF_C_BY_TWO = 1.4  # with two threads


def search(engine: Engine, size: str, limits: Limits | None = None, threads: int = 1) -> Explored:
    """Explore a frame breadth-first from its solved order."""
    program = load(game)
    setting = Setting({}, load_edition(game, size, Path()).record)
    return explore(Native(program, engine), setting, Reference(program, setting).set_up(),
                   ExploreOptions(threads=threads), limits)


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
    yield from _against_c()
    packed = 8 * runs[0].backend.constant("WORDS")
    each = float(subprocess.run([sys.executable, "-m", "tests.bench.sliding"], capture_output=True, text=True,
                                check=True).stdout)
    yield Measured("memory of that search, peak", f"{each:.1f} bytes a state", f"{2 * (packed + 16)} bytes a state",
                   each <= 2 * (packed + 16))
    yield from _on_disk()


def _on_disk() -> Iterator[Measured]:
    """The same search with its states on disk: the rate in CPU time, and what a state takes there."""
    program = load(game)
    setting = Setting({}, load_edition(game, "2x5", Path()).record)
    backend, start = Native(program, "native"), Reference(program, setting).set_up()
    with TemporaryDirectory() as folder:
        explore_on_disk(backend, setting, start, OnDisk(Path(folder)), limits=Limits(depth=5))  # compiles
        began = time.process_time()
        found = explore_on_disk(backend, setting, start, OnDisk(Path(folder), replace=True, buffer=DISK_BUFFER))
        rate = found.states / (time.process_time() - began)
    assert found.ending == "closed" and found.states == STATES and len(found.counts.layers) == DEPTH + 1
    each = found.bytes_kept / found.states
    yield Measured(f"the same with states on disk, {DISK_BUFFER >> 20} MB for those in memory",
                   f"{rate / 1e6:.2f} M states/s of CPU time, {each:.1f} bytes a state", "4 bytes a state", each <= 4)


def _against_c() -> Iterator[Measured]:
    """The ratio to a search for these tiles only, written in C: CPU time, in turns."""
    name, wanted = "  ratio to a program in C for nothing but these tiles", f"{OF_C}"
    compiler = shutil.which("cc")
    if compiler is None:
        yield Measured(name, "skipped: no C compiler (cc) is installed", wanted)
        return
    ours, theirs, walls = [], [], list[tuple[float, float, float]]()
    with TemporaryDirectory() as folder:
        program = str(Path(folder, "tiles"))
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, str(IN_C)], check=True)
        for _ in range(5):
            at = time.perf_counter()
            printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
            in_c = time.perf_counter() - at
            *counts, seconds = printed.split()
            theirs.append(float(seconds))
            began = time.process_time()
            run = search("native", "2x5")
            ours.append(time.process_time() - began)
            by_two = search("native", "2x5", threads=2)
            walls.append((in_c, run.seconds, by_two.seconds))
            for each in (run, by_two):
                assert [each.states, each.transitions, len(each.layers) - 1] == [int(number) for number in counts]
    ratio = median(theirs) / median(ours)
    rates = " and ".join(f"{STATES / median(each) / 1e6:.2f}" for each in (ours, theirs))
    yield Measured(name, f"{ratio:.2f} ({rates} M states/s of CPU time)", wanted, ratio >= OF_C)
    yield _by_two(walls)


def _by_two(walls: list[tuple[float, float, float]]) -> Measured:
    """What two threads make of it, in time on the wall: of the program in C, of one thread, of two, in turns."""
    in_c, one, two = (median(each) for each in zip(*walls, strict=True))
    is_idle = os.getloadavg()[0] < 2 <= (os.cpu_count() or 1)  # else others have had the second core
    return Measured("  the same ratio with two threads, in time on the wall", f"{in_c / two:.2f}, {one / two:.2f} x one thread "
                    f"(load average {os.getloadavg()[0]:.1f})", f"{OF_C_BY_TWO}", in_c / two >= OF_C_BY_TWO if is_idle else None)


if __name__ == "__main__":
    search("native", "2x3")
    counted = Memory()
    search("native", "2x5")
    print(counted.peak() / STATES)
