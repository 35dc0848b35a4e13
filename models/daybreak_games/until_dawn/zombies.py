"""How Scratchers, Sneakers and Screamers attack, each as one small step."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.until_dawn.attacks import rebecca_here, sneakers_breach
from daybreak_games.until_dawn.breaches import after_breach, breach, discard_barricade
from daybreak_games.until_dawn.jasper import zombies_kill_jasper
from daybreak_games.until_dawn.state import (
    BITE_PILE_FULL,
    CLOCKWISE,
    COLOUR,
    Card,
    Colour,
    Door,
    Elsewhere,
    Entrance,
    Night,
    Phase,
    Spot,
    Zombie,
    ZombieCard,
    game,
    is_bite,
    is_zombie,
    next_unbreached,
    unbreached,
)
from daybreak_games.until_dawn.zombie_turn import deck_drawn_from
from verifier.lang import Range, clause, require, ruling, the, weight

# -- Scratchers ----------------------------------------------------------------------------------------------


@game.step(Phase.SCRATCHER)
def scratcher_attacks(night: Night) -> None:
    """A Scratcher tears down a barricade, or moves on, or (beside Zombie Rebecca) breaches."""
    door = night.entrances[night.at]
    place = night.acting
    night.acting = 0
    night.phase = Phase.NEXT_ATTACKER
    if door.barricades > 0:
        clause("UD-A17")
        discard_barricade(night, door)
        night.discard.add(door.stack.take_at(place).card)
    elif rebecca_here(night):
        clause("UD-B14")
        breach(night, door, place)
    else:
        scratcher_moves(night, door, place)


@game.rule
def scratcher_moves(night: Night, door: Door, place: Annotated[int, Range(0, 23)]) -> None:
    """The Scratcher goes on top of the next stack, attacking; if that is its own entrance, reading UD-18 decides."""
    target = next_unbreached(night, night.at, CLOCKWISE)
    clause("UD-X04", when=target != Entrance((night.at + CLOCKWISE) % 4) and target != night.at)
    if target == night.at and ruling("UD-18") == "stays":
        night.acted = place + 1
    else:
        clause("UD-A18")
        moved = door.stack.take_at(place)
        night.entrances[target].stack.put_top(Zombie(card=moved.card, attacking=not spent(night, target)))
        if target == night.at:
            if ruling("UD-18") == "wraps-to-top":
                night.acted += 1
        elif target > night.at:
            clause("UD-A19")


@game.rule
def spent(night: Night, target: Entrance) -> bool:
    """Under UD-20 'turn': whether a Scratcher moving here is done for the night, the entrance being resolved already."""
    return ruling("UD-20") == "turn" and (night.assault == 2 or night.assault == 1 and target < night.at)


# -- Sneakers ------------------------------------------------------------------------------------------------


@game.step(Phase.SNEAKER, clause="UD-A20")
def sneaker_attacks(night: Night) -> None:
    """The Sneakers of the entrance act together: they breach, or all go down for one barricade."""
    door = night.entrances[night.at]
    night.acting = 0
    if sneakers_breach(night, door):
        if rebecca_here(night):
            clause("UD-B17")
        else:
            clause("UD-A21")
        breach(night, door, topmost_sneaker(door, ruling("UD-21") == "attacking"))
    else:
        clause("UD-A25")
        night.phase = Phase.SWEEP
        discard_barricade(night, door)


@game.rule
def topmost_sneaker(door: Door, attacking_only: bool) -> int:
    """The place of the topmost Sneaker; the size of the stack when there is none."""
    return next((place for place in range(door.stack.size)
                 if COLOUR[door.stack[place].card] == Colour.BLUE and (door.stack[place].attacking or not attacking_only)),
                door.stack.size)


@game.step(Phase.SWEEP)
def sweep_sneakers(night: Night) -> None:
    """One of the Sneakers of the entrance is discarded; with none left the round goes on."""
    door = night.entrances[night.at]
    place = topmost_sneaker(door, ruling("UD-21") == "attacking")
    if place < door.stack.size:
        if place >= door.stack.size - night.late:
            night.late -= 1
        clause("UD-A22", when=not unbreached(door))
        night.discard.add(door.stack.take_at(place).card)
    elif unbreached(door):
        night.phase = Phase.NEXT_ATTACKER
    else:
        after_breach(night, door)


# -- Screamers -----------------------------------------------------------------------------------------------


@game.step(Phase.SCREAMER)
def screamer_attacks(night: Night) -> None:
    """A Screamer walks in where nothing bars the way, otherwise howls for others."""
    door = night.entrances[night.at]
    place = night.acting
    night.acting = 0
    if door.barricades == 0:
        clause("UD-A26")
        breach(night, door, place)
    else:
        clause("UD-A28")
        night.discard.add(door.stack.take_at(place).card)
        night.calls = 2
        if rebecca_here(night):
            clause("UD-B16")
            night.calls = 3
        next_call(night)


@game.rule
def next_call(night: Night) -> None:
    """The next draw of a howl, from a new deck if need be; with no card anywhere the howl stops (UD-48)."""
    if night.calls > 0 and night.deck.total > 0:
        night.phase = Phase.SUMMON
    elif night.calls > 0 and night.discard.total > 0:
        night.phase = Phase.RESHUFFLE
    else:
        night.calls = 0
        night.phase = Phase.NEXT_ATTACKER


@game.chance(Phase.SUMMON, tape="deck", order_of="deck", clause="UD-A32")
def summon(night: Night, card: Card) -> None:
    """A howl draws a card: zombies come (under UD-53 only if the player wills), bites go to the pile, movement is ignored."""
    weight(night.deck[card])
    night.deck.take(card)
    deck_drawn_from(night)
    night.calls -= 1
    if is_zombie(card):
        if ruling("UD-53") == "bite-pile-too" and night.bite_pile.total < BITE_PILE_FULL:
            night.drawn = card
            night.phase = Phase.ANSWER
        else:
            answer_call(night, card)
            next_call(night)
    elif is_bite(card):
        clause("UD-A30")
        if ruling("UD-26") == "uncapped" or night.bite_pile.total < BITE_PILE_FULL:
            night.bite_pile.add(card)
        else:
            night.discard.add(card)
        next_call(night)
    else:
        clause("UD-A31")
        if ruling("UD-27") == "jasper-check":
            zombies_kill_jasper(night)
        night.discard.add(card)
        next_call(night)


@game.rule(clause=("UD-A29", "UD-A33"))
def answer_call(night: Night, card: ZombieCard) -> None:
    """A zombie that a howl has drawn comes to the entrance, under the others there, attacking."""
    night.entrances[night.at].stack.put_bottom(Zombie(card=card, attacking=True))
    if ruling("UD-17") == "snapshot":
        night.late += 1


@game.decision(Phase.ANSWER)
def place_called(night: Night, spot: Spot) -> None:
    """Reading UD-53 'bite-pile-too': the player says whether a called zombie comes, or goes face down on the bite pile."""
    require(spot == Elsewhere.BITE or spot == night.at, "UD-A29")
    require(spot != Elsewhere.BITE or night.bite_pile.total < BITE_PILE_FULL, "UD-B04")
    card = the(night.drawn)
    night.drawn = None
    if spot == Elsewhere.BITE:
        clause("UD-D07")
        night.bite_pile.add(card)
    else:
        answer_call(night, card)
    next_call(night)
