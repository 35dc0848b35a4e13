"""What the component data must have for the set-up and for a turn to end, and how many zombies the rules have room for.

How many of what there is otherwise is up to the copy of the game: not 38 cards, nor all kinds of them, nor eight barricades or
shells are asked for, since small boxes can be searched to the end (UD-65).
"""

from __future__ import annotations

from collections.abc import Iterator

from daybreak_games.until_dawn.state import STACK_MOST, Box, Card, game
from verifier.lang import Flaw


@game.edition_check
def enough_for_the_bite_pile(box: Box) -> Iterator[Flaw]:
    """The set-up lays one plain zombie of each kind on the bite pile."""
    for card in (Card.SCRATCHER, Card.SNEAKER, Card.SCREAMER):
        if box.cards[card] == 0:
            yield Flaw("the set-up lays one on the bite pile, and the deck has none", ("cards", card), "give the deck one")


@game.edition_check
def chains_that_end(box: Box) -> Iterator[Flaw]:
    """Once all else lies on the table, movement cards are drawn again and again: one without the symbol has to be among them.

    Draws that feed themselves otherwise, a howl beside one or two movement cards, are not looked for (UD-64).
    """
    plain = box.cards[Card.MOVE_CW] + box.cards[Card.MOVE_CCW]
    for card in (Card.MOVE_CW_AGAIN, Card.MOVE_CCW_AGAIN):
        if box.cards[card] > 0 and plain == 0:
            yield Flaw("all movement cards say to draw again, so that a chain of cards may never end", ("cards", card),
                       "give the deck a movement card without the symbol")


@game.edition_check
def zombies_fit_one_stack(box: Box) -> Iterator[Flaw]:
    """All zombies may come to lie at one entrance, and a stack holds no more than that."""
    zombies = sum(box.cards[card] for card in Card if card <= Card.SCREAMER_AGAIN)
    if zombies > STACK_MOST:
        yield Flaw(f"there are {zombies} zombie cards, and one entrance has room for {STACK_MOST}", ("cards",),
                   f"take {zombies - STACK_MOST} or more out")
