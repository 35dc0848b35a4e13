"""How long a user waits: the first compile, a warm start, and `daybreak --help`, each as a process of its own.

What starts warm is measured in CPU time, the processes taking turns with a Python that does nothing.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from statistics import median

from tests.bench.measure import Measured

SOLVE = "import sys; from verifier.cli import main; sys.argv = ['daybreak', *sys.argv[1:]]; main()"
SCENARIO, TRIVIAL = "scenarios/until-dawn/demo.toml", "scenarios/until-dawn/reshuffle.toml"
TURNS = 10
LARGER = {"Dawn of the Zeds": "scenarios/dawn-of-the-zeds/skirmish.toml",
          "Survive Until Daylight": "scenarios/survive-until-daylight/one.toml"}


def _timed(*arguments: str, cache: str) -> float:
    environment = os.environ | {"DAYBREAK_CACHE": cache}
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", SOLVE, *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"daybreak {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return time.perf_counter() - began


def _cpu(*arguments: str, environment: dict[str, str]) -> float:
    """User and system time of one Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _warm(cache: str) -> Iterator[Measured]:
    environment = os.environ | {"DAYBREAK_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as for a user: modules are compiled once
    asked = {"python -c pass": ("-c", "pass"), "daybreak --help": ("-c", SOLVE, "--help"),
             "warm solve, hardly a search": ("-c", SOLVE, "solve", TRIVIAL),
             "warm solve of the demo": ("-c", SOLVE, "solve", SCENARIO)}
    taken: dict[str, list[float]] = {name: [] for name in asked}
    for turn in range(TURNS + 1):
        for name, arguments in asked.items():
            seconds = _cpu(*arguments, environment=environment)
            if turn:  # the first compiles modules and rules
                taken[name].append(seconds)
    nothing = median(taken.pop("python -c pass"))
    for (name, each), most in zip(taken.items(), (0.2, 0.5, 0.5), strict=True):
        found = median(each)
        yield Measured(f"{name}, CPU", f"{found:.2f} s, {found / nothing:.0f} x python -c pass", f"{most} s", found <= most)


def measure() -> Iterator[Measured]:
    """The whole command each time, imports and all."""
    with tempfile.TemporaryDirectory() as cache:
        solve = ("solve", SCENARIO, "--engine", "native")
        first = _timed(*solve, cache=cache)
        warm = median(_timed(*solve, cache=cache) for _ in range(5))
        yield from _warm(cache)
    yield Measured("first compile of Until Dawn, to the first solved deal", f"{first:.1f} s", "30 s", first <= 30)
    yield Measured("warm start to the first solved deal", f"{warm:.2f} s", "1.0 s", warm <= 1)
    for title, scenario in LARGER.items():
        with tempfile.TemporaryDirectory() as cache:
            first = _timed("solve", scenario, "--engine", "native", "--states", "20000", cache=cache)
        yield Measured(f"first compile of {title}, to a search of 20,000 states", f"{first:.1f} s", "30 s", first <= 30)
