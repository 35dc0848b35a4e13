"""How long a user waits: the first compile, a warm start, and `daybreak --help`, each as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from statistics import median

from tests.bench.measure import Measured

SOLVE = "import sys; from verifier.cli import main; sys.argv = ['daybreak', *sys.argv[1:]]; main()"
SCENARIO = "scenarios/until-dawn/demo.toml"
LARGER = {"Dawn of the Zeds": "scenarios/dawn-of-the-zeds/skirmish.toml",
          "Survive Until Daylight": "scenarios/survive-until-daylight/one.toml"}


def _timed(*arguments: str, cache: str) -> float:
    environment = os.environ | {"DAYBREAK_CACHE": cache}
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", SOLVE, *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"daybreak {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return time.perf_counter() - began


def measure() -> Iterator[Measured]:
    """The whole command each time, imports and all."""
    with tempfile.TemporaryDirectory() as cache:
        solve = ("solve", SCENARIO, "--engine", "native")
        first = _timed(*solve, cache=cache)
        warm = median(_timed(*solve, cache=cache) for _ in range(5))
        asked = median(_timed("--help", cache=cache) for _ in range(5))
    yield Measured("first compile of Until Dawn, to the first solved deal", f"{first:.1f} s", "30 s", first <= 30)
    yield Measured("warm start to the first solved deal", f"{warm:.2f} s", "1.0 s", warm <= 1)
    for title, scenario in LARGER.items():
        with tempfile.TemporaryDirectory() as cache:
            first = _timed("solve", scenario, "--engine", "native", "--states", "20000", cache=cache)
        yield Measured(f"first compile of {title}, to a search of 20,000 states", f"{first:.1f} s", "30 s", first <= 30)
    yield Measured("daybreak --help", f"{asked:.2f} s", "0.5 s", asked <= 0.5)
