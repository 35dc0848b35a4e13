"""`python -m tests.bench [name ...] [option=number ...]`: prints the numbers of the project's targets, measured now, in this run.

Options are arguments of a benchmark's function, as in `fresh deals=20` for a small sample.  Each benchmark that is named takes
those that it has; an option that none of them has is refused.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from inspect import signature

from rich.console import Console
from rich.table import Table

from tests.bench import (
    batch,
    correctness,
    disk,
    find,
    induction,
    odds,
    order,
    patience,
    play,
    players,
    sliding,
    startup,
    until_dawn,
    yahtzee,
)
from tests.bench.measure import Measured

BENCHES: dict[str, Callable[..., Iterator[Measured]]] = {
    "play": play.measure, "tiles": sliding.measure, "exhaustive": until_dawn.measure_exhaustive, "startup": startup.measure,
    "solve": until_dawn.measure_solve, "agreement": correctness.measure_agreement,
    "agreement-symbolic": correctness.measure_lifted, "bounded": correctness.measure_bounded,
    "batch": batch.measure, "fuzz": correctness.measure_fuzz, "find": find.measure, "induction": induction.measure,
    "odds": odds.measure, "players": players.measure, "patience": patience.measure,
}

# From minutes to hours: only when asked for by name.
LARGE: dict[str, Callable[..., Iterator[Measured]]] = {
    "disk": disk.measure, "yahtzee": yahtzee.measure, "order": order.measure,
}


def main() -> int:
    """Measure what was asked for, or everything that is not large; 1 when a number was not reached."""
    wanted = [word for word in sys.argv[1:] if "=" not in word] or list(BENCHES)
    known = BENCHES | LARGE
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; known: {', '.join(known)}", file=sys.stderr)
        return 150
    given = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
    takes = {name: signature(known[name]).parameters for name in wanted}
    for option, number in given.items():
        if not number.isdecimal() or not any(option in each for each in takes.values()):
            options = ", ".join(sorted({option for each in takes.values() for option in each})) or "none"
            print(f"no option {option}={number}; known, each with a whole number: {options}", file=sys.stderr)
            return 150
    console = Console()
    table = Table("what", "reached", "wanted", "", title="Daybreak: numbers, measured in this run")
    short = 0
    for name in wanted:
        with console.status(f"measuring {name} ..."):
            for measured in known[name](**{option: int(number) for option, number in given.items() if option in takes[name]}):
                verdict = "" if measured.enough is None else "yes" if measured.enough else "NO"
                short += measured.enough is False
                table.add_row(measured.name, measured.reached, measured.wanted, verdict)
                print(f"{measured.name}: {measured.reached} (wanted {measured.wanted}) {verdict}", flush=True)
    console.print(table)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
