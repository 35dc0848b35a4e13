"""How long does the Horde deck of Until Daylight last?

The waves of ten Rounds need a card for each player and each Round up to then, and the Die of Fate adds or withdraws one.  Here:
what is needed at least and at most, and how likely it is that the pile runs out, if all sides of the die are as likely: added up
from the component data, without asking a rule.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import verifier as daybreak

DEAL = Path(__file__).parents[2] / "scenarios" / "until-daylight" / "full.toml"


def needed(players: int, rounds: int, sides: dict[str, int]) -> dict[int, Fraction]:
    """How likely it is that all waves together need so many cards."""
    whole = sum(sides.values())
    change = {-1: Fraction(sides["fewer"], whole), 1: Fraction(sides["more"], whole)}
    change[0] = 1 - sum(change.values())
    found = {sum(players + number for number in range(1, rounds + 1)): Fraction(1)}
    for _ in range(rounds):
        more: Counter[int] = Counter()
        for cards, share in found.items():
            for step, chance in change.items():
                more[cards + step] += share * chance
        found = dict(more)
    return found


def main() -> None:
    """A line for each number of players."""
    box = daybreak.scenario(DEAL).setting.edition
    sides = {"fewer": box.fate[0], "more": box.fate[1], "others": sum(box.fate[side] for side in range(2, 6))}
    print(f"{box.horde.total} Horde cards, {box.rounds} Rounds")
    for players in range(3, 7):
        odds = needed(players, box.rounds, sides)
        short = sum((share for cards, share in odds.items() if cards > box.horde.total), Fraction(0))
        print(f"{players} players need {min(odds)} to {max(odds)}; they run out with probability {float(short):.8f}")


if __name__ == "__main__":
    main()
