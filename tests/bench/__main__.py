"""`python -m tests.bench [name ...]`: prints the numbers of the project's targets, measured now, in this run.

Some take more or fewer deals, positions and so on, where that is asked for: `--help` says which.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from inspect import signature

from rich.console import Console
from rich.table import Table

from tests.bench import (
    batch,
    correctness,
    deals,
    disk,
    ends,
    find,
    hidden_klondike,
    induction,
    odds,
    order,
    patience,
    play,
    players,
    sliding,
    startup,
    thoughtful,
    training,
    until_dawn,
    yahtzee,
)
from tests.bench.measure import Measured

Bench = Callable[..., Iterator[Measured]]

BENCHES: dict[str, Bench] = {
    "play": play.measure, "tiles": sliding.measure, "exhaustive": until_dawn.measure_exhaustive, "startup": startup.measure,
    "solve": until_dawn.measure_solve, "agreement": correctness.measure_agreement,
    "agreement-symbolic": correctness.measure_lifted, "bounded": correctness.measure_bounded,
    "batch": batch.measure, "fuzz": correctness.measure_fuzz, "find": find.measure, "induction": induction.measure,
    "odds": odds.measure, "players": players.measure, "patience": patience.measure,
    "training": training.measure,
}

LARGE: dict[str, Bench] = {  # from minutes to an hour: only when asked for by name
    "disk": disk.measure, "yahtzee": yahtzee.measure, "hidden-klondike": hidden_klondike.measure, "ends": ends.measure,
    "order": order.measure, "fresh": deals.measure_fresh, "lose": deals.measure_losses, "zeds": deals.measure_zeds,
    "nights": deals.measure_nights,
    "klondike": thoughtful.measure, "korf": deals.measure_korf,
}
# What benchmarks can take more or less of: the arguments of their functions.
SIZES = sorted({size for bench in (BENCHES | LARGE).values() for size in signature(bench).parameters})


def main() -> int:
    """Measure what was asked for, or everything that is not large; 1 when a number was not reached."""
    known = BENCHES | LARGE
    parser = argparse.ArgumentParser("python -m tests.bench", description="Measure the numbers of the project's targets.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"default: the first {len(BENCHES)} of {', '.join(known)}")
    for size in SIZES:
        takers = [name for name, bench in known.items() if size in signature(bench).parameters]
        parser.add_argument(f"--{size}", type=_above_zero, metavar="N", help=f"for {', '.join(takers)}")
    asked = vars(parser.parse_intermixed_args())
    wanted = asked.pop("names") or list(BENCHES)
    sizes = {size: number for size, number in asked.items() if number is not None}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; known: {', '.join(known)}", file=sys.stderr)
        return 150
    idle = [size for size in sizes if not any(size in signature(known[name]).parameters for name in wanted)]
    if idle:
        print(f"nothing that was asked for takes --{idle[0]}; --help says what does", file=sys.stderr)
        return 150
    console = Console()
    table = Table("what", "reached", "wanted", "", title="Daybreak: numbers, measured in this run")
    short = 0
    for name in wanted:
        takes = signature(known[name]).parameters
        with console.status(f"measuring {name} ..."):
            for measured in known[name](**{size: number for size, number in sizes.items() if size in takes}):
                verdict = "" if measured.enough is None else "yes" if measured.enough else "NO"
                short += measured.enough is False
                table.add_row(measured.name, measured.reached, measured.wanted, verdict)
                print(f"{measured.name}: {measured.reached} (wanted {measured.wanted}) {verdict}", flush=True)
    console.print(table)
    return 1 if short else 0


def _above_zero(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on, got {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
