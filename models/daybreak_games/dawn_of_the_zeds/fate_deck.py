"""The deck of fate cards: whether there is one to draw, and a new deck from the discards."""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.cards import FateCard, FatePile
from daybreak_games.dawn_of_the_zeds.state import Phase, Town, game
from verifier.lang import ruling


@game.rule
def in_pile(town: Town, pile: FatePile) -> int:
    """How many fate cards are in a pile."""
    return sum(1 for each in town.fates if each == pile)


@game.rule
def fate_can_be_drawn(town: Town) -> bool:
    """Whether there is a fate card to draw; an empty deck is made anew from the discards, by DZ-55."""
    return in_pile(town, FatePile.DECK) > 0 or in_pile(town, FatePile.DISCARD) > 0 and ruling("DZ-55") == "reshuffle"


@game.rule
def draw_from_fates(town: Town) -> None:
    """A fate draw is to be made, from a new deck if need be; there is a card."""
    if in_pile(town, FatePile.DECK) == 0:
        for card in FateCard:
            if town.fates[card] == FatePile.DISCARD:
                town.fates[card] = FatePile.DECK
    town.phase = Phase.DRAW_FATE
