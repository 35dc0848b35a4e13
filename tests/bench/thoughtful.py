"""Thoughtful Klondike: how many seeded deals are decided, which share is won beside the published one, and another solver.

The share of all deals that can be won, 81.945 +- 0.084 %, is by C. Blake and I. P. Gent (The winnability of Klondike solitaire
and many other patience games, 2019).  The other solver is Klondike-Solver (`pip install pyksolve`), asked where it is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec

import verifier as daybreak
from tests.agreement.test_klondike import dealt, layout
from tests.bench.measure import Measured
from verifier.instance import Instance
from verifier.results.share import share

DEALS, SECONDS, FIRST = 1_000, 20, 1
PUBLISHED, GIVE_OR_TAKE, DECIDED = 0.81945, 0.00084, 0.95
CLOSED_MOST = 200_000  # states that the other solver may look at, which it always does when it looks for a shorter line
COLUMNS = 7


def measure(deals: int = DEALS, seconds: int = SECONDS, first: int = FIRST) -> Iterator[Measured]:
    """The deals of so many seeds, with so many seconds each."""
    daybreak.solve(dealt(first), limits=daybreak.Limits(states=1_000), engine="native", certify=False)  # compiles
    said = dict[int, bool | None]()
    for seed in range(first, first + deals):
        found = daybreak.solve(dealt(seed), limits=daybreak.Limits(seconds=seconds), engine="native", certify=False)
        said[seed] = True if found.grade is not None and found.grade["won"] else False if found.verdict == "optimal" else None
    answers = list(said.values())
    decided, won = deals - answers.count(None), share(answers.count(True), answers.count(None), deals)
    yield Measured(f"Klondike, all cards known, {deals:,} deals, {seconds} s each: decided", f"{decided / deals:.1%}",
                   f"{DECIDED:.0%}", decided >= DECIDED * deals if deals >= DEALS else None)
    low, high = PUBLISHED - GIVE_OR_TAKE, PUBLISHED + GIVE_OR_TAKE
    yield Measured("  won", f"{won.count / deals:.1%} ({won.low:.1%} to {won.high:.1%}, undecided ones either way)",
                   f"{low:.3%} to {high:.3%}, published", won.low <= high and low <= won.high)
    yield _contradictions(said)


def _contradictions(said: dict[int, bool | None]) -> Measured:
    """Deals that one solver wins and the other calls impossible."""
    name, wanted = "  contradictions with Klondike-Solver", "0"
    if find_spec("pyksolve") is None:
        return Measured(name, "not installed: pip install pyksolve", wanted)
    other = _other()
    both = {seed: (won, theirs) for seed, won in said.items()
            if won is not None and (theirs := other(dealt(seed))) is not None}
    apart = [seed for seed, (won, theirs) in both.items() if won != theirs]
    return Measured(name, f"{len(apart)} of {len(both)} deals that both decide" + (f": {apart}" if apart else ""), wanted,
                    not apart)


def _other() -> Callable[[Instance], bool | None]:
    """What Klondike-Solver says of a deal: whether it can be won, None where it cannot tell."""
    solver = import_module("pyksolve.solver")
    known = {"SolvedMinimal": True, "SolvedMayNotBeMinimal": True, "Impossible": False, "CouldNotComplete": None}

    def won(of: Instance) -> bool | None:
        table = solver.Solitaire()
        assert table.load_solitaire(_table(of)), of.scenario.title
        for search in (table.solve_fast, table.solve_minimal):  # the first finds lines, the second ends where there is none
            table.reset_game(of.setting.edition.turn)
            said = known[search(max_closed_count=CLOSED_MOST).name]
            if said is not None:
                return said
        return None

    return won


def _table(of: Instance) -> str:
    """A deal as that solver reads it: card by card as they are dealt, the columns row by row, then the talon as it is turned."""
    columns, talon, *_ = layout(of.reference.settled(of.start).state, COLUMNS)
    piles = [down + up for down, up in columns]
    rows = [piles[column][row] for row in range(COLUMNS) for column in range(row, COLUMNS)]
    return "".join(f"{card // 4 + 1:02}{card % 4 + 1}" for card in (*rows, *talon))  # clubs are 1, diamonds 2, hearts 3, spades 4
