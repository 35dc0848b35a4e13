"""Is it ever best to delay the WAVE! of Survive Until Daylight, at the price of a wound?

The best line of each deal of the short night is played up to the first time that its player decides about the WAVE!, and the other
decision is judged there.  How many deals are asked is the first argument.
"""

from __future__ import annotations

import sys
from collections import Counter

import verifier as daybreak

DEALS = 2
OTHER = {"delay": "accept", "accept": "delay"}


def judged(seed: int) -> list[tuple[str, str]]:
    """Every decision about the WAVE! in the best line of a deal, each with what the other decision there is: worse, or as good."""
    deal = daybreak.deal("survive-until-daylight", seed=seed, edition="short-night")
    line = daybreak.solve(deal, certify=False).line
    found = []
    for place, event in enumerate(line):
        if event in OTHER:
            told = daybreak.review(deal, [*line[:place], OTHER[event]]).decisions[-1]
            found.append((event, told.verdict))
    return found


def main(deals: int) -> None:
    """How often each was decided, and how often only that was best."""
    table = Counter(each for seed in range(1, deals + 1) for each in judged(seed))
    for event in OTHER:
        verdicts = {verdict: number for (decided, verdict), number in sorted(table.items()) if decided == event}
        told = ", ".join(f"{OTHER[event]} is {verdict} {number} times" for verdict, number in verdicts.items())
        print(f"{event}: {sum(verdicts.values())} times; instead, {told or 'nothing'}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
