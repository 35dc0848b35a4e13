"""Bite cards, the bite pile, and how Zombie Rebecca comes into play and moves."""

from __future__ import annotations

from daybreak_games.until_dawn.breaches import discard_barricades
from daybreak_games.until_dawn.state import (
    CLOCKWISE,
    COLOUR,
    DRAW_AGAIN,
    Card,
    Entrance,
    Night,
    Phase,
    Rebecca,
    game,
    next_unbreached,
    unbreached,
)
from daybreak_games.until_dawn.zombie_turn import after_card, deck_drawn_from, finish
from verifier.lang import clause, ruling, the, weight


@game.rule
def begin_bite(night: Night) -> None:
    """A bite card was drawn: Zombie Rebecca moves first, if she is in play."""
    if night.rebecca == Rebecca.ASIDE:
        to_compare(night)
    else:
        night.phase = Phase.REBECCA_MOVES


@game.step(Phase.REBECCA_MOVES, clause="UD-D13")
def rebecca_moves(night: Night) -> None:
    """Zombie Rebecca goes to the next unbreached entrance clockwise."""
    start = Entrance(night.rebecca)
    target = next_unbreached(night, start, CLOCKWISE)
    clause("UD-X06", when=target != Entrance((start + CLOCKWISE) % 4) and target != start)
    night.rebecca = target
    to_compare(night)


@game.rule
def to_compare(night: Night) -> None:
    """A card is to be pulled: from the bite pile or, by reading UD-43, from the deck."""
    clause("UD-B23", when=night.rebecca != Rebecca.ASIDE)
    if ruling("UD-43") == "bite-pile":
        if night.bite_pile.total > 0:
            night.phase = Phase.COMPARE
        else:
            nothing_to_compare(night)
    elif night.deck.total > 0:
        night.phase = Phase.COMPARE_DECK
    elif night.discard.total > 0:
        night.phase = Phase.RESHUFFLE
    else:
        nothing_to_compare(night)


@game.rule
def nothing_to_compare(night: Night) -> None:
    """There is no card to pull: reading UD-42 says what the bite card does."""
    bite = the(night.drawn)
    if ruling("UD-42") == "goes-to-pile":
        night.bite_pile.add(bite)
        after_card(night, DRAW_AGAIN[bite])
    elif ruling("UD-42") == "discarded":
        night.discard.add(bite)
        after_card(night, DRAW_AGAIN[bite])
    else:
        night.drawn = None
        night.bite_pile.add(bite)
        succumb(night)
        if night.phase != Phase.LOST:
            after_card(night, DRAW_AGAIN[bite])


@game.chance(Phase.COMPARE, tape="bite-pile", clause="UD-D14")
def compare_with(night: Night, card: Card) -> None:
    """A card of the bite pile is pulled at random and compared with the bite card."""
    weight(night.bite_pile[card])
    night.bite_pile.take(card)
    judge(night, card)


@game.chance(Phase.COMPARE_DECK, tape="deck", order_of="deck", clause="UD-D14")
def compare_with_top(night: Night, card: Card) -> None:
    """Reading UD-43 'deck': the next card of the deck is compared with the bite card."""
    weight(night.deck[card])
    night.deck.take(card)
    deck_drawn_from(night)
    judge(night, card)


@game.rule
def judge(night: Night, pulled: Card) -> None:
    """Equal colours are a match; otherwise both cards go to the bite pile."""
    bite = the(night.drawn)
    night.drawn = None
    if COLOUR[pulled] != COLOUR[bite]:
        clause("UD-D16")
        night.bite_pile.add(pulled)
        night.bite_pile.add(bite)
    elif ruling("UD-44") == "start-new-pile":
        succumb(night)
        night.bite_pile.add(pulled)
        night.bite_pile.add(bite)
    else:
        night.bite_pile.add(pulled)
        night.bite_pile.add(bite)
        succumb(night)
    if night.phase != Phase.LOST:
        after_card(night, DRAW_AGAIN[bite])


@game.rule
def succumb(night: Night) -> None:
    """A match: Rebecca becomes a zombie and leaves by the front door; if she has already, John is lost."""
    night.discard.add_all(night.bite_pile)
    night.bite_pile.clear()
    if night.rebecca != Rebecca.ASIDE:
        clause("UD-B24")
        finish(night, Phase.LOST)
    else:
        clause("UD-B08", "UD-B09", "UD-B10", "UD-B11")
        front = night.entrances[Entrance.FRONT]
        discard_barricades(night, front)
        night.rebecca = Entrance.FRONT
        if ruling("UD-46") == "jumps" and not unbreached(front):
            night.rebecca = next_unbreached(night, Entrance.FRONT, CLOCKWISE)
