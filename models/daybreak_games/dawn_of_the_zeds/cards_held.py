"""The fate cards that the players hold, by what they do."""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.cards import FateCard, FatePile, Twist
from daybreak_games.dawn_of_the_zeds.state import Town, box, game
from verifier.lang import clause


@game.rule
def holds(town: Town, twist: Twist) -> bool:
    """Whether the players hold a card that does this."""
    return any(town.fates[card] == FatePile.HELD and box.fates[card].twist == twist for card in FateCard)


@game.rule
def card_for(town: Town, twist: Twist) -> FateCard:
    """The first held card that does this; there is one."""
    return next((card for card in FateCard if town.fates[card] == FatePile.HELD and box.fates[card].twist == twist),
                FateCard.BACKHOE)


@game.rule
def discard_held(town: Town, card: FateCard) -> None:
    """A held card is used and goes to the discards."""
    clause("DZ-F11", "DZ-F12")
    town.fates[card] = FatePile.DISCARD
