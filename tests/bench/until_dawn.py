"""Until Dawn searched: exhaustively from positions with four steps to dawn, and for the best line of 200 deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import median

from tests.bench.measure import Measured, dealt
from verifier.instance import Instance
from verifier.run.reference import Position
from verifier.search.best import Best, solve_best
from verifier.search.explore import explore
from verifier.search.limits import Limits

SEEDS = range(1, 201)
SOLVE_SECONDS = 10.0
STEPS_LEFT = 4
POSITIONS = 6


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


def measure_exhaustive() -> Iterator[Measured]:
    """Distinct states a second over several positions; limits only keep the largest from taking minutes."""
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
    yield Measured(f"Until Dawn exhaustive, {STEPS_LEFT} steps to dawn ({looked})",
                   f"{median(rates) / 1e6:.2f} M states/s (worst {min(rates) / 1e6:.2f})", "0.5 M states/s", median(rates) >= 5e5)


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
