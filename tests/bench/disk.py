"""All 239,500,800 orders of 3x4 sliding tiles explored with states on disk, within 2 GB of memory, killed on the way and resumed.

It takes 14 minutes of CPU time and 2.4 GB of disk, so it has to be asked for by name: `make bench ARGS=disk`.  The counts
are the published ones (R. E. Korf and P. Schultze, Large-scale parallel breadth-first search, AAAI 2005).
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from resource import struct_rusage
from tempfile import TemporaryDirectory

from tests.altered_games import altered_game
from tests.bench.measure import Measured
from tests.games.sliding import Frame
from verifier.program.program import load
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.search.external import MANIFEST, OnDisk, explore_on_disk
from verifier.search.limits import Limits

STATES, DEPTH = 239_500_800, 53
ROWS, COLUMNS = 3, 4
MEMORY, KILLS = 2 << 30, 2
KILLED_WITHIN = 20.0, 90.0  # seconds after a start
LOOK_SECONDS = 0.2


def measure() -> Iterator[Measured]:
    """Whether the counts are as published, with the memory, the disk and the CPU time that all runs together took."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        kills, runs, cpu, memory, disk = Random(34), 0, 0.0, 0, 0
        while True:
            ran, peak, on_disk = _ran(folder, kills.uniform(*KILLED_WITHIN) if runs < KILLS else None)
            runs, cpu = runs + 1, cpu + ran.ru_utime + ran.ru_stime
            memory, disk = max(memory, peak), max(disk, on_disk)
            if (folder / "found").exists():
                break
            assert runs <= KILLS, "it ended by itself and left no counts"
        states, depth, transitions = json.loads((folder / "found").read_text())
    took = f"{cpu:,.0f} s of CPU time, {disk / 1e9:.2f} GB of disk"
    yield Measured(f"3x4 tiles on disk, killed {runs - 1} times and resumed",
                   f"{states:,} states, depth {depth}, {transitions:,} transitions, {took}",
                   f"{STATES:,} states, depth {DEPTH}", (states, depth) == (STATES, DEPTH))
    yield Measured("  memory of that exploration, peak", f"{memory / 2**30:.2f} GiB", f"{MEMORY / 2**30:.0f} GiB",
                   memory <= MEMORY)


def _ran(folder: Path, until: float | None) -> tuple[struct_rusage, int, int]:
    """Go on in a process, which is killed after so many seconds: what it used, the most memory and the most disk."""
    process = subprocess.Popen([sys.executable, "-m", "tests.bench.disk", str(folder)])
    began, disk = time.monotonic(), 0
    while True:
        pid, _, used = os.wait4(process.pid, os.WNOHANG)
        disk = max(disk, _size(folder))
        if pid:
            process.returncode = 0  # it is waited for
            return used, used.ru_maxrss * (1 if sys.platform == "darwin" else 1024), disk
        if until is not None and time.monotonic() - began > until:
            os.kill(process.pid, signal.SIGKILL)
            until = None
        time.sleep(LOOK_SECONDS)


def _size(folder: Path) -> int:
    """Bytes of what lies in a folder, files that come and go counted as they are met."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size
        except FileNotFoundError:
            continue
    return total


def _explore(folder: Path) -> None:
    """Explore, or go on with what is there, and leave the counts."""
    with TemporaryDirectory() as copy:
        wide = {"__init__.py": ("PLACES = 10", f"PLACES = {ROWS * COLUMNS}")}
        program = load(altered_game("tests.games.sliding", Path(copy), wide))
    setting, there = Setting({}, Frame(rows=ROWS, columns=COLUMNS)), folder / "there"
    disk = OnDisk(there, resume=(there / MANIFEST).exists())
    found = explore_on_disk(Native(program, "native"), setting, Reference(program, setting).set_up(), disk,
                            limits=Limits(memory=MEMORY))
    (folder / "found").write_text(json.dumps([found.states, len(found.counts.layers) - 1, found.counts.transitions]))


if __name__ == "__main__":
    _explore(Path(sys.argv[1]))
