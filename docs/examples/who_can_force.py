"""Who can force what in Dead 'til Dawn, with open cards?

Over seeded deals of the smallest edition: which players have a strategy by which all of them win, whatever the others do; and
which have one by which somebody sees the dawn, so that nobody loses as one of the last to die.  Every answer is a closed search
of the whole game.  Arguments: how many deals, and a reading, `DTD-08=event` say, whose answers are then compared with those
under the rulings in force.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations

import verifier as daybreak

GAME, EDITION = "dead-til-dawn", "tiny"
SEATS = ("player-1", "player-2", "player-3")
SIDES = [side for size in (1, 2, 3) for side in combinations(SEATS, size)]
AIMS = {"that all of them win": None, "that somebody lives": "somebody-sees-the-dawn"}
Answers = dict[tuple[str, tuple[str, ...]], bool]


def forced(seed: int, rulings: dict[str, str]) -> Answers:
    """For each aim and each side: whether it can force it."""
    deal = daybreak.deal(GAME, seed, edition=EDITION, rulings=rulings)
    found = {}
    for words, aim in AIMS.items():
        for side in SIDES:
            answer = daybreak.force(deal, side, against="rest", to=aim, certify=False)
            if not answer.exact:
                raise SystemExit(f"seed {seed}, {', '.join(side)}: not settled ({answer.reason})")
            found[words, side] = bool(answer.least)
    return found


def main(deals: int = 2, ruling: str = "") -> None:
    """A line for each side: in how many of the deals it can force which aim."""
    plain = {seed: forced(seed, {}) for seed in range(1, deals + 1)}
    can = Counter(asked for found in plain.values() for asked, sure in found.items() if sure)
    print(f"{deals} deals of {EDITION}, cards open: in how many of them a side can force")
    for words in AIMS:
        print(f"  {words}")
        for side in SIDES:
            print(f"    {' and '.join(side):<34} {can[words, side]}")
    if ruling:
        reading, choice = ruling.split("=")
        other = {seed: forced(seed, {reading: choice}) for seed in plain}
        changed = [seed for seed in plain if plain[seed] != other[seed]]
        print(f"by {ruling}: other answers in {len(changed)} of them")


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, str), sys.argv[1:], strict=False)))
