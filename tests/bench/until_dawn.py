"""Exhaustive search of Until Dawn from positions with four steps to dawn, and of whole deals; the best line of 200 deals."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import median

from tests.bench.measure import Measured, Memory, dealt
from verifier.instance import Instance
from verifier.run.reference import Position
from verifier.search.best import Best, solve_best
from verifier.search.explore import explore
from verifier.search.limits import Limits

SEEDS = range(1, 201)
SOLVE_SECONDS = 10.0
STEPS_LEFT = 4
POSITIONS = 6
BYTES = {"until-dawn": 48, "dawn-of-the-zeds": 64}  # a state, at most
MILLION, LARGE_RATE = 1_000_000, 0.7


def late(instance: Instance, seed: int) -> Position | None:
    """A position at the start of a turn with four steps to dawn, reached by random play; None when the game ended before."""
    random, reference = Random(seed), instance.reference
    position = reference.settled(instance.start)
    target = instance.setting.edition.last_space - STEPS_LEFT
    while legal := reference.legal(position):
        state = position.state
        if state.time == target and state.zombie_time == target:
            return position
        event = random.choice(legal)
        if state.time == target and any(each.text == "end-turn" for each in legal):
            event = instance.program.event_by_text["end-turn"]
        position = reference.settled(reference.apply(position, event).after)
    return None


def measure_exhaustive(states: int = MILLION) -> Iterator[Measured]:
    """Distinct states a second over several positions; then the memory that so many states of whole deals take.

    Limits only keep the largest from taking minutes.  Of more than a million states it is also said how the rate holds.
    """
    yield _four_steps_to_dawn()
    for name, most in BYTES.items():
        yield from _whole_deal(name, max(states, MILLION), most)


def _four_steps_to_dawn() -> Measured:
    rates, states, closed, seed = [], 0, 0, 0
    while len(rates) < POSITIONS:
        seed += 1
        instance = dealt(seed)
        start = late(instance, seed)
        if start is None:
            continue
        run = explore(instance.native("native"), instance.setting, start, limits=Limits(states=2_000_000))
        if run.states >= 20_000:
            rates.append(run.states / run.seconds)
            states += run.states
            closed += run.closed
    looked = f"{POSITIONS} positions, {states:,} states, {closed} closed"
    rate = median(rates)
    return Measured(f"Until Dawn exhaustive, {STEPS_LEFT} steps to dawn ({looked})",
                    f"{rate / 1e6:.2f} M states/s (worst {min(rates) / 1e6:.2f})", "0.5 M states/s", rate >= 5e5)


def _whole_deal(name: str, states: int, most: int) -> Iterator[Measured]:
    """The bytes a state, and the rate beside that of the first million, in a process of its own."""
    ran = subprocess.run([sys.executable, "-m", "tests.bench.until_dawn", name, str(states)], capture_output=True, text=True,
                         check=True)
    small, rate, each = map(float, ran.stdout.split())
    yield Measured(f"a whole deal of {name}, its first {states:,} states: memory, peak", f"{each:.1f} bytes a state",
                   f"{most} bytes a state", each <= most)
    wanted, enough = ("as it is", None) if states == MILLION else (f"{LARGE_RATE}", rate >= LARGE_RATE * small)
    yield Measured("  states a second of CPU time, beside the first million", f"{rate / 1e6:.2f} M states/s, "
                   f"{rate / small:.2f} of {small / 1e6:.2f} M", wanted, enough)


def solved(seed: int) -> Best:
    """The best line of a deal, within the time of the benchmark."""
    instance = dealt(seed)
    return solve_best(instance.native("native"), instance.reference, instance.setting, instance.start,
                      Limits(seconds=SOLVE_SECONDS))


def measure_solve() -> Iterator[Measured]:
    """How many of 200 deals are solved with proof, and how fast."""
    solved(SEEDS[0])
    results = [solved(seed) for seed in SEEDS]
    verdicts, proofs = Counter(result.verdict for result in results), Counter(result.proof for result in results)
    times = sorted(float(result.search["seconds"]) for result in results)
    share = verdicts["optimal"] / len(results)
    proved = ", ".join(f"{count} {proof}" for proof, count in sorted(proofs.items(), key=str) if proof)
    yield Measured("solve, default edition, seeds 1-200, 10 s each", f"{share:.1%} optimal ({proved}; "
                   f"{verdicts['best-found']} best-found, {verdicts['unknown']} unknown)", "90 % optimal", share >= 0.9)
    yield Measured("  median and 90th percentile of the time", f"{median(times):.2f} s, {times[int(0.9 * len(times))]:.2f} s",
                   "median under 1 s", median(times) < 1)


def _explored(name: str, states: int) -> float:
    """States a second of CPU time, one thread, from the set-up of a deal."""
    instance = dealt(1, name)
    began = time.process_time()
    run = explore(instance.native("native"), instance.setting, instance.reference.settled(instance.start),
                  limits=Limits(states=states))
    return run.states / (time.process_time() - began)


if __name__ == "__main__":
    game, most_states = sys.argv[1], int(sys.argv[2])
    _explored(game, 10_000)  # compiles
    counted = Memory()
    reached, taken = _explored(game, most_states), counted.peak()
    print(_explored(game, MILLION), reached, taken / most_states)
