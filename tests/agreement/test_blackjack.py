"""A round of blackjack under best play: a naive program of its own, in fractions, exactly and between bounds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

import verifier as daybreak
from tests.games.blackjack import game
from verifier.analysis import odds as module
from verifier.instance import Instance, instance_of
from verifier.program.program import load
from verifier.scenarios.loader import new_scenario

DECKS = {"short": (3, 0, 0, 0, 3, 3, 0, 0, 0, 5), "deck": (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)}  # from aces to tens
Cards = tuple[int, ...]  # how many there are of each count


def count(hand: Cards) -> tuple[int, bool]:
    """What a hand counts, and whether an ace counts eleven in it."""
    low = sum((place + 1) * many for place, many in enumerate(hand))
    soft = hand[0] > 0 and low + 10 <= 21
    return low + 10 * soft, soft


class Naive:
    """What the player is to expect, in halves of the stake."""

    def __init__(self, deck: Cards, *, draws: bool) -> None:
        self.deck, self.draws = deck, draws
        self.dealt, self.played = cache(self._dealt), cache(self._played)

    def expected(self) -> Fraction:
        return self._next((0,) * 10, (0,) * 10, lambda player: self._next(player, (0,) * 10, lambda dealer: self._next(
            player, dealer, lambda mine: self._begun(mine, dealer)), mine=False))

    def _next(self, player: Cards, dealer: Cards, then: Callable[[Cards], Fraction], *, mine: bool = True) -> Fraction:
        """One more card for either, and the mean of what follows."""
        left = [all_ - one - other for all_, one, other in zip(self.deck, player, dealer, strict=True)]
        hand = player if mine else dealer
        mean = sum((many * then((*hand[:place], hand[place] + 1, *hand[place + 1:])) for place, many in enumerate(left) if many),
                   Fraction(0))
        return mean / sum(left)

    def _begun(self, player: Cards, dealer: Cards) -> Fraction:
        if count(player)[0] == 21:
            return self._next(player, dealer, lambda other: Fraction(0 if count(other)[0] == 21 else 3), mine=False)
        return self.played(player, dealer)

    def _played(self, player: Cards, dealer: Cards) -> Fraction:
        """What is best with two cards or more."""
        def after(hand: Cards) -> Fraction:
            return Fraction(-2) if count(hand)[0] > 21 else self.played(hand, dealer)

        def twice(hand: Cards) -> Fraction:
            return 2 * (Fraction(-2) if count(hand)[0] > 21 else self.dealt(hand, dealer))

        ways = [self.dealt(player, dealer), self._next(player, dealer, after)]
        return max([*ways, self._next(player, dealer, twice)] if sum(player) == 2 else ways)

    def _dealt(self, player: Cards, dealer: Cards) -> Fraction:
        """What comes of it when the dealer plays."""
        points, soft = count(dealer)
        if points >= 17 and not (self.draws and soft and points == 17):
            mine = count(player)[0]
            if sum(dealer) == 2 and points == 21:
                return Fraction(-2)
            return Fraction(2 if points > 21 or mine > points else -2 if mine < points else 0)
        return self._next(player, dealer, lambda other: self.dealt(player, other), mine=False)


def table(edition: str, ruling: str) -> Instance:
    return instance_of(new_scenario(game, title="Blackjack", edition=edition, rulings={"BJ-Q1": ruling}), load(game))


@pytest.mark.parametrize("ruling", ["stands", "draws"])
def test_a_short_deck(ruling: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = Naive(DECKS["short"], draws=ruling == "draws").expected()
    exact = daybreak.odds(table("short", ruling), expected="gain", engine="interpreted")
    assert exact.exact and exact.low == expected and (exact.lowest, exact.highest) == (-4, 4)
    monkeypatch.setattr(module, "EXACT_STATES", 1)
    found = daybreak.odds(table("short", ruling), expected="gain", engine="interpreted", limits=daybreak.Limits(states=100_000))
    assert found.low is not None and found.high is not None and not found.exact and found.is_known
    assert found.low <= expected <= found.high


@pytest.mark.long
@pytest.mark.parametrize("ruling", ["stands", "draws"])
def test_a_whole_deck(ruling: str) -> None:
    expected = Naive(DECKS["deck"], draws=ruling == "draws").expected()
    found = daybreak.odds(table("deck", ruling), expected="gain", engine="native")
    assert found.low is not None and found.high is not None and found.is_known
    assert found.low <= expected <= found.high
