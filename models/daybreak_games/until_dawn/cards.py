"""The cards: drawing, placing zombies, and what movement cards do."""

from __future__ import annotations

from daybreak_games.until_dawn.bite import begin_bite
from daybreak_games.until_dawn.jasper import can_guard, zombies_kill_jasper
from daybreak_games.until_dawn.state import (
    BITE_PILE_FULL,
    CLOCKWISE,
    COUNTERCLOCKWISE,
    DRAW_AGAIN,
    Card,
    Elsewhere,
    Entrance,
    Night,
    Phase,
    Spin,
    Spot,
    Zombie,
    game,
    is_bite,
    is_zombie,
    next_unbreached,
    unbreached,
)
from daybreak_games.until_dawn.zombie_turn import after_card, deck_drawn_from
from verifier.lang import clause, following, require, ruling, the, weight


@game.chance(Phase.DRAW, tape="deck", order_of="deck", clause="UD-D02")
def draw(night: Night, card: Card) -> None:
    """The top card of the deck is turned over."""
    weight(night.deck[card])
    night.deck.take(card)
    deck_drawn_from(night)
    night.drawn = card
    if is_zombie(card):
        offer(night, card)
    elif is_bite(card):
        begin_bite(night)
    else:
        night.phase = Phase.CHECK_JASPER if ruling("UD-37") == "before" else Phase.LIFT


# -- zombies -------------------------------------------------------------------------------------------------


@game.rule
def offer(night: Night, card: Card) -> None:
    """The player places the zombie; where no place is left, readings of UD-38 say what becomes of it."""
    night.phase = Phase.PLACE
    if nowhere_else(night):
        if ruling("UD-38") == "discarded":
            night.discard.add(card)
            after_card(night, DRAW_AGAIN[card])
        elif ruling("UD-38") == "bite-pile":
            night.bite_pile.add(card)
            after_card(night, DRAW_AGAIN[card])


@game.rule
def nowhere_else(night: Night) -> bool:
    """Whether the only unbreached entrance is barred and the bite pile takes no zombie."""
    return night.bite_pile.total >= BITE_PILE_FULL and not any(
        unbreached(night.entrances[entrance]) and night.barred != entrance for entrance in Entrance)


@game.decision(Phase.PLACE)
def place(night: Night, spot: Spot) -> None:
    """The drawn zombie goes on top of a stack, or face down on the bite pile."""
    if spot == Elsewhere.BITE:
        require(night.bite_pile.total < BITE_PILE_FULL, "UD-B04")
    else:
        require(unbreached(night.entrances[spot]), "UD-X03")
        require(night.barred != Entrance(spot) or nowhere_else(night), "UD-J03")
    card = the(night.drawn)
    if spot == Elsewhere.BITE:
        clause("UD-D07")
        night.bite_pile.add(card)
        after_card(night, DRAW_AGAIN[card])
    else:
        clause("UD-D03", "UD-D04")
        night.entrances[spot].stack.put_top(Zombie(card=card, attacking=False))
        if can_guard(night, Entrance(spot), card):
            night.drawn = None
            night.phase = Phase.GUARD
        else:
            after_card(night, DRAW_AGAIN[card])


# -- movement cards ------------------------------------------------------------------------------------------


@game.step(Phase.CHECK_JASPER)
def check_jasper(night: Night) -> None:
    """Zombies beside Jasper kill him; by reading UD-37 before or after the zombies move."""
    zombies_kill_jasper(night)
    if ruling("UD-37") == "before":
        night.phase = Phase.LIFT
    else:
        after_movement(night)


@game.rule
def spin(night: Night) -> Spin:
    """The direction on the movement card being resolved."""
    if night.drawn == Card.MOVE_CW or night.drawn == Card.MOVE_CW_AGAIN:
        return CLOCKWISE
    return COUNTERCLOCKWISE


@game.rule
def moves(night: Night, entrance: Entrance) -> bool:
    """Whether a movement card moves the top zombie of an entrance."""
    door = night.entrances[entrance]
    neighbour = Entrance((entrance + spin(night)) % 4)
    stopped = ruling("UD-34") == "stays" and not unbreached(night.entrances[neighbour])
    alone = ruling("UD-35") == "nothing" and next_unbreached(night, entrance, spin(night)) == entrance
    return unbreached(door) and door.stack.size > 0 and not stopped and not alone


@game.step(Phase.LIFT, clause="UD-D10")
def lift(night: Night) -> None:
    """The top card of one entrance is taken up (by reading UD-33 it is placed at once)."""
    here = night.at
    if moves(night, here):
        card = night.entrances[here].stack.take_top().card
        if ruling("UD-33") == "together":
            night.lifted[here] = card
        else:
            land(night, here, card)
    if here == Entrance.LAST:
        night.at = Entrance.FRONT
        if ruling("UD-33") == "together":
            night.phase = Phase.SET_DOWN
        else:
            after_landing(night)
    else:
        night.at = following(here)


@game.step(Phase.SET_DOWN)
def set_down(night: Night) -> None:
    """The card taken up from one entrance lands on the next stack."""
    here = night.at
    card = night.lifted[here]
    if card is not None:
        night.lifted[here] = None
        land(night, here, card)
    if here == Entrance.LAST:
        night.at = Entrance.FRONT
        after_landing(night)
    else:
        night.at = following(here)


@game.rule(clause="UD-D11")
def land(night: Night, origin: Entrance, card: Card) -> None:
    """A moved card goes on top of its new stack, attacking."""
    target = next_unbreached(night, origin, spin(night))
    night.entrances[target].stack.put_top(Zombie(card=card, attacking=True))


@game.rule
def after_landing(night: Night) -> None:
    """Every zombie has moved: Jasper is checked now if reading UD-37 says so."""
    if ruling("UD-37") == "after":
        night.phase = Phase.CHECK_JASPER
    else:
        after_movement(night)


@game.rule
def after_movement(night: Night) -> None:
    """The movement card is done, and discarded (UD-57)."""
    card = the(night.drawn)
    night.discard.add(card)
    after_card(night, DRAW_AGAIN[card])
