"""Who can force what in Dead 'til Dawn, with open cards?

Over seeded deals of the smallest edition: for which two players, or all three, there is a strategy by which all of them win,
whatever the others do.  Every answer is a closed search of the deal's whole game; the strategies of both sides are re-checked
where they are small.  Arguments: how many deals, and a reading, `DTD-08=event` say, whose answers are then compared with those
under the rulings in force.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations

import verifier as daybreak

GAME, EDITION = "dead-til-dawn", "tiny"
SEATS = ("player-1", "player-2", "player-3")
SIDES = [*combinations(SEATS, 2), SEATS]


def forced(seed: int, rulings: dict[str, str]) -> dict[tuple[str, ...], bool]:
    """For each side: whether it can force that all of it win."""
    deal = daybreak.deal(GAME, seed, edition=EDITION, rulings=rulings)
    found = {}
    for side in SIDES:
        answer = daybreak.force(deal, side, against="rest")
        if not answer.exact:
            raise SystemExit(f"seed {seed}, {', '.join(side)}: not settled ({answer.reason})")
        found[side] = bool(answer.least)
    return found


def main(deals: int = 3, ruling: str = "") -> None:
    """A line for each side: in how many of the deals it can force a win."""
    plain = {seed: forced(seed, {}) for seed in range(1, deals + 1)}
    wins = Counter(side for found in plain.values() for side, sure in found.items() if sure)
    print(f"{deals} deals of {EDITION}, cards open")
    for side in SIDES:
        print(f"  {' and '.join(side):<34} can force a win in {wins[side]}")
    if ruling:
        reading, choice = ruling.split("=")
        other = {seed: forced(seed, {reading: choice}) for seed in plain}
        changed = [seed for seed in plain if plain[seed] != other[seed]]
        print(f"by {ruling}: other answers in {len(changed)} of them")


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, str), sys.argv[1:], strict=False)))
