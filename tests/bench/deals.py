"""Deals that nothing was tuned on, each with a limit of time: best lines, quickest losses, and bounds that leave little open."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from statistics import median
from typing import Any

import verifier as daybreak
from tests.agreement.test_fifteen import KORF, puzzle
from tests.bench.measure import Measured
from tests.games.fifteen import MOST

FIRST = 5_000_001  # seeds from here on are used nowhere else
FRESH, FRESH_SECONDS, FRESH_OPTIMAL, FRESH_MEDIAN = 1_000, 10, 0.995, 0.1
LOST, LOST_SECONDS, LOST_FOUND, LOST_SHORTEST = 200, 10, 0.95, 0.6
ZEDS, ZEDS_SECONDS, ZEDS_CLOSED, FIELDS = 20, 60, 15, 3
KORF_SECONDS = 60
NIGHTS, NIGHT_STATES, NIGHTS_WON = 25, 6_000_000, 21


def _solved(game: str, seed: int, seconds: int, goal: str = "best") -> daybreak.Solved:
    return daybreak.solve(daybreak.deal(game, seed=seed), goal=goal, limits=daybreak.Limits(seconds=seconds), engine="native",
                          certify=False)


def measure_fresh(deals: int = FRESH, seconds: int = FRESH_SECONDS, first: int = FIRST) -> Iterator[Measured]:
    """How many whole deals of Until Dawn are solved with proof, and the CPU time that one takes."""
    _solved("until-dawn", first, seconds)  # compiles
    taken, verdicts, is_whole = list[float](), Counter[str](), deals >= FRESH
    for seed in range(first, first + deals):
        began = time.process_time()
        verdicts[_solved("until-dawn", seed, seconds).verdict] += 1
        taken.append(time.process_time() - began)
    optimal = verdicts["optimal"] / deals
    yield Measured(f"Until Dawn, {deals:,} new deals, {seconds} s each: optimal", f"{optimal:.1%}{_rest(verdicts)}",
                   f"{FRESH_OPTIMAL:.1%}", optimal >= FRESH_OPTIMAL if is_whole else None)
    yield Measured("  CPU time of a deal, median (and the most)", f"{median(taken):.2f} s ({max(taken):.1f} s)",
                   f"{FRESH_MEDIAN} s", median(taken) <= FRESH_MEDIAN if is_whole else None)


def measure_losses(deals: int = LOST, seconds: int = LOST_SECONDS, first: int = FIRST) -> Iterator[Measured]:
    """How many of those deals a loss is found for, and how many such losses are proved quickest."""
    _solved("until-dawn", first, seconds, "lose")  # compiles
    found = [_solved("until-dawn", seed, seconds, "lose") for seed in range(first, first + deals)]
    lost, is_whole = sum(bool(each.line) for each in found) / deals, deals >= LOST
    shortest = sum(each.verdict == "optimal" for each in found) / deals
    yield Measured(f"Until Dawn, quickest losses of {deals:,} such deals, {seconds} s each: found", f"{lost:.1%}",
                   f"{LOST_FOUND:.0%}", lost >= LOST_FOUND if is_whole else None)
    yield Measured("  proved quickest", f"{shortest:.1%}", f"{LOST_SHORTEST:.0%}",
                   shortest >= LOST_SHORTEST if is_whole else None)


def measure_zeds(deals: int = ZEDS, seconds: int = ZEDS_SECONDS, first: int = FIRST) -> Iterator[Measured]:
    """For how many whole deals of Dawn of the Zeds the line found has what the bound allows in the first fields of the grade."""
    _solved("dawn-of-the-zeds", first, 1)  # compiles
    found = [_solved("dawn-of-the-zeds", seed, seconds) for seed in range(first, first + deals)]
    closed = sum(each.verdict == "optimal" or each.grade is not None and each.upper_bound is not None
                 and _first_fields(each.grade) == _first_fields(each.upper_bound) for each in found)
    won = sum(each.grade is not None and each.grade["won"] for each in found)
    yield Measured(f"Dawn of the Zeds, {deals:,} whole deals, {seconds} s each: nothing open in the first {FIELDS} fields",
                   f"{closed} ({won} won; {_listed(Counter(each.verdict for each in found))})", f"{ZEDS_CLOSED} of {ZEDS}",
                   closed >= ZEDS_CLOSED if deals >= ZEDS else None)


def measure_nights(deals: int = NIGHTS, states: int = NIGHT_STATES) -> Iterator[Measured]:
    """How many whole deals of Survive Until Daylight are won, by so many states each: the same on every machine."""
    found = [daybreak.solve(daybreak.deal("survive-until-daylight", seed=seed), limits=daybreak.Limits(states=states),
                            engine="native", certify=False) for seed in range(1, deals + 1)]
    won = [number for number, each in enumerate(found, start=1) if each.grade is not None and each.grade["won"]]
    is_whole = deals >= NIGHTS and states >= NIGHT_STATES
    yield Measured(f"Survive Until Daylight, seeds 1 to {deals:,}, {states:,} states each: won", f"{len(won)}",
                   f"{NIGHTS_WON} of {NIGHTS}", len(won) >= NIGHTS_WON if is_whole else None)


def _first_fields(grade: Any) -> tuple[Any, ...]:
    return tuple(grade.values())[:FIELDS]


def measure_korf(instances: int = len(KORF), seconds: int = KORF_SECONDS) -> Iterator[Measured]:
    """How many of Korf's instances of the fifteen puzzle, from the easiest on, are solved with proof as published."""
    daybreak.solve(puzzle(79), limits=daybreak.Limits(states=1_000), engine="native", certify=False)  # compiles
    optimal, wrong, numbers = 0, 0, list(KORF)[:instances]
    for number in numbers:
        found = daybreak.solve(puzzle(number), limits=daybreak.Limits(seconds=seconds), engine="native", certify=False)
        if found.verdict == "optimal":
            optimal += 1
            wrong += found.grade is None or found.grade["unspent"] != MOST - KORF[number][0]
    yield Measured(f"fifteen puzzle, {len(numbers)} of Korf's instances, {seconds} s each: optimal",
                   f"{optimal}, {wrong} of them not as published", f"{len(KORF)}, all as published",
                   False if wrong else optimal == len(KORF) if len(numbers) == len(KORF) else None)


def _rest(verdicts: Counter[str]) -> str:
    rest = Counter({verdict: count for verdict, count in verdicts.items() if verdict != "optimal"})
    return f" ({_listed(rest)})" if rest else ""


def _listed(verdicts: Counter[str]) -> str:
    return ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
