"""Seats that hide their cards from each other, beside what good players are known to make of Kuhn's poker."""

from __future__ import annotations

from statistics import fmean

import pytest

import verifier as daybreak
from tests.games import kuhn
from tests.games.kuhn import Card
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.results.luck import Chances
from verifier.results.solved import Reviewed
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario

# What a hand is worth to the opener between two good players, in chips (H. Kuhn, 1950), and in parts of what it can be.
IN_CHIPS = {Card.JACK: -1.0, Card.QUEEN: -1 / 3, Card.KING: 7 / 6}
WORTH = {card: (chips + 2) / 4 for card, chips in IN_CHIPS.items()}
SIMULATIONS = 4_000
OFF = 0.04  # others who still try things out now and then lose a little by it


Hands = tuple[Card, Card]  # of the opener, and of the dealer


def dealt(hands: Hands) -> Instance:
    deal = Deal(1, {"deck": tuple(card.name.lower() for card in hands)})
    return instance_of(new_scenario(kuhn.game, title="x", edition="plain", deal=deal), load(kuhn.game))


def reviewed(hands: Hands, *line: str, simulations: int = SIMULATIONS) -> Reviewed:
    return daybreak.review(dealt(hands), list(line), honest=True, by_seat=True, policy="uct", simulations=simulations)


def chances(found: Reviewed, number: int) -> Chances:
    row = found.decisions[number].chances
    assert row is not None
    return row


def test_a_game_is_worth_what_is_known() -> None:
    """An eighteenth of a chip less than nothing to whoever opens, and with each card as much as it should be."""
    assert fmean(IN_CHIPS.values()) == pytest.approx(-1 / 18)
    for card, dealer in ((Card.JACK, Card.QUEEN), (Card.QUEEN, Card.JACK), (Card.KING, Card.JACK)):
        found = chances(reviewed((card, dealer), "check", "check-behind"), 0)
        assert abs(found.before - WORTH[card]) < OFF and not found.is_mistake


def test_nobody_knows_the_card_of_whoever_bluffs() -> None:
    """Found out for sure, a jack that is bet would lose two chips; as it is, it loses one, as a jack that is not."""
    bet = chances(reviewed((Card.JACK, Card.QUEEN), "bet", "fold"), 0)
    assert abs(bet.after - WORTH[Card.JACK]) < 2 * OFF and bet.after > 0.15


def test_what_others_hold_has_no_part_in_it() -> None:
    one, other = (chances(reviewed((Card.QUEEN, dealer), "check", "check-behind", simulations=400), 0)
                  for dealer in (Card.JACK, Card.KING))
    assert (one.before, one.after) == (other.before, other.after)


@pytest.mark.parametrize(("hands", "line", "number", "best"), [
    ((Card.KING, Card.QUEEN), ("check", "bet-behind", "fold-behind"), 2, "call-behind"),
    ((Card.JACK, Card.QUEEN), ("check", "bet-behind", "call-behind"), 2, "fold-behind"),
    ((Card.QUEEN, Card.KING), ("check", "check-behind"), 1, "bet-behind"),
    ((Card.QUEEN, Card.KING), ("bet", "fold"), 1, "call"),
    ((Card.QUEEN, Card.JACK), ("bet", "call"), 1, "fold"),
    ((Card.QUEEN, Card.JACK), ("bet", "fold"), 0, "check"),
])
def test_what_no_good_player_does_is_called_a_mistake(hands: Hands, line: tuple[str, ...], number: int,
                                                      best: str) -> None:
    found = chances(reviewed(hands, *line), number)
    assert found.is_mistake and found.best == best
