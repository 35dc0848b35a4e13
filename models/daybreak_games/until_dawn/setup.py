"""Set-up, and what follows from a position that a scenario describes only in part."""

from __future__ import annotations

from daybreak_games.until_dawn.state import Barred, Card, Jasper, Night, Phase, Rebecca, box, game
from verifier.lang import clause, given


@game.setup
def set_up(night: Night) -> None:
    """The table at the start of the night."""
    night.phase = Phase.ACT
    clause("UD-S02", "UD-S03")
    night.time = 0
    night.zombie_time = 0
    night.ammo = box.shells
    clause("UD-S04", "UD-S05", "UD-S06")
    night.deck.add_all(box.cards)
    to_bite_pile(night, Card.SCRATCHER)
    to_bite_pile(night, Card.SCREAMER)
    to_bite_pile(night, Card.SNEAKER)
    clause("UD-S07", "UD-S08", "UD-S09")
    night.jasper = Jasper.RUG
    night.supply = box.barricades
    night.rebecca = Rebecca.ASIDE
    night.barred = Barred.NONE


@game.rule
def to_bite_pile(night: Night, card: Card) -> None:
    """A card goes from the deck to the bite pile."""
    night.deck.take(card)
    night.bite_pile.add(card)


@game.completion
def complete(night: Night) -> None:
    """Cards and tokens that a scenario does not mention are where they must be; the zombies are level with the player."""
    if not given("zombie_time"):
        night.zombie_time = night.time
    if not given("supply"):
        placed = sum(door.barricades for door in night.entrances)
        night.supply = max(0, box.barricades - placed)
    if not given("deck"):
        for card in Card:
            # Too many of a card is not mended here: the invariant of the 38 cards names it.
            night.deck[card] = max(0, box.cards[card] - elsewhere(night, card))


@game.rule
def elsewhere(night: Night, card: Card) -> int:
    """How many of a card lie anywhere but in the deck."""
    count = night.discard[card] + night.bite_pile[card] + (1 if night.drawn == card else 0)
    count += sum(1 for held in night.lifted if held == card)
    for door in night.entrances:
        stacked = sum(1 for zombie in door.stack if zombie.card == card)
        count += stacked + (1 if door.breached_by == card else 0)
    return count
