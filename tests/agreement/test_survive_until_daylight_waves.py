"""How a wave comes to lie: the model's chances, card by card, against all shuffles counted one by one.

The rulebook draws the cards of each type from its pile, which the discards renew when it runs out, then shuffles all that were
drawn and lays them in a line.  The twin keeps what may be left of both piles, so where a pile runs out its chances are not
compared with the model's (`survive_until_daylight_pairs`); here they are.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.survive_until_daylight import game
from daybreak_games.survive_until_daylight.cards import TYPE, Assault, Horde, Type
from daybreak_games.survive_until_daylight.state import Phase
from verifier.lang.phases import CHANCE
from verifier.lang.values import copied
from verifier.ledger.editions import load_edition
from verifier.program.program import load
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting

Cards = tuple[Horde, ...]
A, B, C, W = Horde.RAIDER_A, Horde.RAIDER_B, Horde.RAIDER_C, Horde.WANDERER_A
# How many Raiders and Wanderers come, the pile, and the discards.
WAVES = {
    "one old card and one of three new ones": ((2, 1), (A, W), (B, B, C)),
    "the same card is in both piles": ((2, 1), (A, W), (A, B)),
    "no old card": ((2, 1), (W,), (A, A, B)),
    "all of both piles": ((3, 0), (A, B), (C,)),
    "more than there are": ((4, 1), (A, W), (B,)),
    "both types run out": ((2, 2), (A, W), (B, C, Horde.WANDERER_B, Horde.WANDERER_C)),
    "no pile runs out": ((2, 1), (A, B, C, W), (A,)),
}


def by_shuffles(wanted: tuple[int, int], pile: Cards, discards: Cards) -> dict[Cards, Fraction]:
    """The chance of each line: every order of each pile, and every order of what was drawn, is as likely as any other."""
    drawn = []
    for kind, number in ((Type.RAIDER, wanted[0]), (Type.WANDERER, wanted[1])):
        old, new = ([card for card in cards if TYPE[card] == kind] for cards in (pile, discards))
        drawn.append([(*one, *other)[:number] for one, other in product(permutations(old), permutations(new))])
    lines = Counter(line for hands in product(*drawn) for line in permutations(hands[0] + hands[1]))
    total = sum(lines.values())
    return {line: Fraction(number, total) for line, number in lines.items()}


def by_the_model(run: Reference, position: Position) -> dict[Cards, Fraction]:
    """The chance of each line as the model's events come to it."""
    if run.kind(position) != CHANCE:
        assert position.state.phase == Phase.WAVE and position.state.horde_sure.total == 0
        return {tuple(Horde(enemy.card) for enemy in position.state.line): Fraction(1)}
    outcomes = run.outcomes(position)
    total, found = sum(weight for _, weight in outcomes), dict[Cards, Fraction]()
    for event, weight in outcomes:
        for line, chance in by_the_model(run, run.apply(position, event).after).items():
            found[line] = found.get(line, Fraction(0)) + chance * weight / total
    return found


@pytest.mark.parametrize("case", WAVES)
def test_a_wave_lies_as_shuffled_cards_do(case: str) -> None:
    wanted, pile, discards = WAVES[case]
    edition: Any = copied(load_edition(game, "printed-and-assumed", Path()).record)
    for kind in Type:
        edition.waves[Assault.BRUTAL][kind][edition.players - 1] = {Type.RAIDER: wanted[0], Type.WANDERER: wanted[1]}.get(kind, 0)
    run = Reference(load(game), Setting(load(game).default_rulings, edition))
    table: Any = run.set_up().state
    table.phase = Phase.REVEAL
    table.wave = table.turn
    for card in Assault:
        table.assaults[card] = card == Assault.BRUTAL
    table.horde.clear()
    for bag, cards in ((table.horde, pile), (table.horde_discard, discards)):
        for horde in cards:
            bag.add(horde)
    found = by_the_model(run, run.position(table))
    assert found == by_shuffles(wanted, pile, discards) and sum(found.values()) == 1
