"""Is it ever best to delay the WAVE! of Survive Until Daylight, at the price of a wound?

Wherever a player decides about the WAVE! in the best line of a deal of the short night, the other decision is judged.  The
argument is how many deals are asked.
"""

from __future__ import annotations

import sys
from collections import Counter

import verifier as daybreak

DEALS = 1
OTHER = {"delay": "accept", "accept": "delay"}


def judged(seed: int) -> list[tuple[str, str]]:
    """Every decision about the WAVE! in the best line of a deal, and what the other one is there: "best", "worse" or "lost"."""
    deal = daybreak.deal("survive-until-daylight", seed=seed, edition="short-night")
    line = daybreak.solve(deal, certify=False).line
    found = []
    for place, event in enumerate(line):
        if event in OTHER:
            told = daybreak.review(deal, [*line[:place], OTHER[event]]).decisions[-1]
            found.append((event, told.verdict))
    return found


def main(deals: int) -> None:
    """How often each was decided, and what the other decision would have been worth."""
    table = Counter(each for seed in range(1, deals + 1) for each in judged(seed))
    for event in OTHER:
        verdicts = {verdict: number for (decided, verdict), number in sorted(table.items()) if decided == event}
        told = ", ".join(f"{OTHER[event]} is {verdict} {number} times" for verdict, number in verdicts.items())
        print(f"{event}: {sum(verdicts.values())} times; instead, {told or 'nothing'}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
