"""What the component data must have for the set-up; how many of what there is otherwise is up to the copy of the game."""

from __future__ import annotations

from collections.abc import Iterator

from models.until_dawn.state import Box, Card, game
from verifier.lang import Flaw


@game.edition_check
def enough_for_the_bite_pile(box: Box) -> Iterator[Flaw]:
    """The set-up lays one plain zombie of each kind on the bite pile."""
    for card in (Card.SCRATCHER, Card.SNEAKER, Card.SCREAMER):
        if box.cards[card] == 0:
            yield Flaw("the set-up lays one on the bite pile, and the deck has none", ("cards", card), "give the deck one")
