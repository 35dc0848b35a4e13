"""Deals of FreeCell and Baker's Game, beside Freecell Solver (S. Fish; Debian's freecell-solver-bin): time, and length of lines.

CPU time, net of what each of them needs to begin: Freecell Solver's less that of a table without cards, ours in a process whose
rules are loaded and compiled.  Ours includes what it does to a line once it is found: it is made shorter, and checked by the
plain rules.  A decision moves one card: several that Freecell Solver moves at once by way of cells are counted so.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from math import inf
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

import verifier as daybreak
from tests.agreement.test_cells import dealt
from tests.bench.measure import Measured
from tests.games.cells import Card
from verifier.instance import Instance

GAMES = {"freecell": "freecell", "bakers-game": "bakers_game"}  # what Freecell Solver calls them
DEALS, STATES, TIMES = 50, 500_000, 5
TIMES_OF, LENGTH_OF = 20, 1.5  # of Freecell Solver's


def measure() -> Iterator[Measured]:
    """The median ratios over the deals that both win."""
    program = shutil.which("fc-solve")
    if program is None:
        yield Measured("patiences beside Freecell Solver", "not installed: apt-get install freecell-solver-bin", "-")
        return
    for edition, name in GAMES.items():
        given = [program, "-g", name, "-m", "-"]
        empty = min(_theirs(given, "\n" * 8)[0] for _ in range(4 * TIMES))
        solved, whole, searching, lengths = 0, list[float](), list[float](), list[float]()
        for seed in range(1, DEALS + 1):
            instance = dealt(edition, seed)
            runs = [_theirs(given, _table(instance)) for _ in range(TIMES)]
            theirs, found = max(1e-5, min(taken for taken, _ in runs) - empty), runs[0][1]
            taken, ours = min((_ours(edition, seed) for _ in range(2)), key=lambda each: each[0])
            if ours.verdict != "optimal":
                if found:  # worse than any ratio
                    whole.append(inf)
                    searching.append(inf)
                continue
            assert ours.grade is not None and ours.grade["won"] == bool(found), f"{edition} {seed}"
            solved += 1
            if found:
                whole.append(taken / theirs)
                searching.append(ours.search["seconds"] / theirs)
                lengths.append(len(ours.line) / found)
        yield Measured(f"{edition}: CPU time of `solve`, by Freecell Solver's, median of {len(whole)} won deals "
                       f"({solved} of {DEALS} decided)", f"{median(whole):.0f} x, {median(searching):.0f} x without the check",
                       f"{TIMES_OF} x", median(whole) <= TIMES_OF)
        yield Measured(f"{edition}: decisions of the line, by Freecell Solver's", f"{median(lengths):.2f} x", f"{LENGTH_OF} x",
                       median(lengths) <= LENGTH_OF)


def _ours(edition: str, seed: int) -> tuple[float, daybreak.Solved]:
    instance = dealt(edition, seed)
    if seed == 1:
        daybreak.solve(instance, limits=daybreak.Limits(states=1_000), engine="native", certify=False)  # compiles
    began = time.process_time()
    found = daybreak.solve(instance, limits=daybreak.Limits(states=STATES), engine="native", certify=False)
    return time.process_time() - began, found


def _theirs(given: list[str], table: str) -> tuple[float, int]:
    """CPU seconds of a run, and how many moves of one card its line has: 0 where it says that there is none."""
    before = getrusage(RUSAGE_CHILDREN)
    said = subprocess.run(given, input=table, capture_output=True, text=True, check=False).stdout
    after = getrusage(RUSAGE_CHILDREN)
    moves = [int(count) if count != "a" else 1 for count in re.findall(r"^Move (a|\d+) cards? from", said, re.MULTILINE)]
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, sum(2 * count - 1 for count in moves)


def _table(instance: Instance) -> str:
    """A deal as Freecell Solver reads it: the columns, the cards that may move last, and before them what lies in cells."""
    box = instance.setting.edition
    cards = [Card(-number - 1).name for number in instance.setting.tapes[0][:52]]  # an order is told card by card, from -1 down
    columns = [" ".join(cards[at:box.dealt:box.columns]) for at in range(box.columns)]
    return "\n".join(([f"FC: {' '.join(cards[box.dealt:])}"] if box.dealt < 52 else []) + columns) + "\n"
